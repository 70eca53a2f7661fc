"""Replaying games of a playtest step by step, for everything that its rows do not show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from threading import Event
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from gamekit import drivers
from gamekit.bots import Bot, DriverBot, RandomBot
from gamekit.chance import CHANCE_STREAM, MASK, decision_key, stream_key
from gamekit.contract import CHANCE, DRAW, ONGOING, OVER, Game, State
from gamekit.drivers.engine import interruptible
from gamekit.errors import GameError
from gamekit.match.match import Match
from gamekit.match.view import View, numbered_moves
from gamekit.studies.plan import in_game
from gamekit.studies.statistics import Flags, Rows
from gamekit.validation import whole

T = TypeVar("T")
END = -1  # stands for the move after the last one
CAREFUL, FOREIGN = 10, 30  # how many random decisions one of these costs
LEAST = 30  # the fewest games to look at, if there are as many
Steps: TypeAlias = Iterator[tuple[State, int, int]]


class Repeatable(Protocol):
    """What replaying the games of a playtest requires."""

    @property
    def game(self) -> Game: ...
    @property
    def players(self) -> Sequence[Bot]: ...
    @property
    def seed(self) -> int: ...
    @property
    def max_moves(self) -> int: ...
    @property
    def is_finished(self) -> Flags: ...
    @property
    def made(self) -> dict[int, list[int]]: ...
    def column(self, number: int) -> Rows: ...
    def __len__(self) -> int: ...


def looked_at(study: Repeatable, games: int | None, budget: int, least: int = LEAST) -> int:
    """Return how many games of a study to look at, from its first on.

    Args:
        study: the study.
        games: how many to look at; None for as many as take a reasonable time.
        budget: the reasonable time, in random decisions.
        least: the fewest games, if the study has that many.

    Raises:
        GameError: the study has no games, does not know its bots, or has fewer games than wanted.
    """
    if len(study.players) != 2:
        raise GameError("This study does not know its bots: let gamekit.playtest make it.")
    if games is not None:
        return whole("games", games, 1, len(study))
    cost = np.cumsum(study.column(drivers.MOVES) * (1 + max(map(_thought, study.players))))
    enough = int(np.searchsorted(cost, budget))
    return min(len(study), max(least, enough))


def _thought(player: Bot) -> int:
    """Estimate the cost of this bot's decision, in random decisions."""
    if isinstance(player, RandomBot):
        return 0
    return max(CAREFUL, player.simulations) if isinstance(player, DriverBot) else FOREIGN


def games_again(study: Repeatable, count: int) -> Iterator[Steps]:
    """Replay the first games of a study, see `steps`."""
    return (again(study, number) for number in range(count))


def again(study: Repeatable, number: int) -> Steps:
    """Replay a game of a study, see `steps`; its bots think only the first time."""
    game, rules = study.game, study.game.rules()
    if number not in study.made:
        players = seated(game, study.players)
        played = steps(game, players, study.seed, number, study.max_moves)
        study.made[number] = in_one_go(players, played, lambda state, actor, move: move)
    state = game.start(rules, number % 2)
    for move in study.made[number]:
        yield state, game.to_act(rules, state), move
        if move != END:
            game.apply(rules, state, move)


def in_one_go(
    players: Sequence[Bot], steps: Steps, note: Callable[[State, int, int], T]
) -> list[T]:
    """Go through a game and note something at each step.

    Ctrl-C works between steps. The kit's own bots need no thread for each decision, which would take
    longer than most decisions.
    """
    halted = Event()

    def through() -> list[T]:
        return [note(*step) for step in takewhile(lambda _: not halted.is_set(), steps)]

    return through() if any(map(looks_back, players)) else interruptible(through, halted.set)


class AnyMove:
    """Plays any legal move, as both players do in a playtest between two random bots."""

    def choose(self, view: View, seed: int = 1) -> int:
        """Return the number of a legal move, by the key of the decision itself."""
        moves = numbered_moves(view.game, view.rules, view.state)
        return moves[(((seed & MASK) >> 32) * len(moves)) >> 32]


