"""Whole games, and the choice of a move in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamekit.chance import CHANCE_STREAM, SEAT_STREAM, draw, inner_key, outcome, stream_key
from gamekit.drivers.room import (
    CAPPED,
    CHOICES,
    COLUMNS,
    FIRST,
    GAME,
    GREEDY,
    KNOWN,
    MOVES,
    RULE,
    SEARCH,
    SKIPS,
    STUCK,
    TURNS,
    WINNER,
    Numbers,
    Room,
)
from gamekit.status import CHANCE, OVER

if TYPE_CHECKING:
    from gamekit.drivers.bound import (
        apply,
        copy_state,
        hide,
        legal_moves,
        outcomes,
        result,
        sensible_moves,
        setup,
        to_act,
    )
    from gamekit.drivers.greedy import greedy_choice
    from gamekit.drivers.search import most_tried, think


def play_games(
    room: Room,
    seed: int,
    start: int,
    games: int,
    rows: Numbers,
    max_moves: int,
    seats: Numbers | None,
) -> int:
    """Play games number `start` and following into `rows`; return the steps made.

    Odd games are started by player 1. `seats` is four whole numbers, the kind and the simulations
    of each player's bot; or None: both choose among all legal moves at random. (A random bot beside
    another one keeps to the sensible moves.) Everything depends on (seed, number of the game)
    alone.
    """
    steps = 0
    for i in range(games):
        game = start + i
        room.bank[GAME].first = rows[i * COLUMNS + FIRST] = game % 2
        setup(room.rules[0], room.bank[GAME])
        steps += play_game(room, seed, game, rows, i * COLUMNS, max_moves, seats)
    return steps


def play_game(
    room: Room, seed: int, game: int, rows: Numbers, row: int, max_moves: int, seats: Numbers | None
) -> int:
    """Play a game that was set up, and note it in the columns from `row` on; return its steps."""
    rules, state, moves = room.rules[0], room.bank[GAME], room.moves
    dice = stream_key(seed, game, CHANCE_STREAM)
    thoughts = stream_key(seed, game, SEAT_STREAM), stream_key(seed, game, SEAT_STREAM + 1)
    drawn, decided, skips, choices, ended = 0, 0, 0, 0, 0
    while ended == 0:
        actor = to_act(rules, state)
        if actor == OVER:
            break
        if actor == CHANCE:
            count = outcomes(rules, state)
            move = outcome(dice, drawn, count)
            if count == 1:
                skips += 1
            else:
                drawn += 1
        else:
            count = legal_moves(rules, state, moves)
            if count == 0 or decided == max_moves:
                ended = CAPPED if count else STUCK
                break
            key = inner_key(thoughts[actor], decided)
            choices += count
            decided += 1
            if seats is None:
                move = moves[outcome(key, 0, count)]
            else:
                room.random[0].key, room.random[0].k = key, 0
                copy_state(room.bank, KNOWN, GAME)
                hide(rules, room.bank[KNOWN], actor)
                move = choose(room, actor, seats[2 * actor], seats[2 * actor + 1])
        apply(rules, state, move)
    winner, rule = result(rules, state)
    rows[row + WINNER], rows[row + RULE] = winner, ended if ended < 0 else rule
    rows[row + MOVES], rows[row + TURNS] = decided, state.turn
    rows[row + SKIPS], rows[row + CHOICES] = skips, choices
    return drawn + decided + skips


def choose(room: Room, me: int, kind: int, simulations: int) -> int:
    """Return the move of a bot that knows `bank[KNOWN]` and nothing else."""
    if kind == SEARCH:
        think(room, me, simulations)
        return most_tried(room.tree)
    if kind == GREEDY:
        return greedy_choice(room, me)
    count = sensible_moves(room.rules[0], room.bank[KNOWN], room.moves)
    return room.moves[draw(room.random[0], count)]


def trace(room: Room, seed: int, game: int, notes: Numbers, longest: int) -> int:
    """Play one random game and note (choices there were, choice made) of each step; return steps.

    A step without a choice, where there should be one, ends the trace and is noted too.
    """
    rules, state, moves = room.rules[0], room.bank[GAME], room.moves
    key = stream_key(seed, game, CHANCE_STREAM)
    setup(rules, state)
    for n in range(longest):
        actor = to_act(rules, state)
        if actor == OVER:
            return n
        count = outcomes(rules, state) if actor == CHANCE else legal_moves(rules, state, moves)
        notes[2 * n] = count
        if count == 0:
            return n + 1
        pick = outcome(key, n, count)
        move = pick if actor == CHANCE else moves[pick]
        notes[2 * n + 1] = move
        apply(rules, state, move)
    return longest
