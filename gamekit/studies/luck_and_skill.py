"""Does thinking pay? A ladder of searches, and what one kind of move is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log10

import numpy as np
import pandas as pd

from gamekit.bots import Bot, Search, bot
from gamekit.chance import MASK, inner_key
from gamekit.contract import Game
from gamekit.errors import GameError
from gamekit.games import game_of
from gamekit.match.view import View, numbered_moves
from gamekit.studies.plan import MOST_MOVES
from gamekit.studies.players import players_of
from gamekit.studies.progress import Progress
from gamekit.studies.replaying import AnyMove, scores, seated
from gamekit.studies.run import playtest
from gamekit.studies.statistics import Estimate, bounded, gap, share
from gamekit.validation import shown, whole

COLUMNS = ["bot", "against", "score", "low", "high", "elo", "elo_low", "elo_high", "games"]
FACTOR = 4  # from one rung to the next
TRIES = 8  # before a restricted bot that cannot rank moves plays any that it may


def ladder(
    game: Game | str,
    base: str = "search:50",
    rungs: int = 4,
    games: int = 200,
    seed: int = 1,
    *,
    progress: Progress = False,
) -> pd.DataFrame:
    """Let searches play, each against one with a quarter of its simulations: does thinking pay?

    Every pair of games has the same dice; in one the stronger search is player 0, in the other
    player 1. A score near 0.5 on every rung: there is little to find, or this search finds little.

    Args:
        game: a game, a variant or a name.
        base: the search on the lowest rung.
        rungs: how many searches, the lowest included.
        games: between two rungs; an even number.
        seed: what all chance comes from.
        progress: see `gamekit.playtest`.

    Returns:
        a row for each rung but the lowest: bot, against, its `score` out of 1 with the 95 % interval
        over pairs, low and high; the same as a difference in rating, 400 log10(s / (1 - s)); games.
    """
    lowest = bot(base)
    if not isinstance(lowest, Search) or lowest.seconds:
        raise GameError(f'ladder(base={shown(base)}): name a search, for example "search:50".')
    rungs, games = whole("rungs", rungs, 2, 8), _even(games)
    names = [f"search:{lowest.simulations * FACTOR**k}" for k in range(rungs)]
    rows = []
    for below, above in pairwise(names):
        both = ((above, below), (below, above))
        studies = [playtest(game, bots, games // 2, seed, progress=progress) for bots in both]
        one, other = (study.scores(player) for player, study in enumerate(studies))
        found = bounded((one + other) / 2)
        rows.append([above, below, *found, *map(elo, found), games])
    return pd.DataFrame(rows, columns=COLUMNS)


def _even(games: int) -> int:
    number = whole("games", games, 2)
    if number % 2:
        raise GameError(f"games={number}: both seats have a turn, so give an even number.")
    return number


def elo(score: float) -> float:
    """Return a score out of 1 as a difference in rating."""
    if not 0 < score < 1:
        return inf if score > 0 else -inf
    return 400 * log10(score / (1 - score))


# --- restricted play -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Restriction:
    """What a kind of move is worth.

    Attributes:
        value, low, high: the score lost without it, out of 1, with the 95 % interval.
        touched: the share of games in which a bot wanted such a move and played another (value,
            low, high).
        games: in which one of the two was restricted, as often player 0 as player 1.
    """

    value: float
    low: float
    high: float
    touched: Estimate
    games: int

    def __repr__(self) -> str:
        share, low, high = self.touched
        return (
            f"Score lost without such moves: {self.value:.3f} ({self.low:.3f} to {self.high:.3f}); "
            f"they were wanted in {share:.1%} of {self.games:,} games ({low:.1%} to {high:.1%})."
        )


def restrict(
    game: Game | str,
    moves: Callable[[str], bool],
    bots: Sequence[str | Bot] = ("search:100", "search:100"),
    games: int = 200,
    seed: int = 1,
    max_moves: int = 2000,
) -> Restriction:
    """Return the score that a bot loses which must not play some kind of move.

    Each game is played three times with the same dice and thoughts: by the two bots as they are, by
    a restricted player 0, and by a restricted player 1. Where it wants a move it may not play, a
    search plays the best other one it has tried, and any other bot thinks again; without another,
    the move is allowed. The opponent knows of no restriction.

    Args:
        game: a game, a variant or a name.
        moves: is a move allowed? `lambda text: not text.startswith("challenge")`.
        bots: who plays player 0 and player 1.
        games: pairs of a restricted game and the one it is compared with; an even number.
        seed: what all chance comes from.
        max_moves: where games are stopped.

    Source: A. Jaffe et al., "Evaluating competitive game balance with restricted play", 2012.
    """
    game = game_of(game)
    if not callable(moves):
        raise GameError(f"restrict(moves={shown(moves)}): give a function from a text to a bool.")
    games, seed = _even(games), whole("seed", seed)
    free, max_moves = seated(game, players_of(bots)), whole("max_moves", max_moves, 1, MOST_MOVES)
    lost, touched = np.zeros(games // 2), np.zeros(games)
    for number in range(games // 2):
        usual = scores(game, free, seed, number, max_moves)
        for player in range(2):
            players: list[Bot] = [*free]
            players[player] = bound = Restricted(free[player], moves)
            found = scores(game, players, seed, number, max_moves)
            lost[number] += (usual[player] - found[player]) / 2
            touched[2 * number + player] = bound.was_bound
    return Restriction(*gap(lost), share(touched), games)


class Restricted:
    """A bot that does without some moves.

    Args:
        free: the bot as it is.
        allows: may a move with this notation be played?
    """

    def __init__(self, free: Bot, allows: Callable[[str], bool]) -> None:
        self.free, self.allows, self.was_bound = free, allows, False

    def choose(self, view: View, seed: int = 1) -> int:
        """Return the number of a legal move, one that is allowed if there is any."""
        wanted = self.free.choose(view, seed)
        if self._may(view, wanted):
            return wanted
        legal = numbered_moves(view.game, view.rules, view.state)
        allowed = [move for move in legal if self._may(view, move)]
        if not allowed:
            return wanted
        self.was_bound = True
        return self._other(view, seed, allowed)

    def _may(self, view: View, move: int) -> bool:
        return bool(self.allows(view.game.write(view.rules, view.state, move)))

    def _other(self, view: View, seed: int, allowed: list[int]) -> int:
        if isinstance(self.free, Search):
            ranked = (t.move for t in self.free.think(view, seed) if t.visits)
            if (best := next((move for move in ranked if move in allowed), -1)) >= 0:
                return best
        elif not isinstance(self.free, AnyMove):
            for k in range(TRIES):
                if (move := self.free.choose(view, inner_key(seed & MASK, k))) in allowed:
                    return move
        return allowed[((seed & MASK) >> 32) * len(allowed) >> 32]
