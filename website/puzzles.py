"""The puzzles of the site, one a day. `make puzzles` finds them anew; the site is built from what it found.

Everybody has the same puzzle on the same day: the page counts days, and takes the puzzle of that number.
"""

from __future__ import annotations

import json
from html import escape
from itertools import chain, zip_longest
from pathlib import Path

import gamekit as gk
from gamekit.puzzling import Puzzle
from gamekit.storage.links import unpacked
from gamekit_widgets.drawing.picture import svg

FILE = Path(__file__).with_name("puzzles.json")
EACH, SEED = 4, 44  # puzzles of each game, and of their games
STARS = 6  # grades
PAGE = """\
# A puzzle a day

Each puzzle has one good answer. Bots found them in their own games, and nearly all are proven: the kit tried everything else.
The rest rest on hundreds of games. Press a puzzle to solve it on its board; *Hint* helps, and at last tells the answer.
[Find puzzles](reference/opponents.md#puzzles) in any game, yours included, with `gk.puzzles`.

<h2>Today</h2>
<ol class="gk-puzzles" id="puzzles">
{items}
</ol>
<script src="_static/puzzles.js"></script>
"""
ITEM = """\
<li><a href="play/{game}/#{link}"><img src="pictures/puzzles/{number}.svg" alt="A board of {title}" loading="lazy" width="320" height="240"></a>
<div><time></time> <b>{title}</b> <span title="Grade {grade} of {most}">{stars}</span><br><a href="play/{game}/#{link}">{text}</a></div></li>"""


def find() -> None:
    """Find the puzzles of all games, and write them to the file."""
    found = [
        [puzzle.packed() for puzzle in gk.puzzles(game, EACH, seed=SEED)] for game in gk.games()
    ]
    mixed = [link for link in chain(*zip_longest(*found)) if link]
    FILE.write_text(json.dumps(mixed, indent=0) + "\n", "utf-8")


def known() -> list[tuple[str, Puzzle]]:
    """Return the puzzles of the file, each with what stands in its link."""
    found = []
    for link in json.loads(FILE.read_text("utf-8")):
        record, puzzle = unpacked(link)
        found.append((link, Puzzle.of(record.match(), puzzle)))
    return found


def write_puzzles(source: Path) -> None:
    """Write the page of puzzles, and a picture of each."""
    folder = source / "pictures" / "puzzles"
    folder.mkdir(parents=True)
    items = []
    for number, (link, puzzle) in enumerate(known()):
        match = puzzle.match
        (folder / f"{number}.svg").write_text(svg(match.view(match.to_act)), "utf-8")
        items.append(
            ITEM.format(
                game=match.game.name,
                link=link,
                number=number,
                title=escape(match.game.title),
                grade=puzzle.grade,
                most=STARS,
                stars="●" * puzzle.grade + "○" * (STARS - puzzle.grade),
                text=escape(puzzle.text),
            )
        )
    (source / "puzzles.md").write_text(PAGE.format(items="\n".join(items)), "utf-8")


if __name__ == "__main__":
    find()
