"""What a lab knows of a variant: a study and, beside the game it is compared with, a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gamekit.studies.light import LightStudy, Playtest, is_all_there_is
from gamekit_widgets.lab.playtest import AnyTrial, LightTrial, Trial
from gamekit_widgets.lab.report import AnyStudy

if TYPE_CHECKING:  # a browser kernel plays without what playtests need
    from collections.abc import Callable

    import gamekit as gk
    from gamekit.studies import Comparison
    from gamekit.studies.comparison import Pairs


@dataclass(frozen=True, slots=True)
class Known:
    """What came of a playtest.

    Attributes:
        study: of the variant.
        wanted: how many games there were to be.
        comparison: with the game beside it, if it was played on the same games.
        begun: the games so far, to go on with.
    """

    study: AnyStudy
    wanted: int
    comparison: Comparison | None = None
    begun: Pairs | Playtest | None = None

    @property
    def is_whole(self) -> bool:
        """Have all games been played?"""
        return len(self.study) >= self.wanted

    @property
    def is_light(self) -> bool:
        """Is it known in plain numbers only, which no report is written of?"""
        return isinstance(self.study, LightStudy)


def known_from(trial: AnyTrial) -> Known | None:
    """Return what the games show that a trial has played so far; None where there are none."""
    if not trial.done:
        return None
    if isinstance(trial, LightTrial):
        return Known(trial.play.study(), trial.games, None, trial.play)
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
    before: Pairs | Playtest | None = None,
) -> AnyTrial:
    """Return a playtest to be started: of a variant beside the game it is compared with, on the same
    games; where playtests are light, of the variant alone."""
    if is_all_there_is():
        light = before if isinstance(before, Playtest) else None
        return LightTrial(game, bots, games, seed, delay, tell, light)
    assert not isinstance(before, Playtest)
    rivals = (game,) if is_same(reference, game) else (reference, game)
    return Trial(rivals, bots, games, seed, delay, tell, before)


def is_same(one: gk.Game, other: gk.Game) -> bool:
    """Are these the same variant?"""
    return one.parameters == other.parameters and one.namespace is other.namespace


def why_not(
    known: Known | None, is_running: bool, is_pinned: bool, is_writing: bool, problem: str
) -> dict[str, str]:
    """Return why the buttons of a playtest cannot be used now.

    Args:
        known: of the present variant.
        is_running: is a playtest under way?
        is_pinned: is there something pinned?
        is_writing: is a report being written?
        problem: why the settings do not work together, or nothing.
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
        why["download"] = "Reports need all of gamekit, which a browser alone does not have."
    elif is_writing:
        why["download"] = "The report is being written."
    if not is_pinned:
        why["unpin"] = "Nothing is pinned."
    return why
