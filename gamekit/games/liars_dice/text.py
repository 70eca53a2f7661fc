"""Liar's Dice, as people write and read it: notation, explanations, the table as text, and positions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from gamekit.contract import CHANCE, ONGOING, Position, PositionFields, Unreadable, number_in_words
from gamekit.games.liars_dice.rules import (
    cover,
    highest_claim,
    is_out,
    judge,
    matching,
    most_dice,
    remember,
    to_act,
    total_dice,
    was_made,
    why_illegal,
)
from gamekit.games.liars_dice.state import (
    BEYOND_DICE,
    BEYOND_KIT,
    BOUT_LOST,
    CHALLENGE,
    GAIN,
    HIGHEST,
    MOST_DICE,
    MUST_CLAIM,
    NO_CLAIM,
    NOT_SAID,
    SAME_CLAIM,
    TOTAL_DICE,
    TURN_ORDER,
    UNKNOWN,
    Parameters,
    State,
    claim_of,
    claimed,
)

NUMBER = r"(-?[0-9]{1,99})"
FAR = 1000  # more dice than any claim names
CLAIM = rf"(?:claim\s*)?\(?\s*{NUMBER}(?:\s*[x×,]\s*|\s+){NUMBER}\s*\)?(?:['’]?s)?"


# --- notation ------------------------------------------------------------------------------------


def notation(rules: Parameters, claim: int) -> str:
    """Return the notation of a claim."""
    dice, face = claimed(rules, claim)
    return f"{dice}x{face}"


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read "3x4", also "3 4's", "3 4s", "(3, 4)" and "claim 3x4"; or "challenge"."""
    if text.strip().lower() == "challenge":
        return [CHALLENGE]
    match = re.fullmatch(CLAIM, text.strip(), re.I)
    if match is None:
        turns = possible_turns(rules, state)
        if text.strip().lower() in ("pass", "exact"):
            raise Unreadable(f"Nobody may pass or call a claim exact. {turns}", NOT_SAID)
        raise Unreadable(turns)
    return [claim_numbered(rules, int(match[1]), int(match[2]))]


def possible_turns(rules: Parameters, state: State) -> str:
    """Return what a turn may be, with a legal claim as an example (LD-3)."""
    opens = state.claim == 0
    lowest = claim_of(rules, 1, rules.sides) if opens else state.claim + 1
    if why_illegal(rules, state, lowest):
        return f"{notation(rules, state.claim)} is the highest claim: a turn is a challenge now."
    dice, face = claimed(rules, lowest)
    say = f"{notation(rules, lowest)} (at least {in_dice(dice)} showing {face})"
    if opens:
        return f"A bout opens with a claim, such as {say}."
    return f"A turn is a higher claim, such as {say}, or a challenge."


def claim_numbered(rules: Parameters, dice: int, face: int) -> int:
    """Return the claim of this many dice of a face. Refuse one that the game does not have (LD-Q4)."""
    if dice < 1 and not 1 <= face <= rules.sides:
        raise Unreadable(
            f"A claim names one die or more, and a face from 1 to {rules.sides}.", NO_CLAIM
        )
    if dice < 1:
        raise Unreadable(f"A claim names one die or more, not {dice}.", NO_CLAIM)
    if not 1 <= face <= rules.sides:
        raise Unreadable(f"No die shows {face}: the faces are 1 to {rules.sides}.", NO_CLAIM)
    if dice > highest_claim(rules):
        if rules.max_claim == TOTAL_DICE:
            raise Unreadable(f"There are never {dice} dice in play.", BEYOND_DICE)
        raise Unreadable(
            f"A claim names up to {HIGHEST} dice, far more than are ever in play.", BEYOND_KIT
        )
    return claim_of(rules, dice, face)


