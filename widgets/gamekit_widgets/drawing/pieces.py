"""The parts of a scene: cells, pieces, the choices beside them, and the presses of the person at the board.

A cell is a hundred units wide, and y grows downward. A piece keeps its key when it moves, so that the browser
moves it instead of drawing another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from gamekit import View
from gamekit.boards import grid
from gamekit.match.view import Entry

CELL = 100.0

Mark: TypeAlias = Literal[
    "next",
    "held",
    "recent",
    "earlier",
    "pressed",
    "refused",
    "winning",
    "counted",
    "shifted",
    "hinted",
    "played",
    "better",
]  # "held": a piece there can move, so the cell's border stays strong on any board

Look: TypeAlias = Literal["played", "better", "hinted", "second"]  # why a move is pointed out

MARK_WORDS: dict[Mark, str] = {
    "next": "can be pressed",
    "hinted": "hinted",
    "played": "played",
    "better": "better",
    "recent": "just played",
    "earlier": "played in the turn before",
    "pressed": "pressed",
    "refused": "refused",
    "winning": "winning",
    "counted": "counted",
}


def in_words(marks: frozenset[Mark]) -> list[str]:
    """Return the words of a screen reader for these marks."""
    return [word for mark, word in MARK_WORDS.items() if mark in marks]


@dataclass(frozen=True, slots=True)
class Cell:
    """A place that can be pressed.

    Attributes:
        label: its name in notation, "B2".
        x, y: its center.
        row: the row to which a screen reader assigns it.
        says: the words of a screen reader for it.
        owner: the player whose ground it is, or None.
        marks: what to point out about it.
        badge: a short note in its corner, "+4".
        size: its width, which is also the distance to the next cell in its row.
        shape: "plain" is a square without its name. A hexagon stands on a corner. A bar lies "across" or stands
            "upright" between two points `size` apart. A card is low and wide.
        drag: for a cell whose piece can be dragged, the key of that piece, and the label of the cell
            where dropping it presses this cell. Without a label, dropping presses the cell below.
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
    shape: Literal["square", "plain", "hexagon", "circle", "across", "upright", "card"] = "square"
    drag: tuple[str, str] | None = None

    @property
    def name(self) -> str:
        """The name on the cell, which is its label without the name of a board."""
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
    """Text on the board, squeezed to the width `widest` if it has one.

    `look` is one of the text classes of board.css. `turned` works as for a `Die`.
    """

    key: str
    x: float
    y: float
    text: str
    look: str
    owner: int | None = None
    turned: int = 0
    widest: float = 0.0


@dataclass(frozen=True, slots=True)
class Emblem:
    """A player's own shape: a triangle for player 0, a diamond for player 1.

    Attributes:
        around: for a piece that left its line at one end and came back at the other: where it was,
            where it disappears, and where it reappears.
        offer: the cell that shows this emblem while somebody points there; "" if it always shows.
    """

    key: str
    x: float
    y: float
    owner: int
    size: float
    is_faint: bool = False
    around: tuple[tuple[float, float], ...] = ()
    offer: str = ""


@dataclass(frozen=True, slots=True)
class Die:
    """A die in its owner's color, or the green one. It tumbles when `roll` changes, even to the same face.

    Attributes:
        turned: its place, from 1, among dice that turn over one after the other; 0 for a die that
            rolls.
        word: the word that appears at its corner as it turns over.
    """

    key: str
    x: float
    y: float
    face: int | str
    roll: int
    owner: int | Literal["green"] | None
    size: float = 46.0
    is_faint: bool = False
    turned: int = 0
    word: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A stubby arrow with a word in it, centered on x, y, pointing along dx, dy."""

    key: str
    x: float
    y: float
    dx: float
    dy: float
    text: str
    owner: int


@dataclass(frozen=True, slots=True)
class Token:
    """A piece that lies on a cell; `look` is one of the drawings in svg.py.

    Attributes:
        fades: "ghost" where the piece would lie, "outline" where it was before it moved, "wilted" if it is about
            to disappear.
    """

    key: str
    x: float
    y: float
    look: str
    size: float
    fades: Literal["", "ghost", "outline", "wilted"] = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """A background for a part of the board, centered on x, y."""

    key: str
    x: float
    y: float
    width: float
    height: float
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line from x, y that spans dx, dy: through a completed row or, without an owner, on the board."""

    key: str
    x: float
    y: float
    dx: float
    dy: float
    owner: int | None


