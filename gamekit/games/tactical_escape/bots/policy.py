"""A careful player of Tactical Escape gives hard win conditions and expects to be given hard ones.

Players do not see what they received. The opponent probably gave what is hardest to fulfill. So the player
works toward that, and against what the player gave the opponent.
"""

from __future__ import annotations

from gamekit.boards.hexagon import EMPTY, NOWHERE, cell_count, is_group, number_of, step
from gamekit.contract import Random, draw
from gamekit.games.tactical_escape.bots.within_reach import (
    freedom,
    is_near,
    lacking_in_flower,
    lacking_in_row,
    row_of,
)
from gamekit.games.tactical_escape.rules import (
    fulfils,
    gifts,
    has_begun,
    is_given,
    legal_moves,
    most_pieces,
    next_giver,
    pieces_placed,
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
    ASKS,
    BORDERING_GROUPS,
    CONNECTION,
    EXACT_ROW,
    FLOWER_COUNT,
    HARDNESS,
    LARGE,
    LARGE_GROUPS,
    LARGEST_GROUP,
    LONG_ROW,
    NEEDED,
    ON_ONE,
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
PULL = (0, 200, 60, 15, 4, 1)  # of a row or flower, by the pieces it lacks
OUT = -1 << 30


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
        if count > 0 and fulfils(rules, state, player, condition):
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
            lacks = lacking_in_row(rules, state, player, start, axis, length, length)
            if 0 < lacks < length:
                cell = start
                for _ in range(length):
                    scores[cell] += weight * PULL[lacks]
                    cell = step(rules.size, cell, axis)


def pull_flowers(
    rules: Parameters, state: State, scores: list[int], player: int, weight: int
) -> None:
    """Score the empty cells of flowers that the player can still fill."""
    for centre in range(cell_count(rules.size)):
        for turn in range(2):
            lacks = lacking_in_flower(rules, state, player, centre, turn)
            if 0 < lacks <= 4:
                scores[centre] += weight * PULL[lacks]
                for direction in range(turn, turn + 6, 2):
                    scores[step(rules.size, centre, direction)] += weight * PULL[lacks]


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
        if is_given(state, 1 - player, condition) and fulfils(rules, state, player, condition):
            return True
    return False
