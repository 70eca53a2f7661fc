"""Flower Field, as people write and read it: notation, explanations, the garden as text, and positions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from gamekit.boards import grid
from gamekit.boards.grid import around
from gamekit.boards.tetrominoes import SIZES, look
from gamekit.boards.tetrominoes import cells as field_cells
from gamekit.boards.tetrominoes import found as field_number
from gamekit.contract import DRAW, Position, PositionFields, Unreadable, series
from gamekit.games.flower_field.rules import (
    are_distinct,
    has_room,
    is_caught,
    is_full,
    middle,
    result,
    survey,
    why_no_challenge,
    why_no_planting,
)
from gamekit.games.flower_field.state import (
    BEFORE_TURN,
    BY_CELLS,
    CHALLENGE,
    FULL_GARDEN,
    GIVE_UP,
    LIVES_LOST,
    MOST_CELLS,
    MUST_CHALLENGE,
    MUST_PLANT,
    NAME,
    NO_CHALLENGE,
    NO_COLOUR,
    NO_PLANTING,
    NONE_SOWN,
    NOT_BESIDE,
    NOT_EMPTY,
    NOT_FOUR,
    NOT_NAMING,
    OFF_BOARD,
    ONLY_NEW_BESIDE,
    OWN_PLANTING,
    PASS,
    PLANT,
    PLANT_OR_CHALLENGE,
    PURPLE,
    REDO_PLANT,
    RUNNING,
    STOP,
    Parameters,
    State,
    code_of,
    meaning_of,
)

COLOURS = ("", "purple", "red", "blue", "yellow")
MOST_NAMED = 3  # colors in an example
FLOWER = re.compile(r"([a-z]\d+) ?([a-z]*)")
NAMED_FOUR = re.compile(r"(?:\w\d+ ){3}\w\d+")
SEPARATOR = ",| and "
WORDS = {"stop": STOP, "challenge": CHALLENGE, "give up": GIVE_UP, "pass": PASS}


def name(rules: Parameters, cell: int) -> str:
    """Return the label of a cell."""
    return grid.name(rules.size, cell)


def labels(rules: Parameters, cells: Iterable[int]) -> str:
    """Return the labels of some cells in order."""
    return " ".join(name(rules, cell) for cell in sorted(cells))


def cell_named(rules: Parameters, label: str, rule: int = OFF_BOARD) -> int:
    """Return the cell with this label. Refuse one that is not in the garden."""
    return grid.cell_named(rules.size, rules.size, label, rule)


def colour_named(rules: Parameters, word: str) -> int:
    """Return the color of this name, or with this first letter."""
    known = COLOURS[1 : rules.colours + 1]
    for colour, known_name in enumerate(known, 1):
        if word.lower() in (known_name, known_name[0]):
            return colour
    raise Unreadable(f"There are no {word} flowers, only {', '.join(known)}.", NO_COLOUR)


# --- notation ------------------------------------------------------------------------------------


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "D5 red, C4 blue", "challenge D2 D3 D4 D5 / D3 D4 D5 D6", "give up" or "pass"."""
    words = " ".join(text.lower().split())
    if words in WORDS:
        opened = [] if words != "give up" or state.challenging else [CHALLENGE]
        return [*opened, WORDS[words]]
    begins = words.startswith("challenge")
    if begins and (state.challenging or state.sown or why_no_challenge(rules, state)):
        return [CHALLENGE]  # which is refused, whatever fields it names
    mentioned = [FLOWER.fullmatch(part.strip()) for part in re.split(f"/|{SEPARATOR}", words)]
    plants = any(flower and flower[2] for flower in mentioned)
    if plants and state.challenging:
        raise Unreadable(in_challenge(state), PLANT_OR_CHALLENGE)
    if plants and not all(mentioned) and ("/" in words or "challenge" in words):
        both = "This would plant and challenge in one turn."
        raise Unreadable(both, PLANT_OR_CHALLENGE)
    if begins:
        return [CHALLENGE, *read_fields(rules, words.removeprefix("challenge"), 2, "challenge ")]
    if state.challenging:
        return read_fields(rules, words, 1 if state.named >= 0 or "/" not in words else 2)
    if "/" in words and not plants:
        raise Unreadable(two_named(rules, "challenge "), NOT_NAMING)
    return read_flowers(rules, state, re.split(SEPARATOR, words))


