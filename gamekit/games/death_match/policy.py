"""Death Match, as a careful player plays it: each of its games as that game's careful player does."""

from __future__ import annotations

from gamekit.contract import Random
from gamekit.games.death_match.state import DICE, GARDEN, NOTHING, TILES, Parameters, State
from gamekit.games.flower_field.policy import may_win as garden_may_win
from gamekit.games.flower_field.policy import policy as garden_policy
from gamekit.games.flower_field.rules import to_act as garden_to_act
from gamekit.games.liars_dice.policy import likelihood as dice_likelihood
from gamekit.games.liars_dice.policy import may_win as dice_may_win
from gamekit.games.liars_dice.policy import policy as dice_policy
from gamekit.games.sliding_tic_tac_toe.policy import may_win as tiles_may_win
from gamekit.games.sliding_tic_tac_toe.policy import policy as tiles_policy
from gamekit.games.sliding_tic_tac_toe.rules import result as tiles_result
from gamekit.games.sliding_tic_tac_toe.rules import to_act as tiles_to_act


def policy(rules: Parameters, state: State, moves: list[int], random: Random) -> int:
    """Ask the game whose part is due: winning one of them is enough, losing one is too much."""
    if state.part == DICE:
        return dice_policy(rules.liars_dice, state.liars_dice, moves, random)
    if state.part == TILES:
        tiles = state.sliding_tic_tac_toe
        return tiles_policy(rules.sliding_tic_tac_toe, tiles, moves, random)
    return garden_policy(rules.flower_field, state.flower_field, moves, random)


def likelihood(rules: Parameters, state: State, player: int) -> int:
    """Only dice are imagined."""
    return dice_likelihood(rules.liars_dice, state.liars_dice, player)


def may_win(rules: Parameters, state: State) -> bool:
    """Can one of the three games be won, by a part of this submission that is made or to be made?"""
    return may_win_dice(rules, state) or may_win_tiles(rules, state) or may_win_garden(rules, state)


def may_win_dice(rules: Parameters, state: State) -> bool:
    """Is a move in Liar's Dice to be made, or noted, that may win there?"""
    is_open = state.part == DICE or state.noted != NOTHING
    return is_open and dice_may_win(rules.liars_dice, state.liars_dice)


def may_win_tiles(rules: Parameters, state: State) -> bool:
    """Have the tiles made a line, or may they still in this turn?"""
    inner, tiles = rules.sliding_tic_tac_toe, state.sliding_tic_tac_toe
    if tiles_result(inner, tiles)[0] == state.player:
        return True
    is_open = state.part <= TILES and tiles_to_act(inner, tiles) == state.player
    return is_open and tiles_may_win(inner, tiles)


def may_win_garden(rules: Parameters, state: State) -> bool:
    """Can a challenge of flowers win?"""
    inner, garden = rules.flower_field, state.flower_field
    is_open = state.part <= GARDEN and garden_to_act(inner, garden) == state.player
    return is_open and garden_may_win(inner, garden)
