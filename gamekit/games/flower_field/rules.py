"""Flower Field, as it is played: planting, challenging, and which fields are duplicates.

The rulebook is beside this file. `gamekit/boards/tetrominoes.py` numbers the fields, every four connected
cells, and says which look alike.
"""

from __future__ import annotations

from gamekit.boards.grid import around
from gamekit.boards.tetrominoes import (
    CELLS,
    first_four,
    look,
    overlap,
)
from gamekit.boards.tetrominoes import count as field_count
from gamekit.contract import DRAW, ONGOING, OVER
from gamekit.games.flower_field.state import (
    BEFORE_TURN,
    CHALLENGE,
    DISJOINT,
    FULL_GARDEN,
    GIVE_UP,
    LIVES_LOST,
    MORE_LIVES_WINS,
    MOST_CELLS,
    MUST_CHALLENGE,
    MUST_PLANT,
    NAME,
    NEVER,
    NO_CHALLENGE,
    NO_PLANTING,
    NONE_SOWN,
    NOT_BESIDE,
    NOT_EMPTY,
    NOT_NAMING,
    ONLY_NEW_BESIDE,
    OWN_PLANTING,
    PASS,
    PLANT,
    PLANT_OR_CHALLENGE,
    PURPLE,
    REDO_PLANT,
    STOP,
    Parameters,
    State,
    code_of,
    meaning_of,
)


def setup(rules: Parameters, state: State) -> None:
    """Set one flower in the middle, which nobody planted (FF-1), and give out all lives (FF-2)."""
    for cell in range(MOST_CELLS):
        state.flowers[cell] = 0
        state.planted[cell] = 0
        state.since[cell] = NEVER
    put(rules, state, middle(rules), PURPLE, 0)
    state.plants = 0
    for player in range(2):
        state.lives[player] = rules.lives
    state.passes = 0
    state.turn = 0
    state.player = state.first
    begin_turn(state)


def middle(rules: Parameters) -> int:
    """Return the cell that starts with a flower (FF-1)."""
    return rules.size * rules.size // 2


def put(rules: Parameters, state: State, cell: int, colour: int, planting: int) -> None:
    """Put a flower of this planting on the cell. From now on others can lean on it."""
    state.flowers[cell] = colour
    state.planted[cell] = planting
    open_sides(rules, state, cell)


def open_sides(rules: Parameters, state: State, cell: int) -> None:
    """Let players plant beside the flower on this cell."""
    state.since[cell] = NEVER
    for direction in range(4):
        side = around(rules.size, rules.size, cell, direction)
        if side >= 0 and state.flowers[side] == 0:
            state.since[side] = min(state.since[side], state.planted[cell])


def begin_turn(state: State) -> None:
    """Begin a turn, in which nothing is planted and no challenge has begun."""
    state.sown = 0
    state.challenging = 0
    state.named = -1
    state.must_plant = 0


def to_act(rules: Parameters, state: State) -> int:
    """Return the player whose turn it is, until the game is over."""
    return state.player if result(rules, state)[0] == ONGOING else OVER


def move_count(rules: Parameters) -> int:
    """Return the number of words, flowers and fields."""
    return code_of(rules, NAME, field_count(rules.size))


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule: no life is left, or both passed (FF-16, FF-Q15)."""
    for player in range(2):
        if state.lives[player] == 0:
            return 1 - player, LIVES_LOST
    if state.passes < 2:
        return ONGOING, 0
    lead = state.lives[0] - state.lives[1]
    if rules.full_board == MORE_LIVES_WINS and lead != 0:
        return (0 if lead > 0 else 1), FULL_GARDEN
    return DRAW, FULL_GARDEN


# --- what a player may do ------------------------------------------------------------------------


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move (FF-4, FF-11, FF-Q13, FF-Q15, FF-Q18)."""
    kind, place, _ = meaning_of(rules, move)
    if state.challenging:
        if kind == PLANT:
            return PLANT_OR_CHALLENGE
        return 0 if kind in (GIVE_UP, NAME) else NOT_NAMING
    if kind == PLANT:
        return why_no_planting(rules, state, place)
    if kind == NAME:
        return NOT_NAMING
    if kind == GIVE_UP:
        return NO_CHALLENGE
    if state.sown > 0 and kind != PASS:
        return 0 if kind == STOP else PLANT_OR_CHALLENGE
    if kind == STOP:
        return FULL_GARDEN if is_full(rules, state) else NONE_SOWN
    if kind == CHALLENGE:
        return why_no_challenge(rules, state)
    return 0 if rules.full_board != MUST_CHALLENGE and is_full(rules, state) else FULL_GARDEN


def why_no_planting(rules: Parameters, state: State, cell: int) -> int:
    """Return 0 or the rule that forbids planting here, in any color (FF-5, FF-6, FF-Q19)."""
    if state.since[cell] <= newest(rules, state):
        return 0
    if state.flowers[cell] > 0:
        return NOT_EMPTY
    return NOT_BESIDE if state.since[cell] == NEVER else ONLY_NEW_BESIDE


def newest(rules: Parameters, state: State) -> int:
    """Return the latest planting that a new flower may lean on (FF-6, FF-Q1)."""
    return state.plants if rules.adjacency == BEFORE_TURN else state.plants + 1


