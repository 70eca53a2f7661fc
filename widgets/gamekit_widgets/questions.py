"""Questions for a reader: a guess before the answer shows, and a dial of answers worked out ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import isfinite
from numbers import Real
from typing import Any, ClassVar, NamedTuple
from zlib import crc32

from IPython import display
from IPython.core.interactiveshell import InteractiveShell

from gamekit import GameError
from gamekit.drawing import BLUE, EDGE, GREY, WIDTH, axis, dot, opening_tag, room_for, signed
from gamekit.missing import about_missing
from gamekit.studies.finding import Picture
from gamekit.validation import accepts, is_number, shown, typed
from gamekit_widgets.browser_page import Handlers
from gamekit_widgets.notebook_widgets import Panel, Surface, button

STEPS = 100  # places on the axis
HOW = (  # for an interval
    "Set a low and a high number, as close together as you dare, so that you are 80% sure the answer lies "
    "between them."
)
NEAR = 0.1  # of the axis: a guess of one number is right if it is this close


class Truth(NamedTuple):
    """A number and its interval."""

    value: float
    low: float
    high: float


VERDICTS = {  # on a right guess and on a wrong one
    "interval": ("It lies between your numbers.", "It lies outside."),
    "point": ("That is near.", "That is not close."),
    "choice": ("Right.", "No."),
}

# Was the first guess at each question in this kernel right? The keys are kind, question and answer. A second guess
# does not count, because by then people know the answer, unless a changed rule gives the question another answer.
record: dict[tuple[str, str, object], bool] = {}

# JupyterLab opens whatever a cell shows when it runs, so this fold hides what comes after it in its cell, but for the
# line that says how far the cell is. Elsewhere a page has a fold of its own around the whole cell.
RESULT = """\
<details class="gk-result" hidden{}><summary>Show the result</summary></details><style>
.jp-OutputArea details.gk-result {{ display: block; }}
.jp-OutputArea-child:has(details.gk-result:not([open])) ~ .jp-OutputArea-child:not(:has(progress)) {{ display: none; }}
</style>"""


class Guess(Panel):
    """A question with a hidden answer: guess on an axis, among choices or in words.

    Args:
        question: the question.
        truth: the answer: a number; a number with its interval, as (value, low, high) or as a row of a
            study's `metrics`; one of the choices; a sentence; or a function without arguments that
            returns one of these, which the widget calls after the guess.
        low: left end of the axis.
        high: right end of the axis.
        interval: ask for a low and a high number, 80% sure that the truth lies between them.
        choices: possible answers, one of which is the truth.
        unit: what the numbers count, such as "moves".

    Without an axis or choices, people guess in a sentence, which gets no score.

    Attributes:
        answer: the guess: a number, a pair of numbers, a choice or a sentence; None before the guess.
        how: how to answer, if the form alone does not say; otherwise "".
        kind: "point", "interval", "choice" or "words".
        score: 0 (far off) to 1 (exact); None before the guess, and for sentences. An interval loses
            its width and five times its distance from the truth, both as shares of the axis.

    Call `guess` to answer from Python.
    """

    _latest: ClassVar[Guess | None] = None

    def __init__(
        self,
        question: str,
        truth: object,
        *,
        low: float | None = None,
        high: float | None = None,
        interval: bool = False,
        choices: Sequence[str] = (),
        unit: str = "",
    ) -> None:
        _check(low, high, interval, choices)
        super().__init__(self._turn, self._press)
        Guess._latest = self
        self.question, self.unit, self.choices = question, unit, tuple(choices)
        self.low, self.high = float(low or 0), float(high or 0)
        self.kind = (
            "interval"
            if interval
            else "point"
            if low is not None
            else "choice"
            if choices
            else "words"
        )
        self.how = HOW if interval else ""
        self._truth = truth
        if not callable(truth):
            self.checked_truth()
        elif not accepts(truth):
            raise GameError(f"truth={shown(truth)}: give a function without arguments.")
        self._set_to = {"point": {"guess": STEPS // 2}, "interval": {"from": 40, "to": 60}}.get(
            self.kind, {}
        )
        self._words = ""
        self.answer: Any = None
        self.score: float | None = None
        self._show()

    # --- guessing --------------------------------------------------------------------------------

    def guess(self, answer: object) -> float | None:
        """Make this guess, and return its score; None for a sentence.

        Raises:
            GameError: it is not an answer to this question, or there was a guess before.
        """
        if self.answer is not None:
            raise GameError(f"Your guess stands: {self._worded()}.")
        self.answer = self.read(answer)
        if callable(self._truth):  # which may take some time
            parts = {**self.shown["parts"], "do": "", "news": "<p>Working it out …</p>"}
            self.shown = {**self.shown, "parts": parts}
        try:
            truth = self.checked_truth()
        except BaseException as problem:  # including an interrupt: people can guess again
            self.answer = None
            self._show(problem=problem)
            raise
        self.score, was_right = self.judged(self.answer, truth)
        if was_right is not None:
            record.setdefault((self.kind, self.question, truth), was_right)
        self._show(truth, was_right)
        return self.score

    def read(self, answer: object) -> Any:
        """Return an answer in the form that `answer` has, without making the guess.

        Raises:
            GameError: it is not an answer to this question.
        """
        if self.kind == "choice":
            if answer not in self.choices:
                raise GameError(f"{shown(answer)}: choose one of {', '.join(self.choices)}.")
            return answer
        if self.kind == "words":
            if not isinstance(answer, str) or not answer.strip():
                raise GameError("Write a guess first.")
            return typed(answer)
        numbers = answer if isinstance(answer, tuple | list) else (answer,)
        wanted = 2 if self.kind == "interval" else 1
        if len(numbers) != wanted or not all(is_number(one) for one in numbers):
            what = "two numbers" if wanted == 2 else "a number"
            raise GameError(f"{shown(answer)}: give {what}.")
        numbers = sorted(float(one) for one in numbers)
        if numbers[0] < self.low or numbers[-1] > self.high:
            raise _off_axis(shown(answer), self.low, self.high)
        return tuple(numbers) if wanted == 2 else numbers[0]

    def checked_truth(self) -> Any:
        """Return the truth, or raise `GameError` if it cannot be the answer."""
        truth = self._truth() if callable(self._truth) else self._truth
        if self.kind == "words":
            return str(truth)
        if self.kind == "choice":
            if truth not in self.choices:
                raise GameError(f"truth={shown(truth)}: it is not among the choices.")
            return truth
        return truth_of(truth, self.low, self.high)

    def judged(self, answer: Any, truth: Any) -> tuple[float | None, bool | None]:
        """Return the score of an answer, and whether it was right; None for sentences."""
        if self.kind == "words":
            return None, None
        if self.kind == "choice":
            return float(answer == truth), answer == truth
        axis = self.high - self.low
        if self.kind == "point":
            off = abs(answer - truth.value) / axis
            return max(0.0, 1 - off), off <= NEAR
        low, high = answer
        miss = max(low - truth.value, truth.value - high, 0.0)
        return max(0.0, 1 - (high - low + 5 * miss) / axis), miss == 0

    # --- reports from the page -------------------------------------------------------------------

    def _turn(self, name: str, value: int) -> None:
        if self.answer is None:
            if self.kind == "choice" and name == "guess" and 0 <= value < len(self.choices):
                self._set_to = {"guess": value}
            elif name in self._set_to and 0 <= value <= STEPS:
                self._set_to[name] = value
            self._show()

    def _write(self, words: str) -> None:
        if self.answer is None:
            self._words = words

    def _press(self, name: str) -> None:
        if name != "guess" or self.answer is not None:
            return
        why = self._why_not()
        if self.kind == "words" and not self._words.strip():
            why = "Write your guess first."
        if why:
            self._show(said=why)
        elif self.kind == "choice":
            self.guess(self.choices[self._set_to["guess"]])
        elif self.kind == "words":
            self.guess(self._words)
        else:
            places = tuple(map(self._place, self._set_to.values()))
            self.guess(places if self.kind == "interval" else places[0])

    def _place(self, step: int) -> float:
        return round(self.low + (self.high - self.low) * step / STEPS, 10)

    def _why_not(self) -> str:
        return "Choose one first." if self.kind == "choice" and not self._set_to else ""

    def _handlers(self) -> Handlers:
        return {**super()._handlers(), "write": (str, self._write)}

    # --- what is shown ---------------------------------------------------------------------------

    def _show(
        self,
        truth: Any = None,
        was_right: bool | None = None,
        problem: BaseException | None = None,
        said: str = "",
    ) -> None:
        question = f'<p class="gk-question">{escape(self.question)}</p>'
        if self.answer is None:
            parts = {
                "question": question + (f"<p>{self.how}</p>" if self.how else ""),
                "ask": self._controls(),
                "do": button("guess", "That is my guess", is_main=True),
                "news": _failure(problem) if problem else said and f"<p>{said}</p>",
            }
        else:
            parts = {
                "question": question,
                "ask": self._picture(truth),
                "do": "",
                "news": self._sentences(truth, was_right),
            }
        why = self._why_not()
        self.put(
            {
                "title": "Guess",
                "parts": parts,
                "values": dict(self._set_to) if self.answer is None else {},
                "changed": [],
                "why": {"guess": why} if why else {},
            }
        )

    def _controls(self) -> str:
        if self.kind == "choice":
            choices = "".join(
                f'<label class="gk-choice"><input type="radio" name="guess" data-name="guess" value="{n}">'
                f"{escape(text)}</label>"
                for n, text in enumerate(self.choices)
            )
            return f'<div role="radiogroup" aria-label="{escape(self.question)}">{choices}</div>'
        if self.kind == "words":
            return f'<textarea rows="2" data-write aria-label="{escape(self.question)}"></textarea>'
        labels = {"guess": "Your guess", "from": "Lower number", "to": "Higher number"}
        sliders = "".join(
            f'<div class="gk-knob gk-knob-range" data-knob="{name}">'
            f'<label for="knob-{name}">{labels[name]}</label><span class="gk-value" aria-hidden="true"></span>'
            f'<input type="range" id="knob-{name}" data-name="{name}" min="0" max="{STEPS}" step="1" '
            f'data-low="{self.low}" data-high="{self.high}" data-unit="{escape(self.unit)}"></div>'
            for name in self._set_to
        )
        return sliders + _ends(self._number(self.low), self._number(self.high))

    def _picture(self, truth: Any) -> str:
        """Return the guess and the truth on the axis; "" for a question without an axis."""
        if self.kind in ("choice", "words"):
            return ""
        guessed = self.answer if self.kind == "interval" else (self.answer, self.answer)
        return _axis(
            [self._share(one) for one in guessed],
            [self._share(one) for one in (truth.low, truth.high, truth.value)],
            f"{self._worded()}. {self._truth_in_words(truth)}",
        ) + _ends(self._number(self.low), self._number(self.high))

    def _share(self, value: float) -> float:
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    def _number(self, value: float) -> str:
        return number_on(value, self.low, self.high, self.unit)

    def _worded(self) -> str:
        if self.kind == "interval":
            low, high = self.answer
            return f"You said {span_on(low, high, self.low, self.high, self.unit)}"
        return f"You said {self._number(self.answer) if self.kind == 'point' else self.answer}"

    def _truth_in_words(self, truth: Truth) -> str:
        sure = f" ({span_on(truth.low, truth.high, self.low, self.high)})"
        return f"It is {self._number(truth.value)}{sure if truth.low < truth.high else ''}."

    def _sentences(self, truth: Any, was_right: bool | None) -> str:
        if self.kind in ("choice", "words"):
            answer, found = escape(str(self.answer)), escape(str(truth))
            both = f"You said: <b>{answer}</b><br>It is: <b>{found}</b><br>"
        else:
            both = escape(f"{self._worded()}. {self._truth_in_words(truth)} ")
        if was_right is None:
            return f"<p>{both}Compare the two.</p>"
        verdict = VERDICTS[self.kind][not was_right]
        return f"<p>{both}<b>{verdict}</b></p><p>{escape(so_far(self.kind))}</p>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, object], dict[str, object]]:
        """Return the live widget, with the question and its choices for pages where nothing runs."""
        data, metadata = super(Surface, self)._repr_mimebundle_(**kwargs) or ({}, {})
        html = (
            f"<p><b>{escape(self.question)}</b> {escape(self._possible_answers())}"
            "Decide before you read on. On a live page, run this cell to guess.</p>"
        )
        return {**data, "text/plain": self.question, "text/html": html}, metadata

    def _possible_answers(self) -> str:
        """Return the possible answers as a sentence with a space after it; "" if people answer in words."""
        low, high = (signed(f"{end:,g}") for end in (self.low, self.high))
        axis = f"{low} to {high} {self.unit}".rstrip()
        return {
            "choice": f"Choose: {' · '.join(self.choices)}. ",
            "point": f"From {axis}. ",
            "interval": f"From {axis}. {self.how} ",
            "words": "",
        }[self.kind]


def so_far(kind: str) -> str:
    """Return a sentence that says how often first guesses of a kind have been right in this kernel."""
    made = [was_right for (made_as, *_), was_right in record.items() if made_as == kind]
    often = f"{sum(made)} {'time' if sum(made) == 1 else 'times'} out of {len(made)}"
    if kind == "interval":
        return f"So far the answer lay between your numbers {often}."
    if kind == "point":
        return f"So far you were within a tenth of the axis {often}."
    return f"So far you were right {often}."


def _check(low: float | None, high: float | None, interval: bool, choices: Sequence[str]) -> None:
    if isinstance(choices, str) or not all(isinstance(one, str) for one in choices):
        raise GameError(f"choices={shown(choices)}: give a list of texts.")
    if (low is None) != (high is None):
        raise GameError("An axis needs both ends: give low and high.")
    if low is not None and high is not None:
        if not (is_number(low) and is_number(high) and low < high):
            raise GameError(
                f"low={shown(low)}, high={shown(high)}: give two numbers, the lower first."
            )
        if choices:
            raise GameError("Give either an axis (low, high) or choices.")
    if interval and low is None:
        raise GameError("An interval needs an axis: give low and high.")


def _failure(problem: BaseException) -> str:
    """Return HTML that says why the answer is missing."""
    if isinstance(problem, Exception):
        why = about_missing(problem, []) or str(problem)
    else:
        why = "Working it out was interrupted."
    return f"<p>There is no answer yet. {escape(why)}</p>"


def number_on(value: float, low: float, high: float, unit: str) -> str:
    """Return a number with as many digits as an axis from `low` to `high` needs: "40 moves"."""
    digits = 0 if high - low >= 50 else 1 if high - low >= 5 else 2
    return signed(f"{value:,.{digits}f}") + (f" {unit}" if unit else "")


def span_on(first: float, last: float, low: float, high: float, unit: str = "") -> str:
    """Return two numbers on such an axis: "40 to 48 moves"."""
    return f"{number_on(first, low, high, '')} to {number_on(last, low, high, unit)}"


def _off_axis(given: str, low: float, high: float) -> GameError:
    return GameError(f"{given}: the axis goes from {low:g} to {high:g}.")


def truth_of(truth: Any, first: float = 0.0, last: float = 1.0) -> Truth:
    """Return a number with its interval, from any form that a caller may give, on an axis from `first` to `last`."""
    try:
        parts = (
            (truth, truth, truth)
            if isinstance(truth, Real)
            else tuple(truth)
            if isinstance(truth, tuple | list)
            else (truth["value"], truth["low"], truth["high"])
        )
        found = Truth(*(float(part) for part in parts))
    except (TypeError, ValueError, KeyError, IndexError, OverflowError):
        raise GameError(
            f"truth={shown(truth)}: give a number, (value, low, high), or a row of a study's metrics."
        ) from None
    if not isfinite(found.value):
        raise GameError("truth: no game of this study measures it.")
    spare = 1e-9 * (last - first)  # for what a sum of shares loses
    if found.low > found.value + spare or found.high < found.value - spare:
        raise GameError(
            f"truth={shown(truth)}: give (value, low, high), with the value between both."
        )
    if not first - spare <= found.value <= last + spare:
        raise _off_axis(f"truth={shown(truth)}", first, last)
    return found


def _ends(low: str, high: str) -> str:
    return f'<div class="gk-ends" aria-hidden="true"><span>{escape(low)}</span><span>{escape(high)}</span></div>'


def _axis(guessed: Sequence[float], truth: Sequence[float], label: str) -> str:
    """Return an axis with a guess above it and the truth below, all as shares of its length."""
    left, right = (10 + 580 * share for share in guessed)
    low, high, value = (10 + 580 * share for share in truth)
    return (
        f'<svg class="gk-axis" viewBox="0 0 600 60" role="img" aria-label="{escape(label)}">'
        '<line x1="10" x2="590" y1="30" y2="30" class="gk-axis-line"/>'
        f'<line x1="{left:.1f}" x2="{right:.1f}" y1="16" y2="16" class="gk-guessed"/>'
        f'<circle cx="{left:.1f}" cy="16" r="6" class="gk-guessed"/><circle cx="{right:.1f}" cy="16" r="6" class="gk-guessed"/>'
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="44" y2="44" class="gk-truth"/>'
        f'<circle cx="{value:.1f}" cy="44" r="6" class="gk-truth"/></svg>'
    )


BAR = 34
DARKEST = 0.6  # opacity of the darkest blue, on which black and white text stay readable
# JupyterLab leaves the keys to the dial, which a press beside its places focuses, too.
KEYS = 'tabindex="-1" data-lm-suppress-shortcuts="true"'
# Shift+Enter runs the next cell of JupyterLab, as runsNext in elements.js lets it do.
ON_KEY = (
    "const next = event.shiftKey &amp;&amp; event.key === 'Enter' &amp;&amp; "
    "this.closest('.jp-Cell')?.nextElementSibling; "
    "if (next) { next.focus({ preventScroll: true }); next.dispatchEvent(new KeyboardEvent('keydown', event)); }"
)
# The pressed place is as bold as a stroke makes it, because bold letters would widen its column.
# A browser that cannot hide the other answers shows all of them, one below the other.
DIAL_STYLE = f"""
.gk-dial{{border:0;margin:0;padding:0}}
.gk-dial legend{{font-size:inherit;margin:0}}
.gk-dial label{{display:inline-grid;place-content:center;min-width:44px;min-height:44px;line-height:1.3;text-align:center;
 margin:2px;padding:0 6px;border:1px solid {GREY};border-radius:4px;cursor:pointer;box-sizing:border-box}}
