"""Positions of Sliding Tic-Tac-Toe, as people write them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gamekit.boards import grid
from gamekit.boards.lanes import carry, parts
from gamekit.contract import Position, PositionFields, shown
from gamekit.games.sliding_tic_tac_toe.repetition import remember
from gamekit.games.sliding_tic_tac_toe.rules import has_acted, judge, neutral_tiles
from gamekit.games.sliding_tic_tac_toe.slides import lay
from gamekit.games.sliding_tic_tac_toe.state import (
    EMPTY,
    NEUTRAL,
    REMEMBERED,
    SLIDE,
    STOP,
    THREEFOLD_DRAW,
    Parameters,
    State,
    code_of,
    meaning_of,
)
from gamekit.games.sliding_tic_tac_toe.text import MARKS, name, read_move, slid_cells, write

ACTIONS = {"place": "has_placed", "slide": "has_slid", "neutral": "has_laid"}
FIELDS = PositionFields(
    rows=(
        "a string for each row: X a tile of player 0, O of player 1, N neutral, . empty",
        ["......", "..X...", "..NO..", "......", "......", "......"],
    ),
    to_move=("the player whose turn it is", 0),
    placed=("tiles that each player has placed, as the board has them", [1, 1]),
    neutral=("neutral tiles left to each player", [0, 0]),
    turns=("turns that each player has completed", [1, 1]),
    done=(f"what the mover has done in this turn: {', '.join(ACTIONS)}", ["place"]),
    slides=("slides since a tile was last put down, where repetitions count", ["slide C3 right 1"]),
)


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up a position. A neutral tile that is neither left to its owner nor on the board is out
    of play.
    """
    given = FIELDS.read(fields)
    set_rows(rules, state, given)
    set_turn(rules, state, given)
    set_neutral(rules, state, given)
    if "slides" in given and rules.repetition == THREEFOLD_DRAW:
        set_slides(rules, state, given)
    if state.turn > 0 and not (has_acted(state) or state.has_laid):
        judge(rules, state, 1 - state.player)


def set_rows(rules: Parameters, state: State, given: Position) -> None:
    """Put the tiles of `rows` on the board; `placed` must agree with them."""
    size = rules.size
    if "rows" in given:
        written = given.values("rows", given.raw("rows"), size, size, shape=["." * size] * size)
        for row, marks in enumerate(written):
            if not isinstance(marks, str) or len(marks) != size or set(marks) - set(MARKS):
                label = grid.LETTERS[row]
                given.refuse(
                    f"row {label} is {shown(marks)}; a row is {size} marks out of {MARKS}."
                )
            for column, mark in enumerate(marks):
                if MARKS.index(mark) != EMPTY:
                    lay(rules, state, row * size + column, MARKS.index(mark))
    state.empty = state.board[: size * size].count(EMPTY)
    if state.empty < rules.stop_at:
        given.refuse(f"{state.empty} spaces are empty; placing stops at {rules.stop_at} (STT-15).")
    for player in range(2):
        state.placed[player] = state.board.count(player + 1)
        if state.placed[player] > rules.tiles:
            given.refuse(
                f"there are {state.placed[player]} {MARKS[player + 1]}; a player has {rules.tiles}."
            )
    if "placed" in given and given.numbers("placed", 0, rules.tiles) != list(state.placed):
        given.refuse(f"placed is {given.raw('placed')}, but the board holds {list(state.placed)}.")


def set_turn(rules: Parameters, state: State, given: Position) -> None:
    """Say whose turn it is, how many there were, and what is done in this one."""
    for deed in given.several("done", len(ACTIONS)):
        setattr(state, ACTIONS[given.word("what is done", deed, ACTIONS)], 1)
    state.turn, state.player = given.turns(state.first, 10_000)
    before = list(state.placed)  # this turn
    before[state.player] -= state.has_placed
    turns = given.turns_done(state.first, state.turn)
    missing = max(before[0] - turns[0], before[1] - turns[1])
    if "turns" not in given:
        state.turn += 2 * max(0, missing)
    elif missing > 0:
        given.refuse(f"{before} tiles cannot have been placed in {turns} turns.")
    if min(before) < 0 or (state.turn > 0 and sum(before) == 0):
        given.refuse("a tile must have been placed by now, but it is not on the board.")


