"""A careful player of Death Match plays each of its games as that game's careful player does."""

from __future__ import annotations

from gamekit.contract import SURE, Random, draw
from gamekit.games.death_match.state import (
    COUNT_THEN_MOVER,
    DICE,
    GARDEN,
    MOVER_FIRST,
    TILES,
    Parameters,
    State,
)
from gamekit.games.flower_field.bots import can_hold as can_hold_life
from gamekit.games.flower_field.bots import may_win as garden_may_win
from gamekit.games.flower_field.bots import policy as garden_policy
from gamekit.games.flower_field.bots import sensible_moves as garden_sensible_moves
from gamekit.games.flower_field.rules import to_act as garden_to_act
from gamekit.games.flower_field.rules import why_illegal as garden_why_illegal
from gamekit.games.flower_field.state import MUST_CHALLENGE, PASS, PASSING
from gamekit.games.liars_dice.bots import is_nearly_out
from gamekit.games.liars_dice.bots import likelihood as dice_likelihood
from gamekit.games.liars_dice.bots import may_win as dice_may_win
from gamekit.games.liars_dice.bots import policy as dice_policy
from gamekit.games.liars_dice.bots import random_move as dice_random_move
from gamekit.games.liars_dice.bots import sensible_moves as dice_sensible_moves
from gamekit.games.liars_dice.rules import matching
from gamekit.games.liars_dice.state import CHALLENGE, claimed
from gamekit.games.sliding_tic_tac_toe.bots import can_hold as can_hold_line
from gamekit.games.sliding_tic_tac_toe.bots import holding_move
from gamekit.games.sliding_tic_tac_toe.bots import may_win as tiles_may_win
from gamekit.games.sliding_tic_tac_toe.bots import policy as tiles_policy
from gamekit.games.sliding_tic_tac_toe.bots import sensible_moves as tiles_sensible_moves
from gamekit.games.sliding_tic_tac_toe.rules import result as tiles_result
from gamekit.games.sliding_tic_tac_toe.rules import to_act as tiles_to_act


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Ask the game whose part is due. Winning one game is enough, and losing one is too much."""
    if state.part == DICE:
        return dice_policy(rules.liars_dice, state.liars_dice, moves, random)
    if state.part == TILES:
        tiles = state.sliding_tic_tac_toe
        return tiles_policy(rules.sliding_tic_tac_toe, tiles, moves, random)
    return garden_policy(rules.flower_field, state.flower_field, moves, random)


def sensible_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """List the sensible moves of the game whose part is due."""
    if state.part == DICE:
        return dice_sensible_moves(rules.liars_dice, state.liars_dice, moves)
    if state.part == TILES:
        return sensible_tiles(rules, state, moves)
    return garden_sensible_moves(rules.flower_field, state.flower_field, moves)


def random_move(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Draw a sensible move, and for the dice one that the player may believe in."""
    if state.part == DICE:
        return dice_random_move(rules.liars_dice, state.liars_dice, moves, random)
    return moves[draw(random, sensible_moves(rules, state, moves))]


def sensible_tiles(rules: Parameters, state: State, moves: list[int]) -> int:
    """List the sensible moves of Sliding Tic-Tac-Toe. If the opponent threatens a line there, a move that
    stops it comes first, so that a search of the turn finds it at once."""
    inner, tiles = rules.sliding_tic_tac_toe, state.sliding_tic_tac_toe
    count = tiles_sensible_moves(inner, tiles, moves)
    first = holding_move(inner, tiles) if count > 1 else -1
    for i in range(count):
        if moves[i] == first:
            moves[0], moves[i] = moves[i], moves[0]
    return count


def likelihood(rules: Parameters, state: State, player: int) -> int:
    """Judge the dice, because nothing else is imagined."""
    return dice_likelihood(rules.liars_dice, state.liars_dice, player)


