"""What comes of a move: the rest of a game, played on by players who are careful nearly always."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.chance import CHANCE_STREAM, SEAT_STREAM, inner_key, outcome, stream_key
from gamekit.contract.status import CHANCE, OVER
from gamekit.drivers.workspace import GAME, KNOWN, Room

if TYPE_CHECKING:
    from gamekit.drivers.advice import imagine_into
    from gamekit.drivers.greedy import greedy_choice
    from gamekit.drivers.lookahead import LOOKS
    from gamekit.drivers.rules import apply, copy_state, hide, outcomes, result, to_act

CARELESS = 10  # of 100 moves, so that games without dice differ, too


def play_on(room: Room, me: int, move: int, most: int) -> int:
    """Play on from what `me` knows, this move first (-1 for none); return who wins.

    What `me` does not know is imagined. That, all dice and all further thought come from the key of
    the decision, so that two moves can be compared in the same world.

    Args:
        room: its `bank[KNOWN]` is changed.
        me: who imagines.
        move: legal here for the player to act.
        most: decisions after which nobody has won.
    """
    rules, state, key = room.rules[0], room.bank[GAME], room.random[0].key
    imagine_into(room, GAME, me)
    if move >= 0:
        apply(rules, state, move)
    dice, drawn, decided = stream_key(key, 0, CHANCE_STREAM), 0, 0
    thoughts = stream_key(key, 0, SEAT_STREAM), stream_key(key, 0, SEAT_STREAM + 1)
    actor = to_act(rules, state)
    while actor != OVER and decided < most and room.stopped[0] == 0:
        if actor == CHANCE:
            count = outcomes(rules, state)
            chosen = outcome(dice, drawn, count)
            drawn += count != 1
        else:
            room.random[0].key, room.random[0].k = inner_key(thoughts[actor], decided), 0
            copy_state(room.bank, KNOWN, GAME)
            hide(rules, room.bank[KNOWN], actor)
            chosen = greedy_choice(room, actor, CARELESS, LOOKS)
            decided += 1
        apply(rules, state, chosen)
        actor = to_act(rules, state)
    return result(rules, state)[0]
