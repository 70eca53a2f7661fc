"""A careful player of Liar's Dice goes by the odds and by what the other player's claims tell.

The policy assumes that the opponent claims what they hold and challenges what looks unlikely from their
side. So a true claim that looks too high wins the bout.
"""

from __future__ import annotations

from fractions import Fraction

from gamekit.contract import Random, draw
from gamekit.games.liars_dice.rules import claims_up_to, counts, matching, total_dice, wild_face
from gamekit.games.liars_dice.state import (
    BITS,
    CHALLENGE,
    FIRST_CLAIM,
    GAIN,
    MOST_DICE,
    Parameters,
    State,
    claim_of,
    claimed,
)

# In percent, how readily somebody claims no more than they hold, one die more, two more, and so on.
TRUST = (100, 20, 4, 1)
STEPS = 4  # raise a claim by at most this many dice
BLUFFS = 12  # one claim in this many counts a die that is not there
EVEN = 10  # claims within this many percent are equally good
NOTHING = -MOST_DICE


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Return the challenge or the claim that wins the bout most often, or one nearly as good.

    The choice is partly random, because a player who can be read loses.
    """
    player = state.player
    best, most = CHALLENGE, -1
    if state.claim >= FIRST_CLAIM:
        held = holding(rules, state, player, claimed(rules, state.claim)[1])
        if not is_possible(rules, state, state.claim, held):
            return CHALLENGE
        most = 100 - prospects(rules, state, state.claim, held, NOTHING)
    usual = median(rules, state.count[player])
    bluff = 1 + draw(random, BLUFFS * rules.sides)  # a face, or most often none
    top = claim_of(rules, total_dice(state), rules.sides)
    for claim in range(state.claim + 1, min(state.claim + STEPS * rules.sides, top) + 1):
        face = claimed(rules, claim)[1]
        held = holding(rules, state, player, face)
        if is_possible(rules, state, claim, held):
            shown = held + (1 if face == bluff else 0)
            worth = prospects(rules, state, claim, shown, usual) + draw(random, EVEN)
            if worth > most:
                best, most = claim, worth
    return best


def sensible_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Leave out the claims that are certainly false."""
    return claims_up_to(rules, state, moves, total_dice(state))


def prospects(rules: Parameters, state: State, claim: int, held: int, believed: int) -> int:
    """Return in percent how often a claim wins the bout for a player who holds `held` such dice.

    The opponent challenges it unless it is true with `believed` of the player's dice. A bout that
    goes on counts for half.
    """
    other = 1 - state.player
    said = highest_said(rules, state, other, claimed(rules, claim)[1])
    return prospects_of(rules, claim, held, believed, state.count[other], said)


def prospects_of(
    rules: Parameters, claim: int, held: int, believed: int, unknown: int, said: int
) -> int:
    """Return the same against an opponent with `unknown` dice who has claimed `said` dice of the face."""
    dice, face = claimed(rules, claim)
    total, halves = 0, 0
    for theirs in range(unknown + 1):
        weight = ways(theirs, unknown, rules.sides, counting_faces(rules, face))
        weight *= trust(said - theirs)
        total += weight
        if theirs + believed >= dice:
            halves += weight
        elif theirs + held >= dice:
            halves += 2 * weight
    scale = 1 + total // 10**15  # so that the product stays below 2**63
    return 50 * (halves // scale) // (total // scale)


def likelihood(rules: Parameters, state: State, player: int) -> int:
    """Return in percent how well the opponent's claims in this bout fit the dice imagined for them."""
    other, fit, faces = 1 - player, 100, 0  # a bit for each face whose highest claim was met
    maker = 1 - state.player
    for claim in range(state.claim, FIRST_CLAIM - 1, -1):
        if was_made(state, claim):
            dice, face = claimed(rules, claim)
            if maker == other and faces >> face & 1 == 0:
                fit = fit * trust(dice - holding(rules, state, other, face)) // 100
                faces |= 1 << face
            maker = 1 - maker
    return max(1, fit)


def trust(missing: int) -> int:
    """Return in percent how readily somebody claims this many more dice than they hold."""
    return TRUST[max(0, min(missing, len(TRUST) - 1))]


def highest_said(rules: Parameters, state: State, player: int, face: int) -> int:
    """Return the most dice of this face that the player has claimed in this bout."""
    maker = 1 - state.player
    for claim in range(state.claim, FIRST_CLAIM - 1, -1):
        if was_made(state, claim):
            dice, of = claimed(rules, claim)
            if maker == player and of == face:
                return dice
            maker = 1 - maker
    return 0


def was_made(state: State, claim: int) -> bool:
    """Was this claim made in this bout?"""
    return state.made[claim // BITS] >> (claim % BITS) & 1 == 1


def holding(rules: Parameters, state: State, player: int, face: int) -> int:
    """Count this player's dice that count for the face."""
    held, first = 0, player * MOST_DICE
    for die in range(first, first + state.count[player]):
        if counts(rules, state.dice[die], face):
            held += 1
    return held


def is_possible(rules: Parameters, state: State, claim: int, held: int) -> bool:
    """Can the claim be true if the player to act holds so many such dice?"""
    return claimed(rules, claim)[0] <= held + state.count[1 - state.player]


def median(rules: Parameters, dice: int) -> int:
    """Return how many of these dice count for a face in at least half of all rolls."""
    faces = counting_faces(rules, 1 + wild_face(rules) % rules.sides)
    most = dice
    rolls = ways(dice, dice, rules.sides, faces)
    while 2 * rolls < rules.sides**dice:
        most -= 1
        rolls += ways(most, dice, rules.sides, faces)
    return most


def counting_faces(rules: Parameters, face: int) -> int:
    """Return how many faces of a die count for this face."""
    return 1 if wild_face(rules) in (0, face) else 2


def ways(k: int, n: int, sides: int, faces: int) -> int:
    """Return in how many rolls of n dice exactly k of them show one of these faces."""
    found: int = faces**k * (sides - faces) ** (n - k)
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


def may_win(rules: Parameters, state: State) -> bool:
    """Return whether a challenge can win, because losing one more bout puts a player out."""
    if state.claim == 0:
        return False
    return rules.bouts > 0 or is_nearly_out(rules, state, 1 - state.player)


def is_nearly_out(rules: Parameters, state: State, player: int) -> bool:
    """Does the next bout that this player loses decide the game?"""
    if rules.penalty == GAIN:
        return state.count[player] >= rules.die_limit
    return state.count[player] == 1


# --- the odds, exactly, as fractions -------------------------------------------------------------


def exactly(k: int, n: int, sides: int = 6, faces: int = 1) -> Fraction:
    """Return the chance that exactly k of n dice show one of `faces` faces out of `sides`."""
    if not 0 <= k <= n:
        return Fraction(0)
    return Fraction(ways(k, n, sides, faces), sides**n)


def at_least(k: int, n: int, sides: int = 6, faces: int = 1) -> Fraction:
    """Return the chance that k or more of n dice show one of `faces` faces out of `sides`.

    It is 1 where k is 0 or less, and 0 where k is more than n.
    """
    return sum((exactly(hits, n, sides, faces) for hits in range(max(k, 0), n + 1)), Fraction(0))


def odds(rules: Parameters, state: State, claim: int) -> Fraction:
    """Return how likely a claim is true, to somebody who knows only the dice that this state shows."""
    dice, face = claimed(rules, claim)
    known = matching(rules, state.dice, face)
    unknown = total_dice(state) - sum(die > 0 for die in state.dice)
    return at_least(dice - known, unknown, rules.sides, counting_faces(rules, face))
