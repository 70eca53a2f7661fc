"""Two variants side by side: both play the same games, and a comparison says what changed.

`compare` plays pairs until there are enough. A `Comparison` holds what they show, and an `Example` is one
pair of games at the point where they part.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import cached_property, partial
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from gamekit import drivers
from gamekit.bots import Bot
from gamekit.contract import CHANCE, Game
from gamekit.contract.game import Measures, variant_phrase
from gamekit.errors import GameError
from gamekit.intervals import ALPHA, score_interval
from gamekit.match.match import Match
from gamekit.match.view import OPEN, Entry, without_open
from gamekit.progress import Progress, bar
from gamekit.studies.measures import FIRST_PLAYER, SHARE, Estimate, check_measure, measures_of
from gamekit.studies.plan import Blocks, Plan, plans_of
from gamekit.studies.receipt import digest, settings, written
from gamekit.studies.report import caution, headline
from gamekit.studies.run import MOST_GAMES, chunks, looks, threads
from gamekit.studies.statistics import (
    Counted,
    Gap,
    Rows,
    measured,
    never,
    paired,
    together,
    unpaired,
)
from gamekit.studies.study import Study
from gamekit.validation import is_number, shown, whole

if TYPE_CHECKING:
    from gamekit.studies.report import ComparisonReport


COLUMNS = ["measure", "a", "b", "difference", "low", "high", "p", "worth", "unit"]
RARE = 3.0  # n games show anything more frequent than RARE / n, with 95% confidence
GAMES, MOST_PATIENCE = 2_000, 100_000
CLEAR = "clear"


def check_variants(a: Game, b: Game) -> None:
    """Raise `GameError` unless both are variants of one game."""
    if a.name != b.name:
        raise GameError(
            f"compare: {a.title} and {b.title} are different games; give two variants of one game."
        )
    unshared = measures_of(a).keys() ^ measures_of(b).keys()
    if unshared:
        raise GameError(
            f"compare: only one of the two variants has {', '.join(sorted(unshared))}; let both have it."
        )


class Found(NamedTuple):
    """One measure in both variants, and the difference, judged by itself."""

    a: Counted
    b: Counted
    gap: Gap
    gap_at: Callable[[float], Gap]  # the gap with an interval that misses the truth this often


class Comparison:
    """Two variants of a game, compared.

    If the same bots played the same games of both, with the same dice and thoughts until something
    differs, the unit is a pair of games, and what the two games share cancels out.

    Args:
        a: a study of one variant.
        b: a study of the other. Differences are `b` minus `a`.
        at_any_time: did somebody look at the difference repeatedly and stop when it suited them? Limits and
            p allow for that.
        stopped: why there are fewer pairs than ordered, in a few words.

    Attributes:
        a, b, at_any_time, stopped: the arguments.
        is_paired: did both play the same number of the same games, with the same seed and bots?
            Otherwise the two count as independent, and there are no pairs.
    """

    def __init__(self, a: Study, b: Study, at_any_time: bool = False, stopped: str = "") -> None:
        check_variants(a.game, b.game)
        self.a, self.b, self.at_any_time, self.stopped = a, b, at_any_time, stopped
        self.is_paired = are_paired(a, b)

    def __len__(self) -> int:
        """Return the number of pairs, or of games in the smaller study."""
        return min(len(self.a), len(self.b))

    # --- differences ---------------------------------------------------------------------------

    @cached_property
    def table(self) -> pd.DataFrame:
        """A row for each measure that is not 0 in both.

        Length, turns, branching and skips count finished games alone, and are nan if a variant finished none.
        `a` and `b` are the values, `difference` is b - a with the limits `low` and `high` of its interval,
        and `p` says how often chance alone makes a difference as large. Interval and p are adjusted for the
        number of measures, see `together`: if p is below 0.05, the interval excludes 0 and the measure
        stands out. `worth` is how many games of each variant would give an interval as narrow if the two
        shared no dice and thoughts.
        """
        found = self.found.values()
        judged = together([one.gap for one in found], [one.gap_at for one in found])
        rows = [
            (name, one.a.value, one.b.value, *gap, one.a.unit)
            for (name, one), gap in zip(self.found.items(), judged, strict=True)
        ]
        table = pd.DataFrame(rows, columns=COLUMNS)
        return table.set_index("measure", drop=False).rename_axis(None)

    @cached_property
    def found(self) -> dict[str, Found]:
        """Each measure that is not 0 in both, with its unadjusted difference."""
        both = {name: self.in_measure(name) for one in self.measures for name in one}
        return {name: one for name, one in both.items() if one.a.value or one.b.value}

    @cached_property
    def measures(self) -> tuple[dict[str, Counted], dict[str, Counted]]:
        """The measures of both, by name."""
        return measured(self.a), measured(self.b)

    def in_measure(self, name: str) -> Found:
        """Return a measure or the share of an ending in both variants, even of one that never happened."""
        of_a, of_b = self.measures
        known = of_a.get(name) or of_b.get(name)
        unit = known.unit if known else SHARE
        one = of_a.get(name) or never(unit, len(self.a))
        other = of_b.get(name) or never(unit, len(self.b))
        gap_at = partial(unpaired, one, other)
        if self.is_paired:
            gap_at = partial(paired, one, other, self.at_any_time)
        return Found(one, other, gap_at(), gap_at)

    @property
    def rows(self) -> Mapping[str, Mapping[str, Any]]:
        """The table as records, by measure."""
        records = self.table.to_dict("records")
        return {str(one["measure"]): {str(k): v for k, v in one.items()} for one in records}

    @property
    def headline(self) -> str:
        """What changed from `a` to `b`, in one sentence."""
        touched = self.touched if self.is_paired else None
        one = self.found.get(FIRST_PLAYER)  # none if no starter ever scores
        starts = one and (one.a.estimate(), one.b.estimate())
        return headline(self.rows, starts, self.b.game, touched, len(self), self.caution)

    @property
    def caution(self) -> str:
        """Two sentences if most games of a variant were stopped, otherwise ""."""
        return caution(*((f" {variant_phrase(each.game)}", each) for each in (self.a, self.b)))

    # --- pairs ---------------------------------------------------------------------------------

    @cached_property
    def _parted(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        if not self.is_paired:
            raise GameError(
                "These two studies have no pairs of games: pairs need the same bots, the same seed and the "
                "same number of games. gamekit.compare(game, variant) plays pairs."
            )
        one, other = _courses(self.a), _courses(self.b)
        differs: np.ndarray[tuple[int], np.dtype[np.bool_]] = np.any(
            [one[name] != other[name] for name in one], axis=0
        )
        return differs

    @property
    def touched(self) -> Estimate:
        """The share of pairs whose games went differently, see `_courses`, with its 95% interval.

        If no pair differs, the upper limit is 3/n: a larger share would have shown up.
        """
        count, n = int(np.count_nonzero(self._parted)), len(self)
        if count == 0:
            return 0.0, 0.0, min(1.0, RARE / n)
        return count / n, *score_interval(count / n, n)

    @cached_property
    def games(self) -> pd.DataFrame:
        """A row for each pair: `game` and who was `first`; `winner`, `ending`, `moves`, `turns`, the
        payoff and the game's own measures of both; `differs`: did the two go differently?"""
        parted = self._parted
        both = {"a": self.a.games, "b": self.b.games}
        of_each = {
            f"{column}_{name}": games[column]
            for column in ("winner", "ending", "moves", "turns", *drivers.note_names(self.a.game))
            for name, games in both.items()
        }
        shared = {column: both["a"][column] for column in ("game", "first")}
        return pd.DataFrame({**shared, **of_each, "differs": parted})

    def example(self, k: int = 0, names: tuple[str, str] | None = None) -> Example:
        """Return the k-th pair that differs, counted from 0, at the point where its games part.

        Args:
            k: the number of the pair among those that differ.
            names: what to call the two variants in a sentence, such as "without the clause".
        """
        numbers = np.flatnonzero(self._parted)
        k = whole("k", k, 0)
        if k >= len(numbers):
            many = f"only {len(numbers):,} of {len(self):,} pairs differ" if len(numbers) else (
                f"none of {len(self):,} pairs differs"
            )  # fmt: skip
            raise GameError(f"example({k}): {many}.")
        number = int(numbers[k])
        one, other = self.a.match(number), self.b.match(number)
        of_a, of_b = _courses(self.a), _courses(self.b)
        notes = {
            name: (of_a[name][number], of_b[name][number])
            for name in drivers.note_names(self.a.game)
            if of_a[name][number] != of_b[name][number]
        }
        return Example(number, one, other, names, notes)

    # --- reading it ----------------------------------------------------------------------------

    def report(self) -> ComparisonReport:
        """Return a report for a notebook: the headline, a table and figures."""
        from gamekit.studies.report import ComparisonReport

        return ComparisonReport(self)

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write the report as one web page that needs no network, to mail or to print."""
        from gamekit.studies.report import comparison_page

        comparison_page(self).write(path)

    @property
    def engine(self) -> str:
        """The engines that played: "compiled", "interpreted", both, or "unknown"."""
        both = f"{self.a.engine} and {self.b.engine}".split(" and ")
        return " and ".join(sorted(set(both)))

    @property
    def receipt(self) -> str:
        """What was played, as one short JSON text; `gamekit.rerun(receipt)` plays it again.

        Raises:
            GameError: these are two unpaired studies; each has a receipt of its own.
        """
        if not self.is_paired:
            raise GameError(
                "These two studies have no pairs of games: use the receipt of each, "
                "comparison.a.receipt and comparison.b.receipt."
            )
        return written(
            "comparison",
            {
                **{
                    name: settings(each.game, each.bots, each.seed, each.max_moves)
                    for name, each in (("a", self.a), ("b", self.b))
                },
                "games": len(self),
                "engine": self.engine,
                "rows": digest(*(each.rows[:, : drivers.COLUMNS] for each in (self.a, self.b))),
            },
        )

    def __repr__(self) -> str:
        return f"{self.a.game.title}: {self.headline}"


def are_paired(a: Study, b: Study) -> bool:
    """Did two studies play the same number of games, with the same seed and bots?

    Games between people never pair up.
    """
    return (a.bots, a.seed, len(a), a.max_moves) == (b.bots, b.seed, len(b), b.max_moves) and len(
        a.players
    ) == len(b.players) == 2


def _courses(study: Study) -> dict[str | int, Rows]:
    """Return how the games of a study went: all that a playtest notes of them but the number of legal
    moves. Two games went the same way if all of it is equal."""
    columns = [k for k in range(drivers.COLUMNS) if k != drivers.CHOICES]
    notes = enumerate(drivers.note_names(study.game), drivers.COLUMNS)
    return {k: study.column(k) for k in columns} | {name: study.column(k) for k, name in notes}


class Pairs:
    """The same games of two variants, in the order of their numbers. You can always play more.

    Args:
        plans: the plan of each variant. One variant alone will do.
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
        """Play on until there are `games` pairs or `is_enough` returns True. Return whether it did.

        An exception from `tell` or Ctrl-C stops the games and keeps the pairs so far. `how` takes workers,
        executor, client and save, see `playtest`.
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
        """Return a copy of the pairs that can grow while these stay as they are."""
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
        """Return the comparison of all pairs, or of the first ones."""
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
    measures: Measures = None,
    **how: Any,
) -> Comparison:
    """Play two variants of a game with the same luck, and return what the change did.

    Both play the same games, see `Comparison`, so a difference shows in far fewer games than two
    separate playtests need. You may give two studies instead, such as those of people's games.

    Args:
        a: the base: a game, a variant, a name, or a study.
        b: the variant to compare with it, or a study.
        bots, seed, workers, progress, max_moves, measures, how (executor, client, save): see
            `playtest`.
        games: how many pairs to play at most: by default 2,000, or 100,000 with `precision` or `until`.
        precision: stop as soon as the interval of the difference is this narrow.
        until: "clear" to stop as soon as a difference is clear, see `statistics.anytime`.
        measure: the row of the table whose interval and p `precision` and `until` watch.
    """
    if isinstance(a, Study) or isinstance(b, Study):
        return _studies(a, b)
    one, other = plans_of((a, b), bots, seed, max_moves, measures)
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
    """Play pairs until there are enough. Return briefly why there are no more."""
    try:
        with bar(most, progress) as tell:
            is_enough = pairs.play(most, tell, goal.is_reached if goal else None, **how)
    except KeyboardInterrupt:
        if not len(pairs):
            raise
        return f"interrupted, of {most:,}"
    goal.check(pairs.comparison())
    return goal.outcome(is_enough)


def _studies(a: object, b: object) -> Comparison:
    if isinstance(a, Study) and isinstance(b, Study):
        return Comparison(a, b)
    raise GameError("compare: give two games or two studies, not one of each.")


def _amounts(games: int | None, goal: _Goal) -> int:
    """Return how many pairs to play at most; raise `GameError` if the number makes no sense."""
    if games is None:
        return MOST_PATIENCE if goal else GAMES
    return whole("games", games, 2, MOST_GAMES)


class _Goal:
    """What may end the comparison early: a precision, or a clear difference."""

    def __init__(self, precision: float | None, until: str | None, measure: str) -> None:
        self.precision, self.until, self.measure = precision, until, measure
        if precision is not None and not (is_number(precision) and precision > 0):
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
            return False  # an ending that one of them has not reached yet
        by_itself = so_far.in_measure(self.measure).gap
        if not self._is_enough(by_itself.low, by_itself.high, by_itself.p):
            return False  # the other rows only make the interval wider
        row = so_far.rows.get(self.measure)
        return row is None or self._is_enough(row["low"], row["high"], row["p"])

    def _is_enough(self, low: float, high: float, p: float) -> bool:
        return p < ALPHA if self.precision is None else high - low <= self.precision

    def check(self, so_far: Comparison) -> None:
        """Raise `GameError` unless the measure is one of all games or an ending of this game."""
        check_measure(so_far.a.game, self.measure)

    def outcome(self, is_enough: bool) -> str:
        """Return in a few words whether the goal was reached."""
        if self.until:
            return "clear" if is_enough else "not clear"
        if self.precision is None:
            return ""
        return f"{'enough' if is_enough else 'too few'} for a precision of {self.precision:g}"


class Example:
    """One game under two variants, up to where it differs, and what differs there.

    Args:
        number: the number of the game.
        a: the game under one variant, played to the end.
        b: the game under the other variant.
        names: what to call the variants in a sentence; by default, what was changed in them.
        notes: the payoff and own measures that differ, of both.

    Attributes:
        a, b: the two matches where they part: after the last move that they share or, if the boards
            differ before, after the move that makes them differ. `redo` continues them.
        ply: how many moves led there.
        names: what the variants are called in a sentence: "as published", "with match=4".
        text: what differs, in a few sentences.
    """

    def __init__(
        self,
        number: int,
        a: Match,
        b: Match,
        names: tuple[str, str] | None = None,
        notes: Mapping[str, tuple[object, object]] | None = None,
    ) -> None:
        self.number = number
        self.names, self.notes = names or _names(a, b), notes or {}
        place = _shared_steps(a.history, b.history)
        self.ply = a.history[place - 1].ply if place else 0
        one, other = (each.history[place] if place < len(each.history) else None for each in (a, b))
        if one is None or other is None:  # a result is the first difference to name, then a roll
            is_alike = one is other and _end(a) == _end(b)
        else:
            is_alike = CHANCE not in (one.player, other.player)
        apart = _boards_part(a, b, self.ply + is_alike)
        move = next((entry.text for entry in a.history if entry.ply == apart), "")
        self.ply = apart or self.ply
        self.a, self.b = a.goto(self.ply), b.goto(self.ply)
        self.text = (
            f"In game {number} the boards differ after move {apart}, {move}."
            if apart
            else f"{self._opening()} {self._difference(one, other)}"
        )

    def _opening(self) -> str:
        if self.ply == 0:
            return f"Game {self.number} differs from the start."
        moves = "1 move" if self.ply == 1 else f"{self.ply} moves"
        return f"Game {self.number} is the same for {moves}."

    def _difference(self, one: Entry | None, other: Entry | None) -> str:
        """Return in words what happens next in each game. An entry is None if that game is over."""
        first, second = self.names
        if one is None and other is None:
            ends = _end(self.a), _end(self.b)
            if ends[0] != ends[1]:
                return f"Then {first}: {ends[0]} {_capital(second)}: {ends[1]}"
            noted = (
                f"{_capital(k)}: {x} {first}, {y} {second}." for k, (x, y) in self.notes.items()
            )
            return " ".join(["Both end alike:", ends[0], *noted])
        if one is None or other is None:
            over, (ended, goes_on) = (
                (self.a, self.names) if one is None else (self.b, (second, first))
            )
            return f"Then it is over {ended}: {_end(over)} {_capital(goes_on)} it goes on."
        if one.player == other.player in (0, 1):
            moves = f"Then {self._action(one)} {first} and {other.text} {second}."
            return " ".join([moves, *self._why(one.text, other.text)])
        return f"Then {self._action(one)} {first}, and {self._action(other)} {second}."

    def _action(self, entry: Entry) -> str:
        if entry.player == CHANCE:
            return f"chance gives {entry.text}"
        if entry.player is None:
            return f"{entry.text} happens by itself"
        return f"{self.a.names[entry.player]} plays {entry.text}"

    def _why(self, one: str, other: str) -> list[str]:
        """Return why two moves differ: one is possible in only one game, or would end only one."""
        refused = [_refused(other, self.a, self.names[0]), _refused(one, self.b, self.names[1])]
        if any(refused):
            return list(filter(None, refused))
        ends = list(filter(None, (self._decides(move) for move in (one, other))))
        if ends:
            return ends
        legal = self.a.legal(), self.b.legal()
        for k, match in enumerate((self.a, self.b)):
            for move in legal[1 - k]:
                if move not in legal[k]:
                    elsewhere = _refused(move, match, self.names[k])
                    return ["Both moves are possible in both games.", elsewhere]
        return ["The same moves are possible in both; the bots value them differently."]

    def _decides(self, move: str) -> str:
        """Return how this move would end one game, or both in different ways; otherwise ""."""
        ends = []
        for match in (self.a, self.b):
            after = match.fork().play(f"{without_open(move)} {OPEN}")
            ends.append(_end(after) if after.result else "")
        (first, second), (one, other) = self.names, ends
        if one == other:
            return ""
        if one and other:
            return f"{move} would end the game {first}: {one} {_capital(second)}: {other}"
        ended, goes_on = (first, second) if one else (second, first)
        return (
            f"{move} would end the game {ended}: {one or other} {_capital(goes_on)} it would not."
        )

    def __repr__(self) -> str:
        first, second = (_capital(name) for name in self.names)
        boards = f"{first}\n{self.a.board_text()}\n\n{second}\n{self.b.board_text()}"
        return f"{self.text}\n\n{boards}"

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, Any]:
        """Return both boards: as replays if the widgets of a lab are loaded, otherwise as pictures."""
        lab, html = sys.modules.get("gamekit_widgets.lab.lab"), ""
        for name, match in zip(self.names, (self.a, self.b), strict=True):
            caption = escape(_capital(name))
            drawn = match._repr_mimebundle_().get("text/html", "")
            drawn = drawn.replace('alt="', f'alt="{caption}: ', 1)  # two boards may look the same
            html += f'<div style="flex: 1 1 18em"><p>{caption}</p>{drawn}</div>'
        return {
            **(lab.live(self) if lab else {}),
            "text/plain": repr(self),
            "text/html": f"<p>{escape(self.text)}</p>"
            f'<div style="display: flex; flex-wrap: wrap; gap: 1em">{html}</div>',
        }


def _names(a: Match, b: Match) -> tuple[str, str]:
    """Return what two variants are called in a sentence."""
    first, second = variant_phrase(a.game), variant_phrase(b.game)
    return (first, second) if first != second else ("in the first game", "in the second game")


def _shared_steps(one: tuple[Entry, ...], other: tuple[Entry, ...]) -> int:
    """Return how many steps the two histories share."""
    pairs = zip(one, other, strict=False)
    same = min(len(one), len(other))
    return next(
        (k for k, (a, b) in enumerate(pairs) if (a.player, a.text) != (b.player, b.text)), same
    )


def _boards_part(a: Match, b: Match, before: int) -> int:
    """Return the first move after which the boards of two games differ, if it comes before that one.
    Otherwise return 0, as for boards that differ from the start, such as a wider one."""
    one, other = a.fork(), b.fork()
    shown = (one.goto(k).board_text() != other.goto(k).board_text() for k in range(before))
    return next((k for k, differs in enumerate(shown) if differs), 0)


def _end(match: Match) -> str:
    """Return how a game ended."""
    result = match.result
    if result is None:
        return f"it is stopped after {match.ply} moves."
    rule = f"({result.rule}, {match.game.rulebook[result.rule].title})."
    return f"{result.text.removesuffix('.')} {rule}"


def _refused(move: str, match: Match, name: str) -> str:
    """Return why a move is impossible in a game, or "" if it is possible."""
    bare = without_open(move)
    refusal = match.why_not(f"{bare} {OPEN}")
    if refusal is None:
        return ""
    return f"{bare} is not possible {name}. {refusal.message.removesuffix('.')} ({refusal.rule})."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
