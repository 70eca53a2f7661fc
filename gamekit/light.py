"""Playtests where NumPy, pandas or SciPy is missing, as in a browser: fewer games, plain numbers.

Rules are interpreted there, so a playtest plays as many games as some seconds allow and says how
many that is. Each game is the one that every other machine plays under the same number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from importlib.util import find_spec
from math import inf
from time import monotonic

from gamekit import drivers
from gamekit.bots import Bot, DriverBot
from gamekit.contract import Game
from gamekit.errors import GameError, TooSlow
from gamekit.games import game_of
from gamekit.given import whole
from gamekit.interpreted import Interpreted
from gamekit.lightstudy import LightStudy, Row
from gamekit.notice import Notice, in_notebook
from gamekit.pairing import label, patient, played, players_of, seats_of
from gamekit.view import View

SECONDS = 5.0  # that a playtest may take; set it to have more games, or wait less
PATIENCE = 20.0  # seconds for the first game, which is played whatever SECONDS says
TRIAL = 0.2  # share of them after which it is known how many games that makes
MOST_MOVES = 1_000_000
NEEDED = ("numpy", "pandas", "scipy")  # by full playtests


def is_all_there_is() -> bool:
    """Is there no more here, because something is missing that full playtests need?"""
    return not all(find_spec(name) for name in NEEDED)


def playtest(
    game: Game | str,
    bots: Sequence[str | Bot] = ("random", "random"),
    games: int | None = None,
    seed: int = 1,
    *,
    progress: bool | Callable[[int], object] = True,
    max_moves: int = 2000,
    **_: object,
) -> LightStudy:
    """Play as many games between two bots as `gamekit.light.SECONDS` allow, and study them.

    Where not even one game can be played in `gamekit.light.PATIENCE` seconds, `TooSlow` says so.
    The arguments are those of the full `gamekit.playtest`. Those that are not named here (workers,
    precision, files) make no difference. An interrupt keeps the games that are finished.
    """
    play = Playtest(game, bots, games or 10_000, seed, max_moves)
    with closing(Notice()) as notice, suppress(KeyboardInterrupt):
        tell = progress if callable(progress) else Told(play, notice).tell
        for _done in play:
            if progress:
                tell(1)
    return play.study()


class Playtest:
    """A playtest under way: iterating over it plays one game after another.

    Args:
        game: a game, a variant or a name.
        bots: two bots.
        games: how many somebody wants.
        seed: what all chance comes from.
        max_moves: longer games are stopped.

    Attributes:
        dares: how many it is going to play; until that is known, as many as are wanted.
        rows: the games so far.
    """

    def __init__(
        self,
        game: Game | str,
        bots: Sequence[str | Bot],
        games: int,
        seed: int = 1,
        max_moves: int = 2000,
    ) -> None:
        self.game, self.players = game_of(game), players_of(bots)
        self.wanted = self.dares = whole("games", games, 1)
        self.seed = whole("seed", seed)
        self.max_moves = whole("max_moves", max_moves, 1, MOST_MOVES)
        self.rows: list[Row] = []
        self.is_known = False  # how many it dares
        self._spent = 0.0  # seconds
        self._deadline = inf

    def __iter__(self) -> Iterator[int]:
        """Play a game at each step, and go on where it was left; give the number of games so far."""
        play, began = self._player(), monotonic() - self._spent
        self._deadline = inf if self.rows else began + PATIENCE
        while len(self.rows) < self.dares:
            row = play(len(self.rows))
            if row[drivers.RULE] == drivers.STUCK:
                raise GameError(
                    f"{self.game}: in game {len(self.rows)} of seed {self.seed} the player to act "
                    "had no legal move. gamekit.conformance.check(game) shows how that came about."
                )
            self.rows.append(row)
            self._deadline = inf
            self._spent = monotonic() - began
            self._dare()
            yield len(self.rows)

    def _dare(self) -> None:
        """Decide how many games to play, once enough of the time is over to tell."""
        done = len(self.rows)
        if not self.is_known and self._spent > TRIAL * SECONDS:
            self.dares = max(done, min(self.wanted, _round(done * SECONDS / self._spent)))
            self.is_known = True

    def pace(self) -> str:
        """Say how many games it dares, and why."""
        if self.dares == self.wanted:
            return "The rules are interpreted here"
        return (
            f"The rules are interpreted here, so {self.dares:,} of the {self.wanted:,} games are "
            f"played, about {SECONDS:g} seconds"
        )

    def _check(self) -> None:
        """End a first game that takes too long."""
        if monotonic() > self._deadline:
            bots = " against ".join(map(label, self.players))
            raise TooSlow(
                f"Rules are interpreted here, and a game of {bots} takes longer than {PATIENCE:g} "
                "seconds. Let bots play that think less, or run this where gamekit is installed."
            )

    def _player(self) -> Callable[[int], Row]:
        """Return what plays the game of a number."""
        game, seed, most = self.game, self.seed, self.max_moves
        if not all(isinstance(player, DriverBot) for player in self.players):
            one, other = (Watched(patient(bot, game), self._check) for bot in self.players)
            return lambda number: played(game, (one, other), number, seed, most)
        engine = Interpreted(game, self._check)
        work, seats = seats_of(self.players, game)
        room = engine.room(game.rules(), simulations=work)
        first = engine.seed(seed)

        def play(number: int) -> Row:
            row = [0] * drivers.COLUMNS
            engine.play_games(room, first, number, 1, row, most, seats)
            return row

        return play

    def study(self) -> LightStudy:
        """Return what the games so far show."""
        names = label(self.players[0]), label(self.players[1])
        return LightStudy(self.game, names, self.seed, self.rows, self.wanted)


class Watched:
    """A bot, with somebody who may end a game before it thinks."""

    def __init__(self, player: Bot, check: Callable[[], object]) -> None:
        self.player, self.check = player, check

    def choose(self, view: View, seed: int = 1) -> int:
        """Return the number of a legal move."""
        self.check()
        return self.player.choose(view, seed)


def _round(number: float) -> int:
    """Return a number of games that is easy to read: two digits of it, never more games."""
    whole_part = max(1, int(number))
    step = int(10 ** max(0, len(str(whole_part)) - 2))
    return whole_part // step * step


class Told:
    """Says in a notebook how many games a playtest dares, and how far it is."""

    def __init__(self, play: Playtest, notice: Notice) -> None:
        self.play, self.notice, self.last = play, notice, -inf

    def tell(self, _: int) -> None:
        """Say it again, a few times a second."""
        if self.play.is_known and monotonic() - self.last > 0.3 and in_notebook():
            self.last = monotonic()
            done = len(self.play.rows)
            self.notice.say(f"{self.play.pace()}: {done:,} done.", done, self.play.dares)
