"""Where cells are drawn, and what on the board bears on the win conditions: rows, groups, flowers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from math import sqrt

import gamekit as gk
from gamekit.boards import hexagon
from gamekit.boards.hexagon_patterns import EMPTY, NOWHERE
from gamekit.games.tactical_escape import win_conditions
from gamekit.games.tactical_escape.state import State
from gamekit_widgets.drawing.pieces import Words
from gamekit_widgets.scene import Zone

SHORTEST_ROW = 3  # that is worth showing
SIZE = 56.0  # of a cell, side to side
ROW = SIZE * sqrt(3) / 2  # from one row to the next
PAD, BAND, LINE = 20.0, 44.0, 28.0  # around the board, for a player's name, for a win condition
NARROWEST = 480.0  # for the words


def zones_of(view: gk.View, owner: int, condition: int) -> Iterator[Zone]:
    """Draw what this player has that bears on a win condition."""
    for number, (cells, text) in enumerate(parts_of(view, owner, condition)):
        centres = tuple(centre(view.rules.size, cell) for cell in cells)
        yield Zone(f"zone-{condition}-{owner}-{number}", centres, SIZE, owner, text)


def parts_of(view: gk.View, owner: int, condition: int) -> list[tuple[list[int], str]]:
    """Return what this player has that bears on a win condition: cells, and a number to write there.

    Rows and groups have their length; for a connection it is the number of opposite sides they
    reach, for surrounded groups the empty cells that keep them from being so. 0 stands for every
    group.
    """
    size, state = view.rules.size, view.state
    match win_conditions.ASKS[condition - 1] if condition else None:
        case win_conditions.EXACT_ROW | win_conditions.LONG_ROW:
            rows = _rows(size, state, owner)
            return [(row, str(len(row))) for row in rows if len(row) >= SHORTEST_ROW]
        case win_conditions.FLOWER_COUNT:
            return [(flower, "") for flower in _flowers(view, state, owner)]
        case win_conditions.TWIN_BASKETS:
            return [(basket, "=") for basket in _baskets(view, state, owner)]
        case win_conditions.SHARED_NUMBER:
            counts = _on_numbers(size, state, owner)
            most = [n for n, count in counts.items() if 1 < count == max(counts.values())]
            return [(_on_number(size, state, owner, n), str(counts[n])) for n in most]
    found = []
    for pieces in _groups(size, state, owner):
        text = _of_group(view, state, pieces, condition)
        if text is not None:
            found.append((pieces, text))
    return found


def _of_group(view: gk.View, state: State, pieces: list[int], condition: int) -> str | None:
    """Return what to write on a group, or None where it does not bear on the win condition."""
    game, rules, size, name = view.game, view.rules, view.rules.size, pieces[0]
    owner, number = state.board[name], str(len(pieces))
    if condition == 0:
        return number
    match win_conditions.ASKS[condition - 1]:
        case win_conditions.LARGEST_GROUP:
            is_largest = len(pieces) == game.measure(rules, state, owner, condition)
            return number if is_largest else None
        case win_conditions.LARGE_GROUPS:
            return number if game.group_counts(rules, state, name, condition) else None
        case win_conditions.CONNECTION:
            return str(_reach(size, pieces)) if _reach(size, pieces) else None
        case win_conditions.SURROUNDED_GROUPS:
            is_met = game.touches(size, state, name, 1 - owner)
            return str(len(_liberties(size, state, pieces))) if is_met else None
        case win_conditions.BORDERING_GROUPS:
            return "" if game.group_counts(rules, state, name, condition) else None
    return None


def _groups(size: int, state: State, owner: int) -> list[list[int]]:
    """Return this player's groups, each from its first cell on."""
    groups: dict[int, list[int]] = {}
    for cell in range(hexagon.cell_count(size)):
        if state.board[cell] == owner:
            groups.setdefault(state.group[cell], []).append(cell)
    return list(groups.values())


