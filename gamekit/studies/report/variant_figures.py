"""Figures of many variants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import pandas as pd
import plotly.graph_objects as go

from gamekit.studies.report.figures import BLUE, GREY, on_any_page

LINES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")  # Okabe and Ito's


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
        parameters: whose values were tried.
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
    """Return the difference that each change makes in one measure, the largest effect on top."""
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