def why_no_challenge(rules: Parameters, state: State) -> int:
    """Return 0 or the rule that forbids a challenge now (FF-Q5, FF-Q7, FF-Q10)."""
    if state.plants == 0:
        return NO_PLANTING
    if state.passes > 0:  # the opponent passed: the latest flowers are one's own
        return OWN_PLANTING
    return MUST_PLANT if state.must_plant else 0


def is_full(rules: Parameters, state: State) -> bool:
    """Does every cell have a flower?"""
    for cell in range(rules.size * rules.size):
        if state.flowers[cell] == 0:
            return False
    return True


def legal_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves`: flowers first, words last."""
    if state.challenging:
        fields = field_count(rules.size)
        for field in range(fields):
            moves[field] = code_of(rules, NAME, field)
        moves[fields] = GIVE_UP
        return fields + 1
    count = plantings(rules, state, moves)
    if state.sown > 0:
        moves[count] = STOP
        return count + 1
    if count == 0 and rules.full_board != MUST_CHALLENGE:  # nothing to plant: the garden is full
        moves[count] = PASS
        count += 1
    if why_no_challenge(rules, state) == 0:
        moves[count] = CHALLENGE
        count += 1
    return count


def plantings(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves` with the flowers that may be planted, one color after another."""
    count, colours, latest = 0, rules.colours, newest(rules, state)
    move = code_of(rules, PLANT)
    for cell in range(rules.size * rules.size):
        moves[count] = move  # stays if it is legal, which is faster than a branch
        count += 1 if state.since[cell] <= latest else 0
        move += colours  # the first color on the next cell
    for colour in range(1, colours):
        for k in range(count):
            moves[colour * count + k] = moves[k] + colour
    return count * colours


# --- what a move does ----------------------------------------------------------------------------


def apply(rules: Parameters, state: State, move: int) -> None:
    """Plant, challenge, name, give up or pass."""
    kind, place, colour = meaning_of(rules, move)
    if kind == CHALLENGE:
        state.challenging = 1
    elif kind == GIVE_UP:
        fail(state)
    elif kind == STOP:
        end_planting(state)
    elif kind == PASS:
        state.passes += 1
        end_turn(state)
    elif kind == PLANT:
        plant(rules, state, place, colour)
    elif state.named < 0:
        state.named = place
    elif is_caught(rules, state, state.named, place):
        succeed(rules, state)
    else:
        fail(state)


def plant(rules: Parameters, state: State, cell: int, colour: int) -> None:
    """Plant one flower; flowers never run out (FF-Q17). The turn ends by itself when no other can follow
    (FF-5)."""
    put(rules, state, cell, colour, state.plants + 1)
    state.sown += 1
    if state.sown == rules.max_plants or not has_room(rules, state):
        end_planting(state)


def has_room(rules: Parameters, state: State) -> bool:
    """Can another flower be planted this turn?"""
    for cell in range(rules.size * rules.size):
        if why_no_planting(rules, state, cell) == 0:
            return True
    return False


def survey(rules: Parameters, state: State) -> None:
    """Set `since`: the planting from which on each cell can be planted."""
    for cell in range(rules.size * rules.size):
        state.since[cell] = NEVER
    for cell in range(rules.size * rules.size):
        if state.flowers[cell] > 0:
            open_sides(rules, state, cell)


def end_planting(state: State) -> None:
    """Put this turn's flowers on top of the pile of plantings."""
    state.plants += 1
    end_turn(state)


def end_turn(state: State) -> None:
    """Pass the turn."""
    state.turn += 1
    state.player = 1 - state.player
    begin_turn(state)


def succeed(rules: Parameters, state: State) -> None:
    """The opponent loses a life and the latest planting, and plays again (FF-13, FF-Q3, FF-Q4), a
    planting where only that is allowed (FF-Q5)."""
    state.lives[1 - state.player] -= 1
    for cell in range(rules.size * rules.size):
        if state.planted[cell] == state.plants:
            state.flowers[cell] = 0
            state.planted[cell] = 0
    survey(rules, state)
    state.plants -= 1
    end_turn(state)
    state.must_plant = 1 if rules.redo == REDO_PLANT else 0


def fail(state: State) -> None:
    """The challenger loses a life and plays again in the same turn (FF-14, FF-Q6, FF-Q14)."""
    state.lives[state.player] -= 1
    begin_turn(state)


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """A failed challenge is over, although the same turn is played again."""
    return after.sown > 0 or after.challenging == 1


# --- duplicates ----------------------------------------------------------------------------------


def is_caught(rules: Parameters, state: State, one: int, other: int) -> bool:
    """Does a challenge that names these two fields succeed (FF-8, FF-9, FF-12, FF-15, FF-Q9)?"""
    colours = look(rules.size, state.flowers, one)
    return (
        colours >= 0
        and colours == look(rules.size, state.flowers, other)
        and are_distinct(rules, one, other)
        and (is_recent(rules, state, one) or is_recent(rules, state, other))
    )


def are_distinct(rules: Parameters, one: int, other: int) -> bool:
    """Do two fields differ or, if the game asks for it, share no cell (FF-10, FF-Q2, FF-Q11)?"""
    if rules.overlap == DISJOINT:
        return not overlap(rules.size, one, other)
    return one != other


def is_recent(rules: Parameters, state: State, field: int) -> bool:
    """Does a flower of the latest planting stand in this field (FF-12, FF-Q8, FF-Q16)?"""
    for cell in CELLS[first_four(rules.size) + field]:
        if state.planted[cell] == state.plants:
            return True
    return False
