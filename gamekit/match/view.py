"""A view: what one viewer may know of a match. People and bots see only this.

A view shows its board as a picture from whichever installed package draws one: the engine draws nothing.
Such a package offers an entry point in the group "gamekit.match.picture": a function that takes a `View` and
returns SVG. Given a `Heat` as the keyword `heat`, it draws the bare board with a figure in each cell instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from gamekit.contract import ALL, DRAW, ONGOING, OVER, Game, Parameters, State
from gamekit.errors import GameError
from gamekit.sentences import with_names

HIDDEN = "?"
OPEN = "..."  # ends the notation of a move that leaves its turn open


def without_open(text: str) -> str:
    """Return the notation of a move without the sign that its turn stays open."""
    return text.removesuffix(OPEN).strip()


@dataclass(frozen=True, slots=True)
class Entry:
    """One step of a match: a player's move, a chance outcome, or a forced step.

    Attributes:
        player: 0, 1, CHANCE, or None for an automatic step.
        text: its notation; "?" for viewers who may not know it.
        move: its number. In a game with secrets, players see the numbers of their own moves only; all
            other moves have None.
        ply: how many moves players had made after it.
        remark: consequences that the notation does not show, in sentences; often empty.
        turn: the number of the turn that it belongs to, counted from 0. It grows from turn to turn.
        whose: the player whose die it is, for a roll; otherwise None.
        came: consequences that the board shows too, in a sentence; often empty.
    """

    player: int | None
    text: str
    move: int | None
    ply: int
    remark: str = ""
    turn: int = 0
    whose: int | None = None
    came: str = ""


RESIGNED, OUT_OF_TIME = "X-Q9", "X-Q2"  # the rules that end a match early
EARLY = {RESIGNED: "resigned", OUT_OF_TIME: "ran out of time"}


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended.

    Attributes:
        winner: 0, 1 or None.
        kind: "win", "draw" or "both lose".
        rule: the id of the rule that ended it.
        text: a sentence for people.
        payoff: what player 0 gets from player 1, less than 0 where player 0 pays; None in a game
            without payoffs.
    """

    winner: int | None
    kind: str
    rule: str
    text: str
    payoff: int | None = None


def result_of(game: Game, rules: Parameters, state: State, names: tuple[str, str]) -> Result | None:
    """Return how the rules ended this game, or None while it continues."""
    outcome, rule = game.answer("result", rules, state)
    if outcome == ONGOING:
        return None
    how = with_names(game.ending(rules, state), names, "ending")
    payoff = int(game.payoff(rules, state)) if game.has_payoffs else None
    if outcome in (0, 1):
        wins = with_names(f"{{{outcome}}} wins.", names, "result")
        return Result(outcome, "win", game.rule_id(rule), f"{wins} {how}", payoff)
    kind = "draw" if outcome == DRAW else "both lose"
    opening = "The game is drawn." if outcome == DRAW else "Both players lose."
    return Result(None, kind, game.rule_id(rule), f"{opening} {how}", payoff)


