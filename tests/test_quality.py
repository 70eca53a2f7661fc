"""Drama and the like, each of a course worked by hand."""

from __future__ import annotations

import pytest

import gamekit as gk
from gamekit.studies import Study, study

RANDOM = ("random", "random")


class LastMove:
    """Plays the last legal move."""

    def choose(self, view: gk.View, seed: int = 1) -> int:
        return view.legal_moves()[-1]


def study_of(name: str, bots: object = RANDOM, games: int = 4, **more: int) -> Study:
    return gk.playtest(name, bots, games, seed=5, progress=False, **more)  # type: ignore[arg-type]


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
    table = study.table([COURSE, drawn], "search:7")
    assert table.loc["drama", ["value", "n"]].tolist() == pytest.approx([0.05, 1])
    assert table.loc["lead changes", ["value", "n"]].tolist() == pytest.approx([0.3, 2])
    assert table.loc["forced choice", "value"] == pytest.approx(1 / 8)
    assert (table["low"] < table["high"]).all()
    assert set(table["by"]) == {"search:7"}
    undecided = study.table([drawn], "search:7").loc["drama"]
    assert (undecided["low"], undecided["high"], undecided["n"]) == (0, 1, 0)


def test_quality_is_seen_by_a_search_in_the_games_of_the_study() -> None:
    study = study_of("tactical-escape", games=3)
    table = study.quality(by="search:4", games=2)
    assert set(table["n"]) <= {0, 1, 2}
    assert table.loc["forced choice", "value"] < 0.5
    with pytest.raises(gk.GameError, match="name a search"):
        study.quality(by="greedy")
