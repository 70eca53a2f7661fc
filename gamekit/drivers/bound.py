"""Names that the drivers use and each engine binds: one game's rules, and what depends on how they
run. For type checkers only."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gamekit.chance import Random
    from gamekit.drivers.room import Bank, Numbers
    from gamekit.fields import Parameters, State

    HAS_SECRETS: bool

    # rule functions

    def setup(rules: Parameters, state: State) -> None: ...
    def to_act(rules: Parameters, state: State) -> int: ...
    def outcomes(rules: Parameters, state: State) -> int: ...
    def legal_moves(rules: Parameters, state: State, moves: Numbers) -> int: ...
    def sensible_moves(rules: Parameters, state: State, moves: Numbers) -> int: ...
    def apply(rules: Parameters, state: State, move: int) -> None: ...
    def result(rules: Parameters, state: State) -> tuple[int, int]: ...
    def hide(rules: Parameters, view: State, player: int) -> None: ...
    def imagine(rules: Parameters, view: State, player: int, random: Random) -> None: ...

    # records

    def copy_state(bank: Bank, to: int, source: int) -> None:
        """Make one state of a bank equal to another."""

    def digest(words: object, index: int, actor: int) -> int:
        """Return a whole number, 0 or more, that equal states share for the same actor."""
