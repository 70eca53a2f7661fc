"""Interpreted and compiled rules play the same games; what cannot be compiled is refused by line."""

from __future__ import annotations

import ast
import inspect
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import gamekit as gk
from gamekit import drivers
from gamekit.compiling import Refused, RuleFailure, compiled, engine_of, module_name, refusals
from gamekit.compiling.program import Stopped
from gamekit.drivers import workspace
from gamekit.drivers.engine import Games, Halt, Interpreted
from tests import random_games
from tests.new_python import printed
from tests.small_games import connect_four, deals, dice, noughts, pennies, rolled
from tests.test_language import function_of

TAKE_BACK_TOE = [
    {},
    {"columns": 2, "match": 2, "height": 1},
    {"rows": 5, "reversal": "last_actual_move", "limit_tie": "draw"},
    {"rows": 7, "columns": 8, "height": 60, "sides": 20, "match": 5, "turn_limit": 6},
    {"height": 2, "sides": 8, "reversal": "last_actual_move", "win_check": "mover_only"},
]
GAMES = [
    *(gk.load("take-back-toe", **numbers) for numbers in TAKE_BACK_TOE),
    *(game for game in gk.games() if game.name != "take-back-toe"),
    *(toy.GAME for toy in (connect_four, deals, dice, noughts, pennies, rolled)),
]


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_games_at_random_are_the_same_compiled(game: gk.Game, checked: bool) -> None:
    one, two = Interpreted(game), compiled(game, checked)
    for number in range(3):
        assert random_games.trace(two, 1, number) == random_games.trace(one, 1, number)
    assert random_games.rows(two, 2, 4) == random_games.rows(one, 2, 4)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_bots_play_the_same_compiled(game: gk.Game) -> None:
    one, two = Interpreted(game), compiled(game, checked=True)
    seats = (drivers.NAIVE, 20), (drivers.UNWARY, 20)
    assert random_games.rows(two, 3, 2, seats) == random_games.rows(one, 3, 2, seats)
    match = gk.Match(game, seed=4)
    for _ in range(2):
        if match.result is None:
            mover, known = match.to_act, match.view(match.to_act).state
            assert two.think(known, 5, mover, 8) == one.think(known, 5, mover, 8)
            for kind, amount in ((drivers.GREEDY, 10), (drivers.SEARCH, 8)):
                arguments = known, 6, mover, kind, amount, 8
                assert two.choose(*arguments) == one.choose(*arguments)
            move = match.legal_moves()[0]
            assert two.play_on(known, 7, mover, move, 3) == one.play_on(known, 7, mover, move, 3)
            match.play(move)


def test_games_depend_on_their_number_and_not_on_how_they_are_shared_out(
    take_back_toe: Any,
) -> None:
    for seats in (None, random_games.SEATS):
        together = random_games.rows(take_back_toe, 5, 10, seats)
        parts = [random_games.rows(take_back_toe, 5, 1, seats, start=n)[0] for n in range(10)]
        assert together == parts
        assert random_games.rows(take_back_toe, 6, 10, seats) != together


def test_threads_play_at_the_same_time(take_back_toe: Any) -> None:
    expected = [random_games.rows(take_back_toe, seed, 20) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda seed: random_games.rows(take_back_toe, seed, 20), range(8)))
    assert found == expected


@pytest.mark.parametrize("engine", [Interpreted, compiled])
def test_helpers_of_a_game_may_have_the_names_of_the_drivers(engine: Any) -> None:
    def helper() -> None:
        """Nothing that a driver could use."""

    names = {name for part in drivers.PARTS for name in vars(part) if not name.startswith("_")}
    helpers = dict.fromkeys(names - vars(noughts).keys(), helper)
    parts = noughts.OTHERS, vars(noughts) | rolled.OWN | helpers
    game = gk.Game(*parts, name="rolled", title="Noughts with Dice")
    seats = (drivers.NAIVE, 20), (drivers.SEARCH, 8)
    for playing in (None, seats):
        known = random_games.rows(engine(rolled.GAME), 3, 4, playing)
        assert random_games.rows(engine(game), 3, 4, playing) == known


def test_a_helper_with_a_name_that_the_kit_gives_its_own_function_is_refused() -> None:
    parts = noughts.OTHERS, vars(noughts) | {"outcome_drawn": len}
    with pytest.raises(gk.BadGame, match=r"outcome_drawn\. Choose another name"):
        gk.Game(*parts, name="named", title="Named")


def test_no_two_parts_of_the_drivers_define_the_same_name() -> None:
    names = [name for part in (*drivers.PARTS, workspace) for name in defined(part)]
    assert "AHEAD" in names
    assert "hands_over" in names
    assert sorted(names) == sorted(set(names)), "they run in one namespace"


