"""Kuhn's poker: a card each, one bet."""

from gamekit import contract
from gamekit.contract import CHANCE, ONGOING, OVER, Game, Rule, array, deck, number, table
from gamekit.contract.components import HELD, IN_DECK, SHOWN, count, deal, gather, nth, reveal

RULES = (
    Rule("KU-1", "Deal", "Each player antes a chip and is dealt one of {cards} different cards."),
    Rule("KU-2", "Turn", "You pass, or you bet one chip more."),
    Rule("KU-3", "Fold", "Whoever passes when the other has bet loses."),
    Rule("KU-4", "Showdown", "After two passes or two bets the higher card wins."),
)
FOLD, SHOWDOWN = 3, 4
PASS, BET = 1, 2


class Parameters(contract.Parameters):
    cards = number(3, range(2, 14), "cards in the deck")


class State(contract.State):
    cards = deck(13)
    acts = array(3, "i1", range(3), "what was done: 1 for a pass, 2 for a bet")


def setup(rules, state):
    gather(state.cards, rules.cards)
    state.player = state.first


def is_dealing(state):
    return count(state.cards, HELD + 1) + count(state.cards, SHOWN + 1) == 0


def is_over(state):
    first, second, third = state.acts[0], state.acts[1], state.acts[2]
    return third or (second and not (first == PASS and second == BET))


def to_act(rules, state):
    if is_dealing(state):
        return CHANCE
    return OVER if is_over(state) else state.player


def outcomes(rules, state):
    return count(state.cards, IN_DECK)


def move_count(rules):
    return 2


def way(rules, state, move):
    return (("pass", "bet")[move],)


def why_illegal(rules, state, move):
    return 0


def apply(rules, state, move):
    if is_dealing(state):
        deal(state.cards, move, HELD + count(state.cards, HELD))
        return
    state.acts[state.turn] = move + 1
    state.turn += 1
    state.player = 1 - state.player
    if is_over(state) and not has_folded(state):
        reveal(state.cards, 0)
        reveal(state.cards, 1)


def has_folded(state):
    last = state.acts[state.turn - 1]
    return last == PASS and state.acts[state.turn - 2] == BET


def result(rules, state):
    if is_dealing(state) or not is_over(state):
        return ONGOING, 0
    if has_folded(state):
        return state.player, FOLD
    ours, theirs = nth(state.cards, SHOWN, 0), nth(state.cards, SHOWN + 1, 0)
    return (0 if ours > theirs else 1), SHOWDOWN


def impossible_position(rules, state):
    acts = [act for act in state.acts if act]
    if (acts and is_dealing(state)) or acts != state.acts[: state.turn]:
        return "a card each is dealt, and then each turn is a pass or a bet."
    return ""


GAME = Game(globals(), name="kuhn", title="Kuhn Poker", players=("Ann", "Bo"), join=None,
            board=table())  # fmt: skip
