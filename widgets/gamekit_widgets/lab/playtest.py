"""A lab's playtest in the background, which people can watch and stop, and its report: a table, differences,
figures, and a file to download.
"""

from __future__ import annotations

import re
from asyncio import Task, get_running_loop, sleep
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from html import escape
from math import isnan
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

import gamekit as gk
from gamekit.contract.game import variant_name
from gamekit.intervals import ALPHA
from gamekit.studies import study_without_numpy
from gamekit.studies.measures import digits, words
from gamekit.studies.plan import plans_of, with_engine
from gamekit.studies.report import remarks
from gamekit.studies.study_without_numpy import LightStudy, Playtest, lacks_libraries

if TYPE_CHECKING:
    from gamekit.studies import Comparison, Study
    from gamekit.studies.comparison import Pairs
    from gamekit.studies.report import Page

OFTEN = 0.2  # seconds between news of a light playtest


class _Stopped(Exception):
    """Raised to end a playtest between two batches of games."""


class Trial(Thread):
    """A playtest of one variant, or of two with the same seeds. It starts after a delay unless somebody stops it first.

    Args:
        rivals: the game to compare with, if any, and then the variant.
        bots: names of the bots.
        games: how many games it plays.
        seed: the seed of all chance.
        delay: seconds before it starts.
        tell: called with the trial after more games, and at the end.
        before: earlier pairs, to continue from.

    Attributes:
        pairs: the games so far, once it has started.
        is_over: has it ended, with all games or with a problem?
        problem: why it could not finish, in a sentence, or "".
    """

    def __init__(
        self,
        rivals: Sequence[gk.Game],
        bots: tuple[str, str],
        games: int,
        seed: int,
        delay: float,
        tell: Callable[[Trial], object],
        before: Pairs | None = None,
    ) -> None:
        super().__init__(daemon=True)
        self.rivals, self.bots, self.games, self.seed = rivals, bots, games, seed
        self.pairs, self.is_over, self.problem = before, False, ""
        self._delay, self._tell, self._percent_told = delay, tell, 0
        self._must_stop = Event()

    @property
    def done(self) -> int:
        """How many games each rival has finished."""
        return len(self.pairs) if self.pairs else 0

    @property
    def news(self) -> str:
        """What to say once all games are over."""
        return f"{self.games:,} games have been played."

    def run(self) -> None:
        """Play the games, in this thread."""
        if self._must_stop.wait(self._delay):
            return
        try:
            from gamekit.studies.comparison import Pairs

            if self.pairs is None:
                self.pairs = Pairs(*plans_of(self.rivals, self.bots, self.seed))
            self.pairs.play(self.games, self._count)
        except _Stopped:
            return
        except Exception as problem:
            self.problem = _why_it_failed(problem)
        self.is_over = True
        self._tell(self)

    def stop(self) -> None:
        """Stop at the next opportunity, and send no more news."""
        self._must_stop.set()

    def _count(self, games: int) -> None:
        if self._must_stop.is_set():
            raise _Stopped
        percent = self.done * 100 // self.games
        if percent > self._percent_told:
            self._percent_told = percent
            self._tell(self)


Plays: TypeAlias = tuple[Playtest, ...]  # of a variant, and of the game to compare with, if any


class LightTrial:
    """A light `Trial`: it plays the last of its rivals first, takes turns with the page and uses no thread."""

    def __init__(
        self,
        rivals: Sequence[gk.Game],
        bots: tuple[str, str],
        games: int,
        seed: int,
        delay: float,
        tell: Callable[[LightTrial], object],
        before: Plays | None = None,
    ) -> None:
        plans = plans_of(rivals[::-1], bots, seed)
        self.plays = before or tuple(Playtest(plan, games) for plan in plans)
        self.is_over, self.problem = False, ""
        self._delay, self._tell = delay, tell
        self._told_at = 0.0
        self._turns: Task[None] | None = None

    @property
    def done(self) -> int:
        """How many games each rival has finished, on average."""
        return sum(len(play.rows) for play in self.plays) // len(self.plays)

    @property
    def games(self) -> int:
        """How many games each rival will play, on average."""
        return sum(play.planned for play in self.plays) // len(self.plays)

    @property
    def news(self) -> str:
        """What to say once all games are over."""
        play = min(self.plays, key=lambda play: play.planned)
        if play.planned == play.wanted:
            return f"{self.games:,} games have been played."
        return f"{play.pace()}."

    def start(self) -> None:
        """Start in the background, or play at once if there is no page to take turns with."""
        try:
            self._turns = get_running_loop().create_task(self._take_turns())
        except RuntimeError:
            self.join()

    def join(self) -> None:
        """Play the rest of the games now."""
        with self._ending():
            for play in self.plays:
                for _ in play:
                    self._count()

    def stop(self) -> None:
        """Stop at once, and send no more news."""
        if self._turns:
            self._turns.cancel()

    async def _take_turns(self) -> None:
        await sleep(self._delay)
        with self._ending():
            for play in self.plays:
                async with aclosing(play.in_worker()) as steps:
                    async for _ in steps:
                        self._count()

    def _count(self) -> None:
        if monotonic() - self._told_at > OFTEN:
            self._told_at = monotonic()
            self._tell(self)

    @contextmanager
    def _ending(self) -> Iterator[None]:
        try:
            yield
        except Exception as problem:
            self.problem = _why_it_failed(problem)
        self.is_over = True
        self._tell(self)


