"""An episode: the part of a game in which somebody knows what the other does not.

It begins where both players know the position and something is about to be done that not both may
know: dice are rolled under a cup, a bid is covered. It ends with the game, where `until` cuts it,
or where all that was secret has been shown, so that both know the position again.

A player's information set is what they know: the position as `hide` leaves it to them, the notation
of the moves that they saw since their last decision, and that decision with all they knew then. So
nobody forgets anything (perfect recall), whatever a game keeps in its state. The number of a move of
somebody else tells nobody anything: a card drawn may have a number among those that are left.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamekit.contract import CHANCE, State
from gamekit.errors import GameError
from gamekit.solving.deals import Ints, Secret, Split, Table, changed
from gamekit.solving.rules import Rules, digest

UNSEEN = -(1 << 40)  # stands for a move that was made in secret
NOTHING, MOVES, OUTCOMES = range(3)  # what is covered: only players' moves, or outcomes, too


@dataclass(slots=True)
class Bundle:
    """Positions that differ in secret numbers only, and how each deal came about."""

    state: State
    chosen: Ints  # the deals that are here
    table: Table
    chance: NDArray[np.float64]  # how likely chance deals each
    last: tuple[Ints, Ints]  # each player's last sequence, by deal
    news: tuple[tuple[Any, ...], tuple[Any, ...]] = ((), ())  # seen since each one's last decision
    made: tuple[Any, ...] = ()  # the moves of both players, as they are written
    covered: int = NOTHING
    move: Any = None  # one that is still to be made

    def of(self, chosen: Ints) -> Bundle:
        """Return the bundle of fewer deals."""
        return Bundle(
            self.state, chosen, self.table, self.chance, self.last, self.news, self.made,
            self.covered, self.move,
        )  # fmt: skip

    def dealt(self, n: int) -> tuple[Bundle, Ints]:
        """Return the bundle in which each deal has become n, and which of them each is."""
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
    """The decisions of one player: sequence 0 is to have decided nothing yet."""

    moves: list[tuple[int, ...]] = field(default_factory=list)  # of each information set
    parent: list[int] = field(default_factory=list)  # the sequence that leads to it
    first: list[int] = field(default_factory=list)  # the sequence of its first move
    sequences: int = 1
    numbered: dict[bytes, int] = field(default_factory=dict)
    views: dict[bytes, list[int]] = field(default_factory=dict)  # the sets that look like this
    news: list[tuple[int, ...]] = field(default_factory=list)  # what was seen since the parent

    def set_of(self, parent: int, known: list[int], news: int, moves: tuple[int, ...]) -> int:
        """Return the number of an information set, a new one if need be.

        Args:
            parent: the player's last sequence.
            known: what they saw since, and then all numbers of the position as they know it.
            news: how many of these come from what they saw.
            moves: what they may do.
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
            raise GameError("What a player may do depends on what that player may not know.")
        return number

    def heard(self, number: int) -> list[int]:
        """Return the moves of an episode as the player knew them at an information set: their own by
        their numbers, others as they were written."""
        heard = list(self.news[number])
        while self.parent[number] > 0:
            last = self.parent[number]
            number = bisect_right(self.first, last) - 1
            heard = [*self.news[number], self.moves[number][last - self.first[number]], *heard]
        return heard


class Leaves:
    """How the episode may end: both players' sequences, the chance of it, and what follows."""

    def __init__(self) -> None:
        self._parts: list[tuple[Ints, Ints, NDArray[np.float64], float, int]] = []

    def add(self, bundle: Bundle, deals: Ints, payoff: float, node: int) -> None:
        """Add an end of some deals: with a payoff, or in a position that is a node of its own."""
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
        rules: of the game.
        start: the position in which it begins.
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
        """Make the move that is to be made, and return what may follow."""
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
            self._open(bundle, state)
            return []
        here = bundle.of(bundle.chosen)
        here.state, here.move = state, None
        return list(self._chance(here) if actor == CHANCE else self._decision(here, actor))

    def _open(self, bundle: Bundle, state: State) -> None:
        """End the episode: both players know the position again, whichever deal it is."""
        for deal in bundle.chosen:
            self.rules.count(1)

            def seen(value: Any, deal: int = deal) -> Any:
                return int(value.values[deal]) if isinstance(value, Secret) else value

            self.leaves.add(bundle, np.array([deal]), 0.0, self.node(changed(state, seen)))

    def _chance(self, here: Bundle) -> Iterator[Bundle]:
        n = int(self.rules.game.outcomes(self.rules.rules, here.state))
        steps = list(self._steps(here, CHANCE, tuple(range(n))))
        self.rules.count(len(here.chosen))
        for child, _, _ in steps:
            child.chance = child.chance / n
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
        """Yield (what follows, the place of the move, the deal it came from) for the moves that
        all know, one by one, and once for all that not all know."""
        rules, state = self.rules, here.state
        is_open = rules.known_to_both(state, actor, moves)
        told = [rules.told(state, move) for move in moves]
        for place, move in enumerate(moves):
            if is_open[place]:
                news = ((*here.news[0], told[place]), (*here.news[1], told[place]))
                yield self._after(here, actor, move, told[place], news), place, slice(None)
        secret = [place for place in range(len(moves)) if not is_open[place]]
        if secret:
            rules.count(len(here.chosen) * len(secret))
            spread, which = here.dealt(len(secret))
            places = np.array(secret)[which]
            drawn = Secret(spread.table, np.array(moves)[places])
            written = Secret(spread.table, np.array(told)[places])
            seen = [[actor == q or rules.sees(state, m, q) for m in moves] for q in range(2)]
            items = [self._item(spread.table, written, np.array(seen[q])[places]) for q in range(2)]
            spread.covered = OUTCOMES if actor == CHANCE else max(MOVES, here.covered)
            news = ((*spread.news[0], items[0]), (*spread.news[1], items[1]))
            source = here.chosen.repeat(len(secret))
            yield self._after(spread, actor, drawn, written, news), places, source

    @staticmethod
    def _item(table: Table, written: Secret, is_seen: NDArray[np.bool_]) -> Any:
        if not is_seen.any():
            return UNSEEN
        return Secret(table, np.where(is_seen, written.values, UNSEEN))

    def _after(self, here: Bundle, actor: int, move: Any, written: Any, news: Any) -> Bundle:
        """Return the bundle in which a move is to be made, and who will then know what."""
        made, covered = here.made, here.covered
        if actor != CHANCE:
            made = (*made, written)
            news = tuple(() if q == actor else news[q] for q in range(2))
        if covered and self.rules.game.reveals(self.rules.rules, here.state, move):
            covered = NOTHING if covered == MOVES else covered
            news = tuple((*seen, *made) for seen in news)
        return Bundle(
            here.state, here.chosen, here.table, here.chance, here.last, news, made, covered, move
        )
