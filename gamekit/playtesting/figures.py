"""The figures of a study."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

if TYPE_CHECKING:
    from gamekit.playtesting.study import Study

BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#767676"  # Okabe and Ito's colour-blind safe palette
FAINT = "rgba(128,128,128,0.35)"
BARS = 40  # at most so many bars in a histogram


def study_figure(study: Study) -> go.Figure:
    """Return two plots: the share of each ending with its interval, and the lengths of games."""
    figure = make_subplots(
        cols=2, subplot_titles=("How games end", "How long they last"), horizontal_spacing=0.14
    )
    endings = study.endings()
    figure.add_bar(
        x=[_ending_label(study, name) for name in endings["ending"]],
        y=endings["share"].round(4).tolist(),
        error_y={
            "type": "data",
            "array": (endings["high"] - endings["share"]).round(4).tolist(),
            "arrayminus": (endings["share"] - endings["low"]).round(4).tolist(),
            "color": GREY,
        },
        marker_color=BLUE,
        row=1,
        col=1,
    )
    centres, counts, width = _histogram(study.games["moves"].to_numpy())
    figure.add_bar(x=centres, y=counts, width=width, marker_color=ORANGE, row=1, col=2)
    figure.update_yaxes(
        title_text="share of games, 95 % interval", rangemode="tozero", row=1, col=1
    )
    figure.update_xaxes(title_text="moves", row=1, col=2)
    figure.update_yaxes(title_text="games", row=1, col=2)
    figure.update_layout(
        template="none",
        showlegend=False,
        height=360,
        margin={"t": 48, "r": 16},
        font_color=GREY,  # readable on light and dark pages
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
    )
    figure.update_xaxes(gridcolor=FAINT, zerolinecolor=FAINT, linecolor=FAINT)
    figure.update_yaxes(gridcolor=FAINT, zerolinecolor=FAINT, linecolor=FAINT)
    return figure


def _ending_label(study: Study, ending: str) -> str:
    if ending == "capped":
        return "capped<br>too long"
    return f"{ending}<br>{study.game.rulebook[ending].title}"


def _histogram(
    moves: np.ndarray[tuple[int], np.dtype[np.int64]],
) -> tuple[list[float], list[int], int]:
    """Return the centres, counts and width of bars of whole moves."""
    low, high = int(moves.min()), int(moves.max())
    width = -(-(high - low + 1) // BARS)
    edges = np.arange(low, high + width + 1, width)
    counts, _ = np.histogram(moves, edges)
    return [float(edge) + (width - 1) / 2 for edge in edges[:-1]], counts.tolist(), width