def how_far(rules: Parameters, state: State, text: str, move: int) -> int:
    """Return how far a claim is from what somebody wrote: in faces and in numbers of dice."""
    if move == CHALLENGE:
        return 0 if text.strip().lower() == "challenge" else FAR
    dice, face = claimed(rules, move)
    written_dice, written_face = claim_written(text) or claimed(
        rules, state.claim or claim_of(rules, 1, rules.sides)
    )
    return min(FAR, abs(dice - written_dice)) + min(rules.sides, abs(face - written_face))


@lru_cache(maxsize=8)  # one text is compared with hundreds of claims
def claim_written(text: str) -> tuple[int, int] | None:
    """Return the number of dice and the face that a text claims, or None if it is no claim."""
    match = re.fullmatch(CLAIM, text.strip(), re.I)
    return (int(match[1]), int(match[2])) if match else None


def write(rules: Parameters, state: State, move: int) -> str:
    """Return the notation of a claim, a challenge or the roll of a die."""
    if to_act(rules, state) == CHANCE:
        return str(move + 1)
    return "challenge" if move == CHALLENGE else notation(rules, move)


def phrases(moves: Sequence[str], rolled: str | None) -> Iterator[tuple[str, str]]:
    """Say what the moves of a turn did: "claims", "three 4s"."""
    return map(phrase, moves)


def phrase(move: str) -> tuple[str, str]:
    """Return the verb and the rest for one move."""
    if move == "challenge":
        return "challenges", "the claim"
    if move == "?":
        return "plays in secret", ""
    dice, face = move.split("x")
    return "claims", f"{number_in_words(int(dice), 'no')} {face}{'s' * (dice != '1')}"


# --- explanations --------------------------------------------------------------------------------


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Return why the rule forbids this move."""
    if rule == MUST_CLAIM:
        return "Nothing has been claimed in this bout yet: make a claim.", ()
    named = notation(rules, move)
    if rule == BEYOND_DICE:
        return f"{named} names more dice than the {total_dice(state)} in play.", ()
    higher = higher_claims(rules, state)
    if rule == SAME_CLAIM:
        advice = (
            "; name a higher one or challenge"
            if higher
            else ", and there is none higher: challenge it"
        )
        return f"{named} is the claim that stands{advice}.", ()
    stands = f"{named} is not higher than {notation(rules, state.claim)}"
    if not higher:
        return f"{stands}, the highest claim: challenge it.", ()
    return f"{stands}: name {higher}.", ()


def higher_claims(rules: Parameters, state: State) -> str:
    """Return which claims are higher than the one that stands, if there are any (LD-6, LD-Q7)."""
    dice, face = claimed(rules, state.claim)
    most = total_dice(state) if rules.max_claim == TOTAL_DICE else HIGHEST
    ways = []
    if face < rules.sides:
        ways.append(f"{in_dice(dice)} and a face above {face}")
    if dice < most:
        ways.append(in_dice(dice + 1) + (" or more" if dice + 1 < most else ""))
    return ", or ".join(ways)


# --- how a bout and a game ended -----------------------------------------------------------------


def ending(rules: Parameters, state: State) -> str:
    """Return how the game ended."""
    if state.rule == BOUT_LOST:
        return latest_bout(rules, state)
    loser = 1 - state.winner
    dice = state.count[loser]
    if dice == 0:
        return f"{{{loser}}} has no dice left."
    why = f", more than {rules.die_limit}" if dice > rules.die_limit else " and is out"
    return f"{{{loser}}} has {in_dice(dice)}{why}."


def latest_bout(rules: Parameters, state: State) -> str:
    """Return how the latest challenge went, as far as it was shown."""
    challenger = state.last_challenger
    count = f": {in_dice(state.last_matching)} counted" if state.last_matching != UNKNOWN else ""
    return (
        f"{{{challenger}}} challenged {{{1 - challenger}}}'s claim of "
        f"{notation(rules, state.last_claim)}, which was {truth(state)}{count}."
    )


def truth(state: State) -> str:
    """Return whether the claim that was challenged last was "true" or "false" (LD-4)."""
    return "true" if state.last_loser == state.last_challenger else "false"


def counted(state: State) -> str:
    """Return how many dice the latest challenge showed, or "" if that stayed hidden (LD-Q8)."""
    matching = state.last_matching
    return "" if matching == UNKNOWN else f"{matching or 'none'} counted"


def in_dice(count: int) -> str:
    """Return a number of dice, in words."""
    return "1 die" if count == 1 else f"{count} dice"


def verdict(rules: Parameters, state: State) -> tuple[str, str]:
    """Return how the latest challenge went, and what it cost (LD-4)."""
    count = counted(state)
    shown = f"{count[0].upper()}{count[1:]}, so it" if count else "It"
    _, claim = phrase(notation(rules, state.last_claim))
    return (
        f"{{{state.last_challenger}}} challenged {claim}.",
        f"{shown} is {truth(state)}: {{{state.last_loser}}} {cost(rules)}.",
    )


def cost(rules: Parameters) -> str:
    """Return what happens to the loser of a bout (LD-4)."""
    if rules.bouts > 0:
        return "loses"  # the bout decides, and nobody needs the die
    return "gets a die" if rules.penalty == GAIN else "loses a die"


def came_of(rules: Parameters, before: State, after: State) -> str:
    """Return what a challenge showed, and what it cost: "three 2s: none counted, so Ann gets a die." (LD-4)."""
    if list(before.count) == list(after.count):
        return ""
    _, claim = phrase(notation(rules, after.last_claim))
    return f"{claim}: {counted(after) or truth(after)}, so {{{after.last_loser}}} {cost(rules)}."


# --- the table -----------------------------------------------------------------------------------


def text_board(rules: Parameters, state: State) -> str:
    """Return both players' dice, "?" for a hidden one, the claim, and the bout before."""
    lines = []
    for player, count in enumerate(state.count):
        dice = " ".join(str(face or "?") for face in rolled_hand(state, player))
        lines.append(f"{{{player}}}, {in_dice(count)}: {dice}".rstrip(": "))
    lines.append(f"Claim: {notation(rules, state.claim) if state.claim else 'none'}")
    if state.last_loser != UNKNOWN:
        lines.append(latest_bout(rules, state))
    if any(state.last_dice):
        for player, faces in enumerate(last_hands(state)):
            lines.append(f"  {{{player}}} showed {' '.join(map(str, faces))}")
    return "\n".join(lines)


