"""Kuhn's poker with any number of cards, dealt in three ways that come to the same.

"joint": one deal of both cards that nobody sees, of which `hide` leaves each player one. "turns": each
player draws one of the cards that are left, and sees it; the number of what is drawn tells of the other
card, its notation does not. "look": a joint deal that nobody knows of, and then both look.

A pot of two chips is won. Of a pot of one chip, its winner wins the game in three cases of four, so what
a game is worth, times two, is what Kuhn counted in chips.
"""

from __future__ import annotations

from gamekit import contract
from gamekit.contract import (
    CHANCE,
    ONGOING,
    OVER,
    Game,
    PositionFields,
    Rule,
    Unreadable,
    array,
    choice,
    draw,
    number,
    whole,
)

RULES = (
    Rule("DE-1", "Deal", "Each player antes a chip and is dealt one of {cards} different cards."),
    Rule("DE-2", "Turn", "You pass, or you bet one chip more."),
    Rule("DE-3", "Payoff", "Who wins a pot of one chip wins the game in three cases of four."),
)
TURN, PAYOFF = 2, 3
MOVES = ("pass", "bet")
JOINT, TURNS, LOOK = range(3)


class Parameters(contract.Parameters):
    cards = number(3, range(2, 14), "cards in the deck")
    deal = choice(("joint", "turns", "look"), "how cards are dealt")


class State(contract.State):
    card = array(2, "i1")  # 0: not dealt or hidden
    dealt = whole()  # 0, 1, 2: nothing, one card or a deal that nobody has looked at, all
    acts = array(3, "i1")  # 1 pass, 2 bet
    done = whole()
    paid = whole()  # 1 + the player who wins, once it is known


def setup(rules, state):
    state.card[0] = state.card[1] = 0
    state.dealt = state.done = state.paid = state.turn = 0
    for place in range(3):
        state.acts[place] = 0
    state.player = state.first


def ended(state):
    """0 going on, 1 a fold, 2 a showdown."""
    a, b, c = state.acts[0], state.acts[1], state.acts[2]
    if b == 0:
        return 0
    if a == 2:
        return 2 if b == 2 else 1
    if b == 1:
        return 2
    if c == 0:
        return 0
    return 2 if c == 2 else 1


def to_act(rules, state):
    if state.dealt < 2:
        return CHANCE
    if ended(state):
        return OVER if state.paid else CHANCE
    return state.player


def outcomes(rules, state):
    if state.dealt == 2:
        return 4
    if rules.deal == TURNS:
        return rules.cards - state.dealt
    return rules.cards * (rules.cards - 1) if state.dealt == 0 else 1


def move_count(rules):
    return 2


def why_illegal(rules, state, move):
    return 0


def drawn(rules, state, move):
    """The card that is drawn after another has gone."""
    return move + 2 if state.dealt == 1 and move + 1 >= state.card[0] else move + 1


def apply(rules, state, move):
    if state.dealt < 2 and rules.deal == TURNS:
        state.card[state.dealt] = drawn(rules, state, move)
        state.dealt += 1
    elif state.dealt == 0:
        first, second = 1 + move // (rules.cards - 1), 1 + move % (rules.cards - 1)
        state.card[0] = first
        state.card[1] = second + 1 if second >= first else second
        state.dealt = 2 if rules.deal == JOINT else 1
    elif state.dealt == 1:
        state.dealt = 2
    elif ended(state):
        winner = pot_winner(state)
        state.paid = 1 + (1 - winner if move == 3 and stake(state) == 1 else winner)
    else:
        state.acts[state.done] = move + 1
        state.done += 1
        state.turn += 1
        state.player = 1 - state.player


def pot_winner(state):
    if ended(state) == 1:
        return state.player  # the other one has just passed
    return 0 if state.card[0] > state.card[1] else 1


def stake(state):
    """Chips that the loser loses."""
    bets = 0
    for place in range(3):
        if state.acts[place] == 2:
            bets += 1
    return 2 if bets == 2 else 1


def result(rules, state):
    return (state.paid - 1, PAYOFF) if state.paid else (ONGOING, 0)


def hide(rules, view, player):
    if ended(view) == 2:
        return
    for other in range(2):
        if other != player or (rules.deal == LOOK and view.dealt == 1):
            view.card[other] = 0


def imagine(rules, view, player, random):
    other = 1 - player
    if view.dealt < 2 or view.card[other]:
        return
    card = 1 + draw(random, rules.cards - 1)
    view.card[other] = card + 1 if card >= view.card[player] else card


def sees(rules, state, move, player):
    if rules.deal == TURNS:
        return state.dealt == 2 or state.dealt == player
    return state.dealt == 2 or (rules.deal == LOOK and state.dealt == 1)


def write(rules, state, move):
    if state.dealt < 2 and rules.deal == TURNS:
        return str(drawn(rules, state, move))
    if state.dealt < 2:
        return "look" if state.dealt else f"deal {move + 1}"
    return f"draw {move + 1}" if ended(state) else MOVES[move]


def read(rules, state, text):
    if text.strip().lower() not in MOVES:
        raise Unreadable("Write pass or bet.", TURN)
    return [MOVES.index(text.strip().lower())]


def explain(rules, state, move, rule):
    return "Both moves are always legal.", ()


def ending(rules, state):
    return f"{{{state.paid - 1}}} wins; {stake(state)} at stake."


def text_board(rules, state):
    line = " ".join(MOVES[act - 1] for act in state.acts if act)
    return "  ".join(f"{{{p}}}: {state.card[p] or '?'}" for p in range(2)) + f"  [{line}]"


FIELDS = PositionFields(
    cards=("the cards of player 0 and of player 1", [2, 3]),
    acts=("what was done so far", ["pass", "bet"]),
    paid=("1 + the player who wins", 1),
)


def position(rules, state, fields):
    given = FIELDS.read(fields)
    if "cards" in given:
        state.card[0], state.card[1] = given.numbers("cards", 1, rules.cards)
        if state.card[0] == state.card[1]:
            given.refuse("both players hold the same card.")
        state.dealt = 2
    for act in given.several("acts", 3):
        if state.dealt < 2:
            given.refuse("the cards have been dealt by now: name them.")
        if state.done and ended(state):
            given.refuse("play has ended before that.")
        state.acts[state.done] = MOVES.index(given.word("acts", act, MOVES)) + 1
        state.done += 1
    state.paid = given.whole("paid", 0, 2, 0)
    if state.paid and not ended(state):
        given.refuse("nobody has won before play has ended.")
    state.turn = state.done
    state.player = (state.first + state.done) % 2


def dump(rules, state):
    return FIELDS.write(
        cards=list(state.card) if state.dealt == 2 else None,
        acts=[MOVES[act - 1] for act in state.acts if act],
        paid=state.paid or None,
    )


GAME = Game(globals(), name="deals", title="Kuhn Poker", players=("Ann", "Bo"), join=None)
