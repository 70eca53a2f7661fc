"""Sliding Tic-Tac-Toe, as it is played: tiles, slides, and how the game ends.

The rulebook is beside this file. `gamekit/boards/grid.py` numbers the slides along rows and columns.
"""

from __future__ import annotations

from gamekit.boards.grid import (
    FROM,
    MOST,
    MOST_CELLS,
    POSSIBLE,
    around,
    carry,
    flip,
    has_line,
    one_way,
    parts,
    slide_count,
)
from gamekit.contract import DRAW, ONGOING, OVER
from gamekit.games.sliding_tic_tac_toe.state import (
    ANY,
    BOTH,
    BOTH_END,
    EMPTY,
    FIRST_TURN,
    LAST_SPACES,
    LAST_SPACES_FOR_ALL,
    NEUTRAL,
    NEUTRAL_OWNER,
    NO,
    NO_END,
    NO_GAP,
    NO_PUSHING,
    NOT_A_TURN,
    ONE_SLIDE,
    OWN,
    PLACE,
    PLACE_FIRST,
    PLACE_NEUTRAL,
    REMEMBERED,
    SECOND,
    SLIDE,
    STOP,
    STUCK,
    SUPPLY,
    THREEFOLD_DRAW,
    TURN,
    WHOSE_TILES,
    WIN,
    Parameters,
    State,
    code_of,
    meaning_of,
)


def impossible(rules: Parameters) -> str:
    """Return why these parameters do not work together, or nothing."""
    size, stop, cells = rules.size, f"stop_at={rules.stop_at}", rules.size * rules.size
    if rules.line > size:
        return (
            f"line={rules.line} does not fit on a board of size={size}. Lower line or raise size."
        )
    if rules.sliding != NO and not 1 <= rules.stop_at < size:
        return f"{stop}: tiles need empty spaces to slide, so stop_at must be from 1 to {size - 1}."
    if rules.sliding == NO and rules.stop_at > 0:
        return f"{stop} with sliding=no would leave players nothing to do. Set stop_at=0."
    if rules.sliding == NO and 2 * rules.tiles < cells:
        return (
            f"tiles={rules.tiles} with sliding=no: a player who has placed them all could do "
            f"nothing. {cells} spaces need tiles={-(-cells // 2)} or more."
        )
    return ""


def setup(rules: Parameters, state: State) -> None:
    """Clear the board, and give all tiles to their owners (STT-1, STT-2)."""
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
    """Return how many neutral tiles this player starts with (STT-13, STT-Q20)."""
    if rules.neutral == BOTH:
        return 1
    return 1 if rules.neutral == SECOND and player != state.first else 0


def begin_turn(state: State, player: int) -> None:
    """Begin a turn, in which nothing is done yet."""
    state.player = player
    state.has_placed = 0
    state.has_slid = 0
    state.has_laid = 0


def to_act(rules: Parameters, state: State) -> int:
    """Return the player whose turn it is, while nobody has won."""
    return state.player if state.winner == ONGOING else OVER


def move_count(rules: Parameters) -> int:
    """Return how many moves there are; without sliding there are no slides."""
    return code_of(rules, SLIDE, 0) + (slide_count(rules.size) if rules.sliding != NO else 0)


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


