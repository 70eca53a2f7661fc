"""What the toys have in common for people: moves are written as numbers."""

from __future__ import annotations

from gamekit.contract import OVER, PositionFields, Rule, Unreadable

RULES = (Rule("TOY-1", "Play", "Players take turns."),)
FIELDS = PositionFields(turn=("completed turns", 0))


def explain(rules, state, move, rule):
    return "That may not be done.", ()


def ending(rules, state):
    return "It is over."


def read(rules, state, text):
    if not text.strip().isdecimal():
        raise Unreadable("Write a number.", 1)
    return [int(text)]


def write(rules, state, move):
    return str(move)


def position(rules, state, fields):
    FIELDS.read(fields)


def dump(rules, state):
    return FIELDS.write(turn=state.turn)


def text_board(rules, state):
    return "" if state.turn == OVER else f"turn {state.turn}"
