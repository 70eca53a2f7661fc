"""Measures of traces and courses worked by hand, and what Ludii and TAG make of the same ones.

Ludii: Evaluation/src/metrics of github.com/Ludeme/Ludii. TAG: src/main/java/evaluation of
github.com/GAIGResearch/TabletopGames, metrics/GameMetrics.java unless something else is named.
"""

from __future__ import annotations

from typing import Any

import pytest

import gamekit as gk
from gamekit.bots import Search
from gamekit.studies import Study, study
from gamekit.studies.study import course, table
from tests.small_games import noughts

# Noughts and crosses. In game 0 player 0 starts and has the upper row after 5 moves; in game 1 player 1
# starts, and 9 moves fill the board: a draw. So there are 9, 8, 7, 6, 5 legal moves in game 0,
# 9, 8, 7, 6, 5, 4, 3, 2, 1 in game 1.
WON, DRAWN = (0, 3, 1, 4, 2), (0, 4, 8, 1, 7, 6, 2, 5, 3)


class Script:
    """Plays the trace of the game it is in."""

    def choose(self, view: gk.View, seed: int = 1) -> int:
        state: Any = view.state
        return (DRAWN if state.first else WON)[state.turn]


def played(**how: int) -> Study:
    return gk.playtest(noughts.GAME, (Script(), Script()), 2, progress=False, **how)  # type: ignore[arg-type]


def value(study: Study, name: str) -> float:
    values: list[float] = study.metrics["value"].tolist()
    names = [metric.partition(" (")[0] for metric in study.metrics["metric"]]
    return values[names.index(name)]


def test_length_is_ludiis_duration_and_tags_tick() -> None:
    """Ludii's `DurationMoves` and `DurationTurns`: moves of all trials / trials = (5 + 9) / 2.

    TAG notes `Tick`, which each action moves on by one, when a game is over: 5 and 9, and their mean.
    Its `Turn` is another measure: it stands still with the last turn, and begins again every round.
    """
    study = played()
    assert value(study, "length") == value(study, "turns") == (5 + 9) / 2


def test_branching_is_tags_mean_of_action_space_size() -> None:
    """TAG has a row for each decision, and takes the mean of the column `Action Space Size`:
    (9 + 8 + 7 + 6 + 5 + 9 + 8 + ... + 1) / (5 + 9) = (35 + 45) / 14.

    Ludii's `BranchingFactor`, `Average`, is the mean of the games' means: (35 / 5 + 45 / 9) / 2 = 6. Of
    one game both are the same.
    """
    study = played()
    assert value(study, "branching") == pytest.approx(80 / 14)
    rows = study.games
    assert (rows["choices"] / rows["moves"]).tolist() == [7, 5]
    assert (rows["choices"] / rows["moves"]).mean() == 6


def test_forced_choice_is_what_decision_points_leave() -> None:
    """TAG's `Decisions`: `DecisionPoints (Mean)` of a game is the share of its decisions with more than
    one action: 5 / 5 in game 0, 8 / 9 in game 1. Ludii's `DecisionMoves` counts the same.

    Both then take the mean over games; here decisions of all games count alike: 1 forced of 14.
    """
    study = played()
    courses = [course(study, Search(2), number) for number in range(2)]
    alone = [table([each], "search:2").loc["forced choice", "value"] for each in courses]
    assert alone == pytest.approx([1 - 5 / 5, 1 - 8 / 9])
    assert table(courses, "search:2").loc["forced choice", "value"] == pytest.approx(1 / 14)


def test_the_score_is_tags_win_rate_and_ludiis_wins_with_half_the_draws() -> None:
    """TAG's win rate (tournaments/WinRateAnalysis.java) is the mean of points: 1 for the only winner,
    1 / 2 for each of two who tie. Player 0: (1 + 1 / 2) / 2, player 1: (0 + 1 / 2) / 2. Its
    `SkillLadder` tells these of a search against one of a smaller budget, as `gk.ladder` does.

    Ludii's `AdvantageP1` is the share of games that the first to move wins, 1 of 2; `Drawishness` that
    of draws, 1 of 2. The score of whoever starts is the one and half the other.
    """
    study = played()
    assert value(study, "score of player 0") == (1 + 1 / 2) / 2
    assert study.scores(1).mean() == (0 + 1 / 2) / 2
    advantage, drawishness = 1 / 2, 1 / 2
    assert value(study, "draws") == drawishness
    assert value(study, "first-player score") == advantage + drawishness / 2


