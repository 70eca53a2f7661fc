"""Episodes, such as one bout of Liar's Dice, and the equilibrium of each from its sequences.

A plan says for each sequence of a player's moves how likely the player makes all of them where the game
allows it (its realization; D. Koller, N. Megiddo, B. von Stengel, 1996). What plans are worth against each
other is linear in both, so the game is a sparse matrix. Linear programming solves small games. Regret matching
solves large ones, at all information sets of one depth at once. It discounts early rounds (N. Brown, T. Sandholm,
"Solving Imperfect-Information Games via Discounted Regret Minimization", 2019) and cuts regrets at zero:
DCFR+ (H. Xu, K. Li, B. Liu, H. Fu, Q. Fu, J. Xing, J. Cheng,
"Minimizing Weighted Counterfactual Regret with Optimistic Online Mirror Descent", 2024). On a bout
of Liar's Dice it needed half the rounds of predictive CFR+ (Farina et al. 2021).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, hstack

from gamekit.contract import CHANCE, State
from gamekit.errors import GameError
from gamekit.solving.deals import Ints, Rules, Secret, Split, Table, changed, digest

Numbers: TypeAlias = NDArray[np.float64]
SMALL = 1_500  # sequences of both players that linear programming solves at once
PATIENCE = 20_000  # rounds of regret matching
ALPHA, GAMMA = 1.5, 4  # how fast regrets and early plans are forgotten, as in the paper
LOOK = 10  # rounds between two looks at the exploitability


@dataclass(frozen=True, slots=True)
class Depth:
    """The information sets that a player reaches after the same number of decisions of their own."""

    sequences: slice
    starts: Ints  # where the moves of each set begin, from the first sequence of this depth on
    sizes: Ints
    parents: Ints  # the sequence that leads to each set


class Decisions:
    """The decisions of a player in layers: sequences are numbered depth by depth."""

    def __init__(self, player: Player) -> None:
        parent, first = np.array(player.parent, np.int64), np.array(player.first, np.int64)
        sizes = np.array([len(moves) for moves in player.moves], np.int64)
        depth = self._depths(parent, first, sizes, player.sequences)
        order = np.argsort(depth, kind="stable")
        self.n = player.sequences
        self.new = np.zeros(self.n, np.int64)  # the number of each sequence of the tree
        begin = 1 + np.concatenate([[0], np.cumsum(sizes[order])])[:-1]
        for place, k in zip(begin.tolist(), order.tolist(), strict=True):
            self.new[first[k] : first[k] + sizes[k]] = np.arange(place, place + sizes[k])
        self.first = self.new[first] if len(first) else first  # of each information set
        self.sizes = sizes
        self.layers = []
        for d in range(int(depth.max(initial=-1)) + 1):
            inside = order[depth[order] == d]
            starts = self.first[inside]
            stop = int(starts[-1] + sizes[inside[-1]])
            parents = self.new[parent[inside]]
            cut = slice(int(starts[0]), stop)
            self.layers.append(Depth(cut, starts - starts[0], sizes[inside], parents))

    @staticmethod
    def _depths(parent: Ints, first: Ints, sizes: Ints, n: int) -> Ints:
        """Return how many decisions lead to each set. A set has a higher number than those before it."""
        reached = np.zeros(n, np.int64)
        depth = np.zeros(len(parent), np.int64)
        for k in range(len(parent)):
            depth[k] = reached[parent[k]]
            reached[first[k] : first[k] + sizes[k]] = depth[k] + 1
        return depth

    def realization(self, behavior: Numbers) -> Numbers:
        """Return the plan that makes these choices at each set."""
        plan = np.ones(self.n)
        for layer in self.layers:
            plan[layer.sequences] = behavior[layer.sequences] * plan[layer.parents].repeat(
                layer.sizes
            )
        return plan

    def behavior(self, plan: Numbers) -> Numbers:
        """Return how a plan chooses at each set. It chooses evenly at sets that the plan never reaches."""
        found = np.ones(self.n)
        for layer in self.layers:
            found[layer.sequences] = shares(layer, np.maximum(plan[layer.sequences], 0.0))
        return found

    def best(self, gains: Numbers) -> float:
        """Return what the best plan gets if each sequence adds its gain."""
        gains = gains.copy()
        for layer in reversed(self.layers):
            best = np.maximum.reduceat(gains[layer.sequences], layer.starts)
            gains += np.bincount(layer.parents, best, self.n)
        return float(gains[0])

    def values(self, gains: Numbers, behavior: Numbers) -> Numbers:
        """Return what each sequence and those that follow it gain if the player makes these choices."""
        gains = gains.copy()
        for layer in reversed(self.layers):
            cut = layer.sequences
            mean = np.add.reduceat(behavior[cut] * gains[cut], layer.starts)
            gains += np.bincount(layer.parents, mean, self.n)
        return gains


def shares(layer: Depth, weights: Numbers) -> Numbers:
    """Return each move's share of the weight of its set. Shares are even where there is no weight."""
    total = np.add.reduceat(weights, layer.starts)
    nothing = total <= 0.0
    even = (nothing / layer.sizes).repeat(layer.sizes)
    shared: Numbers = weights / np.where(nothing, 1.0, total).repeat(layer.sizes) + even
    return shared


