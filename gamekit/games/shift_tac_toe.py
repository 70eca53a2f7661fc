"""Shift Tac Toe: four in a row in a cube whose lines can be turned.

        level 1 (top)   level 2        level 3        level 4
        W X Y Z         W X Y Z        W X Y Z        W X Y Z
    A   AW1 ... AZ1     AW2 ... AZ2    AW3 ... AZ3    AW4 ... AZ4
    B   .       .       .       .      .       .      .       .
    C   .       .       .       .      .       .      .       .
    D   DW1 ... DZ1     DW2 ... DZ2    DW3 ... DZ3    DW4 ... DZ4

On your turn put a piece on an empty cell. Then, if you like, shift one line by one step: any of
the 76 rows, columns, pillars and diagonals of four. All it holds moves the same way, and what
leaves one end enters at the other. A shift may not rearrange a four in a row, yours or your
opponent's. Whoever has connected two fours at the end of a turn wins the round; a full cube ties
it. After two rounds, with one start for each, more rounds won decide; a tie is broken by fours
and threes in a row, and at last in favour of the player who was picked as opponent (the DMO).

Designed by Gold for Gold's Genius Game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from gamekit.boards import cube
from gamekit.boards.cube import (
    FIRST_CELL,
    FIRST_LINE,
    FIRST_WINDOW,
    LINE_START,
    LINE_STEP,
    THROUGH,
    THROUGH_FROM,
    WINDOW_START,
    WINDOW_STEP,
)
from gamekit.contract import (
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
        "SHT-1",
        "Two rounds",
        "The match has two rounds; whoever did not start the first one starts the second.",
    ),
    Rule(
        "SHT-2",
        "Board",
        "The board is a cube of 4 x 4 x 4 cells, each named by a letter A to D, a letter W to Z "
        "and a level 1 to 4.",
    ),
    Rule(
        "SHT-3",
        "Turn",
        "A turn places one piece on an empty cell and may then shift one line.",
    ),
    Rule("SHT-4", "Lines to shift", "Any row, column, pillar or diagonal may be shifted."),
    Rule(
        "SHT-5",
        "Shift",
        "Everything on the line moves along it, all in the one of its two directions that the "
        "mover picks, and what leaves one end enters at the other.",
    ),
    Rule("SHT-6", "Nothing else moves", "A shift changes no cell outside its line."),
    Rule(
        "SHT-7",
        "Example on a diagonal",
        "When the diagonal from AW1 to DZ4 is shifted downwards, what was on DZ4 comes to AW1.",
    ),
    Rule(
        "SHT-8",
        "Example on a pillar",
        "AW up takes what was on AW1 to AW4 and what was on AW4 to AW3.",
    ),
    Rule(
        "SHT-9",
        "Naming a shift",
        "Two of the three coordinates and a direction name a shift: AW up.",
    ),
    Rule("SHT-10", "Fours are safe", "A shift may not rearrange a four in a row."),
    Rule(
        "SHT-11",
        "Four in a row",
        "Four pieces of one player that fill a row, column, pillar or diagonal are a four; the "
        "diagonals of space are among them.",
    ),
    Rule("SHT-12", "Winning a round", "A player who has connected four twice wins the round."),
    Rule(
        "SHT-13",
        "Winning the match",
        "If only one player has won a round, that player wins the match.",
    ),
    Rule("SHT-14", "A round each", "If each has won a round, more threes in a row win the match."),
    Rule(
        "SHT-15",
        "No round won",
        "If nobody has won a round, more fours win the match, and with equal fours more threes.",
    ),
    Rule("SHT-16", "Last resort", "If all that is equal, the DMO wins the match."),
    Rule(
        "SHT-17",
        "Open and unlimited",
        "Everything is public, pieces never run out, and no clock is prescribed.",
    ),
    Rule(
        "SHT-Q1",
        "Up and down",
        "Level 1 is on top: up lowers the level, from 1 to 4 around the end, and down raises it.",
    ),
    Rule(
        "SHT-Q2",
        "The 76 lines",
        "The lines are the 48 rows, columns and pillars, 24 diagonals of a plane and 4 of space, "
        "the same for shifting and for winning.",
    ),
    Rule(
        "SHT-Q3",
        "No lines around the edge",
        "Only shifts loop; a diagonal that would go on around the edge of the cube is no line.",
    ),
    Rule("SHT-Q4", "No short diagonals", "Diagonals of two or three cells cannot be shifted."),
    Rule("SHT-Q5", "One step", "A shift moves its line by exactly one step."),
    Rule("SHT-Q6", "Empty cells move too", "Empty cells move along with the pieces."),
    Rule(
        "SHT-Q7",
        "Shifts without effect",
        "A line may be shifted even if that changes nothing, which is as good as no shift.",
    ),
    Rule(
        "SHT-Q8",
        "Placing comes first",
        "Every turn begins with a piece: nobody may pass, shift first or only shift.",
    ),
    Rule(
        "SHT-Q9",
        "What a shift may move",
        "A shift may move the piece just placed and may undo the opponent's shift; the cube fills "
        "up all the same.",
    ),
    Rule(
        "SHT-Q10",
        "What rearranging means",
        "A shift is legal if every four, the one just completed too, is still a four of the same "
        "player afterwards: it may turn along itself, and its pieces may be replaced by others of "
        "the same colour.",
    ),
    Rule(
        "SHT-Q11",
        "No exchange of fours",
        "A shift that breaks one four is illegal even if it makes another.",
    ),
    Rule(
        "SHT-Q12",
        "Two different lines",
        "Connecting twice means two different lines that stand at the end of a turn.",
    ),
    Rule(
        "SHT-Q13",
        "Two at once",
        "Two lines completed by one turn, even if they cross, count as two.",
    ),
    Rule(
        "SHT-Q14",
        "Gifts",
        "A line that the opponent's turn completes counts for its owner.",
    ),
    Rule(
        "SHT-Q15", "Both at once", "If one turn brings both players to two fours, the mover wins."
    ),
    Rule(
        "SHT-Q16",
        "When fours are counted",
        "Fours are counted at the end of the turn, not between piece and shift.",
    ),
    Rule(
        "SHT-Q17",
        "Tied round",
        "The round is tied when the cube is full, the last shift is made and nobody has two "
        "fours, even if one player has one.",
    ),
    Rule(
        "SHT-Q18",
        "Three in a row",
        "A three is a line with exactly three pieces of one player, on neighbouring cells; what "
        "is on the fourth cell does not matter.",
    ),
    Rule(
        "SHT-Q19",
        "Which boards count",
        "For ties, fours and threes of both final boards are added up.",
    ),
    Rule(
        "SHT-Q20",
        "Fours after a round each",
        "If each has won a round, fours are not compared: threes decide, then the DMO.",
    ),
    Rule("SHT-Q21", "One round won, one tied", "Winning one round and tying the other is enough."),
    Rule(
        "SHT-Q22",
        "Round two is played",
        "The second round is always played, whoever won the first.",
    ),
    Rule(
        "SHT-Q23",
        "Naming any shift",
        "The two end cells name any shift: the line moves from the first toward the second, so "
        "AW4>AW1 is AW up.",
    ),
    Rule("SHT-Q24", "Colours and time", "The colours are a matter of taste; play is untimed."),
)

EMPTY = NONE = -1  # no player's, no cell
PRESERVE, FREEZE, UNLOCKED = range(3)
YES, NO = range(2)
ALL_LINES, AXES_ONLY = range(2)
TO_MOVER, TO_MOST_LINES, ROUND_TIED = range(3)
CONSECUTIVE, ANY_BUT_ONE, WINDOWS = range(3)
MOST_CELLS = 5 * 5 * 5
MOST_ROUNDS = 2
FORWARD, BACKWARD = range(2)  # toward the second end of a line, toward the first


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    size: int = number(4, range(3, 6), "side of the cube, and length of its lines")
    fours_needed: int = number(2, range(1, 6), "full lines that win a round")
    rounds: int = number(2, range(1, MOST_ROUNDS + 1), "rounds of a match")
    shifting: int = choice(("yes", "no"), "may a line be shifted after placing?")
    shift_lines: int = choice(("all", "axes_only"), "which lines: all, or no diagonals")
    four_lock: int = choice(
        ("preserve", "freeze", "none"),
        "fours may not be broken; or not even touched by a crossing shift; or are not safe",
    )
    simultaneous: int = choice(
        ("mover", "most_lines", "tie_round"), "who wins when one turn gives both players enough"
    )
    threes: int = choice(
        ("consecutive", "any3of4", "windows"),
        "lines that lack one end; or any one cell; or all straight runs of one cell less",
    )


class State(BaseState):
    """Where the match stands. Cells are numbered as in `gamekit.boards.cube`."""

    board: list[int] = array(MOST_CELLS, "i1")  # whose piece is on each cell
    placed: int = whole("i1")  # cell of the piece just placed, while a shift may follow
    fours: list[int] = array(2)  # full lines of each player,
    locks: list[int] = array(MOST_CELLS, "i1")  # and how many of them cross each cell
    round: int = whole("i1")  # the round being played, from 1
    begun: int = whole()  # turns completed before it
    round_winner: list[int] = array(MOST_ROUNDS, "i1")  # of each finished round, NONE if tied
    round_fours: list[int] = array(2 * MOST_ROUNDS)  # at its end: [2 * round + player], from 0
    round_threes: list[int] = array(2 * MOST_ROUNDS)
    winner: int = whole("i1")  # ONGOING or a player
    rule: int = whole()  # the rule that decided the match


def setup(rules: Parameters, state: State) -> None:
    """An empty cube, no round finished."""
    for k in range(MOST_ROUNDS):
        state.round_winner[k] = NONE
    for k in range(2 * MOST_ROUNDS):
        state.round_fours[k] = 0
        state.round_threes[k] = 0
    state.turn = 0
    state.winner = ONGOING
    state.rule = 0
    start_round(rules, state, 1)


def start_round(rules: Parameters, state: State, round: int) -> None:
    """Clear the cube. The starting player begins round 1, the other one round 2."""
    for cell in range(MOST_CELLS):
        state.board[cell] = EMPTY
        state.locks[cell] = 0
    for player in range(2):
        state.fours[player] = 0
    state.placed = NONE
    state.round = round
    state.begun = state.turn
    state.player = state.first if round == 1 else 1 - state.first


def to_act(rules: Parameters, state: State) -> int:
    """Nothing is left to chance."""
    return OVER if state.winner != ONGOING else state.player


def outcomes(rules: Parameters, state: State) -> int:
    """There is no chance."""
    return 1


def cells(rules: Parameters) -> int:
    """How many cells the cube has."""
    return rules.size * rules.size * rules.size


def shift_count(rules: Parameters) -> int:
    """How many lines may be shifted: rows, columns and pillars come first."""
    if rules.shift_lines == AXES_ONLY:
        return 3 * rules.size * rules.size
    return FIRST_LINE[rules.size - 2] - FIRST_LINE[rules.size - 3]


def move_count(rules: Parameters) -> int:
    """The cells to place on, then stop, then `line * 2 + direction` of the shifts."""
    return cells(rules) + (1 + 2 * shift_count(rules) if rules.shifting == YES else 0)


def line_of(rules: Parameters, move: int) -> int:
    """The line that a shift moves."""
    return FIRST_LINE[rules.size - 3] + (move - cells(rules) - 1) // 2


def direction_of(rules: Parameters, move: int) -> int:
    """The direction of a shift."""
    return (move - cells(rules) - 1) % 2


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move."""
    if state.placed == NONE:
        if move >= cells(rules):
            return RULING + 8
        return 3 if state.board[move] != EMPTY else 0
    if move < cells(rules):
        return 3
    if move == cells(rules):
        return 0
    line, direction = line_of(rules, move), direction_of(rules, move)
    return 10 if has_safe_four(rules, state) and breaks_four(rules, state, line, direction) else 0


