"""`gamekit check`: the guide's games pass, and each broken one gets the finding a designer wants."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import gamekit as gk
from gamekit.checking import check as checking
from gamekit.checking import secrecy, trial_games
from gamekit.checking.check import check_file
from gamekit.checking.contract_checks import Broken, Promise
from gamekit.checking.game_file import game_in_file
from gamekit.checking.report import ADVICE, Report
from gamekit.checking.secrecy import LEAST, Guesses
from gamekit.checking.trial_games import walk
from gamekit.cli import main
from gamekit.cli.commands import show_report
from gamekit.cli.terminal import Screen
from tests.broken_games import FAULTS, UNCOMPILED, Fault, guides_games
from tests.new_python import printed

pytestmark = pytest.mark.long

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "check.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try less than for designers: these faults are not well hidden."""
    few = {
        "GAMES": 4, "PLAYTEST": 20, "LOOP": 2.0, "TEXTS": 20, "POSITIONS": 40, "MIXED": 1,
        "LONGEST": 200, "WALKED": 60, "SHORT": 20, "ENOUGH": 1,
    }  # fmt: skip
    for name, value in few.items():
        monkeypatch.setattr(checking, name, value)


def checked(source: str, folder: Path, compiles: bool = False) -> Report:
    """Check a file, and that the report is as the schema says."""
    file = folder / "game.py"
    file.write_text(source, "utf-8")
    report = check_file(str(file), compiles=compiles)
    VALIDATOR.validate(json.loads(json.dumps(report.data())))
    return report


DEALS = Path(__file__).parent / "small_games" / "deals.py"
ONE_BY_ONE = (
    ('"joint", "turns"', '"turns", "joint"'),
    ("JOINT, TURNS, LOOK", "TURNS, JOINT, LOOK"),
)


def dealt(*changes: tuple[str, str]) -> str:
    """Return the source of a game in which cards are dealt, changed."""
    source = DEALS.read_text("utf-8")
    for old, new in changes:
        assert source.count(old) >= 1, old
        source = source.replace(old, new)
    return source


@pytest.mark.parametrize("deal", ["joint", "turns", "look"])
@pytest.mark.parametrize("cards", [3, 5])
def test_cards_may_be_dealt_at_once_or_one_by_one(deal: str, cards: int, tmp_path: Path) -> None:
    others = [other for other in ("joint", "turns", "look") if other != deal]
    names = [deal, *others]
    source = dealt(
        ('"joint", "turns", "look"', ", ".join(f'"{name}"' for name in names)),
        ("JOINT, TURNS, LOOK", ", ".join(name.upper() for name in names)),
        ("number(3, range(2, 14)", f"number({cards}, range(2, 14)"),
    )
    assert checked(source, tmp_path).findings == []


LATEST = (
    *ONE_BY_ONE,
    ("    done = whole()\n", "    done = whole()\n    latest = whole()  # drawn, as a number\n"),
    ("state.done = state.paid", "state.latest = state.done = state.paid"),
    ("        state.dealt += 1\n", "        state.dealt += 1\n        state.latest = move\n"),
    (
        "            view.card[other] = 0\n",
        "            view.card[other] = 0\n    if view.dealt - 1 != player:\n        view.latest = 0\n",
    ),
    ('    paid=("1', '    latest=("the number of the latest card", 1),\n    paid=("1'),
    ("    state.paid = given", '    state.latest = given.whole("latest", 0, 13, 0)\n    state.paid = given'),
    ("        paid=state.paid or None,\n", "        paid=state.paid or None,\n        latest=state.latest,\n"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "code", "function", "says"),
    [
        (
            (*ONE_BY_ONE, ("return str(drawn(rules, state, move))", 'return f"deal {move + 1}"')),
            "leak-in-history", "write", "it writes what looks the same to them as 'deal",
        ),
        (LATEST, "leak", "hide", "but sees in latest that it was number"),
        (
            [("            view.card[other] = 0", "            pass")],
            "leak", "hide", "may not know whether 'deal",
        ),
    ],
    ids=["written by its number", "kept by its number", "nothing hidden"],
)  # fmt: skip
def test_a_deal_that_gives_the_other_card_away_is_found(
    changes: Any, code: str, function: str, says: str, tmp_path: Path
) -> None:
    found = checked(dealt(*changes), tmp_path).findings
    assert [(one.code, one.function) for one in found][:1] == [(code, function)]
    assert says in found[0].message


