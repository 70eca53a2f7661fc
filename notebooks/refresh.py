"""Run the pages and write their outputs back, ready to commit.

    python notebooks/refresh.py                      every page, and the pictures in the README
    python notebooks/refresh.py 01_take_back_toe     one page
    python notebooks/refresh.py --check              write nothing; fail if anything is stale
    python notebooks/refresh.py --pictures           only the pictures in the README

A committed page is the same on every machine: it has no widget state and no times. Widgets leave their still
picture and their text, and cells have numbers from the top.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from base64 import b64decode
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbclient import NotebookClient

import gamekit as gk
from gamekit.studies.figures import comparison_figure, shown_figure
from gamekit_widgets.drawing.svg import STYLE
from gamekit_widgets.scenes import onlookers_view, scene_of, svg

FOLDER = Path(__file__).parent
DOCS = FOLDER.parent / "docs"
HEIGHT, GAP = 480, 16  # height of the boards in the README, and the space between them
SECONDS_A_MOVE = 1.5  # in the README's moving picture
CARD_MOVES = 12  # moves before the picture of a game for the welcome page
WIDGET = "application/vnd.jupyter.widget-"
SVG = "data:image/svg+xml;base64,"
FIGURE = "application/vnd.plotly.v1+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
# The code of a task contains its hints, so it is folded. The author of a page can fold other cells by this tag, such
# as those that set up tasks.
FOLD = "hide-input"
FOLDED = {"jupyter": {"source_hidden": True}, "tags": [FOLD]}
# A cell that answers a guess stays closed on a saved page, and it begins with `gw.after_guess()`, because JupyterLab
# opens it when it runs. If its code were open, JupyterLab would print the first line of the answer beside it.
ANSWER = "hide-cell"
ANSWERS = {"jupyter": {"outputs_hidden": True, "source_hidden": True}, "tags": [ANSWER]}
# A long part for reference, such as the rules in full, stays closed until somebody opens its heading.
CLOSED = {"jp-MarkdownHeadingCollapsed": True}
LONGEST_CELL = 300  # seconds


def pages() -> list[Path]:
    """Return the pages, in order."""
    return sorted(FOLDER.glob("[0-9][0-9]_*.ipynb"))


def page_named(name: str) -> Path:
    """Return a page by its path, the name of its file or the number that this begins with."""
    if Path(name).is_file():
        return Path(name)
    for page in pages():
        if Path(name).stem in (page.stem, page.stem.partition("_")[0]):
            return page
    raise argparse.ArgumentTypeError(
        f"there is no page {name!r}. The pages are {', '.join(page.stem for page in pages())}"
    )


def run(page: Path) -> str:
    """Run a page from the top and return the text of its file, tidied."""
    notebook = nbformat.read(page, as_version=4)
    for cell in code_cells(notebook):
        cell.outputs, cell.execution_count = [], None
    client = NotebookClient(
        notebook,
        timeout=LONGEST_CELL,
        kernel_name="python3",
        store_widget_state=False,
        record_timing=False,
        resources={"metadata": {"path": str(page.parent)}},
    )
    with TemporaryDirectory() as matches:  # not the user's own folder of matches
        client.execute(env={**os.environ, "GAMEKIT_MATCHES": matches})
    return text(tidied(notebook))


def tidied(notebook: Any) -> Any:
    """Keep only the parts that are the same in every run. A tidy notebook stays as it is."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number:02}"
        is_closed = CLOSED.items() <= cell.metadata.items()
        is_answer = ANSWER in cell.metadata.get("tags", [])
        folded = ANSWERS if is_answer else FOLDED if _is_folded(cell) else {}
        kept = folded or (CLOSED if is_closed else {})
        cell.metadata = nbformat.from_dict(kept)
        cell.pop("attachments", None)
    for number, cell in enumerate(code_cells(notebook), start=1):
        cell.execution_count = number
        cell.outputs = _joined(output for output in map(_tidied_output, cell.outputs) if output)
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = number
    return notebook


def _is_folded(cell: Any) -> bool:
    """Is the code of this cell folded?"""
    return "gw.Task(" in cell.source or FOLD in cell.metadata.get("tags", [])


def _tidied_output(output: Any) -> Any:
    """Return an output without its widget and its metadata, or None if nothing is left."""
    if output.output_type not in ("display_data", "execute_result"):
        return output
    output.metadata = nbformat.from_dict({})
    for kind in [kind for kind in output.data if kind.startswith(WIDGET)]:
        del output.data[kind]
    return output if output.data else None


def _joined(outputs: Iterable[Any]) -> list[Any]:
    """Return outputs with printed text in one piece, because its pieces depend on time."""
    joined: list[Any] = []
    for output in outputs:
        last = joined[-1] if joined else None
        if last and last.output_type == output.output_type == "stream" and last.name == output.name:
            last.text += output.text
        else:
            joined.append(output)
    return joined


def figures(notebook: Any) -> list[Any]:
    """Return the data of the outputs that are figures."""
    outputs = (output for cell in code_cells(notebook) for output in cell.outputs)
    return [output.data for output in outputs if FIGURE in output.get("data", {})]


