"""Findings: for whom a claim holds, told honestly, and played again."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from typing import Any

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit.drawing import WIDTH, dot
from gamekit.studies import study_without_numpy
from tests.small_games import noughts
from tests.test_study import FirstMove

GAME = noughts.GAME
BOTS = ("random", "greedy")


def test_a_finding_says_for_whom_it_holds() -> None:
    found = gk.finding("Starting helps", GAME, bots=BOTS, games=400)
    assert "random" in found.holds_for
    assert [row.player for row in found.table] == list(BOTS)
    for row in found.table:
        assert row.low <= row.value <= row.high
        assert (row.verdict == "holds") == (row.low > 0.5)
        assert (row.verdict == "fails") == (row.high < 0.5)
    assert repr(found).startswith("Starting helps: true for random")


def test_the_opposite_claim_fails_for_whom_the_claim_holds() -> None:
    found = gk.finding("Starting hurts", GAME, below=0.5, bots=("random",), games=400)
    assert (found.holds_for, found.fails_for) == ((), ("random",))
    assert found.text == "Starting hurts: false for random."


def test_another_seed_plays_other_games_and_the_same_seed_the_same() -> None:
    found = gk.finding("Starting helps", GAME, bots=BOTS, games=200)
    assert found.again(1).table == found.table
    assert found.again(2).table != found.table


@pytest.mark.parametrize("than", [None, gk.load("take-back-toe", columns=5)])
def test_a_finding_stops_games_where_it_is_told_to(than: gk.Game | None) -> None:
    found = gk.finding(
        "Many are capped", "take-back-toe", "capped", than=than, above=0.5, bots=("random",),
        games=4, max_moves=3,
    )  # fmt: skip
    assert "were stopped after 3 moves" in found.text
    assert found.again(1).table == found.table


def test_a_comparison_claims_a_difference() -> None:
    game = gk.load("take-back-toe")
    narrow = game.with_(match=4)
    found = gk.finding(
        "Four equal stacks take longer", narrow, "length", than=game, bots=BOTS, games=200
    )
    assert found.holds_for == BOTS
    opposite = gk.finding(
        "Three take longer", game, "length", than=narrow, bots=("random",), games=200
    )
    assert opposite.fails_for == ("random",)


def test_an_ending_and_a_function_can_be_measured() -> None:
    ending = gk.finding(
        "Lines decide", "take-back-toe", "TBT-17", above=0.3, bots=("random",), games=300
    )
    assert ending.holds_for == ("random",)

    never = gk.finding(
        "Turns run out", "take-back-toe", "TBT-19", above=0.9, bots=("random",), games=3
    )
    assert never.table[0].value == 0
    assert never.fails_for == ("random",)

    def value(study: Any) -> tuple[float, float, float]:
        return len(study), 0, 1_000

    (row,) = gk.finding("Many", GAME, value, above=-1, bots=("random",), games=50).table
    assert (row.value, row.low, row.high) == (50, 0, 1_000)


def corners(rules: Any, before: Any, move: int, after: Any) -> int:
    """Counts marks that are set in corners."""
    return 1 if move in (0, 2, 6, 8) else 0


def test_a_measure_of_your_own_can_be_claimed() -> None:
    found = gk.finding(
        "Corners are taken", GAME, "corners", above=1, bots=("random",), games=200,
        measures={"corners": corners},
    )  # fmt: skip
    assert found.holds_for == ("random",)
    assert 2 < found.table[0].value < 4
    assert found.again(2).holds_for == ("random",)
    more = gk.finding(
        "Order does not matter", GAME, "corners", than=GAME, above=-1, bots=("random",), games=50,
        measures={"corners": corners},
    )  # fmt: skip
    assert more.table[0].value == 0
    with pytest.raises(gk.GameError, match="no measure 'corner'"):
        gk.finding("A slip", GAME, "corner", above=1, games=2, measures={"corners": corners})
    with pytest.raises(gk.GameError, match=r"returns 3; it must return \(value, low, high\)"):
        gk.finding("A number", GAME, lambda study: 3, above=1, games=2, bots=("random",))  # type: ignore[arg-type, return-value]


def test_each_player_may_play_as_many_games_as_there_is_time_for() -> None:
    found = gk.finding("Starting helps", GAME, bots=BOTS, games={"random": 300, "greedy": 100})
    assert [row.games for row in found.table] == [300, 100]


def test_a_bot_of_your_own_is_a_player_too() -> None:
    games = {"FirstMove": 60, "random": 100}
    found = gk.finding("Starting helps", GAME, bots=(FirstMove(), "random"), games=games)
    assert [(row.player, row.games) for row in found.table] == [*games.items()]
    assert found.again(1).table == found.table
    assert found.again(2).table != found.table


def test_the_receipt_has_all_that_was_played() -> None:
    found = gk.finding("Starting helps", GAME, bots=BOTS, games=50)
    receipts = json.loads(found.receipt)["studies"]
    assert [json.loads(text)["bots"] for text in receipts] == [[bot, bot] for bot in BOTS]
    assert gk.rerun(receipts[0], game=GAME).agrees


def test_the_picture_says_in_words_what_it_shows() -> None:
    found = gk.finding("Starting <helps>", GAME, bots=BOTS, games=50)
    shown = found._repr_mimebundle_()
    assert found.text in shown["text/plain"]
    assert "Starting &lt;helps&gt;" in shown["text/html"]
    assert found.figure().svg.count("<circle") == len(BOTS)
    for row in found.table:
        text = f"{row.value:.3f} ({row.low:.3f} to {row.high:.3f}), {row.games} games"
        assert f">{text}</text>" in found.figure().svg
        assert f" {text}" in shown["text/plain"]
        assert f"{row.player}: {text}" in found.figure().text
    assert "The claim holds if the whole bar lies above 0.5." in found.figure().svg


def test_a_picture_of_lengths_names_their_unit() -> None:
    found = gk.finding("Alike", GAME, "length", than=GAME, below=0, bots=BOTS, games=50)
    assert ">The claim holds if the whole bar lies below 0 moves.<" in found.figure().svg
    assert found.figure().text.endswith("lies below 0 moves.")


def test_a_dot_does_not_hide_the_ends_of_a_short_bar() -> None:
    drawn = dot(0.5, 0.499, 0.501, lambda share: WIDTH * share, 20, "red")
    (radius,) = map(float, re.findall(r' r="([\d.]+)"', drawn))
    caps = re.findall(r"M([\d.]+) ([\d.]+)v([\d.]+)", drawn)
    assert [float(x) for x, *_ in caps] == [0.499 * WIDTH, 0.501 * WIDTH]
    for _, top, height in caps:
        assert 20 - float(top) > radius
        assert float(top) + float(height) - 20 > radius


def test_the_words_of_a_picture_are_legible_on_a_phone() -> None:
    drawn = [
        gk.finding("Starting helps", GAME, bots=BOTS, games=50)._repr_mimebundle_()["text/html"],
        gw.Dial("Faces", {4: 12}, told="Games last", high=90)._repr_mimebundle_()["text/html"],
        gw.Dial("Faces", {4: {"tie": 0.5}}, told="Chances")._repr_mimebundle_()["text/html"],
    ]
    for markup in drawn:
        svg = b64decode(re.findall('base64,([^"]+)', markup)[0]).decode()
        (width,) = re.findall(r'viewBox="0 0 (\d+) ', svg)
        smallest = min(int(size) for size in re.findall(r'font-size="(\d+)"', svg))
        assert (
            smallest * 290 / int(width) > 9
        )  # 290 pixels are left of a phone beside JupyterLab's edges


def test_shares_are_drawn_from_0_to_1_and_differences_are_not() -> None:
    share = gk.finding("Starting helps", GAME, bots=BOTS, games=50).figure().svg
    gap = gk.finding("Alike", GAME, than=GAME, bots=BOTS, games=50).figure().svg
    for tick in (0, 0.25, 0.5, 0.75, 1):
        assert f">{tick:g}</text>" in share
    assert ">1</text>" not in gap


@pytest.mark.parametrize(
    ("share", "ticks"), [(0.93, "0.6 0.7 0.8 0.9 1"), (0.05, "0 0.05 0.1 0.15 0.2")]
)
def test_shares_near_one_end_are_drawn_larger(share: float, ticks: str) -> None:
    spread = share, share - 0.02, share + 0.02
    found = gk.finding("Rare", GAME, lambda study: spread, above=share, bots=("random",), games=20)
    assert re.findall(r'middle">([\d.]+)<', found.figure().svg) == ticks.split()
    assert f">{share:.3f} (" in found.figure().svg


def test_a_finding_works_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    full = gk.finding("Starting helps", GAME, bots=BOTS, games=200)
    monkeypatch.setattr("gamekit.studies.finding.lacks_libraries", lambda: True)
    assert study_without_numpy.lacks_libraries() is False
    plain = gk.finding("Starting helps", GAME, bots=BOTS, games=200)
    assert [row.value for row in plain.table] == pytest.approx([row.value for row in full.table])
    assert plain.holds_for == full.holds_for
    compared = gk.finding("Alike", GAME, than=GAME, bots=("random",), games=200)
    assert compared.unclear_for == ("random",)


def test_games_that_there_was_no_time_for_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamekit.studies.finding.lacks_libraries", lambda: True)
    monkeypatch.setattr(study_without_numpy, "SECONDS", 0.01)
    found = gk.finding("Starting helps", GAME, bots=(FirstMove(),), games=100_000)
    (row,) = found.table
    assert row.games < 100_000
    assert f"for FirstMove (stopped after {row.games:,} of 100,000 games)." in found.text


@pytest.mark.parametrize("measure", ["length", "first-player score", "TBT-17"])
def test_a_difference_is_the_same_without_numpy(
    monkeypatch: pytest.MonkeyPatch, measure: str
) -> None:
    def compared() -> list[float]:
        published = gk.load("take-back-toe")
        (row,) = gk.finding(
            "Less with five columns", published.with_(columns=5), measure, than=published,
            below=0, bots=("random",), games=400, seed=3,
        ).table  # fmt: skip
        return [row.value, row.low, row.high]

    full = compared()
    monkeypatch.setattr("gamekit.studies.finding.lacks_libraries", lambda: True)
    plain = compared()
    assert plain[0] == pytest.approx(full[0])
    assert plain[1:] == pytest.approx(full[1:], abs=0.05 * (full[2] - full[1]))


@pytest.mark.parametrize(
    ("message", "more"),
    [
        ("say in words", {"claim": ""}),
        ("say in words", {"claim": 3}),
        ("one thing", {"above": 0.4, "below": 0.6}),
        ("Say what the claim says", {"measure": "length"}),
        ("above='3': give a number", {"above": "3"}),
        ("below=nan: give a number", {"below": float("nan")}),
        ("with the value between", {"measure": lambda study: (0.5, 0.9, 0.1), "above": 0}),
        ("with the value between", {"measure": lambda study: (float("nan"),) * 3, "above": 0}),
        ("no measure 'lenght'", {"measure": "lenght", "above": 1}),
        ("give the names of players", {"bots": "random"}),
        ("3 is not a bot", {"bots": (3,)}),
        ("the same name", {"bots": (FirstMove(), FirstMove())}),
        ("how many greedy plays", {"bots": BOTS, "games": {"random": 10}}),
        ("there is no bot", {"bots": ("rnadom",)}),
    ],
)
def test_a_claim_that_cannot_be_tried_is_refused(message: str, more: dict[str, Any]) -> None:
    arguments: dict[str, Any] = {"claim": "Starting helps", "game": GAME, "games": 10, **more}
    with pytest.raises(gk.GameError, match=message):
        gk.finding(**arguments)