@pytest.mark.parametrize("name", ["heap", "rows", "leap", "cups", "high-card"])
def test_the_games_of_the_guide_pass(name: str, tmp_path: Path) -> None:
    report = checked(guides_games()[name], tmp_path, compiles=True)
    assert report.findings == []
    assert report.game == name
    assert report.checked["compiled"]
    assert report.checked["playtest"]["ended"] == 20
    assert report.checked["unseen"] == {"moves": [], "rules": []}


def test_how_much_is_tried_is_counted_and_not_timed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("EXAMINED", "VARIED", "PLAYED"):
        monkeypatch.setattr(checking, name, 1)
    tried = checked(guides_games()["heap"], tmp_path).checked
    assert (tried["games"], tried["variants"], tried["playtest"]["games"]) == (1, 1, 1)


@pytest.mark.parametrize("fault", [*FAULTS, *UNCOMPILED], ids=lambda fault: fault.name)
def test_a_broken_game_gets_the_finding_that_a_designer_wants(
    fault: Fault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault.code == "never-returns":
        monkeypatch.setattr(checking, "LOOP", 0.3)
    report = checked(fault.source, tmp_path, compiles=fault in UNCOMPILED)
    found = [one for one in report.findings if one.code == fault.code]
    assert [one.function for one in found] == [fault.function], report.findings
    assert fault.says in found[0].message
    assert not report.ok
    lines = fault.source.splitlines()
    line = lines[found[0].line - 1] if found[0].line else ""
    assert fault.at in line
    assert len(report.findings) <= 2, "what follows from it is left out"


def test_a_finding_names_the_parameters_and_a_position_that_shows_it(tmp_path: Path) -> None:
    fault = next(fault for fault in FAULTS if fault.name == "a parameter too large")
    (found,) = checked(fault.source, tmp_path).findings
    assert found.parameters == {"stones": 60}
    fault = next(fault for fault in FAULTS if fault.name == "an exception")
    found = checked(fault.source, tmp_path).findings[0]
    assert found.position is not None
    assert found.moves == len(found.history)


@pytest.mark.parametrize(
    ("game", "old", "new", "advice"),
    [
        ("cups", "import CHANCE, DRAW", "import DRAW", "from gamekit.contract import CHANCE."),
        ("heap", "state.heap -= move", "state.heep -= move", "no field heep. Did you mean 'heap'?"),
        ("cups", "range(2))\n\n\nFIELDS", "range(3))\n\n\nFIELDS", "Keep every index in range"),
        (
            "cups",
            "for other in range(2):",
            "view.dice[player] += 0\n    for other in range(2):",
            "PUBLIC",
        ),
        ("heap", "FIELDS.write(", "FIELDS.write(heaps=1, ", "Declare heaps in FIELDS"),
        ("heap", "number(15, range(1, 61),", "number(15, 1, 61,", "number(7, range(3, 13),"),
        ("heap", "def move_count(rules)", "def move_count()", "def move_count(rules)."),
        (
            "heap",
            "import contract",
            "import contract\nfrom gamekit.contract import arrays",
            "'array'",
        ),
        ("heap", "heap=state.heap, ", "", "dump does not write heap, or position does not read it"),
        ("heap", 'given.whole("heap", 0,', 'given.whole("heap", 2,', "position is too strict"),
        ("heap", "{stones} stones", "{total} stones", "return it from terms(rules)"),
        (
            "heap",
            "return rules.most  #",
            "return rules.mots  #",
            "field mots. Did you mean 'most'?",
        ),
        ("heap", "-= move + 1", "-= random", "gives apply only rules, state and move. Get chance"),
        ("heap", "return 1 - state.player,", "return 7,", "Look for the `return` of result"),
        ("heap", "return 1 - state.player,", "return True,", "say which one, as in 1 if"),
        (
            "rows",
            "\n\ndef apply",
            "\n\ndef way(rules, state, move):\n    return ('x')\n\n\ndef apply",
            "('x',)",
        ),
    ],
)
def test_advice_says_what_to_do_about_this_very_fault(
    game: str, old: str, new: str, advice: str, tmp_path: Path
) -> None:
    source = guides_games()[game]
    assert old in source
    report = checked(source.replace(old, new), tmp_path)
    assert advice in report.findings[0].advice


REPLACED = "def apply(rules, state, move):\n    state = state.copy()\n"
BY_LUCK = "    import random\n\n    state.board[move] = 1 + random.randrange(2)\n"
ONE_WAY = "\n\ndef way(rules, state, move):\n    return (move // 2,)\n\n\ndef apply"
LUCKY = """

import random as luck


def policy(rules, state, moves, random):
    legal = [move for move in range(rules.side * rules.side) if state.board[move] == 0]
    return luck.choice(legal)


def apply"""
SUMMED = "    board = array(64, 'i1')\n    sum = array(1, 'i1')\n"
RANGED = "    board = array(64, 'i1')\n    filled = whole(range(3))\n"


@pytest.mark.parametrize(
    ("changes", "code", "function", "says"),
    [
        ([("def apply(rules, state, move):\n", REPLACED)], "state-replaced", "apply", "is lost"),
        ([("    state.board[move] = state.player + 1\n", BY_LUCK)], "answers-differ", "apply", "is chance"),
        (
            [('    board = array(64, "i1")', RANGED), ("array, number", "array, whole, number"), ("    state.turn", "    state.filled += 1\n    state.turn")],
            "bad-value", "apply", "filled is 3; it must be a whole number from 0 to 2",
        ),
        (
            [('    board = array(64, "i1")', SUMMED), ("number(3, range(3, 6)", "number(9, range(9, 10)"), ("    state.turn", "    state.sum[0] += 3\n    state.turn")],
            "bad-value", "apply", "sum holds 129; array(1, 'i1') holds",
        ),
        ([("\n\ndef apply", ONE_WAY)], "written-alike", "way", "the same notation"),
        ([("\n\ndef apply", LUCKY)], "answers-differ", "policy", "is chance"),
    ],
    ids=["a state that is replaced", "a die in apply", "a number that State does not allow", "a number that grows late", "one way for two moves", "a policy by luck"],
)  # fmt: skip
def test_the_cause_alone_is_reported(
    changes: list[tuple[str, str]], code: str, function: str, says: str, tmp_path: Path
) -> None:
    source = guides_games()["rows"]
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    (found,) = checked(source, tmp_path).findings
    assert (found.code, found.function) == (code, function)
    assert says in found.message


PICTURE = """

from gamekit_widgets import scenes
from gamekit_widgets.drawing.scene import Die, Scene


def draw_heap(view, hand):
    die = Die("heap", 100, 100, view.state.heep, 0, 0)
    return Scene("Heap", "A heap", "A heap", 640, 350, (), (die,))


scenes.register("heap", draw_heap)
"""


def test_a_picture_that_the_file_registers_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenes = pytest.importorskip("gamekit_widgets.scenes")
    monkeypatch.setattr(scenes, "SCENES", dict(scenes.SCENES))
    source = guides_games()["heap"] + PICTURE
    (found,) = checked(source, tmp_path).findings
    assert (found.code, found.function) == ("picture-fails", "draw")
    assert "view.state.heep" in source.splitlines()[(found.line or 0) - 1]
    assert "Did you mean 'heap'?" in found.advice
    assert checked(source.replace("heep", "heap"), tmp_path).findings == []


def test_a_position_that_cannot_be_set_up_is_reported_by_its_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    fault = next(fault for fault in FAULTS if fault.name == "a position that forgets")
    Path("heap.py").write_text(fault.source, "utf-8")
    assert main(["check", "heap.py", "--no-compile"]) == 1
    lines = capsys.readouterr().out.splitlines()
    (command,) = (line for line in lines if "gamekit play" in line)
    moves = lines[lines.index(command) + 1].partition("and then type: ")[2].split(", then ")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(moves)))
    assert all(moves)
    assert main(shlex.split(command)[1:]) == 0
    assert f"You left after {len(moves)} move" in capsys.readouterr().out


