"""A table: what it shows, which buttons it offers, and how it answers people.

`Tabletop` works out what to show. `Play` handles presses, typed moves and looks at earlier boards, in rooms too.
`TablePage` adds the other buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar

import gamekit as gk
from gamekit.match.history import moves_in, place_in_match, turns
from gamekit.sentences import YOU, addressed
from gamekit.storage.record import can_be_linked, site
from gamekit.storage.saved_matches import KeptMatch
from gamekit.validation import whole
from gamekit_widgets.browser_page import (
    UNHEARD,
    Control,
    Field,
    Handlers,
    Message,
    Move,
    Page,
    Shown,
    law,
    note,
    refusal,
    why_unusable,
)
from gamekit_widgets.drawing.pieces import Look, Part
from gamekit_widgets.drawing.scene import Hand, Scene, Way, one_mark
from gamekit_widgets.scenes import drawn, scene_file, scene_of
from gamekit_widgets.table.advice import Advice, Review
from gamekit_widgets.table.picking import Drafts, Gesture, still_to_press
from gamekit_widgets.table.seats import Sitting, label, questions, require_text, why_not_offered
from gamekit_widgets.table.words import (
    aim,
    came_to_light,
    how_to_play,
    moves,
    news,
    outcome,
    times,
    without_outcome,
    won,
)

EARLIER = "This is an earlier board."
LONGEST_MESSAGE = 120  # characters that fit
ASK_TO_RESIGN = note("Resign this game?")
REMEDY = "Only an open table, Table(..., open=True), lets you take that back."


@dataclass
class Tabletop:
    """A sitting, a gesture, and what else a table remembers.

    Attributes:
        sitting: who plays which match.
        gesture: what the person at the board has pressed so far.
        drafts: the parts of the turn that they made early.
        at: how many moves come before the board that is shown; None for the latest board.
        advice: the hint for the next move, once somebody has asked for one.
        review: the look back at the match, once somebody has asked for one.
        reply: the message about what others did. It stays until the turn that answers it is over.
        is_running: do bots play by themselves?
        pace: how fast they play.
        settings: the answers in the form before a match, or None while there is no form.
        kept: an unfinished match that people can resume instead.
        is_reply: did somebody else make the change that the page gets next?
        thoughts: how often the page has asked the table to think more about this board.
    """

    sitting: Sitting
    gesture: Gesture = field(default_factory=Gesture)
    drafts: Drafts = field(default_factory=Drafts)
    at: int | None = None
    advice: Advice | None = None
    review: Review | None = None
    reply: Message | None = None
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
        self.is_running = False

    def catch_up(self) -> None:
        """Forget everything that belongs to an earlier point of the match."""
        self.gesture.begin()
        self.drafts.clear()
        self.advice, self.review, self.reply = None, None, None
        if self.at is not None and self.at >= self.sitting.match.ply:
            self.at = None

    @property
    def ply(self) -> int:
        """How many moves come before the board that is shown."""
        return self.sitting.match.ply if self.at is None else self.at

    def view(self, viewer: int | None = None) -> gk.View:
        """Return the shown board as `viewer` may know it; by default, the viewer of the table."""
        match = self.sitting.match if self.at is None else self.sitting.match.fork().goto(self.at)
        return match.view(self.sitting.sees if viewer is None else viewer)

    def hand(self, view: gk.View) -> Hand:
        """Return what the person at the board has pressed, or an idle hand if they may not move here."""
        sitting = self.sitting
        if self.at is not None or not sitting.may_move:
            return self.gesture.idle_hand(sitting.is_assisted)
        return self.drafts.join(view, self.gesture.hand(view, sitting.is_assisted))

    @property
    def thinks_on(self) -> int:
        """How many thoughts the shown board has had, counting the next one; 0 if no thought is left.

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
        new_game = [_button("ask", "New game …")] if sitting.may_begin else []
        if sitting.is_paused:
            return new_game
        last = match.ply == match.plies
        forward = "There is no move to redo." if last else sitting.why_not_go_to(match.ply + 1)
        earlier = EARLIER if self.at is not None else ""
        return [
            *self._watching(),
            _button("undo", self._undo_label(), self._why_no_undo()),
            _button("redo", "Redo", earlier or forward),
            *self.playing(),
            *self._away_from_play(),
            *new_game,
            *self.sharing(),
            *kept,
        ]

    def sharing(self) -> list[Control]:
        """Return the button that copies a link, where there is a site to open it."""
        game = self.sitting.match.game
        if not site() or not can_be_linked(game):
            return []
        # A link shows what one player knows, so an onlooker may not make one.
        is_barred = game.has_secrets and self.sitting.viewer == gk.PUBLIC
        why = "Only a player can share this position." if is_barred else ""
        return [_button("share", "Share", why)]

    def _away_from_play(self) -> list[Control]:
        """Return the buttons for an earlier board and for a finished match."""
        sitting, match = self.sitting, self.sitting.match
        if self.at is not None:
            is_another = self.review and not match.official
            why = "" if is_another else self.why_not_go_back(self.at)
            here = "Try again from here" if self.review else "Play from here"
            return [_button("latest", "Back"), _button("here", here, why)]  # they fit one row
        if not match.result:
            return []
        looks_back = match.ply > 0 and sitting.reviewed_players
        why = "Press a turn of the list to see what was found." if self.review else ""
        again = [_button("back", "Look back", why)] if looks_back else []
        return again + ([_button("new", "Play again")] if sitting.may_begin else [])

    def _undo_label(self) -> str:
        """Return the label of Undo. In a turn with parts, it names the part that Undo takes back."""
        is_here = self.at is None and self.sitting.may_move
        return f"Undo {self.drafts.latest(self.sitting.match) if is_here else ''}".rstrip()

    def _why_no_undo(self) -> str:
        if self.at is not None:
            return EARLIER
        is_draft = self.drafts.has_latest(self.sitting.match)
        return "" if is_draft else self.why_not_go_back(self.sitting.undo_target)

    def why_not_go_back(self, ply: int) -> str:
        """Return why the people here may not go back to the board after `ply` moves, or ""."""
        match = self.sitting.match
        why = match.why_no_undo(ply, REMEDY) or self.sitting.why_not_go_to(ply)
        is_open = match.open or not (match.result and match.game.has_secrets)
        return why or ("" if is_open else f"The end has shown all secrets. {REMEDY}")

    def _watching(self) -> list[Control]:
        """Return the buttons for people who watch bots."""
        if not self.sitting.is_watched or self.sitting.match.result:
            return []
        return [_button("step", "Step"), _button("run", "Pause" if self.is_running else "Play on")]

    def playing(self) -> list[Control]:
        """Return the buttons for players, which stay the same all through a match."""
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
        if self.gesture.message == ASK_TO_RESIGN:  # a second button, so no double press resigns
            controls.append(_button("play-on", "No, play on"))
            controls.append(_button("resign-now", "Yes, resign"))
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
        """Return every button, including the one on the curtain."""
        curtain = self.curtain()
        return [*self.controls(), *([curtain] if curtain else [])]

    # --- what is shown -------------------------------------------------------------------------

    def shown(self) -> Shown:
        """Return the table as the browser gets it."""
        sitting, match, view = self.sitting, self.sitting.match, self.view()
        scene = self._scene(view, hand := self.hand(view))
        ended = outcome(match, sitting.people) if self.at is None else ""
        mover, ending = view.to_act if view.to_act in (0, 1) else None, view.result
        is_typing = sitting.acts_for and not (sitting.is_covered or match.result)
        timed = match.to_act if match.to_act in (0, 1) and not sitting.is_curtain_down else None
        return {
            "kind": "table",
            "title": match.game.title,
            "reply": self.is_reply,
            "held": came_to_light(match),
            "note": scene.note,
            "prompt": without_outcome(self.prompt(scene, mover), ended, match),
            "mover": ending.winner if ending else mover,
            "ending": law(match.game, ending.rule) if ending else None,
            "outcome": ended,
            "won": won(match, sitting.people),
            "players": sitting.players(mover),
            "curtain": self.curtain(),
            "veiled": sitting.is_paused or not came_to_light(match),
            "controls": self.controls(),
            "moves": self._moves(),
            "at": self.ply,
            "ply": match.ply,
            **how_to_play(match.game),
            "typing": "Type a move" if is_typing else "",
            "thinks_on": self.thinks_on,
            **(self.review.line() if self.review else {}),
            "trouble": match.journal.trouble if match.journal else "",
            "clock": times(match, timed, sitting.is_paused),
            "auto": self.is_running,
            "pace": self.pace if sitting.is_watched else "",
            "form": self._form(),
            "pad": sitting.notes_of,
            **self.gesture.shown(scene, self.advice.marked if self.advice else ()),
            **self._message(bool(is_typing), hand, scene),
            **({"choices": []} if sitting.is_covered else {}),
        }

    def _form(self) -> list[Field]:
        """Return the form before a match. It asks only what has more than one answer."""
        if self.settings is None:
            return []
        asked = questions(self.sitting.match, self.settings)
        return [each for each in asked if len(each["options"]) != 1]

    def _message(self, is_typing: bool, hand: Hand, scene: Scene) -> Shown:
        """Return the message to show if it differs from the gesture's own.

        The scene's reminder follows news, and replaces them while somebody picks a move.
        """
        latest, news = self.gesture.message, self.gesture.news
        if not latest or (news and scene.reminder and (self.gesture.pressed or scene.retells)):
            return self._default_message(is_typing, hand, scene)
        both = f"{latest['text']} {scene.reminder}"
        is_joined = news and scene.reminder and is_typing and self.sitting.may_move
        fits = len(both) <= LONGEST_MESSAGE
        return {"message": {**latest, "text": both}} if is_joined and fits else {}

    def _scene(self, view: gk.View, hand: Hand) -> Scene:
        """Draw the board with the marks of a hint, or with the better move that a look back found."""
        scene = self.gesture.draw(view, hand)
        compared = (
            self.review.compared(view, self.at, hand)
            if self.review and self.at is not None
            else None
        )
        if compared:
            return compared
        if self.gesture.message and self.gesture.message["kind"] == "refusal":
            return scene  # its own marks are enough
        cells = frozenset(cell.label for part in (scene, *scene.parts) for cell in part.cells)
        looks: list[tuple[Look, Way]] = [
            ("hinted", still_to_press(way, hand.pressed, cells)) for way in self._hinted(hand)
        ]
        is_untouched = self._is_advice_useful(hand) and not hand.pressed
        faint = self.advice.faint if self.advice and is_untouched else []
        looks += [("second", hand.ways[move]) for move in faint if move in hand.ways]
        return scene.pointing(looks) if looks else scene

    def single_marks(self) -> dict[str, object]:
        """Return the mark that shows each move, for the moves that a single mark on the board can show."""
        view = self.view()
        hand = self.hand(view)
        scene = drawn(view, hand)
        cells = {cell.label: cell for part in (scene, *scene.parts) for cell in part.cells}
        marks = {move: one_mark(way, cells) for move, way in hand.ways.items()}
        return {move: mark for move, mark in marks.items() if mark is not None}

    def _hinted(self, hand: Hand) -> list[Way]:
        """Return the presses of the moves that a hint marks.

        Once somebody has pressed something, only the moves that begin with it remain. While they make
        another part of the turn, none do.
        """
        marked = self.advice.marked if self.advice and not hand.is_elsewhere else []
        begun = [move for move in marked if not hand.pressed or move in hand.begun]
        return [hand.ways[move] for move in begun if move in hand.ways]

    def _is_advice_useful(self, hand: Hand) -> bool:
        """Does the hint still help after the presses so far?"""
        return (
            self.at is None
            and self.sitting.may_move
            and not hand.is_elsewhere
            and bool(self._hinted(hand) or not hand.pressed)
        )

    def _moves(self) -> list[Move]:
        listed = list(moves(self.sitting.match, self.sitting.sees))
        return self.review.marked(listed) if self.review else listed

    def _default_message(self, is_typing: bool, hand: Hand, scene: Scene) -> Shown:
        """Return the message for when nothing happened: the finding of a look back, a hint as long as it helps,
        the scene's reminder, or how to win."""
        if self.settings is not None:  # the form is about another match
            return {"message": None}
        if self.review:
            return {"message": self.review.message(self.at)}
        if self.advice and self._is_advice_useful(hand):
            return {"message": self.advice.message}
        if not is_typing:
            return {"message": None}
        reminder = note(scene.reminder, "aim") if scene.reminder else aim(self.sitting.match)
        return {"message": reminder}

    def prompt(self, scene: Scene, mover: int | None) -> str:
        """Return what somebody is to do, or how the match ended."""
        text = self._prompt(scene, mover)
        return addressed(text) if YOU in self.sitting.match.names else text

    def _prompt(self, scene: Scene, mover: int | None) -> str:
        sitting, match = self.sitting, self.sitting.match
        if self.at is not None:
            headline = self.review.headline(self.at) if self.review else ""
            return headline or f"The board after {place_in_match(match.history, self.at)}"
        if mover is not None and sitting.bots[mover]:
            name = match.names[mover]
            if sitting.is_watched:
                return f"{name} is to move"
            if came_to_light(match):  # the page rests on this board before it shows the next move
                return f"{name} is next: press the board to go on at once"
            has_moved = self.is_reply and match.history[-1:] and match.history[-1].player == mover
            return f"{name} is still moving …" if has_moved else f"{name} is thinking …"
        if sitting.is_paused:
            return "The clock is stopped"
        if sitting.is_curtain_down:
            return f"Give the screen to {sitting.mover}"
        return scene.prompt

    def still(self) -> tuple[str, str]:
        """Return the HTML and text that a notebook saves. Anybody may open it, so they show an onlooker's view."""
        view = self.view()
        hand = self.hand(view)
        if self.sitting.has_private_view:
            view, hand = self.view(gk.PUBLIC), Hand()
        scene = scene_of(view, hand)
        return scene.html(), f"{view.board_text()}\n{self.prompt(scene, None)}"