def seated(game: Game, players: Sequence[Bot]) -> tuple[Bot, Bot]:
    """Return two bots as a playtest of this game seats them: random ones choose among all legal moves."""
    both = in_game(players[0], game), in_game(players[1], game)
    if all(isinstance(one, DriverBot) and one.seat[0] == drivers.RANDOM for one in both):
        return AnyMove(), AnyMove()
    return both


def steps(
    game: Game,
    players: Sequence[Bot],
    seed: int,
    number: int,
    max_moves: int = 2000,
    thoughts: int | None = None,
) -> Steps:
    """Replay a game of a playtest, or play one with the same dice and other thoughts.

    Args:
        game, players: the game, and who plays it, see `seated`.
        seed: the playtest's seed.
        number: the game's number.
        max_moves: where games are stopped.
        thoughts: the number of the game whose random numbers the players use; None for this one.

    Yields:
        the state, who acts there, and the move or outcome that follows; END follows the last state.
        The next step changes the state, so copy what you keep.
    """
    thoughts = number if thoughts is None else thoughts
    if any(looks_back(player) for player in players):
        yield from _of_match(game, players, seed, number, max_moves, thoughts)
        return
    rules, dice = game.rules(), stream_key(seed & MASK, number, CHANCE_STREAM)
    state, drawn, decided = game.start(rules, number % 2), 0, 0
    while (actor := game.to_act(rules, state)) != OVER:
        if actor == CHANCE:
            count = game.outcomes(rules, state)
            move, drawn = game.fallen(rules, state, dice, drawn), drawn + (count != 1)
        elif decided == max_moves:
            break
        else:
            view = View(game, rules, state, actor, game.players)
            key = decision_key(seed, thoughts, actor, decided)
            move, decided = int(players[actor].choose(view, seed=key)), decided + 1
        yield state, actor, move
        game.apply(rules, state, move)
    yield state, actor, END


def looks_back(player: Bot) -> bool:
    """May this bot look at the moves so far? The kit's own look only at the position."""
    return not isinstance(getattr(player, "free", player), AnyMove | DriverBot)


def _of_match(
    game: Game, players: Sequence[Bot], seed: int, number: int, max_moves: int, thoughts: int
) -> Steps:
    """Play it as a match, for bots that may look at the moves so far."""
    match = Match(game, seed=seed, number=number)
    while match.to_act != OVER and match.ply < max_moves:
        key = decision_key(seed, thoughts, match.to_act, match.ply)
        match.play(players[match.to_act].choose(match.view(match.to_act), seed=key))
    rules, state = match.rules, game.start(match.rules, match.first)
    for entry in match.history:
        move = entry.move or 0
        yield state, game.to_act(rules, state), move
        game.apply(rules, state, move)
    yield state, match.to_act, END


def scores_of(
    game: Game,
    players: Sequence[Bot],
    seed: int,
    number: int,
    max_moves: int = 2000,
    thoughts: int | None = None,
) -> tuple[float, float]:
    """Play a game, see `steps`; return the scores of both.

    A win is 1, a draw or a stopped game 0.5, anything else 0. In a game with payoffs, 1 means the highest
    payoff, 0 means paying it, and others lie between.
    """
    played = steps(game, players, seed, number, max_moves, thoughts)
    state = in_one_go(players, played, lambda state, actor, move: state)[-1]
    rules = game.rules()
    winner = game.result(rules, state)[0]
    if winner == ONGOING:
        return 0.5, 0.5
    if game.has_payoffs:
        part = int(game.payoff(rules, state)) / (2 * int(game.highest_payoff(rules)))
        return 0.5 + part, 0.5 - part
    if winner == DRAW:
        return 0.5, 0.5
    return float(winner == 0), float(winner == 1)
