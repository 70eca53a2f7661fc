"""A careful player of Tactical Escape gives hard win conditions and expects to be given hard ones.

Players do not see what they received. The opponent probably gave what is hardest to fulfill. So the player
works toward that, and against what the player gave the opponent. Whether somebody can escape within the turn
is seen from the board, so bots need not try: `may_win` never denies a win and is seldom too hopeful.
"""

from __future__ import annotations

from gamekit.boards.hexagon import (
    EAST,
    EMPTY,
    NO_GROUP,
    NOWHERE,
    SOUTH,
    around,
    cell_count,
    is_group,
    number_of,
    sides_of,
    step,
)
from gamekit.contract import Random, draw
from gamekit.games.tactical_escape.rules import (
    fulfills,
    gifts,
    group_counts,
    had_short_turns,
    has_begun,
    is_given,
    is_most,
    legal_moves,
    measure,
    most_pieces,
    next_giver,
    pieces_placed,
    row_counts,
    why_illegal,
    why_no_pass,
)
from gamekit.games.tactical_escape.state import (
    ESCAPE,
    GIVE,
    HIDDEN,
    MOST_PIECES,
    NOBODY,
    OFFERED,
    PLACE,
    REMOVE,
    STOP,
    Parameters,
    State,
    code_of,
)
from gamekit.games.tactical_escape.win_conditions import (
    ADDS,
    ANYTHING,
    ASKS,
    BORDERING_GROUPS,
    CONNECTION,
    ESCAPE_IN_TIME,
    EXACT_ROW,
    FLOWER,
    FLOWER_COUNT,
    HARDNESS,
    LARGE,
    LARGE_GROUPS,
    LARGEST_GROUP,
    LONG_ROW,
    NEEDED,
    OF_GIVER,
    ON_ONE,
    PIECES,
    SHARED_NUMBER,
    SHORT,
    SHORT_TURNS,
    SURROUNDED_GROUPS,
    TWIN_BASKETS,
)

FIT = (100, 35, 15)  # in percent, by how many harder win conditions the opponent could have given
IN_REACH = 12  # how much easier a gift counts if the opponent can reach it
BLUFF = 6  # how much less hard than the hardest a gift may be
ENOUGH = 50  # in percent: a player who is this sure escapes
PULL = (0, 200, 60, 15, 4, 1)  # of a row or flower, by the pieces it lacks; the last one for more
OUT = -1 << 30  # the score of a cell that is ruled out
PETALS = 0b010101  # of one flower: every second direction
FLOWERS = 8  # that may share one piece: it is the center of two, and a petal of six
WAYS = (1, 0, 2)  # of `row_of`: those whose rows lie between each side and the opposite one


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Give what is hardest. Escape if that seems likely to win. Otherwise place toward a win or in the
    opponent's way."""
    giver = next_giver(rules, state)
    if giver != NOBODY:
        return code_of(rules, GIVE, best_gift(rules, state, giver, random))
    me, may_end = state.player, has_begun(state) or why_no_pass(rules, state) == 0
    if may_end and is_confident(rules, state, me):
        return code_of(rules, ESCAPE, 0)
    placed = pieces_placed(state)
    if state.removed != NOWHERE or placed == most_pieces(state):
        return code_of(rules, STOP, 0)
    if placed >= SHORT and believes_in_short_turns(state, me):
        return code_of(rules, STOP, 0)
    cell = to_remove(rules, state, me, random)
    if cell != NOWHERE:
        return code_of(rules, REMOVE, cell)
    cell = best_cell(rules, state, moves, random)
    if cell == NOWHERE:
        return code_of(rules, STOP, 0)
    return code_of(rules, PLACE, cell)


def best_gift(rules: Parameters, state: State, giver: int, random: Random) -> int:
    """Return a hard win condition that the opponent cannot reach. It is not always the hardest, so that an
    opponent who relies on that escapes in vain."""
    found, most = 0, OUT
    for condition in state.offer:
        if not is_given(state, giver, condition):
            value = HARDNESS[condition - 1] + draw(random, BLUFF)
            if is_near(rules, state, 1 - giver, condition, MOST_PIECES):
                value -= IN_REACH
            gift = code_of(rules, GIVE, condition)
            if value > most and why_illegal(rules, state, gift) == 0:
                found, most = condition, value
    return found


