"""Flower Field, as people write and read it: notation, explanations and the garden as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gamekit.boards import grid
from gamekit.contract import DRAW, Unreadable
from gamekit.games.flower_field.duplicates import are_distinct, is_caught
from gamekit.games.flower_field.rules import (
    is_full,
    middle,
    result,
    why_barren,
    why_unchallenged,
)
from gamekit.games.flower_field.state import (
    BY_CELLS,
    CHALLENGE,
    FULL_GARDEN,
    GIVE_UP,
    LIVES_LOST,
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
    RUNNING,
    STOP,
    Parameters,
    State,
    code_of,
    meaning_of,
)
from gamekit.games.flower_field.tetrominoes import SIZES, look
from gamekit.games.flower_field.tetrominoes import cells as field_cells
from gamekit.games.flower_field.tetrominoes import found as field_number

COLOURS = ("", "purple", "red", "blue", "yellow")
MOST_NAMED = 3  # colours in an example


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell."""
    return grid.name(rules.size, cell)


def labels(rules: Parameters, cells: Iterable[int]) -> str:
    """The labels of some cells in order."""
    return " ".join(name(rules, cell) for cell in sorted(cells))


def cell_named(rules: Parameters, label: str, rule: int = OFF_BOARD) -> int:
    """The cell with this label; refuses one that is not in the garden."""
    return grid.cell_named(rules.size, rules.size, label, rule)


def colour_named(rules: Parameters, word: str) -> int:
    """The colour of this name, or with this first letter."""
    known = COLOURS[1 : rules.colours + 1]
    for colour, known_name in enumerate(known, 1):
        if word.lower() in (known_name, known_name[0]):
            return colour
    raise Unreadable(f"There are no {word} flowers, only {', '.join(known)}.", NO_COLOUR)


FLOWER = re.compile(r"([a-z]\d+) ?([a-z]*)")
WORDS = {"stop": STOP, "challenge": CHALLENGE, "give up": GIVE_UP, "pass": PASS}


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "D5 red, C4 blue", "challenge D2 D3 D4 D5 / D3 D4 D5 D6", "give up" or "pass"."""
    words = " ".join(text.lower().split())
    if words in WORDS:
        opened = [] if words != "give up" or state.challenging else [CHALLENGE]
        return [*opened, WORDS[words]]
    if words.startswith("challenge"):
        if state.challenging or state.sown or why_unchallenged(rules, state):
            return [CHALLENGE]  # which is refused, whatever fields it names
        return [CHALLENGE, *read_fields(rules, words.removeprefix("challenge"), 2, "challenge ")]
    flowers = [FLOWER.fullmatch(part.strip()) for part in re.split(",| and ", words)]
    if state.challenging and not any(flower and flower[2] for flower in flowers):
        return read_fields(rules, words, 1 if state.named >= 0 or "/" not in words else 2)
    planted = [flower for flower in flowers if flower]
    if len(planted) < len(flowers) and is_full(rules, state):
        raise Unreadable(in_full_garden(rules, state), FULL_GARDEN)
    if len(planted) < len(flowers):
        raise Unreadable(f"Write each flower with its cell and its colour: {two_flowers(rules)}.")
    moves = [read_flower(rules, state, flower) for flower in planted]
    if not state.challenging and state.sown + len(planted) > rules.max_plants:
        raise Unreadable(f"Plant at most {in_flowers(rules.max_plants)} in a turn.", NOT_EMPTY)
    return moves


def in_full_garden(rules: Parameters, state: State) -> str:
    """What may be done where nothing can be planted (FF-Q15)."""
    ways = ["challenge"] if why_unchallenged(rules, state) == 0 else []
    ways += ["pass"] if rules.full_board != MUST_CHALLENGE else []
    return f"The garden is full: {' or '.join(ways)}."


def read_flower(rules: Parameters, state: State, flower: re.Match[str]) -> int:
    """The planting of one flower; refuses one that lacks only its colour (FF-3)."""
    cell = cell_named(rules, flower[1])
    if flower[2]:
        return code_of(rules, PLANT, cell, colour_named(rules, flower[2]))
    if why_barren(rules, state, cell) == 0:
        here = name(rules, cell)
        ways = " or ".join(f"{here} {colour}" for colour in COLOURS[1 : rules.colours + 1])
        raise Unreadable(f"Write the flower on {here} with its colour: {ways}.", NO_COLOUR, [here])
    return code_of(rules, PLANT, cell)


def two_flowers(rules: Parameters) -> str:
    """How flowers are written, in a garden of this size: beside the middle one and above it."""
    last = min(rules.colours, MOST_NAMED)
    flowers = [
        f"{name(rules, middle(rules) + 1)} {COLOURS[min(2, last)]}",
        f"{name(rules, middle(rules) - rules.size)} {COLOURS[last]}",
    ]
    return ", ".join(flowers[: rules.max_plants])


def two_fields(rules: Parameters) -> tuple[str, str]:
    """How two fields are named, in a garden of this size."""
    if rules.size == SIZES[0]:
        return "A1 A2 A3 B1", "A1 A2 A3 B3"
    row, first = ("D", 2) if rules.size > 5 else ("C", 1)
    one, other = (" ".join(f"{row}{first + k + n}" for n in range(4)) for k in range(2))
    return one, other


def read_fields(rules: Parameters, text: str, count: int, begin: str = "") -> list[int]:
    """Read `count` fields (FF-Q20); cells that make no field give the challenge up (FF-Q12).

    An example in a refusal begins with `begin`, so that it can be typed as it stands.
    """
    parts = text.split("/")
    if len(parts) != count:
        one, other = two_fields(rules)
        wanted = f"A challenge names two fields: {begin}{one} / {other}."
        raise Unreadable(wanted if count > 1 else f"Name one field, like {one}.", NOT_NAMING)
    fields = [field_number(rules.size, four_cells(rules, part)) for part in parts]
    named = fields[: fields.index(-1)] if -1 in fields else fields
    moves = [code_of(rules, NAME, field) for field in named]
    return moves if len(named) == count else [*moves, GIVE_UP]


def four_cells(rules: Parameters, text: str) -> list[int]:
    """The four cells of a list like "D2 D3 D4 D5"."""
    words = text.replace(",", " ").split()
    if any(word.lower() in COLOURS for word in words):
        raise Unreadable(
            "Name a field by its four cells alone; its colours are read from the board.", BY_CELLS
        )
    is_wrong = any(grid.cell(word) is None for word in words)
    cells = [] if is_wrong else [cell_named(rules, label, NOT_FOUR) for label in words]
    if len(cells) != 4 or len(set(cells)) != 4:
        wanted = f"A field has four different cells, like {two_fields(rules)[0]}."
        raise Unreadable(wanted, NOT_FOUR)
    return cells


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a move."""
    kind, place, colour = meaning_of(rules, move)
    if kind == NAME:
        return labels(rules, field_cells(rules.size, place))
    return f"{name(rules, place)} {COLOURS[colour]}" if kind == PLANT else list(WORDS)[kind]


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
        if state.named >= 0:
            return "The challenge names one field so far: name the other or give up.", ()
        return "A challenge has begun: write only its two fields, or give up.", ()
    if rule == FULL_GARDEN and rules.full_board == MUST_CHALLENGE:
        return "Nobody may pass: in a full garden you must challenge.", ()
    if rule == FULL_GARDEN and kind == STOP:
        return in_full_garden(rules, state), ()
    return reasons[rule], ()


