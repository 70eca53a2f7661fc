"""The site's puzzles, one a day. They come from `puzzles.json`.

    make puzzles                             find new ones
    python website/puzzles.py liars-dice     in one game only

Everybody gets the same puzzle on the same day: the page counts the days and takes the puzzle with that number.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection
from html import escape
from itertools import chain, zip_longest
from pathlib import Path

import gamekit as gk
from gamekit.puzzle import BEST, HOLD, KINDS, REFUSAL, TWO, WIN, Puzzle
from gamekit.storage.record import unpacked
from gamekit_widgets.scenes import svg

FILE = Path(__file__).with_name("puzzles.json")
SEED = 44  # of the games that the puzzles come from
MOST = 3  # the most puzzles of each kind in each game; the hardest are kept
# How many to look for. With more, the search plays longer before it gives up on a kind.
SOUGHT = {WIN: 24, TWO: 8, HOLD: 8, BEST: MOST, REFUSAL: 1}
STARS = 6  # grades
PAGE = """\
# A puzzle a day

Each puzzle has one good answer, and all come from games between bots. {proven} of the {all} answers are certain: the kit
tried every turn, or the rules say so. For the other {best}, one move did clearly best when bots played on hundreds of times.
Press a puzzle to solve it on its board. *Hint* helps, and at last tells the answer.
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


def find(names: Collection[str] = ()) -> None:
    """Find new puzzles of every kind, and write them to the file after each game.

    Args:
        names: the games to look in, or none for all games. The puzzles of other games stay.
    """
    links: dict[str, list[str]] = {game.name: [] for game in gk.games()}
    for link, puzzle in known():
        links[puzzle.match.game.name].append(link)
    for game in [gk.load(name) for name in names] or gk.games():
        links[game.name] = [puzzle.packed() for puzzle in found_in(game)]
        mixed = [link for link in chain(*zip_longest(*links.values())) if link]
        FILE.write_text(json.dumps(mixed, indent=0) + "\n", "utf-8")


def found_in(game: gk.Game) -> list[Puzzle]:
    """Return the puzzles of a game, alternating between its kinds."""
    each = [gk.puzzles(game, SOUGHT[kind], seed=SEED, kinds=[kind])[-MOST:] for kind in KINDS]
    found = [puzzle for puzzle in chain(*zip_longest(*each)) if puzzle]
    print(game.title, *(puzzle.kind for puzzle in found), sep=", ", flush=True)
    return found


def known() -> list[tuple[str, Puzzle]]:
    """Return the puzzles in the file, each with the packed text of its link."""
    found = []
    for link in json.loads(FILE.read_text("utf-8")):
        record, puzzle = unpacked(link)
        found.append((link, Puzzle.of(record.match(), puzzle)))
    return found


def write_puzzles(source: Path) -> None:
    """Write the page of puzzles and a picture of each puzzle."""
    folder = source / "pictures" / "puzzles"
    folder.mkdir(parents=True)
    items, puzzles = [], known()
    for number, (link, puzzle) in enumerate(puzzles):
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
    best = sum(puzzle.kind == BEST for _, puzzle in puzzles)
    page = PAGE.format(
        items="\n".join(items), all=len(puzzles), best=best, proven=len(puzzles) - best
    )
    (source / "puzzles.md").write_text(page, "utf-8")


if __name__ == "__main__":
    find(sys.argv[1:])
