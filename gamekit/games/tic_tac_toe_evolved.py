"""Tic-Tac-Toe Evolved: fight for the squares of noughts and crosses with dice.

          1      2      3
    1  |      |      |      |      squares are named column first: the X stands on 3,2
    2  |      |      |  X   |      pool: dice that can be bid
    3  | O(X) |      |      |      discard: dice to be recharged; O(X) is a mark of O on a die of X

Each player has ten dice, six of them in the pool. A die has four sides with the own mark, one with
the opponent's and one R. On your turn recharge dice, relinquish a square or contest one: both
players secretly bid up to four dice, then roll them. An R is re-rolled or goes back to the pool, as
its owner likes. Whoever shows more marks, on all dice together, puts one of them on the square; a
holder has one mark there for free. The other dice are discarded. A tie empties the square. After
every two turns a green die picks a square that both may fight for. Three in a row win at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any

from gamekit.boards.grid import has_line, windows
from gamekit.contract import (
    CHANCE,
    DRAW,
    ONGOING,
    OVER,
    RULING,
    Game,
    Rule,
    Scenario,
    Unreadable,
    array,
    choice,
    draw,
    number,
    whole,
)
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState

RULES = (
    Rule("TTE-1", "Board", "X, with blue dice, and O, with red ones, play on 3 x 3 squares."),
    Rule(
        "TTE-2",
        "Dice",
        "Each player has ten play dice, which are in the own pool, in the own discard or on a "
        "square, and an eleventh die; both share one green die.",
    ),
    Rule(
        "TTE-3",
        "Play die",
        "Of the six sides of a play die four show its owner's mark, one the opponent's, one an R.",
    ),
    Rule(
        "TTE-4",
        "R",
        "The owner of a die that shows R re-rolls it or puts it back in the pool; a second R goes "
        "back by itself.",
    ),
    Rule("TTE-5", "Dice that show a mark", "Such a die ends on the square or in a discard."),
    Rule(
        "TTE-6",
        "Ten dice",
        "Of one player there are never more than ten play dice on board, in pool and discard.",
    ),
    Rule(
        "TTE-7",
        "Eleventh die",
        "The sides 0, 1, 2, 3, 4 and R of the eleventh die are set for a bid and rolled for a "
        "recharge.",
    ),
    Rule("TTE-8", "Green die", "The green die shows 1, 1, 2, 2, 3, 3."),
    Rule(
        "TTE-9",
        "Start",
        "Both players start with six dice in the pool and four in the discard, and no mark on the "
        "board.",
    ),
    Rule("TTE-10", "A turn", "A turn is a contest, a recharge or a relinquished square."),
    Rule("TTE-11", "Contest", "The contester names the square to be fought for."),
    Rule(
        "TTE-12",
        "Bids",
        "Both players set 0 to 4 in secret and show it together: so many dice each of them rolls.",
    ),
    Rule("TTE-13", "The contester's bid", "The contester bids one die or more."),
    Rule(
        "TTE-14",
        "Free recharge",
        "An opponent who bids nothing may move one die from the discard to the pool.",
    ),
    Rule("TTE-15", "Rolling", "All dice that were bid are rolled, and every R is settled."),
    Rule(
        "TTE-16",
        "Who takes the square",
        "Whoever then has more marks showing, on all dice of both, takes the square.",
    ),
    Rule(
        "TTE-17",
        "Marking",
        "The winner puts one bid die that shows the own mark on the square, an own die or one of "
        "the opponent's.",
    ),
    Rule(
        "TTE-18",
        "Locked dice",
        "The opponent cannot recharge a die that was used in this way while it holds the square.",
    ),
    Rule(
        "TTE-19",
        "After a win",
        "All other dice that were not returned to a pool go to their owner's discard.",
    ),
    Rule("TTE-20", "Tie", "After a tie all dice that were not returned go to the discards."),
    Rule(
        "TTE-21",
        "Held square",
        "The holder of a square has one mark for free, so a challenger needs two or more.",
    ),
    Rule("TTE-22", "Tie on a held square", "A tie on a held square empties it."),
    Rule("TTE-23", "Three in a row", "Three marks in a row win at any moment."),
    Rule(
        "TTE-24",
        "Recharge",
        "To recharge roll the eleventh die and move so many dice from the discard to the pool; an "
        "R is rolled again, and a second R moves none.",
    ),
    Rule(
        "TTE-25",
        "Relinquish",
        "A player may give up a square that shows the own mark: its die goes to its owner's pool.",
    ),
    Rule(
        "TTE-26",
        "Retrieve",
        "Whoever gives the opponent a die back in this way may also take one own die back to the "
        "pool that shows the opponent's mark.",
    ),
    Rule(
        "TTE-27",
        "Order",
        "First player, second player, green die, second player, first player, green die, and so "
        "on.",
    ),
    Rule(
        "TTE-28",
        "Green turn",
        "The green die is rolled for the column and again for the row, and that square is "
        "contested; both may bid nothing, and if both do nobody recharges.",
    ),
    Rule("TTE-29", "First player", "Chance may say who starts."),
    Rule("TTE-30", "Without the green die", "For less luck the green die may be left out."),
    Rule(
        "TTE-Q1",
        "When R is decided",
        "After all first rolls the contester decides all own Rs, then the opponent; after a green "
        "roll the player who moves next decides first. Then all re-rolls are made.",
    ),
    Rule("TTE-Q2", "Some and not others", "Of several Rs some may be re-rolled and others not."),
    Rule("TTE-Q3", "Returned dice", "A returned die is in the pool and can be bid again."),
    Rule("TTE-Q4", "What counts", "A mark counts for its player on whichever die it shows."),
    Rule(
        "TTE-Q5", "Bids beyond the pool", "Nobody bids more dice than are in the pool, or than 4."
    ),
    Rule(
        "TTE-Q6",
        "Empty pool",
        "A player without dice in the pool cannot contest, and as opponent bids nothing.",
    ),
    Rule("TTE-Q7", "Bid R", "A bid of R is a bid of 0."),
    Rule(
        "TTE-Q8",
        "Free, not forced",
        "The free recharge is optional and made when the bids are shown, before any roll.",
    ),
    Rule(
        "TTE-Q9",
        "Free recharge in a green turn",
        "In a green turn a player who bids nothing may recharge one die if the other one bids.",
    ),
    Rule(
        "TTE-Q10",
        "Backfire",
        "A player who bid nothing can win the square with the mark on an opponent's die.",
    ),
    Rule("TTE-Q11", "Nothing against nothing", "No mark at all on an empty square is a tie."),
    Rule(
        "TTE-Q12",
        "The holder wins",
        "If the holder wins the square its die stays there, and all bid dice are discarded.",
    ),
    Rule(
        "TTE-Q13",
        "The challenger wins",
        "The die of a square that changes hands goes to its owner's discard.",
    ),
    Rule("TTE-Q14", "A tie's die", "The die of a square that a tie empties goes the same way."),
    Rule(
        "TTE-Q15",
        "When a locked die is free",
        "A locked die is free as soon as it leaves the square: to the discard when the square is "
        "lost or tied, to the pool when it is given up.",
    ),
    Rule("TTE-Q16", "The own square", "A player may contest a square held already."),
    Rule(
        "TTE-Q17", "Where a die was retrieved", "The square that a retrieved die marked is empty."
    ),
    Rule("TTE-Q18", "One square a turn", "A turn gives up one square, besides the retrieved die."),
    Rule(
        "TTE-Q19",
        "Giving up an own die",
        "An own die that is given up goes to the pool, not to the discard.",
    ),
    Rule(
        "TTE-Q20",
        "No passing",
        "Nobody passes, and a recharge needs a die in the discard; something is always possible.",
    ),
    Rule(
        "TTE-Q21",
        "More than there are",
        "A recharge that rolls more than the discard holds moves what is there.",
    ),
    Rule("TTE-Q22", "No double win", "Both players never have three in a row at once."),
    Rule(
        "TTE-Q23",
        "Whose turn it is does not matter",
        "A line that is completed in the opponent's turn or in a green turn wins as well.",
    ),
    Rule(
        "TTE-Q24",
        "Full board",
        "On a full board without a line play goes on; a limit of turns, where one is set, is a "
        "draw.",
    ),
    Rule(
        "TTE-Q25",
        "Order without the green die",
        "Without the green die the players alternate.",
    ),
    Rule(
        "TTE-Q26",
        "What the green die means",
        "The first roll is a column from the left, the second a row from the top; every square is "
        "equally likely, held or not.",
    ),
    Rule(
        "TTE-Q27",
        "Who may set what",
        "The opponent may set every side of the eleventh die, the contester 1 to 4.",
    ),
    Rule(
        "TTE-Q28",
        "Choice of the die",
        "The winner chooses among all dice that show the own mark.",
    ),
    Rule(
        "TTE-Q29",
        "There is always such a die",
        "Nobody wins an empty square without a bid die that shows the own mark.",
    ),
    Rule("TTE-Q30", "Who is X", "Player 0 is X, whoever starts."),
)

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
PHASES = (
    "turn", "column", "row", "bid", "take", "roll", "decide", "reroll", "mark", "recharge",
    "recharge again",
)  # fmt: skip
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


# --- for people --------------------------------------------------------------------------------


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """The first bid is covered, for everybody but who made it."""
    return state.phase != BIDDING or state.actor == 1 or player == 0


def reveals(rules: Parameters, state: State, move: int) -> bool:
    """The second bid uncovers the first."""
    return state.phase == BIDDING and state.actor == 1


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """Every decision stands for itself: between two of one player the other one acts, or a die."""
    return False


def chances(
    rules: Parameters, state: State, see: Callable[[State], Hashable]
) -> dict[Hashable, Fraction]:
    """The chances of what `see` finds in the state once the dice of this turn are rolled.

    Every R is re-rolled, unless `r_policy` returns it. The dice stop where a player has another
    decision to make.
    """
    found: dict[Hashable, Fraction] = {}
    current = {state.values(): (state, Fraction(1))}
    while current:
        following: dict[tuple[Any, ...], tuple[State, Fraction]] = {}
        for before, chance in current.values():
            moves = next_steps(rules, before) if before.slot == state.slot else []
            for move, ways in moves:
                after = before.copy()
                apply(rules, after, move)
                key, share = after.values(), chance * ways / sum(n for _, n in moves)
                following[key] = after, share + (following[key][1] if key in following else 0)
            if not moves:
                found[see(before)] = found.get(see(before), Fraction(0)) + chance
        current = following
    return found


def next_steps(rules: Parameters, state: State) -> list[tuple[int, int]]:
    """What the die to be rolled may show, each with its number of sides; or the one decision that
    `chances` takes for granted."""
    if state.winner == ONGOING and state.phase in CHANCE_PHASES:
        sides = [write_side(state, side) for side in range(outcomes(rules, state))]
        return [(sides.index(face), sides.count(face)) for face in dict.fromkeys(sides)]
    if state.winner == ONGOING and state.phase == DECIDE:
        return [(AGAIN + state.undecided[state.actor], 1)]
    if state.phase == FREE and state.unrolled[0] + state.unrolled[1] > 0:
        return [(TAKE, 1)]  # a recharged die does not take part
    return []


def odds(rules: Parameters, state: State) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that player 0 has the contested square in the end, that it is empty, and that
    player 1 has it. Both bids must be set; for Rs see `chances`."""
    square = state.square

    def holder(after: State) -> int:
        return after.actor if after.phase == MARKING else after.marks[square]

    found = chances(rules, state, holder)
    win, tie, lose = (found.get(player, Fraction(0)) for player in (0, NOBODY, 1))
    return win, tie, lose


