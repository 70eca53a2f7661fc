"""Sliding Tic-Tac-Toe: wins within the turn, blocks what the opponent could win next, counts lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

from gamekit.boards import grid
from gamekit.match.view import View

SIZE, LENGTH, LAST_SPACES, TILES = 6, 5, 4, 18
WORTH = (0, 1, 6, 40, 90, 1000)  # own tiles in a line that may still become five
LOOKED_AT = 12  # turns whose answers are searched for a win

# A board is two whole numbers: the cells of the mover's tiles and of the others, a bit each.
LINES = [sum(1 << cell for cell in line) for line in grid.windows(SIZE, SIZE, LENGTH)]
ROWS = [range(SIZE * row, SIZE * row + SIZE) for row in range(SIZE)]
COLUMNS = [range(column, SIZE * SIZE, SIZE) for column in range(SIZE)]
Turn = tuple[int, int, list[str]]  # the board after it, and its moves


class HobbyPlayer:
    """Looks at every turn and at the answers to the best of them."""

    def choose(self, view: View, seed: int = 1) -> str:
        """Return a whole turn in notation."""
        state, random, me = view.state, Random(seed), view.to_act
        if state.turn == 0:
            return random.choice(["C3", "C4", "D3", "D4"])
        board = [sum(1 << c for c in range(SIZE**2) if state.board[c] == t) for t in (1, 2, 3)]
        mine, theirs, neutral = board[me], board[1 - me], board[2]
        found: dict[tuple[int, int], tuple[float, list[str]]] = {}
        for own, others, moves in turns(mine, theirs | neutral, state.placed[me] < TILES):
            if wins(own):
                return ", ".join(moves)
            if (own, others) not in found:
                value = worth(own, others) - 2 * worth(others & ~neutral, own)
                found[own, others] = value + random.random(), moves
        ranked = sorted(found.items(), key=lambda entry: -entry[1][0])
        for (own, others), (_, moves) in ranked[:LOOKED_AT]:
            if not can_win(others & ~neutral, own | neutral):
                return ", ".join(moves)
        return ", ".join(ranked[0][1][1])


def turns(own: int, others: int, places: bool = True) -> Iterator[Turn]:
    """Every way to place, to slide, and to place and slide."""
    empty = [cell for cell in range(SIZE**2) if not (own | others) >> cell & 1]
    for cell in empty if places and len(empty) > LAST_SPACES else []:
        placed, name = own | 1 << cell, grid.name(SIZE, cell)
        yield placed, others, [name]
        for slid, rest, moves in slides(placed, others):
            yield slid, rest, [name, *moves]
    yield from slides(own, others)


def slides(own: int, others: int) -> Iterator[Turn]:
    """Every slide: the end of a run of tiles, or all of it, over empty cells."""
    tiles = own | others
    ways = chain.from_iterable(((lane, 0), (lane[::-1], 1)) for lane in (*ROWS, *COLUMNS))
    for lane, back in ways:
        step = lane[1] - lane[0]
        for k in range(SIZE - 1):
            block, far, rear = 0, k + 1, k
            while far < SIZE and tiles >> lane[k] & 1 and not tiles >> lane[far] & 1:
                far += 1
            while far > k + 1 and rear >= 0 and tiles >> lane[rear] & 1:
                block |= 1 << lane[rear]
                for distance in range(1, far - k):
                    by, way = (
                        step * distance,
                        ("right", "left", "down", "up")[back + 2 * (abs(step) > 1)],
                    )
                    name = f"{grid.name(SIZE, lane[rear])}-{grid.name(SIZE, lane[k])}"
                    yield (
                        own & ~block | shifted(own & block, by),
                        others & ~block | shifted(others & block, by),
                        [f"slide {name} {way} {distance}"],
                    )
                rear -= 1


def shifted(cells: int, by: int) -> int:
    return cells << by if by > 0 else cells >> -by


def wins(own: int) -> bool:
    """Are there five in a row?"""
    return any(own & line == line for line in LINES)


def can_win(own: int, others: int) -> bool:
    """Can the player with these tiles win with one turn?"""
    if max((own & line).bit_count() for line in LINES) < LENGTH - 2:
        return False
    return any(wins(after) for after, _, _ in turns(own, others))


def worth(own: int, others: int) -> int:
    """Lines that may still become five, and those of four that somebody blocks."""
    return sum(
        WORTH[(own & line).bit_count()]
        for line in LINES
        if not others & line or (own & line).bit_count() == LENGTH - 1
    )