def test_what_play_never_comes_to_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changes = {
        "return rules.most  #": "return rules.most + 1  #",
        "    return TOO_MANY if": "    if move == rules.most:\n        return why_no_pass(state)\n    return TOO_MANY if",
        "def apply(": "def why_no_pass(state):\n    rule = TAKING if state.heap else 1\n    return rule\n\n\ndef apply(",
        "    for move in": '    if text == "pass":\n        return [rules.most]\n    for move in',
        "return str(move + 1)": 'return "pass" if move == rules.most else str(move + 1)',
    }
    source = guides_games()["heap"]
    for old, new in changes.items():
        source = source.replace(old, new, 1)
    report = checked(source, tmp_path)
    assert report.checked["unseen"] == {"moves": ["pass"], "rules": ["HP-1"]}
    show_report(report, "game.py", Screen())
    output = " ".join(capsys.readouterr().out.split())
    assert "never reached it: the move 'pass', a refusal by HP-1." in output


def test_a_rule_that_was_never_cited_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may describe the game, as HP-1 does, or be forgotten in the code, as HP-7 is."""
    forgotten = '    Rule("HP-7", "Not twice", "Nobody takes as many stones as the turn before."),\n)\nTAKING'
    report = checked(guides_games()["heap"].replace(")\nTAKING", forgotten), tmp_path)
    assert report.ok
    assert report.checked["uncited"] == ["HP-1", "HP-7"]
    show_report(report, "game.py", Screen())
    assert "HP-1, HP-7 were never cited" in capsys.readouterr().out


def test_a_match_refuses_a_third_player(tmp_path: Path) -> None:
    fault = next(fault for fault in FAULTS if fault.name == "a third player")
    file = tmp_path / "three.py"
    file.write_text(fault.source, "utf-8")
    match = gk.Match(game_in_file(str(file)))
    match.play("1")
    with pytest.raises(gk.GameError, match=r"to_act returns 2.* games here are for two"):
        match.play("1")


@pytest.mark.filterwarnings("ignore:rows runs on interpreted rules")
@pytest.mark.parametrize(
    ("function", "answer", "wanted"),
    [
        *(("result", answer, "(winner, rule)") for answer in ("None", "ONGOING", "True", "(0, 1, 1)")),
        ("why_illegal", "None", "0, or the number of the rule"),
    ],
)  # fmt: skip
def test_matches_and_studies_say_which_answer_is_wrong(
    function: str, answer: str, wanted: str, tmp_path: Path
) -> None:
    head = f"def {function}(rules, state{', move' * (function == 'why_illegal')}):\n"
    source = guides_games()["rows"]
    assert head in source
    (tmp_path / "odd.py").write_text(source.replace(head, f"{head}    return {answer}\n"), "utf-8")
    game = game_in_file(str(tmp_path / "odd.py"))
    says = f"{function} returns {answer.replace('ONGOING', '-1')}; it must return {wanted}"
    for attempt in (
        lambda: gk.Match(game).legal(),
        lambda: gk.playtest(game, games=2, progress=False),
    ):
        with pytest.raises(gk.GameError, match=re.escape(says)):
            attempt()


def test_a_game_for_one_player_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solo = guides_games()["heap"].replace("== 0 else state.player", "== 0 else 0")
    for source, is_told in ((solo, True), (guides_games()["heap"], False)):
        report = checked(source, tmp_path)
        assert report.ok
        assert report.checked["one_player"] is is_told
        show_report(report, "game.py", Screen())
        assert ("Games here are for two" in " ".join(capsys.readouterr().out.split())) is is_told


STARTS = "def setup(rules, state):\n    state.turn = 0\n\n\ndef move_count"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("def move_count", STARTS, "judge: player 0 moved first in every game, whoever was to start."),
        ("def result(rules, state):", "def result(rules, state):\n    print('?')", "lines printed by the game"),
    ],
)  # fmt: skip
def test_what_may_be_meant_is_said_below(
    old: str, new: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = guides_games()["rows"]
    for whole, is_told in ((source.replace(old, new), True), (source, False)):
        report = checked(whole, tmp_path)
        assert capsys.readouterr().out == ""
        show_report(report, "game.py", Screen())
        assert (says in " ".join(capsys.readouterr().out.split())) is is_told


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("GAME = Game(", "dict(", "game.py holds no game"),
        ("state.heap -= move + 1\n    state.turn += 1\n    state.player = 1 - state.player", "pass", "after 1 move"),
    ],
)  # fmt: skip
def test_a_message_ends_there(old: str, new: str, says: str, tmp_path: Path) -> None:
    source = guides_games()["heap"]
    assert old in source
    assert any(
        one.message.endswith(says) for one in checked(source.replace(old, new), tmp_path).findings
    )


def test_chance_that_is_written_like_a_move_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = "return str(move + 1) if state.rolling else MOVES[move]"
    source = guides_games()["cups"].replace(old, "return MOVES[move % 2]")
    source = source.replace("return 6\n", "return 2\n").replace(
        "draw(random, 6)", "draw(random, 2)"
    )
    report = checked(source, tmp_path)
    assert report.ok
    assert report.checked["outcome_like_move"] == "roll"
    show_report(report, "game.py", Screen())
    assert "chance gives 'roll', which read mistakes for a move" in capsys.readouterr().out


TWO_TAKES = {
    "    heap = whole()": "    heap = whole()\n    taken = whole()  # 1 in the middle of a turn",
    "    state.heap = rules.stones": "    state.heap = rules.stones\n    state.taken = 0",
    "return rules.most  #": "return rules.most + 1  #",
    "    return TOO_MANY if": "    if move == rules.most:\n        return 0 if state.taken else TAKING\n"
    "    return TOO_MANY if",
    "    state.heap -= move + 1\n": "    if move < rules.most:\n        state.heap -= move + 1\n"
    "        if state.taken == 0 and state.heap:\n            state.taken = 1\n            return\n"
    "    state.taken = 0\n",
    "return str(move + 1)\n": 'return "stop" if move == rules.most else str(move + 1)\n',
    "        if text.strip() == str(move + 1):\n            return [move]\n": "        pass\n"
    '    words = [*map(str, range(1, rules.most + 1)), "stop"]\n    found = text.split(", ")\n'
    "    if all(word in words for word in found):\n        return [words.index(word) for word in found]\n",
    "    heap=(": '    taken=("1 in the middle of a turn", 0),\n    heap=(',
    "    state.heap = given": '    state.taken = given.whole("taken", 0, 1, 0)\n    state.heap = given',
    "write(heap=": "write(taken=state.taken, heap=",
}  # a turn takes once or twice


def two_takes(**changes: tuple[str, str]) -> str:
    """Return the heap with turns of two moves, and further changes."""
    source = guides_games()["heap"]
    for old, new in (*TWO_TAKES.items(), *changes.values()):
        assert old in source, old
        source = source.replace(old, new, 1)
    return source


def test_whole_turns_are_read_as_all_their_moves(tmp_path: Path) -> None:
    assert checked(two_takes(), tmp_path).findings == []
    lazy = {"read": ("for word in found]", "for word in found[:1]]")}
    (found,) = checked(two_takes(**lazy), tmp_path).findings
    assert (found.code, found.function) == ("not-read-back", "read")
    assert "is 2 moves, and read returns 1" in found.message


def test_a_player_stuck_within_a_turn_is_reported_with_a_remedy(
    tmp_path: Path,
) -> None:
    stuck = {"why_illegal": ("return 0 if state.taken else TAKING", "return TAKING")}
    stuck["again"] = ("return TOO_MANY if", "return TOO_MANY if state.taken or")
    found = checked(two_takes(**stuck), tmp_path).findings[0]
    assert found.code == "no-legal-move"
    assert "let why_illegal forbid the move before: " in found.advice


@pytest.mark.parametrize(
    ("old", "new", "advice"),
    [
        (
            "rolling == player + 1",
            "rolling < 9",
            "let hide leave dice alone. If not, let sees return",
        ),
        (
            "if other != player:\n            view",
            "if player == 0:\n            view",
            "may know it, let sees return True. If not, let hide blank dice",
        ),
        (
            "        if other != player:\n            view",
            "        if other > -9:\n            view",
            "Or hide blanks too much: dice[",
        ),
    ],
)
def test_a_disagreement_with_hide_names_both_remedies(
    old: str, new: str, advice: str, tmp_path: Path
) -> None:
    source = guides_games()["cups"]
    assert old in source
    found = checked(source.replace(old, new, 1), tmp_path).findings
    assert any(advice in one.advice for one in found), found


def keep_promise(game: gk.Game, promise: Promise, games: int = 2) -> None:
    """Ask one promise at every position of some random games."""
    for seed in range(games):
        random = Random(seed)
        for match in walk(game, seed, 40, random):
            promise(match, random)


def test_a_bid_that_was_shown_may_not_stay_secret_in_the_history() -> None:
    game = gk.load("tic-tac-toe-evolved")
    keep_promise(game, secrecy.history_keeps_up)
    never = game.variant(reveals=lambda rules, state, move: False)
    with pytest.raises(Broken, match=r"made the move 'bid \d', but their history still hides it"):
        keep_promise(never, secrecy.history_keeps_up)


def test_a_bid_that_hide_keeps_may_not_be_revealed() -> None:
    game = gk.load("tic-tac-toe-evolved")
    keep_promise(game, secrecy.what_is_revealed_shows)
    always = game.variant(reveals=lambda rules, state, move: True)
    with pytest.raises(Broken, match=r"made the move 'bid \d', but hide keeps it from them"):
        keep_promise(always, secrecy.what_is_revealed_shows)


def nothing(rules: Any, view: Any, player: int, random: Any) -> None:
    pass


def one_die(rules: Any, view: Any, player: int, random: Any) -> None:
    view.dice[8 * (1 - player)] = 1


@pytest.mark.parametrize("imagine", [nothing, one_die])
def test_imagine_fills_in_exactly_what_hide_covers(imagine: Any) -> None:
    game = gk.load("liars-dice")
    guesses = Guesses()
    keep_promise(game, guesses.ask)
    assert guesses.asked["dice"] > LEAST
    assert guesses.judge() is None
    keep_promise(game.variant(imagine=imagine), guesses.ask, 1)
    wrong = guesses.judge()
    assert wrong
    assert wrong[1].code == "imagine-count"
    assert "4 entries of dice are hidden from player" in str(wrong[1])


def test_the_command_of_a_finding_opens_its_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    fault = next(fault for fault in FAULTS if fault.name == "a secret in the history")
    Path("my cups.py").write_text(fault.source, "utf-8")
    assert main(["check", "my cups.py", "--no-compile"]) == 1
    (command,) = (line for line in capsys.readouterr().out.splitlines() if "gamekit play" in line)
    monkeypatch.setattr("sys.stdin", io.StringIO("log\n"))
    assert main(shlex.split(command)[1:]) == 0
    out = capsys.readouterr().out
    assert "(club)" in out
    assert "You left after " in out


def test_without_hypothesis_the_kit_draws_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial_games, "find_spec", lambda name: None)
    faults = {fault.name: fault for fault in FAULTS}
    for name in ("a text that is not expected", "a field that is not checked"):
        codes = [one.code for one in checked(faults[name].source, tmp_path).findings]
        assert faults[name].code in codes


def test_every_code_has_advice_and_stands_in_the_schema() -> None:
    assert SCHEMA["$defs"]["finding"]["properties"]["code"]["enum"] == sorted(ADVICE)


def test_a_check_leaves_nothing_where_one_works(tmp_path: Path) -> None:
    (tmp_path / "heap.py").write_text(guides_games()["heap"], "utf-8")
    command = [sys.executable, "-m", "gamekit", "check", "heap.py", "--no-compile"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    assert [file.name for file in tmp_path.iterdir() if file.name != "__pycache__"] == ["heap.py"]


def test_check_at_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "60")
    Path("heap.py").write_text(guides_games()["heap"], "utf-8")
    Path("stuck.py").write_text(next(f for f in FAULTS if f.name == "a stuck game").source, "utf-8")
    assert main(["check", "heap.py", "--no-compile"]) == 0
    found = capsys.readouterr()
    assert "heap: nothing found." in found.out
    assert found.err.startswith("gamekit: playing up to 4 games, with tests at every position\n")
    assert main(["check", "stuck.py", "--no-compile"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("stuck.py:40 in why_illegal: error no-legal-move\n")
    assert "  To do: Somebody must always be able to move" in out
    assert "heap: 1 error, 0 warnings." in out
    assert main(["check", "stuck.py", "--no-compile", "--json"]) == 1
    VALIDATOR.validate(json.loads(capsys.readouterr().out))
    for wrong in ("nowhere.py", "heap.py:NAME", "heap.txt"):
        assert main(["check", wrong]) == 2
        assert capsys.readouterr().err.startswith("gamekit: ")


def test_a_loop_without_an_end_is_found_in_the_background_too(tmp_path: Path) -> None:
    """A shell's background jobs ignore Ctrl-C."""
    source = next(f for f in FAULTS if f.name == "a loop without an end").source
    (tmp_path / "heap.py").write_text(source, "utf-8")
    code = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); from gamekit.cli import main; "
    code += "import gamekit.checking.check as check; check.LOOP = 0.5; "
    found = printed(f"{code}print(main(['check', {str(tmp_path / 'heap.py')!r}, '--no-compile']))")
    assert "error never-returns" in found


