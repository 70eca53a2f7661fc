"""The committed pages. Whether their outputs are up to date is nbval's to say: `make test` runs it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import nbformat
import plotly.graph_objects as go
import pytest

import gamekit as gk
from gamekit.contract import Rule
from gamekit.games.tactical_escape.win_conditions import DRAWN, WIN_CONDITIONS
from gamekit.studies.figures import shown_figure
from notebooks import findings, refresh

PAGES = refresh.pages()
GAME_PAGES = {
    "01_take_back_toe.ipynb": "take-back-toe",
    "02_shift_tac_toe.ipynb": "shift-tac-toe",
    "03_liars_dice.ipynb": "liars-dice",
    "04_flower_field.ipynb": "flower-field",
    "05_sliding_tic_tac_toe.ipynb": "sliding-tic-tac-toe",
    "06_death_match.ipynb": "death-match",
    "07_tic_tac_toe_evolved.ipynb": "tic-tac-toe-evolved",
    "08_tactical_escape.ipynb": "tactical-escape",
}
OTHER_PAGES = [
    "00_welcome.ipynb", "09_make_your_own_game.ipynb", "10_answers.ipynb", "11_a_class_plays.ipynb",
]  # fmt: skip
HEADINGS = {
    "A first game", "The rules", "Play", "Set a scene", "Turn a number", "Change a rule", "Playtest",
    "What we learned",
}  # fmt: skip
MEND = "run `make notebooks` and commit the page"


@pytest.fixture(params=PAGES, ids=lambda page: page.stem)
def page(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


@pytest.fixture
def notebook(page: Path) -> Any:
    return nbformat.read(page, as_version=4)


def shown(notebook: Any) -> str:
    """Return everything the code cells show, as text."""
    outputs = [output for cell in refresh.code_cells(notebook) for output in cell.outputs]
    kinds = ("text/plain", "text/html")
    texts = [
        o.get("text", "") + "".join(o.get("data", {}).get(k, "") for k in kinds) for o in outputs
    ]
    return "\n".join(texts)


def written(notebook: Any) -> str:
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def shows_a_board(output: Any) -> bool:
    """Is this output a board's still picture?"""
    html = output.get("data", {}).get("text/html", "")
    return '<img alt="' in html and 'src="data:image/svg+xml;base64,' in html


def beside_a_board(notebook: Any) -> Iterator[str]:
    """Yield the prose that stands right before or right after a board, with no heading between."""

    def adjoin(cells: Iterable[Any]) -> bool:
        code = takewhile(lambda cell: cell.cell_type == "code", cells)
        return any(shows_a_board(output) for cell in code for output in cell.outputs)

    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            parts = re.split(r"^## ", cell.source, flags=re.M)
            if adjoin(reversed(notebook.cells[:number])):
                yield parts[0]
            if adjoin(notebook.cells[number + 1 :]):
                yield parts[-1]


def in_section(notebook: Any, title: str) -> Iterator[Any]:
    """Yield the code cells below a heading, up to the next one."""
    heading = ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            heading = (re.findall(r"^## (.+)$", cell.source, re.M) or [heading])[-1]
        elif heading == title:
            yield cell


def cited(prose: str) -> set[str]:
    """Return the ids of rules that a text cites."""
    return set(re.findall(r"`([A-Z]+-Q?\d+)`", prose))


def published(game: str) -> list[Rule]:
    """Return the rules that a page is about: not the win conditions that somebody has added."""
    added = {each.rule for each in WIN_CONDITIONS[DRAWN:]}
    return [rule for rule in gk.load(game).rulebook if rule.id not in added]


def test_there_are_pages() -> None:
    assert [page.name for page in PAGES] == sorted([*OTHER_PAGES, *GAME_PAGES])


def test_a_page_is_committed_as_the_refresher_writes_it(page: Path, notebook: Any) -> None:
    nbformat.validate(notebook)
    committed = page.read_text(encoding="utf-8")
    assert committed == refresh.text(refresh.tidied(notebook)), MEND


def test_a_page_carries_no_widget_state_and_no_widget_view(page: Path) -> None:
    assert refresh.WIDGET not in page.read_text(encoding="utf-8"), MEND


def test_a_page_shows_no_error_and_no_warning(notebook: Any) -> None:
    for cell in refresh.code_cells(notebook):
        kinds = [(output.output_type, output.get("name")) for output in cell.outputs]
        assert not [kind for kind in kinds if kind[0] == "error" or kind[1] == "stderr"], (
            cell.source
        )


def test_code_cells_are_numbered_from_the_top(notebook: Any) -> None:
    cells = refresh.code_cells(notebook)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1)), MEND