def hand(dice: list[int], player: int) -> list[int]:
    """Return a player's part of a list of dice."""
    return dice[player * MOST_DICE : (player + 1) * MOST_DICE]


def rolled_hand(state: State, player: int) -> list[int]:
    """Return what a player has rolled in this bout, or 0 for an unknown die."""
    own = min(state.rolled, state.count[0])
    rolled = hand(state.dice, player)[: own if player == 0 else state.rolled - own]
    return [max(0, face) for face in rolled]


def claims_made(state: State) -> list[int]:
    """Return the claims of this bout, in order."""
    return [claim for claim in range(1, state.claim + 1) if was_made(state, claim)]


def last_hands(state: State) -> list[list[int]]:
    """Return both players' dice of the bout before, as they were shown."""
    return [[face for face in hand(state.last_dice, player) if face] for player in range(2)]


# --- positions -----------------------------------------------------------------------------------


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
    # Under turn_order players alternate across bouts, so only one of them moves on odd turns.
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
    """Return both players' dice, as they were written."""
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
    """Return the claim written as a pair such as [3, 4]."""
    pair = given.values("a claim", value, 2, 2, A_CLAIM)
    dice, face = (given.number("a number of a claim", part, 0, 1000) for part in pair)
    try:
        return claim_numbered(rules, dice, face)
    except Unreadable as problem:
        given.refuse(str(problem))


def set_last(rules: Parameters, state: State, given: Position) -> None:
    """Set how the bout before went, with `matching` and `dice` as far as a challenge shows them."""
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
    """Return the position as its fields; None for a die that is not known."""
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