@dataclass(frozen=True, slots=True)
class Trail:
    """The path of something that just moved, through these places; a single place gets a ring.

    Attributes:
        key: its key.
        through: the places.
        look: why it points a move out, if it does; "barred" for a forbidden path, "chosen" for one that
            waits to be confirmed.
        offer: the cell that shows this trail while somebody points there; "" if it always shows.
        ring: the radius of a ring.
        text: a number to show instead of a ring.
    """

    key: str
    through: tuple[tuple[float, float], ...]
    look: Look | Literal["", "barred", "chosen"] = ""
    offer: str = ""
    ring: float = 20
    text: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """Some cells taken together, and a short text for them.

    Attributes:
        key: its key.
        cells: their centers. The text stands at the first; in a pair, each cell gets one letter of it.
        size: the size of a cell.
        owner: the player it concerns, or None.
        text: the text, often a number.
        hue: 1 or 2 for a zone of a pair, which is drawn as an outline in its own color; otherwise 0.
    """

    key: str
    cells: tuple[tuple[float, float], ...]
    size: float
    owner: int | None = None
    text: str = ""
    hue: int = 0


@dataclass(frozen=True, slots=True)
class Sketch:
    """A tiny picture made of hexagons, no wider than `width` and no higher than `height`, centered on x, y.

    Attributes:
        filled, ringed, bare: the centers of the hexagons of each kind, where a hexagon is 1 wide.
    """

    key: str
    x: float
    y: float
    filled: tuple[tuple[float, float], ...]
    ringed: tuple[tuple[float, float], ...] = ()
    bare: tuple[tuple[float, float], ...] = ()
    width: float = 32.0
    height: float = 30.0


Piece: TypeAlias = (
    Chip | Words | Emblem | Die | Arrow | Token | Panel | Line | Trail | Zone | Sketch
)


MARKS = ("cross", "nought")  # the looks of X and O
INSECTS = ("bee", "moth")


NAME_LETTERS = 16  # letters of a name that leave room at the right end of a board


def short_name(name: str, letters: int = NAME_LETTERS) -> str:
    """Return a name, cut to this number of letters."""
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def nameplate(
    player: int, name: str, x: float, y: float, looks: tuple[str, str] | None = None
) -> tuple[Emblem | Token, Words]:
    """Return a player's sign and name, for the left end of a band whose middle is at y.

    Args:
        player: the player.
        name: their name.
        x: the left end of the band.
        y: its middle.
        looks: the looks of the tokens that stand for the players, if these are not their shapes.
    """
    key = f"emblem-{player}"
    wings = 6 if looks and looks != MARKS else 0  # an insect is wider
    return (
        Token(key, x + 17 + wings, y, looks[player], 32 if wings else 26)
        if looks
        else Emblem(key, x + 17, y, player, 22),
        Words(f"name-{player}", x + 36 + 2 * wings, y + 7, short_name(name), "name", player),
    )


def edges(
    rows: Iterable[tuple[str, float]], columns: Iterable[tuple[str, float]], x: float, y: float
) -> Iterator[Words]:
    """Return the coordinates at the edges of a grid.

    Args:
        rows: the letter of each row and its middle.
        columns: the number of each column and its middle.
        x: where the letters stand.
        y: where the numbers stand.
    """
    for text, middle in rows:
        yield Words(f"edge-{text}", x, middle + 5, text, "edge")
    for text, middle in columns:
        yield Words(f"edge-{text}", middle, y + 5, text, "edge")


