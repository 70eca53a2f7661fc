"""Picking a move on the board: the presses so far, what may follow, and drafts of parts of a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gamekit import GameError, IllegalMove, Match, View
from gamekit.match.referee import Referee
from gamekit.match.view import OPEN, Entry, without_open
from gamekit.validation import shown
from gamekit_widgets.browser_page import Message, Option, Shown, note, refusal
from gamekit_widgets.drawing import space
from gamekit_widgets.drawing.pieces import REVISE, Draft, Hand, Part, every, revision
from gamekit_widgets.drawing.scene import Choice, Scene, Way, Ways
from gamekit_widgets.drawing.svg import button_picture
from gamekit_widgets.scenes import drawn, scene_file


class Gesture:
    """The presses so far, the switches that are on, and the latest message.

    It knows no match and plays no move: `press` returns the move that the presses spell.

    Attributes:
        pressed: cells and choices, in order.
        message: the message below the prompt, or None.
        unconfirmed: the typed move that the message asks about, or "".
    """

    def __init__(self) -> None:
        self._known_ways: tuple[object, Ways, tuple[Way, ...]] = None, {}, ()
        self._on: frozenset[str] = frozenset()  # switches
        self._switches: frozenset[str] = frozenset()  # of the latest scene
        self._drawn = Hand()  # of the latest scene
        self.begin()

    def begin(self) -> None:
        """Forget everything but the switches."""
        self.say(None)
        self.let_go()

    def let_go(self) -> None:
        """Let go of what is pressed."""
        self.pressed: tuple[str, ...] = ()
        self._refused: tuple[str, ...] = ()

    def say(self, message: Message | None, cells: tuple[str, ...] = ()) -> None:
        """Show this message, and mark the cells that a refusal is about, except those that it offers."""
        offered = [without_open(move) for move in message["legal"]] if message else []
        self.message, self._refused = message, tuple(set(cells).difference(offered))
        self.unconfirmed = ""

    @property
    def news(self) -> Message | None:
        """The message if it reports moves, which people need until they have moved, or None."""
        return self.message if self.message and self.message["kind"] == "news" else None

    # --- presses -------------------------------------------------------------------------------

    def release(self, view: View, what: str) -> bool:
        """Flip a switch or let go of something pressed; return whether `what` was either."""
        if not isinstance(what, str):
            raise GameError(f"press({shown(what)}): name a cell or a choice by its words.")
        if what in self._switches:
            kind = what.rpartition(" ")[0]  # switches whose names begin alike exclude each other
            alike = {each for each in self._on if kind and each.startswith(f"{kind} ")}
            self._on = self._on - {what} if what in self._on else (self._on - alike) | {what}
            if self.message and self.message["kind"] == "refusal":
                self.say(None)
            return True
        confirms = scene_file(view.game.name).confirms
        if what not in self.pressed or confirms(view, self.pressed, what):
            return False
        rest = tuple(pressed for pressed in self.pressed if pressed != what)
        if not self._goes_on(view, rest):  # the later presses make no sense without it
            rest = self.pressed[: self.pressed.index(what)]
        self.pressed = rest
        self.say(self.news)
        return True

    def press(self, view: View, what: str, explain: Callable[[str], bool]) -> str | None:
        """Press a cell or a choice; return the move that this completes, in notation, or None.

        Args:
            view: the view of the person who presses.
            what: the name of the cell or the choice.
            explain: says why the move that it gets is illegal, and returns whether it is. It is called
                when no legal move begins with these presses.
        """
        game = scene_file(view.game.name)
        pressed = game.kept(view, (*self.pressed, what))
        if elsewhere := game.elsewhere(view, pressed):
            self.say(note(elsewhere, "refusal"))
            return None
        text = game.compose(view, pressed)
        if text is not None:
            return text
        if self._goes_on(view, pressed):
            self.pressed = pressed
            self.say(self.news)
        elif not explain(game.attempt(view, pressed)) and self.pressed:
            # it is part of a legal move that begins with fewer of these presses, or with none
            shorter = (self.pressed[:count] for count in range(len(self.pressed) - 1, -1, -1))
            self.pressed = next(
                (each for each in shorter if self._goes_on(view, (*each, what))), ()
            )
            return self.press(view, what, explain)
        return None

    def _goes_on(self, view: View, pressed: tuple[str, ...]) -> bool:
        """Return whether these presses begin a legal move."""
        ways = self.ways(view)
        return bool(Hand(pressed, ways, self._known_ways[2]).next)

    # --- what is shown -------------------------------------------------------------------------

    def ways(self, view: View) -> Ways:
        """Return the presses for every legal move. It keeps them until the position changes."""
        here = view.game, view.player, view.to_act, view.history, view.state.values()
        if self._known_ways[0] != here:
            file = scene_file(view.game.name)
            ways = {move: file.presses(view, move) for move in view.legal()}
            self._known_ways = here, ways, tuple(file.other_ways(view, ways))
        return self._known_ways[1]

    def hand(self, view: View, is_assisted: bool = False) -> Hand:
        """Return the mover's hand, for a scene to draw."""
        return Hand(
            self.pressed,
            self.ways(view),
            self._known_ways[2],
            self._refused,
            on=self._on,
            is_assisted=is_assisted,
        )

    def idle_hand(self, is_assisted: bool) -> Hand:
        """Return the hand of somebody who is not to move."""
        self._known_ways = None, {}, ()  # some games have many
        return Hand(on=self._on, is_assisted=is_assisted)

    def draw(self, view: View, hand: Hand) -> Scene:
        """Draw the view, and accept presses on this scene from now on."""
        scene = drawn(view, hand)
        self._switches = frozenset(each.name for each in scene.choices if each.is_on is not None)
        self._drawn = hand
        return scene

    def shown(self, scene: Scene, hinted: Sequence[str] = ()) -> Shown:
        """Return the scene as the browser gets it, with presses and the message.

        Args:
            scene: the scene that was drawn last.
            hinted: the moves that a hint has named.
        """
        return {
            "svg": scene.svg(),
            "signs": scene.signs,
            "besides": scene.besides,
            "solid": space.in_space(scene.solid),
            "message": self._message(scene, hinted),
            "choices": [
                option(choice, self._drawn.everywhere, _board(scene, choice))
                for choice in scene.choices
            ],
            "rows": (scene.rows, scene.rows_below or scene.rows),
            "asked": [(part.prompt, part.reminder) for part in scene.parts],
            "grips": sorted(self._drawn.grips(_labels_of_tiles(scene))),
        }

    def _message(self, scene: Scene, hinted: Sequence[str]) -> Message | None:
        """Return the message. It offers the moves of a hint first, then those that begin with the presses so far.

        It leaves out moves that have a button, because the button has a better name and may ask once more.
        """
        if self.message is None or not self.message["legal"]:
            return self.message
        buttons, ways = {choice.name for choice in scene.choices}, self._known_ways[1]
        near = self.message["legal"]
        own = Hand(self.pressed, ways).begun if self.pressed else ()
        best = [move for move in hinted if move in ways]
        moves = [*best, *(move for move in near if move in own), *own, *near]
        legal = [move for move in moves if buttons.isdisjoint(ways.get(move, ()))]
        return {**self.message, "legal": list(dict.fromkeys(legal))[: len(near) + len(best)]}