def test_code_that_is_not_folded_stays_under_fifteen_lines(notebook: Any) -> None:
    for cell in refresh.code_cells(notebook):
        is_folded = cell.metadata.get("jupyter", {}).get("source_hidden")
        assert is_folded or len(cell.source.splitlines()) < 15, cell.source


def test_every_table_leaves_a_picture(notebook: Any) -> None:
    for cell in refresh.code_cells(notebook):
        if re.search(r"^gw\.(?!Guess|Lab|after_guess)\w+\(", cell.source, re.M):
            assert any(map(shows_a_board, cell.outputs)), cell.source


def test_every_figure_leaves_a_picture(notebook: Any) -> None:
    for figure in refresh.figures(notebook):
        assert (
            figure["text/html"]
            == shown_figure(go.Figure(figure[refresh.FIGURE]), figure["text/plain"])["text/html"]
        ), MEND


def test_printed_columns_fit_a_phone(notebook: Any) -> None:
    """Longer lines wrap there, and a table loses its columns."""
    printed = [o.get("text", "") for cell in refresh.code_cells(notebook) for o in cell.outputs]
    lines = [line for text in printed for line in text.splitlines() if len(line) > 43]
    assert not [line for line in lines if len(re.findall(r"\S {3,}\S", line)) > 1]


def test_no_hint_can_be_read_above_a_task(notebook: Any) -> None:
    """What makes a task, or only helps to make it, is folded."""
    for cell in in_section(notebook, "Set a scene"):
        if "gw.Task(" in cell.source or not cell.outputs:
            assert cell.metadata.get("jupyter", {}).get("source_hidden"), cell.source


def test_figures_in_the_prose_are_figures_that_the_page_shows(notebook: Any) -> None:
    seen = set(re.findall(r"\d[\d,.]*\d", shown(notebook)))
    rounded = {f"{float(n):.{k}f}" for n in seen if re.fullmatch(r"\d+\.\d+", n) for k in (1, 2, 3)}
    prose = re.sub(r"`[^`]*`|\]\([^)]*\)", "", written(notebook))
    quoted = re.findall(r"\b\d+\.\d+\b|\b\d{1,3},\d{3}\b", prose)
    assert not sorted(set(quoted) - seen - rounded)


def test_links_between_pages_lead_somewhere(page: Path, notebook: Any) -> None:
    for target, _, anchor in re.findall(r"\]\(([\w.]+)(#([^)]+))?\)", written(notebook)):
        other = page.parent / target
        assert other.exists()
        is_page = other.suffix == ".ipynb"
        text = written(nbformat.read(other, as_version=4)) if is_page else other.read_text("utf-8")
        headings = re.findall(r"^#+ (.+)$", text, re.M)
        assert not anchor or anchor in [heading.replace(" ", "-") for heading in headings]


@pytest.mark.parametrize("name", GAME_PAGES)
def test_a_game_page_begins_with_a_game_and_has_all_its_parts(name: str) -> None:
    prose = written(nbformat.read(refresh.FOLDER / name, as_version=4))
    headings = re.findall(r"^## (.+)$", prose, re.M)
    assert (headings[0], headings[-1]) == ("A first game", "The rules")
    assert sorted(headings) == sorted(HEADINGS)
    assert len(re.findall(r"^# ", prose, re.M)) == 1


@pytest.mark.parametrize("name", GAME_PAGES)
def test_a_game_page_asks_a_question_at_a_board_before_anything_else(name: str) -> None:
    notebook = nbformat.read(refresh.FOLDER / name, as_version=4)
    opening = "".join(
        cell.source
        for cell in takewhile(lambda cell: "## A first game" not in cell.source, notebook.cells)
    )
    assert "?" in opening
    assert re.search(r"gw\.(Board|Guess|Table|Task)\(", opening)


@pytest.mark.parametrize(("name", "game"), GAME_PAGES.items())
def test_a_game_page_cites_every_rule_beside_a_board(name: str, game: str) -> None:
    notebook = nbformat.read(refresh.FOLDER / name, as_version=4)
    rules = [r.id for r in published(game) if r.source == "text" and not r.note]
    seen = cited("\n".join(beside_a_board(notebook)))
    assert not [rule for rule in rules if rule not in seen]


@pytest.mark.parametrize(("name", "game"), GAME_PAGES.items())
def test_a_game_page_tells_every_ruling_and_every_note(name: str, game: str) -> None:
    notebook = nbformat.read(refresh.FOLDER / name, as_version=4)
    told = cited(written(notebook)) | set(re.findall(r"<b>([A-Z]+-Q?\d+)</b>", shown(notebook)))
    assert not [rule.id for rule in published(game) if rule.id not in told]


def test_a_page_asks_for_three_guesses(notebook: Any) -> None:
    assert sum("gw.Guess(" in cell.source for cell in refresh.code_cells(notebook)) >= 3


