"""A careful gardener in Flower Field sees every duplicate and makes none as long as possible."""

from __future__ import annotations

from gamekit.boards.grid import around
from gamekit.boards.tetrominoes import (
    BITS,
    CELLS,
    FROM,
    HELD_BY,
    MARKS,
    NOTE,
    SHAPES,
    empty_cells,
    first_four,
    first_held,
    first_shape,
    is_planted,
    kind,
    look,
    look_planted,
    looks,
    lowest,
    numbers,
)
from gamekit.boards.tetrominoes import count as field_count
from gamekit.contract import SURE, Random, draw
from gamekit.games.flower_field.rules import (
    are_distinct,
    is_caught,
    is_recent,
    legal_moves,
    why_no_challenge,
    why_no_planting,
)
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

FRESH = MARKS  # behind those of the garden: the marks of what one flower would make
FULL = FRESH + MARKS  # then the fours that lack no flower, and those that lack one
UNKNOWN = -1
FEW = 4  # with this many safe flowers left, ask which of them is the last
STOPS = 4  # one turn in this many plants no more flowers than needed


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Challenge what can be proved. Plant safe flowers, and late in the game the last safe one."""
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
    """Challenge only what can be proved, give up only what cannot be, and plant no duplicate while another
    flower is left."""
    if state.challenging:
        return sensible_names(rules, state, moves)
    count = legal_moves(rules, state, moves)
    marks = count  # behind the moves
    has_twins = mark_garden(rules, state, moves, marks)
    if count > 1 and moves[count - 1] == CHALLENGE:
        count -= 0 if has_twins and is_provable(rules, state) else 1
    known = marks + FULL + 2 * numbers(rules.size)  # the colors that are safe on each cell
    for cell in range(rules.size * rules.size):
        moves[known + cell] = UNKNOWN
    safe = 0
    for i in range(count):
        kind, cell, colour = meaning_of(rules, moves[i])
        if kind == PLANT and moves[known + cell] == UNKNOWN:
            moves[known + cell] = safe_colours(rules, state, cell, moves, marks)
        if kind != PLANT or moves[known + cell] >> colour & 1:
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


def slip(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Overlook duplicates and plant anywhere, or misread one flower and name a field that is no twin."""
    if not state.challenging:
        count = legal_moves(rules, state, moves)
        if count > 1 and moves[count - 1] == CHALLENGE:
            count -= 1
        return moves[draw(random, count)]
    count = 0
    for field in range(field_count(rules.size) if state.named >= 0 else 0):
        if is_nearly_alike(rules, state, state.named, field):
            moves[count] = code_of(rules, NAME, field)
            count += 1
    return moves[draw(random, count if count > 0 else sensible_names(rules, state, moves))]


def is_nearly_alike(rules: Parameters, state: State, one: int, other: int) -> bool:
    """Have two fields one shape, and flowers that differ in one place?"""
    first, differing = first_four(rules.size), 0
    for k in range(4):
        is_same = state.flowers[CELLS[first + one][k]] == state.flowers[CELLS[first + other][k]]
        differing += 0 if is_same else 1
    is_planted_field = look(rules.size, state.flowers, other) >= 0
    return differing == 1 and is_planted_field and kind(rules.size, one) == kind(rules.size, other)


# --- flowers that make no duplicate --------------------------------------------------------------


def mark_garden(rules: Parameters, state: State, marks: list[int], first: int) -> bool:
    """Mark the looks of all fields in `MARKS` numbers from the first on, and note the fours after them.
    Return whether two fields look the same."""
    clear_marks(marks, first)
    note_fours(rules, state, marks, first + FULL)
    has_twins = False
    for k in range(numbers(rules.size)):
        left = marks[first + FULL + k]
        while left > 0:
            look = look_planted(state.flowers, first_four(rules.size) + BITS * k + lowest(left))
            left &= left - 1
            has_twins = has_twins or is_marked(marks, first, look)
            mark(marks, first, look)
    return has_twins


def note_fours(rules: Parameters, state: State, notes: list[int], first: int) -> None:
    """Note which fours lack no flower, then which lack one. There is a bit for each four."""
    count = numbers(rules.size)
    for k in range(count):
        notes[first + k] = (1 << min(BITS, field_count(rules.size) - BITS * k)) - 1
        notes[first + count + k] = 0
    for cell in range(rules.size * rules.size):
        if state.flowers[cell] == 0:
            for k in range(count):
                holding = HELD_BY[first_held(rules.size, cell) + k]
                full, lacking = notes[first + k], notes[first + count + k]
                notes[first + count + k] = lacking & ~holding | full & holding
                notes[first + k] = full & ~holding


