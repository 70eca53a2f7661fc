"""Skill and luck: a ladder of searches, the value of a kind of move, the share of the dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, inf, log, log10

import numpy as np
import pandas as pd
from scipy import special

from gamekit import drivers
from gamekit.bots import Bot, Search, bot, is_ours
from gamekit.chance import MASK, inner_key
from gamekit.contract import Game
from gamekit.errors import GameError
from gamekit.games import game_of
from gamekit.match.view import View
from gamekit.progress import Progress
from gamekit.studies.measures import Estimate
from gamekit.studies.plan import MOST_MOVES, players_of
from gamekit.studies.replay_games import AnyMove, scores_of, seated
from gamekit.studies.report import too_long
from gamekit.studies.run import playtest
from gamekit.studies.statistics import TAIL, Values, bounded, gap, share, times
from gamekit.studies.study import Study
from gamekit.validation import shown, whole

COLUMNS = ["bot", "against", "score", "low", "high", "elo", "elo_low", "elo_high", "games"]
PAID = ["payoff", "payoff_low", "payoff_high"]
FACTOR = 4  # simulations of a rung, compared with the one below
TRIES = 8  # how often a restricted bot that cannot rank moves thinks again
LEAST_F = 0.1
OTHERS = 1_000_000_000  # thoughts come from games from this number on, whose dice nobody uses


def ladder(
    game: Game | str,
    base: str = "search:50",
    rungs: int = 4,
    games: int = 200,
    seed: int = 1,
    *,
    progress: Progress = False,
) -> pd.DataFrame:
    """Does thinking pay? Play searches, each against one with a quarter of its simulations.

    Each pair of games has the same dice, with the stronger search as player 0 and as player 1. A score near
    0.5 on every rung means that the game has little to find, or that this search finds little.

    Args:
        game: a game, a variant or a name.
        base: the search on the lowest rung.
        rungs: how many searches, the lowest included.
        games: games between two rungs; an even number.
        seed: the seed of all chance.
        progress: see `gamekit.playtest`.

    Returns:
        a row for each rung but the lowest: bot, against, its `score` out of 1 with the 95% interval
        over pairs, low and high; the same as a difference in rating, 400 log10(s / (1 - s)); games;
        in a game with payoffs also what the bot gets a game, `payoff`, with its interval.
    """
    lowest = bot(base)
    if not isinstance(lowest, Search) or lowest.seconds:
        raise GameError(f'ladder(base={shown(base)}): name a search, for example "search:50".')
    game, rungs, games = game_of(game), whole("rungs", rungs, 2, 8), _even(games)
    rows = []
    for below, above in pairwise(f"search:{lowest.simulations * FACTOR**k}" for k in range(rungs)):
        both = ((above, below), (below, above))
        studies = [playtest(game, bots, games // 2, seed, progress=progress) for bots in both]
        one, other = (study.scores(player) for player, study in enumerate(studies))
        found = bounded((one + other) / 2)
        paid = gain(*studies) if game.has_payoffs else ()
        rows.append([above, below, *found, *map(elo, found), games, *paid])
    return pd.DataFrame(rows, columns=[*COLUMNS, *(PAID if game.has_payoffs else [])])


def gain(as_first: Study, as_second: Study) -> Estimate:
    """Return the payoff per game of a bot that is player 0 in one study and player 1 in the other."""
    one, other = (study.column(drivers.COLUMNS).astype(float) for study in (as_first, as_second))
    highest = worth_of_a_score(as_first.game)[0] / 2
    return times(gap((one - other) / 2 / highest), highest)


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
    """How much a kind of move is worth.

    Attributes:
        value, low, high: the score lost without it, out of 1, with the 95% interval; in a game with
            payoffs, the payoff lost.
        touched: the share of games in which a bot wanted such a move and played another (value,
            low, high).
        games: how many games had one restricted player, as often player 0 as player 1.
        unit: the unit of the value: "of 1", or "points a game".
        caution: that most games were stopped, in two sentences, or "".
    """

    value: float
    low: float
    high: float
    touched: Estimate
    games: int
    unit: str = "of 1"
    caution: str = ""

    def __repr__(self) -> str:
        share, low, high = self.touched
        value = f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"
        score = f"Score lost without such moves: {value}"
        paid = f"Lost without such moves: {value} {self.unit}"
        return (
            f"{score if self.unit == 'of 1' else paid}; "
            f"they were wanted in {share:.1%} of {self.games:,} games ({low:.1%} to {high:.1%})."
            f"{' ' * bool(self.caution)}{self.caution}"
        )


def restrict(
    game: Game | str,
    moves: Callable[[str], bool],
    bots: Sequence[str | Bot] = ("search:100", "search:100"),
    games: int = 200,
    seed: int = 1,
    max_moves: int = 2000,
) -> Restriction:
    """Return the score that a bot loses when it may not play some kind of move.

    Three games share dice and thoughts: one between the two bots as they are, one with player 0
    restricted and one with player 1 restricted. If a search wants a forbidden move, it plays the best allowed
    move that it has tried. Any other bot thinks again. The opponent does not know about the restriction.

    Args:
        game: a game, a variant or a name.
        moves: is a move allowed? For example `lambda text: not text.startswith("challenge")`.
        bots: who plays player 0 and player 1.
        games: how many restricted games to play, each beside the same game as it is; an even number.
        seed: the seed of all chance.
        max_moves: where games are stopped.

    Source: A. Jaffe et al., "Evaluating competitive game balance with restricted play", 2012.
    """
    game, max_moves = game_of(game), whole("max_moves", max_moves, 1, MOST_MOVES)
    if not callable(moves):
        raise GameError(f"restrict(moves={shown(moves)}): give a function from a text to a bool.")
    games, seed, free = _even(games), whole("seed", seed), seated(game, players_of(bots))
    lost, bounds, stopped = np.zeros(games // 2), list[Restricted](), 0
    for number in range(games // 2):
        usual = scores_of(game, free, seed, number, max_moves)
        for player in range(2):
            bounds.append(bound := Restricted(free[player], moves))
            players = (bound, free[1]) if player == 0 else (free[0], bound)
            found = scores_of(game, players, seed, number, max_moves)
            lost[number] += (usual[player] - found[player]) / 2
            stopped += found[2]
    range_of_scores, unit = worth_of_a_score(game)
    caution = too_long([("", stopped / games, games)], max_moves)
    return Restriction(*times(gap(lost), range_of_scores), _touched(bounds), games, unit, caution)


def _touched(bounds: Sequence[Restricted]) -> Estimate:
    """Return the share of games in which a bot wanted a forbidden move and played another."""
    touched = np.array([bound.was_bound for bound in bounds])
    if any(bound.had_to for bound in bounds) and not touched.any():
        raise GameError(
            "restrict: whenever a bot wanted a forbidden move, all others were forbidden, too, so there is "
            "nothing to compare. Does `moves` return True for allowed moves?"
        )
    return share(touched)


def worth_of_a_score(game: Game) -> tuple[float, str]:
    """Return the distance between the scores 0 and 1, and its unit, in payoffs if the game has them."""
    if not game.has_payoffs:
        return 1.0, "of 1"
    return 2.0 * int(game.highest_payoff(game.rules())), f"{game.points} a game"


class Restricted:
    """A bot that may not play some moves.

    Args:
        free: the bot without the restriction.
        allows: may a move with this notation be played?
    """

    def __init__(self, free: Bot, allows: Callable[[str], bool]) -> None:
        self.free, self.allows = free, allows
        self.was_bound = self.had_to = False  # did it play another move, or a forbidden one?

    def choose(self, view: View, seed: int = 1) -> int | str:
        """Return a legal move, an allowed one if there is any."""
        wanted = self.free.choose(view, seed)
        if self._may(view, wanted):
            return wanted
        legal = view.game.numbered_moves(view.rules, view.state)
        allowed = [move for move in legal if self._may(view, move)]
        if not allowed:
            self.had_to = True
            return wanted
        self.was_bound = True
        return self._other(view, seed, allowed)

    def _may(self, view: View, move: int | str) -> bool:
        text = move if isinstance(move, str) else view.game.write(view.rules, view.state, move)
        return bool(self.allows(text))

    def _other(self, view: View, seed: int, allowed: list[int]) -> int | str:
        if isinstance(self.free, Search) and is_ours(self.free):
            ranked = (t.move for t in self.free.think(view, seed) if t.visits)
            if (best := next((move for move in ranked if move in allowed), -1)) >= 0:
                return best
        elif not isinstance(self.free, AnyMove):
            for k in range(TRIES):
                if self._may(view, move := self.free.choose(view, inner_key(seed & MASK, k))):
                    return move
        return allowed[((seed & MASK) >> 32) * len(allowed) >> 32]


@dataclass(frozen=True, slots=True)
class Luck:
    """How much of the result of a game the dice explain, and how much the players.

    Attributes:
        value, low, high: the share of its variance that the dice explain, with the 95% interval.
        thoughts: the share that the players' own random numbers explain alone.
        together: the share that takes both: which decisions meet which dice.
        scores: player 0's: a row for each course of the dice, a column for each course of the
            thoughts. In a game with payoffs, 1 means the highest payoff, and 0 means paying it.
    """

    value: float
    low: float
    high: float
    thoughts: float
    together: float
    scores: Values

    def __repr__(self) -> str:
        dice, thoughts = self.scores.shape
        return (
            f"The dice explain {self.value:.0%} of the result ({self.low:.0%} to {self.high:.0%}), "
            f"in {dice} x {thoughts} games; decisions {self.thoughts:.0%}, both together "
            f"{self.together:.0%}."
        )


def luck(
    game: Game | str,
    bots: Sequence[str | Bot] = ("greedy", "greedy"),
    dice: int = 40,
    thoughts: int = 40,
    seed: int = 1,
    max_moves: int = 2000,
) -> Luck:
    """Return the share of the result's variance that dice and draws explain.

    The result is the winner or, in a game with payoffs, the payoff.

    This plays every course of the dice with every course of the bots' thoughts, in games that player 0
    starts. Then it splits the variance into the parts that the dice, the thoughts and both together explain, as
    an analysis of variance with two random factors does. The interval is a jackknife over dice and thoughts. The
    share depends on the bots: careful bots leave more to the dice.

    Sources: S. Searle, G. Casella and C. McCulloch, Variance Components, 1992, chapter 4; J. Arvesen
    and T. Schmitz, "Robust procedures for variance component problems using the jackknife", 1970.

    Args:
        game: a game, a variant or a name.
        bots: who plays player 0 and player 1; bots without random numbers show nothing.
        dice: courses of the dice.
        thoughts: courses of the thoughts.
        seed: the seed of all chance.
        max_moves: longer games count as draws.
    """
    game = game_of(game)
    dice, thoughts = whole("dice", dice, 3, 10_000), whole("thoughts", thoughts, 3, 10_000)
    seed, max_moves = whole("seed", seed), whole("max_moves", max_moves, 1, MOST_MOVES)
    players = seated(game, players_of(bots))
    scores = np.zeros((dice, thoughts))
    for row in range(dice):
        for column in range(thoughts):
            of_both = scores_of(game, players, seed, 2 * row, max_moves, OTHERS + column)
            scores[row, column] = of_both[0]
    if np.ptp(scores) == 0:
        raise GameError(f"{game.title}: all {scores.size:,} games ended alike; nothing varies.")
    return explained(scores)


def explained(scores: Values) -> Luck:
    """Return what rows (dice), columns (thoughts) and both together explain of these scores."""
    parts = np.maximum(0, components(scores))
    value, by_thoughts, together = (parts / parts.sum()).tolist()
    return Luck(value, *_limits(scores), by_thoughts, together, scores)


def components(scores: Values) -> Values:
    """Return the components of the variance: rows, columns, both together.

    The estimate of a small component may be below 0.
    """
    rows, columns = scores.shape
    by_row, by_column = scores.mean(1), scores.mean(0)
    rest = scores - by_row[:, None] - by_column + scores.mean()
    both = float(np.sum(rest**2)) / ((rows - 1) * (columns - 1))
    return np.array(
        [
            float(by_row.var(ddof=1)) - both / columns,
            float(by_column.var(ddof=1)) - both / rows,
            both,
        ]
    )


def _limits(scores: Values) -> tuple[float, float]:
    """Return the limits of the share of the rows."""
    rows, columns = scores.shape
    if np.ptp(scores, axis=0).max() == 0:
        return 0.0, 0.0  # the dice make no difference
    if np.ptp(scores, axis=1).max() == 0:
        return 1 - 3 / rows, 1.0  # they decide everything: the limit is that of a rare event
    middle = _stretched(scores, columns)
    spread = 2 / (rows - 1) if middle <= 0 else 0.0  # the least of log F, where the dice do nothing
    for axis, n in enumerate(scores.shape):
        without = [_stretched(np.delete(scores, k, axis), columns) for k in range(n)]
        spread += (n - 1) ** 2 / n * float(np.var(without, ddof=1))
    reach = float(special.stdtrit(min(rows, columns) - 1, 1 - TAIL)) * spread**0.5
    return max(0.0, _shrunk(middle - reach, columns)), min(1.0, _shrunk(middle + reach, columns))


def _stretched(scores: Values, columns: int) -> float:
    """Return the share of the rows as log F, the scale on which its estimate spreads evenly."""
    parts = components(scores)
    share = min(float(parts[0] / parts.sum()), 1 - 1e-9) if parts.sum() > 0 else 0.0
    return log(max(1 + columns * share / (1 - share), LEAST_F))


def _shrunk(stretched: float, columns: int) -> float:
    f = exp(min(stretched, 50.0)) - 1
    return f / (f + columns)