def harder(state: State, condition: int) -> int:
    """Count the offered win conditions that are harder than this one."""
    count = 0
    for other in state.offer:
        count += 1 if HARDNESS[other - 1] > HARDNESS[condition - 1] else 0
    return count


def belief(state: State, player: int, condition: int) -> int:
    """Return in percent how sure a player may be of having received this win condition."""
    if condition not in (state.offer[0], state.offer[1], state.offer[2]):
        return 0
    count = gifts(state, 1 - player)
    return FIT[max(0, harder(state, condition) + 1 - count)] if count > 0 else 0


def likelihood(rules: Parameters, state: State, player: int) -> int:
    """Return in percent how well the opponent's gifts fit a player who gives what is hard."""
    fit, giver = 100, 1 - player
    for place in range(gifts(state, giver)):
        skipped = 0
        given = state.given[giver * OFFERED + place]
        for later in range(OFFERED):
            other = state.offer[later]
            if HARDNESS[other - 1] > HARDNESS[given - 1]:
                skipped += 1
                for before in range(place):
                    skipped -= 1 if state.given[giver * OFFERED + before] == other else 0
        fit = fit * FIT[skipped] // 100
    return max(1, fit)


def is_confident(rules: Parameters, state: State, player: int) -> bool:
    """Would an ESCAPE win at even odds or better, as far as this player can believe?

    The gifts of the opponent are hidden, so the function weighs them as `likelihood` does.
    """
    count = gifts(state, 1 - player)
    fulfilled = 0  # a bit for each win condition, by how many offered ones are harder
    for condition in state.offer:
        if count > 0 and fulfills(rules, state, player, condition):
            fulfilled |= 1 << harder(state, condition)
    if fulfilled == 0 or count == OFFERED:
        return fulfilled != 0
    wins, total = 0, 0
    for first in range(OFFERED):
        for second in range(OFFERED):
            if second != first:
                given = 1 << first
                weight = FIT[first]
                if count > 1:
                    given |= 1 << second
                    weight *= FIT[second - (1 if first < second else 0)]
                total += weight
                wins += weight if given & fulfilled != 0 else 0
    return 100 * wins >= ENOUGH * total


def believes_in_short_turns(state: State, player: int) -> bool:
    """Does this player believe that they received a win condition that asks for short turns?"""
    for condition in state.offer:
        if ASKS[condition - 1] == SHORT_TURNS and belief(state, player, condition) >= ENOUGH:
            return True
    return False


def best_cell(rules: Parameters, state: State, scores: list[int], random: Random) -> int:
    """Return the cell where a piece does most for the win conditions that the player believes in and against
    those that they gave. Draw among equal cells. Return NOWHERE if there is none."""
    me = state.player
    for cell in range(cell_count(rules.size)):
        scores[cell] = draw(random, 60)
    for condition in state.offer:
        sure = belief(state, me, condition)
        add_pull(rules, state, scores, me, condition, sure)
        if is_given(state, me, condition):
            danger = is_near(rules, state, 1 - me, condition, MOST_PIECES)
            add_pull(rules, state, scores, 1 - me, condition, 400 if danger else 60)
            if ASKS[condition - 1] in (TWIN_BASKETS, SHARED_NUMBER):
                avoid(rules, state, scores, condition)
    best = NOWHERE
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == EMPTY and cell != state.banned:
            is_better = best == NOWHERE or scores[cell] > scores[best]
            if is_better and why_illegal(rules, state, code_of(rules, PLACE, cell)) == 0:
                best = cell
    return best if best == NOWHERE or scores[best] > OUT // 2 else NOWHERE


