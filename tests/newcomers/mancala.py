"""Mancala: sow stones around the board, gather more than the other player."""

from gamekit import contract
from gamekit.boards import pits
from gamekit.contract import DRAW, ONGOING, Game, Rule, array, squares

RULES = (
    Rule("MA-1", "Board", "Each player has six pits with four stones each, and a store."),
    Rule(
        "MA-2", "Sowing", "You sow the stones of a pit of yours, one by one, your store included."
    ),
    Rule("MA-3", "Empty", "A pit without stones cannot be sown."),
    Rule("MA-4", "Again", "Whoever ends in their store goes again."),
    Rule("MA-5", "Capture", "Ending in an empty pit of yours captures it and the pit opposite."),
    Rule("MA-6", "End", "When a player's pits are empty, all stones go home and more of them win."),
    Rule("MA-7", "Draw", "Equal numbers are a draw."),
)
SOWING, EMPTY, END, EQUAL = 2, 3, 6, 7
STORE = 7  # of player 0, whose pits are 1 to 6; the other's store is 0, and their pits 8 to 13


class Parameters(contract.Parameters):
    pass


class State(contract.State):
    stones = array(14, "i1", range(49))  # store and pits of player 1 are drawn above


def setup(rules, state):
    state.player = state.first
    for pit in range(14):
        state.stones[pit] = 4 if pit % 7 else 0


def move_count(rules):
    return 14


def owner(pit):
    return 0 if 0 < pit <= STORE else 1


def why_illegal(rules, state, move):
    if move % 7 == 0 or owner(move) != state.player:
        return SOWING
    return 0 if state.stones[move] else EMPTY


def apply(rules, state, move):
    me = state.player
    home = STORE * (1 - me)
    last = pits.sow(state.stones, 14, move, STORE - home)
    is_own = last % 7 > 0 and owner(last) == me
    if is_own and state.stones[last] == 1 and state.stones[14 - last]:
        state.stones[home] += 1 + state.stones[14 - last]
        state.stones[last] = state.stones[14 - last] = 0
    state.turn += 1
    if last != home:
        state.player = 1 - me
    if side(state, 0) == 0 or side(state, 1) == 0:
        for pit in range(14):
            if pit % 7:
                state.stones[STORE * (1 - owner(pit))] += state.stones[pit]
                state.stones[pit] = 0


def side(state, player):
    """Stones in the pits of a player."""
    total = 0
    for pit in range(14):
        total += state.stones[pit] if pit % 7 and owner(pit) == player else 0
    return total


def result(rules, state):
    if side(state, 0) + side(state, 1):
        return ONGOING, 0
    if state.stones[0] == state.stones[STORE]:
        return DRAW, EQUAL
    return (0 if state.stones[STORE] > state.stones[0] else 1), END


def ground(rules, state, cell):
    return owner(cell)


GAME = Game(globals(), name="mancala", title="Mancala", players=("Ann", "Bo"), join=None,
            board=squares(2, 7, pieces="", numbers="stones"))  # fmt: skip