SIGNS = "XO"  # of players 0 and 1
MARKINGS = ("mark own", "mark theirs", "keep")


def name(square: int) -> str:
    """The name of a square, its column first."""
    return f"{square % 3 + 1},{square // 3 + 1}"


def square_named(text: object) -> int:
    """The square with this name, or NOBODY where it is no name of a square."""
    match = re.fullmatch(r"\(?\s*([1-3])(?:\s*,\s*|\s+)([1-3])\s*\)?", str(text).strip())
    return (int(match[2]) - 1) * 3 + int(match[1]) - 1 if match else NOBODY


def square_read(text: str) -> int:
    """The same, but refuses what is no square (TTE-1)."""
    square = square_named(text)
    if square == NOBODY:
        there = f"There is no square {text.strip()}" if text.strip() else "No square is named"
        raise Unreadable(f"{there}: write its column and row, 1 to 3, like 2,3.", 1)
    return square


def number_read(text: str, most: int, allowed: str, rule: int) -> int:
    """A small number, or a refusal that says what is allowed."""
    if not re.fullmatch(r"[0-9]", text) or int(text) > most:
        raise Unreadable(f"{allowed}, not {text or 'nothing'}.", rule)
    return int(text)


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read a decision: "contest 2,3", "bid 3", "bid R", "take 1", "reroll 2", "mark own", "mark
    theirs", "keep", "recharge", "relinquish 1,1" or "relinquish 1,1 retrieve 2,2"."""
    words = " ".join(text.lower().split())
    verb, _, rest = words.partition(" ")
    if verb == "contest":
        return [CONTEST + square_read(rest)]
    if verb == "relinquish":
        given, retrieve, retrieved = rest.partition("retrieve")
        second = 1 + square_read(retrieved) if retrieve else 0
        return [RELINQUISH + square_read(given) * RETRIEVALS + second]
    if verb == "bid":
        allowed = f"A bid is 0 to {rules.max_bid}, or R, which is 0"
        return [BID + number_read("0" if rest == "r" else rest, HIGHEST_BID, allowed, 12)]
    if verb == "take":
        return [TAKE + number_read(rest, 1, "Take 1 die or 0", 14)]
    if verb == "reroll":
        return [AGAIN + number_read(rest, HIGHEST_BID, "Say how many Rs are re-rolled", 4)]
    if words in MARKINGS:
        return [MARK + MARKINGS.index(words)]
    if words == "recharge":
        return [RECHARGING]
    if words == "pass":
        raise Unreadable("Nobody may pass.", RULING + 20)
    raise Unreadable("On a turn contest a square, recharge or relinquish a square.", 10)


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a decision or of the roll of a die."""
    if to_act(rules, state) == CHANCE:
        return write_side(state, move)
    if move < RECHARGING:
        return f"contest {name(move)}"
    if move == RECHARGING:
        return "recharge"
    if move < BID:
        square, second = divmod(move - RELINQUISH, RETRIEVALS)
        return f"relinquish {name(square)}" + (f" retrieve {name(second - 1)}" if second else "")
    if move < TAKE:
        return f"bid {move - BID}"
    if move < AGAIN:
        return f"take {move - TAKE}"
    return f"reroll {move - AGAIN}" if move < MARK else MARKINGS[move - MARK]


def write_side(state: State, side: int) -> str:
    """What this side of the die to be rolled shows."""
    if state.phase in (COLUMN, ROW):
        return str(GREEN_DIE[side])
    if state.phase in (RECHARGE, RECHARGE_AGAIN):
        return "R" if side == ELEVENTH_R else str(side)
    if side == R_SIDE:
        return "R"
    owner = roller(state)
    return SIGNS[owner if side < OWN_SIDES else 1 - owner]


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the squares concerned."""
    player = state.actor
    if rule in (4, 10, 12, 14, 17):
        return f"{{{player}}} {demand(rules, state)}, not {write(rules, state, move)}.", ()
    if rule == 13:
        return f"{{{player}}} contests the square and has to bid at least one die.", ()
    if rule == RULING + 5:
        return f"{{{player}}} has {dice(state.pool[player])} in the pool, not {move - BID}.", ()
    if rule == RULING + 6:
        return f"{{{player}}} has no dice in the pool to bid.", ()
    if rule == RULING + 16:
        return f"{{{player}}} holds {name(move)} already.", (name(move),)
    if rule == RULING + 20:
        return f"{{{player}}} has no dice in the discard to recharge.", ()
    square, second = divmod(move - RELINQUISH, RETRIEVALS)
    here, there = name(square), name(second - 1)
    if rule == 25:
        return f"{here} shows no mark of {{{player}}}.", (here,)
    if state.owners[square] == player:
        return f"The die on {here} is {{{player}}}'s own, so no other is taken back.", (here, there)
    return f"On {there} no die of {{{player}}} marks for {{{1 - player}}}.", (here, there)