def add_pull(
    rules: Parameters, state: State, scores: list[int], player: int, condition: int, weight: int
) -> None:
    """Add to each cell's score what a piece there would do for a player's win condition."""
    asks = ASKS[condition - 1]
    if asks in (EXACT_ROW, LONG_ROW):
        pull_rows(rules, state, scores, player, NEEDED[condition - 1], weight)
    elif asks == FLOWER_COUNT:
        pull_flowers(rules, state, scores, player, weight)
    elif asks == SURROUNDED_GROUPS:
        pull_around(rules, state, scores, player, weight)
    elif asks in (LARGEST_GROUP, LARGE_GROUPS, CONNECTION, BORDERING_GROUPS):
        covered = rows_covered(rules, state, player) if asks == CONNECTION else 0
        for cell in range(cell_count(rules.size)):
            if state.board[cell] == EMPTY:
                scores[cell] += weight * pull_here(rules, state, player, asks, cell, covered)


def pull_rows(
    rules: Parameters, state: State, scores: list[int], player: int, length: int, weight: int
) -> None:
    """Score the empty cells of rows that the player can still fill."""
    for start in range(cell_count(rules.size)):
        for axis in range(3):
            if step(rules.size, start, axis + 3) < 0:
                pull_line(rules, state, scores, player, start, axis, length, weight)


def pull_line(
    rules: Parameters,
    state: State,
    scores: list[int],
    player: int,
    start: int,
    axis: int,
    length: int,
    weight: int,
) -> None:
    """Score the empty cells of the rows on the line that begins at this edge of the board."""
    here, first, free, lacks = start, start, 0, 0
    while here >= 0:
        if state.board[here] == 1 - player:
            free = lacks = 0
        else:
            free += 1
            lacks += 1 if state.board[here] == EMPTY else 0
            if free == 1:
                first = here
            elif free > length:
                lacks -= 1 if state.board[first] == EMPTY else 0
                first = step(rules.size, first, axis)
            if free >= length and 0 < lacks < length:
                cell, pull = first, PULL[min(lacks, len(PULL) - 1)]
                for _ in range(length):
                    scores[cell] += weight * pull
                    cell = step(rules.size, cell, axis)
        here = step(rules.size, here, axis)


def pull_flowers(
    rules: Parameters, state: State, scores: list[int], player: int, weight: int
) -> None:
    """Score the empty cells of flowers that the player can still fill."""
    for center in range(cell_count(rules.size)):
        for turn in range(2):
            lacks = lacking_in_flower(rules, state, player, center, turn)
            if 0 < lacks <= 4:
                scores[center] += weight * PULL[lacks]
                for direction in range(turn, turn + 6, 2):
                    scores[step(rules.size, center, direction)] += weight * PULL[lacks]


def pull_around(
    rules: Parameters, state: State, scores: list[int], player: int, weight: int
) -> None:
    """Score the empty cells beside groups of the opponent's that have few of them."""
    for name in range(cell_count(rules.size)):
        if is_group(state, name, 1 - player):
            free = freedom(rules, state, name, len(PULL))
            if free < len(PULL):
                for cell in range(cell_count(rules.size)):
                    if state.group[cell] == name:
                        for direction in range(6):
                            beside = step(rules.size, cell, direction)
                            if beside >= 0:
                                scores[beside] += weight * PULL[free]


def pull_here(
    rules: Parameters, state: State, player: int, asks: int, cell: int, covered: int
) -> int:
    """Score this empty cell by what a piece would do for groups, or for a connection."""
    own, others, largest, joined = 0, 0, 0, 0
    for direction in range(6):
        beside = step(rules.size, cell, direction)
        if beside >= 0 and state.board[beside] == player:
            own += 1
            pieces = state.pieces[state.group[beside]]
            largest, joined = max(largest, pieces), joined + pieces
        elif beside >= 0 and state.board[beside] == 1 - player:
            others += 1
    if asks == LARGEST_GROUP:
        return 4 * largest + joined - own
    if asks == LARGE_GROUPS:
        return 8 if own == 0 and others < 2 else (10 + 4 * joined if joined < LARGE else -10)
    if asks == BORDERING_GROUPS:
        return 20 if own == 0 and others > 0 else (2 if own == 0 else -5)
    way, seen = covered >> 16, covered & 0xFFFF
    is_new = 1 - (seen >> (row_of(cell, way) + rules.size - 1) & 1)
    return 20 * is_new + own if own > 0 or seen == 0 else 4 * is_new


