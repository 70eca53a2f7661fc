"""A hobby player of Flower Field.

It finds every duplicate, makes none while it can help it, and late in the game looks for the planting
that leaves the opponent the fewest safe flowers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from random import Random

from gamekit.boards import grid, shapes
from gamekit.match.view import View

SIZE, COLOURS, LATE = 7, (1, 2, 3), 8
CELLS = [divmod(cell, SIZE) for cell in range(SIZE * SIZE)]
BESIDE = {c: [d for d in CELLS if abs(c[0] - d[0]) + abs(c[1] - d[1]) == 1] for c in CELLS}
FOURS = [
    (shapes.free(shapes.shifted(four), shapes.SQUARE), shapes.in_place(four, shapes.SQUARE))
    for four in shapes.placements(CELLS, BESIDE.__getitem__, 4)
]
HOLDING = {cell: [four for four in FOURS if cell in four[1]] for cell in CELLS}
Four = tuple[shapes.Shape, shapes.Shape]
Garden = dict[shapes.Cell, int]
Look = tuple[shapes.Shape, tuple[int, ...]]
Flower = tuple[shapes.Cell, int]


@cache
def look(kind: shapes.Shape, colours: tuple[int, ...]) -> Look:
    """What alike fields share: their shape and the first of its colourings."""
    ways = shapes.onto(kind, shapes.SQUARE)
    return kind, min(tuple(colours[place] for place in way) for way in ways)


def fields(garden: Garden, fours: Iterable[Four]) -> Iterator[tuple[Look, shapes.Shape]]:
    for kind, cells in fours:
        if all(cell in garden for cell in cells):
            yield look(kind, tuple(garden[cell] for cell in cells)), cells


def duplicates(garden: Garden, recent: set[shapes.Cell]) -> list[shapes.Shape]:
    """Two alike fields, one of them with a recent flower; or none."""
    first: dict[Look, list[shapes.Shape]] = {}
    for what, cells in fields(garden, FOURS):
        for other in first.setdefault(what, []):
            if recent.intersection(cells + other):
                return [cells, other]
        first[what].append(cells)
    return []


def is_safe(garden: Garden, known: set[Look], flowers: Iterable[Flower]) -> bool:
    """Do these flowers add only looks that are new?"""
    after = {**garden, **dict(flowers)}
    fours = {cells: (kind, cells) for cell, _ in flowers for kind, cells in HOLDING[cell]}
    new = [what for what, _ in fields(after, fours.values())]
    return len(set(new)) == len(new) and known.isdisjoint(new)


def plantings(garden: Garden) -> list[tuple[Flower, ...]]:
    """Every flower that makes no duplicate."""
    known = {what for what, _ in fields(garden, FOURS)}
    open_cells = {side for cell in garden for side in BESIDE[cell]} - garden.keys()
    flowers = ((cell, colour) for cell in sorted(open_cells) for colour in COLOURS)
    return [(flower,) for flower in flowers if is_safe(garden, known, [flower])]


class HobbyPlayer:
    def choose(self, view: View, seed: int = 1) -> str | int:
        """Return a whole turn in notation."""
        state, random = view.state, Random(seed)
        if state.sown:
            return "stop"
        garden = {CELLS[cell]: colour for cell, colour in enumerate(state.flowers) if colour}
        recent = {cell for cell in garden if state.planted[grid_number(cell)] == state.plants}
        caught = duplicates(garden, recent) if state.plants else []
        if caught:
            named = (" ".join(grid.label(*cell) for cell in cells) for cells in caught)
            return f"challenge {' / '.join(named)}"
        ones = plantings(garden)
        if not ones:
            return random.choice(view.legal_moves()[:-1])
        known = {what for what, _ in fields(garden, FOURS)}
        pairs = [(*a, *b) for a, b in combinations(ones, 2) if a[0][0] != b[0][0]]
        random.shuffle(pairs)
        if len(ones) > LATE:
            pairs = [next((pair for pair in pairs if is_safe(garden, known, pair)), ones[0])]
            best = random.choice([random.choice(ones), pairs[0]])
        else:
            plans = ones + [pair for pair in pairs if is_safe(garden, known, pair)]
            best = min(plans, key=lambda plan: len(plantings({**garden, **dict(plan)})))
        return ", ".join(f"{grid.label(*cell)} {'?PRB'[colour]}" for cell, colour in best)


def grid_number(cell: shapes.Cell) -> int:
    return cell[0] * SIZE + cell[1]
