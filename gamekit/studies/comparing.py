"""Playing two variants side by side: the same games, twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from numbers import Real
from typing import Any

import numpy as np

from gamekit.bots import Bot
from gamekit.contract import Game
from gamekit.errors import GameError
from gamekit.studies.chunks import chunks, looks
from gamekit.studies.comparison import Comparison, check_variants
from gamekit.studies.local import Blocks
from gamekit.studies.measures import check_measure
from gamekit.studies.plan import Plan, plan_of
from gamekit.studies.progress import Progress, bar
from gamekit.studies.run import MOST_GAMES, threads
from gamekit.studies.statistics import Rows
from gamekit.studies.study import Study
from gamekit.validation import shown, whole

GAMES, MOST_PATIENCE = 2_000, 100_000
FIRST_PLAYER = "first-player score"
CLEAR = "clear"
ALPHA = 0.05


class Pairs:
    """The same games of two variants, in the order of their numbers, as many as somebody waits for.

    Args:
        plans: what is played; it may be one variant alone.
        at_any_time: see `Comparison`.
    """

    def __init__(self, *plans: Plan, at_any_time: bool = False) -> None:
        self.plans, self.at_any_time = plans, at_any_time
        self._blocks: list[Blocks] = []

    def __len__(self) -> int:
        return sum(len(block[0]) for block in self._blocks)

    def play(
        self,
        games: int,
        tell: Callable[[int], object],
        is_enough: Callable[[Comparison], bool] | None = None,
        **how: Any,
    ) -> bool:
        """Play on until there are `games` pairs, or until they are enough; return whether they are.

        What stops it, an exception of `tell` or Ctrl-C, leaves the pairs so far where they are.
        `how` is workers, executor, client and save, see `playtest`.
        """
        done, due = len(self), looks(games)
        look = next(due)
        with closing(chunks(self.plans, games, first=done, **how)) as blocks:
            for block in blocks:
                self._blocks.append(block)
                done += len(block[0])
                tell(len(block[0]))
                while is_enough and look <= done and look < games:
                    if is_enough(self.comparison(look)):
                        self._blocks = [tuple(rows[:look] for rows in self._rows())]
                        return True
                    look = next(due)
        return False

    def copy(self) -> Pairs:
        """Return the same pairs, to be gone on with whatever becomes of these."""
        new = Pairs(*self.plans, at_any_time=self.at_any_time)
        new._blocks = self._blocks[:]
        return new

    def _rows(self) -> list[Rows]:
        return [np.concatenate(blocks) for blocks in zip(*self._blocks, strict=True)]

    def studies(self, first: int | None = None) -> list[Study]:
        """Return a study of each variant, of all games so far or the first of them."""
        return [
            Study(
                plan.game,
                plan.bots,
                plan.seed,
                rows[:first],
                plan.players,
                plan.max_moves,
                engine=plan.engine,
            )
            for plan, rows in zip(self.plans, self._rows(), strict=True)
        ]

    def comparison(self, first: int | None = None, stopped: str = "") -> Comparison:
        """Return what the pairs of two variants show, or the first of them."""
        one, other = self.studies(first)
        return Comparison(one, other, self.at_any_time, stopped)


def compare(
    a: Game | str | Study,
    b: Game | str | Study,
    bots: Sequence[str | Bot] = ("greedy", "greedy"),
    games: int | None = None,
    seed: int = 1,
    *,
    precision: float | None = None,
    until: str | None = None,
    measure: str = FIRST_PLAYER,
    workers: int | None = None,
    progress: Progress = True,
    max_moves: int = 2000,
    **how: Any,
) -> Comparison:
    """Play two variants of a game with the same luck, and say what the change did.

    Both play the same games, see `Comparison`: a difference shows in far fewer than it takes two
    playtests. Two studies may be given instead, for example of people's games; they are paired where
    they played the same games.

    Args:
        a: a game, a variant or a name: what is compared with. Or a study.
        b: the variant in question. Or a study.
        bots, seed, workers, progress, max_moves, how (executor, client, save): see `playtest`.
        games: how many pairs, at most: 2,000, or 100,000 with `precision` or `until`.
        precision: stop as soon as the interval of the difference is no wider than this.
        until: "clear": stop as soon as it is clear that there is a difference, see `stopping`.
        measure: whose difference `precision` and `until` watch, a row of the table; they go by the
            interval and the p that stand there.
    """
    if isinstance(a, Study) or isinstance(b, Study):
        return _studies(a, b)
    one, other = (plan_of(each, bots, seed, max_moves) for each in (a, b))
    check_variants(one.game, other.game)
    goal = _Goal(precision, until, measure)
    most, workers = _amounts(games, goal), threads(workers)
    pairs = Pairs(one, other, at_any_time=until == CLEAR)
    return pairs.comparison(stopped=_played(pairs, most, goal, progress, workers=workers, **how))


def _played(
    pairs: Pairs,
    most: int,
    goal: _Goal,
    progress: Progress,
    **how: Any,
) -> str:
    """Play pairs until they are enough; say in a few words why there are no more."""
    try:
        with bar(most, progress) as tell:
            is_enough = pairs.play(most, tell, goal.is_reached if goal else None, **how)
    except KeyboardInterrupt:
        if not len(pairs):
            raise
        return f"interrupted, of {most:,}"
    goal.check(pairs.comparison())
    return goal.told(is_enough)


def _studies(a: object, b: object) -> Comparison:
    if isinstance(a, Study) and isinstance(b, Study):
        return Comparison(a, b)
    raise GameError("compare: give two games or two studies, not one of each.")


def _amounts(games: int | None, goal: _Goal) -> int:
    """Return how many pairs to play at most; refuse what makes no sense."""
    if games is None:
        return MOST_PATIENCE if goal else GAMES
    return whole("games", games, 1, MOST_GAMES)


class _Goal:
    """When pairs are enough, before there are as many as somebody wants."""

    def __init__(self, precision: float | None, until: str | None, measure: str) -> None:
        self.precision, self.until, self.measure = precision, until, measure
        is_number = isinstance(precision, Real) and not isinstance(precision, bool)
        if precision is not None and not (is_number and precision > 0):
            raise GameError(
                f"precision={shown(precision)}: give the width of an interval, such as 0.02."
            )
        if until not in (None, CLEAR):
            raise GameError(f'until={shown(until)}: give "clear", or leave it out.')
        if until and precision is not None:
            raise GameError("compare: give precision or until, not both.")

    def __bool__(self) -> bool:
        return self.precision is not None or self.until is not None

    def is_reached(self, so_far: Comparison) -> bool:
        """Are the pairs so far enough?"""
        self.check(so_far)
        if any(self.measure not in known for known in so_far.measures):
            return False  # an ending that one of them has not seen yet
        by_itself = so_far.in_measure(self.measure).gap
        if not self._is_enough(by_itself.low, by_itself.high, by_itself.p):
            return False  # and among the others still less
        row = so_far.rows.get(self.measure)
        return row is None or self._is_enough(row["low"], row["high"], row["p"])

    def _is_enough(self, low: float, high: float, p: float) -> bool:
        return p < ALPHA if self.precision is None else high - low <= self.precision

    def check(self, so_far: Comparison) -> None:
        """Raise `GameError` if the measure is neither one of all games nor an ending of this one."""
        check_measure(so_far.a.game, self.measure)

    def told(self, is_enough: bool) -> str:
        """Say in a few words what came of it."""
        if self.until:
            return "clear" if is_enough else "not clear"
        if self.precision is None:
            return ""
        return f"{'enough' if is_enough else 'too few'} for a precision of {self.precision:g}"
