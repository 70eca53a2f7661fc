"""Tic-Tac-Toe Evolved, as it is played: whose turn it is, what they may do, how a contest goes.

The rulebook is beside this file.
"""

from __future__ import annotations

from gamekit.boards.grid import has_line
from gamekit.contract import CHANCE, DRAW, ONGOING, OVER, Random, draw
from gamekit.games.tic_tac_toe_evolved.state import (
    ABBA,
    AFTER_CONTEST,
    ALWAYS_REROLL,
    AT_REVEAL,
    BEYOND_POOL,
    BID,
    BIDDING,
    CANNOT_MARK,
    CANNOT_RETRIEVE,
    CHANCE_PHASES,
    CHOOSE,
    COLUMN,
    CONTEST,
    DECIDING,
    DIE_SIDES,
    ELEVENTH_R,
    EMPTY_DISCARD,
    EMPTY_POOL,
    GREEN_DIE,
    LINE,
    MARK,
    MARKING,
    MOVES,
    MUST_BID,
    NO,
    NOBODY,
    NOT_A_BID,
    NOT_A_TURN,
    NOT_HELD,
    ON,
    ONE_OR_NONE,
    OWN_DIE,
    OWN_SIDES,
    OWN_SQUARE,
    R_SIDE,
    RECHARGE,
    RECHARGING,
    RECHARGING_AGAIN,
    RELINQUISH,
    REROLL,
    REROLLING,
    ROLLING,
    ROW,
    SAME_DIE,
    SIZE,
    SQUARES,
    STAYS,
    TAKE,
    TAKING,
    THREE_IN_A_ROW,
    TO_POOL,
    TOO_MANY_RS,
    TURN,
    TURN_LIMIT,
    TURN_OVER,
    UNSET,
    Parameters,
    State,
    code_of,
    gift_of,
    index_of_gift,
    meaning_of,
)

# Who takes the turns, in order: the starter, the other player, the green die (TTE-27).
STARTER, OTHER, GREEN = range(3)
WITH_GREEN = (STARTER, OTHER, GREEN, OTHER, STARTER, GREEN)
WITHOUT_GREEN = (STARTER, OTHER, OTHER, STARTER)


def impossible(rules: Parameters) -> str:
    """Return why these settings do not work together, or nothing."""
    if rules.start_pool > rules.dice:
        return (
            f"start_pool={rules.start_pool} with dice={rules.dice}: a pool cannot start with more "
            "dice than there are. Lower start_pool or raise dice."
        )
    return ""


def setup(rules: Parameters, state: State) -> None:
    """Clear the board, and put the dice into pool and discard (TTE-9)."""
    for square in range(SQUARES):
        state.marks[square] = NOBODY
        state.owners[square] = NOBODY
    for player in range(2):
        state.pool[player] = rules.start_pool
        state.discard[player] = rules.dice - rules.start_pool
    state.turn = 0
    state.slot = 0
    state.winner = ONGOING
    state.rule = 0
    begin_turn(rules, state)


def to_act(rules: Parameters, state: State) -> int:
    """Chance rolls all dice, one by one (TTE-15)."""
    if state.winner != ONGOING:
        return OVER
    return CHANCE if state.phase in CHANCE_PHASES else state.actor


def outcomes(rules: Parameters, state: State) -> int:
    """Return how many sides a die has: six, whichever it is."""
    return DIE_SIDES


def move_count(rules: Parameters) -> int:
    """Return how many moves there are, of all kinds."""
    return MOVES


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


# --- whose turn it is ----------------------------------------------------------------------------


def slots(rules: Parameters) -> int:
    """Return the number of turns, including those of the green die, after which the order begins anew (TTE-27, TTE-30,
    TTE-Q25).
    """
    if rules.green == ON:
        return len(WITH_GREEN)
    return len(WITHOUT_GREEN) if rules.order_without_green == ABBA else 2


def taker(rules: Parameters, slot: int) -> int:
    """Return who takes the turn at this place of the order: STARTER, OTHER or GREEN (TTE-27, TTE-Q25)."""
    return WITH_GREEN[slot] if rules.green == ON else WITHOUT_GREEN[slot]


def is_green(rules: Parameters, state: State) -> bool:
    """Is this the green die's turn?"""
    return taker(rules, state.slot) == GREEN


