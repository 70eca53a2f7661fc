"""Every way to play the rest of a turn, looked through by compiled rules: what `wins` counts with.

As in `gamekit.drivers` the names of a game's rules are bound by whoever runs this text.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import numpy as np
from gamekit.compiled import Compiled
from gamekit.layout import store
from gamekit.linked import linked
from numba import njit

from gamekit.contract import ONGOING, SURE, Game

if TYPE_CHECKING:
    from gamekit.drivers.bound import (
        apply,
        copy_state,
        hide,
        imagine,
        may_win,
        result,
        sensible_moves,
        standing,
        to_act,
    )

DEEP = 12  # moves of one turn
MOST = 5_000_000  # positions that are looked at for one answer
INNER = ("gamekit.compiled", "gamekit.primitives")  # modules of what only compiled code calls


def has_won(rules: Any, state: Any, stood: int, player: int) -> bool:
    """Has this player won the game, or a round of it since the standing was this?"""
    winner = result(rules, state)[0]
    if winner != ONGOING:
        return winner == player
    return (standing(rules, state) - stood) * (1 - 2 * player) > 0


def can_win(
    rules: Any, bank: Any, here: int, stood: int, player: int, lists: Any, depth: int, left: Any
) -> bool:
    """Does one way to play the rest of this turn win? Tests prove that `may_win` denies no win, and
    were it wrong to promise one, it would count as missed or handed over."""
    chance, turn = may_win(rules, bank[here]), bank[here].turn
    if chance == SURE or not chance or depth == 2 * DEEP or left[0] < 0:
        return chance == SURE
    for n in range(sensible_moves(rules, bank[here], lists[depth])):
        left[0] -= 1
        copy_state(bank, here + 1, here)
        apply(rules, bank[here + 1], lists[depth][n])
        if has_won(rules, bank[here + 1], stood, player):
            return True
        goes_on = bank[here + 1].turn == turn and to_act(rules, bank[here + 1]) == player
        if goes_on and can_win(rules, bank, here + 1, stood, player, lists, depth + 1, left):
            return True
    return False


def wins_in_all(
    rules: Any,
    bank: Any,
    at: int,
    worlds: int,
    stood: int,
    player: int,
    lists: Any,
    depth: int,
    left: Any,
) -> bool:
    """Does one way to play the rest of the turn win in all of these states, which the player cannot
    tell apart? They stand in the bank one after the other; room for others is behind them."""
    trial = len(bank) - DEEP - 1
    for here in range(at, at + worlds):
        copy_state(bank, trial, here)
        if not can_win(rules, bank, trial, stood, player, lists, DEEP, left):
            return False
    if worlds == 1 or depth == DEEP or left[0] < 0:
        return worlds == 1
    turn = bank[at].turn
    copy_state(bank, trial, at)
    hide(rules, bank[trial], player)
    for n in range(sensible_moves(rules, bank[trial], lists[depth])):
        behind, goes_on = at + worlds, True
        left[0] -= worlds
        for here in range(at, at + worlds):
            copy_state(bank, behind, here)
            apply(rules, bank[behind], lists[depth][n])
            if not has_won(rules, bank[behind], stood, player):
                goes_on = bank[behind].turn == turn and to_act(rules, bank[behind]) == player
                behind += 1
                if not goes_on:
                    break
        undecided = behind - at - worlds
        if undecided == 0:
            return True
        if goes_on and wins_in_all(
            rules, bank, at + worlds, undecided, stood, player, lists, depth + 1, left
        ):
            return True
    return False


def wins_for_sure(
    rules: Any, bank: Any, random: Any, worlds: int, stood: int, player: int, lists: Any, left: Any
) -> bool:
    """Does one way to play the rest of the turn win in the first state of the bank, and, if there are
    to be several worlds, in all of those that the player is made to believe in?"""
    if not wins_in_all(rules, bank, 0, 1, stood, player, lists, 0, left):  # quick, and mostly so
        return False
    if worlds == 1:
        return True
    known = len(bank) - DEEP - 1
    copy_state(bank, known, 0)
    hide(rules, bank[known], player)
    for world in range(worlds):
        copy_state(bank, world, known)
        imagine(rules, bank[world], player, random[0])
    return wins_in_all(rules, bank, 0, worlds, stood, player, lists, 0, left)


FUNCTIONS = (has_won, can_win, wins_in_all, wins_for_sure)


class Turns:
    """The turns of one game, looked through.

    Args:
        game: the game.
        most: how many states a player may have in mind.
    """

    def __init__(self, game: Game, most: int) -> None:
        engine = Compiled(game)
        scope = engine.entries["trace"].py_func.__globals__
        text = "from __future__ import annotations\n\n" + "\n\n".join(
            map(inspect.getsource, FUNCTIONS)
        )
        scope.update(DEEP=DEEP, ONGOING=ONGOING, SURE=SURE)
        exec(text, scope)
        for function in FUNCTIONS:
            scope[function.__name__] = njit(scope[function.__name__])
        self.look: Any = scope["wins_for_sure"]
        room = engine.room(game.rules())
        self.rules, self.random, self.most = room.rules, room.random, most
        self.bank = np.zeros((DEEP + 1) * (most + 1), room.bank.dtype).view(np.recarray)
        self.lists = np.zeros((2 * DEEP + 1, game.moves), np.int64)
        self.unknown = 0  # answers that would have taken too long, and are no
        given = self._given(50, 0, np.zeros(1, np.int64))
        with linked(lambda module, _: module in INNER):
            self.look.compile(tuple(map(self.look.typeof_pyval, given)))

    def wins(self, state: Any, stood: int, player: int, key: int) -> bool:
        """Does one way to play the rest of the turn win in all that the player may believe in?

        What they imagine is drawn from the stream of this key.
        """
        store(self.bank[0], state)
        self.random[0].key, self.random[0].k = key, 0
        left = np.full(1, MOST)
        answer = bool(self.look(*self._given(stood, player, left)))
        self.unknown += int(left[0] < 0 and not answer)
        return answer

    def _given(self, stood: int, player: int, left: Any) -> tuple[Any, ...]:
        return self.rules[0], self.bank, self.random, self.most, stood, player, self.lists, left
