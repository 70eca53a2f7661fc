"""Tic-Tac-Toe Evolved, as it is played: see the rulebook beside this file."""

from __future__ import annotations

from typing import Any

from gamekit.boards.grid import has_line
from gamekit.contract import (
    CHANCE,
    DRAW,
    ONGOING,
    OVER,
    RULING,
    array,
    choice,
    draw,
    number,
    whole,
)
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState

ON, OFF = range(2)


ALTERNATE, ABBA = range(2)


TO_DISCARD, TO_POOL = range(2)


AT_REVEAL, AFTER_CONTEST = range(2)


YES, NO = range(2)  # of contest_own; defender_may_swap has them the other way round


STAYS, MAY_SWAP = range(2)


CHOOSE, ALWAYS_REROLL, ALWAYS_RETURN = range(3)


NOBODY = -1


SQUARES = 9


HIGHEST_BID = 6


UNSET = -1  # a bid that is not made, or not known


# Who takes the turns, in order: the starter, the other player, the green die.
STARTER, OTHER, GREEN = range(3)


WITH_GREEN = (STARTER, OTHER, GREEN, OTHER, STARTER, GREEN)


WITHOUT_GREEN = (STARTER, OTHER, OTHER, STARTER)


GREEN_DIE = (1, 1, 2, 2, 3, 3)


DIE_SIDES = 6


OWN_SIDES, R_SIDE = 4, 5  # sides 0 to 3 show the own mark, side 4 the opponent's, side 5 R


ELEVENTH_R = 5  # sides 0 to 4 of the eleventh die show their number


# What is going on: chance is to act in those of CHANCE_PHASES, the actor in the others.
TURN, COLUMN, ROW, BIDDING, FREE, ROLL, DECIDE, REROLL, MARKING, RECHARGE, RECHARGE_AGAIN = range(
    11
)


CHANCE_PHASES = (COLUMN, ROW, ROLL, REROLL, RECHARGE, RECHARGE_AGAIN)


# Moves, each with its number added: the square; none; square * RETRIEVALS + 1 + the retrieved die's
# square; the bid; dice taken; dice re-rolled; whose die marks the square.
CONTEST, RECHARGING, RELINQUISH, BID, TAKE, AGAIN, MARK, MOVES = 0, 9, 10, 100, 107, 109, 116, 119


RETRIEVALS = 1 + SQUARES


OWN_DIE, THEIR_DIE, SAME_DIE = range(3)


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    dice: int = number(10, range(9, 21), "play dice of each player")
    start_pool: int = number(6, range(21), "dice that start in the pool, the rest in the discard")
    max_bid: int = number(4, range(1, HIGHEST_BID + 1), "most dice that a player may bid")
    green: int = choice(("on", "off"), "is the green die rolled after every two turns?")
    order_without_green: int = choice(("alternate", "ABBA"), "who moves when without the green die")
    displaced_die: int = choice(("discard", "pool"), "where the die of a lost or tied square goes")
    free_recharge_time: int = choice(
        ("reveal", "after_contest"), "when a player who bid nothing may recharge one die"
    )
    contest_own: int = choice(("yes", "no"), "may a player contest a square held already?")
    r_policy: int = choice(
        ("choose", "always_reroll", "always_return"), "what becomes of a die that shows R"
    )
    defender_may_swap: int = choice(
        ("no", "yes"), "may a holder who wins put another die on the square?"
    )
    turn_cap: int = number(0, range(1001), "turns each until the game is a draw, 0 for none")


class State(BaseState):
    """Where the game stands. Squares are numbered row by row from the top left.

    Dice that are bid count to the pool until they go elsewhere. `player` is the contester; in a
    green turn, the player who moves next.
    """

    marks: list[int] = array(SQUARES, "i1")  # the player who holds each square, or NOBODY
    owners: list[int] = array(SQUARES, "i1")  # whose die lies there, or NOBODY
    pool: list[int] = array(2, "i1")
    discard: list[int] = array(2, "i1")
    slot: int = whole("i1")  # place in the order of turns
    phase: int = whole("i1")
    actor: int = whole("i1")  # the player who decides, where one does
    square: int = whole("i1")  # being contested; in phase ROW only the column; else NOBODY
    bids: list[int] = array(2, "i1")  # dice bid by each player, or UNSET
    unrolled: list[int] = array(2, "i1")  # of these, not rolled yet
    shown: list[int] = array(4, "i1")  # at 2 * owner + player: dice that show this player's mark
    undecided: list[int] = array(2, "i1")  # dice that show R
    again: list[int] = array(2, "i1")  # dice to be rolled a second time
    winner: int = whole("i1")  # ONGOING, a player or DRAW
    rule: int = whole()  # the rule that ended the game