class Learner:
    """One player of discounted CFR+."""

    def __init__(self, decisions: Decisions) -> None:
        n = decisions.n
        self.decisions = decisions
        self.regrets = np.zeros(n)
        self.behavior = decisions.behavior(np.zeros(n))
        self.plan = decisions.realization(self.behavior)
        self.total, self.weight = np.zeros(n), 0.0

    def learn(self, gains: Numbers, number: int) -> None:
        """Add what each sequence would have gained in this round, and make a new plan."""
        d, gains, behavior = self.decisions, gains.copy(), np.ones(self.decisions.n)
        before = (number - 1.0) ** ALPHA
        for layer in reversed(d.layers):
            cut = layer.sequences
            mean = np.add.reduceat(self.behavior[cut] * gains[cut], layer.starts)
            regrets = self.regrets[cut] * (before / (before + 1.0))
            regrets += gains[cut] - mean.repeat(layer.sizes)
            self.regrets[cut] = np.maximum(regrets, 0.0)
            behavior[cut] = shares(layer, self.regrets[cut])
            gains += np.bincount(layer.parents, mean, d.n)
        self.behavior, self.plan = behavior, d.realization(behavior)
        weight = float(number) ** GAMMA
        self.total += weight * self.plan
        self.weight += weight

    @property
    def average(self) -> Numbers:
        return self.total / self.weight


