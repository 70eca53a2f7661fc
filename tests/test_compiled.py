"""Interpreted and compiled rules play the same games; what is compiled is cached by content."""

from __future__ import annotations

import ast
import inspect
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from numba import njit
from numba.core.compiler import Flags

import gamekit as gk
from gamekit import cache, drivers
from gamekit.cache import KeptCode
from gamekit.compiled import Compiled, _known, compiled
from gamekit.drivers import room
from gamekit.game import Game
from gamekit.games.take_back_toe import positions, rulebook, text
from gamekit.interpreted import Interpreted
from gamekit.linked import linked
from gamekit.sources import FOR_PEOPLE
from tests import traces

pytestmark = pytest.mark.long

REPOSITORY = Path(__file__).parents[1]
# The default game, and variants that take other branches.
VARIANTS: list[tuple[dict[str, Any], int]] = [
    ({}, 300),
    ({"columns": 2, "height": 1, "sides": 4, "match": 2}, 100),
    ({"rows": 7, "columns": 8, "height": 60, "sides": 20, "match": 5, "turn_limit": 6}, 20),
    ({"rows": 5, "columns": 5, "reversal": "last_actual_move", "turn_limit": 30}, 50),
    ({"height": 2, "sides": 8, "reversal": "last_actual_move", "win_check": "mover_only"}, 100),
]


together = pytest.mark.xdist_group("the same games")  # one worker plays them


@pytest.fixture(scope="module")
def expected() -> list[dict[str, Any]]:
    """The games of every variant, interpreted."""
    found = []
    for parameters, count in VARIANTS:
        game = gk.load("take-back-toe", **parameters)
        found.append(traces.games(Interpreted(game), game, count))
    return found


@together
def test_the_games_compared_differ_and_skip(expected: list[dict[str, Any]]) -> None:
    assert len(set(expected[0]["traces"])) == 300
    assert sum(row[drivers.SKIPS] for found in expected for row in found["random"]) > 10


@together
def test_random_games_are_the_same_compiled(
    take_back_toe: Any, expected: list[dict[str, Any]]
) -> None:
    for (parameters, count), found in zip(VARIANTS, expected, strict=True):
        game = gk.load("take-back-toe", **parameters)
        assert compiled(game) is take_back_toe, "numbers do not recompile"
        assert traces.games(take_back_toe, game, count) == found, parameters


