"""Rules broken on purpose: for each, a test marked with its id must fail.

The package is copied, one piece of source is replaced, and the tests of that rule run on the copy
in a process of their own.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from multiprocessing import get_context
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

REPOSITORY = Path(__file__).parents[1]
GAME = "games/take_back_toe/rules.py"
SHIFT = "games/shift_tac_toe/rules.py"
DICE = "games/liars_dice/rules.py"
GARDEN = "games/flower_field/rules.py"
TILES = "games/sliding_tic_tac_toe/rules.py"
THREE = "games/death_match/rules.py"
EVOLVED = "games/tic_tac_toe_evolved/rules.py"
ESCAPE = "games/tactical_escape/rules.py"

# (rule, file in the package, source, what replaces it)
MUTATIONS = [
    ("TBT-1", GAME, "    if target < 0:\n        return OFF_BOARD\n", "    if target < 0:\n        return TOO_FEW_PIECES\n"),
    ("TBT-3", GAME, "        if size > 0:\n", "        if size > 1:\n"),
    ("TBT-7", GAME, "    state.player = 1 - mover\n", "    state.player = mover\n"),
    ("TBT-9", GAME, "if state.stacks[start] < state.die:", "if state.stacks[start] <= state.die:"),
    ("TBT-12", GAME, "        return TAKES_BACK\n", "        return 0\n"),
    ("TBT-13", GAME, "state.last_count[opponent] == state.die", "state.last_count[opponent] > 0"),
    ("TBT-15", GAME, "        if state.stacks[cell] >= state.die:\n",
     "        if state.stacks[cell] > state.die:\n"),
    ("TBT-17", GAME, "            if equal >= rules.match:", "            if equal > rules.match:"),
    ("TBT-18", GAME, "state.turn >= 2 * rules.turn_limit", "state.turn >= rules.turn_limit"),
    ("TBT-20", GAME, "TIE_IS_DRAW else state.first", "TIE_IS_DRAW else 0"),
    ("TBT-24", "games/take_back_toe/text.py", "    if state.turn % 2 == 0 and", "    if state.turn % 2 == 1 and"),
    ("TBT-Q3", GAME, "    if rules.reversal == PREVIOUS_TURN:\n",
     "    if rules.reversal == NO_BAN:\n"),
    ("TBT-Q9", GAME, "rules.win_check == BOTH_ROWS and has", "rules.win_check == MOVERS_ROW and has"),
    ("SHT-1", SHIFT, "state.first if round == 1 else 1 - state.first", "state.first"),
    ("SHT-3", SHIFT, "return TURN if state.board[index] != EMPTY else 0", "return 0"),
    ("SHT-5", SHIFT, "        state.board[cell] = entering", "        state.board[cell] = leaving"),
    ("SHT-10", SHIFT, "state.locks[cell] > 0 and state.board[cell] != entering", "False"),
    ("SHT-12", SHIFT, "mine = state.fours[mover] >= rules.fours_needed",
     "mine = state.fours[mover] >= 1"),
    ("SHT-14", SHIFT, "elif won[0] == 0 and more_fours != 0:", "elif more_fours != 0:"),
    ("SHT-16", SHIFT, "state.winner = state.dmo", "state.winner = 1 - state.dmo"),
    ("LD-2", DICE, "whose_roll(rules, state) == player", "True"),
    ("LD-3", DICE, "return MUST_CLAIM if state.claim == 0 else 0", "return 0"),
    ("LD-6", DICE, "    if move < state.claim:\n", "    if move < state.claim - rules.sides:\n"),
    ("LD-8", DICE, "state.last_matching >= dice else", "state.last_matching > dice else"),
    ("LD-9", DICE, "+= 1 if rules.penalty == GAIN", "+= 2 if rules.penalty == GAIN"),
    ("LD-10", DICE, "state.count[player] > rules.die_limit",
     "state.count[player] >= rules.die_limit"),
    ("LD-Q2", DICE, "    return 1 - state.last_challenger\n", "    return state.last_challenger\n"),
    ("FF-4", GARDEN, "        if kind == PLANT:\n            return PLANT_OR_CHALLENGE\n",
     "        if kind == PLANT:\n            return 0\n"),
    ("FF-5", GARDEN, "state.sown == rules.max_plants", "state.sown == 1"),
    ("FF-6", GARDEN, "return NOT_BESIDE if state.since", "return 0 if state.since"),
    ("FF-13", GARDEN, "    state.lives[1 - state.player] -= 1\n", ""),
    ("FF-14", GARDEN, "    state.lives[state.player] -= 1\n    begin_turn(state)\n",
     "    state.lives[state.player] -= 1\n    end_turn(state)\n"),
    ("FF-Q1", GARDEN, "return state.plants if rules.adjacency == BEFORE_TURN else state.plants + 1",
     "return state.plants + 1"),
    ("FF-Q3", GARDEN, "            state.flowers[cell] = 0\n            state.planted[cell] = 0\n",
     "            state.planted[cell] = 0\n"),
    ("STT-3", TILES, "    if state.turn == 0:\n        return FIRST_TURN\n    return ONE", "    return ONE"),
    ("STT-Q19", TILES, "    if state.turn == 0:\n        return FIRST_TURN\n    return LAST",
     "    return LAST"),
    ("STT-5", TILES, "    return ONE_SLIDE if state.has_slid else 0\n", "    return 0\n"),
    ("STT-12", TILES, "return PLACE_FIRST if state.has_slid else 0", "return 0"),
    ("STT-15", TILES, "    if state.empty <= rules.stop_at:\n        return LAST_SPACES\n    return PLACE",
     "    return PLACE"),
    ("STT-17", TILES, "    if has_five(rules, state, mover):\n        state.winner = mover\n",
     "    if has_five(rules, state, 1 - mover):\n        state.winner = 1 - mover\n"),
    ("DM-8", THREE, "        copy_struct(view.flower_field, view.flower_field_before)\n", ""),
    ("DM-8", THREE, "    hide_secret(view.liars_dice.dice, player)\n", ""),
    ("DM-Q2", THREE, "return mover if own >= others else 1 - mover", "return mover"),
    ("DM-Q5", THREE, "failed and rules.ff_redo == SAME_TURN", "failed and rules.ff_redo != SAME_TURN"),
    ("TTE-12", EVOLVED, "    if dice > rules.max_bid:\n        return NOT_A_BID\n", ""),
    ("TTE-13", EVOLVED, "return 1 if player == state.player and not is_green(rules, state) else 0",
     "return 0"),
    ("TTE-18", EVOLVED, "        state.pool[owner] -= 1\n        state.shown", "        state.shown"),
    ("TTE-19", EVOLVED, "-state.shown[2 * owner] - state.shown[2 * owner + 1]", "0"),
    ("TTE-21", EVOLVED, "free = 1 if state.marks[state.square] == player else 0", "free = 0"),
    ("TTE-22", EVOLVED, "        clear(state, state.square, rules.displaced_die)\n        discard_dice",
     "        discard_dice"),
    ("TTE-25", EVOLVED, "        return NOT_HELD\n", "        return 0\n"),
    ("TE-3", ESCAPE, "        return FIRST_TURN if state.turn == 0 else PLACING\n",
     "        return PLACING\n"),
    ("TE-6", ESCAPE, "    return NOT_BACK if cell == state.banned else 0\n", "    return 0\n"),
    ("TE-12", ESCAPE, "    return GIVEN_BEFORE if is_given(state, giver, condition) else 0\n",
     "    return 0\n"),
    ("TE-23", ESCAPE, "    owner = 1 - player if condition in OF_GIVER else player\n", "    owner = player\n"),
    ("X-Q1", "match/match.py", "            moves = self._referee.judge(self._state, move, self.result)\n",
     "            self._started = self.timer()\n            moves = self._referee.judge(self._state, move, self.result)\n"),
    ("X-Q3", "match/clock.py", "float(ceil(over / self.period))", "float(over // self.period)"),
    ("X-Q4", "match/match.py", "restart:\n            self._started = self.timer()\n", "False:\n            pass\n"),
]  # fmt: skip

CONFTEST = """
import gamekit
from hypothesis import Phase, settings

