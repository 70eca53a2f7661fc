"""The bots of Liar's Dice: a careful player who goes by the odds, and a master who plays solved bouts.

The careful player assumes that the opponent claims what they hold and challenges what looks unlikely from
their side. So a true claim that looks too high wins the bout.

The master tells an opponent little. Counterfactual regret minimization solved bouts for every pair of
numbers of dice. Its players remember the claim that stands, their own claim before it, and whether the
opponent's claim before that was of the same face. The master draws its moves, so the same dice bluff in one
bout and tell the truth in the next.

`bouts.bin` holds how often each hand makes each move in bouts where neither player has more than two dice.
A small neural network learned the same for all bouts. The master asks it where the table says nothing.
Most opponents go by the odds, and some trust what they hear. So the solver also met players like that, and
in bouts with many dice the master leans a little toward moves that win against them.

All numbers are whole, so that bots agree on any machine. The network counts in parts of `ONE`, and
`network.bin` holds the weights of each layer and then its biases. `python -m tests.solve_bouts` makes both
files.
"""

from __future__ import annotations

from fractions import Fraction
from importlib.resources import files
from struct import unpack

from gamekit.contract import Random, draw
from gamekit.games.liars_dice.rules import (
    claims_up_to,
    counts,
    matching,
    most_dice,
    move_count,
    total_dice,
    was_made,
    why_illegal,
    wild_face,
)
from gamekit.games.liars_dice.state import (
    CHALLENGE,
    FIRST_CLAIM,
    GAIN,
    MOST_DICE,
    NO_WILD,
    Parameters,
    State,
    claim_of,
    claimed,
)

# In percent, how readily somebody claims no more than they hold, one die more, two more, and so on.
TRUST = (100, 20, 4, 1)
STEPS = 4  # raise a claim by at most this many dice
RARELY = 5  # percent of rolls: a careless player hopes for no rarer ones
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
    usual = usually(rules, state.count[player], 50)
    bluff = 1 + draw(random, BLUFFS * rules.sides)  # a face, or most often none
    top = claim_of(rules, total_dice(state), rules.sides)
    for claim in range(state.claim + 1, min(state.claim + STEPS * rules.sides, top) + 1):
        face = claimed(rules, claim)[1]
        held = holding(rules, state, player, face)
        if is_possible(rules, state, claim, held):
            shown = held + (1 if face == bluff else 0)
            worth = prospects(rules, state, claim, shown, usual) + draw(random, EVEN)
            if worth > most and why_illegal(rules, state, claim) == 0:
                best, most = claim, worth
    return best


def sensible_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Leave out the claims that are certainly false."""
    return claims_up_to(rules, state, moves, total_dice(state))


def random_move(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Draw a move that the player may believe in: no claim that needs rare luck, and no challenge of dice
    that they see. A slip then looks like a person's."""
    player, drawable = state.player, 0
    luck = usually(rules, state.count[1 - player], RARELY)
    count = sensible_moves(rules, state, moves)
    for i in range(count):
        is_challenge = moves[i] == CHALLENGE
        dice, face = claimed(rules, state.claim if is_challenge else moves[i])
        lacking = dice - holding(rules, state, player, face)
        if lacking > 0 if is_challenge else lacking <= luck:
            moves[drawable] = moves[i]
            drawable += 1
    return moves[draw(random, drawable)] if drawable > 0 else CHALLENGE


