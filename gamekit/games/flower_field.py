"""Flower Field: plant a garden in which no pattern comes twice, and catch the one that does.

         1    2    3    4    5    6    7
    A |    |    |    |    |    |    |    |
    B |    |    |    |    |    |    |    |
    C |    |    |    |    |    |    |    |
    D |    |    |    |  P |    |    |    |   the first flower, purple, planted by nobody
    E |    |    |    |    |    |    |    |
    F |    |    |    |    |    |    |    |
    G |    |    |    |    |    |    |    |

Flowers are red, blue or purple and belong to nobody. On your turn plant one or two, each beside a
flower that stood there before your turn. Four connected flowers are a field, and every four in the
garden count. Two fields are duplicates if one, turned or flipped, is the other in shape and colours.

Instead of planting you may challenge: name two duplicates, at least one of them with a flower that
your opponent has just planted. If you are right, the opponent loses one of three lives and plays
the turn again, the flowers are gone; if not, you lose a life and play your turn again. Whoever has
no life left loses.

First played in Genius Game 4; it is also one of the three games of Death Match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gamekit.boards import grid
from gamekit.boards.grid import neighbour, step
from gamekit.boards.tetrominoes import (
    CELLS,
    NOTE,
    SHAPES,
    SIZES,
    first_cell,
    kind,
    look,
    looks,
    overlap,
)
from gamekit.boards.tetrominoes import COLOURS as MOST_COLOURS
from gamekit.boards.tetrominoes import cells as field_cells
from gamekit.boards.tetrominoes import count as field_count
from gamekit.boards.tetrominoes import found as field_number
from gamekit.contract import (
    DRAW,
    ONGOING,
    OVER,
    RULING,
    Game,
    Rule,
    Scenario,
    Unreadable,
    array,
    choice,
    number,
    whole,
)
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState

RULES = (
    Rule(
        "FF-1",
        "Garden",
        "The garden has seven rows of seven cells; a purple flower stands on the middle one, D4.",
    ),
    Rule("FF-2", "Lives", "Each player starts with three lives."),
    Rule("FF-3", "Colours", "A flower is red, blue or purple."),
    Rule("FF-4", "A turn", "A turn is either planting or challenging, never both."),
    Rule(
        "FF-5",
        "Planting",
        "Plant one or two flowers on empty cells, each in any colour.",
    ),
    Rule(
        "FF-6",
        "Beside a flower",
        "Every planted cell shares a side with a cell that had a flower before the turn.",
    ),
    Rule(
        "FF-7",
        "Field",
        "A field is four cells, connected by their sides, all with flowers of any colours; it may "
        "be part of a larger group.",
    ),
    Rule("FF-8", "Duplicates", "Two fields are duplicates if they are equivalent and distinct."),
    Rule(
        "FF-9",
        "Equivalent",
        "Fields are equivalent if one can be turned and flipped onto the other so that the shape "
        "and every colour match.",
    ),
    Rule(
        "FF-10",
        "Distinct",
        "Fields are distinct if they differ in at least one cell; they may share the others.",
    ),
    Rule(
        "FF-11",
        "Challenging",
        "A challenge claims that the opponent's most recent planting made duplicates, and names "
        "the two fields.",
    ),
    Rule(
        "FF-12",
        "With a recent flower",
        "At least one of the two fields contains a flower of the opponent's most recent planting.",
    ),
    Rule(
        "FF-13",
        "A challenge succeeds",
        "If the named fields are such duplicates, the opponent loses a life and plays the turn "
        "again.",
    ),
    Rule(
        "FF-14",
        "A challenge fails",
        "Otherwise the challenger loses a life and plays the own turn again.",
    ),
    Rule(
        "FF-15",
        "What fails",
        "Naming fields that are no duplicates, or none with a recent flower, is a failure.",
    ),
    Rule("FF-16", "Win", "A player without lives has lost."),
    Rule(
        "FF-Q1",
        "Leaning on this turn's flowers",
        "The second flower may not lean on the first: only flowers from before the turn count.",
    ),
    Rule(
        "FF-Q2",
        "Overlap",
        "Duplicates may overlap: five of a colour in a row hold two equal fields.",
    ),
    Rule(
        "FF-Q3",
        "Challenged flowers",
        "After a success all flowers of the challenged turn are removed, then the opponent acts.",
    ),
    Rule(
        "FF-Q4",
        "Order after a success",
        "The challenge was the challenger's turn: the opponent plays again, then the challenger.",
    ),
    Rule(
        "FF-Q5",
        "What a repeated turn may be",
        "A turn played again may be anything a turn may be: the same flowers, others, or a "
        "challenge of the planting before.",
    ),
    Rule(
        "FF-Q6",
        "Again at once",
        "After a failure the challenger plays at once, in the same turn, and may challenge again.",
    ),
    Rule(
        "FF-Q7",
        "The most recent planting",
        "It is the latest one that still stands; a success takes it off the pile. On top lies "
        "always one of the opponent's, until the garden is full and somebody passes.",
    ),
    Rule(
        "FF-Q8",
        "Older duplicates",
        "Duplicates that went unnoticed can be challenged only if a recent flower is in one of them.",
    ),
    Rule(
        "FF-Q9", "One or both", "One of the two fields needs a recent flower; both may have some."
    ),
    Rule(
        "FF-Q10",
        "First turn",
        "The first turn cannot be a challenge: nobody planted the middle flower.",
    ),
    Rule("FF-Q11", "The same field twice", "Naming one field twice is a failure."),
    Rule(
        "FF-Q12",
        "What is no challenge",
        "A field of more or fewer than four cells, or with a cell off the board, is refused and "
        "costs nothing; four cells that are unconnected, empty or unlike are a failure.",
    ),
    Rule("FF-Q13", "Giving up", "A challenger may give up the challenge; that is a failure."),
    Rule(
        "FF-Q14",
        "The last life",
        "A failure that costs the last life ends the game at once; nothing is played again.",
    ),
    Rule(
        "FF-Q15",
        "Full garden",
        "Some cell can be planted until the garden is full. Then one may challenge or pass, and "
        "two passes in a row draw the game.",
    ),
    Rule("FF-Q16", "Unnoticed", "Duplicates that are not challenged have no consequence later."),
    Rule("FF-Q17", "Supply", "There are flowers enough of every colour."),
    Rule("FF-Q18", "At least one", "Planting nothing is no turn."),
    Rule(
        "FF-Q19",
        "No warning",
        "Planting duplicates is allowed like any planting, and nothing on the board tells of them.",
    ),
    Rule(
        "FF-Q20",
        "Naming fields",
        "A challenge is written as two lists of four cells; the colours are read from the board.",
    ),
)

BEFORE_TURN, RUNNING = range(2)
OVERLAPPING, DISJOINT = range(2)
REDO_ANY, REDO_PLANT = range(2)
PASSING, MORE_LIVES_WINS, MUST_CHALLENGE = range(3)
MOST_CELLS = 9 * 9
PURPLE = 1  # flowers are numbered like this, 0 is an empty cell
COLOURS = ("", "purple", "red", "blue", "yellow")


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
    be challenged. The flowers of a turn that is not finished have the next number.
    """

    flowers: list[int] = array(MOST_CELLS, "i1")  # the colour on each cell, 0 is empty
    planted: list[int] = array(MOST_CELLS, "i1")  # the planting it came with, 0 for none
    plants: int = whole("i1")  # plantings that stand
    lives: list[int] = array(2, "i1")  # left to each player
    sown: int = whole("i1")  # flowers planted so far this turn
    challenging: int = whole("i1")  # 1 once a challenge has begun
    named: int = whole()  # number of the field named first, -1 for none
    must_plant: int = whole("i1")  # 1 if this turn is played again and may not challenge
    passes: int = whole("i1")  # in a row


