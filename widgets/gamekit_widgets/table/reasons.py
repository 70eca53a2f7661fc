"""Why a move is good: it wins, it keeps the opponent from winning, or the game then goes on like this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import groupby

import gamekit as gk
from gamekit.bots import Search
from gamekit.bots.built_in import Thorough
from gamekit.contract import State
from gamekit.errors import YOU, addressed
from gamekit.match.view import result_of
from gamekit.puzzle import WINS, Proof, TooMany
from gamekit_widgets.table.words import UNSAID, in_words

PATIENCE = 2000  # positions to try for a proof: about a tenth of a second
OTHERS = 3  # whole turns to compare with
AHEAD = 3  # moves to foretell
LIKELY = 0.6  # of the tries of a search: it expects a move that got so many


class Reasons:
    """Finds reasons for the moves of one position, in any game. Where there are secrets, it finds none.

    Args:
        view: the view of the player to act.
        mover: what to call this player.
    """

    def __init__(self, view: gk.View, mover: str = YOU) -> None:
        self._view, self._me = view, view.player
        self._names = (mover, view.names[1]) if self._me == 0 else (view.names[0], mover)
        self._proof = Proof(view.game, PATIENCE)

    def why(self, move: int, others: Mapping[int, str]) -> str:
        """Say that a move wins at once, or how the opponent could win after another move.

        Args:
            move: the good move.
            others: moves to compare it with, in this order, and what they are called.

        Returns "" if nothing of the kind is found.
        """
        view = self._view
        if view.game.has_secrets:
            return ""
        with suppress(TooMany):
            if reason := self._proof.reason(view.state, move, others, view.names):
                return reason
        here = self._seen(self._after(view.state, move))
        if not here or here.player != self._me:
            return ""
        return self._won(move) or self._averted(move, list(others)[:OTHERS])

    def line(self, move: int, simulations: int) -> str:
        """Say how the game goes on after a move, as far as a search is sure of it.

        Args:
            move: the move.
            simulations: of the search, for each move that it foretells.
        """
        if self._view.game.has_secrets:
            return ""
        state, found = self._after(self._view.state, move), list[tuple[int, str]]()
        while len(found) < AHEAD and (here := self._seen(state)):
            thoughts = Search(simulations).think(here)
            if thoughts[0].visits < LIKELY * sum(thought.visits for thought in thoughts):
                break
            found.append((here.player, thoughts[0].text.removesuffix(" ...")))
            state = self._after(state, thoughts[0].move)
        told = []
        for player, run in groupby(found, key=lambda each: each[0]):
            if moves := [text for _, text in run if text not in UNSAID]:
                name = self._names[player]
                told.append(f"{name} {in_words(self._view.game, moves, name=name)}")
        ending = self._ending(state)
        end = f" {ending.text}" if told and ending else ""
        return addressed(f"Then most likely {', '.join(told)}.{end}") if told else ""

    # --- where turns take several moves: careful bots play them, so what is told can be played ----

    def _won(self, move: int) -> str:
        """Say that the turn that begins with this move wins."""
        turn, after = self._careful(self._view.state, self._me, move)
        ending = self._ending(after)
        if not ending or ending.winner != self._me:
            return ""
        whole = self._view.game.turn_text(self._view.rules, self._view.state, turn)
        return WINS if whole == turn[0] else f"It wins with {whole}."

    def _averted(self, move: int, others: Sequence[int]) -> str:
        """Say after which other turn the opponent could win."""
        if self._lost(move):
            return ""
        lost = next(filter(None, map(self._lost, others)), None)
        foe = self._names[1 - self._me]
        return f"After {lost[0]} instead, {foe} could win with {lost[1]}." if lost else ""

    def _lost(self, move: int) -> tuple[str, str] | None:
        """Return a turn that begins with this move, and the reply that wins at once, if there is one."""
        begun = self._view.state
        turn, between = self._careful(begun, self._me, move)
        reply, after = self._careful(between, 1 - self._me)
        ending = self._ending(after)
        if not reply or not ending or ending.winner != 1 - self._me:
            return None
        game, rules = self._view.game, self._view.rules
        return game.turn_text(rules, begun, turn), game.turn_text(rules, between, reply)

    # --- what may follow -----------------------------------------------------------------------

    def _careful(
        self, state: State, player: int, move: int | None = None
    ) -> tuple[list[str], State]:
        """Let a careful bot play a player's turn, which begins with this move, to its end."""
        written = []
        while (here := self._seen(state)) and here.player == player:
            chosen = Thorough().choose(here) if move is None else move
            written.append(here.game.write(here.rules, state, chosen))
            state, move = self._after(state, chosen), None
        return written, state

    def _seen(self, state: State) -> gk.View | None:
        """Return the view of the player to act, if one is."""
        game, rules = self._view.game, self._view.rules
        actor = game.to_act(rules, state)
        return gk.View(game, rules, state, actor, self._view.names) if actor in (0, 1) else None

    def _after(self, state: State, move: int) -> State:
        after = state.copy()
        self._view.game.apply(self._view.rules, after, move)
        return after

    def _ending(self, state: State) -> gk.Result | None:
        return result_of(self._view.game, self._view.rules, state, self._names)