AnyTrial: TypeAlias = Trial | LightTrial


def _why_it_failed(problem: Exception) -> str:
    """Return why a playtest failed, in a sentence. Rules written by users may raise anything."""
    if isinstance(problem, gk.GameError):
        return str(problem)
    return f"The playtest stopped: {type(problem).__name__}: {problem}"


# --- the report ----------------------------------------------------------------------------------


AnyStudy: TypeAlias = "Study | LightStudy"
Span = tuple[float, float, float]  # a value and its interval


def report(
    study: AnyStudy | None,
    pinned: AnyStudy | None,
    comparison: Comparison | None = None,
    is_running: bool = False,
    base: LightStudy | None = None,
) -> str:
    """Return as HTML the table of one study, or of two with their differences.

    A light study has no comparison. `base` is the study of the game that it is compared with.
    """
    if comparison:
        return _compared(comparison, _beside(comparison, pinned))
    study = None if study is pinned else study
    if study is None and pinned is None:
        if is_running:
            return ""
        charts = "" if lacks_libraries() else ", and see it in charts below"
        return (
            '<p class="gk-caption">No playtest yet. Change a rule, or press Run: bots then play the '
            "game as it was and as you changed it. Here you will read how often each side wins, how "
            f"long games last and what your change did{charts}.</p>"
        )
    if isinstance(study, LightStudy) or isinstance(pinned, LightStudy):
        beside = "before" if base and not pinned else "pinned"
        return _light(study, base or pinned, beside)  # type: ignore[arg-type] # here are no others
    from gamekit.studies.statistics import measured

    known = study or pinned
    assert known is not None
    rows = {name: [one.estimate()] for name, one in measured(known).items()}
    heads = [("now" if study else "pinned", variant_name(known.game))]
    return _table(heads, rows, known) + _caption(known)


def _beside(comparison: Comparison, pinned: AnyStudy | None) -> str:
    """Return the heading of the game that a variant is compared with."""
    return "pinned" if pinned and comparison.a.game is pinned.game else "before"


def _compared(comparison: Comparison, beside: str) -> str:
    """Return the table of two variants and their differences."""
    from gamekit.studies.report import caption

    a, b = comparison.a, comparison.b
    judged = comparison.rows
    rows = {
        name: [one.b.estimate(), one.a.estimate(), (row["difference"], row["low"], row["high"])]
        for name, one in comparison.found.items()
        for row in [judged[name]]
    }
    clear = {name for name, row in judged.items() if row["p"] < ALPHA}
    heads = [("now", variant_name(b.game)), (beside, variant_name(a.game)), ("difference", "")]
    notes = " ".join(text for text in caption(comparison) if not text.startswith("worth"))
    return f'{_table(heads, rows, b, clear)}<p class="gk-caption">{escape(notes)}</p>'


def headline(comparison: Comparison | None) -> str:
    """Return one sentence, as HTML, about the effect of a change, or "" without a comparison."""
    return f'<p class="gk-headline">{escape(comparison.headline)}</p>' if comparison else ""


def _light(study: LightStudy | None, other: LightStudy | None, beside: str) -> str:
    """Return the table of light studies, which have no figures."""
    if study and other:
        heads = [
            ("now", variant_name(study.game)),
            (beside, variant_name(other.game)),
            ("difference", ""),
        ]
        rows = study_without_numpy.side_by_side(study, other)
        clear = {name for name, (*_, gap) in rows.items() if gap[1] > 0 or gap[2] < 0}
        return _table(heads, rows, study, clear) + _caption(study, other, beside)
    known = study or other
    assert known is not None
    rows = {name: [span] for name, span in study_without_numpy.measured(known).items()}
    heads = [("now" if study else "pinned", variant_name(known.game))]
    return _table(heads, rows, known) + _caption(known)


