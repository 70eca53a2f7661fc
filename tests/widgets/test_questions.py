"""Questions to a reader: a guess by number, interval, choice or sentence, and what the widget keeps to itself;
and a dial, whose answers were worked out ahead."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import gamekit as gk
import gamekit_widgets as gw
from gamekit_widgets import questions


@pytest.fixture(autouse=True)
def nobody_has_guessed() -> Iterator[None]:
    questions.record.clear()
    yield
    questions.record.clear()


def sent(widget: gw.Guess) -> str:
    data, _ = widget._repr_mimebundle_()
    return json.dumps([widget.shown, widget.get_state(), data], default=str)


def read_aloud(widget: gw.Guess) -> str:
    parts: dict[str, str] = widget.shown["parts"]
    return parts["news"]


def tell(widget: gw.Guess, do: str, what: str) -> None:
    widget._hear(None, {"do": do, "what": what}, [])


def starter(question: str = "How often does the starter win?", **axis: object) -> gw.Guess:
    axis = {"low": 0, "high": 1, **axis}
    return gw.Guess(question, (0.5417, 0.5213, 0.5619), **axis)  # type: ignore[arg-type]


def test_the_answer_is_sent_after_the_guess_and_not_before() -> None:
    widget = starter()
    assert "0.54" not in sent(widget)
    tell(widget, "set", "guess=60")
    assert "0.54" not in sent(widget)
    tell(widget, "click", "guess")
    assert widget.answer == 0.6
    assert widget.score == pytest.approx(1 - (0.6 - 0.5417))
    assert "You said 0.60. It is 0.54 (0.52 to 0.56)." in sent(widget)


@pytest.mark.parametrize(
    ("options", "offer"),
    [
        ({"low": 4, "high": 24, "unit": "turns"}, "From 4 to 24 turns."),
        ({"low": -0.5, "high": 1_000, "unit": "half-turns"}, "From −0.5 to 1,000 half-turns."),
        ({"low": 0, "high": 1, "interval": True}, "From 0 to 1. Set a low and a high number"),
        ({"choices": ["longer", "0.54"]}, "Choose: longer · 0.54."),
    ],
)
def test_a_saved_page_shows_the_possible_answers(options: dict[str, Any], offer: str) -> None:
    truth = options.get("low", "0.54")
    data, _ = gw.Guess("How often?", truth, **options)._repr_mimebundle_()
    assert offer in data["text/html"]  # type: ignore[operator]


def test_a_guess_is_final() -> None:
    widget = starter()
    widget.guess(0.6)
    tell(widget, "set", "guess=54")
    tell(widget, "click", "guess")
    assert widget.answer == 0.6
    with pytest.raises(gk.GameError, match=r"Your guess stands: You said 0\.60\."):
        widget.guess(0.54)


@pytest.mark.parametrize(("second", "made"), [("draw", 1), ("win", 2)])
def test_a_question_counts_again_once_its_answer_has_changed(second: str, made: int) -> None:
    for truth in ("draw", second):
        widget = gw.Guess("Who wins?", truth, choices=["draw", "win"])
        widget.guess("draw")
    assert f" out of {made}." in read_aloud(widget)


def test_the_truth_may_be_worked_out_after_the_guess() -> None:
    asked = []

    def truth() -> float:
        asked.append(read_aloud(widget))
        return 12.0

    widget = gw.Guess("How long is a game?", truth, low=0, high=100, unit="moves")
    assert not asked
    widget.guess(20)
    assert asked == ["<p>Working it out …</p>"]
    assert "It is 12 moves." in sent(widget)


def test_a_truth_that_needs_a_missing_module_says_so_and_may_be_asked_again() -> None:
    truths: list[Any] = [ModuleNotFoundError("No module named 'numpy'", name="numpy"), 0.5]

    def truth() -> float:
        value = truths.pop(0)
        if isinstance(value, Exception):
            raise value
        return float(value)

    guess = gw.Guess("How often?", truth, low=0, high=1)
    with pytest.raises(ModuleNotFoundError):
        guess.guess(0.5)
    assert "There is no answer yet. This cell needs numpy" in read_aloud(guess)
    assert guess.guess(0.5) == 1


def test_the_truth_may_be_a_row_of_a_study() -> None:
    study = gk.playtest("take-back-toe", games=100, seed=1)
    row = study.metrics.set_index("metric", drop=False).loc["first-player score"]
    widget = gw.Guess("How often does the starter win?", row, low=0, high=1)
    widget.guess(0.5)
    assert widget.score == pytest.approx(1 - abs(row["value"] - 0.5))


@pytest.mark.parametrize(
    ("interval", "score", "holds"),
    [((0.5, 0.6), 0.9, True), ((0.0, 1.0), 0.0, True), ((0.6417, 0.7417), 0.4, False)],
)
def test_an_interval_loses_its_width_and_more_where_it_misses(
    interval: tuple[float, float], score: float, holds: bool
) -> None:
    widget = starter(interval=True)
    assert widget.guess(interval) == pytest.approx(score)
    told = "It lies between your numbers." if holds else "It lies outside."
    assert told in sent(widget)


def test_the_page_says_how_often_intervals_held_the_truth() -> None:
    starter("And if nobody thinks?", interval=True).guess((0.5, 0.6))
    starter("And if both think?", interval=True).guess((0.1, 0.2))
    starter().guess(0.5)
    last = starter(interval=True)
    tell(last, "set", "from=70")
    tell(last, "set", "to=50")  # the ends may cross
    tell(last, "click", "guess")
    assert last.answer == (0.5, 0.7)
    assert "So far the answer lay between your numbers 2 times out of 3." in sent(last)


def test_a_second_guess_at_a_question_is_not_counted() -> None:
    starter(interval=True).guess((0.1, 0.2))
    again = starter(interval=True)
    again.guess((0.5, 0.6))
    assert "It lies between your numbers." in read_aloud(again)
    assert "So far the answer lay between your numbers 0 times out of 1." in read_aloud(again)


def test_a_choice_is_right_or_wrong() -> None:
    choices = ["the starter", "the other", "neither"]
    widget = gw.Guess("Who has the better of it?", "the other", choices=choices)
    tell(widget, "click", "guess")
    assert "Choose one first." in widget.shown["parts"]["news"]
    assert widget.answer is None
    tell(widget, "set", "guess=1")
    tell(widget, "click", "guess")
    assert (widget.answer, widget.score) == ("the other", 1.0)
    assert "You said: <b>the other</b><br>It is: <b>the other</b>" in read_aloud(widget)
    assert gw.Guess("And now?", "neither", choices=choices).guess("the starter") == 0.0


def test_a_sentence_is_shown_beside_the_answer_and_not_judged() -> None:
    widget = gw.Guess("Why?", "The limit decides.")
    tell(widget, "click", "guess")
    assert "Write your guess first." in widget.shown["parts"]["news"]
    assert widget.answer is None
    tell(widget, "write", "Because of <the die>")
    tell(widget, "click", "guess")
    assert widget.answer == "Because of <the die>"
    assert widget.score is None
    assert "Because of &lt;the die&gt;" in read_aloud(widget)
    assert "The limit decides." in read_aloud(widget)


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("An axis needs both ends", {"truth": 1, "low": 0}),
        ("the lower first", {"truth": 1, "low": 2, "high": 1}),
        ("give two numbers", {"truth": 1, "low": 0, "high": 10**400}),
        ("either an axis", {"truth": "a", "low": 0, "high": 1, "choices": ["a"]}),
        ("An interval needs an axis", {"truth": 1, "interval": True}),
        ("it is not among the choices", {"truth": "c", "choices": ["a", "b"]}),
        ("give a number, ", {"truth": "half", "low": 0, "high": 1}),
        ("give a number, ", {"truth": 10**400, "low": 0, "high": 1}),
        ("a function without arguments", {"truth": lambda study: 1, "low": 0, "high": 1}),
        ("no game of this study", {"truth": float("nan"), "low": 0, "high": 1}),
        ("truth=5: the axis goes from 0 to 1", {"truth": 5, "low": 0, "high": 1}),
        ("with the value between both", {"truth": (0.5, 0.9, 0.1), "low": 0, "high": 1}),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(
    said: str, arguments: dict[str, object]
) -> None:
    with pytest.raises(gk.GameError, match=said):
        gw.Guess("?", **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("answer", ["half", None, 2, -0.1, (0.1, 0.2), True, 10**400])
def test_an_invalid_answer_is_refused_and_another_may_follow(answer: object) -> None:
    widget = starter()
    with pytest.raises(gk.GameError):
        widget.guess(answer)
    assert widget.guess(0.5) is not None


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
        "Faces: 6. Games last: 20 moves (18 to 22).",
    ]
    assert f"{row['value']:.0f} moves" in repr(dial)


def test_a_board_of_places_says_rows_columns_and_shares() -> None:
    dial = gw.Dial(("Ann bids", "Bo bids"), SHARES, told="Chances")
    assert dial.sentence((2, 1)) == "Ann bids 2, Bo bids 1. Chances: tie 0.10, win 0.90."


def test_shares_show_their_intervals() -> None:
    dial = gw.Dial("Dice", {4: {"dice": (0.75, 0.70, 0.80), "tiles": 0.07}}, told="They decide")
    assert dial.sentence(4) == "Dice: 4. They decide: dice 0.75 (0.70 to 0.80), tiles 0.07."


def test_the_larger_a_number_the_darker_its_place_on_a_board() -> None:
    answers = {("a", "b"): 20, ("b", "a"): (80, 75, 90)}
    markup = html(gw.Dial(("Row", "Column"), answers, told="Games last", high=100))
    few, many = (float(shade) for shade in re.findall(r"rgba\(0,114,178,([\d.]+)\)", markup))
    assert many == pytest.approx(4 * few)


def test_a_board_that_lacks_a_place_leaves_it_empty() -> None:
    pairs = [(one, other) for one in "abc" for other in "abc" if one != other]
    markup = html(gw.Dial(("Row", "Column"), dict.fromkeys(pairs, 0.5), told="Wins"))
    places = re.findall(r'grid-area:(\d)/(\d).*?value="(.), (.)"', markup)
    assert [("abc"[int(r) - 1], "abc"[int(c) - 1]) for r, c, *_ in places] == pairs
    assert [(one, other) for *_, one, other in places] == pairs


@pytest.mark.parametrize(("words", "page"), [(0, 255), (255, 17)], ids=["light", "dark"])
def test_words_can_be_read_on_the_darkest_place_of_a_dial(words: int, page: int) -> None:
    markup = html(gw.Dial("Dice", {1: {"Ann": 1.0, "Bo": 0.0}}, told="Wins"))
    *blue, opacity = re.findall(r"[\d.]+", re.findall(r"background:rgba\((.*?)\)", markup)[0])
    mixed = [float(opacity) * int(one) + (1 - float(opacity)) * page for one in blue]
    lights = sorted((_luminance([words] * 3), _luminance(mixed)))
    assert (lights[1] + 0.05) / (lights[0] + 0.05) >= 4.5  # WCAG 2.2, success criterion 1.4.3


def _luminance(color: list[float]) -> float:
    """Return the relative luminance of a color in sRGB, from 0 to 1, as WCAG defines it."""
    parts = [
        one / 255 / 12.92 if one <= 10 else ((one / 255 + 0.055) / 1.055) ** 2.4 for one in color
    ]
    return sum(share * one for share, one in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


@pytest.mark.parametrize(
    "bad",
    [
        {},
        [1, 2],
        None,
        {4: "many"},
        {4: {"tie": "often"}},
        {4: 7},
        {4: {"tie": 1.5}},
        {4: (0.5, 0.9, 0.1)},
        {4: (0.1, 0.4, 0.8)},
    ],
)
def test_invalid_answers_are_refused(bad: Any) -> None:
    with pytest.raises(gk.GameError, match=r"answer|truth"):
        gw.Dial("Faces", bad, told="Games last")


def test_an_axis_needs_its_ends_in_order() -> None:
    with pytest.raises(gk.GameError, match="lower first"):
        gw.Dial("Faces", {4: 1}, told="Games last", low=1, high=1)


def test_words_in_a_dial_are_text_and_not_markup() -> None:
    drawn = html(gw.Dial("<b>", {"<i>": {"<u>": 0.5}}, told="<s>"))
    assert not re.search(r"<(i|u|s)>", drawn)


def test_no_result_is_folded_in_a_program() -> None:
    code = "import gamekit_widgets as gw; gw.after_guess(); from IPython import get_ipython; print(get_ipython())"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
        == "None\n"
    )
