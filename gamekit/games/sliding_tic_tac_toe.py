"""Sliding Tic-Tac-Toe: five in a row on a board where every tile can be pushed along.

         1    2    3    4    5    6
    A |    |    |    |    |    |    |
    B |    |  X |    |    |    |    |   X: tiles of player 0
    C |    |  X |  O |    |    |    |   O: tiles of player 1
    D |    |    |  N |    |    |    |   N: the neutral tile, which counts for nobody
    E |    |    |    |    |    |    |
    F |    |    |    |    |    |    |

The starting player places one tile. After that a turn is one of three: place a tile; slide; place a
tile and then slide. A slide takes one tile, or several that touch one another in one row or column,
whoever owns them, and moves them along that row or column over empty spaces as far as you like. The
player who did not start may also put down the neutral tile, once, at any moment of the own turn. It
is not an action. With four empty spaces left nobody places any more. Whoever has five own tiles in a
row, diagonals included, at the end of the own turn wins.

Played in Genius Online: All Stars; also one of the three games of Death Match.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from gamekit.boards import grid
from gamekit.boards.grid import fullest_window, has_line, step
from gamekit.contract import (
    DRAW,
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
    Rule("STT-1", "Board", "The board has six rows and six columns and starts empty."),
    Rule("STT-2", "Supply", "Each player has eighteen tiles."),
    Rule(
        "STT-3",
        "First turn",
        "On the first turn of the game the starting player places one tile and does nothing else.",
    ),
    Rule(
        "STT-4",
        "Turn",
        "On every later turn a player places one tile on an empty space, or slides, or places one "
        "and then slides.",
    ),
    Rule("STT-5", "One slide", "There is one slide in a turn at most."),
    Rule(
        "STT-6",
        "What is slid",
        "A single tile is slid, or several without a gap between them.",
    ),
    Rule(
        "STT-7",
        "Along the line",
        "The tiles that are slid lie in one row or one column and move along it, never sideways.",
    ),
    Rule(
        "STT-8",
        "No pushing",
        "Tiles slide over empty spaces only: a tile that was not chosen is never pushed along.",
    ),
    Rule("STT-9", "Four directions", "Slides go up, down, left or right, never diagonally."),
    Rule("STT-10", "Any distance", "A slide goes as far as its player likes within the board."),
    Rule(
        "STT-11",
        "Which tiles",
        "A player who has placed a tile may slide other tiles than that one.",
    ),
    Rule(
        "STT-12", "Place first", "After sliding, a player places no tile of the own in that turn."
    ),
    Rule(
        "STT-13",
        "Neutral tile",
        "The player who did not start owns one neutral tile; it lies and slides like any other and "
        "counts for nobody's five.",
    ),
    Rule(
        "STT-14",
        "At any moment",
        "Its owner may put the neutral tile down at any moment of the own turn, beside the actions "
        "of that turn.",
    ),
    Rule(
        "STT-15",
        "Four spaces",
        "While only four spaces are empty, no tile is placed and every turn is a slide.",
    ),
    Rule(
        "STT-16",
        "Five in a row",
        "The goal is five own tiles in a row, across, down or diagonally, at the end of the own "
        "turn.",
    ),
    Rule("STT-17", "Win", "The first player to reach it wins."),
    Rule(
        "STT-Q1", "Whose tiles", "Any tiles may be slid: own, hostile, neutral, or several kinds."
    ),
    Rule(
        "STT-Q2",
        "Part of a row",
        "The front part of a longer row of tiles may slide away from the rest.",
    ),
    Rule("STT-Q3", "No jumping", "The whole way must be empty; no tile jumps over another."),
    Rule("STT-Q4", "Staying is no slide", "A slide goes at least one space."),
    Rule("STT-Q5", "Six in a row", "Six in a row contain five, so they count."),
    Rule(
        "STT-Q6",
        "Whose five",
        "After a turn only the mover's tiles are checked; an option checks the opponent's too.",
    ),
    Rule(
        "STT-Q7",
        "Two fives",
        "If one turn leaves both players with five in a row, the mover wins.",
    ),
    Rule(
        "STT-Q8",
        "Five for the opponent",
        "A five made for the opponent wins if it still stands at the end of the opponent's turn.",
    ),
    Rule(
        "STT-Q9",
        "Five in passing",
        "A five that stands after placing and is broken by the slide does not win.",
    ),
    Rule(
        "STT-Q10",
        "Not a turn by itself",
        "The neutral tile is no action: its owner still places or slides, so it may not be put where "
        "neither would be possible.",
    ),
    Rule(
        "STT-Q11",
        "Neutral and slide",
        "The neutral tile may come before, between or after placing and sliding, and the slide may "
        "move it at once.",
    ),
    Rule(
        "STT-Q12",
        "Four spaces for all",
        "The four spaces are counted before each tile is put down, the neutral tile included: with "
        "five empty spaces one tile more can enter.",
    ),
    Rule("STT-Q13", "Never fewer", "Fewer than four empty spaces never come about."),
    Rule("STT-Q14", "No tiles left", "A player who has placed all own tiles slides."),
    Rule(
        "STT-Q15",
        "Never stuck",
        "On a board that is neither empty nor full some tile can slide; where the options leave the "
        "player to move without any action, as on a full board without sliding, the game is drawn.",
    ),
    Rule(
        "STT-Q16",
        "No end",
        "Players may slide forever; options draw the game after so many turns, or when the same "
        "position stands after a turn for the third time within 64 slides.",
    ),
    Rule("STT-Q17", "Sliding back", "A slide may undo the one before it."),
    Rule(
        "STT-Q18",
        "One bout",
        'One game decides; the text says "bout" because other formats play several.',
        note=True,
    ),
    Rule(
        "STT-Q19",
        "Second turn",
        "Only the very first turn is restricted: the second player may place and slide at once.",
    ),
    Rule(
        "STT-Q20",
        "One neutral tile",
        "There is one neutral tile, and the starting player has none; options give it to both or to "
        "nobody.",
    ),
    Rule(
        "STT-Q21",
        "Notation",
        "A turn is written like C3, slide C1-C3 right 2, with N D4 for the neutral tile.",
    ),
)

NO = 1  # of the option `sliding`
ANY, OWN_AND_NEUTRAL, OWN = range(3)
MOVER_END, BOTH_END = range(2)
SECOND, NOBODY, BOTH = range(3)
THREEFOLD_DRAW = 1  # of the option `repetition`
MOST = 8  # rows and columns of the largest board
MOST_CELLS = MOST * MOST
REMEMBERED = 64  # slides

EMPTY, NEUTRAL = 0, 3  # on a cell; the tiles of player p are p + 1
MARKS = ".XON"
SPACE, MOVABLE, FIXED = range(
    3
)  # what a cell is to a slide: empty, a tile that may be slid, or not

# A slide exchanges tiles with the empty spaces before them. Along its row or column, counted from 0
# at the left or the top, it concerns the places from BEGIN to END; up to CUT lies the one part, after
# CUT the other. Short ones come first, so a smaller board uses the beginning of the tables.
_slides = [
    (begin, cut, end) for end in range(MOST) for cut in range(end) for begin in range(cut + 1)
]
BEGIN = tuple(begin for begin, _, _ in _slides)
CUT = tuple(cut for _, cut, _ in _slides)
END = tuple(end for _, _, end in _slides)


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    size: int = number(6, range(3, MOST + 1), "rows and columns")
    line: int = number(5, range(3, MOST + 1), "own tiles in a row that win, at most the size")
    tiles: int = number(18, range(1, 33), "tiles of each player")
    sliding: int = choice(("yes", "no"), "may tiles be slid")
    slide_whose: int = choice(("any", "own_and_neutral", "own"), "which tiles a player may slide")
    stop_at: int = number(
        4,
        range(MOST),
        "empty spaces at which placing stops: at least 1 and less than the size, 0 without sliding",
    )
    five_check: int = choice(("mover_end", "both_end"), "whose line is looked for after a turn")
    neutral: int = choice(("second", "none", "both"), "who owns a neutral tile")
    repetition: int = choice(
        ("none", "threefold_draw"), "what happens when a position comes for the third time"
    )
    turn_cap: int = number(0, range(1001), "turns each until the game is drawn, 0 for none")


class State(BaseState):
    """Where the game stands. Cells are numbered row by row from the top left.

    Tiles never leave the board, so a position can come back only while nobody puts one down. The
    memory for repetitions is therefore the slides since the last tile was put down: taking them
    back one by one shows every position that could be the same. It holds so many and forgets the
    oldest, and it stays empty where repetitions do not matter.
    """

    board: list[int] = array(MOST_CELLS, "i1")  # what is on each cell
    placed: list[int] = array(2, "i1")  # own tiles each player has placed
    neutral: list[int] = array(2, "i1")  # neutral tiles each player still has
    empty: int = whole("i1")  # empty spaces
    has_placed: int = whole("i1")  # 1 if the mover has, in this turn: placed a tile,
    has_slid: int = whole("i1")  # slid,
    has_laid: int = whole("i1")  # put down the neutral tile
    slides: list[int] = array(REMEMBERED)  # the moves since a tile was last put down,
    remembered: int = whole("i1")  # so many of them
    before: list[int] = array(MOST_CELLS, "i1")  # an earlier board, while positions are compared
    winner: int = whole("i1")  # ONGOING, a player or DRAW
    rule: int = whole()  # the rule that ended the game


def impossible(rules: Parameters) -> str:
    """Return why these parameters make no game, or nothing."""
    size, cells = rules.size, rules.size * rules.size
    if rules.line > size:
        return (
            f"line={rules.line} does not fit on a board of size={size}. Lower line or raise size."
        )
    if rules.sliding == NO:
        if rules.stop_at > 0:
            return (
                f"stop_at={rules.stop_at} with sliding=no: with {rules.stop_at} empty spaces a "
                "player could neither place nor slide. Set stop_at=0."
            )
        if 2 * rules.tiles < cells:
            return (
                f"tiles={rules.tiles} with sliding=no: a player whose tiles are used up could do "
                f"nothing. {cells} spaces need tiles={-(-cells // 2)} or more."
            )
    elif not 1 <= rules.stop_at < size:
        return (
            f"stop_at={rules.stop_at} with size={size}: tiles need empty spaces to slide, so "
            f"stop_at must be from 1 to {size - 1}."
        )
    return ""


def setup(rules: Parameters, state: State) -> None:
    """An empty board, and all tiles with their owners."""
    for cell in range(MOST_CELLS):
        state.board[cell] = EMPTY
        state.before[cell] = EMPTY
    for player in range(2):
        state.placed[player] = 0
        state.neutral[player] = neutral_tiles(rules, state, player)
    state.empty = rules.size * rules.size
    for k in range(REMEMBERED):
        state.slides[k] = 0
    state.remembered = 0
    state.turn = 0
    state.winner = ONGOING
    state.rule = 0
    begin_turn(state, state.first)


def neutral_tiles(rules: Parameters, state: State, player: int) -> int:
    """How many neutral tiles this player starts with."""
    if rules.neutral == BOTH:
        return 1
    return 1 if rules.neutral == SECOND and player != state.first else 0


def begin_turn(state: State, player: int) -> None:
    """Nothing is done yet."""
    state.player = player
    state.has_placed = 0
    state.has_slid = 0
    state.has_laid = 0


def to_act(rules: Parameters, state: State) -> int:
    """There is no chance."""
    return state.player if state.winner == ONGOING else OVER


def outcomes(rules: Parameters, state: State) -> int:
    """There is no chance."""
    return 0


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


# --- moves: stop, then an own tile on each cell, the neutral tile on each cell, and the slides ----

STOP, FIRST_PLACE = range(2)


def first_neutral(rules: Parameters) -> int:
    """The move that puts the neutral tile on cell 0."""
    return FIRST_PLACE + rules.size * rules.size


def first_slide(rules: Parameters) -> int:
    """The first slide of lane 0."""
    return FIRST_PLACE + 2 * rules.size * rules.size


def slides_of_line(rules: Parameters) -> int:
    """The number of slides one way along a row or column."""
    return (rules.size + 1) * rules.size * (rules.size - 1) // 6


def slide_number(begin: int, cut: int, end: int) -> int:
    """Where the tables of slides have this one."""
    return (end + 1) * end * (end - 1) // 6 + (cut + 1) * cut // 2 + begin


def move_count(rules: Parameters) -> int:
    """Rows come before columns; in each, slides to the right or down before the others."""
    ways = 4 * rules.size if rules.sliding != NO else 0
    return first_slide(rules) + ways * slides_of_line(rules)


def first_cell(rules: Parameters, line: int) -> int:
    """The cell at place 0 of a row, or of a column, which are numbered after the rows."""
    return line * rules.size if line < rules.size else line - rules.size


def stride(rules: Parameters, line: int) -> int:
    """What to add to a cell of this row or column for the next."""
    return 1 if line < rules.size else rules.size


def slide_of(rules: Parameters, move: int) -> tuple[int, int, int, int]:
    """Return a slide as (cell of the front tile, what to add for the next, tiles, distance)."""
    slide = move - first_slide(rules)
    way, k = slide // slides_of_line(rules), slide % slides_of_line(rules)
    start, ahead = first_cell(rules, way // 2), stride(rules, way // 2)
    first, second = CUT[k] - BEGIN[k] + 1, END[k] - CUT[k]
    if way % 2 == 0:
        return start + CUT[k] * ahead, ahead, first, second
    return start + (CUT[k] + 1) * ahead, -ahead, second, first


# --- what a player may do ------------------------------------------------------------------------


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move."""
    if move == STOP:
        if has_acted(state):
            return 0
        return RULING + 10 if state.has_laid else 4
    if move < first_neutral(rules):
        rule = why_no_place(rules, state)
        return rule if rule != 0 else why_taken(state, move - FIRST_PLACE)
    if move < first_slide(rules):
        cell = move - first_neutral(rules)
        rule = why_no_neutral(rules, state)
        if rule == 0:
            rule = why_taken(state, cell)
        if rule == 0 and not leaves_action(rules, state, cell):
            rule = RULING + 10
        return rule
    rule = why_no_slide(rules, state)
    return rule if rule != 0 else why_blocked(rules, state, move)


