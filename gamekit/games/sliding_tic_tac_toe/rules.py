"""Sliding Tic-Tac-Toe, as it is played: see the rulebook beside this file."""

from __future__ import annotations

from typing import Any

from gamekit.boards.grid import fullest_window, has_line
from gamekit.boards.slides import MOST, fullest_lane
from gamekit.boards.slides import count as slide_count
from gamekit.contract import DRAW, ONGOING, OVER, RULING, array, choice, number, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from gamekit.games.sliding_tic_tac_toe.slides import (
    EMPTY,
    NEUTRAL,
    REMEMBERED,
    add_slides,
    can_slide,
    forget_slides,
    is_third_time,
    lay,
    move_tiles,
    remember,
    why_blocked,
)

NO = 1  # of the option `sliding`
MOVER_END, BOTH_END = range(2)
SECOND, NOBODY, BOTH = range(3)

MOST_CELLS = MOST * MOST


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
        ("none", "threefold_draw"),
        f"what happens when a position comes for the third time within {REMEMBERED} slides",
    )
    turn_cap: int = number(0, range(1001), "turns each until the game is drawn, 0 for none")


class State(BaseState):
    """Where the game stands. Cells are numbered row by row from the top left.

    `lanes` follows from the board; it is kept so that slides are found without a search. The
    memory for repetitions is the slides since a tile was last put down, see `remember`.
    """

    board: list[int] = array(MOST_CELLS, "i1")  # what is on each cell
    lanes: list[int] = array(2 * MOST)  # where tiles are in each row and column, see `flip`
    placed: list[int] = array(2, "i1")  # own tiles each player has placed
    neutral: list[int] = array(2, "i1")  # neutral tiles each player still has
    empty: int = whole()  # empty spaces
    has_placed: int = whole()  # 1 if the mover has, in this turn: placed a tile,
    has_slid: int = whole()  # slid,
    has_laid: int = whole()  # put down the neutral tile
    slides: list[int] = array(REMEMBERED)  # since a tile was last put down,
    remembered: int = whole()  # so many of them
    before: list[int] = array(MOST_CELLS, "i1")  # an earlier board, while positions are compared
    winner: int = whole()  # ONGOING, a player or DRAW
    rule: int = whole()  # the rule that ended the game


def impossible(rules: Parameters) -> str:
    """Return why these parameters make no game, or nothing."""
    size, stop, cells = rules.size, f"stop_at={rules.stop_at}", rules.size * rules.size
    if rules.line > size:
        return (
            f"line={rules.line} does not fit on a board of size={size}. Lower line or raise size."
        )
    if rules.sliding != NO and not 1 <= rules.stop_at < size:
        return f"{stop}: tiles need empty spaces to slide, so stop_at must be from 1 to {size - 1}."
    if rules.sliding == NO and rules.stop_at > 0:
        return f"{stop} with sliding=no: there a player could do nothing. Set stop_at=0."
    if rules.sliding == NO and 2 * rules.tiles < cells:
        return (
            f"tiles={rules.tiles} with sliding=no: a player whose tiles are used up could do "
            f"nothing. {cells} spaces need tiles={-(-cells // 2)} or more."
        )
    return ""


def setup(rules: Parameters, state: State) -> None:
    """An empty board, and all tiles with their owners."""
    for cell in range(MOST_CELLS):
        state.board[cell] = EMPTY
        state.before[cell] = EMPTY
    for lane in range(2 * MOST):
        state.lanes[lane] = 1 << rules.size
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


def move_count(rules: Parameters) -> int:
    """Rows come before columns; in each, slides to the right or down before the others."""
    return first_slide(rules) + (slide_count(rules.size) if rules.sliding != NO else 0)


# --- what a player may do ------------------------------------------------------------------------


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move."""
    if move == STOP:
        if has_acted(state):
            return 0
        return RULING + 10 if state.has_laid else 4
    if move < first_neutral(rules):
        return why_no_place(rules, state) or why_taken(state, move - FIRST_PLACE)
    if move < first_slide(rules):
        cell = move - first_neutral(rules)
        rule = why_no_neutral(rules, state) or why_taken(state, cell)
        return rule if rule != 0 or leaves_action(rules, state, cell) else RULING + 10
    return why_no_slide(rules, state) or why_blocked(rules, state, move - first_slide(rules))


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


def leaves_action(rules: Parameters, state: State, cell: int) -> bool:
    """Once the neutral tile lies on this cell, has the mover acted, or can the mover still act?"""
    if has_acted(state) or (why_no_place(rules, state) == 0 and state.empty - 1 > rules.stop_at):
        return True
    return why_no_slide(rules, state) == 0 and can_slide(rules, state, cell)


def can_act(rules: Parameters, state: State) -> bool:
    """Has the player to move any way to begin the turn?"""
    if why_no_place(rules, state) == 0:
        return True
    if why_no_slide(rules, state) == 0 and can_slide(rules, state, -1):
        return True
    if why_no_neutral(rules, state) == 0:  # a neutral tile put down can be the one to slide
        for cell in range(rules.size * rules.size):
            if why_taken(state, cell) == 0 and leaves_action(rules, state, cell):
                return True
    return False


def legal_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Fill `moves`: tiles first, then slides, stop last."""
    count = placements(rules, state, moves) if why_no_place(rules, state) == 0 else 0
    if why_no_neutral(rules, state) == 0:
        for cell in range(rules.size * rules.size):
            if why_taken(state, cell) == 0 and leaves_action(rules, state, cell):
                moves[count] = first_neutral(rules) + cell
                count += 1
    if why_no_slide(rules, state) == 0:
        count = add_slides(rules, state, first_slide(rules), moves, count)
    if has_acted(state):
        moves[count] = STOP
        count += 1
    return count


def placements(rules: Parameters, state: State, moves: Any) -> int:
    """Fill `moves` with an own tile on every empty cell; return how many."""
    count = 0
    for cell in range(rules.size * rules.size):
        moves[count] = FIRST_PLACE + cell  # stays if it counts: faster than asking first
        count += 1 if why_taken(state, cell) == 0 else 0
    return count


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
    return placements(rules, state, moves)


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
    return fullest_lane(size, state.board, mark) >= rules.line


# --- what a move does ----------------------------------------------------------------------------


def apply(rules: Parameters, state: State, move: int) -> None:
    """Put down a tile, slide, or stop; the turn ends when stopping is all that is left."""
    if move != STOP:
        act(rules, state, move)
    if move == STOP or (has_acted(state) and not can_continue(rules, state)):
        end_turn(rules, state)


def act(rules: Parameters, state: State, move: int) -> None:
    """Put down a tile, or slide."""
    if move >= first_slide(rules):
        slide = move - first_slide(rules)
        move_tiles(rules, state, slide)
        if not (state.has_placed or state.has_laid):
            remember(rules, state, slide)
        state.has_slid = 1
        return
    if move < first_neutral(rules):
        lay(rules, state, move - FIRST_PLACE, state.player + 1)
        state.placed[state.player] += 1
        state.has_placed = 1
    else:
        lay(rules, state, move - first_neutral(rules), NEUTRAL)
        state.neutral[state.player] -= 1
        state.has_laid = 1
    state.empty -= 1
    forget_slides(state)


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
