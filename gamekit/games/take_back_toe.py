"""Take-Back-Toe: fight the dice and build three stacks of the same size.

         1    2    3    4
    A |    |    |    |    |   home row of player 0
    B | 10 | 10 | 10 | 10 |   nobody's row; all pieces start here
    C |    |    |    |    |   home row of player 1

The forty pieces belong to neither player. On your turn a die is rolled: take exactly that many
pieces from one stack, any stack, and move them to a cell that shares a side with it. Only the
exact reverse of your opponent's last move is forbidden. When the die beats every stack the turn
is skipped. Whoever has three equal stacks in the own home row at the end of any turn wins. After
forty turns each, more pieces at home win, and if even that is equal, the player who started.

Designed by James Ernest; it won the Thousand-Year Game Design Challenge in 2011.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from gamekit.boards import grid
from gamekit.boards.grid import beside, neighbour, step
from gamekit.contract import (
    CHANCE,
    DRAW,
    ONGOING,
    OVER,
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
    Rule("TBT-1", "Board", "The board has twelve cells: rows A, B, C and columns 1 to 4."),
    Rule("TBT-2", "Home rows", "One player's home row is A, the other's is C; row B is nobody's."),
    Rule(
        "TBT-3",
        "Pieces",
        "Forty identical pieces belong to neither player; those on one cell form a stack, a single "
        "piece is a stack of one, and an empty cell is no stack.",
    ),
    Rule("TBT-4", "Start", "Ten pieces start on each cell of row B; rows A and C are empty."),
    Rule(
        "TBT-5", "Display", "The board shows the size of each stack and leaves empty cells blank."
    ),
    Rule("TBT-6", "Die", "One ordinary die is used, with faces 1 to 6."),
    Rule("TBT-7", "Alternation", "The players take turns, beginning with the starting player."),
    Rule(
        "TBT-8",
        "Roll",
        "A turn begins with a roll, and its result is the number of pieces to move.",
    ),
    Rule(
        "TBT-9",
        "Move",
        "Choose a stack of at least that many pieces and move exactly that many to a cell sharing a "
        "side with it.",
    ),
    Rule(
        "TBT-10",
        "Nothing is private",
        "Either player may use any stack and any target cell, home rows included.",
    ),
    Rule("TBT-11", "No diagonals", "Cells that touch only at a corner are not adjacent."),
    Rule(
        "TBT-12",
        "No taking back",
        "You may not reverse your opponent's last move: the same number of pieces between the same "
        "two cells, the other way.",
    ),
    Rule(
        "TBT-13",
        "Another number is fine",
        "Moving a different number of pieces back between those two cells is allowed.",
    ),
    Rule(
        "TBT-14",
        "Boards may return",
        "An earlier position may come back, as long as no move directly reverses another.",
    ),
    Rule(
        "TBT-15",
        "Skip",
        "If the roll is larger than every stack, the turn is skipped automatically.",
    ),
    Rule("TBT-16", "No maximum", "A stack may grow to any size."),
    Rule(
        "TBT-17",
        "Win",
        "Whoever has three or more equal stacks in the own home row after any turn wins.",
    ),
    Rule("TBT-18", "Limit", "The game stops when both players have taken forty turns."),
    Rule("TBT-19", "Limit score", "At the limit the player with more pieces at home wins."),
    Rule("TBT-20", "Limit tie", "If those totals are equal too, the starting player wins."),
    Rule("TBT-21", "Who rolls", "The host rolls in public at the start of the turn.", note=True),
    Rule(
        "TBT-22",
        "Notation",
        "A move names its start and end cell; the number of pieces follows from the roll.",
    ),
    Rule("TBT-23", "Open game", "Nothing is hidden; all moves are made in public."),
    Rule(
        "TBT-24",
        "Posting",
        "The board is posted after every move, with the turn number after every turn of the player "
        "who did not start.",
    ),
    Rule("TBT-25", "Clock", "One minute per move and a bank of five minutes for each player."),
    Rule(
        "TBT-Q1",
        "Seats",
        "Player 0 has row A and player 1 the last row, whoever starts; the two sides mirror each "
        "other.",
    ),
    Rule(
        "TBT-Q2",
        "How far the ban looks back",
        "Only the opponent's immediately preceding turn is protected from reversal.",
    ),
    Rule(
        "TBT-Q3",
        "After a skip",
        "When the opponent skipped, nothing was moved and nothing is protected.",
    ),
    Rule("TBT-Q4", "Your own move", "You may reverse your own earlier move."),
    Rule(
        "TBT-Q5",
        "Same board, other move",
        "One move restores the board before the last one only by being its exact reverse, so the "
        "ban on moves is a ban on that board.",
        note=True,
    ),
    Rule(
        "TBT-Q6",
        "The ban never blocks",
        "Every cell has two neighbours or more, so a stack that could move back can also move "
        "elsewhere: a turn is skipped only when the roll beats every stack.",
    ),
    Rule(
        "TBT-Q7",
        "Skips are rare",
        "Forty pieces on twelve cells make a stack of four or more, so only a 5 or 6 can skip.",
    ),
    Rule("TBT-Q8", "Skips count", "A skipped turn counts toward the limit."),
    Rule(
        "TBT-Q9",
        "Both rows are checked",
        "After each turn both home rows are checked: a player can hand the opponent the win.",
    ),
    Rule(
        "TBT-Q10",
        "No double win",
        "Both rows can never be completed by one turn: a move touches one of them at most.",
    ),
    Rule(
        "TBT-Q11",
        "What counts as three",
        "Four equal stacks count, gaps between them do not matter, empty cells never count.",
    ),
    Rule(
        "TBT-Q12",
        "Line before limit",
        "Equal stacks made by the very last turn win; pieces are compared only without them.",
    ),
    Rule("TBT-Q13", "Pieces, not stacks", "The limit compares pieces, not stacks."),
    Rule(
        "TBT-Q14",
        "Two empty rows",
        "Two empty home rows at the limit are equal, so the starting player wins.",
    ),
    Rule(
        "TBT-Q15",
        "Which turn number",
        "The turn number posted is the number of completed rounds.",
    ),
    Rule(
        "TBT-Q16",
        "Out of time",
        "A player who has used up the minute and the bank loses the match.",
    ),
    Rule("TBT-Q17", "Continuous bank", "The bank is used by the second, not in periods."),
    Rule(
        "TBT-Q18",
        "Single game",
        "One game decides; scoring a series of games is a match format, not a rule of the game.",
        note=True,
    ),
    Rule("TBT-Q19", "Length of the limit", "The limit is forty turns each; it can be changed."),
)

PREVIOUS_TURN, LAST_ACTUAL_MOVE, NO_BAN = range(3)
BOTH_ROWS, MOVERS_ROW = range(2)
TIE_TO_STARTER, TIE_IS_DRAW = range(2)
MOST_CELLS = 7 * 8


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    rows: int = number(3, (3, 5, 7), "rows; home rows are the first and last, pieces start between")
    columns: int = number(4, range(2, 9), "columns")
    height: int = number(10, range(1, 61), "pieces on each starting stack")
    sides: int = number(6, range(1, 21), "faces of the die")
    match: int = number(3, range(2, 9), "equal stacks needed to win, at most the columns")
    reversal: int = choice(
        ("previous_turn", "last_actual_move", "none"), "which move of the opponent is protected"
    )
    win_check: int = choice(("both", "mover_only"), "whose home row is checked after a turn")
    turn_limit: int = number(40, range(1001), "turns each until pieces are counted, 0 for none")
    limit_tie: int = choice(("starter", "draw"), "who wins when the pieces at the limit are equal")


class State(BaseState):
    """Where the game stands. Cells are numbered row by row from the top left, -1 is none."""

    stacks: list[int] = array(MOST_CELLS)  # pieces on each cell
    die: int = whole()  # the number rolled, 0 before the roll
    last_from: list[int] = array(2, "i1")  # each player's protected move:
    last_to: list[int] = array(2, "i1")  # from this cell to that one,
    last_count: list[int] = array(2)  # so many pieces; 0 where nothing is protected
    winner: int = whole("i1")  # ONGOING, a player or DRAW
    rule: int = whole()  # the rule that ended the game


def impossible(rules: Parameters) -> str:
    """Return why these parameters make no game, or nothing."""
    if rules.match > rules.columns:
        return (
            f"match={rules.match} with columns={rules.columns}: a row of {rules.columns} cells "
            f"cannot hold {rules.match} stacks. Lower match or add columns."
        )
    return ""


def setup(rules: Parameters, state: State) -> None:
    """All pieces on the middle row, nothing rolled, nothing protected."""
    for cell in range(MOST_CELLS):
        in_middle = cell // rules.columns == rules.rows // 2
        state.stacks[cell] = rules.height if in_middle else 0
    for player in range(2):
        forget_move(state, player)
    state.turn = 0
    state.player = state.first
    state.die = 0
    state.winner = ONGOING
    state.rule = 0


def to_act(rules: Parameters, state: State) -> int:
    """Chance rolls the die and makes the automatic skip."""
    if state.winner != ONGOING:
        return OVER
    if state.die == 0 or must_skip(rules, state):
        return CHANCE
    return state.player


def outcomes(rules: Parameters, state: State) -> int:
    """The faces of the die; a skip has one outcome."""
    return rules.sides if state.die == 0 else 1


def must_skip(rules: Parameters, state: State) -> bool:
    """Is the roll larger than every stack?"""
    for cell in range(rules.rows * rules.columns):
        if state.stacks[cell] >= state.die:
            return False
    return True


def move_count(rules: Parameters) -> int:
    """Move `cell * 4 + direction` goes up, down, left or right from that cell."""
    return rules.rows * rules.columns * 4


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move."""
    start = move // 4
    target = step(rules.rows, rules.columns, start, move % 4)
    if target < 0:
        return 1
    if state.stacks[start] < state.die:
        return 9
    if takes_back(rules, state, start, target):
        return 12
    return 0


