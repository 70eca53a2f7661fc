"""The goals and questions of tasks, judged by the engine.

A goal is a function of the match before a turn, and of the match after it or the refusal:

    goal(before, after) -> True if it is met, False if not, or a sentence that says why not

The kit calls it after every move of a turn. False leaves the turn open, and a sentence ends the attempt.
`win` and `lose` are goals; `refused` and `challenge` make goals. The answer to a `Value` or a
`Which` is not a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Protocol, TypeAlias

import gamekit as gk
from gamekit.contract import CHANCE, DRAW, ONGOING, State
from gamekit.puzzle import Puzzle
from gamekit.validation import accepts, shown

Goal: TypeAlias = Callable[[gk.Match, gk.Match | gk.GameError], bool | str]


@dataclass(frozen=True)
class Verdict:
    """The engine's verdict on an answer. It is true if the answer solves the task.

    Attributes:
        is_solved: does the answer solve the task?
        text: why, or why not, in a sentence.
        rule: the id of the rule that decided it, or "".
        cells: labels of the cells that a refusal is about.
        after: the match to show, or None if no move was played.
    """

    is_solved: bool
    text: str
    rule: str = ""
    cells: tuple[str, ...] = ()
    after: gk.Match | None = None

    def __bool__(self) -> bool:
        return self.is_solved


class Question(Protocol):
    """A question: how it judges an answer, and which answers are possible.

    Attributes:
        label: the label of the line for typed answers.
        is_played: do people answer on the board?
    """

    label: str
    is_played: bool

    def judge(self, start: gk.Match, here: gk.Match, answer: Any) -> Verdict | gk.Match:
        """Return the verdict on an answer, or the match as it stands if the turn goes on."""

    def answers(self, start: gk.Match) -> Iterator[str]:
        """Yield every possible answer."""


# --- turns -------------------------------------------------------------------------------------


def win(before: gk.Match, after: gk.Match | gk.GameError) -> bool:
    """Does this turn win?"""
    return _winner(after) == before.to_act


def lose(before: gk.Match, after: gk.Match | gk.GameError) -> bool:
    """Does this turn lose at once?"""
    return _winner(after) == 1 - before.to_act


def refused(rule: str) -> Goal:
    """Return a goal that asks for a move that this rule forbids: refused("TBT-12")."""

    def is_refused(before: gk.Match, after: gk.Match | gk.GameError) -> bool | str:
        if isinstance(after, gk.IllegalMove):
            return after.rule == rule or f"{after.message} But the task asks for another rule."
        return "No rule forbids that."

    return is_refused


def challenge(field: str) -> Goal:
    """Return a goal that asks for a challenge that costs the opponent, not the challenger.

    Args:
        field: the field of the state that a challenge changes, with a number for each player, such as "lives".
    """

    def succeeds(before: gk.Match, after: gk.Match | gk.GameError) -> bool | str:
        if not isinstance(after, gk.Match):
            return False
        paid = [
            a != b
            for a, b in zip(getattr(before.state, field), getattr(after.state, field), strict=True)
        ]
        return "The challenge fails." if paid[before.to_act] else paid[1 - before.to_act]

    return succeeds


NAMED: dict[str, Goal] = {"win": win, "lose": lose}


class Turn:
    """A task whose answer is a turn, or a move that is refused."""

    label, is_played = "Type a move", True

    def __init__(self, goal: Goal) -> None:
        self.goal = goal

    def judge(self, start: gk.Match, here: gk.Match, answer: Any) -> Verdict | gk.Match:
        """Play the turn, and judge it by the goal."""
        try:
            after = _played(here, answer)
        except gk.IllegalMove as problem:
            met = self.goal(start, problem)
            why = f"Solved. {problem.message}" if met is True else met or problem.message
            return Verdict(met is True, why, problem.rule, problem.cells)
        met = self.goal(start, after)
        if met is False and _is_open(start, after):
            return after
        rule = after.result.rule if after.result else ""
        why = _explanation(met, after, "That turn is legal, but the task asks for another.")
        return Verdict(met is True, why, rule, after=after)

    def answers(self, start: gk.Match) -> Iterator[str]:
        """Yield the legal turns, then the moves that the rules refuse."""
        yield from start.turns()
        state, legal = start.state, start.legal_moves()
        for move in range(start.game.moves):
            if move not in legal:
                yield start.game.write(start.rules, state, move)


class Posed(Turn):
    """A puzzle of `gamekit.puzzles` whose answer is a turn. Its solution comes with the reason."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle.meets)
        self._why = puzzle.why

    def judge(self, start: gk.Match, here: gk.Match, answer: Any) -> Verdict | gk.Match:
        """Play the turn, and judge it by the puzzle."""
        found = super().judge(start, here, answer)
        if isinstance(found, Verdict) and found.is_solved:
            return replace(found, text=f"Solved. {self._why}")
        return found


def _winner(after: gk.Match | gk.GameError) -> int | None:
    return after.result.winner if isinstance(after, gk.Match) and after.result else None


