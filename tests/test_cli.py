"""The command line, as a user types it: what it prints, what it refuses, and how it ends."""

from __future__ import annotations

import inspect
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

import gamekit as gk
from gamekit.bots import Search
from gamekit.cli import main, play
from gamekit.cli.terminal import folded
from tests.published_games import kuhn
from tests.small_games import noughts

Typed = Callable[..., tuple[int, str, str]]
FULL = Path("/dev/full")
QUIET = {"GAMEKIT_COMPILE": "never"}  # of processes that are not to compile anything


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Run a command with lines on its standard input; return exit code, output and errors."""

    def run(command: str, *lines: str, columns: int = 80) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("GAMEKIT_COMPILE", "never")
        try:
            code = main(command.split())
        except SystemExit as end:
            code = int(end.code or 0)
        return code, *capsys.readouterr()

    return run


# --- help and errors -----------------------------------------------------------------------------


def test_help_tells_of_every_command_and_each_has_help_of_its_own(typed: Typed) -> None:
    code, out, _ = typed("--help")
    commands = re.findall(r"^    (\w+) ", out, re.M)
    assert code == 0
    assert {"games", "play", "playtest", "compare", "check", "warm", "replay", "room"} <= set(
        commands
    )
    for command in commands:
        code, own, _ = typed(f"{command} --help")
        assert code == 0
        assert f"usage: gamekit {command}" in own
        assert f"  gamekit {command}" in own, "an example"


def test_broken_rules_name_the_command_that_finds_the_mistake(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "noughts.py"
    source = inspect.getsource(noughts)
    file.write_text(
        source.replace(
            "def apply(rules, state, move):\n", "def apply(rules, state, move):\n    1 / 0\n"
        )
    )
    with pytest.raises(ZeroDivisionError) as broken:
        typed(f"playtest {file} --games 2")
    assert broken.value.__notes__ == [
        f"To find out what is wrong with a game's rules: gamekit check {file}"
    ]


def test_help_keeps_to_narrow_terminals(typed: Typed) -> None:
    _, out, _ = typed("play --help", columns=50)
    examples = out[out.index("examples:") :]
    assert max(map(len, out.removesuffix(examples).splitlines())) <= 50


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "required: COMMAND (see gamekit --help)"),
        ("plya take-back-toe", "invalid choice: 'plya'"),
        ("play", "required: GAME (see gamekit play --help)"),
        ("play take-back-toe greedy", "unrecognized arguments: greedy (see gamekit play --help)"),
        ("play take-bak-toe", "there is no game 'take-bak-toe'. Did you mean 'take-back-toe'?"),
        ("play take-back-toe --against clubb", "there is no bot 'clubb'"),
        ("play take-back-toe --set columns", "write NAME=VALUE, such as columns=4"),
        ("play take-back-toe --set columns=9", "columns must be a whole number from 2 to 8"),
        ("play take-back-toe --set colums=3", "Did you mean 'columns'?"),
        ("play take-back-toe --position {", "cannot be read"),
        ("play nowhere.py", "there is no file 'nowhere.py'"),
        ("play liars-dice --against human", "has secrets"),
        ("compare take-back-toe", "compare with what?"),
        ("compare take-back-toe --set match=9", "match must be a whole number from 2 to 8"),
        ("playtest take-back-toe --games 0", "games=0"),
        ("playtest take-back-toe --csv /nowhere/rows.csv", "name a file in a folder that exists"),
        ("replay /nowhere/match.json", "cannot be read: No such file or directory"),
        ("replay match.json --set columns=3", "name the game with --game, too"),
    ],
)
def test_an_impossible_command_is_refused_in_a_sentence(
    typed: Typed, command: str, message: str
) -> None:
    code, out, err = typed(command)
    assert (code, out) == (2, "")
    assert err.startswith("gamekit: ")
    assert err.count("\n") == 1
    assert message in err


# --- games ---------------------------------------------------------------------------------------


def test_games_has_a_line_for_each_game(typed: Typed) -> None:
    code, out, _ = typed("games", columns=200)
    assert code == 0
    lines = out.splitlines()
    assert [line.split()[0] for line in lines] == [game.name for game in gk.games()]
    assert all(game.title in line for game, line in zip(gk.games(), lines, strict=True))


def test_a_game_is_shown_with_its_parameters_levels_and_rules(typed: Typed) -> None:
    code, out, _ = typed("games take-back-toe")
    assert code == 0
    assert re.search(r"^columns +4 +columns; a whole number from 2 to 8$", out, re.M)
    assert re.search(r"^TBT-12 +No taking back\. You may not", out, re.M)
    assert "master" in out
    assert max(map(len, out.splitlines())) <= 80


# --- play ----------------------------------------------------------------------------------------


def test_a_match_is_played_with_moves_and_commands(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    code, out, err = typed(
        "play take-back-toe --against novice --seed 7",
        "B1-B3", "why A1-A2", "moves", "B2-A2", "rules tbt-12", "log", f"save {file}", "quit",
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert "B1 and B3 do not share a side. (TBT-9)" in out
    assert "TBT-9 Move. Choose a stack" in out
    assert "holds no pieces" in out
    assert "B1-A1; B1-C1;" in out
    assert "A |    |    |    |    |  Red" in out
    assert "Green (novice): " in out
    assert "TBT-12  No taking back" in out
    assert "You left after 2 moves." in out
    assert gk.read(file).history[1].text == "B2-A2"
    code, out, _ = typed(f"replay {file}")
    assert code == 0
    assert "1. Red: B2-A2" in out
    assert out.endswith("The match is not over.\n")


def test_a_letter_asks_for_help_and_another_one_leaves(typed: Typed) -> None:
    _, out, _ = typed("play take-back-toe --against human --seed 1", "h", "q", "moves")
    assert "the legal moves" in out
    assert out.rstrip().endswith("q\nYou left after 0 moves.")


def test_a_match_is_played_to_its_end(typed: Typed) -> None:
    code, out, _ = typed(
        "play sliding-tic-tac-toe --against human --set size=3 --set line=3 --set stop_at=1",
        "A1", "B1", "A2", "C3", "undo", "B2", "A3",
    )  # fmt: skip
    assert code == 0
    assert "Cross and Nought at one terminal" in out
    assert "Cross wins." in out.splitlines()[-1]


def test_taking_back_stops_at_a_roll_unless_the_match_is_open(typed: Typed) -> None:
    moves = "B2-A2", "undo", "log"
    _, out, _ = typed("play take-back-toe --against novice --seed 7", *moves)
    assert "Only an open match, gamekit play --open" in " ".join(out.split())
    _, out, _ = typed("play take-back-toe --against novice --seed 7 --open", *moves)
    assert out.count("Red: B2-A2") == 1


def test_the_person_sees_their_own_dice_and_no_others(
    typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "ADVISER", Search(20))  # what a hint finds is tested elsewhere
    command = "play liars-dice --against novice --seed 7 --seat "
    first, second = (typed(command + seat, "board", "log", "save", "hint")[1] for seat in "01")
    dice = gk.Match("liars-dice", seed=7).state.dice
    mine, theirs = ([str(die) for die in (dice[:4], dice[8:12])[n]] for n in range(2))
    assert f"Owl, 4 dice: {' '.join(['?'] * 4)}" in first
    assert f"Fox, 4 dice: {' '.join(['?'] * 4)}" in second
    assert "Fox, 4 dice: 6 6 6 1" in first
    assert f"Chance: {', '.join(theirs)}" not in first or mine == theirs
    assert "6 6 6 1" not in second
    assert "6, 6, 6, 1" not in second


def test_a_deal_is_listed_as_chance_and_only_to_players_who_see_it(typed: Typed) -> None:
    command = f"play {kuhn.__file__} --set cards=2 --against novice --seed 7 --seat "
    first, second = (typed(command + seat)[1] for seat in "01")
    assert second.count("Chance: ") == first.count("Chance: ") == 1
    assert "Chance: ?" not in first + second
    assert "\n?" not in first + second


def test_a_hidden_move_is_listed_once_it_is_revealed(typed: Typed) -> None:
    command = "play tic-tac-toe-evolved --against novice --seed 3 --seat 1"
    _, out, _ = typed(command, "bid 1")
    lines = [line.strip() for line in out.splitlines()]
    hidden = lines.index("X (novice): contest 2,3, ?")
    (revealed_at,) = (
        n for n, line in enumerate(lines) if line.startswith("X (novice), revealed: bid ")
    )
    assert hidden < revealed_at


def test_a_refusal_names_the_moves_in_order_or_says_that_it_does_not(typed: Typed) -> None:
    _, out, _ = typed("play take-back-toe --against novice --seed 7", "B1-B3")
    assert "Legal, nearest first: B1-" in out
    _, out, _ = typed("play tic-tac-toe-evolved --against novice --seed 3 --seat 1", "bid 9")
    assert "Legal: bid 0; bid 1; bid 2; bid 3; bid 4\n" in out


def test_a_match_that_was_left_goes_on(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_MATCHES", str(tmp_path))
    _, out, _ = typed("play shift-tac-toe --against novice --seat 0", "AX1, AW up")
    assert "To continue: gamekit play shift-tac-toe --against novice --resume" in out
    code, out, _ = typed("play shift-tac-toe --against novice --resume", "log", columns=30)
    assert code == 0
    assert "Red: AX1, AW4>AW1" in out
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("GAMEKIT_MATCHES", str(tmp_path / "empty"))
    assert "no match of shift-tac-toe" in typed("play shift-tac-toe --resume")[2]
    monkeypatch.setenv("GAMEKIT_MATCHES", str(Path(gk.__file__) / "matches"))
    with pytest.warns(gk.GameWarning, match="cannot be written"):
        _, out, _ = typed("play shift-tac-toe --against novice", "AX1, AW up")
    assert re.search(r"You left after \d moves\.\n\Z", out), "no promise to continue"


def test_the_command_that_goes_on_can_be_pasted_into_a_shell(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_MATCHES", str(tmp_path / "kept"))
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    file = tmp_path / "my game.py"
    file.write_text(inspect.getsource(noughts))
    (move, *_) = gk.Match(noughts.GAME).legal()
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{move}\n"))
    assert main(["play", str(file), "--against", "random"]) == 0
    _, _, command = capsys.readouterr().out.strip().rpartition("To continue: ")
    monkeypatch.setattr("sys.stdin", io.StringIO("log\n"))
    assert main(shlex.split(command)[1:]) == 0
    assert f": {move}\n" in capsys.readouterr().out


def test_a_position_can_be_played_on(typed: Typed) -> None:
    board = {"A2": 4, "B1": 36}
    position = json.dumps({"board": board, "die": 3}, separators=(",", ":"))
    _, out, _ = typed(f"play take-back-toe --against novice --position {position}")
    assert "A |    |  4 |" in out


def test_boards_that_are_too_wide_are_cut_between_columns() -> None:
    board = gk.Match("shift-tac-toe").board_text().splitlines()
    assert folded(board, 80) == board
    narrow = folded(board, 40)
    assert max(map(len, narrow)) <= 40
    assert [line for line in narrow if "level" in line] == [
        "    level 1   level 2   level 3", "    level 4",
    ]  # fmt: skip
    assert "A   . . . ." in narrow


# --- playtest ------------------------------------------------------------------------------------


def test_a_playtest_is_shown_and_written(typed: Typed, tmp_path: Path) -> None:
    rows, page = tmp_path / "rows.csv", tmp_path / "report.html"
    command = "playtest sliding-tic-tac-toe --set size=3 --set line=3 --set stop_at=1 --games 20"
    code, out, err = typed(f"{command} --csv {rows} --html {page}")
    assert (code, err) == (0, "")
    assert "20 games by interpreted rules, random against random: first-player score" in " ".join(
        out.split()
    )
    assert "How games end" in out
    assert len(rows.read_text().splitlines()) == 21
    assert page.read_text().startswith("<!doctype html>")
    code, out, _ = typed(f"{command} --json")
    found = json.loads(out)
    assert code == 0
    assert found["parameters"] == {"size": 3, "line": 3, "stop_at": 1}
    assert found["metrics"][0].keys() == {"metric", "value", "low", "high", "n", "unit"}
    assert sum(row["share"] for row in found["endings"]) == pytest.approx(1)


def test_a_comparison_says_what_a_change_does(typed: Typed, tmp_path: Path) -> None:
    game = "sliding-tic-tac-toe --bots random random --games 30"
    page = tmp_path / "report.html"
    change = "--set size=3 --set line=3 --set stop_at=1"
    code, out, err = typed(f"compare {game} {change} --html {page}")
    assert (code, err) == (0, "")
    assert page.stat().st_size
    assert re.search(r"^length \*$", out, re.M), "smaller boards are full sooner"
    assert re.search(r"difference .*\(.* to .*\), p", out)
    code, out, _ = typed(f"compare {game} {change} --json")
    found = json.loads(out)
    assert code == 0
    assert found["b"]["parameters"] == {"size": 3, "line": 3, "stop_at": 1}
    assert found["pairs"] == 30
    assert {"measure", "a", "b", "difference", "low", "high", "p"} <= found["measures"][0].keys()


@pytest.mark.parametrize(
    "command", ["playtest take-back-toe", "compare take-back-toe --set match=4"]
)
def test_games_are_stopped_where_the_command_says(typed: Typed, command: str) -> None:
    _, out, _ = typed(f"{command} --bots random random --games 4 --max-moves 3")
    assert "were stopped after 3 moves" in " ".join(out.split())


@pytest.mark.skipif(not FULL.exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize(
    "command", ["playtest take-back-toe", "compare take-back-toe --set match=4"]
)
def test_what_cannot_be_written_is_still_shown(typed: Typed, command: str) -> None:
    code, out, err = typed(f"{command} --bots random random --games 4 --csv {FULL}")
    assert code == 2
    assert "first-player score" in out
    assert re.fullmatch(r"gamekit: '/dev/full' cannot be written: No space .*\.\n", err)


# --- in a process --------------------------------------------------------------------------------


def test_help_loads_nothing_heavy_and_nobody_has_to_read_to_the_end() -> None:
    code = (
        "import sys; from gamekit.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'wasmtime', 'pandas', 'gamekit.games.take_back_toe'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")
    command = [sys.executable, "-m", "gamekit", "games", "tactical-escape"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(not FULL.exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize("buffering", ["", "1"])
def test_a_full_disk_is_named_in_a_sentence(buffering: str) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gamekit", "games"],
            env={**os.environ, "PYTHONUNBUFFERED": buffering},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert done.stderr == "gamekit: the output cannot be written: No space left on device.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_has_colour_unless_it_is_not_wanted_and_ctrl_c_leaves(tmp_path: Path) -> None:
    command = ["-m", "gamekit", "play", "take-back-toe", "--against", "novice", "--seed", "7"]
    for wanted in (True, False):
        settings = {**os.environ, **QUIET, "GAMEKIT_MATCHES": str(tmp_path), "TERM": "xterm"}
        settings["NO_COLOR"] = "" if wanted else "1"
        settings.pop("COLUMNS", None)  # the terminal is asked how wide it is
        shell = pexpect.spawn(
            sys.executable, command, env=settings, dimensions=(24, 40), encoding="utf-8", timeout=60
        )
        shell.expect("Red> ")
        assert ("\x1b[1m" in shell.before) == wanted
        shell.sendline("B1-B3")
        shell.expect("TBT-9")
        shell.expect("Red> ")
        plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shell.before)
        assert max(map(len, plain.splitlines())) <= 40
        shell.sendintr()
        shell.expect(pexpect.EOF)
        assert "You left after 0 moves." in shell.before
        assert "Traceback" not in shell.before
        shell.close()
        assert shell.exitstatus == 130