def figures(
    study: AnyStudy | None, pinned: AnyStudy | None, comparison: Comparison | None = None
) -> dict[str, object]:
    """Return a mime bundle with the figures of one study, or of two side by side."""
    if isinstance(study, LightStudy) or isinstance(pinned, LightStudy):
        return {}
    studies = {}
    if study and (comparison or study is not pinned):
        studies[f"now: {variant_name(study.game)}"] = study
    if comparison:
        studies[f"{_beside(comparison, pinned)}: {variant_name(comparison.a.game)}"] = comparison.a
    elif pinned:
        studies[f"pinned: {variant_name(pinned.game)}"] = pinned
    if not studies:
        return {}
    from gamekit.studies.figures import INTERACTIVE, comparison_figure, shown_figure

    figure = comparison_figure(studies)
    bundle = shown_figure(figure, figure._description)
    bundle[INTERACTIVE]["config"] = {"responsive": True, "displayModeBar": False}
    return bundle


def _table(
    heads: list[tuple[str, str]],
    rows: dict[str, list[Span]],
    study: AnyStudy,
    clear: Collection[str] = (),
) -> str:
    """Return a table with a row for each measure. Rows in `clear` stand out if their difference shows in print.

    The ARIA roles keep it a table for screen readers, whatever its layout.
    """
    head = "".join(
        f'<th scope="col" role="columnheader">{escape(top)}<i>{escape(below)}</i></th>'
        for top, below in heads
    )
    body = "".join(
        _row(words(name, study.game), digits(name, study.game), spans, name in clear)
        for name, spans in rows.items()
        if any(span[0] for span in spans)
    )
    return (
        f'<table class="gk-compared" role="table" style="--gk-columns: {len(heads)}">'
        f'<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">measure</th>'
        f'{head}</tr></thead><tbody role="rowgroup">{body}</tbody></table>'
    )


def _row(head: str, digits: int, spans: list[Span], is_clear: bool) -> str:
    cells = "".join(
        f'<td role="cell">{_span(span, digits, has_sign=place == 2)}</td>'  # the difference
        for place, span in enumerate(spans)
    )
    stands_out = is_clear and any(round(limit, digits) for limit in spans[-1][1:])
    return (
        f'<tr role="row"{" class=gk-clear" if stands_out else ""}>'
        f'<th scope="row" role="rowheader">{escape(head)}</th>{cells}</tr>'
    )


def _span(span: Span, digits: int, has_sign: bool) -> str:
    if isnan(span[0]):
        return "–"
    value, low, high = (
        f"{number:{'+' if has_sign and round(number, digits) else ''}z.{digits}f}".replace("-", "−")
        for number in span
    )
    return f"<b>{value}</b><i>{low} to {high}</i>"


def _caption(study: AnyStudy, other: AnyStudy | None = None, beside: str = "") -> str:
    notes = [_origin(study), "95% intervals."]
    if other:
        notes.insert(1, f"{beside.capitalize()}: {_origin(other)}")
        if study.bots != other.bots:
            notes.append(
                "The bots differ too, so the variant does not explain all of the difference."
            )
        notes.append(
            "Those of differences are adjusted for the number of rows (Holm): where one leaves out 0, "
            "the row stands out."
        )
    return f'<p class="gk-caption">{escape(" ".join(notes))}</p>'


def _origin(study: AnyStudy) -> str:
    """Return how many games a study has, who played them, and its seed."""
    one, other = study.bots
    games = with_engine(f"{len(study):,} games", study.engine)
    return f"{games}, {one} against {other}, seed {study.seed}. {remarks(study)}".rstrip()


@dataclass(frozen=True, slots=True)
class Known:
    """The results of a playtest.

    Attributes:
        study: the study of the variant.
        wanted: how many games the playtest was to have.
        comparison: the comparison with the other game, if the playtest played both.
        begun: the games so far, to continue from.
        base: the other game's study, if these are light.
    """

    study: AnyStudy
    wanted: int
    comparison: Comparison | None = None
    begun: Pairs | Plays | None = None
    base: LightStudy | None = None

    @property
    def is_whole(self) -> bool:
        """Are all games finished?"""
        if isinstance(self.begun, tuple):
            return all(len(play.rows) >= play.planned for play in self.begun)
        return len(self.study) >= self.wanted

    @property
    def is_light(self) -> bool:
        """Is the study light, so that there is no report?"""
        return isinstance(self.study, LightStudy)


