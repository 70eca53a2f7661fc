"""What a table shows, and which buttons it offers. `actions.py` says what each of them does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import gamekit as gk
from gamekit.errors import YOU, addressed
from gamekit.match import turns
from gamekit.match.turns import where
from gamekit.storage.matches import KeptMatch
from gamekit.storage.record import can_be_linked, site
from gamekit_widgets.drawing.picture import scene_of
from gamekit_widgets.page_data import Control, Message, Move, Shown, law
from gamekit_widgets.scene import Hand, Scene
from gamekit_widgets.table.coach import Advice, Review
from gamekit_widgets.table.picking import Drafts, Gesture
from gamekit_widgets.table.seats import Sitting, label, questions
from gamekit_widgets.table.words import aim, came_to_light, moves, outcome, times, without

REMEDY = "Only an open table, Table(..., open=True), lets you take that back."


@dataclass
class Tabletop:
    """A sitting, a gesture, and what else a table remembers.

    Attributes:
        sitting: who plays which match.
        gesture: what the person at the board is doing.
        drafts: what they have made of a turn before it was due.
        at: the board after that many moves is shown; None for the latest.
        advice: on the next move, once it was asked for.
        review: what a look back at the match has found so far, once somebody asked for one.
        is_resigning: has Resign been pressed once?
        is_running: do bots play by themselves?
        pace: how fast they do.
        settings: the answers in the form before a match, or None while it is not there.
        kept: a match that was left and can be gone on with instead.
        is_reply: does what is shown next come from somebody else?
        thoughts: how often the page asked for more about what is shown.
    """

    sitting: Sitting
    gesture: Gesture = field(default_factory=Gesture)
    drafts: Drafts = field(default_factory=Drafts)
    at: int | None = None
    advice: Advice | None = None
    review: Review | None = None
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
        self.at, self.advice, self.review = None, None, None
        self.is_resigning = self.is_running = False

    def catch_up(self) -> None:
        """Forget what the match has moved beyond."""
        self.gesture.begin()
        self.drafts.clear()
        self.advice, self.review, self.is_resigning = None, None, False
        if self.at is not None and self.at >= self.sitting.match.ply:
            self.at = None

    @property
    def ply(self) -> int:
        """After how many moves the board is shown."""
        return self.sitting.match.ply if self.at is None else self.at

    def view(self, viewer: int | None = None) -> gk.View:
        """Return the board that is shown, as this viewer or the current one may know it."""
        match = self.sitting.match if self.at is None else self.sitting.match.fork().goto(self.at)
        return match.view(self.sitting.viewer if viewer is None else viewer)

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
        return [
            *self._watching(),
            _button("undo", "Undo", self._why_no_undo()),
            _button("redo", "Redo", forward),
            *self.playing(),
            *self._next(),
            *anew,
            *self.sharing(),
            *kept,
        ]

    def sharing(self) -> list[Control]:
        """Return the button that copies a link, where there is a site to open it."""
        game = self.sitting.match.game
        return [_button("share", "Share")] if site() and can_be_linked(game) else []

    def _next(self) -> list[Control]:
        """Return the buttons that are there when no move can be made on the board that is shown."""
        sitting, match = self.sitting, self.sitting.match
        if self.at is not None:
            is_another = self.review and not match.official
            why = "" if is_another else self.why_not_back(self.at)
            here = "Try again from here" if self.review else "Play from here"
            back = "Back" if self.review else "Back to the game"  # both buttons fit one row
            return [_button("latest", back), _button("here", here, why)]
        if not match.result:
            return []
        looks_back = match.ply > 0 and sitting.looked_back_at
        why = "Press a turn of the list to see what was found." if self.review else ""
        again = [_button("back", "Look back", why)] if looks_back else []
        return again + ([_button("new", "Play again")] if sitting.may_begin else [])

    def _why_no_undo(self) -> str:
        is_draft = self.drafts.has_latest(self.sitting.match)
        return "" if is_draft else self.why_not_back(self.sitting.undo_target)

    def why_not_back(self, ply: int) -> str:
        """Return why the people here may not go back to that many moves, or nothing."""
        match = self.sitting.match
        return why_no_return(match, ply) or self.sitting.why_not_theirs(ply)

    def _watching(self) -> list[Control]:
        """Return the buttons of those who watch bots."""
        if not self.sitting.is_watched or self.sitting.match.result:
            return []
        return [_button("step", "Step"), _button("run", "Pause" if self.is_running else "Play on")]

    def playing(self) -> list[Control]:
        """Return the buttons of those who play: the same ones all through a match."""
        sitting, match = self.sitting, self.sitting.match
        if not sitting.acts_for:
            return []
        why = sitting.why_no_move
        controls = []
        if sitting.is_assisted:
            earlier = "This is an earlier board." if self.at is not None else ""
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
        scene, told = self._scene(view), outcome(match, sitting.people)
        mover, ending = view.to_act if view.to_act in (0, 1) else None, view.result
        is_typing = sitting.acts_for and not (sitting.is_covered or match.result)
        timed = match.to_act if match.to_act in (0, 1) and not sitting.is_curtain_down else None
        return {
            "kind": "table",
            "title": match.game.title,
            "reply": self.is_reply,
            "held": came_to_light(match),
            "note": scene.note,
            "prompt": without(told, self.prompt(scene, mover)),
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
            **(
                {} if self.gesture.message else {"message": self._standing_message(bool(is_typing))}
            ),
            **({"choices": []} if sitting.is_covered else {}),
        }

    def _scene(self, view: gk.View) -> Scene:
        """Draw the board: with the marks of a hint, or with what a look back found better."""
        hand = self.hand(view)
        scene = self.gesture.draw(view, hand)
        compared = (
            self.review.compared(view, self.at) if self.review and self.at is not None else None
        )
        if compared or not self.advice:
            return compared or scene
        # Once something else is pressed, the moves that do not begin like that are out.
        marked = [move for move in self.advice.marked if not hand.pressed or move in hand.begun]
        ways = (hand.ways.get(move) for move in marked)
        return scene.pointing([("hinted", way) for way in ways if way])

    def _moves(self) -> list[Move]:
        found = list(moves(self.sitting.match, self.sitting.viewer))
        return self.review.marked(found) if self.review else found

    def _standing_message(self, is_typing: bool) -> Message | None:
        """Return the message for when nothing else is said: what was found, or what to play for."""
        if self.review:
            return self.review.message(self.at)
        return aim(self.sitting.match) if is_typing else None

    def prompt(self, scene: Scene, mover: int | None) -> str:
        """Return what somebody is to do, or how the match ended."""
        asked = self._prompt(scene, mover)
        return addressed(asked) if YOU in self.sitting.match.names else asked

    def _prompt(self, scene: Scene, mover: int | None) -> str:
        sitting, match = self.sitting, self.sitting.match
        if self.at is not None:
            return f"The board after {where(match.history, self.at)}"
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


def why_no_return(match: gk.Match, ply: int) -> str:
    """Return why the match may not go back to that many moves, or nothing."""
    return turns.why_no_return(match, ply, REMEDY)