# --- what a player may do ------------------------------------------------------------------------


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move (STT-4, STT-Q10)."""
    kind, index = meaning_of(rules, move)
    if kind == STOP:
        if has_acted(state):
            return 0
        if state.has_laid:
            return NOT_A_TURN
        return FIRST_TURN if state.turn == 0 else TURN
    if kind == PLACE:
        return why_no_place(rules, state) or why_taken(state, index)
    if kind == PLACE_NEUTRAL:
        rule = why_no_neutral(rules, state) or why_taken(state, index)
        return rule if rule != 0 or leaves_action(rules, state, index) else NOT_A_TURN
    return why_no_slide(rules, state) or why_blocked(rules, state, index)


def has_acted(state: State) -> bool:
    """Has the mover placed or slid in this turn (STT-4)?"""
    return state.has_placed + state.has_slid > 0


def why_no_place(rules: Parameters, state: State) -> int:
    """Return 0 or the rule that forbids placing a tile now.

    One tile a turn, before sliding (STT-3, STT-4, STT-12), while there are tiles (STT-2, STT-Q14)
    and more than the last spaces (STT-15, STT-Q13).
    """
    if state.has_placed:
        return FIRST_TURN if state.turn == 0 else TURN
    if state.placed[state.player] >= rules.tiles:
        return SUPPLY
    if state.empty <= rules.stop_at:
        return LAST_SPACES
    return PLACE_FIRST if state.has_slid else 0


def why_no_neutral(rules: Parameters, state: State) -> int:
    """Return 0 or the rule that forbids putting down a neutral tile now.

    Its owner may at any moment (STT-13, STT-14, STT-Q11) except in the first turn of the game (STT-3,
    STT-Q19) and with the last spaces left (STT-Q12).
    """
    if state.neutral[state.player] == 0:
        return NEUTRAL_OWNER
    if state.turn == 0:
        return FIRST_TURN
    return LAST_SPACES_FOR_ALL if state.empty <= rules.stop_at else 0


def why_no_slide(rules: Parameters, state: State) -> int:
    """Return 0 or the rule that forbids sliding now (STT-3, STT-4, STT-5, STT-Q19)."""
    if rules.sliding == NO:
        return TURN
    if state.turn == 0:
        return FIRST_TURN
    return ONE_SLIDE if state.has_slid else 0


def why_taken(state: State, cell: int) -> int:
    """Return 0 or the rule that forbids putting a tile on this cell (STT-4)."""
    return TURN if state.board[cell] != EMPTY else 0


def leaves_action(rules: Parameters, state: State, cell: int) -> bool:
    """After putting the neutral tile on this cell, has the mover acted or a way to act (STT-Q10)?"""
    if has_acted(state) or (why_no_place(rules, state) == 0 and state.empty - 1 > rules.stop_at):
        return True
    return why_no_slide(rules, state) == 0 and can_slide(rules, state, cell)


def can_act(rules: Parameters, state: State) -> bool:
    """Does the player to move have any way to begin the turn (STT-Q15)?"""
    if why_no_place(rules, state) == 0:
        return True
    if why_no_slide(rules, state) == 0 and can_slide(rules, state, -1):
        return True
    if why_no_neutral(rules, state) == 0:  # a neutral tile put down can be the one to slide
        for cell in range(rules.size * rules.size):
            if why_taken(state, cell) == 0 and leaves_action(rules, state, cell):
                return True
    return False


def legal_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves`: tiles first, then slides, stop last."""
    count = placements(rules, state, moves) if why_no_place(rules, state) == 0 else 0
    if why_no_neutral(rules, state) == 0:
        first = code_of(rules, PLACE_NEUTRAL, 0)
        for cell in range(rules.size * rules.size):
            if why_taken(state, cell) == 0 and leaves_action(rules, state, cell):
                moves[count] = first + cell
                count += 1
    if why_no_slide(rules, state) == 0:
        count = add_slides(rules, state, moves, count)
    if has_acted(state):
        moves[count] = STOP
        count += 1
    return count