def begin_turn(rules: Parameters, state: State) -> None:
    """Begin a turn: nothing is contested, and a player chooses what to do or the green die is rolled (TTE-29)."""
    green = is_green(rules, state)
    mover = taker(rules, (state.slot + 1) % slots(rules) if green else state.slot)
    state.player = state.first if mover == STARTER else 1 - state.first
    state.actor = state.player
    state.phase = COLUMN if green else TURN
    state.square = NOBODY
    for player in range(2):
        state.bids[player] = UNSET
        state.unrolled[player] = 0
        state.undecided[player] = 0
        state.again[player] = 0
    for k in range(4):
        state.shown[k] = 0


def end_turn(rules: Parameters, state: State) -> None:
    """Begin the next turn, or end the game at the limit of turns."""
    if not is_green(rules, state):
        state.turn += 1
    state.slot = (state.slot + 1) % slots(rules)
    begin_turn(rules, state)
    judge_turns(rules, state)


def judge_turns(rules: Parameters, state: State) -> None:
    """Draw the game at the limit of turns, where there is one (TTE-Q24)."""
    if rules.turn_cap > 0 and state.turn >= 2 * rules.turn_cap:
        state.winner = DRAW
        state.rule = TURN_LIMIT


# --- what a player may do ------------------------------------------------------------------------


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move (TTE-4, TTE-10, TTE-12, TTE-14, TTE-17, TTE-Q2)."""
    kind, index = meaning_of(move)
    if state.phase == TURN:
        return why_no_turn(rules, state, kind, index)
    if state.phase == BIDDING:
        return why_no_bid(rules, state, index) if kind == BID else NOT_A_BID
    if state.phase == TAKING:
        return 0 if kind == TAKE else ONE_OR_NONE
    if state.phase == DECIDING:
        return 0 if kind == REROLL and index <= state.undecided[state.actor] else TOO_MANY_RS
    return 0 if kind == MARK and can_mark(rules, state, index) else CANNOT_MARK


def why_no_turn(rules: Parameters, state: State, kind: int, index: int) -> int:
    """Return 0 or the rule that forbids this turn."""
    if kind == CONTEST:
        return why_no_contest(rules, state, index)
    if kind == RECHARGE:
        return EMPTY_DISCARD if state.discard[state.player] == 0 else 0
    return why_no_gift(state, index) if kind == RELINQUISH else NOT_A_TURN


def why_no_contest(rules: Parameters, state: State, square: int) -> int:
    """Return 0 or the rule that forbids this contest (TTE-Q6, TTE-Q16)."""
    if state.pool[state.player] == 0:
        return EMPTY_POOL
    if rules.contest_own == NO and state.marks[square] == state.player:
        return OWN_SQUARE
    return 0


def why_no_gift(state: State, index: int) -> int:
    """Return 0 or the rule that forbids giving up this square (TTE-25, TTE-26, TTE-Q18)."""
    square, retrieved = gift_of(index)
    if state.marks[square] != state.player:
        return NOT_HELD
    if retrieved != NOBODY and not can_retrieve(state, square, retrieved):
        return CANNOT_RETRIEVE
    return 0


def can_retrieve(state: State, square: int, retrieved: int) -> bool:
    """Does giving up the one square allow taking back one's die from the other (TTE-26)?"""
    player = state.player
    return (
        state.owners[square] == 1 - player
        and state.owners[retrieved] == player
        and state.marks[retrieved] == 1 - player
    )


def why_no_bid(rules: Parameters, state: State, dice: int) -> int:
    """Return 0 or the rule that forbids this bid of the actor (TTE-12, TTE-13, TTE-Q5, TTE-Q27)."""
    if dice > rules.max_bid:
        return NOT_A_BID
    if dice < lowest_bid(rules, state, state.actor):
        return MUST_BID
    return BEYOND_POOL if dice > state.pool[state.actor] else 0


def lowest_bid(rules: Parameters, state: State, player: int) -> int:
    """The contester bids at least one die (TTE-13); in a green turn nobody has to (TTE-28)."""
    return 1 if player == state.player and not is_green(rules, state) else 0


def highest_bid(rules: Parameters, state: State, player: int) -> int:
    """Nobody bids more than the pool (TTE-Q5, TTE-Q6)."""
    return min(rules.max_bid, state.pool[player])