def test_a_loop_without_an_end_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[object] = []

    class Counted(checking.TakesTooLong):
        def __init__(self) -> None:
            waits.append(self)

    monkeypatch.setattr(checking, "TakesTooLong", Counted)
    monkeypatch.setattr(checking, "LOOP", 0.3)
    old = "    state.heap -= move + 1\n"
    source = guides_games()["heap"].replace(old, "    while state.heap:\n        pass\n")
    assert checked(source, tmp_path).checked["games"] == 1
    assert len(waits) == 1


def test_a_command_that_is_stopped_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    old = "    state.heap -= move + 1\n"
    source = guides_games()["heap"].replace(old, f"    raise KeyboardInterrupt\n{old}")
    line = source.partition("KeyboardInterrupt")[0].count("\n") + 1
    Path("heap.py").write_text(source, "utf-8")
    assert main(["check", "heap.py:GAME"]) == 130
    stopped = capsys.readouterr().err.partition("\n\n")[2]
    assert stopped == f"gamekit: stopped in apply (heap.py, line {line}).\n"


def test_an_interruption_that_is_lost_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "AGAIN", 0.01)

    def lose_the_first() -> None:
        end = monotonic() + 60
        with suppress(KeyboardInterrupt):
            while monotonic() < end:
                pass
        while monotonic() < end:
            pass

    with pytest.raises(checking.TakesTooLong), checking.watched(0.01):
        lose_the_first()


