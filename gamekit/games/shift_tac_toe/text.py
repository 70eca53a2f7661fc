"""Shift Tac Toe, as people write and read it: notation, explanations, the board as text, and positions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from gamekit.boards import cube
from gamekit.contract import ONGOING, Position, PositionFields, Unreadable, apart
from gamekit.games.shift_tac_toe.rules import (
    can_shift,
    decide,
    judge,
    lead,
    owner,
    put,
    rounds_over,
    shift,
    shift_count,
    start_round,
    threes,
    won_by,
)
from gamekit.games.shift_tac_toe.state import (
    A_ROUND_EACH,
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
    WINDOWS,
    Parameters,
    State,
    cells,
    code_of,
    meaning_of,
)

MARKS = "RB"
IDLE = 1000  # greater than the distance from any move to a text
CELL, GAP = r"([A-Z]{2}\d+)", r"\s*(?:->|>|-|–|→|\bTO\b|\s)\s*"


def name(rules: Parameters, cell: int) -> str:
    """Return the label of a cell."""
    return cube.label(rules.size, cell)


def cell_named(rules: Parameters, label: str) -> int:
    """Return the cell with this label. Refuse one that is not on the board (SHT-2)."""
    return cube.cell_named(rules.size, label, NO_SUCH_CELL)


# --- notation ------------------------------------------------------------------------------------


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "BX2", "BX2, AW up", "BX2, shift AW1>DZ4", or one of the moves."""
    words = re.split(r"\s*[,;]\s*|\s+(?=(?:NO\s+)?SHIFT\b)(?<!\bNO\s)", text.strip().upper())
    return [read_move(rules, state, " ".join(w.removeprefix("SHIFT").split())) for w in words]


def read_move(rules: Parameters, state: State, text: str) -> int:
    """Read one move. A pillar may also be two letters with UP or DOWN (SHT-9, SHT-Q1, SHT-Q23)."""
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
        raise Unreadable(how_to_write(rules, state), NAMED_BY_ENDS)
    return shift_named(rules, cell_named(rules, start), cell_named(rules, end))


def how_to_write(rules: Parameters, state: State) -> str:
    """Return how to write what comes next, with cells of this cube as examples (SHT-Q23)."""
    size = rules.size
    cell, first = name(rules, cube.number(size, 1, 1, 1)), name(rules, 0)
    if rules.shifting == NO:
        return f"A turn names a cell: {cell}."
    last = name(rules, cube.number(size, size - 1, 0, 0))
    if rules.shift_lines != AXES_ONLY:
        last = name(rules, size**3 - 1)
    if state.placed != NONE:
        return f"A shift names the ends of its line: {first}>{last}."
    return f"Name a cell: {cell}. A shift may follow, by the two ends of its line: {cell}, {first}>{last}."


def stop_move(rules: Parameters) -> int:
    """Return the move that ends a turn without a shift."""
    if rules.shifting == NO:
        raise Unreadable("Lines are not shifted here: a turn is one cell.", TURN)
    return code_of(rules, STOP, 0, 0)


def is_end(rules: Parameters, cell: int) -> bool:
    """Does any line end at this cell?"""
    return any(cell in cube.ends(rules.size, line) for line in cube.through(rules.size, cell))


def shift_named(rules: Parameters, start: int, end: int) -> int:
    """Return the shift of the line from one end toward the other. Refuse anything that is not a line."""
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
    gaps = set(cube.distances(rules.size, start, end)) - {0}
    inside = tuple(name(rules, cell) for cell in (start, end) if not is_end(rules, cell))
    if inside:
        raise Unreadable(
            f"No line ends at {inside[0]}: name both ends of one.", NAMED_BY_ENDS, inside[:1]
        )
    if set(cube.through(rules.size, start)) & set(cube.through(rules.size, end)):
        raise Unreadable(
            f"{both} are not the two ends of a line; name both ends.", NAMED_BY_ENDS, labels
        )
    if len(gaps) == 1:
        raise Unreadable(f"{both} lie on a diagonal that is too short.", SHORT_DIAGONAL, labels)
    if gaps <= {1, rules.size - 1}:
        raise Unreadable(
            f"A line through {both} would go around the edge of the cube.", AROUND_THE_EDGE, labels
        )
    raise Unreadable(f"{both} do not lie on a line.", NO_SUCH_LINE, labels)


def write(rules: Parameters, state: State, move: int) -> str:
    """Return the notation of a move."""
    kind, index, direction = meaning_of(rules, move)
    if kind == PLACE:
        return name(rules, index)
    if kind == STOP:
        return "stop"
    start, end = cube.ends(rules.size, index, direction == BACKWARD)
    return f"{name(rules, start)}>{name(rules, end)}"