def has_safe_four(rules: Parameters, state: State) -> bool:
    """Is there a four that shifts may not break?"""
    return rules.four_lock != UNLOCKED and state.fours[0] + state.fours[1] > 0


def breaks_four(rules: Parameters, state: State, line: int, direction: int) -> bool:
    """Would this shift rearrange a four (SHT-Q10)?

    The four of the line itself only turns. A four that crosses it stays one if the cell they
    share receives a piece of the same player.
    """
    cell, step = first_cell(rules, line, direction), step_along(line, direction)
    if rules.four_lock == FREEZE:
        own = 0 if owner(rules, state, line) == EMPTY else 1
        for i in range(rules.size):
            if state.locks[cell + i * step] > own:
                return True
        return False
    entering = state.board[cell + (rules.size - 1) * step]
    for _ in range(rules.size):
        if state.locks[cell] > 0 and state.board[cell] != entering:
            return True
        entering = state.board[cell]
        cell += step
    return False


def first_cell(rules: Parameters, line: int, direction: int) -> int:
    """The end of the line that a shift in this direction moves away from."""
    start = LINE_START[line]
    return start if direction == FORWARD else start + (rules.size - 1) * LINE_STEP[line]


def step_along(line: int, direction: int) -> int:
    """From one cell of the line to the next in this direction."""
    return LINE_STEP[line] if direction == FORWARD else -LINE_STEP[line]


