"""Pig: roll as long as you dare. The winner is paid the difference in points."""

from gamekit import contract
from gamekit.contract import CHANCE, ONGOING, OVER, Game, Rule, array, number, table, whole

RULES = (
    Rule("PI-1", "Aim", "Whoever banks {goal} points first wins."),
    Rule("PI-2", "Turn", "On your turn you roll a die or hold, as often as you like."),
    Rule("PI-3", "Points", "What you roll is added to your turn's total; holding banks it."),
    Rule("PI-4", "One", "A roll of 1 loses the turn's total and ends the turn."),
    Rule("PI-5", "Enough", "Whoever has enough points to win has to hold."),
)
AIM, ENOUGH = 1, 5
ROLL = 0


class Parameters(contract.Parameters):
    goal = number(100, range(2, 201), "points to win")
    sides = number(6, range(2, 21), "sides of the die")


class State(contract.State):
    points = array(2, "i2", range(401), "points that player 0 and player 1 have banked")
    total = whole(range(1001), "points of this turn so far")
    rolling = whole(range(2), "1 while a die falls")


def to_act(rules, state):
    if state.rolling:
        return CHANCE
    return state.player if result(rules, state)[0] == ONGOING else OVER


def outcomes(rules, state):
    return rules.sides


def move_count(rules):
    return 2


def way(rules, state, move):
    return (("roll", "hold")[move],)


def why_illegal(rules, state, move):
    has_enough = state.points[state.player] + state.total >= rules.goal
    return ENOUGH if move == ROLL and has_enough else 0


def apply(rules, state, move):
    if not state.rolling:
        if move == ROLL:
            state.rolling = 1
            return
        state.points[state.player] += state.total
    else:
        state.rolling = 0
        if move > 0:
            state.total += move + 1
            return
    state.total = 0
    state.turn += 1
    state.player = 1 - state.player


def result(rules, state):
    for player in range(2):
        if state.points[player] >= rules.goal:
            return player, AIM
    return ONGOING, 0


def payoff(rules, state):
    return state.points[0] - state.points[1]


def highest_payoff(rules):
    return rules.goal - 1 + rules.sides


GAME = Game(globals(), name="pig", title="Pig", board=table("points", "total"))