def how_far(rules: Parameters, state: State, text: str, move: int) -> int:
    """Return how far a move is from a text. Shifts that change nothing come last."""
    kind, line, _ = meaning_of(rules, move)
    contents = (
        [state.board[cell] for cell in cube.cells_of(rules.size, line)] if kind == SHIFT else []
    )
    is_idle = kind == SHIFT and len(set(contents)) == 1
    return apart(text, write(rules, state, move)) + IDLE * is_idle


def phrases(moves: Sequence[str], rolled: str | None) -> Iterator[tuple[str, str]]:
    """Say what the moves of a turn did: "plays", "BX2"; "shifts", "the line AW1 to DZ4"."""
    for move in moves:
        start, _, end = move.partition(">")
        yield ("shifts", f"the line {start} to {end}") if end else ("plays", move)


# --- explanations --------------------------------------------------------------------------------


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Return why the rule forbids this move, and the cells concerned."""
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


def touched_four(rules: Parameters, state: State, line: int, direction: int) -> int:
    """Return a four that forbids this shift."""
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


def length_of_turn(rules: Parameters, state: State, is_over: bool) -> tuple[int, str]:
    """A turn is a piece and at most one shift (SHT-3)."""
    shift = "" if rules.shifting == NO else ", then one shift if you like,"
    return TURN, f"A turn is one piece{shift} and nothing more."


# --- how a match ended, and the board ------------------------------------------------------------


def ending(rules: Parameters, state: State) -> str:
    """Return how the match ended."""
    winner = state.winner
    if state.rule == ROUNDS_WON:
        won = [str(k + 1) for k in range(rules.rounds) if state.round_winner[k] == winner]
        rounds = "rounds" if len(won) > 1 else "round"
        return f"{{{winner}}} has won {rounds} {' and '.join(won)}, {{{1 - winner}}} none."
    has_each_won = won_by(state, winner) > 0
    how = "Each has won a round" if has_each_won else "No round was won"
    if state.rule == LAST_RESORT:
        equal = f" and threes are equal at {sum(state.round_threes[winner::2])}"
        equal = equal if has_each_won else ", and fours and threes are equal"
        return f"{how}{equal}. {{{winner}}}, the DMO, wins such a tie."
    word, tally = "threes", state.round_threes
    if state.rule == NO_ROUND_WON and lead(state.round_fours):
        word, tally = "fours", state.round_fours
    more, fewer = sum(tally[winner::2]), sum(tally[1 - winner :: 2])
    return f"{how}, and {{{winner}}} has more {word}, {more} against {fewer}."


def winning_cells(rules: Parameters, state: State) -> tuple[str, ...]:
    """Return the cells of the winner's fours, where the match was won by winning the last round.

    Otherwise their board is gone, or threes or the DMO decided (SHT-13). `locks` says how many fours each
    cell belongs to.
    """
    if state.rule != ROUNDS_WON or state.round_winner[state.round - 1] != state.winner:
        return ()
    return tuple(
        name(rules, cell)
        for cell in range(cells(rules))
        if state.locks[cell] > 0 and state.board[cell] == state.winner
    )


def compares_threes(state: State) -> bool:
    """Were the threes of all rounds compared at the end of the match (SHT-14, SHT-15, SHT-16)?"""
    if state.rule == NO_ROUND_WON:
        return not lead(state.round_fours)
    return state.rule in (A_ROUND_EACH, LAST_RESORT)


def counted_threes(rules: Parameters, state: State) -> list[tuple[int, tuple[int, ...]]]:
    """Return each three of the last round, as its player and its cells, where threes were compared."""
    if not compares_threes(state):
        return []
    size, found = rules.size, []
    if rules.threes == WINDOWS:
        runs = [
            tuple(range(start, start + step * (size - 1), step))
            for start, step in cube.straight(size, size - 1)
        ]
    else:
        runs = [cube.cells_of(size, line) for line in cube.lines(size)]
    for player in range(2):
        for run in runs:
            held = tuple(cell for cell in run if state.board[cell] == player)
            if len(held) == size - 1:
                alone = state.copy()
                for cell in range(cells(rules)):
                    alone.board[cell] = player if cell in held else EMPTY
                if threes(rules, alone, player):
                    found.append((player, held))
    return found


def text_board(rules: Parameters, state: State) -> str:
    """Return the levels side by side, and what the rounds have brought."""
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


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """Return the labels of all cells."""
    return tuple(name(rules, cell) for cell in range(cells(rules)))


def played_on(rules: Parameters, state: State, move: int) -> tuple[str, ...]:
    """Return the cell a piece is placed on, or those of the line that is shifted."""
    kind, place, _ = meaning_of(rules, move)
    if kind == SHIFT:
        return tuple(name(rules, cell) for cell in cube.cells_of(rules.size, place))
    return (name(rules, place),) if kind == PLACE else ()


# --- positions -----------------------------------------------------------------------------------


FIELDS = PositionFields(
    board=("whose piece is on each cell that holds one, 0 or R, 1 or B", {"AW1": 0, "BX2": 1}),
    to_move=("the player whose turn it is", 0),
    round=("the round being played", 2),
    rounds=(
        "the rounds played so far",
        [{"winner": 0, "fours": [2, 1], "threes": [5, 3], "turns": 40}],
    ),
    placed=("the cell of the piece just placed, while a shift may follow", "AW1"),
)
ROUND = PositionFields(
    winner=("the player who won the round, or none", 0),
    fours=("fours of player 0 and of player 1 at its end", [2, 1]),
    threes=("threes of player 0 and of player 1 at its end", [5, 3]),
    turns=("turns of both players together", 40),
)


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Put a written position into a state that is set up."""
    given = FIELDS.read(fields)
    set_rounds(rules, state, given)
    pieces = given.cells("board", partial(cell_named, rules))
    for cell, mark in pieces.items():
        put(rules, state, cell, given.player(f"the piece on {name(rules, cell)}", mark, MARKS))
    state.player = given.whole("to_move", 0, 1, state.player)
    if state.winner != ONGOING:
        return
    state.turn += len(pieces)
    if "placed" in given:
        state.placed = given.understood(partial(cell_named, rules), given.raw("placed"))
        if state.board[state.placed] != state.player:
            given.refuse(f"the mover, player {state.player}, has no piece on the cell just placed.")
        if not can_shift(rules, state):
            given.refuse("nothing can be shifted after the piece just placed: its turn is over.")
        state.turn -= 1
    else:
        judge(rules, state, 1 - state.player)


