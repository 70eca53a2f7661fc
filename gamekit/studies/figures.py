"""The figures of studies, comparisons and many variants, drawn by plotly.

Each figure also leaves a still picture for pages that run no code, such as an exported report or a page
on GitHub. The picture can draw only what these figures use: bars, lines, points, steps, heat maps, their
intervals and axes.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Any, Protocol

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from gamekit.contract import Game
from gamekit.drawing import BLUE, FAINT, GREY, ORANGE, WIDTH, image, ticks
from gamekit.studies.measures import FIRST_PLAYER
from gamekit.studies.statistics import Flags, histogram, lasting

NARROW = 14  # characters on a line below a narrow bar
LINES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")  # Okabe and Ito's
Data = dict[str, Any]
Box = tuple[float, float, float, float]  # left, top, right, bottom
INTERACTIVE = "application/vnd.plotly.v1+json"
KINDS = ("bar", "scatter", "heatmap")
HEIGHT = 420
LETTER, LINE = 6.4, 14.0  # width of a letter, height of a line
BAR, GAP = 0.8, 5.0  # a bar's share of its room; the gap between an axis and its words
TICKS = 5
MOST_LINES = 5  # of words below a bar
VIRIDIS = ((68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37))


class Measured(Protocol):
    """What figures need to know of a study."""

    @property
    def game(self) -> Game: ...
    @property
    def games(self) -> pd.DataFrame: ...
    @property
    def metrics(self) -> pd.DataFrame: ...
    @property
    def is_finished(self) -> Flags: ...
    def span(self, measure: str, digits: int) -> str: ...
    def endings(self) -> pd.DataFrame: ...


def study_figure(study: Measured) -> go.Figure:
    """Return two plots, one below the other, for a narrow page: the share of each ending with its
    interval, and the lengths of games.
    """
    figure = make_subplots(
        rows=2, subplot_titles=("How games end", "How long they last"), vertical_spacing=0.25
    )
    endings = study.endings()
    share = _with_interval(endings, "share")
    figure.add_bar(
        x=[_ending_label(study, name) for name in endings["ending"]],
        y=share.pop("at"),
        error_y=share,
        marker_color=BLUE,
        row=1,
        col=1,
    )
    centers, (counts,), width = histogram(lasting(study))
    figure.add_bar(x=centers, y=counts, width=width, marker_color=ORANGE, row=2, col=1)
    figure.update_yaxes(title_text="share of games", rangemode="tozero", row=1, col=1)
    figure.update_xaxes(title_text="moves", row=2, col=1)
    figure.update_yaxes(title_text="games", row=2, col=1)
    figure.update_layout(showlegend=False, height=480, margin={"t": 40, "r": 12, "l": 60, "b": 44})
    return on_any_page(figure, _described(study))


def _described(study: Measured) -> str:
    """Return how games end and how long they last, in words."""
    rules, table = study.game.rulebook, study.endings()
    ends = "; ".join(
        f"{share:.2f} {name if name == 'capped' else f'{name} {rules[name].title}'}"
        for name, share in zip(table["ending"], table["share"], strict=True)
    )
    text = f"Two plots. How games end: {ends}."
    if not any(study.is_finished):
        return text
    return f"{text} How long they last: {study.span('length', 0)} moves."


def comparison_figure(studies: Mapping[str, Measured]) -> go.Figure:
    """Return three plots, one below the other, for a narrow page: the starter's score, the endings
    and the lengths of games, for one study or two side by side.

    Args:
        studies: the studies, by name.
    """
    figure = make_subplots(
        rows=3,
        subplot_titles=("Score of whoever starts", "How games end", "How long they last"),
        vertical_spacing=0.15,
        row_heights=[0.18 + 0.04 * len(studies), 0.42, 0.34],
    )
    for (name, study), color in zip(studies.items(), (BLUE, ORANGE), strict=False):
        _add(figure, name, study, color)
    figure.add_vline(x=0.5, line_color=GREY, line_dash="dot", row=1, col=1)
    starts = [study.metrics.loc[FIRST_PLAYER] for study in studies.values()]
    low = min(0.5, *(start["low"] for start in starts))
    high = max(0.5, *(start["high"] for start in starts))
    edge = 0.03 + 0.2 * (high - low)  # room for the words above a dot
    figure.update_xaxes(nticks=5, range=[low - edge, high + edge], row=1, col=1)
    figure.update_yaxes(
        showticklabels=False, range=[len(studies) - 0.5, -0.5], zeroline=False, row=1, col=1
    )
    figure.update_yaxes(title_text="share of games", rangemode="tozero", row=2, col=1)
    figure.update_yaxes(title_text="share of games", rangemode="tozero", row=3, col=1)
    figure.update_xaxes(title_text="moves", rangemode="tozero", row=3, col=1)
    figure.update_layout(
        showlegend=len(studies) > 1,
        legend={"orientation": "h", "yref": "container", "y": 1, "yanchor": "top"},
        height=640,
        margin={"t": 96 if len(studies) > 1 else 40, "r": 12, "l": 52, "b": 44},
    )
    description = "Plots: the starter's score, how games end, how long they last."
    return on_any_page(figure, description)


def _add(figure: go.Figure, name: str, study: Measured, color: str) -> None:
    """Add a study to the three plots."""
    legend = {"name": name, "legendgroup": name}
    start = _with_interval(study.metrics.loc[[FIRST_PLAYER]], "value")
    figure.add_scatter(
        x=start.pop("at"), y=[name], error_x=start, mode="markers+text", marker_color=color,
        marker_size=8, text=[study.span(FIRST_PLAYER, 2)], textposition="top center",
        showlegend=False, **legend, row=1, col=1,
    )  # fmt: skip
    endings = study.endings()
    share = _with_interval(endings, "share")
    figure.add_bar(
        x=[_narrow(_ending_label(study, ending)) for ending in endings["ending"]],
        y=share.pop("at"), error_y=share, marker_color=color, **legend, row=2, col=1,
    )  # fmt: skip
    centers, (counts,), width = histogram(lasting(study))
    shares = [round(count / width / len(study.games), 5) for count in counts]
    figure.add_scatter(
        x=centers, y=shares, line={"color": color, "shape": "hvh"}, fill="tozeroy",
        mode="lines", showlegend=False, **legend, row=3, col=1,
    )  # fmt: skip


class Plots(go.Figure):  # type: ignore[misc] # plotly has no types
    """A figure that leaves a still picture and a sentence beside it in a notebook."""

    def _ipython_display_(self) -> None:
        from IPython import display

        display.display(shown_figure(self, self._description), raw=True)  # type: ignore[no-untyped-call]


def on_any_page(figure: go.Figure, description: str) -> Plots:
    """Return a figure that is legible on light and dark pages, and where no code runs.

    Args:
        figure: a figure of plotly.
        description: what it shows, in a sentence.
    """
    figure.update_layout(
        template="none",
        font_color=GREY,
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
    )
    figure.update_xaxes(gridcolor=FAINT, zerolinecolor=FAINT, linecolor=FAINT)
    figure.update_yaxes(gridcolor=FAINT, zerolinecolor=FAINT, linecolor=FAINT)
    plots = Plots(figure)
    plots._description = description
    return plots


def _with_interval(table: pd.DataFrame, value: str) -> dict[str, Any]:
    """Return values (`at`) with their error bars, as plotly wants them."""
    return {"at": table[value].round(4).tolist(), **_error_bars(table, value), "color": GREY}


def _narrow(label: str) -> str:
    """Break a label into short lines."""
    return "<br>".join(line for part in label.split("<br>") for line in textwrap.wrap(part, NARROW))


def _ending_label(study: Measured, ending: str) -> str:
    if ending == "capped":
        return "capped<br>too long"
    return f"{ending}<br>{study.game.rulebook[ending].title}"


class Changed(Protocol):
    """What the figures show of a variant."""

    @property
    def changes(self) -> Any: ...


def sweep_figure(
    variants: Sequence[Changed], effects: pd.DataFrame, parameters: Sequence[str], measure: str
) -> go.Figure:
    """Return a heat map for two parameters; otherwise lines over the first one.

    Args:
        variants: the variants that were played.
        effects: a row for each variant: its effect on the measure.
        parameters: the parameters whose values were tried.
        measure: the name of the measure.
    """
    rows = pd.DataFrame([dict(variants[k].changes) for k in effects.index], index=effects.index)
    title = f"{measure} ({effects['unit'].iloc[0]})"
    draw = _map if len(parameters) == 2 else _lines
    figure = draw(rows.map(str), effects, list(parameters), title)
    figure.update_layout(height=420, margin={"t": 48, "r": 16})
    return on_any_page(figure, f"A plot of one measure: {measure}.")


def _map(rows: pd.DataFrame, effects: pd.DataFrame, names: list[str], title: str) -> go.Figure:
    across, down = names
    columns, lines = list(dict.fromkeys(rows[across])), list(dict.fromkeys(rows[down]))
    cells = {(rows.at[k, across], rows.at[k, down]): effects.at[k, "b"] for k in rows.index}
    values = [[cells.get((x, y)) for x in columns] for y in lines]
    figure = go.Figure(
        go.Heatmap(
            x=columns, y=lines, z=values, colorscale="Viridis", texttemplate="%{z:.3g}",
            colorbar={"title": {"text": title, "side": "right"}},
        )
    )  # fmt: skip
    figure.update_xaxes(type="category", title_text=across)
    figure.update_yaxes(type="category", title_text=down)
    return figure


def _lines(rows: pd.DataFrame, effects: pd.DataFrame, names: list[str], title: str) -> go.Figure:
    first, *others = names
    labels = [", ".join(f"{name}={rows.at[k, name]!s}" for name in others) for k in rows.index]
    figure = go.Figure()
    for number, label in enumerate(dict.fromkeys(labels)):
        keys = [k for k, mine in zip(rows.index, labels, strict=True) if mine == label]
        part = effects.loc[keys]
        figure.add_scatter(
            x=rows.loc[keys, first].tolist(), y=part["b"].round(4).tolist(), name=label or title,
            mode="lines+markers", line_color=LINES[number % len(LINES)],
            error_y=_error_bars(part),
        )  # fmt: skip
    figure.update_xaxes(type="category", title_text=first)
    figure.update_yaxes(title_text=f"{title}<br>bars: interval of the difference")
    figure.update_layout(showlegend=bool(others))
    return figure


def ablation_figure(variants: Sequence[Changed], effects: pd.DataFrame, measure: str) -> go.Figure:
    """Return the difference each change makes in one measure, the largest effect on top."""
    names = [", ".join(f"{k}={v}" for k, v in variants[n].changes.items()) for n in effects.index]
    across = {**_error_bars(effects), "color": GREY}
    figure = go.Figure(
        go.Bar(
            x=effects["difference"].round(4).tolist(), y=names, orientation="h",
            error_x=across, marker_color=BLUE,
        )
    )  # fmt: skip
    figure.update_yaxes(autorange="reversed", automargin=True)
    figure.update_xaxes(title_text=f"difference in {measure} ({effects['unit'].iloc[0]})")
    figure.update_layout(height=120 + 26 * len(names), margin={"t": 24, "r": 16})
    return on_any_page(figure, f"A plot of one measure: {measure}.")


def _error_bars(rows: pd.DataFrame, value: str = "difference") -> dict[str, Any]:
    return {
        "type": "data",
        "array": (rows["high"] - rows[value]).round(4).tolist(),
        "arrayminus": (rows[value] - rows["low"]).round(4).tolist(),
    }


def shown_figure(figure: Any, description: str) -> dict[str, Any]:
    """Return a figure as a notebook shows it: interactive, as a picture, and in words.

    Args:
        figure: a figure of plotly.
        description: what it shows, in a sentence.
    """
    plot: Data = json.loads(figure.to_json())
    if any(trace["type"] not in KINDS for trace in plot["data"]):  # somebody added to it
        return {INTERACTIVE: plot, "text/plain": description}
    return {
        INTERACTIVE: plot,
        "text/html": image(svg(plot), description),
        "text/plain": description,
    }


def svg(plot: Data) -> str:
    """Return a figure, as plotly writes it to JSON, as SVG."""
    layout = plot["layout"]
    height, margin = layout.get("height", HEIGHT), layout.get("margin", {})
    panels = [_Panel(plot, *names) for names in _panels(plot["data"])]
    left = max(margin.get("l", 0), *(panel.room_left for panel in panels))
    below = max(margin.get("b", 0), *(panel.room_below for panel in panels))
    keys = _legend(plot["data"]) if layout.get("showlegend") else []
    above = margin.get("t", 48) + (LINE if keys else 0)
    area = (left, above, WIDTH - 16.0, height + max(0.0, below - 56) - below)
    parts = [part for panel in panels for part in panel.drawn(area)]
    parts += _titles(layout.get("annotations", ()), area)
    parts += _keys(keys)
    size = f'width="{WIDTH}" height="{_n(area[3] + below)}"'
    box = f'viewBox="0 0 {WIDTH} {_n(area[3] + below)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} font-family="sans-serif"'
    return f'{head} font-size="12" fill="{GREY}">{"".join(parts)}</svg>'


def _panels(traces: Sequence[Data]) -> list[tuple[str, str]]:
    """Return the axes of each part of a figure."""
    return list(
        dict.fromkeys((trace.get("xaxis", "x"), trace.get("yaxis", "y")) for trace in traces)
    )


@dataclass
class _Axis:
    """An axis: its span, and the places of its words."""

    low: float
    high: float
    names: list[str]  # of categories, which stand at 0, 1, 2, ...
    about: Data

    @classmethod
    def of(cls, about: Data, traces: Sequence[Data], letter: str) -> _Axis:
        values = [value for trace in traces for value in trace.get(letter, ())]
        if about.get("type") == "category" or any(isinstance(value, str) for value in values):
            names = [*dict.fromkeys(map(str, values))]
            low, high = -0.5, len(names) - 0.5
            limits = about.get("range") or [low, high]
            if about.get("autorange") == "reversed" or limits[0] > limits[1]:
                low, high = high, low
            return cls(low, high, names, about)
        reach = [end for trace in traces for end in _ends(trace, letter)]
        if about.get("rangemode") == "tozero" or any(_stands(trace, letter) for trace in traces):
            reach.append(0.0)
        low, high = about.get("range") or (min(reach), max(reach))
        spare = 0.05 * ((high - low) or 1.0)
        return cls(low - spare * (low != 0), high + spare * (high != 0), [], about)

    def at(self, value: Any, begin: float, end: float) -> float:
        """Return the place of a value between the two ends of the axis."""
        number = self.names.index(str(value)) if self.names else float(value)
        return begin + (number - self.low) / (self.high - self.low) * (end - begin)

    def ticks(self) -> list[tuple[Any, str]]:
        """Return the labeled values, with their labels."""
        if self.about.get("showticklabels") is False:
            return []
        if self.names:
            return [(name, name) for name in self.names]
        return [(tick, f"{tick:g}") for tick in ticks(self.low, self.high, TICKS)]

    @property
    def title(self) -> list[str]:
        text = self.about.get("title", {}).get("text", "")
        return text.split("<br>") if text else []


def _stands(trace: Data, letter: str) -> bool:
    """Does a trace stand on the zero of this axis?"""
    height = "x" if trace.get("orientation") == "h" else "y"
    return letter == height and (trace["type"] == "bar" or trace.get("fill") == "tozeroy")


def _ends(trace: Data, letter: str) -> Iterator[float]:
    """Yield how far a trace reaches along an axis, including intervals and widths of bars."""
    values = [float(value) for value in trace.get(letter, ())]
    wide = trace.get("width", 0) / 2 if trace["type"] == "bar" and not _stands(trace, letter) else 0
    for value, (low, high) in zip(values, _intervals(trace, letter), strict=True):
        yield from (value - wide, value + wide, low, high)


def _intervals(trace: Data, letter: str) -> list[tuple[float, float]]:
    values = [float(value) for value in trace.get(letter, ())]
    error = trace.get(f"error_{letter}")
    if not error:
        return [(value, value) for value in values]
    reach = zip(values, error["arrayminus"], error["array"], strict=True)
    return [(value - (below or 0), value + (above or 0)) for value, below, above in reach]


class _Panel:
    """Traces on two axes."""

    def __init__(self, plot: Data, x: str, y: str) -> None:
        layout = plot["layout"]
        self.traces = [t for t in plot["data"] if _panels([t]) == [(x, y)]]
        about = [layout.get(f"{name[0]}axis{name[1:]}", {}) for name in (x, y)]
        self.x, self.y = (
            _Axis.of(a, self.traces, n[0]) for a, n in zip(about, (x, y), strict=True)
        )
        self.across, self.up = (each.get("domain", [0, 1]) for each in about)
        self.lines = [s for s in layout.get("shapes", ()) if s.get("xref") == x]
        slot = WIDTH * 0.86 * (self.across[1] - self.across[0]) / max(1, len(self.x.names))
        self.below = {name: _wrapped(name, slot) for _, name in self.x.ticks()}

    @property
    def room_left(self) -> float:
        """The room that the words beside the panel need."""
        words = max((len(name) for _, name in self.y.ticks()), default=0) * LETTER
        return words + GAP + LINE * len(self.y.title) + 12

    @property
    def room_below(self) -> float:
        """The room that the words below the panel need."""
        if self.up[0] > 0:  # another panel is there
            return 0.0
        return self._depth + LINE * len(self.x.title) + 10

    @property
    def _depth(self) -> float:
        return GAP + LINE * max((len(lines) for lines in self.below.values()), default=0)

    def drawn(self, area: Box) -> Iterator[str]:
        """Yield the panel, within what all of them have."""
        left, top, right, bottom = area
        box = (
            left + self.across[0] * (right - left), bottom - self.up[1] * (bottom - top),
            left + self.across[1] * (right - left), bottom - self.up[0] * (bottom - top),
        )  # fmt: skip
        yield from self._axes(box)
        bars = [trace for trace in self.traces if trace["type"] == "bar"]
        for trace in self.traces:
            match trace["type"]:
                case "bar":
                    yield from self._bars(trace, box, bars.index(trace), len(bars))
                case "heatmap":
                    yield from self._fields(trace, box)
                case _:
                    yield from self._line(trace, box)

    def _place(self, box: Box, x: Any, y: Any) -> tuple[float, float]:
        return self.x.at(x, box[0], box[2]), self.y.at(y, box[3], box[1])

    def _axes(self, box: Box) -> Iterator[str]:
        left, top, right, bottom = box
        for value, name in self.y.ticks():
            y = self.y.at(value, bottom, top)
            if not self.y.names:
                yield _stroke((left, y), (right, y), FAINT)
            yield _words(left - GAP, y + 4, [name], "end")
        for value, name in self.x.ticks():
            x = self.x.at(value, left, right)
            if self.y.names and not self.x.names:
                yield _stroke((x, top), (x, bottom), FAINT)
            yield _words(x, bottom + GAP + 10, self.below[name])
        yield _stroke((left, bottom), (right, bottom), FAINT)
        middle = (left + right) / 2, (top + bottom) / 2
        yield _words(middle[0], bottom + self._depth + 12, self.x.title)
        if self.y.title:
            x = left - self.room_left + 14
            turned = f'<g transform="rotate(-90 {_n(x)} {_n(middle[1])})">'
            yield f"{turned}{_words(x, middle[1], self.y.title)}</g>"
        for line in self.lines:
            x = self.x.at(line["x0"], left, right)
            yield _stroke((x, top), (x, bottom), GREY, ' stroke-dasharray="2 3"')

    def _bars(self, trace: Data, box: Box, number: int, of: int) -> Iterator[str]:
        lies = trace.get("orientation") == "h"
        along, values = (trace["y"], trace["x"]) if lies else (trace["x"], trace["y"])
        axis, height = (self.y, self.x) if lies else (self.x, self.y)
        ends = (box[3], box[1]) if lies else (box[0], box[2])
        unit = abs(axis.at(1, *ends) - axis.at(0, *ends)) if not axis.names else (
            abs(ends[1] - ends[0]) / len(axis.names)
        )  # fmt: skip
        thick = unit * (trace.get("width") or BAR) * (0.96 if trace.get("width") else 1) / of
        color = trace["marker"]["color"]
        reach = _intervals(trace, "x" if lies else "y")
        tall = (box[0], box[2]) if lies else (box[3], box[1])
        for place, value, (low, high) in zip(along, values, reach, strict=True):
            middle = axis.at(place, *ends) + (number - (of - 1) / 2) * thick
            begin, end = sorted((height.at(0, *tall), height.at(value, *tall)))
            sides = (begin, middle - thick / 2, end - begin, thick)
            x, y, w, h = sides if lies else (sides[1], sides[0], sides[3], sides[2])
            yield f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}" fill="{color}"/>'
            if low < high:
                ticks = [(height.at(edge, *tall), middle) for edge in (low, high)]
                yield _interval(*(each if lies else each[::-1] for each in ticks))

    def _line(self, trace: Data, box: Box) -> Iterator[str]:
        points = [self._place(box, x, y) for x, y in zip(trace["x"], trace["y"], strict=True)]
        line, marker = trace.get("line", {}), trace.get("marker", {})
        color = line.get("color") or marker.get("color")
        for low, high in _reach(trace):
            if low != high:
                yield _interval(self._place(box, *low), self._place(box, *high))
        if "lines" in trace["mode"] and points:
            path = _steps(points) if line.get("shape") == "hvh" else points
            corners = " ".join(f"{_n(x)},{_n(y)}" for x, y in path)
            if trace.get("fill") == "tozeroy":
                zero = _n(self.y.at(0, box[3], box[1]))
                below = f"{_n(path[0][0])},{zero} {corners} {_n(path[-1][0])},{zero}"
                yield f'<polygon points="{below}" fill="{color}" fill-opacity="0.4"/>'
            yield f'<polyline points="{corners}" fill="none" stroke="{color}" stroke-width="2"/>'
        if "markers" in trace["mode"]:
            for x, y in points:
                yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="4" fill="{color}"/>'
        if "text" in trace["mode"]:
            for (x, y), words in zip(points, trace["text"], strict=True):
                yield _words(x, y - 9, [words])

    def _fields(self, trace: Data, box: Box) -> Iterator[str]:
        known = [value for row in trace["z"] for value in row if value is not None]
        low, high = min(known), max(known)
        wide, tall = (box[2] - box[0]) / len(self.x.names), (box[3] - box[1]) / len(self.y.names)
        for y, row in zip(trace["y"], trace["z"], strict=True):
            for x, value in zip(trace["x"], row, strict=True):
                if value is None:
                    continue
                share = (value - low) / (high - low) if high > low else 0.5
                a, b = self._place(box, x, y)
                size = f'width="{_n(wide)}" height="{_n(tall)}"'
                corner = f'x="{_n(a - wide / 2)}" y="{_n(b - tall / 2)}"'
                yield f'<rect {corner} {size} fill="{_viridis(share)}"/>'
                ink = "#000" if share > 0.6 else "#fff"
                yield f'<g fill="{ink}">{_words(a, b + 4, [f"{value:.3g}"])}</g>'
        title = trace.get("colorbar", {}).get("title", {}).get("text", "")
        yield _words((box[0] + box[2]) / 2, box[1] - 12, [title])


def _reach(trace: Data) -> Iterator[tuple[tuple[Any, Any], tuple[Any, Any]]]:
    """Yield both ends of every interval of a line."""
    for n, (x, y) in enumerate(zip(trace["x"], trace["y"], strict=True)):
        for letter in ("x", "y"):
            if f"error_{letter}" in trace:
                low, high = _intervals(trace, letter)[n]
                yield ((low, y), (high, y)) if letter == "x" else ((x, low), (x, high))


def _steps(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return a line that changes its height halfway between points."""
    path = [points[0]]
    for (a, before), (b, after) in pairwise(points):
        path += [((a + b) / 2, before), ((a + b) / 2, after)]
    return [*path, points[-1]]


