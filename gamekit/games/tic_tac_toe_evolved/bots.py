"""The bots of Tic-Tac-Toe Evolved: a careful player, and a master who plays by the solution of the game.

The careful player weighs the lines of a square, the odds and the dice. It draws every bid from a mixture
that is the best answer to itself, because an opponent who foresees a bid beats it with one die more or saves
their dice.

The solution says how likely the player to move is to win. `values.bin` holds that chance for every board,
up to turning and mirroring it, and for every two pools, at three moments: before two turns, before one turn
and the green die, and before the green die. `python -m tests.solve_evolved` computes it again. A chance
is the sum of `RANK` products of a number of the board and one of the pools. It is off by a third of a
percent on average. Every contest is a little game of simultaneous bids in which both players mix.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from importlib.resources import files
from struct import calcsize, unpack_from
from typing import Any

from gamekit.contract import ONGOING, Random, draw
from gamekit.games.tic_tac_toe_evolved.rules import (
    apply,
    can_mark,
    highest_bid,
    is_green,
    legal_moves,
    lowest_bid,
    marks_of,
    outcomes,
    why_illegal,
)
from gamekit.games.tic_tac_toe_evolved.state import (
    BID,
    BIDDING,
    CHANCE_PHASES,
    CONTEST,
    DECIDING,
    HIGHEST_BID,
    LINE,
    MARK,
    MARKING,
    NOBODY,
    ON,
    RECHARGE,
    RELINQUISH,
    REROLL,
    ROLLING,
    SQUARES,
    TAKE,
    TAKING,
    THEIR_DIE,
    TO_DISCARD,
    TURN,
    Parameters,
    State,
    code_of,
    gift_of,
    meaning_of,
)
from gamekit.games.tic_tac_toe_evolved.text import name, write_side

BIDS = HIGHEST_BID + 1
# In percent, at BIDS * a + b, how often a player who rolls `a` dice against `b` leads by at least 1, and by at
# least 2. Every R is rolled again.
LEAD_1 = (
    0, 19, 5, 10, 4, 5, 2,
    78, 18, 28, 10, 14, 6, 8,
    65, 67, 27, 33, 15, 17, 9,
    88, 60, 62, 32, 35, 18, 20,
    83, 82, 58, 59, 35, 36, 21,
    93, 79, 78, 58, 57, 37, 37,
    91, 90, 76, 75, 57, 56, 39,
)  # fmt: skip
LEAD_2 = (
    0, 0, 4, 1, 3, 1, 2,
    0, 15, 4, 8, 3, 4, 2,
    60, 14, 23, 8, 11, 5, 6,
    52, 55, 22, 27, 12, 14, 7,
    79, 51, 52, 27, 29, 16, 17,
    75, 74, 50, 51, 30, 31, 18,
    88, 72, 71, 51, 50, 33, 32,
)  # fmt: skip
LINES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6, 1, 4, 7, 2, 5, 8, 0, 4, 8, 2, 4, 6)
# What a square is worth for a line through it with 0, 1 or 2 marks of one player and none of the
# other's: to the player who builds it, and to the other, who blocks it.
BUILDING = (10, 35, 600)
BLOCKING = (5, 30, 500)
# What the dice in a pool are worth, by their number. The first ones are worth most.
STOCK = (
    0, 22, 35, 44, 52, 57, 62, 67, 70, 74, 77, 80, 82, 84, 87, 89, 91, 92, 94, 96, 97,
)  # fmt: skip
RECHARGED = 2  # dice, on average
ROUNDS = 5  # times that the players of a contest answer each other
FORBIDDEN = -(1 << 40)  # what a forbidden bid seems to gain
WHIM = 5  # squares that differ by less are equal


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Return a turn, a bid, what to do with dice that show R, or a die to mark a square with."""
    if state.phase == TURN:
        return best_turn(rules, state, moves, random)
    if state.phase == BIDDING:
        return code_of(BID, fair_bid(rules, state, moves, random))
    if state.phase == TAKING:
        return code_of(TAKE, 1)
    if state.phase == DECIDING:
        return code_of(REROLL, rerolls(state))
    if can_mark(rules, state, THEIR_DIE):  # this keeps it out of their reach
        return code_of(MARK, THEIR_DIE)
    legal_moves(rules, state, moves)
    return moves[0]


