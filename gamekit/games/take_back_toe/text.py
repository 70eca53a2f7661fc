"""Take-Back-Toe, as people write and read it: notation, explanations, positions and the board as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from gamekit.boards import grid
from gamekit.boards.grid import step
from gamekit.contract import CHANCE, DRAW, Scenario, Unreadable
from gamekit.games.take_back_toe.rules import (
    BOTH_ROWS,
    LAST_ACTUAL_MOVE,
    NO_BAN,
    PREVIOUS_TURN,
    Parameters,
    State,
    has_equal_stacks,
    home,
    judge,
    pieces_at_home,
    to_act,
)


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell."""
    return grid.name(rules.columns, cell)


def pieces(count: int) -> str:
    """So many pieces, in words."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return f"{words[count] if count < len(words) else count} piece{'' if count == 1 else 's'}"


def cell_named(rules: Parameters, label: str) -> int:
    """The cell with this label; refuses one that is not on the board (TBT-1)."""
    return grid.cell_named(rules.rows, rules.columns, label, 1)


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "B2-A2", also "b2 to a2"."""
    match = re.fullmatch(r"([a-z]\d+)\s*(?:-|>|\bto\b|\s)\s*([a-z]\d+)", text.strip(), re.I)
    if match is None:
        raise Unreadable("A move names its start and its end, like B2-A2.", 22)
    labels = match[1].upper(), match[2].upper()
    start, target = cell_named(rules, labels[0]), cell_named(rules, labels[1])
    for direction in range(4):
        if step(rules.rows, rules.columns, start, direction) == target:
            return [start * 4 + direction]
    down = abs(start // rules.columns - target // rules.columns)
    across = abs(start % rules.columns - target % rules.columns)
    if down == across == 1:
        raise Unreadable(f"{labels[0]} and {labels[1]} touch only at a corner.", 11, labels)
    if start == target:
        raise Unreadable(f"{labels[0]} is both start and end; a move goes somewhere.", 9, labels)
    raise Unreadable(f"{labels[0]} and {labels[1]} do not share a side.", 9, labels)


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a move, a roll or a skip."""
    if to_act(rules, state) == CHANCE:
        return str(move + 1) if state.die == 0 else "skip"
    start = move // 4
    target = step(rules.rows, rules.columns, start, move % 4)
    return f"{name(rules, start)}-{name(rules, target) if target >= 0 else '?'}"


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the cells concerned."""
    start = move // 4
    target = step(rules.rows, rules.columns, start, move % 4)
    here = name(rules, start)
    if rule == 1:
        side = ("above", "below", "left of", "right of")[move % 4]
        return f"The board ends at {here}: there is no cell {side} it.", (here,)
    there = name(rules, target)
    if rule == 9:
        held = pieces(state.stacks[start])
        return f"The roll is {state.die}, but {here} holds {held}.", (here,)
    return (
        f"{{{1 - state.player}}} has just moved {pieces(state.die)} from {there} to {here}; with "
        f"a roll of {state.die}, {here}-{there} would be the exact reverse.",
        (here, there),
    )


def ending(rules: Parameters, state: State) -> str:
    """How the game ended."""
    if state.rule == 17:
        row = state.stacks[home(rules, state.winner) : home(rules, state.winner) + rules.columns]
        size = max((s for s in row if s > 0), key=lambda s: (row.count(s), s))
        letter = grid.LETTERS[home(rules, state.winner) // rules.columns]
        return f"{row.count(size)} stacks of {size} stand in row {letter}."
    totals = [pieces_at_home(rules, state, player) for player in range(2)]
    limit = f"After {rules.turn_limit} turns each"
    if state.rule == 19:
        more, fewer = max(totals), min(totals)
        return f"{limit} {{{state.winner}}} has more pieces at home, {more} against {fewer}."
    return f"{limit} both home rows hold {pieces(totals[0])}" + (
        "." if state.winner == DRAW else f", so {{{state.first}}}, who started, wins."
    )


FIELDS = ("board", "to_move", "die", "last", "own_last", "turns")


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up `board`, `to_move`, `die`, `last` (and, where a skip keeps it, `own_last`), `turns`."""
    scene = Scenario(fields, FIELDS)
    state.turn, state.player = scene.turns(state.first, 10_000)
    state.die = scene.whole("die", 1, rules.sides, 0)
    if "board" in scene:
        set_stacks(rules, state, scene)
    for key, player in (("last", 1 - state.player), ("own_last", state.player)):
        if key in scene:
            set_protected_move(rules, state, scene, key, player)
    if rules.win_check == BOTH_ROWS and all(has_equal_stacks(rules, state, p) for p in range(2)):
        scene.refuse("both home rows hold a winning line; no turn can complete two (TBT-Q10).")
    judge(rules, state, 1 - state.player)


def set_stacks(rules: Parameters, state: State, scene: Scenario) -> None:
    """Put all pieces where a scenario has them."""
    total = rules.height * rules.columns
    stacks = scene.cells("board", '{"A2": 4, "B1": 10}', partial(cell_named, rules))
    for cell in range(rules.rows * rules.columns):
        size = stacks.get(cell, 0)
        state.stacks[cell] = scene.number(f"the stack on {name(rules, cell)}", size, 0, total)
    if sum(state.stacks) != total:
        scene.refuse(f"the board holds {sum(state.stacks)} pieces; the game has {total}.")


def set_protected_move(
    rules: Parameters, state: State, scene: Scenario, key: str, player: int
) -> None:
    """Put a past move such as ["A2", "A1", 3] under the protection of TBT-12."""
    start, end, count = scene.sequence(key, 3, '["A2", "A1", 3]')
    start, end = (scene.understood(partial(cell_named, rules), cell) for cell in (start, end))
    moved = scene.number(f"the number of pieces in {key}", count, 1, rules.sides)
    if end not in [step(rules.rows, rules.columns, start, way) for way in range(4)]:
        scene.refuse(f"{key}: {name(rules, start)} and {name(rules, end)} do not share a side.")
    if rules.reversal == NO_BAN or (key == "own_last" and rules.reversal == PREVIOUS_TURN):
        return
    if rules.reversal == PREVIOUS_TURN and state.stacks[end] < moved:
        scene.refuse(
            f"{key}: {pieces(moved)} just moved to {name(rules, end)}, which holds "
            f"{pieces(state.stacks[end])}."
        )
    state.last_from[player], state.last_to[player] = start, end
    state.last_count[player] = moved


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as scenario fields."""
    moves = [
        [name(rules, state.last_from[p]), name(rules, state.last_to[p]), state.last_count[p]]
        if state.last_count[p]
        else None
        for p in range(2)
    ]
    cells = range(rules.rows * rules.columns)
    fields: dict[str, object] = {
        "board": {name(rules, cell): state.stacks[cell] for cell in cells if state.stacks[cell]},
        "to_move": state.player,
        "die": state.die or None,
        "last": moves[1 - state.player],
        "turns": Scenario.turns_done(state.first, state.turn),
    }
    if rules.reversal == LAST_ACTUAL_MOVE:
        fields["own_last"] = moves[state.player]
    return fields


def text_board(rules: Parameters, state: State) -> str:
    """Stack sizes, blank for empty cells, and the rounds completed once a round is (TBT-24)."""
    marks = [str(size) if size else "" for size in state.stacks[: rules.rows * rules.columns]]
    margin = ["{0}", *[""] * (rules.rows - 2), "{1}"]
    lines = [grid.text(rules.columns, marks, margin)]
    if state.turn % 2 == 0 and state.turn > 0:
        lines.append(f"Turn {state.turn // 2}")
    return "\n".join(lines)
