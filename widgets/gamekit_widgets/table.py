"""A playable table: board, prompt, clock, move list, hints, typed moves and explanations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import gamekit as gk
from gamekit.view import HIDDEN
from gamekit_widgets.curtain import Curtain
from gamekit_widgets.picture import scene_of
from gamekit_widgets.scene import Hand, Scene, Ways
from gamekit_widgets.scenes import scenery
from gamekit_widgets.start import new_match, questions, seat_name, settings_of
from gamekit_widgets.stopwatch import Stopwatch
from gamekit_widgets.surface import (
    Control,
    Deeds,
    Hint,
    Message,
    Move,
    Player,
    Shown,
    Surface,
    Times,
    dials,
    in_space,
    law,
    note,
    options,
    refusal,
)
from gamekit_widgets.svg import render

if TYPE_CHECKING:
    from gamekit.bots import Bot
    from gamekit.view import Entry

ADVISER = "search:1000"  # the bot that is asked for hints
HINTS = 5  # so many moves a hint shows
PACES = ("slow", "normal", "fast")  # at which bots play by themselves


class Table(Surface):
    """A table at which people and bots play one match.

    Args:
        game: a game, its name, or a match to go on with.
        seats: who plays each side: "human", a bot's name such as "search:500", or a bot.
        viewer: whose eyes the table shows: "auto" (the person to move), 0, 1, gk.PUBLIC or gk.ALL.
            Where two people share a screen and have secrets, "auto" lets a curtain fall between
            their turns, and whoever is to move lifts it.
        assist: offer hints. Never under the official clock.
        open: let moves be taken back even after the roll or reveal that followed them. Never
            under the official clock.
        clock: None, "official" or a gk.Clock, for a new match.
        ask: first ask what the rules leave open, such as who starts. The button "New game …"
            asks the same at any time.

    `match` is the match itself. What can be done in the browser can be done from Python: `press`
    a cell, `dial` a number, `type` a move, `click` a button, `look` at an earlier board.
    """

    def __init__(
        self,
        game: gk.Game | gk.Match | str,
        seats: Sequence[str | Bot] = ("human", "search:500"),
        viewer: int | str = "auto",
        assist: bool = True,
        open: bool = False,
        clock: gk.Clock | str | None = None,
        ask: bool = False,
    ) -> None:
        super().__init__()
        if isinstance(game, gk.Match):
            if clock is not None:
                raise gk.GameError("This match has its clock already: leave out clock=.")
            self.match = game
        else:
            self.match = gk.Match(game, clock=clock)
        if len(seats) != 2:
            raise gk.GameError(f"seats={seats!r}: give two, one for each player.")
        if not isinstance(viewer, str):
            self.match.view(viewer)  # refuses what is no viewer
        elif viewer != "auto":
            raise gk.GameError(f'viewer={viewer!r}: give "auto", 0, 1, gk.PUBLIC or gk.ALL.')
        self.match.open = self.match.open or open
        self.assist = assist and not self.match.official
        self._may_assist = assist
        self._viewer_wanted = viewer
        self._sit_down(seats)
        self._curtain = Curtain()
        self._pace = "normal"
        self._notes = {0: "", 1: ""}
        self._settings = settings_of(self.match, seats)
        self._is_asking = ask
        self._known_ways: tuple[object, Ways] = None, {}
        self._on: frozenset[str] = frozenset()  # switches beside the board
        self._switches: frozenset[str] = frozenset()
        self._start_afresh()
        self._play_bots()

    def _sit_down(self, seats: Sequence[str | Bot]) -> None:
        self._bots = [_bot(seat) for seat in seats]
        self._seats = tuple(seats)
        self._who = [_called(seat, seats) for seat in seats]

    def _start_afresh(self) -> None:
        """Forget what was done at the table, not in the match."""
        self._pressed: tuple[str, ...] = ()
        self._dialled: Mapping[str, int] = {}
        self._refused: tuple[str, ...] = ()
        self._message: Message | None = None
        self._hints: list[Hint] = []
        self._at: int | None = None  # None: now
        self._is_resigning = False
        self._is_running = False  # bots play by themselves

    # --- what can be done ----------------------------------------------------------------------

    def press(self, what: str) -> None:
        """Press a cell ("B2"), or one of the choices beside the board."""
        if what in self._switches:
            self._on ^= {what}
        elif what in self._pressed:
            self._release(what)
        elif self._can_move():
            view, scene = self._view(), scenery(self.match.game.name)
            pressed = (*self._pressed, what)
            text = scene.compose(view, pressed)
            if text is not None:
                self._play(text)
                return
            if Hand(pressed, self._ways(view)).next:
                self._pressed = pressed
                self._say(None)
            elif not self._explain(scene.attempt(view, pressed)) and self._pressed:
                self._pressed = ()  # nothing is wrong with it: it begins another move
                self.press(what)
                return
        self.show()

    def _release(self, what: str) -> None:
        """Let go of this, and of what was pressed after it where that makes no sense without."""
        rest = tuple(pressed for pressed in self._pressed if pressed != what)
        makes_sense = bool(Hand(rest, self._ways(self._view())).next)
        self._pressed = rest if makes_sense else self._pressed[: self._pressed.index(what)]
        self._say(None)

    def dial(self, name: str, by: int) -> None:
        """Turn a dial beside the board by so much: dial("dice", 2)."""
        if self._can_move():
            hand = self._hand(self._view())
            self._dialled = hand.turn(self._scene(self._view()).dials, name, by)
        self.show()

    def type(self, text: str) -> None:
        """Play a move written in notation."""
        if self._can_move():
            self._play(text)
        else:
            self.show()

    def click(self, button: str) -> None:
        """Use a button by its name: "undo", "redo", "hint", "resign", "ask", "lift", "pause", ..."""
        known = {control["name"]: control["why"] for control in self._buttons_shown()}
        if button not in known:
            raise gk.GameError(f"There is no button {button!r} now: {', '.join(known)}.")
        if known[button]:
            self._say(note(known[button], "refusal"))
            self.show()
            return
        was_resigning, self._is_resigning = self._is_resigning, False
        if button == "resign" and not was_resigning:
            self._is_resigning = True
            self._say(note("Press Resign once more to give up the game."))
            self.show()
            return
        self._buttons[button](self)

    def set_up(self, **settings: str) -> None:
        """Begin a new match; what is not given stays as it was: set_up(first="random").

        Settings: name_0, name_1, seat_0, seat_1 (as in `seats`), dmo, first, clock, play.
        """
        answers = {name.replace("_", "-"): chosen for name, chosen in settings.items()}
        if unknown := set(answers) - set(settings_of(self.match, self._seats)):
            raise gk.GameError(f"There is no such setting: {', '.join(sorted(unknown))}.")
        self._answer(answers)

    def _answer(self, answers: Mapping[str, object]) -> None:
        """Begin a match as the form says, or say why that cannot be."""
        answered = {name: chosen for name, chosen in answers.items() if isinstance(chosen, str)}
        settings = {**settings_of(self.match, self._seats), **answered}
        try:
            match = new_match(self.match, settings)
            known = {seat_name(seat): seat for seat in self._seats}
            chosen = [settings[f"seat-{player}"] for player in range(2)]
            self._sit_down([known.get(seat, seat) for seat in chosen])
        except gk.GameError as problem:
            self._settings = settings
            self._say(note(str(problem), "refusal"))
            self.show()
            return
        self.assist = self._may_assist and settings["play"] == "teaching"
        self._begin_match(match)

    def look(self, ply: int) -> None:
        """Show the board as it was after so many moves; moves taken back come back."""
        if ply > self.match.ply:
            self._go(self._persons_turn(min(ply, self.match.plies)))
            return
        self._let_go()
        self._at = max(0, ply) if ply != self.match.ply else None
        self._message = None
        self.show()

    def _let_go(self) -> None:
        self._pressed = self._refused = ()

    def _undo(self) -> None:
        self._go(self._undo_target())

    def _redo(self) -> None:
        self._go(self._persons_turn(self.match.ply + 1))

    def _here(self) -> None:
        self._go(self._shown_ply())

    def _go(self, ply: int) -> None:
        self.match.goto(ply)
        self._start_afresh()
        self._play_bots()

    def _hint(self) -> None:
        mover = self.match.to_act
        self._say(note("Looking for good moves …", "news"))
        self.show()
        thoughts = gk.bot(ADVISER).think(self.match.view(mover), seed=self._luck())
        self._hints = [
            {"text": each.text, "value": each.value, "low": each.low, "high": each.high}
            for each in thoughts[:HINTS]
        ]
        self._say(None)
        self.show()

    def _resign(self) -> None:
        self.match.resign(self._resigner())
        self._start_afresh()
        self.show()

    def _new(self) -> None:
        old = self.match
        clock = old.clock.copy() if old.clock else None
        if clock:
            clock.left = clock.total, clock.total
        self._begin_match(
            gk.Match(
                old.game,
                first=old.first,
                dmo=old.dmo,
                players=old.names,
                clock="official" if old.official else clock,
                open=old.open,
            )
        )

    def _begin_match(self, match: gk.Match) -> None:
        self.match = match
        self._is_asking = False
        self._curtain = Curtain()
        self._notes = {0: "", 1: ""}
        self._start_afresh()
        self._play_bots()

    def _ask(self) -> None:
        self._settings = settings_of(self.match, self._seats)
        self._is_asking = True
        self._is_running = False
        self._say(None)
        self.show()

    def _cancel(self) -> None:
        self._is_asking = False
        self._say(None)
        self._play_bots()

    def _pause(self) -> None:
        """Stop the clock behind a curtain."""
        if not isinstance(self.match.timer, Stopwatch):
            self.match.timer = Stopwatch(self.match.timer)
        self.match.timer.stop()
        self._let_go()
        self.show()

    def _resume(self) -> None:
        if isinstance(self.match.timer, Stopwatch):
            self.match.timer.go_on()
        self.show()

    def _is_paused(self) -> bool:
        return isinstance(self.match.timer, Stopwatch) and self.match.timer.is_stopped

    def _lift(self) -> None:
        """Show the player to move what they know; their time counts from now on."""
        self._start_afresh()
        self._curtain.lift(self.match)
        if self.match.clock:
            self.match.goto(self.match.ply)
        self.show()

    def _step(self) -> None:
        self._at = None
        self._bot_moves()
        self._is_running = self._is_running and not self.match.result
        self.show()

    def _run(self) -> None:
        self._at = None
        self._is_running = not self._is_running
        self.show()

    _buttons: ClassVar[dict[str, Callable[[Table], None]]] = {
        "undo": _undo,
        "redo": _redo,
        "here": _here,
        "hint": _hint,
        "resign": _resign,
        "new": _new,
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
            "press": (str, self.press),
            "more": (str, lambda name: self.dial(name, 1)),
            "less": (str, lambda name: self.dial(name, -1)),
            "type": (str, self.type),
            "click": (str, self._clicked),
            "look": (int, self.look),
            "leave": (str, lambda _: self._leave()),
            "flag": (int, self._flag),
            "hello": (str, lambda _: self.show()),
            "answer": (dict, self._answer),
            "pace": (str, self._set_pace),
            "pad": (int, self._send_notes),
            "notes": (dict, self._write_notes),
        }

    def _set_pace(self, pace: str) -> None:
        if pace in PACES:
            self._pace = pace
        self.show()

    # Notes are for one player's eyes: they are never part of what is shown, which notebooks save.

    def _send_notes(self, player: int) -> None:
        """Send a player's notes, while it is this player who looks."""
        if player == self._pad():
            self.send({"pad": player, "notes": self._notes[player]})

    def _write_notes(self, written: Mapping[str, object]) -> None:
        """Keep what a player typed."""
        player, text = written.get("pad"), written.get("text")
        if player == self._pad() and isinstance(player, int) and isinstance(text, str):
            self._notes[player] = text

    def _pad(self) -> int | None:
        """Return the player whose notes may be read and written now."""
        viewer = self._viewer()
        return viewer if viewer in (0, 1) and not self._is_watched() else None

    def _clicked(self, button: str) -> None:
        """A click may arrive after its button has gone; then it means nothing."""
        if any(control["name"] == button for control in self._buttons_shown()):
            self.click(button)

    def _leave(self) -> None:
        """Let go of what was pressed."""
        self._let_go()
        self.show()

    def _flag(self, player: int) -> None:
        """The browser saw a clock at zero; the match's own clock decides."""
        match = self.match
        if match.clock and match.to_act == player and not self._is_covered():
            if match.clock.is_out(player, match.seconds_used()):
                match.flag(player)
                self._start_afresh()
            self.show()

    # --- playing -------------------------------------------------------------------------------

    def _can_move(self) -> bool:
        """Is a person to move on the board that is shown? If not, say why."""
        if self._at is not None:
            self._say(note("This is an earlier board. Go back to the last move to play on."))
        elif self.match.result:
            self._say(note("The game is over."))
        elif self.match.to_act not in (0, 1) or self._bots[self.match.to_act]:
            self._say(note("It is not your turn."))
        elif self._is_paused():
            self._say(note("The match is paused."))
        elif self._is_curtain_down():
            self._say(note(f"First {self._mover()} says: “{self._lifting()['label']}”."))
        elif not self._sees_for_mover():
            self._say(note(f"This table does not show what {self._mover()} knows."))
        else:
            return True
        return False

    def _play(self, text: str) -> None:
        try:
            self.match.play(text)
        except gk.IllegalMove as problem:
            self._refuse(problem)
            self.show()
        else:
            self._start_afresh()
            self._play_bots()

    def _explain(self, attempt: str) -> bool:
        """Say what is wrong with this move, if anything is."""
        problem = self.match.why_not(attempt)
        if problem:
            self._refuse(problem)
        return problem is not None

    def _refuse(self, problem: gk.IllegalMove) -> None:
        self._say(refusal(self.match.game, problem))
        self._refused = problem.cells

    def _say(self, message: Message | None) -> None:
        self._message, self._refused = message, ()

    def _play_bots(self) -> None:
        """Let bots answer until a person is to move; at a table of bots they wait for a button."""
        ply = self.match.ply
        self.show()
        if not self._is_watched() and not self._is_asking:
            while self._bot_moves():
                self._message = self._news(ply)
                self.show()

    def _bot_moves(self) -> bool:
        """Let the bot to move make one move, if it is a bot's turn."""
        mover = self.match.to_act
        bot = self._bots[mover] if mover in (0, 1) else None
        if bot is None:
            return False
        self.match.play(int(bot.choose(self.match.view(mover), seed=self._luck())))
        return True

    def _luck(self) -> int:
        """Return a seed for bots: the same for the same match and move."""
        return hash((self.match.seed, self.match.ply)) & 0x7FFFFFFF

    def _news(self, ply: int) -> Message:
        """Tell what was played after so many moves."""
        told = []
        for entry in self.match.view(self._viewer()).history:
            if entry.ply > ply and entry.player in (0, 1):
                told.append(f"{self.match.names[entry.player]} played {entry.text}.")
            elif entry.ply >= ply and entry.player is None:
                told.append(f"Then, by the rules: {entry.text}.")
        return note(" ".join(told), "news")

    # --- who may do what -----------------------------------------------------------------------

    def _is_watched(self) -> bool:
        return all(self._bots)

    def _viewer(self) -> int:
        if self._is_paused():
            return gk.PUBLIC
        if isinstance(self._viewer_wanted, int):
            return self._viewer_wanted
        people = [player for player in range(2) if not self._bots[player]]
        if len(people) == 1:
            return people[0]
        mover = self.match.to_act
        return mover if mover in people and not self._is_curtain_down() else gk.PUBLIC

    def _is_curtain_down(self) -> bool:
        """Must the person to move first say that nobody else is looking?"""
        is_shared = self._viewer_wanted == "auto" and not any(self._bots)
        return is_shared and self.match.game.has_secrets and self._curtain.is_down(self.match)

    def _is_covered(self) -> bool:
        """Is the board hidden from everybody?"""
        return self._is_paused() or self._is_curtain_down()

    def _sees_for_mover(self) -> bool:
        """Does the table show all that the player to move knows?"""
        return not self.match.game.has_secrets or self._viewer() in (self.match.to_act, gk.ALL)

    def _mover(self) -> str:
        return self.match.names[self.match.to_act]

    def _deciders(self) -> list[int]:
        """Return who made each move of the line."""
        return [entry.player for entry in self.match.line if entry.player in (0, 1)]

    def _undo_target(self) -> int:
        """Return how many moves stay when the last one of a person is taken back, or -1."""
        ply = self.match.ply - 1
        if not self._is_watched():
            while ply >= 0 and self._bots[self._deciders()[ply]]:
                ply -= 1
        return ply

    def _persons_turn(self, ply: int) -> int:
        """Return where, from so many moves on, a person is to move, so that no bot moves anew."""
        if not self._is_watched():
            while ply < self.match.plies and self._bots[self._deciders()[ply]]:
                ply += 1
        return ply

    def _why_no_return(self, ply: int) -> str:
        """Return why the match may not go back to where so many moves were made, or nothing."""
        match = self.match
        if ply < 0:
            return "There is no move to take back."
        if self._is_unseen(ply):
            return ""
        if match.official:
            return "Under the official clock no move is taken back."
        if match.open:
            return ""
        if any(e.player == gk.CHANCE and e.ply > ply for e in match.history):
            done = "Dice have been thrown or something was drawn since then."
        elif self._has_revealed(ply):
            done = "What was secret has been shown since then."
        else:
            return ""
        return f"{done} Only an open table, Table(..., open=True), takes that back."

    def _is_unseen(self, ply: int) -> bool:
        """Is all since then the mover's own, in a turn of which nobody else has seen anything?"""
        match = self.match
        steps = zip(match.history, match.view(gk.PUBLIC).history, strict=True)
        since = [(entry.player, seen.text) for entry, seen in steps if entry.ply > ply]
        return bool(since) and all(step == (match.to_act, HIDDEN) for step in since)

    def _has_revealed(self, ply: int) -> bool:
        """Has anything been shown since so many moves were made? The end of a game shows it all."""
        match = self.match
        if not match.game.has_secrets or match.result:
            return match.game.has_secrets
        now = match.view().history
        earlier = (match.fork().goto(n).view().history for n in range(ply, match.ply))
        return any(now[: len(then)] != then for then in earlier)

    def _resigner(self) -> int:
        """Return the person who would resign: the one to move, or the only one."""
        people = [player for player in range(2) if not self._bots[player]]
        return self.match.to_act if self.match.to_act in people else people[0]

    # --- what is shown -------------------------------------------------------------------------

    def show(self) -> None:
        """Draw the table again; needed only after the match was changed behind its back."""
        self._curtain.fall(self.match)
        view = self._view()
        scene = self._scene(view)
        self._switches = frozenset(c.name for c in scene.choices if c.is_on is not None)
        mover = view.to_act if view.to_act in (0, 1) else None
        ending = view.result
        shown: Shown = {
            "kind": "table",
            "svg": render(scene),
            "solid": in_space(scene),
            "title": self.match.game.title,
            "note": scene.note,
            "prompt": self._prompt(scene, mover),
            "mover": ending.winner if ending else mover,
            "ending": law(self.match.game, ending.rule) if ending else None,
            "message": self._message,
            "players": [self._player(player, mover) for player in range(2)],
            "choices": options(scene, self._pressed),
            "dials": dials(scene),
            "curtain": self._lifting() if self._is_covered() else None,
            "controls": self._controls(),
            "moves": list(self._moves()),
            "at": self._shown_ply(),
            "ply": self.match.ply,
            "typing": "" if self._is_covered() else self._typing(),
            "hints": self._hints,
            "clock": self._times(),
            "auto": self._is_running,
            "pace": self._pace if self._is_watched() else "",
            "form": questions(self.match, self._settings) if self._is_asking else [],
            "pad": self._pad(),
        }
        self._put(shown)

    def _typing(self) -> str:
        """Return what the line to type on is called."""
        return "" if self.match.result or self._is_watched() else "Type a move"

    def _shown_ply(self) -> int:
        return self.match.ply if self._at is None else self._at

    def _view(self, viewer: int | None = None) -> gk.View:
        """Return what is looked at, as the viewer may know it."""
        match = self.match if self._at is None else self.match.fork().goto(self._at)
        return match.view(self._viewer() if viewer is None else viewer)

    def _ways(self, view: gk.View) -> Ways:
        """Return the presses for every legal move; they last until the match goes on."""
        here = self.match, self.match.history, view.player
        if self._known_ways[0] != here:
            presses = scenery(self.match.game.name).presses
            self._known_ways = here, {move: presses(view, move) for move in view.legal()}
        return self._known_ways[1]

    def _scene(self, view: gk.View) -> Scene:
        return scene_of(view, self._hand(view))

    def _hand(self, view: gk.View) -> Hand:
        """Return what the person who looks at this view is doing; nothing if it is not theirs."""
        is_persons_turn = view.to_act in (0, 1) and not self._bots[view.to_act]
        if self._at is not None or not is_persons_turn or not self._sees_for_mover():
            return Hand(on=self._on, is_assisted=self.assist)
        return Hand(
            self._pressed,
            self._ways(view),
            self._refused,
            hint=self._hints[0]["text"] if self._hints else "",
            on=self._on,
            is_assisted=self.assist,
            dialled=self._dialled,
        )

    def _prompt(self, scene: Scene, mover: int | None) -> str:
        if self._at is not None:
            return f"The board after move {self._at} of {self.match.ply}"
        if mover is not None and self._bots[mover]:
            name = self.match.names[mover]
            return f"{name} is to move" if self._is_watched() else f"{name} is thinking …"
        if self._is_paused():
            return "The clock is stopped"
        if self._is_curtain_down():
            return f"Pass to {self._mover()}"
        return scene.prompt

    def _player(self, player: int, mover: int | None) -> Player:
        return {
            "name": self.match.names[player],
            "who": self._who[player],
            "active": player == mover,
        }

    def _lifting(self) -> Control:
        """Return the button on the curtain."""
        if self._is_paused():
            return {"name": "resume", "label": "Go on", "why": ""}
        return {"name": "lift", "label": f"I am {self._mover()}", "why": ""}

    def _buttons_shown(self) -> list[Control]:
        return [*self._controls(), *([self._lifting()] if self._is_covered() else [])]

    def _controls(self) -> list[Control]:
        match = self.match
        if self._is_asking:
            return [{"name": "cancel", "label": "Cancel", "why": ""}]
        ask: Control = {"name": "ask", "label": "New game …", "why": ""}
        if self._is_paused():
            return [ask]
        if self._at is not None:
            why = self._why_no_return(self._at)
            return [{"name": "here", "label": "Play from here", "why": why}]
        controls: list[Control] = []
        if self._is_watched() and not match.result:
            label = "Pause" if self._is_running else "Play on"
            controls += [
                {"name": "step", "label": "Step", "why": ""},
                {"name": "run", "label": label, "why": ""},
            ]
        last = match.ply == match.plies
        why_no_redo = "There is no move to bring back." if last else ""
        controls += [
            {"name": "undo", "label": "Undo", "why": self._why_no_return(self._undo_target())},
            {"name": "redo", "label": "Redo", "why": why_no_redo},
        ]
        if match.result:
            controls.append({"name": "new", "label": "Play again", "why": ""})
        elif not self._is_watched() and not self._is_curtain_down():
            if self.assist and self._sees_for_mover():
                controls.append({"name": "hint", "label": "Hint", "why": ""})
            controls.append({"name": "resign", "label": "Resign", "why": ""})
            if match.clock and not match.official:
                controls.append({"name": "pause", "label": "Pause", "why": ""})
        return [*controls, ask]

    def _moves(self) -> Iterator[Move]:
        """Go through the line being played, taken-back moves included, as the viewer knows it."""
        match, viewer = self.match, self._viewer()
        line = list(match.view(viewer).history)
        line += [self._undone(entry, viewer) for entry in match.line[len(line) :]]
        before: list[str] = []
        for entry in line:
            if entry.player not in (0, 1):
                before += [entry.text] * (entry.text != HIDDEN)
                continue
            yield {
                "ply": entry.ply,
                "player": entry.player,
                "before": " ".join(before),
                "text": entry.text,
            }
            before = []

    def _undone(self, entry: Entry, viewer: int) -> Entry:
        """What was taken back may have been secret: others than its maker see that it was."""
        if self.match.game.has_secrets and entry.player != viewer:
            return replace(entry, text=HIDDEN, move=None)
        return entry

    def _times(self) -> Times | None:
        match = self.match
        if match.clock is None:
            return None
        mover = match.to_act if match.to_act in (0, 1) and not self._is_curtain_down() else None
        running = None if self._is_paused() else mover
        left = []
        for player in range(2):
            main, reserve = match.clock.remaining(player)
            if player == mover:
                used = match.seconds_used()
                main, reserve = max(0.0, main - used), reserve - max(0.0, used - main)
            left.append((round(main, 1), round(max(0.0, reserve), 1)))
        return {"running": running, "left": left, "period": match.clock.period}

    def _still(self) -> tuple[Scene, str]:
        """What is saved may be opened by anybody, so of secrets it shows what an onlooker knows."""
        view, hand = self._view(), self._hand(self._view())
        if self.match.game.has_secrets and self._viewer_wanted == "auto":
            view, hand = self._view(gk.PUBLIC), Hand()
        scene = scene_of(view, hand)
        return scene, f"{view.board_text()}\n{self._prompt(scene, None)}"


def _bot(seat: str | Bot) -> Bot | None:
    """Return the bot in this seat, or None for a person."""
    if seat == "human":
        return None
    bot: Bot = gk.bot(seat) if isinstance(seat, str) else seat
    return bot


def _called(seat: str | Bot, seats: Sequence[str | Bot]) -> str:
    """Return what stands beside the player's name."""
    if seat == "human":
        return "" if seats[0] == seats[1] else "you"
    return seat_name(seat)