def set_rounds(rules: Parameters, state: State, given: Position) -> None:
    """Note the rounds so far. A round without a description was tied and had no fours or threes."""
    most = rules.rounds
    played = given.several("rounds")
    if len(played) > most:
        given.refuse(f"rounds describes {len(played)} rounds; a match has {most} at most.")
    round = given.whole("round", 1, most, min(len(played) + 1, most))
    if "rounds" in given and len(played) != round - 1 and not len(played) == round == most:
        given.refuse(f"round {round} follows {round - 1} others; rounds describes {len(played)}.")
    for k in range(max(len(played), round - 1)):
        start_round(rules, state, k + 1)
        fields = played[k] if k < len(played) else {}
        state.turn += set_round(rules, state, k, ROUND.read(fields, "a round played"))
    if len(played) == most:
        decide(rules, state)
    else:
        start_round(rules, state, round)


def set_round(rules: Parameters, state: State, k: int, played: Position) -> int:
    """Note one finished round, and return how many turns it had."""
    if "winner" in played:
        what = "the winner of a round"
        state.round_winner[k] = played.player(what, played.raw("winner"), MARKS)
    for key, tally in (("fours", state.round_fours), ("threes", state.round_threes)):
        if key in played:
            tally[2 * k : 2 * k + 2] = played.numbers(key, 0, 999)
    enough = [state.round_fours[2 * k + player] >= rules.fours_needed for player in range(2)]
    winner = state.round_winner[k]
    if "fours" in played and (not enough[winner] if winner != NONE else enough[0] != enough[1]):
        needed = f"a round is won with {rules.fours_needed} fours"
        played.refuse(f"fours {played.raw('fours')} are impossible: {needed}.")
    return played.whole("turns", 0, cells(rules), 0)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """Return the position as somebody would write it."""
    board, winners = state.board[: cells(rules)], state.round_winner
    turns = [state.begun, state.turn - state.begun] if state.round == 2 else [state.turn]
    return FIELDS.write(
        board={name(rules, cell): mark for cell, mark in enumerate(board) if mark != EMPTY},
        to_move=state.player,
        round=state.round,
        rounds=[
            ROUND.write(
                winner=None if winners[k] == NONE else winners[k],
                fours=state.round_fours[2 * k : 2 * k + 2],
                threes=state.round_threes[2 * k : 2 * k + 2],
                turns=turns[k],
            )
            for k in range(rounds_over(state))
        ],
        placed=None if state.placed == NONE else name(rules, state.placed),
    )