def rows_covered(rules: Parameters, state: State, player: int) -> int:
    """Return the direction in which most rows hold a piece of this player's, times 2 ** 16, plus a bit for
    each of these rows. A connection needs them all."""
    best, most = 0, -1
    for way in range(3):
        seen, count = 0, 0
        for cell in range(cell_count(rules.size)):
            row = row_of(cell, way) + rules.size - 1
            if state.board[cell] == player and not seen >> row & 1:
                seen, count = seen | 1 << row, count + 1
        if count > most:
            best, most = way << 16 | seen, count
    return best


def avoid(rules: Parameters, state: State, scores: list[int], condition: int) -> None:
    """Rule out cells that give, or nearly give, the opponent twin baskets or a shared number."""
    me = state.player
    for cell in range(cell_count(rules.size)):
        if ASKS[condition - 1] == SHARED_NUMBER:
            count = 0
            for other in range(cell_count(rules.size)):
                if state.board[other] == me:
                    count += int(number_of(rules.size, other) == number_of(rules.size, cell))
            scores[cell] = OUT if count >= ON_ONE - 1 else scores[cell]
        elif state.board[cell] == EMPTY:
            pieces, latest = 1, NOWHERE
            for direction in range(6):
                beside = step(rules.size, cell, direction)
                if beside >= 0 and state.board[beside] == me and state.group[beside] != latest:
                    latest = state.group[beside]
                    pieces += state.pieces[latest]
            scores[cell] = OUT if pieces > 5 else scores[cell]


def to_remove(rules: Parameters, state: State, me: int, random: Random) -> int:
    """Return an opponent's piece whose removal puts a win condition given to them out of reach, or NOWHERE."""
    if state.turn == 0 or has_begun(state):
        return NOWHERE
    for condition in state.offer:
        asks = ASKS[condition - 1]
        if asks in (LARGEST_GROUP, LARGE_GROUPS) and is_given(state, me, condition):
            if is_near(rules, state, 1 - me, condition, MOST_PIECES):
                cells = cell_count(rules.size)
                offset, chosen, most = draw(random, cells), NOWHERE, 0
                for i in range(cells):
                    cell = (offset + i) % cells
                    if state.board[cell] == 1 - me:
                        pieces = state.pieces[state.group[cell]]
                        value = pieces if asks == LARGEST_GROUP else 20 - pieces
                        is_better = pieces >= LARGE and value > most
                        if (
                            is_better
                            and why_illegal(rules, state, code_of(rules, REMOVE, cell)) == 0
                        ):
                            chosen, most = cell, value
                return chosen
    return NOWHERE


def sensible_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """List only ESCAPE if it is sure to win, ESCAPE among others if the player believes so, and otherwise no
    ESCAPE."""
    count = legal_moves(rules, state, moves)
    escape = code_of(rules, ESCAPE, 0)
    if moves[count - 1] != escape:
        return count
    if is_given(state, 1 - state.player, HIDDEN):
        return count if is_confident(rules, state, state.player) else count - 1
    if not can_escape(rules, state, state.player):
        return count - 1
    moves[0] = escape
    return 1


def can_escape(rules: Parameters, state: State, player: int) -> bool:
    """Does this player fulfill a win condition received from the opponent?"""
    for condition in state.offer:
        if is_given(state, 1 - player, condition) and fulfills(rules, state, player, condition):
            return True
    return False


def may_win(rules: Parameters, state: State) -> bool:
    """Can the player to act win before the turn ends: by a win condition received, or at the limit?"""
    if next_giver(rules, state) not in (NOBODY, state.player):  # the opponent acts first
        return False
    if rules.turn_cap > 0 and state.turn + 1 >= 2 * rules.turn_cap:
        return True
    me = state.player
    left = most_pieces(state) - pieces_placed(state) if state.removed == NOWHERE else 0
    is_hidden = is_given(state, 1 - me, HIDDEN)
    for condition in state.offer:
        if is_hidden or is_given(state, 1 - me, condition):
            if is_near(rules, state, me, condition, left):
                return True
    return False