def is_uniform(rules: Parameters, state: State, line: int) -> bool:
    """Is the same on all cells of the line, pieces of one player or nothing?"""
    cell, step = LINE_START[line], LINE_STEP[line]
    content = state.board[cell]
    for i in range(1, rules.size):
        if state.board[cell + i * step] != content:
            return False
    return True


def owner(rules: Parameters, state: State, line: int) -> int:
    """The player whose pieces fill the line, or EMPTY."""
    content = state.board[LINE_START[line]]
    return content if content != EMPTY and is_uniform(rules, state, line) else EMPTY


def legal_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Fill `moves` with the empty cells, or with stop and the shifts that break no four."""
    return list_moves(rules, state, moves, False)


def sensible_moves(rules: Parameters, state: State, moves: Any) -> int:
    """The same without shifts that change nothing."""
    return list_moves(rules, state, moves, True)


def list_moves(rules: Parameters, state: State, moves: Any, only_changes: bool) -> int:
    """Fill `moves` and return how many there are."""
    count = 0
    if state.placed == NONE:
        for cell in range(cells(rules)):
            if state.board[cell] == EMPTY:
                moves[count] = cell
                count += 1
        return count
    moves[0] = cells(rules)
    count = 1
    guarded = has_safe_four(rules, state)
    for move in range(cells(rules) + 1, move_count(rules)):
        line, direction = line_of(rules, move), direction_of(rules, move)
        pointless = only_changes and is_uniform(rules, state, line)
        if not pointless and not (guarded and breaks_four(rules, state, line, direction)):
            moves[count] = move
            count += 1
    return count


def apply(rules: Parameters, state: State, move: int) -> None:
    """Place a piece, shift a line or stop."""
    if state.placed == NONE:
        put(rules, state, move, state.player)
        state.placed = move
        if not can_shift(rules, state):
            end_turn(rules, state)
    else:
        if move > cells(rules):
            shift(rules, state, line_of(rules, move), direction_of(rules, move))
        end_turn(rules, state)


def can_shift(rules: Parameters, state: State) -> bool:
    """May any line be shifted now?"""
    if rules.shifting == NO or not has_safe_four(rules, state):
        return rules.shifting == YES
    for move in range(cells(rules) + 1, move_count(rules)):
        if not breaks_four(rules, state, line_of(rules, move), direction_of(rules, move)):
            return True
    return False


def put(rules: Parameters, state: State, cell: int, player: int) -> None:
    """Put a piece on an empty cell."""
    state.board[cell] = player
    count_fours(rules, state, cell, NONE, 1)


def shift(rules: Parameters, state: State, line: int, direction: int) -> None:
    """Move everything on the line one step in this direction, around its end."""
    cell, step = first_cell(rules, line, direction), step_along(line, direction)
    for i in range(rules.size):
        if state.locks[cell + i * step] > 0:
            count_fours(rules, state, cell + i * step, line, -1)
    entering = state.board[cell + (rules.size - 1) * step]
    for i in range(rules.size):
        leaving = state.board[cell + i * step]
        state.board[cell + i * step] = entering
        entering = leaving
    for i in range(rules.size):
        if state.board[cell + i * step] != EMPTY:
            count_fours(rules, state, cell + i * step, line, 1)


def count_fours(rules: Parameters, state: State, cell: int, besides: int, change: int) -> None:
    """Count the fours through a cell, or with change -1 forget them, but for one line."""
    k = FIRST_CELL[rules.size - 3] + cell
    for i in range(THROUGH_FROM[k], THROUGH_FROM[k + 1]):
        line = THROUGH[i]
        if line != besides and is_uniform(rules, state, line):
            state.fours[state.board[cell]] += change
            for n in range(rules.size):
                state.locks[LINE_START[line] + n * LINE_STEP[line]] += change


def end_turn(rules: Parameters, state: State) -> None:
    """Pass the turn and judge the round."""
    mover = state.player
    state.placed = NONE
    state.turn += 1
    state.player = 1 - mover
    judge(rules, state, mover)


def judge(rules: Parameters, state: State, mover: int) -> None:
    """End the round if it is decided or the cube is full."""
    mine = state.fours[mover] >= rules.fours_needed
    theirs = state.fours[1 - mover] >= rules.fours_needed
    if mine and theirs:
        end_round(rules, state, winner_of_both(rules, state, mover))
    elif mine:
        end_round(rules, state, mover)
    elif theirs:
        end_round(rules, state, 1 - mover)
    elif state.turn - state.begun == cells(rules):
        end_round(rules, state, NONE)


def winner_of_both(rules: Parameters, state: State, mover: int) -> int:
    """Who wins the round when both have enough fours at once."""
    if rules.simultaneous == ROUND_TIED:
        return NONE
    if rules.simultaneous == TO_MOST_LINES and state.fours[1 - mover] > state.fours[mover]:
        return 1 - mover
    return mover


def end_round(rules: Parameters, state: State, winner: int) -> None:
    """Note the round, and start the next one or decide the match."""
    k = state.round - 1
    state.round_winner[k] = winner
    for player in range(2):
        state.round_fours[2 * k + player] = state.fours[player]
        state.round_threes[2 * k + player] = threes(rules, state, player)
    if state.round < rules.rounds:
        start_round(rules, state, state.round + 1)
    else:
        decide(rules, state)


def decide(rules: Parameters, state: State) -> None:
    """Decide the match by rounds won, then fours, then threes, then the DMO."""
    won = won_by(state, 0), won_by(state, 1)
    more_fours, more_threes = lead(state.round_fours), lead(state.round_threes)
    if (won[0] > 0) != (won[1] > 0):
        settle(state, won[0] - won[1], 13)
    elif won[0] == 0 and more_fours != 0:
        settle(state, more_fours, 15)
    elif more_threes != 0:
        settle(state, more_threes, 15 if won[0] == 0 else 14)
    else:
        state.winner = state.dmo
        state.rule = 16


def settle(state: State, lead: int, rule: int) -> None:
    """The match goes to player 0 if the lead is positive, else to player 1."""
    state.winner = 0 if lead > 0 else 1
    state.rule = rule


def won_by(state: State, player: int) -> int:
    """How many rounds this player has won."""
    count = 0
    for winner in state.round_winner:
        if winner == player:
            count += 1
    return count


def lead(tally: Any) -> int:
    """How many more fours or threes player 0 has than player 1, all rounds together."""
    more = 0
    for k in range(MOST_ROUNDS):
        more += tally[2 * k] - tally[2 * k + 1]
    return more


def threes(rules: Parameters, state: State, player: int) -> int:
    """How many threes in a row this player has."""
    count, k = 0, rules.size - 3
    if rules.threes == WINDOWS:
        for i in range(FIRST_WINDOW[k], FIRST_WINDOW[k + 1]):
            start, step = WINDOW_START[i], WINDOW_STEP[i]
            if pieces_on(state, start, step, rules.size - 1, player) == rules.size - 1:
                count += 1
        return count
    for line in range(FIRST_LINE[k], FIRST_LINE[k + 1]):
        start, step = LINE_START[line], LINE_STEP[line]
        if pieces_on(state, start, step, rules.size, player) == rules.size - 1:
            last = start + (rules.size - 1) * step
            lacks_end = state.board[start] != player or state.board[last] != player
            if rules.threes == ANY_BUT_ONE or lacks_end:
                count += 1
    return count


def pieces_on(state: State, start: int, step: int, length: int, player: int) -> int:
    """How many of these cells hold a piece of this player."""
    count = 0
    for i in range(length):
        if state.board[start + i * step] == player:
            count += 1
    return count


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


# --- for people --------------------------------------------------------------------------------

MARKS = "RB"
CELL, GAP = r"([A-Z]{2}\d+)", r"\s*(?:->|>|-|–|→|\bTO\b|\s)\s*"


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell."""
    return cube.label(rules.size, cell)


