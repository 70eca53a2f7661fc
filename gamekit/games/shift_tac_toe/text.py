"""Shift Tac Toe, as people write and read it: notation, explanations and the board as text."""

from __future__ import annotations

import re

from gamekit.boards import cube
from gamekit.contract import ONGOING, Unreadable
from gamekit.games.shift_tac_toe.rounds import lead, rounds_over, won_by
from gamekit.games.shift_tac_toe.rules import owner, shift, shift_count
from gamekit.games.shift_tac_toe.state import (
    AROUND_THE_EDGE,
    AXES_ONLY,
    BACKWARD,
    EMPTY,
    FREEZE,
    LAST_RESORT,
    NAMED_BY_ENDS,
    NO,
    NO_ROUND_WON,
    NO_SUCH_CELL,
    NO_SUCH_LINE,
    NONE,
    PIECE_FIRST,
    PLACE,
    ROUNDS_WON,
    SHIFT,
    SHORT_DIAGONAL,
    STOP,
    TURN,
    Parameters,
    State,
    cells,
    code_of,
    meaning_of,
)

MARKS = "RB"
CELL, GAP = r"([A-Z]{2}\d+)", r"\s*(?:->|>|-|–|→|\bTO\b|\s)\s*"


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell."""
    return cube.label(rules.size, cell)


def cell_named(rules: Parameters, label: str) -> int:
    """The cell with this label; refuses one that is not on the board (SHT-2)."""
    return cube.cell_named(rules.size, label, NO_SUCH_CELL)


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "BX2", "BX2, AW up", "BX2, shift AW1>DZ4", or one of the moves."""
    words = re.split(r"\s*[,;]\s*|\s+(?=(?:NO\s+)?SHIFT\b)(?<!\bNO\s)", text.strip().upper())
    return [read_move(rules, " ".join(word.removeprefix("SHIFT").split())) for word in words]


def read_move(rules: Parameters, text: str) -> int:
    """Read one move; a pillar also by its two letters and UP or DOWN (SHT-9, SHT-Q1, SHT-Q23)."""
    if text in ("STOP", "PASS", "NO SHIFT"):
        return stop_move(rules)
    if re.fullmatch(CELL, text):
        return cell_named(rules, text)
    ends = re.fullmatch(CELL + GAP + CELL, text)
    pillar = re.fullmatch(r"([A-Z]{2})\s*(UP|DOWN)", text)
    if pillar:
        start, end = f"{pillar[1]}1", f"{pillar[1]}{rules.size}"
        if pillar[2] == "UP":
            start, end = end, start
    elif ends:
        start, end = ends[1], ends[2]
    else:
        raise Unreadable(how_to_write(rules), NAMED_BY_ENDS)
    return shift_named(rules, cell_named(rules, start), cell_named(rules, end))


def how_to_write(rules: Parameters) -> str:
    """What a turn looks like in this cube (SHT-Q23)."""
    size = rules.size
    cell, first = name(rules, cube.number(size, 1, 1, 1)), name(rules, 0)
    if rules.shifting == NO:
        return f"A turn names a cell: {cell}."
    last = name(rules, cube.number(size, size - 1, 0, 0))
    if rules.shift_lines != AXES_ONLY:
        last = name(rules, size**3 - 1)
    return (
        f"A turn names a cell, and a line to shift after it: {cell}, or {cell}, {first[:2]} up for a "
        f"pillar, or {cell}, {first}>{last} for any line by its two ends."
    )


def stop_move(rules: Parameters) -> int:
    """The move that ends a turn without a shift."""
    if rules.shifting == NO:
        raise Unreadable("Lines are not shifted here: a turn is one cell.", TURN)
    return code_of(rules, STOP, 0, 0)


def is_end(rules: Parameters, cell: int) -> bool:
    """Does any line end at this cell?"""
    return any(cell in cube.ends(rules.size, line) for line in cube.through(rules.size, cell))