def in_lives(count: int) -> str:
    """A number of lives, in words."""
    return {0: "no lives", 1: "1 life"}.get(count, f"{count} lives")


def in_flowers(count: int) -> str:
    """A number of flowers, in words."""
    return "1 flower" if count == 1 else f"{count} flowers"


def wrong_field(rules: Parameters, state: State, text: str) -> str:
    """Why these four cells are not a field; nothing if they are (FF-7)."""
    cells = four_cells(rules, text)
    empty = [cell for cell in cells if state.flowers[cell] == 0]
    if empty:
        return f"There is no flower on {labels(rules, empty)}."
    if field_number(rules.size, cells) < 0:
        return f"{labels(rules, cells)} are not connected."
    return ""


def flaw(rules: Parameters, state: State, one: str, other: str) -> str:
    """Why a challenge that names these two lists of cells would fail; nothing if it succeeds."""
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


def tell(rules: Parameters, state: State, move: int, said: str) -> tuple[str, str]:
    """The notation of a move, but four cells that are no field as they were named; and what came of
    a challenge."""
    kind, _, _ = meaning_of(rules, move)
    text = write(rules, state, move)
    if kind == GIVE_UP:
        cells = named_cells(rules, said)[-2 if state.named < 0 else -1 :]
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
    return text, f"Duplicates! {{{1 - state.player}}} lost a life, and the flowers are gone."


def named_cells(rules: Parameters, said: str) -> list[str]:
    """The lists of four cells in a text, each in order."""
    words = " ".join(said.upper().replace(",", " ").replace("...", " ").split())
    parts = words.removeprefix("CHALLENGE").split("/")
    if parts[0].split() in ([], ["GIVE", "UP"]):
        return []
    return [labels(rules, four_cells(rules, part)) for part in parts]


def length_of_turn(rules: Parameters, state: State, is_over: bool) -> tuple[int, str]:
    """A challenge names two fields (FF-11); a planting ends early where no other flower can follow
    (FF-5, FF-Q1)."""
    if not is_over and state.challenging:
        one, other = two_fields(rules)
        # It has begun before this turn if this has named one field.
        begin = "challenge " if state.named < 0 else ""
        return NOT_NAMING, f"A challenge names two fields: {begin}{one} / {other}."
    if not is_over or state.planted.count(state.plants) >= rules.max_plants:
        return 0, ""
    if is_full(rules, state):
        return NOT_EMPTY, "No cell is empty after this flower: the turn is complete."
    return ONLY_NEW_BESIDE, "After this no other flower of the turn has a flower to lean on."


def ending(rules: Parameters, state: State) -> str:
    """How the game ended."""
    winner, rule = result(rules, state)
    if rule == LIVES_LOST:
        return f"{{{1 - winner}}} has {in_lives(state.lives[1 - winner])} left."
    passed = "Both players passed in a full garden"
    if winner == DRAW:
        return f"{passed}."
    more, fewer = max(state.lives), min(state.lives)
    return f"{passed}, and {{{winner}}} has more lives left, {more} against {fewer}."


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