def takes_back(rules: Parameters, state: State, start: int, target: int) -> bool:
    """Would this be the exact reverse of the opponent's protected move?"""
    opponent = 1 - state.player
    return (
        state.last_count[opponent] == state.die
        and state.last_from[opponent] == target
        and state.last_to[opponent] == start
    )


def legal_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Fill `moves`, passing over the stacks that are too small."""
    rows, columns, die = rules.rows, rules.columns, state.die
    count = 0
    for row in range(rows):
        for column in range(columns):
            start = row * columns + column
            if state.stacks[start] >= die:
                for direction in range(4):
                    target = neighbour(rows, columns, row, column, direction)
                    if target >= 0 and not takes_back(rules, state, start, target):
                        moves[count] = start * 4 + direction
                        count += 1
    return count


def apply(rules: Parameters, state: State, move: int) -> None:
    """Take the roll, the automatic skip, or the player's move."""
    if state.die == 0:
        state.die = move + 1
    elif must_skip(rules, state):
        end_turn(rules, state)
    else:
        start = move // 4
        target = beside(rules.columns, start, move % 4)
        state.stacks[start] -= state.die
        state.stacks[target] += state.die
        if rules.reversal != NO_BAN:
            state.last_from[state.player] = start
            state.last_to[state.player] = target
            state.last_count[state.player] = state.die
        end_turn(rules, state)