# A failure is wanted, not the smallest one; and always the same.
settings.register_profile(
    "any failure", phases=[Phase.explicit, Phase.generate], derandomize=True, database=None
)
settings.load_profile("any failure")

def pytest_collection_modifyitems(items):
    assert gamekit.__file__.startswith({folder!r}), gamekit.__file__
    items[:] = [
        item for item in items
        if {rule!r} in [name for mark in item.iter_markers("rule") for name in mark.args]
    ]
"""


PREPARED = get_context("forkserver")  # each run of pytest is forked from one that has it imported
PREPARED.set_forkserver_preload(["pytest", "hypothesis", "hypothesis.strategies"])


def rule_tests(folder: Path, rule: str) -> tuple[int | None, str]:
    """Run the tests of one rule on the copy of the package in `folder`: how pytest left, and what
    it printed."""
    (folder / "conftest.py").write_text(CONFTEST.format(folder=str(folder), rule=rule))
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\nmarkers = rule: the rule id\n")
    files = [p for p in (folder / "rules").glob("test_*.py") if f'"{rule}"' in p.read_text("utf-8")]
    assert files, f"no test is marked with {rule}"
    run = PREPARED.Process(target=run_pytest, args=(folder, files))
    run.start()
    run.join()
    return run.exitcode, (folder / "printed").read_text("utf-8")


def run_pytest(folder: Path, files: list[Path]) -> None:
    """Be a process that runs pytest there and sees no other copy of the package."""
    with (folder / "printed").open("w") as printed:
        for stream in (1, 2):
            os.dup2(printed.fileno(), stream)
    os.chdir(folder)
    sys.path[:0] = [str(folder), str(REPOSITORY / "widgets")]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ.pop("PYTEST_ADDOPTS", None)
    sys.dont_write_bytecode = True
    options = ["-q", "-x", "-p", "no:cacheprovider", "--import-mode=importlib"]
    sys.exit(pytest.main([*options, *map(str, files)]))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the engine and of the tests of the rules, with the bytecode that is there."""
    ignore = shutil.ignore_patterns("*.pyc.*")  # which another process is writing
    shutil.copytree(REPOSITORY / "gamekit", tmp_path / "gamekit", ignore=ignore)
    shutil.copytree(REPOSITORY / "tests" / "rules", tmp_path / "rules", ignore=ignore)
    return tmp_path


@pytest.mark.parametrize(("rule", "file", "old", "new"), MUTATIONS, ids=[m[0] for m in MUTATIONS])
def test_breaking_a_rule_is_noticed(rule: str, file: str, old: str, new: str, folder: Path) -> None:
    path = folder / "gamekit" / file
    source = path.read_text("utf-8")
    assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times in {file}"
    path.write_text(source.replace(old, new), "utf-8")
    for stale in path.parent.glob(f"__pycache__/{path.stem}.*"):
        stale.unlink()
    left, printed = rule_tests(folder, rule)
    assert left == 1, printed
    assert re.search(r"\b1 failed\b", printed), printed


def test_unbroken_rules_pass(folder: Path) -> None:
    left, printed = rule_tests(folder, "TBT-12")
    assert left == 0, printed
