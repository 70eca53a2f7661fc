"""Playing at a table: what is pressed, dialled, typed and looked at, and the answers of bots."""

from __future__ import annotations

import traitlets

import gamekit as gk
from gamekit.given import whole
from gamekit_widgets.scene import Scene
from gamekit_widgets.shown import Move, note, refusal
from gamekit_widgets.sitting import Sitting
from gamekit_widgets.surface import Surface
from gamekit_widgets.tabletop import Tabletop
from gamekit_widgets.telling import news

EARLY, MIDDLE = 256, 16  # how many moves the long parts of the list grow by


class Play(Surface):
    """A match that is played on the page. `Table` adds the buttons and what begins a match.

    Args:
        sitting: who plays which match.
    """

    # The list of moves, in parts that change the more seldom the longer they are: with a move, only
    # what has changed is sent.
    early: traitlets.List[Move] = traitlets.List().tag(sync=True)
    middle: traitlets.List[Move] = traitlets.List().tag(sync=True)
    late: traitlets.List[Move] = traitlets.List().tag(sync=True)

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._sitting = sitting
        self._top = Tabletop(sitting)
        self._gesture = self._top.gesture

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
        """Press a cell ("B2"), or one of the choices beside the board."""
        view = self._top.view()
        if not self._gesture.release(view, what) and self._can_move():
            text = self._gesture.press(view, what, self._explain)
            if text is not None:
                self._play(text)
                return
        self.show()

    def dial(self, name: str, by: int) -> None:
        """Turn a dial beside the board by that much: dial("dice", 2)."""
        if self._can_move():
            self._gesture.dial(name, by)
        self.show()

    def type(self, text: str) -> None:
        """Play a move written in notation."""
        if self._can_move():
            self._play(text)
        else:
            self.show()

    def look(self, ply: int) -> None:
        """Show the board as it was after that many moves; moves taken back come back."""
        match, ply = self.match, whole("ply", ply)
        if ply > match.ply:
            self._bring_back(self._sitting.persons_turn(min(ply, match.plies)))
            return
        self._gesture.let_go()
        self._gesture.say(None)
        self._top.at = max(0, ply) if ply != match.ply else None
        self.show()

    def _bring_back(self, ply: int) -> None:
        why = self._sitting.why_not_theirs(ply)
        if why:
            self._gesture.say(note(why, "refusal"))
            self.show()
        else:
            self._go(ply)

    def _go(self, ply: int) -> None:
        self.match.goto(ply)
        self._top.clear()
        self._play_bots()

    def _can_move(self) -> bool:
        """May somebody move on the board that is shown? If not, say why."""
        why = self._sitting.why_no_move
        if self._top.at is not None:
            why = "This is an earlier board. Go to the latest one to play on."
        if self._top.settings is not None:
            why = "Start the new game, or press Cancel to go on with this one."
        if why:
            self._gesture.say(note(why))
        return not why

    def _play(self, text: str) -> None:
        self._sitting.keeper.keep(self.match)
        try:
            self.match.play(text)
        except gk.IllegalMove as problem:
            self._refuse(problem)
            self.show()
        else:
            self._top.clear()
            self._top.kept = None
            self._play_bots()

    def _explain(self, attempt: str) -> bool:
        """Say what is wrong with this move, if anything is."""
        problem = self.match.why_not(attempt)
        if problem:
            self._refuse(problem)
        return problem is not None

    def _refuse(self, problem: gk.IllegalMove) -> None:
        self._gesture.say(refusal(self.match.game, problem), problem.cells)

    def _play_bots(self) -> None:
        """Let bots answer until a person is to move; at a table of bots they wait for a button."""
        ply = self.match.ply
        self.show()
        if not self._sitting.is_watched and self._top.settings is None:
            while self._sitting.let_bot_move():
                self._gesture.say(news(self.match, self._sitting.viewer, ply))
                self.show()

    def _flag(self, player: int) -> None:
        """The browser saw a clock at zero; the match's own clock decides."""
        if self.match.clock and self.match.to_act == player and not self._sitting.is_covered:
            self._sitting.flag(player)
            if self.match.result:
                self._top.clear()
            self.show()

    # --- what is shown -------------------------------------------------------------------------

    def show(self) -> None:
        """Draw the table again; needed only after the match was changed behind its back."""
        self._sitting.drop_curtain()
        shown = self._top.shown()
        moves = shown["moves"]
        old, recent = (len(moves) // size * size for size in (EARLY, MIDDLE))
        with self.hold_sync():
            self.early, self.middle, self.late = moves[:old], moves[old:recent], moves[recent:]
            self._put(shown)

    def _still(self) -> tuple[Scene, str]:
        return self._top.still()
