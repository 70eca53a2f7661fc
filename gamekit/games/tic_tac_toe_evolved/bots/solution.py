"""The solution of Tic-Tac-Toe Evolved: how likely the player to move is to win, and the best move.

`values.bin` holds that chance for every board, up to turning and mirroring it, and for every two
pools, at three moments: before two turns, before one turn and the green die, and before the green
die. `python -m tests.solve_evolved` works it out anew. A chance is the sum of `RANK` products of a
number of the board and one of the pools, which is within a third of a percent of it on average.

Every contest is a little game of simultaneous bids in which both players mix.
"""

from __future__ import annotations

from importlib.resources import files
from struct import calcsize, unpack_from

from gamekit.contract import Random, draw
from gamekit.games.tic_tac_toe_evolved.bots.policy import LINES, policy
from gamekit.games.tic_tac_toe_evolved.rules import (
    highest_bid,
    is_green,
    legal_moves,
    lowest_bid,
)
from gamekit.games.tic_tac_toe_evolved.state import (
    BID,
    BIDDING,
    CONTEST,
    LINE,
    NOBODY,
    ON,
    RECHARGE,
    SQUARES,
    TO_DISCARD,
    TURN,
    Parameters,
    State,
    code_of,
)

DICE, MOST_DICE = 10, 4  # of the solved game: play dice of each player, and the highest bid
BOARDS, RANK, POOLS, MOMENTS = 1588, 24, DICE + 1, 3
COLUMNS = MOMENTS * POOLS * POOLS
SURE = 1 << 20  # a chance of 1
TWO_TURNS, ONE_TURN, GREEN_TURN = range(MOMENTS)
SYMMETRIES = 8
EQUAL = SURE // 500  # turns that differ by less are equally good
WAYS_TO_BID = MOST_DICE + 1
FINE = 1 << 10  # shares of a mixture are counted in these
THOROUGH, QUICK = 150, 40  # of regret matching: to bid, and to weigh what to contest
# Places in the memory of a contest: what each pair of bids is worth to the player whose turn it is, and
# of each bid of either player the regret, the share now and the sum of shares.
WORTH = 0
MY_REGRETS, THEIR_REGRETS, MY_SHARES, THEIR_SHARES, MY_SUMS, THEIR_SUMS = (
    WAYS_TO_BID * WAYS_TO_BID + WAYS_TO_BID * k for k in range(6)
)
RECHARGES = (8, 7, 7, 7, 7)  # of 36: how often so many dice are recharged


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
        and rules.max_bid == MOST_DICE
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
    worth = recharged(state) if state.discard[me] > 0 else -1
    for square in range(SQUARES):
        if state.marks[square] != me and state.pool[me] > 0:
            found = fight(rules, state, square, moves, QUICK)
            if found > worth + EQUAL:
                best, worth, equal = square, found, 1
            elif best != NOBODY and found > worth - EQUAL:
                equal += 1
                if draw(random, equal) == 0:
                    best = square
    if best != NOBODY:
        return code_of(CONTEST, best)
    if state.discard[me] > 0:
        return code_of(RECHARGE, 0)
    legal_moves(rules, state, moves)
    return moves[0]