def demand(rules: Parameters, state: State) -> str:
    """What the actor has to decide."""
    if state.phase == TURN:
        return "contests a square, recharges or relinquishes a square"
    if state.phase == BIDDING:
        return f"bids 0 to {rules.max_bid} dice"
    if state.phase == FREE:
        return "recharges one die or none, take 1 or take 0"
    if state.phase == DECIDE:
        return f"re-rolls up to {dice(state.undecided[state.actor])} that show R"
    possible = [die for die in range(3) if can_mark(rules, state, state.actor, die)]
    return f"marks {name(state.square)}: {' or '.join(MARKINGS[die] for die in possible)}"


def dice(count: int) -> str:
    """So many dice, in words."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return f"{words[count] if count < len(words) else count} {'die' if count == 1 else 'dice'}"


def ending(rules: Parameters, state: State) -> str:
    """How the game ended."""
    if state.rule == RULING + 24:
        return f"Both players have taken {state.turn // 2} turns."
    lines = windows(3, 3, 3)
    line = next(
        line for line in lines if {state.marks[square] for square in line} == {state.winner}
    )
    return f"{SIGNS[state.winner]} stands on {' and '.join(map(name, line))}."


FIELDS = (
    "board", "pool", "discard", "slot", "turn", "phase", "column", "square", "bids", "dice",
)  # fmt: skip
RETURNED, WAITING = "ret", "reroll"  # dice beside those that show X, O or R
BOARD = '{"2,3": {"mark": "X", "owner": "O"}}'


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up `board`, `pool`, `discard`, `slot` (place in the order of turns), `turn` (turns taken
    by both players) and within a turn its `phase`, `column`, `square`, `bids` and `dice`.

    Dice that are not mentioned are in the discard. The pool counts the dice that are bid, too.
    """
    scene = Scenario(fields, FIELDS)
    set_board(state, scene)
    set_pools(rules, state, scene)
    state.slot = scene.whole("slot", 0, slots(rules) - 1, 0)
    players = [taker(rules, slot) != GREEN for slot in range(slots(rules))]
    taken = sum(players[: state.slot])
    state.turn = scene.whole("turn", 0, 10_000, taken)
    if state.turn % sum(players) != taken % sum(players):
        scene.refuse(f"{state.turn} turns do not lead to slot {state.slot}.")
    begin_turn(rules, state)
    judge_turns(rules, state)
    for player in range(2):
        judge_lines(state, player)
    if all(has_line(3, 3, state.marks, player, 3) for player in range(2)):
        scene.refuse("both have three in a row; no square completes two lines (TTE-Q22).")
    if state.winner == ONGOING:
        set_phase(rules, state, scene)