def read_flowers(rules: Parameters, state: State, parts: Sequence[str]) -> list[int]:
    """Return the plantings of some flowers (FF-3, FF-5)."""
    flowers = [flower for part in parts if (flower := FLOWER.fullmatch(part.strip()))]
    if len(flowers) < len(parts) and is_full(rules, state):
        raise Unreadable(in_full_garden(rules, state), FULL_GARDEN)
    if len(flowers) < len(parts):
        raise Unreadable(f"Write each flower with its cell and its color: {two_flowers(rules)}.")
    moves = [read_flower(rules, state, flower) for flower in flowers]
    if state.sown + len(flowers) > rules.max_plants:
        raise Unreadable(f"Plant at most {in_flowers(rules.max_plants)} in a turn.", NOT_EMPTY)
    return moves


def in_challenge(state: State) -> str:
    """Return what a challenge that has begun still needs."""
    if state.named >= 0:
        return "The challenge names one field so far: name the other or give up."
    return "A challenge has begun: write only its two fields, or give up."


def in_full_garden(rules: Parameters, state: State) -> str:
    """Return what may be done where nothing can be planted (FF-Q15)."""
    ways = ["challenge"] if why_no_challenge(rules, state) == 0 else []
    ways += ["pass"] if rules.full_board != MUST_CHALLENGE else []
    return f"The garden is full: {' or '.join(ways)}."


def read_flower(rules: Parameters, state: State, flower: re.Match[str]) -> int:
    """Return the planting of one flower. Refuse one that lacks only its color (FF-3)."""
    cell = cell_named(rules, flower[1])
    if flower[2]:
        return code_of(rules, PLANT, cell, colour_named(rules, flower[2]))
    if why_no_planting(rules, state, cell) == 0:
        here = name(rules, cell)
        ways = " or ".join(f"{here} {colour}" for colour in COLOURS[1 : rules.colours + 1])
        raise Unreadable(f"Write the flower on {here} with its color: {ways}.", NO_COLOUR, [here])
    return code_of(rules, PLANT, cell)


def two_flowers(rules: Parameters) -> str:
    """Return how flowers are written, in a garden of this size: beside the middle one and above it."""
    last = min(rules.colours, MOST_NAMED)
    flowers = [
        f"{name(rules, middle(rules) + 1)} {COLOURS[min(2, last)]}",
        f"{name(rules, middle(rules) - rules.size)} {COLOURS[last]}",
    ]
    return ", ".join(flowers[: rules.max_plants])


def two_fields(rules: Parameters) -> tuple[str, str]:
    """Return how two fields are named, in a garden of this size."""
    if rules.size == SIZES[0]:
        return "A1 A2 A3 B1", "A1 A2 A3 B3"
    row, first = ("D", 2) if rules.size > 5 else ("C", 1)
    one, other = (" ".join(f"{row}{first + k + n}" for n in range(4)) for k in range(2))
    return one, other


def two_named(rules: Parameters, begin: str) -> str:
    """Return what a challenge needs, with an example that begins like the refused text."""
    return f"A challenge names two fields: {begin}{' / '.join(two_fields(rules))}."


def read_fields(rules: Parameters, text: str, count: int, begin: str = "") -> list[int]:
    """Read `count` fields (FF-Q20); cells that make no field give the challenge up (FF-Q12).

    An example in a refusal begins with `begin`, so that people can type it as it stands.
    """
    parts = text.split("/")
    if len(parts) != count:
        one = f"Name one field, like {two_fields(rules)[0]}."
        raise Unreadable(two_named(rules, begin) if count > 1 else one, NOT_NAMING)
    fields = [field_number(rules.size, four_cells(rules, part)) for part in parts]
    named = fields[: fields.index(-1)] if -1 in fields else fields
    moves = [code_of(rules, NAME, field) for field in named]
    return moves if len(named) == count else [*moves, GIVE_UP]


def four_cells(rules: Parameters, text: str) -> list[int]:
    """Return the four cells of a list like "D2 D3 D4 D5"."""
    words = text.replace(",", " ").split()
    if any(word.lower() in COLOURS for word in words):
        raise Unreadable(
            "Name a field by its four cells alone; its colors are read from the board.", BY_CELLS
        )
    is_wrong = any(grid.cell(word) is None for word in words)
    cells = [] if is_wrong else [cell_named(rules, label, NOT_FOUR) for label in words]
    if len(cells) != 4 or len(set(cells)) != 4:
        example = two_fields(rules)[0]
        wanted = f"A field has four different cells, joined by their sides, like {example}."
        raise Unreadable(wanted, NOT_FOUR)
    return cells


def write(rules: Parameters, state: State, move: int) -> str:
    """Return the notation of a move."""
    kind, place, colour = meaning_of(rules, move)
    if kind == NAME:
        return labels(rules, field_cells(rules.size, place))
    return f"{name(rules, place)} {COLOURS[colour]}" if kind == PLANT else list(WORDS)[kind]


