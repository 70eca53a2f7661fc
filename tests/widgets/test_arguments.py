"""A widget answers a wrong argument with a short sentence that says what to give instead."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit_widgets.notebook_widgets import warn_of_old

LONG = "x" * 100_000
HUGE = 10**5000


def match() -> gk.Match:
    return gk.Match("take-back-toe", seed=1)


CALLS: dict[str, Callable[[object], object]] = {
    "Table": lambda value: gw.Table(value),  # type: ignore[arg-type]
    "Table(seats)": lambda value: gw.Table(match(), seats=value),  # type: ignore[arg-type]
    "Table(a seat)": lambda value: gw.Table(match(), seats=("human", value)),  # type: ignore[arg-type]
    "Table(viewer)": lambda value: gw.Table(match(), viewer=value),  # type: ignore[arg-type]
    "Table(open)": lambda value: gw.Table(match(), open=value),  # type: ignore[arg-type]
    "svg": lambda value: gw.svg(value),  # type: ignore[arg-type]
    "Lab(seats)": lambda value: gw.Lab("take-back-toe", seats=value),  # type: ignore[arg-type]
    "Task(hints)": lambda value: gw.Task(match(), "Win.", hints=value),  # type: ignore[arg-type]
    "Replay.look": lambda value: gw.Replay(match()).look(value),  # type: ignore[arg-type]
    "look": lambda value: gw.Table(match(), journal=False).look(value),  # type: ignore[arg-type]
    "press": lambda value: gw.Table(match(), journal=False).press(value),  # type: ignore[arg-type]
    "click": lambda value: gw.Table(match(), journal=False).click(value),  # type: ignore[arg-type]
    "Task": lambda value: gw.Task(value, "Win."),  # type: ignore[arg-type]
    "Task(goal)": lambda value: gw.Task(match(), "Win.", goal=value),  # type: ignore[arg-type]
    "Board": lambda value: gw.Board(value),  # type: ignore[arg-type]
    "Replay": lambda value: gw.Replay(value),  # type: ignore[arg-type]
    "Lab": lambda value: gw.Lab(value),  # type: ignore[arg-type]
    "Lab(games)": lambda value: gw.Lab("take-back-toe", games=value),  # type: ignore[arg-type]
    "Lab(bots)": lambda value: gw.Lab("take-back-toe", bots=value),  # type: ignore[arg-type]
    "coach": lambda value: gk.coach(value),  # type: ignore[arg-type]
}


@pytest.mark.parametrize(
    "value", [LONG, HUGE, 5.5, None, [[]]], ids=["long", "huge", "float", "None", "list"]
)
@pytest.mark.parametrize("call", CALLS)
def test_nonsense_is_refused_in_a_short_sentence(call: str, value: object) -> None:
    if (call, value) == ("press", LONG):  # the table says that a cell does not exist
        CALLS[call](value)
        return
    with pytest.raises(gk.GameError) as refused:
        CALLS[call](value)
    assert len(str(refused.value)) < 500


def test_a_question_at_the_end_of_a_refusal_stays_one() -> None:
    text = str(match().record).replace("parameters: {}", 'parameters: {"colums": 3}')
    with pytest.raises(gk.BadRecord) as refused:
        gk.Record.parse(text).replayed()
    assert "?." not in str(refused.value)


def test_widgets_take_the_whole_numbers_of_tables() -> None:
    one = np.int64(1)
    assert gw.Replay(match(), viewer=one).viewer == 1  # type: ignore[arg-type]
    gw.Table(match(), viewer=one, journal=False)  # type: ignore[arg-type]
    lab = gw.Lab("take-back-toe", games=np.int64(20), seed=one)  # type: ignore[arg-type]
    assert (type(lab.games), type(lab.seed)) == (int, int)
    lab.close()


def test_an_old_ipywidgets_gets_a_sentence_that_says_what_to_do() -> None:
    with pytest.warns(gk.GameWarning, match=r"runs ipywidgets 7.7.1\. .* restart the kernel"):
        warn_of_old("7.7.1")
    warn_of_old("8.1.9")  # warnings are errors
