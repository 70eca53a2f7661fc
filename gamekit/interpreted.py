"""The rule functions and drivers of a game in plain Python: slower, everywhere, no NumPy."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType

from gamekit import drivers
from gamekit.chance import MASK, Random
from gamekit.drivers.engine import Engine
from gamekit.drivers.room import Bank, Numbers
from gamekit.fields import Parameters, State
from gamekit.game import Game


def _copy_state(bank: Bank, to: int, source: int) -> None:
    bank[to].load(bank[source])


def _ticking(tick: Callable[[], object]) -> Callable[[Bank, int, int], None]:
    def copy_state(bank: Bank, to: int, source: int) -> None:
        tick()
        _copy_state(bank, to, source)

    return copy_state


def _digest(words: Bank, index: int, actor: int) -> int:
    return hash((actor, words[index].values())) & 0x7FFFFFFFFFFFFFFF


class Interpreted(Engine):
    """The drivers of one game in plain Python.

    Args:
        game: the game.
        tick: is called all the time while bots think, and may end that by raising something.
    """

    def __init__(self, game: Game, tick: Callable[[], object] | None = None) -> None:
        self.game = game
        scope: dict[str, object] = {
            **{key: value for part in drivers.PARTS for key, value in vars(part).items()},
            **{name: f for name, f in game.namespace.items() if isinstance(f, FunctionType)},
            "copy_state": _ticking(tick) if tick else _copy_state,
            "digest": _digest,
            **drivers.flags(game),
        }
        for name, function in drivers.functions().items():
            scope[name] = FunctionType(function.__code__, scope, name)
        for name in drivers.ENTRIES:
            setattr(self, name, scope[name])

    def _records(
        self, rules: Parameters, known: State | None, key: int
    ) -> tuple[list[Parameters], list[State], list[State], list[Random]]:
        bank = [self.game.State() for _ in range(drivers.BANK)]
        if known is not None:
            bank[drivers.KNOWN].load(known)
        return [rules.copy()], bank, bank, [Random.from_key(key)]

    def seed(self, seed: int) -> int:
        """Return a seed as the drivers take it."""
        return seed & MASK

    def whole_numbers(self, n: int) -> list[int]:
        """Return n zeros."""
        return [0] * n

    def small_numbers(self, n: int) -> list[int]:
        """Return n zeros."""
        return [0] * n

    def _numbers(self, n: int) -> list[float]:
        return [0.0] * n

    def _lists(self, n: int, length: int) -> list[Numbers]:
        return [self.whole_numbers(length) for _ in range(n)]

    def values(self, bank: Bank, index: int) -> tuple[object, ...]:
        """Return a state's fields, for comparison."""
        return bank[index].values()