def sensible_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Leave out what helps only the opponent, unless there is nothing else."""
    count = legal_moves(rules, state, moves)
    worthwhile = 0
    for k in range(count):
        if is_worthwhile(state, moves[k]):
            moves[worthwhile] = moves[k]
            worthwhile += 1
    return worthwhile if worthwhile > 0 else count


def is_worthwhile(state: State, move: int) -> bool:
    """Reject a contest of one's own square and a refused gift. With two dice to bid, also reject giving up a
    square for nothing."""
    kind, index = meaning_of(move)
    if kind == CONTEST:
        return state.marks[index] != state.player
    if kind == RELINQUISH:
        return gift_of(index)[1] != NOBODY or state.pool[state.player] < 2
    return kind != TAKE or index > 0


def best_turn(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Contest the square that is worth most, or recharge if more dice are worth more than that."""
    me, best, stake = state.player, NOBODY, -1
    count_lines(state, me, moves)
    for square in range(SQUARES):
        worth = moves[square] + draw(random, WHIM)
        is_better = state.marks[square] != me and worth > stake and state.pool[me] > 0
        if is_better and why_illegal(rules, state, code_of(CONTEST, square)) == 0:
            best, stake = square, worth
    contests = best != NOBODY
    if why_illegal(rules, state, code_of(RECHARGE, 0)) == 0:
        pool = state.pool[me] + min(RECHARGED, state.discard[me])
        value = 100 * (STOCK[pool] - STOCK[state.pool[1 - me]])
        if not contests or value > duel(rules, state, best, stake, moves, random, ROUNDS):
            return code_of(RECHARGE, 0)
    if contests:
        return code_of(CONTEST, best)
    legal_moves(rules, state, moves)
    return moves[0]


def count_lines(state: State, me: int, worth: list[int]) -> None:
    """Note what each square is worth for the lines through it that are not blocked without it."""
    for square in range(SQUARES):
        worth[square] = 0
    for first in range(0, len(LINES), LINE):
        for k in range(LINE):
            mine, theirs = 0, 0
            for other in range(LINE):
                if other != k and state.marks[LINES[first + other]] == me:
                    mine += 1
                elif other != k and state.marks[LINES[first + other]] == 1 - me:
                    theirs += 1
            if theirs == 0:
                worth[LINES[first + k]] += BUILDING[mine]
            if mine == 0:
                worth[LINES[first + k]] += BLOCKING[theirs]