def python(code: str | Path, *arguments: str, **environment: str) -> str:
    """Run a script, or a line of Python, in a process of its own."""
    how = [str(code)] if isinstance(code, Path) else ["-c", code]
    paths = [str(REPOSITORY), os.environ.get("PYTHONPATH", "")]
    run = subprocess.run(
        [sys.executable, *how, *arguments],
        env={**os.environ, **environment, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@together
def test_random_games_are_the_same_with_bounds_checks(expected: list[dict[str, Any]]) -> None:
    script = REPOSITORY / "tests" / "traces.py"
    found = json.loads(python(script, json.dumps(VARIANTS), NUMBA_BOUNDSCHECK="1"))
    assert found == expected


def test_games_depend_on_their_number_and_not_on_how_they_are_shared_out(
    take_back_toe: Any,
) -> None:
    game = gk.load("take-back-toe")
    for seats in (None, traces.SEATS):
        together = traces.rows(take_back_toe, game, 5, 10, seats)
        parts = [traces.rows(take_back_toe, game, 5, 1, seats, start=n)[0] for n in range(10)]
        assert together == parts
        assert traces.rows(take_back_toe, game, 6, 10, seats) != together


def test_odd_games_are_started_by_player_1(take_back_toe: Any) -> None:
    rows = traces.rows(take_back_toe, gk.load("take-back-toe"), 1, 10)
    assert [row[drivers.FIRST] for row in rows] == [0, 1] * 5


def test_a_playtest_row_says_how_the_game_went(take_back_toe: Any) -> None:
    game = gk.load("take-back-toe")
    for row in traces.rows(take_back_toe, game, 1, 50):
        assert row[drivers.WINNER] in (0, 1)
        assert row[drivers.RULE] in (17, 19, 20)
        assert row[drivers.TURNS] == row[drivers.MOVES] + row[drivers.SKIPS]
        assert (row[drivers.RULE] != 17) <= (row[drivers.TURNS] == 80)
        assert row[drivers.CHOICES] >= row[drivers.MOVES]


# Two games in a process of its own: how they went, what was loaded, and how much was compiled.
TWO = (
    "from numba.core import event\n"
    "from gamekit.compiled import compiled\n"
    "import gamekit as gk, tests.traces as t\n"
    "base = gk.load('take-back-toe')\n"
    "free = base.variant(takes_back=lambda rules, state, start, target: start == 4)\n"
    "for game in (base, free):\n"
    "    with event.install_recorder('numba:compile') as recorder:\n"
    "        print(t.trace(engine := compiled(game), game, 1, 0))\n"
    "    stats = engine.entries['trace'].stats\n"
    "    print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))\n"
    "    print(len(recorder.buffer))\n"
)

in_a_new_cache = pytest.mark.xdist_group("a new cache")  # filled once


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A cache that a process began with, and what that process printed."""
    folder = tmp_path_factory.mktemp("cache")
    return folder, python(TWO, GAMEKIT_CACHE=str(folder)).splitlines()


def defined(module: Any) -> list[str]:
    """The names of a module's own functions and constants."""
    names: list[str] = []
    for statement in ast.parse(inspect.getsource(module)).body:
        if isinstance(statement, ast.FunctionDef):
            names.append(statement.name)
        elif isinstance(statement, ast.Assign):
            found = (part for target in statement.targets for part in ast.walk(target))
            names += [part.id for part in found if isinstance(part, ast.Name)]
    return names


def test_no_two_parts_of_the_drivers_define_the_same_name() -> None:
    names = [name for part in (*drivers.PARTS, room) for name in defined(part)]
    assert "AHEAD" in names
    assert "hands_over" in names
    assert sorted(names) == sorted(set(names)), "they run in one namespace"


@in_a_new_cache
def test_a_variant_compiles_only_what_it_changes(filled: tuple[Path, list[str]]) -> None:
    _, printed = filled
    whole, change = int(printed[2]), int(printed[5])
    assert 0 < change < whole / 2


@in_a_new_cache
def test_in_another_process_too(filled: tuple[Path, list[str]], tmp_path: Path) -> None:
    """Of the parts that are kept, whoever compiles anything takes what they can."""
    folder, printed = filled
    parts = shutil.copytree(folder / "parts", tmp_path / "parts")
    theirs = [path for path in parts.iterdir() if path.name.startswith(("takes_back", "<lambda>"))]
    assert len(theirs) == 1, "that of the game itself"
    again = python(TWO, GAMEKIT_CACHE=str(tmp_path)).splitlines()
    assert (again[0], again[3]) == (printed[0], printed[3])
    assert (again[1], again[4]) == ("0 1", "0 1")
    assert 0 < int(again[2]) < int(printed[2]) / 4
    assert 0 < int(again[5]) <= int(printed[5])


# --- the cache ---------------------------------------------------------------------------------

FOLDER = REPOSITORY / "gamekit" / "games" / "take_back_toe"


def one_file() -> str:
    """The state and the rules of a game in one source."""
    taken = r"from (__future__|gamekit\.games\.take_back_toe\.state) import (\([^)]*\)|.*)\n"
    rules = re.sub(taken, "", (FOLDER / "rules.py").read_text("utf-8"))
    return (FOLDER / "state.py").read_text("utf-8") + rules


def file_of(source: str) -> str:
    """The name of the cached file of a game with this source."""
    rules: dict[str, Any] = {"__name__": "gamekit.games.edited"}
    exec(compile(source, "edited.py", "exec"), rules)
    names = vars(text) | vars(positions)
    words = {name: names[name] for name in FOR_PEOPLE}
    game = Game(rules, words, {"RULES": rulebook.RULES}, name="take-back-toe", title="Edited")
    return Compiled(game).name


def test_only_an_edit_of_the_rules_gives_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    source = one_file()

    def edited(old: str, new: str) -> str:
        assert source.count(old) == 1
        return file_of(source.replace(old, new))

    same = file_of(source)
    assert same.startswith("take-back-toe_")
    assert file_of("# One line more.\n" + source) == same
    assert (
        edited(
            '"""Is the roll larger than every stack (TBT-15, TBT-Q6, TBT-Q7)?"""', '"""Too big?"""'
        )
        == same
    )
    others = {
        edited("TAKES_BACK = 12  #", "TAKES_BACK = 13  #"),
        edited("state.last_count[opponent] == state.die", "state.last_count[opponent] > 0"),
        edited("PREVIOUS_TURN, LAST_ACTUAL_MOVE, NO_BAN = range(3)",
               "LAST_ACTUAL_MOVE, PREVIOUS_TURN, NO_BAN = range(3)"),
        edited("    die: int = whole()", "    die: int = array(1)"),
    }  # fmt: skip
    assert len(others) == 4
    assert same not in others


@in_a_new_cache
def test_a_second_process_starts_from_the_first_ones_work(filled: tuple[Path, list[str]]) -> None:
    folder, first = filled
    files = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    assert any(path.suffix == ".code" for path in files)
    second = python(TWO, GAMEKIT_CACHE=str(folder)).splitlines()
    assert (first[0], first[3]) == (second[0], second[3])
    assert (first[1], first[4]) == ("0 1", "0 1")
    assert (second[1], second[4]) == ("1 0", "1 0")
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()} == files


def test_bounds_checks_are_another_file(take_back_toe: Any) -> None:
    code = "from gamekit.compiled import compiled\nimport gamekit as gk\n"
    code += "print(compiled(gk.load('take-back-toe')).name)"
    assert python(code).strip() == take_back_toe.name
    assert python(code, NUMBA_BOUNDSCHECK="1").strip() != take_back_toe.name


# One driver in a process of its own, in a way that any cache must survive.
ONE = (
    "import resource, sys\n"
    "from gamekit.compiled import compiled\n"
    "import gamekit as gk, tests.traces as t\n"
    "game = gk.load('take-back-toe').variant(takes_back=lambda rules, state, start, target: start == 4)\n"
    "if 'full' in sys.argv:\n"
    "    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
    "print(t.trace(compiled(game), game, 1, 0))\n"
)


@in_a_new_cache
def test_a_damaged_cache_is_compiled_anew(filled: tuple[Path, list[str]], tmp_path: Path) -> None:
    """Every file of it."""
    undamaged, printed = filled
    folder = shutil.copytree(undamaged, tmp_path / "cache")
    halves = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    halves = {path: content[: len(content) // 2] for path, content in halves.items()}
    for path, half in halves.items():
        path.write_bytes(half)
    assert python(ONE, GAMEKIT_CACHE=str(folder)).splitlines() == [printed[3]]
    mended = {path for path, half in halves.items() if path.read_bytes() != half}
    assert len(mended & set(folder.iterdir())) == 1, "that of the one driver that was asked for"


def test_on_a_full_disk_rules_are_compiled_in_memory(tmp_path: Path) -> None:
    temporary, kept = tmp_path / "temporary", tmp_path / "kept"
    temporary.mkdir()
    found = python(ONE, "full", GAMEKIT_CACHE=str(kept), TMPDIR=str(temporary))
    assert found.startswith("([")
    assert not any(path.is_file() for made in (temporary, kept) for path in made.rglob("*"))


def double(x: int) -> int:
    """Double a number."""
    return 2 * x


def kept(folder: Path | None, name: str = "double") -> tuple[int, bool]:
    """Call a function that is kept there: what it returns, and whether it had to be compiled."""
    entry = njit(_nrt=False)(double)
    entry._cache = KeptCode(folder, name)
    return entry(21), bool(entry.stats.cache_misses)


def test_a_file_in_the_place_of_the_folder_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("not a folder")
    monkeypatch.setenv("GAMEKIT_CACHE", str(blocked))
    assert cache.cache_folder() is None
    assert kept(cache.cache_folder()) == (42, True)
    assert blocked.read_text() == "not a folder"


@pytest.mark.parametrize(
    "whose", ["a folder that all may write", "another user's", "a file that all may write"]
)
def test_code_that_others_may_have_written_is_not_run(
    whose: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    assert [kept(cache.cache_folder()), kept(cache.cache_folder())] == [(42, True), (42, False)]
    if whose == "another user's":
        with suppress(PermissionError):  # the system's own user may
            os.chown(tmp_path, 12345, -1)
        monkeypatch.setattr(os, "getuid", lambda: 12346)
    elif whose == "a file that all may write":
        for path in tmp_path.rglob("*.code"):
            path.chmod(0o666)
    else:
        tmp_path.chmod(0o777)
    assert kept(cache.cache_folder()) == (42, True)


DAMAGE = {
    "cut short": lambda data: data[:-1],
    "cut to its seal": lambda data: data[:32],
    "empty": lambda data: b"",
    "a bit of the seal": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "a bit of the code": lambda data: data[:500] + bytes([data[500] ^ 64]) + data[501:],
    "a bit at the end": lambda data: data[:-1] + bytes([data[-1] ^ 128]),
    "longer": lambda data: data + b"x",
    "zeros": lambda data: bytes(len(data)),
    "a pickle": lambda data: pickle.dumps(("somebody", "else's")),
    "text": lambda data: b"def double(x): return 3 * x\n" * 40,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_code_is_thrown_away_and_compiled_anew(tmp_path: Path, damage: str) -> None:
    assert kept(tmp_path) == (42, True)
    assert kept(tmp_path) == (42, False)
    (path,) = tmp_path.iterdir()
    data = path.read_bytes()
    path.write_bytes(DAMAGE[damage](data))
    assert kept(tmp_path) == (42, True)
    assert kept(tmp_path) == (42, False)
    assert len(list(tmp_path.iterdir())) == 1


def test_whole_code_of_another_function_or_version_is_not_taken(tmp_path: Path) -> None:
    kept(tmp_path, "other")
    (other,) = tmp_path.iterdir()
    kept(tmp_path)
    (own,) = tmp_path.glob("double*")
    own.write_bytes(other.read_bytes())
    assert kept(tmp_path) == (42, True)
    code = pickle.dumps(("what another", "version wrote"))
    own.write_bytes(cache._seal(own, code) + code)
    assert kept(tmp_path) == (42, True)
    assert kept(tmp_path) == (42, False)


@pytest.mark.parametrize("what", ["read_bytes", "write_bytes"])
def test_files_of_somebody_else_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    if what == "read_bytes":
        kept(tmp_path)

    def refuse(path: Path, *data: bytes) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    before = list(tmp_path.iterdir())
    monkeypatch.setattr(Path, what, refuse)
    assert kept(tmp_path) == (42, True)
    if what == "write_bytes":
        assert list(tmp_path.iterdir()) == before
    assert kept(None) == (42, True)


def test_a_folder_in_the_place_of_a_file_does_no_harm(tmp_path: Path) -> None:
    kept(tmp_path)
    (path,) = tmp_path.iterdir()
    path.unlink()
    path.mkdir()
    assert kept(tmp_path) == (42, True)
    assert list(tmp_path.iterdir()) == [path]


def test_variants_compiled_in_different_processes_keep_apart(take_back_toe: Any) -> None:
    # Each process numbers the functions it compiles from one: equal names must not meet in a third.
    code = (
        "import sys\n"
        "from gamekit.compiled import compiled\n"
        "from gamekit.interpreted import Interpreted\n"
        "import gamekit as gk, tests.traces as t\n"
        "base = gk.load('take-back-toe')\n"
        "free = base.variant(takes_back=lambda rules, state, start, target: start == 4)\n"
        "for name in sys.argv[1:]:\n"
        "    game = {'base': base, 'free': free}[name]\n"
        "    one, two = Interpreted(game), compiled(game)\n"
        "    print([t.trace(one, game, 1, n) == t.trace(two, game, 1, n) for n in range(10)])\n"
    )
    same = f"{[True] * 10}\n"
    assert python(code, "base") == same
    assert python(code, "free") == same
    assert python(code, "free", "base") == same * 2
    assert python(code, "base", "free") == same * 2


def test_what_a_variant_has_in_common_with_its_game_is_known_to_numba_once() -> None:
    def policy(rules, state, moves, random):  # type: ignore[no-untyped-def]
        return moves[0] + 0 * random.k

    game = gk.load("take-back-toe")
    Compiled(game)
    before = set(_known)
    Compiled(game.variant())
    assert set(_known) == before
    Compiled(game.variant(policy=policy))
    new = {name.rpartition("_")[0] for name in set(_known) - before}
    assert {"policy", "advised", "greedy_choice"} <= new  # they reach the policy
    assert not new & {"apply", "legal_moves", "any_move", "may_win"}  # they do not


def test_numbas_settings_are_compared_as_ever_while_a_driver_is_compiled() -> None:
    plain, alike, other = Flags(), Flags(), Flags()
    alike.nrt, other.nrt = plain.nrt, not plain.nrt  # said, and left unsaid, is the same
    outside = Flags.__eq__, hash(plain)
    with linked(lambda module, name: False):
        assert Flags.__eq__ is not outside[0]
        assert plain == alike != other
        assert hash(plain) == hash(alike) == outside[1]
    assert (Flags.__eq__, hash(plain)) == outside