def turn_text(rules: Parameters, state: State, moves: Sequence[str]) -> str:
    """Return a whole turn. Flowers and fields come in the order of the board where either order will do."""
    if "give up" in moves:
        return "give up"
    if moves[0] == "challenge":
        return f"challenge {turn_text(rules, state, moves[1:])}"
    words = moves if rules.adjacency == RUNNING else sorted(moves)
    return (", " if words[0][-1].isalpha() else " / ").join(words)


def phrases(moves: Sequence[str], rolled: str | None) -> Iterator[tuple[str, str]]:
    """Say what the moves of a turn did: "plants", "red on D5"; "challenges", "two fours"."""
    if sum(NAMED_FOUR.fullmatch(move) is not None for move in moves) == 2:
        yield "challenges", "two fours"  # the board outlines them
        return
    for i, move in enumerate(moves, 1):
        if NAMED_FOUR.fullmatch(move):
            yield "challenges", move
        elif move != "challenge":
            yield phrase(move)
        elif i == len(moves):  # nothing is named yet
            yield "challenges", ""


def phrase(move: str) -> tuple[str, str]:
    """Return the verb and the rest for one move outside a challenge."""
    cell, _, colour = move.partition(" ")
    if colour in COLOURS[1:]:
        return "plants", f"{colour} on {cell}"
    return {"give up": ("gives up the challenge", ""), "pass": ("passes", "")}.get(
        move, ("plays", move)
    )


