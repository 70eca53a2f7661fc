"""Parts of a turn that are made before they are due.

Some games have turns of several parts, which people make in any order. The match knows one order
alone, so what is made early waits here, at the table of whoever makes it. Once its part is due it is
played like any other move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gamekit import IllegalMove, Match, View
from gamekit.match.referee import Referee
from gamekit.match.view import Entry
from gamekit_widgets.drawing.hand import Draft, Hand, Part, every
from gamekit_widgets.drawing.inset import REVISE
from gamekit_widgets.page_data import Message, note, refusal
from gamekit_widgets.scenes import scene_file
from gamekit_widgets.table.presses import Gesture


@dataclass(frozen=True, slots=True)
class _Drafted:
    """A move of a part that is not due, and how many moves the match had when it was made."""

    part: str
    move: int
    ply: int


class Drafts:
    """What is drafted of the turn under way."""

    def __init__(self) -> None:
        self._turn: object = None
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self._made: list[_Drafted] = []
        self._gestures: dict[str, Gesture] = {}
        self._at = ""

    def attend(self, match: Match) -> None:
        """Forget everything as soon as another turn is under way."""
        turn = match, match.to_act, match.state.turn
        if turn != self._turn:
            self._turn = turn
            self.clear()

    # --- what is done --------------------------------------------------------------------------

    def press(self, view: View, what: str, say: Callable[[Message | None], None]) -> bool:
        """Press something on the board of a part that is not due; return whether it is one.

        Args:
            view: of whoever presses.
            what: the name of the cell or the choice.
            say: is told what is wrong, if anything is.
        """
        name = what.partition(" ")[0]
        part = next((part for part in parts_of(view) if part.name == name), None)
        is_ahead = part is not None and part.stands == "ahead"
        self._at = name if is_ahead else ""
        if part is None or part.stands == "due" or not (is_ahead or part.moves):
            return False
        draft = self._draft(part) if is_ahead else None
        if draft is None or draft.is_made:
            made = f"Your part in {part.title} is made"
            say(note(f"{made}: “Revise {name}” takes it back.", "refusal"))
        else:
            say(None)
            self._press(draft.view, part, what, say)
        return True

    def _press(self, view: View, part: Part, what: str, say: Callable[[Message], None]) -> None:
        """Press something on a board that is not due, and have it judged as if it were."""
        gesture = self._gestures[part.name]

        def judged(text: str) -> list[int]:
            try:
                return Referee(view.game, view.rules, view.names).judge(view.state, text, None)
            except IllegalMove as problem:  # what would be legal could not be typed yet
                problem.legal = ()
                say(refusal(view.game, problem))
                gesture.say(None, problem.cells)
                return []

        if gesture.release(view, what):
            return
        text = gesture.press(view, what, lambda attempt: not judged(attempt))
        if text is not None and (moves := judged(text)):
            gesture.begin()
            self._made += [_Drafted(part.name, move, _ply(part.view)) for move in moves]

    def let_go(self) -> None:
        """Let go of what is pressed on boards that are not due."""
        for gesture in self._gestures.values():
            gesture.let_go()

    def play(self, match: Match) -> IllegalMove | None:
        """Play what is drafted of the part that has come to be due, and of those after it.

        Returns why something was refused after all: a rule may look at all parts together. Then
        the rest of its part is forgotten.
        """
        self.attend(match)
        while (drafted := self._of_due(match)) is not None:
            self._made.remove(drafted)
            try:
                match.play(drafted.move)
            except IllegalMove as problem:
                self._made = [each for each in self._made if each.part != drafted.part]
                return problem
            self.attend(match)
        return None

    def _of_due(self, match: Match) -> _Drafted | None:
        if not self._made:
            return None
        due = {part.name for part in parts_of(match.view(match.to_act)) if part.stands == "due"}
        return next((drafted for drafted in self._made if drafted.part in due), None)

    # --- what is taken back --------------------------------------------------------------------

    def has_latest(self, match: Match) -> bool:
        """Was a draft the last that was done?"""
        return bool(self._made) and self._made[-1].ply >= match.ply

    def undo(self) -> None:
        """Take back the latest move that is drafted."""
        self._made.pop()
        self._at = self._made[-1].part if self._made else ""
        self.let_go()

    def revised(self, view: View, what: str) -> Part | None:
        """Return the part that this button takes back, if it is such a button."""
        parts = (part for part in parts_of(view) if f"{part.name}{REVISE}" == what)
        return next((part for part in parts if self._is_revisable(part)), None)

    def revise(self, view: View, part: Part) -> None:
        """Take a part back; of those made after it in the match, each becomes a draft."""
        self._made = [drafted for drafted in self._made if drafted.part != part.name]
        self._gestures.pop(part.name, None)
        self._at = part.name
        if part.moves:
            ply = part.moves[0].ply - 1
            self._made += [
                _Drafted(later.name, entry.move, ply)
                for later in parts_of(view)
                for entry in later.moves
                if entry.ply > ply and later.name != part.name and entry.move is not None
            ]

    def _is_revisable(self, part: Part) -> bool:
        return bool(part.moves) or any(drafted.part == part.name for drafted in self._made)

    # --- what is shown -------------------------------------------------------------------------

    def join(self, view: View, hand: Hand) -> Hand:
        """Return the hand of whoever moves with all that is drafted."""
        parts = parts_of(view)
        if not parts:
            return hand
        return replace(
            hand,
            drafts={part.name: self._draft(part) for part in parts if part.stands == "ahead"},
            revisable=frozenset(part.name for part in parts if self._is_revisable(part)),
            at=self._at,
        )

    def _draft(self, part: Part) -> Draft:
        moves = [drafted.move for drafted in self._made if drafted.part == part.name]
        draft = Draft(part.view, Hand(), bool(moves), False)
        for move in moves:
            draft = _after(part, draft.view, move)
        if draft.is_made:
            return draft
        gesture = self._gestures.setdefault(part.name, Gesture())
        return replace(draft, hand=gesture.hand(draft.view))


def parts_of(view: View) -> tuple[Part, ...]:
    """Return the parts of the turn under way, in the order of the match; few games have any."""
    found: Callable[[View], tuple[Part, ...]] | None = getattr(
        scene_file(view.game.name), "parts", None
    )
    return found(view) if found else ()


def _after(part: Part, view: View, move: int) -> Draft:
    """Return the draft of a part with one move more.

    What comes of a challenge is told when the turn stands. Until then it can be taken back, so it is
    shown as pressed, not as made.
    """
    game, rules, state = view.game, view.rules, view.state
    text, remark = game.tell(rules, state, move, "")
    if remark:
        way = scene_file(game.name).presses(view, text)
        return Draft(view, Hand(tuple(sorted(every(way)))), True, True)
    entry = Entry(view.to_act, text, move, _ply(view) + 1)
    game.apply(rules, state, move)
    after = View(game, rules, state, view.player, view.names, (*view.history, entry))
    is_due = any(each.name == part.name and each.stands == "due" for each in parts_of(after))
    return Draft(after, Hand(), True, not is_due)


def _ply(view: View) -> int:
    """Return how many moves have been made."""
    return view.history[-1].ply if view.history else 0
