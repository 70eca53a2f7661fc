"""What a win condition of Tactical Escape asks for, as a few small hexagons.

A sketch is derived from the condition's row in the table of win conditions.
"""

from __future__ import annotations

from gamekit.boards.hexagon import AXIAL, BASKET
from gamekit.games.tactical_escape import win_conditions
from gamekit.games.tactical_escape.win_conditions import FLOWER, LARGE, ON_ONE, WIN_CONDITIONS
from gamekit_widgets.scene import Sketch

Cells = list[tuple[int, int]]  # steps to the east, and to the south-east as on a board

TRIANGLE = ((0, 0), (1, 0), (0, 1))
AROUND = AXIAL[1:7]
DISK = AXIAL[:19]
ACROSS = [(east, 0) for east in range(-2, 3)]


def sketch(key: str, x: float, y: float, condition: int) -> Sketch | None:
    """Return the picture of a win condition, or None where there is none."""
    filled, ringed, bare = _cells(condition)
    if not filled and not ringed:
        return None
    return Sketch(key, x, y, _placed(filled), _placed(ringed), _placed(bare))


def _placed(cells: Cells) -> tuple[tuple[float, float], ...]:
    """Return the middle of each cell, in breadths of a cell."""
    return tuple((east + south / 2, south * 3**0.5 / 2) for east, south in cells)


def _cells(condition: int) -> tuple[Cells, Cells, Cells]:
    """Return the winner's cells, the opponent's, and empty ones."""
    row = WIN_CONDITIONS[condition - 1]
    filled, bare = _own(row.asks, row.needed)
    if row.of_giver and row.asks != win_conditions.SURROUNDED_GROUPS:
        return [], filled, bare
    match row.asks:
        case win_conditions.SURROUNDED_GROUPS:
            return list(AROUND), [(0, 0)], []
        case win_conditions.BORDERING_GROUPS:
            return filled, [(east + 1, south) for east, south in filled[:-1]], []
    return filled, [], bare


def _own(asks: int, needed: int) -> tuple[Cells, Cells]:
    """Return the cells of a shape, and the empty ones that belong to its picture."""
    match asks:
        case win_conditions.EXACT_ROW:
            return _row(needed), [(-1, 0), (needed, 0)]
        case win_conditions.LONG_ROW:
            return _row(needed), []
        case win_conditions.LARGEST_GROUP:
            return list(AXIAL[:needed]), []
        case win_conditions.LARGE_GROUPS:
            corners = [(3 * (n % 2) - n // 2, 3 * (n // 2)) for n in range(needed)]
            return [(a + b, c + d) for a, c in corners for b, d in TRIANGLE[:LARGE]], []
        case win_conditions.CONNECTION:
            return ACROSS, [cell for cell in DISK if cell not in ACROSS]
        case win_conditions.FLOWER_COUNT:
            return [(0, 0), *AROUND[::2]][:FLOWER], []
        case win_conditions.BORDERING_GROUPS:
            return [(2 * n, 0) for n in range(needed)], []
        case win_conditions.TWIN_BASKETS:
            basket = AROUND[:BASKET]
            return [(east + aside, south) for aside in (0, 4) for east, south in basket], []
        case win_conditions.SHARED_NUMBER:
            return [(-n, n) for n in range(ON_ONE)], []
        case win_conditions.SHORT_TURNS:
            return [(2 * n, 0) for n in range(3)], []
        case win_conditions.ESCAPE_IN_TIME:  # a piece that leaves the board
            return [(3, 0)], list(AXIAL[:7])
    return [], []


def _row(length: int) -> Cells:
    return [(east, 0) for east in range(length)]