class Contest:
    """An episode as a matrix, and its equilibrium once it is solved."""

    def __init__(self, episode: Episode) -> None:
        self.players = tuple(Decisions(player) for player in episode.players)
        mine, theirs, self._chance, self._payoffs, self._nodes = episode.leaves.arrays()
        self._where = self.players[0].new[mine], self.players[1].new[theirs]
        self.leaves = np.unique(self._nodes[self._nodes >= 0]).tolist()
        self.behavior: tuple[Numbers, Numbers] = (np.ones(0), np.ones(0))
        self.plans: tuple[Numbers, Numbers] = (np.ones(0), np.ones(0))
        self.rounds = 0

    def matrix(self, values: Numbers | None = None) -> csr_array[Any]:
        """Return what player 0 gets for each pair of sequences, times the chance of their outcomes.

        Args:
            values: what the positions that may end the episode are worth, by node.
        """
        payoffs = self._payoffs
        if values is not None and self.leaves:
            payoffs = np.where(self._nodes >= 0, values[self._nodes], payoffs)
        return self._sparse(payoffs)

    def reach(self) -> csr_array[Any]:
        """Return how likely the outcomes of chance are that let each pair of sequences end the episode."""
        return self._sparse(np.ones(len(self._chance)))

    def _sparse(self, payoffs: Numbers) -> csr_array[Any]:
        shape = self.players[0].n, self.players[1].n
        return coo_array((self._chance * payoffs, self._where), shape=shape).tocsr()

    def bounds(self, matrix: csr_array[Any]) -> tuple[float, float]:
        """Return the least that player 0's plan gets, and the most that player 1's plan leaves."""
        low = -self.players[1].best(-(matrix.T @ self.plans[0]))
        return low, self.players[0].best(matrix @ self.plans[1])

    def worths(self, player: int, chosen: int, values: Numbers) -> list[float]:
        """Return what each move at an information set is worth to its player."""
        matrix, reach, other = self.matrix(values), self.reach(), self.plans[1 - player]
        if player == 1:
            matrix, reach = (-matrix.T).tocsr(), reach.T.tocsr()
        decisions, behavior = self.players[player], self.behavior[player]
        first = decisions.first[chosen]
        cut = slice(first, first + decisions.sizes[chosen])
        gains = decisions.values(matrix @ other, behavior)[cut]
        chances = decisions.values(reach @ other, behavior)[cut]
        if not chances.max() > 0.0:  # the other player never lets the game get here
            return [0.0] * len(gains)
        return [float(gain) for gain in gains / chances.max()]

    def solve(self, matrix: csr_array[Any], precision: float) -> None:
        """Find plans with an exploitability of at most `precision`."""
        sequences = sum(player.n for player in self.players)
        if sequences <= SMALL:
            one = _program(matrix, *self.players)
            two = _program(-matrix.T.tocsr(), self.players[1], self.players[0])
            self._keep(one, two)
        else:
            self._learn(matrix, precision)

    def _keep(self, *plans: Numbers) -> None:
        one, two = (p.behavior(plan) for p, plan in zip(self.players, plans, strict=True))
        self.behavior = one, two
        self.plans = self.players[0].realization(one), self.players[1].realization(two)

    def _learn(self, matrix: csr_array[Any], precision: float) -> None:
        back = (-matrix.T).tocsr()
        one, two = (Learner(player) for player in self.players)
        gap = np.inf
        for self.rounds in range(1, PATIENCE + 1):
            one.learn(matrix @ two.plan, self.rounds)
            two.learn(back @ one.plan, self.rounds)
            if self.rounds % LOOK == 0:
                self._keep(one.average, two.average)
                low, high = self.bounds(matrix)
                gap = (high - low) / 2
                if gap <= precision:
                    return
        raise GameError(
            f"After {PATIENCE:,} rounds the exploitability is {gap:.2g}, still above "
            f"precision={precision:g}. Raise precision."
        )


def _program(matrix: csr_array[Any], mine: Decisions, theirs: Decisions) -> Numbers:
    """Return the best plan for the rows of a matrix by linear programming.

    The unknowns are the plan and, for each information set of the other player, the value to which that
    player can hold the plan from there on.
    """
    sets = len(theirs.sizes)
    ours = _flow(mine)
    plan_adds_up = hstack([ours, coo_array((ours.shape[0], sets))])
    held = hstack([-matrix.T, _flow(theirs).T[:, 1:]]).tocsr()
    total = np.zeros(ours.shape[0])
    total[0] = 1.0
    worth = held[[0], :].toarray()[0]
    found: Any = linprog(  # type: ignore[call-overload]
        worth,
        A_ub=held[1:],
        b_ub=np.zeros(theirs.n - 1),
        A_eq=plan_adds_up,
        b_eq=total,
        bounds=[(0, None)] * mine.n + [(None, None)] * sets,
        method="highs",
    )
    if not found.success:
        raise GameError(f"Linear programming found no equilibrium: {found.message}")
    plan: Numbers = found.x[: mine.n]
    return plan


