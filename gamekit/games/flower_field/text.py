"""Flower Field, as people write and read it: notation, explanations, positions and the board as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from gamekit.boards import grid
from gamekit.boards.grid import step
from gamekit.boards.tetrominoes import cells as field_cells
from gamekit.boards.tetrominoes import found as field_number
from gamekit.boards.tetrominoes import look
from gamekit.contract import DRAW, RULING, Scenario, Unreadable
from gamekit.games.flower_field.fields import are_distinct, is_caught
from gamekit.games.flower_field.rules import (
    BEFORE_TURN,
    CHALLENGE,
    FIRST_PLANT,
    GIVE_UP,
    MOST_CELLS,
    MUST_CHALLENGE,
    PASS,
    PURPLE,
    REDO_PLANT,
    RUNNING,
    STOP,
    Parameters,
    State,
    first_field,
    has_room,
    is_full,
    middle,
    result,
    survey,
    why_unchallenged,
)

COLOURS = ("", "purple", "red", "blue", "yellow")


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell."""
    return grid.name(rules.size, cell)


def labels(rules: Parameters, cells: Iterable[int]) -> str:
    """The labels of some cells in order."""
    return " ".join(name(rules, cell) for cell in sorted(cells))


def cell_named(rules: Parameters, label: str, rule: int = 1) -> int:
    """The cell with this label; refuses one that is not in the garden."""
    return grid.cell_named(rules.size, rules.size, label, rule)


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
        state.lives[:] = scene.numbers("lives", 0, rules.lives, "[3, 2]")
        if max(state.lives) == 0:
            scene.refuse("only one player can be out of lives.")
    if "board" in scene:
        set_board(rules, state, scene)
    set_plants(rules, state, scene)
    set_turn(rules, state, scene)


def set_board(rules: Parameters, state: State, scene: Scenario) -> None:
    """Put the flowers where a scenario has them."""
    for cell in range(MOST_CELLS):
        state.flowers[cell] = 0
    board = scene.cells("board", '{"D4": "P", "D5": "R"}', partial(cell_named, rules))
    for cell, colour in board.items():
        state.flowers[cell] = scene.understood(partial(colour_named, rules), colour)
    if state.flowers[middle(rules)] != PURPLE:
        scene.refuse(f"the middle, {name(rules, middle(rules))}, has a purple flower.")


def scene_cells(rules: Parameters, scene: Scenario, key: str, value: object) -> list[int]:
    """The cells that a scenario lists."""
    labels = scene.values(key, value, '["D5", "D3"]')
    return [scene.understood(partial(cell_named, rules), label) for label in labels]


def set_plants(rules: Parameters, state: State, scene: Scenario) -> None:
    """Say which flowers came together, and in which order."""
    if scene.raw("recent") and scene.raw("plants"):
        scene.refuse("give recent or plants, not both.")
    plants = scene.several("plants", '[["D5", "D3"], ["D6"]]')
    pile = [scene.raw("recent")] if scene.raw("recent") else plants
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
    survey(rules, state)
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
        shape = '[], or [["D2", "D3", "D4", "D5"]] with one field named'
        named = scene.several("challenge", shape, 1)
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
