"""Duplicates: which fields of four flowers are, and how a challenge finds them."""

from __future__ import annotations

from gamekit.boards.tetrominoes import (
    CELLS,
    FROM,
    HELD_FROM,
    HOLDING,
    NOTE,
    SHAPES,
    empty_cells,
    first_cell,
    first_held,
    first_shape,
    is_planted,
    kind,
    look,
    look_planted,
    looks,
    overlap,
)
from gamekit.games.flower_field.state import DISJOINT, Parameters, State


def are_distinct(rules: Parameters, one: int, other: int) -> bool:
    """Do two fields differ, or even share no cell where that is asked for (FF-10, FF-Q2, FF-Q11)?"""
    if rules.overlap == DISJOINT:
        return not overlap(rules.size, one, other)
    return one != other


def is_recent(rules: Parameters, state: State, field: int) -> bool:
    """Does a flower of the latest planting stand in this field (FF-12, FF-Q8, FF-Q16)?"""
    first = first_cell(rules.size, field)
    for place in range(4):
        if state.planted[CELLS[first + place]] == state.plants:
            return True
    return False


def is_caught(rules: Parameters, state: State, one: int, other: int) -> bool:
    """Does a challenge that names these two fields succeed (FF-8, FF-9, FF-12, FF-15, FF-Q9)?"""
    colours = look(rules.size, state.flowers, one)
    return (
        colours >= 0
        and colours == look(rules.size, state.flowers, other)
        and are_distinct(rules, one, other)
        and (is_recent(rules, state, one) or is_recent(rules, state, other))
    )


# --- what is worth naming ------------------------------------------------------------------------


def twins_of(rules: Parameters, state: State, field: int, found: list[int]) -> int:
    """Fill `found` with the fields that a challenge could name after this one; return how many."""
    count = 0
    for i in range(looks(rules.size, state.flowers, kind(rules.size, field), found, 0)):
        other = found[i] % NOTE
        if is_caught(rules, state, field, other):
            found[count] = other
            count += 1
    return count


def find_twins(rules: Parameters, state: State, found: list[int]) -> int:
    """Fill `found` with the fields that have a recent flower and a duplicate; return how many.

    `found` has room for every field; the search uses it for notes, which it keeps in order: twins,
    other fields of one shape with recent flowers, the rest of them.
    """
    twins = 0
    for shape in range(SHAPES):
        begin, recent = twins, twins
        end = looks(rules.size, state.flowers, shape, found, begin)
        for i in range(begin, end):
            if is_recent(rules, state, found[i] % NOTE):
                found[i], found[recent] = found[recent], found[i]
                recent += 1
        for i in range(begin, recent):
            if is_among(rules, found, found[i], begin, end):
                found[i], found[twins] = found[twins], found[i]
                twins += 1
    for i in range(twins):
        found[i] %= NOTE
    return twins


def is_among(rules: Parameters, notes: list[int], note: int, begin: int, end: int) -> bool:
    """Is a duplicate of this field among the noted ones?"""
    for i in range(begin, end):
        if notes[i] // NOTE == note // NOTE and are_distinct(rules, notes[i] % NOTE, note % NOTE):
            return True
    return False


def is_provable(rules: Parameters, state: State) -> bool:
    """Has a field with a flower of the latest planting a duplicate (FF-12)?"""
    low, high = empty_cells(rules.size, state.flowers)
    for cell in range(rules.size * rules.size):
        if state.planted[cell] == state.plants:
            begin = first_held(rules.size, cell)
            for i in range(HELD_FROM[begin], HELD_FROM[begin + 1]):
                four = HOLDING[i]
                if is_planted(four, low, high):
                    colours = look_planted(state.flowers, four)
                    if is_repeated(rules, state, four, colours, low, high):
                        return True
    return False


def has_duplicate(rules: Parameters, state: State, field: int) -> bool:
    """Has this field a duplicate? It may lack a flower, and is no field then."""
    colours = look(rules.size, state.flowers, field)
    return colours >= 0 and has_twin(rules, state, FROM[first_shape(rules.size)] + field, colours)


def has_twin(rules: Parameters, state: State, number: int, colours: int) -> bool:
    """Has a field of this look a duplicate? Its number counts those of all sizes."""
    low, high = empty_cells(rules.size, state.flowers)
    return is_repeated(rules, state, number, colours, low, high)


def is_repeated(
    rules: Parameters, state: State, number: int, colours: int, low: int, high: int
) -> bool:
    """The same where these cells are empty, a bit for each."""
    first = FROM[first_shape(rules.size)]
    shape = first_shape(rules.size) + kind(rules.size, number - first)
    for other in range(FROM[shape], FROM[shape + 1]):
        if is_planted(other, low, high) and look_planted(state.flowers, other) == colours:
            if are_distinct(rules, number - first, other - first):
                return True
    return False
