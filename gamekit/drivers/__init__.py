"""The loops around a game's rules: games between bots, and tree search.

These modules run in two ways. `engine.Interpreted` runs them as plain Python, even in a browser.
`gamekit.compiling` turns the same source into WebAssembly. Both put all parts into one namespace and
bind its free names (`workspace` lists them) to the functions of one game, so they agree move for move.
Begin with `playing`. Bots think in `lookahead` and `search`, and everything works in a `workspace`. No
module here knows about matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType

from gamekit.contract.game import Game
from gamekit.drivers import lookahead, playing, search
from gamekit.drivers.workspace import (
    BANK,
    BEST,
    CAPPED,
    CHOICES,
    COLUMN_NAMES,
    COLUMNS,
    EDGE,
    FIRST,
    GREEDY,
    LATEST,
    MOVE,
    MOVES,
    NAIVE,
    NEXT,
    RANDOM,
    RULE,
    SEARCH,
    SKIPS,
    STUCK,
    THOROUGH,
    TRAIL,
    TURNS,
    UNWARY,
    VISITS,
    WINNER,
    Tree,
)
from gamekit.errors import GameError
from gamekit.validation import shown, whole_number

__all__ = [
    "BANK",
    "BEST",
    "CAPPED",
    "CHOICES",
    "COLUMNS",
    "COLUMN_NAMES",
    "ENTRIES",
    "FIRST",
    "GREEDY",
    "MOVES",
    "NAIVE",
    "PARTS",
    "RANDOM",
    "RULE",
    "SEARCH",
    "SKIPS",
    "STUCK",
    "THOROUGH",
    "TRAIL",
    "TURNS",
    "UNWARY",
    "WINNER",
    "checked_number",
    "flags",
    "functions",
    "note_functions",
    "note_names",
    "tried_moves",
    "width",
]

PARTS = (lookahead, search, playing)
ENTRIES = ("play_games", "trace", "choose", "searched", "play_on")  # what engines call


def tried_moves(tree: Tree) -> Iterator[tuple[int, int, float]]:
    """Yield each move that the search tried, the latest first, with its visits and the sum of its scores."""
    edge = int(tree.nodes[LATEST]) - 1
    while edge >= 0:
        move, visits, before = (int(tree.edges[EDGE * edge + n]) for n in (MOVE, VISITS, NEXT))
        yield move, visits, float(tree.values[edge])
        edge = before - 1


def note_functions(game: Game) -> tuple[list[FunctionType], list[FunctionType]]:
    """Return the functions behind a row's further columns.

    The first list has those that are called once a game is over, its payoff first. The second has those that
    are called at every step.
    """
    own = game.measures.values()
    at_end = [one.function for one in own if not one.is_of_steps]
    if game.has_payoffs:
        at_end.insert(0, game.namespace["payoff"])
    return at_end, [one.function for one in own if one.is_of_steps]


def note_names(game: Game) -> list[str]:
    """Return the names of a row's columns after `COLUMNS`."""
    own = game.measures.items()
    first = ["payoff"] if game.has_payoffs else []
    return first + [
        name for steps in (False, True) for name, one in own if one.is_of_steps is steps
    ]


def checked_number(name: str, value: object) -> int:
    """Return a function's value for the column `name` as an int.

    Raises:
        GameError: it is not a whole number.
    """
    number = int(value) if isinstance(value, bool) else whole_number(value)
    if number is None:
        raise GameError(f"{name} gives {shown(value)}; it must give a whole number.")
    return number


def width(game: Game) -> int:
    """Return how many numbers a row has: `COLUMNS`, and one for each of `note_functions`."""
    at_end, at_steps = note_functions(game)
    return COLUMNS + len(at_end) + len(at_steps)


def flags(game: Game) -> dict[str, object]:
    """Return what a game has and lacks, under the names by which the drivers ask."""
    at_end, at_steps = note_functions(game)
    return {
        "HAS_SECRETS": game.has_secrets,
        "HAS_POLICY": not game.leaves_out("policy"),
        "HAS_BEST_MOVE": not game.leaves_out("best_move"),
        "HAS_BELIEFS": not game.leaves_out("likelihood"),
        "DRAWS_MOVES": not game.leaves_out("random_move"),
        "HAS_SLIPS": not game.leaves_out("slip"),
        "IS_OPEN": not (game.has_chance or game.has_secrets),
        "HAS_PAYOFFS": game.has_payoffs,
        "LONG_TURNS": game.long_turns,
        "AT_END": tuple(at_end),
        "AT_STEPS": tuple(at_steps),
        "COUNTS_STEPS": bool(at_steps),
        "ROW": width(game),
    }


def functions() -> dict[str, FunctionType]:
    """Return the functions of all parts by name."""
    return {
        name: value
        for part in PARTS
        for name, value in vars(part).items()
        if isinstance(value, FunctionType) and value.__module__ == part.__name__
    }
