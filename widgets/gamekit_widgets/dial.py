"""A dial of answers worked out ahead: press a place to see its answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any
from zlib import crc32

from gamekit import GameError
from gamekit.studies.finding import Picture
from gamekit.validation import shown
from gamekit_widgets.guess import number_on, span_on, truth_of

WIDTH, EDGE, BAR = 620, 24, 34
BLUE, GREY = "#0072B2", "#767676"  # of the pictures of findings
KEYS = 'data-lm-suppress-shortcuts="true"'  # JupyterLab leaves arrow keys to the dial
# Where a browser cannot hide the other answers, all of them stand one below the other.
STYLE = f"""
.gk-dial{{border:0;margin:0;padding:0}}
.gk-dial label{{display:inline-block;min-width:44px;min-height:44px;line-height:44px;text-align:center;margin:2px;
 padding:0 6px;border:1px solid {GREY};border-radius:4px;cursor:pointer;box-sizing:border-box}}
.gk-dial input{{position:absolute;opacity:0}}
.gk-dial label:has(:checked){{outline:3px solid {BLUE};font-weight:bold}}
.gk-dial label:has(:focus-visible){{outline-style:double}}
.gk-dial p{{margin:4px 0}}
.gk-dial img{{max-width:100%}}
"""


class Dial:
    """A row or a board of places to press; it shows the answer of the pressed place.

    A dial is plain HTML, so it also works on a saved page, where no Python runs.

    Args:
        turned: a name for the places; a pair names the rows and the columns of a board.
        answers: the answer of each place: a number, (value, low, high), or shares by name. Places that
            are pairs make a board; the first of the shares colours it.
        told: what the answers say, in words.
        low: left end of the axis.
        high: right end of the axis.
        unit: what the numbers count, such as "flowers".

    Raises:
        GameError: there are no answers, or an answer is not of these kinds.
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
            place: _shares(answer) if isinstance(answer, Mapping) else truth_of(answer)
            for place, answer in answers.items()
        }

    def sentence(self, place: Any) -> str:
        """Return what the dial says at a place."""
        answer = self.answers[place]
        if isinstance(answer, dict):
            parts = ", ".join(f"{name} {share:.2f}" for name, share in answer.items())
            return f"{self._named(place)}. {self.told}: {parts}."
        value = number_on(answer.value, self.low, self.high, self.unit)
        known = span_on(answer.low, answer.high, self.low, self.high, self.unit)
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
        style = f"<style>{STYLE}@supports selector(:has(*)){{{hidden}{picked}}}</style>"
        told = "".join(
            f'<div class="gk-dial-told {key}"><p>{escape(self.sentence(place))}</p>{self._picture(place).html()}</div>'
            for place, key in places.items()
        )
        turned = " × ".join(self.turned) if isinstance(self.turned, tuple) else self.turned
        legend = f"<legend><b>{escape(turned)}</b></legend>"
        return (
            f'{style}<fieldset class="gk-dial" id="{name}">{legend}'
            f'{"".join(self._presses(name, places))}<div role="status">{told}</div></fieldset>'
        )

    def _presses(self, name: str, places: Mapping[Any, str]) -> Iterator[str]:
        """Yield what can be pressed, a line for each row of a board."""
        row: Any = None
        for number, (place, key) in enumerate(places.items()):
            if isinstance(place, tuple) and place[0] != row:
                yield "<br>" if number else ""
                row = place[0]
            words = f"{place[0]}, {place[1]}" if isinstance(place, tuple) else str(place)
            answer = self.answers[place]
            shade = next(iter(answer.values())) if isinstance(answer, dict) else 0.0
            colour = f' style="background:rgba(0,114,178,{shade:.2f})"' if shade else ""
            yield (
                f'<label{colour}><input {KEYS} type="radio" name="{name}" id="{key}" value="{escape(words)}"'
                f"{'' if number else ' checked'}>{escape(words)}</label>"
            )

    def _picture(self, place: Any) -> Picture:
        answer = self.answers[place]
        drawn = _bars(answer) if isinstance(answer, dict) else self._axis(answer)
        return Picture(drawn, self.sentence(place))

    def _axis(self, answer: Any) -> str:
        """Return a dot with its interval, between the two ends of the axis."""

        def at(value: float) -> float:
            share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
            return EDGE + (WIDTH - 2 * EDGE) * share

        ends = "".join(
            f'<text x="{at(end):.1f}" y="56" text-anchor="{anchor}">'
            f"{escape(number_on(end, self.low, self.high, self.unit))}</text>"
            for end, anchor in ((self.low, "start"), (self.high, "end"))
        )
        return _svg(
            62,
            f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="34" y2="34" stroke="{GREY}"/>{ends}'
            f'<line x1="{at(answer.low):.1f}" x2="{at(answer.high):.1f}" y1="18" y2="18" '
            f'stroke="{BLUE}" stroke-width="3"/>'
            f'<circle cx="{at(answer.value):.1f}" cy="18" r="7" fill="{BLUE}"/>',
        )


def _bars(shares: Mapping[str, float]) -> str:
    """Return a bar for each share."""
    left, parts = 150, []
    for number, (name, share) in enumerate(shares.items()):
        y, long = number * BAR, (WIDTH - left - 60) * share
        parts.append(
            f'<text x="{left - 10}" y="{y + 22}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{left}" y="{y + 6}" width="{long:.1f}" height="{BAR - 12}" fill="{BLUE}"/>'
            f'<text x="{left + long + 8:.1f}" y="{y + 22}">{share:.2f}</text>'
        )
    return _svg(BAR * len(shares), "".join(parts))


def _svg(height: int, parts: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'font-family="system-ui, sans-serif" font-size="14" fill="{GREY}">{parts}</svg>'
    )


def _shares(answer: Mapping[str, Any]) -> dict[str, float]:
    try:
        return {str(name): float(share) for name, share in answer.items()}
    except (TypeError, ValueError):
        raise GameError(f"answers={shown(answer)}: give a number for each name.") from None
