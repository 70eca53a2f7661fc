"""The positions that both players know, which one follows which, and what they are worth.

If no position can recur, values follow backwards from the ends. Otherwise two games enclose each value. If
the game does not end within so many steps, player 0 loses the first one and wins the second one (interval
iteration; S. Haddad, B. Monmege, 2018). The two bounds come closer with every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from gamekit.contract import CHANCE, State
from gamekit.errors import GameError
from gamekit.solving.equilibrium import Contest, Episode, Numbers
from gamekit.solving.rules import Rules, digest

END, EPISODE = -10, -11  # kinds of nodes besides CHANCE and the players
PATIENCE = 100_000  # sweeps
STILL = 1e-13  # a sweep that changes less changes nothing
EQUAL = 1e-9  # moves whose values differ by less are equally good


def _mean(values: Numbers, shares: Numbers) -> float:
    """Return a mean. Rounding never carries it beyond the values."""
    counted = values[shares > 0.0]
    return float(max(counted.min(), min(counted.max(), values @ shares)))


@dataclass(slots=True)
class Node:
    """A position: who acts, their moves, and the nodes after them."""

    kind: int
    moves: tuple[int, ...] = ()
    after: list[int] = field(default_factory=list)
    payoff: float = 0.0
    chances: Numbers | None = None  # of the outcomes, where chance acts
    episode: Episode | None = None
    contest: Contest | None = None


class Graph:
    """All positions that can follow a start, as far as both players know them."""

    def __init__(self, rules: Rules, start: State) -> None:
        self.rules = rules
        self.numbered: dict[bytes, int] = {}
        self.nodes: list[Node] = []
        self._waiting: list[tuple[int, State]] = []
        self._number(rules.begun(start))
        while self._waiting:
            number, state = self._waiting.pop()
            self.nodes[number] = self._node(state)
        self._waiting = []
        self.order = self._backwards()
        n = len(self.nodes)
        self.most = rules.highest  # that either player can get
        self.low, self.value, self.high = np.full(n, -self.most), np.zeros(n), np.full(n, self.most)
        self.sure = -self.most, self.most  # what the strategies of both players ensure at the start
        self.length = np.zeros(n)  # steps to the end on average, where nothing recurs

    # --- finding positions ---------------------------------------------------------------------

    def _number(self, state: State) -> int:
        """Return the number of a position, and add the position if it is new."""
        key = digest(self.rules.numbers(state))
        number = self.numbered.get(key)
        if number is None:
            self.rules.count(1)
            number = self.numbered[key] = len(self.nodes)
            self.nodes.append(Node(END))
            self._waiting.append((number, state))
        return number

    def _node(self, state: State) -> Node:
        rules = self.rules
        payoff = rules.payoff(state)
        if payoff is not None:
            return Node(END, payoff=payoff)
        kind = rules.actor(state)
        if kind == CHANCE:
            moves = tuple(outcome for outcome, chance in enumerate(rules.chances(state)) if chance)
        else:
            moves = rules.choices(state)
        if not all(rules.known_to_both(state, kind, moves)):
            episode = Episode(rules, state, self._number)
            contest = Contest(episode)
            return Node(EPISODE, after=contest.leaves, episode=episode, contest=contest)
        after = [self._number(rules.after(state, move)) for move in moves]
        chances = rules.chances(state)[list(moves)] if kind == CHANCE else None
        return Node(kind, moves, after, chances=chances)

    def _backwards(self) -> list[int] | None:
        """Return the nodes, each after all that can follow it, or None if a position can recur."""
        order: list[int] = []
        state = bytearray(len(self.nodes))  # 1 on the way, 2 done
        stack: list[tuple[int, Iterator[int]]] = [(0, iter(self.nodes[0].after))]
        state[0] = 1
        while stack:
            number, rest = stack[-1]
            for after in rest:
                if state[after] == 1:
                    return None
                if state[after] == 0:
                    state[after] = 1
                    stack.append((after, iter(self.nodes[after].after)))
                    break
            else:
                state[number] = 2
                order.append(number)
                stack.pop()
        return order

    # --- their values --------------------------------------------------------------------------

    def solve(self, precision: float) -> None:
        """Find bounds on what every position is worth to player 0."""
        if self.order is None:
            self._iterate(precision)
        else:
            if not any(node.contest for node in self.nodes):
                self.low = self.high = self.value  # nothing is approximate
            for number in self.order:
                self._settle(number, precision)
            self.sure = float(self.low[0]), float(self.high[0])

    def _settle(self, number: int, precision: float) -> None:
        """Value a node whose successors are valued: what the plans found for both sides ensure."""
        node = self.nodes[number]
        if node.contest:
            contest = node.contest
            contest.solve(contest.matrix(self.value), precision)
            if contest.leaves:
                low, _ = contest.bounds(contest.matrix(self.low))
                _, high = contest.bounds(contest.matrix(self.high))
            else:
                low, high = contest.bounds(contest.matrix())
            self.low[number], self.high[number] = low, high
            self.value[number] = (low + high) / 2
        elif node.kind == END:
            self.low[number] = self.value[number] = self.high[number] = node.payoff
        else:
            shares = self._shares(node)
            apart = (self.low, self.high) if self.low is not self.value else ()
            for values in (self.value, self.length, *apart):
                values[number] = _mean(values[node.after], shares)
            self.length[number] += 1
            bound, other = (self.high, max) if node.kind == 0 else (self.low, min)
            if node.kind != CHANCE:
                bound[number] = other(bound[node.after])

    def _shares(self, node: Node) -> Numbers:
        """Return how likely each move or outcome is: the best ones evenly."""
        if node.chances is not None:
            return node.chances
        sign = 1.0 if node.kind == 0 else -1.0
        values = sign * (self.value if self.order else self._safe(node.kind))[node.after]
        best = values >= values.max() - (EQUAL if self.order else 0.0)
        if self.order and abs(values.max()) > EQUAL:  # win soon, lose late
            length = self.length[node.after] * np.sign(values.max())
            best &= length <= length[best].min() + EQUAL
        shares: Numbers = best / best.sum()
        return shares

    def shares(self, number: int) -> Numbers:
        """Return how the player to act at a node chooses among its moves."""
        return self._shares(self.nodes[number])

    def _safe(self, player: int) -> Numbers:
        """Return the bound that a player relies on."""
        return self.low if player == 0 else self.high

    # --- positions that recur ------------------------------------------------------------------

    def _iterate(self, precision: float) -> None:
        if any(node.contest for node in self.nodes):
            raise GameError(
                "The solver cannot combine secrets with positions that repeat. Cut the game "
                "with until=, or let it have a last turn."
            )
        sweep = Sweep(self.nodes)
        self.low, self.high = sweep.start(-self.most), sweep.start(self.most)
        for _ in range(PATIENCE):
            low, high = sweep(self.low), sweep(self.high)
            moved = max(np.abs(low - self.low).max(), np.abs(high - self.high).max())
            self.low, self.high = low, high
            if high[0] - low[0] <= precision or moved < STILL:
                break
        if sweep.has_chance or not set(np.unique(sweep.payoffs)) <= {-1.0, 0.0, 1.0}:
            self.sure = self._held(0, precision), self._held(1, precision)
        else:
            # Whoever can force no win can avoid a loss for ever, and a game without end is a draw.
            self.low = np.maximum(self.low, np.where(self.high < 0.0, -1.0, 0.0))
            self.high = np.minimum(self.high, np.where(self.low > 0.0, 1.0, 0.0))
            self.sure = float(self.low[0]), float(self.high[0])
        self.value = (self.low + self.high) / 2

    def _held(self, player: int, precision: float) -> float:
        """Return what a player's strategy guarantees at the start, whatever the other does."""
        sweep = Sweep(self.nodes, player, self._shares)
        values, goal = sweep.start((-self.most, self.most)[player]), float(self._safe(player)[0])
        for _ in range(PATIENCE):
            new = sweep(values)
            moved, values = np.abs(new - values).max(), new
            if abs(values[0] - goal) < precision / 100 or moved < STILL:
                break
        return float(values[0])


