"""Which cells won a finished game, where the rules themselves only say whether it is won."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

MOST_TRIALS = 1_000  # beyond these, cells of further winning sets may be missing


def decisive(cells: Iterable[int], wins: Callable[[AbstractSet[int]], bool]) -> list[int]:
    """Return the cells that win: every one that is part of a smallest winning set, in order.

    A winning set wins with all other cells empty; it is a smallest one where none of its own cells
    may be emptied, too. Of four equal stacks where three are enough, all four are returned.

    Args:
        cells: those that hold something.
        wins: is the game won when only these cells hold what they hold?
    """
    found: set[int] = set()
    waiting, seen = [frozenset(cells)], set[frozenset[int]]()
    while waiting and len(seen) < MOST_TRIALS:
        held = waiting.pop(0)
        if held not in seen and wins(held):
            smallest = held
            for cell in sorted(held):
                if wins(smallest - {cell}):
                    smallest -= {cell}
            found |= smallest
            waiting += [held - {cell} for cell in sorted(smallest)]
        seen.add(held)
    return sorted(found)