@dataclass(frozen=True, slots=True)
class Choice:
    """A button beside the board.

    Attributes:
        name: the press that it makes.
        label: the text on it.
        is_on: the state of a switch, which belongs to no move and stays as people leave it; None for other buttons.
        at: the cell where it opens; "" for a button beside the board.
        look: the look of a token that replaces the label.
        compared: why it is pointed out, if it is.
        title: what it does, if the label is too short to say it.
        form: "narrow" for one of many short labels, "third" for one of three, "main" for the button to press next,
            "disabled" for one that only says why it cannot be used now.
    """

    name: str
    label: str
    is_on: bool | None = None
    at: str = ""
    look: str = ""
    compared: Look | Literal[""] = ""
    title: str = ""
    form: Literal["", "narrow", "third", "main", "narrow main", "disabled", "narrow disabled"] = ""


PAD = 10.0  # around the board
LEFT, ABOVE = 28.0, 18.0  # for the letters of the rows, and for the numbers of the columns
SPARE = 8.5  # at either side, beside the letters and beside the cells


@dataclass(frozen=True, slots=True)
class Squares:
    """The places of square cells and of the players' bands above and below them.

    Attributes:
        rows, columns: the number of rows and columns.
        size: the size of a cell.
        band: height of a player's band. Player 0 has the one above the cells.
        narrowest: the least width that the bands need.
    """

    rows: int
    columns: int
    size: float
    band: float
    narrowest: float = 0.0

    @property
    def width(self) -> float:
        """Width of the whole picture."""
        return max(self.narrowest, LEFT + self.columns * self.size + PAD)

    @property
    def height(self) -> float:
        """Height of the whole picture."""
        return self._bottom + self.band

    def center(self, cell: int) -> tuple[float, float]:
        """Return the center of a cell, counted row by row."""
        row, column = divmod(cell, self.columns)
        top = self.band + ABOVE
        return self._left + (column + 0.5) * self.size, top + (row + 0.5) * self.size

    def middle_of_band(self, player: int) -> float:
        """Return the y of a player's name."""
        return self.band / 2 if player == 0 else self._bottom + self.band / 2

    def edges(self) -> Iterator[Words]:
        """Return the coordinates: letters at the left, numbers on top."""
        rows = [(grid.LETTERS[n], self.center(n * self.columns)[1]) for n in range(self.rows)]
        columns = [(str(n + 1), self.center(n)[0]) for n in range(self.columns)]
        return edges(rows, columns, self._left - LEFT / 2 + 1, self.band + ABOVE / 2 - 1)

    @property
    def _left(self) -> float:
        return (self.width + LEFT - PAD - self.columns * self.size) / 2

    @property
    def _bottom(self) -> float:
        return self.band + ABOVE + self.rows * self.size


Way: TypeAlias = tuple[str | frozenset[str], ...]  # presses; those of a set go in any order
Ways: TypeAlias = dict[str, Way]  # the presses of each legal move, by its notation
REVISE = " revise"  # follows the name of a part in the name of the button that takes it back


def revision(part: str) -> str:
    """Return the label of the button that takes a part back."""
    return f"Take back {part}"