def slip(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Draw a move as a careless player does."""
    return random_move(rules, state, moves, random)


def prospects(rules: Parameters, state: State, claim: int, held: int, believed: int) -> int:
    """Return in percent how often a claim wins the bout for a player who holds `held` dice of its face.

    The opponent challenges it unless it is true with `believed` of the player's dice. A bout that
    goes on counts for half.
    """
    other = 1 - state.player
    heard = highest_heard(rules, state, other, claimed(rules, claim)[1])
    return prospects_of(rules, claim, held, believed, state.count[other], heard)


def prospects_of(
    rules: Parameters, claim: int, held: int, believed: int, unknown: int, heard: int
) -> int:
    """Return the same against an opponent with `unknown` dice who has claimed `heard` dice of the face."""
    dice, face = claimed(rules, claim)
    total, halves = 0, 0
    for theirs in range(unknown + 1):
        weight = ways(theirs, unknown, rules.sides, counting_faces(rules, face))
        weight *= trust(heard - theirs)
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


def highest_heard(rules: Parameters, state: State, player: int, face: int) -> int:
    """Return the most dice of this face that the player has claimed in this bout."""
    maker = 1 - state.player
    for claim in range(state.claim, FIRST_CLAIM - 1, -1):
        if was_made(state, claim):
            dice, of = claimed(rules, claim)
            if maker == player and of == face:
                return dice
            maker = 1 - maker
    return 0


def holding(rules: Parameters, state: State, player: int, face: int) -> int:
    """Count this player's dice that count for the face."""
    held, first = 0, player * MOST_DICE
    for die in range(first, first + state.count[player]):
        if counts(rules, state.dice[die], face):
            held += 1
    return held


def is_possible(rules: Parameters, state: State, claim: int, held: int) -> bool:
    """Can the claim be true if the player to act holds `held` dice of its face?"""
    return claimed(rules, claim)[0] <= held + state.count[1 - state.player]


def usually(rules: Parameters, dice: int, percent: int) -> int:
    """Return how many of these dice count for a face in at least this share of all rolls."""
    faces = counting_faces(rules, 1 + wild_face(rules) % rules.sides)
    most = dice
    rolls = ways(dice, dice, rules.sides, faces)
    while 100 * rolls < percent * rules.sides**dice:
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


# --- the solution --------------------------------------------------------------------------------

SIDES, SOLVED = 6, 8  # of the solved bouts: the faces of a die, and the most dice of a player
ONE = 1 << 12
WINDOW = 12  # the next claims, which the bot chooses from: each face twice
INPUTS, HIDDEN, OUTPUTS = 30, 256, WINDOW + 1
INPUT, FIRST, SECOND, OUTPUT = 0, INPUTS, INPUTS + HIDDEN, INPUTS + 2 * HIDDEN  # in memory
FEW = 2  # dice of a player: bouts with no more are in the table
PLACES = (2 * FEW * SIDES + 1) * (WINDOW + 1)  # where a bout with so few dice may stand
FEW_PLACES = FEW * FEW * PLACES + 1  # the last one stands for all that are not in the table
PARTS = 255  # shares in the table are counted in these
SHARES = OUTPUT + OUTPUTS  # where their sum is
MEMORY = SHARES + 1
NEVER = -(1 << 40)  # marks a move that makes no sense
RARE = 15  # the bot never makes a move that is due less often than this in a thousand
FINE = 1 << 20
LEANS = 8  # the bot leans once there are this many dice in all
BY_CLAIM, BY_CHALLENGE, TENTHS = 20, 60, 10  # how strongly, in tenths
DOUBLINGS = 10  # squarings that approximate an exponential


def _weights() -> tuple[int, ...]:
    data = files(__package__).joinpath("network.bin").read_bytes()
    return unpack(f"<{len(data) // 2}h", data)


def _few() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the table's first row at each place, 0 where it has none, and all its shares."""
    data = files(__package__).joinpath("bouts.bin").read_bytes()
    at = 2 * FEW_PLACES
    return unpack(f"<{FEW_PLACES}H", data[:at]), tuple(data[at:])


WEIGHTS = _weights()
FIRST_ROWS, FEW_SHARES = _few()


def has_best_move(rules: Parameters) -> bool:
    """Return whether the bouts are solved: ordinary dice, and up to eight for each player."""
    is_solved = rules.sides == SIDES and rules.wild == NO_WILD and most_dice(rules) <= SOLVED
    return is_solved and move_count(rules) >= MEMORY


def best_move(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Draw a claim or a challenge, each as often as the solution makes it.

    Where a variant forbids all that the solution would do, play as the policy does.
    """
    stands = weigh(rules, state, moves)
    for place in range(OUTPUTS):
        move = stands + 1 + place if place < WINDOW else CHALLENGE
        if moves[OUTPUT + place] > 0 and why_illegal(rules, state, move) != 0:
            moves[SHARES] -= moves[OUTPUT + place]
            moves[OUTPUT + place] = 0
    if moves[SHARES] == 0:
        return policy(rules, state, moves, random)
    left = draw(random, moves[SHARES])
    for place in range(WINDOW):
        left -= moves[OUTPUT + place]
        if left < 0:
            return stands + 1 + place
    return CHALLENGE


def weigh(rules: Parameters, state: State, moves: list[int]) -> int:
    """Write the shares of the next claims and of the challenge to `moves`, from `OUTPUT` on, and their sum
    at `SHARES`. Return the claim that stands."""
    me = state.player
    lowest = lowest_opening(total_dice(state))
    is_opening = state.claim < lowest
    stands = lowest - 1 if is_opening else state.claim  # as if all lower claims had been made
    if is_in_table(state, moves):
        return stands
    describe(rules, state, moves, stands, is_opening)
    layer(moves, INPUT, INPUTS, FIRST, HIDDEN, 0, True)
    layer(moves, FIRST, HIDDEN, SECOND, HIDDEN, (INPUTS + 1) * HIDDEN, True)
    layer(moves, SECOND, HIDDEN, OUTPUT, OUTPUTS, (INPUTS + HIDDEN + 2) * HIDDEN, False)
    for ahead in range(1, WINDOW + 1):
        if lacks(rules, state, stands + ahead) > state.count[1 - me]:
            moves[OUTPUT + ahead - 1] = NEVER
    lacking = NEVER if is_opening else lacks(rules, state, stands)
    if lacking <= 0:
        moves[OUTPUT + WINDOW] = NEVER
    elif lacking > state.count[1 - me]:
        for place in range(WINDOW):
            moves[OUTPUT + place] = NEVER
    share(moves)
    if total_dice(state) >= LEANS:
        lean(rules, state, moves, stands, is_opening)
    return stands


def is_in_table(state: State, moves: list[int]) -> bool:
    """Write the table's shares to `moves`, if it has any for this hand."""
    me = state.player
    mine, theirs = state.count[me], state.count[1 - me]
    moves[SHARES] = 0
    if max(mine, theirs) > FEW:
        return False
    first = FIRST_ROWS[place_of(mine, theirs, state.claim, before(state, state.claim))]
    die = me * MOST_DICE
    row = (first + hand_of(mine, state.dice[die], state.dice[die + mine - 1])) * OUTPUTS
    for place in range(OUTPUTS if first > 0 else 0):
        moves[OUTPUT + place] = FEW_SHARES[row + place]
        moves[SHARES] += FEW_SHARES[row + place]
    return moves[SHARES] > 0


def place_of(mine: int, theirs: int, stands: int, previous: int) -> int:
    """Return the number of a place in the table.

    Args:
        mine: the dice of the player to act.
        theirs: the dice of the other player.
        stands: the claim that stands, or 0.
        previous: the claim before it, or 0.
    """
    gap = stands - previous if previous >= FIRST_CLAIM else 0
    if gap > WINDOW or stands > 2 * FEW * SIDES:
        return FEW_PLACES - 1
    return (FEW * (mine - 1) + theirs - 1) * PLACES + stands * (WINDOW + 1) + gap


def hand_of(dice: int, one: int, other: int) -> int:
    """Return the number of a hand of one or two dice. With one die, both faces are its own."""
    if dice == 1:
        return one - 1
    low, high = min(one, other), max(one, other)
    return high * (high - 1) // 2 + low - 1


def dice_of(claim: int) -> int:
    """Return the number of dice that a claim names."""
    return (claim - FIRST_CLAIM) // SIDES + 1


def face_of(claim: int) -> int:
    """Return the face that a claim names."""
    return (claim - FIRST_CLAIM) % SIDES + 1


def lowest_opening(dice: int) -> int:
    """Return the lowest opening claim: a die or so below what all dice show of a face on average.

    A lower claim says nothing, so the bot treats it like no claim.
    """
    usual = (2 * dice + SIDES) // (2 * SIDES)
    return FIRST_CLAIM + SIDES * max(0, usual - 2)


def lacks(rules: Parameters, state: State, claim: int) -> int:
    """Return how many dice the player to act lacks for a claim."""
    return dice_of(claim) - holding(rules, state, state.player, face_of(claim))


def before(state: State, claim: int) -> int:
    """Return the claim made before this one, or 0."""
    for earlier in range(claim - 1, FIRST_CLAIM - 1, -1):
        if was_made(state, earlier):
            return earlier
    return 0


def chance(need: int, dice: int) -> int:
    """Return the chance that these dice show a face at least `need` times."""
    if need <= 0:
        return ONE
    rolls = 0
    for k in range(need, dice + 1):
        rolls += ways(k, dice, SIDES, 1)
    every: int = SIDES**dice
    return ONE * rolls // every


def describe(
    rules: Parameters, state: State, moves: list[int], stands: int, is_opening: bool
) -> None:
    """Write the inputs of the network: the numbers of dice, the height of the claim that stands, how many
    dice the player lacks for it, for the next claim of each face and for their own last claim, and how the
    opponent's last two claims relate."""
    me = state.player
    mine, theirs = state.count[me], state.count[1 - me]
    dice, face = dice_of(stands), face_of(stands)
    moves[0], moves[1] = ONE * mine // 8, ONE * theirs // 8
    moves[2] = ONE * (SIDES * dice - mine - theirs) // (2 * SIDES)
    moves[3] = ONE * (face - 1) // 5
    moves[4] = ONE if is_opening else 0
    for ahead in range(SIDES + 1):
        claim = stands + ahead
        lacking = lacks(rules, state, claim)
        skips = ahead == 0 and is_opening
        moves[5 + 2 * ahead] = 0 if skips else chance(lacking, theirs)
        moves[6 + 2 * ahead] = 0 if skips else ONE * lacking // 4
    for place in range(19, INPUTS):
        moves[place] = 0
    lowest = lowest_opening(total_dice(state))
    previous = 0 if is_opening else before(state, state.claim)
    if previous >= lowest:
        moves[19 + (stands - previous - 1) % SIDES] = ONE
        own = face_of(previous)
        lacking = dice + (1 if own <= face else 0) - holding(rules, state, me, own)
        moves[25], moves[26] = chance(lacking, theirs), ONE * lacking // 4
        moves[27] = ONE * (stands - previous) // WINDOW
        earlier = before(state, previous)
        if earlier >= lowest:
            moves[28 if face_of(earlier) == face else 29] = ONE


def layer(
    moves: list[int], source: int, length: int, target: int, width: int, weights: int, cuts: bool
) -> None:
    """Compute a layer of the network: sums of weighted inputs. `cuts` raises negative sums to 0."""
    for unit in range(width):
        total = ONE * WEIGHTS[weights + length * width + unit]
        for i in range(length):
            total += moves[source + i] * WEIGHTS[weights + i * width + unit]
        total //= ONE
        moves[target + unit] = 0 if cuts and total < 0 else total


def share(moves: list[int]) -> None:
    """Turn the outputs of the network into shares. If no move makes sense, challenge."""
    most = NEVER
    for place in range(OUTPUTS):
        most = max(most, moves[OUTPUT + place])
    if most == NEVER:
        moves[OUTPUT + WINDOW] = most = 0
    total = 0
    for place in range(OUTPUTS):
        moves[OUTPUT + place] = exponential(moves[OUTPUT + place] - most)
        total += moves[OUTPUT + place]
    moves[SHARES] = 0
    for place in range(OUTPUTS):
        if 1000 * moves[OUTPUT + place] < RARE * total:
            moves[OUTPUT + place] = 0
        moves[SHARES] += moves[OUTPUT + place]


def lean(rules: Parameters, state: State, moves: list[int], stands: int, is_opening: bool) -> None:
    """Lean toward the claims that win most often against players who go by the odds and believe in one die
    more than usual, and then toward a challenge or away from it, whichever does better against them than the
    best claim."""
    me = state.player
    theirs = state.count[1 - me]
    believed = 1 + usually(rules, state.count[me], 50)
    best, claims, leaning = 0, 0, 0
    for place in range(WINDOW):
        if moves[OUTPUT + place] > 0:
            held = holding(rules, state, me, face_of(stands + 1 + place))
            worth = wins(rules, stands, place, is_opening, held, believed, theirs)
            moves[FIRST + place] = worth
            best = max(best, worth)
            claims += moves[OUTPUT + place]
    for place in range(WINDOW):
        if moves[OUTPUT + place] > 0:
            moves[OUTPUT + place] *= factor(BY_CLAIM, moves[FIRST + place] - best)
            leaning += moves[OUTPUT + place] // FINE
    doubt = 0
    if claims > 0 and moves[OUTPUT + WINDOW] > 0:
        held = holding(rules, state, me, face_of(stands))
        doubt = wins(rules, stands, WINDOW, is_opening, held, believed, theirs) - best
    for place in range(WINDOW):
        if moves[OUTPUT + place] > 0:
            rescaled = moves[OUTPUT + place] // FINE * claims // max(1, leaning)
            moves[OUTPUT + place] = rescaled * factor(BY_CHALLENGE, min(0, -doubt)) // FINE
    moves[OUTPUT + WINDOW] = moves[OUTPUT + WINDOW] * factor(BY_CHALLENGE, min(0, doubt)) // FINE
    moves[SHARES] = 0
    for place in range(OUTPUTS):
        moves[SHARES] += moves[OUTPUT + place]


def factor(strength: int, worse: int) -> int:
    """Return how much of a move's share remains, in parts of `FINE`, if it wins less often by this percentage."""
    return exponential(ONE * strength * worse // (100 * TENTHS))


def wins(
    rules: Parameters,
    stands: int,
    place: int,
    is_opening: bool,
    held: int,
    believed: int,
    theirs: int,
) -> int:
    """Return in percent how often a move wins the bout against an opponent who goes by the odds.

    Args:
        stands: the claim that stands. It is the opponent's, unless the player opens the bout.
        place: the move's place among the shares.
        held: how many dice of the move's face the player holds.
        believed: how many of them the opponent believes in.
        theirs: how many dice the opponent has.
    """
    if place == WINDOW:
        if is_opening:
            return 0
        return 100 - prospects_of(rules, stands, held, NOTHING, theirs, dice_of(stands))
    claim = stands + 1 + place
    is_same_face = not is_opening and face_of(claim) == face_of(stands)
    heard = dice_of(stands) if is_same_face else 0
    return prospects_of(rules, claim, held, believed, theirs, heard)


def exponential(x: int) -> int:
    """Return e to the power of x, in parts of `FINE`. `x` is 0 or less."""
    if x < -12 * ONE:
        return 0
    power = 1.0 + x / (ONE * 2.0**DOUBLINGS)
    for _ in range(DOUBLINGS):
        power *= power
    return int(power * FINE)


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
