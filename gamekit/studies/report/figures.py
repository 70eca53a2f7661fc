"""The figures of studies, comparisons and many variants."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from gamekit.contract import Game
from gamekit.studies.measures import FIRST_PLAYER
from gamekit.studies.report.still import shown_figure
from gamekit.studies.statistics import Flags, histogram, lasting

BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#767676"  # Okabe and Ito's colour-blind safe palette
FAINT = "rgba(128,128,128,0.35)"
LINE = 14  # characters on a line below a narrow bar
LINES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")  # Okabe and Ito's


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
    def endings(self) -> pd.DataFrame: ...


def study_figure(study: Measured) -> go.Figure:
    """Return two plots: the share of each ending with its interval, and the lengths of games."""
    figure = make_subplots(
        cols=2, subplot_titles=("How games end", "How long they last"), horizontal_spacing=0.14
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
    centres, (counts,), width = histogram(lasting(study))
    figure.add_bar(x=centres, y=counts, width=width, marker_color=ORANGE, row=1, col=2)
    figure.update_yaxes(
        title_text="share of games, 95 % interval", rangemode="tozero", row=1, col=1
    )
    figure.update_xaxes(title_text="moves", row=1, col=2)
    figure.update_yaxes(title_text="games", row=1, col=2)
    figure.update_layout(showlegend=False, height=360, margin={"t": 48, "r": 16})
    return on_any_page(figure, "Two plots: how games end, and how long they last.")


def comparison_figure(studies: Mapping[str, Measured]) -> go.Figure:
    """Return three plots, one below the other, for a narrow page: the starter's score, the endings
    and the lengths of games, for one study or two side by side.

    Args:
        studies: by name.
    """
    figure = make_subplots(
        rows=3,
        subplot_titles=("Score of whoever starts", "How games end", "How long they last"),
        vertical_spacing=0.15,
        row_heights=[0.18 + 0.04 * len(studies), 0.42, 0.34],
    )
    for (name, study), colour in zip(studies.items(), (BLUE, ORANGE), strict=False):
        _add(figure, name, study, colour)
    figure.add_vline(x=0.5, line_color=GREY, line_dash="dot", row=1, col=1)
    figure.update_xaxes(nticks=5, row=1, col=1)
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
    told = "Plots: the starter's score, how games end, how long they last."
    return on_any_page(figure, told)


def _add(figure: go.Figure, name: str, study: Measured, colour: str) -> None:
    """Add a study to the three plots."""
    of_it = {"name": name, "legendgroup": name}
    start = _with_interval(study.metrics.loc[[FIRST_PLAYER]], "value")
    figure.add_scatter(
        x=start.pop("at"), y=[name], error_x=start, mode="markers", marker_color=colour,
        marker_size=9, showlegend=False, **of_it, row=1, col=1,
    )  # fmt: skip
    endings = study.endings()
    share = _with_interval(endings, "share")
    figure.add_bar(
        x=[_narrow(_ending_label(study, ending)) for ending in endings["ending"]],
        y=share.pop("at"), error_y=share, marker_color=colour, **of_it, row=2, col=1,
    )  # fmt: skip
    centres, (counts,), width = histogram(lasting(study))
    shares = [round(count / width / len(study.games), 5) for count in counts]
    figure.add_scatter(
        x=centres, y=shares, line={"color": colour, "shape": "hvh"}, fill="tozeroy",
        mode="lines", showlegend=False, **of_it, row=3, col=1,
    )  # fmt: skip


class Plots(go.Figure):  # type: ignore[misc] # plotly has no types
    """A figure that leaves a still picture and a sentence beside it in a notebook."""

    def _ipython_display_(self) -> None:
        from IPython import display

        display.display(shown_figure(self, self._told), raw=True)  # type: ignore[no-untyped-call]


def on_any_page(figure: go.Figure, told: str) -> Plots:
    """Return a figure that is legible on light and dark pages, and where no code runs.

    Args:
        figure: of plotly.
        told: what it shows, in a sentence.
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
    plots._told = told
    return plots


def _with_interval(table: pd.DataFrame, value: str) -> dict[str, Any]:
    """Return values (`at`) with their error bars, as plotly wants them."""
    return {
        "at": table[value].round(4).tolist(),
        "type": "data",
        "array": (table["high"] - table[value]).round(4).tolist(),
        "arrayminus": (table[value] - table["low"]).round(4).tolist(),
        "color": GREY,
    }


def _narrow(label: str) -> str:
    """Break a label into short lines."""
    return "<br>".join(line for part in label.split("<br>") for line in textwrap.wrap(part, LINE))


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
        variants: of each row.
        effects: on the measure, by variant.
        parameters: the parameters whose values were tried.
        measure: its name.
    """
    rows = pd.DataFrame([dict(variants[k].changes) for k in effects.index], index=effects.index)
    title = f"{measure} ({effects['unit'].iloc[0]})"
    draw = _map if len(parameters) == 2 else _lines
    figure = draw(rows.map(_tick), effects, list(parameters), title)
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
            error_y=_reach(part),
        )  # fmt: skip
    figure.update_xaxes(type="category", title_text=first)
    figure.update_yaxes(title_text=f"{title}<br>bars: interval of the difference")
    figure.update_layout(showlegend=bool(others))
    return figure


def ablation_figure(variants: Sequence[Changed], effects: pd.DataFrame, measure: str) -> go.Figure:
    """Return the difference each change makes in one measure, the largest effect on top."""
    names = [", ".join(f"{k}={v}" for k, v in variants[n].changes.items()) for n in effects.index]
    across = {**_reach(effects), "color": GREY}
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


def _reach(rows: pd.DataFrame) -> dict[str, Any]:
    """Return error bars of the differences."""
    return {
        "type": "data",
        "array": (rows["high"] - rows["difference"]).round(4).tolist(),
        "arrayminus": (rows["difference"] - rows["low"]).round(4).tolist(),
    }


def _tick(value: object) -> str:
    return str(value)