def test_games_that_were_stopped_count_as_in_ludii() -> None:
    """Stopped after 8 moves, game 1 has no end: `Timeouts` is 1 of 2, `Drawishness` 0 of 2, and
    `DurationTurnsNotTimeouts` the 5 turns of game 0. `DurationTurns`, (5 + 8) / 2, would count on."""
    study = played(max_moves=8)
    assert value(study, "capped") == 1 / 2
    assert value(study, "draws") == 0
    assert value(study, "turns") == 5


# --- what a search sees: drama and the like ------------------------------------------------------


# Player 0 wins. V(1) is 0.5, 0.4, 0.6, 0.55, 0.3, 0.1.
COURSE = study.Course(0, (0.5, 0.6, 0.4, 0.45, 0.7, 0.9))


def test_drama_of_a_course_worked_by_hand() -> None:
    """The winner is behind by 0.2 and by 0.1 at two of six positions. Ludii's `Drama` is the same."""
    assert study.drama(COURSE) == pytest.approx(0.3 / 6)


def test_lead_changes_of_a_course_worked_by_hand() -> None:
    """Both lead, 0, 1, 1, 0, 0: three changes between six positions."""
    assert study.lead_changes(COURSE) == pytest.approx(3 / 5)
    leaders: list[set[int]] = [set()]  # from here on as Ludii's `LeadChange` does it
    ludii = 0
    for value in COURSE.values:
        both = (value, 1 - value)
        leaders.append({player for player in (0, 1) if both[player] == max(both)})
        ludii += leaders[-1] != leaders[-2]
    assert ludii - 1 == study.lead_changes(COURSE) * (len(COURSE.values) - 1)


def test_decisiveness_of_a_course_worked_by_hand() -> None:
    """The loser's highest is 0.6; the winner exceeds it at the fifth position of six.

    Ludii's `DecisivenessMoves` is what was played by then, 4 / 6, where it is not cut to 0.
    """
    assert study.decisiveness(COURSE) == pytest.approx(1 - 4 / 6)
    assert study.decisiveness(study.Course(1, (0.9, 0.8))) == 0


def test_a_comeback_starts_below_a_quarter() -> None:
    assert study.comeback(COURSE) == 0
    assert study.comeback(study.Course(1, (0.6, 0.76, 0.1))) == 1
    assert study.comeback(study.Course(1, (0.6, 0.75, 0.1))) == 0


def test_a_choice_is_genuine_between_good_moves_where_others_are_worse() -> None:
    assert study.is_genuine([0.6, 0.56, 0.3])
    assert not study.is_genuine([0.6, 0.5, 0.3]), "one good move"
    assert not study.is_genuine([0.6, 0.56]), "no bad move"
    assert not study.is_genuine([0.6])


def test_the_table_of_courses_has_each_metric_over_the_games_that_have_it() -> None:
    drawn = study.Course(study.NOT_DECIDED, (0.5, 0.5), forced=1, genuine=1)
    told = study.table([COURSE, drawn], "search:7")
    assert told.loc["drama", ["value", "n"]].tolist() == pytest.approx([0.05, 1])
    assert told.loc["lead changes", ["value", "n"]].tolist() == pytest.approx([0.3, 2])
    assert told.loc["forced choice", "value"] == pytest.approx(1 / 8)
    assert (told["low"] < told["high"]).all()
    assert set(told["by"]) == {"search:7"}
    undecided = study.table([drawn], "search:7").loc["drama"]
    assert (undecided["low"], undecided["high"], undecided["n"]) == (0, 1, 0)


def test_quality_is_seen_by_a_search_in_the_games_of_the_study() -> None:
    played = gk.playtest("tactical-escape", ("random", "random"), 3, seed=5, progress=False)
    told = played.quality(by="search:4", games=2)
    assert set(told["n"]) <= {0, 1, 2}
    assert told.loc["forced choice", "value"] < 0.5
    with pytest.raises(gk.GameError, match="name a search"):
        played.quality(by="greedy")
