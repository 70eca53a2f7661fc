"""Yavalath: four in a row win, three lose."""

from gamekit import contract
from gamekit.boards import hexagon
from gamekit.contract import DRAW, ONGOING, Game, Rule, array, hexagons, number

RULES = (
    Rule("YA-1", "Turn", "You place a stone on an empty cell of a hexagon, {size} cells a side."),
    Rule("YA-2", "Four", "Whoever has four in a row wins."),
    Rule("YA-3", "Three", "Whoever has three in a row, and not four, loses."),
    Rule("YA-4", "Draw", "A full board without either is a draw."),
)
TURN, FOUR, THREE, FULL = 1, 2, 3, 4


class Parameters(contract.Parameters):
    size = number(5, range(3, 6), "cells a side")


class State(contract.State):
    board = array(61, "i1")


def move_count(rules):
    return hexagon.cell_count(rules.size)


def why_illegal(rules, state, move):
    return TURN if state.board[move] else 0


def apply(rules, state, move):
    state.board[move] = state.player + 1
    state.turn += 1
    state.player = 1 - state.player


def result(rules, state):
    me = 1 - state.player  # who has just placed
    length = hexagon.longest_line(rules.size, state.board, me + 1)
    if length >= 3:
        return (me, FOUR) if length >= 4 else (1 - me, THREE)
    full = state.turn == hexagon.cell_count(rules.size)
    return (DRAW, FULL) if full else (ONGOING, 0)


GAME = Game(globals(), name="yavalath", title="Yavalath", players=("Ann", "Bo"), join=None,
            board=hexagons("size"))  # fmt: skip
