"""A table, a puzzle or a finished game on a page of the site. Python runs in a worker beside the page.

`js/play.js` is the other end. The page shows the opening at once, because the site's build has drawn it.
Once Python is awake, the same match takes the first press.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Self

import gamekit as gk
from gamekit.chance import fresh_seed
from gamekit.puzzle import Puzzle
from gamekit.storage.record import SITE, unpacked
from gamekit_widgets.browser_page import Carried, Shown, note
from gamekit_widgets.replay import ReplayPage
from gamekit_widgets.table.seats import Sitting, default_names
from gamekit_widgets.table.tabletop import TablePage
from gamekit_widgets.task import Solve, posed

SEATS = ("human", "club")
SEED = 1  # of the opening that the site's build draws


class Posted(Carried):
    """A page that runs in a worker.

    Attributes:
        post: sends changes to the browser, as JSON.
    """

    post: Callable[[str], object]

    def begin(self, post: Callable[[str], object]) -> Self:
        """Show the page now and after every change, and return it."""
        self.post, self.wake = post, self._send_news
        Carried.show(self)
        return self

    def _send_news(self) -> None:
        messages, self.messages = self.messages, []
        self.post(json.dumps({"shown": self.fresh(), "more": messages}))


class PlayPage(Posted, TablePage):
    """A table.

    Args:
        match: what is played.
        seats: who plays each side.
    """

    def __init__(self, match: gk.Match, seats: tuple[str, str] = SEATS) -> None:
        super().__init__(Sitting(match, seats, journal=False))

    def begin(self, post: Callable[[str], object]) -> Self:
        """Show the table, let bots play until a person is to move, and return it."""
        super().begin(post)
        self._play_bots()
        return self

    def show(self) -> None:
        """Show the table again."""
        self.attend()
        super().show()

    def say(self, text: str) -> None:
        """Show a sentence."""
        self._gesture.say(note(text, "refusal"))
        self.show()

    def _drawn(self) -> Shown:
        return self._top.shown()


class PuzzlePage(Posted, Solve):
    """A puzzle."""


class GamePage(Posted, ReplayPage):
    """A finished game to step through."""

    def show(self, at: int | None = None) -> None:
        """Show the board after `at` moves, or the latest board."""
        ReplayPage.show(self, at)

    def _draw(self) -> None:
        Carried.show(self)


def opening(game: str) -> gk.Match:
    """Return a page's first match.

    Everybody gets the same first roll or deal, so that the build can draw it. After that, chance comes from a fresh
    seed.
    """
    found = gk.load(game)
    match = gk.Match(found, seed=SEED, players=default_names(found, SEATS))
    return match.fork(seed=fresh_seed())


def drawn_ahead(game: str) -> str:
    """Return, as JSON, what a page shows before Python wakes up."""
    page = PlayPage(opening(game)).begin(lambda _: None)
    return json.dumps({"shown": page.fresh(whole=True)})


def begin(game: str, link: str, site: str, post: Callable[[str], object]) -> Posted:
    """Show the table of a page, or what a link opens instead.

    Args:
        game: the game's name.
        link: the part of the page's address after "#", as `gamekit.storage.record` writes it. It may be empty.
        site: the address of the site, for links that people share.
        post: sends changes to the browser, as JSON.
    """
    os.environ[SITE] = site
    try:
        page = linked(link) if link else PlayPage(opening(game))
        return page.begin(post)
    except gk.GameError as problem:
        table = PlayPage(opening(game)).begin(post)
        table.say(str(problem))
        return table


def linked(link: str) -> Posted:
    """Return what a link opens: a puzzle, a finished game, or a table.

    At the table the visitor takes the place of the player to act.
    """
    record, puzzle = unpacked(link)
    match: gk.Match = record.match()
    if puzzle is not None:
        return PuzzlePage(*posed(Puzzle.of(match, puzzle)))
    if match.result:
        return GamePage(match, gk.PUBLIC, True, 1)
    seats = SEATS[::-1] if match.to_act == 1 else SEATS
    match.rename(*default_names(match.game, seats))
    return PlayPage(match, seats)