def set_board(state: State, scene: Scenario) -> None:
    """Put dice on the squares."""
    for label, die in (scene.mapping("board", BOARD) if "board" in scene else {}).items():
        square = square_named(label)
        if square == NOBODY:
            scene.refuse(f"there is no square {label!r}; write the board like {BOARD}.")
        if state.owners[square] != NOBODY:
            scene.refuse(f"{name(square)} is named twice.")
        if not isinstance(die, Mapping) or not {"mark"} <= set(die) <= {"mark", "owner"}:
            scene.refuse(f"{name(square)} holds {die!r}; write the board like {BOARD}.")
        state.marks[square] = signed(scene, die["mark"])
        state.owners[square] = signed(scene, die.get("owner", die["mark"]))


def signed(scene: Scenario, sign: object) -> int:
    """The player of a sign, X or O."""
    if sign not in ("X", "O"):
        scene.refuse(f"{sign!r} is no player; write X or O.")
    return SIGNS.index(str(sign))


def pair(scene: Scenario, key: str, shape: str) -> list[object]:
    """What a field such as {"X": 6, "O": 6} gives each player, None where it says nothing."""
    values: list[object] = [None, None]
    for sign, value in (scene.mapping(key, shape) if key in scene else {}).items():
        values[signed(scene, sign)] = value
    return values


