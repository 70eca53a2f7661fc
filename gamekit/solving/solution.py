"""What a solved game is worth, and how to play it.

A `Graph` holds the positions that both players know, and which of them can follow which. If no position can
recur, the values follow backward from the ends. Otherwise two bounds enclose each value: what it would be if an
endless game were lost for player 0, and if it were won (interval iteration; S. Haddad, B. Monmege, 2018). They
come closer with every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from gamekit.bots.built_in import Thought, Thoughts, known_thoughts, require_view
from gamekit.contract import CHANCE, Game, State
from gamekit.errors import GameError
from gamekit.match.view import HIDDEN, View, written
from gamekit.solving.deals import Rules, digest
from gamekit.solving.equilibrium import UNSEEN, Contest, Episode, Numbers
from gamekit.text_tables import as_html


class Strategy(dict[str, float]):
    """How likely each move is to be played, by its notation."""

    def __repr__(self) -> str:
        return "\n".join(f"{move:<12} {share:6.1%}" for move, share in self.items())

    def _repr_html_(self) -> str:
        return as_html(("move", "played"), ((m, f"{share:.1%}") for m, share in self.items()))


class Solution:
    """A solved game.

    Attributes:
        game: what was solved.
        value: what player 0 gets on average from perfect play: the game's payoff or, in a game that
            has none, 1 for a win, 0 for a draw, -1 for a loss. It is the middle of `low` and `high`, which
            are proven bounds.
        low: the least that player 0 gets with this strategy, whatever player 1 does.
        high: the most that player 0 gets against this strategy of player 1.
        exploitability: what a perfect opponent gains against this strategy, averaged over the two
            seats: (high - low) / 2.
        positions: how many positions the solver looked at. Each set of hidden numbers counts separately.
    """

    def __init__(self, game: Game, graph: Graph) -> None:
        self.game, self._graph = game, graph
        self.low, self.high = graph.sure
        self.value = (self.low + self.high) / 2
        self.exploitability = max(0.0, (self.high - self.low) / 2)
        self.positions = graph.rules.found
        self._episodes: list[dict[bytes, list[tuple[int, int]]]] = [{}, {}]
        for number, node in enumerate(graph.nodes):
            if node.episode:
                for found, player in zip(self._episodes, node.episode.players, strict=True):
                    for view, sets in player.views.items():
                        found.setdefault(view, []).extend((number, k) for k in sets)

    def strategy(self, view: View) -> Strategy:
        """Return how likely each move is to be played by the player whose view it is.

        Raises:
            GameError: it is not that player's turn, or the position is not in the solved game.
        """
        state, rules = view.state, view.rules
        return Strategy(
            (written(view.game, rules, state, move), share) for move, share in self.shares(view)
        )

    def think(self, view: View) -> Thoughts:
        """Return what each move is worth, best first.

        `value` is the mover's expected score, from 0 to 1, if both players then follow the solution. A payoff
        counts as a part of the highest one. `low` and `high` enclose the score. `visits` is how often in a
        thousand the solution plays the move.
        """
        state, found, most = view.state, list[Thought](), self._graph.most
        for (move, share), worths in zip(self.shares(view), self._worths(view), strict=True):
            low, value, high = sorted((1 + worth / most) / 2 for worth in worths)
            text = written(view.game, view.rules, state, move)
            found.append(Thought(move, text, value, low, high, round(1000 * share)))
        return Thoughts(found)

    def shares(self, view: View) -> list[tuple[int, float]]:
        """Return the number of each move and how likely the solution plays it."""
        number, chosen = self._place(view)
        node = self._graph.nodes[number]
        if node.episode is None or node.contest is None:
            return list(zip(node.moves, self._graph.shares(node).tolist(), strict=True))
        player = view.to_act
        moves = node.episode.players[player].moves[chosen]
        first = node.contest.players[player].first[chosen]
        shares = node.contest.behavior[player][first : first + len(moves)]
        return list(zip(moves, shares.tolist(), strict=True))

    def _worths(self, view: View) -> list[tuple[float, float, float]]:
        """Return what each move is worth to the mover, as a payoff, and its bounds."""
        number, chosen = self._place(view)
        node, graph, player = self._graph.nodes[number], self._graph, view.to_act
        if node.contest:
            return [(w, w, w) for w in node.contest.worths(player, chosen, graph.value)]
        sign = 1.0 if player == 0 else -1.0
        bounds = (graph.low, graph.value, graph.high)
        return [(*(sign * float(values[k]) for values in bounds),) for k in node.after]  # type: ignore[misc]

    def _place(self, view: View) -> tuple[int, int]:
        """Return the node where the player stands, and their information set in it (-1 for none)."""
        require_view(view)
        game, own = view.game, self.game
        if game.namespace is not own.namespace or game.parameters != own.parameters:
            raise GameError(f"This is a solution of {own!r}, not of {game!r}.")
        places = self._places(view)
        if len(places) != 1:
            raise GameError(
                "This position is not in the solved game; solve from it, with position=."
            )
        return places[0]

    def holds(self, view: View) -> bool:
        """Does the solution say what the player whose view this is should do?"""
        return len(self._places(view)) == 1

    def _places(self, view: View) -> list[tuple[int, int]]:
        player = view.to_act
        key = digest(self._graph.rules.numbers(view.state))
        number = self._graph.numbered.get(key)
        if number is not None and self._graph.nodes[number].kind == player:
            return [(number, -1)]
        found = self._episodes[player].get(key, [])
        if len(found) > 1:
            found = [place for place in found if self._fits_history(view, *place)]
        return found

    def _fits_history(self, view: View, number: int, chosen: int) -> bool:
        """Does the history of the view lead to this information set?"""
        episode = self._graph.nodes[number].episode
        assert episode is not None
        known = episode.players[view.to_act].history(chosen)
        texts = self._graph.rules.texts
        start = len(view.history) - len(known)
        history = [
            entry.move
            if entry.player == view.player
            else UNSEEN
            if entry.text == HIDDEN
            else texts.get(entry.text)  # None if the history shows it in other words
            for entry in view.history[max(0, start) :]
        ]
        return start >= 0 and all(
            one is None or one == other for one, other in zip(history, known, strict=True)
        )

    def __repr__(self) -> str:
        value = round(self.value, 9) + 0.0  # not -0
        return (
            f"<{self.game.title}, solved: value {value:.6g} for {self.game.players[0]}, "
            f"exploitability {self.exploitability:.2g}, {self.positions:,} positions>"
        )


class KnownSolution:
    """The solution that a game brings, `worths(rules, state)`, because it is too large to solve here. Its
    values are as exact as the game says, and nothing is proven.

    Attributes:
        game: what was solved.
        value: what player 0 gets on average from perfect play: 1 for a win, -1 for a loss.
    """

    def __init__(self, game: Game, start: State) -> None:
        self.game = game
        rules, found = game.rules(), game.worths(game.rules(), start)
        if not found:
            raise GameError(
                "The solution of this game says nothing about this position; cut it with until= to solve it."
            )
        chance = sum(worth * share for _, worth, share in found)
        sign = 1.0 if game.to_act(rules, start) == 0 else -1.0
        self.value = sign * (2.0 * chance - 1.0)

    def strategy(self, view: View) -> Strategy:
        """Return how likely each move is to be played by the player whose view it is.

        Raises:
            GameError: it is not that player's turn, or the solution does not weigh this decision.
        """
        return Strategy((thought.text, thought.visits / 1000) for thought in self.think(view))

    def think(self, view: View) -> Thoughts:
        """Return what each move is worth. The moves played most often come first.

        `value`, `low` and `high` are the mover's chance to win if both players then follow the solution.
        `visits` is how often in a thousand the solution plays the move.
        """
        require_view(view)
        thoughts = known_thoughts(view)
        if not thoughts:
            raise GameError(
                "The solution of this game does not weigh this decision; ask at a turn or at a bid."
            )
        return thoughts

    def gains(self, view: View) -> dict[str, float]:
        """Return how much each advantage would raise the mover's chance to win, as a part of 1, by its name.

        In Tic-Tac-Toe Evolved the advantages are "the turn", "a die more" in the mover's pool, "a die less" in the
        opponent's, and each square, such as "2,2", with a mark of the mover's.
        """
        require_view(view)
        found: dict[str, float] = self.game.gains(view.rules, view.state)
        return found

    def __repr__(self) -> str:
        return f"<{self.game.title}, solved: value {self.value:.3g} for {self.game.players[0]}>"


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
    """All positions that can follow a start and that both players know."""

    def __init__(self, rules: Rules, start: State) -> None:
        self.rules = rules
        self.numbered: dict[bytes, int] = {}
        self.nodes: list[Node] = []
        self._waiting: list[tuple[int, State]] = []
        self._number(rules.beginning(start))
        while self._waiting:
            number, state = self._waiting.pop()
            self.nodes[number] = self._node(state)
        self.order = self._backwards()
        n = len(self.nodes)
        self.most = rules.highest  # the highest payoff
        self.low, self.value, self.high = np.full(n, -self.most), np.zeros(n), np.full(n, self.most)
        self.sure = -self.most, self.most  # the bounds that both strategies guarantee at the start
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
        """Find the value and the bounds of a node, from those of the nodes after it."""
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
            shares = self.shares(node)
            bounds = (self.low, self.high) if self.low is not self.value else ()
            for values in (self.value, self.length, *bounds):
                values[number] = _mean(values[node.after], shares)
            self.length[number] += 1
            bound, best = (self.high, max) if node.kind == 0 else (self.low, min)
            if node.kind != CHANCE:
                bound[number] = best(bound[node.after])

    def shares(self, node: Node) -> Numbers:
        """Return how likely each move or outcome is. All best moves are equally likely."""
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
            self.sure = self._guaranteed(0, precision), self._guaranteed(1, precision)
        else:
            # If one player cannot force a win, the other can avoid a loss forever. An endless game is a draw.
            self.low = np.maximum(self.low, np.where(self.high < 0.0, -1.0, 0.0))
            self.high = np.minimum(self.high, np.where(self.low > 0.0, 1.0, 0.0))
            self.sure = float(self.low[0]), float(self.high[0])
        self.value = (self.low + self.high) / 2

    def _guaranteed(self, player: int, precision: float) -> float:
        """Return what player 0 gets at the start if one player follows `shares` and the other plays best."""
        sweep = Sweep(self.nodes, player, self.shares)
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
        fixed: the player who follows `shares`; `END` if both choose the best move.
        shares: how likely that player makes each move of a node.
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
