"""How a careful gardener plays: sees every duplicate, and makes none while that can be helped."""

from __future__ import annotations

from gamekit.boards.grid import neighbour
from gamekit.contract import SURE, Random, draw
from gamekit.games.flower_field.duplicates import find_twins, has_twin, is_provable, twins_of
from gamekit.games.flower_field.rules import legal_moves, why_unchallenged
from gamekit.games.flower_field.state import (
    ALLOWED,
    CHALLENGE,
    GIVE_UP,
    MORE_LIVES_WINS,
    NAME,
    PLANT,
    PURPLE,
    STOP,
    Parameters,
    State,
    code_of,
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
FEW = 4  # safe flowers that are left when it is asked which of them is the last
STOPS = 4  # of so many turns, one plants no more flowers than it must


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Challenge what can be proved; plant what is safe, late in the game the last that is safe."""
    count = sensible_moves(rules, state, moves)
    last = moves[count - 1]
    if last == CHALLENGE:
        return CHALLENGE
    if not state.challenging and count <= FEW:
        for i in range(count):
            if leaves_nothing(rules, state, moves[i], moves, count):
                return moves[i]
    if last == STOP and draw(random, STOPS) > 0:
        count = max(1, count - 1)
    return moves[draw(random, count)]


def sensible_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Challenge only what can be proved, give up only what cannot, and plant what makes no duplicate
    while there is such a flower."""
    if state.challenging:
        return sensible_names(rules, state, moves)
    count = legal_moves(rules, state, moves)
    if count > 1 and moves[count - 1] == CHALLENGE and not is_provable(rules, state):
        count -= 1
    mark_garden(rules, state, moves, count)  # behind the moves
    safe = 0
    for i in range(count):
        _, cell, colour = meaning_of(rules, moves[i])
        if moves[i] < PLANT or is_safe(rules, state, cell, colour, moves, count):
            moves[safe] = moves[i]
            safe += 1
    return safe if safe > 0 else count


def sensible_names(rules: Parameters, state: State, moves: list[int]) -> int:
    """Name a field with a recent flower that has a twin, then a twin of the field named."""
    if state.named < 0:
        count = find_twins(rules, state, moves)
    else:
        count = twins_of(rules, state, state.named, moves)
    for i in range(count):
        moves[i] = code_of(rules, NAME, moves[i])
    if count == 0:
        moves[0] = GIVE_UP
        return 1
    return count


# --- flowers that make no duplicate --------------------------------------------------------------


def mark_garden(rules: Parameters, state: State, marks: list[int], first: int) -> None:
    """Mark the looks of all fields, in `MARKS` numbers from the first on."""
    for i in range(first, first + MARKS):
        marks[i] = 0
    shape = first_shape(rules.size)
    for number in range(FROM[shape], FROM[shape + SHAPES]):
        look = look_at(state.flowers, number)
        if look >= 0:
            marks[first + look // BITS] |= 1 << look % BITS


def is_safe(
    rules: Parameters, state: State, cell: int, colour: int, marks: list[int], first: int
) -> bool:
    """Would this flower make no field of a marked look, and no two alike?"""
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


def leaves_nothing(
    rules: Parameters, state: State, move: int, marks: list[int], first: int
) -> bool:
    """Would no flower be safe after this one, or, where the move is to stop, is none safe now?

    The flower is put on its cell for a moment.
    """
    kind, cell, colour = meaning_of(rules, move)
    before = state.flowers[cell]
    if kind == PLANT:
        state.flowers[cell] = colour
    mark_garden(rules, state, marks, first)
    found = has_safe_flower(rules, state, marks, first)
    state.flowers[cell] = before
    return not found


def has_safe_flower(rules: Parameters, state: State, marks: list[int], first: int) -> bool:
    """Can a flower beside another one be planted without a duplicate?"""
    for cell in range(rules.size * rules.size):
        if state.flowers[cell] == 0 and is_beside_flower(rules, state, cell):
            for colour in range(PURPLE, PURPLE + rules.colours):
                if is_safe(rules, state, cell, colour, marks, first):
                    return True
    return False


def is_beside_flower(rules: Parameters, state: State, cell: int) -> bool:
    """Does a flower stand beside this cell?"""
    for direction in range(4):
        side = neighbour(rules.size, rules.size, cell // rules.size, cell % rules.size, direction)
        if side >= 0 and state.flowers[side] > 0:
            return True
    return False


# --- winning -------------------------------------------------------------------------------------


def may_win(rules: Parameters, state: State) -> int:
    """Can a challenge take the last life of the opponent, or a pass end a game won on lives?"""
    me = state.player
    if state.passes > 0:
        return rules.full_board == MORE_LIVES_WINS and state.lives[me] > state.lives[1 - me]
    challenges = state.challenging == 1 or why_unchallenged(rules, state) == 0
    if state.lives[1 - me] > 1 or state.sown > 0 or not challenges:
        return False
    if not is_provable(rules, state):
        return False
    return SURE if state.named < 0 else True
