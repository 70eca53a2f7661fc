"""Liar's Dice, as people write and read it: notation, explanations, positions and the board as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from gamekit.boards.dice import at_least
from gamekit.contract import CHANCE, ONGOING, RULING, Scenario, Unreadable
from gamekit.games.liars_dice.rules import (
    BITS,
    CHALLENGE,
    HIGHEST,
    LOSE,
    MOST_DICE,
    TOTAL_DICE,
    TURN_ORDER,
    UNKNOWN,
    Parameters,
    State,
    claimed,
    cover,
    highest_claim,
    is_out,
    judge,
    matching,
    most_dice,
    remember,
    to_act,
    total_dice,
    why_illegal,
    wild_face,
)


def odds(rules: Parameters, state: State, claim: int) -> Fraction:
    """The chance that a claim is true, for somebody who knows of the dice what this state shows."""
    dice, face = claimed(rules, claim)
    known = matching(rules, state.dice, face)
    unknown = total_dice(state) - sum(die > 0 for die in state.dice)
    return at_least(dice - known, unknown, rules.sides, 1 if wild_face(rules) in (0, face) else 2)


def notation(rules: Parameters, claim: int) -> str:
    """The notation of a claim."""
    dice, face = claimed(rules, claim)
    return f"{dice}x{face}"


NUMBER = r"(-?[0-9]{1,99})"
CLAIM = rf"(?:claim\s*)?\(?\s*{NUMBER}(?:\s*[x×,]\s*|\s+){NUMBER}\s*\)?(?:['’]?s)?"


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "3x4", also "3 4's", "3 4s", "(3, 4)" and "claim 3x4"; or "challenge"."""
    if text.strip().lower() == "challenge":
        return [CHALLENGE]
    match = re.fullmatch(CLAIM, text.strip(), re.I)
    if match is None:
        raise Unreadable("A turn is a claim like 3x4, which says three 4s or more, or a challenge.")
    return [claim_numbered(rules, int(match[1]), int(match[2]))]


def claim_numbered(rules: Parameters, dice: int, face: int) -> int:
    """The claim of so many dice of this face; refuses one that the game does not have."""
    if dice < 1:
        raise Unreadable(f"A claim names one die or more, not {dice}.", RULING + 4)
    if not 1 <= face <= rules.sides:
        raise Unreadable(f"No die shows {face}: the faces are 1 to {rules.sides}.", RULING + 4)
    if dice > highest_claim(rules):
        if rules.max_claim == TOTAL_DICE:
            raise Unreadable(f"There are never {dice} dice in play.", RULING + 5)
        raise Unreadable(f"Claims end at {HIGHEST} dice, far more than are ever in play.", 7)
    return (dice - 1) * rules.sides + face


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a claim, a challenge or the roll of a die."""
    if to_act(rules, state) == CHANCE:
        return str(move + 1)
    return "challenge" if move == CHALLENGE else notation(rules, move)


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move."""
    if rule == 3:
        return (
            "Nothing is claimed in this bout, so there is nothing to challenge: make a claim.",
            (),
        )
    named = notation(rules, move)
    if rule == RULING + 5:
        return f"{named} names more dice than the {total_dice(state)} in play.", ()
    if rule == RULING + 6:
        return f"{named} is the claim that stands; name a higher one or challenge.", ()
    dice, face = claimed(rules, state.claim)
    higher = f"{dice} dice and a face above {face}, or " if face < rules.sides else ""
    return (
        f"{named} is not higher than {notation(rules, state.claim)}: name {higher}{dice + 1} dice "
        "or more.",
        (),
    )


def ending(rules: Parameters, state: State) -> str:
    """How the game ended."""
    if state.rule == 8:
        return latest_bout(rules, state)
    loser = 1 - state.winner
    if rules.penalty == LOSE:
        return f"{{{loser}}} has no dice left."
    return f"{{{loser}}} has {state.count[loser]} dice, more than {rules.die_limit}."


def latest_bout(rules: Parameters, state: State) -> str:
    """How the latest challenge went, as far as it was shown."""
    challenger = state.last_challenger
    verdict = "true" if state.last_loser == challenger else "false"
    count = f": {state.last_matching} counted" if state.last_matching != UNKNOWN else ""
    return (
        f"{{{challenger}}} challenged {notation(rules, state.last_claim)} of {{{1 - challenger}}}, "
        f"which was {verdict}{count}."
    )


def hand(dice: list[int], player: int) -> list[int]:
    """A player's part of a list of dice."""
    return dice[player * MOST_DICE : (player + 1) * MOST_DICE]


def rolled_hand(state: State, player: int) -> list[int]:
    """What a player has rolled in this bout; 0 for a die that is not known."""
    own = min(state.rolled, state.count[0])
    return hand(state.dice, player)[: own if player == 0 else state.rolled - own]


def claims_made(state: State) -> list[int]:
    """The claims of this bout, in order."""
    claims = range(1, state.claim + 1)
    return [claim for claim in claims if state.made[claim // BITS] >> (claim % BITS) & 1]


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


def last_hands(state: State) -> list[list[int]]:
    """Both players' dice of the bout before, as they were shown."""
    return [[face for face in hand(state.last_dice, player) if face] for player in range(2)]


def text_board(rules: Parameters, state: State) -> str:
    """Both players' dice, "?" for those that are hidden, the claim, and the bout before."""
    lines = []
    for player, count in enumerate(state.count):
        dice = " ".join(str(face or "?") for face in rolled_hand(state, player))
        lines.append(f"{{{player}}}, {count} dice: {dice}".rstrip(": "))
    lines.append(f"Claim: {notation(rules, state.claim) if state.claim else 'none'}")
    if state.last_loser != UNKNOWN:
        lines.append(latest_bout(rules, state))
    if any(state.last_dice):
        for player, faces in enumerate(last_hands(state)):
            lines.append(f"  {{{player}}} showed {' '.join(map(str, faces))}")
    return "\n".join(lines)