def may_win(rules: Parameters, state: State) -> int:
    """Can a part of this submission, already made or still to come, win one of the three games?"""
    chance = max(may_win_dice(rules, state), may_win_tiles(rules, state))
    if chance == SURE and state.flower_field.challenging:
        chance = True  # the challenge may fail and lose the garden, so that is asked too
    if chance != SURE:
        chance = max(chance, may_win_garden(rules, state))
    return chance if chance != SURE or is_enough(rules, state) else True


def may_hold(rules: Parameters, state: State) -> int:
    """Return False if the opponent can next make a line of tiles or catch the mover's last flowers, because
    nothing in the other games prevents that; True if this submission may win; SURE if no game can be lost.
    """
    dice, garden = state.liars_dice, state.flower_field
    if garden.challenging or not is_enough(rules, state):
        return True
    tiles = tiles_can_hold(rules, state)
    flowers = garden_can_hold(rules, state) if tiles else False
    if tiles and flowers:
        sure = tiles == SURE and flowers == SURE and is_quiet(rules, state)
        return SURE if sure else True
    if may_win_tiles(rules, state) or may_win_garden(rules, state):
        return True
    may_challenge = state.part == DICE or state.noted == CHALLENGE
    if may_challenge and dice_may_win(rules.liars_dice, dice):
        return True
    return garden_why_illegal(rules.flower_field, garden, PASS) == 0


def is_quiet(rules: Parameters, state: State) -> bool:
    """Do neither dice nor passes decide anything in this turn or the next?"""
    inner, dice = rules.liars_dice, state.liars_dice
    may_challenge = state.part == DICE or state.noted == CHALLENGE
    return (
        inner.bouts == 0
        and not is_nearly_out(inner, dice, state.player)
        and not (may_challenge and dice_may_win(inner, dice))
        and rules.flower_field.full_board == PASSING
    )


def tiles_can_hold(rules: Parameters, state: State) -> int:
    """Can the player still save the tiles?"""
    inner, tiles = rules.sliding_tic_tac_toe, state.sliding_tic_tac_toe
    if tiles_to_act(inner, tiles) == state.player:
        return can_hold_line(inner, tiles)
    if tiles_to_act(inner, tiles) != 1 - state.player:
        return True
    chance = tiles_may_win(inner, tiles)
    return chance != SURE if chance else SURE


def garden_can_hold(rules: Parameters, state: State) -> int:
    """Can the player still save the garden?"""
    inner, garden = rules.flower_field, state.flower_field
    return can_hold_life(inner, garden) if garden_to_act(inner, garden) == state.player else True


def is_enough(rules: Parameters, state: State) -> bool:
    """Does winning one game decide the match, unless a challenge of flowers fails?"""
    garden, lost = state.flower_field, 1 - state.player
    return (
        rules.simultaneous in (COUNT_THEN_MOVER, MOVER_FIRST)
        and rules.flower_field.full_board != MUST_CHALLENGE
        and garden.passes == 0
        and tiles_result(rules.sliding_tic_tac_toe, state.sliding_tic_tac_toe)[0] != lost
    )


def may_win_dice(rules: Parameters, state: State) -> int:
    """Does a challenge of dice win, whether noted or still possible?"""
    inner, dice = rules.liars_dice, state.liars_dice
    is_open = state.part == DICE or state.noted == CHALLENGE
    if not is_open or not dice_may_win(inner, dice):
        return False
    number, face = claimed(inner, dice.claim)
    return SURE if matching(inner, dice.dice, face) < number else False


def may_win_tiles(rules: Parameters, state: State) -> int:
    """Do the tiles form a line, or can they still do so in this turn?"""
    inner, tiles = rules.sliding_tic_tac_toe, state.sliding_tic_tac_toe
    if tiles_result(inner, tiles)[0] == state.player:
        return SURE
    is_open = state.part <= TILES and tiles_to_act(inner, tiles) == state.player
    return tiles_may_win(inner, tiles) if is_open else False


def may_win_garden(rules: Parameters, state: State) -> int:
    """Can a challenge of flowers win?"""
    inner, garden = rules.flower_field, state.flower_field
    is_open = state.part <= GARDEN and garden_to_act(inner, garden) == state.player
    return garden_may_win(inner, garden) if is_open else False
