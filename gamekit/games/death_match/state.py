"""Death Match: its options, where a match stands, and where the rules of its games begin."""

from __future__ import annotations

from gamekit.contract import INNER, RULING, choice, nested, whole
from gamekit.contract import Parameters as BaseParameters
from gamekit.contract import State as BaseState
from gamekit.games.flower_field.state import Parameters as GardenParameters
from gamekit.games.flower_field.state import State as GardenState
from gamekit.games.liars_dice.state import Parameters as DiceParameters
from gamekit.games.liars_dice.state import State as DiceState
from gamekit.games.sliding_tic_tac_toe.state import Parameters as TilesParameters
from gamekit.games.sliding_tic_tac_toe.state import State as TilesState

COUNT_THEN_MOVER, LISTED_ORDER, MOVER_FIRST, OPPONENT, DRAWN = range(5)  # of `simultaneous`
SAME_TURN, NEXT_TURN = range(2)  # of `ff_redo`

# The rules that refuse a submission or end a match. The rules of the three games keep their numbers, added
# to the number at which each game begins here.
THREE_GAMES = 1  # DM-1
SUBMISSION = 4  # DM-4
GAME_WON = 6  # DM-6
BOTH_AT_ONCE = RULING + 2  # DM-Q2
IN_DICE, IN_GARDEN, IN_TILES = INNER, 2 * INNER, 3 * INNER

DICE, TILES, GARDEN, NO_PART = range(4)  # the parts of a submission, in the order they are made
NOTHING = -1  # no claim and no challenge is noted


class Parameters(BaseParameters):
    """The numbers and options a designer may change."""

    simultaneous: int = choice(
        ("count_then_mover", "listed_order", "mover_first", "opponent", "draw"),
        "who wins when one submission wins games for both players",
    )
    ff_redo: int = choice(
        ("same_turn", "next_turn"), "when flowers are played again after a challenge that failed"
    )
    liars_dice: DiceParameters = nested(DiceParameters)
    flower_field: GardenParameters = nested(GardenParameters)
    sliding_tic_tac_toe: TilesParameters = nested(TilesParameters)


class State(BaseState):
    """Where the match stands."""

    liars_dice: DiceState = nested(DiceState)
    flower_field: GardenState = nested(GardenState)
    sliding_tic_tac_toe: TilesState = nested(TilesState)
    flower_field_before: GardenState = nested(GardenState)  # as they stood before this submission,
    sliding_tic_tac_toe_before: TilesState = nested(TilesState)  # for those who may not see it yet
    part: int = whole()  # the part to be made next
    noted: int = whole()  # the move in Liar's Dice that waits for the submission to stand
    winner: int = whole()  # ONGOING, a player or DRAW
    rule: int = whole()  # the rule that ended the match