def legal_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves`, looking only at those of this phase."""
    if state.phase == TURN:
        return possible_turns(rules, state, moves)
    first, beyond = code_of(MARK, 0), MOVES
    if state.phase == BIDDING:
        first = code_of(BID, lowest_bid(rules, state, state.actor))
        beyond = code_of(BID, highest_bid(rules, state, state.actor)) + 1
    elif state.phase == TAKING:
        first, beyond = code_of(TAKE, 0), code_of(TAKE, 1) + 1
    elif state.phase == DECIDING:
        first, beyond = code_of(REROLL, 0), code_of(REROLL, state.undecided[state.actor]) + 1
    count = 0
    for move in range(first, beyond):
        if state.phase != MARKING or can_mark(rules, state, meaning_of(move)[1]):
            moves[count] = move
            count += 1
    return count


def possible_turns(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves` with what the player may do in this turn."""
    player = state.player
    count = 0
    for square in range(SQUARES):
        if why_no_contest(rules, state, square) == 0:
            moves[count] = code_of(CONTEST, square)
            count += 1
    if state.discard[player] > 0:
        moves[count] = code_of(RECHARGE, 0)
        count += 1
    for square in range(SQUARES):
        if state.marks[square] == player:
            moves[count] = code_of(RELINQUISH, index_of_gift(square, NOBODY))
            count += 1
            for retrieved in range(SQUARES):
                if can_retrieve(state, square, retrieved):
                    moves[count] = code_of(RELINQUISH, index_of_gift(square, retrieved))
                    count += 1
    return count


# --- what a move does ----------------------------------------------------------------------------


def apply(rules: Parameters, state: State, move: int) -> None:
    """Take one decision of a player or the roll of one die.

    The green die says the column, then the row of a contest (TTE-28, TTE-Q26).
    """
    phase = state.phase
    if phase == TURN:
        act(state, move)
    elif phase == COLUMN:
        state.square = GREEN_DIE[move] - 1
        state.phase = ROW
    elif phase == ROW:
        contest(state, (GREEN_DIE[move] - 1) * SIZE + state.square)
    elif phase in (RECHARGING, RECHARGING_AGAIN):
        recharge(state, move)
    else:
        advance(rules, state, move)
    if state.phase == TURN_OVER:
        end_turn(rules, state)


def act(state: State, move: int) -> None:
    """Begin what the player chose to do in this turn (TTE-10)."""
    kind, index = meaning_of(move)
    if kind == CONTEST:
        contest(state, index)
    elif kind == RECHARGE:
        state.phase = RECHARGING
    else:
        relinquish(state, index)


def relinquish(state: State, index: int) -> None:
    """Empty a square, and that of the retrieved die (TTE-25, TTE-26, TTE-Q17, TTE-Q19)."""
    square, retrieved = gift_of(index)
    clear(state, square, TO_POOL)
    if retrieved != NOBODY:
        clear(state, retrieved, TO_POOL)
    state.phase = TURN_OVER


def recharge(state: State, side: int) -> None:
    """Move as many dice as the eleventh die shows; a first R is rolled again (TTE-24, TTE-Q21)."""
    if side == ELEVENTH_R and state.phase == RECHARGING:
        state.phase = RECHARGING_AGAIN
        return
    if side != ELEVENTH_R:
        restore(state, state.player, min(side, state.discard[state.player]))
    state.phase = TURN_OVER


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """Every decision stands alone: between two by one player, the other acts or a die is rolled."""
    return False


def same_turn(rules: Parameters, before: State, after: State) -> bool:
    """Both players act in a contest. The green die's turns have no number of their own (TTE-12, TTE-28)."""
    return before.turn == after.turn and is_green(rules, before) == is_green(rules, after)


# --- the contest of a square ---------------------------------------------------------------------


def contest(state: State, square: int) -> None:
    """Fight for this square (TTE-11): player 0 bids first, but the bids are shown together (TTE-12)."""
    state.square = square
    state.phase = BIDDING
    state.actor = 0


def advance(rules: Parameters, state: State, move: int) -> None:
    """Take one bid, decision or roll of a contest."""
    if state.phase in (ROLLING, REROLLING):
        roll(rules, state, move)
    else:
        decide(rules, state, move)
    if state.phase in (ROLLING, DECIDING, REROLLING):
        go_on(rules, state)


