"""Playtests where NumPy, pandas or SciPy is missing, as in a browser: plain numbers.

Each game is the one that every other machine plays under the same number. Where nothing compiles, a
playtest plays as many games as some seconds allow, and says how many that is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from importlib.util import find_spec
from math import inf
from time import monotonic

from gamekit import drivers
from gamekit.bots import Bot, DriverBot
from gamekit.compiling import engine_of
from gamekit.contract import Game
from gamekit.drivers.interpreted import Interpreted
from gamekit.errors import GameError, TooSlow
from gamekit.games import game_of
from gamekit.match.view import View
from gamekit.studies.lightstudy import COMPILED, INTERPRETED, LightStudy, Row
from gamekit.studies.notice import Notice, in_notebook
from gamekit.studies.players import in_game, label, played, players_of, seats_of
from gamekit.validation import whole

SECONDS = 5.0  # that a playtest may take; set it to have more games, or wait less
PATIENCE = 20.0  # seconds for the first game, which is played whatever SECONDS says
TRIAL = 0.2  # share of them after which it is known how many games that makes
STEP = 0.1  # seconds that the games of a step take, where rules are compiled
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
    """Play games between two bots, and study them.

    Where rules are interpreted, there are as many games as `gamekit.studies.light.SECONDS` allow; where not
    even one can be played in `gamekit.studies.light.PATIENCE` seconds, `TooSlow` says so. The arguments are those of the full `gamekit.playtest`. Those that are not named here (workers,
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
    """A playtest under way: iterating over it plays some games at a time.

    Args:
        game: a game, a variant or a name.
        bots: two bots.
        games: how many somebody wants.
        seed: what all chance comes from.
        max_moves: longer games are stopped.

    Attributes:
        dares: how many it is going to play; until that is known, as many as are wanted.
        rows: the games so far.
        engine: which rules play, "compiled" or "interpreted".
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
        self.engine = INTERPRETED
        self._spent = 0.0  # seconds
        self._deadline = inf

    def __iter__(self) -> Iterator[int]:
        """Play some games at each step, and go on where it was left; give the number so far."""
        play, began = self._player(), monotonic() - self._spent
        self._deadline = inf if self.rows else began + PATIENCE
        count = 1
        while len(self.rows) < self.dares:
            begun = monotonic()
            rows = play(len(self.rows), min(count, self.dares - len(self.rows)))
            for row in rows:
                if row[drivers.RULE] == drivers.STUCK:
                    raise GameError(
                        f"{self.game}: in game {len(self.rows)} of seed {self.seed} the player to act "
                        "had no legal move. gamekit.conformance.check(game) shows how that came about."
                    )
                self.rows.append(row)
            if self._is_compiled:
                count = 2 * count if monotonic() - begun < STEP else max(1, count // 2)
            self._deadline = inf
            self._spent = monotonic() - began
            self._dare()
            yield len(self.rows)

    @property
    def _is_compiled(self) -> bool:
        return self.engine == COMPILED

    def _dare(self) -> None:
        """Decide how many games to play, once enough of the time is over to tell."""
        done = len(self.rows)
        if self._is_compiled:
            self.is_known = True
        elif not self.is_known and self._spent > TRIAL * SECONDS:
            self.dares = max(done, min(self.wanted, _round(done * SECONDS / self._spent)))
            self.is_known = True

    def pace(self) -> str:
        """Say how many games it dares, and why."""
        if self._is_compiled:
            return f"{self.wanted:,} games"
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

    def _player(self) -> Callable[[int, int], list[Row]]:
        """Return what plays some games from a number on."""
        game, seed, most = self.game, self.seed, self.max_moves
        if not all(isinstance(player, DriverBot) for player in self.players):
            one, other = (Watched(in_game(bot, game), self._check) for bot in self.players)
            return lambda first, count: [
                played(game, (one, other), number, seed, most)
                for number in range(first, first + count)
            ]
        engine = engine_of(game)
        self.engine = engine.name
        if not self._is_compiled:
            engine = Interpreted(game, self._check)
        work, seats = seats_of(self.players, game)

        def play(first: int, count: int) -> list[Row]:
            found = engine.play(seed, first, count, most, seats, work).tolist()
            return [
                found[at : at + drivers.COLUMNS] for at in range(0, len(found), drivers.COLUMNS)
            ]

        return play

    def study(self) -> LightStudy:
        """Return what the games so far show."""
        names = label(self.players[0]), label(self.players[1])
        return LightStudy(self.game, names, self.seed, self.rows, self.wanted, self.engine)


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
