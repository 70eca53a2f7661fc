"""Death Match, as it is played. The rulebook is beside this file. The rules of the three games are the
functions in their own folders, unchanged. The state only notes a claim or a challenge in Liar's Dice until
the submission stands, because it would show dice. Tiles and flowers go on their boards at once, so that the
rules can tell what may follow; the state keeps the boards from before, for everybody else to see.
"""

from __future__ import annotations

from gamekit.contract import CHANCE, DRAW, ONGOING, OVER, Random, copy_struct
from gamekit.contract.components import hide_secret, imagine_secret
from gamekit.games.death_match.state import (
    BOTH_AT_ONCE,
    DICE,
    DRAWN,
    GAME_WON,
    GARDEN,
    IN_DICE,
    IN_GARDEN,
    IN_TILES,
    LISTED_ORDER,
    MOVER_FIRST,
    NO_PART,
    NOTHING,
    OPPONENT,
    SAME_TURN,
    THREE_GAMES,
    TILES,
    Parameters,
    State,
)
from gamekit.games.flower_field.rules import apply as garden_apply
from gamekit.games.flower_field.rules import goes_on as garden_goes_on
from gamekit.games.flower_field.rules import legal_moves as garden_legal_moves
from gamekit.games.flower_field.rules import move_count as garden_move_count
from gamekit.games.flower_field.rules import result as garden_result
from gamekit.games.flower_field.rules import setup as garden_setup
from gamekit.games.flower_field.rules import to_act as garden_to_act
from gamekit.games.flower_field.rules import why_illegal as garden_why_illegal
from gamekit.games.liars_dice.rules import apply as dice_apply
from gamekit.games.liars_dice.rules import impossible as dice_impossible
from gamekit.games.liars_dice.rules import legal_moves as dice_legal_moves
from gamekit.games.liars_dice.rules import move_count as dice_move_count
from gamekit.games.liars_dice.rules import outcomes as dice_outcomes
from gamekit.games.liars_dice.rules import result as dice_result
from gamekit.games.liars_dice.rules import sees as dice_sees
from gamekit.games.liars_dice.rules import setup as dice_setup
from gamekit.games.liars_dice.rules import to_act as dice_to_act
from gamekit.games.liars_dice.rules import whose_roll as dice_whose_roll
from gamekit.games.liars_dice.rules import why_illegal as dice_why_illegal
from gamekit.games.liars_dice.state import TURN_ORDER
from gamekit.games.sliding_tic_tac_toe.rules import apply as tiles_apply
from gamekit.games.sliding_tic_tac_toe.rules import impossible as tiles_impossible
from gamekit.games.sliding_tic_tac_toe.rules import legal_moves as tiles_legal_moves
from gamekit.games.sliding_tic_tac_toe.rules import move_count as tiles_move_count
from gamekit.games.sliding_tic_tac_toe.rules import result as tiles_result
from gamekit.games.sliding_tic_tac_toe.rules import setup as tiles_setup
from gamekit.games.sliding_tic_tac_toe.rules import to_act as tiles_to_act
from gamekit.games.sliding_tic_tac_toe.rules import why_illegal as tiles_why_illegal


def impossible(rules: Parameters) -> str:
    """Return why these parameters do not work together, or nothing."""
    if rules.liars_dice.next_opener != TURN_ORDER:
        return (
            "liars_dice__next_opener: in Death Match the players take turns in all games together, "
            "so it must be 'turn_order'."
        )
    return dice_impossible(rules.liars_dice) or tiles_impossible(rules.sliding_tic_tac_toe)


def setup(rules: Parameters, state: State) -> None:
    """Start all three games with the same player (DM-1, DM-2)."""
    state.liars_dice.first, state.liars_dice.dmo = state.first, state.dmo
    state.flower_field.first, state.flower_field.dmo = state.first, state.dmo
    state.sliding_tic_tac_toe.first, state.sliding_tic_tac_toe.dmo = state.first, state.dmo
    dice_setup(rules.liars_dice, state.liars_dice)
    garden_setup(rules.flower_field, state.flower_field)
    tiles_setup(rules.sliding_tic_tac_toe, state.sliding_tic_tac_toe)
    keep_boards(state)
    state.turn = 0
    state.winner = ONGOING
    state.rule = 0
    begin_turn(state, state.first)


def begin_turn(state: State, player: int) -> None:
    """Begin a turn, in which no part is made yet."""
    state.player = player
    state.part = DICE
    state.noted = NOTHING


