"""The rule functions and drivers of a game in plain Python: slower, everywhere, no NumPy."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from gamekit import drivers
from gamekit.chance import MASK, Random
from gamekit.contract import Game, Parameters, State


def _copy_state(bank: list[State], to: int, source: int) -> None:
    bank[to].load(bank[source])


def _digest(words: list[State], index: int, actor: int) -> int:
    return hash((actor, words[index].values())) & 0x7FFFFFFFFFFFFFFF


class Interpreted:
    """The drivers of one game. `Compiled` offers the same names."""

    def __init__(self, game: Game) -> None:
        self.game = game
        scope: dict[str, Any] = {
            **vars(drivers),
            **{name: f for name, f in game.namespace.items() if isinstance(f, FunctionType)},
            "copy_state": _copy_state,
            "digest": _digest,
            "whole_numbers": lambda n: [0] * n,
            "numbers": lambda n: [0.0] * n,
            "HAS_SECRETS": game.has_secrets,
        }
        for name, value in vars(drivers).items():
            if isinstance(value, FunctionType) and value.__globals__ is vars(drivers):
                scope[name] = FunctionType(value.__code__, scope, name)
        for name in drivers.ENTRIES:
            setattr(self, name, scope[name])

    play_games: Any
    trace: Any
    choose: Any
    think: Any

    def rules(self, rules: Parameters) -> Any:
        """Return the parameters as a bank of one."""
        return [rules.copy()]

    def bank(self, known: State | None = None) -> tuple[Any, Any]:
        """Return a bank of states, with what the mover knows in its place, and its words."""
        bank = [self.game.State() for _ in range(drivers.BANK)]
        if known is not None:
            bank[drivers.KNOWN].load(known)
        return bank, bank

    def randoms(self, seed: int) -> Any:
        """Return both players' streams for game number 0."""
        return [Random(seed & MASK, 0, 1 + player) for player in range(2)]

    def seed(self, seed: int) -> Any:
        """Return a seed as drivers take it."""
        return seed & MASK

    def whole_numbers(self, n: int) -> Any:
        """Return n zeros."""
        return [0] * n

    def numbers(self, n: int) -> Any:
        """Return n zeros with a point."""
        return [0.0] * n

    def values(self, bank: Any, index: int) -> tuple[Any, ...]:
        """Return a state's fields, for comparison."""
        result: tuple[Any, ...] = bank[index].values()
        return result
