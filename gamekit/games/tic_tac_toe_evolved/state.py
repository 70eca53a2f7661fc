"""What Tic-Tac-Toe Evolved is made of: options, dice, phases, moves, rule ids, and where it stands."""

from __future__ import annotations

from gamekit.contract import RULING, array, choice, number, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState

# The choices of each option, in the order of `Parameters`.
ON, OFF = range(2)  # of `green`
ALTERNATE, ABBA = range(2)  # of `order_without_green`
TO_DISCARD, TO_POOL = range(2)  # of `displaced_die`
AT_REVEAL, AFTER_CONTEST = range(2)  # of `free_recharge_time`
YES, NO = range(2)  # of `contest_own`
CHOOSE, ALWAYS_REROLL, ALWAYS_RETURN = range(3)  # of `r_policy`
STAYS, MAY_SWAP = range(2)  # of `defender_may_swap`

# Rules that a move may break.
NOT_A_SQUARE = 1  # TTE-1
TOO_MANY_RS = 4  # TTE-4
NOT_A_TURN = 10  # TTE-10
NOT_A_BID = 12  # TTE-12
MUST_BID = 13  # TTE-13
ONE_OR_NONE = 14  # TTE-14
CANNOT_MARK = 17  # TTE-17
NOT_HELD = 25  # TTE-25
CANNOT_RETRIEVE = 26  # TTE-26
BEYOND_POOL = RULING + 5  # TTE-Q5
EMPTY_POOL = RULING + 6  # TTE-Q6
OWN_SQUARE = RULING + 16  # TTE-Q16
NO_PASSING = RULING + 20  # TTE-Q20
EMPTY_DISCARD = RULING + 20  # TTE-Q20

# Rules that end the game.
THREE_IN_A_ROW = 23  # TTE-23
TURN_LIMIT = RULING + 24  # TTE-Q24

SIZE = 3  # rows and columns (TTE-1)
SQUARES = SIZE * SIZE
LINE = 3  # marks in a row that win (TTE-23)
NOBODY = -1
UNSET = -1  # a bid not yet made, or not known

# Dice. Sides 0 to 3 of a play die show its owner's mark, side 4 the opponent's, side 5 R (TTE-3).
# Sides 0 to 4 of the eleventh die show their number, side 5 R (TTE-7).
DIE_SIDES = 6
OWN_SIDES, R_SIDE = 4, 5
ELEVENTH_R = 5
GREEN_DIE = (1, 1, 2, 2, 3, 3)  # its sides (TTE-8)
HIGHEST_BID = 6

# What is going on: chance is to act in CHANCE_PHASES, the actor in the others. When a turn is over
# the next one begins immediately.
(TURN, COLUMN, ROW, BIDDING, TAKING, ROLLING, DECIDING, REROLLING, MARKING, RECHARGING,
 RECHARGING_AGAIN, TURN_OVER) = range(12)  # fmt: skip
CHANCE_PHASES = (COLUMN, ROW, ROLLING, REROLLING, RECHARGING, RECHARGING_AGAIN)

# Kinds of moves, and the number of the first move of each kind.
CONTEST, RECHARGE, RELINQUISH, BID, TAKE, REROLL, MARK = range(7)
FIRST = (0, 9, 10, 100, 107, 109, 116)
MOVES = 119
RETRIEVALS = 1 + SQUARES  # no die is retrieved, or that of a square
OWN_DIE, THEIR_DIE, SAME_DIE = range(3)  # that marks a square


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
        ("choose", "always_reroll", "always_return"), "what happens to a die that shows R"
    )
    defender_may_swap: int = choice(
        ("no", "yes"), "may a holder who wins put another die on the square?"
    )
    turn_cap: int = number(0, range(1001), "turns each until the game is a draw, 0 for none")


class State(BaseState):
    """Where the game stands. Squares are numbered row by row from the top left.

    A player's dice are in the pool, in the discard or on a square (TTE-2). Dice that are bid count as part
    of the pool until they go elsewhere. `player` is the contester; in a green turn, the player who
    moves next.
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


def code_of(kind: int, index: int) -> int:
    """Return the number of a move.

    Its index is a square to contest; 0 to recharge; for RELINQUISH see `index_of_gift`; dice to
    bid, take or re-roll; OWN_DIE, THEIR_DIE or SAME_DIE to mark the square with.
    """
    return FIRST[kind] + index


def meaning_of(move: int) -> tuple[int, int]:
    """Return (kind, index) of a move."""
    kind = MARK
    while move < FIRST[kind]:
        kind -= 1
    return kind, move - FIRST[kind]


def index_of_gift(square: int, retrieved: int) -> int:
    """Return the index of giving up one square and retrieving the die of another, or NOBODY's."""
    return square * RETRIEVALS + retrieved + 1


def gift_of(index: int) -> tuple[int, int]:
    """Return (square given up, square of the retrieved die or NOBODY)."""
    return index // RETRIEVALS, index % RETRIEVALS - 1