@dataclass(frozen=True)
class Hand:
    """What the person at the board has pressed, and what they can press.

    Attributes:
        pressed: cells and choices pressed so far, in order.
        ways: the presses of each legal move, by its notation.
        others: further ways to press some of these moves.
        refused: labels of the cells that the last refusal was about.
        on: names of the switches that are on.
        is_assisted: may the board point things out?
        is_onlooker: does this person only watch? Then the board leaves out buttons that nobody here can press.
        drafts: the drafts of the parts that are not due yet, by name.
        revisable: names of the parts that the player can take back and make again.
        at: the part where the player last pressed something; "" for the part that is due.
    """

    pressed: tuple[str, ...] = ()
    ways: Ways = field(default_factory=dict)
    others: tuple[Way, ...] = ()
    refused: tuple[str, ...] = ()
    on: frozenset[str] = frozenset()
    is_assisted: bool = False
    is_onlooker: bool = False
    drafts: Mapping[str, Draft] = field(default_factory=dict)
    revisable: frozenset[str] = frozenset()
    at: str = ""

    @cached_property
    def next(self) -> frozenset[str]:
        """The presses that come next on the way to a legal move."""
        ways = (*self.ways.values(), *self.others)
        if not self.pressed:  # hundreds of ways share their first presses
            return every(tuple({way[0] for way in ways if way}))
        return frozenset().union(*(_ahead(way, self.pressed) for way in ways))

    @property
    def is_elsewhere(self) -> bool:
        """Is the player working on a part that is not due?"""
        return self.at in self.drafts and not self.drafts[self.at].is_made

    @cached_property
    def begun(self) -> tuple[str, ...]:
        """The moves that begin with the presses so far."""
        return tuple(move for move, way in self.ways.items() if _ahead(way, self.pressed))

    @cached_property
    def everywhere(self) -> frozenset[str]:
        """All presses, including those on boards that are not due."""
        return frozenset(self.pressed).union(
            *(draft.hand.pressed for draft in self.drafts.values())
        )

    def grips(self, cells: frozenset[str]) -> frozenset[str]:
        """Return the cells that can be dragged onto another, because pressing both makes or begins a move."""
        found = frozenset().union(*(draft.hand.grips(cells) for draft in self.drafts.values()))
        if self.pressed or not cells:
            return found
        steps = [list(map(_any_of, way[:2])) for way in self.ways.values()]
        alone = set().union(*(step[0] for step in steps if len(step) == 1))
        pairs = (step for step in steps if len(step) == 2 and step[1] <= cells)
        return found.union(set().union(*(first for first, _ in pairs)) & cells - alone)

    def marks(
        self,
        label: str,
        is_winning: bool = False,
        is_recent: bool = False,
        is_earlier: bool = False,
    ) -> frozenset[Mark]:
        """Return the marks of the cell with this label."""
        holds: dict[Mark, bool] = {
            "next": label in self.next,
            "recent": is_recent,
            "earlier": is_earlier and not is_recent,
            "pressed": label in self.pressed,
            "refused": label in self.refused,
            "winning": is_winning,
        }
        return frozenset(mark for mark, is_marked in holds.items() if is_marked)


@dataclass(frozen=True)
class Part:
    """One part of a turn whose parts come in any order.

    Attributes:
        name: the first word of every press on its board.
        title: its name for people.
        view: the match. If the part comes later, the view shows it as if it were due.
        stands: is it made, due, still to come ("ahead"), or not in this turn ("out")?
        moves: the moves of this part in this turn, which the player may still take back.
    """

    name: str
    title: str
    view: View
    stands: Literal["made", "due", "ahead", "out"]
    moves: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Draft:
    """A part that the player is making before it is due.

    Attributes:
        view: the match with the drafted moves.
        hand: the presses on its board.
        is_begun: has it a drafted move?
        is_made: is the whole part drafted?
    """

    view: View
    hand: Hand
    is_begun: bool
    is_made: bool


def _ahead(way: Way, pressed: tuple[str, ...]) -> frozenset[str]:
    """Return the next presses on this way after those so far, or none if they do not begin it."""
    done = 0
    for step in way:
        wanted = _any_of(step)
        done_here = pressed[done : done + len(wanted)]
        if not wanted.issuperset(done_here):
            return frozenset()
        if len(done_here) < len(wanted):
            return wanted.difference(done_here)
        done += len(done_here)
    return frozenset()


def every(way: Way) -> frozenset[str]:
    return frozenset().union(*map(_any_of, way))


def _any_of(step: str | frozenset[str]) -> frozenset[str]:
    return frozenset([step]) if isinstance(step, str) else step