def still_to_press(way: Way, pressed: Sequence[str], cells: frozenset[str]) -> Way:
    """Return the presses of a hint that are still to come or, if these include no cell, all of them."""
    steps = (step if isinstance(step, str) else step.difference(pressed) for step in way)
    left: Way = tuple(step for step in steps if step and step not in pressed)
    return left if cells & every(left) else way


def _labels_of_tiles(scene: Scene) -> frozenset[str]:
    """Return the names of the cells that something can lie on."""
    cells = (cell for board in (scene, *scene.parts) for cell in board.cells)
    return frozenset(cell.label for cell in cells if cell.shape != "plain")


def _board(scene: Scene, choice: Choice) -> str:
    """Return the number of the board that this choice belongs to, or "" if there is only one board."""
    for number, part in enumerate(scene.parts):
        if choice in part.choices:
            return str(number)
    return ""


def option(choice: Choice, pressed: frozenset[str] = frozenset(), board: str = "") -> Option:
    """Return a button for the browser, with a small board of what it does."""
    switch = {None: "", True: "on", False: "off"}
    here = "pressed" if choice.name in pressed else switch[choice.is_on]
    look = button_picture(choice.look) if choice.look else ""
    return {
        "name": choice.name,
        "label": choice.label,
        "state": choice.compared or here,
        "at": choice.at,
        "look": look,
        "board": board,
        "title": choice.title,
        "form": choice.form,
    }


