"""Reports as web pages: whole in one file, and true."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import numpy as np
import pytest
from IPython import display
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from nbconvert import HTMLExporter

import gamekit as gk
from gamekit.studies.figures import INTERACTIVE
from gamekit.studies.replay_games import Heatmap, on_one_scale
from gamekit.studies.report import lengths, share
from tests.small_games import noughts

GAME = "take-back-toe"

pytestmark = pytest.mark.usefixtures("interpreted")


def played(**how: Any) -> gk.studies.Study:
    game = gk.load(GAME, columns=3, match=2)
    return gk.playtest(game, games=30, progress=False, **{"max_moves": 12, **how})


def compared(**how: Any) -> gk.studies.Comparison:
    game = gk.load(GAME, columns=3, match=2)
    other = game.with_(win_check="mover_only")
    bots = ("random", "random")
    return gk.compare(game, other, bots, games=30, max_moves=12, progress=False, **how)


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page.split("<main>")[1]))


def test_the_page_of_a_study_says_what_the_study_says(tmp_path: Path) -> None:
    study = played()
    study.to_html(tmp_path / "study.html")
    page = (tmp_path / "study.html").read_text("utf-8")
    text = words(page)
    for metric, value in zip(study.metrics["metric"], study.metrics["value"], strict=True):
        if value:
            assert f"{metric} {value:.3f}" in text
    for ending in study.endings()["ending"]:
        assert ending in text
    assert f"A finished game takes {study.span('length', 1)} moves" in text
    value, low, high = study.metrics.loc["capped", ["value", "low", "high"]]
    limits = f"{share(low)} to {share(high, up=True)}"
    assert f"{share(value)} of games ({limits}) were stopped after 12 moves" in text
    for rule in study.rules[study.rules["countable"]]["rule"]:
        assert rule in text
    assert "Moves a game on each cell" in text
    receipt = re.findall(r"<code>(.*?)</code>", page)[0].replace("&#34;", '"')
    assert receipt == study.receipt
    assert len(page) < 200_000


def test_a_page_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    for name, found in (("study", played()), ("comparison", compared())):
        found.to_html(tmp_path / f"{name}.html")
        page = (tmp_path / f"{name}.html").read_text("utf-8")
        assert re.findall(r'(?:src|href)="(?!data:)', page) == []
        assert "<script" not in page
        assert "http://" not in page
        assert "https://" not in page


def test_the_page_of_a_comparison_says_what_changed_and_shows_it(tmp_path: Path) -> None:
    comparison = compared()
    comparison.to_html(tmp_path / "comparison.html")
    page = (tmp_path / "comparison.html").read_text("utf-8")
    assert comparison.headline in words(page).replace("&#39;", "'")
    assert comparison.example().text in words(page).replace("&#39;", "'")
    assert page.count("<img") == 4, "the use of both boards, and both games where they part"
    assert "win_check=mover_only" in words(page)
    assert page.count("<code>") == 1


def test_the_page_of_a_comparison_has_both_sides_of_measures_and_rules(tmp_path: Path) -> None:
    comparison = compared()
    comparison.to_html(tmp_path / "comparison.html")
    text = words((tmp_path / "comparison.html").read_text("utf-8"))
    a, b = (study.span("length", 1).rstrip(")").replace("(", "") for study in both(comparison))
    assert f"length {a} {b} moves" in text
    one, other = (study.rules.set_index("rule") for study in both(comparison))
    assert (
        f"Forbidden moves come from the first {one['n'].min()} and {other['n'].min()} games" in text
    )
    for rule in ("TBT-17", "TBT-12"):
        row = text.split(f"{rule} {one.loc[rule, 'title']}")[-1][:60]
        shares = [100 * table.loc[rule, "games"] / table.loc[rule, "n"] for table in (one, other)]
        assert re.findall(r"([\d.]+)% \(", row)[:2] == [f"{share:.0f}" for share in shares]
    assert f"{one.loc['TBT-17', 'ended']} → {other.loc['TBT-17', 'ended']}" in text


def both(comparison: gk.studies.Comparison) -> tuple[gk.studies.Study, ...]:
    return comparison.a, comparison.b


def test_two_boards_on_one_scale_have_the_same_colour_for_the_same_figure() -> None:
    game = gk.load(GAME, columns=3)
    low, high = (Heatmap(game, {"B1": 1.0, "B2": most}, "moves", ".2g") for most in (2.0, 4.0))
    assert colours(low)["B2"] == colours(high)["B2"], "each is the darkest of its own"
    on_one_scale(low, high)
    assert colours(low)["B1"] == colours(high)["B1"]
    assert colours(low)["B2"] != colours(high)["B2"]


def colours(heat: Heatmap) -> dict[str, str]:
    found = re.findall(r'aria-label="(B\d)[^"]*".*?fill:(rgb\([^)]*\))', heat.svg())
    return dict(found)


@pytest.mark.parametrize("cells", [("A1", "A2", "B1", "B2"), ("well", "tree", "gate"), ("7",)])
def test_a_game_without_a_picture_still_has_pages(cells: tuple[str, ...], tmp_path: Path) -> None:
    def played_on(rules: Any, state: Any, move: int) -> tuple[str, ...]:
        return (cells[move % len(cells)],)

    game = noughts.GAME.variant(cell_names=lambda rules: cells, played_on=played_on)
    study = gk.playtest(game, games=5, progress=False)
    study.to_html(tmp_path / "study.html")
    gk.compare(game, game, games=5, progress=False).to_html(tmp_path / "comparison.html")
    for page in tmp_path.iterdir():
        assert "Use of the board" in page.read_text("utf-8")
    drawn = ElementTree.fromstring(study.heatmap().svg())
    found = [element.get("data-cell") for element in drawn.iter()]
    assert [cell for cell in found if cell] == list(cells)


def test_nothing_in_a_page_is_taken_for_html(tmp_path: Path) -> None:
    class Evil:
        def choose(self, view: gk.View, seed: int = 1) -> int:
            return view.legal_moves()[0]

    Evil.__name__ = "<script>alert(1)</script>"
    played(bots=(Evil(), "random")).to_html(tmp_path / "evil.html")
    page = (tmp_path / "evil.html").read_text("utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_comparison_is_played_again_by_its_receipt() -> None:
    comparison = compared(seed=4)
    again = gk.rerun(comparison.receipt, progress=False)
    assert again.agrees
    assert again.text == "All 30 pairs of games came out exactly as before."
    document = json.loads(comparison.receipt)
    document["b"]["parameters"] = {"columns": 3, "match": 2}
    other = gk.rerun(json.dumps(document), progress=False)
    assert not other.agrees
    with pytest.raises(gk.GameError, match="give both variants"):
        gk.rerun(comparison.receipt, game=gk.load(GAME))
    document["b"] = {}
    with pytest.raises(gk.GameError, match="damaged: game is None"):
        gk.rerun(json.dumps(document))


def test_two_studies_without_pairs_have_two_receipts(tmp_path: Path) -> None:
    one, other = played(), played(seed=2)
    comparison = gk.compare(one, other)
    with pytest.raises(gk.GameError, match=r"comparison.a.receipt"):
        comparison.receipt  # noqa: B018
    comparison.to_html(tmp_path / "two.html")
    assert (tmp_path / "two.html").read_text("utf-8").count("<code>") == 2


def test_bars_of_lengths_are_as_high_as_the_shares_and_ticks_are_round() -> None:
    moves = np.repeat([3, 4, 6], [2, 4, 2])
    plot = lengths([moves])
    heights = [height for _, _, _, height, _, _ in plot.bars]
    assert heights == [88, 176, 0, 88]
    assert [text for _, text in plot.ticks] == ["3", "4", "5", "6"]
    assert plot.description == "8 games from 3 to 6 moves; the middle half takes 4 to 4."
    wide = lengths([np.arange(1000), np.arange(500)], ("a", "b"))
    assert [text for _, text in wide.ticks] == ["0", "200", "400", "600", "800"]
    assert len(wide.bars) == 80


def test_a_page_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(gk.GameError, match="cannot be written"):
        played(max_moves=2).to_html(tmp_path / "no such folder" / "page.html")


# --- figures where nothing runs ------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


def left_by(thing: Any) -> list[dict[str, Any]]:
    """Return what a notebook keeps of something that is shown."""
    InteractiveShell.instance()
    try:
        with capture_output() as captured:
            display.display(thing)
        return [output.data for output in captured.outputs]
    finally:
        InteractiveShell.clear_instance()


def picture_in(html: str) -> ElementTree.Element:
    data = html.partition("data:image/svg+xml;base64,")[2].partition('"')[0]
    return ElementTree.fromstring(b64decode(data))


def swept(**values: list[int]) -> Any:
    game = gk.load(GAME, columns=3, match=2)
    return gk.sweep(game, values, ("random", "random"), 30, max_moves=12, progress=False)


FIGURES: dict[str, Callable[[], Any]] = {
    "a study": lambda: played().report(),
    "its figure alone": lambda: played().figure(),
    "a comparison": lambda: compared().report(),
    "a sweep of one number": lambda: swept(columns=[3, 4]).report(),
    "a sweep of two": lambda: swept(columns=[3, 4], sides=[4, 6]).report(),
    "an ablation": lambda: gk.ablate(
        gk.load(GAME, columns=3, match=2), ("random", "random"), 20, max_moves=12, progress=False
    ).report(),
}


@pytest.mark.parametrize("shown", FIGURES.values(), ids=FIGURES)
def test_a_figure_leaves_a_picture_that_an_exported_notebook_shows(shown: Any) -> None:
    outputs = [nbformat.v4.new_output("display_data", data=data) for data in left_by(shown())]
    cell = nbformat.v4.new_code_cell("study.report()", outputs=outputs)
    page, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    (figure,) = (o.data for o in outputs if INTERACTIVE in o.data)
    description = re.search(r'<img alt="([^"]*)" src="data:image/svg', page)
    assert description
    assert unescape(description[1]) == figure["text/plain"]
    picture = picture_in(page)
    width, height = float(picture.get("width", 0)), float(picture.get("height", 0))
    for each in picture.iter():
        for name, most in {"x": width, "x1": width, "x2": width, "y": height, "y1": height}.items():
            assert -1 <= float(each.get(name, 0)) <= most + 1, ElementTree.tostring(each)


def test_the_bars_of_a_picture_are_as_high_as_the_shares() -> None:
    study = played()
    (bundle,) = left_by(study.figure())
    picture = picture_in(bundle["text/html"])
    words = " ".join(each.text or "" for each in picture.iter(f"{SVG}text"))
    bars = [float(each.get("height", 0)) for each in picture.iter(f"{SVG}rect")]
    shares = study.endings()["share"].to_numpy()
    ends, lasts = bars[: len(shares)], bars[len(shares) :]
    assert np.allclose(np.array(ends) / ends[0], shares / shares[0], atol=0.01)
    counts = np.bincount(study.games["moves"][study.is_finished])
    counts = counts[np.flatnonzero(counts)[0] :]
    assert np.allclose(np.array(lasts) / max(lasts), counts / counts.max(), atol=0.01)
    for ending in study.endings()["ending"]:
        assert ending in words
    assert "moves" in words


def test_a_figure_that_somebody_added_to_is_still_shown() -> None:
    figure = played().figure().add_violin(y=[1, 2, 3])
    (bundle,) = left_by(figure)
    assert {INTERACTIVE, "text/plain"} == set(bundle)