def fair_bid(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Return the actor's bid in the contest that is on."""
    count_lines(state, state.actor, moves)
    stake, me = moves[state.square], state.actor
    duel(rules, state, state.square, stake, moves, random, 1 + draw(random, ROUNDS))
    return best_of(moves, lowest_bid(rules, state, me), highest_bid(rules, state, me))


def duel(
    rules: Parameters,
    state: State,
    square: int,
    stake: int,
    scratch: list[int],
    random: Random,
    rounds: int,
) -> int:
    """Return what a contest with this stake is worth to the actor, in hundredths.

    Round after round, each player answers all bids of the other so far. Their bids thus approach a fair
    mixture (fictitious play; G. W. Brown, 1951). `scratch` then holds what each bid
    has gained: the actor's from 0 on, the other's from BIDS on.
    """
    me, other = state.actor, 1 - state.actor
    holder = state.marks[square]
    free = 0 if holder == NOBODY else (1 if holder == me else -1)
    low, high = lowest_bid(rules, state, me), highest_bid(rules, state, me)
    least, most = lowest_bid(rules, state, other), highest_bid(rules, state, other)
    note_forbidden(rules, state, square, me, scratch, 0)
    note_forbidden(rules, state, square, other, scratch, BIDS)
    mine, theirs = high, least + draw(random, most - least + 1)
    for _ in range(rounds):
        for k in range(low, high + 1):
            scratch[k] += gain(state, me, k, theirs, stake * edge(k, theirs, free))
        mine = best_of(scratch, low, high)
        for k in range(least, most + 1):
            scratch[BIDS + k] += gain(state, other, k, mine, stake * edge(k, mine, -free))
        theirs = best_of(scratch, BIDS + least, BIDS + most) - BIDS
    return (scratch[mine] - scratch[BIDS + theirs]) // (2 * rounds)


def note_forbidden(
    rules: Parameters, state: State, square: int, player: int, notes: list[int], first: int
) -> None:
    """Note 0 for each bid of a player in a contest, or `FORBIDDEN` for one that a variant forbids.

    The function changes the state and then restores it.
    """
    phase, actor, contested = state.phase, state.actor, state.square
    state.phase, state.actor, state.square = BIDDING, player, square
    for bid in range(lowest_bid(rules, state, player), highest_bid(rules, state, player) + 1):
        is_allowed = why_illegal(rules, state, code_of(BID, bid)) == 0
        notes[first + bid] = 0 if is_allowed else FORBIDDEN
    state.phase, state.actor, state.square = phase, actor, contested


def gain(state: State, player: int, mine: int, theirs: int, won: int) -> int:
    """Return what the square and the dice are worth to a player after these bids, in hundredths."""
    own, others = (
        dice_worth(state, player, mine, theirs),
        dice_worth(state, 1 - player, theirs, mine),
    )
    return won + 100 * (own - others)


def dice_worth(state: State, player: int, mine: int, theirs: int) -> int:
    """Return what a player's pool is worth after these bids."""
    return STOCK[state.pool[player] - mine + free_die(state, player, mine, theirs)]


def best_of(numbers: list[int], first: int, last: int) -> int:
    """Return the place of the greatest of these numbers."""
    best = first
    for k in range(first + 1, last + 1):
        if numbers[k] > numbers[best]:
            best = k
    return best


def edge(mine: int, theirs: int, free: int) -> int:
    """Return in percent how much more often the player with the first bid wins than loses.

    `free` is 1 if that player holds the square, and -1 if the other does.
    """
    return leads(mine, theirs, free) - leads(theirs, mine, -free)


def leads(mine: int, theirs: int, free: int) -> int:
    """Return in percent how often the player with the first bid wins."""
    if free == 0:
        return LEAD_1[BIDS * mine + theirs]
    return LEAD_2[BIDS * mine + theirs] if free < 0 else 100 - LEAD_1[BIDS * theirs + mine]


def rerolls(state: State) -> int:
    """Return how many dice to roll again: all of them, unless the square is already won or lost."""
    me, other = state.actor, 1 - state.actor
    lead = marks_of(state, me) - marks_of(state, other)
    waiting = state.undecided[other] + state.again[other]
    is_settled = lead > waiting or lead + waiting + state.undecided[me] < 0
    return 0 if is_settled else state.undecided[me]


# --- the solution --------------------------------------------------------------------------------

DICE, SOLVED_BID = 10, 4  # of the solved game: play dice of each player, and the highest bid
BOARDS, RANK, POOLS, MOMENTS = 1588, 24, DICE + 1, 3
COLUMNS = MOMENTS * POOLS * POOLS
CERTAIN = 1 << 20  # a chance of 1
TWO_TURNS, ONE_TURN, GREEN_TURN = range(MOMENTS)
SYMMETRIES = 8
EQUAL = CERTAIN // 500  # turns that differ by less are equally good
WAYS_TO_BID = SOLVED_BID + 1
FINE = 1 << 10  # shares of a mixture are counted in these
THOROUGH, QUICK = 150, 40  # of regret matching: to bid, and to weigh what to contest
# Places in the memory of a contest: what each pair of bids is worth to the player whose turn it is, and
# of each bid of either player the regret, the share now, the sum of shares, and whether it is forbidden.
WORTH = 0
(
    MY_REGRETS,
    THEIR_REGRETS,
    MY_SHARES,
    THEIR_SHARES,
    MY_SUMS,
    THEIR_SUMS,
    MY_BANS,
    THEIR_BANS,
    MEMORY,
) = (WAYS_TO_BID * WAYS_TO_BID + WAYS_TO_BID * k for k in range(9))
RECHARGES = (8, 7, 7, 7, 7)  # of 36: how often this many dice are recharged


def _read() -> tuple[tuple[int, ...], ...]:
    """Return the file's four tables: codes of boards, means, weights of pools, numbers of boards."""
    data, at, tables = files(__package__).joinpath("values.bin").read_bytes(), 0, []
    for kind, count in (("H", BOARDS), ("i", COLUMNS), ("h", RANK * COLUMNS), ("b", RANK * BOARDS)):
        form = f"<{count}{kind}"
        tables.append(unpack_from(form, data, at))
        at += calcsize(form)
    return tuple(tables)


CODES, MEANS, WEIGHTS, NUMBERS = _read()


def _powers() -> tuple[int, ...]:
    """Return what a mark on each square adds to the code of a board, turned and mirrored in each way."""
    powers = []
    for mirrored in range(2):
        for turns in range(4):
            for square in range(SQUARES):
                row, column = divmod(square, 3)
                column = 2 - column if mirrored else column
                for _ in range(turns):
                    row, column = column, 2 - row
                powers.append(3 ** (3 * row + column))
    return tuple(powers)


def _odds() -> tuple[int, ...]:
    """Return, of `FINE`, how often the first bid leads by 2, 1, 0 and -1 at least, for each pair of bids.

    Every R is rolled again. At 4 * (WAYS_TO_BID * a + b) + 2 - least.
    """
    leads = {(0, 0): {0: 1.0}}
    for a in range(WAYS_TO_BID):
        for b in range(WAYS_TO_BID):
            before, sign = ((a - 1, b), 1) if a else ((a, b - 1), -1)
            for lead, chance in leads.get(before, {}).items() if a + b else ():
                for mark, ways in ((sign, 28), (-sign, 7), (0, 1)):
                    row = leads.setdefault((a, b), {})
                    row[lead + mark] = row.get(lead + mark, 0.0) + chance * ways / 36
    return tuple(
        round(FINE * sum(chance for lead, chance in leads[a, b].items() if lead >= least))
        for a in range(WAYS_TO_BID)
        for b in range(WAYS_TO_BID)
        for least in (2, 1, 0, -1)
    )


POWERS, ODDS = _powers(), _odds()


def has_best_move(rules: Parameters) -> bool:
    """Return whether these rules are the solved ones. Other numbers of dice and orders of turns are not."""
    return (
        rules.dice == DICE
        and rules.max_bid == SOLVED_BID
        and rules.green == ON
        and rules.displaced_die == TO_DISCARD
    )


def best_move(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Return the most valuable turn, or a bid drawn from the most valuable mixture."""
    if state.phase == TURN:
        return most_valuable_turn(rules, state, moves, random)
    if state.phase == BIDDING:
        fight(rules, state, state.square, moves, THOROUGH)
        sums = MY_SUMS if state.actor == state.player else THEIR_SUMS
        return code_of(BID, drawn(moves, sums, random))
    return policy(rules, state, moves, random)


def most_valuable_turn(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Recharge, or contest the most valuable square. Draw among equal ones."""
    me, best, equal = state.player, NOBODY, 1
    may_recharge = why_illegal(rules, state, code_of(RECHARGE, 0)) == 0
    worth = recharged(state) if may_recharge else -1
    for square in range(SQUARES):
        contest = code_of(CONTEST, square)
        if state.marks[square] != me and why_illegal(rules, state, contest) == 0:
            found = fight(rules, state, square, moves, QUICK)
            if found > worth + EQUAL:
                best, worth, equal = square, found, 1
            elif best != NOBODY and found > worth - EQUAL:
                equal += 1
                if draw(random, equal) == 0:
                    best = square
    if best != NOBODY:
        return code_of(CONTEST, best)
    if may_recharge:
        return code_of(RECHARGE, 0)
    legal_moves(rules, state, moves)
    return moves[0]


def drawn(shares: list[int], first: int, random: Random) -> int:
    """Draw a bid. Each comes as often as its share says."""
    total = 0
    for bid in range(WAYS_TO_BID):
        total += shares[first + bid]
    left, bid = draw(random, total), 0
    while left >= shares[first + bid]:
        left -= shares[first + bid]
        bid += 1
    return bid


def worths(rules: Parameters, state: State) -> list[tuple[int, float, float]]:
    """Return each turn, or each bid, with the mover's chance to win and how often it is to be played.

    Other decisions are as good as forced, so the function returns nothing for them. It is for people, so it
    is not compiled.
    """
    memory = [0] * MEMORY
    if state.phase == BIDDING:
        return _worths_of_bids(rules, state, memory)
    if state.phase != TURN:
        return []
    me, found = state.player, dict[int, int]()
    if state.discard[me] > 0:
        found[code_of(RECHARGE, 0)] = recharged(state)
    for square in range(SQUARES):
        if state.marks[square] != me and state.pool[me] > 0:
            found[code_of(CONTEST, square)] = fight(rules, state, square, memory, THOROUGH)
    good = [move for move, worth in found.items() if worth > max(found.values()) - EQUAL]
    return [(m, worth / CERTAIN, (m in good) / len(good)) for m, worth in found.items()]


def _worths_of_bids(
    rules: Parameters, state: State, memory: list[int]
) -> list[tuple[int, float, float]]:
    fight(rules, state, state.square, memory, THOROUGH)
    is_first = state.actor == state.player
    mine, theirs = (MY_SUMS, THEIR_SUMS) if is_first else (THEIR_SUMS, MY_SUMS)
    low, high = (f(rules, state, state.actor) for f in (lowest_bid, highest_bid))
    total = [sum(memory[sums : sums + WAYS_TO_BID]) for sums in (mine, theirs)]
    found = []
    for bid in range(low, high + 1):
        worth = 0.0
        for other in range(WAYS_TO_BID):
            pair = (bid, other) if is_first else (other, bid)
            won = memory[WORTH + WAYS_TO_BID * pair[0] + pair[1]] / CERTAIN
            worth += memory[theirs + other] / total[1] * (won if is_first else 1 - won)
        found.append((code_of(BID, bid), worth, memory[mine + bid] / total[0]))
    return found


def gains(rules: Parameters, state: State) -> dict[str, float]:
    """Return how much each thing would raise the chance to win of the player whose turn it is, where 1 is
    certain.

    The things are "the turn" instead of the opponent's, "a die more" in the player's pool, "a die less" in
    the opponent's, and a mark on each square that does not bear the player's, by the notation of the square,
    such as "2,2". All else stays as it is. The function is for people, so it is not compiled.
    """
    me, moment = state.player, state.slot % MOMENTS
    mine, theirs = state.pool[me], state.pool[1 - me]
    own, other = (board_with(state, player, NOBODY, NOBODY) for player in (me, 1 - me))
    now = chance(own, moment, mine, theirs)
    found = {"the turn": now - (CERTAIN - chance(other, moment, theirs, mine))}
    if mine < DICE:
        found["a die more"] = chance(own, moment, mine + 1, theirs) - now
    if theirs > 0:
        found["a die less"] = chance(own, moment, mine, theirs - 1) - now
    for square in range(SQUARES):
        if state.marks[square] != me:
            wins = completes(state, square, me)
            there = (
                CERTAIN if wins else chance(board_with(state, me, square, me), moment, mine, theirs)
            )
            found[name(square)] = there - now
    return {what: gain / CERTAIN for what, gain in found.items()}


# --- what a position is worth ------------------------------------------------------------------


def board_with(state: State, me: int, square: int, mark: int) -> int:
    """Return the number of the board as `me` sees it, if this square bore this mark."""
    code = 3**SQUARES
    for way in range(0, SYMMETRIES * SQUARES, SQUARES):
        turned = 0
        for other in range(SQUARES):
            holder = mark if other == square else state.marks[other]
            if holder != NOBODY:
                turned += POWERS[way + other] * (1 if holder == me else 2)
        code = min(code, turned)
    low, high = 0, BOARDS - 1
    while low < high:
        middle = (low + high) // 2
        if CODES[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low


def chance(board: int, moment: int, mine: int, theirs: int) -> int:
    """Return the chance, of `CERTAIN`, that the player to move wins with these pools."""
    column = (moment * POOLS + min(mine, DICE)) * POOLS + min(theirs, DICE)
    total = MEANS[column]
    for k in range(RANK):
        total += NUMBERS[board * RANK + k] * WEIGHTS[k * COLUMNS + column]
    return max(0, min(CERTAIN, total))


def next_moment(state: State) -> int:
    """Return the moment that comes after this turn: `TWO_TURNS`, `ONE_TURN` or `GREEN_TURN`."""
    return (state.slot + 1) % MOMENTS


def after(state: State, board: int, mine: int, theirs: int) -> int:
    """Return the chance to win, for the player whose turn it is, with these pools after the turn.

    The board is as the next player sees it. After the first turn of two that is the other player.
    """
    moment = next_moment(state)
    if moment == ONE_TURN:
        return CERTAIN - chance(board, moment, theirs, mine)
    return chance(board, moment, mine, theirs)


def next_board(state: State, square: int, mark: int) -> int:
    """Return the board as the next player sees it, if this square bore this mark."""
    viewer = 1 - state.player if next_moment(state) == ONE_TURN else state.player
    return board_with(state, viewer, square, mark)


def completes(state: State, square: int, player: int) -> bool:
    """Would a mark on this square give the player three in a row?"""
    for first in range(0, len(LINES), LINE):
        has, others = False, 0
        for k in range(first, first + LINE):
            if LINES[k] == square:
                has = True
            elif state.marks[LINES[k]] == player:
                others += 1
        if has and others == LINE - 1:
            return True
    return False


def recharged(state: State) -> int:
    """Return the chance to win, for the player whose turn it is, by recharging now."""
    me, total = state.player, 0
    board = next_board(state, NOBODY, NOBODY)
    for dice in range(WAYS_TO_BID):
        pool = state.pool[me] + min(dice, state.discard[me])
        total += RECHARGES[dice] * after(state, board, pool, state.pool[1 - me])
    return total // 36


# --- a contest ---------------------------------------------------------------------------------


def fight(rules: Parameters, state: State, square: int, memory: list[int], rounds: int) -> int:
    """Return the chance to win, for the player whose turn it is, by fighting for this square.

    The memory then holds how often each bid is made, from MY_SUMS and from THEIR_SUMS on.
    """
    me, other = state.player, 1 - state.player
    low, high = 0 if is_green(rules, state) else 1, highest_bid(rules, state, me)
    least, most = lowest_bid(rules, state, other), highest_bid(rules, state, other)
    weigh_bids(state, square, memory, low, high, least, most)
    for k in range(MY_REGRETS, MEMORY):
        memory[k] = 0
    note_forbidden(rules, state, square, me, memory, MY_BANS)
    note_forbidden(rules, state, square, other, memory, THEIR_BANS)
    mix(memory, MY_REGRETS, low, high, 0)
    mix(memory, THEIR_REGRETS, least, most, 0)
    for n in range(1, rounds + 1):
        learn(memory, THEIR_REGRETS, MY_SHARES, least, most, -1, n)
        learn(memory, MY_REGRETS, THEIR_SHARES, low, high, 1, n)
    return fair_worth(memory, low, high)


def weigh_bids(
    state: State, square: int, memory: list[int], low: int, high: int, least: int, most: int
) -> None:
    """Note what each pair of bids is worth to the player whose turn it is."""
    me, other, holder = state.player, 1 - state.player, state.marks[square]
    free = 0 if holder == NOBODY else (1 if holder == me else -1)
    won, lost = next_board(state, square, me), next_board(state, square, other)
    empty = next_board(state, square, NOBODY)
    wins, loses = completes(state, square, me), completes(state, square, other)
    for a in range(low, high + 1):
        for b in range(least, most + 1):
            mine = state.pool[me] - a + free_die(state, me, a, b)
            theirs = state.pool[other] - b + free_die(state, other, b, a)
            at = 4 * (WAYS_TO_BID * a + b) + 1 + free
            ahead, level = ODDS[at], ODDS[at + 1] - ODDS[at]
            total = ahead * (CERTAIN if wins else after(state, won, mine, theirs))
            total += level * after(state, empty, mine, theirs)
            if not loses:
                total += (FINE - ahead - level) * after(state, lost, mine, theirs)
            memory[WORTH + WAYS_TO_BID * a + b] = total // FINE


def free_die(state: State, player: int, bid: int, against: int) -> int:
    """Return the die that a player recharges by bidding nothing against a bid."""
    return 1 if bid == 0 and against > 0 and state.discard[player] > 0 else 0


def learn(
    memory: list[int], regrets: int, others: int, low: int, high: int, sign: int, weight: int
) -> None:
    """Regret each bid that would have done better against the other's mixture, and mix again.

    This is regret matching (S. Hart and A. Mas-Colell, 2000) that drops negative sums.
    """
    mean, shares, bans = 0, regrets + MY_SHARES - MY_REGRETS, regrets + MY_BANS - MY_REGRETS
    for bid in range(low, high + 1):
        mean += memory[shares + bid] * against(memory, bid, others, sign)
    for bid in range(low, high + 1):
        if memory[bans + bid] == 0:
            better = sign * (against(memory, bid, others, sign) - mean // FINE)
            memory[regrets + bid] = max(0, memory[regrets + bid] + better)
    mix(memory, regrets, low, high, weight)


def against(memory: list[int], bid: int, others: int, sign: int) -> int:
    """Return what a bid is worth, to the player whose turn it is, against the other's mixture."""
    total = 0
    for other in range(WAYS_TO_BID):
        pair = WAYS_TO_BID * bid + other if sign > 0 else WAYS_TO_BID * other + bid
        total += memory[others + other] * memory[WORTH + pair]
    return total // FINE


def mix(memory: list[int], regrets: int, low: int, high: int, weight: int) -> None:
    """Share by regret, or evenly if there is none, and add the shares to their sums."""
    shares, sums = regrets + MY_SHARES - MY_REGRETS, regrets + MY_SUMS - MY_REGRETS
    bans = regrets + MY_BANS - MY_REGRETS
    total, allowed = 0, 0
    for bid in range(low, high + 1):
        total += memory[regrets + bid]
        allowed += int(memory[bans + bid] == 0)
    for bid in range(low, high + 1):
        if total > 0:
            memory[shares + bid] = FINE * memory[regrets + bid] // total
        else:
            memory[shares + bid] = FINE // allowed if memory[bans + bid] == 0 else 0
        memory[sums + bid] += weight * memory[shares + bid]


def fair_worth(memory: list[int], low: int, high: int) -> int:
    """Return what the contest is worth if the other player keeps to their mixture."""
    total, best = 0, 0
    for bid in range(WAYS_TO_BID):
        total += memory[THEIR_SUMS + bid]
    for mine in range(low, high + 1):
        worth = 0
        for bid in range(WAYS_TO_BID):
            worth += memory[THEIR_SUMS + bid] * memory[WORTH + WAYS_TO_BID * mine + bid]
        if memory[MY_BANS + mine] == 0:
            best = max(best, worth // max(1, total))
    return best


# --- the odds, exactly, as fractions -------------------------------------------------------------


def shares_of(
    rules: Parameters, state: State, see: Callable[[State], Hashable]
) -> dict[Hashable, Fraction]:
    """Return the chance of each thing that `see` may find in the state after this turn's rolls.

    Every R is re-rolled, unless `r_policy` returns it. The dice stop where a player has another
    decision to make.
    """
    found: dict[Hashable, Fraction] = {}
    current = {state.values(): (state, Fraction(1))}
    while current:
        following: dict[tuple[Any, ...], tuple[State, Fraction]] = {}
        for before, weight in current.values():
            moves = next_steps(rules, before) if before.slot == state.slot else []
            for move, ways in moves:
                new = before.copy()
                apply(rules, new, move)
                key, share = new.values(), weight * ways / sum(n for _, n in moves)
                following[key] = new, share + (following[key][1] if key in following else 0)
            if not moves:
                found[see(before)] = found.get(see(before), Fraction(0)) + weight
        current = following
    return found


def next_steps(rules: Parameters, state: State) -> list[tuple[int, int]]:
    """Return the next moves, each with its number of equally likely ways.

    They are the faces of the die to be rolled, or the one decision that `shares_of` takes for granted.
    """
    if state.winner == ONGOING and state.phase in CHANCE_PHASES:
        sides = [write_side(state, side) for side in range(outcomes(rules, state))]
        return [(sides.index(face), sides.count(face)) for face in dict.fromkeys(sides)]
    if state.winner == ONGOING and state.phase == DECIDING:
        return [(code_of(REROLL, state.undecided[state.actor]), 1)]
    if state.phase == TAKING and state.unrolled[0] + state.unrolled[1] > 0:
        return [(code_of(TAKE, 0), 1)]  # a recharged die does not take part
    return []


def odds(rules: Parameters, state: State) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances that player 0 holds the contested square in the end, that it is empty, and that
    player 1 holds it.

    Both bids must be set. `shares_of` says what happens to Rs.
    """
    square = state.square

    def holder(end: State) -> int:
        return end.actor if end.phase == MARKING else end.marks[square]

    found = shares_of(rules, state, holder)
    win, tie, lose = (found.get(player, Fraction(0)) for player in (0, NOBODY, 1))
    return win, tie, lose


def odds_of_bids(rules: Parameters, state: State, bids: tuple[int, int]) -> tuple[Fraction, ...]:
    """Return the chances of these bids before anybody has rolled, in the order of `odds`.

    All dice are alike, so this works out the chances of one and adds them up. A table of all bids is
    quick that way.
    """
    alone = state.copy()
    for square in range(SQUARES):
        alone.marks[square] = alone.owners[square] = NOBODY
    for player in range(2):
        alone.bids[player] = alone.unrolled[player] = 1 - player
        alone.undecided[player] = alone.again[player] = 0
    alone.shown[:] = [0] * 4
    alone.phase = ROLLING
    die = dict(zip((1, 0, -1), odds(rules, alone), strict=True))
    # How many marks player 0 is ahead by: at first those that the holder has for free.
    margins = {
        sum(sign * (state.marks[state.square] == p) for p, sign in enumerate((1, -1))): Fraction(1)
    }
    for sign in (1,) * bids[0] + (-1,) * bids[1]:
        following: dict[int, Fraction] = {}
        for margin, weight in margins.items():
            for mark, share in die.items():
                ahead = margin + sign * mark
                following[ahead] = following.get(ahead, Fraction(0)) + weight * share
        margins = following
    win = sum((weight for margin, weight in margins.items() if margin > 0), Fraction(0))
    tie = margins.get(0, Fraction(0))
    return win, tie, 1 - win - tie
