"""What there is to see of Shift Tac Toe: pieces, fours and threats, as after the shift in hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import gamekit as gk
from gamekit.boards import cube
from gamekit.contract import ONGOING
from gamekit.games.shift_tac_toe.state import EMPTY, NONE, State
from gamekit_widgets.scene import Hand

Line = tuple[int, ...]  # the cells of a line, from the end its contents move away from
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sight:
    """What there is to see: the cube, as after the shift that is being chosen.

    Attributes:
        state: after that shift.
        keys: of the piece on each cell; empty where there is none.
        line: the line being chosen, or none.
        shifted: that line, or the one that the move before this one shifted, or none.
        ghosts: the cells of that line that it has left empty, with the players whose pieces were there.
        fours: full lines with their players.
        threats: lines that one more piece completes, with their players and that piece's cell.
        winning: labels of the cells of fours; once the match is over, of those that won it.
        recent: the cell of the piece placed last, or none.
    """

    view: gk.View
    hand: Hand
    state: State
    keys: list[str]
    line: Line
    shifted: Line
    ghosts: list[tuple[int, int]]
    fours: list[tuple[Line, int]]
    threats: list[tuple[Line, int, int]]
    winning: frozenset[str]
    recent: int | None


def seen(view: gk.View, hand: Hand) -> Sight:
    """Return what there is to see."""
    size, state, line = view.rules.size, view.state, chosen(view, hand)
    keys = _keys(view)
    recent = _last_placed(view, keys)
    if line:
        view.game.shift(view.rules, state, *_between(size, line[0], line[-1]))
        keys = _turned(line, keys)
    moved = line or shifted(size, next(iter(moves_of(view)[-1:]), ""))
    before = _turned(moved[::-1], state.board) if moved else []
    ghosts = [(cell, before[cell]) for cell in moved if state.board[cell] == EMPTY != before[cell]]
    fours = list(_fours(view, state))
    in_fours = (cube.label(size, cell) for four, _ in fours for cell in four)
    return Sight(
        view=view,
        hand=hand,
        state=state,
        keys=keys,
        line=line,
        shifted=moved,
        ghosts=ghosts,
        fours=fours,
        threats=list(_threats(view, state)) if hand.is_assisted else [],
        winning=frozenset(in_fours if state.winner == ONGOING else view.winning_cells()),
        recent=None if recent is None else keys.index(recent),
    )


# --- lines -----------------------------------------------------------------------------------


@cache
def shifted(size: int, shift: str) -> Line:
    """Return the cells of the line that "AW1>AW4" shifts; none if it is not a shift."""
    first, *second = (cube.cell(size, label) for label in shift.split(">"))
    if first is None or len(second) != 1 or second[0] is None:
        return ()
    found = cube.between(size, first, second[0])
    return cube.cells_of(size, found[0])[:: -1 if found[1] else 1] if found else ()


def chosen(view: gk.View, hand: Hand) -> Line:
    """Return the line whose two ends are pressed, or none."""
    return shifted(view.rules.size, ">".join(hand.pressed[:2]))


def _between(size: int, start: int, end: int) -> tuple[int, bool]:
    """Return the number and the direction of the line between two ends."""
    found = cube.between(size, start, end)
    assert found is not None, "these are the ends of a line"
    return found


def _turned(line: Sequence[int], contents: Sequence[T]) -> list[T]:
    """Return what is on each cell once the line has moved a step."""
    after = list(contents)
    for here, there in zip(line, (*line[1:], line[0]), strict=True):
        after[there] = contents[here]
    return after


def _fours(view: gk.View, state: State) -> Iterator[tuple[Line, int]]:
    """Go through the full lines."""
    for number in cube.lines(view.rules.size):
        owner = view.game.owner(view.rules, state, number)
        if owner != EMPTY:
            yield cube.cells_of(view.rules.size, number), owner


def _threats(view: gk.View, state: State) -> Iterator[tuple[Line, int, int]]:
    """Go through the lines that one more piece would make full."""
    after = state.copy()
    for number in cube.lines(view.rules.size):
        line = cube.cells_of(view.rules.size, number)
        for player in range(2):
            for gap in line:
                if state.board[gap] == EMPTY:
                    after.board[gap] = player
                    if view.game.owner(view.rules, after, number) == player:
                        yield line, player, gap
                    after.board[gap] = EMPTY


# --- pieces ----------------------------------------------------------------------------------


def _board(view: gk.View) -> list[int]:
    return list(view.state.board[: view.rules.size**3])


def _keys(view: gk.View) -> list[str]:
    """Name the pieces and follow them through the round, so that each can be seen moving.

    Returns:
        the key of the piece on each cell, empty where there is none.
    """
    size, moves = view.rules.size, moves_of(view)
    board = _board(view)
    for move in reversed(moves):
        if line := shifted(size, move):
            board = _turned(line[::-1], board)
        elif (cell := cube.cell(size, move)) is not None:
            board[cell] = EMPTY
    made = sum(owner != EMPTY for owner in board)
    numbers = iter(range(made))
    keys = ["" if owner == EMPTY else _key(view, next(numbers)) for owner in board]
    for move in moves:
        if line := shifted(size, move):
            keys = _turned(line, keys)
        elif (cell := cube.cell(size, move)) is not None:
            keys[cell] = _key(view, made)
            made += 1
    return keys


def _key(view: gk.View, number: int) -> str:
    return f"piece-{view.state.round}-{number}"


def moves_of(view: gk.View) -> list[str]:
    """Return the moves of this round in notation; every turn begins with a piece placed."""
    state = view.state
    moves = [entry.text for entry in view.history if entry.player in (0, 1)]
    starts = [k for k, move in enumerate(moves) if cube.cell(view.rules.size, move) is not None]
    turns = state.turn - state.begun + (state.placed != NONE)
    return moves[starts[-turns] :] if 0 < turns <= len(starts) else moves if turns else []


def _last_placed(view: gk.View, keys: Sequence[str]) -> str | None:
    """Return the key of the piece placed last in this round."""
    placed = any(cube.cell(view.rules.size, move) is not None for move in moves_of(view))
    return _key(view, sum(map(bool, keys)) - 1) if placed else None