def forget_move(state: State, player: int) -> None:
    """Nothing of this player's is protected from reversal."""
    state.last_from[player] = -1
    state.last_to[player] = -1
    state.last_count[player] = 0


def end_turn(rules: Parameters, state: State) -> None:
    """Pass the turn and judge the board."""
    mover = state.player
    if rules.reversal == PREVIOUS_TURN:
        forget_move(state, 1 - mover)  # it was protected for this one turn
    state.turn += 1
    state.player = 1 - mover
    state.die = 0
    judge(rules, state, mover)


def judge(rules: Parameters, state: State, mover: int) -> None:
    """Decide the game if it is decided: equal stacks first, the limit second."""
    if has_equal_stacks(rules, state, mover):
        state.winner = mover
        state.rule = 17
    elif rules.win_check == BOTH_ROWS and has_equal_stacks(rules, state, 1 - mover):
        state.winner = 1 - mover
        state.rule = 17
    elif rules.turn_limit > 0 and state.turn >= 2 * rules.turn_limit:
        count_pieces(rules, state)


def home(rules: Parameters, player: int) -> int:
    """The first cell of a player's home row."""
    return 0 if player == 0 else (rules.rows - 1) * rules.columns


def has_equal_stacks(rules: Parameters, state: State, player: int) -> bool:
    """Does this player's home row hold enough stacks of one size?"""
    first = home(rules, player)
    beyond = first + rules.columns
    for a in range(first, beyond - rules.match + 1):
        size = state.stacks[a]
        if size > 0:
            equal = 1
            for b in range(a + 1, beyond):
                if state.stacks[b] == size:
                    equal += 1
            if equal >= rules.match:
                return True
    return False