def set_pools(rules: Parameters, state: State, scene: Scenario) -> None:
    """Share out the dice that are not on the board."""
    pools, discards = (pair(scene, key, '{"X": 6, "O": 6}') for key in ("pool", "discard"))
    for player, sign in enumerate(SIGNS):
        left = rules.dice - state.owners.count(player)
        pool = left if discards[player] is None else left - stock(rules, scene, discards[player])
        if pools[player] is not None:
            pool = stock(rules, scene, pools[player])
        elif discards[player] is None:
            pool = min(left, rules.start_pool)
        discard = left - pool
        if discards[player] is not None:
            discard = stock(rules, scene, discards[player])
        if pool < 0 or discard < 0 or pool + discard != left:
            scene.refuse(
                f"{sign} has {rules.dice - left} of {rules.dice} dice on the board, so pool and "
                f"discard hold {left}, not {pool} and {discard} (TTE-6)."
            )
        state.pool[player], state.discard[player] = pool, discard


def stock(rules: Parameters, scene: Scenario, value: object) -> int:
    """A number of dice."""
    return scene.number("a number of dice", value, 0, rules.dice)


def set_phase(rules: Parameters, state: State, scene: Scenario) -> None:
    """Put the turn where the fields say it is."""
    phase = PHASES[state.phase] if scene.raw("phase") is None else scene.raw("phase")
    if phase not in PHASES:
        scene.refuse(f"phase is {phase!r}; it is one of {', '.join(PHASES)}.")
    if "square" in scene:
        set_contest(rules, state, scene)
    elif phase == PHASES[ROW] and is_green(rules, state):
        state.square = scene.whole("column", 1, 3, 1) - 1
        state.phase = ROW
    elif phase in (PHASES[RECHARGE], PHASES[RECHARGE_AGAIN]) and state.phase == TURN:
        state.phase = PHASES.index(str(phase))
    if "phase" in scene and phase != PHASES[state.phase]:
        scene.refuse(f"the phase would be {PHASES[state.phase]}, not {phase}.")