def shift_named(rules: Parameters, start: int, end: int) -> int:
    """The shift of the line from one end toward the other; refuses what is not a line."""
    labels = name(rules, start), name(rules, end)
    both = f"{labels[0]} and {labels[1]}"
    stop_move(rules)  # refuses shifts where there are none
    found = cube.between(rules.size, start, end)
    if found:
        line, backward = found
        if line - cube.first_line(rules.size) < shift_count(rules):
            return code_of(rules, SHIFT, line, backward)
        raise Unreadable(
            f"{both} are the ends of a diagonal; those are not shifted here.", NO_SUCH_LINE, labels
        )
    apart = set(cube.distances(rules.size, start, end)) - {0}
    inside = tuple(name(rules, cell) for cell in (start, end) if not is_end(rules, cell))
    if inside:
        said = f"No line ends at {inside[0]}: name both ends of one."
        raise Unreadable(said, NAMED_BY_ENDS, inside[:1])
    if set(cube.through(rules.size, start)) & set(cube.through(rules.size, end)):
        raise Unreadable(
            f"{both} are not the two ends of a line; name both ends.", NAMED_BY_ENDS, labels
        )
    if len(apart) == 1:
        raise Unreadable(f"{both} lie on a diagonal that is too short.", SHORT_DIAGONAL, labels)
    if apart <= {1, rules.size - 1}:
        raise Unreadable(
            f"A line through {both} would go around the edge of the cube.", AROUND_THE_EDGE, labels
        )
    raise Unreadable(f"{both} do not lie on a line.", NO_SUCH_LINE, labels)


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a move."""
    kind, index, direction = meaning_of(rules, move)
    if kind == PLACE:
        return name(rules, index)
    if kind == STOP:
        return "stop"
    start, end = cube.ends(rules.size, index, direction == BACKWARD)
    return f"{name(rules, start)}>{name(rules, end)}"


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the cells concerned."""
    _, index, direction = meaning_of(rules, move)
    if rule == PIECE_FIRST:
        return "A turn begins with a piece on an empty cell; only then may a line be shifted.", ()
    if rule == TURN:
        here = name(rules, index)
        if state.placed != NONE:
            placed = name(rules, state.placed)
            return f"{placed} has been placed; now shift a line or stop.", (here, placed)
        return f"{here} holds a piece of {{{state.board[index]}}}'s.", (here,)
    four = touched_four(rules, state, index, direction)
    labels = tuple(name(rules, cell) for cell in cube.cells_of(rules.size, four))
    verb = "touch" if rules.four_lock == FREEZE else "break"
    whose = f"{{{owner(rules, state, four)}}}'s line on {'-'.join(labels)}"
    return f"{write(rules, state, move)} would {verb} {whose}.", labels


def length_of_turn(rules: Parameters, state: State, is_over: bool) -> tuple[int, str]:
    """A turn is a piece and at most one shift (SHT-3)."""
    shift = "" if rules.shifting == NO else ", then one shift if you like,"
    return TURN, f"A turn is one piece{shift} and nothing more."


def touched_four(rules: Parameters, state: State, line: int, direction: int) -> int:
    """A four that forbids this shift."""
    after = state.copy()
    shift(rules, after, line, direction)
    moved = set(cube.cells_of(rules.size, line))
    return next(
        four
        for four in cube.lines(rules.size)
        if four != line
        and owner(rules, state, four) != EMPTY
        and moved & set(cube.cells_of(rules.size, four))
        and (rules.four_lock == FREEZE or owner(rules, after, four) != owner(rules, state, four))
    )


def ending(rules: Parameters, state: State) -> str:
    """How the match ended."""
    winner = state.winner
    if state.rule == ROUNDS_WON:
        won = [str(k + 1) for k in range(rules.rounds) if state.round_winner[k] == winner]
        return f"{{{winner}}} has won round {' and '.join(won)}, {{{1 - winner}}} none."
    has_each_won = won_by(state, winner) > 0
    how = "Each has won a round" if has_each_won else "No round was won"
    if state.rule == LAST_RESORT:
        equal = "threes" if has_each_won else "fours and threes"
        comma = "" if has_each_won else ","
        return f"{how}{comma} and {equal} are equal, so {{{winner}}}, the DMO, wins."
    word, tally = "threes", state.round_threes
    if state.rule == NO_ROUND_WON and lead(state.round_fours):
        word, tally = "fours", state.round_fours
    more, fewer = sum(tally[winner::2]), sum(tally[1 - winner :: 2])
    return f"{how}, and {{{winner}}} has more {word}, {more} against {fewer}."


def winning_cells(rules: Parameters, state: State) -> tuple[str, ...]:
    """The cells of the winner's fours, where the match was won by winning the last round.

    Elsewhere they are on a board that is gone, or threes or the DMO decided (SHT-13). `locks` tells
    for each cell how many fours it is part of.
    """
    if state.rule != ROUNDS_WON or state.round_winner[state.round - 1] != state.winner:
        return ()
    return tuple(
        name(rules, cell)
        for cell in range(cells(rules))
        if state.locks[cell] > 0 and state.board[cell] == state.winner
    )


def text_board(rules: Parameters, state: State) -> str:
    """The levels side by side, and what the rounds have brought."""
    marks = ["." if player == EMPTY else MARKS[player] for player in state.board]
    drawn = [cube.text(rules.size, marks[: cells(rules)])]
    for k in range(rounds_over(state)):
        winner, (a, b) = state.round_winner[k], state.round_fours[2 * k : 2 * k + 2]
        c, d = state.round_threes[2 * k : 2 * k + 2]
        how = "tied" if winner == NONE else f"won by {{{winner}}}"
        drawn.append(f"Round {k + 1}: {how}; fours {a} to {b}, threes {c} to {d}")
    if state.winner == ONGOING:
        a, b = state.fours
        drawn.append(f"Round {state.round}: R is {{0}}, B is {{1}}; fours {a} to {b}")
    return "\n".join(drawn)
