"""Liar's Dice: its numbers and options, where a game stands, and what its moves are called."""

from __future__ import annotations

from gamekit.contract import RULING, array, choice, number, secret, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState

# The choices of each option, in the order of `Parameters`.
GAIN, LOSE = range(2)  # of `penalty`
TURN_ORDER, LOSER, WINNER, ALTERNATE = range(4)  # of `next_opener`
NO_WILD, ONES, TOP = range(3)  # of `wild`
NO_MAXIMUM, TOTAL_DICE = range(2)  # of `max_claim`
SHOW_ALL, COUNT_ONLY, VERDICT_ONLY = range(3)  # of `reveal`

# Rules that forbid a move or end the game.
MUST_CLAIM = 3  # LD-3
TOO_LOW = 6  # LD-6
BEYOND_KIT = 7  # LD-7
BOUT_LOST = 8  # LD-8
IS_OUT = 10  # LD-10
NOT_SAID = 12  # LD-12
NO_CLAIM = RULING + 4  # LD-Q4
BEYOND_DICE = RULING + 5  # LD-Q5
SAME_CLAIM = RULING + 6  # LD-Q6

MOST_DICE = 16  # the most dice that one player ever rolls
MOST_SIDES = 10
HIGHEST = 127  # the most dice that a claim can name
BITS = 60  # claims remembered in one whole number
UNKNOWN = -1


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    start_dice: int = number(4, range(1, 9), "dice each player starts with")
    die_limit: int = number(
        8, range(1, MOST_DICE + 1), "most dice a player may have, where losers gain dice"
    )
    penalty: int = choice(("gain", "lose"), "what the loser of a bout does with one die")
    sides: int = number(6, range(2, MOST_SIDES + 1), "faces of a die")
    next_opener: int = choice(
        ("turn_order", "loser", "winner", "alternate"), "who opens the bout after a challenge"
    )
    wild: int = choice(("none", "ones", "top"), "the face that counts as every face")
    max_claim: int = choice(("none", "total_dice"), "the most dice a claim may name")
    reveal: int = choice(("all", "count_only", "verdict_only"), "what a challenge shows")
    bouts: int = number(0, (0, 1), "1: a single bout decides; 0: until somebody is out")


class State(BaseState):
    """Where the game stands. Claims have the numbers of their moves; 0 is no claim.

    Dice stand in one list, player 0's from its beginning, player 1's from MOST_DICE on.
    """

    count: list[int] = array(2, "i1")  # dice each player has
    dice: list[int] = secret(MOST_DICE, "sides")  # faces of this bout; 0 not rolled
    rolled: int = whole()  # dice rolled in this bout, player 0's first
    opener: int = whole()  # the player who opened this bout
    claim: int = whole()  # the claim that stands
    # The claims of this bout, a bit each: players remember them. Claims only rise, so which ones were made
    # tells their order, too.
    made: list[int] = array(HIGHEST * MOST_SIDES // BITS + 1, "i8")
    last_claim: int = whole()  # of the bout before: the claim that was challenged,
    last_challenger: int = whole()  # who challenged it,
    last_loser: int = whole()  # who lost, UNKNOWN before any bout was decided,
    last_matching: int = whole()  # how many dice counted, UNKNOWN where that is not shown,
    last_dice: list[int] = array(2 * MOST_DICE, "i1")  # and the dice as they were shown
    winner: int = whole()  # ONGOING or a player
    rule: int = whole()  # the rule that ended the game


# --- moves: the challenge, then the claims in their order: 1x1, 1x2, ... 2x1, ... ---------------

CHALLENGE, FIRST_CLAIM = range(2)


def claim_of(rules: Parameters, dice: int, face: int) -> int:
    """Return the claim that at least this many dice show the face."""
    return FIRST_CLAIM + (dice - 1) * rules.sides + face - 1


def claimed(rules: Parameters, claim: int) -> tuple[int, int]:
    """Return the number of dice and the face that a claim names (LD-4)."""
    return (claim - FIRST_CLAIM) // rules.sides + 1, (claim - FIRST_CLAIM) % rules.sides + 1
