"""What each function of a game takes, and how the names that a game file imports are used."""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType

from gamekit.contract import Game, defaults

REQUIRED = {
    "setup": "rules, state",
    "to_act": "rules, state",
    "move_count": "rules",
    "why_illegal": "rules, state, move",
    "apply": "rules, state, move",
    "result": "rules, state",
    "explain": "rules, state, move, rule",
    "ending": "rules, state",
    "read": "rules, state, text",
    "write": "rules, state, move",
    "position": "rules, state, fields",
    "dump": "rules, state",
    "text_board": "rules, state",
}
USES = {
    "number": 'number(7, range(3, 13), "stones in the heap"): default, allowed values, meaning',
    "choice": 'choice(("once", "never"), "may a player swap?"): the options, meaning',
    "array": 'array(64, "i1"): how many numbers, and their kind',
    "whole": "whole()",
    "draw": "draw(random, 6), which gives 0 to 5",
    "Rule": 'Rule("HP-1", "Heap", "A sentence."): id, title, sentence',
    "Game": 'Game(globals(), name="my-game", title="My Game")',
    "Unreadable": 'Unreadable("Write a number.", TAKING): a sentence and the number of a rule',
}


def signature(name: str) -> str:
    """Return what a function of a game takes: "rules, state, move", or "" if there is none."""
    if name in REQUIRED:
        return REQUIRED[name]
    function = defaults.OPTIONAL.get(name)
    return ", ".join(taken(function)) if isinstance(function, FunctionType) else ""


def misfits(game: Game) -> Iterator[tuple[FunctionType, str]]:
    """Yield the functions of a game that do not take what they are given, and what that is."""
    for name, function in game.namespace.items():
        wanted = signature(name)
        if not wanted or not isinstance(function, FunctionType):
            continue
        code, given = function.__code__, wanted.split(", ")
        takes = taken(function)
        least = len(takes) - len(function.__defaults__ or ())
        is_open = bool(code.co_flags & 0x04)  # *args
        fits = least <= len(given) and (is_open or len(given) <= len(takes))
        is_mixed = sorted(takes) == sorted(given) and list(takes) != given
        if not fits or is_mixed:
            yield function, wanted


def taken(function: FunctionType) -> tuple[str, ...]:
    """Return the names of what a function takes."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount]