def _viridis(share: float) -> str:
    place = share * (len(VIRIDIS) - 1)
    k = min(int(place), len(VIRIDIS) - 2)
    mixed = zip(VIRIDIS[k], VIRIDIS[k + 1], strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (place - k)):02x}" for a, b in mixed)


def _wrapped(text: str, room: float) -> list[str]:
    """Wrap a text into lines that fit, and cut its end if there are too many."""
    most, lines = max(6, int(room / LETTER)), list[str]()
    for part in text.split("<br>"):
        line = ""
        for word in part.split():
            if line and len(f"{line} {word}") > most:
                lines.append(line)
                line = ""
            line = f"{line} {word}".strip()
        lines.append(line)
    short = [line if len(line) <= most + 2 else f"{line[:most]}…" for line in lines]
    return short if len(short) <= MOST_LINES else [*short[: MOST_LINES - 1], "…"]


def _legend(traces: Sequence[Data]) -> list[tuple[str, str]]:
    """Return the names of the traces, with their colors."""
    colors = (t.get("line", {}).get("color") or t.get("marker", {}).get("color") for t in traces)
    named = {trace.get("name", ""): color for trace, color in zip(traces, colors, strict=True)}
    return [(name, color) for name, color in named.items() if name]


def _keys(keys: Sequence[tuple[str, str]]) -> Iterator[str]:
    x = 16.0
    for name, color in keys:
        yield f'<rect x="{_n(x)}" y="8" width="10" height="10" fill="{color}"/>'
        yield _words(x + 15, 17, [name], "start")
        x += 15 + LETTER * len(name) + 24


def _titles(annotations: Sequence[Mapping[str, Any]], area: Box) -> Iterator[str]:
    left, top, right, bottom = area
    for each in annotations:
        x, y = left + each["x"] * (right - left), bottom - each["y"] * (bottom - top)
        yield f'<g font-size="15">{_words(x, y - 8, [each["text"]])}</g>'


def _stroke(a: tuple[float, float], b: tuple[float, float], color: str, more: str = "") -> str:
    ends = f'x1="{_n(a[0])}" y1="{_n(a[1])}" x2="{_n(b[0])}" y2="{_n(b[1])}"'
    return f'<line {ends} stroke="{color}"{more}/>'


def _interval(a: tuple[float, float], b: tuple[float, float]) -> str:
    return _stroke(a, b, GREY, ' stroke-width="2"')


def _words(x: float, y: float, lines: Sequence[str], anchor: str = "middle") -> str:
    place = f'x="{_n(x)}" text-anchor="{anchor}"'
    return "".join(
        f'<text {place} y="{_n(y + LINE * n)}">{escape(line)}</text>'
        for n, line in enumerate(lines)
    )


def _n(number: float) -> str:
    """Write a length briefly, and the same on every machine."""
    return f"{round(number, 1):g}"