def _rows(size: int, state: State, owner: int) -> list[list[int]]:
    """Return this player's straight rows, whole ones only."""
    return [
        list(cells)
        for line in hexagon.lines(size)
        for holder, cells in groupby(line, lambda cell: state.board[cell])
        if holder == owner
    ]


def _flowers(view: gk.View, state: State, owner: int) -> list[list[int]]:
    """Return this player's flowers, each from its centre."""
    return [
        [cell, *(hexagon.step(view.rules.size, cell, way) for way in range(turn, 6, 2))]
        for cell in range(hexagon.cell_count(view.rules.size))
        for turn in range(2)
        if state.board[cell] == owner
        and view.game.is_flower(view.rules.size, state.board, cell, turn)
    ]


def _reach(size: int, pieces: list[int]) -> int:
    """Return 2 where these pieces reach two opposite sides, 1 where they reach any, else 0."""
    reached = [bool(set(pieces).intersection(hexagon.side(size, side))) for side in range(6)]
    connects = any(reached[side] and reached[side + 3] for side in range(3))
    return any(reached) + connects


def _liberties(size: int, state: State, pieces: list[int]) -> set[int]:
    """Return the empty cells beside these pieces."""
    beside = {cell for piece in pieces for cell in hexagon.neighbours(size, piece)}
    return {cell for cell in beside if state.board[cell] == EMPTY}


def _baskets(view: gk.View, state: State, owner: int) -> list[list[int]]:
    """Return two identical baskets, or none."""
    game, size = view.game, view.rules.size
    first, basket, other, twin = game.identical_baskets(view.rules, state, owner)
    if first == NOWHERE:
        return []
    cells = range(hexagon.cell_count(size))
    return [
        [cell for cell in cells if game.in_basket(size, *laid, cell)]
        for laid in ((first, basket), (other, twin))
    ]


def _on_number(size: int, state: State, owner: int, number: int) -> list[int]:
    """Return this player's pieces on the cells with a number."""
    cells = range(hexagon.cell_count(size))
    return [c for c in cells if state.board[c] == owner and hexagon.number_of(size, c) == number]


def _on_numbers(size: int, state: State, owner: int) -> Counter[int]:
    """Count this player's pieces by the number of their cells."""
    cells = range(hexagon.cell_count(size))
    return Counter(hexagon.number_of(size, c) for c in cells if state.board[c] == owner)


def width(size: int) -> float:
    """Return how wide the picture is."""
    return max(NARROWEST, (2 * size - 1) * SIZE + 2 * PAD)


def centre(size: int, cell: int) -> tuple[float, float]:
    """Return where a cell is: half a cell to the right for each row further down its axis."""
    x = width(size) / 2 + SIZE * (hexagon.EAST[cell] + hexagon.SOUTH[cell] / 2)
    return x, BAND + SIZE / sqrt(3) + ROW * (hexagon.SOUTH[cell] + size - 1)


def coordinates(size: int) -> Iterator[Words]:
    """Return the letters left of the rows, and the numbers where the lines of the upper half begin.

    A number runs from there down to the left; in the lower half rows are counted from the left.
    """
    rows = hexagon.rows(size)
    for row in rows:
        x, y = centre(size, row[0])
        letter = hexagon.label(size, row[0])[0]
        yield Words(f"edge-{letter}", x - 0.5 * SIZE - 9, y + 5, letter, "edge")
    for number, cell in enumerate([*rows[0], *(row[-1] for row in rows[1:size])], 1):
        x, y = centre(size, cell)
        aside, up = (0.0, 0.68) if number <= size else (0.54, 0.34)
        yield Words(f"edge-{number}", x + aside * SIZE, y - up * SIZE + 5, str(number), "edge")


def bottom(size: int) -> float:
    """Return where the board ends."""
    return BAND + 2 * SIZE / sqrt(3) + ROW * (2 * size - 2)