def drawn(shares: list[int], first: int, random: Random) -> int:
    """Draw a bid, each as often as its share says."""
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

    Other decisions are as good as forced, and nothing is returned. This is for people: it is not compiled.
    """
    memory = [0] * (THEIR_SUMS + WAYS_TO_BID)
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
    return [(m, worth / SURE, (m in good) / len(good)) for m, worth in found.items()]


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
            won = memory[WORTH + WAYS_TO_BID * pair[0] + pair[1]] / SURE
            worth += memory[theirs + other] / total[1] * (won if is_first else 1 - won)
        found.append((code_of(BID, bid), worth, memory[mine + bid] / total[0]))
    return found


def gains(rules: Parameters, state: State) -> dict[str, float]:
    """Return what things are worth to the player whose turn it is: by how much each raises the chance
    to win, where 1 is certain.

    They are "the turn", with the opponent's in its place; "a die more" in the own pool, "a die less" in
    the opponent's, and each square without a mark of the player's, by its notation, such as "2,2": with a
    mark of theirs, and all else as it is. This is for people: it is not compiled.
    """
    me, moment = state.player, state.slot % MOMENTS
    mine, theirs = state.pool[me], state.pool[1 - me]
    own, other = (board_with(state, player, NOBODY, NOBODY) for player in (me, 1 - me))
    now = chance(own, moment, mine, theirs)
    found = {"the turn": now - (SURE - chance(other, moment, theirs, mine))}
    if mine < DICE:
        found["a die more"] = chance(own, moment, mine + 1, theirs) - now
    if theirs > 0:
        found["a die less"] = chance(own, moment, mine, theirs - 1) - now
    for square in range(SQUARES):
        if state.marks[square] != me:
            wins = completes(state, square, me)
            there = (
                SURE if wins else chance(board_with(state, me, square, me), moment, mine, theirs)
            )
            found[f"{square % 3 + 1},{square // 3 + 1}"] = there - now
    return {what: gain / SURE for what, gain in found.items()}


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
    """Return the chance, of `SURE`, that the player to move wins with these pools."""
    column = (moment * POOLS + min(mine, DICE)) * POOLS + min(theirs, DICE)
    total = MEANS[column]
    for k in range(RANK):
        total += NUMBERS[board * RANK + k] * WEIGHTS[k * COLUMNS + column]
    return max(0, min(SURE, total))


def next_moment(state: State) -> int:
    """Return the moment that comes after this turn: `TWO_TURNS`, `ONE_TURN` or `GREEN_TURN`."""
    return (state.slot + 1) % MOMENTS


def after(state: State, board: int, mine: int, theirs: int) -> int:
    """Return how likely the player whose turn it is wins with these pools after the turn.

    The board is as the next player sees it, which is the other one after the first turn of two.
    """
    moment = next_moment(state)
    if moment == ONE_TURN:
        return SURE - chance(board, moment, theirs, mine)
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
    """Return how likely the player whose turn it is wins by recharging now."""
    me, total = state.player, 0
    board = next_board(state, NOBODY, NOBODY)
    for dice in range(WAYS_TO_BID):
        pool = state.pool[me] + min(dice, state.discard[me])
        total += RECHARGES[dice] * after(state, board, pool, state.pool[1 - me])
    return total // 36


# --- a contest ---------------------------------------------------------------------------------


def fight(rules: Parameters, state: State, square: int, memory: list[int], rounds: int) -> int:
    """Return how likely the player whose turn it is wins by fighting for this square.

    The memory then holds how often each bid is made, from MY_SUMS and from THEIR_SUMS on.
    """
    me, other = state.player, 1 - state.player
    low, high = 0 if is_green(rules, state) else 1, highest_bid(rules, state, me)
    least, most = lowest_bid(rules, state, other), highest_bid(rules, state, other)
    weigh_bids(state, square, memory, low, high, least, most)
    for k in range(MY_REGRETS, THEIR_SUMS + WAYS_TO_BID):
        memory[k] = 0
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
            total = ahead * (SURE if wins else after(state, won, mine, theirs))
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
    """Regret each bid that would have done better against the other's mixture, and mix anew.

    This is regret matching (S. Hart and A. Mas-Colell, 2000) that drops negative sums.
    """
    mean, shares = 0, regrets + MY_SHARES - MY_REGRETS
    for bid in range(low, high + 1):
        mean += memory[shares + bid] * against(memory, bid, others, sign)
    for bid in range(low, high + 1):
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
    """Share by regret, evenly if there is none, and add the shares to their sums."""
    shares, sums, total = regrets + MY_SHARES - MY_REGRETS, regrets + MY_SUMS - MY_REGRETS, 0
    for bid in range(low, high + 1):
        total += memory[regrets + bid]
    for bid in range(low, high + 1):
        if total > 0:
            memory[shares + bid] = FINE * memory[regrets + bid] // total
        else:
            memory[shares + bid] = FINE // (high - low + 1)
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
        best = max(best, worth // total)
    return best
