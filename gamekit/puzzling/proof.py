"""Prove by trying everything who can win in this turn or in two, whatever anyone plays or rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gamekit.contract import CHANCE, ONGOING, OVER, Game, State
from gamekit.match.view import numbered_moves

Rolls = tuple[int, ...]
Moves = tuple[int, ...]
WINS = "It wins at once."


class TooMany(Exception):
    """The proof would take more tries than it is allowed."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn: what chance brought before it, its moves, and where it led."""

    rolls: Rolls
    moves: Moves
    after: State


class Proof:
    """Tries out the turns of a game without secrets.

    Args:
        game: the game.
        patience: how many positions to try before raising `TooMany`.
    """

    def __init__(self, game: Game, patience: int) -> None:
        self.game, self.rules, self.left = game, game.rules(), patience
        self._latest: dict[int, Moves] = {}  # how each player last won, because it often wins again

    def turns(self, state: State) -> Iterator[Turn]:
        """Yield one turn for each position in which the turn that begins here can end."""
        game, rules, player = self.game, self.rules, self.game.to_act(self.rules, state)
        seen: set[object] = set()
        waiting: list[tuple[State, Moves]] = [(state, ())]
        while waiting:
            here, made = waiting.pop()
            for move in numbered_moves(game, rules, here):
                after, so_far = self._after(here, move), (*made, move)
                is_over = game.result(rules, after)[0] != ONGOING
                if not is_over and game.goes_on(rules, here, after) and self._acts(after) == player:
                    waiting.append((after, so_far))
                elif (values := after.values()) not in seen:
                    seen.add(values)
                    yield Turn((), so_far, after)

    def win(self, state: State) -> Turn | None:
        """Return a turn that wins at once for the player to act, or None."""
        player = self._acts(state)
        if not self.game.may_win(self.rules, state):
            return None
        if (known := self._again(state, self._latest.get(player, ()))) is not None:
            return known
        for turn in self.turns(state):
            if self.winner(turn.after) == player:
                self._latest[player] = turn.moves
                return turn
        return None

    def threat(self, state: State, player: int) -> Turn | None:
        """Return a turn that may win next for this player if chance helps, or None.

        If the player has already won, the turn has no moves.
        """
        for rolls, rolled in self._rolled(state):
            if self.winner(rolled) == player:
                return Turn(rolls, (), rolled)
            if self._acts(rolled) == player and (turn := self.win(rolled)):
                return Turn(rolls, turn.moves, turn.after)
        return None

    def defence(self, state: State, player: int) -> Turn | None:
        """Return a turn of the opponent after which this player's next turn may not win.

        None means that this player wins whatever the opponent plays and chance brings. If chance alone
        prevents the win, or the opponent is not to move, the turn has no moves.
        """
        for rolls, rolled in self._rolled(state):
            if self._acts(rolled) != 1 - player:
                if not self._wins(rolled, player):
                    return Turn(rolls, (), rolled)
                continue
            for reply in self.turns(rolled):
                if not all(self._wins(each, player) for _, each in self._rolled(reply.after)):
                    return Turn(rolls, reply.moves, reply.after)
        return None

    def reason(
        self, state: State, move: int, others: Mapping[int, str], names: tuple[str, str]
    ) -> str:
        """Say what makes a move better than others: it wins at once, or prevents such a win.

        Args:
            state: where a player is to move.
            move: the better move.
            others: moves to compare it with, in this order, and what they are called.
            names: of both players.

        Returns an empty text where nothing of the kind can be shown.
        """
        me = self._acts(state)
        after = self._after(state, move)
        if self.winner(after) == me:
            return WINS
        if self._goes_on(after, me) or self.threat(after, 1 - me):
            return ""
        for other, text in others.items():
            instead = self._after(state, other)
            if self._goes_on(instead, me) or not (threat := self.threat(instead, 1 - me)):
                continue
            if not threat.moves:
                return f"{text} would let {names[1 - me]} win at once."
            rolled = self.rolled(instead, threat)
            reply = self.words(instead, threat) + (f" on a roll of {rolled}" if rolled else "")
            return f"After {text} instead, {names[1 - me]} could win with {reply}."
        return ""

    def _goes_on(self, state: State, player: int) -> bool:
        """May this player's turn go on, whatever chance brings first?"""
        return any(self._acts(rolled) == player for _, rolled in self._rolled(state))

    def line(self, state: State, turn: Turn) -> Iterator[str]:
        """Yield one way in which this turn forces a win: the turn, a reply, and the winning turn."""
        yield self.words(state, turn)
        player = self._acts(state)
        for rolls, rolled in self._rolled(turn.after):
            if self._acts(rolled) != 1 - player:
                continue
            for reply in self.turns(rolled):
                for more, last in self._rolled(reply.after):
                    if self._acts(last) == player and (win := self.win(last)):
                        yield self.words(turn.after, Turn(rolls, reply.moves, reply.after))
                        yield self.words(reply.after, Turn(more, win.moves, win.after))
                        return

    def words(self, state: State, turn: Turn) -> str:
        """Return the notation of a turn that begins in this state."""
        for roll in turn.rolls:
            state = self._after(state, roll)
        here, words = state, []
        for move in turn.moves:
            words.append(self.game.write(self.rules, here, move))
            here = self._after(here, move)
        return self.game.turn_text(self.rules, state, words)

    def rolled(self, state: State, turn: Turn) -> str:
        """Return the notation of what chance brings before a turn, or an empty text."""
        words = []
        for roll in turn.rolls:
            if self.game.outcomes(self.rules, state) > 1:
                words.append(self.game.write(self.rules, state, roll))
            state = self._after(state, roll)
        return ", ".join(words)

    def _wins(self, state: State, player: int) -> bool:
        """Has this player won, or can they win in the turn that they are about to play?"""
        actor = self._acts(state)
        if actor == OVER:
            return self.winner(state) == player
        return actor == player and self.win(state) is not None

    def _again(self, state: State, moves: Moves) -> Turn | None:
        """Return the turn with these moves if it is legal here and wins."""
        player, here = self._acts(state), state
        for number, move in enumerate(moves):
            if self._acts(here) != player or self.game.why_illegal(self.rules, here, move):
                return None
            here = self._after(here, move)
            if self.winner(here) == player:
                return Turn((), moves[: number + 1], here)
        return None

    def _rolled(self, state: State) -> Iterator[tuple[Rolls, State]]:
        """Yield each state that chance can lead to before a player acts."""
        waiting: list[tuple[Rolls, State]] = [((), state)]
        while waiting:
            rolls, here = waiting.pop()
            if self._acts(here) != CHANCE:
                yield rolls, here
                continue
            for face in range(self.game.outcomes(self.rules, here)):
                waiting.append(((*rolls, face), self._after(here, face)))

    def _after(self, state: State, move: int) -> State:
        self.left -= 1
        if self.left < 0:
            raise TooMany
        after = state.copy()
        self.game.apply(self.rules, after, move)
        return after

    def _acts(self, state: State) -> int:
        return self.game.to_act(self.rules, state)

    def winner(self, state: State) -> int:
        """Return who has won in this state, as `result` says it."""
        outcome: int = self.game.result(self.rules, state)[0]
        return outcome