def is_near(rules: Parameters, state: State, player: int, condition: int, left: int) -> bool:
    """Might this player fulfill a win condition with this many more pieces, one or two? The answer is
    never False if they can."""
    asks = ASKS[condition - 1]
    if asks == SHORT_TURNS:
        return had_short_turns(state, player)
    if has_too_few(rules, state, player, condition, left):
        return False
    if asks in (LARGEST_GROUP, LARGE_GROUPS, FLOWER_COUNT, BORDERING_GROUPS):
        return most_is_near(rules, state, player, condition, left)
    if fulfills(rules, state, player, condition):
        return True
    if left == 0 or asks in (TWIN_BASKETS, SHARED_NUMBER, ESCAPE_IN_TIME):
        return False  # not for this player's pieces to change
    if asks in (EXACT_ROW, LONG_ROW):
        return row_is_near(rules, state, player, condition, left)
    if asks == CONNECTION:
        return sides_are_near(rules, state, player, left)
    if asks == SURROUNDED_GROUPS:
        return is_closing_in(rules, state, player, left)
    return may_add_up(rules, state, player, condition, left)


def has_too_few(rules: Parameters, state: State, player: int, condition: int, left: int) -> bool:
    """Are there too few pieces for a win condition, even with this many more? This is a quick look."""
    owner = 1 - player if condition in OF_GIVER else player
    pieces = left
    for cell in range(cell_count(rules.size)):
        pieces += 1 if state.board[cell] == owner else 0
    return pieces < PIECES[condition - 1]


def may_add_up(rules: Parameters, state: State, player: int, condition: int, left: int) -> bool:
    """Might this many pieces be enough, by what the row says that each adds? If it says nothing, trying will
    tell."""
    if ADDS[condition - 1] == ANYTHING:
        return True
    owner = 1 - player if condition in OF_GIVER else player
    most = measure(rules, state, owner, condition) + left * ADDS[condition - 1]
    return most >= NEEDED[condition - 1]


# --- rows, flowers, groups that are surrounded ---------------------------------------------------


def row_is_near(rules: Parameters, state: State, player: int, condition: int, left: int) -> bool:
    """Is there a straight row that lacks few pieces, and would not be too long?"""
    length = NEEDED[condition - 1]
    for start in range(cell_count(rules.size)):
        for axis in range(3):
            if lacking_in_row(rules, state, player, start, axis, length, left) <= left:
                if row_counts(rules, length + 1, condition):
                    return True
                if not is_longer(rules, state, player, start, axis, length):
                    return True
    return False


def is_longer(
    rules: Parameters, state: State, player: int, start: int, axis: int, length: int
) -> bool:
    """Does a piece of this player's stand before the row that begins here, or behind it?"""
    before, behind = step(rules.size, start, axis + 3), start
    for _ in range(length):
        behind = step(rules.size, behind, axis)
    is_before = before >= 0 and state.board[before] == player
    return is_before or (behind >= 0 and state.board[behind] == player)


def lacking_in_row(
    rules: Parameters, state: State, player: int, start: int, axis: int, length: int, most: int
) -> int:
    """Return how many of this player's pieces a row from here lacks, or `length` if it is impossible or lacks
    more than `most`."""
    cell, lacks = start, 0
    for _ in range(length):
        if cell < 0 or state.board[cell] == 1 - player:
            return length
        lacks += 1 if state.board[cell] == EMPTY else 0
        if lacks > most:
            return length
        cell = step(rules.size, cell, axis)
    return lacks


def is_closing_in(rules: Parameters, state: State, player: int, left: int) -> bool:
    """Is there a group of the opponent's with few empty cells beside it?"""
    for cell in range(cell_count(rules.size)):
        if is_group(state, cell, 1 - player):
            if freedom(rules, state, cell, left + 1) <= left:
                return True
    return False


def freedom(rules: Parameters, state: State, group: int, most: int) -> int:
    """Count the empty cells beside a group, up to `most`."""
    owner, count = state.board[group], 0
    for cell in range(cell_count(rules.size)):
        near = around(state, owner, cell)
        if near != 0 and state.board[cell] == EMPTY:
            for direction in range(6):
                if near >> direction & 1 and name_beside(rules, state, cell, direction) == group:
                    count += 1
                    break
            if count >= most:
                return count
    return count