# --- what no game here can be ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "function", "says"),
    [
        ("else state.player", "else 2", "to_act", "games here are for two players"),
        ("else state.player", "else (0, 1)", "to_act", "games here are for two players"),
        ("heap = whole()", "heap = 1.5", None, "State: heap is 1.5. Fields are whole numbers"),
        ("heap = whole()", "heap = []", None, "State: heap is []. Fields are whole numbers"),
        ("stones = number(15", "stones = [15]  # (15", None, "Parameters: stones is [15]"),
        ("state.heap = rules.stones", "state.heap = rules.stones / 2", "setup", "heap holds 7.5; whole()"),
        ("state.heap -= move + 1", "state.heap -= (move + 1) / 1", "apply", "holds whole numbers"),
        ("return rules.most  #", "return rules.most / 1  #", None, "move_count returns 3.0"),
        ('name="heap"', 'name="liars-dice"', None, "'liars-dice' is one of the kit's own games"),
        ("number(15, range(1, 61)", "number(range(1, 61), 15", None, "15, ...): the default comes first"),
        ('players=("Ann", "Bo")', 'players=("Ann", "Bo", "Cy")', None, "games here are for two"),
    ],
)  # fmt: skip
def test_what_no_game_here_can_be_is_said(
    old: str, new: str, function: str | None, says: str, tmp_path: Path
) -> None:
    page = (Path(__file__).parents[1] / "docs" / "writing-a-game.md").read_text("utf-8")
    source = page.partition("```python\n")[2].partition("```")[0]
    assert source.count(old) == 1
    report = checked(source.replace(old, new), tmp_path)
    assert says in report.findings[0].message
    assert report.findings[0].function == function
