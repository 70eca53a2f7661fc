"""What a playtest plays: games between two bots, each known by its number."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial

import numpy as np

from gamekit import drivers
from gamekit.bots import Bot, DriverBot
from gamekit.contract import Game
from gamekit.drivers.engine import Engine
from gamekit.drivers.room import Numbers
from gamekit.engines import compiled_soon, is_preparing, soonest
from gamekit.errors import GameError
from gamekit.games import game_of
from gamekit.given import whole
from gamekit.interpreted import Interpreted
from gamekit.pairing import label, played, players_of, seats_of
from gamekit.playtesting.estimates import Rows
from gamekit.status import BOTH_LOSE, DRAW, ONGOING

MOST_MOVES = 1_000_000
INTERPRETED, COMPILED, UNKNOWN = "interpreted", "compiled", "unknown"
RESULTS = (ONGOING, 0, 1, DRAW, BOTH_LOSE)  # the first where a game was stopped


class Plan(ABC):
    """Games between two bots. Game number n is the same whenever and wherever it is played.

    Attributes:
        game: what is played.
        players: who plays player 0 and player 1.
        bots: what they are called.
        seed: what all chance comes from.
        max_moves: longer games are stopped.
        work: how many simulations there may be behind a move.
        engines: which have played so far, of INTERPRETED and COMPILED.
    """

    work = 0

    def __init__(self, game: Game, players: tuple[Bot, Bot], seed: int, max_moves: int) -> None:
        self.game, self.players, self.seed, self.max_moves = game, players, seed, max_moves
        self.bots = label(players[0]), label(players[1])
        self.engines: set[str] = set()

    @property
    def engine(self) -> str:
        """Which engines have played, in words; UNKNOWN where games were read from a folder."""
        return " and ".join(sorted(self.engines)) or UNKNOWN

    def is_ready(self) -> bool:
        """Can threads play side by side? That takes compiled rules; see that they will be there."""
        return False

    def is_preparing(self) -> bool:
        """Are compiled rules on their way, or about to be, so that all is slower until then?"""
        return False

    @abstractmethod
    def play(self, first: int, count: int, stopped: Numbers | None = None) -> Rows:
        """Play games number `first` and following; return a row of `drivers.COLUMNS` for each.

        Args:
            first: number of the first game.
            count: how many.
            stopped: one number. Once it is not 0, what is returned means nothing.
        """

    def check(self, rows: Rows, first: int) -> None:
        """Raise `GameError` if somebody had no legal move in these games, number `first` and on, or
        if one of them has a result that there is not."""
        stuck = np.flatnonzero(rows[:, drivers.RULE] == drivers.STUCK)
        if len(stuck):
            raise GameError(
                f"{self.game}: in game {first + stuck[0]} of seed {self.seed} the player to act had "
                "no legal move. gamekit.conformance.check(game) shows how that came about."
            )
        odd = np.flatnonzero(~np.isin(rows[:, drivers.WINNER], RESULTS))
        if len(odd):
            raise GameError(
                f"{self.game}: game {first + odd[0]} of seed {self.seed} ends with the winner "
                f"{rows[odd[0], drivers.WINNER]}. `result` gives 0 or 1, DRAW or BOTH_LOSE; "
                "gamekit.conformance.check(game) shows where it does not."
            )


def plan_of(
    game: Game | str, bots: Sequence[str | Bot], seed: int = 1, max_moves: int = 2000
) -> Plan:
    """Return the plan for what somebody wants to be played, or say what is wrong with it."""
    game = game_of(game)
    seed, max_moves = whole("seed", seed), whole("max_moves", max_moves, 1, MOST_MOVES)
    players = players_of(bots)
    drives = all(isinstance(player, DriverBot) for player in players)
    return (Driven if drives else Asked)(game, players, seed, max_moves)


class Driven(Plan):
    """Games between the kit's own bots, which the drivers play."""

    def __init__(self, game: Game, players: tuple[Bot, Bot], seed: int, max_moves: int) -> None:
        super().__init__(game, players, seed, max_moves)
        self.work, self.seats = seats_of(players, game)
        self.call = "bots" if self.seats else "random"

    def is_ready(self) -> bool:
        """Are the compiled rules ready? See that they will be."""
        return compiled_soon(self.game, self.call) is not None

    def is_preparing(self) -> bool:
        """Are compiled rules on their way, or about to be?"""
        return is_preparing(self.game, self.call)

    def play(self, first: int, count: int, stopped: Numbers | None = None) -> Rows:
        """Play with whichever engine is ready."""
        rows = np.zeros((count, drivers.COLUMNS), np.int64)
        engine = compiled_soon(self.game, self.call)
        if engine:
            self._fill(engine, rows, first, stopped)
        else:
            soonest(self.game, self.call, partial(self._fill, rows=rows, first=first))
        return rows

    def _fill(self, engine: Engine, rows: Rows, first: int, stopped: Numbers | None = None) -> None:
        out, seats = engine.whole_numbers(rows.size), None
        if self.seats:
            seats = engine.whole_numbers(4)
            seats[:] = self.seats
        room = engine.room(self.game.rules(), simulations=self.work)
        if stopped is not None:
            room = room._replace(stopped=stopped)
        seed = engine.seed(self.seed)
        engine.play_games(room, seed, first, len(rows), out, self.max_moves, seats)
        rows[:] = np.reshape(out, rows.shape)
        self.engines.add(INTERPRETED if isinstance(engine, Interpreted) else COMPILED)


class Asked(Plan):
    """Games between bots of any kind, played as matches, so that they see only their views."""

    def play(self, first: int, count: int, stopped: Numbers | None = None) -> Rows:
        """Play one game after another."""
        rows = np.zeros((count, drivers.COLUMNS), np.int64)
        for row, number in zip(rows, range(first, first + count), strict=True):
            row[:] = played(self.game, self.players, number, self.seed, self.max_moves)
        self.engines.add(INTERPRETED)
        return rows