def defined(module: Any) -> list[str]:
    """Return the names of a module's own functions and constants."""
    names: list[str] = []
    for statement in ast.parse(inspect.getsource(module)).body:
        if isinstance(statement, ast.FunctionDef):
            names.append(statement.name)
        elif isinstance(statement, ast.Assign):
            found = (part for target in statement.targets for part in ast.walk(target))
            names += [part.id for part in found if isinstance(part, ast.Name)]
    return names


def test_a_module_is_named_by_what_it_plays() -> None:
    game = gk.load("take-back-toe")
    same, other = game.variant(), game.variant(takes_back=lambda rules, state, a, b: False)
    assert module_name(same, "random") == module_name(game, "random")
    assert module_name(other, "random") != module_name(game, "random")
    assert module_name(game.with_(columns=3), "random") != module_name(game, "random")


def test_a_program_plays_where_the_game_is_not_known(take_back_toe: Any) -> None:
    program = pickle.loads(pickle.dumps(take_back_toe.program("random")))
    assert program.play(Games(1, 0, 5, 2000)) == take_back_toe.play(Games(1, 0, 5, 2000))


def test_a_closure_that_changes_is_compiled_anew() -> None:
    allowed = [False, True]
    is_free = allowed[0]

    def takes_back(rules: Any, state: Any, start: int, target: int) -> bool:
        return not is_free

    game = gk.load("take-back-toe").variant(takes_back=takes_back)
    strict = random_games.rows(engine_of(game), 1, 5)
    is_free = allowed[1]
    assert (
        random_games.rows(engine_of(game), 1, 5)
        == random_games.rows(Interpreted(game), 1, 5)
        != strict
    )


def test_rules_that_cannot_be_compiled_are_interpreted_with_one_warning() -> None:
    def takes_back(rules: Any, state: Any, start: int, target: int) -> bool:
        return start in [1, 2]

    game = gk.load("take-back-toe").variant(takes_back=takes_back)
    with pytest.warns(
        gk.GameWarning, match=r"interpreted rules: .*test_compiling.py, line \d+"
    ) as caught:
        engine = engine_of(game)
    assert caught[0].filename == __file__
    assert engine.name == "interpreted"
    assert engine_of(game).name == "interpreted"  # a second warning would be an error here
    with pytest.raises(
        Refused, match="a list made here is not in the language of rules; declare one"
    ):
        compiled(game).program("random")


RETURNED = {
    "nothing": ("why_illegal", "None"),
    "two numbers": ("why_illegal", "0, 1"),
    "a record": ("why_illegal", "state"),
    "a fraction for an actor": ("to_act", "1.0 * state.player"),
    "one number for two": ("result", "1"),
    "three numbers for two": ("result", "1, 0, 3"),
    "a fraction among them": ("result", "0.5, 1"),
}


@pytest.mark.parametrize(("name", "value"), RETURNED.values(), ids=RETURNED)
def test_a_rule_that_returns_a_wrong_type_is_refused_by_name(name: str, value: str) -> None:
    parameters = "rules, state, move" if name == "why_illegal" else "rules, state"
    rule = function_of(f"def {name}({parameters}):\n    return {value}\n", name=name)
    game = noughts.GAME.variant(**{name: rule})
    assert "must return" in str(next(one for one in refusals(game) if name == one.function))
    with pytest.raises(Refused) as caught:
        compiled(game).program("random")
    assert "drivers" not in caught.value.file


def test_a_rule_that_gives_the_drivers_unusable_values_is_refused() -> None:
    def to_act(rules: Any, state: Any) -> int:
        return 7

    with pytest.raises(RuleFailure, match="Run gamekit check to see which rule") as caught:
        compiled(noughts.GAME.variant(to_act=to_act)).play(Games(1, 0, 1, 20))
    assert "playing.py" not in str(caught.value)


def test_code_that_the_processor_stops_says_so_in_a_sentence() -> None:
    def legal_moves(rules: Any, state: Any, moves: Any) -> int:
        return 1_000_000_000

    with pytest.raises(RuleFailure) as caught:
        compiled(noughts.GAME.variant(legal_moves=legal_moves)).play(Games(1, 0, 1, 20))
    assert str(caught.value).count("\n") == 0
    assert "Run gamekit check to see where" in str(caught.value)