# --- the game ----------------------------------------------------------------------------------


def setup(rules: Parameters, state: State) -> None:
    """One flower in the middle that nobody planted."""
    for cell in range(MOST_CELLS):
        state.flowers[cell] = 0
        state.planted[cell] = 0
    state.flowers[middle(rules)] = PURPLE
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
        return why_barren(rules, state, cell // rules.size, cell % rules.size)
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


def why_barren(rules: Parameters, state: State, row: int, column: int) -> int:
    """Return 0 or the rule that forbids to plant here."""
    cell = row * rules.size + column
    if state.flowers[cell] > 0:
        return 5
    newest = state.plants if rules.adjacency == BEFORE_TURN else state.plants + 1
    rule = 6
    for direction in range(4):
        beside = neighbour(rules.size, rules.size, row, column, direction)
        if beside >= 0 and state.flowers[beside] > 0:
            if state.planted[beside] <= newest:
                return 0
            rule = RULING + 1
    return rule


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
    count = 0
    if state.challenging:
        for move in range(first_field(rules), move_count(rules)):
            moves[count] = move
            count += 1
        moves[count] = GIVE_UP
        return count + 1
    for row in range(rules.size):
        for column in range(rules.size):
            if why_barren(rules, state, row, column) == 0:
                first = FIRST_PLANT + (row * rules.size + column) * rules.colours
                for move in range(first, first + rules.colours):
                    moves[count] = move
                    count += 1
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
    count = 0
    if state.named < 0:
        count = find_twins(rules, state, moves, field_count(rules.size))
        for i in range(count):
            moves[i] += first_field(rules)
    else:
        shape = kind(rules.size, state.named)
        for i in range(looks(rules.size, state.flowers, shape, moves, 0)):
            field = moves[i] % NOTE
            if is_caught(rules, state, state.named, field):
                moves[count] = first_field(rules) + field
                count += 1
    if count == 0:
        moves[0] = GIVE_UP
        return 1
    return count


def find_twins(rules: Parameters, state: State, found: Any, enough: int) -> int:
    """Fill `found` with fields that have a recent flower and a duplicate; return how many.

    Stops when there are `enough`. `found` has room for every field; the search uses it for notes,
    which it keeps in order: twins, other fields of one shape with recent flowers, the rest of them.
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
            if twins < enough and is_among(rules, found, found[i], begin, end):
                found[i], found[twins] = found[twins], found[i]
                twins += 1
        if twins == enough:
            break
    for i in range(twins):
        found[i] %= NOTE
    return twins


def is_among(rules: Parameters, notes: Any, note: int, begin: int, end: int) -> bool:
    """Is a duplicate of this field among the noted ones?"""
    for i in range(begin, end):
        if notes[i] // NOTE == note // NOTE and are_distinct(rules, notes[i] % NOTE, note % NOTE):
            return True
    return False


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
    state.flowers[cell] = colour
    state.planted[cell] = state.plants + 1
    state.sown += 1
    if state.sown == rules.max_plants or not has_room(rules, state):
        end_planting(state)


def has_room(rules: Parameters, state: State) -> bool:
    """Can another flower be planted this turn?"""
    for row in range(rules.size):
        for column in range(rules.size):
            if why_barren(rules, state, row, column) == 0:
                return True
    return False


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
    state.plants -= 1
    end_turn(state)
    state.must_plant = 1 if rules.redo == REDO_PLANT else 0


def fail(state: State) -> None:
    """The challenger loses a life and plays again."""
    state.lives[state.player] -= 1
    begin_turn(state)


# --- fields ------------------------------------------------------------------------------------


def are_distinct(rules: Parameters, one: int, other: int) -> bool:
    """Do two fields differ, or even share no cell where that is asked for?"""
    if rules.overlap == DISJOINT:
        return not overlap(rules.size, one, other)
    return one != other


def is_recent(rules: Parameters, state: State, field: int) -> bool:
    """Does a flower of the latest planting stand in this field?"""
    first = first_cell(rules.size, field)
    for place in range(4):
        if state.planted[CELLS[first + place]] == state.plants:
            return True
    return False


def is_caught(rules: Parameters, state: State, one: int, other: int) -> bool:
    """Does a challenge that names these two fields succeed?"""
    colours = look(rules.size, state.flowers, one)
    return (
        colours >= 0
        and colours == look(rules.size, state.flowers, other)
        and are_distinct(rules, one, other)
        and (is_recent(rules, state, one) or is_recent(rules, state, other))
    )


# --- for people --------------------------------------------------------------------------------


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """A failed challenge is over, although the same turn is played again."""
    return after.sown > 0 or after.challenging == 1


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell."""
    return grid.label(cell // rules.size, cell % rules.size)


def labels(rules: Parameters, cells: Iterable[int]) -> str:
    """The labels of some cells in order."""
    return " ".join(name(rules, cell) for cell in sorted(cells))


def cell_named(rules: Parameters, label: str, rule: int = 1) -> int:
    """The cell with this label; refuses one that is not in the garden."""
    place = grid.cell(label)
    if place is None or place[0] >= rules.size or not 0 <= place[1] < rules.size:
        named = label.upper() if label.isalnum() else "like that"
        last = name(rules, rules.size * rules.size - 1)
        raise Unreadable(f"There is no cell {named}: the garden goes from A1 to {last}.", rule)
    return place[0] * rules.size + place[1]


def colour_named(rules: Parameters, word: str) -> int:
    """The colour of this name, or with this first letter."""
    known = COLOURS[1 : rules.colours + 1]
    for colour, known_name in enumerate(known, 1):
        if word.lower() in (known_name, known_name[0]):
            return colour
    raise Unreadable(f"There are no {word} flowers; there are {', '.join(known)}.", 3)


WORDS = {"stop": STOP, "challenge": CHALLENGE, "give up": GIVE_UP, "pass": PASS}


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "D5 red, C4 blue", "challenge D2 D3 D4 D5 / D3 D4 D5 D6", "give up" or "pass"."""
    words = " ".join(text.lower().split())
    if words in WORDS:
        opened = [] if words != "give up" or state.challenging else [CHALLENGE]
        return [*opened, WORDS[words]]
    if words.startswith("challenge"):
        return [CHALLENGE, *read_fields(rules, words.removeprefix("challenge"), 2)]
    if state.challenging:
        return read_fields(rules, words, 1 if state.named >= 0 or "/" not in words else 2)
    flowers = [
        re.fullmatch(r"([a-z]\d+) ?([a-z]+)", part.strip()) for part in re.split(",| and ", words)
    ]
    if state.sown + len(flowers) > rules.max_plants:
        raise Unreadable(f"Flowers planted in a turn: at most {rules.max_plants}.", 5)
    moves = []
    for flower in flowers:
        if flower is None:
            raise Unreadable("Write each flower with its cell and its colour: D5 red, C4 blue.")
        cell, colour = cell_named(rules, flower[1]), colour_named(rules, flower[2])
        moves.append(FIRST_PLANT + cell * rules.colours + colour - 1)
    return moves


def read_fields(rules: Parameters, text: str, count: int) -> list[int]:
    """Read so many fields; cells that make no field give the challenge up (FF-Q12)."""
    parts = text.split("/")
    if len(parts) != count:
        raise Unreadable("A challenge names two fields: challenge D2 D3 D4 D5 / D3 D4 D5 D6.", 11)
    fields = [field_number(rules.size, four_cells(rules, part)) for part in parts]
    named = fields[: fields.index(-1)] if -1 in fields else fields
    moves = [first_field(rules) + field for field in named]
    return moves if len(named) == count else [*moves, GIVE_UP]


def four_cells(rules: Parameters, text: str) -> list[int]:
    """The four cells of a list like "D2 D3 D4 D5"."""
    cells = [cell_named(rules, label, RULING + 12) for label in text.replace(",", " ").split()]
    if len(cells) != 4 or len(set(cells)) != 4:
        raise Unreadable("A field has four different cells, like D2 D3 D4 D5.", RULING + 12)
    return cells


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a move."""
    if move < FIRST_PLANT:
        return list(WORDS)[move]
    if move >= first_field(rules):
        return labels(rules, field_cells(rules.size, move - first_field(rules)))
    cell, colour = divmod(move - FIRST_PLANT, rules.colours)
    return f"{name(rules, cell)} {COLOURS[colour + 1]}"


def turn_text(rules: Parameters, state: State, moves: Sequence[str]) -> str:
    """A whole turn; flowers and fields in the order of the board, where either order will do."""
    if "give up" in moves:
        return "give up"
    if moves[0] == "challenge":
        return f"challenge {turn_text(rules, state, moves[1:])}"
    words = moves if rules.adjacency == RUNNING else sorted(moves)
    return (", " if words[0][-1].isalpha() else " / ").join(words)


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the cells concerned."""
    if FIRST_PLANT <= move < first_field(rules) and not state.challenging:
        cell = (move - FIRST_PLANT) // rules.colours
        here = name(rules, cell)
        reasons = {
            5: f"{here} already has a {COLOURS[state.flowers[cell]]} flower.",
            6: f"{here} shares no side with a flower.",
            RULING + 1: f"{here} is only beside flowers of this very turn; they do not count yet.",
        }
        return reasons[rule], (here,)
    opponent = f"{{{1 - state.player}}}"
    reasons = {
        4: "This turn has begun with planting; a turn is either planting or challenging.",
        11: "Fields are named in a challenge.",
        RULING + 5: "After a challenge that succeeded the turn must be a planting.",
        RULING + 7: f"{opponent} passed; the latest planting is your own.",
        RULING + 10: f"{opponent} has planted nothing that could be challenged.",
        RULING + 13: "Only a challenge can be given up.",
        RULING + 15: "Nobody may pass while a cell can be planted.",
        RULING + 18: "Plant at least one flower.",
    }
    if state.challenging:
        return "A challenge has begun: name its two fields or give up.", ()
    if rule == RULING + 15 and rules.full_board == MUST_CHALLENGE:
        return "Nobody may pass: in a full garden one must challenge.", ()
    return reasons[rule], ()


def flaw(rules: Parameters, state: State, one: str, other: str) -> str:
    """Why a challenge that names these two lists of cells would fail; nothing if it succeeds."""
    pair = [four_cells(rules, text) for text in (one, other)]
    for cells in pair:
        empty = [cell for cell in cells if state.flowers[cell] == 0]
        if empty:
            return f"There is no flower on {labels(rules, empty)}."
        if field_number(rules.size, cells) < 0:
            return f"{labels(rules, cells)} are not connected."
    fields = [field_number(rules.size, cells) for cells in pair]
    if is_caught(rules, state, *fields):
        return ""
    if fields[0] == fields[1]:
        return "Both are the same field."
    if look(rules.size, state.flowers, fields[0]) != look(rules.size, state.flowers, fields[1]):
        return "The two fields are not equivalent."
    if not are_distinct(rules, *fields):
        return "The two fields share cells."
    return "Neither field has a flower of the latest planting."


def ending(rules: Parameters, state: State) -> str:
    """How the game ended."""
    winner, rule = result(rules, state)
    if rule == 16:
        return f"{{{1 - winner}}} has no life left."
    passed = "Both players passed in a full garden"
    if winner == DRAW:
        return f"{passed}."
    more, fewer = max(state.lives), min(state.lives)
    return f"{passed}, and {{{winner}}} has more lives left, {more} against {fewer}."


FIELDS = (
    "board", "recent", "plants", "lives", "to_move", "turn", "sown", "challenge", "must_plant",
    "passes",
)  # fmt: skip


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up `board`, `recent` or the whole pile of `plants`, `lives`, `to_move`, `turn` (turns
    completed), `passes`, and within a turn `sown`, `challenge` and `must_plant`."""
    scene = Scenario(fields, FIELDS)
    state.player = scene.whole("to_move", 0, 1, state.first)
    state.turn = scene.whole("turn", 0, 1_000_000, 0 if state.player == state.first else 1)
    if "lives" in scene:
        for player, lives in enumerate(scene.sequence("lives", 2, "[3, 2]")):
            state.lives[player] = scene.number("lives", lives, 0, rules.lives)
        if state.lives[0] == state.lives[1] == 0:
            scene.refuse("only one player can be out of lives.")
    if "board" in scene:
        set_board(rules, state, scene)
    set_plants(rules, state, scene)
    set_turn(rules, state, scene)


def set_board(rules: Parameters, state: State, scene: Scenario) -> None:
    """Put the flowers where a scenario has them."""
    for cell in range(MOST_CELLS):
        state.flowers[cell] = 0
    for label, colour in scene.mapping("board", '{"D4": "P", "D5": "R"}').items():
        cell = scene_cells(rules, scene, "board", [label])[0]
        try:
            state.flowers[cell] = colour_named(rules, str(colour))
        except Unreadable as problem:
            scene.refuse(str(problem))
    if state.flowers[middle(rules)] != PURPLE:
        scene.refuse(f"the middle, {name(rules, middle(rules))}, has a purple flower.")


def scene_cells(rules: Parameters, scene: Scenario, key: str, value: object) -> list[int]:
    """The cells that a scenario lists."""
    if not isinstance(value, list | tuple):
        scene.refuse(f'{key} is {value!r}; write cells like ["D5", "D3"].')
    try:
        return [cell_named(rules, str(label)) for label in value]
    except Unreadable as problem:
        scene.refuse(str(problem))


def set_plants(rules: Parameters, state: State, scene: Scenario) -> None:
    """Say which flowers came together, and in which order."""
    if scene.raw("recent") and scene.raw("plants"):
        scene.refuse("give recent or plants, not both.")
    pile = [scene.raw("recent")] if scene.raw("recent") else scene.raw("plants") or []
    if not isinstance(pile, list | tuple):
        scene.refuse(f'plants is {pile!r}; write it like [["D5", "D3"], ["D6"]].')
    sown = scene_cells(rules, scene, "sown", scene.raw("sown") or [])
    plantings = [scene_cells(rules, scene, "plants", cells) for cells in pile]
    state.plants, state.sown = len(plantings), len(sown)
    for planting, cells in enumerate([*plantings, sown], 1):
        if not (0 < len(cells) <= rules.max_plants or cells is sown):
            scene.refuse(f"a turn plants one to {rules.max_plants} flowers, not {len(cells)}.")
        for cell in cells:
            if not state.flowers[cell] or state.planted[cell] or cell == middle(rules):
                scene.refuse(f"{name(rules, cell)} cannot be a flower of planting {planting}.")
            state.planted[cell] = planting
    check_growth(rules, state, scene)
    if sown and (len(sown) >= rules.max_plants or not has_room(rules, state)):
        scene.refuse("sown: this turn would be over.")


def check_growth(rules: Parameters, state: State, scene: Scenario) -> None:
    """The garden has grown from its middle, planting by planting (FF-6)."""
    size, standing = rules.size, {middle(rules)}
    for planting in range(state.plants + 2):  # 0 is what was there before, the last one is sown
        new = {
            cell
            for cell in range(size * size)
            if state.flowers[cell] and state.planted[cell] == planting
        } - standing
        while new:
            leaning = {c for c in new if standing & {step(size, size, c, way) for way in range(4)}}
            at_once = planting > 0 and rules.adjacency == BEFORE_TURN
            if not leaning or (at_once and leaning != new):
                scene.refuse(f"{labels(rules, new - leaning)}: no flower to grow from (FF-6).")
            standing |= leaning
            new -= leaning


def set_turn(rules: Parameters, state: State, scene: Scenario) -> None:
    """Go on where a turn was left."""
    state.passes = scene.whole("passes", 0, 2, 0)
    if state.passes and (rules.full_board == MUST_CHALLENGE or not is_full(rules, state)):
        scene.refuse("nobody can have passed (FF-Q15).")
    state.must_plant = scene.whole("must_plant", 0, 1, 0)
    if state.must_plant and rules.redo != REDO_PLANT:
        scene.refuse("must_plant goes with redo='plant_only'.")
    if "challenge" in scene:
        named = scene.raw("challenge")
        if not isinstance(named, list | tuple) or len(named) > 1:
            scene.refuse('challenge is [], or [["D2", "D3", "D4", "D5"]] with one field named.')
        if state.sown or why_unchallenged(rules, state):
            scene.refuse("challenge: this turn cannot be a challenge.")
        state.challenging = 1
        for cells in named:
            state.named = field_number(rules.size, scene_cells(rules, scene, "challenge", cells))
            if state.named < 0:
                scene.refuse("challenge: the cells of a field are connected.")


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as scenario fields."""
    cells = range(rules.size * rules.size)
    plantings = [
        [name(rules, cell) for cell in cells if state.planted[cell] == planting]
        for planting in range(1, state.plants + 2)
    ]
    named = (
        [labels(rules, field_cells(rules.size, state.named)).split()] if state.named >= 0 else []
    )
    return {
        "board": {
            name(rules, cell): COLOURS[state.flowers[cell]][0].upper()
            for cell in cells
            if state.flowers[cell]
        },
        "plants": plantings[:-1],
        "lives": list(state.lives),
        "to_move": state.player,
        "turn": state.turn,
        "sown": plantings[-1] or None,
        "challenge": named if state.challenging else None,
        "must_plant": state.must_plant,
        "passes": state.passes,
    }


def text_board(rules: Parameters, state: State) -> str:
    """The first letter of each colour, * before the latest planting, + before this turn's."""
    marks = []
    for cell in range(rules.size * rules.size):
        planting = state.planted[cell]
        sign = "*" if 0 < planting == state.plants else "+" if planting > state.plants else ""
        marks.append(sign + COLOURS[state.flowers[cell]][:1].upper())
    lines = [grid.text(rules.size, marks)]
    lines.append(f"Lives: {{0}} {state.lives[0]}, {{1}} {state.lives[1]}")
    if state.challenging:
        lines.append(f"{{{state.player}}} challenges")
    return "\n".join(lines)


GAME = Game(
    globals(),
    name="flower-field",
    title="Flower Field",
    players=("Bee", "Moth"),
    board="7 x 7 garden",
    tags=("grid", "no luck", "pattern recognition", "tile placement", "turn-based"),
    clock=(120, 600, 10),
)