def cell_named(rules: Parameters, label: str) -> int:
    """The cell with this label; refuses one that is not on the board (SHT-2)."""
    cell = cube.cell(rules.size, label)
    if cell is None:
        ends = f"{name(rules, 0)} to {name(rules, cells(rules) - 1)}"
        raise Unreadable(f"There is no cell {label}: the board goes from {ends}.", 2)
    return cell


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "BX2", "BX2, AW up", "BX2, shift AW1>DZ4", or one of the moves."""
    words = re.split(r"\s*[,;]\s*|\s+(?=SHIFT\b)", text.strip().upper())
    return [read_move(rules, word.removeprefix("SHIFT").strip()) for word in words]


def read_move(rules: Parameters, text: str) -> int:
    """Read one move."""
    if text in ("STOP", "PASS", "NO SHIFT", ""):
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
        raise Unreadable(
            "A turn names a cell, and a line to shift after it: BX2, or BX2, AW up for a pillar, "
            "or BX2, AW1>DZ4 for any line by its two ends.",
            RULING + 23,
        )
    return shift_named(rules, cell_named(rules, start), cell_named(rules, end))


def stop_move(rules: Parameters) -> int:
    """The move that ends a turn without a shift."""
    if rules.shifting == NO:
        raise Unreadable("Lines are not shifted here: a turn is one cell.", 3)
    return cells(rules)


def shift_named(rules: Parameters, start: int, end: int) -> int:
    """The shift of the line from one end toward the other; refuses what is no line."""
    labels = name(rules, start), name(rules, end)
    both = f"{labels[0]} and {labels[1]}"
    stop = stop_move(rules)
    found = cube.between(rules.size, start, end)
    if found:
        line, backward = found[0] - FIRST_LINE[rules.size - 3], found[1]
        if line < shift_count(rules):
            return stop + 1 + 2 * line + backward
        raise Unreadable(
            f"{both} are the ends of a diagonal; those are not shifted here.", 4, labels
        )
    apart = set(cube.distances(rules.size, start, end)) - {0}
    if set(cube.through(rules.size, start)) & set(cube.through(rules.size, end)):
        raise Unreadable(f"{both} are not the two ends of a line; name both.", RULING + 23, labels)
    if len(apart) == 1:
        raise Unreadable(f"{both} lie on a diagonal that is too short.", RULING + 4, labels)
    if apart <= {1, rules.size - 1}:
        raise Unreadable(f"A line from {both} would go around the edge.", RULING + 3, labels)
    raise Unreadable(f"{both} do not lie on a line.", 4, labels)


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a move."""
    if move < cells(rules):
        return name(rules, move)
    if move == cells(rules):
        return "stop"
    backward = direction_of(rules, move) == BACKWARD
    start, end = cube.ends(rules.size, line_of(rules, move), backward)
    return f"{name(rules, start)}>{name(rules, end)}"


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the cells concerned."""
    if rule == RULING + 8:
        return "A turn begins with a piece on an empty cell; only then a line may be shifted.", ()
    if rule == 3:
        here = name(rules, move)
        if state.placed != NONE:
            placed = name(rules, state.placed)
            return f"{placed} has been placed; now shift a line or stop.", (here, placed)
        return f"{here} holds a piece of {{{state.board[move]}}}.", (here,)
    four = touched_four(rules, state, line_of(rules, move), direction_of(rules, move))
    labels = tuple(name(rules, cell) for cell in cube.cells_of(rules.size, four))
    verb = "touch" if rules.four_lock == FREEZE else "break"
    whose = f"the line of {{{owner(rules, state, four)}}} on {'-'.join(labels)}"
    return f"{write(rules, state, move)} would {verb} {whose}.", labels


def touched_four(rules: Parameters, state: State, line: int, direction: int) -> int:
    """A four that forbids this shift."""
    after = state.copy()
    shift(rules, after, line, direction)
    cells = set(cube.cells_of(rules.size, line))
    return next(
        four
        for four in cube.lines(rules.size)
        if four != line
        and owner(rules, state, four) != EMPTY
        and cells & set(cube.cells_of(rules.size, four))
        and (rules.four_lock == FREEZE or owner(rules, after, four) != owner(rules, state, four))
    )


def ending(rules: Parameters, state: State) -> str:
    """How the match ended."""
    winner = state.winner
    if state.rule == 13:
        won = [str(k + 1) for k in range(rules.rounds) if state.round_winner[k] == winner]
        return f"{{{winner}}} has won round {' and '.join(won)}, {{{1 - winner}}} none."
    how = "Each has won a round" if won_by(state, winner) else "No round was won"
    if state.rule == 16:
        return f"{how} and the rest is equal too, so {{{winner}}}, the DMO, wins."
    word, tally = "threes", state.round_threes
    if state.rule == 15 and lead(state.round_fours):
        word, tally = "fours", state.round_fours
    more, fewer = sum(tally[winner::2]), sum(tally[1 - winner :: 2])
    return f"{how}, and {{{winner}}} has more {word}, {more} against {fewer}."


FIELDS = ("board", "to_move", "round", "rounds", "placed")


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up `board`, `to_move`, `round`, `rounds` and, while a shift may follow, `placed`."""
    scene = Scenario(fields, FIELDS)
    set_rounds(rules, state, scene)
    pieces = read_board(rules, scene)
    for cell, player in pieces.items():
        put(rules, state, cell, player)
    state.player = scene.whole("to_move", 0, 1, state.player)
    if state.winner != ONGOING:
        return
    state.turn += len(pieces)
    if "placed" in scene:
        state.placed = scene_cell(rules, scene, scene.raw("placed"))
        if state.board[state.placed] != state.player:
            scene.refuse(f"the mover, player {state.player}, has no piece on the cell just placed.")
        if not can_shift(rules, state):
            scene.refuse("nothing can be shifted after the piece just placed: its turn is over.")
        state.turn -= 1
    else:
        judge(rules, state, 1 - state.player)