class Sweep:
    """One step backwards from every position at once.

    Args:
        nodes: the positions.
        fixed: a player who does not choose the best move, but plays
        shares: the moves of each node as often as this says.
    """

    def __init__(
        self, nodes: list[Node], fixed: int = END, shares: Callable[[Node], Numbers] | None = None
    ) -> None:
        kinds = np.array([node.kind for node in nodes])
        self.payoffs = np.array([node.payoff for node in nodes if node.kind == END])
        self.has_chance = bool((kinds == CHANCE).any())
        self._ends = np.flatnonzero(kinds == END)
        self._n = len(nodes)
        self._steps = []
        for kind, better in ((CHANCE, np.add), (0, np.maximum), (1, np.minimum)):
            inside = np.flatnonzero(kinds == kind)
            if len(inside):
                chosen = [nodes[k] for k in inside]
                sizes = np.array([len(node.after) for node in chosen])
                weights = np.ones(sizes.sum())
                if kind == CHANCE:
                    weights = np.concatenate([n.chances for n in chosen if n.chances is not None])
                elif kind == fixed and shares is not None:
                    better, weights = np.add, np.concatenate([shares(node) for node in chosen])
                after = np.concatenate([node.after for node in chosen])
                self._steps.append((inside, better, after, np.cumsum(sizes) - sizes, weights))

    def start(self, unknown: float) -> Numbers:
        """Return the values if everything but the ends is worth this much."""
        values = np.full(self._n, unknown)
        values[self._ends] = self.payoffs
        return values

    def __call__(self, values: Numbers) -> Numbers:
        new = values.copy()
        for inside, better, after, starts, weights in self._steps:
            new[inside] = better.reduceat(values[after] * weights, starts)
        return new
