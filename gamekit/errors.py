"""Errors, with messages that say how to fix what went wrong.

A mistake of the caller raises a `GameError`, whose message names what is wrong and the remedy. Only a mapping
that lacks a key raises a `KeyError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import wraps
from typing import ParamSpec, TypeVar

LONGEST_LIST = 240  # characters
Given = ParamSpec("Given")
Found = TypeVar("Found")


class GameError(ValueError):
    """The base of the kit's errors."""


class BadVariant(GameError):
    """A parameter, or a combination of parameters or functions, that makes no game."""


class BadPosition(GameError):
    """Position fields that are unknown, impossible or contradict each other."""


class BadRecord(GameError):
    """A saved game that is damaged, foreign or disagrees with the rules."""


class BadGame(GameError):
    """A game file that breaks the contract of `gamekit.contract`."""


class BadSentence(BadGame):
    """A game's sentence has a placeholder for something other than a player's name.

    Attributes:
        function: the function of the game that gave it.
    """

    def __init__(self, function: str, sentence: str) -> None:
        self.function = function
        super().__init__(
            f"{function} gives {sentence!r}: only {{0}} and {{1}}, for the players, may stand in "
            "braces."
        )


class Unwritten(GameError):
    """The disk refused a write, so the change was not made. The message names the file."""


class NotHere(GameError):
    """Python in this browser cannot do this, or not soon enough. The message says what can."""


class GameWarning(UserWarning):
    """Something a person should know while play goes on."""


class IllegalMove(GameError):
    """A refused move, with the rule that refuses it.

    Attributes:
        rule: the rule's id, for example "TBT-12".
        move: the refused move as the game read it.
        message: a sentence for people: what is refused, why, and on which cells.
        cells: labels of the cells concerned, for pictures.
        legal: up to five of the legal moves nearest to the refused one.
        is_unread: is the refused move a text that names no move of the game?
    """

    is_unread: bool = False

    def __init__(
        self,
        rule: str,
        move: str,
        message: str,
        cells: Iterable[str] = (),
        legal: Iterable[str] = (),
    ) -> None:
        self.rule = rule
        self.move = move
        self.message = message
        self.cells = tuple(cells)
        self.legal = tuple(legal)
        super().__init__(rule, move, message, self.cells, self.legal)

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"

    def __repr__(self) -> str:
        return f"IllegalMove({str(self)!r})"


class Unreadable(GameError):
    """Raised by a game's `read`: this text names no move of the game.

    `rule` is the number of the rule that it breaks, or 0 if it is simply not in the notation. In the message,
    {0} and {1} stand for the players.
    """

    def __init__(self, message: str, rule: int = 0, cells: Iterable[str] = ()) -> None:
        self.rule = rule
        self.cells = tuple(cells)
        super().__init__(message)


def discreet(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """Decorate a function so that its refusals come from a frame without secrets.

    A traceback can show the variables of every function that an error passed through, and functions
    that judge a move know everything.
    """

    @wraps(function)
    def call(*given: Given.args, **more: Given.kwargs) -> Found:
        try:
            return function(*given, **more)
        except GameError as problem:
            refusal = problem.with_traceback(None)
            refusal.__context__ = None
        given, more = (), {}  # type: ignore[assignment] # a traceback would show these, too
        raise refusal

    return call


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return " Did you mean 'x'?" for the nearest known word, or a list of the known words."""
    names = list(known)
    could_be = isinstance(word, str) and len(word) <= 2 * max(map(len, names), default=0)
    near = get_close_matches(str(word), names, n=1) if could_be else []
    return f" Did you mean {near[0]!r}?" if near else f" Known: {listed(names)}."


def listed(words: Iterable[str]) -> str:
    """Return words as a list in one text, with as many of them as a message has room for."""
    found, room = "", LONGEST_LIST
    for word in words:
        room -= len(word) + 2
        if room < 0:
            return f"{found} and so on"
        found += f", {word}" if found else word
    return found


def series(words: Iterable[str], last: str = "and") -> str:
    """Return "one", "one and two" or "one, two and three"; nothing for no words."""
    *others, final = list(words) or [""]
    return f"{', '.join(others)} {last} {final}" if others else final
