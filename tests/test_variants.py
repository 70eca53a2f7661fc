"""Rules replaced by functions, interpreted and compiled."""

from __future__ import annotations

import linecache
import re
from types import FunctionType
from typing import Any

import pytest

import gamekit as gk
from gamekit import contract
from gamekit.compiling import compiled, module_name
from gamekit.contract.defaults import OPTIONAL
from gamekit.contract.variants import ALSO, REQUIRED
from gamekit.drivers.engine import Interpreted
from gamekit.games.take_back_toe import rulebook, rules, text
from tests import random_games

GAME = gk.load("take-back-toe")
EXAMPLE = {"A1": 3, "A2": 1, "B1": 10, "B2": 6, "B3": 10, "B4": 10}


def test_the_contract_and_the_types_of_a_game_name_every_function_it_may_have() -> None:
    listed = re.findall(r"^    (\w+)\(", contract.__doc__ or "", re.MULTILINE)
    hooks = {*REQUIRED, *OPTIONAL, *ALSO}
    assert hooks - set(listed) == set()
    assert set(listed) - hooks == set()
    assert {*REQUIRED, *OPTIONAL} - gk.Game.__annotations__.keys() == set()


def banned(game: Any, move: str = "A1-A2") -> str | None:
    """Return the rule against a move in the published example, where Green just moved A2-A1."""
    fields = {"board": EXAMPLE, "die": 3, "last": ["A2", "A1", 3]}
    refusal = gk.Match(game, position=fields).why_not(move)
    return None if refusal is None else refusal.rule


def same_compiled(game: gk.Game, games: int = 20) -> list[Any]:
    """Check that the compiled variant plays the same games, and return them."""
    one, two = Interpreted(game), compiled(game)
    found = [random_games.trace(one, 1, number) for number in range(games)]
    assert [random_games.trace(two, 1, number) for number in range(games)] == found
    return found


ORIGINAL = [random_games.trace(Interpreted(GAME), 1, number) for number in range(20)]


def test_a_rule_is_replaced_by_a_lambda() -> None:
    free = GAME.variant(takes_back=lambda rules, state, start, target: False)
    assert banned(GAME) == "TBT-12"
    assert banned(free) is None
    assert "A1-A2" in gk.Match(free, position={"board": EXAMPLE, "die": 3}).legal()
    assert free.replaced == ("takes_back",)
    assert repr(free) == "<Take-Back-Toe, takes_back=<replaced>>"
    assert same_compiled(free) != ORIGINAL


def test_the_original_is_untouched() -> None:
    before = dict(GAME.namespace)
    GAME.variant(takes_back=lambda rules, state, start, target: True)
    assert GAME.namespace == before
    assert GAME.replaced == ()
    assert banned(GAME) == "TBT-12"
    module = __import__("gamekit.games.take_back_toe", fromlist=["GAME"])
    assert module.GAME is GAME


def test_a_function_asked_for_by_name_is_the_variants_own() -> None:
    """Even if the original game has already looked it up and cached it."""
    assert GAME.takes_back.__doc__
    free = GAME.variant(takes_back=lambda rules, state, start, target: False)
    assert free.takes_back.__doc__ is None
    assert free.with_(columns=5).takes_back.__doc__ is None
    assert GAME.takes_back.__doc__


def test_random_moves_are_listed_where_the_list_is_another_one() -> None:
    """They may be drawn by counting, which would not notice a rule that its list does notice."""
    tiles = gk.load("sliding-tic-tac-toe")
    assert not tiles.leaves_out("random_move")
    assert not tiles.with_(size=4, line=4, stop_at=1).leaves_out("random_move")
    corners = tiles.variant(why_taken=lambda state, cell: int(cell == 0 or state.board[cell] != 0))
    assert "A1" not in gk.Match(corners).legal()
    assert corners.leaves_out("random_move")
    assert not corners.leaves_out("legal_moves"), "it asks why_taken"


def test_a_variant_of_numbers_and_functions() -> None:
    free = GAME.variant(takes_back=lambda rules, state, start, target: False)
    wide = free.with_(columns=5)
    assert wide.replaced == ("takes_back",)
    assert dict(wide.changes) == {"columns": 5}
    also = GAME.with_(columns=5).variant(takes_back=lambda rules, state, start, target: False)
    assert dict(also.changes) == {"columns": 5}
    same_compiled(wide, 5)


def never_right(rules: Any, state: Any, move: int) -> int:
    """Moves to the right are forbidden; everything else is as it was."""
    if move % 4 == 3:
        return 10
    return original_why_illegal(rules, state, move)


original_why_illegal = GAME.why_illegal


def test_legality_that_legal_moves_would_not_notice_comes_from_the_filter() -> None:
    strict = GAME.variant(why_illegal=never_right)
    assert banned(strict, "B2-B3") == "TBT-10"
    match = gk.Match(strict, position={"board": EXAMPLE, "die": 1})
    assert match.legal()
    assert not [move for move in match.legal() if move[1] < move[4]]
    assert same_compiled(strict) != ORIGINAL
    gk.conformance.check(strict.with_(reversal="none"), games=3)


