"""Estimates of measures from many games, of differences between two variants, and how sure they are.

An estimate is (value, low, high). The limits are those of a 95% interval, unless `tail`, the part beyond
each of them, has another value. The game is the unit everywhere, because decisions and turns within a game
resemble each other. If both variants played the same games, with the same seed and bots, the unit is a pair of games:
the dice and thoughts that they share cancel. Without any game, the value is nan and the interval holds
everything.

Importing SciPy takes longer than playing a playtest, so each function that needs it imports it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import comb, exp, inf, isnan, log, nan, sqrt
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from gamekit import drivers, intervals
from gamekit.contract import Game
from gamekit.intervals import ALPHA, FEW, Z, difference, holm, score_interval
from gamekit.studies.measures import SHARE, Estimate, Measure, Noted, measures_of, noted

if TYPE_CHECKING:
    import pandas as pd

Values = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
TAIL = 0.025  # on each side of an interval
BEST = 500  # pairs at which the interval is narrowest among its kind
EVIDENCE = 20  # differing pairs; fewer do not show how much they vary
BARS = 40  # at most


def share(values: Values | Flags, tail: float = TAIL) -> Estimate:
    """Return the mean of values between 0 and 1, with its Wilson interval."""
    if not len(values):
        return nan, 0.0, 1.0
    mean, between = float(np.mean(values)), float(np.mean(4.0 * values * (1.0 - values)))
    z = Z if tail == TAIL else _normal(tail)
    return mean, *score_interval(mean, len(values), z, between)


def _normal(tail: float) -> float:
    """Return the limit of the normal distribution with this part beyond it."""
    from scipy import special

    return -float(special.ndtri(tail))


def mean(values: Rows | Values, counts: Flags, tail: float = TAIL) -> Estimate:
    """Return the mean of the values that count, with its Student interval."""
    values = values[counts]
    if not len(values):
        return nan, 0.0, inf
    value = float(np.mean(values))
    least = 0.0 if np.min(values) >= 0 else -inf
    return _interval(value, np.asarray(values - value, np.float64), tail, least)


def count(values: Rows | Values, counts: Flags, tail: float = TAIL) -> Estimate:
    """Return the mean of a counted number over the games that count, with its interval.

    The interval is Wilson's if the numbers are 0 and 1, the one of `rate` if none is below 0, and otherwise
    Student's.
    """
    seen = np.asarray(values[counts], np.float64)
    if len(seen) and np.isin(seen, (0.0, 1.0)).all():
        return share(seen, tail)
    if len(seen) and np.min(seen) >= 0:
        return rate(seen, np.ones_like(seen), inf, tail)
    return mean(values, counts, tail)


def spread(values: Rows, counts: Flags, tail: float = TAIL) -> Estimate:
    """Return the standard deviation of the values that count, with its interval."""
    return mean(_deviations(values, counts)[counts], counts[counts], tail)


def _deviations(values: Rows, counts: Flags) -> Values:
    """Return a number for each game. Over the games that count, their mean is the standard deviation of the
    values, and to first order they vary as it does. Other games get 0."""
    found, seen = np.zeros(len(values)), np.asarray(values[counts], np.float64)
    deviation = float(np.std(seen)) if len(seen) else 0.0
    if deviation:
        squares = np.square(seen - np.mean(seen))
        found[counts] = (deviation + squares / deviation) / 2
    return found


def bounded(values: Values) -> Estimate:
    """Return the mean of values between 0 and 1 with its Student interval.

    If few values differ from the most frequent one, their spread says too little. If that one is 0 or 1, the
    interval is Wilson's, which errs on the wide side. Otherwise higher and lower values each count as rare.
    """
    kinds, counts = np.unique(values, return_counts=True)
    usual = float(kinds[np.argmax(counts)])
    if len(values) - np.max(counts) >= FEW:
        value = float(np.mean(values))
        _, low, high = _interval(value, values - value)
        return value, low, min(1.0, high)
    if usual in (0, 1):
        return share(values)
    one = np.ones_like(values)
    higher = rate(np.maximum(values - usual, 0) / (1 - usual), one)
    lower = rate(np.maximum(usual - values, 0) / usual, one)
    value, low, high = difference(times(higher, 1 - usual), times(lower, usual))
    return usual + value, max(0.0, usual + low), min(1.0, usual + high)


def times(estimate: Estimate, factor: float) -> Estimate:
    """Return an estimate in another unit."""
    value, low, high = estimate
    return value * factor, low * factor, high * factor


def gap(values: Values) -> Estimate:
    """Return the mean of differences between -1 and 1 with its interval, see `bounded`."""
    value, low, high = bounded((values + 1) / 2)
    return 2 * value - 1, 2 * low - 1, 2 * high - 1


def ratio(above: Rows | Values, below: Rows | Values, tail: float = TAIL) -> Estimate:
    """Return a ratio of sums over games with its jackknife interval.

    Source: W. Cochran, Sampling Techniques, 1977, 6.4 and 6.17.
    """
    total = float(np.sum(below))
    if total == 0:
        return nan, 0.0, inf
    value = float(np.sum(above)) / total
    others = np.maximum(1.0, total - below)  # the sum over all other games
    return _interval(value, (above - value * below) * (len(below) / others), tail)


def rate(
    events: Rows | Values, turns: Rows | Values, ceiling: float = 1.0, tail: float = TAIL
) -> Estimate:
    """Return the events per turn, with an interval that holds for rare events too.

    A ratio without events has no spread. So if few games have an event, the interval is that of a sum of
    Poisson counts of different sizes: the games with one event, with two, and so on.

    Args:
        events: how many there are in each game.
        turns: how many there are in each game, or whatever else divides the events.
        ceiling: the highest possible rate.
        tail: the part beyond each limit.

    Source: M. Fay and E. Feuer, "Confidence intervals for directly standardized rates: a method
    based on the gamma distribution", 1997.
    """
    total = float(np.sum(turns))
    if np.count_nonzero(events) >= FEW or total == 0:
        value, low, high = ratio(events, turns, tail)
        return value, low, min(ceiling, high)
    count, spread = float(np.sum(events)), float(np.sum(np.square(events, dtype=np.float64)))
    most = max(1.0, float(np.max(events)))
    low, high = sum_limits(count, spread, most, tail)
    return count / total, low / total, min(ceiling, high / total)


def sum_limits(count: float, spread: float, most: float, tail: float) -> tuple[float, float]:
    """Return the limits of a sum of Poisson counts of different sizes.

    Args:
        count: the sum.
        spread: the sum of their squares.
        most: the largest possible count.
        tail: the part beyond each limit.
    """
    low = _gamma(tail, count, spread) if count else 0.0
    return low, _gamma(1 - tail, count + most, spread + most * most)


def _gamma(part: float, mean: float, variance: float) -> float:
    """Return a quantile of the gamma distribution with this mean and variance."""
    from scipy import special

    return float(special.gammaincinv(mean * mean / variance, part) * variance / mean)


def _interval(value: float, residuals: Values, tail: float = TAIL, least: float = 0.0) -> Estimate:
    """Return a value with its interval, cut to possible values."""
    below, above = reach(residuals, tail)
    return value, max(least, value - below), value + above


def reach(residuals: Values, tail: float = TAIL) -> tuple[float, float]:
    """Return how far the interval of a mean reaches below and above it, see `intervals.reach`."""
    from scipy import special

    squares, n = np.square(residuals), len(residuals)
    moments = [float(np.mean(p)) for p in (squares, squares * residuals, np.square(squares)) if n]
    return intervals.reach(n, moments, lambda freedom: float(special.stdtrit(freedom, 1 - tail)))


# The best width of the mixture at `BEST` pairs (eq. 20 of the source).
RHO = sqrt((-2 * log(ALPHA) + log(-2 * log(ALPHA) + 1)) / BEST)


def anytime(gaps: Values, widest: float, alpha: float = ALPHA) -> tuple[float, float]:
    """Return how far the interval of the mean reaches to each side, and the p-value of 0.

    An ordinary 95% interval holds for a number of games fixed beforehand. If you look at it a hundred times
    on the way, it excludes 0 at some point in four of ten cases although nothing differs. This one is wider.
    It and p hold however often you look and whenever you stop. The variance counts the widest gap two more
    times, because the games may not have shown it yet.

    Args:
        gaps: the differences within the pairs so far.
        widest: how wide a gap may be.
        alpha: how often the interval may ever miss the truth.

    Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy and A. Ramdas, "Time-uniform central
    limit theory and asymptotic confidence sequences", 2021, theorem 2.2.
    """
    n = len(gaps)
    if np.count_nonzero(gaps) < EVIDENCE:
        return inf, 1.0
    mean = np.float64(np.mean(gaps))
    variance = np.float64(np.var(gaps) + 2 * widest**2 / n)
    inside = n * RHO**2 + 1
    reach = sqrt(2 * float(variance) * inside * log(sqrt(inside) / alpha)) / (n * RHO)
    return reach, exp(-max(0.0, float(evidence(n, mean, variance))))


def evidence(
    n: int | Rows, mean: np.float64 | Values, variance: np.float64 | Values
) -> np.float64 | Values:
    """Return the logarithm of the evidence against a mean of 0: the winnings of a bet against it.

    If the mean is 0, the evidence ever exceeds log(1 / p) with a probability of at most p.

    Args:
        n: the number of gaps so far.
        mean, variance: the mean and the variance of these gaps; numbers, or arrays of one shape.
    """
    inside = n * RHO**2 + 1
    found: np.float64 | Values = (n * RHO * mean) ** 2 / (2 * variance * inside) - np.log(
        inside
    ) / 2
    return found


class Counted(NamedTuple):
    """A measure of many games: the sum of `above` over them, divided by the sum of `below`."""

    unit: str
    above: Values
    below: Values
    estimate: Callable[..., Estimate]  # with its interval; it takes `tail`
    ceiling: float = inf  # the highest possible value of a measure that cannot be below 0

    @property
    def value(self) -> float:
        """The value; nan if there is nothing to divide by."""
        total = float(np.sum(self.below))
        return float(np.sum(self.above)) / total if total else nan


class Measured(Protocol):
    """A study, as far as measuring it requires."""

    @property
    def game(self) -> Game: ...
    def column(self, number: int) -> Rows: ...


def measured(study: Measured) -> dict[str, Counted]:
    """Return every measure of a study by name: those of the table, then each ending."""
    games = noted_in(study)
    table = measures_of(study.game)
    found = {name: count_measure(measure, games) for name, measure in table.items()}
    for number in np.unique(games.rule[games.is_finished]).tolist():
        found[study.game.rule_id(number)] = _shares(games.rule == number, SHARE)
    return found


def noted_in(study: Measured) -> Noted:
    """Return the games of a study as arrays."""
    return noted([study.column(k) for k in range(drivers.width(study.game))])


def count_measure(measure: Measure, games: Noted) -> Counted:
    """Return a measure of these games, which are arrays."""
    above = measure.above(games)
    if measure.below is None:
        return _shares(above, measure.unit)
    below = measure.below(games)
    floats = np.asarray(above, np.float64), np.asarray(below, np.float64)
    if measure.kind == "spread":
        floats = _deviations(above, below), floats[1]
    kinds: dict[str, Callable[..., Estimate]] = {
        "mean": mean,
        "ratio": ratio,
        "rate": rate,
        "count": count,
        "spread": spread,
    }
    ceiling = 1.0 if measure.kind == "rate" else inf
    return Counted(measure.unit, *floats, partial(kinds[measure.kind], above, below), ceiling)


def never(unit: str, games: int) -> Counted:
    """Return the measure of something that never happened in these games."""
    return _shares(np.zeros(games), unit)


def _shares(values: Values | Flags, unit: str) -> Counted:
    above = np.asarray(values, np.float64)
    return Counted(unit, above, np.ones(len(above)), partial(share, above), 1.0)


def games_for(width: float) -> int:
    """Return how many games make the interval of any score this narrow."""
    least, most = 1, 2
    while _widest(most) > width:
        least, most = most, 2 * most
    while least < most:
        middle = (least + most) // 2
        least, most = (middle + 1, most) if _widest(middle) > width else (least, middle)
    return most


def _widest(games: int) -> float:
    low, high = score_interval(0.5, games)
    return high - low


class Gap(NamedTuple):
    """How two variants differ in a measure.

    `p` is the probability of a difference at least as large if the variants do not differ. `worth` is
    how many games of each variant would make the interval as narrow without shared dice. If one of
    them has no value, there is nothing to compare, see `UNKNOWN`.
    """

    value: float
    low: float
    high: float
    p: float
    worth: float


UNKNOWN = Gap(nan, -inf, inf, 1.0, nan)


def paired(a: Counted, b: Counted, at_any_time: bool = False, alpha: float = ALPHA) -> Gap:
    """Return how `b` differs from `a`, where the k-th games of both are a pair.

    Args:
        a: the measure in one variant.
        b: the measure in the other, in as many games.
        at_any_time: must limits and p hold however often somebody looks? See `anytime`.
        alpha: how often the interval may miss the truth.
    """
    gap, most = _paired(a, b, at_any_time, alpha), max(a.ceiling, b.ceiling)
    return gap._replace(low=max(-most, gap.low), high=min(most, gap.high))


def _paired(a: Counted, b: Counted, at_any_time: bool, alpha: float) -> Gap:
    """Return the same, with limits that may be impossible."""
    of_a, of_b = _parts(a, b)
    gaps, value = of_b - of_a, b.value - a.value
    if isnan(value):
        return UNKNOWN
    widest = float(np.ptp([of_a, of_b])) or 1.0
    spread = float(np.var(gaps))
    worth = len(gaps) * float(np.var(of_a) + np.var(of_b)) / spread if spread else inf
    if at_any_time:
        far, p = anytime(gaps, widest, alpha)
        return Gap(value, value - far, value + far, p, worth)
    usual = float(np.median(gaps))
    if np.count_nonzero(gaps - usual) < FEW:
        around = value - float(np.mean(gaps)) + usual
        low, high = _few(gaps - usual, widest, alpha / 2)
        return Gap(value, around + low, around + high, _sign_test(gaps), worth)
    if _is_rare(a, b):  # the gaps then mostly show how long games are, and not what is counted
        _, low, high = _from_intervals(a, b, alpha)
        return Gap(value, low, high, _sign_test(b.above - a.above), worth)
    residuals = _residuals(b) - _residuals(a)
    below, above = reach(residuals, alpha / 2)
    freedom = len(gaps) - 1
    error = sqrt(float(np.var(residuals)) / freedom)
    z = value / error if error else inf
    return Gap(value, value - below, value + above, _p(z, freedom), worth)


def effect(a: Counted, b: Counted) -> float:
    """Return the difference in standard deviations of single games: one size for all measures.

    It is 0 if nothing differs or nothing is known.
    """
    of_a, of_b = _parts(a, b)
    deviation, value = sqrt(float(np.var(of_a) + np.var(of_b)) / 2), b.value - a.value
    return abs(value) / deviation if deviation and not isnan(value) else 0.0


def _parts(a: Counted, b: Counted) -> tuple[Values, Values]:
    """Return what each game adds to the measures, so that the means differ as the measures do.

    For ratios this holds to first order if they are about equal. A pair of equal games has a gap of exactly 0.
    """
    below = float(np.sum(a.below) + np.sum(b.below))
    pooled = float(np.sum(a.above) + np.sum(b.above)) / below if below else 0.0
    scale = below / (len(a.below) + len(b.below)) or 1.0
    return (a.above - pooled * a.below) / scale, (b.above - pooled * b.below) / scale


def _is_rare(a: Counted, b: Counted) -> bool:
    """Do both measures count events that happened in few games?"""
    seen = np.count_nonzero(a.above) + np.count_nonzero(b.above)
    return bool(seen < FEW and max(np.ptp(a.below), np.ptp(b.below)) > 0)


def _from_intervals(a: Counted, b: Counted, alpha: float) -> Estimate:
    """Return how `b` differs from `a`, from the intervals of both."""
    return difference(b.estimate(tail=alpha / 2), a.estimate(tail=alpha / 2))


def _few(gaps: Values, widest: float, tail: float) -> tuple[float, float]:
    """Return the limits of the mean of gaps if nearly all of them are 0.

    Increases and decreases are each a sum of Poisson counts of different sizes, as in `rate`.
    The next one may be as wide as possible: a few gaps seldom show how far two games can part.
    """
    more, less = np.maximum(gaps, 0.0), np.maximum(-gaps, 0.0)
    _, low, high = difference(_sum(more, widest, tail), _sum(less, widest, tail))
    return low, high


def _sign_test(gaps: Values) -> float:
    from scipy import stats

    ups, all_of_them = int(np.count_nonzero(gaps > 0)), int(np.count_nonzero(gaps))
    return float(stats.binomtest(ups, all_of_them).pvalue) if all_of_them else 1.0


def _sum(parts: Values, most: float, tail: float) -> Estimate:
    count, spread = float(np.sum(parts)), float(np.sum(np.square(parts)))
    low, high = sum_limits(count, spread, most, tail)
    return count / len(parts), low / len(parts), high / len(parts)


def unpaired(a: Counted, b: Counted, alpha: float = ALPHA) -> Gap:
    """Return how `b` differs from `a` if their games share nothing."""
    value, low, high = _from_intervals(a, b, alpha)
    if isnan(value):
        return UNKNOWN
    games = len(a.above), len(b.above)
    seen = np.count_nonzero(a.above), np.count_nonzero(b.above)
    others = games[0] - seen[0], games[1] - seen[1]
    if sum(seen) < FEW or (sum(others) < FEW and _is_yes_or_no(a) and _is_yes_or_no(b)):
        from scipy import stats

        p = float(stats.fisher_exact(np.array([seen, others])).pvalue)
    else:
        p = _welch(value, [_squared_error(one) for one in (a, b)], games)
    return Gap(value, low, high, p, float(games[1]))


def _is_yes_or_no(one: Counted) -> bool:
    return bool(np.isin(one.above, (0.0, 1.0)).all())


def _welch(value: float, squared_errors: Sequence[float], games: Sequence[int]) -> float:
    """Return p of a difference of two means with these errors.

    Without errors, because all games of each variant are alike, return p of the permutation test.

    Source: B. Welch, "The generalization of Student's problem when several different population
    variances are involved", 1947.
    """
    total = sum(squared_errors)
    if total == 0:
        return 2 / comb(sum(games), games[0]) if value else 1.0
    parts = sum(e**2 / max(1, n - 1) for e, n in zip(squared_errors, games, strict=True))
    return _p(value / sqrt(total), total**2 / parts)


def _squared_error(one: Counted) -> float:
    residuals = _residuals(one)
    return float(np.var(residuals)) / max(1, len(residuals) - 1)


def _residuals(one: Counted) -> Values:
    """Return how far each game moves a measure away from its value, to first order."""
    found: Values = (one.above - one.value * one.below) / (float(np.mean(one.below)) or 1.0)
    return found


def _p(z: float, freedom: float) -> float:
    from scipy import special

    return 2 * float(special.stdtr(freedom, -abs(z)))


def together(gaps: Sequence[Gap], gaps_at: Sequence[Callable[[float], Gap]]) -> list[Gap]:
    """Return gaps judged together: with p by Holm, and with intervals to match.

    If Holm multiplies p by a number, the interval misses the truth that many times less often. So it excludes
    0 exactly if p is below `ALPHA`. If the two still disagree, because they rest on different approximations,
    the more careful one decides.

    Args:
        gaps: the gaps, each with its own p and a 95% interval.
        gaps_at: for each, a function of alpha that returns the gap with an interval of 1 - alpha.
    """
    found = []
    for gap, wider, times in zip(gaps, gaps_at, holm([gap.p for gap in gaps]), strict=True):
        _, low, high, _, worth = wider(ALPHA / times)
        p = min(1.0, gap.p * times)
        if p >= ALPHA:
            low, high = min(low, 0.0), max(high, 0.0)
        elif low <= 0 <= high:
            p = ALPHA
        found.append(Gap(gap.value, low, high, p, worth))
    return found


class Lasting(Protocol):
    """A study, as far as `lasting` requires."""

    @property
    def games(self) -> pd.DataFrame: ...
    @property
    def is_finished(self) -> Flags: ...


def lasting(study: Lasting) -> Rows:
    """Return the lengths of finished games, or of stopped ones if none finished."""
    moves: Rows = study.games["moves"].to_numpy()
    return moves[study.is_finished] if study.is_finished.any() else moves


def histogram(*moves: Rows) -> tuple[list[float], list[list[int]], int]:
    """Return the centers of bars, how many games of each study are in them, and their width.

    Args:
        moves: the lengths of games, of one study or of several.
    """
    low, high = min(int(each.min()) for each in moves), max(int(each.max()) for each in moves)
    width = -(-(high - low + 1) // BARS)
    edges = np.arange(low, high + width + 1, width)
    counts = [np.histogram(each, edges)[0].tolist() for each in moves]
    return [float(edge) + (width - 1) / 2 for edge in edges[:-1]], counts, width
