"""A playable table: board, prompt, clock, move list, hints, typed moves and explanations."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import gamekit as gk
from gamekit.bots import Bot
from gamekit.games import game_of
from gamekit.validation import switch
from gamekit_widgets.page import Deeds
from gamekit_widgets.page_data import note
from gamekit_widgets.page_widget import ListSurface
from gamekit_widgets.table.hints import Advice
from gamekit_widgets.table.look_back import Review
from gamekit_widgets.table.play import Play
from gamekit_widgets.table.seats import Sitting
from gamekit_widgets.table.start_form import as_text, default_names, why_not_offered

PACES = ("slow", "normal", "fast")  # at which bots play by themselves


class Table(Play, ListSurface):
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
    a cell, `dial` a number, `type` a move, `click` a button, `look` at an earlier board.
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
        super().__init__(Sitting(match, seats, viewer, assist, journal))
        self._top.kept = self._sitting.offer()
        if ask:
            self._top.settings = self._sitting.settings
        self._play_bots()

    # --- buttons -------------------------------------------------------------------------------

    def _undo(self) -> None:
        if self._top.drafts.has_latest(self.match):
            self._top.drafts.undo()
            self._gesture.say(None)
            self.show()
        else:
            self._go(self._sitting.undo_target)

    def _redo(self) -> None:
        self._go(self._sitting.persons_turn(self.match.ply + 1))

    def _latest(self) -> None:
        self.look(self.match.ply)

    def _here(self) -> None:
        review, ply = self._top.review, self._top.ply
        if review:  # the match that was played stays as it is
            self._sitting.begin(self.match.fork().goto(ply))
            self._begin()
            if ply in review.lessons:
                self._gesture.say(note(review.task(ply)))
                self.show()
        else:
            self._go(self._top.ply)

    def _hint(self) -> None:
        view = self.match.view(self.match.to_act)
        self._gesture.say(note("Looking for good moves …", "news"))
        self.show()
        buttons = {each["name"]: each["label"] for each in self.shown["choices"]}
        self._top.advice = Advice(view, self._sitting.luck, buttons)
        self._gesture.say(self._top.advice.message)
        self.show()

    def _think_on(self) -> None:
        """Think a little more about what is shown, while somebody looks at it."""
        advice, review = self._top.advice, self._top.review
        self._top.thoughts += 1
        if review:
            review.think()
        elif advice and not advice.is_done:
            advice.think()
            if self._gesture.message and self._gesture.message["kind"] == "news":
                self._gesture.say(advice.message)
        self.show()

    def _look_back(self) -> None:
        """Look at every decision; the page asks for more while it is shown."""
        self._gesture.say(None)
        self._top.review = Review(self.match, self._sitting.looked_back_at, 1)
        self.show()

    def _pause(self) -> None:
        """Stop the clock behind a curtain."""
        self._sitting.pause()
        self._gesture.let_go()
        self.show()

    def _resume(self) -> None:
        self._sitting.resume()
        self.show()

    def _lift(self) -> None:
        self._top.clear()
        with self._acting():
            self._sitting.lift_curtain()
        self.show()

    def _step(self) -> None:
        self._top.at = None
        self._let_bot_move()
        self._top.is_running &= not self.match.result
        self.show()

    def _run(self) -> None:
        self._top.at = None
        self._top.is_running = not self._top.is_running
        self.show()

    # --- another match -------------------------------------------------------------------------

    def set_up(self, **settings: str) -> None:
        """Begin a new match; what is not given stays as it was: set_up(first="random").

        Settings: name_0, name_1, seat_0, seat_1 (as in `seats`), dmo, first, clock, play.
        """
        answers = {name.replace("_", "-"): as_text(name, to) for name, to in settings.items()}
        if unknown := set(answers) - set(self._sitting.settings):
            raise gk.GameError(f"There is no such setting: {', '.join(sorted(unknown))}.")
        self._settle(answers)

    def _answer(self, answers: Mapping[str, object]) -> None:
        """Hear the answers to the form, if it is there, and if it offers them."""
        if self._top.settings is None:
            why = "Nothing was asked: press “New game …” first."
        else:
            why = why_not_offered(self.shown["form"], answers)
        if why:
            self._gesture.say(note(why, "refusal"))
            self.show()
        else:
            self._settle({name: str(chosen) for name, chosen in answers.items()})

    def _settle(self, answers: Mapping[str, str]) -> None:
        """Begin a match with these settings, or say why that cannot be."""
        settings = {**self._sitting.settings, **answers}
        try:
            self._sitting.settle(settings)
        except gk.GameError as problem:
            if self._top.settings is not None:
                self._top.settings = settings
            self._gesture.say(note(str(problem), "refusal"))
            self.show()
        else:
            self._begin()

    def _new(self) -> None:
        self._sitting.play_again()
        self._begin()

    def _go_on(self) -> None:
        """Go on with the match that was left."""
        kept, self._top.kept = self._top.kept, None
        try:
            self._sitting.go_on_with(kept)
        except gk.GameError as problem:
            self._gesture.say(note(str(problem), "refusal"))
            self.show()
        else:
            self._begin()

    def _begin(self) -> None:
        self._top.settings = self._top.kept = None
        self._top.clear()
        self._play_bots()

    def _ask(self) -> None:
        self._top.settings = self._sitting.settings
        self._top.is_running = False
        self._gesture.say(None)
        self.show()

    def _cancel(self) -> None:
        self._top.settings = None
        self._gesture.say(None)
        self._play_bots()

    # --- what the browser reports --------------------------------------------------------------

    _buttons: ClassVar[Mapping[str, Callable[[Any], None]]] = {
        **Play._buttons,
        "undo": _undo,
        "redo": _redo,
        "latest": _latest,
        "here": _here,
        "hint": _hint,
        "back": _look_back,
        "new": _new,
        "go-on": _go_on,
        "lift": _lift,
        "step": _step,
        "run": _run,
        "ask": _ask,
        "cancel": _cancel,
        "pause": _pause,
        "resume": _resume,
    }

    def _deeds(self) -> Deeds:
        return {
            **super()._deeds(),
            "answer": (dict, self._answer),
            "pace": (str, self._set_pace),
            "think": (str, lambda _: self._think_on()),
        }

    def _set_pace(self, pace: str) -> None:
        if pace in PACES and self._sitting.is_watched:
            self._top.pace = pace
        self.show()
