"""Sliding Tic-Tac-Toe, as it is played: see the rulebook beside this file."""

from __future__ import annotations

from typing import Any

from gamekit.boards.grid import fullest_window, has_line, step
from gamekit.contract import (
    DRAW,
    ONGOING,
    OVER,
    RULING,
    array,
    choice,
    number,
    whole,
)
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState

NO = 1  # of the option `sliding`


ANY, OWN_AND_NEUTRAL, OWN = range(3)


MOVER_END, BOTH_END = range(2)


SECOND, NOBODY, BOTH = range(3)


THREEFOLD_DRAW = 1  # of the option `repetition`


MOST = 8  # rows and columns of the largest board


MOST_CELLS = MOST * MOST


REMEMBERED = 64  # slides


EMPTY, NEUTRAL = 0, 3  # on a cell; the tiles of player p are p + 1


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
