"""What a picture of a game is made of, before anybody draws it.

A scene file (one a game, in `scenes/`) turns a view into a `Scene`; `svg.py` turns a `Scene` into
one SVG string. Lengths are in units of which a cell is a hundred wide; y grows downwards.

Everything that may move between two pictures has a key that stays with it, so that the browser
moves the thing instead of drawing another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Literal, Protocol, TypeAlias

from gamekit import View
from gamekit.errors import Unreadable
from gamekit.view import written
from gamekit_widgets.solid import Solid

CELL = 100.0

Mark: TypeAlias = Literal["next", "hinted", "recent", "pressed", "refused", "winning"]

Way: TypeAlias = tuple[str | frozenset[str], ...]  # presses; those of a set go in any order
Ways: TypeAlias = dict[str, Way]  # each legal move's notation, and its presses


@dataclass(frozen=True, slots=True)
class Cell:
    """A place that can be pressed.

    Attributes:
        label: its name in notation, "B2".
        x: centre.
        y: centre.
        row: what it is grouped with when the board is read row by row.
        says: what a screen reader says of it.
        owner: the player whose ground it is, or None.
        marks: what to make conspicuous about it.
        badge: a short note in its corner, "+4".
        size: its width, and its distance to the next in its row.
        shape: a square, or a hexagon that stands on a corner.
    """

    label: str
    x: float
    y: float
    row: str
    says: str
    owner: int | None = None
    marks: frozenset[Mark] = frozenset()
    badge: str = ""
    size: float = CELL
    shape: Literal["square", "hexagon"] = "square"

    @property
    def name(self) -> str:
        """What stands on it; its label may also say on which of several boards it is."""
        return self.label.rpartition(" ")[2]


@dataclass(frozen=True, slots=True)
class Chip:
    """A flat round piece that belongs to nobody, seen from above at a slant."""

    key: str
    x: float
    y: float
    is_lifted: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """Text on the board; `look` is one of the text classes of board.css."""

    key: str
    x: float
    y: float
    text: str
    look: str
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Emblem:
    """A player's own shape: a triangle for player 0, a diamond for player 1."""

    key: str
    x: float
    y: float
    owner: int
    size: float
    is_faint: bool = False


@dataclass(frozen=True, slots=True)
class Die:
    """A die in its owner's colour. When `roll` changes it tumbles, even to the same face."""

    key: str
    x: float
    y: float
    face: int | str
    roll: int
    owner: int | None
    size: float = 46.0
    is_faint: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """A stubby arrow with a word in it, centred on x, y, pointing along dx, dy."""

    key: str
    x: float
    y: float
    dx: float
    dy: float
    text: str
    owner: int
    is_hint: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    """A thing that lies on a cell; `look` is one of the drawings in svg.py."""

    key: str
    x: float
    y: float
    look: str
    size: float


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of the board that is set off from the rest, centred on x, y."""

    key: str
    x: float
    y: float
    width: float
    height: float
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line through completed rows, from x, y as far as dx, dy."""

    key: str
    x: float
    y: float
    dx: float
    dy: float
    owner: int


@dataclass(frozen=True, slots=True)
class Zone:
    """Some cells taken together, and a short word for them.

    Attributes:
        key: stays with it.
        cells: their centres; the word is at the first one.
        size: of one cell.
        owner: the player it concerns, or None.
        text: a number, mostly.
    """

    key: str
    cells: tuple[tuple[float, float], ...]
    size: float
    owner: int | None = None
    text: str = ""


Piece: TypeAlias = Chip | Words | Emblem | Die | Arrow | Token | Panel | Line | Zone