def _played(here: gk.Match, turn: str) -> gk.Match:
    """Return the match after a turn, with chance that falls within the turn but none that follows it."""
    after = here.fork()
    after.auto = False
    after.play(turn)
    return after.advance() if _is_open(here, after) else after


def _is_open(before: gk.Match, after: gk.Match) -> bool:
    """Must the same player still finish this turn?"""
    return not after.result and bool(before.game.goes_on(before.rules, before.state, after.state))


def _explanation(met: bool | str, after: gk.Match, otherwise: str) -> str:
    """Return why a turn met its goal or missed it; `otherwise` if neither the goal nor the match says."""
    ending = after.result.text if after.result else ""
    if met is True:
        return f"Solved. {ending}".strip()
    return met or ending or otherwise


# --- other answers -----------------------------------------------------------------------------


class Value:
    """A task whose answer is a number or a word: Value(lambda match: len(match.legal())).

    Args:
        value: a function that works out the answer from the match.
    """

    label, is_played = "Your answer", False

    def __init__(self, value: Callable[[gk.Match], object]) -> None:
        if not accepts(value, None):
            raise gk.GameError(
                f"Value({shown(value)}): give a function of one argument, the match."
            )
        self.value = value

    def judge(self, start: gk.Match, here: gk.Match, answer: Any) -> Verdict | gk.Match:
        """Compare the answer with the right one."""
        is_right = _plain(answer) == _plain(self.value(start))
        text = f"Solved: {answer}." if is_right else f"It is not {answer}."
        return Verdict(is_right, text, after=start)

    def answers(self, start: gk.Match) -> Iterator[str]:
        """Yield the right answer."""
        yield str(self.value(start))


class Which:
    """A task whose answer is one of several choices, pressed or typed.

    Args:
        options: the words on each button, by the name of the choice.
        answer: the name of the right choice.
        why: the reason to show when somebody chooses it.
    """

    label, is_played = "Your answer", False

    def __init__(self, options: Mapping[str, str], answer: str, why: str) -> None:
        self.options = tuple((name, f"{name} {words}") for name, words in options.items())
        self._answer, self._why = answer, why

    def judge(self, start: gk.Match, here: gk.Match, answer: Any) -> Verdict | gk.Match:
        """Compare the answer with the right one."""
        is_right = _plain(answer) == _plain(self._answer)
        text = f"Solved. {self._why}" if is_right else f"It is not {answer}."
        return Verdict(is_right, text, self._answer if is_right else "", after=start)

    def answers(self, start: gk.Match) -> Iterator[str]:
        """Yield the choices."""
        yield from (name for name, _ in self.options)


def options(question: object) -> tuple[tuple[str, str], ...]:
    """Return the choices of a question, each as its name and the words on its button. Most questions have none."""
    return getattr(question, "options", ())


def _plain(answer: object) -> str:
    """Return an answer in one form, however people write it: 0.5 becomes 1/2."""
    text = " ".join(str(answer).casefold().split())
    try:
        return str(Fraction(text))
    except (ValueError, ZeroDivisionError):
        return text


HALF = Fraction(1, 2)


def score(match: gk.Match, player: int, turns: int) -> Fraction:
    """Return the exact score that a player can expect if both players play perfectly.

    A win counts 1 and a loss 0. A draw counts one half, and so does a game that is not over after `turns`
    more turns, those of both players counted. It tries every outcome of chance that is still open.
    """
    game, rules = match.game, match.rules
    if game.has_secrets:
        raise gk.GameError(f"{game.title} has secrets, so nobody can know exact odds.")
    states: dict[Any, State] = {}  # by their values

    @cache
    def value_of(values: Any, turns: int) -> Fraction:
        state = states[values]
        outcome, _ = game.result(rules, state)
        if outcome != ONGOING:
            return HALF if outcome == DRAW else Fraction(outcome == player)
        if turns == 0:
            return HALF
        actor = game.to_act(rules, state)
        return _combined(actor, player, children(state, actor, turns))

    def children(state: State, actor: int, turns: int) -> Iterator[Fraction]:
        outcomes = range(game.outcomes(rules, state) if actor == CHANCE else 0)
        for step in outcomes or game.numbered_moves(rules, state):
            after = state.copy()
            game.apply(rules, after, step)
            ends = actor != CHANCE and not game.goes_on(rules, state, after)
            values = after.values()
            states[values] = after
            yield value_of(values, turns - ends)

    state = match.state
    states[state.values()] = state
    return value_of(state.values(), turns)


def _combined(actor: int, player: int, scores: Iterator[Fraction]) -> Fraction:
    """Return the mean score if chance acts, or the score that the acting player chooses."""
    if actor == CHANCE:
        found = list(scores)
        return sum(found, Fraction(0)) / len(found)
    ideal = int(actor == player)  # no score is better for the actor, so the search stops there
    best: Fraction | None = None
    for each in scores:
        if best is None or (each > best) == (actor == player):
            best = each
        if best == ideal:
            break
    assert best is not None, "the player to act has a legal move"
    return best
