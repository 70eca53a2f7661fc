"""A dial: people press answers that were worked out ahead, one by one, with or without Python."""

from __future__ import annotations

import re
from typing import Any

import pytest

import gamekit as gk
import gamekit_widgets as gw

SHARES = {(x, o): {"tie": x * o / 20, "win": 1 - x * o / 20} for x in (1, 2) for o in (0, 1, 2)}


def html(dial: gw.Dial) -> str:
    return dial._repr_mimebundle_()["text/html"]


def test_a_dial_says_the_answer_of_every_place_in_words() -> None:
    study = gk.playtest("take-back-toe", games=50, progress=False)
    row = study.metrics.loc["length"]
    dial = gw.Dial(
        "Faces", {4: 12, 6: (20, 18, 22.4), 8: row}, told="Games last", high=90, unit="moves"
    )
    assert repr(dial).splitlines()[:2] == [
        "Faces: 4. Games last: 12 moves.",
        "Faces: 6. Games last: 20 moves (18 to 22 moves).",
    ]
    assert f"{row['value']:.0f} moves" in repr(dial)


def test_a_board_of_places_says_rows_columns_and_shares() -> None:
    dial = gw.Dial(("Ann bids", "Bo bids"), SHARES, told="Chances")
    assert dial.sentence((2, 1)) == "Ann bids 2, Bo bids 1. Chances: tie 0.10, win 0.90."


@pytest.mark.parametrize("bad", [{}, [1, 2], None, {4: "many"}, {4: {"tie": "often"}}])
def test_answers_that_are_none_are_refused(bad: Any) -> None:
    with pytest.raises(gk.GameError, match=r"answer|truth"):
        gw.Dial("Faces", bad, told="Games last")


def test_an_axis_needs_its_ends_in_order() -> None:
    with pytest.raises(gk.GameError, match="lower first"):
        gw.Dial("Faces", {4: 1}, told="Games last", low=1, high=1)


def test_words_in_a_dial_are_text_and_not_markup() -> None:
    drawn = html(gw.Dial("<b>", {"<i>": {"<u>": 0.5}}, told="<s>"))
    assert not re.search(r"<(i|u|s)>", drawn)
