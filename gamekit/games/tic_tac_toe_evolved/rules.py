"""Tic-Tac-Toe Evolved, as it is played: see the rulebook beside this file."""

from __future__ import annotations

from typing import Any

from gamekit.contract import CHANCE, ONGOING, OVER, RULING, array, choice, draw, number, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from gamekit.games.tic_tac_toe_evolved.contest import (
    AGAIN,
    BID,
    HIGHEST_BID,
    MARK,
    MOVES,
    TAKE,
    TO_POOL,
    advance,
    can_mark,
    clear,
    contest,
    highest_bid,
    lowest_bid,
    restore,
)
from gamekit.games.tic_tac_toe_evolved.turns import (
    BIDDING,
    CHANCE_PHASES,
    COLUMN,
    DECIDE,
    FREE,
    MARKING,
    NOBODY,
    RECHARGE,
    RECHARGE_AGAIN,
    ROW,
    TURN,
    TURN_OVER,
    UNSET,
    begin_turn,
    end_turn,
)

YES, NO = range(2)  # of contest_own

SQUARES = 9
DIE_SIDES = 6
GREEN_DIE = (1, 1, 2, 2, 3, 3)
ELEVENTH_R = 5  # sides 0 to 4 of the eleventh die show their number

# Moves before those of a contest, each with its number added: the square; none; square * RETRIEVALS
# + 1 + the retrieved die's square.
CONTEST, RECHARGING, RELINQUISH = 0, 9, 10
RETRIEVALS = 1 + SQUARES


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
    slot: int = whole()  # place in the order of turns
    phase: int = whole()
    actor: int = whole()  # the player who decides, where one does
    square: int = whole()  # being contested; in phase ROW only the column; else NOBODY
    bids: list[int] = array(2, "i1")  # dice bid by each player, or UNSET
    unrolled: list[int] = array(2, "i1")  # of these, not rolled yet
    shown: list[int] = array(4, "i1")  # at 2 * owner + player: dice that show this player's mark
    undecided: list[int] = array(2, "i1")  # dice that show R
    again: list[int] = array(2, "i1")  # dice to be rolled a second time
    winner: int = whole()  # ONGOING, a player or DRAW
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
    return 0 if move >= MARK and can_mark(rules, state, move - MARK) else 17


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
        if state.phase != MARKING or can_mark(rules, state, move - MARK):
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
        act(state, move)
    elif phase == COLUMN:
        state.square = GREEN_DIE[move] - 1
        state.phase = ROW
    elif phase == ROW:
        contest(state, (GREEN_DIE[move] - 1) * 3 + state.square)
    elif phase in (RECHARGE, RECHARGE_AGAIN):
        recharge(state, move)
    else:
        advance(rules, state, move)
    if state.phase == TURN_OVER:
        end_turn(rules, state)


def act(state: State, move: int) -> None:
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
        state.phase = TURN_OVER


def recharge(state: State, side: int) -> None:
    """Move as many dice as the eleventh die shows; a first R is rolled again."""
    if side == ELEVENTH_R and state.phase == RECHARGE:
        state.phase = RECHARGE_AGAIN
        return
    if side != ELEVENTH_R:
        restore(state, state.player, min(side, state.discard[state.player]))
    state.phase = TURN_OVER


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