def lacking_in_flower(rules: Parameters, state: State, player: int, center: int, turn: int) -> int:
    """Return how many of this player's pieces a flower lacks, or more than it has if it is impossible."""
    petals = PETALS << turn
    empty, own = around(state, EMPTY, center) & petals, around(state, player, center) & petals
    if state.board[center] == 1 - player or empty | own != petals:
        return FLOWER + 1
    lacks = 1 if state.board[center] == EMPTY else 0
    for direction in range(turn, turn + 6, 2):
        lacks += empty >> direction & 1
    return lacks


# --- as much as the opponent has, and more -------------------------------------------------------


def most_is_near(rules: Parameters, state: State, player: int, condition: int, left: int) -> bool:
    """Might there be enough groups or flowers, and more than the opponent's?"""
    needed = NEEDED[condition - 1]
    mine = measure(rules, state, player, condition)
    most = at_best(rules, state, player, condition, mine, left) if left > 0 else mine
    if most < needed:
        return False
    theirs = measure(rules, state, 1 - player, condition)
    if is_most(rules, condition, most, theirs):
        return True
    may_remove = left > 0 and (player != state.player or not has_begun(state))
    return (
        may_remove
        and mine >= needed
        and is_most(rules, condition, mine, after_removal(condition, theirs))
    )


def at_best(
    rules: Parameters, state: State, player: int, condition: int, mine: int, left: int
) -> int:
    """Return the most there may be with this many more pieces."""
    if ASKS[condition - 1] == LARGEST_GROUP:
        return largest_at_best(rules, state, player, mine, left, NEEDED[condition - 1])
    if ASKS[condition - 1] == FLOWER_COUNT:
        return mine + flowers_that_lack(rules, state, player, left)
    if mine + left < NEEDED[condition - 1]:
        return mine
    return mine + (left if one_more_counts(rules, state, player, condition) else left - 1)


def after_removal(condition: int, theirs: int) -> int:
    """Return the least that the opponent keeps after one of their pieces is removed: a third of the rest of a
    group, or the flowers without that piece."""
    if ASKS[condition - 1] == LARGEST_GROUP:
        return (theirs + 1) // 3
    return theirs - (FLOWERS if ASKS[condition - 1] == FLOWER_COUNT else 1)


def flowers_that_lack(rules: Parameters, state: State, player: int, left: int) -> int:
    """Count the flowers that lack few pieces."""
    count = 0
    for center in range(cell_count(rules.size)):
        if state.board[center] != 1 - player:
            for turn in range(2):
                if 0 < lacking_in_flower(rules, state, player, center, turn) <= left:
                    count += 1
    return count


def is_free(state: State, player: int, cell: int) -> bool:
    """May this player place a piece here, now or in their next turn?"""
    return state.board[cell] == EMPTY and (cell != state.banned or player != state.player)


# --- groups --------------------------------------------------------------------------------------


def largest_at_best(
    rules: Parameters, state: State, player: int, largest: int, left: int, needed: int
) -> int:
    """Return the most pieces that a group may have with this many more, if that may be enough.

    The second piece joins what the first one joined and at most two other groups.
    """
    most = largest
    if largest + left * (1 + 2 * largest) < needed:
        return most
    for cell in range(cell_count(rules.size)):
        if around(state, player, cell) != 0 and is_free(state, player, cell):
            most = max(most, joined_by(rules, state, player, cell))
    return most + (1 + 2 * largest if left > 1 else 0)


def joined_by(rules: Parameters, state: State, player: int, cell: int) -> int:
    """Count the pieces of the group that this player's piece on this empty cell would make."""
    pieces = 1
    for direction in range(6):
        name = another_group(rules, state, player, cell, direction)
        if name != NO_GROUP:
            pieces += state.pieces[name]
    return pieces


def another_group(rules: Parameters, state: State, player: int, cell: int, direction: int) -> int:
    """Return this player's group in this direction of a cell, or NO_GROUP if an earlier direction leads to the
    same group."""
    near = around(state, player, cell)
    if not near >> direction & 1:
        return NO_GROUP
    name = name_beside(rules, state, cell, direction)
    for other in range(direction):
        if near >> other & 1 and name_beside(rules, state, cell, other) == name:
            return NO_GROUP
    return name


