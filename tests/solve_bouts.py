"""Solves bouts of Liar's Dice: makes the table and trains the network that the master claims by.

    python -m tests.solve_bouts [rounds]
    python -m tests.solve_bouts --table

Counterfactual regret minimization runs over (whose turn, the claim that stands, the claim before it) and
the hand as counts of faces, for all numbers of dice up to eight. Where hands are too many, it draws a
sample. The regrets weigh histories with the same two claims by how likely both hands reach them, so nobody
learns from claims that a hand would not make. Then a network with two hidden layers learns the average
strategies. A table keeps the strategies for bouts with few dice, which it solves more thoroughly; `--table`
makes it alone, in seconds. Everything is seeded.
"""

from __future__ import annotations

import itertools
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from dataclasses import dataclass, field
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
    median,
    place_of,
)

Numbers = NDArray[Any]
Place = tuple[int, int, int]  # who moves, the claim that stands, the claim before it or 0
HANDS = 130  # of a player in a bout, at most
ROUNDS, EXPLORING = 80, 0.05
FEW_ROUNDS, FEW_EXPLORING = 400, 0.001  # for the table
SELDOM = 1e-4  # a hand comes to a place less often than this: the table leaves it out
ABOVE = 4  # dice by which claims go beyond what is usual
LESSONS = 40_000  # of a bout, at most
TABLE, NETWORK = (Path(bots.__file__).with_name(name) for name in ("bouts.bin", "network.bin"))
STEPS, BATCH, SPEED = 16_000, 1024, 0.003


@dataclass
class Node:
    """Where a bout stands, for every pair of hands. The mover's hands come first in each matrix."""

    mover: int
    stands: int
    before: int
    claims: int  # that may follow, each one higher
    is_opening: bool
    regret: Numbers
    total: Numbers
    arriving: Numbers  # how likely both hands come here; the other's hands come first
    follow: list[Node] = field(default_factory=list)
    plan: Numbers = field(default_factory=lambda: np.zeros(0))
    joint: Numbers = field(default_factory=lambda: np.zeros(0))
    own: Numbers = field(default_factory=lambda: np.zeros(0))  # by the mover's claims alone
    others: Numbers = field(default_factory=lambda: np.zeros(0))
    worth: Numbers = field(
        default_factory=lambda: np.zeros(0)
    )  # to the other, whose hands come first