@dataclass(frozen=True, slots=True)
class _Drafted:
    """A move of a part that is not due yet, and how many moves the match had when it was drafted."""

    part: str
    move: int
    ply: int


class Drafts:
    """The moves that are drafted for the turn under way."""

    def __init__(self) -> None:
        self._turn: object = None
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self._made: list[_Drafted] = []
        self._gestures: dict[str, Gesture] = {}
        self._at = ""

    def attend(self, match: Match) -> None:
        """Forget everything once another turn begins."""
        turn = match, match.to_act, match.state.turn
        if turn != self._turn:
            self._turn = turn
            self.clear()

    # --- presses -------------------------------------------------------------------------------

    def press(self, view: View, what: str, say: Callable[[Message | None], None]) -> bool:
        """Press something on the board of a part that is not due; return whether `what` is on such a board.

        Args:
            view: the view of the person who presses.
            what: the name of the cell or the choice.
            say: shows what is wrong, if anything is.
        """
        name = what.partition(" ")[0]
        part = next((part for part in parts_of(view) if part.name == name), None)
        is_ahead = part is not None and part.stands == "ahead"
        self._at = name if is_ahead else ""
        if part is None or part.stands == "due" or not (is_ahead or part.moves):
            return False
        draft = self._draft(part) if is_ahead else None
        if draft is None or draft.is_made:
            made = f"Your move in {part.title} is made"
            say(note(f"{made}. To change it, press {revision(name)}.", "refusal"))
        else:
            say(None)
            self._press(draft.view, part, what, say)
        return True

    def forget_refusals(self) -> None:
        """Take the marks of refused presses off every board."""
        for gesture in self._gestures.values():
            gesture.say(None)

    def _press(self, view: View, part: Part, what: str, say: Callable[[Message], None]) -> None:
        """Press something on a board that is not due, and judge it as if the board were due."""
        gesture = self._gestures[part.name]

        def judged(text: str) -> list[int]:
            try:
                return Referee(view.game, view.rules, view.names).judge(view.state, text, None)
            except IllegalMove as problem:  # people cannot type the legal moves yet
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

    def type(self, view: View, text: str) -> str:
        """Take a typed move, which may be one part of the turn by itself.

        Returns the text to play: the typed one or, if it is a move of the part that is due, that move
        with " ..." behind it. A move of another part becomes a draft, and the method returns "".

        Raises:
            IllegalMove: the player works on the board of another part, where the move is illegal.
        """
        parts, referee = parts_of(view), Referee(view.game, view.rules, view.names)
        if not parts or _judged(referee, view, text):
            return text
        part_alone = f"{without_open(text)} {OPEN}"
        if _judged(referee, view, part_alone):
            return part_alone
        ahead = {part.name: part for part in parts if part.stands == "ahead"}
        drafts = {name: self._draft(part) for name, part in ahead.items()}
        is_open = [name for name, draft in drafts.items() if not draft.is_made]
        for name in is_open:
            if moves := _judged(referee, drafts[name].view, part_alone):
                self._gestures[name].begin()
                self._made += [_Drafted(name, move, _ply(ahead[name].view)) for move in moves]
                self._at = name
                return ""
        if self._at in is_open:
            referee.judge(drafts[self._at].view.state, part_alone, None)
        return text

    def resume(self, view: View, gesture: Gesture) -> None:
        """Move the presses that were made early on the board that is now due into its gesture."""
        due = next((part.name for part in parts_of(view) if part.stands == "due"), "")
        if begun := self._gestures.pop(due, None):
            gesture.pressed = gesture.pressed or begun.pressed

    def leave(self, view: View, pressed: tuple[str, ...]) -> None:
        """Remember the presses on the board that is due, because another board is about to be due."""
        due = next((part.name for part in parts_of(view) if part.stands == "due"), "")
        if pressed:
            self._gestures.setdefault(due, Gesture()).pressed = pressed

    def let_go(self) -> None:
        """Let go of the presses on boards that are not due."""
        for gesture in self._gestures.values():
            gesture.let_go()

    def play(self, match: Match) -> IllegalMove | None:
        """Play the drafts of the part that is now due, and of those after it.

        A rule that looks at all parts together may still refuse a draft. Then the method forgets the other
        drafts of that part and returns the refusal.
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

    # --- undo ----------------------------------------------------------------------------------

    def has_latest(self, match: Match) -> bool:
        """Return whether the latest move is a draft."""
        return bool(self._made) and self._made[-1].ply >= match.ply

    def latest(self, match: Match) -> str:
        """Return the part of the latest move that Undo would take back, or ""."""
        if self.has_latest(match):
            return self._made[-1].part
        parts = parts_of(match.view(match.to_act))
        ply = match.ply
        return next((part.name for part in parts if part.moves and part.moves[-1].ply == ply), "")

    def undo(self) -> None:
        """Take back the latest draft."""
        self._made.pop()
        self._at = self._made[-1].part if self._made else ""
        self.let_go()

    def revised(self, view: View, what: str) -> Part | None:
        """Return the part that this button takes back, or None if it takes back no part."""
        parts = (part for part in parts_of(view) if f"{part.name}{REVISE}" == what)
        return next((part for part in parts if self._is_revisable(part)), None)

    def revise(self, view: View, part: Part) -> None:
        """Take a part back. Parts that were played after it become drafts."""
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
        """Return the mover's hand with all drafts."""
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


