"""Calling a game's functions: each may only read, and must answer in the right form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gamekit.contract import BOTH_LOSE, CHANCE, DRAW, ONGOING, OVER, Game, shown
from gamekit.contract.fields import Struct
from gamekit.match.match import Match

STEPS = 40  # the most moves or outcomes to try


class Broken(AssertionError):
    """A promise that is broken.

    Attributes:
        code: which one, such as "legal-moves-differ".
        function: the function of the game that most likely breaks it.
        rule: the id of the rule concerned, or "".
        advice: what to do about it if the code alone does not say; otherwise "".
    """

    def __init__(
        self, code: str, function: str, message: str, rule: str = "", advice: str = ""
    ) -> None:
        self.code, self.function, self.rule, self.advice = code, function, rule, advice
        super().__init__(message)


def require(kept: object, code: str, function: str, message: str, rule: str = "") -> None:
    """Raise `Broken` unless a promise is kept."""
    if not kept:
        raise Broken(code, function, message, rule)


# --- what is answered ----------------------------------------------------------------------------


def _is_number(value: Any) -> bool:
    return isinstance(value, int)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_switch(value: Any) -> bool:
    return isinstance(value, bool | int)


def _is_result(value: Any) -> bool:
    outcomes = (0, 1, DRAW, BOTH_LOSE, ONGOING)
    is_pair = isinstance(value, tuple | list) and len(value) == 2
    return is_pair and all(map(_is_number, value)) and value[0] in outcomes


def _is_explanation(value: Any) -> bool:
    is_pair = isinstance(value, tuple | list) and len(value) == 2
    return is_pair and isinstance(value[0], str) and _are_labels(value[1])


def _are_labels(value: Any) -> bool:
    return hasattr(value, "__iter__") and not isinstance(value, str)


def _are_moves(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_number, value))


def _is_dictionary(value: Any) -> bool:
    return isinstance(value, Mapping)


# For each function: a test of its answer, and what it must return.
ANSWERS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "to_act": (
        lambda value: isinstance(value, int) and value in (0, 1, CHANCE, OVER),
        "0, 1, CHANCE or OVER: games here are for two, who act one after the other",
    ),
    "outcomes": (lambda value: _is_number(value) and value > 0, "a whole number, 1 or more"),
    "chances": (
        lambda value: _is_number(value) and value >= 0,
        "a whole number, 0 or more: as many as this outcome has of all chances",
    ),
    "why_illegal": (
        lambda value: _is_number(value) and value >= 0,
        "0, or the number of the rule that forbids the move",
    ),
    "legal_moves": (_is_number, "how many moves it has filled in"),
    "sensible_moves": (_is_number, "how many moves it has filled in"),
    "result": (
        _is_result,
        "(winner, rule), such as (ONGOING, 0): the winner is 0, 1, DRAW, BOTH_LOSE or ONGOING",
    ),
    "payoff": (_is_number, "what player 0 gets, a whole number"),
    "policy": (_is_number, "the number of a move"),
    "best_move": (_is_number, "the number of a move"),
    "read": (_are_moves, "a list of moves, such as [0]"),
    "write": (_is_text, "a text"),
    "explain": (_is_explanation, "(sentence, labels), such as ('You cannot do that.', ())"),
    "ending": (_is_text, "a text"),
    "text_board": (_is_text, "a text"),
    "dump": (_is_dictionary, "what FIELDS.write(...) gives"),
    "winning_cells": (_are_labels, "the labels of cells, such as ('A1', 'A2') or ()"),
    "sees": (_is_switch, "True or False"),
    "reveals": (_is_switch, "True or False"),
    "tells_all": (_is_switch, "True or False"),
    "terms": (_is_dictionary, "a dictionary, such as {'total': 14} for {total} in a sentence"),
}


def fitting(name: str, value: Any) -> Any:
    """Return what a function of a game answered.

    Raises:
        Broken: the function may not answer that.
    """
    fits, wanted = ANSWERS.get(name, (None, ""))
    if fits is not None and not fits(value):
        said = f"{name} returns {shown(value)}; it must return {wanted}"
        raise Broken("bad-answer", name, said)
    return value


class Asked:
    """A game's functions, called with the position of a match, which they may only read."""

    def __init__(self, match: Match) -> None:
        self.game, self.rules, self.state = match.game, match.rules.copy(), match.state
        self._before = self.state.values(), self.rules.values()

    def __call__(self, name: str, *given: Any) -> Any:
        """Return what the function says."""
        return self.each(name, [given])[0]

    def each(self, name: str, given: Iterable[tuple[Any, ...]]) -> list[Any]:
        """Return the function's answer for each row of arguments."""
        function = getattr(self.game, name)
        found = [fitting(name, function(self.rules, self.state, *row)) for row in given]
        for what, kept in zip(("state", "parameters"), self._before, strict=True):
            now = self.state if what == "state" else self.rules
            require(
                now.values() == kept,
                f"{what}-changed",
                name,
                f"{name} changed the {what}{_what_changed(now, kept)}: it may only read",
            )
        return found


def _what_changed(now: Struct, kept: tuple[Any, ...]) -> str:
    """Return which fields differ from the values kept before."""
    pairs = zip(type(now).fields, now.values(), kept, strict=True)
    names = [name for name, is_, was in pairs if is_ != was]
    return f" ({', '.join(names)})"


# --- what is behind an exception -----------------------------------------------------------------


def wrong_answer(game: Game, match: Match | None) -> Broken | None:
    """Return the first unfit answer at a match's position or one step later, or None.

    Called after an exception, because the function that raised it is often not at fault.
    """
    rules = game.rules()
    try:
        before = match.state if match else game.start(rules)
        _ask_all(game, rules, before)
        for _, state in after(game, rules, before, STEPS):
            _ask_all(game, rules, state)
    except Broken as found:
        return found
    except Exception:  # the report then tells of this exception
        return None
    return None


def after(game: Game, rules: Any, before: Any, most: int) -> Iterable[tuple[int, Any]]:
    """Yield some moves or outcomes, up to a limit, and the states they lead to."""
    actor = game.to_act(rules, before)
    if actor == CHANCE:
        steps = list(range(game.outcomes(rules, before)))
    else:
        every = range(game.moves if actor != OVER else 0)
        steps = [move for move in every if game.why_illegal(rules, before, move) == 0]
    for step in steps[:most]:
        state = before.copy()
        game.apply(rules, state, step)
        yield step, state


def _ask_all(game: Game, rules: Any, state: Any) -> None:
    """Ask every function that may answer in this state; `Broken` if an answer does not fit."""

    def ask(name: str, *given: Any) -> Any:
        try:
            answer = getattr(game, name)(rules, state.copy(), *given)
        except Exception:  # another test reports that
            return None
        return fitting(name, answer)

    ask("result")
    actor = ask("to_act")
    if actor == OVER:
        ask("ending")
        ask("winning_cells")
    elif actor == CHANCE:
        for outcome in range(min(STEPS, ask("outcomes") or 0)):
            ask("write", outcome)
    elif actor is not None:
        for move in range(min(STEPS, game.moves)):
            rule = ask("why_illegal", move)
            if rule:
                ask("explain", move, rule)
            elif text := ask("write", move):
                ask("read", text)
    ask("text_board")
    ask("dump")