def impossible(rules: Parameters) -> str:
    """Return why these parameters make no game, or nothing."""
    if rules.start_pool > rules.dice:
        return (
            f"start_pool={rules.start_pool} with dice={rules.dice}: a pool cannot start with more "
            "dice than there are. Lower start_pool or raise dice."
        )
    return ""


def setup(rules: Parameters, state: State) -> None:
    """An empty board, and the dice in pool and discard."""
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


# --- the order of turns ------------------------------------------------------------------------


def slots(rules: Parameters) -> int:
    """After so many turns the order begins anew, those of the green die included."""
    if rules.green == ON:
        return len(WITH_GREEN)
    return len(WITHOUT_GREEN) if rules.order_without_green == ABBA else 2


def taker(rules: Parameters, slot: int) -> int:
    """Who takes the turn at this place of the order: STARTER, OTHER or GREEN."""
    return WITH_GREEN[slot] if rules.green == ON else WITHOUT_GREEN[slot]


def is_green(rules: Parameters, state: State) -> bool:
    """Is this the green die's turn?"""
    return taker(rules, state.slot) == GREEN


def begin_turn(rules: Parameters, state: State) -> None:
    """Nothing is contested; a player chooses what to do, or the green die is rolled."""
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
    """The next turn begins, unless there were enough."""
    if not is_green(rules, state):
        state.turn += 1
    state.slot = (state.slot + 1) % slots(rules)
    begin_turn(rules, state)
    judge_turns(rules, state)


def judge_turns(rules: Parameters, state: State) -> None:
    """Draw the game at the limit of turns, where there is one."""
    if rules.turn_cap > 0 and state.turn >= 2 * rules.turn_cap:
        state.winner = DRAW
        state.rule = RULING + 24


def to_act(rules: Parameters, state: State) -> int:
    """Chance rolls all dice, one by one."""
    if state.winner != ONGOING:
        return OVER
    return CHANCE if state.phase in CHANCE_PHASES else state.actor


def outcomes(rules: Parameters, state: State) -> int:
    """Every die of the game has six sides."""
    return DIE_SIDES


# --- what a player may do ----------------------------------------------------------------------


def move_count(rules: Parameters) -> int:
    """The moves are numbered in blocks, see CONTEST and the names beside it."""
    return MOVES


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move."""
    if state.phase == TURN:
        return why_no_action(rules, state, move)
    if state.phase == BIDDING:
        return why_no_bid(rules, state, move - BID)
    if state.phase == FREE:
        return 0 if TAKE <= move <= TAKE + 1 else 14
    if state.phase == DECIDE:
        return 0 if AGAIN <= move <= AGAIN + state.undecided[state.actor] else 4
    return 0 if move >= MARK and can_mark(rules, state, state.actor, move - MARK) else 17


def why_no_action(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids this turn."""
    player = state.player
    if move < RECHARGING:
        if state.pool[player] == 0:
            return RULING + 6
        if rules.contest_own == NO and state.marks[move] == player:
            return RULING + 16
        return 0
    if move == RECHARGING:
        return RULING + 20 if state.discard[player] == 0 else 0
    if move >= BID:
        return 10
    square, retrieved = (move - RELINQUISH) // RETRIEVALS, (move - RELINQUISH) % RETRIEVALS - 1
    if state.marks[square] != player:
        return 25
    if retrieved != NOBODY and not can_retrieve(state, square, retrieved):
        return 26
    return 0


def can_retrieve(state: State, square: int, retrieved: int) -> bool:
    """Does giving up the one square allow taking back the own die from the other?"""
    player = state.player
    return (
        state.owners[square] == 1 - player
        and state.owners[retrieved] == player
        and state.marks[retrieved] == 1 - player
    )


def why_no_bid(rules: Parameters, state: State, bid: int) -> int:
    """Return 0 or the rule that forbids this bid of the actor."""
    if not 0 <= bid <= rules.max_bid:
        return 12
    if bid < lowest_bid(rules, state, state.actor):
        return 13
    return RULING + 5 if bid > state.pool[state.actor] else 0


def lowest_bid(rules: Parameters, state: State, player: int) -> int:
    """The contester bids at least one die; in a green turn nobody has to."""
    return 1 if player == state.player and not is_green(rules, state) else 0


def highest_bid(rules: Parameters, state: State, player: int) -> int:
    """Nobody bids more than the pool."""
    return min(rules.max_bid, state.pool[player])


def can_mark(rules: Parameters, state: State, winner: int, die: int) -> bool:
    """Can the winner of the square mark it with an own die, with theirs, or leave its die there?"""
    if die == SAME_DIE:
        return state.marks[state.square] == winner
    if state.marks[state.square] == winner and rules.defender_may_swap == STAYS:
        return False
    return state.shown[2 * die_owner(winner, die) + winner] > 0


def die_owner(winner: int, die: int) -> int:
    """Whose die is an own die of the winner, or one of theirs?"""
    return winner if die == OWN_DIE else 1 - winner