class Bout:
    """A bout with so many dice of each player, opened by either.

    Args:
        dice: of player 0 and 1. With equally many, everything is kept once, for player 0.
        random: draws hands where there are too many.
        exploring: how often the players try any move while they learn.
    """

    def __init__(
        self, dice: tuple[int, int], random: np.random.Generator, exploring: float = EXPLORING
    ) -> None:
        self.exploring = exploring
        self.dice, self.is_even = dice, dice[0] == dice[1]
        dealt = [hands(count, random) for count in dice[: 1 if self.is_even else 2]]
        self.hands, self.chance = zip(*(dealt * 2)[:2], strict=True)
        self.top = SIDES * min(sum(dice), sum(dice) // SIDES + ABOVE)
        self.below = bots.lowest_opening(sum(dice)) - 1
        self.nodes: dict[Place, Node] = {}
        self.starts = [self.node(mover, self.below, 0) for mover in range(2 - self.is_even)]
        for stands in range(self.below, self.top + 1):
            for node in [one for one in self.nodes.values() if one.stands == stands]:
                said = 0 if node.is_opening else stands
                node.follow = [
                    self.node(1 - node.mover, stands + 1 + k, said) for k in range(node.claims)
                ]
        self.order = sorted(self.nodes.values(), key=lambda node: node.stands)
        places = {(node.mover, node.stands) for node in self.order if not node.is_opening}
        self.challenges = {place: self._challenged(*place) for place in places}

    def node(self, mover: int, stands: int, before: int) -> Node:
        """Return a node, a new one if need be."""
        place = 0 if self.is_even else mover, stands, before
        if place not in self.nodes:
            is_opening = stands == self.below
            claims = min(WINDOW, self.top - stands)
            mine, theirs = len(self.hands[mover]), len(self.hands[1 - mover])
            regret, total = np.zeros((2, mine, claims + (not is_opening)), np.float32)
            arriving = np.zeros((theirs, mine), np.float32)
            self.nodes[place] = Node(*place, claims, is_opening, regret, total, arriving)
        return self.nodes[place]

    def _challenged(self, mover: int, stands: int) -> Numbers:
        """Return what the mover gains by a challenge, for each pair of hands."""
        face = face_of(stands) - 1
        holds = self.hands[mover][:, face][:, None] + self.hands[1 - mover][:, face]
        return np.where(holds >= dice_of(stands), -1.0, 1.0).astype(np.float32)

    def solve(self, rounds: int) -> None:
        """Improve the average plans."""
        for number in range(1, rounds + 1):
            self._reach()
            for node in reversed(self.order):
                self._learn(node, number)

    def _reach(self) -> None:
        for node in self.order:
            node.arriving.fill(0.0)
            node.own = np.zeros(len(self.hands[node.mover]), np.float32)
            node.others = np.zeros(len(self.hands[1 - node.mover]), np.float32)
        for node in self.starts:
            node.arriving += np.outer(self.chance[1 - node.mover], self.chance[node.mover])
            node.own += 1.0
            node.others += 1.0
        for node in self.order:
            node.plan = shares(node.regret)
            node.joint = np.ascontiguousarray(node.arriving.T)
            explored = (1 - self.exploring) * node.plan + self.exploring / node.plan.shape[1]
            for k, after in enumerate(node.follow):
                after.arriving += node.joint * explored[:, k, None]
                after.others += node.own * explored[:, k]
                after.own += node.others

    def _learn(self, node: Node, number: int) -> None:
        options = [after.worth for after in node.follow]
        if not node.is_opening:
            options.append(self.challenges[node.mover, node.stands])
        gains, worth = np.empty_like(node.plan), np.zeros_like(node.joint)
        for k, option in enumerate(options):
            gains[:, k] = np.einsum("hk,hk->h", node.joint, option)
            worth += node.plan[:, k, None] * option
        node.worth = np.ascontiguousarray(-worth.T)
        gains /= (1e-20 + self.chance[node.mover] * node.own)[:, None]
        past = (
            number - 1.0
        ) ** 1.5  # N. Brown, T. Sandholm, "Discounted regret minimization", 2019
        node.regret *= np.float32(past / (past + 1.0))
        node.regret += gains - (gains * node.plan).sum(1, keepdims=True)
        np.maximum(node.regret, 0.0, out=node.regret)
        node.total += np.float32((number / 50) ** 3) * node.own[:, None] * node.plan

    def average(self) -> dict[Place, Numbers]:
        """Return how often each hand makes each claim and, at last, the challenge."""
        return {place: shares(node.total) for place, node in self.nodes.items()}

    def inputs(self, node: Node) -> Numbers:
        """Return what the network is told of each hand."""
        before = node.before if node.before > self.below else 0
        theirs, stands = self.dice[1 - node.mover], node.stands
        return told(self.hands[node.mover], theirs, stands, before, node.is_opening)

    def known(self, node: Node) -> Numbers:
        """Return which moves there are."""
        known = np.arange(OUTPUTS) < node.claims
        known[WINDOW] = not node.is_opening
        return np.tile(known, (len(self.hands[node.mover]), 1))

    def lessons(self, random: np.random.Generator) -> list[Numbers]:
        """Return what the network is to learn: inputs, shares of the moves, which moves there are, and how
        much it matters."""
        rows: list[list[Numbers]] = [[], [], [], []]
        for place, plan in self.average().items():
            node = self.nodes[place]
            taught = np.zeros((len(plan), OUTPUTS))
            taught[:, self.known(node)[0]] = plan
            weight = np.sqrt(node.joint.sum(1))
            for row, each in zip(
                rows, (self.inputs(node), taught, self.known(node), weight), strict=True
            ):
                row.append(each)
        inputs, taught, known, weight = (np.concatenate(row) for row in rows)
        picked, mattering = np.arange(len(inputs)), weight
        if len(inputs) > LESSONS:
            often = 0.8 * weight / weight.sum() + 0.2 / len(inputs)
            picked = random.choice(len(inputs), LESSONS, p=often)
            mattering = weight[picked] / often[picked]
        mattering = mattering / mattering.sum()
        return [
            inputs[picked].astype(np.float32),
            taught[picked].astype(np.float32),
            known[picked],
            mattering,
        ]


def told(hands: Numbers, theirs: int, stands: int, before: int, is_opening: bool) -> Numbers:
    """Return what the network is told of each hand; `bots.describe` tells the same."""
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
    return inputs


def asked(
    layers: list[Numbers], hands: Numbers, theirs: int, stands: int, before: int, is_opening: bool
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
    guess = said(layers, told(hands, theirs, stands, before, is_opening), known)[2]
    guess[~known | (1000 * guess < RARE)] = 0.0
    if max(mine, theirs) <= FEW:
        place = place_of(mine, theirs, 0 if is_opening else stands, before)
        kept = np.array([row_at(place, hand) for hand in hands])
        return shares(np.where(kept.any(1, keepdims=True), kept, guess))
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
    """Return what `bots.lean` makes of the shares, with moves that win so often, in percent."""
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
    """Return the same of one move, by how many dice of the face a hand holds."""
    rules = gk.load("liars-dice").rules()
    usual = median(rules, mine)
    return np.array(
        [
            bots.wins(rules, stands, place, is_opening, held, usual, theirs)
            for held in range(mine + 1)
        ]
    )


def shares(numbers: Numbers) -> Numbers:
    """Return each row as shares of its sum, equal ones where that is 0."""
    sums = numbers.sum(1, keepdims=True)
    even = np.float32(1.0 / numbers.shape[1])
    return np.where(sums > 0.0, numbers / np.where(sums > 0.0, sums, 1.0), even).astype(np.float32)


@cache
def chances(dice: int) -> Numbers:
    """Return how likely so many dice show a face at least 0 times, once, and so on."""
    ways = [comb(dice, k) * (SIDES - 1) ** (dice - k) for k in range(dice + 1)]
    return np.array([sum(ways[k:]) / SIDES**dice for k in range(dice + 2)])


def all_hands(count: int) -> tuple[Numbers, Numbers]:
    """Return the hands of so many dice as counts of faces, and how likely each is."""
    found = np.array(_counts(count, SIDES))
    ways = [factorial(count) / np.prod([factorial(k) for k in hand]) for hand in found]
    return found, np.array(ways) / SIDES**count


def hands(count: int, random: np.random.Generator) -> tuple[Numbers, Numbers]:
    """Return the same where they are few enough, otherwise a random sample."""
    found, chance = all_hands(count)
    if len(found) > HANDS:
        picked, times = np.unique(random.choice(len(found), HANDS, p=chance), return_counts=True)
        found, chance = found[picked], times / HANDS
    return found, chance.astype(np.float32)


def _counts(count: int, faces: int) -> list[tuple[int, ...]]:
    if faces == 1:
        return [(count,)]
    return [(k, *rest) for k in range(count + 1) for rest in _counts(count - k, faces - 1)]


def said(layers: list[Numbers], inputs: Numbers, known: Numbers) -> tuple[Numbers, ...]:
    """Return the hidden layers and, of the moves there are, the shares that a network says."""
    first = np.maximum(inputs @ layers[0] + layers[1], 0.0)
    second = np.maximum(first @ layers[2] + layers[3], 0.0)
    powers = np.where(known, second @ layers[4] + layers[5], -30.0)
    powers: Numbers = np.exp(powers - powers.max(1, keepdims=True))
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
    first, second, guess = said(layers, inputs, known)
    error = (guess - taught) / np.float32(BATCH)
    slopes = list[Numbers]()
    for k, below in ((4, second), (2, first), (0, inputs)):
        slopes = [below.T @ error, error.sum(0), *slopes]
        error = (error @ layers[k].T) * (below > 0)
    return slopes


def played(bout: Bout, layers: list[Numbers]) -> dict[Place, Numbers]:
    """Return how often the bot with this network makes each move, in every place of a bout."""
    found = {}
    for place, node in bout.nodes.items():
        mine, theirs = bout.hands[node.mover], bout.dice[1 - node.mover]
        before = node.before if node.before > bout.below else 0
        guess = asked(layers, mine, theirs, node.stands, before, node.is_opening)
        found[place] = shares(guess[:, bout.known(node)[0]])
    return found


class Answer:
    """The best answer to a strategy, for a player who remembers all claims of the bout.

    Args:
        bout: with its dice.
        strategy: the shares of the moves of each node.
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
        """What a bout is worth to the player who answers, from -1 to 1."""
        bout, me = self.bout, self.player
        values = self._from(opener, bout.below, 0, bout.chance[1 - me])
        return float((values * bout.chance[me]).sum())

    def _from(self, mover: int, stands: int, before: int, reach: Numbers) -> Numbers:
        bout, me = self.bout, self.player
        seat, mine = (0, 0) if bout.is_even else (mover, me)
        node = bout.nodes[seat, stands, before]
        said = 0 if node.is_opening else stands
        if mover == me:
            options = [
                self._from(1 - mover, stands + 1 + k, said, reach) for k in range(node.claims)
            ]
            if not node.is_opening:
                options.append(bout.challenges[mine, stands] @ reach)
            return np.max(options, axis=0)
        plan, total = self.strategy[seat, stands, before], np.zeros(len(bout.hands[me]))
        if not node.is_opening:
            total -= (reach * plan[:, -1]) @ bout.challenges[seat, stands]
        for k in range(node.claims):
            there = reach * plan[:, k]
            if there.sum() > self.unlikely:
                total += self._from(me, stands + 1 + k, said, there)
            elif there.sum() > 0.0:
                total += bout.challenges[mine, stands + 1 + k] @ there
        return total


def loses(bout: Bout, strategy: dict[Place, Numbers], unlikely: float = 1e-3) -> float:
    """How many bouts a strategy loses to the best answer, of 1, over both seats and openers: the less
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
        for node in bout.order:
            comes = node.total.sum(1) >= SELDOM * bout.starts[0].total.sum(1).max()
            if node.stands - (node.before or node.stands) > WINDOW or not comes.any():
                continue
            block = np.zeros((len(comes), OUTPUTS), np.uint8)
            plan = np.round(PARTS * shares(node.total)) * comes[:, None]
            block[
                np.ix_([number_of(hand) for hand in bout.hands[node.mover]], bout.known(node)[0])
            ] = plan
            for mine, theirs in {bout.dice} if bout.is_even else {bout.dice[:: 1 - 2 * node.mover]}:
                firsts[place_of(mine, theirs, node.stands, node.before)] = sum(map(len, rows))
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
            bout = Bout((mine, theirs), np.random.default_rng(1), FEW_EXPLORING)
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


def make_network(rounds: int) -> None:
    """Solve all bouts and train the network."""
    random, lessons, looked_at = np.random.default_rng(1), list[list[Numbers]](), list[Bout]()
    for mine in range(1, SOLVED + 1):
        for theirs in range(mine, SOLVED + 1):
            bout = Bout((mine, theirs), random)
            bout.solve(rounds)
            lessons.append(bout.lessons(random))
            print(f"{mine} dice against {theirs}: solved, {process_time():.0f} s", flush=True)
            if mine == theirs <= 4:
                looked_at.append(bout)
    together = [np.concatenate(each) for each in zip(*lessons, strict=True)]
    layers = trained(together, random, STEPS)
    numbers = np.concatenate([np.round(layer * ONE).ravel() for layer in layers])
    NETWORK.write_bytes(np.clip(numbers, -(1 << 15), (1 << 15) - 1).astype("<i2").tobytes())
    print(f"{NETWORK.name}: trained, {process_time():.0f} s", flush=True)
    for bout in looked_at:
        lost = loses(bout, bout.average(), 3e-3), loses(bout, played(bout, read(NETWORK)), 3e-3)
        said = "as solved {:.3f}, as the bot plays {:.3f} of a bout".format(*lost)
        print(f"{bout.dice[0]} dice each, lost to the best answer: {said}", flush=True)


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