def nameplate(player: int, name: str, x: float, y: float) -> tuple[Emblem, Words]:
    """Return a player's emblem and name, for the left end of a band whose middle is at y."""
    return (
        Emblem(f"emblem-{player}", x + 17, y, player, 22),
        Words(f"name-{player}", x + 36, y + 7, name, "name", player),
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to press that is no cell: a button beside the board.

    Attributes:
        name: what is pressed.
        label: what stands on it.
        is_on: for a switch, which is no part of a move and stays as it was left; otherwise None.
    """

    name: str
    label: str
    is_on: bool | None = None


@dataclass(frozen=True, slots=True)
class Dial:
    """A number to set beside the board; what it is set to shows in the names of the choices."""

    name: str
    label: str
    value: int
    low: int
    high: int

    def turned(self, by: int) -> int:
        """Return what it shows when it is turned by so much."""
        return min(max(self.value + by, self.low), self.high)


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of one position for one viewer, and the words that go with it.

    Attributes:
        name: what the board is called, for screen readers.
        says: the whole position in words: the alternative text of a still picture.
        prompt: what is to be done, or how it ended.
        width, height: size of the picture.
        cells: in reading order.
        pieces: in painting order, later ones on top.
        note: something small beside the prompt, such as the number of the round.
        choices: buttons beside the board.
        dials: numbers to be set before a choice.
        tone: the colour of player 1.
        solid: the same in space, for a game that is played in a cube.
        parts: boards side by side, or one below the other, of which this one is made up.
        key: what the keys of a part begin with.
        is_due: is this the part where something is to be done?
    """

    name: str
    says: str
    prompt: str
    width: float
    height: float
    cells: tuple[Cell, ...] = ()
    pieces: tuple[Piece, ...] = ()
    note: str = ""
    choices: tuple[Choice, ...] = ()
    dials: tuple[Dial, ...] = ()

    def _repr_html_(self) -> str:
        """Show it in a notebook as it is saved there."""
        from gamekit_widgets.picture import html  # which draws what is made of this module

        return html(self)

    tone: Literal["green", "blue"] = "green"
    solid: Solid | None = None
    parts: tuple[Scene, ...] = ()
    key: str = ""
    is_due: bool = False


@dataclass(frozen=True)
class Hand:
    """What whoever sits at the board is doing, beyond what the game knows.

    Attributes:
        pressed: cells and choices pressed so far, in order.
        ways: for each legal move, by notation, the presses that make it.
        refused: labels of the cells that the last refusal was about.
        hint: notation of a move to point at.
        on: names of the switches that are on.
        is_assisted: may the board point out what is on it?
        dialled: what dials were set to, by name.
    """

    pressed: tuple[str, ...] = ()
    ways: Ways = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    hint: str = ""
    on: frozenset[str] = frozenset()
    is_assisted: bool = False
    dialled: Mapping[str, int] = field(default_factory=dict)

    def dial(self, name: str, label: str, low: int, high: int) -> Dial:
        """Return a dial at what it was set to, within these limits."""
        return Dial(name, label, min(max(self.dialled.get(name, low), low), high), low, high)

    def turn(self, dials: tuple[Dial, ...], name: str, by: int) -> Mapping[str, int]:
        """Return what the dials are set to once one of those in the scene is turned."""
        turned = {dial.name: dial.turned(by) for dial in dials if dial.name == name}
        return {**self.dialled, **turned}

    @cached_property
    def next(self) -> frozenset[str]:
        """What could be pressed now on the way to a legal move."""
        return frozenset().union(*(_ahead(way, self.pressed) for way in self.ways.values()))

    @cached_property
    def hinted(self) -> frozenset[str]:
        """What the hint would press."""
        return _every(self.ways.get(self.hint, ()))

    def marks(
        self, label: str, is_winning: bool = False, is_recent: bool = False
    ) -> frozenset[Mark]:
        """Return what is conspicuous about this cell."""
        every: dict[Mark, bool] = {
            "next": label in self.next,
            "hinted": label in self.hinted,
            "recent": is_recent,
            "pressed": label in self.pressed,
            "refused": label in self.refused,
            "winning": is_winning,
        }
        return frozenset(mark for mark, holds in every.items() if holds)


SAID: dict[Mark, str] = {
    "next": "can be pressed",
    "hinted": "hinted",
    "recent": "just played",
    "pressed": "pressed",
    "refused": "refused",
    "winning": "winning",
}


def in_words(marks: frozenset[Mark]) -> list[str]:
    """Return what a screen reader says of these marks."""
    return [word for mark, word in SAID.items() if mark in marks]


def _ahead(way: Way, pressed: tuple[str, ...]) -> frozenset[str]:
    """Return what comes next on this way after these presses; nothing where they leave it."""
    done = 0
    for step in way:
        wanted = frozenset([step]) if isinstance(step, str) else step
        here = pressed[done : done + len(wanted)]
        if not wanted.issuperset(here):
            return frozenset()
        if len(here) < len(wanted):
            return wanted.difference(here)
        done += len(here)
    return frozenset()


def _every(way: Way) -> frozenset[str]:
    """Return all presses of a way."""
    return frozenset().union(*([step] if isinstance(step, str) else step for step in way))


def latest_turn(view: View) -> list[str]:
    """Return the moves of the turn under way or, before it has begun, of the turn before."""
    moves = [entry for entry in view.history if entry.player in (0, 1)]
    latest = takewhile(lambda entry: entry.player == moves[-1].player, reversed(moves))
    return [entry.text for entry in latest]


def one_move(view: View, text: str) -> str:
    """Return a single move as `view.legal()` writes it: with " ..." where its turn goes on."""
    game, rules, state = view.game, view.rules, view.state
    try:
        moves = game.read(rules, state.copy(), text)
    except Unreadable:
        return text
    if len(moves) != 1 or game.why_illegal(rules, state, moves[0]):
        return text
    return written(game, rules, state, moves[0])


class Scenery(Protocol):
    """What a scene file must have: how one game looks, and how pressing makes its moves.

    Nothing here decides what is legal. Presses become notation, and the match judges that.
    """

    def draw(self, view: View, hand: Hand) -> Scene:
        """Return the picture of this view."""

    def presses(self, view: View, move: str) -> Way:
        """Return the cells and choices to press for this legal move."""

    def compose(self, view: View, pressed: tuple[str, ...]) -> str | None:
        """Return the notation that these presses spell, or None while they are unfinished."""

    def attempt(self, view: View, pressed: tuple[str, ...]) -> str:
        """Return a whole move that starts with these presses, to learn why none is legal."""
