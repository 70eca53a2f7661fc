"""How a match begins: checked arguments and the starting state."""

from __future__ import annotations

import json
from collections.abc import Mapping

from gamekit.chance import CHANCE_STREAM, MASK, outcome, stream_key
from gamekit.contract import Game, Parameters, State
from gamekit.errors import BadPosition, GameError
from gamekit.match.clock import Clock
from gamekit.match.view import numbered_moves
from gamekit.validation import LONGEST_NAME, name_key, name_of, seat, shown, whole_number


def who_starts(first: int | str | None, seed: int, number: int) -> int:
    """Return who starts game `number`: as asked, or player 1 in the odd ones."""
    if first is None:
        return number % 2
    if isinstance(first, str) and first == "random":
        game = 0 if number == 1 else 1  # a stream apart: the match's own would tell its first die
        return outcome(stream_key(seed & MASK, game, CHANCE_STREAM), 0, 2)
    return seat("first", first, '0, 1 or "random"')


def two_names(players: object) -> tuple[str, str]:
    """Return the two players' names in normalized spelling."""
    given: tuple[object, object] = (None, None)
    if isinstance(players, list | tuple) and len(players) == 2:
        given = (players[0], players[1])
    one, two = map(name_of, given)
    if not one or not two or name_key(one) == name_key(two):
        raise GameError(
            f"players={shown(players)}: give two different names, each on one line and of at most "
            f"{LONGEST_NAME} characters."
        )
    return one, two


def full_clock(game: Game, clock: object) -> Clock | None:
    """Return a match's own clock, with nothing used."""
    if clock is None:
        return None
    if isinstance(clock, Clock):
        return clock.full()
    if not isinstance(clock, str) or clock != "official":
        raise GameError(f'clock={shown(clock)}: give None, "official" or a gamekit.Clock.')
    if game.official_clock is None:
        raise GameError(
            f"{game.title} has no official clock: its published rules give no times. Set your own, "
            "such as clock=gk.Clock(main=120, reserve=600, period=10)."
        )
    main, reserve, period = game.official_clock
    return Clock(main, reserve, period or None)


def starting_state(
    game: Game,
    rules: Parameters,
    first: int,
    dmo: int,
    position: Mapping[str, object] | None,
) -> State:
    """Return the state before the first step: the usual one, or a position's."""
    state: State = game.start(rules, first, dmo)
    if position is not None:
        game.position(rules, state, position)
        if game.to_act(rules, state) in (0, 1) and not numbered_moves(game, rules, state):
            raise BadPosition("Position: the player to move would have no legal move.")
    return state


def kept(position: Mapping[str, object]) -> dict[str, object]:
    """Return a copy of a position as a file would hold it, so that later changes cannot reach it."""
    try:
        copy: dict[str, object] = json.loads(json.dumps(position, default=_plain))
    except (TypeError, ValueError, RecursionError):
        raise BadPosition(
            "Position: a match keeps the position it starts from; write it with dictionaries, "
            "lists, numbers and text only."
        ) from None
    return copy


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if (number := whole_number(value)) is not None:
        return number
    raise TypeError
