"""What a picture of a game is made of, before anybody draws it.

A scene file (one a game, in `scenes/`) turns a view into a `Scene`; `svg.py` turns a `Scene` into
one SVG string. Lengths are in units of which a cell is a hundred wide; y grows downwards.

Everything that may move between two pictures has a key that stays with it, so that the browser
moves the thing instead of drawing another one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from gamekit import View

CELL = 100.0

Mark: TypeAlias = Literal["next", "pressed", "refused", "winning"]

Ways: TypeAlias = dict[str, tuple[str, ...]]  # each legal move's notation, and its presses


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
    """

    label: str
    x: float
    y: float
    row: str
    says: str
    owner: int | None = None
    marks: frozenset[Mark] = frozenset()
    badge: str = ""


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
    """A die in a player's colour. When `roll` changes it tumbles, even to the same face."""

    key: str
    x: float
    y: float
    face: int
    roll: int
    owner: int
    size: float = 46.0


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


Piece: TypeAlias = Chip | Words | Emblem | Die | Arrow


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to press that is no cell: a button beside the board."""

    name: str
    label: str


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


@dataclass(frozen=True, slots=True)
class Hand:
    """What whoever sits at the board is doing, beyond what the game knows.

    Attributes:
        pressed: cells and choices pressed so far, in order.
        ways: for each legal move, by notation, the presses that make it.
        refused: labels of the cells that the last refusal was about.
        hint: notation of a move to point at.
    """

    pressed: tuple[str, ...] = ()
    ways: Ways = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    hint: str = ""

    def next(self) -> tuple[str, ...]:
        """Return what could be pressed now on the way to a legal move."""
        done = len(self.pressed)
        return tuple(
            dict.fromkeys(
                way[done]
                for way in self.ways.values()
                if way[:done] == self.pressed and len(way) > done
            )
        )

    def marks(self, label: str, is_winning: bool = False) -> frozenset[Mark]:
        """Return what is conspicuous about this cell."""
        every: dict[Mark, bool] = {
            "next": label in self.next(),
            "pressed": label in self.pressed,
            "refused": label in self.refused,
            "winning": is_winning,
        }
        return frozenset(mark for mark, holds in every.items() if holds)


class Scenery(Protocol):
    """What a scene file must have: how one game looks, and how pressing makes its moves.

    Nothing here decides what is legal. Presses become notation, and the match judges that.
    """

    def draw(self, view: View, hand: Hand) -> Scene:
        """Return the picture of this view."""

    def presses(self, view: View, move: str) -> tuple[str, ...]:
        """Return the cells and choices to press for this legal move, in order."""

    def compose(self, view: View, pressed: tuple[str, ...]) -> str | None:
        """Return the notation that these presses spell, or None while they are unfinished."""

    def attempt(self, view: View, pressed: tuple[str, ...]) -> str:
        """Return a whole move that starts with these presses, to learn why none is legal."""
