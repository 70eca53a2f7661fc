"""A table on a page of the site: Python runs in the visitor's browser, in a worker beside the page.

`js/play/` is the other end. The page shows the opening at once, from what was drawn when the site was
built; by the time its Python is awake, the same match waits there for the first press.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable

import gamekit as gk
from gamekit.chance import fresh_seed
from gamekit.storage.links import SITE, unpacked
from gamekit_widgets.page import Carried
from gamekit_widgets.page_data import Shown, note
from gamekit_widgets.table.actions import TablePage
from gamekit_widgets.table.seats import Sitting
from gamekit_widgets.table.start_form import default_names

SEATS = ("human", "club")
SEED = 1  # of what is drawn before the first move, when the site is built


class PlayPage(Carried, TablePage):
    """A table that one page shows.

    Args:
        match: what is played.
        post: takes what changed, as JSON.
        seats: who plays each side.
    """

    def __init__(
        self, match: gk.Match, post: Callable[[str], object], seats: tuple[str, str] = SEATS
    ) -> None:
        super().__init__(Sitting(match, seats, journal=False))
        self._post = post
        self.wake = self._send_news
        self._play_bots()

    def show(self) -> None:
        """Show the table as it is now."""
        self.attend()
        super().show()

    def say(self, text: str) -> None:
        """Show a sentence."""
        self._gesture.say(note(text, "refusal"))
        self.show()

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


def begin(game: str, link: str, site: str, post: Callable[[str], object]) -> PlayPage:
    """Sit down at the table of a page.

    Args:
        game: its name.
        link: what stands behind the "#" of the page's address, see `gamekit.storage.links`; or nothing.
        site: the address of the site, for links to be shared.
        post: takes what changed, as JSON.
    """
    os.environ[SITE] = site
    try:
        return sit_down(link, post) if link else PlayPage(opening(game), post)
    except gk.GameError as problem:
        page = PlayPage(opening(game), post)
        page.say(str(problem))
        return page


def sit_down(link: str, post: Callable[[str], object]) -> PlayPage:
    """Sit down where a link leads: the visitor takes the place of the player to act."""
    match: gk.Match = unpacked(link).match()
    seats = SEATS[::-1] if match.to_act == 1 else SEATS
    match.rename(*default_names(match.game, seats))
    return PlayPage(match, post, seats)