.gk-dial input{{position:absolute;opacity:0}}
.gk-dial label:has(:checked){{outline:3px solid {BLUE};-webkit-text-stroke:0.7px}}
.gk-dial label:has(:focus-visible){{outline-style:double}}
.gk-dial-board{{display:inline-grid;grid-auto-columns:1fr;max-width:100%;overflow-x:auto;padding:4px}}
.gk-dial p{{margin:4px 0}}
.gk-dial img{{max-width:100%}}
@media (max-width:700px){{.gk-dial-board label{{margin:1px;padding:0;font-size:11px}}}}
"""


def after_guess() -> None:
    """Fold what this cell shows below, until a reader has answered the guess before it or opens the fold.

    Call it first in the cell that shows the answer: with *Run All* nobody has guessed yet.
    """
    guess = Guess._latest
    fold = RESULT.format(" open" if guess and guess.answer is not None else "")
    put: Any = display.display  # IPython gives it no types
    if InteractiveShell.initialized():  # a program without a notebook has nothing to fold
        put({"text/html": fold}, raw=True)


class Dial:
    """A row or a board of places to press. It shows the answer at the pressed place.

    A dial is plain HTML, so it also works on a saved page, where no Python runs.

    Args:
        turned: the name of the places, or a pair of names for the rows and the columns of a board.
        answers: the answer at each place: a number, (value, low, high), or several of these as shares, by
            name. Places that are pairs make a board, colored by the number or by the first share.
        told: the words before an answer, such as "Games last".
        low: left end of the axis.
        high: right end of the axis.
        unit: what the numbers count, such as "flowers".

    Raises:
        GameError: there are no answers, or one has another form.
    """

    def __init__(
        self,
        turned: str | tuple[str, str],
        answers: Any,
        *,
        told: str,
        low: float = 0.0,
        high: float = 1.0,
        unit: str = "",
    ) -> None:
        if not isinstance(answers, Mapping) or not answers:
            raise GameError(f"answers={shown(answers)}: give an answer for each place of the dial.")
        if not low < high:
            raise GameError(
                f"low={shown(low)}, high={shown(high)}: give two numbers, the lower first."
            )
        self.turned, self.told, self.unit = turned, told, unit
        self.low, self.high = low, high
        self.answers = {
            place: _shares(answer) if isinstance(answer, Mapping) else truth_of(answer, low, high)
            for place, answer in answers.items()
        }

    def sentence(self, place: Any) -> str:
        """Return what the dial says at a place."""
        answer = self.answers[place]
        if isinstance(answer, dict):
            parts = ", ".join(f"{name} {_in_words(share)}" for name, share in answer.items())
            return f"{self._named(place)}. {self.told}: {parts}."
        value = number_on(answer.value, self.low, self.high, self.unit)
        known = span_on(answer.low, answer.high, self.low, self.high)
        return f"{self._named(place)}. {self.told}: {value}" + (
            f" ({known})." if answer.low < answer.high else "."
        )

    def _named(self, place: Any) -> str:
        if isinstance(place, tuple) and isinstance(self.turned, tuple):
            return ", ".join(f"{what} {n}" for what, n in zip(self.turned, place, strict=True))
        return f"{self.turned}: {place}"

    def __repr__(self) -> str:
        return "\n".join(self.sentence(place) for place in self.answers)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._html()}

    def _html(self) -> str:
        name = f"gk-dial-{crc32(repr(self).encode()):08x}"
        places = {place: f"{name}-{number}" for number, place in enumerate(self.answers)}
        hidden = f"#{name} .gk-dial-told{{display:none}}"
        picked = "".join(
            f"#{name}:has(#{key}:checked) .{key}{{display:block}}" for key in places.values()
        )
        style = f"<style>{DIAL_STYLE}@supports selector(:has(*)){{{hidden}{picked}}}</style>"
        answers = "".join(
            f'<div class="gk-dial-told {key}"><p>{escape(self.sentence(place))}</p>{self._picture(place).html()}</div>'
            for place, key in places.items()
        )
        turned = " × ".join(self.turned) if isinstance(self.turned, tuple) else self.turned
        legend = f"<legend><b>{escape(turned)}</b></legend>"
        return (
            f'{style}<fieldset class="gk-dial" id="{name}" {KEYS} onkeydown="{ON_KEY}">{legend}'
            f'{"".join(self._presses(name, places))}<div role="status">{answers}</div></fieldset>'
        )

    def _presses(self, name: str, places: Mapping[Any, str]) -> Iterator[str]:
        """Yield the places to press. On a board, each is in its row and column."""
        rows, columns = self._rows_and_columns()
        yield '<div class="gk-dial-board">' if rows else ""
        for number, (place, key) in enumerate(places.items()):
            words, style = str(place), ""
            if rows:
                words = f"{place[0]}, {place[1]}"
                style = f"grid-area:{rows.index(place[0]) + 1}/{columns.index(place[1]) + 1};"
            if shade := self._shade(place):
                style += f"background:rgba(0,114,178,{DARKEST * shade:.2f})"  # the BLUE of figures
            yield (
                f'<label style="{style}"><input type="radio" name="{name}" id="{key}" '
                f'value="{escape(words)}"{"" if number else " checked"}>{escape(words)}</label>'
            )
        yield "</div>" if rows else ""

    def _rows_and_columns(self) -> tuple[list[Any], list[Any]]:
        """Return the names of a board's rows and columns, in one order if both have the same names."""
        if not all(isinstance(place, tuple) for place in self.answers):
            return [], []
        rows = [*dict.fromkeys(place[0] for place in self.answers)]
        columns = [*dict.fromkeys(place[1] for place in self.answers)]
        return rows, rows if {*rows} == {*columns} else columns

    def _shade(self, place: Any) -> float:
        """Return how dark a place is, from 0 to 1."""
        answer = self.answers[place]
        if isinstance(answer, dict):
            return float(next(iter(answer.values())).value)
        return self._share(answer.value) if isinstance(place, tuple) else 0.0

    def _picture(self, place: Any) -> Picture:
        answer = self.answers[place]
        drawn = _bars(answer) if isinstance(answer, dict) else self._axis(answer)
        return Picture(drawn, self.sentence(place))

    def _share(self, value: float) -> float:
        """Return how far along the axis a value lies."""
        return (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)

    def _axis(self, answer: Any) -> str:
        """Return a dot with its interval, between the two ends of the axis."""

        def at(value: float) -> float:
            return EDGE + (WIDTH - 2 * EDGE) * self._share(value)

        answered = dot(answer.value, answer.low, answer.high, at, 10, BLUE)
        return f"{opening_tag(46)}{answered}{axis(self.low, self.high, at, 24)}</svg>"