def read_board(rules: Parameters, scene: Scenario) -> dict[int, int]:
    """The player whose piece is on each cell that is not empty."""
    pieces: dict[int, int] = {}
    given = scene.mapping("board", '{"AW1": 0, "BX2": 1}') if "board" in scene else {}
    for label, mark in given.items():
        cell = scene_cell(rules, scene, label)
        if cell in pieces:
            scene.refuse(f"{name(rules, cell)} is named twice.")
        pieces[cell] = player_of(scene, f"the piece on {label}", mark)
    return pieces


def player_of(scene: Scenario, what: str, mark: object) -> int:
    """A player, written 0 or 1 or as the mark R or B."""
    if isinstance(mark, str) and len(mark) == 1 and mark.upper() in MARKS:
        return MARKS.index(mark.upper())
    return scene.number(what, mark, 0, 1)


def scene_cell(rules: Parameters, scene: Scenario, label: object) -> int:
    """The cell a scenario names."""
    try:
        return cell_named(rules, str(label))
    except Unreadable as problem:
        scene.refuse(str(problem))


def set_rounds(rules: Parameters, state: State, scene: Scenario) -> None:
    """Note the rounds that were played; one that is not described was tied without anything."""
    given = scene.raw("rounds") if "rounds" in scene else []
    if not isinstance(given, list | tuple) or len(given) > rules.rounds:
        scene.refuse(f"rounds is {given!r}; write it like {[ROUND]}, {rules.rounds} at most.")
    most = rules.rounds
    round = scene.whole("round", 1, most, min(len(given) + 1, most))
    if "rounds" in scene and len(given) != round - 1 and not len(given) == round == most:
        scene.refuse(f"round {round} follows {round - 1} others; rounds describes {len(given)}.")
    for k in range(max(len(given), round - 1)):
        start_round(rules, state, k + 1)
        state.turn += set_round(rules, state, scene, k, given[k] if k < len(given) else {})
    if len(given) == most:
        decide(rules, state)
    else:
        start_round(rules, state, round)