def clear_marks(marks: list[int], first: int) -> None:
    """Unmark all looks."""
    for i in range(first, first + MARKS):
        marks[i] = 0


def is_marked(marks: list[int], first: int, look: int) -> bool:
    """Is this look marked?"""
    return marks[first + look // BITS] >> look % BITS & 1 != 0


def mark(marks: list[int], first: int, look: int) -> None:
    """Mark this look."""
    marks[first + look // BITS] |= 1 << look % BITS


def safe_colours(rules: Parameters, state: State, cell: int, marks: list[int], first: int) -> int:
    """Return a bit for each color that makes no duplicate on this empty cell of the marked garden. The
    function tries them all."""
    safe = 0
    for colour in range(PURPLE, PURPLE + rules.colours):
        state.flowers[cell] = colour
        if is_safe(rules, state, cell, marks, first):
            safe |= 1 << colour
    state.flowers[cell] = 0
    return safe


def is_safe(rules: Parameters, state: State, cell: int, marks: list[int], first: int) -> bool:
    """Do the fields that this flower made have no marked looks, and no two of them the same?"""
    clear_marks(marks, first + FRESH)
    for k in range(numbers(rules.size)):
        lacking = marks[first + FULL + numbers(rules.size) + k]
        left = lacking & HELD_BY[first_held(rules.size, cell) + k]
        while left > 0:
            four = first_four(rules.size) + BITS * k + lowest(left)
            left &= left - 1
            look = look_planted(state.flowers, four)
            if (is_marked(marks, first, look) or is_marked(marks, first + FRESH, look)) and (
                rules.overlap == ALLOWED or has_twin(rules, state, four, look)
            ):
                return False
            mark(marks, first + FRESH, look)
    return True


def leaves_nothing(
    rules: Parameters, state: State, move: int, marks: list[int], first: int
) -> bool:
    """After this flower, would none be safe? If the move is to stop, is none safe now? The function puts the
    flower on its cell and takes it away again."""
    kind, cell, colour = meaning_of(rules, move)
    before = state.flowers[cell]
    if kind == PLANT:
        state.flowers[cell] = colour
    mark_garden(rules, state, marks, first)
    found = has_safe_flower(rules, state, marks, first)
    state.flowers[cell] = before
    return not found


def has_safe_flower(rules: Parameters, state: State, marks: list[int], first: int) -> bool:
    """Can the player plant a flower beside another one without making a duplicate?"""
    for cell in range(rules.size * rules.size):
        if state.flowers[cell] == 0 and is_beside_flower(rules, state, cell):
            if safe_colours(rules, state, cell, marks, first) != 0:
                return True
    return False


def is_beside_flower(rules: Parameters, state: State, cell: int) -> bool:
    """Does a flower stand beside this cell?"""
    for direction in range(4):
        side = around(rules.size, rules.size, cell, direction)
        if side >= 0 and state.flowers[side] > 0:
            return True
    return False


# --- winning -------------------------------------------------------------------------------------


def may_win(rules: Parameters, state: State) -> int:
    """Can a challenge take the last life of the opponent, or a pass end a game won on lives?"""
    me = state.player
    if state.passes > 0:
        return rules.full_board == MORE_LIVES_WINS and state.lives[me] > state.lives[1 - me]
    challenges = state.challenging == 1 or why_no_challenge(rules, state) == 0
    if state.lives[1 - me] > 1 or state.sown > 0 or not challenges:
        return False
    if state.named >= 0 and is_recent(rules, state, state.named):
        return SURE if has_duplicate(rules, state, state.named) else False
    if not is_provable(rules, state):
        return False
    return SURE if state.named < 0 else True


# --- holding the last life -----------------------------------------------------------------------


def can_hold(rules: Parameters, state: State) -> int:
    """Can the player to act still end this turn so that no challenge takes their last life?

    The first flower must be safe, because a second one cannot make it so. The answer is SURE if it does not
    depend on the player's own challenge.
    """
    if state.challenging:
        return True
    if state.lives[state.player] > 1:
        return SURE
    if state.sown > 0:
        return False if is_sown_badly(rules, state) else SURE
    if why_no_challenge(rules, state) == 0 and is_provable(rules, state):
        return True
    is_over = True  # no flower can be planted: the garden is full
    low, high = empty_cells(rules.size, state.flowers)
    for cell in range(rules.size * rules.size):
        if why_no_planting(rules, state, cell) == 0:
            is_over = False
            for colour in range(PURPLE, PURPLE + rules.colours):
                if is_safe_flower(rules, state, cell, colour, low, high):
                    return SURE
    return is_over


def is_sown_badly(rules: Parameters, state: State) -> bool:
    """Do the flowers of this turn make a duplicate so far? For a moment they count as planted."""
    state.plants += 1
    is_bad = is_provable(rules, state)
    state.plants -= 1
    return is_bad


def is_safe_flower(
    rules: Parameters, state: State, cell: int, colour: int, low: int, high: int
) -> bool:
    """Does this flower make no duplicate on this cell, one of the empty ones? The function tries it."""
    if cell < BITS:
        low &= ~(1 << cell)
    else:
        high &= ~(1 << cell - BITS)
    state.flowers[cell] = colour
    makes_twins = has_twin_fields(rules, state, cell, low, high)
    state.flowers[cell] = 0
    return not makes_twins


# --- finding duplicates --------------------------------------------------------------------------


def twins_of(rules: Parameters, state: State, field: int, found: list[int]) -> int:
    """Fill `found` with the fields that a challenge could name after this one, and return their number."""
    count = 0
    for i in range(looks(rules.size, state.flowers, kind(rules.size, field), found, 0)):
        other = found[i] % NOTE
        if is_caught(rules, state, field, other):
            found[count] = other
            count += 1
    return count


def find_twins(rules: Parameters, state: State, found: list[int]) -> int:
    """Fill `found` with the fields that have a recent flower and a duplicate, and return their number.

    `found` has room for every field. The search keeps its notes there in order: twins, other fields of one
    shape with recent flowers, then the rest of that shape.
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
    """Is a duplicate of this field among the notes?"""
    for i in range(begin, end):
        if notes[i] // NOTE == note // NOTE and are_distinct(rules, notes[i] % NOTE, note % NOTE):
            return True
    return False


def is_provable(rules: Parameters, state: State) -> bool:
    """Does a field with a flower of the latest planting have a duplicate (FF-12)?"""
    low, high = empty_cells(rules.size, state.flowers)
    for cell in range(rules.size * rules.size):
        if state.planted[cell] == state.plants and has_twin_fields(rules, state, cell, low, high):
            return True
    return False


def has_twin_fields(rules: Parameters, state: State, cell: int, low: int, high: int) -> bool:
    """Does a field that holds this cell have a duplicate if these cells are empty?"""
    for k in range(numbers(rules.size)):
        left = HELD_BY[first_held(rules.size, cell) + k]
        while left > 0:
            four = first_four(rules.size) + BITS * k + lowest(left)
            left &= left - 1
            if is_planted(four, low, high):
                if is_repeated(rules, state, four, look_planted(state.flowers, four), low, high):
                    return True
    return False


def has_duplicate(rules: Parameters, state: State, field: int) -> bool:
    """Does this field have a duplicate? Four cells that lack a flower are no field."""
    colours = look(rules.size, state.flowers, field)
    return colours >= 0 and has_twin(rules, state, first_four(rules.size) + field, colours)


def has_twin(rules: Parameters, state: State, number: int, colours: int) -> bool:
    """Does a field of this look have a duplicate? `number` counts the fours of all sizes."""
    low, high = empty_cells(rules.size, state.flowers)
    return is_repeated(rules, state, number, colours, low, high)


def is_repeated(
    rules: Parameters, state: State, number: int, colours: int, low: int, high: int
) -> bool:
    """Does a field of this look have a duplicate if these cells are empty? There is a bit for each of them."""
    first = first_four(rules.size)
    shape = first_shape(rules.size) + kind(rules.size, number - first)
    for other in range(FROM[shape], FROM[shape + 1]):
        if is_planted(other, low, high) and look_planted(state.flowers, other) == colours:
            if are_distinct(rules, number - first, other - first):
                return True
    return False