def _bars(shares: Mapping[str, Truth]) -> str:
    """Return a bar for each share, and a line for its interval."""
    left, parts = room_for(shares), []

    def at(share: float) -> float:
        return left + (WIDTH - left - 60) * share

    for number, (name, share) in enumerate(shares.items()):
        y = number * BAR
        known = f'<path d="M{at(share.low):.1f} {y + 17}H{at(share.high):.1f}" stroke="{GREY}" stroke-width="3"/>'
        parts.append(
            f'<text x="{left - 8}" y="{y + 22}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{left}" y="{y + 6}" width="{at(share.value) - left:.1f}" height="{BAR - 12}" fill="{BLUE}"/>'
            f"{known if share.low < share.high else ''}"
            f'<text x="{at(share.high) + 8:.1f}" y="{y + 22}">{share.value:.2f}</text>'
        )
    below = BAR * len(shares)
    return f"{opening_tag(below + 22)}{''.join(parts)}{axis(0, 1, at, below)}</svg>"


def _in_words(share: Truth) -> str:
    """Return a share, with its interval if it has one: "0.75" or "0.75 (0.70 to 0.80)"."""
    known = f" ({share.low:.2f} to {share.high:.2f})" if share.low < share.high else ""
    return f"{share.value:.2f}{known}"


def _shares(answer: Mapping[str, Any]) -> dict[str, Truth]:
    return {str(name): truth_of(share) for name, share in answer.items()}
