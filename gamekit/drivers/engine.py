"""What the two ways of running a game's drivers have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, MutableSequence, Sequence

from gamekit.chance import Random
from gamekit.drivers.room import (
    AHEAD,
    BOUND,
    COUNTS,
    DEEPEST,
    DEPTHS,
    EDGE,
    LEVELS,
    POINT,
    STEP,
    THINKING,
    Bank,
    Numbers,
    Room,
    Tree,
)
from gamekit.fields import Parameters, State
from gamekit.game import Game


class Engine(ABC):
    """The drivers of one game, interpreted or compiled, and the memory they need."""

    game: Game
    play_games: Callable[[Room, int, int, int, Numbers, int, Numbers | None], int]
    trace: Callable[[Room, int, int, Numbers, int], int]
    choose: Callable[[Room, int, int, int], int]
    play_on: Callable[[Room, int, int, int], int]

    def room(
        self, rules: Parameters, known: State | None = None, key: int = 0, simulations: int = 0
    ) -> Room:
        """Return memory for the drivers.

        Args:
            rules: the parameters.
            known: what the mover knows, where one decision is to be made.
            key: of the stream that this decision draws from, see `chance.decision_key`.
            simulations: the most that a search will make for a move.
        """
        moves = self.game.move_count(rules)  # engines are shared by games that differ in numbers
        return Room(
            *self._records(rules, known, key),
            moves=self.whole_numbers(moves),
            ahead=self._lists(LEVELS * AHEAD, moves),
            counts=self._lists(COUNTS, LEVELS * AHEAD),
            depths=self.whole_numbers(DEPTHS),
            way=self.whole_numbers(1 + AHEAD),
            tree=self._tree(simulations + 1, moves),
            stopped=self.whole_numbers(1),
        )

    def think(self, room: Room, me: int, simulations: int) -> None:
        """Search for the player `me`, who knows `bank[KNOWN]`; `drivers.tried` then reads the tree."""
        self.choose(room, me, THINKING, simulations)

    def _tree(self, nodes: int, moves: int) -> Tree:
        edges = DEEPEST + 2 * nodes
        return Tree(
            slots=self.small_numbers(1 << (2 * nodes - 1).bit_length()),
            keys=self.whole_numbers(nodes),
            nodes=self.small_numbers(POINT * nodes),
            edges=self.small_numbers(EDGE * edges),
            values=self._numbers(edges),
            bounds=self._numbers(BOUND * edges),
            weights=self._numbers(nodes),
            stamps=self.whole_numbers(moves),
            path=self.whole_numbers(STEP * DEEPEST),
            counts=self.whole_numbers(3),
        )

    @abstractmethod
    def _records(
        self, rules: Parameters, known: State | None, key: int
    ) -> tuple[Sequence[Parameters], Bank, object, Sequence[Random]]:
        """Return the parameters, a bank of states, its words and the stream of the decision."""

    @abstractmethod
    def seed(self, seed: int) -> int:
        """Return a seed as the drivers take it."""

    @abstractmethod
    def whole_numbers(self, n: int) -> Numbers:
        """Return n zeros."""

    @abstractmethod
    def small_numbers(self, n: int) -> Numbers:
        """Return n zeros, none of which becomes as large as two thousand millions."""

    @abstractmethod
    def _numbers(self, n: int) -> MutableSequence[float]:
        """Return n floating-point zeros."""

    @abstractmethod
    def _lists(self, n: int, length: int) -> Sequence[Numbers]:
        """Return n lists of zeros."""

    @abstractmethod
    def values(self, bank: Bank, index: int) -> tuple[object, ...]:
        """Return a state's fields, for comparison."""
