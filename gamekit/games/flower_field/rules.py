"""Flower Field, as it is played: see the rulebook beside this file."""

from __future__ import annotations

from typing import Any

from gamekit.boards.grid import neighbour
from gamekit.boards.tetrominoes import COLOURS as MOST_COLOURS
from gamekit.boards.tetrominoes import SIZES
from gamekit.boards.tetrominoes import count as field_count
from gamekit.contract import DRAW, ONGOING, OVER, RULING, array, choice, number, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from gamekit.games.flower_field.fields import find_twins, is_caught, twins_of

BEFORE_TURN, RUNNING = range(2)
REDO_ANY, REDO_PLANT = range(2)
PASSING, MORE_LIVES_WINS, MUST_CHALLENGE = range(3)

MOST_CELLS = 9 * 9
PURPLE = 1  # flowers are numbered like this, 0 is an empty cell
NEVER = 127  # instead of the number of a planting


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    size: int = number(7, SIZES, "rows and columns; the middle cell starts purple")
    colours: int = number(3, range(1, MOST_COLOURS + 1), "purple, then red, blue and yellow")
    lives: int = number(3, range(1, 10), "lives each")
    max_plants: int = number(2, range(1, 4), "flowers that may be planted in a turn")
    adjacency: int = choice(
        ("before_turn", "running"), "which flowers a new one may lean on: those from before or all"
    )
    overlap: int = choice(("allowed", "disjoint"), "may duplicates share cells")
    redo: int = choice(("any", "plant_only"), "what a player may do after being caught")
    full_board: int = choice(
        ("pass", "more_lives_wins", "must_challenge"),
        "in a full garden: two passes draw, or let more lives win, or nobody may pass",
    )


class State(BaseState):
    """Where the game stands. Cells are numbered row by row from the top left.

    The plantings that still stand are numbered 1, 2, ... `plants`; the latest is the one that can
    be challenged. The flowers of a turn that is not finished have the next number. `since` follows
    from where they stand, see `survey`; it is kept so that legal moves are found without a search.
    """

    flowers: list[int] = array(MOST_CELLS, "i1")  # the colour on each cell, 0 is empty
    planted: list[int] = array(MOST_CELLS, "i1")  # the planting it came with, 0 for none
    since: list[int] = array(MOST_CELLS, "i1")  # the first planting beside an empty cell, or NEVER
    plants: int = whole()  # plantings that stand
    lives: list[int] = array(2, "i1")  # left to each player
    sown: int = whole()  # flowers planted so far this turn
    challenging: int = whole()  # 1 once a challenge has begun
    named: int = whole()  # number of the field named first, -1 for none
    must_plant: int = whole()  # 1 if this turn is played again and may not challenge
    passes: int = whole()  # in a row


# --- the game ----------------------------------------------------------------------------------


def setup(rules: Parameters, state: State) -> None:
    """One flower in the middle that nobody planted."""
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
    """The cell that starts with a flower."""
    return rules.size * rules.size // 2


def put(rules: Parameters, state: State, cell: int, colour: int, planting: int) -> None:
    """A flower stands on the cell from this planting on, and others can lean on it."""
    state.flowers[cell] = colour
    state.planted[cell] = planting
    open_sides(rules, state, cell)


def open_sides(rules: Parameters, state: State, cell: int) -> None:
    """Flowers can be planted beside this one, since it was."""
    state.since[cell] = NEVER
    row, column = cell // rules.size, cell % rules.size
    for direction in range(4):
        side = neighbour(rules.size, rules.size, row, column, direction)
        if side >= 0 and state.flowers[side] == 0:
            state.since[side] = min(state.since[side], state.planted[cell])


def begin_turn(state: State) -> None:
    """Nothing planted, nothing claimed."""
    state.sown = 0
    state.challenging = 0
    state.named = -1
    state.must_plant = 0


def to_act(rules: Parameters, state: State) -> int:
    """There is no chance."""
    return state.player if result(rules, state)[0] == ONGOING else OVER


def outcomes(rules: Parameters, state: State) -> int:
    """There is no chance."""
    return 0


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    for player in range(2):
        if state.lives[player] == 0:
            return 1 - player, 16
    if state.passes < 2:
        return ONGOING, 0
    lead = state.lives[0] - state.lives[1]
    if rules.full_board == MORE_LIVES_WINS and lead != 0:
        return (0 if lead > 0 else 1), RULING + 15
    return DRAW, RULING + 15


# --- moves: four words, then a flower on each cell in each colour, then the fields --------------

STOP, CHALLENGE, GIVE_UP, PASS, FIRST_PLANT = range(5)


def first_field(rules: Parameters) -> int:
    """The move that names field 0; before it come the moves that plant."""
    return FIRST_PLANT + rules.size * rules.size * rules.colours


