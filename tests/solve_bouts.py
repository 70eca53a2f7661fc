"""Solves bouts of Liar's Dice and trains the network that the best players claim by.

    python -m tests.solve_bouts [rounds] [file]

Counterfactual regret minimization over (whose turn, the claim that stands, the claim before it) and the
hand as counts of faces, for all numbers of dice up to eight; of hands with many dice, a random sample.
What histories with the same two claims have in common is weighed by how likely both hands reach them, so
that nobody learns from claims that a hand would not make. Then a network of two hidden layers learns the
average strategies. This takes an hour or two, and is seeded.
"""

from __future__ import annotations

import itertools
import sys
from dataclasses import dataclass, field
from math import factorial, sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import gamekit as gk
from gamekit.games.liars_dice.bots import solution
from gamekit.games.liars_dice.bots.solution import (
    HIDDEN,
    INPUTS,
    ONE,
    OUTPUT,
    OUTPUTS,
    SIDES,
    SOLVED,
    WINDOW,
)
from gamekit.games.liars_dice.state import BITS, FIRST_CLAIM, MOST_DICE

Numbers = NDArray[Any]
HANDS = 130  # of a player in a bout, at most
ROUNDS, EXPLORING = 100, 0.1
ABOVE = 5  # dice by which claims go beyond what is usual
EPOCHS, BATCH, SPEED = 12, 1024, 0.003


@dataclass
class Node:
    """Where a bout stands, for every pair of hands."""

    mover: int
    stands: int
    before: int  # 0: the claim that stands opened the bout
    claims: int  # that may follow, each one higher
    is_opening: bool
    follow: list[Node] = field(default_factory=list)
    regret: Numbers = field(default_factory=lambda: np.zeros(0))
    total: Numbers = field(default_factory=lambda: np.zeros(0))
    plan: Numbers = field(default_factory=lambda: np.zeros(0))
    joint: Numbers = field(default_factory=lambda: np.zeros(0))  # how likely both hands come here
    own: list[Numbers] = field(default_factory=list)  # and each by its own moves alone
    worth: Numbers = field(default_factory=lambda: np.zeros(0))  # to player 0


