"""Liar's Dice, as it is played: see the rulebook beside this file."""

from __future__ import annotations

from typing import Any

from gamekit.contract import (
    CHANCE,
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

# Places of options.
GAIN, LOSE = range(2)
TURN_ORDER, LOSER, WINNER, ALTERNATE = range(4)
NO_WILD, ONES, TOP = range(3)
NO_MAXIMUM, TOTAL_DICE = range(2)
SHOW_ALL, COUNT_ONLY, VERDICT_ONLY = range(3)

MOST_DICE = 16  # that one player ever rolls
MOST_SIDES = 10
HIGHEST = 127  # dice that a claim can name
BITS = 60  # claims remembered in one whole number
UNKNOWN = -1
CHALLENGE = 0  # the move; every other move is a claim


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    start_dice: int = number(4, range(1, 9), "dice each player starts with")
    die_limit: int = number(8, range(1, MOST_DICE + 1), "more dice than this lose, if losers gain")
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
    dice: list[int] = array(2 * MOST_DICE, "i1")  # faces of this bout; 0 not rolled or not known
    rolled: int = whole()  # dice rolled in this bout, player 0's first
    opener: int = whole()  # the player who opened this bout
    claim: int = whole()  # the claim that stands
    # The claims of this bout, a bit each: players remember them. As claims only rise, which ones
    # were made tells their order too.
    made: list[int] = array(HIGHEST * MOST_SIDES // BITS + 1, "i8")
    last_claim: int = whole()  # of the bout before: the claim that was challenged,
    last_challenger: int = whole()  # who challenged it,
    last_loser: int = whole()  # who lost, UNKNOWN before any bout was decided,
    last_matching: int = whole()  # how many dice counted, UNKNOWN where that is not shown,
    last_dice: list[int] = array(2 * MOST_DICE, "i1")  # and the dice as they were shown
    winner: int = whole()  # ONGOING or a player
    rule: int = whole()  # the rule that ended the game


def impossible(rules: Parameters) -> str:
    """Return why these parameters make no game, or nothing."""
    if rules.penalty == GAIN and rules.bouts == 0 and rules.start_dice > rules.die_limit:
        return (
            f"start_dice={rules.start_dice} with die_limit={rules.die_limit}: both players would "
            "have lost before the first roll. Raise die_limit or start with fewer dice."
        )
    return ""


def most_dice(rules: Parameters) -> int:
    """The most dice that one player may roll in a bout."""
    if rules.penalty == GAIN and rules.bouts == 0:
        return rules.die_limit
    return rules.start_dice


def setup(rules: Parameters, state: State) -> None:
    """Both players have their first dice, and nothing is rolled or claimed."""
    for player in range(2):
        state.count[player] = rules.start_dice
    for die in range(2 * MOST_DICE):
        state.last_dice[die] = 0
    state.last_claim = 0
    state.last_challenger = UNKNOWN
    state.last_loser = UNKNOWN
    state.last_matching = UNKNOWN
    state.turn = 0
    state.winner = ONGOING
    state.rule = 0
    begin_bout(state, state.first)


def begin_bout(state: State, opener: int) -> None:
    """All dice are to be rolled, and nothing is claimed."""
    for die in range(2 * MOST_DICE):
        state.dice[die] = 0
    for word in range(len(state.made)):
        state.made[word] = 0
    state.rolled = 0
    state.claim = 0
    state.opener = opener
    state.player = opener


def to_act(rules: Parameters, state: State) -> int:
    """Chance rolls the dice one by one, then the players take turns."""
    if state.winner != ONGOING:
        return OVER
    return CHANCE if state.rolled < total_dice(state) else state.player


def total_dice(state: State) -> int:
    """The dice in play."""
    return state.count[0] + state.count[1]


def outcomes(rules: Parameters, state: State) -> int:
    """The faces of one die."""
    return rules.sides


def move_count(rules: Parameters) -> int:
    """Move 0 challenges; the others are the claims in their order: 1x1, 1x2, ... 2x1, ..."""
    return 1 + highest_claim(rules) * rules.sides


def highest_claim(rules: Parameters) -> int:
    """The most dice that any claim of the game can name."""
    return 2 * most_dice(rules) if rules.max_claim == TOTAL_DICE else HIGHEST


def claimed(rules: Parameters, claim: int) -> tuple[int, int]:
    """How many dice of which face a claim says there are."""
    return (claim - 1) // rules.sides + 1, (claim - 1) % rules.sides + 1


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move."""
    if move == CHALLENGE:
        return 3 if state.claim == 0 else 0
    if move == state.claim:
        return RULING + 6
    if move < state.claim:
        return 6
    if rules.max_claim == TOTAL_DICE and move > total_dice(state) * rules.sides:
        return RULING + 5
    return 0


def legal_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Fill `moves` with the challenge and every higher claim."""
    highest = total_dice(state) if rules.max_claim == TOTAL_DICE else HIGHEST
    return claims_up_to(rules, state, moves, highest)


def sensible_moves(rules: Parameters, state: State, moves: Any) -> int:
    """Leave out the claims that are certainly false."""
    return claims_up_to(rules, state, moves, total_dice(state))


def claims_up_to(rules: Parameters, state: State, moves: Any, highest: int) -> int:
    """Fill `moves` with the challenge and the higher claims that name at most so many dice."""
    count = 0
    if state.claim > 0:
        moves[0] = CHALLENGE
        count = 1
    for claim in range(state.claim + 1, highest * rules.sides + 1):
        moves[count] = claim
        count += 1
    return count


def apply(rules: Parameters, state: State, move: int) -> None:
    """Take the roll of one die, a claim or a challenge."""
    if state.rolled < total_dice(state):
        state.dice[place(state, state.rolled)] = move + 1
        state.rolled += 1
    else:
        state.turn += 1
        if move == CHALLENGE:
            challenge(rules, state)
        else:
            remember(state, move)
            state.player = 1 - state.player


def place(state: State, roll: int) -> int:
    """Where in the list of dice this roll of the bout belongs."""
    own = state.count[0]
    return roll if roll < own else MOST_DICE + roll - own


def remember(state: State, claim: int) -> None:
    """This claim stands now, and was made in this bout."""
    state.claim = claim
    state.made[claim // BITS] |= 1 << (claim % BITS)


def challenge(rules: Parameters, state: State) -> None:
    """Count the dice, make the loser pay and begin the next bout."""
    challenger = state.player
    dice, face = claimed(rules, state.claim)
    state.last_claim = state.claim
    state.last_challenger = challenger
    state.last_matching = matching(rules, state.dice, face)
    state.last_loser = challenger if state.last_matching >= dice else 1 - challenger
    for die in range(2 * MOST_DICE):
        state.last_dice[die] = state.dice[die]
    cover(rules, state)
    state.count[state.last_loser] += 1 if rules.penalty == GAIN else -1
    begin_bout(state, next_opener(rules, state))
    judge(rules, state)


def matching(rules: Parameters, dice: list[int], face: int) -> int:
    """How many dice count for this face."""
    wild = wild_face(rules)
    count = 0
    for die in range(2 * MOST_DICE):
        if dice[die] == face or (wild > 0 and dice[die] == wild):
            count += 1
    return count


def wild_face(rules: Parameters) -> int:
    """The face that counts as every face, or 0."""
    if rules.wild == NO_WILD:
        return 0
    return 1 if rules.wild == ONES else rules.sides


def cover(rules: Parameters, state: State) -> None:
    """Blank what a challenge does not show."""
    if rules.reveal != SHOW_ALL:
        for die in range(2 * MOST_DICE):
            state.last_dice[die] = 0
    if rules.reveal == VERDICT_ONLY:
        state.last_matching = UNKNOWN


def next_opener(rules: Parameters, state: State) -> int:
    """The player who makes the first claim after a challenge."""
    if rules.next_opener == LOSER:
        return state.last_loser
    if rules.next_opener == WINNER:
        return 1 - state.last_loser
    if rules.next_opener == ALTERNATE:
        return 1 - state.opener
    return 1 - state.last_challenger


def judge(rules: Parameters, state: State) -> None:
    """Decide the game if it is decided: by its only bout, or because somebody is out."""
    if rules.bouts > 0:
        if state.last_loser != UNKNOWN:
            state.winner = 1 - state.last_loser
            state.rule = 8
    else:
        for player in range(2):
            if is_out(rules, state, player):
                state.winner = 1 - player
                state.rule = 10


def is_out(rules: Parameters, state: State, player: int) -> bool:
    """Has this player too many dice, or none where losers lose dice?"""
    if rules.penalty == GAIN:
        return state.count[player] > rules.die_limit
    return state.count[player] == 0


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


def hide(rules: Parameters, view: State, player: int) -> None:
    """Blank the dice of this bout that are not the player's own."""
    for die in range(2 * MOST_DICE):
        if die // MOST_DICE != player:
            view.dice[die] = 0


def imagine(rules: Parameters, view: State, player: int, random: Any) -> None:
    """Any face of a hidden die is equally likely: no claim proves anything about it."""
    for roll in range(view.rolled):
        die = place(view, roll)
        if view.dice[die] == 0:
            view.dice[die] = 1 + draw(random, rules.sides)


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """Only its owner sees a die; everybody hears claims and challenges."""
    return to_act(rules, state) != CHANCE or place(state, state.rolled) // MOST_DICE == player
