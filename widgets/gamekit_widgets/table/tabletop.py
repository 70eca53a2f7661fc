"""What a table shows, and which buttons it offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import gamekit as gk
from gamekit.errors import YOU, addressed
from gamekit.match.match import where, why_no_return
from gamekit.storage.matches import KeptMatch
from gamekit.storage.record import can_be_linked, site
from gamekit_widgets.drawing.pieces import Look
from gamekit_widgets.page import Control, Message, Move, Shown, law, note
from gamekit_widgets.scene import Hand, Scene, Way, one_mark
from gamekit_widgets.scenes import drawn, scene_of
from gamekit_widgets.table.advice import Advice, Review
from gamekit_widgets.table.picking import Drafts, Gesture, still_to_press
from gamekit_widgets.table.seats import Sitting, label, questions
from gamekit_widgets.table.words import (
    aim,
    came_to_light,
    guide,
    moves,
    outcome,
    times,
    without,
)

EARLIER = "This is an earlier board."
REMEDY = "Only an open table, Table(..., open=True), lets you take that back."


@dataclass
class Tabletop:
    """A sitting, a gesture, and what else a table remembers.

    Attributes:
        sitting: who plays which match.
        gesture: what the person at the board is doing.
        drafts: what they have made of a turn before it was due.
        at: after how many moves the board is shown; None for the latest.
        advice: on the next move, once somebody asked for it.
        review: what a look back at the match has found so far, once somebody asked for one.
        reply: what others did, until the turn that answers it is over.
        is_resigning: has Resign been pressed once?
        is_running: do bots play by themselves?
        pace: how fast they do.
        settings: the answers in the form before a match, or None while there is no form.
        kept: an unfinished match that people can resume instead.
        is_reply: does what is shown next come from somebody else?
        thoughts: how often the page asked for more about what is shown.
    """

    sitting: Sitting
    gesture: Gesture = field(default_factory=Gesture)
    drafts: Drafts = field(default_factory=Drafts)
    at: int | None = None
    advice: Advice | None = None
    review: Review | None = None
    reply: Message | None = None
    is_resigning: bool = False
    is_running: bool = False
    pace: str = "normal"
    settings: Mapping[str, str] | None = None
    kept: KeptMatch | None = None
    is_reply: bool = False
    thoughts: int = 0

    def clear(self) -> None:
        """Forget what was done at the table, and keep the match."""
        self.gesture.begin()
        self.at, self.advice, self.review, self.reply = None, None, None, None
        self.is_resigning = self.is_running = False

    def catch_up(self) -> None:
        """Forget what the match has moved beyond."""
        self.gesture.begin()
        self.drafts.clear()
        self.advice, self.review, self.reply, self.is_resigning = None, None, None, False
        if self.at is not None and self.at >= self.sitting.match.ply:
            self.at = None

    @property
    def ply(self) -> int:
        """After how many moves the board is shown."""
        return self.sitting.match.ply if self.at is None else self.at

    def view(self, viewer: int | None = None) -> gk.View:
        """Return the shown board as this viewer, or the current one, may know it."""
        match = self.sitting.match if self.at is None else self.sitting.match.fork().goto(self.at)
        return match.view(self.sitting.sees if viewer is None else viewer)

    def hand(self, view: gk.View) -> Hand:
        """Return what the person at the board is doing, or nothing if they may not move here."""
        sitting = self.sitting
        if self.at is not None or not sitting.may_move:
            return self.gesture.idle_hand(sitting.is_assisted)
        return self.drafts.join(view, self.gesture.hand(view, sitting.is_assisted))

    @property
    def thinks_on(self) -> int:
        """Count the thoughts so far about what is shown, or return 0 if there is nothing more to think about.

        The count changes with each thought. Otherwise a thought that finds nothing new would send
        nothing, and the page would never ask for the next one.
        """
        is_looking_back = bool(self.review and not self.review.is_done)
        is_thinking = is_looking_back or bool(self.advice and not self.advice.is_done)
        return self.thoughts + 1 if is_thinking else 0

    # --- buttons -------------------------------------------------------------------------------

    def controls(self) -> list[Control]:
        """Return the buttons below the board."""
        sitting, match = self.sitting, self.sitting.match
        kept = [_button("go-on", label(self.kept))] if self.kept else []
        if self.settings is not None:
            return [_button("cancel", "Cancel"), *kept]
        anew = [_button("ask", "New game …")] if sitting.may_begin else []
        if sitting.is_paused:
            return anew
        last = match.ply == match.plies
        forward = "There is no move to redo." if last else sitting.why_not_theirs(match.ply + 1)
        earlier = EARLIER if self.at is not None else ""
        return [
            *self._watching(),
            _button("undo", "Undo", self._why_no_undo()),
            _button("redo", "Redo", earlier or forward),
            *self.playing(),
            *self._next(),
            *anew,
            *self.sharing(),
            *kept,
        ]

    def sharing(self) -> list[Control]:
        """Return the button that copies a link, where there is a site to open it."""
        game = self.sitting.match.game
        if not site() or not can_be_linked(game):
            return []
        # A link shows what one player knows, so whoever looks as nobody may not make one.
        is_nobody = game.has_secrets and self.sitting.viewer == gk.PUBLIC
        return [
            _button("share", "Share", "Only a player can share this position." if is_nobody else "")
        ]

    def _next(self) -> list[Control]:
        """Return the buttons for a board on which nobody can move."""
        sitting, match = self.sitting, self.sitting.match
        if self.at is not None:
            is_another = self.review and not match.official
            why = "" if is_another else self.why_not_back(self.at)
            here = "Try again from here" if self.review else "Play from here"
            return [_button("latest", "Back"), _button("here", here, why)]  # they fit one row
        if not match.result:
            return []
        looks_back = match.ply > 0 and sitting.looked_back_at
        why = "Press a turn of the list to see what was found." if self.review else ""
        again = [_button("back", "Look back", why)] if looks_back else []
        return again + ([_button("new", "Play again")] if sitting.may_begin else [])

    def _why_no_undo(self) -> str:
        if self.at is not None:
            return EARLIER
        is_draft = self.drafts.has_latest(self.sitting.match)
        return "" if is_draft else self.why_not_back(self.sitting.undo_target)

    def why_not_back(self, ply: int) -> str:
        """Return why the people here may not go back to that many moves, or nothing."""
        match = self.sitting.match
        why = why_no_return(match, ply, REMEDY) or self.sitting.why_not_theirs(ply)
        is_open = match.open or not (match.result and match.game.has_secrets)
        return why or ("" if is_open else f"The end has shown all secrets. {REMEDY}")

    def _watching(self) -> list[Control]:
        """Return the buttons of those who watch bots."""
        if not self.sitting.is_watched or self.sitting.match.result:
            return []
        return [_button("step", "Step"), _button("run", "Pause" if self.is_running else "Play on")]

    def playing(self) -> list[Control]:
        """Return the buttons of those who play. They stay the same all through a match."""
        sitting, match = self.sitting, self.sitting.match
        if not sitting.acts_for:
            return []
        why = sitting.why_no_move
        controls = []
        if sitting.is_assisted:
            earlier = EARLIER if self.at is not None else ""
            controls.append(_button("hint", "Hint", why or earlier))
        resigns = not match.result and not sitting.is_curtain_down
        why = "" if resigns and sitting.resigner is not None else why
        controls.append(_button("resign", "Resign", why))
        if match.clock and not match.official and sitting.is_for_all:
            controls.append(_button("pause", "Pause", "" if resigns else why))
        return controls

    def curtain(self) -> Control | None:
        """Return the button on the curtain, while it hides the board."""
        if self.sitting.is_paused:
            return _button("resume", "Go on") if self.sitting.is_for_all else None
        if self.sitting.is_curtain_down:
            return _button("lift", f"I am {self.sitting.mover}")
        return None

    def buttons(self) -> list[Control]:
        """Return every button there is now."""
        curtain = self.curtain()
        return [*self.controls(), *([curtain] if curtain else [])]

    # --- what is shown -------------------------------------------------------------------------

    def shown(self) -> Shown:
        """Return the table as the browser gets it."""
        sitting, match, view = self.sitting, self.sitting.match, self.view()
        hand = self.hand(view)
        scene = self._scene(view, hand)
        told = outcome(match, sitting.people) if self.at is None else ""  # not of an earlier board
        mover, ending = view.to_act if view.to_act in (0, 1) else None, view.result
        is_typing = sitting.acts_for and not (sitting.is_covered or match.result)
        timed = match.to_act if match.to_act in (0, 1) and not sitting.is_curtain_down else None
        return {
            "kind": "table",
            "title": match.game.title,
            "reply": self.is_reply,
            "held": came_to_light(match),
            "note": scene.note,
            "prompt": without(told, self.prompt(scene, mover), match),
            "mover": ending.winner if ending else mover,
            "ending": law(match.game, ending.rule) if ending else None,
            "outcome": told,
            "players": sitting.players(mover),
            "curtain": self.curtain(),
            "veiled": sitting.is_paused or not came_to_light(match),
            "controls": self.controls(),
            "moves": self._moves(),
            "at": self.ply,
            "ply": match.ply,
            "guide": guide(match.game),
            "typing": "Type a move" if is_typing else "",
            "thinks_on": self.thinks_on,
            **(self.review.line() if self.review else {}),
            "trouble": match.journal.trouble if match.journal else "",
            "clock": times(match, timed, sitting.is_paused),
            "auto": self.is_running,
            "pace": self.pace if sitting.is_watched else "",
            "form": [] if self.settings is None else questions(match, self.settings),
            "pad": sitting.notes_of,
            **self.gesture.shown(scene, self.advice.marked if self.advice else ()),
            **({} if self._has_said(scene) else self._standing(bool(is_typing), hand, scene)),
            **({"choices": []} if sitting.is_covered else {}),
        }

    def _has_said(self, scene: Scene) -> bool:
        """Is there a message? While a move is picked, what the game reminds of comes before news."""
        message = self.gesture.message
        is_old = bool(message and message["kind"] == "news" and self.gesture.pressed)
        return bool(message) and not (is_old and scene.reminder)

    def _scene(self, view: gk.View, hand: Hand) -> Scene:
        """Draw the board: with the marks of a hint, or with what a look back found better."""
        scene = self.gesture.draw(view, hand)
        compared = (
            self.review.compared(view, self.at, hand)
            if self.review and self.at is not None
            else None
        )
        if compared:
            return compared
        if self.gesture.message and self.gesture.message["kind"] == "refusal":
            return scene  # what it marks is enough
        cells = frozenset(cell.label for part in (scene, *scene.parts) for cell in part.cells)
        looks: list[tuple[Look, Way]] = [
            ("hinted", still_to_press(way, hand.pressed, cells)) for way in self._hinted(hand)
        ]
        is_new = self._is_about(hand) and not hand.pressed
        faint = self.advice.faint if self.advice and is_new else []
        looks += [("second", hand.ways[move]) for move in faint if move in hand.ways]
        return scene.pointing(looks) if looks else scene

    def single_marks(self) -> dict[str, object]:
        """Return what one mark on the board shows of each move that one mark can show."""
        view = self.view()
        hand = self.hand(view)
        scene = drawn(view, hand)
        cells = {cell.label: cell for part in (scene, *scene.parts) for cell in part.cells}
        marks = {move: one_mark(way, cells) for move, way in hand.ways.items()}
        return {move: mark for move, mark in marks.items() if mark is not None}

    def _hinted(self, hand: Hand) -> list[Way]:
        """Return the presses of the moves that a hint marks. Once somebody presses something else, only
        the moves that begin with it remain, and none while they make another part of the turn."""
        marked = self.advice.marked if self.advice and not hand.is_elsewhere else []
        begun = [move for move in marked if not hand.pressed or move in hand.begun]
        return [hand.ways[move] for move in begun if move in hand.ways]

    def _is_about(self, hand: Hand) -> bool:
        """Is the hint still of use after what has been pressed on this board?"""
        return (
            self.at is None
            and self.sitting.may_move
            and not hand.is_elsewhere
            and bool(self._hinted(hand) or not hand.pressed)
        )

    def _moves(self) -> list[Move]:
        found = list(moves(self.sitting.match, self.sitting.sees))
        return self.review.marked(found) if self.review else found

    def _standing(self, is_typing: bool, hand: Hand, scene: Scene) -> Shown:
        """Return what stands where nothing else is said: what a look back found, a hint as long as the board
        marks it, or what helps now, which is mostly what to play for."""
        if self.review:
            return {"message": self.review.message(self.at)}
        if self.advice and self._is_about(hand):
            return {"message": self.advice.message}
        if not is_typing:
            return {"message": None}
        said = note(scene.reminder, "aim") if scene.reminder else aim(self.sitting.match)
        return {"message": said}

    def prompt(self, scene: Scene, mover: int | None) -> str:
        """Return what somebody is to do, or how the match ended."""
        asked = self._prompt(scene, mover)
        return addressed(asked) if YOU in self.sitting.match.names else asked

    def _prompt(self, scene: Scene, mover: int | None) -> str:
        sitting, match = self.sitting, self.sitting.match
        if self.at is not None:
            judged = self.review.headline(self.at) if self.review else ""
            return judged or f"The board after {where(match.history, self.at)}"
        if mover is not None and sitting.bots[mover]:
            name = match.names[mover]
            if sitting.is_watched:
                return f"{name} is to move"
            return f"{name}’s turn goes on …" if self.is_reply else f"{name} is thinking …"
        if sitting.is_paused:
            return "The clock is stopped"
        if sitting.is_curtain_down:
            return f"Pass to {sitting.mover}"
        return scene.prompt

    def still(self) -> tuple[Scene, str]:
        """Return what a notebook saves. Anybody may open it, so it shows what an onlooker knows."""
        view = self.view()
        hand = self.hand(view)
        if self.sitting.has_private_view:
            view, hand = self.view(gk.PUBLIC), Hand()
        scene = scene_of(view, hand)
        return scene, f"{view.board_text()}\n{self.prompt(scene, None)}"


def _button(name: str, label: str, why: str = "") -> Control:
    return {"name": name, "label": label, "why": why}