def known_from(trial: AnyTrial) -> Known | None:
    """Return the results of a trial so far, or None before its first game."""
    if not trial.done:
        return None
    if isinstance(trial, LightTrial):
        studies = [play.study() for play in trial.plays if play.rows]
        return Known(studies[0], trial.games, None, trial.plays, *studies[1:])
    assert trial.pairs
    pairs = trial.pairs.copy()
    if len(pairs.plans) == 1:
        return Known(pairs.studies()[0], trial.games, None, pairs)
    stopped = "" if len(pairs) >= trial.games else f"stopped, of {trial.games:,}"
    comparison = pairs.comparison(stopped=stopped)
    return Known(comparison.b, trial.games, comparison, pairs)


def trial_of(
    reference: gk.Game,
    game: gk.Game,
    bots: tuple[str, str],
    games: int,
    seed: int,
    delay: float,
    tell: Callable[[AnyTrial], object],
    before: Pairs | Plays | None = None,
) -> AnyTrial:
    """Return a playtest, ready to start, of a variant and the game that it is compared with.

    If both are the same, it plays the variant alone.
    """
    rivals = (game,) if is_same(reference, game) else (reference, game)
    if lacks_libraries():
        light = before if isinstance(before, tuple) else None
        return LightTrial(rivals, bots, games, seed, delay, tell, light)
    assert not isinstance(before, tuple)
    return Trial(rivals, bots, games, seed, delay, tell, before)


def is_same(one: gk.Game, other: gk.Game) -> bool:
    """Return whether these are the same variant."""
    return one.parameters == other.parameters and one.namespace is other.namespace


def why_not(
    known: Known | None, is_running: bool, is_pinned: bool, is_writing: bool, problem: str
) -> dict[str, str]:
    """Return why the buttons of a playtest cannot be used now.

    Args:
        known: the results of the present variant.
        is_running: is a playtest under way?
        is_pinned: is a study pinned?
        is_writing: is a report being written?
        problem: why the settings do not work together, or "".
    """
    why = {}
    if problem:
        why["run"] = "These settings do not work together."
    if not is_running:
        why["stop"] = "No playtest is under way."
    if known is None or known.is_whole or is_running:
        why["resume"] = "No playtest was stopped."
    if known is None or known.comparison is None:
        why["show"] = "Nothing is compared yet."
    elif not known.comparison.touched[0]:
        why["show"] = "The change touches no game."
    if known is None:
        why["pin"] = why["download"] = "Run a playtest first."
    elif known.is_light:
        why["show"] = "Such games need all of gamekit, which a browser alone does not have."
        why["download"] = "Reports need all of gamekit, which a browser alone does not have."
    elif is_writing:
        why["download"] = "The report is being written."
    if not is_pinned:
        why["unpin"] = "Nothing is pinned."
    return why


class Handout(Thread):
    """A thread that writes a report.

    Args:
        known: the results to report.
        tell: called with the handout once it is written or has failed.

    Attributes:
        name: the name of the file.
        html: the page.
        problem: why it could not be written, in a sentence, or "".
    """

    def __init__(self, known: Known, tell: Callable[[Handout], object]) -> None:
        super().__init__(daemon=True)
        self.name, self.html, self.problem = file_name(known.study.game), "", ""
        self._known, self._tell = known, tell

    def run(self) -> None:
        try:
            self.html = _page(self._known).html()
        except Exception as problem:  # rules written by users may raise anything
            self.problem = f"The report could not be written: {problem}"
        self._tell(self)


def _page(known: Known) -> Page:
    """Return the page of a comparison or, without one, of a study."""
    from gamekit.studies.report import comparison_page, study_page

    return comparison_page(known.comparison) if known.comparison else study_page(known.study)


def file_name(game: gk.Game) -> str:
    """Return a file name for a report. Every system accepts it."""
    words = re.sub(r"[^\w=.-]+", "-", f"{game.name}-{variant_name(game)}")
    return f"{words[:80].strip('-.')}.html"


def in_words(code: str) -> str:
    """Return a name in a game's code, or its value, in American spelling, for people who read no code."""
    return code.replace("=", ": ").replace("_", " ").replace("colour", "color")


def saved(game: gk.Game, problem: str, results: str) -> dict[str, object]:
    """Return what a saved notebook shows of the lab: what it is for, and its results."""
    title = f"Variant lab of {game.title} ({in_words(variant_name(game))})"
    some = ", ".join(map(in_words, list(game.options)[:4]))
    use = f"On a live page, run this cell and change {some} and more. Bots then play your game."
    return {
        "text/plain": "\n\n".join(filter(None, [title, problem, results])),
        "text/html": f"<p><b>{escape(title)}.</b> {use}</p>"
        + (f"<p>{escape(problem)}</p>" if problem else "")
        + (f"<pre>{escape(results)}</pre>" if results else ""),
    }
