"""Solves bouts of Liar's Dice: makes the table and trains the network that the master claims by.

    python -m tests.solve_bouts [rounds]
    python -m tests.solve_bouts --table

Regret minimization runs over (whose turn, the claim that stands, the claim before it, whether the claim
before that was of the standing claim's face) and the hand as counts of faces, for all numbers of dice up to
eight. Where hands are too many, it draws a sample. The regrets weigh histories that a player remembers as
the same by how likely both hands reach them, so nobody learns from claims that a hand would not make. A part
of the regrets comes from bouts against plain players, who go by the odds, and against others who also trust
what they hear. So the plans beat such players, too, and give away as little as they can for it. Then a
network with two hidden layers learns the plans. A table keeps the plans for bouts with few dice, whatever the
claim before the last two was. These are solved more thoroughly and without such players; `--table` makes it
alone, in seconds. Everything is seeded.
"""

from __future__ import annotations

import itertools
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import comb, factorial, sqrt
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import gamekit as gk
from gamekit.games.liars_dice import bots
from gamekit.games.liars_dice.bots import (
    BY_CHALLENGE,
    BY_CLAIM,
    FEW,
    FEW_PLACES,
    FEW_SHARES,
    FIRST_ROWS,
    HIDDEN,
    INPUTS,
    LEANS,
    ONE,
    OUTPUTS,
    PARTS,
    RARE,
    SIDES,
    SOLVED,
    WINDOW,
    dice_of,
    face_of,
    hand_of,
    place_of,
    usually,
)

Numbers = NDArray[Any]
Turn = tuple[int, int]  # who moves, the claim that stands
Place = tuple[
    int, int, int, int
]  # the same, the claim before it or 0, how the claim before that relates
# How many dice of the latest claim they count as seen; to how many digits they see odds, with 0 vaguely.
Player = tuple[int, int]
Plans = dict[Turn, Numbers]  # how often: by hand, by what the mover remembers, by move
RELATIONS = 3  # of the opponent's last claim to the one before it: none, the same face, another one
HANDS = 252  # of a player in a bout, at most
ROUNDS = 140
PLAIN, LISTENING = 0.05, 0.02  # how much bouts against plain and against listening players count
PLAINLY: tuple[Player, ...] = ((0, 1), (0, 0), (1, 1), (1, 0))
BY_EAR: tuple[Player, ...] = ((2, 6),)
AGAIN = 10  # how many rounds make do with the same bouts against them
VAGUE = 0.03  # how much worse a move may look to those who see odds vaguely
FEW_ROUNDS = 400  # for the table
EXPLORING, FADING = 0.2, 0.75  # how often learners try any move, at first; how fast they stop
SELDOM = 1e-4  # a hand comes to a place less often than this: the table leaves it out
ABOVE = 4  # dice by which claims go beyond what is usual
LESSONS = 150_000  # of a bout, at most
START, OTHERS = 4, 0.1  # dice in the first bout of a game; how much bouts with fewer count
# In lessons: how often players try any move, and meet each of the others.
STRAYING, MEETING = 0.02, 0.15
TABLE, NETWORK = (Path(bots.__file__).with_name(name) for name in ("bouts.bin", "network.bin"))
STEPS, BATCH, SPEED = 40_000, 1024, 0.003