def test_a_result_stays_folded_until_its_guess_is_made(notebook: Any) -> None:
    results = [
        cell.source
        for cell in refresh.code_cells(notebook)
        if refresh.ANSWER in cell.metadata.get("tags", ()) and "rulings" not in cell.source
    ]
    assert not [source for source in results if "gw.after_guess()" not in source]


@pytest.mark.parametrize("name", GAME_PAGES)
def test_every_rule_that_a_game_page_cites_exists(name: str) -> None:
    real = {rule.id for game in gk.games() for rule in game.rulebook}
    assert not cited(written(nbformat.read(refresh.FOLDER / name, as_version=4))) - real


def test_the_welcome_page_leads_to_every_other_page() -> None:
    prose = written(nbformat.read(refresh.FOLDER / "00_welcome.ipynb", as_version=4))
    assert not [name for name in [*OTHER_PAGES[1:], *GAME_PAGES] if f"]({name})" not in prose]


def test_teachers_find_three_exercises_for_every_page(page: Path, notebook: Any) -> None:
    notes = (refresh.FOLDER / "README.md").read_text(encoding="utf-8")
    title = notebook.cells[0].source.splitlines()[0].removeprefix("# ")
    section = re.search(rf"^### {re.escape(title)}\n(.*?)(?=^###? |\Z)", notes, re.M | re.S)
    assert section
    assert re.findall(r"^(\d)\. \*[^*]", section[1], re.M)[:3] == ["1", "2", "3"]
    assert f"]({page.name})" in notes


def test_the_pictures_in_the_readme_are_those_that_the_kit_draws() -> None:
    assert refresh.main(["--pictures", "--check"]) == 0, MEND


# --- the refresher -----------------------------------------------------------------------------

SMALL = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {"widgets": {"state": {}}, "language_info": {"name": "python", "version": "3.0"}},
    "cells": [
        {"id": "a", "cell_type": "markdown", "metadata": {}, "source": "# Small"},
        {
            "id": "b",
            "cell_type": "code",
            "metadata": {"execution": {"iopub.status.busy": "2020-01-01"}},
            "execution_count": 7,
            "outputs": [],
            "source": "import gamekit as gk, gamekit_widgets as gw\n"
            "gw.Board(gk.Match('take-back-toe', seed=1))",
        },
    ],
}  # fmt: skip


def test_a_stale_page_is_noticed_and_mended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "small.ipynb"
    page.write_text(json.dumps(SMALL), encoding="utf-8")
    assert refresh.main(["--check", str(page)]) == 1
    assert json.loads(page.read_text(encoding="utf-8")) == SMALL
    assert refresh.main([str(page)]) == 0
    assert refresh.main(["--check", str(page)]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "stale", "written", "fresh",
    ]  # fmt: skip
    fresh = page.read_text(encoding="utf-8")
    assert refresh.WIDGET not in fresh
    assert "data:image/svg+xml;base64," in fresh
    assert "2020" not in fresh
    assert '"version"' not in fresh


def test_a_cell_stays_folded_if_its_author_wants_it_so() -> None:
    cells = [
        nbformat.v4.new_code_cell("def is_safe(): ...", metadata={"tags": ["hide-input"]}),
        nbformat.v4.new_code_cell("42", metadata={"tags": ["hide-cell"]}),
        nbformat.v4.new_code_cell("def is_open(): ...", metadata={"tags": ["mine"]}),
    ]
    folded, answer, open_one = refresh.tidied(nbformat.v4.new_notebook(cells=cells)).cells
    assert folded.metadata == refresh.FOLDED
    assert answer.metadata == refresh.ANSWERS
    assert open_one.metadata == {}


def test_rules_in_full_at_the_end_of_a_page_stay_closed() -> None:
    cells = [
        nbformat.v4.new_markdown_cell("## The rules", metadata=refresh.CLOSED | {"mine": 1}),
        nbformat.v4.new_markdown_cell("## Play"),
    ]
    closed, open_one = refresh.tidied(nbformat.v4.new_notebook(cells=cells)).cells
    assert closed.metadata == refresh.CLOSED
    assert open_one.metadata == {}


@pytest.mark.parametrize("name", ["05", "05_sliding_tic_tac_toe", "05_sliding_tic_tac_toe.ipynb"])
def test_a_page_is_chosen_by_its_number_or_its_name(name: str) -> None:
    assert refresh.page_named(name).stem == "05_sliding_tic_tac_toe"


@pytest.mark.parametrize("command", [findings.main, refresh.main])
def test_a_page_that_is_not_there_is_refused(
    command: Callable[[list[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        command(["99_nothing"])
    assert "there is no page '99_nothing'. The pages are 00_welcome" in capsys.readouterr().err
