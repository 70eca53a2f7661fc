"""The report of a lab as one web page, written in the background while the lab goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING

import gamekit as gk
from gamekit.naming import called
from gamekit_widgets.lab.known import Known

if TYPE_CHECKING:  # a browser kernel plays without what playtests need
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
