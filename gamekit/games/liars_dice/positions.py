"""Liar's Dice: setting up a position, and taking one down."""

from __future__ import annotations

from collections.abc import Mapping

from gamekit.contract import ONGOING, Scenario, Unreadable
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

FIELDS = ("dice", "count", "claim", "claims", "to_move", "turn", "last")
LAST_FIELDS = ("claim", "challenger", "loser", "matching", "dice")


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up `dice` (or `count`, how many there are), `claim` (or all `claims` of the bout),
    `to_move`, `turn` (completed turns of both players) and `last`, the bout before.

    Dice that are counted and not given are rolled next, whatever is claimed.
    """
    scene = Scenario(fields, FIELDS)
    set_dice(rules, state, scene)
    state.player = scene.whole("to_move", 0, 1, state.first)
    claims = set_claims(rules, state, scene)
    state.opener = state.player if claims % 2 == 0 else 1 - state.player
    # Under turn_order players alternate across bouts: who is to move tells an odd turn from an even.
    fixed = rules.next_opener == TURN_ORDER
    odd = int(state.player != state.first)
    state.turn = scene.whole("turn", claims, 10_000, claims + (fixed and claims % 2 != odd))
    if fixed and state.turn % 2 != odd:
        scene.refuse(f"player {1 - state.player} is to move after {state.turn} turns.")
    if "last" in scene:
        shape = '{"claim": [3, 4], "challenger": 1, "loser": 0, "matching": 2}'
        set_last(rules, state, Scenario(scene.mapping("last", shape), LAST_FIELDS))
    judge(rules, state)
    most = most_dice(rules)
    if state.winner == ONGOING and (min(state.count) < 1 or max(state.count) > most):
        scene.refuse(f"nobody plays on with {state.count} dice.")
    if state.winner != ONGOING and (state.rolled > 0 or claims > 0):
        scene.refuse("the game is decided, so nothing is rolled or claimed any more.")


def set_dice(rules: Parameters, state: State, scene: Scenario) -> None:
    """Put `dice` on the table; player 0's are rolled first."""
    hands = scene_hands(rules, scene) if "dice" in scene else [[], []]
    lengths = [len(dice) for dice in hands]
    if "count" in scene:
        state.count[:] = scene.numbers("count", 0, most_dice(rules) + 1, "[4, 4]")
    elif "dice" in scene:
        state.count[:] = lengths
    if rules.bouts == 0 and is_out(rules, state, 0) and is_out(rules, state, 1):
        scene.refuse(f"with {state.count} dice both players would be out.")
    missing = [state.count[player] - lengths[player] for player in range(2)]
    if min(missing) < 0 or (missing[0] > 0 and lengths[1] > 0):
        scene.refuse(f"dice {hands} are not what is rolled first of {state.count} dice.")
    put(hands, state.dice)
    state.rolled = sum(lengths)


def scene_hands(rules: Parameters, scene: Scenario) -> list[list[int]]:
    """Both players' dice in a scenario."""
    most = most_dice(rules)
    shape = f"[2, 2, 5, 6], up to {most} faces"
    hands = scene.sequence("dice", 2, "[[2, 2, 5, 6], [2, 3, 3, 1]]")
    return [
        [
            scene.number("a die", face, 1, rules.sides)
            for face in scene.values("a hand", dice, shape, 0, most)
        ]
        for dice in hands
    ]


def put(hands: list[list[int]], dice: list[int]) -> None:
    """Lay both players' dice into a list of dice."""
    for player, faces in enumerate(hands):
        for place, face in enumerate(faces, player * MOST_DICE):
            dice[place] = face


def set_claims(rules: Parameters, state: State, scene: Scenario) -> int:
    """Make the claims of this bout, `claims` in order or the latest `claim`; return how many."""
    claims = scene.several("claims", "[[2, 5], [3, 4]]")
    if "claim" in scene and not claims:
        claims = [scene.raw("claim")]
    for value in claims:
        claim = scene_claim(rules, scene, value)
        rule = why_illegal(rules, state, claim)
        if rule:
            scene.refuse(f"claims: {explain(rules, state, claim, rule)[0]}")
        remember(state, claim)
    if "claim" in scene and scene_claim(rules, scene, scene.raw("claim")) != state.claim:
        scene.refuse(f"claim is not the latest of claims, {notation(rules, state.claim)}.")
    return len(claims)


def scene_claim(rules: Parameters, scene: Scenario, value: object) -> int:
    """A claim such as [3, 4] in a scenario."""
    pair = scene.values("a claim", value, "[3, 4]", 2, 2)
    dice, face = (scene.number("a number of a claim", part, 0, 1000) for part in pair)
    try:
        return claim_numbered(rules, dice, face)
    except Unreadable as problem:
        scene.refuse(str(problem))


def set_last(rules: Parameters, state: State, scene: Scenario) -> None:
    """Say how the bout before went; `matching` and `dice` as far as a challenge shows them."""
    state.last_claim = scene_claim(rules, scene, scene.raw("claim"))
    dice, face = claimed(rules, state.last_claim)
    state.last_challenger = scene.number("the challenger", scene.raw("challenger"), 0, 1)
    state.last_loser = scene.number("the loser", scene.raw("loser"), 0, 1)
    state.last_matching = scene.whole("matching", 0, 2 * MOST_DICE, UNKNOWN)
    if "dice" in scene:
        put(scene_hands(rules, scene), state.last_dice)
        if matching(rules, state.last_dice, face) != state.last_matching:
            scene.refuse(f"not {state.last_matching} of the last bout's dice count for {face}.")
    is_true = state.last_loser == state.last_challenger
    if state.last_matching != UNKNOWN and (state.last_matching >= dice) != is_true:
        scene.refuse("the last bout's loser does not follow from its claim and its dice.")
    cover(rules, state)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as scenario fields; None for a die that is not known."""
    claims = [list(claimed(rules, claim)) for claim in claims_made(state)]
    hands = [[face or None for face in rolled_hand(state, player)] for player in range(2)]
    last: dict[str, object] = {
        "claim": list(claimed(rules, state.last_claim)),
        "challenger": state.last_challenger,
        "loser": state.last_loser,
        "matching": state.last_matching if state.last_matching != UNKNOWN else None,
        "dice": last_hands(state) if any(state.last_dice) else None,
    }
    return {
        "dice": hands if state.rolled else None,
        "count": list(state.count),
        "claim": claims[-1] if claims else None,
        "claims": claims,
        "to_move": state.player,
        "turn": state.turn,
        "last": last if state.last_loser != UNKNOWN else None,
    }