def decide(rules: Parameters, state: State, move: int) -> None:
    """Take the actor's bid, free die, re-rolls or mark."""
    _, chosen = meaning_of(move)
    if state.phase == BIDDING:
        bid(rules, state, chosen)
    elif state.phase == TAKING:
        restore(state, state.actor, chosen)
        state.phase = ROLLING if rules.free_recharge_time == AT_REVEAL else TURN_OVER
    elif state.phase == DECIDING:
        state.again[state.actor] = chosen
        state.undecided[state.actor] = 0
    else:
        finish(rules, state, chosen)


def bid(rules: Parameters, state: State, dice: int) -> None:
    """Set the actor's bid; once both are set they are shown (TTE-12)."""
    state.bids[state.actor] = dice
    if state.actor == 0:
        state.actor = 1
    else:
        for player in range(2):
            state.unrolled[player] = state.bids[player]
        state.phase = ROLLING
        if rules.free_recharge_time == AT_REVEAL:
            offer_free_die(state)


def offer_free_die(state: State) -> None:
    """Offer a die from the discard to a player who bid nothing against a bid (TTE-14, TTE-Q8).

    This holds in green turns, too (TTE-Q9); nobody recharges where both bid nothing (TTE-28).
    """
    for player in range(2):
        if state.bids[player] == 0 and state.bids[1 - player] > 0 and state.discard[player] > 0:
            state.phase = TAKING
            state.actor = player


def whose_roll(rules: Parameters, state: State) -> int:
    """Return whose die of a contest is rolled; the green die is nobody's (TTE-15)."""
    return roller(state) if state.phase in (ROLLING, REROLLING) else -1


def roller(state: State) -> int:
    """Return whose die is rolled next: all of player 0's come first (TTE-15)."""
    if state.phase == ROLLING:
        return 0 if state.unrolled[0] > 0 else 1
    return 0 if state.again[0] > 0 else 1


def roll(rules: Parameters, state: State, side: int) -> None:
    """Take the roll of one die. A die that shows no mark in the end returns to the pool (TTE-4, TTE-Q3)."""
    owner = roller(state)
    if state.phase == ROLLING:
        state.unrolled[owner] -= 1
        if side == R_SIDE and rules.r_policy == CHOOSE:
            state.undecided[owner] += 1
        elif side == R_SIDE and rules.r_policy == ALWAYS_REROLL:
            state.again[owner] += 1
    else:
        state.again[owner] -= 1
    if side != R_SIDE:
        player = owner if side < OWN_SIDES else 1 - owner
        state.shown[2 * owner + player] += 1


def go_on(rules: Parameters, state: State) -> None:
    """Begin the next phase: rolls, then decisions on R, then re-rolls, then the marks (TTE-15).

    The contester decides before the opponent (TTE-Q1).
    """
    if state.unrolled[0] + state.unrolled[1] > 0:
        state.phase = ROLLING
    elif state.undecided[0] + state.undecided[1] > 0:
        state.phase = DECIDING
        contester = state.player
        state.actor = contester if state.undecided[contester] > 0 else 1 - contester
    elif state.again[0] + state.again[1] > 0:
        state.phase = REROLLING
    else:
        settle(rules, state)


def marks_of(state: State, player: int) -> int:
    """Return the marks that count for this player in the contest, on whichever dice (TTE-16, TTE-Q4).

    The holder has one for free (TTE-21); a player who bid nothing may have marks as well (TTE-Q10).
    """
    free = 1 if state.marks[state.square] == player else 0
    return state.shown[player] + state.shown[2 + player] + free


def settle(rules: Parameters, state: State) -> None:
    """More marks win the square (TTE-16); no marks at all are a tie, too (TTE-Q11).

    A tie empties the square (TTE-20, TTE-22, TTE-Q14). Where several dice could mark it, the winner
    chooses (TTE-Q28).
    """
    lead = marks_of(state, 0) - marks_of(state, 1)
    if lead == 0:
        clear(state, state.square, rules.displaced_die)
        discard_dice(state)
        end_contest(rules, state)
        return
    state.actor = 0 if lead > 0 else 1
    choices, last = 0, SAME_DIE
    for die in range(SAME_DIE + 1):
        if can_mark(rules, state, die):
            choices += 1
            last = die
    if choices > 1:
        state.phase = MARKING
    else:
        finish(rules, state, last)