def set_neutral(rules: Parameters, state: State, given: Position) -> None:
    """Say which neutral tiles are left; by default the second player's lies on the board first."""
    owned = [neutral_tiles(rules, state, player) for player in range(2)]
    lying = state.board.count(NEUTRAL)
    if "neutral" in given:
        for player, left in enumerate(given.sequence("neutral", 2)):
            what = f"the number of neutral tiles left to player {player}"
            state.neutral[player] = given.number(what, left, 0, owned[player])
    else:
        second = 1 - state.first
        state.neutral[second] = max(0, owned[second] - lying)
        state.neutral[state.first] = owned[state.first] - max(0, lying - owned[second])
    gone = owned[state.player] - state.neutral[state.player]
    if lying + max(0, sum(state.neutral)) > sum(owned) or state.has_laid > min(lying, gone):
        tiles = f"{lying} neutral tile{'' if lying == 1 else 's'}"
        given.refuse(
            f"{tiles} on the board and {list(state.neutral)} left to the players, who own {owned}."
        )


def set_slides(rules: Parameters, state: State, given: Position) -> None:
    """Remember past slides, the latest last; each must lead to where the tiles lie."""
    texts = given.several("slides", REMEMBERED)
    for text in texts:
        kind, slide = meaning_of(rules, given.understood(partial(read_move, rules), text))
        if kind != SLIDE:
            given.refuse(f"slides: {shown(text)} is not a slide.")
        remember(rules, state, slide)
    cells = state.board[:]
    for k in reversed(range(len(texts))):
        front, ahead, count, distance = parts(rules.size, state.slides[k])
        way = [cells[front + (place - count + 1) * ahead] for place in range(count + distance)]
        if any(way[:distance]) or not all(way[distance:]):
            given.refuse(f"slides: {shown(texts[k])} does not lead to where the tiles lie.")
        carry(cells, front + (distance - count + 1) * ahead, -ahead, count, distance)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as fields: `done` within a turn, `slides` where there are any."""
    size = rules.size
    marks = "".join(MARKS[tile] for tile in state.board)
    now: dict[str, object] = {}
    if has_acted(state) or state.has_laid:
        now["done"] = [act for act, flag in ACTIONS.items() if getattr(state, flag)]
    if state.remembered > 0:
        past = state.slides[: state.remembered]
        now["slides"] = [write(rules, state, code_of(rules, SLIDE, slide)) for slide in past]
    return FIELDS.write(
        rows=[marks[row * size : (row + 1) * size] for row in range(size)],
        to_move=state.player,
        placed=list(state.placed),
        neutral=list(state.neutral),
        turns=Position.turns_done(state.first, state.turn),
        **now,
    )


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """The labels of all cells."""
    return tuple(name(rules, cell) for cell in range(rules.size * rules.size))


def played_on(rules: Parameters, state: State, move: int) -> tuple[str, ...]:
    """The cell a tile is placed on; those that tiles slide from and to."""
    kind, index = meaning_of(rules, move)
    if kind == STOP:
        return ()
    if kind != SLIDE:
        return (name(rules, index),)
    _, ahead, _, distance = parts(rules.size, index)
    before = slid_cells(rules, index)
    after = {cell + ahead * distance for cell in before}
    return tuple(name(rules, cell) for cell in sorted(after.union(before)))


def occupied(rules: Parameters, state: State) -> tuple[str, ...]:
    """The cells with a tile, neutral ones included."""
    cells = range(rules.size * rules.size)
    return tuple(name(rules, cell) for cell in cells if state.board[cell] != EMPTY)