class Bout:
    """A bout with these numbers of dice, opened by either player.

    Args:
        dice: how many player 0 and player 1 have. If these are equal, everything is stored once, for player 0.
        random: draws hands where there are too many.
    """

    def __init__(self, dice: tuple[int, int], random: np.random.Generator) -> None:
        self.dice, self.is_even = dice, dice[0] == dice[1]
        dealt = [hands(count, random) for count in dice[: 1 if self.is_even else 2]]
        self.hands, self.chance = zip(*(dealt * 2)[:2], strict=True)
        self.top = SIDES * min(sum(dice), sum(dice) // SIDES + ABOVE)
        self.below = bots.lowest_opening(sum(dice)) - 1
        self.order = [
            (mover, stands)
            for stands in range(self.below, self.top + 1)
            for mover in range(2 - self.is_even)
        ]
        self.after = {turn: self._after(*turn) for turn in self.order}
        self.challenges = {turn: self._challenged(*turn) for turn in self.order}
        self.regret, self.total, self.latest = (
            {turn: np.zeros(self._shape(*turn), np.float32) for turn in self.order}
            for _ in range(3)
        )
        self.rooms: dict[tuple[int, bool], Plans] = {}
        self.worth: Plans = {}  # of the opening, to the player who opens

    def is_opening(self, stands: int) -> bool:
        """Is there no claim yet that says anything?"""
        return stands == self.below

    def claims(self, stands: int) -> int:
        """Return how many claims may follow, each one higher."""
        return min(WINDOW, self.top - stands)

    def places(self) -> Iterator[tuple[Place, Turn, int]]:
        """Yield each place that a bout may come to, and where the plans hold it."""
        for mover, stands in self.order:
            for index in range(self.regret[mover, stands].shape[1]):
                gap, relation = divmod(index, RELATIONS)
                before = stands - 1 - gap
                if before > self.below:
                    yield (mover, stands, before, relation), (mover, stands), index
                elif relation == 0:
                    yield (mover, stands, 0, 0), (mover, stands), index

    def _shape(self, mover: int, stands: int) -> tuple[int, int, int]:
        remembered = RELATIONS * max(1, min(WINDOW, stands - self.below))
        moves = self.claims(stands) + (not self.is_opening(stands))
        return len(self.hands[mover]), remembered, moves

    def _after(self, mover: int, stands: int) -> Numbers:
        """Return whether the other player then remembers each relation, by what the mover remembers and by
        move."""
        _, remembered, moves = self._shape(mover, stands)
        found = np.zeros((remembered, moves, RELATIONS), np.float32)
        for index, move in itertools.product(range(remembered), range(moves)):
            before, claim = stands - 1 - index // RELATIONS, stands + 1 + move
            is_known = move < self.claims(stands) and before > self.below
            found[index, move, related(claim, before if is_known else 0)] = 1.0
        return found

    def _split(self, plan: Numbers, turn: Turn) -> Numbers:
        """Return the shares of the moves, split by the relation that the other player then remembers."""
        return (plan[..., None] * self.after[turn]).reshape(*plan.shape[:2], -1)

    def _other(self, mover: int) -> int:
        return 0 if self.is_even else 1 - mover

    def _challenged(self, mover: int, stands: int) -> Numbers:
        """Return what the mover gains by a challenge, for each pair of hands."""
        face = face_of(stands) - 1
        holds = self.hands[mover][:, face][:, None] + self.hands[1 - mover][:, face]
        return np.where(holds >= dice_of(stands), -1.0, 1.0).astype(np.float32)

    def solve(self, rounds: int, *others: tuple[float, Plans]) -> None:
        """Improve the average plans. Bouts against each of the others count for their share.

        See M. Johanson, M. Zinkevich, M. Bowling, "Computing robust counter-strategies", 2007, and
        G. Farina, C. Kroer, T. Sandholm, "Faster game solving via predictive Blackwell approachability",
        2021.
        """
        rest = np.float32(1.0 - sum(share for share, _ in others))
        against: Plans = {}
        for number in range(1, rounds + 1):
            plans = {
                turn: shares(np.maximum(0.0, self.regret[turn] + self.latest[turn]))
                for turn in self.order
            }
            tried = exploring(plans, EXPLORING * number**-FADING)
            own = self._own(tried)
            gains = self._gains([tried], [plans], own)
            if number % AGAIN == 1:  # against others, little changes from round to round
                met = [
                    (np.float32(share), self._gains([tried, other], [plans, other], own))
                    for share, other in others
                ]
                against = {
                    turn: sum(share * gained[turn] for share, gained in met) for turn in gains
                }
            for turn, gain in gains.items():
                gain = rest * gain + against[turn]
                gain -= (gain * plans[turn]).sum(-1, keepdims=True)
                self.latest[turn] = gain
                self.regret[turn] = np.maximum(0.0, self.regret[turn] + gain)
                self.total[turn] += (
                    np.float32((number / 50) ** 3) * own[turn][:, :, None] * plans[turn]
                )

    def _own(self, plans: Plans) -> Plans:
        """Return how often each hand comes to each place, by the mover's claims alone."""
        own, others = {}, {}
        for turn in self.order:
            hands, remembered, _ = self._shape(*turn)
            own[turn] = np.zeros((hands, remembered), np.float32)
            others[turn] = np.zeros((len(self.hands[1 - turn[0]]), remembered), np.float32)
            if self.is_opening(turn[1]):
                own[turn][:, 0] = others[turn][:, 0] = 1.0
        for turn in self.order:
            mover, stands = turn
            split = self._split(plans[turn], turn)
            reaching = blocks(np.einsum("hij,hi->hj", split, own[turn]))
            unmoved = np.einsum("hi,ikj->hkj", others[turn], self.after[turn])
            for k in range(self.claims(stands)):
                after = self._other(mover), stands + 1 + k
                blocks(others[after])[:, k] = reaching[:, k]
                blocks(own[after])[:, k] = unmoved[:, k]
        return own

    def _room(self, role: int, is_for_moves: bool) -> Plans:
        """Return memory for the mover's hands, what they remember or the moves, and the other's hands. It is
        the same each time, and whoever asks writes all of it."""
        if (role, is_for_moves) not in self.rooms:
            room = self.rooms[role, is_for_moves] = {}
            for turn, after in self.after.items():
                remembered, moves, relations = after.shape
                rows = moves * relations if is_for_moves else remembered
                mine, theirs = len(self.hands[turn[0]]), len(self.hands[1 - turn[0]])
                room[turn] = np.zeros((mine, rows, theirs), np.float32)
        return self.rooms[role, is_for_moves]

    def _arriving(self, plans: list[Plans]) -> list[Plans]:
        """Return how likely both hands come to each place, where players with these plans move by turns.
        The mover's hands come first, then what they remember, then the other's hands. The next call
        overwrites it."""
        found = [self._room(role, False) for role in range(len(plans))]
        for role, (mover, stands) in itertools.product(
            range(len(plans)), self.order[: 2 - self.is_even]
        ):
            found[role][mover, stands][:, 0] = np.outer(self.chance[mover], self.chance[1 - mover])
        for turn in self.order:
            mover, stands = turn
            for role, plan in enumerate(plans):
                split = self._split(plan[turn], turn).transpose(0, 2, 1)
                there = blocks(np.matmul(split, found[role][turn]))
                for k in range(self.claims(stands)):
                    after = self._other(mover), stands + 1 + k
                    blocks(found[(role + 1) % len(plans)][after])[:, k] = there[:, k].T
        return found

    def _coming(self, plans: list[Plans]) -> Plans:
        """Return how often each hand of the first of these players comes to each place."""
        return {turn: both.sum(2) for turn, both in self._arriving(plans)[0].items()}

    def _gains(self, tried: list[Plans], plans: list[Plans], own: Plans) -> Plans:
        """Return what each move gains the first of the players who move by turns, times how likely the
        others and chance make its place."""
        worth = [self._room(role, True) for role in range(len(plans))]
        arriving, gains = self._arriving(tried)[0], {}
        for turn in reversed(self.order):
            mover, stands = turn
            for role, plan in enumerate(plans):
                options = worth[role][turn]
                if not self.is_opening(stands):
                    blocks(options)[:, -1] = self.challenges[turn][:, None]
                mine = np.matmul(self._split(plan[turn], turn), options)
                for gap, block in enumerate(blocks(mine).swapaxes(0, 1)):
                    if stands - 1 - gap >= self.below:
                        before = self._other(mover), stands - 1 - gap
                        blocks(worth[role - 1][before])[:, gap] = -block.T
                if self.is_opening(stands) and len(plans) == 1:
                    self.worth[turn] = mine[:, 0]
            gain = np.matmul(arriving[turn], worth[0][turn].transpose(0, 2, 1))
            gain = (gain.reshape(*gain.shape[:2], -1, RELATIONS) * self.after[turn]).sum(-1)
            often = self.chance[mover][:, None] * own[turn]
            gains[turn] = gain / (1e-20 + often)[:, :, None]
        return gains

    def others(self) -> list[tuple[float, Plans]]:
        """Return the plans of the others whom the solver meets, and how much bouts against them count."""
        return [(PLAIN, self.plans_of(PLAINLY)), (LISTENING, self.plans_of(BY_EAR))]

    def plans_of(self, players: Sequence[Player]) -> Plans:
        """Return how these players move on average."""
        found = {}
        for mover, stands in self.order:
            plan = np.mean([self._plainly(mover, stands, *player) for player in players], axis=0)
            remembered = self.regret[mover, stands].shape[1]
            found[mover, stands] = np.repeat(plan[:, None], remembered, 1).astype(np.float32)
        return found

    def _plainly(self, mover: int, stands: int, believed: int, digits: int) -> Numbers:
        """Return how often each hand makes each move."""
        theirs, hands, claims = self.dice[1 - mover], self.hands[mover], self.claims(stands)
        is_opening, is_vague = self.is_opening(stands), digits == 0
        seen = 0 if is_opening else min(believed, theirs, dice_of(stands))

        def odds(claim: int) -> Numbers:
            sure = seen if face_of(claim) == face_of(stands) else 0
            lacking = dice_of(claim) - hands[:, face_of(claim) - 1] - sure
            # A listener knows those dice; a plain player only hopes for them.
            unseen = theirs - (sure if believed < 2 else seen)
            return chances(unseen)[np.clip(lacking, 0, unseen + 1)]

        if claims == 0:
            return np.ones((len(hands), 1))
        likely = np.stack([odds(stands + 1 + k) for k in range(claims)], 1)
        if is_vague:
            plan = shares(np.exp(likely / VAGUE + 0.15 * np.arange(claims)))
        else:  # the highest claim of those that are as likely
            best = (np.round(likely, digits) + 1e-7 * np.arange(claims)).argmax(1)
            plan = np.eye(claims)[best]
        if is_opening:
            return plan
        better = 1.0 - odds(stands) - (plan * likely).sum(1)
        doubt = 1.0 / (1.0 + np.exp(-better / VAGUE)) if is_vague else 1.0 * (better > 1e-9)
        return np.hstack((plan * (1.0 - doubt)[:, None], doubt[:, None]))

    def average(self) -> dict[Place, Numbers]:
        """Return how often each hand makes each claim and, at last, the challenge."""
        return {place: shares(self.total[turn][:, index]) for place, turn, index in self.places()}

    def known(self, stands: int) -> Numbers:
        """Return which moves there are."""
        known = np.arange(OUTPUTS) < self.claims(stands)
        known[WINDOW] = not self.is_opening(stands)
        return known

    def lessons(self, random: np.random.Generator) -> list[Numbers]:
        """Return what the network is to learn: inputs, shares of the moves, which moves there are, and how
        much it matters."""
        rows: list[list[Numbers]] = [[], [], [], []]
        plans = exploring({turn: shares(total) for turn, total in self.total.items()}, STRAYING)
        alone = self._coming([plans])
        meeting = [self._coming([plans, other]) for _, other in self.others()]
        for (mover, stands, *memory), turn, index in self.places():
            hands, known = self.hands[mover], self.known(stands)
            taught = np.zeros((len(hands), OUTPUTS), np.float32)
            taught[:, known] = shares(self.total[turn][:, index])
            often = (1 - MEETING * len(meeting)) * alone[turn][:, index]
            often += MEETING * sum(met[turn][:, index] for met in meeting)
            if not often.any():  # there can be no such claims
                continue
            theirs, is_opening = self.dice[1 - mover], self.is_opening(stands)
            inputs = inputs_of(hands, theirs, stands, *memory, is_opening)
            moves = np.ones_like(taught, bool)  # in the game, claims go on
            moves[:, WINDOW] = not is_opening
            lesson = inputs, taught, moves, np.sqrt(often)
            for row, one in zip(rows, lesson, strict=True):
                row.append(one)
        inputs, taught, moves, weight = (np.concatenate(row) for row in rows)
        picked, mattering = np.arange(len(inputs)), weight
        if len(inputs) > LESSONS:
            share = 0.8 * weight / weight.sum() + 0.2 / len(inputs)
            picked = random.choice(len(inputs), LESSONS, p=share)
            mattering = weight[picked] / share[picked]
        mattering = mattering / mattering.sum() * (1.0 if min(self.dice) >= START else OTHERS)
        return [inputs[picked], taught[picked], moves[picked], mattering]


def related(claim: int, before: int) -> int:
    """Return how a player's claim, or 0, relates to the next one."""
    if not before:
        return 0
    return 1 if face_of(before) == face_of(claim) else 2


def blocks(numbers: Numbers) -> Numbers:
    """Return the same with the second axis split by relation."""
    return numbers.reshape(len(numbers), -1, RELATIONS, *numbers.shape[2:])


def exploring(plans: Plans, share: float) -> Plans:
    """Return plans that try any move this often."""
    return {
        turn: (np.float32(1 - share) * plan + np.float32(share / plan.shape[-1]))
        for turn, plan in plans.items()
    }


def inputs_of(
    hands: Numbers, theirs: int, stands: int, before: int, relation: int, is_opening: bool
) -> Numbers:
    """Return the inputs of the network for each hand, as `bots.describe` writes them."""
    mine = int(hands[0].sum())
    inputs = np.zeros((len(hands), INPUTS), np.float32)
    inputs[:, :2] = mine / 8, theirs / 8
    inputs[:, 2] = (SIDES * dice_of(stands) - mine - theirs) / (2 * SIDES)
    inputs[:, 3], inputs[:, 4] = (face_of(stands) - 1) / 5, is_opening
    for ahead in range(is_opening, SIDES + 1):
        claim = stands + ahead
        lacking = dice_of(claim) - hands[:, face_of(claim) - 1]
        inputs[:, 5 + 2 * ahead] = chances(theirs)[np.clip(lacking, 0, theirs + 1)]
        inputs[:, 6 + 2 * ahead] = lacking / 4
    if before:
        own = face_of(before)
        lacking = dice_of(stands) + (own <= face_of(stands)) - hands[:, own - 1]
        inputs[:, 19 + (stands - before - 1) % SIDES] = 1.0
        inputs[:, 25] = chances(theirs)[np.clip(lacking, 0, theirs + 1)]
        inputs[:, 26], inputs[:, 27] = lacking / 4, (stands - before) / WINDOW
    if relation:
        inputs[:, 27 + relation] = 1.0
    return inputs


def bot_shares(
    layers: list[Numbers],
    hands: Numbers,
    theirs: int,
    stands: int,
    before: int,
    relation: int,
    is_opening: bool,
) -> Numbers:
    """Return how often each hand makes each claim and the challenge, as `bots.weigh` lays it out."""
    mine = int(hands[0].sum())
    known = np.ones((len(hands), OUTPUTS), bool)
    for k in range(WINDOW):
        claim = stands + 1 + k
        known[:, k] = dice_of(claim) - hands[:, face_of(claim) - 1] <= theirs
    lacking = dice_of(stands) - hands[:, face_of(stands) - 1]
    known[:, WINDOW] = (lacking > 0) & (not is_opening)
    if not is_opening:
        known[lacking > theirs, :WINDOW] = False
    known[~known.any(1), WINDOW] = True
    guess = run_network(
        layers, inputs_of(hands, theirs, stands, before, relation, is_opening), known
    )[2]
    guess[~known | (1000 * guess < RARE)] = 0.0
    if max(mine, theirs) <= FEW:
        place = place_of(mine, theirs, 0 if is_opening else stands, before)
        in_table = np.array([row_at(place, hand) for hand in hands])
        return shares(np.where(in_table.any(1, keepdims=True), in_table, guess))
    if mine + theirs < LEANS:
        return shares(guess)
    return leaning(shares(guess), wins(hands, theirs, stands, is_opening))


def row_at(place: int, hand: Numbers) -> tuple[int, ...]:
    """Return the table's shares of a hand at a place: all 0 if it has none."""
    row = FIRST_ROWS[place] + number_of(hand) if FIRST_ROWS[place] else 0
    return FEW_SHARES[row * OUTPUTS : (row + 1) * OUTPUTS]


def number_of(hand: Numbers) -> int:
    """Return the number of a hand in the table."""
    faces = np.repeat(np.arange(1, SIDES + 1), hand)
    return hand_of(len(faces), int(faces[0]), int(faces[-1]))


def leaning(plan: Numbers, worth: Numbers) -> Numbers:
    """Return what `bots.lean` makes of the shares if the moves win this often, in percent."""
    claims, challenge = plan[:, :WINDOW], plan[:, WINDOW:]
    best = np.where(claims > 0.0, worth[:, :WINDOW], 0).max(1, keepdims=True)
    leant = claims * np.exp(BY_CLAIM / 1000 * np.minimum(0, worth[:, :WINDOW] - best))
    leant = shares(leant) * claims.sum(1, keepdims=True)
    splits = (leant.sum(1, keepdims=True) > 0.0) & (challenge > 0.0)
    doubt = BY_CHALLENGE / 1000 * np.where(splits, worth[:, WINDOW:] - best, 0)
    leant = leant * np.exp(np.minimum(0.0, -doubt))
    return shares(np.hstack((leant, challenge * np.exp(np.minimum(0.0, doubt)))))


def wins(hands: Numbers, theirs: int, stands: int, is_opening: bool) -> Numbers:
    """Return how often, in percent, each move of each hand wins against players who go by the odds."""
    mine, found = int(hands[0].sum()), np.zeros((len(hands), OUTPUTS), int)
    for place in range(OUTPUTS):
        face = face_of(stands if place == WINDOW else stands + 1 + place)
        by_held = won(mine, theirs, stands, place, is_opening)
        found[:, place] = by_held[hands[:, face - 1]]
    return found


@cache
def won(mine: int, theirs: int, stands: int, place: int, is_opening: bool) -> Numbers:
    """Return what `wins` does for one move, by how many dice of the face a hand holds."""
    rules = gk.load("liars-dice").rules()
    believed = 1 + usually(rules, mine, 50)
    return np.array(
        [
            bots.wins(rules, stands, place, is_opening, held, believed, theirs)
            for held in range(mine + 1)
        ]
    )


def shares(numbers: Numbers) -> Numbers:
    """Return each row as shares of its sum, equal ones where that is 0."""
    sums = numbers.sum(-1, keepdims=True)
    even = np.float32(1.0 / numbers.shape[-1])
    return np.where(sums > 0.0, numbers / np.where(sums > 0.0, sums, 1.0), even).astype(np.float32)


@cache
def chances(dice: int) -> Numbers:
    """Return how likely this number of dice shows a face at least 0 times, once, and so on."""
    ways = [comb(dice, k) * (SIDES - 1) ** (dice - k) for k in range(dice + 1)]
    return np.array([sum(ways[k:]) / SIDES**dice for k in range(dice + 2)])


def all_hands(count: int) -> tuple[Numbers, Numbers]:
    """Return all hands of this number of dice as counts of faces, and how likely each is."""
    found = np.array(_counts(count, SIDES))
    ways = [factorial(count) / np.prod([factorial(k) for k in hand]) for hand in found]
    return found, np.array(ways) / SIDES**count


def hands(count: int, random: np.random.Generator) -> tuple[Numbers, Numbers]:
    """Return what `all_hands` does if that is few enough, otherwise a random sample."""
    found, chance = all_hands(count)
    if len(found) > HANDS:
        # Drawn evenly, so that all kinds are among them.
        drawn = (np.arange(HANDS) + random.random()) / HANDS
        picked, times = np.unique(np.searchsorted(np.cumsum(chance), drawn), return_counts=True)
        found, chance = found[picked], times / HANDS
    return found, chance.astype(np.float32)


def _counts(count: int, faces: int) -> list[tuple[int, ...]]:
    if faces == 1:
        return [(count,)]
    return [(k, *rest) for k in range(count + 1) for rest in _counts(count - k, faces - 1)]


def run_network(layers: list[Numbers], inputs: Numbers, known: Numbers) -> tuple[Numbers, ...]:
    """Return the hidden layers, and the shares that a network gives the moves there are."""
    first = np.maximum(inputs @ layers[0] + layers[1], 0.0)
    second = np.maximum(first @ layers[2] + layers[3], 0.0)
    powers = np.where(known, second @ layers[4] + layers[5], -30.0)
    powers = np.exp(powers - powers.max(1, keepdims=True))
    return first, second, powers / powers.sum(1, keepdims=True)


def trained(lessons: list[Numbers], random: np.random.Generator, steps: int) -> list[Numbers]:
    """Return the layers of the network, weights and biases by turns."""
    inputs, taught, known, weight = lessons
    sizes, layers = (INPUTS, HIDDEN, HIDDEN, OUTPUTS), list[Numbers]()
    for wide, narrow in itertools.pairwise(sizes):
        layers += [random.normal(0, sqrt(2 / wide), (wide, narrow)), np.zeros(narrow)]
    layers = [layer.astype(np.float32) for layer in layers]
    first, second = [np.zeros_like(x) for x in layers], [np.zeros_like(x) for x in layers]
    often = np.cumsum(weight) / weight.sum()
    for step in range(1, steps + 1):
        picked = np.minimum(np.searchsorted(often, random.random(BATCH)), len(often) - 1)
        slopes = _slopes(layers, inputs[picked], taught[picked], known[picked])
        for k, slope in enumerate(slopes):  # D. Kingma, J. Ba, "Adam", 2015
            first[k] = 0.9 * first[k] + 0.1 * slope
            second[k] = 0.999 * second[k] + 0.001 * slope**2
            pace = SPEED * (1 - step / steps) / (1 - 0.9**step)
            layers[k] = layers[k] - np.float32(pace) * first[k] / (
                np.sqrt(second[k] / np.float32(1 - 0.999**step)) + np.float32(1e-8)
            )
    return layers


def _slopes(
    layers: list[Numbers], inputs: Numbers, taught: Numbers, known: Numbers
) -> list[Numbers]:
    first, second, guess = run_network(layers, inputs, known)
    error = (guess - taught) / np.float32(BATCH)
    slopes = list[Numbers]()
    for k, below in ((4, second), (2, first), (0, inputs)):
        slopes = [below.T @ error, error.sum(0), *slopes]
        error = (error @ layers[k].T) * (below > 0)
    return slopes


def played(bout: Bout, layers: list[Numbers]) -> dict[Place, Numbers]:
    """Return how often the bot with this network makes each move, in every place of a bout."""
    found = {}
    for place, _, _ in bout.places():
        mover, stands, before, relation = place
        mine, theirs = bout.hands[mover], bout.dice[1 - mover]
        guess = bot_shares(layers, mine, theirs, stands, before, relation, bout.is_opening(stands))
        found[place] = shares(guess[:, bout.known(stands)])
    return found


class Answer:
    """The best answer to a strategy, for a player who remembers all claims of the bout.

    Args:
        bout: with its dice.
        strategy: the shares of the moves in each place.
        player: who answers.
        unlikely: claims that all hands together make less often than this are challenged, and how the
            bout might go on is not looked at.
    """

    def __init__(
        self, bout: Bout, strategy: dict[Place, Numbers], player: int, unlikely: float
    ) -> None:
        self.bout, self.strategy, self.player = bout, strategy, player
        self.unlikely = unlikely

    def worth(self, opener: int) -> float:
        """Return what a bout is worth to the player who answers, from -1 to 1."""
        bout, me = self.bout, self.player
        values = self._from(opener, bout.below, 0, 0, bout.chance[1 - me])
        return float((values * bout.chance[me]).sum())

    def _from(self, mover: int, stands: int, before: int, relation: int, reach: Numbers) -> Numbers:
        bout, me = self.bout, self.player
        seat, mine = (0, 0) if bout.is_even else (mover, me)
        is_opening, claims = bout.is_opening(stands), bout.claims(stands)
        previous = 0 if is_opening else stands

        def after(claim: int, reach: Numbers) -> Numbers:
            return self._from(1 - mover, claim, previous, related(claim, before), reach)

        if mover == me:
            options = [after(stands + 1 + k, reach) for k in range(claims)]
            if not is_opening:
                options.append(bout.challenges[mine, stands] @ reach)
            return np.max(options, axis=0)
        plan, total = self.strategy[seat, stands, before, relation], np.zeros(len(bout.hands[me]))
        if not is_opening:
            total -= (reach * plan[:, -1]) @ bout.challenges[seat, stands]
        for k in range(claims):
            there = reach * plan[:, k]
            if there.sum() > self.unlikely:
                total += after(stands + 1 + k, there)
            elif there.sum() > 0.0:
                total += bout.challenges[mine, stands + 1 + k] @ there
        return total


def loses(bout: Bout, strategy: dict[Place, Numbers], unlikely: float = 1e-3) -> float:
    """Return how many bouts a strategy loses to the best answer, of 1, over both seats and openers: the less
    of what is equal."""
    worths = [
        Answer(bout, strategy, player, unlikely).worth(opener)
        for player in range(2 - bout.is_even)
        for opener in range(2)
    ]
    return sum(worths) / len(worths) / 2


def table(bouts: list[Bout]) -> bytes:
    """Return the table of solved bouts as its file holds it: the first row at each place, then the rows.

    Row 0 says nothing.
    """
    firsts, rows = np.zeros(FEW_PLACES, "<u2"), [np.zeros((1, OUTPUTS), np.uint8)]
    for bout in bouts:
        most = max(bout.total[turn].sum(-1).max() for turn in bout.order[: 2 - bout.is_even])
        for (mover, stands, before, relation), turn, index in bout.places():
            if relation > 0:
                continue
            total = bout.total[turn][:, index : index + RELATIONS].sum(1)  # of all relations
            comes = total.sum(1) >= SELDOM * most
            if not comes.any():
                continue
            block = np.zeros((len(comes), OUTPUTS), np.uint8)
            plan = np.round(PARTS * shares(total)) * comes[:, None]
            rows_of = [number_of(hand) for hand in bout.hands[mover]]
            block[np.ix_(rows_of, bout.known(stands))] = plan
            mine, theirs = bout.dice[:: 1 - 2 * mover]
            firsts[place_of(mine, theirs, stands, before)] = sum(map(len, rows))
            rows.append(block)
    return firsts.tobytes() + np.concatenate(rows).tobytes()


def read(file: Path) -> list[Numbers]:
    """Return the layers of a network from its file."""
    numbers, layers, start = np.frombuffer(file.read_bytes(), "<i2") / ONE, [], 0
    for wide, narrow in itertools.pairwise((INPUTS, HIDDEN, HIDDEN, OUTPUTS)):
        middle = start + wide * narrow
        layers += [
            numbers[start:middle].reshape(wide, narrow),
            numbers[middle : middle + narrow],
        ]
        start = middle + narrow
    return layers


def make_table() -> None:
    """Solve the bouts with few dice and write the table."""
    bouts = []
    for mine in range(1, FEW + 1):
        for theirs in range(mine, FEW + 1):
            bout = Bout((mine, theirs), np.random.default_rng(1))
            bout.solve(FEW_ROUNDS)
            bouts.append(bout)
            lost = loses(bout, bout.average())
            print(
                f"{mine} dice against {theirs}: a best answer wins {lost:.4f} of a bout, "
                f"{process_time():.0f} s",
                flush=True,
            )
    written = table(bouts)
    TABLE.write_bytes(written)
    print(f"{TABLE.name}: {len(written):,} bytes", flush=True)


def lessons_of(dice: tuple[int, int], rounds: int) -> list[Numbers]:
    """Solve the bout with these numbers of dice and return its lessons."""
    random = np.random.default_rng(dice)
    bout = Bout(dice, random)
    bout.solve(rounds, *bout.others())
    print("{} dice against {}: solved, {:.0f} s".format(*dice, process_time()), flush=True)
    return bout.lessons(random)


def make_network(rounds: int) -> None:
    """Solve all bouts, two at a time, and train the network."""
    pairs = list(itertools.combinations_with_replacement(range(1, SOLVED + 1), 2))
    with ProcessPoolExecutor(2) as pool:
        lessons = list(pool.map(lessons_of, pairs, itertools.repeat(rounds)))
    together = [np.concatenate(each) for each in zip(*lessons, strict=True)]
    layers = trained(together, np.random.default_rng(1), STEPS)
    numbers = np.concatenate([np.round(layer * ONE).ravel() for layer in layers])
    NETWORK.write_bytes(np.clip(numbers, -(1 << 15), (1 << 15) - 1).astype("<i2").tobytes())
    print(f"{NETWORK.name}: trained, {process_time():.0f} s", flush=True)
    for dice in range(1, START + 1):
        bout = Bout((dice, dice), np.random.default_rng(1))
        lost = loses(bout, played(bout, read(NETWORK)), 3e-3)
        print(f"{dice} dice each: a best answer wins {lost:.3f} of a bout", flush=True)


def main() -> None:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("rounds", type=int, nargs="?", default=ROUNDS)
    parser.add_argument("--table", action="store_true")
    what = parser.parse_args()
    make_table()
    if not what.table:
        make_network(what.rounds)


if __name__ == "__main__":
    main()