def legal_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Fill `moves`, looking only at those of this phase."""
    if state.phase == TURN:
        return actions(rules, state, moves)
    first, beyond = MARK, MOVES
    if state.phase == BIDDING:
        first = BID + lowest_bid(rules, state, state.actor)
        beyond = BID + 1 + highest_bid(rules, state, state.actor)
    elif state.phase == FREE:
        first, beyond = TAKE, TAKE + 2
    elif state.phase == DECIDE:
        first, beyond = AGAIN, AGAIN + 1 + state.undecided[state.actor]
    count = 0
    for move in range(first, beyond):
        if state.phase != MARKING or can_mark(rules, state, state.actor, move - MARK):
            moves[count] = move
            count += 1
    return count


def actions(rules: Parameters, state: State, moves: Any) -> int:
    """Fill `moves` with what the player may do in this turn."""
    player = state.player
    count = 0
    for move in range(CONTEST, RECHARGING + 1):
        if why_no_action(rules, state, move) == 0:
            moves[count] = move
            count += 1
    for square in range(SQUARES):
        if state.marks[square] == player:
            moves[count] = RELINQUISH + square * RETRIEVALS
            count += 1
            for retrieved in range(SQUARES):
                if can_retrieve(state, square, retrieved):
                    moves[count] = RELINQUISH + square * RETRIEVALS + 1 + retrieved
                    count += 1
    return count


def sensible_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Leave out what helps only the opponent, unless there is nothing else."""
    count = legal_moves(rules, state, moves)
    kept = 0
    for k in range(count):
        if is_worthwhile(state, moves[k]):
            moves[kept] = moves[k]
            kept += 1
    return kept if kept > 0 else count


def is_worthwhile(state: State, move: int) -> bool:
    """No contest of the own square, no gift refused, and while there are two dice to bid no square
    for nothing."""
    if move < RECHARGING:
        return state.marks[move] != state.player
    if RELINQUISH <= move < BID:
        return (move - RELINQUISH) % RETRIEVALS > 0 or state.pool[state.player] < 2
    return move != TAKE


# --- what happens ------------------------------------------------------------------------------


def apply(rules: Parameters, state: State, move: int) -> None:
    """Take one decision of a player or the roll of one die."""
    phase = state.phase
    if phase == TURN:
        act(rules, state, move)
    elif phase == COLUMN:
        state.square = GREEN_DIE[move] - 1
        state.phase = ROW
    elif phase == ROW:
        contest(state, (GREEN_DIE[move] - 1) * 3 + state.square)
    elif phase == BIDDING:
        bid(rules, state, move - BID)
    elif phase == FREE:
        take(rules, state, move - TAKE)
    elif phase == DECIDE:
        state.again[state.actor] = move - AGAIN
        state.undecided[state.actor] = 0
        go_on(rules, state)
    elif phase == MARKING:
        finish(rules, state, state.actor, move - MARK)
    elif phase in (ROLL, REROLL):
        roll(rules, state, move)
        go_on(rules, state)
    else:
        recharge(rules, state, move)


def act(rules: Parameters, state: State, move: int) -> None:
    """Begin what the player chose to do in this turn."""
    if move < RECHARGING:
        contest(state, move)
    elif move == RECHARGING:
        state.phase = RECHARGE
    else:
        square, retrieved = (move - RELINQUISH) // RETRIEVALS, (move - RELINQUISH) % RETRIEVALS - 1
        clear(state, square, TO_POOL)
        if retrieved != NOBODY:
            clear(state, retrieved, TO_POOL)
        end_turn(rules, state)


def recharge(rules: Parameters, state: State, side: int) -> None:
    """Move as many dice as the eleventh die shows; a first R is rolled again."""
    if side == ELEVENTH_R and state.phase == RECHARGE:
        state.phase = RECHARGE_AGAIN
    else:
        if side != ELEVENTH_R:
            restore(state, state.player, min(side, state.discard[state.player]))
        end_turn(rules, state)


def restore(state: State, player: int, count: int) -> None:
    """Move dice from the discard to the pool; below zero the other way."""
    state.discard[player] -= count
    state.pool[player] += count


def clear(state: State, square: int, goal: int) -> None:
    """The die on a square, if there is one, goes to its owner's pool or discard."""
    owner = state.owners[square]
    if owner != NOBODY:
        if goal == TO_POOL:
            state.pool[owner] += 1
        else:
            state.discard[owner] += 1
    state.marks[square] = NOBODY
    state.owners[square] = NOBODY


def contest(state: State, square: int) -> None:
    """This square is fought for: player 0 bids first, but the bids are shown together."""
    state.square = square
    state.phase = BIDDING
    state.actor = 0


