"""Presses on their way to a move, and what is said of them. Board, Table and Task have one each."""

from __future__ import annotations

from collections.abc import Callable

from gamekit import GameError, View
from gamekit.validation import shown
from gamekit_widgets.drawing import space
from gamekit_widgets.drawing.svg import token_picture
from gamekit_widgets.page_data import Message, Option, Shown, note
from gamekit_widgets.scene import Choice, Hand, Scene, SceneFile, Ways
from gamekit_widgets.scenes import drawn, scene_file


class Gesture:
    """What is pressed and switched on, and the latest message about it.

    It knows no match and plays nothing: `press` returns the move that the presses spell.

    Attributes:
        pressed: cells and choices, in order.
        message: what is said below the prompt, or None.
    """

    def __init__(self) -> None:
        self._known_ways: tuple[object, Ways] = None, {}
        self._on: frozenset[str] = frozenset()  # switches
        self._switches: frozenset[str] = frozenset()  # of the scene that was drawn last
        self._drawn = Hand()  # as it was drawn last
        self.begin()

    def begin(self) -> None:
        """Forget everything but the switches, which stay as they were left."""
        self.message: Message | None = None
        self.let_go()

    def let_go(self) -> None:
        """Let go of what is pressed."""
        self.pressed: tuple[str, ...] = ()
        self._refused: tuple[str, ...] = ()

    def say(self, message: Message | None, cells: tuple[str, ...] = ()) -> None:
        """Say this, and mark the cells that a refusal is about."""
        self.message, self._refused = message, cells

    # --- what is done --------------------------------------------------------------------------

    def release(self, view: View, what: str) -> bool:
        """Turn a switch, or let go of what is pressed already; return whether this was either."""
        if not isinstance(what, str):
            raise GameError(f"press({shown(what)}): name a cell or a choice by its words.")
        if what in self._switches:
            self._on ^= {what}
            return True
        if what not in self.pressed or self._confirms(view, what):
            return False
        rest = tuple(pressed for pressed in self.pressed if pressed != what)
        # what was pressed after it may make no sense without it
        makes_sense = bool(Hand(rest, self.ways(view)).next)
        self.pressed = rest if makes_sense else self.pressed[: self.pressed.index(what)]
        self.say(None)
        return True

    def _confirms(self, view: View, what: str) -> bool:
        """Does it make a move to press what was pressed last once more? In few games it does."""
        says: Callable[[View, tuple[str, ...]], bool] | None = getattr(
            scene_file(view.game.name), "confirms", None
        )
        return says is not None and what == self.pressed[-1] and says(view, self.pressed)

    def press(self, view: View, what: str, explain: Callable[[str], bool]) -> str | None:
        """Press a cell or a choice; return the notation of the move this completes, if it does.

        Args:
            view: of whoever presses.
            what: the name of the cell or the choice.
            explain: is called where no legal move begins like this, with one that does; it says
                what is wrong with it, if anything is, and returns whether it did.
        """
        game, pressed = scene_file(view.game.name), (*self.pressed, what)
        if elsewhere := _elsewhere(game, view, pressed):
            self.say(note(elsewhere, "refusal"))
            return None
        text = game.compose(view, pressed)
        if text is not None:
            return text
        if Hand(pressed, self.ways(view)).next:
            self.pressed = pressed
            self.say(None)
        elif not explain(game.attempt(view, pressed)) and self.pressed:
            self.pressed = ()  # nothing is wrong with it: it begins another move
            return self.press(view, what, explain)
        return None

    # --- what is shown -------------------------------------------------------------------------

    def ways(self, view: View) -> Ways:
        """Return the presses for every legal move; they are kept until the match goes on."""
        here = view.game, view.player, view.to_act, view.history, view.state.values()
        if self._known_ways[0] != here:
            presses = scene_file(view.game.name).presses
            self._known_ways = here, {move: presses(view, move) for move in view.legal()}
        return self._known_ways[1]

    def hand(self, view: View, hint: str = "", is_assisted: bool = False) -> Hand:
        """Return what whoever moves is doing, as scenes draw it."""
        return Hand(
            self.pressed,
            self.ways(view),
            self._refused,
            hint=hint,
            on=self._on,
            is_assisted=is_assisted,
        )

    def idle_hand(self, is_assisted: bool = False) -> Hand:
        """Return the hand of somebody who is not to move."""
        self._known_ways = None, {}  # of some games they are many
        return Hand(on=self._on, is_assisted=is_assisted)

    def draw(self, view: View, hand: Hand) -> Scene:
        """Draw the view; what is in the scene can be pressed from now on."""
        scene = drawn(view, hand)
        self._switches = frozenset(each.name for each in scene.choices if each.is_on is not None)
        self._drawn = hand
        return scene

    def shown(self, scene: Scene) -> Shown:
        """Return the scene as the browser gets it, with what is pressed and said."""
        return {
            "svg": scene.svg(),
            "signs": scene.signs,
            "solid": space.in_space(scene.solid),
            "message": self._said(scene),
            "choices": [
                _option(choice, self._drawn.everywhere, _board(scene, choice))
                for choice in scene.choices
            ],
            "rows": scene.rows,
            "grips": sorted(self._drawn.grips(_labels(scene))),
        }

    def _said(self, scene: Scene) -> Message | None:
        """Return the message. Of the moves that it offers, those of what is picked come first.

        Those that have a button are left out: it may ask once more, and has a better name.
        """
        if self.message is None or not self.message["legal"]:
            return self.message
        buttons, ways = {choice.name for choice in scene.choices}, self._known_ways[1]
        near = self.message["legal"]
        own = Hand(self.pressed, ways).begun if self.pressed else ()
        moves = [*(move for move in near if move in own), *own, *near]
        legal = [move for move in moves if ways.get(move, ("",))[0] not in buttons]
        return {**self.message, "legal": list(dict.fromkeys(legal))[: len(near)]}


def _labels(scene: Scene) -> frozenset[str]:
    """Return the names of the cells that something can lie on."""
    cells = (cell for board in (scene, *scene.parts) for cell in board.cells)
    return frozenset(cell.label for cell in cells if cell.shape != "plain")


def _elsewhere(game: SceneFile, view: View, pressed: tuple[str, ...]) -> str:
    """Say what is asked for, where the latest press is about something else; few games need to."""
    says: Callable[[View, tuple[str, ...]], str] | None = getattr(game, "elsewhere", None)
    return says(view, pressed) if says else ""


def _board(scene: Scene, what: Choice) -> str:
    """Return the number of the board that this belongs to, or nothing where there is only one."""
    for number, part in enumerate(scene.parts):
        if what in part.choices:
            return str(number)
    return ""


def _option(choice: Choice, pressed: frozenset[str], board: str) -> Option:
    switch = {None: "", True: "on", False: "off"}
    here = "pressed" if choice.name in pressed else switch[choice.is_on]
    look = token_picture(choice.look) if choice.look else ""
    return {
        "name": choice.name,
        "label": choice.label,
        "state": choice.compared or here,
        "at": choice.at,
        "look": look,
        "board": board,
    }
