"""A playable table: board, prompt, clock, move list, hints, typed moves and explanations."""

from __future__ import annotations

import os
from collections.abc import Sequence

import gamekit as gk
from gamekit.bots import Bot
from gamekit.games import game_of
from gamekit.validation import switch
from gamekit_widgets.notebook_widgets import ListSurface
from gamekit_widgets.table.actions import TablePage
from gamekit_widgets.table.seats import Sitting, default_names


class Table(TablePage, ListSurface):
    """A table at which people and bots play one match.

    Args:
        game: a game, its name, or a match to go on with.
        seats: who plays each side: "human", a level from "novice" to "master", the name of another
            bot, such as "search:500", or a bot.
        viewer: whose eyes the table shows: "auto" (the person to move), 0, 1, gk.PUBLIC or gk.ALL.
            Where two people share a screen and have secrets, "auto" lets a curtain fall between
            their turns, and whoever is to move lifts it. At a table of player 0 or 1 only that
            player can act, at one of gk.PUBLIC nobody.
        assist: offer hints. Never under the official clock.
        open: let moves be taken back even after the roll or reveal that followed them. Never
            under the official clock.
        clock: None, "official" or a gk.Clock, for a new match.
        ask: first ask what the rules leave open, such as who starts. The button "New game …"
            asks the same at any time.
        journal: write matches down from the first move of a person on, so that nothing is lost:
            True for your folder of matches (`gk.matches()` lists those that are not over), a file
            that does not exist, or False, which is right where strangers share a server.

    `match` is the match itself. What can be done in the browser can be done from Python: `press`
    a cell, `type` a move, `click` a button, `look` at an earlier board.
    """

    def __init__(
        self,
        game: gk.Game | gk.Match | str,
        seats: Sequence[str | Bot] = ("human", "club"),
        viewer: int | str = "auto",
        assist: bool = True,
        open: bool = False,
        clock: gk.Clock | str | None = None,
        ask: bool = False,
        journal: str | os.PathLike[str] | bool = True,
    ) -> None:
        if not isinstance(game, gk.Match):
            game = game_of(game)
            match = gk.Match(game, clock=clock, players=default_names(game, seats))
        elif clock is None:
            match = game
        else:
            raise gk.GameError("This match already has its clock: leave out clock=.")
        if switch("open", open):
            match.open_up()
        super().__init__(Sitting(match, seats, viewer, assist, journal), ask)
        self._play_bots()