def set_contest(rules: Parameters, state: State, scene: Scenario) -> None:
    """Put a contest where its bids and dice say it is."""
    square = square_named(scene.raw("square"))
    if square == NOBODY:
        scene.refuse(f"there is no square {scene.raw('square')!r}; write it like 2,3.")
    settled = is_settled(rules, scene)
    if state.phase == TURN and not settled:
        allow(rules, state, scene, CONTEST + square)
    contest(state, square)
    bids = pair(scene, "bids", '{"X": 2, "O": "R"}')
    if (bids[0] is None and bids[1] is not None) or (None in bids and "dice" in scene):
        scene.refuse("X bids first, and dice are rolled when both bids are made.")
    for player in range(2):
        state.actor = player
        if bids[player] is None:
            return
        bid = scene.number("a bid", 0 if bids[player] == "R" else bids[player], 0, HIGHEST_BID)
        if not settled:
            allow(rules, state, scene, BID + bid)
        state.bids[player] = bid
    set_dice(rules, state, scene)


def is_settled(rules: Parameters, scene: Scenario) -> bool:
    """Is the contest over, but for the free die?"""
    return rules.free_recharge_time == AFTER_CONTEST and scene.raw("phase") == PHASES[FREE]


def allow(rules: Parameters, state: State, scene: Scenario, move: int) -> None:
    """Refuse a scenario that needs an illegal move."""
    rule = why_illegal(rules, state, move)
    if rule:
        scene.refuse(explain(rules, state, move, rule)[0].format(*SIGNS))