def _button(name: str, label: str, why: str = "") -> Control:
    return {"name": name, "label": label, "why": why}


# --- the page ------------------------------------------------------------------------------------


PACES = ("slow", "normal", "fast")  # at which bots play by themselves


class Play(Page):
    """A match on a page. `TablePage` adds more buttons and begins other matches.

    Args:
        sitting: who plays which match.
    """

    _tabletop: ClassVar[type[Tabletop]] = Tabletop

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._sitting = sitting
        self._top = self._tabletop(sitting)
        self._gesture = self._top.gesture
        self._is_acting = False  # it changes the match itself now, and ignores what it hears
        self._heard: gk.Match | None = None  # the match whose changes it hears
        self._stop_hearing: Callable[[], object] = lambda: None

    @property
    def match(self) -> gk.Match:
        """The match at the table."""
        return self._sitting.match

    @property
    def assist(self) -> bool:
        """Are hints offered?"""
        return self._sitting.is_assisted

    # --- moves ---------------------------------------------------------------------------------

    def press(self, what: str) -> None:
        """Press a cell ("B2") or a choice beside the board."""
        view = self._top.view()
        self._top.drafts.forget_refusals()
        if not self._gesture.release(view, what) and self._can_move():
            drafts = self._top.drafts
            if part := drafts.revised(view, what):
                self._revise(view, part)
            elif not drafts.press(view, what, self._gesture.say):
                text = self._gesture.press(view, what, self._explain)
                if text is not None:
                    self._play(text)
                    return
        self.show()

    def _revise(self, view: gk.View, part: Part) -> None:
        """Take back one part of the turn, and keep the parts made after it."""
        back = part.moves[0].ply - 1 if part.moves else self.match.ply
        why = self._top.why_not_go_back(back) if part.moves else ""
        if why:
            self._gesture.say(note(why, "refusal"))
            return
        self._top.drafts.leave(view, self._gesture.pressed)
        self._top.drafts.revise(view, part)
        if part.moves:
            with self._acting():
                self.match.goto(back)
        self._top.clear()
        self._gesture.say(note(f"Your move in {part.title} is taken back. Make another."))

    def type(self, text: str) -> None:
        """Play a move written in notation. A move that needs confirmation must be typed twice."""
        if self._can_move() and not self._asks_to_confirm(text):
            try:
                whole_turn = self._top.drafts.type(self._top.view(), text) if text else ""
            except gk.IllegalMove as problem:
                self._refuse(problem, is_typed=True)
            else:
                if whole_turn or not text:
                    self._play(whole_turn, is_typed=True)
                    return
                self._gesture.begin()
        self.show()

    def _asks_to_confirm(self, text: str) -> bool:
        """Ask the person to confirm a typed move if its button would; return whether the page asked."""
        gesture = self._gesture
        question = scene_file(self.match.game.name).question(self._top.view(), text)
        if not question or gesture.unconfirmed == text or self.match.why_not(text):
            return False
        gesture.let_go()
        gesture.say(note(question))
        gesture.unconfirmed = text
        return True

    def look(self, ply: int) -> None:
        """Show the board after `ply` moves. A look beyond the latest move brings back moves that were undone."""
        match, ply = self.match, whole("ply", ply)
        if ply > match.ply:
            self._bring_back(self._sitting.next_persons_turn(min(ply, match.plies)))
            return
        self._gesture.let_go()
        self._gesture.say(None)
        self._top.at = max(0, ply) if ply != match.ply else None
        self.show()

    def _bring_back(self, ply: int) -> None:
        why = self._sitting.why_not_go_to(ply)
        if why:
            self._gesture.say(note(why, "refusal"))
            self.show()
        else:
            self._go(ply)

    def _go(self, ply: int) -> None:
        with self._acting():
            self.match.goto(ply)
        self._top.clear()
        self._play_drafts()
        self._play_bots()

    def _can_move(self) -> bool:
        """Return whether somebody may move on the board that is shown; if nobody may, say why."""
        why = self._sitting.why_no_move
        if self._top.at is not None:
            why = "This is an earlier board. Go to the latest one to play on."
        if self._top.settings is not None:
            why = "Start the new game, or press Cancel to go on with this one."
        if why:
            self._gesture.say(note(why, "news"))
        return not why

    def _play(self, text: str, is_typed: bool = False) -> None:
        self._sitting.keeper.keep(self.match)
        ply, turn, reply = self.match.ply, self._turn(), self._top.reply
        try:
            with self._acting():
                self.match.play(text)
        except gk.IllegalMove as problem:
            if problem.cells and set(problem.cells).isdisjoint(self._gesture.pressed):
                self._gesture.let_go()  # the typed move is about other cells
            self._refuse(problem, is_typed)
            self.show()
        else:
            self._top.clear()
            self._top.kept = None
            if self._play_drafts():
                ply = self.match.ply - 1  # people at this table know the moves before it
            latest = news(self.match, self._sitting.sees, ply)
            has_revealed = came_to_light(self.match) and not self.match.result
            if self._turn() == turn:
                self._top.reply = reply
            elif has_revealed:
                self._top.reply = latest  # for the next player
            if has_revealed:
                self._gesture.say(latest)
            elif self._top.reply and not self._gesture.message:
                self._gesture.say(self._news_within_turn(latest["text"], ply))
            self._play_bots()

    def _news_within_turn(self, done: str, ply: int) -> Message | None:
        """Return what others did, after what the player just did and can undo if both fit."""
        reply = self._top.reply
        may_undo = any(each["name"] == "undo" for each in self._top.controls())  # not in a room
        if not reply or not may_undo or self._top.why_not_go_back(ply):
            return reply
        both = f"{done} Undo takes it back. {reply['text']}"
        return note(both, "news") if len(both) <= LONGEST_MESSAGE else reply

    def _turn(self) -> tuple[int, int]:
        return self.match.to_act, self.match.state.turn

    def _play_drafts(self) -> bool:
        """Play the drafts that are due now; return whether there were any."""
        ply = self.match.ply
        with self._acting():
            problem = self._top.drafts.play(self.match)
        if problem:
            self._refuse(problem)
        elif self._sitting.may_move:
            self._top.drafts.resume(self._top.view(), self._gesture)
        return self.match.ply > ply

    def _explain(self, attempt: str) -> bool:
        """Say what is wrong with this move, and return whether anything is."""
        problem = self.match.why_not(attempt)
        if problem:
            self._refuse(problem)
        return problem is not None

    def _refuse(self, problem: gk.IllegalMove, is_typed: bool = False) -> None:
        self._gesture.say(refusal(self.match.game, problem, is_typed), problem.cells)

    def _play_bots(self) -> None:
        """Let bots answer until a person is to move. At a table of bots they wait for a button."""
        ply = self.match.ply
        self.show()
        if not self._sitting.is_watched and self._top.settings is None:
            while self._let_bot_move():
                self._say_reply(ply)
                self._show_reply()

    def _say_reply(self, ply: int) -> None:
        """Say what others did after the first `ply` moves, and in all of the latest turn if it is theirs."""
        latest = [entry for turn in [*turns(self.match.history)][-1:] for entry in moves_in(turn)]
        if latest and all(entry.player != self._sitting.viewer for entry in latest):
            ply = min(ply, latest[0].ply - 1)
        message = news(self.match, self._sitting.sees, ply)
        self._top.reply = message if message["text"] else None
        self._gesture.say(self._top.reply)

    def _show_reply(self) -> None:
        """Show somebody else's move. The page first shows the board before it."""
        self._top.is_reply = True
        self.show()
        self._top.is_reply = False

    def _let_bot_move(self) -> bool:
        with self._acting():
            return self._sitting.let_bot_move()

    # --- buttons -------------------------------------------------------------------------------

    def click(self, button: str) -> None:
        """Use a button by its name: "undo", "redo", "hint", "back", "resign", "ask", "lift", ..."""
        why = why_unusable(self._top.buttons(), button)
        if why:
            kind = "news" if why == self._sitting.why_no_move else "refusal"
            self._gesture.say(note(why, kind))
            self.show()
            return
        self._buttons[button](self)

    def _ask_to_resign(self) -> None:
        self._gesture.say(ASK_TO_RESIGN)
        self.show()

    def _play_on(self) -> None:
        self._gesture.say(None)
        self.show()

    def _resign(self) -> None:
        resigner = self._sitting.resigner
        if resigner is not None:
            self._sitting.keeper.keep(self.match)
            with self._acting():
                self.match.resign(resigner)
        self._top.clear()
        self.show()

    def _share(self) -> None:
        """Send a link to the shown board, for the browser to copy."""
        match, viewer = self.match, self._sitting.viewer
        shown = match if self._top.at is None else match.fork().goto(self._top.at)
        self.send({"copy": shown.link(viewer if viewer in (0, 1) else None)})

    def _say_copied(self) -> None:
        """Say that the browser has copied the link. Some browsers do not let a page do that. Others ask for
        permission first, and by then a more important question may stand here.
        """
        if self._gesture.message != ASK_TO_RESIGN:
            self._gesture.say(note("The link to this position is copied."))
        self.show()

    def _flag(self, player: int) -> None:
        """End the match if its own clock agrees that time is up."""
        if self.match.clock and self.match.to_act == player and not self._sitting.is_covered:
            with self._acting():
                self._sitting.flag(player)
            if self.match.result:
                self._top.clear()
            self.show()

    _buttons: ClassVar[Mapping[str, Callable[[Any], None]]] = {
        "resign": _ask_to_resign,
        "play-on": _play_on,
        "resign-now": _resign,
        "share": _share,
    }

    # --- what the browser reports --------------------------------------------------------------

    def _handlers(self) -> Handlers:
        return {
            "press": (str, self.press),
            "type": (str, self.type),
            "click": (str, self._clicked),
            "look": (int, self.look),
            "leave": (str, lambda _: self._leave()),
            "copied": (str, lambda _: self._say_copied()),
            "flag": (int, self._flag),
            "hello": (str, lambda _: self.show()),
            "pad": (int, self._send_notes),
            "notes": (dict, self._write_notes),
        }

    def _clicked(self, button: str) -> str:
        """Use a button, unless the click arrives after the button has gone."""
        if all(control["name"] != button for control in self._top.buttons()):
            return UNHEARD
        self.click(button)
        return ""

    def _leave(self) -> None:
        """Let go of what was pressed, and take back a refusal."""
        self._gesture.let_go()
        self._top.drafts.let_go()
        if self._gesture.message and self._gesture.message["kind"] == "refusal":
            self._gesture.say(None)
        self.show()

    # Notebooks save what a page shows. Only one player may read the notes, so the page never shows them.

    def _send_notes(self, player: int) -> None:
        """Send a player's notes while that player is looking."""
        if player == self._sitting.notes_of:
            self.send({"pad": player, "notes": self._sitting.notes[player]})

    def _write_notes(self, written: Mapping[str, object]) -> None:
        """Keep what a player typed."""
        player, text = written.get("pad"), written.get("text")
        is_own = player == self._sitting.notes_of
        if type(player) is int and is_own and isinstance(text, str):
            self._sitting.notes[player] = text

    # --- what is shown -------------------------------------------------------------------------

    def show(self) -> None:
        """Draw the table again."""
        self.attend()
        self._put(self._top.shown())

    def attend(self) -> None:
        """Listen for changes to the match, and start from how it stands now."""
        if self._heard is not self.match:
            self._stop_hearing()
            self._heard, self._stop_hearing = self.match, self.match.changed(self._catch_up)
        self._known = self.match.ply
        self._top.drafts.attend(self.match)
        self._sitting.drop_curtain()

    @contextmanager
    def _acting(self) -> Iterator[None]:
        """Change the match from here, without hearing of the change. The caller then draws the table."""
        was_acting, self._is_acting = self._is_acting, True
        try:
            yield
        finally:
            self._is_acting = was_acting

    def _catch_up(self) -> None:
        """Show what somebody did at another table."""
        if self._is_acting:
            return
        self._top.catch_up()
        self._say_reply(self._known)
        self._show_reply()

    def _still(self) -> tuple[str, str]:
        return self._top.still()


