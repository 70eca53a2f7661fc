"""A board that a game declares: its cells, their names, where they lie, and what lies on them.

`Game(globals(), ..., board=squares("rows", "columns"))` gives a game its notation, its positions, its
board as text and its picture. A size is a number, or the name of the parameter that says it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import sqrt
from typing import Any, ClassVar, Literal, TypeVar

from gamekit.boards import grid, hexagon
from gamekit.errors import BadGame, Unreadable, listed

Size = int | str
Shape = Literal["square", "hexagon", "line", "point", "none"]
EMPTY = "."
CONTENTS = ("pieces", "marks", "kinds", "numbers", "areas", "counts")  # what a declaration may say
LABEL = re.compile(r"\b[A-Za-z]\d+\b")


@dataclass(frozen=True, slots=True)
class Board(ABC):
    """The cells of a board, and the fields of the state that say what lies on each.

    Attributes:
        shape: the shape of a cell.
        sizes: numbers, or names of parameters.
        pieces: the field that says whose piece lies on a cell: 0 for none, 1 for player 0, 2 for
            player 1, then 3 and 4 for their pieces of a second kind, and so on. It may be a stack for
            each cell. It is empty for a board without such pieces.
        marks: how the players' pieces are written.
        kinds: the kinds of pieces. A kind after the first is written as the mark and its own first
            letter. A kind with the name of the first kind looks like it in the picture.
        numbers: a field with a number for each cell, such as the height of a stack; or empty.
        areas: on a board of lines, the field that says who owns the area between them: 0 for nobody,
            1 for player 0, 2 for player 1; or empty.
        counts: fields whose numbers stand beside the board: one number, or one for each player.
    """

    shape: ClassVar[Shape]
    most: ClassVar[tuple[int, str]] = len(grid.LETTERS), "rows"  # of what the first size counts
    sizes: tuple[Size, ...]
    pieces: str = "board"
    marks: str = "XO"
    kinds: tuple[str, ...] = ("piece",)
    numbers: str = ""
    areas: str = ""
    counts: tuple[str, ...] = ()

    def measured(self, rules: Any) -> tuple[int, ...]:
        """Return the sizes under these parameters."""
        return tuple(getattr(rules, s) if isinstance(s, str) else s for s in self.sizes)

    @abstractmethod
    def rows(self, rules: Any) -> list[list[int]]:
        """Return the cells row by row from the top, each row from the left."""

    @abstractmethod
    def name(self, rules: Any, cell: int) -> str:
        """Return the label of a cell."""

    @abstractmethod
    def named(self, rules: Any, text: str) -> int:
        """Return the cell with a label, in any case. Raise `Unreadable` if the board has none."""

    @abstractmethod
    def middle(self, rules: Any, cell: int) -> tuple[float, float]:
        """Return where the middle of a cell lies, in cell widths from the middle of the top left cell."""

    @abstractmethod
    def text(self, rules: Any, marks: Sequence[str]) -> str:
        """Draw the board as text, with a mark for each cell."""

    @abstractmethod
    def phrase(self, rules: Any) -> str:
        """Return what the table of games says about the board."""

    def apart(self, text: str) -> list[str]:
        """Return the words of a text that look like cell labels."""
        return LABEL.findall(text)

    def cells(self, rules: Any) -> int:
        """Return the number of cells: they are 0 .. cells-1."""
        return sum(map(len, self.rows(rules)))

    def names(self, rules: Any) -> tuple[str, ...]:
        """Return the labels of all cells in reading order."""
        return tuple(self.name(rules, cell) for row in self.rows(rules) for cell in row)

    def misfit(self, rules: Any, state: Any) -> str:
        """Return what is wrong with this declaration, given the game's state, or nothing."""
        for size in self.sizes:
            if isinstance(size, str) and not hasattr(rules, size):
                return f"its size {size!r} is not a parameter"
        most, unit = self.most
        if self.sizes and (size := self.measured(rules)[0]) > most:
            return f"it can have at most {most} {unit}, not {size}"
        for name in (self.pieces, self.numbers, self.areas, *self.counts):
            if name and not hasattr(state, name):
                return f"{name!r} is not a field of the state"
        for name in filter(None, (self.pieces, self.numbers)):
            held, needed = (
                getattr(state, name),
                self.cells(rules) * (self._highest(state, name) or 1),
            )
            if not isinstance(held, list) or len(held) < needed:
                return f"the field {name!r} is not a list of {needed} numbers, one for each cell"
        return ""

    # what lies on a cell

    def kind(self, value: int) -> str:
        """Return the kind of the piece that the field `pieces` holds for a cell."""
        return self.kinds[min((value - 1) // 2, len(self.kinds) - 1)]

    def mark(self, value: int) -> str:
        """Return how to write what the field `pieces` holds for a cell."""
        if value <= 0:
            return EMPTY
        letter = self.kind(value)[0].lower() if value > 2 else ""
        return self.marks[(value - 1) % 2] + letter

    def written_marks(self) -> list[str]:
        """Return every mark, in the order of the numbers they stand for."""
        return [self.mark(value) for value in range(1, 2 * len(self.kinds) + 1)]

    def on(self, state: Any, cell: int) -> tuple[int, int]:
        """Return what lies on a cell: the number of its piece, and its own number.

        For a stack, that is the piece on top and, if there are several, how many.
        """
        if pieces := self.stacked(state, cell):
            return pieces[-1], len(pieces) if len(pieces) > 1 else 0
        has_pieces = self.pieces and not self._highest(state, self.pieces)
        piece = getattr(state, self.pieces)[cell] if has_pieces else 0
        return piece, getattr(state, self.numbers)[cell] if self.numbers else 0

    def stacked(self, state: Any, cell: int) -> list[int]:
        """Return the pieces stacked on a cell, from the bottom; none in a game without stacks."""
        highest = self._highest(state, self.pieces)
        held = getattr(state, self.pieces)[cell * highest :][:highest] if highest else []
        return [piece for piece in held if piece]

    def _highest(self, state: Any, name: str) -> int:
        """Return how high the stacks of a field can be, or 0 for a field of other numbers."""
        highest: int = getattr(type(state).fields.get(name), "highest", 0)
        return highest

    def marked(self, state: Any, cell: int) -> str:
        """Return what lies on a cell, as text."""
        piece, count = self.on(state, cell)
        if not self.pieces:
            return str(count or EMPTY)
        return f"{self.mark(piece)}{count or ''}"


B = TypeVar("B", bound=Board)


class Squares(Board):
    """Rows A, B, C, ... from the top, columns 1, 2, 3, ... from the left; see `boards.grid`."""

    __slots__ = ()
    shape: ClassVar[Shape] = "square"

    def rows(self, rules: Any) -> list[list[int]]:
        rows, columns = self.measured(rules)
        return [list(range(row * columns, (row + 1) * columns)) for row in range(rows)]

    def name(self, rules: Any, cell: int) -> str:
        return grid.name(self.measured(rules)[1], cell)

    def named(self, rules: Any, text: str) -> int:
        rows, columns = self.measured(rules)
        return grid.cell_named(rows, columns, text, 0)

    def middle(self, rules: Any, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, self.measured(rules)[1])
        return float(column), float(row)

    def text(self, rules: Any, marks: Sequence[str]) -> str:
        return grid.text(self.measured(rules)[1], marks)

    def phrase(self, rules: Any) -> str:
        rows, columns = self.measured(rules)
        return f"{rows} x {columns} squares"


class Rhombus(Squares):
    """The same cells as hexagons, each row half a cell farther to the right."""

    __slots__ = ()
    shape: ClassVar[Shape] = "hexagon"

    def middle(self, rules: Any, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, self.measured(rules)[1])
        return column + row / 2, row * sqrt(3) / 2

    def text(self, rules: Any, marks: Sequence[str]) -> str:
        width = max(map(len, marks))
        lines: list[str] = []
        for letter, row in zip(grid.LETTERS, self.rows(rules), strict=False):
            indent = " " * (len(lines) * (width + 1) // 2)
            cells = " ".join(marks[cell].ljust(width) for cell in row)
            lines.append(f"{letter} {indent}{cells}".rstrip())
        return "\n".join(lines)

    def phrase(self, rules: Any) -> str:
        rows, columns = self.measured(rules)
        return f"a rhombus of {rows} x {columns} hexagons"


class Hexagons(Board):
    """A hexagon of hexagons with this many cells a side; see `boards.hexagon`."""

    __slots__ = ()
    shape: ClassVar[Shape] = "hexagon"
    most: ClassVar[tuple[int, str]] = hexagon.LARGEST, "cells a side"

    def rows(self, rules: Any) -> list[list[int]]:
        return hexagon.rows(self.measured(rules)[0])

    def name(self, rules: Any, cell: int) -> str:
        return hexagon.label(self.measured(rules)[0], cell)

    def named(self, rules: Any, text: str) -> int:
        return hexagon.cell_named(self.measured(rules)[0], text, 0)

    def middle(self, rules: Any, cell: int) -> tuple[float, float]:
        (size,) = self.measured(rules)
        east, south = hexagon.EAST[cell], hexagon.SOUTH[cell]
        return size - 1 + east + south / 2, (south + size - 1) * sqrt(3) / 2

    def text(self, rules: Any, marks: Sequence[str]) -> str:
        return hexagon.text(self.measured(rules)[0], marks)

    def phrase(self, rules: Any) -> str:
        (size,) = self.measured(rules)
        return f"a hexagon of {hexagon.cell_count(size)} cells, {size} a side"


class Lines(Board):
    """Lines between the dots of a grid, row by row those across, then those down: "A1-A2".

    Row A has the dots A1, A2, ... The sizes count the rows and columns of areas between the dots.
    """

    __slots__ = ()
    shape: ClassVar[Shape] = "line"
    most: ClassVar[tuple[int, str]] = len(grid.LETTERS) - 1, "rows of areas"

    def rows(self, rules: Any) -> list[list[int]]:
        rows, columns = self.measured(rules)
        found, downs = [], (rows + 1) * columns
        for row in range(rows + 1):
            found.append(list(range(row * columns, (row + 1) * columns)))
            first = downs + row * (columns + 1)
            found.append(list(range(first, first + columns + 1)))
        return found[:-1]

    def ends(self, rules: Any, cell: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the row and column of both dots of a line."""
        rows, columns = self.measured(rules)
        if cell < (rows + 1) * columns:
            row, column = divmod(cell, columns)
            return (row, column), (row, column + 1)
        row, column = divmod(cell - (rows + 1) * columns, columns + 1)
        return (row, column), (row + 1, column)

    def name(self, rules: Any, cell: int) -> str:
        return "-".join(grid.label(*dot) for dot in self.ends(rules, cell))

    def areas_middles(self, rules: Any) -> list[tuple[float, float]]:
        """Return where the middles of the areas lie, row by row."""
        rows, columns = self.measured(rules)
        return [(column + 0.5, row + 0.5) for row in range(rows) for column in range(columns)]

    def named(self, rules: Any, text: str) -> int:
        wanted = text.upper().replace(" ", "")
        for row in self.rows(rules):
            for cell in row:
                name = self.name(rules, cell)
                if wanted in (name, "-".join(reversed(name.split("-")))):
                    return cell
        raise Unreadable("There is no such line: name two dots side by side, such as A1-A2.")

    def middle(self, rules: Any, cell: int) -> tuple[float, float]:
        (top, left), (bottom, right) = self.ends(rules, cell)
        return (left + right) / 2, (top + bottom) / 2

    def apart(self, text: str) -> list[str]:
        return re.findall(rf"{LABEL.pattern}-{LABEL.pattern}", text)

    def text(self, rules: Any, marks: Sequence[str]) -> str:
        lines = [
            "  " + " ".join(f"{n + 1:<3}" for n in range(self.measured(rules)[1] + 1)).rstrip()
        ]
        for number, row in enumerate(self.rows(rules)):
            held = [marks[cell] != EMPTY for cell in row]
            if number % 2 == 0:
                joints = "+".join("---" if is_drawn else "   " for is_drawn in held)
                lines.append(f"{grid.LETTERS[number // 2]} +{joints}+")
            else:
                lines.append("  " + "   ".join("|" if d else " " for d in held).rstrip())
        return "\n".join(lines)

    def phrase(self, rules: Any) -> str:
        rows, columns = self.measured(rules)
        return f"{rows + 1} x {columns + 1} dots"


@dataclass(frozen=True, slots=True)
class Graph(Board):
    """Points, each with a name and a place, and the pairs that lines join."""

    points: tuple[tuple[str, float, float], ...] = ()
    joined: tuple[tuple[int, int], ...] = ()

    shape: ClassVar[Shape] = "point"

    @property
    def beside(self) -> tuple[int, ...]:
        """Return a table of 1 and 0 for rules: entry `a * points + b` says whether a line joins a and b."""
        pairs = {*self.joined, *((b, a) for a, b in self.joined)}
        every = range(len(self.points))
        return tuple(int((a, b) in pairs) for a in every for b in every)

    def rows(self, rules: Any) -> list[list[int]]:
        found: dict[float, list[int]] = {}
        for cell in sorted(range(len(self.points)), key=lambda cell: self.points[cell][:0:-1]):
            found.setdefault(self.points[cell][2], []).append(cell)
        return list(found.values())

    def name(self, rules: Any, cell: int) -> str:
        return self.points[cell][0]

    def named(self, rules: Any, text: str) -> int:
        for cell, (name, _, _) in enumerate(self.points):
            if name.upper() == text.strip().upper():
                return cell
        raise Unreadable(f"There is no such point: they are {listed(p[0] for p in self.points)}.")

    def middle(self, rules: Any, cell: int) -> tuple[float, float]:
        return self.points[cell][1:]

    def apart(self, text: str) -> list[str]:
        names = sorted((re.escape(name) for name, _, _ in self.points), key=len, reverse=True)
        return re.findall(rf"\b(?:{'|'.join(names)})\b", text)

    def text(self, rules: Any, marks: Sequence[str]) -> str:
        lines = [
            [f"{self.name(rules, cell)} {marks[cell]}" for cell in r] for r in self.rows(rules)
        ]
        return "\n".join("   ".join(line) for line in lines)

    def phrase(self, rules: Any) -> str:
        return f"{len(self.points)} points and {len(self.joined)} lines"


class Table(Board):
    """No cells at all: cards, dice and counts before the players."""

    __slots__ = ()
    shape: ClassVar[Shape] = "none"

    def rows(self, rules: Any) -> list[list[int]]:
        return []

    def name(self, rules: Any, cell: int) -> str:
        return str(cell + 1)

    def named(self, rules: Any, text: str) -> int:
        raise Unreadable("There are no cells.")

    def middle(self, rules: Any, cell: int) -> tuple[float, float]:
        return 0.0, 0.0

    def text(self, rules: Any, marks: Sequence[str]) -> str:
        return ""

    def phrase(self, rules: Any) -> str:
        return ""


def squares(rows: Size, columns: Size, **contents: Any) -> Board:
    """Declare a board of squares.

    Args:
        rows, columns: numbers, or names of parameters.
        contents: what lies on it, see `Board`.
    """
    return _declared(Squares, (rows, columns), contents)


def rhombus(rows: Size, columns: Size, **contents: Any) -> Board:
    """Declare a rhombus of hexagons, as for Hex. Its cells are those of a board of squares."""
    return _declared(Rhombus, (rows, columns), contents)


def hexagons(size: Size, **contents: Any) -> Board:
    """Declare a hexagon of hexagons, `size` cells a side."""
    return _declared(Hexagons, (size,), contents)


def lines(rows: Size, columns: Size, **contents: Any) -> Board:
    """Declare a board of lines between dots, with this many rows and columns of areas between them."""
    return _declared(Lines, (rows, columns), contents)


def graph(
    points: Mapping[str, tuple[float, float]], lines: Iterable[tuple[str, str]], **contents: Any
) -> Graph:
    """Declare a board of points and lines between them. The cells are the points, in this order.

    Args:
        points: where each point is, by name: how far right and how far down. Neighbors are about 1 apart.
        lines: the names of the points that each joins.
        contents: what lies on it, see `Board`.
    """
    numbers = {name: number for number, name in enumerate(points)}
    places = tuple((name, float(x), float(y)) for name, (x, y) in points.items())
    try:
        joined = tuple((numbers[a], numbers[b]) for a, b in lines)
    except KeyError as problem:
        raise BadGame(f"a line ends at {problem}, which is not a point of the board.") from None
    return _declared(Graph, (), contents, points=places, joined=joined)


def triangles(side: int, **contents: Any) -> Graph:
    """Declare the corners of a large triangle, cut into small ones: A1, below it B1 and B2, ...

    Args:
        side: points on a side; row A has one, the last row has `side`.
        contents: what lies on it, see `Board`.
    """
    if side > len(grid.LETTERS):
        raise BadGame(f"triangles({side}): it can have at most {len(grid.LETTERS)} points a side.")
    places = {
        grid.label(row, column): (column - row / 2, row * sqrt(3) / 2)
        for row in range(side)
        for column in range(row + 1)
    }
    joined = [
        (grid.label(row, column), grid.label(row + down, column + right))
        for row in range(side)
        for column in range(row + 1)
        for down, right in ((0, 1), (1, 0), (1, 1))
        if row + down < side and column + right <= row + down
    ]
    return graph(places, joined, **contents)


def table(*counts: str) -> Board:
    """Declare that there is no board. A player sees cards, secret numbers and these fields."""
    return _declared(Table, (), {"pieces": "", "counts": counts})


def _declared(
    kind: type[B], sizes: tuple[Size, ...], contents: Mapping[str, Any], **more: Any
) -> B:
    """Return a board, or refuse an impossible one."""
    for name in contents:
        if name not in CONTENTS:
            near = get_close_matches(name, CONTENTS, n=1)
            guess = f" Did you mean {near[0]}=?" if near else ""
            takes = listed(f"{known}=" for known in CONTENTS)
            raise BadGame(f"a board takes no {name}=.{guess} It takes {takes}.")
    if any(isinstance(size, int) and size < 1 for size in sizes):
        raise BadGame(f"a board of size {', '.join(map(str, sizes))} has no cells.")
    board = kind(sizes, **contents, **more)
    letters = [kind[:1].lower() for kind in board.kinds[1:]]
    if len(board.marks) != 2 or EMPTY in board.marks or not board.marks.isprintable():
        raise BadGame(f"marks={board.marks!r}: give two signs, one for each player, such as 'XO'.")
    if not board.kinds or "" in letters or len(set(letters)) < len(letters):
        raise BadGame(
            f"kinds={board.kinds!r}: name the kinds of pieces, each after the first with a first "
            "letter of its own."
        )
    return board