SMALL_FILES = """
import resource
_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (512, most))
import gamekit as gk
print(gk.playtest("take-back-toe", games=2, progress=False).engine)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_compiled_rules_need_no_file() -> None:
    assert printed(SMALL_FILES) == "compiled\n"


def test_a_move_that_is_counted_and_not_listed_is_the_same_interpreted_and_compiled() -> None:
    """It does not depend on the games that were played before."""

    def legal_moves(rules: Any, state: Any, moves: Any) -> int:
        taken, count = state.marks[0] | state.marks[1], 0
        for move in range(9):
            if not taken >> move & 1:
                if move != 4:
                    moves[count] = move
                count += 1
        return count

    game = noughts.GAME.variant(legal_moves=legal_moves)
    engines = compiled(game), Interpreted(game)
    for number in range(8):
        steps = [engine.trace(1, number, 20)[0] for engine in engines]
        assert steps[0] == steps[1]


def test_a_rule_that_nests_too_deeply_is_refused() -> None:
    rule = function_of(f"def to_act(rules, state):\n    return {'-' * 900}state.x\n", name="to_act")
    with pytest.raises(Refused, match="nests too deeply"):
        compiled(noughts.GAME.variant(to_act=rule)).program("random")


def test_a_policy_that_cannot_be_compiled_leaves_games_at_random_compiled() -> None:
    def policy(rules: Any, state: Any, moves: Any, random: Any) -> int:
        return int(sorted(moves)[-1])

    game = noughts.GAME.variant(policy=policy)
    assert engine_of(game, "random").name == "compiled"
    with pytest.warns(gk.GameWarning, match=r"interpreted rules: .*, in policy: sorted"):
        assert gk.playtest(game, ("greedy", "random"), 2, progress=False).engine == "interpreted"
    study = gk.playtest(game, ("search:20", "random"), 2, progress=False)  # and that is said once
    assert study.engine == "interpreted"
    match = gk.Match(game)
    match.play(gk.bot("greedy").choose(match.view(match.to_act), seed=1))


def test_a_rule_that_goes_wrong_says_where() -> None:
    def takes_back(rules: Any, state: Any, start: int, target: int) -> bool:
        return bool(state.stacks[1000 * start + 100] > 0)

    game = gk.load("take-back-toe").variant(takes_back=takes_back)
    with pytest.raises(RuleFailure, match=r"test_compiling.py, line \d+, in takes_back: an index"):
        compiled(game, checked=True).play(Games(1, 0, 1, 100))


def test_more_than_64_bits_are_named_when_checked_and_harm_nothing_in_play() -> None:
    def takes_back(rules: Any, state: Any, start: int, target: int) -> bool:
        return (state.turn + 2) * (1 << 62) < 0

    game, games = gk.load("take-back-toe"), Games(1, 0, 20, 100)
    before, broken = compiled(game).play(games), game.variant(takes_back=takes_back)
    message = r"test_compiling.py, line \d+, in takes_back: a result that needs more than 64 bits"
    with pytest.raises(RuleFailure, match=message):
        compiled(broken, checked=True).play(games)
    assert len(compiled(broken).play(games)) == len(before)
    assert compiled(game).play(games) == before == Interpreted(game).play(games)


def test_a_shift_by_70_is_named_in_play_too() -> None:
    def takes_back(rules: Any, state: Any, start: int, target: int) -> bool:
        return bool(1 << (state.turn + 70))

    game = gk.load("take-back-toe").variant(takes_back=takes_back)
    with pytest.raises(RuleFailure, match=r"line \d+, in takes_back: a result that needs more"):
        compiled(game).play(Games(1, 0, 1, 100))


def test_a_rule_that_never_returns_is_stopped() -> None:
    def takes_back(rules: Any, state: Any, start: int, target: int) -> bool:
        while state.turn >= 0:
            pass
        return False

    engine, halt = compiled(gk.load("take-back-toe").variant(takes_back=takes_back)), Halt()
    timer = threading.Timer(0.3, halt.want)
    timer.start()
    with pytest.raises(Stopped):
        engine.play(Games(1, 0, 1, 100), halt=halt)
    timer.join()


KEPT = """
import builtins, json, sys
import gamekit as gk
from gamekit.compiling import Compiled
from gamekit.drivers.engine import Games

json.kept = Compiled(gk.load("take-back-toe"))
json.kept.play(Games(1, 0, 1, 100))
# Python clears wasmtime's modules before json, which it imported earlier.
builtins.kept = [json, *(sys.modules[name] for name in list(sys.modules) if "wasmtime" in name)]"""


def test_python_exits_without_a_word_while_something_keeps_compiled_rules() -> None:
    done = subprocess.run([sys.executable, "-c", KEPT], capture_output=True, text=True, check=True)
    assert done.stderr == ""