class View:
    """What one viewer may know: the board with secrets blanked, and the history as they saw it.

    A view never changes; `state` gives a new copy each time.
    """

    __slots__ = ("_state", "game", "history", "names", "player", "result", "rules")

    def __init__(
        self,
        game: Game,
        rules: Parameters,
        state: State,
        player: int,
        names: tuple[str, str],
        history: tuple[Entry, ...] = (),
        result: Result | None = None,
    ) -> None:
        hidden = state.copy()
        if player != ALL and not (result and game.tells_all(rules)):
            game.hide(rules, hidden, player)
        for key, value in (
            ("game", game),
            ("rules", rules.copy()),
            ("player", player),
            ("names", names),
            ("result", result),
            ("_state", hidden),
            ("history", history),
        ):
            object.__setattr__(self, key, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise GameError(f"A view is read-only: {name} cannot be set.")

    def __copy__(self) -> View:
        return self

    def __deepcopy__(self, memo: object) -> View:
        return self

    game: Game
    rules: Any
    player: int
    names: tuple[str, str]
    result: Result | None
    history: tuple[Entry, ...]  # the steps so far; what this viewer may not know is "?"
    _state: State

    @property
    def state(self) -> Any:
        """A copy of the state as this viewer knows it."""
        return self._state.copy()

    @property
    def to_act(self) -> int:
        """CHANCE, 0, 1 or OVER."""
        return OVER if self.result else self.game.to_act(self.rules, self._state)

    def legal_moves(self) -> tuple[int, ...]:
        """The legal moves as numbers, while it is this viewer's turn (ALL: anybody's)."""
        actor = self.to_act
        if actor not in (0, 1) or self.player not in (actor, ALL):
            return ()
        return self.game.numbered_moves(self.rules, self._state)

    def legal(self) -> tuple[str, ...]:
        """The same in notation."""
        return all_written(self.game, self.rules, self._state, self.legal_moves())

    def winning_cells(self) -> tuple[str, ...]:
        """The labels of the cells that won; none while the match continues."""
        outcome, _ = self.game.result(self.rules, self._state)
        return () if outcome == ONGOING else self.game.winning_cells(self.rules, self._state)

    def board_text(self) -> str:
        """The board as text, and what the latest move brought about if there is more to say."""
        board = with_names(self.game.text_board(self.rules, self._state), self.names, "text_board")
        remark = self.history[-1].remark if self.history else ""
        return f"{board}\n{remark}" if remark else board

    def __repr__(self) -> str:
        return self.board_text()


def whole_turns(game: Game, rules: Parameters, state: State) -> Iterator[str]:
    """Iterate over the distinct whole turns of the player to act, in notation."""
    seen = set()
    waiting: list[tuple[State, tuple[str, ...]]] = [(state, ())]
    while waiting:
        place, words = waiting.pop()
        for move in reversed(game.numbered_moves(rules, place)):
            so_far = (*words, game.write(rules, place, move))
            if game.leaves_turn_open(rules, place, move):
                after = place.copy()
                game.apply(rules, after, move)
                waiting.append((after, so_far))
            else:
                text = game.turn_text(rules, state, so_far)
                if text not in seen:
                    seen.add(text)
                    yield text


def written(game: Game, rules: Parameters, state: State, move: int) -> str:
    """Return a legal move's notation, with " ..." where it leaves the turn open."""
    text = game.write(rules, state, move)
    return f"{text} {OPEN}" if game.leaves_turn_open(rules, state, move) else text


def all_written(
    game: Game, rules: Parameters, state: State, moves: Iterable[int]
) -> tuple[str, ...]:
    """Return the notation of legal moves; some games have a thousand."""
    if game.has_long_turns:
        return tuple(written(game, rules, state, move) for move in moves)
    write = game.write
    return tuple(write(rules, state, move) for move in moves)


class Heat(Protocol):
    """Figures for the cells of a board.

    Attributes:
        values: the figures, by the labels of cells.
        title: what the figures are.
        form: the format that writes one: ".2g".
        most: the figure drawn darkest.
    """

    @property
    def values(self) -> Mapping[str, float]: ...
    @property
    def title(self) -> str: ...
    @property
    def form(self) -> str: ...
    @property
    def most(self) -> float: ...


@cache
def _draw(form: str) -> Callable[..., str] | None:
    """Return the function that draws as "svg" or "html", or None."""
    from importlib.metadata import entry_points  # slow to import

    for point in entry_points(group="gamekit.match.picture", name=form):
        draw: Callable[..., str] = point.load()
        return draw
    return None


def picture(view: View) -> str:
    """Return HTML with the board as a still picture, or "" if no package draws."""
    draw = _draw("html")
    return draw(view) if draw else ""


def heat(view: View, figures: Heat) -> str:
    """Return the board as SVG with a figure in each cell, or "" if no package draws."""
    draw = _draw("svg")
    return draw(view, heat=figures) if draw else ""
