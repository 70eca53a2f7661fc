"""Axes, dots and bars, drawn as SVG without NumPy: on a phone, in a browser, on a saved page."""

from base64 import b64encode
from collections.abc import Callable, Iterable
from html import escape
from math import ceil, floor, log10

WIDTH = 400  # little more than a phone's, where words would shrink with a wider picture
EDGE = 16  # left and right of an axis, for half of a number
BLUE, ORANGE = "#0072B2", "#D55E00"  # Okabe and Ito's, which color-blind people tell apart
GREY = "#767676"  # read on white and on black
FAINT = "rgba(128,128,128,0.35)"
DOT, CAP = 3, 6  # a bar has caps taller than its dot, which would hide a short bar
STEPS = (1, 2, 2.5, 5, 10)  # between the numbers of an axis, in tens, units, tenths ...


def image(svg: str, description: str, style: str = "") -> str:
    """Return SVG as an HTML image, which saved notebooks show everywhere, trusted or not."""
    data, look = b64encode(svg.encode()).decode(), f' style="{style}"' if style else ""
    return f'<img alt="{escape(description)}"{look} src="data:image/svg+xml;base64,{data}">'


def opening_tag(height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'font-family="system-ui, sans-serif" font-size="14" fill="{GREY}">'
    )


def room_for(names: Iterable[str]) -> int:
    """Return how much room the names at the left of a picture need."""
    return min(9 * max(map(len, names), default=0) + 12, 170)


def ticks(low: float, high: float, parts: int = 4) -> list[float]:
    """Return round numbers that divide an axis into about this many parts."""
    rough = (high - low) / parts
    scale = 10.0 ** floor(log10(rough))
    step = next(each * scale for each in STEPS if each * scale >= rough * 0.999)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(n * step, 10) for n in range(first, last + 1)]


def axis(low: float, high: float, at: Callable[[float], float], y: float) -> str:
    """Return an axis with its numbers below it."""
    numbers = "".join(
        f'<path d="M{at(tick):.1f} {y}v4" stroke="{GREY}"/>'
        f'<text x="{at(tick):.1f}" y="{y + 18}" text-anchor="middle">{signed(f"{tick:,g}")}</text>'
        for tick in ticks(low, high)
    )
    return f'<path d="M{at(low):.1f} {y}H{at(high):.1f}" stroke="{GREY}"/>{numbers}'


def dot(
    value: float, low: float, high: float, at: Callable[[float], float], y: float, color: str
) -> str:
    """Return a dot on the bar of its interval, with a cap at each end."""
    left, right, cap = f"{at(low):.1f}", f"{at(high):.1f}", f"{y - CAP}v{2 * CAP}"
    return (
        f'<path d="M{left} {y}H{right}M{left} {cap}M{right} {cap}" stroke="{color}" stroke-width="2"/>'
        f'<circle cx="{at(value):.1f}" cy="{y}" r="{DOT}" fill="{color}"/>'
    )


def signed(number: str) -> str:
    """Return a number with a minus as long as a plus."""
    return number.replace("-", "−")