class Bout:
    """A bout with so many dice of each player, opened by either.

    Args:
        dice: of player 0 and 1.
        random: draws hands where there are too many.
    """

    def __init__(self, dice: tuple[int, int], random: np.random.Generator) -> None:
        self.dice = dice
        self.hands, self.chance = zip(*(hands(count, random) for count in dice), strict=True)
        top = FIRST_CLAIM - 1 + SIDES * min(sum(dice), sum(dice) // SIDES + ABOVE)
        state = self.state(0, self.hands[0][0], 0, 0)
        below = solution.lowest_opening(state) - 1
        self.nodes: dict[tuple[int, int, int], Node] = {}
        self.starts = [self.node(mover, below, 0, below, top) for mover in range(2)]
        for stands in range(below, top + 1):
            for node in [one for one in self.nodes.values() if one.stands == stands]:
                said = 0 if node.is_opening else stands
                node.follow = [
                    self.node(1 - node.mover, stands + 1 + k, said, below, top)
                    for k in range(node.claims)
                ]
        self.order = sorted(self.nodes.values(), key=lambda node: node.stands)

    def node(self, mover: int, stands: int, before: int, below: int, top: int) -> Node:
        """Return a node, a new one if need be."""
        key = mover, stands, before
        if key not in self.nodes:
            is_opening = stands == below
            node = Node(mover, stands, before, min(WINDOW, top - stands), is_opening)
            shape = len(self.hands[mover]), node.claims + (not is_opening)
            node.regret, node.total = np.zeros(shape), np.zeros(shape)
            self.nodes[key] = node
        return self.nodes[key]

    def state(self, mover: int, hand: Numbers, stands: int, before: int) -> Any:
        """Return what a player with this hand knows, as the rules know it."""
        state = gk.load("liars-dice").start(gk.load("liars-dice").rules(), 0, 1)
        state.count[:] = self.dice
        shown = np.repeat(np.arange(1, SIDES + 1), hand).tolist()
        state.dice[MOST_DICE * mover : MOST_DICE * mover + len(shown)] = shown
        state.player, state.claim = mover, stands
        for claim in (before, stands):
            if claim >= FIRST_CLAIM:
                state.made[claim // BITS] |= 1 << claim % BITS
        return state

    def challenged(self, node: Node) -> Numbers:
        """Return what a challenge is worth to player 0, for each pair of hands."""
        face = solution.face_of(node.stands) - 1
        holds = self.hands[0][:, face][:, None] + self.hands[1][:, face]
        is_true = holds >= solution.dice_of(node.stands)
        return np.where(is_true == (node.mover == 0), -1.0, 1.0)

    def solve(self, rounds: int) -> None:
        """Improve the average plans."""
        for number in range(1, rounds + 1):
            self._reach()
            for node in reversed(self.order):
                self._learn(node, number)

    def _reach(self) -> None:
        for node in self.order:
            node.joint = np.zeros((len(self.hands[0]), len(self.hands[1])))
            node.own = [np.zeros(len(hands)) for hands in self.hands]
            regret = node.regret.sum(1, keepdims=True)
            even = np.full_like(node.regret, 1.0 / max(1, node.regret.shape[1]))
            node.plan = np.where(regret > 0.0, node.regret / np.where(regret > 0, regret, 1), even)
        for start in self.starts:
            start.joint += np.outer(*self.chance)
            start.own = [np.ones(len(hands)) for hands in self.hands]
        for node in self.order:
            explored = (1 - EXPLORING) * node.plan + EXPLORING / max(1, node.plan.shape[1])
            for k, after in enumerate(node.follow):
                share = explored[:, k]
                after.joint += node.joint * (share[:, None] if node.mover == 0 else share)
                after.own[node.mover] += node.own[node.mover] * share
                after.own[1 - node.mover] += node.own[1 - node.mover]

    def _learn(self, node: Node, number: int) -> None:
        me, sign = node.mover, 1.0 if node.mover == 0 else -1.0
        options = [after.worth for after in node.follow]
        options += [] if node.is_opening else [self.challenged(node)]
        stack = np.stack(options)
        if me == 1:
            stack, joint = stack.transpose(0, 2, 1), node.joint.T
        else:
            joint = node.joint
        worth = np.einsum("ha,ahk->hk", node.plan, stack)
        node.worth = worth if me == 0 else worth.T
        gains = sign * np.einsum("hk,ahk->ha", joint, stack)
        gains /= (1e-20 + self.chance[me] * node.own[me])[:, None]
        past = (number - 1.0) ** 1.5
        node.regret *= past / (past + 1.0)
        node.regret += gains - (gains * node.plan).sum(1, keepdims=True)
        np.maximum(node.regret, 0.0, out=node.regret)
        node.total += number**3 * node.own[me][:, None] * node.plan

    def lessons(self) -> list[Numbers]:
        """Return what the network is to learn: inputs, shares of the moves, which moves there are, and how
        much it matters."""
        rows, memory = [], [0] * solution.MEMORY
        for node in self.order:
            sums = node.total.sum(1, keepdims=True)
            shares = node.total / np.where(sums > 0, sums, 1.0)
            weight = np.sqrt(node.joint.sum(1 - node.mover))
            for hand in np.flatnonzero(sums[:, 0] > 0):
                state = self.state(
                    node.mover, self.hands[node.mover][hand], node.stands, node.before
                )
                rules = gk.load("liars-dice").rules()
                solution.describe(rules, state, memory, node.stands, node.is_opening)
                claims = np.zeros(OUTPUTS)
                claims[: node.claims] = shares[hand, : node.claims]
                claims[WINDOW] = 0.0 if node.is_opening else shares[hand, node.claims]
                inputs = np.array(memory[:INPUTS]) / ONE
                rows.append(np.concatenate([inputs, claims, [node.claims, weight[hand]]]))
        return rows


def hands(count: int, random: np.random.Generator) -> tuple[Numbers, Numbers]:
    """Return the hands of so many dice as counts of faces, and how likely each is."""
    found = [np.array(hand) for hand in _counts(count, SIDES)]
    ways = [factorial(count) / np.prod([factorial(k) for k in hand]) for hand in found]
    chance = np.array(ways) / SIDES**count
    if len(found) <= HANDS:
        return np.array(found), chance
    picked = random.choice(len(found), HANDS, p=chance)
    kept, times = np.unique(picked, return_counts=True)
    return np.array(found)[kept], times / HANDS


def _counts(count: int, faces: int) -> list[tuple[int, ...]]:
    if faces == 1:
        return [(count,)]
    return [(k, *rest) for k in range(count + 1) for rest in _counts(count - k, faces - 1)]


def trained(rows: Numbers, random: np.random.Generator) -> list[Numbers]:
    """Return the layers of the network, weights and biases by turns."""
    inputs, shares = rows[:, :INPUTS], rows[:, INPUTS : INPUTS + OUTPUTS]
    count, weight = rows[:, -2], np.minimum(rows[:, -1] / rows[:, -1].mean(), 20.0)
    known = np.concatenate([np.arange(WINDOW) < count[:, None], inputs[:, 4:5] < 0.5], 1)
    sizes, layers = (INPUTS, HIDDEN, HIDDEN, OUTPUTS), list[Numbers]()
    for wide, narrow in itertools.pairwise(sizes):
        layers += [random.normal(0, sqrt(2 / wide), (wide, narrow)), np.zeros(narrow)]
    first, second = [np.zeros_like(x) for x in layers], [np.zeros_like(x) for x in layers]
    steps = EPOCHS * len(rows) // BATCH
    for step in range(1, steps + 1):
        picked = random.integers(0, len(rows), BATCH)
        slopes = _slopes(
            layers, inputs[picked], shares[picked], known[picked], weight[picked] / BATCH
        )
        for k, slope in enumerate(slopes):  # D. Kingma, J. Ba, "Adam", 2015
            first[k] = 0.9 * first[k] + 0.1 * slope
            second[k] = 0.999 * second[k] + 0.001 * slope**2
            pace = SPEED * (1 - step / steps) / (1 - 0.9**step)
            layers[k] -= pace * first[k] / (np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8)
    return layers


def _slopes(
    layers: list[Numbers], inputs: Numbers, shares: Numbers, known: Numbers, weight: Numbers
) -> list[Numbers]:
    hidden = [inputs]
    for k in (0, 2):
        hidden.append(np.maximum(hidden[-1] @ layers[k] + layers[k + 1], 0.0))
    said = np.where(known, hidden[-1] @ layers[4] + layers[5], -30.0)
    powers = np.exp(said - said.max(1, keepdims=True))
    error = (powers / powers.sum(1, keepdims=True) - shares) * weight[:, None]
    slopes = list[Numbers]()
    for k in (4, 2, 0):
        slopes = [hidden[k // 2].T @ error, error.sum(0), *slopes]
        error = (error @ layers[k].T) * (hidden[k // 2] > 0)
    return slopes


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    target = Path(solution.__file__).with_name("network.bin")
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else target
    random, rows = np.random.default_rng(1), list[Numbers]()
    for mine in range(1, SOLVED + 1):
        for theirs in range(mine, SOLVED + 1):
            bout = Bout((mine, theirs), random)
            bout.solve(rounds)
            rows += bout.lessons()
            print(f"{mine} dice against {theirs}: {len(rows)} lessons so far", flush=True)
    layers = trained(np.array(rows), random)
    numbers = np.concatenate([np.round(layer * ONE).ravel() for layer in layers])
    target.write_bytes(np.clip(numbers, -(1 << 15), (1 << 15) - 1).astype("<i2").tobytes())


if __name__ == "__main__":
    assert OUTPUT == INPUTS + 2 * HIDDEN
    main()