def _flow(decisions: Decisions) -> csr_array[Any]:
    """Return a row for the empty sequence, which is played, and one for each information set:
    the chances of its moves add up to that of the sequence before it."""
    rows, columns, signs = [0], [0], [1.0]
    row = 1
    for layer in decisions.layers:
        sequence = layer.sequences.start
        for size, parent in zip(layer.sizes.tolist(), layer.parents.tolist(), strict=True):
            rows += [row] * (size + 1)
            columns += [parent, *range(sequence, sequence + size)]
            signs += [-1.0] + [1.0] * size
            sequence += size
            row += 1
    return coo_array((signs, (rows, columns)), shape=(row, decisions.n)).tocsr()


UNSEEN = -(1 << 40)  # stands for a move that was made in secret
# What is hidden: nothing, only players' moves, or outcomes, too.
NOTHING, MOVES, OUTCOMES = range(3)


@dataclass(slots=True)
class Bundle:
    """Positions that differ only in secret numbers, and how each deal came about."""

    state: State
    chosen: Ints  # the deals that are here
    table: Table
    chance: NDArray[np.float64]  # how likely each deal is
    last: tuple[Ints, Ints]  # each player's last sequence, by deal
    news: tuple[tuple[Any, ...], tuple[Any, ...]] = ((), ())  # seen since each one's last decision
    made: tuple[Any, ...] = ()  # the moves of both players, as they are written
    covered: int = NOTHING
    move: Any = None  # the move to make next

    def of(self, chosen: Ints) -> Bundle:
        """Return the same bundle for fewer deals."""
        return Bundle(
            self.state, chosen, self.table, self.chance, self.last, self.news, self.made,
            self.covered, self.move,
        )  # fmt: skip

    def multiplied(self, n: int) -> tuple[Bundle, Ints]:
        """Return the bundle with n copies of each deal, and the number (0 to n - 1) of each copy."""
        table = Table(np.arange(len(self.chosen) * n))

        def spread(values: NDArray[Any]) -> NDArray[Any]:
            return values[self.chosen].repeat(n)

        def moved(value: Any) -> Any:
            return Secret(table, spread(value.values)) if isinstance(value, Secret) else value

        new = Bundle(
            changed(self.state, moved),
            table.chosen,
            table,
            spread(self.chance),
            (spread(self.last[0]), spread(self.last[1])),
            (tuple(map(moved, self.news[0])), tuple(map(moved, self.news[1]))),
            tuple(map(moved, self.made)),
            self.covered,
        )
        return new, np.tile(np.arange(n), len(self.chosen))


@dataclass(slots=True)
class Player:
    """The decisions of one player. Sequence 0 stands for no decision yet."""

    moves: list[tuple[int, ...]] = field(default_factory=list)  # of each information set
    parent: list[int] = field(default_factory=list)  # the sequence that leads to it
    first: list[int] = field(default_factory=list)  # the sequence of its first move
    sequences: int = 1
    numbered: dict[bytes, int] = field(default_factory=dict)
    views: dict[bytes, list[int]] = field(default_factory=dict)  # the sets that look like this
    news: list[tuple[int, ...]] = field(default_factory=list)  # what was seen since the parent

    def set_of(self, parent: int, known: list[int], news: int, moves: tuple[int, ...]) -> int:
        """Return the number of an information set, and add the set if it is new.

        Args:
            parent: the player's last sequence.
            known: the moves that they saw since, then all numbers of the position as they know it.
            news: how many of `known` are moves that they saw.
            moves: the moves to choose from.
        """
        key = digest([parent, news, *known])
        number = self.numbered.get(key)
        if number is None:
            number = self.numbered[key] = len(self.moves)
            self.moves.append(moves)
            self.parent.append(parent)
            self.first.append(self.sequences)
            self.sequences += len(moves)
            self.news.append(tuple(known[:news]))
            self.views.setdefault(digest(known[news:]), []).append(number)
        elif self.moves[number] != moves:
            raise GameError(
                "A player's choice of moves depends on something that the player may not know: "
                "`why_illegal` or `sensible_moves` reads what `hide` covers."
            )
        return number

    def history(self, number: int) -> list[int]:
        """Return the moves of an episode as the player knew them at an information set.

        Their own moves stand as numbers, and others as the numbers of their notations.
        """
        history = list(self.news[number])
        while self.parent[number] > 0:
            last = self.parent[number]
            number = bisect_right(self.first, last) - 1
            history = [*self.news[number], self.moves[number][last - self.first[number]], *history]
        return history


