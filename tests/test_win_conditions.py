"""Win conditions that somebody adds to Tactical Escape: one that needs a function, because nothing has asked
for it before, and rows that ask for one more than known ones do."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.games.tactical_escape import win_conditions
from gamekit.games.tactical_escape.win_conditions import CONDITIONS
from tests.structure import REPOSITORY

pytestmark = pytest.mark.long

FOLDER = Path("gamekit/games/tactical_escape")
ADDED = CONDITIONS + 1
ALL = ADDED + sum(not each.yes_no for each in win_conditions.WIN_CONDITIONS)
ROW = """    WinCondition(
        rule="TE-90",
        sentence="You have pieces on four corners of the board.",
        words="four corners",
        asks=CORNERS_HELD,
        needed=4,
        hardness=9,
        pieces=4,
        adds=1,
    ),
)
WIN_CONDITIONS += tuple(
    each._replace(rule=f"TE-{91 + n}", needed=each.needed + 1, pieces=each.pieces + 1)
    for n, each in enumerate(WIN_CONDITIONS[:-1])
    if not each.yes_no
)

CONDITIONS ="""
ASKS = len(set(win_conditions.ASKS))
LINE = """    if asks == CORNERS_HELD:
        return corners_held(rules, state, owner)
    if asks in (LARGE_GROUPS,"""
FUNCTION = """

def corners_held(rules: Parameters, state: State, owner: int) -> int:
    count = 0
    for cell in range(cell_count(rules.size)):
        sides = sides_of(rules.size, cell)
        count += 1 if state.board[cell] == owner and sides & sides - 1 else 0
    return count
"""
# What is changed in the two files.
CHANGES = {
    "win_conditions.py": {
        f") = range({ASKS})": f"    CORNERS_HELD,\n) = range({ASKS + 1})",
        ")\n\nCONDITIONS =": ROW,
    },
    "rules.py": {
        "    cell_count,\n": "    cell_count,\n    sides_of,\n",
        "    CONNECTION,\n": "    CONNECTION,\n    CORNERS_HELD,\n",
        "    if asks in (LARGE_GROUPS,": LINE,
    },
}
PLAYED = """
import json
import sys
import gamekit as gk
from gamekit.games.tactical_escape.win_conditions import CONDITIONS
from gamekit_widgets.drawing.scene import Hand
from gamekit_widgets.scenes.tactical_escape import draw

added = int(sys.argv[1])
published = gk.load("tactical-escape")
game = gk.load("tactical-escape", offer=(5, 6, added), size=3)
gk.conformance.check(game, games=3)
for first in range(added + 1, CONDITIONS + 1, 3):
    last = min(first + 2, CONDITIONS)
    offer = (last - 2, last - 1, last)
    gk.conformance.check(gk.load("tactical-escape", offer=offer, size=4), games=2)
board = dict.fromkeys(("A1", "A3", "C1"), 0) | dict.fromkeys(("B2", "C3", "D2"), 1)
start = {"board": board, "offer": [5, 6, added], "given": [[5], [added]], "turns": [3, 3]}
match = gk.Match(game, position=start)
near = [match.game.is_near(match.rules, match.state, 0, added, pieces) for pieces in range(3)]
drawn = draw(match.view(0), Hand(is_assisted=True))
match.play("E1 escape")
study = gk.playtest(game, ("greedy", "greedy"), 60, progress=False)
rule = published.rulebook["TE-90"]
print(json.dumps({
    "rule": [rule.title, rule.text],
    "help": published.options["offer"].doc,
    "near": near,
    "legend": [piece.text for piece in drawn.pieces if f"-{added}" in piece.key and piece.key[0] in "wh"],
    "ending": match.result.text,
    "cells": list(match.view().winning_cells()),
    "length": float(study.metrics.loc["length", "value"]),
    "receipts": [
        json.loads(gk.playtest(published, bots, 30, progress=False).receipt)["rows"]
        for bots in (("random", "random"), ("greedy", "greedy"))
    ],
}))
"""


@pytest.fixture(scope="module")
def thirteenth(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a copy of the kit shows in which somebody has added a win condition."""
    home = tmp_path_factory.mktemp("thirteenth")
    shutil.copytree(
        REPOSITORY / "gamekit", home / "gamekit", ignore=shutil.ignore_patterns("*.pyc")
    )
    for file, changes in CHANGES.items():
        path = home / FOLDER / file
        text = path.read_text("utf-8")
        for old, new in changes.items():
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
            text = text.replace(old, new)
        path.write_text(text + (FUNCTION if file == "rules.py" else ""), "utf-8")
    paths = os.pathsep.join([str(home), str(REPOSITORY / "widgets")])
    settings = {**os.environ, "PYTHONPATH": paths, "GAMEKIT_COMPILE": "never"}
    run = subprocess.run(
        [sys.executable, "-c", PLAYED, str(ADDED)],
        env=settings,
        cwd=home,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_an_added_win_condition_is_a_rule(thirteenth: Any) -> None:
    sentence = "You have pieces on four corners of the board."
    assert thirteenth["rule"] == [f"Win condition {ADDED}", sentence]
    assert thirteenth["help"] == f"the three win conditions offered, of 1 to {ALL}"


def test_an_added_win_condition_wins_and_shows_by_what(thirteenth: Any) -> None:
    ending = f"Red wins. Red escaped with win condition {ADDED}, four corners (A1, A3, C1, E1)."
    assert thirteenth["ending"] == ending
    assert sorted(thirteenth["cells"]) == ["A1", "A3", "C1", "E1"]


def test_bots_see_from_its_row_whether_an_added_win_condition_is_near(thirteenth: Any) -> None:
    assert thirteenth["near"] == [False, True, True]


def test_the_board_measures_an_added_win_condition(thirteenth: Any) -> None:
    assert thirteenth["legend"] == ["four corners", "four corners", "3 of 4"]


def test_bots_play_with_an_added_win_condition(thirteenth: Any) -> None:
    assert thirteenth["length"] > 0


def test_an_added_win_condition_changes_nothing_in_the_published_game(
    thirteenth: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    for bots, rows in zip((("random",) * 2, ("greedy",) * 2), thirteenth["receipts"], strict=True):
        study = gk.playtest("tactical-escape", bots, 30, progress=False)
        assert json.loads(study.receipt)["rows"] == rows
