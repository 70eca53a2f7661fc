"""Rectangular boards: rows A, B, C, ... from the top, columns 1, 2, 3, ... from the left.

A cell is the whole number `row * columns + column`; its label is "B3".

Slides along the rows and columns of a square board have numbers. Rows are the first lanes, and columns are
the others. The places of a lane count from 0 at the left or the top. A slide makes tiles and the empty cells
ahead of them change places. It concerns the places BEGIN to END of its lane, and CUT is the last place of
the first part. A slide forward moves the tiles up to CUT to the right or down; a slide backward moves
those after CUT the other way.

`sow` is for the rows of pits from which players sow stones.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from itertools import accumulate

from gamekit.errors import Unreadable

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
UP, DOWN, LEFT, RIGHT = range(4)
WAYS_DOWN, WAYS_RIGHT = (-1, 1, 0, 0, -1, 1, -1, 1), (0, 0, -1, 1, 1, -1, -1, 1)  # see `around`


def leap(rows: int, columns: int, cell: int, down: int, right: int) -> int:
    """Return the cell this many rows down and columns to the right, or -1 off the board."""
    column, there = cell % columns + right, cell + down * columns + right
    return there if 0 <= column < columns and 0 <= there < rows * columns else -1


def around(rows: int, columns: int, cell: int, way: int) -> int:
    """Return the cell beside this one, or -1 off the board.

    Ways 0 to 3 lead across the four sides: `UP`, `DOWN`, `LEFT` and `RIGHT`. Ways 4 and 5 lead up to the
    right and down to the left; on a rhombus of hexagons these cells are neighbors, too. Ways 6 and 7
    lead across the other two corners. So a board of squares has 4 or 8 ways, and a rhombus has 6.
    """
    return leap(rows, columns, cell, WAYS_DOWN[way], WAYS_RIGHT[way])


def touching(
    rows: int, columns: int, cells: Sequence[int], cell: int, mark: int, ways: int = 4
) -> int:
    """Return how many cells beside this one hold a mark. `ways` are as in `around`."""
    count = 0
    for way in range(ways):
        there = around(rows, columns, cell, way)
        if there >= 0 and cells[there] == mark:
            count += 1
    return count


def spread(
    rows: int, columns: int, cells: MutableSequence[int], start: int, mark: int, ways: int = 4
) -> int:
    """Mark a cell and every connected cell that holds the same, and return how many there are.

    This counts a group, and finds out what is connected."""
    own, count, grown = cells[start], 1, True
    cells[start] = mark
    while grown and own != mark:
        grown = False
        for cell in range(rows * columns):
            if cells[cell] == own and touching(rows, columns, cells, cell, mark, ways) > 0:
                cells[cell] = mark
                count += 1
                grown = True
    return count


def flanked(rows: int, columns: int, cells: Sequence[int], cell: int, way: int, own: int) -> int:
    """Count the opponent's cells in a row beyond a cell, up to a cell with the mark `own`.

    The count is 0 if an empty cell (0) or the edge ends the row instead. Games capture or flip such cells."""
    count, there = 0, around(rows, columns, cell, way)
    while there >= 0 and cells[there] != 0:
        if cells[there] == own:
            return count
        count += 1
        there = around(rows, columns, there, way)
    return 0


def has_line(rows: int, columns: int, cells: Sequence[int], mark: int, length: int) -> bool:
    """Do at least `length` cells in a straight line, diagonals included, hold this mark?"""
    for row in range(length - 1, rows, length):  # a line down or aslant crosses one of these rows
        for column in range(columns):
            if cells[row * columns + column] == mark:
                for right in range(-1, 2):
                    above = reach(rows, columns, cells, row, column, -1, -right)
                    if above + rows - row < length:  # usually true, and that settles it
                        continue
                    if above + 1 + reach(rows, columns, cells, row, column, 1, right) >= length:
                        return True
    for column in range(length - 1, columns, length):  # a line across, one of these columns
        for row in range(rows):
            here = cells[row * columns + column]
            if here == mark and run(rows, columns, cells, row, column, 0, 1) >= length:
                return True
    return False


def run(
    rows: int, columns: int, cells: Sequence[int], row: int, column: int, down: int, right: int
) -> int:
    """Return how many cells in a line through this one, including this one, hold the same."""
    before = reach(rows, columns, cells, row, column, -down, -right)
    return before + 1 + reach(rows, columns, cells, row, column, down, right)


def reach(
    rows: int, columns: int, cells: Sequence[int], row: int, column: int, down: int, right: int
) -> int:
    """Return how many cells beyond this one, in one direction, hold the same as it does."""
    mark = cells[row * columns + column]
    count = 0
    y, x = row + down, column + right
    while 0 <= y < rows and 0 <= x < columns and cells[y * columns + x] == mark:
        count += 1
        y += down
        x += right
    return count


def line_stride(rows: int, columns: int, cell: int, direction: int, length: int) -> int:
    """Return what to add to a cell to get the next one of the line that begins at `cell`.

    A line is `length` cells to the right, down, or down aslant to the right or to the left:
    directions 0 to 3. Returns 0 if the line would leave the board.
    """
    down = 1 if direction > 0 else 0
    right = (1, 0, 1, -1)[direction]
    last = cell % columns + (length - 1) * right
    if cell // columns + (length - 1) * down < rows and 0 <= last < columns:
        return down * columns + right
    return 0


def windows(rows: int, columns: int, length: int) -> list[tuple[int, ...]]:
    """Return every `length` cells that form a straight line, diagonals included."""
    found = []
    for first in range(rows * columns):
        for direction in range(4):
            stride = line_stride(rows, columns, first, direction, length)
            if stride > 0:
                found.append(tuple(first + k * stride for k in range(length)))
    return found


def label(row: int, column: int) -> str:
    """Return the label of a cell: `label(1, 2)` is "B3"."""
    return f"{LETTERS[row]}{column + 1}"


def cell(text: str) -> tuple[int, int] | None:
    """Return (row, column) of a label in any case, or None if the text is no label."""
    letter, number = text[:1].upper(), text[1:]
    if len(letter) != 1 or letter not in LETTERS or not (number.isascii() and number.isdigit()):
        return None
    if len(number) > 4:  # no board is that wide, and Python refuses to read very long numbers
        return None
    return LETTERS.index(letter), int(number) - 1


def name(columns: int, cell: int) -> str:
    """Return the label of a cell by its number: `name(4, 6)` is "B3"."""
    return label(cell // columns, cell % columns)


def cell_named(rows: int, columns: int, text: str, rule: int) -> int:
    """Return the cell with a label, in any case. A label that is not on the board breaks this rule."""
    place = cell(text)
    if place is None or place[0] >= rows or not 0 <= place[1] < columns:
        raise no_cell(text, f"the board goes from A1 to {label(rows - 1, columns - 1)}", rule)
    return place[0] * columns + place[1]


def no_cell(text: str, board: str, rule: int) -> Unreadable:
    """Return the refusal of a label that a board does not have."""
    named = text.upper() if text.isalnum() else "like that"
    return Unreadable(f"There is no cell {named}: {board}.", rule)


def text(columns: int, cells: Sequence[str], margin: Sequence[str] = ()) -> str:
    """Draw a board as text, one line a row, with labels and an optional note beside each row."""
    width = max(2, *(len(mark) for mark in cells))
    lines = ["  " + " ".join(f" {column + 1:>{width}} " for column in range(columns)).rstrip()]
    for row in range(len(cells) // columns):
        marks = cells[row * columns : (row + 1) * columns]
        line = f"{LETTERS[row]} |" + "|".join(f" {mark:>{width}} " for mark in marks) + "|"
        note = margin[row] if row < len(margin) else ""
        lines.append(f"{line}  {note}".rstrip())
    return "\n".join(lines)


MOST = 8  # rows and columns of the largest board with slides
MOST_CELLS = MOST * MOST

# Short ones come first: a smaller board uses the beginning of these tables.
_all = [(begin, cut, end) for end in range(MOST) for cut in range(end) for begin in range(cut + 1)]
BEGIN = tuple(begin for begin, _, _ in _all)
CUT = tuple(cut for _, cut, _ in _all)
END = tuple(end for _, _, end in _all)
# ROW[n * MOST_CELLS + c] is the row of cell c on a board of n rows. Looking it up beats dividing.
ROW = tuple(cell // max(1, size) for size in range(MOST + 1) for cell in range(MOST_CELLS))


def one_way(size: int) -> int:
    """Return the number of slides one way along a lane."""
    return (size + 1) * size * (size - 1) // 6


def slide_count(size: int) -> int:
    """Return the number of slides on a board. Slides have the numbers below it."""
    return 4 * size * one_way(size)


def slide_number(size: int, lane: int, way: int, begin: int, cut: int, end: int) -> int:
    """Return the number of a slide; `way` is 0 for forward, 1 for backward."""
    place = (end + 1) * end * (end - 1) // 6 + (cut + 1) * cut // 2 + begin
    return (2 * lane + way) * one_way(size) + place


def first_cell(size: int, lane: int) -> int:
    """Return the cell at place 0 of a lane."""
    return lane * size if lane < size else lane - size


def stride(size: int, lane: int) -> int:
    """Return what to add to a cell of this lane to get the next one."""
    return 1 if lane < size else size


def parts(size: int, slide: int) -> tuple[int, int, int, int]:
    """Return (cell of the front tile, what to add for the next one ahead, tiles, distance)."""
    way = slide // one_way(size)
    k = slide - way * one_way(size)
    start, ahead = first_cell(size, way // 2), stride(size, way // 2)
    first, second = CUT[k] - BEGIN[k] + 1, END[k] - CUT[k]
    if way % 2 == 0:
        return start + CUT[k] * ahead, ahead, first, second
    return start + (CUT[k] + 1) * ahead, -ahead, second, first


def slid(size: int, slide: int, place: int) -> int:
    """Return the place in the lane whose tile, if any, a slide brings here, or -1 if it leaves this place empty."""
    way, k = slide // one_way(size), slide % one_way(size)
    if not BEGIN[k] <= place <= END[k]:
        return place
    if way % 2 == 0:
        distance = END[k] - CUT[k]
        return place - distance if place >= BEGIN[k] + distance else -1
    distance = CUT[k] - BEGIN[k] + 1
    return place + distance if place <= END[k] - distance else -1


def carry(cells: list[int], front: int, ahead: int, tiles: int, distance: int) -> None:
    """Move this many tiles, the one at `front` and those behind it, ahead by this distance."""
    for k in range(tiles):
        cell = front - k * ahead
        cells[cell + distance * ahead] = cells[cell]
        cells[cell] = 0


# --- where there is room to slide ----------------------------------------------------------------


def flip(size: int, lanes: list[int], cell: int) -> None:
    """Note that a tile has come to a cell or left it.

    Args:
        size: of the board.
        lanes: a number for each lane: digit k of its binary digits says whether there is a tile at
            place k, and a 1 stands above them all. An empty lane is `1 << size`.
        cell: where the tile is or was.
    """
    row = ROW[size * MOST_CELLS + cell]
    column = cell - row * size
    lanes[row] ^= 1 << column
    lanes[size + column] ^= 1 << row


def _possible(lane: int) -> list[int]:
    """Return the slides on lane 0 when its tiles are these."""
    size = max(0, lane.bit_length() - 1)
    tiles = [lane >> place & 1 for place in range(size)]
    found = []
    for cut in range(size - 1):
        if tiles[cut] != tiles[cut + 1]:
            begin, end = cut, cut + 1
            while begin > 0 and tiles[begin - 1] == tiles[cut]:
                begin -= 1
            while end < size - 1 and tiles[end + 1] == tiles[cut + 1]:
                end += 1
            found += [
                slide_number(size, 0, tiles[cut + 1], first, cut, last)
                for first in range(begin, cut + 1)
                for last in range(cut + 1, end + 1)
            ]
    return found


# The slides on lane 0, when its number is n, are POSSIBLE[FROM[n] : FROM[n + 1]].
_by_lane = [sorted(_possible(lane)) for lane in range(2 << MOST)]
POSSIBLE = tuple(slide for slides in _by_lane for slide in slides)
FROM = tuple(accumulate(map(len, _by_lane), initial=0))


def sow(pits: MutableSequence[int], count: int, start: int, skipped: int = -1) -> int:
    """Take all stones from a pit and drop them one by one into the pits that follow. Return the last pit.

    Args:
        pits: the stones in each; after pit `count - 1` comes pit 0.
        count: how many pits there are.
        start: the pit to empty.
        skipped: a pit that gets no stone, such as the opponent's store, or -1 for none.
    """
    hand, pit = pits[start], start
    pits[start] = 0
    while hand > 0:
        pit = (pit + 1) % count
        if pit != skipped:
            pits[pit] += 1
            hand -= 1
    return pit