# --- explanations --------------------------------------------------------------------------------


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Return why the rule forbids this move, and the cells concerned."""
    kind, cell, _ = meaning_of(rules, move)
    if kind == PLANT and not state.challenging:
        here = name(rules, cell)
        reasons = {
            NOT_EMPTY: f"{here} already has a {COLOURS[state.flowers[cell]]} flower.",
            NOT_BESIDE: f"{here} shares no side with a flower.",
            ONLY_NEW_BESIDE: f"{here} is only beside flowers of this turn, which do not count yet.",
        }
        return reasons[rule], (here,)
    opponent = f"{{{1 - state.player}}}"
    reasons = {
        PLANT_OR_CHALLENGE: "This turn has begun with planting; a turn is either planting or challenging.",
        NOT_NAMING: "Fields are named only in a challenge.",
        MUST_PLANT: "This turn is played again after a successful challenge: plant something.",
        OWN_PLANTING: f"{opponent} passed; the latest planting is your own.",
        NO_PLANTING: f"{opponent} has planted nothing that could be challenged.",
        NO_CHALLENGE: "Only a challenge can be given up.",
        FULL_GARDEN: "Nobody may pass while a cell can be planted.",
        NONE_SOWN: "Plant at least one flower.",
    }
    if state.challenging:
        return in_challenge(state), ()
    if rule == FULL_GARDEN and rules.full_board == MUST_CHALLENGE:
        return "Nobody may pass: in a full garden you must challenge.", ()
    if rule == FULL_GARDEN and kind == STOP:
        return in_full_garden(rules, state), ()
    return reasons[rule], ()


def in_lives(count: int) -> str:
    """Return a number of lives, in words."""
    return {0: "no lives", 1: "1 life"}.get(count, f"{count} lives")


def in_flowers(count: int) -> str:
    """Return a number of flowers, in words."""
    return "1 flower" if count == 1 else f"{count} flowers"


def length_of_turn(rules: Parameters, state: State, is_over: bool) -> tuple[int, str]:
    """A challenge names two fields (FF-11); a planting ends early where no other flower can follow
    (FF-5, FF-Q1)."""
    if not is_over and state.challenging:
        # The word "challenge" was written before if one field is already named.
        return NOT_NAMING, two_named(rules, "challenge " if state.named < 0 else "")
    if not is_over or state.planted.count(state.plants) >= rules.max_plants:
        return 0, ""
    if is_full(rules, state):
        return NOT_EMPTY, "No cell is empty after this flower: the turn is complete."
    return ONLY_NEW_BESIDE, "After this no other flower of the turn has a flower to lean on."


# --- what came of a challenge --------------------------------------------------------------------


def tell(rules: Parameters, state: State, move: int, written: str) -> tuple[str, str]:
    """Return the notation of a move and what came of a challenge. Cells that are not a field are returned as
    they were named."""
    kind, _, _ = meaning_of(rules, move)
    text = write(rules, state, move)
    if kind == GIVE_UP:
        cells = named_cells(rules, written)[-2 if state.named < 0 else -1 :]
        if not cells:
            return text, f"{{{state.player}}} gave up and lost a life."
        text = " / ".join(cells)
    elif kind == NAME and state.named >= 0:
        cells = [text]
    else:
        return text, ""
    if state.named >= 0:
        cells = [write(rules, state, code_of(rules, NAME, state.named)), *cells]
    why = flaw(rules, state, *cells) if len(cells) == 2 else wrong_field(rules, state, cells[0])
    if why:
        return text, f"{why} {{{state.player}}} lost a life."
    return text, f"Duplicates! {{{1 - state.player}}} lost a life, and {latest(rules, state)} gone."


def latest(rules: Parameters, state: State) -> str:
    """Return the flowers of the latest planting and their verb: "red on D5 and blue on C4 are"."""
    flowers = [
        f"{COLOURS[state.flowers[cell]]} on {name(rules, cell)}"
        for cell in range(rules.size * rules.size)
        if state.planted[cell] == state.plants
    ]
    return f"{series(flowers)} {'are' if flowers[1:] else 'is'}"


def flaw(rules: Parameters, state: State, one: str, other: str) -> str:
    """Return why a challenge that names these two lists of cells would fail, or nothing if it succeeds."""
    pair = [four_cells(rules, text) for text in (one, other)]
    for text in (one, other):
        if why := wrong_field(rules, state, text):
            return why
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


def wrong_field(rules: Parameters, state: State, text: str) -> str:
    """Return why these four cells are not a field, or nothing if they are (FF-7)."""
    cells = four_cells(rules, text)
    empty = [cell for cell in cells if state.flowers[cell] == 0]
    if empty:
        return f"There is no flower on {labels(rules, empty)}."
    if field_number(rules.size, cells) < 0:
        return f"{labels(rules, cells)} are not connected."
    return ""


def named_cells(rules: Parameters, text: str) -> list[str]:
    """Return the lists of four cells in a text, each in order."""
    words = " ".join(text.upper().replace(",", " ").replace("...", " ").split())
    parts = words.removeprefix("CHALLENGE").split("/")
    if parts[0].split() in ([], ["GIVE", "UP"]):
        return []
    return [labels(rules, four_cells(rules, part)) for part in parts]


# --- how a game ended, and the garden ------------------------------------------------------------


def ending(rules: Parameters, state: State) -> str:
    """Return how the game ended."""
    winner, rule = result(rules, state)
    if rule == LIVES_LOST:
        return f"{{{1 - winner}}} has {in_lives(state.lives[1 - winner])} left."
    passed = "Both players passed in a full garden"
    if winner == DRAW:
        return f"{passed}."
    more, fewer = max(state.lives), min(state.lives)
    return f"{passed}, and {{{winner}}} has more lives left, {more} against {fewer}."


def text_board(rules: Parameters, state: State) -> str:
    """Return the first letter of each color, * before the latest planting, + before this turn's."""
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


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """Return the labels of all cells."""
    return tuple(name(rules, cell) for cell in range(rules.size * rules.size))


def played_on(rules: Parameters, state: State, move: int) -> tuple[str, ...]:
    """Return the cell that a flower is planted on. Naming a field plays on no cell."""
    kind, cell, _ = meaning_of(rules, move)
    return (name(rules, cell),) if kind == PLANT else ()


# --- positions -----------------------------------------------------------------------------------