def code_cells(notebook: Any) -> list[Any]:
    """Return the code cells of a notebook."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def text(notebook: Any) -> str:
    """Return a notebook as the text of its file."""
    return nbformat.writes(notebook).rstrip("\n") + "\n"


def pictures() -> dict[Path, bytes]:
    """Return the pictures in the README and on the pages, by their paths."""
    cards = {FOLDER / "pictures" / f"{page.stem[3:]}.svg": card(page) for page in pages()}
    return {
        DOCS / "boards.svg": boards().encode(),
        DOCS / "game.svg": moving(stacks()).encode(),
        DOCS / "playtest.svg": playtest(),
        DOCS / "comparison.svg": comparison(),
        **{path: drawn for path, drawn in cards.items() if drawn},
    }


def moving(match: gk.Match) -> str:
    """Return a match as an SVG that moves: a board after each move, one after the other."""
    boards = []
    for ply in range(match.ply + 1):
        earlier = match.fork()
        earlier.goto(ply)
        boards.append(scene_of(onlookers_view(earlier)))
    width, height, beats = boards[0].width, boards[0].height, len(boards) + 1  # the last stays
    drawn = []
    for number, scene in enumerate(boards):
        shown = ["hidden"] * beats
        shown[number] = "visible"
        if scene is boards[-1]:
            shown[-1] = "visible"
        drawn.append(
            f'<g visibility="hidden">{scene.svg()}<animate attributeName="visibility" '
            f'values="{";".join(shown)}" dur="{SECONDS_A_MOVE * beats}s" calcMode="discrete" '
            'repeatCount="indefinite"/></g>'
        )
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style>'
    return "".join([head, *drawn, "</svg>\n"])


def card(page: Path) -> bytes:
    """Return the board of a page's game after some moves, as SVG, or b"" if the page is about no game."""
    name = page.stem[3:].replace("_", "-")
    if name not in {game.name for game in gk.games()}:
        return b""
    match = gk.Match(name, seed=1)
    for _ in range(CARD_MOVES):
        match.play(gk.bot("random").choose(match.view(match.to_act), seed=match.ply))
    return svg(match).encode() + b"\n"


def boards() -> str:
    """Return three boards side by side, as SVG."""
    left, drawn = 0.0, []
    for match in (stacks(), escape(), garden()):
        scene = scene_of(onlookers_view(match))
        width = HEIGHT * scene.width / scene.height
        place = f'x="{left:.0f}" width="{width:.0f}" height="{HEIGHT}"'
        drawn.append(scene.svg().replace("<svg", f"<svg {place}", 1))
        left += width + GAP
    size = f'width="{left - GAP:.0f}" height="{HEIGHT}" viewBox="0 0 {left - GAP:.0f} {HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style>'
    return "".join([head, *drawn, "</svg>\n"])


def stacks() -> gk.Match:
    """Return the published example of Take-Back-Toe, won by Red."""
    match = gk.Match("take-back-toe", auto=False)
    for roll, move in zip("43363", ["B2-A2", "A2-A1", "B3-A3", "B4-C4", "B4-A4"], strict=True):
        match.dictate(roll).play(move)
    return match


def escape() -> gk.Match:
    """Return a match of Tactical Escape in which Red has escaped with two flowers."""
    red, blue = ("F3", "F4", "G2", "G3", "G4", "H2", "H3"), ("B3", "C4", "C5", "D4")
    board = dict.fromkeys(red, 0) | dict.fromkeys(blue, 1)
    gifts = {"offer": [7, 11, 12], "given": [[12], [7]], "to_move": 0}
    return gk.Match("tactical-escape", position={"board": board, **gifts}).play("pass escape")


def garden() -> gk.Match:
    """Return a match of Flower Field in which Bee has named one of two fields that are alike."""
    board = {"B4": "B", "C4": "R", "D4": "P", "D5": "R", "D3": "B", "B2": "B", "C2": "R", "D2": "P"}
    challenge = {"recent": ["D1"], "challenge": [["B4", "C4", "D4", "D5"]]}
    return gk.Match("flower-field", position={"board": board | {"D1": "R"}, **challenge})


def playtest() -> bytes:
    """Return the figure of a playtest in the README, as SVG."""
    slow = gk.load("take-back-toe").with_(match=4)
    study = gk.playtest(slow, ("greedy", "greedy"), games=1_000, progress=False)
    return _picture(shown_figure(study.figure(), "")["text/html"])


def comparison() -> bytes:
    """Return the figure of the comparison on the front page of the site, as SVG."""
    game = gk.load("take-back-toe")
    found = gk.compare(game, game.with_(match=4), games=2_000, progress=False)
    return _picture(
        shown_figure(comparison_figure({"three stacks": found.a, "four stacks": found.b}), "")[
            "text/html"
        ]
    )


def _picture(html: str) -> bytes:
    """Return the picture in this HTML."""
    return b64decode(html.partition(SVG)[2].partition('"')[0])


def renew(path: Path, fresh: bytes, is_check: bool) -> bool:
    """Write a file unless it is fresh or only checked; return whether it was stale."""
    is_stale = not path.exists() or path.read_bytes() != fresh
    if is_stale and not is_check:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(fresh)
    word = ("stale" if is_check else "written") if is_stale else "fresh"
    print(f"{word:<8} {path.name}", flush=True)
    return is_stale


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says, and return 1 if a check fails."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pages", nargs="*", type=page_named, help="pages, instead of all of them")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if stale")
    parser.add_argument("--pictures", action="store_true", help="only those in the README")
    chosen = parser.parse_args(arguments)
    if sys.platform == "win32":
        asyncio.set_event_loop_policy(asyncio.WindowsSelectorEventLoopPolicy())
    stale = []
    for page in chosen.pages or ([] if chosen.pictures else pages()):
        stale.append(renew(page, run(page).encode(), chosen.check))
    for path, picture in ({} if chosen.pages else pictures()).items():
        stale.append(renew(path, picture, chosen.check))
    return int(chosen.check and any(stale))


if __name__ == "__main__":
    sys.exit(main())
