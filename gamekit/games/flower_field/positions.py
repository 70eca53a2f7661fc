"""Flower Field: setting up a position, and taking one down.

`FIELDS` are the fields of a position; a field of four flowers is named in `challenge` alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gamekit.boards.grid import step
from gamekit.boards.tetrominoes import cells as field_cells
from gamekit.boards.tetrominoes import found as field_number
from gamekit.contract import Position, PositionFields
from gamekit.games.flower_field.rules import (
    has_room,
    is_full,
    middle,
    survey,
    why_unchallenged,
)
from gamekit.games.flower_field.state import (
    BEFORE_TURN,
    MOST_CELLS,
    MUST_CHALLENGE,
    PLANT,
    PURPLE,
    REDO_PLANT,
    Parameters,
    State,
    meaning_of,
)
from gamekit.games.flower_field.text import (
    COLOURS,
    cell_named,
    colour_named,
    in_flowers,
    labels,
    name,
)

FIELDS = PositionFields(
    board=("the colour of the flower on each cell that has one", {"D4": "P", "D5": "R"}),
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
    """Put the flowers where they are said to stand."""
    for cell in range(MOST_CELLS):
        state.flowers[cell] = 0
    board = given.cells("board", partial(cell_named, rules))
    for cell, colour in board.items():
        state.flowers[cell] = given.understood(partial(colour_named, rules), colour)
    if state.flowers[middle(rules)] != PURPLE:
        given.refuse(f"the middle, {name(rules, middle(rules))}, has a purple flower.")


def cells_given(rules: Parameters, given: Position, what: str, value: object) -> list[int]:
    """The cells of a list of labels."""
    named = given.values(what, value, shape=["D5", "D3"])
    return [given.understood(partial(cell_named, rules), label) for label in named]


def set_plants(rules: Parameters, state: State, given: Position) -> None:
    """Say which flowers came together, and in which order."""
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
            leaning = {c for c in new if standing & {step(size, size, c, way) for way in range(4)}}
            in_one_step = planting > 0 and rules.adjacency == BEFORE_TURN
            if not leaning or (in_one_step and leaning != new):
                given.refuse(f"{labels(rules, new - leaning)}: no flower to grow from (FF-6).")
            standing |= leaning
            new -= leaning


def set_turn(rules: Parameters, state: State, given: Position) -> None:
    """Go on where a turn was left."""
    state.passes = given.whole("passes", 0, 2, 0)
    if state.passes and (rules.full_board == MUST_CHALLENGE or not is_full(rules, state)):
        given.refuse("nobody can have passed (FF-Q15).")
    state.must_plant = given.whole("must_plant", 0, 1, 0)
    if state.must_plant and rules.redo != REDO_PLANT:
        given.refuse("must_plant goes with redo='plant_only'.")
    if "challenge" in given:
        named = given.several("challenge", 1)
        if state.sown or why_unchallenged(rules, state):
            given.refuse("challenge: this turn cannot be a challenge.")
        state.challenging = 1
        for cells in named:
            state.named = field_number(rules.size, cells_given(rules, given, "challenge", cells))
            if state.named < 0:
                given.refuse("challenge: the cells of a field must be connected.")


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as its fields."""
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


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """The labels of all cells."""
    return tuple(name(rules, cell) for cell in range(rules.size * rules.size))


def played_on(rules: Parameters, state: State, move: int) -> tuple[str, ...]:
    """The cell that a flower is planted on; to name a field is not to play on it."""
    kind, cell, _ = meaning_of(rules, move)
    return (name(rules, cell),) if kind == PLANT else ()
