"""Liar's Dice: claim more and more, or call the other's claim a lie.

    player 0   [2] [2] [5] [6]     what player 0 sees:
    player 1   [?] [?] [?] [?]     the own dice, and how many the other one has

Both players start with four dice. In each bout all dice are rolled in secret; then the players
take turns. The first one claims "at least so many of all our dice show this face": 3x4 is a claim
of three fours. Each later turn is a higher claim (more dice, or as many of a higher face) or a
challenge. A challenge ends the bout: the dice are shown and counted. If the claim holds the
challenger has lost the bout, otherwise the player who made it. The loser gets one more die and
everything is rolled again. Whoever would get a ninth die has lost the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from gamekit.boards.dice import at_least
from gamekit.contract import (
    CHANCE,
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
    Rule("LD-1", "Dice", "Each player starts with four dice with faces 1 to 6."),
    Rule(
        "LD-2",
        "Roll",
        "A bout begins with a roll of all dice; a player sees the own dice and no others.",
    ),
    Rule(
        "LD-3",
        "Claim or challenge",
        "A turn is a claim or a challenge; the first turn of a bout is a claim.",
    ),
    Rule(
        "LD-4",
        "Meaning of a claim",
        "The claim 3x4 says that three or more of all dice, both players' together, show a 4.",
    ),
    Rule("LD-5", "First claim", "The first claim of a bout may be any claim."),
    Rule(
        "LD-6",
        "Later claims",
        "A later claim names more dice and any face, or as many dice and a higher face; never "
        "fewer dice.",
    ),
    Rule(
        "LD-7",
        "Claims beyond the dice",
        "A claim may name more dice than there are; only from 128 dice on the kit has no move for "
        "it.",
    ),
    Rule(
        "LD-8",
        "Challenge",
        "A challenge ends the bout: if the latest claim is true its maker wins the bout, if it is "
        "false the challenger does.",
    ),
    Rule("LD-9", "Penalty", "The loser of a bout has one die more from the next bout on."),
    Rule("LD-10", "Win", "A player with more than eight dice has lost; the opponent wins."),
    Rule("LD-11", "Who opens", "The player who starts makes the first claim of the game."),
    Rule(
        "LD-12",
        "No frills",
        "No face is wild, nobody can call a claim exact, and nobody can pass.",
    ),
    Rule(
        "LD-Q1",
        "The ninth die",
        "The ninth die loses at once and is never rolled: a game has five to nine bouts.",
    ),
    Rule(
        "LD-Q2",
        "Who opens the next bout",
        "Turns simply alternate across bouts: the challenge was a turn, so the challenged player "
        "opens the next bout.",
    ),
    Rule(
        "LD-Q3",
        "Which turn must claim",
        "In every bout, not only in the first, there is nothing to challenge before a claim.",
    ),
    Rule(
        "LD-Q4",
        "Range of claims",
        "A claim names one die or more and a face that the dice have; anything else is refused.",
    ),
    Rule(
        "LD-Q5",
        "Impossible claims",
        "A claim of more dice than there are is allowed and certainly false.",
    ),
    Rule("LD-Q6", "The same claim", "The claim that stands may not be repeated."),
    Rule(
        "LD-Q7",
        "After the highest face",
        "After a claim of the highest face the next one must name more dice.",
    ),
    Rule(
        "LD-Q8",
        "What is shown",
        "After a challenge everybody sees all dice and how many of them count.",
    ),
    Rule("LD-Q9", "Numbers of dice", "How many dice each player has is public."),
    Rule("LD-Q10", "When to challenge", "A player challenges on the own turn only."),
    Rule("LD-Q11", "What is rolled again", "Every bout rolls all dice anew, not only the new one."),
    Rule(
        "LD-Q12",
        "No wrapping round",
        "As many dice of a lower face are never a higher claim, not even after the highest face.",
    ),
    Rule(
        "LD-Q13",
        "When the next bout begins",
        "The next bout is rolled as soon as a challenge is settled and nobody has won.",
    ),
)

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
    rolled: int = whole("i1")  # dice rolled in this bout, player 0's first
    opener: int = whole("i1")  # the player who opened this bout
    claim: int = whole()  # the claim that stands
    # The claims of this bout, a bit each: players remember them. As claims only rise, which ones
    # were made tells their order too.
    made: list[int] = array(HIGHEST * MOST_SIDES // BITS + 1, "i8")
    last_claim: int = whole()  # of the bout before: the claim that was challenged,
    last_challenger: int = whole("i1")  # who challenged it,
    last_loser: int = whole("i1")  # who lost, UNKNOWN before any bout was decided,
    last_matching: int = whole("i1")  # how many dice counted, UNKNOWN where that is not shown,
    last_dice: list[int] = array(2 * MOST_DICE, "i1")  # and the dice as they were shown
    winner: int = whole("i1")  # ONGOING or a player
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


# --- for people --------------------------------------------------------------------------------


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """Only its owner sees a die; everybody hears claims and challenges."""
    return to_act(rules, state) != CHANCE or place(state, state.rolled) // MOST_DICE == player


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
        last = {str(key): value for key, value in scene.mapping("last", shape).items()}
        set_last(rules, state, Scenario(last, LAST_FIELDS))
    judge(rules, state)
    most = most_dice(rules)
    if state.winner == ONGOING and (min(state.count) < 1 or max(state.count) > most):
        scene.refuse(f"nobody plays on with {state.count} dice.")
    if state.winner != ONGOING and (state.rolled > 0 or claims > 0):
        scene.refuse("the game is decided, so nothing is rolled or claimed any more.")


def set_dice(rules: Parameters, state: State, scene: Scenario) -> None:
    """Put `dice` such as [[2, 2, 5, 6], [2, 3, 3, 1]] on the table; player 0's are rolled first."""
    hands = scene_hands(rules, scene) if "dice" in scene else [[], []]
    lengths = [len(dice) for dice in hands]
    if "count" in scene:
        for player, count in enumerate(scene.sequence("count", 2, "[4, 4]")):
            state.count[player] = scene.number("a count", count, 0, most_dice(rules) + 1)
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
    most, hands = most_dice(rules), []
    for dice in scene.sequence("dice", 2, "[[2, 2, 5, 6], [2, 3, 3, 1]]"):
        if not isinstance(dice, list | tuple) or len(dice) > most:
            scene.refuse(f"a player's dice are {dice!r}; list up to {most} faces.")
        hands.append([scene.number("a die", face, 1, rules.sides) for face in dice])
    return hands


def put(hands: list[list[int]], dice: list[int]) -> None:
    """Lay both players' dice into a list of dice."""
    for player, faces in enumerate(hands):
        for place, face in enumerate(faces, player * MOST_DICE):
            dice[place] = face


def set_claims(rules: Parameters, state: State, scene: Scenario) -> int:
    """Make the claims of this bout, `claims` in order or the latest `claim`; return how many."""
    claims = scene.raw("claims") if "claims" in scene else []
    if not isinstance(claims, list | tuple):
        scene.refuse(f"claims is {claims!r}; write it like [[2, 5], [3, 4]].")
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
    if not isinstance(value, list | tuple) or len(value) != 2:
        scene.refuse(f"a claim is {value!r}; write it like [3, 4].")
    dice, face = (scene.number("a number of a claim", part, 0, 1000) for part in value)
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


GAME = Game(
    globals(),
    name="liars-dice",
    title="Liar's Dice",
    board="two hidden hands of dice",
    tags=("bluffing", "dice", "luck", "secrets", "turn-based"),
)