def keep_boards(state: State) -> None:
    """Make public what lies on the boards now."""
    copy_struct(state.flower_field_before, state.flower_field)
    copy_struct(state.sliding_tic_tac_toe_before, state.sliding_tic_tac_toe)


def to_act(rules: Parameters, state: State) -> int:
    """Chance rolls the dice of a bout before its first submission, which opens it (DM-Q8)."""
    if state.winner != ONGOING:
        return OVER
    if state.part == DICE and dice_to_act(rules.liars_dice, state.liars_dice) == CHANCE:
        return CHANCE
    return state.player


def outcomes(rules: Parameters, state: State) -> int:
    """Return how many faces one die has."""
    return dice_outcomes(rules.liars_dice, state.liars_dice)


def result(rules: Parameters, state: State) -> tuple[int, int]:
    """Return who won, and by which rule."""
    return state.winner, state.rule


# --- moves: those of the game whose part is due, by their numbers there --------------------------


def move_count(rules: Parameters) -> int:
    """Return the number of moves of the game that has the most."""
    return max(
        dice_move_count(rules.liars_dice),
        tiles_move_count(rules.sliding_tic_tac_toe),
        garden_move_count(rules.flower_field),
    )


def why_illegal(rules: Parameters, state: State, move: int) -> int:
    """Return 0 or the rule that forbids the move: one of the game whose part is due, or DM-1 where that
    game has no such move."""
    if state.part == DICE:
        if move >= dice_move_count(rules.liars_dice):
            return THREE_GAMES
        return within(IN_DICE, dice_why_illegal(rules.liars_dice, state.liars_dice, move))
    if state.part == TILES:
        if move >= tiles_move_count(rules.sliding_tic_tac_toe):
            return THREE_GAMES
        tiles = state.sliding_tic_tac_toe
        return within(IN_TILES, tiles_why_illegal(rules.sliding_tic_tac_toe, tiles, move))
    if move >= garden_move_count(rules.flower_field):
        return THREE_GAMES
    return within(IN_GARDEN, garden_why_illegal(rules.flower_field, state.flower_field, move))


def within(game: int, rule: int) -> int:
    """Return the number of a game's rule in the rulebook of the match; 0 stays 0."""
    return game + rule if rule > 0 else 0


def legal_moves(rules: Parameters, state: State, moves: list[int]) -> int:
    """Fill `moves` with those of the game whose part is due."""
    if state.part == DICE:
        return dice_legal_moves(rules.liars_dice, state.liars_dice, moves)
    if state.part == TILES:
        return tiles_legal_moves(rules.sliding_tic_tac_toe, state.sliding_tic_tac_toe, moves)
    return garden_legal_moves(rules.flower_field, state.flower_field, moves)


# --- what a move does ----------------------------------------------------------------------------


def apply(rules: Parameters, state: State, move: int) -> None:
    """Roll a die, or make a part of the submission; the last part puts all of them into effect."""
    if to_act(rules, state) == CHANCE:
        dice_apply(rules.liars_dice, state.liars_dice, move)
        return
    if state.part == DICE:
        state.noted = move
        state.part = next_part(rules, state, TILES)
    elif state.part == TILES:
        tiles_apply(rules.sliding_tic_tac_toe, state.sliding_tic_tac_toe, move)
        if state.sliding_tic_tac_toe.turn != state.sliding_tic_tac_toe_before.turn:
            state.part = next_part(rules, state, GARDEN)
    else:
        garden_apply(rules.flower_field, state.flower_field, move)
        if not is_planting(rules, state):
            state.part = NO_PART
    if state.part == NO_PART:
        commit(rules, state)


def next_part(rules: Parameters, state: State, part: int) -> int:
    """Return the first part from this one on that the player has to make.

    A game that is drawn takes no part (DM-Q9), nor does a garden where the opponent plays again (DM-Q5). A
    player who was caught plays that turn again as a part (DM-Q6).
    """
    if part == TILES:
        tiles = state.sliding_tic_tac_toe
        if tiles_to_act(rules.sliding_tic_tac_toe, tiles) == state.player:
            return TILES
    if garden_to_act(rules.flower_field, state.flower_field) == state.player:
        return GARDEN
    return NO_PART


def is_planting(rules: Parameters, state: State) -> bool:
    """Is the part for Flower Field under way?"""
    garden, before = state.flower_field, state.flower_field_before
    return garden_goes_on(rules.flower_field, before, garden)