class Leaves:
    """The ends of an episode: both players' sequences, the chance, and a payoff or the node that follows."""

    def __init__(self) -> None:
        self._parts: list[tuple[Ints, Ints, NDArray[np.float64], float, int]] = []

    def add(self, bundle: Bundle, deals: Ints, payoff: float, node: int) -> None:
        """Add the end of some deals: a payoff, or the number of a node (-1 for none)."""
        mine, theirs = bundle.last
        self._parts.append((mine[deals], theirs[deals], bundle.chance[deals], payoff, node))

    def arrays(self) -> tuple[Ints, Ints, NDArray[np.float64], NDArray[np.float64], Ints]:
        """Return (sequences of player 0, of player 1, chance, payoff, node or -1), leaf by leaf."""
        sizes = [len(part[0]) for part in self._parts]
        return (
            np.concatenate([part[0] for part in self._parts]),
            np.concatenate([part[1] for part in self._parts]),
            np.concatenate([part[2] for part in self._parts]),
            np.repeat([part[3] for part in self._parts], sizes),
            np.repeat([part[4] for part in self._parts], sizes),
        )


class Episode:
    """The tree of an episode.

    Args:
        rules: the rules of the game.
        start: the position in which the episode begins.
        node: returns the number of a position that both players know.
    """

    def __init__(self, rules: Rules, start: State, node: Callable[[State], int]) -> None:
        self.rules, self.node = rules, node
        self.players = Player(), Player()
        self.leaves = Leaves()
        one = np.zeros(1, np.int64)
        waiting = [Bundle(start, one, Table(one), np.ones(1), (one, one))]
        while waiting:
            bundle = waiting.pop()
            bundle.table.chosen = bundle.chosen
            try:
                waiting.extend(self._visit(bundle))
            except Split as split:
                waiting.extend(bundle.of(part) for part in split.parts)

    def _visit(self, bundle: Bundle) -> list[Bundle]:
        """Make the next move of a bundle, and return the bundles that may follow."""
        rules, state = self.rules, bundle.state
        if bundle.move is not None:
            state = rules.after(state, bundle.move)
        payoff = rules.payoff(state)
        if payoff is not None:
            rules.count(len(bundle.chosen))
            self.leaves.add(bundle, bundle.chosen, payoff, -1)
            return []
        actor = rules.actor(state)
        if bundle.move is not None and bundle.covered == NOTHING:
            self._end_here(bundle, state)
            return []
        here = bundle.of(bundle.chosen)
        here.state, here.move = state, None
        return list(self._chance(here) if actor == CHANCE else self._decision(here, actor))

    def _end_here(self, bundle: Bundle, state: State) -> None:
        """End the episode, because both players know the position again in every deal."""
        for deal in bundle.chosen:
            self.rules.count(1)

            def in_deal(value: Any, deal: int = deal) -> Any:
                return int(value.values[deal]) if isinstance(value, Secret) else value

            self.leaves.add(bundle, np.array([deal]), 0.0, self.node(changed(state, in_deal)))

    def _chance(self, here: Bundle) -> Iterator[Bundle]:
        chances = self.rules.chances(here.state)
        steps = list(self._steps(here, CHANCE, tuple(range(len(chances)))))
        self.rules.count(len(here.chosen))
        for child, place, _ in steps:
            child.chance = child.chance * chances[place]
            yield child

    def _decision(self, here: Bundle, actor: int) -> Iterator[Bundle]:
        rules, chosen = self.rules, here.chosen
        moves = rules.choices(here.state)
        view = rules.numbers(rules.known(here.state, actor))
        steps = list(self._steps(here, actor, moves))
        sets = self._sets(here, actor, moves, view)
        rules.count(len(chosen))
        first = np.zeros(len(here.chance), np.int64)
        first[chosen] = [self.players[actor].first[number] for number in sets]
        for child, place, source in steps:
            follows = first[source] + place
            child.last = (follows, child.last[1]) if actor == 0 else (child.last[0], follows)
            yield child

    def _sets(self, here: Bundle, actor: int, moves: tuple[int, ...], view: list[Any]) -> list[int]:
        """Return the information set of each chosen deal."""
        last = here.last[actor][here.chosen].tolist()
        known = [*here.news[actor], *view]
        places = [k for k, value in enumerate(known) if isinstance(value, Secret)]
        columns = [known[k].values[here.chosen].tolist() for k in places]
        player, start = self.players[actor], len(here.news[actor])
        found: dict[tuple[int, ...], int] = {}
        sets = []
        for row in zip(last, *columns, strict=True):
            number = found.get(row)
            if number is None:
                for k, value in zip(places, row[1:], strict=True):
                    known[k] = value
                number = found[row] = player.set_of(row[0], known, start, moves)
            sets.append(number)
        return sets

    def _steps(
        self, here: Bundle, actor: int, moves: tuple[int, ...]
    ) -> Iterator[tuple[Bundle, Any, Any]]:
        """Yield (the bundle that follows, the places of its moves, the deals that it comes from).

        Each move that both players know has a bundle of its own. The other moves share two: those that uncover
        earlier moves, and those that do not.
        """
        rules, state = self.rules, here.state
        is_open = rules.known_to_both(state, actor, moves)
        notations = [rules.notation_number(state, move) for move in moves]
        for place, move in enumerate(moves):
            if is_open[place]:
                news = ((*here.news[0], notations[place]), (*here.news[1], notations[place]))
                uncovers = here.covered != NOTHING and rules.reveals(state, move)
                after = self._after(here, actor, move, notations[place], news, uncovers)
                yield after, place, slice(None)
        secret = [place for place in range(len(moves)) if not is_open[place]]
        seen = [
            [actor == player or rules.sees(state, move, player) for move in moves]
            for player in range(2)
        ]
        alike: dict[bool, list[int]] = {}
        for place in secret:
            alike.setdefault(rules.reveals(state, moves[place]), []).append(place)
        for uncovers, alternatives in alike.items():
            rules.count(len(here.chosen) * len(alternatives))
            spread, which = here.multiplied(len(alternatives))
            places = np.array(alternatives)[which]
            drawn = Secret(spread.table, np.array(moves)[places])
            written = Secret(spread.table, np.array(notations)[places])
            items = [self._item(spread.table, written, np.array(seen[q])[places]) for q in range(2)]
            spread.covered = OUTCOMES if actor == CHANCE else max(MOVES, here.covered)
            news = ((*spread.news[0], items[0]), (*spread.news[1], items[1]))
            source = here.chosen.repeat(len(alternatives))
            yield self._after(spread, actor, drawn, written, news, uncovers), places, source

    @staticmethod
    def _item(table: Table, written: Secret, is_seen: NDArray[np.bool_]) -> Any:
        if not is_seen.any():
            return UNSEEN
        return Secret(table, np.where(is_seen, written.values, UNSEEN))

    def _after(
        self, here: Bundle, actor: int, move: Any, written: Any, news: Any, uncovers: bool
    ) -> Bundle:
        """Return the bundle in which this move is the next to make, with what both players then know."""
        made, covered = here.made, here.covered
        if actor != CHANCE:
            made = (*made, written)
            news = tuple(() if q == actor else news[q] for q in range(2))
        if uncovers:
            covered = NOTHING if covered == MOVES else covered
            news = tuple((*seen, *made) for seen in news)
        return Bundle(
            here.state, here.chosen, here.table, here.chance, here.last, news, made, covered, move
        )
