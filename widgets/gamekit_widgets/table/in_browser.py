"""A table on a page of the site: Python runs in the visitor's browser, in a worker beside the page.

`js/play/` is the other end. The page shows the opening at once, from what was drawn when the site was
built; by the time its Python is awake, the same match waits there for the first press.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import gamekit as gk
from gamekit.chance import fresh_seed
from gamekit_widgets.carried import Carried
from gamekit_widgets.page_data import Shown
from gamekit_widgets.table.play import TablePage
from gamekit_widgets.table.seats import Sitting
from gamekit_widgets.table.start_form import default_names

SEATS = ("human", "club")
SEED = 1  # of what is drawn before the first move, when the site is built


class PlayPage(Carried, TablePage):
    """A table that one page shows.

    Args:
        match: what is played.
        post: takes what changed, as JSON.
    """

    def __init__(self, match: gk.Match, post: Callable[[str], object]) -> None:
        super().__init__(Sitting(match, SEATS, journal=False))
        self._post = post
        self.wake = self._send_news
        self._play_bots()

    def show(self) -> None:
        """Show the table as it is now."""
        self.attend()
        super().show()

    def _send_news(self) -> None:
        messages, self.messages = self.messages, []
        self._post(json.dumps({"shown": self.fresh(), "more": messages}))

    def _drawn(self) -> Shown:
        return self._top.shown()


def opening(game: str) -> gk.Match:
    """Return the match that a page begins with.

    Its first roll or deal is the same for everybody, so that it can be drawn ahead. What comes later
    has 64 bits of the system's chance.
    """
    found = gk.load(game)
    match = gk.Match(found, seed=SEED, players=default_names(found, SEATS))
    return match.fork(seed=fresh_seed())


def drawn_ahead(game: str) -> str:
    """Return what a page shows before its Python is awake, as JSON."""
    told: list[str] = []
    PlayPage(opening(game), told.append)
    return told[-1]


def begin(game: str, link: str, post: Callable[[str], object]) -> PlayPage:
    """Sit down at the table of a page.

    Args:
        game: its name.
        link: what stands behind the address of the page, see `gamekit.storage.links`; may be empty.
        post: takes what changed, as JSON.
    """
    return PlayPage(opening(game), post)