FIELDS = PositionFields(
    board=("the color of the flower on each cell that has one", {"D4": "P", "D5": "R"}),
    recent=("cells of the latest planting, if no others are given", ["D5", "D3"]),
    plants=("cells of every planting that stands, in order", [["D5", "D3"], ["D6"]]),
    lives=("lives left to each player", [3, 2]),
    to_move=("the player whose turn it is", 0),
    turn=("completed turns of both players", 4),
    sown=("cells planted so far this turn", ["D7"]),
    challenge=(
        "the field named so far, if any, once a challenge has begun",
        [["D2", "D3", "D4", "D5"]],
    ),
    must_plant=("1 if this turn is played again and must be a planting", 0),
    passes=("passes in a row", 0),
)


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up what `FIELDS` declares."""
    given = FIELDS.read(fields)
    state.player = given.whole("to_move", 0, 1, state.first)
    state.turn = given.whole("turn", 0, 1_000_000, 0 if state.player == state.first else 1)
    if "lives" in given:
        state.lives[:] = given.numbers("lives", 0, rules.lives)
        if max(state.lives) == 0:
            given.refuse("only one player can be out of lives.")
    if "board" in given:
        set_board(rules, state, given)
    set_plants(rules, state, given)
    set_turn(rules, state, given)


def set_board(rules: Parameters, state: State, given: Position) -> None:
    """Put the flowers where the position has them."""
    for cell in range(MOST_CELLS):
        state.flowers[cell] = 0
    board = given.cells("board", partial(cell_named, rules))
    for cell, colour in board.items():
        state.flowers[cell] = given.understood(partial(colour_named, rules), colour)
    if state.flowers[middle(rules)] != PURPLE:
        given.refuse(f"the middle, {name(rules, middle(rules))}, has a purple flower.")


def cells_given(rules: Parameters, given: Position, what: str, value: object) -> list[int]:
    """Return the cells of a list of labels."""
    named = given.values(what, value, shape=["D5", "D3"])
    return [given.understood(partial(cell_named, rules), label) for label in named]


def set_plants(rules: Parameters, state: State, given: Position) -> None:
    """Set which flowers came together, and in which order."""
    recent, plants = given.several("recent"), given.several("plants")
    if recent and plants:
        given.refuse("give recent or plants, not both.")
    what, pile = ("recent", [recent]) if recent else ("plants", plants)
    sown = cells_given(rules, given, "sown", given.several("sown"))
    plantings = [cells_given(rules, given, what, cells) for cells in pile]
    state.plants, state.sown = len(plantings), len(sown)
    allowed = f"{'1 to ' if rules.max_plants > 1 else ''}{in_flowers(rules.max_plants)}"
    for planting, cells in enumerate([*plantings, sown], 1):
        if not (0 < len(cells) <= rules.max_plants or cells is sown):
            given.refuse(f"a turn plants {allowed}, not {len(cells)}.")
        for cell in cells:
            if not state.flowers[cell] or state.planted[cell] or cell == middle(rules):
                given.refuse(f"{name(rules, cell)} cannot be a flower of planting {planting}.")
            state.planted[cell] = planting
    survey(rules, state)
    check_growth(rules, state, given)
    if sown and (len(sown) >= rules.max_plants or not has_room(rules, state)):
        given.refuse("sown: this turn would be over.")


def check_growth(rules: Parameters, state: State, given: Position) -> None:
    """The garden must have grown from its middle, planting by planting (FF-6)."""
    size, standing = rules.size, {middle(rules)}
    for planting in range(state.plants + 2):  # 0 is what was there before, the last one is sown
        new = {
            cell
            for cell in range(size * size)
            if state.flowers[cell] and state.planted[cell] == planting
        } - standing
        while new:
            leaning = {
                c for c in new if standing & {around(size, size, c, way) for way in range(4)}
            }
            in_one_step = planting > 0 and rules.adjacency == BEFORE_TURN
            if not leaning or (in_one_step and leaning != new):
                given.refuse(f"{labels(rules, new - leaning)}: no flower to grow from (FF-6).")
            standing |= leaning
            new -= leaning


def set_turn(rules: Parameters, state: State, given: Position) -> None:
    """Set up the turn under way."""
    state.passes = given.whole("passes", 0, 2, 0)
    if state.passes and (rules.full_board == MUST_CHALLENGE or not is_full(rules, state)):
        given.refuse("nobody can have passed (FF-Q15).")
    state.must_plant = given.whole("must_plant", 0, 1, 0)
    if state.must_plant and rules.redo != REDO_PLANT:
        given.refuse("must_plant goes with redo='plant_only'.")
    if "challenge" in given:
        named = given.several("challenge", 1)
        if state.sown or why_no_challenge(rules, state):
            given.refuse("challenge: this turn cannot be a challenge.")
        state.challenging = 1
        for cells in named:
            state.named = field_number(rules.size, cells_given(rules, given, "challenge", cells))
            if state.named < 0:
                given.refuse("challenge: the cells of a field must be connected.")


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """Return the position as its fields."""
    cells = range(rules.size * rules.size)
    plantings = [
        [name(rules, cell) for cell in cells if state.planted[cell] == planting]
        for planting in range(1, state.plants + 2)
    ]
    named = (
        [labels(rules, field_cells(rules.size, state.named)).split()] if state.named >= 0 else []
    )
    return FIELDS.write(
        board={
            name(rules, cell): COLOURS[state.flowers[cell]][0].upper()
            for cell in cells
            if state.flowers[cell]
        },
        plants=plantings[:-1],
        lives=list(state.lives),
        to_move=state.player,
        turn=state.turn,
        sown=plantings[-1] or None,
        challenge=named if state.challenging else None,
        must_plant=state.must_plant,
        passes=state.passes,
    )
