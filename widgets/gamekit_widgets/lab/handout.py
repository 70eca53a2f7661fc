"""The report of a lab as one web page, written in the background while the lab goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from threading import Thread
from typing import TYPE_CHECKING

import gamekit as gk
from gamekit.naming import called
from gamekit_widgets.drawing.picture import onlookers_view, scene_of
from gamekit_widgets.lab.report import Known

if TYPE_CHECKING:
    from gamekit.studies.report.page import Page


class Handout(Thread):
    """A report that is being written.

    Args:
        known: what it tells of.
        tell: is called with it once it is written, or could not be.

    Attributes:
        name: of the file.
        html: the page.
        problem: why there is none, in a sentence.
    """

    def __init__(self, known: Known, tell: Callable[[Handout], object]) -> None:
        super().__init__(daemon=True)
        self.name, self.html, self.problem = file_name(known.study.game), "", ""
        self._known, self._tell = known, tell

    def run(self) -> None:
        """Write it."""
        try:
            self.html = _page(self._known).html()
        except Exception as problem:  # a rule of somebody's own may raise anything
            self.problem = f"The report could not be written: {problem}"
        self._tell(self)


def _page(known: Known) -> Page:
    """Return the page of a comparison, or of a study that nothing is compared with."""
    from gamekit.studies.report.page import comparison_page, study_page

    return comparison_page(known.comparison) if known.comparison else study_page(known.study)


def file_name(game: gk.Game) -> str:
    """Return a name for the file of a report that every system takes."""
    words = re.sub(r"[^\w=.-]+", "-", f"{game.name}-{called(game)}")
    return f"{words[:80].strip('-.')}.html"


def saved(game: gk.Game, seed: int, problem: str, known: str) -> dict[str, object]:
    """Return the parameters, the board, and what is known of the variant, for a saved notebook."""
    view = onlookers_view(gk.Match(game, seed=seed))
    title = f"Variant lab: {called(game)}"
    listed = "\n".join([*_lines(game), *([problem] if problem else [])])
    return {
        "text/plain": "\n\n".join(filter(None, [title, listed, view.board_text(), known])),
        "text/html": f"<p>{escape(title)}</p><pre>{escape(listed)}</pre>"
        + scene_of(view).html()
        + (f"<pre>{escape(known)}</pre>" if known else ""),
    }


def _lines(game: gk.Game) -> list[str]:
    """List every parameter: its name, its value, what it means."""
    values = {name: str(value) for name, value in game.parameters.items()}
    names, widest = max(map(len, values)), max(map(len, values.values()))
    return [
        f"{name:<{names}}  {values[name]:<{widest}}  {option.doc} ({option.range})"
        for name, option in game.options.items()
    ]
