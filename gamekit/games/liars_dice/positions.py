"""Liar's Dice: setting up a position, and taking one down."""

from __future__ import annotations

from collections.abc import Mapping

from gamekit.contract import ONGOING, Position, PositionFields, Unreadable
from gamekit.games.liars_dice.rules import (
    cover,
    is_out,
    judge,
    matching,
    most_dice,
    remember,
    why_illegal,
)
from gamekit.games.liars_dice.state import (
    MOST_DICE,
    TURN_ORDER,
    UNKNOWN,
    Parameters,
    State,
    claimed,
)
from gamekit.games.liars_dice.text import (
    claim_numbered,
    claims_made,
    explain,
    last_hands,
    notation,
    rolled_hand,
)

A_CLAIM, HANDS = [3, 4], [[2, 2, 5, 6], [2, 3, 3, 1]]  # examples

FIELDS = PositionFields(
    dice=("both players' dice; those counted and not given are rolled next", HANDS),
    count=("how many dice each player has", [4, 4]),
    claim=("the claim that stands: how many dice, which face", A_CLAIM),
    claims=("all claims of this bout, in order", [[2, 5], A_CLAIM]),
    to_move=("the player whose turn it is", 0),
    turn=("completed turns of both players", 6),
    last=(
        "the bout before, as far as it was shown",
        {"claim": A_CLAIM, "challenger": 1, "loser": 0, "matching": 2},
    ),
)
LAST = PositionFields(
    claim=("the claim that was challenged", A_CLAIM),
    challenger=("who challenged it", 1),
    loser=("who lost the bout", 0),
    matching=("how many dice counted", 2),
    dice=("both players' dice", HANDS),
)


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up what `FIELDS` declares."""
    given = FIELDS.read(fields)
    set_dice(rules, state, given)
    state.player = given.whole("to_move", 0, 1, state.first)
    claims = set_claims(rules, state, given)
    state.opener = state.player if claims % 2 == 0 else 1 - state.player
    # Under turn_order players alternate across bouts: who is to move tells an odd turn from an even.
    fixed = rules.next_opener == TURN_ORDER
    odd = int(state.player != state.first)
    state.turn = given.whole("turn", claims, 10_000, claims + (fixed and claims % 2 != odd))
    if fixed and state.turn % 2 != odd:
        given.refuse(f"player {1 - state.player} is to move after {state.turn} turns.")
    if "last" in given:
        set_last(rules, state, LAST.read(given.mapping("last")))
    judge(rules, state)
    most = most_dice(rules)
    if state.winner == ONGOING and (min(state.count) < 1 or max(state.count) > most):
        given.refuse(f"nobody plays on with {state.count} dice.")
    if state.winner != ONGOING and (state.rolled > 0 or claims > 0):
        given.refuse("the game is decided, so nothing is rolled or claimed any more.")


def set_dice(rules: Parameters, state: State, given: Position) -> None:
    """Put `dice` on the table; player 0's are rolled first."""
    hands = hands_given(rules, given) if "dice" in given else [[], []]
    lengths = [len(dice) for dice in hands]
    if "count" in given:
        state.count[:] = given.numbers("count", 0, most_dice(rules) + 1)
    elif "dice" in given:
        state.count[:] = lengths
    if rules.bouts == 0 and is_out(rules, state, 0) and is_out(rules, state, 1):
        given.refuse(f"with {state.count} dice both players would be out.")
    missing = [state.count[player] - lengths[player] for player in range(2)]
    if min(missing) < 0 or (missing[0] > 0 and lengths[1] > 0):
        given.refuse(f"dice {hands} are not what is rolled first of {state.count} dice.")
    put(hands, state.dice)
    state.rolled = sum(lengths)


def hands_given(rules: Parameters, given: Position) -> list[list[int]]:
    """Both players' dice, as they were written."""
    most = most_dice(rules)
    hands = given.sequence("dice", 2)
    return [
        [
            given.number("a die", face, 1, rules.sides)
            for face in given.values(f"a hand of up to {most} dice", dice, 0, most, HANDS[0])
        ]
        for dice in hands
    ]


def put(hands: list[list[int]], dice: list[int]) -> None:
    """Lay both players' dice into a list of dice."""
    for player, faces in enumerate(hands):
        for place, face in enumerate(faces, player * MOST_DICE):
            dice[place] = face


def set_claims(rules: Parameters, state: State, given: Position) -> int:
    """Make the claims of this bout, `claims` in order or the latest `claim`; return how many."""
    claims = given.several("claims")
    if "claim" in given and not claims:
        claims = [given.raw("claim")]
    for value in claims:
        claim = claim_given(rules, given, value)
        rule = why_illegal(rules, state, claim)
        if rule:
            given.refuse(f"claims: {explain(rules, state, claim, rule)[0]}")
        remember(state, claim)
    if "claim" in given and claim_given(rules, given, given.raw("claim")) != state.claim:
        given.refuse(f"claim is not the latest of claims, {notation(rules, state.claim)}.")
    return len(claims)


def claim_given(rules: Parameters, given: Position, value: object) -> int:
    """The claim written as a pair such as [3, 4]."""
    pair = given.values("a claim", value, 2, 2, A_CLAIM)
    dice, face = (given.number("a number of a claim", part, 0, 1000) for part in pair)
    try:
        return claim_numbered(rules, dice, face)
    except Unreadable as problem:
        given.refuse(str(problem))


def set_last(rules: Parameters, state: State, given: Position) -> None:
    """Say how the bout before went; `matching` and `dice` as far as a challenge shows them."""
    state.last_claim = claim_given(rules, given, given.raw("claim"))
    dice, face = claimed(rules, state.last_claim)
    state.last_challenger = given.number("the challenger", given.raw("challenger"), 0, 1)
    state.last_loser = given.number("the loser", given.raw("loser"), 0, 1)
    state.last_matching = given.whole("matching", 0, 2 * MOST_DICE, UNKNOWN)
    if "dice" in given:
        put(hands_given(rules, given), state.last_dice)
        if matching(rules, state.last_dice, face) != state.last_matching:
            given.refuse(f"not {state.last_matching} of the last bout's dice count for {face}.")
    is_true = state.last_loser == state.last_challenger
    if state.last_matching != UNKNOWN and (state.last_matching >= dice) != is_true:
        given.refuse("the last bout's loser does not follow from its claim and its dice.")
    cover(rules, state)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as its fields; None for a die that is not known."""
    claims = [list(claimed(rules, claim)) for claim in claims_made(state)]
    hands = [[face or None for face in rolled_hand(state, player)] for player in range(2)]
    last = LAST.write(
        claim=list(claimed(rules, state.last_claim)),
        challenger=state.last_challenger,
        loser=state.last_loser,
        matching=state.last_matching if state.last_matching != UNKNOWN else None,
        dice=last_hands(state) if any(state.last_dice) else None,
    )
    return FIELDS.write(
        dice=hands if state.rolled else None,
        count=list(state.count),
        claim=claims[-1] if claims else None,
        claims=claims,
        to_move=state.player,
        turn=state.turn,
        last=last if state.last_loser != UNKNOWN else None,
    )