def commit(rules: Parameters, state: State) -> None:
    """The submission stands: settle the dice, show the boards, judge, and go on.

    Its parts take effect now, all together (DM-4, DM-Q3, DM-Q4). After a challenge of flowers fails, its
    player plays flowers again, as often as it takes (DM-Q5, DM-Q7).
    """
    if state.noted != NOTHING:
        dice_apply(rules.liars_dice, state.liars_dice, state.noted)
        state.noted = NOTHING
    keep_boards(state)
    judge(rules, state, state.player)
    failed = garden_to_act(rules.flower_field, state.flower_field) == state.player
    if state.winner == ONGOING and failed and rules.ff_redo == SAME_TURN:
        state.part = GARDEN
    else:
        state.turn += 1
        begin_turn(state, 1 - state.player)


def goes_on(rules: Parameters, before: State, after: State) -> bool:
    """In notation a turn ends when the submission stands, even if flowers are played again."""
    return is_open(rules, after)


def runs_on(rules: Parameters, before: State, after: State) -> bool:
    """One clock runs for the whole turn, including flowers that are played again."""
    return before.turn == after.turn


# --- how the match ends --------------------------------------------------------------------------


def judge(rules: Parameters, state: State, mover: int) -> None:
    """Decide the match as soon as a game is won, for its winner (DM-6, DM-Q1, DM-Q10)."""
    dice, dice_rule = dice_result(rules.liars_dice, state.liars_dice)
    garden, garden_rule = garden_result(rules.flower_field, state.flower_field)
    tiles, tiles_rule = tiles_result(rules.sliding_tic_tac_toe, state.sliding_tic_tac_toe)
    own = (dice == mover) + (garden == mover) + (tiles == mover)
    others = (dice == 1 - mover) + (garden == 1 - mover) + (tiles == 1 - mover)
    if own > 0 and others > 0:
        state.winner = winner_of_both(rules, mover, own, others, dice, garden)
        state.rule = BOTH_AT_ONCE
    elif own + others > 0:
        state.winner = mover if own > 0 else 1 - mover
        state.rule = GAME_WON
        if own + others == 1:  # the rule of that game says more
            if dice == state.winner:
                state.rule = IN_DICE + dice_rule
            elif garden == state.winner:
                state.rule = IN_GARDEN + garden_rule
            else:
                state.rule = IN_TILES + tiles_rule


def winner_of_both(
    rules: Parameters, mover: int, own: int, others: int, dice: int, garden: int
) -> int:
    """Return who wins after one submission won `own` games for its player and `others` for the opponent (DM-Q2)."""
    if rules.simultaneous == LISTED_ORDER:  # of two or three games won, one is among the first two
        return dice if dice == mover or dice == 1 - mover else garden
    if rules.simultaneous == MOVER_FIRST:
        return mover
    if rules.simultaneous == OPPONENT:
        return 1 - mover
    if rules.simultaneous == DRAWN:
        return DRAW
    return mover if own >= others else 1 - mover


# --- what is secret ------------------------------------------------------------------------------


def hide(rules: Parameters, view: State, player: int) -> None:
    """Cover the opponent's dice, and all of a submission that does not stand yet (DM-8)."""
    hide_secret(view.liars_dice.dice, player)
    if player != view.player:
        copy_struct(view.flower_field, view.flower_field_before)
        copy_struct(view.sliding_tic_tac_toe, view.sliding_tic_tac_toe_before)
        if view.noted != NOTHING:
            begin_turn(view, view.player)


def imagine(rules: Parameters, view: State, player: int, random: Random) -> None:
    """Only dice are unknown to the player who is to move."""
    imagine_secret(view.liars_dice.dice, rules.liars_dice.sides, random)


def is_open(rules: Parameters, state: State) -> bool:
    """Has a submission begun that does not stand yet?"""
    return state.noted != NOTHING or is_planting(rules, state)


def sees(rules: Parameters, state: State, move: int, player: int) -> bool:
    """Only its owner sees a die, and only its maker a submission before it stands (DM-8)."""
    if to_act(rules, state) == CHANCE:
        return dice_sees(rules.liars_dice, state.liars_dice, move, player)
    return reveals(rules, state, move)


def reveals(rules: Parameters, state: State, move: int) -> bool:
    """The move that completes a submission shows all of it; until then it may change (DM-Q13)."""
    if to_act(rules, state) == CHANCE:
        return False
    after = state.copy()
    apply(rules, after, move)
    return not is_open(rules, after)


def whose_roll(rules: Parameters, state: State) -> int:
    """Return whose die is rolled next, as Liar's Dice has it (DM-Q8)."""
    return dice_whose_roll(rules.liars_dice, state.liars_dice)
