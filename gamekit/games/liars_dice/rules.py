"""Liar's Dice, as it is played: see the rulebook beside this file."""

from __future__ import annotations

from gamekit.contract import CHANCE, ONGOING, OVER
from gamekit.games.liars_dice.state import (
    ALTERNATE,
    BEYOND_DICE,
    BITS,
    BOUT_LOST,
    CHALLENGE,
    GAIN,
    HIGHEST,
    IS_OUT,
    LOSER,
    MOST_DICE,
    MUST_CLAIM,
    NO_WILD,
    ONES,
    SAME_CLAIM,
    SHOW_ALL,
    TOO_LOW,
    TOTAL_DICE,
    UNKNOWN,
    VERDICT_ONLY,
    WINNER,
    Parameters,
    State,
    claim_of,
    claimed,
)


def impossible(rules: Parameters) -> str:
    """Return why these parameters make no game, or nothing."""
    if rules.penalty == GAIN and rules.bouts == 0 and rules.start_dice > rules.die_limit:
        return (
            f"start_dice={rules.start_dice} with die_limit={rules.die_limit}: both players would "
            "have lost before the first roll. Raise die_limit or start with fewer dice."
        )
    return ""


def setup(rules: Parameters, state: State) -> None:
    """Give both players their first dice; nothing is rolled or claimed (LD-1, LD-11)."""
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


def most_dice(rules: Parameters) -> int:
    """Return the most dice that one player may roll in a bout."""
    if rules.penalty == GAIN and rules.bouts == 0:
        return rules.die_limit
    return rules.start_dice


def begin_bout(state: State, opener: int) -> None:
    """Begin a bout: all dice are to be rolled, and nothing is claimed (LD-Q11)."""
    for die in range(2 * MOST_DICE):
        state.dice[die] = 0
    for word in range(len(state.made)):
        state.made[word] = 0
    state.rolled = 0
    state.claim = 0
    state.opener = opener
    state.player = opener


def to_act(rules: Parameters, state: State) -> int:
    """Chance rolls the dice one by one, then the players take turns (LD-2, LD-Q10, LD-Q13)."""
    if state.winner != ONGOING:
        return OVER
    return CHANCE if state.rolled < total_dice(state) else state.player


def total_dice(state: State) -> int:
    """Return how many dice are in play."""
    return state.count[0] + state.count[1]


def outcomes(rules: Parameters, state: State) -> int:
    """Return how many faces one die has (LD-1)."""
    return rules.sides


def move_count(rules: Parameters) -> int:
    """Return the number of claims, plus the challenge; nothing else can be said (LD-12)."""
    return claim_of(rules, highest_claim(rules), rules.sides) + 1


def highest_claim(rules: Parameters) -> int:
    """Return the most dice that any claim of the game can name (LD-7)."""
    return 2 * most_dice(rules) if rules.max_claim == TOTAL_DICE else HIGHEST


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


# --- what a player may say -----------------------------------------------------------------------


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move: a bout opens with any claim (LD-3, LD-5, LD-Q3), and
    higher ones follow (LD-6, LD-Q6, LD-Q7, LD-Q12), possible or not (LD-Q5)."""
    if move == CHALLENGE:
        return MUST_CLAIM if state.claim == 0 else 0
    if move == state.claim:
        return SAME_CLAIM
    if move < state.claim:
        return TOO_LOW
    if rules.max_claim == TOTAL_DICE and move > claim_of(rules, total_dice(state), rules.sides):
        return BEYOND_DICE
    return 0


def legal_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves` with the challenge and every higher claim."""
    highest = total_dice(state) if rules.max_claim == TOTAL_DICE else HIGHEST
    return claims_up_to(rules, state, moves, highest)


def claims_up_to(rules: Parameters, state: State, moves: list[int], highest: int) -> int:
    """Fill `moves` with the challenge and the higher claims that name at most `highest` dice."""
    count = 0
    if state.claim > 0:
        moves[0] = CHALLENGE
        count = 1
    for claim in range(state.claim + 1, claim_of(rules, highest, rules.sides) + 1):
        moves[count] = claim
        count += 1
    return count


# --- what a roll, a claim and a challenge do -----------------------------------------------------


def apply(rules: Parameters, state: State, move: int) -> None:
    """Carry out the roll of one die, a claim or a challenge."""
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
    """Return the place in the list of dice for this roll of the bout."""
    own = state.count[0]
    return roll if roll < own else MOST_DICE + roll - own


def remember(state: State, claim: int) -> None:
    """Note that this claim stands now, and was made in this bout."""
    state.claim = claim
    state.made[claim // BITS] |= 1 << (claim % BITS)


def was_made(state: State, claim: int) -> bool:
    """Was this claim made in this bout?"""
    return state.made[claim // BITS] >> (claim % BITS) & 1 == 1


def challenge(rules: Parameters, state: State) -> None:
    """Count the dice, make the loser pay (LD-4, LD-8, LD-9) and begin the next bout (LD-Q13)."""
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
    """Return how many of all dice count for this face (LD-4, LD-12)."""
    count = 0
    for die in range(2 * MOST_DICE):
        if counts(rules, dice[die], face):
            count += 1
    return count


def counts(rules: Parameters, die: int, face: int) -> bool:
    """Does a die that shows `die` count for this face (LD-12)? An unknown one does not."""
    return die > 0 and die in (face, wild_face(rules))


def wild_face(rules: Parameters) -> int:
    """Return the face that counts as every face, or 0 (LD-12)."""
    if rules.wild == NO_WILD:
        return 0
    return 1 if rules.wild == ONES else rules.sides


def cover(rules: Parameters, state: State) -> None:
    """Blank what a challenge does not show (LD-Q8)."""
    if rules.reveal != SHOW_ALL:
        for die in range(2 * MOST_DICE):
            state.last_dice[die] = 0
    if rules.reveal == VERDICT_ONLY:
        state.last_matching = UNKNOWN


def next_opener(rules: Parameters, state: State) -> int:
    """Return the player who makes the first claim after a challenge (LD-Q2)."""
    if rules.next_opener == LOSER:
        return state.last_loser
    if rules.next_opener == WINNER:
        return 1 - state.last_loser
    if rules.next_opener == ALTERNATE:
        return 1 - state.opener
    return 1 - state.last_challenger


# --- how the game ends ---------------------------------------------------------------------------


def judge(rules: Parameters, state: State) -> None:
    """Decide the game if it is over: by its only bout, or because somebody is out (LD-10)."""
    if rules.bouts > 0:
        if state.last_loser != UNKNOWN:
            state.winner = 1 - state.last_loser
            state.rule = BOUT_LOST
    else:
        for player in range(2):
            if is_out(rules, state, player):
                state.winner = 1 - player
                state.rule = IS_OUT


def is_out(rules: Parameters, state: State, player: int) -> bool:
    """Does this player have too many dice, or none where losers lose dice (LD-10, LD-Q1)?"""
    if rules.penalty == GAIN:
        return state.count[player] > rules.die_limit
    return state.count[player] == 0


# --- what is secret ------------------------------------------------------------------------------


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """Only its owner sees a die; everybody hears claims and challenges (LD-2, LD-Q9)."""
    return to_act(rules, state) != CHANCE or whose_roll(rules, state) == player


def whose_roll(rules: Parameters, state: State) -> int:
    """Return whose die is rolled next: all dice of player 0 come first (LD-2)."""
    return place(state, state.rolled) // MOST_DICE