def _judged(referee: Referee, view: View, text: str) -> list[int]:
    """Return the legal moves that a text stands for, or no moves if it is not legal."""
    try:
        return referee.judge(view.state, text, None)
    except IllegalMove:
        return []


def parts_of(view: View) -> tuple[Part, ...]:
    """Return the parts of the turn under way, in playing order. Few games have any."""
    found = scene_file(view.game.name).parts
    return found(view) if found else ()


def _after(part: Part, view: View, move: int) -> Draft:
    """Return the draft of a part with one more move.

    A challenge is settled only when the turn is played. Until then people can take it back, so the draft shows it
    as pressed, not as made.
    """
    game, rules, state = view.game, view.rules, view.state
    text, remark = game.tell(rules, state, move, "")
    if remark:
        way = scene_file(game.name).presses(view, text)
        return Draft(view, Hand(tuple(sorted(every(way)))), True, True)
    entry = Entry(view.to_act, text, move, _ply(view) + 1, turn=state.turn)
    game.apply(rules, state, move)
    after = View(game, rules, state, view.player, view.names, (*view.history, entry))
    is_due = any(each.name == part.name and each.stands == "due" for each in parts_of(after))
    return Draft(after, Hand(), True, not is_due)


def _ply(view: View) -> int:
    """Return how many moves have been made."""
    return view.history[-1].ply if view.history else 0