def pieces_at_home(rules: Parameters, state: State, player: int) -> int:
    """All pieces in this player's home row."""
    first = home(rules, player)
    total = 0
    for cell in range(first, first + rules.columns):
        total += state.stacks[cell]
    return total


def count_pieces(rules: Parameters, state: State) -> None:
    """Decide the game at the limit."""
    lead = pieces_at_home(rules, state, 0) - pieces_at_home(rules, state, 1)
    if lead != 0:
        state.winner = 0 if lead > 0 else 1
        state.rule = 19
    else:
        state.winner = DRAW if rules.limit_tie == TIE_IS_DRAW else state.first
        state.rule = 20


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


# --- for people --------------------------------------------------------------------------------


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell."""
    return grid.label(cell // rules.columns, cell % rules.columns)


def pieces(count: int) -> str:
    """So many pieces, in words."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return f"{words[count] if count < len(words) else count} piece{'' if count == 1 else 's'}"


def cell_named(rules: Parameters, label: str) -> int:
    """The cell with this label; refuses one that is not on the board (TBT-1)."""
    place = grid.cell(label)
    if place is None or place[0] >= rules.rows or not 0 <= place[1] < rules.columns:
        last = grid.label(rules.rows - 1, rules.columns - 1)
        raise Unreadable(f"There is no cell {label}: the board goes from A1 to {last}.", 1)
    return place[0] * rules.columns + place[1]


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
        total = rules.height * rules.columns
        for cell in range(rules.rows * rules.columns):
            state.stacks[cell] = 0
        for label, count in scene.mapping("board", '{"A2": 4, "B1": 10}').items():
            cell = scene_cell(rules, scene, label)
            if state.stacks[cell]:
                scene.refuse(f"{name(rules, cell)} is named twice.")
            state.stacks[cell] = scene.number(f"the stack on {label}", count, 0, total)
        if sum(state.stacks) != total:
            scene.refuse(f"the board holds {sum(state.stacks)} pieces; the game has {total}.")
    for key, player in (("last", 1 - state.player), ("own_last", state.player)):
        if key in scene:
            set_protected_move(rules, state, scene, key, player)
    if rules.win_check == BOTH_ROWS and all(has_equal_stacks(rules, state, p) for p in range(2)):
        scene.refuse("both home rows hold a winning line; no turn can complete two (TBT-Q10).")
    judge(rules, state, 1 - state.player)


def scene_cell(rules: Parameters, scene: Scenario, label: object) -> int:
    """The cell a scenario names."""
    try:
        return cell_named(rules, str(label).upper())
    except Unreadable as problem:
        scene.refuse(str(problem))


def set_protected_move(
    rules: Parameters, state: State, scene: Scenario, key: str, player: int
) -> None:
    """Put a past move such as ["A2", "A1", 3] under the protection of TBT-12."""
    start, end, count = scene.sequence(key, 3, '["A2", "A1", 3]')
    start, end = scene_cell(rules, scene, start), scene_cell(rules, scene, end)
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
    done = [state.turn // 2, state.turn // 2]
    done[state.first] += state.turn % 2
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
        "turns": done,
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


GAME = Game(
    globals(),
    name="take-back-toe",
    title="Take-Back-Toe",
    players=("Red", "Green"),
    board="3 x 4 grid of stacks",
    tags=("connect in a row", "dice", "grid", "luck", "piece movement", "turn-based"),
    clock=(60, 300, 0),
)
