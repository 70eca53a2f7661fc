"""Mancala: sow stones around the board, gather more than the other player, who pays the difference."""

from gamekit import contract
from gamekit.boards.grid import sow
from gamekit.contract import DRAW, ONGOING, Game, Rule, array, measure, number, squares

RULES = (
    Rule("MA-1", "Board", "Each player has pits with {stones} stones each, and a store."),
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
MOST = 7


class Parameters(contract.Parameters):
    columns = number(MOST, range(2, MOST + 1), "a store and the pits of each player")
    stones = number(4, range(1, 7), "stones in each pit at the start")


class State(contract.State):
    # From the store of player 1, which is drawn above, along the pits of player 0 to their store, and on
    # along the pits of player 1.
    stones = array(2 * MOST, "i1", range(73))


def setup(rules, state):
    state.player = state.first
    for pit in range(2 * rules.columns):
        state.stones[pit] = rules.stones if pit % rules.columns else 0


def move_count(rules):
    return 2 * rules.columns


def owner(rules, pit):
    return 0 if 0 < pit <= rules.columns else 1


def why_illegal(rules, state, move):
    if move % rules.columns == 0 or owner(rules, move) != state.player:
        return SOWING
    return 0 if state.stones[move] else EMPTY


def apply(rules, state, move):
    me, count = state.player, 2 * rules.columns
    home = store(rules, me)
    last = sow(state.stones, count, move, store(rules, 1 - me))
    is_own = last % rules.columns > 0 and owner(rules, last) == me
    if is_own and state.stones[last] == 1 and state.stones[count - last]:
        state.stones[home] += 1 + state.stones[count - last]
        state.stones[last] = state.stones[count - last] = 0
    state.turn += 1
    if last != home:
        state.player = 1 - me
    if side(rules, state, 0) == 0 or side(rules, state, 1) == 0:
        for pit in range(count):
            if pit % rules.columns:
                state.stones[store(rules, owner(rules, pit))] += state.stones[pit]
                state.stones[pit] = 0


def store(rules, player):
    return rules.columns * (1 - player)


def side(rules, state, player):
    """Stones in the pits of a player."""
    total = 0
    for pit in range(2 * rules.columns):
        if pit % rules.columns and owner(rules, pit) == player:
            total += state.stones[pit]
    return total


def result(rules, state):
    if side(rules, state, 0) + side(rules, state, 1):
        return ONGOING, 0
    if payoff(rules, state) == 0:
        return DRAW, EQUAL
    return (0 if payoff(rules, state) > 0 else 1), END


def payoff(rules, state):
    return state.stones[store(rules, 0)] - state.stones[store(rules, 1)]


def highest_payoff(rules):
    return 2 * (rules.columns - 1) * rules.stones


def again(rules, before, move, after):
    """Turns that end in one's own store, so that another follows."""
    return 1 if before.player == after.player else 0


def shut_out(rules, state):
    """Has somebody gathered nothing?"""
    return 1 if gathered(rules, state, 0) == 0 or gathered(rules, state, 1) == 0 else 0


def gathered(rules, state, player):
    return state.stones[store(rules, player)] + side(rules, state, player)


def ground(rules, state, cell):
    return owner(rules, cell)


GAME = Game(
    globals(),
    name="mancala",
    title="Mancala",
    players=("Ann", "Bo"),
    points="stones",
    measures={"extra turns": measure(again, unit="turns a game"), "shut out": shut_out},
    join=None,
    board=squares(2, "columns", pieces="", numbers="stones"),
)
