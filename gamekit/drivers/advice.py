"""What a game says about careful play and about secrets, when the drivers ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.chance import draw
from gamekit.drivers.workspace import KNOWN, Workspace

if TYPE_CHECKING:
    from gamekit.drivers.rule_names import (
        DRAWS_MOVES,
        HAS_BELIEFS,
        HAS_POLICY,
        copy_state,
        imagine,
        likelihood,
        policy,
        random_move,
        sensible_moves,
        why_illegal,
    )

TRIES = 8  # secrets imagined until some are believed


def advised(work: Workspace, index: int) -> int:
    """Return what the policy says in a state of the bank.

    If the game has no policy, or a variant has rules that the policy does not know, this is any sensible
    move.
    """
    if HAS_POLICY:
        rules, state = work.rules[0], work.bank[index]
        move = policy(rules, state, work.moves, work.random[0])
        if why_illegal(rules, state, move) == 0:
            return move
    return any_move(work, index)


def any_move(work: Workspace, index: int) -> int:
    """Return a sensible move in a state of the bank, all equally likely."""
    rules, state, moves, random = work.rules[0], work.bank[index], work.moves, work.random[0]
    if DRAWS_MOVES:
        return random_move(rules, state, moves, random)
    return moves[draw(random, sensible_moves(rules, state, moves))]


def imagine_any(work: Workspace, index: int, me: int) -> None:
    """Turn a state of the bank into one that `me` cannot rule out."""
    copy_state(work.bank, index, KNOWN)
    imagine(work.rules[0], work.bank[index], me, work.random[0])


def imagine_into(work: Workspace, index: int, me: int) -> None:
    """Turn a state of the bank into one that `me` may believe in, likelier ones more often."""
    bank, random = work.bank, work.random[0]
    for _ in range(TRIES):
        imagine_any(work, index, me)
        if not HAS_BELIEFS or draw(random, 100) < likelihood(work.rules[0], bank[index], me):
            break
