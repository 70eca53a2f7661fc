"""Errors, with messages that say how to fix what went wrong.

A mistake of the caller raises a `GameError`, whose message names what is wrong and the remedy. Only a mapping
that lacks a key raises a `KeyError`. `addressed` corrects sentences about a player named "You": "You wins"
becomes "You win". In a browser, a cell that needs a missing module gets a sentence (`explain_missing`), and
the page goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import wraps
from typing import Any, ParamSpec, TypeVar

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


def with_names(sentence: str, names: tuple[str, str], function: str) -> str:
    """Return a sentence from a game's function with the players' names filled in.

    Raises:
        BadSentence: it has other braces than {0} and {1}.
    """
    try:
        filled = sentence.format(*names)
        return addressed(filled) if YOU in names else filled
    except (LookupError, ValueError, AttributeError):
        raise BadSentence(function, sentence) from None


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


YOU = "You"
IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
NO_VERBS = {"always", "this", "its", "as", "less", "plus", "across", "towards"}
NO_SUBJECT = {"of", "to", "by", "for", "from", "gives", "give", "gave", "than", "against", "with"}
FOUND = re.compile(
    r"(?:(?P<before>\S+)\s+)?\bYou\b(?P<own>['’]s)?(?:(?P<gap> )(?P<verb>[a-z][\w-]*))?"
)


def addressed(sentence: str) -> str:
    """Return a sentence about a player named "You" with verbs that agree: "You win"."""
    return FOUND.sub(_mended, sentence) if YOU in sentence else sentence


def after_you(verb: str) -> str:
    """Return the form of this verb after "you": "wins" gives "win"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb in NO_VERBS or not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if re.search(r"(?:ss|sh|ch|x|z)es$", verb) else verb[:-1]


def _mended(found: re.Match[str]) -> str:
    before, own, verb = found["before"] or "", found["own"], found["verb"] or ""
    lead = found[0][: found[0].index(YOU)]
    is_first = not before or before[-1] in ".!?·;" or "\n" in lead
    you = ("Your" if own else YOU) if is_first else ("your" if own else "you")
    if verb and not own and before not in NO_SUBJECT:
        verb = after_you(verb)
    return f"{lead}{you}{found['gap'] or ''}{verb}"


# --- in a browser --------------------------------------------------------------------------------


ASSIGNED = re.compile(r"^(\w+) *=[^=]", re.MULTILINE)  # at the left margin of a cell


def explain_missing(shell: Any) -> None:
    """Make an IPython shell answer with a sentence if a module, or time, is missing.

    It skips such a cell and runs those below it. A cell that needs what a skipped cell would have
    defined gets a sentence too.
    """
    left_out: list[str] = []

    def explain(
        shell: Any, kind: type[Exception], problem: Exception, trace: Any, tb_offset: Any = None
    ) -> None:
        cell = shell.user_ns["In"][-1]
        sentence = about_missing(problem, left_out, cell)
        if sentence:
            print(sentence)
            left_out.append(cell)
        else:
            full = shell.InteractiveTB.structured_traceback(kind, problem, trace, tb_offset)
            shell._showtraceback(kind, problem, full)

    shell.set_custom_exc((ImportError, NameError, LookupError, GameError), explain)


def about_missing(problem: Exception, left_out: list[str], cell: str = "") -> str:
    """Return a sentence about a missing module or a skipped cell, or "" for any other problem.

    Args:
        problem: what a cell raised.
        left_out: the cells that could not run.
        cell: the text of the cell that raised it.
    """
    if isinstance(problem, NotHere):
        return str(problem)
    if isinstance(problem, GameError) and isinstance(problem.__cause__, ModuleNotFoundError):
        problem = problem.__cause__  # nothing can be installed here
    name = getattr(problem, "name", None) or ""
    if isinstance(problem, ModuleNotFoundError):
        return (
            f"This cell needs {name.partition('.')[0]}, which Python in a browser does not have. "
            "It runs where gamekit is installed, or on Binder."
        )
    if isinstance(problem, LookupError):  # a cell that stopped halfway leaves a table half filled
        assigned = ASSIGNED.findall("\n".join(left_out))
        name = next((name for name in assigned if _mentions(cell, name)), "")
    if name and any(_mentions(one, name) for one in left_out):
        return f"This cell needs {name} from a cell that could not run here."
    return ""


def _mentions(cell: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", cell) is not None