def can_mark(rules: Parameters, state: State, die: int) -> bool:
    """Can the winner of the square use this die: their own, the other player's, or the one there?

    The holder's own stays (TTE-Q12). Others have to show the winner's mark (TTE-17); on an empty square one
    always does (TTE-Q29).
    """
    winner = state.actor
    if die == SAME_DIE:
        return state.marks[state.square] == winner
    if state.marks[state.square] == winner and rules.defender_may_swap == STAYS:
        return False
    return state.shown[2 * die_owner(winner, die) + winner] > 0


def die_owner(winner: int, die: int) -> int:
    """Return the player whose die marks the square."""
    return winner if die == OWN_DIE else 1 - winner


def finish(rules: Parameters, state: State, die: int) -> None:
    """Mark the square, discard the other dice, and look for three in a row (TTE-17, TTE-19).

    A die on a square is in no pool and in no discard, so nobody recharges it (TTE-18).
    """
    winner = state.actor
    if die != SAME_DIE:
        owner = die_owner(winner, die)
        clear(state, state.square, rules.displaced_die)
        state.marks[state.square] = winner
        state.owners[state.square] = owner
        state.pool[owner] -= 1
        state.shown[2 * owner + winner] -= 1
    discard_dice(state)
    judge_lines(state, winner)
    end_contest(rules, state)


def discard_dice(state: State) -> None:
    """Take all dice that show a mark out of the pools (TTE-5, TTE-19, TTE-20)."""
    for owner in range(2):
        restore(state, owner, -state.shown[2 * owner] - state.shown[2 * owner + 1])
        state.shown[2 * owner] = 0
        state.shown[2 * owner + 1] = 0


def has_three(state: State, player: int) -> bool:
    """Does this player have three in a row (TTE-23)?"""
    return has_line(SIZE, SIZE, state.marks, player, LINE)


def judge_lines(state: State, player: int) -> None:
    """End the game if this player has three in a row, whoever's turn it is (TTE-23, TTE-Q23)."""
    if has_three(state, player):
        state.winner = player
        state.rule = THREE_IN_A_ROW


def end_contest(rules: Parameters, state: State) -> None:
    """End the turn, but first recharge a free die where that comes after the contest (TTE-Q8)."""
    if state.winner == ONGOING:
        state.phase = TURN_OVER
        if rules.free_recharge_time == AFTER_CONTEST:
            offer_free_die(state)


def restore(state: State, player: int, count: int) -> None:
    """Move dice from the discard to the pool; a negative count moves them the other way."""
    state.discard[player] -= count
    state.pool[player] += count


def clear(state: State, square: int, goal: int) -> None:
    """Send the die on a square, if there is one, to its owner's pool or discard.

    The square is lost or tied (TTE-Q13, TTE-Q14) or given up (TTE-Q19); the die may have been locked
    (TTE-Q15).
    """
    owner = state.owners[square]
    if owner != NOBODY:
        if goal == TO_POOL:
            state.pool[owner] += 1
        else:
            state.discard[owner] += 1
    state.marks[square] = NOBODY
    state.owners[square] = NOBODY


# --- what is secret ------------------------------------------------------------------------------


def hide(rules: Parameters, view: State, player: int) -> None:
    """Cover the first bid until the second is made (TTE-12)."""
    if view.phase == BIDDING and player != 0:
        view.bids[0] = UNSET


def imagine(rules: Parameters, view: State, player: int, random: Random) -> None:
    """Replace a covered bid by any that was allowed."""
    if view.phase == BIDDING and view.actor == 1 and view.bids[0] == UNSET:
        lowest = lowest_bid(rules, view, 0)
        view.bids[0] = lowest + draw(random, highest_bid(rules, view, 0) - lowest + 1)


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """The first bid is covered, for everybody but the player who made it."""
    return state.phase != BIDDING or state.actor == 1 or player == 0


def reveals(rules: Parameters, state: State, move: int) -> bool:
    """The second bid uncovers the first."""
    return state.phase == BIDDING and state.actor == 1