def move_count(rules: Parameters) -> int:
    """Move FIRST_PLANT + cell * colours + colour - 1 plants."""
    return first_field(rules) + field_count(rules.size)


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move."""
    is_plant = FIRST_PLANT <= move < first_field(rules)
    if state.challenging:
        if is_plant:
            return 4
        return 0 if move == GIVE_UP or move >= first_field(rules) else 11
    if is_plant:
        cell = (move - FIRST_PLANT) // rules.colours
        return why_barren(rules, state, cell)
    if move >= first_field(rules):
        return 11
    if move == GIVE_UP:
        return RULING + 13
    if state.sown > 0:
        return 0 if move == STOP else 4
    if move == STOP:
        return RULING + 18
    if move == CHALLENGE:
        return why_unchallenged(rules, state)
    return 0 if rules.full_board != MUST_CHALLENGE and is_full(rules, state) else RULING + 15


def why_barren(rules: Parameters, state: State, cell: int) -> int:
    """Return 0 or the rule that forbids to plant here."""
    if state.since[cell] <= newest(rules, state):
        return 0
    if state.flowers[cell] > 0:
        return 5
    return 6 if state.since[cell] == NEVER else RULING + 1


def newest(rules: Parameters, state: State) -> int:
    """The latest planting that a new flower may lean on."""
    return state.plants if rules.adjacency == BEFORE_TURN else state.plants + 1


def why_unchallenged(rules: Parameters, state: State) -> int:
    """Return 0 or the rule that forbids to challenge at the start of this turn."""
    if state.plants == 0:
        return RULING + 10
    if state.passes > 0:  # the opponent passed: the latest flowers are one's own
        return RULING + 7
    return RULING + 5 if state.must_plant else 0


def is_full(rules: Parameters, state: State) -> bool:
    """Does every cell have a flower?"""
    for cell in range(rules.size * rules.size):
        if state.flowers[cell] == 0:
            return False
    return True


def legal_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Fill `moves`: flowers first, words last."""
    if state.challenging:
        fields = field_count(rules.size)
        for field in range(fields):
            moves[field] = first_field(rules) + field
        moves[fields] = GIVE_UP
        return fields + 1
    count = plantings(rules, state, moves)
    if state.sown > 0:
        moves[count] = STOP
        return count + 1
    if count == 0 and rules.full_board != MUST_CHALLENGE:  # nothing to plant: the garden is full
        moves[count] = PASS
        count += 1
    if why_unchallenged(rules, state) == 0:
        moves[count] = CHALLENGE
        count += 1
    return count


def plantings(rules: Parameters, state: State, moves: Any) -> int:
    """Fill `moves` with the flowers that may be planted, one colour after another."""
    count, colours, latest = 0, rules.colours, newest(rules, state)
    for cell in range(rules.size * rules.size):
        moves[count] = FIRST_PLANT + cell * colours  # stays if it counts: faster than asking first
        count += 1 if state.since[cell] <= latest else 0
    for colour in range(1, colours):
        for k in range(count):
            moves[colour * count + k] = moves[k] + colour
    return count * colours


def sensible_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Challenge only what can be proved, and give up only what cannot."""
    if state.challenging:
        return sensible_names(rules, state, moves)
    provable = (
        state.sown == 0
        and why_unchallenged(rules, state) == 0
        and find_twins(rules, state, moves, 1) > 0
    )
    count = legal_moves(rules, state, moves)
    if count > 1 and moves[count - 1] == CHALLENGE and not provable:
        return count - 1
    return count


def sensible_names(rules: Parameters, state: State, moves: Any) -> int:
    """Name a field with a recent flower that has a twin, then a twin of the field named."""
    if state.named < 0:
        count = find_twins(rules, state, moves, field_count(rules.size))
    else:
        count = twins_of(rules, state, state.named, moves)
    for i in range(count):
        moves[i] += first_field(rules)
    if count == 0:
        moves[0] = GIVE_UP
        return 1
    return count


def apply(rules: Parameters, state: State, move: int) -> None:
    """Plant, claim, name, give up or pass."""
    if move == CHALLENGE:
        state.challenging = 1
    elif move == GIVE_UP:
        fail(state)
    elif move == STOP:
        end_planting(state)
    elif move == PASS:
        state.passes += 1
        end_turn(state)
    elif move < first_field(rules):
        cell = (move - FIRST_PLANT) // rules.colours
        plant(rules, state, cell, 1 + (move - FIRST_PLANT) % rules.colours)
    elif state.named < 0:
        state.named = move - first_field(rules)
    elif is_caught(rules, state, state.named, move - first_field(rules)):
        succeed(rules, state)
    else:
        fail(state)


def plant(rules: Parameters, state: State, cell: int, colour: int) -> None:
    """Plant one flower; the turn ends by itself when no other can follow."""
    put(rules, state, cell, colour, state.plants + 1)
    state.sown += 1
    if state.sown == rules.max_plants or not has_room(rules, state):
        end_planting(state)


def has_room(rules: Parameters, state: State) -> bool:
    """Can another flower be planted this turn?"""
    for cell in range(rules.size * rules.size):
        if why_barren(rules, state, cell) == 0:
            return True
    return False


def survey(rules: Parameters, state: State) -> None:
    """Find out since when each cell can be planted."""
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
    """The opponent loses a life and the latest planting, and plays again."""
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
    """The challenger loses a life and plays again."""
    state.lives[state.player] -= 1
    begin_turn(state)


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """A failed challenge is over, although the same turn is played again."""
    return after.sown > 0 or after.challenging == 1
