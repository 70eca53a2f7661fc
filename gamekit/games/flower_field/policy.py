"""How a careful gardener plays: sees every duplicate, and makes none while that can be helped."""

from __future__ import annotations

from gamekit.contract import Random, draw
from gamekit.games.flower_field.duplicates import has_twin, is_provable
from gamekit.games.flower_field.rules import legal_moves, sensible_names, why_unchallenged
from gamekit.games.flower_field.state import (
    ALLOWED,
    CHALLENGE,
    MORE_LIVES_WINS,
    PLANT,
    STOP,
    Parameters,
    State,
    meaning_of,
)
from gamekit.games.flower_field.tetrominoes import (
    FROM,
    HELD_FROM,
    HOLDING,
    LOOKS,
    SHAPES,
    first_held,
    first_shape,
    look_at,
)

BITS = 60  # of a number that are used to mark looks
MARKS = max(LOOKS) // BITS + 1  # numbers that marks take


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Challenge what can be proved; plant what makes no duplicate, one flower or more."""
    if state.challenging:
        return moves[draw(random, sensible_names(rules, state, moves))]
    if state.sown == 0 and why_unchallenged(rules, state) == 0 and is_provable(rules, state):
        return CHALLENGE
    count = legal_moves(rules, state, moves)
    last = moves[count - 1]
    if last == STOP and draw(random, 2) == 0:
        return STOP
    mark_garden(rules, state, moves, count)  # behind the legal moves
    offset = draw(random, count)
    for i in range(count):
        move = moves[(offset + i) % count]
        if move >= PLANT and is_safe(rules, state, move, moves, count):
            return move
    if last == STOP:
        return STOP
    if moves[0] < PLANT:  # the garden is full
        return moves[0]
    return moves[draw(random, count - 1 if last == CHALLENGE else count)]


def mark_garden(rules: Parameters, state: State, marks: list[int], first: int) -> None:
    """Mark the looks of all fields, in `MARKS` numbers from the first on."""
    for i in range(first, first + MARKS):
        marks[i] = 0
    shape = first_shape(rules.size)
    for number in range(FROM[shape], FROM[shape + SHAPES]):
        look = look_at(state.flowers, number)
        if look >= 0:
            marks[first + look // BITS] |= 1 << look % BITS


def is_safe(rules: Parameters, state: State, move: int, marks: list[int], first: int) -> bool:
    """Would this flower make no field of a marked look, and no two alike?"""
    _, cell, colour = meaning_of(rules, move)
    fresh = first + MARKS
    for i in range(fresh, fresh + MARKS):
        marks[i] = 0
    begin = first_held(rules.size, cell)
    for i in range(HELD_FROM[begin], HELD_FROM[begin + 1]):
        look = look_at(state.flowers, HOLDING[i], cell, colour)
        if look >= 0:
            place, bit = look // BITS, 1 << look % BITS
            if (marks[first + place] | marks[fresh + place]) & bit != 0 and (
                rules.overlap == ALLOWED or has_twin(rules, state, HOLDING[i], look)
            ):
                return False
            marks[fresh + place] |= bit
    return True


def may_win(rules: Parameters, state: State) -> bool:
    """Can a challenge take the last life of the opponent, or a pass end a game won on lives?"""
    me = state.player
    if state.passes > 0:
        return rules.full_board == MORE_LIVES_WINS and state.lives[me] > state.lives[1 - me]
    return (
        state.lives[1 - me] == 1
        and state.sown == 0
        and (state.challenging == 1 or why_unchallenged(rules, state) == 0)
        and is_provable(rules, state)
    )
