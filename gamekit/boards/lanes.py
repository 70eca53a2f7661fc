"""The lanes of a square board, which are its rows and columns, and every slide along them by number.

Cells are numbered row by row. Rows are the first lanes, columns the others; the places of a lane count from
0 at the left or the top. A slide makes tiles and the empty cells ahead of them change places. It concerns
the places BEGIN to END of its lane, and CUT is the last place of the first part. A slide forward moves the
tiles up to CUT to the right or down; a slide backward moves those after CUT the other way.
"""

from __future__ import annotations

from itertools import accumulate

MOST = 8  # rows and columns of the largest board
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
    """Return the number of slides on a board; each has a number below."""
    return 4 * size * one_way(size)


def slide_number(size: int, lane: int, way: int, begin: int, cut: int, end: int) -> int:
    """Return the number of a slide; `way` is 0 for forward, 1 for backward."""
    place = (end + 1) * end * (end - 1) // 6 + (cut + 1) * cut // 2 + begin
    return (2 * lane + way) * one_way(size) + place


def first_cell(size: int, lane: int) -> int:
    """Return the cell at place 0 of a lane."""
    return lane * size if lane < size else lane - size


def stride(size: int, lane: int) -> int:
    """Return what to add to a cell of this lane for the next."""
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
    """Return the place of its lane whose tile, if any, a slide brings here; -1 where it leaves the
    place empty."""
    way, k = slide // one_way(size), slide % one_way(size)
    if not BEGIN[k] <= place <= END[k]:
        return place
    if way % 2 == 0:
        distance = END[k] - CUT[k]
        return place - distance if place >= BEGIN[k] + distance else -1
    distance = CUT[k] - BEGIN[k] + 1
    return place + distance if place <= END[k] - distance else -1


def carry(cells: list[int], front: int, ahead: int, tiles: int, distance: int) -> None:
    """Move this many tiles, the one at `front` and those behind it, this far ahead."""
    for k in range(tiles):
        cell = front - k * ahead
        cells[cell + distance * ahead] = cells[cell]
        cells[cell] = 0


# --- where there is room to slide ----------------------------------------------------------------


def flip(size: int, lanes: list[int], cell: int) -> None:
    """Note that a tile has come to a cell, or has gone from it.

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
