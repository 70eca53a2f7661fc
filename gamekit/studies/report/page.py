"""A report as one web page without network: to be mailed, printed, opened years later."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files

from gamekit.errors import GameError
from gamekit.storage.files import named, write_whole
from gamekit.studies.histogram import histogram
from gamekit.studies.statistics import Rows

TEMPLATE = "page.html.jinja"
WIDTH, HEIGHT, LEFT, FLOOR, TOP = 640, 220, 0, 196, 20  # of a plot
STEPS = (1, 2, 5)  # between ticks, times a power of ten
TICKS = 8  # at most
KINDS = ("first", "second")


@dataclass
class Table:
    """A table: its cells are text."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: Sequence[int] = ()  # columns that are numbers
    strong: Sequence[int] = ()  # rows that stand out
    shares: Sequence[tuple[float, float, float]] = ()  # a bar for each row, with an interval
    caption: str = ""


@dataclass
class Picture:
    """A picture as HTML: an image that holds its data, and says what it shows."""

    html: str
    caption: str = ""


@dataclass
class Group:
    """Pictures under a heading."""

    title: str
    text: str
    pictures: Sequence[Picture]


@dataclass
class Plot:
    """Bars over an axis, measured out."""

    title: str
    told: str
    names: Sequence[str] = ()
    bars: list[tuple[float, float, float, float, str, str]] = field(default_factory=list)
    ticks: list[tuple[float, str]] = field(default_factory=list)
    top: str = ""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    floor: int = FLOOR


@dataclass
class Page:
    """Everything on a page, from top to bottom."""

    title: str
    about: str
    sentences: Sequence[str]
    tables: Sequence[Table]
    plots: Sequence[Plot]
    pictures: Sequence[Group]
    how: str
    receipts: Sequence[str]

    def html(self) -> str:
        """Return the page."""
        try:
            from jinja2 import Environment
        except ImportError:
            raise GameError(
                "A report is written with jinja2, which is not installed: pip install jinja2."
            ) from None
        text = files(__package__).joinpath(TEMPLATE).read_text("utf-8")
        return Environment(autoescape=True).from_string(text).render(vars(self))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the page, whole or not at all."""
        file, text = named(path), self.html()
        write_whole(file, text)


def lengths(moves: Sequence[Rows], names: Sequence[str] = ()) -> Plot:
    """Return how long games last, of one study or of two side by side."""
    centres, counts, width = histogram(*moves)
    shares = [
        [n / max(1, len(each)) for n in of_one] for of_one, each in zip(counts, moves, strict=True)
    ]
    highest = max(max(of_one) for of_one in shares)
    slot = (WIDTH - LEFT) / len(centres)
    thick = 0.9 * slot / len(moves)
    spreads = map(_spread, moves)
    told = " ".join(
        f"{name}: {spread}" if name else spread
        for name, spread in zip(names or ("",), spreads, strict=True)
    )
    plot = Plot("How long games last", told, names)
    for k, (of_one, each) in enumerate(zip(shares, counts, strict=True)):
        for n, (share, count) in enumerate(zip(of_one, each, strict=True)):
            height = (FLOOR - TOP) * share / highest
            x = LEFT + slot * n + thick * k
            bar = f"{_moves(centres[n], width)}: {count:,} games"
            plot.bars.append((x, FLOOR - height, thick, height, KINDS[k], bar))
    first = centres[0] - (width - 1) / 2
    step = _step(len(centres) * width)
    begin = -(-int(first) // step) * step
    for tick in range(begin, int(first) + len(centres) * width, step):
        plot.ticks.append((LEFT + slot * ((tick - first) // width + 0.5), f"{tick}"))
    bars = "" if width == 1 else f", bars of {width} moves"
    plot.top = f"share of games{bars}; the highest bar: {100 * highest:.0f} %"
    return plot


def _spread(moves: Rows) -> str:
    """Return how long games last, in words."""
    ordered = sorted(moves.tolist())
    n = len(ordered)
    low, high = ordered[n // 4], ordered[(3 * n) // 4 - (n % 4 == 0)]
    return f"{n:,} games from {ordered[0]} to {ordered[-1]} moves; the middle half takes {low} to {high}."


def _moves(centre: float, width: int) -> str:
    low = int(centre - (width - 1) / 2)
    return f"{low} moves" if width == 1 else f"{low} to {low + width - 1} moves"


def _step(extent: int) -> int:
    """Return a round distance of ticks."""
    power = 1
    while True:
        for step in STEPS:
            if extent / (step * power) <= TICKS:
                return step * power
        power *= 10