def name_beside(rules: Parameters, state: State, cell: int, direction: int) -> int:
    """Return the group of the piece that stands in this direction of a cell."""
    return state.group[step(rules.size, cell, direction)]


def one_more_counts(rules: Parameters, state: State, player: int, condition: int) -> bool:
    """Is there a cell where one piece makes a new group count, as large or as bordering, without absorbing
    one that counts already? One piece cannot do more."""
    for cell in range(cell_count(rules.size)):
        if is_free(state, player, cell):
            if ASKS[condition - 1] == LARGE_GROUPS:
                counts = joined_by(rules, state, player, cell) >= LARGE
            else:
                counts = around(state, 1 - player, cell) != 0
            if counts and not joins_one_that_counts(rules, state, player, condition, cell):
                return True
    return False


def joins_one_that_counts(
    rules: Parameters, state: State, player: int, condition: int, cell: int
) -> bool:
    """Is there a group of this player's beside this cell that counts already?"""
    for direction in range(6):
        name = another_group(rules, state, player, cell, direction)
        if name != NO_GROUP and group_counts(rules, state, name, condition):
            return True
    return False


# --- from side to side ---------------------------------------------------------------------------


def sides_are_near(rules: Parameters, state: State, player: int, left: int) -> bool:
    """Can this many pieces connect opposite sides?"""
    wanted = sides_at_hand(rules, state, player, left)
    if wanted == 0:
        return False
    for cell in range(cell_count(rules.size)):
        if is_free(state, player, cell):
            ties = wanted & tied_to(rules, state, player, cell)
            if are_opposite(ties):
                return True
            if left > 1 and ties != 0 and leads_on(rules, state, player, cell, ties):
                return True
    return False


def sides_at_hand(rules: Parameters, state: State, player: int, left: int) -> int:
    """Return a bit for each side from which at most this many rows, up to the opposite side, lack a piece of
    this player's. Each row needs one, so most positions need no further look."""
    seen, reach = 0, rules.size - 1  # sixteen bits for each way
    for cell in range(cell_count(rules.size)):
        if state.board[cell] == player:
            for side in range(3):
                seen |= 1 << 16 * side + row_of(cell, WAYS[side]) + reach
    wanted = 0
    for side in range(3):
        empty = 0
        for row in range(2 * rules.size - 1):
            empty += 1 - (seen >> 16 * side + row & 1)
        if empty <= left:
            wanted |= 0b1001 << side
    return wanted


def tied_to(rules: Parameters, state: State, player: int, cell: int) -> int:
    """Return a bit for each side that a piece on this empty cell would touch, itself or through its group."""
    ties, near = sides_of(rules.size, cell), around(state, player, cell)
    if near == 0:
        return ties
    for direction in range(6):
        if near >> direction & 1:
            ties |= state.sides[name_beside(rules, state, cell, direction)]
    return ties


def are_opposite(sides: int) -> bool:
    """Are two of these sides opposite each other?"""
    return sides & sides >> 3 != 0


def leads_on(rules: Parameters, state: State, player: int, cell: int, ties: int) -> bool:
    """Would a second piece connect one on this cell, tied to these sides, with an opposite one?"""
    for other in range(cell_count(rules.size)):
        if other != cell and is_free(state, player, other):
            if are_opposite(ties | tied_to(rules, state, player, other)):
                if is_connected(rules, state, player, cell, other):
                    return True
    return False


def is_connected(rules: Parameters, state: State, player: int, cell: int, other: int) -> bool:
    """Are these two empty cells beside each other, or beside the same group of this player's?"""
    near = around(state, player, other)
    for direction in range(6):
        if step(rules.size, cell, direction) == other:
            return True
        name = another_group(rules, state, player, cell, direction)
        if name != NO_GROUP:
            for way in range(6):
                if near >> way & 1 and name_beside(rules, state, other, way) == name:
                    return True
    return False


def row_of(cell: int, way: int) -> int:
    """Return the row of a cell, 0 in the middle, for each way from side to opposite side."""
    return (EAST[cell], SOUTH[cell], EAST[cell] + SOUTH[cell])[way]
