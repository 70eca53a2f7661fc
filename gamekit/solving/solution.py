"""What a solved game is worth, and how to play it."""

from __future__ import annotations

from html import escape

from gamekit.bots.built_in import Thought, Thoughts, known_thoughts
from gamekit.contract import Game, State
from gamekit.errors import GameError
from gamekit.match.view import HIDDEN, View, written
from gamekit.solving.equilibrium import UNSEEN
from gamekit.solving.graph import Graph
from gamekit.solving.rules import digest
from gamekit.validation import shown


class Strategy(dict[str, float]):
    """How likely each move is to be played, by its notation."""

    def __repr__(self) -> str:
        return "\n".join(f"{move:<12} {share:6.1%}" for move, share in self.items())

    def _repr_html_(self) -> str:
        rows = (f"<tr><td>{escape(m)}</td><td>{share:.1%}</td></tr>" for m, share in self.items())
        return f"<table><tr><th>move</th><th>played</th></tr>{''.join(rows)}</table>"


class Solution:
    """A solved game.

    Attributes:
        game: what was solved.
        value: what player 0 gets on average from perfect play: the game's payoff or, in a game that
            has none, 1 for a win, 0 for a draw, -1 for a loss. It is the middle of `low` and `high`, which
            are proven bounds.
        low: the least that player 0 gets with this strategy, whatever the other does.
        high: the most that player 1's strategy leaves player 0.
        exploitability: what a perfect opponent gains against this strategy, averaged over the two
            seats: (high - low) / 2.
        positions: how many the solver looked at. Each set of hidden numbers counts separately.
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
        state, found, most = view.state, Thoughts(), self._graph.most
        for (move, share), worths in zip(self.shares(view), self._worths(view), strict=True):
            low, value, high = sorted((1 + worth / most) / 2 for worth in worths)
            text = written(view.game, view.rules, state, move)
            found.append(Thought(move, text, value, low, high, round(1000 * share)))
        found.sort(key=lambda thought: (-thought.visits, -thought.value, thought.move))
        return found

    def shares(self, view: View) -> list[tuple[int, float]]:
        """Return the number of each move and how likely the solution plays it."""
        number, chosen = self._place(view)
        node = self._graph.nodes[number]
        if node.episode is None or node.contest is None:
            return list(zip(node.moves, self._graph.shares(number).tolist(), strict=True))
        player = view.to_act
        moves = node.episode.players[player].moves[chosen]
        first = node.contest.players[player].first[chosen]
        shares = node.contest.behaviour[player][first : first + len(moves)]
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
        """Return (node, information set in it or -1) of the player whose view it is."""
        check(view)
        game, own = view.game, self.game
        if game.namespace is not own.namespace or game.parameters != own.parameters:
            raise GameError(f"This is a solution of {own!r}, not of {game!r}.")
        places = self._places(view)
        if len(places) != 1:
            raise GameError("This position is not in the solved game.")
        return places[0]

    def holds(self, view: View) -> bool:
        """Has the player who is to act, and whose view it is, a strategy here?"""
        return len(self._places(view)) == 1

    def _places(self, view: View) -> list[tuple[int, int]]:
        player = view.to_act
        key = digest(self._graph.rules.numbers(view.state))
        number = self._graph.numbered.get(key)
        if number is not None and self._graph.nodes[number].kind == player:
            return [(number, -1)]
        found = self._episodes[player].get(key, [])
        if len(found) > 1:
            found = [place for place in found if self._was_heard(view, *place)]
        return found

    def _was_heard(self, view: View, number: int, chosen: int) -> bool:
        """Does the history of the view lead to this information set?"""
        episode = self._graph.nodes[number].episode
        assert episode is not None
        heard = episode.players[view.to_act].heard(chosen)
        texts = self._graph.rules.texts
        start = len(view.history) - len(heard)
        history = [
            entry.move
            if entry.player == view.player
            else UNSEEN
            if entry.text == HIDDEN
            else texts.get(entry.text)  # None: told in other words
            for entry in view.history[max(0, start) :]
        ]
        return start >= 0 and all(
            one is None or one == other for one, other in zip(history, heard, strict=True)
        )

    def __repr__(self) -> str:
        return (
            f"<{self.game.title}, solved: value {self.value:.6g} for {self.game.players[0]}, "
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
            raise GameError("The solution of this game says nothing about this position.")
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
        """Return what each move is worth. The moves played most often come first. `value`, `low` and `high`

        are the mover's chance to win if both players then follow the solution. `visits` is how often in a

        thousand the solution plays the move.
        """
        check(view)
        thoughts = known_thoughts(view)
        if not thoughts:
            raise GameError("The solution of this game does not weigh this decision.")
        return thoughts

    def gains(self, view: View) -> dict[str, float]:
        """Return how much each thing would raise the chance to win of the player whose turn it is, where 1 is
        certain.

        In Tic-Tac-Toe Evolved they are "the turn", "a die more" in the own pool, "a die less" in the
        opponent's, and each square, such as "2,2", if it bore a mark of the player's.
        """
        check(view)
        found: dict[str, float] = self.game.gains(view.rules, view.state)
        return found

    def __repr__(self) -> str:
        return f"<{self.game.title}, solved: value {self.value:.3g} for {self.game.players[0]}>"


def check(view: View) -> None:
    """Refuse anything but the view of the player who is to act."""
    if not isinstance(view, View):
        raise GameError(f"Give a view, match.view(player), not {shown(view)}.")
    if view.to_act not in (0, 1) or view.player != view.to_act:
        raise GameError("A strategy is for the view of the player who is to act.")