def test_a_wrapper_that_calls_the_original_sees_later_variants_too() -> None:
    strict = GAME.variant(why_illegal=never_right)
    both = strict.variant(takes_back=lambda rules, state, start, target: start == 7)
    assert both.replaced == ("why_illegal", "takes_back")
    assert banned(both, "B2-B3") == "TBT-10"
    assert banned(both, "B4-B3") == "TBT-12"
    assert banned(both, "B1-C1") is None
    assert banned(strict, "B4-B3") is None
    same_compiled(both, 5)


def test_a_wrapper_may_hold_the_original_in_a_closure() -> None:
    def wrapped(original: Any, factor: int) -> FunctionType:
        def takes_back(rules: Any, state: Any, start: int, target: int) -> bool:
            return bool(original(rules, state, start, target)) and state.die * factor > 9

        return takes_back

    mild = GAME.variant(takes_back=wrapped(GAME.takes_back, 3))
    assert banned(mild) is None
    harsh = GAME.variant(takes_back=wrapped(GAME.takes_back, 4))
    assert banned(harsh) == "TBT-12"
    assert same_compiled(mild) != same_compiled(harsh)


CELL = """
CORNERS = (0, 3, 8, 11)
LIMIT = 4

def is_corner(cell):
    return cell in CORNERS

def too_many(state, cell):
    return state.stacks[cell] > LIMIT and is_corner(cell)

def has_equal_stacks(rules, state, player):
    'A corner with more than four pieces spoils the row.'
    first = home(rules, player)
    for cell in range(first, first + rules.columns):
        if too_many(state, cell):
            return False
    return original(rules, state, player)
"""


def notebook() -> dict[str, Any]:
    """Return what is defined after a notebook cell ran."""
    namespace: dict[str, Any] = {"__name__": "__main__", "original": GAME.has_equal_stacks}
    name = f"<cell {len(linecache.cache)}>"
    linecache.cache[name] = len(CELL), None, CELL.splitlines(keepends=True), name
    exec(compile(CELL, name, "exec"), namespace)
    return namespace


def test_a_function_from_a_notebook_cell_brings_its_helpers_and_numbers() -> None:
    cell = notebook()
    assert "home" not in cell
    spoiled = GAME.variant(has_equal_stacks=cell["has_equal_stacks"])
    assert "home" not in cell, "the notebook's own names stay as they are"
    line = {"A1": 5, "A2": 5, "A3": 5, "B1": 25}
    assert gk.Match(GAME, position={"board": line}).result.winner == 0
    assert gk.Match(spoiled, position={"board": line}).result is None
    fine = {"A1": 3, "A2": 3, "A3": 3, "B1": 31}
    assert gk.Match(spoiled, position={"board": fine}).result.winner == 0
    assert same_compiled(spoiled) != ORIGINAL


def test_a_notebooks_number_makes_another_module() -> None:
    one, two, three = notebook(), notebook(), notebook()
    two["LIMIT"] = 5
    games = [GAME.variant(has_equal_stacks=cell["has_equal_stacks"]) for cell in (one, two, three)]
    names = [module_name(game, "random") for game in games]
    assert names[0] == names[2] != names[1]


def test_a_rule_that_reads_a_list_is_interpreted_with_a_warning() -> None:
    cell = notebook()
    cell["CORNERS"] = [0, 3, 8, 11]
    game = GAME.variant(has_equal_stacks=cell["has_equal_stacks"])
    with pytest.warns(gk.GameWarning, match=r"line 6, in is_corner: reads CORNERS, a list"):
        gk.playtest(game, games=1, progress=False)


@pytest.mark.parametrize(
    ("functions", "message"),
    [
        ({"take_back": lambda rules, state, a, b: False}, "Did you mean 'takes_back'"),
        ({"takes_back": lambda rules, state: False}, r"must take \(rules, state, start, target\)"),
        ({"takes_back": print}, "a plain Python function"),
        ({"takes_back": False}, "a plain Python function"),
        ({"RULES": lambda: ()}, "no function 'RULES'"),
    ],
)
def test_a_replacement_that_does_not_fit_is_refused(functions: Any, message: str) -> None:
    with pytest.raises(gk.BadVariant, match=message):
        GAME.variant(**functions)


def test_a_variant_that_is_not_a_game_is_refused() -> None:
    with pytest.raises(gk.BadVariant, match="too tall"):
        GAME.variant(impossible=lambda rules: "too tall" if rules.rows > 2 else "")


def test_a_game_file_must_have_every_function() -> None:
    half = {key: value for key, value in vars(rules).items() if key not in ("apply", "result")}
    with pytest.raises(gk.BadGame, match="half a game: the game file lacks apply, result"):
        gk.Game(half, rulebook, text, name="half a game", title="Half")


def test_the_parts_of_a_game_may_not_disagree_about_a_name() -> None:
    other = {"apply": lambda rules, state, move: None}
    with pytest.raises(gk.BadGame, match="half a game: 'apply' is defined differently"):
        gk.Game(rules, rulebook, text, text, other, name="half a game", title="Half")


def test_a_property_of_a_game_that_fails_raises_its_own_error() -> None:
    with pytest.raises(AttributeError, match="'int' object has no attribute 'words'"):
        _ = GAME.variant(terms=lambda rules: rules.rows.words).rulebook
