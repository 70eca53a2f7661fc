"""What a playtest plays: games between two bots, each known by its number."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from functools import partial, reduce
from typing import TypeGuard

import numpy as np

from gamekit import drivers
from gamekit.bots import Bot, DriverBot, Level, Naive, Search, bot
from gamekit.chance import decision_key, followed
from gamekit.contract import OVER, Game
from gamekit.drivers.engine import Engine
from gamekit.drivers.room import Numbers
from gamekit.engines import compiled_soon, soonest
from gamekit.errors import GameError
from gamekit.games import game_of
from gamekit.given import shown, whole
from gamekit.match import Match
from gamekit.playtesting.estimates import Rows

MOST_MOVES = 1_000_000


class Plan(ABC):
    """Games between two bots. Game number n is the same whenever and wherever it is played.

    Attributes:
        game: what is played.
        players: who plays player 0 and player 1.
        bots: what they are called.
        seed: what all chance comes from.
        max_moves: longer games are stopped.
        work: how many simulations there may be behind a move.
    """

    work = 0

    def __init__(self, game: Game, players: tuple[Bot, Bot], seed: int, max_moves: int) -> None:
        self.game, self.players, self.seed, self.max_moves = game, players, seed, max_moves
        self.bots = label(players[0]), label(players[1])

    def is_ready(self) -> bool:
        """Can threads play side by side? That takes compiled rules; see that they will be there."""
        return False

    @abstractmethod
    def play(self, first: int, count: int, stopped: Numbers | None = None) -> Rows:
        """Play games number `first` and following; return a row of `drivers.COLUMNS` for each.

        Args:
            first: number of the first game.
            count: how many.
            stopped: one number. Once it is not 0, what is returned means nothing.

        Raises:
            GameError: somebody had no legal move.
        """

    def _checked(self, first: int, rows: Rows, stopped: Numbers | None) -> Rows:
        stuck = np.flatnonzero(rows[:, drivers.RULE] == drivers.STUCK)
        if len(stuck) and not (stopped and stopped[0]):
            raise GameError(
                f"{self.game}: in game {first + stuck[0]} of seed {self.seed} the player to act had "
                "no legal move. gamekit.conformance.check(game) shows how that came about."
            )
        return rows


def plan_of(
    game: Game | str, bots: Sequence[str | Bot], seed: int = 1, max_moves: int = 2000
) -> Plan:
    """Return the plan for what somebody wants to be played, or say what is wrong with it."""
    game = game_of(game)
    whole("seed", seed)
    whole("max_moves", max_moves, 1, MOST_MOVES)
    players = _players(bots)
    drives = all(isinstance(player, DriverBot) for player in players)
    return (Driven if drives else Asked)(game, players, seed, max_moves)


def _players(bots: Sequence[object]) -> tuple[Bot, Bot]:
    if not isinstance(bots, list | tuple) or len(bots) != 2:
        raise GameError(f'bots={shown(bots)}: name two bots, for example ("random", "greedy").')
    players = [one if is_bot(one) else bot(one) for one in bots]  # type: ignore[arg-type]
    for player in players:
        if isinstance(player, Search) and player.seconds:
            raise GameError(
                f"{player} depends on the speed of the machine; a playtest needs a number of "
                'simulations, such as "search:500".'
            )
    return players[0], players[1]


def is_bot(player: object) -> TypeGuard[Bot]:
    """Can this play? An array, which has a `choose` of its own, cannot."""
    return callable(getattr(player, "choose", None)) and not isinstance(player, np.ndarray)


def label(player: object) -> str:
    """Return what a bot is called in a study."""
    if isinstance(player, Search):
        return f"search:{player.simulations}"
    if isinstance(player, Level):
        return player.name
    if isinstance(player, Naive) and player.careless:
        return f"{type(player).__name__}({player.careless})"
    names = {"RandomBot": "random", "Greedy": "greedy", "Equilibrium": "equilibrium"}
    return names.get(type(player).__name__, type(player).__name__)


def _patient(player: Bot, game: Game) -> Bot:
    """Return what this is in a game; if it is one of the kit's own bots, one that thinks as much
    while the rules are interpreted as later, since rows do not depend on haste."""
    if not isinstance(player, DriverBot):
        return player
    patient = copy(player.in_game(game))
    patient.hasty = False
    return patient


class Driven(Plan):
    """Games between the kit's own bots, which the drivers play."""

    def __init__(self, game: Game, players: tuple[Bot, Bot], seed: int, max_moves: int) -> None:
        super().__init__(game, players, seed, max_moves)
        seated = [player for one in players if isinstance(player := _patient(one, game), DriverBot)]
        self.work = max(player.simulations for player in seated)
        self.seats = [number for player in seated for number in player.seat]
        self.is_random = all(player.seat[0] == drivers.RANDOM for player in seated)
        self.call = "random" if self.is_random else "bots"

    def is_ready(self) -> bool:
        """Are the compiled rules ready? See that they will be."""
        return compiled_soon(self.game, self.call) is not None

    def play(self, first: int, count: int, stopped: Numbers | None = None) -> Rows:
        """Play with whichever engine is ready."""
        rows = np.zeros((count, drivers.COLUMNS), np.int64)
        engine = compiled_soon(self.game, self.call)
        if engine:
            self._fill(engine, rows, first, stopped)
        else:
            soonest(self.game, self.call, partial(self._fill, rows=rows, first=first))
        return self._checked(first, rows, stopped)

    def _fill(self, engine: Engine, rows: Rows, first: int, stopped: Numbers | None = None) -> None:
        out, seats = engine.whole_numbers(rows.size), None
        if not self.is_random:
            seats = engine.whole_numbers(4)
            seats[:] = self.seats
        room = engine.room(self.game.rules(), simulations=self.work)
        if stopped is not None:
            room = room._replace(stopped=stopped)
        seed = engine.seed(self.seed)
        engine.play_games(room, seed, first, len(rows), out, self.max_moves, seats)
        rows[:] = np.reshape(out, rows.shape)


class Asked(Plan):
    """Games between bots of any kind, played as matches, so that they see only their views."""

    def play(self, first: int, count: int, stopped: Numbers | None = None) -> Rows:
        """Play one game after another."""
        players = _patient(self.players[0], self.game), _patient(self.players[1], self.game)
        rows = np.zeros((count, drivers.COLUMNS), np.int64)
        for row, number in zip(rows, range(first, first + count), strict=True):
            row[:] = self._row(players, number)
        return self._checked(first, rows, stopped)

    def _row(self, players: tuple[Bot, Bot], number: int) -> list[int]:
        match = Match(self.game, seed=self.seed, number=number)
        choices, ended = 0, 0
        while match.to_act != OVER and ended == 0:
            mover, count = match.to_act, len(match.legal_moves())
            if count == 0:
                ended = drivers.STUCK
            elif match.ply == self.max_moves:
                ended = drivers.CAPPED
            else:
                choices += count
                key = decision_key(self.seed, number, mover, match.ply)
                match.play(players[mover].choose(match.view(mover), seed=key))
        winner, rule = self.game.result(match.rules, match.state)
        skips = sum(entry.player is None for entry in match.history)
        row = [0] * drivers.COLUMNS
        row[drivers.FIRST], row[drivers.WINNER] = match.first, winner
        row[drivers.RULE] = ended or rule
        row[drivers.MOVES], row[drivers.TURNS] = match.ply, match.state.turn
        row[drivers.SKIPS], row[drivers.CHOICES] = skips, choices
        row[drivers.TRAIL] = reduce(followed, (entry.move or 0 for entry in match.history), 0)
        return row