def placements(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves` with an own tile on every empty cell; return how many."""
    count, first = 0, code_of(rules, PLACE, 0)
    for cell in range(rules.size * rules.size):
        moves[count] = first + cell  # stays if it is legal, which is faster than a branch
        count += 1 if why_taken(state, cell) == 0 else 0
    return count


# --- slides --------------------------------------------------------------------------------------


def why_blocked(rules: Parameters, state: State, slide: int) -> int:
    """Return 0 or the rule that forbids this slide.

    Tiles without a gap, the front part of a row among them, go over empty spaces (STT-6, STT-8,
    STT-Q2, STT-Q3). It does not matter where they came from (STT-Q17).
    """
    front, ahead, tiles, distance = parts(rules.size, slide)
    for k in range(tiles):
        tile = state.board[front - k * ahead]
        if tile == EMPTY:
            return NO_GAP
        if not may_slide(rules, state, tile):
            return WHOSE_TILES
    for k in range(distance):
        if state.board[front + (k + 1) * ahead] != EMPTY:
            return NO_PUSHING
    return 0


def may_slide(rules: Parameters, state: State, tile: int) -> bool:
    """May the mover slide a tile of this kind, placed in this turn or not (STT-11, STT-Q1)?"""
    if rules.slide_whose == ANY:
        return tile != EMPTY
    return tile == state.player + 1 or (rules.slide_whose != OWN and tile == NEUTRAL)


def can_slide(rules: Parameters, state: State, laid: int) -> bool:
    """Is there a slide, with the neutral tile on the cell `laid` (-1: on none)?"""
    if laid < 0 and may_slide_all(rules, state):
        return count_slides(rules, state) > 0
    size = rules.size
    for cell in range(size * size):
        tile = NEUTRAL if cell == laid else state.board[cell]
        if may_slide(rules, state, tile):
            for direction in range(4):
                beside = around(size, size, cell, direction)
                if beside >= 0 and beside != laid and state.board[beside] == EMPTY:
                    return True
    return False


def add_slides(rules: Parameters, state: State, moves: list[int], count: int) -> int:
    """Add the slides to `moves`, which holds `count`; return how many it holds now."""
    whole_lanes, first = may_slide_all(rules, state), code_of(rules, SLIDE, 0)
    for lane in range(2 * rules.size):
        tiles, slide = state.lanes[lane], 2 * lane * one_way(rules.size)
        begin, end = FROM[tiles], FROM[tiles + 1]
        if whole_lanes:  # a loop without a test copies several at a time
            for k in range(end - begin):
                moves[count + k] = first + slide + POSSIBLE[begin + k]
            count += end - begin
        else:
            for k in range(begin, end):
                if may_slide_these(rules, state, slide + POSSIBLE[k]):
                    moves[count] = first + slide + POSSIBLE[k]
                    count += 1
    return count


def count_slides(rules: Parameters, state: State) -> int:
    """How many slides are there, where tiles of every kind may be slid?"""
    count = 0
    for lane in range(2 * rules.size):
        count += FROM[state.lanes[lane] + 1] - FROM[state.lanes[lane]]
    return count


def may_slide_all(rules: Parameters, state: State) -> bool:
    """May the mover slide tiles of every kind?"""
    for tile in range(1, NEUTRAL + 1):
        if not may_slide(rules, state, tile):
            return False
    return True


def may_slide_these(rules: Parameters, state: State, slide: int) -> bool:
    """May the mover slide every tile that this slide moves?"""
    front, ahead, tiles, _ = parts(rules.size, slide)
    for k in range(tiles):
        if not may_slide(rules, state, state.board[front - k * ahead]):
            return False
    return True


# --- what a move does ----------------------------------------------------------------------------


def apply(rules: Parameters, state: State, move: int) -> None:
    """Put down a tile, slide, or stop; the turn ends when stopping is all that is left."""
    if move != STOP:
        act(rules, state, move)
    if ends_turn(rules, state, move):
        end_turn(rules, state)


def ends_turn(rules: Parameters, state: State, move: int) -> bool:
    """Does this move, which was just made, end the turn?"""
    return move == STOP or (has_acted(state) and not can_continue(rules, state))


def act(rules: Parameters, state: State, move: int) -> None:
    """Put down a tile, or slide."""
    kind, index = meaning_of(rules, move)
    if kind == SLIDE:
        move_tiles(rules, state, index)
        if not (state.has_placed or state.has_laid):
            remember(rules, state, index)
        state.has_slid = 1
        return
    if kind == PLACE:
        lay(rules, state, index, state.player + 1)
        state.placed[state.player] += 1
        state.has_placed = 1
    else:
        lay(rules, state, index, NEUTRAL)
        state.neutral[state.player] -= 1
        state.has_laid = 1
    state.empty -= 1
    forget_slides(state)


def lay(rules: Parameters, state: State, cell: int, tile: int) -> None:
    """Put a tile on an empty cell, or take it away again."""
    state.board[cell] = tile
    flip(rules.size, state.lanes, cell)


def move_tiles(rules: Parameters, state: State, slide: int) -> None:
    """Slide."""
    front, ahead, tiles, distance = parts(rules.size, slide)
    carry(state.board, front, ahead, tiles, distance)
    for k in range(min(tiles, distance)):
        flip(rules.size, state.lanes, front - (tiles - 1 - k) * ahead)
        flip(rules.size, state.lanes, front + (distance - k) * ahead)


def can_continue(rules: Parameters, state: State) -> bool:
    """Can a mover who has acted do more than stop?"""
    if why_no_neutral(rules, state) == 0:
        return True
    return why_no_slide(rules, state) == 0 and can_slide(rules, state, -1)


def end_turn(rules: Parameters, state: State) -> None:
    """Pass the turn and judge the board: it counts only now (STT-16, STT-Q9)."""
    mover = state.player
    state.turn += 1
    begin_turn(state, 1 - mover)
    judge(rules, state, mover)


# --- how the game ends ---------------------------------------------------------------------------


def judge(rules: Parameters, state: State, mover: int) -> None:
    """Decide the game if it is over: lines come first, then draws.

    The mover's line comes before the opponent's, which counts by option (STT-17, STT-Q6, STT-Q7,
    STT-Q8).
    """
    if has_five(rules, state, mover):
        state.winner = mover
        state.rule = WIN
    elif rules.five_check == BOTH_END and has_five(rules, state, 1 - mover):
        state.winner = 1 - mover
        state.rule = WIN
    elif not can_act(rules, state):
        state.winner = DRAW
        state.rule = STUCK
    elif is_capped(rules, state) or is_third_time(rules, state):
        state.winner = DRAW
        state.rule = NO_END


def has_five(rules: Parameters, state: State, player: int) -> bool:
    """Does this player have enough tiles in a row (STT-13, STT-16, STT-Q5)?"""
    if state.placed[player] < rules.line:
        return False
    return has_line(rules.size, rules.size, state.board, player + 1, rules.line)


def is_capped(rules: Parameters, state: State) -> bool:
    """Have both players taken all turns there are (STT-Q16)?"""
    return rules.turn_cap > 0 and state.turn >= 2 * rules.turn_cap


# --- positions that come back --------------------------------------------------------------------


def remember(rules: Parameters, state: State, slide: int) -> None:
    """Remember a slide if repetitions matter. The oldest slide makes room when there are too many.

    Tiles never leave the board, so a position can come back only while nobody puts one down. To see every
    position that can repeat, take back the slides since then, one by one.

    Players can avoid repetitions for as long as they like, so the memory has a limit: a position counts if
    it stood within the last 64 slides. A circle of n slides brings a position back for the third time after
    2 n slides, so this finds all circles of up to 32. The option `turn_cap` ends longer ones.
    """
    if rules.repetition == THREEFOLD_DRAW:
        if state.remembered == REMEMBERED:
            for k in range(1, REMEMBERED):
                state.slides[k - 1] = state.slides[k]
            state.remembered -= 1
        state.slides[state.remembered] = slide
        state.remembered += 1


def forget_slides(state: State) -> None:
    """A tile was put down: no earlier position can come back."""
    for k in range(state.remembered):
        state.slides[k] = 0
    state.remembered = 0


def is_third_time(rules: Parameters, state: State) -> bool:
    """Has this position, with the same player to move, stood twice before (STT-Q16)?"""
    if state.remembered < 4:  # coming back takes two slides
        return False
    for cell in range(rules.size * rules.size):
        state.before[cell] = state.board[cell]
    times = 1
    for back in range(1, state.remembered + 1):
        slide = state.slides[state.remembered - back]
        front, ahead, tiles, distance = parts(rules.size, slide)
        carry(state.before, front + (distance - tiles + 1) * ahead, -ahead, tiles, distance)
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