def set_dice(rules: Parameters, state: State, scene: Scenario) -> None:
    """Lay out the dice that are rolled so far and go on from there."""
    for owner, rolled in enumerate(pair(scene, "dice", '{"X": ["X", "R"], "O": ["ret"]}')):
        rolled = [] if rolled is None else rolled
        if not isinstance(rolled, list | tuple) or len(rolled) > state.bids[owner]:
            scene.refuse(f"{SIGNS[owner]} bids {state.bids[owner]} and has rolled {rolled!r}.")
        state.unrolled[owner] = state.bids[owner] - len(rolled)
        for face in rolled:
            if face == "R" and rules.r_policy == CHOOSE:
                state.undecided[owner] += 1
            elif face == WAITING or (face == "R" and rules.r_policy == ALWAYS_REROLL):
                state.again[owner] += 1
            elif face not in ("R", RETURNED):
                state.shown[2 * owner + signed(scene, face)] += 1
    if is_settled(rules, scene):
        state.unrolled[:] = [0, 0]
    shown = rules.free_recharge_time == AT_REVEAL and "dice" not in scene and "phase" not in scene
    free = shown or scene.raw("phase") == PHASES[FREE]
    if not free or not offer_free_die(rules, state):
        go_on(rules, state)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as scenario fields."""
    fields: dict[str, object] = {
        "board": {
            name(square): {"mark": SIGNS[state.marks[square]], "owner": SIGNS[state.owners[square]]}
            for square in range(SQUARES)
            if state.marks[square] != NOBODY
        },
        "pool": dict(zip(SIGNS, state.pool)),
        "discard": dict(zip(SIGNS, state.discard)),
        "slot": state.slot,
        "turn": state.turn,
    }
    if state.winner == ONGOING:
        fields["phase"] = PHASES[state.phase]
        if state.phase == ROW:
            fields["column"] = state.square + 1
        elif state.square != NOBODY:
            fields["square"] = name(state.square)
            fields["bids"] = {SIGNS[p]: bid for p, bid in enumerate(state.bids) if bid != UNSET}
        if state.phase in (ROLL, DECIDE, REROLL, MARKING):
            fields["dice"] = {SIGNS[owner]: faces(state, owner) for owner in range(2)}
    return fields


def faces(state: State, owner: int) -> list[str]:
    """What the rolled dice of a player show, and which went back or are to be rolled again."""
    seen = [SIGNS[owner]] * state.shown[2 * owner + owner]
    seen += [SIGNS[1 - owner]] * state.shown[2 * owner + 1 - owner]
    seen += ["R"] * state.undecided[owner] + [WAITING] * state.again[owner]
    return seen + [RETURNED] * (state.bids[owner] - state.unrolled[owner] - len(seen))


def text_board(rules: Parameters, state: State) -> str:
    """The squares, X(O) for an X on a die of O; the dice of both players; what is going on."""
    lines = ["      1      2      3"]
    for row in range(3):
        marks = [mark_text(state, square) for square in range(3 * row, 3 * row + 3)]
        lines.append(f"{row + 1}  |{'|'.join(f' {mark:<4} ' for mark in marks)}|")
    for player, sign in enumerate(SIGNS):
        stocks = (
            f"{sign} ({{{player}}}): pool {state.pool[player]}, discard {state.discard[player]}"
        )
        lines.append(stocks + bid_text(state, player))
    if state.winner == ONGOING:
        lines.append(situation(state))
    return "\n".join(lines)


def mark_text(state: State, square: int) -> str:
    """The mark on a square, with the die's owner where that is another."""
    holder, owner = state.marks[square], state.owners[square]
    if holder == NOBODY:
        return ""
    return f" {SIGNS[holder]}" if holder == owner else f"{SIGNS[holder]}({SIGNS[owner]})"


def bid_text(state: State, player: int) -> str:
    """A player's bid and dice, where a square is contested."""
    if state.phase not in (BIDDING, FREE, ROLL, DECIDE, REROLL, MARKING):
        return ""
    if state.bids[player] == UNSET:
        return ", bid ?" if player < state.actor else ""
    seen = "" if state.phase in (BIDDING, FREE) else " ".join(faces(state, player))
    return f", bid {state.bids[player]}" + (f": {seen}" if seen else "")


def situation(state: State) -> str:
    """What is going on, in a line."""
    if state.phase == TURN:
        return f"{{{state.player}}} to move"
    if state.phase in (RECHARGE, RECHARGE_AGAIN):
        return f"{{{state.player}}} recharges"
    if state.phase == COLUMN:
        return "Green die"
    if state.phase == ROW:
        return f"Green die: column {state.square + 1}"
    return f"Contest of {name(state.square)}"


GAME = Game(
    globals(),
    name="tic-tac-toe-evolved",
    title="Tic-Tac-Toe Evolved",
    players=("X", "O"),
    board="3 x 3 grid held by dice",
    tags=("bidding", "connect in a row", "dice", "grid", "luck", "secrets", "turn-based"),
)
