"""The rule functions and drivers of a game in plain Python: slower, everywhere, no NumPy."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from types import FunctionType

from gamekit import drivers
from gamekit.chance import MASK, Random
from gamekit.contract.fields import State
from gamekit.contract.game import Game
from gamekit.drivers.engine import Engine, Games, Halt
from gamekit.drivers.workspace import (
    AHEAD,
    BOUND,
    COUNTS,
    DEEPEST,
    DEPTHS,
    EDGE,
    GAME,
    KNOWN,
    LEVELS,
    POINT,
    STEP,
    THINKING,
    Bank,
    Tree,
    Workspace,
)
from gamekit.errors import GameError


def _zero(numbers: list[int]) -> None:
    numbers[:] = [0] * len(numbers)


def _digest(words: Bank, index: int, actor: int) -> int:
    return hash((actor, words[index].values())) & 0x7FFFFFFFFFFFFFFF


class Interpreted(Engine):
    """The drivers of one game in plain Python.

    Args:
        game: the game.
        tick: called all the time while bots think; it may end that by raising something.
    """

    name = "interpreted"

    def __init__(self, game: Game, tick: Callable[[], object] | None = None) -> None:
        self.game = game

        def copy_state(bank: Bank, to: int, source: int) -> None:
            if tick:
                tick()
            bank[to].load(bank[source])

        self._scope = bound(game, _zero, copy_state, _digest)

    def play(self, games: Games, halt: Halt | None = None) -> array[int]:
        """Return rows of games."""
        work = self._workspace(simulations=games.simulations)
        rows = [0] * (drivers.width(self.game) * games.count)
        given = games.seed & MASK, games.first, games.count, rows, games.most, games.seats
        self._scope["play_games"](work, *given)
        try:
            return array("q", (_signed(value) for value in rows))
        except TypeError:
            own = ", ".join(["result", "payoff", *self.game.measures])
            raise GameError(
                f"{self.game.name}: one of {own} does not return whole numbers; "
                "gamekit.conformance.check(game) says which."
            ) from None

    def trace(
        self, seed: int, number: int, longest: int, first: int = 0
    ) -> tuple[list[int], State]:
        """Return the steps of a random game, and where it stands then."""
        work, notes = self._workspace(), [0] * (2 * longest)
        work.bank[GAME].first = first
        steps = self._scope["trace"](work, seed & MASK, number, notes, longest)
        return notes[: 2 * steps], work.bank[GAME]

    def choose(
        self, known: State, key: int, me: int, kind: int, amount: int, simulations: int
    ) -> int:
        """Return the move of a bot."""
        move: int = self._scope["choose"](
            self._workspace(known, key, simulations), me, kind, amount
        )
        return move

    def think(
        self, known: State, key: int, me: int, simulations: int
    ) -> list[tuple[int, int, float]]:
        """Search; return each move that was tried, how often, and the sum of its scores."""
        work = self._workspace(known, key, simulations)
        self._scope["choose"](work, me, THINKING, simulations)
        return list(drivers.tried(work.tree))

    def play_on(self, known: State, key: int, me: int, move: int, most: int) -> int:
        """Return who wins after a move."""
        winner: int = self._scope["play_on"](self._workspace(known, key), me, move, most)
        return winner

    def _workspace(
        self, known: State | None = None, key: int = 0, simulations: int = 0
    ) -> Workspace:
        bank = [self.game.State() for _ in range(drivers.BANK)]
        if known is not None:
            bank[KNOWN].load(known)
        moves, nodes = self.game.moves, simulations + 1
        edges = DEEPEST + 2 * nodes
        return Workspace(
            rules=[self.game.rules()],
            bank=bank,
            words=bank,
            random=[Random.from_key(key)],
            moves=[0] * moves,
            ahead=[[0] * moves for _ in range(LEVELS * AHEAD)],
            counts=[[0] * (LEVELS * AHEAD) for _ in range(COUNTS)],
            depths=[0] * DEPTHS,
            way=[0] * (1 + AHEAD),
            tree=Tree(
                slots=[0] * (1 << (2 * nodes - 1).bit_length()),
                keys=[0] * nodes,
                nodes=[0] * (POINT * nodes),
                edges=[0] * (EDGE * edges),
                values=[0.0] * edges,
                bounds=[0.0] * (BOUND * edges),
                weights=[0.0] * nodes,
                stamps=[0] * moves,
                path=[0] * (STEP * DEEPEST),
                counts=[0] * 3,
            ),
            stopped=[0],
        )


def bound(game: Game, zero: object, copy_state: object, digest: object) -> dict[str, FunctionType]:
    """Return the drivers' functions, by name, over a namespace in which the names of rules are a
    game's (`drivers.rule_names` lists them)."""
    scope: dict[str, object] = {
        **{key: value for part in drivers.PARTS for key, value in vars(part).items()},
        **{name: f for name, f in game.namespace.items() if isinstance(f, FunctionType)},
        "zero": zero,
        "copy_state": copy_state,
        "digest": digest,
        **drivers.flags(game),
    }
    functions = {
        name: FunctionType(function.__code__, scope, name)
        for name, function in drivers.functions().items()
    }
    scope.update(functions)
    return functions


def _signed(n: int) -> int:
    """A row holds whole numbers of 64 bits, and nothing that a rule returns is refused here."""
    return (n + (1 << 63)) % (1 << 64) - (1 << 63)