class TablePage(Play):
    """A table with all its buttons, such as hints, Undo and a new match.

    Args:
        sitting: who plays which match.
        ask: should the table first show the form that asks who sits where and who starts?
    """

    def __init__(self, sitting: Sitting, ask: bool = False) -> None:
        super().__init__(sitting)
        self._top.kept = sitting.offer()
        if ask:
            self._top.settings = sitting.settings

    # --- buttons -------------------------------------------------------------------------------

    def _undo(self) -> None:
        if self._top.drafts.has_latest(self.match):
            self._top.drafts.undo()
            self._gesture.say(None)
            self.show()
        else:
            self._go(self._sitting.undo_target)

    def _redo(self) -> None:
        self._go(self._sitting.next_persons_turn(self.match.ply + 1))

    def _latest(self) -> None:
        self.look(self.match.ply)

    def _here(self) -> None:
        review, ply = self._top.review, self._top.ply
        if review:  # in a fork, so that the original match stays as it is
            self._sitting.begin(self.match.fork().goto(ply))
            self._begin()
            if ply in review.lessons:
                self._gesture.say(note(review.task(ply)))
                self.show()
        else:
            self._go(ply)

    def _hint(self) -> None:
        view = self.match.view(self.match.to_act)
        self._gesture.let_go()  # the presses so far may lead to no good move
        self._gesture.say(note("Looking for good moves …", "news"))
        self.show()
        choices = self._top.shown()["choices"]
        buttons = {each["name"]: each["label"] for each in choices}
        titles = {each["name"]: each["title"] for each in choices}
        self._top.advice = Advice(
            view, self._sitting.luck, buttons, titles=titles, marks=self._top.single_marks()
        )
        self._gesture.say(None)
        self.show()

    def _think_on(self) -> None:
        """Think a little longer about the shown board while somebody looks at it."""
        advice, review = self._top.advice, self._top.review
        self._top.thoughts += 1
        if review and not review.is_done:
            self._look_on(review)
        elif advice and not advice.is_done:
            advice.think()
        self.show()

    def _look_back(self) -> None:
        """Begin to look back at every decision. The page asks for more as long as it shows the list."""
        self._gesture.say(None)
        self._top.review = Review(self.match, self._sitting.reviewed_players)
        self._look_on(self._top.review)
        self.show()

    def _look_on(self, review: Review) -> None:
        """Look back a little longer. Open the worst decision once it is known, unless somebody has opened another."""
        opened = review.opens
        review.think()
        if self._top.at == opened:
            self._top.at = review.opens

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
        """Begin a new match with some settings changed: set_up(first="random").

        The settings are name_0, name_1, seat_0, seat_1 (as in `seats`), dmo, first, clock and play.
        """
        answers = {name.replace("_", "-"): require_text(name, to) for name, to in settings.items()}
        if unknown := set(answers) - set(self._sitting.settings):
            raise gk.GameError(f"There is no such setting: {', '.join(sorted(unknown))}.")
        self._settle(answers)

    def _answer(self, answers: Mapping[str, object]) -> None:
        """Begin a match with these answers, if the form is open and offers them."""
        if self._top.settings is None:
            why = "Nothing was asked: press “New game …” first."
        else:
            why = why_not_offered(self._top.shown()["form"], answers)
        if why:
            self._gesture.say(note(why, "refusal"))
            self.show()
        else:
            self._settle({name: str(chosen) for name, chosen in answers.items()})

    def _fill_in(self, answers: Mapping[str, object]) -> None:
        """Keep what the open form says so far, and name players after their new seats."""
        if (asked := self._top.settings) is None:
            return
        if not why_not_offered(self._top.shown()["form"], answers):
            filled = {**asked, **{name: str(chosen) for name, chosen in answers.items()}}
            self._top.settings = self._sitting.renamed(filled, asked)
        self.show()

    def _settle(self, answers: Mapping[str, str]) -> None:
        """Begin a match with these settings, or say why they do not fit."""
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
        """Resume the unfinished match."""
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

    def _handlers(self) -> Handlers:
        return {
            **super()._handlers(),
            "answer": (dict, self._answer),
            "fill": (dict, self._fill_in),
            "pace": (str, self._set_pace),
            "think": (str, lambda _: self._think_on()),
        }

    def _set_pace(self, pace: str) -> None:
        if pace in PACES and self._sitting.is_watched:
            self._top.pace = pace
        self.show()