def bid(rules: Parameters, state: State, dice: int) -> None:
    """Set the actor's bid; once both are set they are shown."""
    state.bids[state.actor] = dice
    if state.actor == 0:
        state.actor = 1
    else:
        for player in range(2):
            state.unrolled[player] = state.bids[player]
        if rules.free_recharge_time != AT_REVEAL or not offer_free_die(rules, state):
            go_on(rules, state)


def offer_free_die(rules: Parameters, state: State) -> bool:
    """Let the player who bid nothing, against a bid, recharge one die if there is one."""
    for player in range(2):
        if state.bids[player] == 0 and state.bids[1 - player] > 0 and state.discard[player] > 0:
            state.phase = FREE
            state.actor = player
            return True
    return False


def take(rules: Parameters, state: State, dice: int) -> None:
    """Recharge the free die, or none; then the contest goes on or is over."""
    restore(state, state.actor, dice)
    if rules.free_recharge_time == AT_REVEAL:
        go_on(rules, state)
    else:
        end_turn(rules, state)


def go_on(rules: Parameters, state: State) -> None:
    """First rolls, then decisions on R, the contester's first, then re-rolls, then the marks."""
    if state.unrolled[0] + state.unrolled[1] > 0:
        state.phase = ROLL
    elif state.undecided[0] + state.undecided[1] > 0:
        state.phase = DECIDE
        contester = state.player
        state.actor = contester if state.undecided[contester] > 0 else 1 - contester
    elif state.again[0] + state.again[1] > 0:
        state.phase = REROLL
    else:
        settle(rules, state)


def roller(state: State) -> int:
    """Whose die is rolled next: all of player 0's come first."""
    if state.phase == ROLL:
        return 0 if state.unrolled[0] > 0 else 1
    return 0 if state.again[0] > 0 else 1


def roll(rules: Parameters, state: State, side: int) -> None:
    """One die is rolled. Whatever shows nothing in the end is back in the pool."""
    owner = roller(state)
    if state.phase == ROLL:
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


def marks_of(state: State, player: int) -> int:
    """The marks that count for this player in the contest, the holder's free one included."""
    free = 1 if state.marks[state.square] == player else 0
    return state.shown[player] + state.shown[2 + player] + free


def settle(rules: Parameters, state: State) -> None:
    """More marks win the square; where several dice could mark it, the winner chooses."""
    lead = marks_of(state, 0) - marks_of(state, 1)
    if lead == 0:
        clear(state, state.square, rules.displaced_die)
        discard_dice(state)
        end_contest(rules, state)
        return
    winner = 0 if lead > 0 else 1
    choices, last = 0, SAME_DIE
    for die in range(SAME_DIE + 1):
        if can_mark(rules, state, winner, die):
            choices += 1
            last = die
    if choices > 1:
        state.phase = MARKING
        state.actor = winner
    else:
        finish(rules, state, winner, last)


def finish(rules: Parameters, state: State, winner: int, die: int) -> None:
    """Mark the square, discard the other dice, and look for three in a row."""
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
    """All dice that show a mark leave the pools."""
    for owner in range(2):
        restore(state, owner, -state.shown[2 * owner] - state.shown[2 * owner + 1])
        state.shown[2 * owner] = 0
        state.shown[2 * owner + 1] = 0


def judge_lines(state: State, player: int) -> None:
    """End the game if this player has three in a row."""
    if has_line(3, 3, state.marks, player, 3):
        state.winner = player
        state.rule = 23


def end_contest(rules: Parameters, state: State) -> None:
    """The turn is over, but for a free die that is recharged after the contest."""
    if state.winner == ONGOING and (
        rules.free_recharge_time != AFTER_CONTEST or not offer_free_die(rules, state)
    ):
        end_turn(rules, state)


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


# --- secrets -----------------------------------------------------------------------------------


def hide(rules: Parameters, view: State, player: int) -> None:
    """Cover the first bid until the second is made."""
    if view.phase == BIDDING and player != 0:
        view.bids[0] = UNSET


def imagine(rules: Parameters, view: State, player: int, random: Any) -> None:
    """A covered bid may be any that was allowed."""
    if view.phase == BIDDING and view.actor == 1 and view.bids[0] == UNSET:
        lowest = lowest_bid(rules, view, 0)
        view.bids[0] = lowest + draw(random, highest_bid(rules, view, 0) - lowest + 1)


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """The first bid is covered, for everybody but who made it."""
    return state.phase != BIDDING or state.actor == 1 or player == 0


def reveals(rules: Parameters, state: State, move: int) -> bool:
    """The second bid uncovers the first."""
    return state.phase == BIDDING and state.actor == 1


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """Every decision stands for itself: between two of one player the other one acts, or a die."""
    return False


def dice(count: int) -> str:
    """So many dice, in words."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return f"{words[count] if count < len(words) else count} {'die' if count == 1 else 'dice'}"