ROUND = {"winner": 0, "fours": [2, 1], "threes": [5, 3], "turns": 40}


def set_round(rules: Parameters, state: State, scene: Scenario, k: int, fields: object) -> int:
    """Note one round that was played; return how many turns it had."""
    if not isinstance(fields, Mapping):
        scene.refuse(f"a round played is {fields!r}; write it like {ROUND}.")
    played = Scenario(fields, tuple(ROUND))
    if "winner" in played:
        state.round_winner[k] = player_of(scene, "the winner of a round", played.raw("winner"))
    for key, tally in (("fours", state.round_fours), ("threes", state.round_threes)):
        if key in played:
            for player, count in enumerate(played.sequence(key, 2, "[2, 1]")):
                tally[2 * k + player] = scene.number(f"the number of {key}", count, 0, 999)
    enough = [state.round_fours[2 * k + player] >= rules.fours_needed for player in range(2)]
    winner = state.round_winner[k]
    if "fours" in played and (not enough[winner] if winner != NONE else enough[0] != enough[1]):
        scene.refuse(f"{dict(fields)} cannot be: a round is won with {rules.fours_needed} fours.")
    return played.whole("turns", 0, cells(rules), 0)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as scenario fields."""
    board, winners = state.board[: cells(rules)], state.round_winner
    turns = [state.begun, state.turn - state.begun] if state.round == 2 else [state.turn]
    return {
        "board": {name(rules, cell): mark for cell, mark in enumerate(board) if mark != EMPTY},
        "to_move": state.player,
        "round": state.round,
        "rounds": [
            {
                "winner": None if winners[k] == NONE else winners[k],
                "fours": state.round_fours[2 * k : 2 * k + 2],
                "threes": state.round_threes[2 * k : 2 * k + 2],
                "turns": turns[k],
            }
            for k in range(rounds_over(state))
        ],
        "placed": None if state.placed == NONE else name(rules, state.placed),
    }


def rounds_over(state: State) -> int:
    """How many rounds are finished."""
    return state.round - 1 if state.winner == ONGOING else state.round


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


GAME = Game(
    globals(),
    name="shift-tac-toe",
    title="Shift Tac Toe",
    players=("Red", "Blue"),
    board="4 x 4 x 4 cube",
    tags=("connect in a row", "grid", "piece movement", "piece placement", "turn-based"),
)