def has_acted(state: State) -> bool:
    """Has the mover placed or slid in this turn?"""
    return state.has_placed + state.has_slid > 0


def why_no_place(rules: Parameters, state: State) -> int:
    """Return 0 or the rule that forbids to place an own tile now."""
    if state.has_slid:
        return 12
    if state.has_placed:
        return 3 if state.turn == 0 else 4
    if state.placed[state.player] >= rules.tiles:
        return 2
    return 15 if state.empty <= rules.stop_at else 0


def why_no_neutral(rules: Parameters, state: State) -> int:
    """Return 0 or the rule that forbids to put down a neutral tile now."""
    if state.neutral[state.player] == 0:
        return 13
    return RULING + 12 if state.empty <= rules.stop_at else 0


def why_no_slide(rules: Parameters, state: State) -> int:
    """Return 0 or the rule that forbids to slide now."""
    if rules.sliding == NO:
        return 4
    if state.turn == 0:
        return 3
    return 5 if state.has_slid else 0


def why_taken(state: State, cell: int) -> int:
    """Return 0 or the rule that forbids to put a tile on this cell."""
    return 4 if state.board[cell] != EMPTY else 0


def why_blocked(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids this slide."""
    front, ahead, count, distance = slide_of(rules, move)
    for k in range(count):
        tile = state.board[front - k * ahead]
        if tile == EMPTY:
            return 6
        if not may_slide(rules, state, tile):
            return RULING + 1
    for k in range(distance):
        if state.board[front + (k + 1) * ahead] != EMPTY:
            return 8
    return 0


def may_slide(rules: Parameters, state: State, tile: int) -> bool:
    """May the mover slide a tile of this kind?"""
    if rules.slide_whose == ANY:
        return tile != EMPTY
    return tile == state.player + 1 or (rules.slide_whose != OWN and tile == NEUTRAL)


def leaves_action(rules: Parameters, state: State, cell: int) -> bool:
    """Once the neutral tile lies on this cell, has the mover acted, or can the mover still act?"""
    if surely_leaves_action(rules, state):
        return True
    return why_no_slide(rules, state) == 0 and can_slide(rules, state, cell)


def surely_leaves_action(rules: Parameters, state: State) -> bool:
    """Has the mover acted, or is there room to place a tile after the neutral one?"""
    return has_acted(state) or (why_no_place(rules, state) == 0 and state.empty - 1 > rules.stop_at)


def can_slide(rules: Parameters, state: State, laid: int) -> bool:
    """Is there a slide, with the neutral tile on the cell `laid` (-1: on none)?"""
    size = rules.size
    for cell in range(size * size):
        tile = NEUTRAL if cell == laid else state.board[cell]
        if may_slide(rules, state, tile):
            for direction in range(4):
                beside = step(size, size, cell, direction)
                if beside >= 0 and beside != laid and state.board[beside] == EMPTY:
                    return True
    return False


def can_act(rules: Parameters, state: State) -> bool:
    """Has the player to move any way to begin the turn?"""
    if why_no_place(rules, state) == 0:
        return True
    if why_no_slide(rules, state) == 0 and can_slide(rules, state, -1):
        return True
    if why_no_neutral(rules, state) == 0:  # a neutral tile put down can be the one to slide
        for cell in range(rules.size * rules.size):
            if state.board[cell] == EMPTY and leaves_action(rules, state, cell):
                return True
    return False


def legal_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Fill `moves`: tiles first, then slides, stop last."""
    count = 0
    places = why_no_place(rules, state) == 0
    lays = why_no_neutral(rules, state) == 0
    if places or lays:
        lays_anywhere = lays and surely_leaves_action(rules, state)
        for cell in range(rules.size * rules.size):
            if state.board[cell] == EMPTY:
                if places:
                    moves[count] = FIRST_PLACE + cell
                    count += 1
                if lays_anywhere or (lays and leaves_action(rules, state, cell)):
                    moves[count] = first_neutral(rules) + cell
                    count += 1
    if why_no_slide(rules, state) == 0:
        count = add_slides(rules, state, moves, count)
    if has_acted(state):
        moves[count] = STOP
        count += 1
    return count


def add_slides(rules: Parameters, state: State, moves: Any, count: int) -> int:
    """Add the slides to `moves`; return how many moves there are now.

    Along each row and column, an empty space can be the end of slides forward of the tiles before
    it, and a tile the last to be slid backward into the empty spaces before it.
    """
    for line in range(2 * rules.size):
        cell, ahead = first_cell(rules, line), stride(rules, line)
        forward = first_slide(rules) + 2 * line * slides_of_line(rules)
        backward = forward + slides_of_line(rules)
        kind, alike, before = FIXED, 0, 0  # so many cells alike, so many of the other kind before
        for place in range(rules.size):
            last, kind = kind, kind_of(rules, state, state.board[cell])
            if kind != last:
                before, alike = alike, 0
            if kind != FIXED:
                alike += 1
                first = forward if kind == SPACE else backward
                first += slide_number(place - alike - before + 1, place - alike, place)
                for k in range(before):
                    moves[count] = first + k
                    count += 1
            cell += ahead
    return count


def kind_of(rules: Parameters, state: State, tile: int) -> int:
    """What this is to a slide of the mover."""
    if tile == EMPTY:
        return SPACE
    return MOVABLE if may_slide(rules, state, tile) else FIXED


def sensible_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Stop with five in a row; place and stop while no slide and no block can matter."""
    acted, placing = has_acted(state), why_no_place(rules, state) == 0
    if acted and has_five(rules, state, state.player):
        moves[0] = STOP
        return 1
    if (not acted and not placing) or is_near(rules, state, 0) or is_near(rules, state, 1):
        return legal_moves(rules, state, moves)
    if acted:
        moves[0] = STOP
        return 1
    count = 0
    for cell in range(rules.size * rules.size):
        if state.board[cell] == EMPTY:
            moves[count] = FIRST_PLACE + cell
            count += 1
    return count


def is_near(rules: Parameters, state: State, player: int) -> bool:
    """Could one slide, or one tile, give this player a line? Never says no where it could.

    A slide brings one tile into each line that it crosses. Along its own row or column it can only
    close the gaps between tiles that are there.
    """
    size, mark = rules.size, player + 1
    if state.placed[player] < rules.line - 1:
        return False
    if fullest_window(size, size, state.board, mark, rules.line) >= rules.line - 1:
        return True
    for line in range(2 * size):
        cell, ahead, tiles = first_cell(rules, line), stride(rules, line), 0
        for place in range(size):
            if state.board[cell + place * ahead] == mark:
                tiles += 1
        if tiles >= rules.line:
            return True
    return False


# --- what a move does ----------------------------------------------------------------------------


def apply(rules: Parameters, state: State, move: int) -> None:
    """Put down a tile, slide, or stop; the turn ends when stopping is all that is left."""
    if move == STOP:
        end_turn(rules, state)
    else:
        act(rules, state, move)
        if has_acted(state) and not can_continue(rules, state):
            end_turn(rules, state)


def act(rules: Parameters, state: State, move: int) -> None:
    """Put down a tile, or slide."""
    if move >= first_slide(rules):
        front, ahead, count, distance = slide_of(rules, move)
        carry(state.board, front, ahead, count, distance)
        if not (state.has_placed or state.has_laid):
            remember(rules, state, move)
        state.has_slid = 1
        return
    if move < first_neutral(rules):
        state.board[move - FIRST_PLACE] = state.player + 1
        state.placed[state.player] += 1
        state.has_placed = 1
    else:
        state.board[move - first_neutral(rules)] = NEUTRAL
        state.neutral[state.player] -= 1
        state.has_laid = 1
    state.empty -= 1
    forget_slides(state)


def carry(cells: Any, front: int, ahead: int, count: int, distance: int) -> None:
    """Move so many tiles, the one at `front` and those behind it, this far ahead."""
    for k in range(count):
        cell = front - k * ahead
        cells[cell + distance * ahead] = cells[cell]
        cells[cell] = EMPTY


def can_continue(rules: Parameters, state: State) -> bool:
    """Can a mover who has acted do more than stop?"""
    if why_no_neutral(rules, state) == 0:
        return True
    return why_no_slide(rules, state) == 0 and can_slide(rules, state, -1)


def end_turn(rules: Parameters, state: State) -> None:
    """Pass the turn and judge the board."""
    mover = state.player
    state.turn += 1
    begin_turn(state, 1 - mover)
    judge(rules, state, mover)


def judge(rules: Parameters, state: State, mover: int) -> None:
    """Decide the game if it is decided: a line first, the draws second."""
    if has_five(rules, state, mover):
        state.winner = mover
        state.rule = 17
    elif rules.five_check == BOTH_END and has_five(rules, state, 1 - mover):
        state.winner = 1 - mover
        state.rule = 17
    elif not can_act(rules, state):
        state.winner = DRAW
        state.rule = RULING + 15
    elif is_capped(rules, state) or is_third_time(rules, state):
        state.winner = DRAW
        state.rule = RULING + 16


def has_five(rules: Parameters, state: State, player: int) -> bool:
    """Has this player enough tiles in a row?"""
    if state.placed[player] < rules.line:
        return False
    return has_line(rules.size, rules.size, state.board, player + 1, rules.line)


def is_capped(rules: Parameters, state: State) -> bool:
    """Have both players taken all turns there are?"""
    return rules.turn_cap > 0 and state.turn >= 2 * rules.turn_cap


# --- repetition ----------------------------------------------------------------------------------


def remember(rules: Parameters, state: State, move: int) -> None:
    """Keep a slide in mind, where repetitions matter."""
    if rules.repetition == THREEFOLD_DRAW:
        if state.remembered == REMEMBERED:
            for k in range(1, REMEMBERED):
                state.slides[k - 1] = state.slides[k]
            state.remembered -= 1
        state.slides[state.remembered] = move
        state.remembered += 1


def forget_slides(state: State) -> None:
    """A tile was put down: no earlier position can come back."""
    for k in range(state.remembered):
        state.slides[k] = 0
    state.remembered = 0


def is_third_time(rules: Parameters, state: State) -> bool:
    """Has this position, with the same player to move, stood twice before?"""
    if state.remembered < 4:  # coming back takes two slides
        return False
    for cell in range(rules.size * rules.size):
        state.before[cell] = state.board[cell]
    times = 1
    for back in range(1, state.remembered + 1):
        front, ahead, count, distance = slide_of(rules, state.slides[state.remembered - back])
        rear = front - (count - 1) * ahead
        carry(state.before, rear + distance * ahead, -ahead, count, distance)
        if back % 2 == 0 and is_as_before(rules, state):
            times += 1
    for cell in range(rules.size * rules.size):
        state.before[cell] = EMPTY
    return times >= 3


def is_as_before(rules: Parameters, state: State) -> bool:
    """Is the board the same as the earlier one?"""
    for cell in range(rules.size * rules.size):
        if state.before[cell] != state.board[cell]:
            return False
    return True


# --- for people ----------------------------------------------------------------------------------

DIRECTIONS = ("up", "down", "left", "right")
ACTIONS = {"place": "has_placed", "slide": "has_slid", "neutral": "has_laid"}


def name(rules: Parameters, cell: int) -> str:
    """The label of a cell."""
    return grid.label(cell // rules.size, cell % rules.size)


def cell_named(rules: Parameters, label: str) -> int:
    """The cell with this label; refuses one that is not on the board (STT-1)."""
    place = grid.cell(label)
    if place is None or place[0] >= rules.size or not 0 <= place[1] < rules.size:
        last = grid.label(rules.size - 1, rules.size - 1)
        raise Unreadable(f"There is no cell {label}: the board goes from A1 to {last}.", 1)
    return place[0] * rules.size + place[1]


CELL = r"([a-z][0-9]+)"
SLIDE = re.compile(rf"slide\s+{CELL}(?:\s*(?:-|to)\s*{CELL})?\s+([a-z-]+)\s+([0-9]{{1,3}})", re.I)
NOTATION = "A turn is written like C3, slide C1-C3 right 2, or N D4 for the neutral tile."


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "C3, slide C1-C3 right 2" and "N D4", in any order; each part must fit those before."""
    moves = [read_move(rules, " ".join(part.split())) for part in text.split(",")]
    state = state.copy()
    for n, move in enumerate(moves):
        rule = why_illegal(rules, state, move)
        if rule != 0 and n > 0:
            sentence, cells = explain(rules, state, move, rule)
            raise Unreadable(sentence, rule, cells)
        if rule != 0 or move == STOP:
            break
        act(rules, state, move)
    return moves


def read_move(rules: Parameters, text: str) -> int:
    """Read one move of a turn."""
    if text.lower() == "stop":
        return STOP
    if match := re.fullmatch(rf"(n )?{CELL}", text, re.I):
        first = first_neutral(rules) if match[1] else FIRST_PLACE
        return first + cell_named(rules, match[2].upper())
    if match := SLIDE.fullmatch(text):
        return read_slide(rules, match[1], match[2] or match[1], match[3].lower(), int(match[4]))
    raise Unreadable(NOTATION, RULING + 21)


def read_slide(rules: Parameters, one: str, other: str, way: str, distance: int) -> int:
    """The slide of the tiles from one cell to another, in this direction, so many spaces."""
    if rules.sliding == NO:
        raise Unreadable("Tiles are not slid in this game.", 4)
    labels = one.upper(), other.upper()
    ends = [cell_named(rules, label) for label in labels]
    if way not in DIRECTIONS:
        words = ", ".join(DIRECTIONS)
        raise Unreadable(f"Tiles slide {words}, not {way}.", 9, labels)
    rows = way in ("left", "right")
    (one_line, one_place), (other_line, other_place) = (
        divmod(end, rules.size) if rows else divmod(end, rules.size)[::-1] for end in ends
    )
    if one_line != other_line:
        kind = "row" if rows else "column"
        raise Unreadable(
            f"{labels[0]} and {labels[1]} do not share the {kind} they slide along.", 7, labels
        )
    if distance == 0:
        raise Unreadable("A slide goes at least one space.", RULING + 4, labels)
    low, high = sorted((one_place, other_place))
    forward = way in ("right", "down")
    begin, cut, end = (low, high, high + distance) if forward else (low - distance, low - 1, high)
    if begin < 0 or end >= rules.size:
        raise Unreadable(f"The board ends before {distance} spaces {way}.", 10, labels)
    line = one_line if rows else rules.size + one_line
    first = first_slide(rules) + (2 * line + (0 if forward else 1)) * slides_of_line(rules)
    return first + slide_number(begin, cut, end)


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a move."""
    if move == STOP:
        return "stop"
    if move < first_neutral(rules):
        return name(rules, move - FIRST_PLACE)
    if move < first_slide(rules):
        return f"N {name(rules, move - first_neutral(rules))}"
    cells = slid_cells(rules, move)
    tiles = name(rules, cells[0]) + (f"-{name(rules, cells[-1])}" if len(cells) > 1 else "")
    _, ahead, _, distance = slide_of(rules, move)
    way = {1: "right", -1: "left", rules.size: "down", -rules.size: "up"}[ahead]
    return f"slide {tiles} {way} {distance}"


def slid_cells(rules: Parameters, move: int) -> list[int]:
    """The cells of the tiles that a slide moves, from the top left."""
    front, ahead, count, _ = slide_of(rules, move)
    return sorted(front - k * ahead for k in range(count))


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the cells concerned."""
    if rule == 6 or rule == 8 or rule == RULING + 1:
        return explain_slide(rules, state, move, rule)
    cells: tuple[str, ...] = ()
    if FIRST_PLACE <= move < first_slide(rules):
        cells = (name(rules, (move - FIRST_PLACE) % (rules.size * rules.size)),)
        if rule == 4 and why_taken(state, cell_named(rules, cells[0])):
            return f"{cells[0]} is not empty.", cells
    elif move != STOP:
        cells = tuple(name(rules, cell) for cell in slid_cells(rules, move))
    return why_not_now(rules, state, move, rule), cells


def why_not_now(rules: Parameters, state: State, move: int, rule: int) -> str:
    """Why a kind of move is not possible now."""
    mover = f"{{{state.player}}}"
    spaces = f"{state.empty} empty space{'' if state.empty == 1 else 's'}"
    sentences = {
        2: f"{mover} has placed all {rules.tiles} tiles.",
        3: "The first turn of the game is a single tile.",
        4: "A tile has been placed in this turn.",
        5: "There has been a slide in this turn.",
        12: "A tile is placed before sliding, not after it.",
        13: f"{mover} has no neutral tile.",
        15: f"With {spaces} left nobody places a tile.",
        RULING + 12: f"With {spaces} left the neutral tile cannot be put down either.",
        RULING + 10: "The neutral tile is no action: place or slide as well.",
    }
    if rule == 4 and move == STOP:
        return f"{mover} has neither placed nor slid yet."
    if rule == RULING + 10 and move != STOP:
        return f"With the neutral tile there, {mover} could neither place nor slide in this turn."
    return sentences[rule]


def explain_slide(
    rules: Parameters, state: State, move: int, rule: int
) -> tuple[str, tuple[str, ...]]:
    """Why these tiles do not slide that far."""
    front, ahead, _, distance = slide_of(rules, move)
    if rule == 8:
        way = [front + k * ahead for k in range(1, distance + 1)]
        tile = name(rules, next(cell for cell in way if state.board[cell] != EMPTY))
        return f"The tile on {tile} is in the way, and it is not pushed.", (tile,)
    cells = slid_cells(rules, move)
    if rule == 6:
        gap = name(rules, next(cell for cell in cells if state.board[cell] == EMPTY))
        return f"There is no tile on {gap} to slide.", (gap,)
    tile = name(rules, next(c for c in cells if not may_slide(rules, state, state.board[c])))
    return f"{{{state.player}}} may not slide the tile on {tile}.", (tile,)


def ending(rules: Parameters, state: State) -> str:
    """How the game ended."""
    if state.winner in (0, 1):
        mark = state.winner + 1
        row = next(
            window
            for window in grid.windows(rules.size, rules.size, rules.line)
            if all(state.board[cell] == mark for cell in window)
        )
        ends = name(rules, row[0]), name(rules, row[-1])
        return f"{rules.line} {MARKS[mark]} stand in a row from {ends[0]} to {ends[1]}."
    if state.rule == RULING + 15:
        full = "the board is full" if state.empty == 0 else f"{{{state.player}}} can do nothing"
        return f"Nobody has {rules.line} in a row, and {full}."
    if is_capped(rules, state):
        return f"After {rules.turn_cap} turns each nobody has {rules.line} in a row."
    return "The same position stands for the third time."


FIELDS = ("rows", "to_move", "placed", "neutral", "turns", "done", "slides")


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up `rows`, `to_move`, `placed`, `neutral` (left to each), and what dump adds to them:
    `turns` taken by each, what is `done` in this turn, the past `slides` a repetition could need.

    A neutral tile that is neither left to its owner nor on the board is out of play.
    """
    scene = Scenario(fields, FIELDS)
    set_rows(rules, state, scene)
    set_turn(rules, state, scene)
    set_neutral(rules, state, scene)
    if "slides" in scene and rules.repetition == THREEFOLD_DRAW:
        set_slides(rules, state, scene)
    if state.turn > 0 and not (has_acted(state) or state.has_laid):
        judge(rules, state, 1 - state.player)


def set_rows(rules: Parameters, state: State, scene: Scenario) -> None:
    """Put the tiles of `rows` on the board; `placed` must agree with them."""
    size = rules.size
    if "rows" in scene:
        shape = f"{size} strings of {size} marks out of {MARKS}"
        for row, marks in enumerate(scene.sequence("rows", size, shape)):
            if not isinstance(marks, str) or len(marks) != size or set(marks) - set(MARKS):
                scene.refuse(f"row {grid.LETTERS[row]} is {marks!r}; rows are {shape}.")
            for column, mark in enumerate(marks):
                state.board[row * size + column] = MARKS.index(mark)
    state.empty = state.board[: size * size].count(EMPTY)
    if state.empty < rules.stop_at:
        scene.refuse(f"{state.empty} spaces are empty; placing stops at {rules.stop_at} (STT-15).")
    for player in range(2):
        state.placed[player] = state.board.count(player + 1)
        if state.placed[player] > rules.tiles:
            scene.refuse(
                f"there are {state.placed[player]} {MARKS[player + 1]}; a player has {rules.tiles}."
            )
    if "placed" in scene and scene.sequence("placed", 2, "[3, 2]") != list(state.placed):
        scene.refuse(f"placed is {scene.raw('placed')}, but the board holds {list(state.placed)}.")


def set_turn(rules: Parameters, state: State, scene: Scenario) -> None:
    """Say whose turn it is, how many there were, and what is done in this one."""
    done = scene.raw("done") or []
    if not isinstance(done, list | tuple) or any(act not in list(ACTIONS) for act in done):
        scene.refuse(f"done is {done!r}; it is a list out of {', '.join(ACTIONS)}.")
    for act in done:
        setattr(state, ACTIONS[act], 1)
    state.turn, state.player = scene.turns(state.first, 10_000)
    before = list(state.placed)  # this turn
    before[state.player] -= state.has_placed
    turns = [state.turn // 2, state.turn // 2]
    turns[state.first] += state.turn % 2
    missing = max(before[0] - turns[0], before[1] - turns[1])
    if "turns" not in scene:
        state.turn += 2 * max(0, missing)
    elif missing > 0:
        scene.refuse(f"{before} tiles cannot have been placed in {turns} turns.")
    if min(before) < 0 or (state.turn > 0 and sum(before) == 0):
        scene.refuse("there is no tile on the board that must have been placed.")


def set_neutral(rules: Parameters, state: State, scene: Scenario) -> None:
    """Say which neutral tiles are left; by default the second player's lies on the board first."""
    owned = [neutral_tiles(rules, state, player) for player in range(2)]
    lying = state.board.count(NEUTRAL)
    if "neutral" in scene:
        for player, left in enumerate(scene.sequence("neutral", 2, "[0, 1]")):
            what = f"the number of neutral tiles left to player {player}"
            state.neutral[player] = scene.number(what, left, 0, owned[player])
    else:
        second = 1 - state.first
        state.neutral[second] = max(0, owned[second] - lying)
        state.neutral[state.first] = owned[state.first] - max(0, lying - owned[second])
    gone = owned[state.player] - state.neutral[state.player]
    if lying + max(0, sum(state.neutral)) > sum(owned) or state.has_laid > min(lying, gone):
        scene.refuse(
            f"{lying} neutral tiles lie on the board and {list(state.neutral)} are left; the players "
            f"own {owned}."
        )


def set_slides(rules: Parameters, state: State, scene: Scenario) -> None:
    """Remember past slides, the latest last; each must lead to where the tiles lie."""
    texts = scene.raw("slides")
    if not isinstance(texts, list | tuple) or len(texts) > REMEMBERED:
        scene.refuse(f"slides is {texts!r}; it is a list of at most {REMEMBERED} slides.")
    for text in texts:
        try:
            move = read_move(rules, str(text))
        except Unreadable as problem:
            scene.refuse(f"slides: {problem}")
        if move < first_slide(rules):
            scene.refuse(f"slides: {text!r} is no slide.")
        remember(rules, state, move)
    cells = state.board[:]
    for k in reversed(range(len(texts))):
        front, ahead, count, distance = slide_of(rules, state.slides[k])
        way = [cells[front + (place - count + 1) * ahead] for place in range(count + distance)]
        if any(way[:distance]) or not all(way[distance:]):
            scene.refuse(f"slides: {texts[k]!r} does not lead to where the tiles lie.")
        carry(cells, front + (distance - count + 1) * ahead, -ahead, count, distance)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as scenario fields."""
    size = rules.size
    turns = [state.turn // 2, state.turn // 2]
    turns[state.first] += state.turn % 2
    marks = "".join(MARKS[tile] for tile in state.board)
    fields: dict[str, object] = {
        "rows": [marks[row * size : (row + 1) * size] for row in range(size)],
        "to_move": state.player,
        "placed": list(state.placed),
        "neutral": list(state.neutral),
        "turns": turns,
    }
    if has_acted(state) or state.has_laid:
        fields["done"] = [act for act, flag in ACTIONS.items() if getattr(state, flag)]
    if state.remembered > 0:
        past = state.slides[: state.remembered]
        fields["slides"] = [write(rules, state, move) for move in past]
    return fields


def text_board(rules: Parameters, state: State) -> str:
    """The tiles, and beside them what each player has left."""
    cells = state.board[: rules.size * rules.size]
    margin = []
    for player in range(2):
        left = rules.tiles - state.placed[player]
        neutral = " and N" if state.neutral[player] else ""
        margin.append(f"{MARKS[player + 1]}  {{{player}}}, {left} left{neutral}")
    return grid.text(rules.size, [MARKS[tile] if tile else "" for tile in cells], margin)


GAME = Game(
    globals(),
    name="sliding-tic-tac-toe",
    title="Sliding Tic-Tac-Toe",
    players=("Cross", "Nought"),
    board="6 x 6 grid of tiles",
    tags=("connect in a row", "grid", "perfect information", "piece movement", "turn-based"),
)
