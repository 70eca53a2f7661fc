"""What a game is: what people who write games import.

A game declares its `RULES`, its `Parameters` and its `State`, writes its rules as plain functions
over them, and puts them together: `GAME = Game(...)`. A game may be one file. The kit's own games are
folders of modules. Read them in this order: `state` (what a game is made of), `rules` (how it is
played), `rulebook` (its sentences), `text` (how people write and read it) and `bots` (what helps
opponents). The functions have the same names in every game:

    setup(rules, state)                   the starting position. Before it, every field is 0 except
                                          `first` and `dmo`, which say who sits where
    to_act(rules, state)                  CHANCE, a player (0 or 1) or OVER
    outcomes(rules, state)                at a chance point: how many outcomes there are, one for a
                                          forced step. A game without dice and draws leaves it out
    chances(rules, state, outcome)        optional: how likely this outcome is, as a whole number: one
                                          with 2 falls twice as often as one with 1. Otherwise all are
                                          equally likely
    move_count(rules)                     how many moves there are: 0 .. move_count-1
    why_illegal(rules, state, move)       0, or the number of the rule that forbids this move
    legal_moves(rules, state, moves)      optional, for speed: fills `moves` with those for which
                                          why_illegal is 0, and returns how many
    sensible_moves(rules, state, moves)   optional: the legal moves worth a bot's time
    apply(rules, state, move)             one move or one chance outcome
    result(rules, state)                  (ONGOING, a player, DRAW or BOTH_LOSE; number of the rule)
    payoff(rules, state)                  optional: what player 0 gets from player 1 in a game that is
                                          over, a whole number, below 0 if player 0 pays
    highest_payoff(rules)                 with `payoff`: the most that anybody can get
    hide(rules, view, player)             blanks what `player` may not know (PUBLIC: an onlooker).
                                          A game without secrets leaves out this and the next
    imagine(rules, view, player, random)  fills a hidden view with one state the player may believe

and nine for good opponents, all optional:

    policy(rules, state, moves, random)   the move of a careful player, from what the player to act
                                          knows; `moves` is memory for a list of moves
    best_move(rules, state, moves, random)  the best move that the game finds within a second, for the
                                          strongest bots, from a solution or by looking ahead
    has_best_move(rules)                  does `best_move` work with these parameters?
    likelihood(rules, state, player)      in percent, how well what the others did fits the secrets
                                          that `imagine` filled in for `player`
    random_move(rules, state, moves, random)  a sensible move that a careless player may make: for
                                          speed, if drawing until one is legal is faster than
                                          listing, or if most sensible moves would look absurd
    slip(rules, state, moves, random)     a legal move that a beginner may make by mistake, if
                                          most legal moves would look absurd
    may_win(rules, state)                 for speed: can the player to act win before this turn ends,
                                          or improve their standing? SURE, True for perhaps, False for no
    may_hold(rules, state)                for speed, within a turn of several moves, from what the
                                          player to act knows: can they still end it so that the
                                          opponent does not win in the next one? SURE if they can
                                          whatever is hidden, True for perhaps, False for no
    standing(rules, state)                in a match of several rounds: in percent, how likely
                                          player 0 is to win it, by the rounds that are over

and, never compiled, for people:

    explain(rules, state, move, rule)     why `rule` forbids `move`: (sentence, cells concerned)
    ending(rules, state)                  one sentence on how a finished game ended
    winning_cells(rules, state)           optional: labels of the cells that won a finished game, for
                                          the sentence and the picture alike
    cell_names(rules)                     optional: labels of the board's cells, as its picture has
                                          them, in reading order
    played_on(rules, state, move)         optional: labels of the cells a move is played on; otherwise
                                          those that its notation names
    occupied(rules, state)                optional: labels of the cells that hold something; otherwise
                                          those that a position names as its `board`
    impossible(rules)                     optional: why these parameters do not work together, or ""
    terms(rules)                          optional: values that the rulebook's sentences name besides
                                          parameters, {"cells": 12}; those of a game inside, under
                                          the name of its record
    sees(rules, state, move, player)      optional: may that player know this move?
    whose_roll(rules, state)              optional: the player whose die chance rolls next, or -1
    reveals(rules, state, move)           optional: does everybody know this move and all earlier ones
                                          of the players from now on? Dice and draws stay hidden
    tells_all(rules)                      optional: does the end of the game uncover all secrets?
                                          Otherwise `hide` and `sees` decide
    goes_on(rules, before, after)         optional: does the turn go on after this move? Otherwise
                                          it does while `turn` and the player stay the same
    same_turn(rules, before, after)       optional: do moves made in these two states belong to one turn?
                                          Otherwise they do while `turn` and the player stay the same
    runs_on(rules, before, after)         optional: does the mover's clock run on after this move?
                                          Otherwise it does while `turn` and the player stay the
                                          same
    turn_text(rules, state, moves)        optional: a whole turn from the notation of its moves,
                                          where joining is not enough; the same for equal turns
    way(rules, state, move)               optional: what people press for a move: cells of the board and
                                          words, (0, 4) or (12, "red"). Notation follows from it
    read(rules, state, text)              the moves that a text says; raises `Unreadable`. The match
                                          adds the move "stop" that a whole turn leaves out
    write(rules, state, move)             notation of a move or a chance outcome
    tell(rules, state, move, written)     optional: (text, remark): how the history shows a move or a
                                          roll, which somebody wrote as `written`, and what came of
                                          it, in sentences
    came_of(rules, before, after)         optional: what a step led to, for the list of turns, in a
                                          sentence, although the board shows it
    phrases(moves, rolled)                optional: what the moves of a turn did: ("plays", "B3") for
                                          each. `moves` are in notation, "?" for a hidden one. `rolled`
                                          is what the player rolled before, "" for nothing, and None
                                          if the die stands beside the words
    length_of_turn(rules, state, is_over) optional: (rule, sentence) that says why a turn is over here,
                                          though somebody wrote more, or why it is not yet over
    how_far(rules, state, text, move)     optional: how far a legal move is from what somebody wrote,
                                          or None for one that nobody should be offered; refusals
                                          name the nearest. Otherwise the kit compares cells, numbers
                                          and words of the notation
    turns_like(rules, state, text)        optional: whole turns like one that was refused, nearest
                                          first; the refusal names those that are legal
    worths(rules, state)                  optional, with a `best_move` that is a solution: (move, chance
                                          to win, how often to play it) for each move
    gains(rules, state)                   optional, with `worths`: how much each thing raises the chance
                                          to win, by name
    ground(rules, state, cell)            optional: the player whose own ground this cell of the board
                                          is, for its picture, or -1
    impossible_position(rules, state)     optional: why no game can stand like this, or ""
    position(rules, state, fields)        puts position fields into a state that was set up
    dump(rules, state)                    the position fields of a state
    text_board(rules, state)              the board as text

`FIELDS = PositionFields(...)` declares the fields of positions. Sentences name the players as {0} and
{1}. Rule functions run interpreted and, unchanged, compiled to WebAssembly, so they keep to whole
numbers: fields are integers or lists of integers of fixed size, indices stay in range, and nothing is
allocated. Only `setup`, `apply`, `hide` and `imagine` write, randomness comes only from `draw`, and only
`copy_struct` copies a state inside a state.

A rule function says in its docstring which rules it decides, by their ids: "the exact reverse of
the opponent's last move (TBT-12)". If a variant replaces it, the rulebook marks those rules.

A game may be made of others: it nests their parameters and states, calls their functions, imported
under names of their own, and takes their rules into its rulebook.
"""

from __future__ import annotations

from gamekit.boards.board import graph, hexagons, lines, rhombus, squares, table, triangles
from gamekit.boards.board import squares as grid
from gamekit.chance import Random, draw
from gamekit.contract.components import deck, hand, pool, secret, stack
from gamekit.contract.declarations import apart, complete_after, decisive
from gamekit.contract.fields import (
    ALL,
    BOTH_LOSE,
    CHANCE,
    DRAW,
    ONGOING,
    OVER,
    PUBLIC,
    SURE,
    Parameters,
    Position,
    PositionField,
    PositionFields,
    State,
    array,
    choice,
    copy_struct,
    nested,
    number,
    whole,
)
from gamekit.contract.game import Game, measure
from gamekit.contract.rulebook import INNER, RULING, Rule, number_in_words
from gamekit.errors import BadPosition, Unreadable, series
from gamekit.validation import shown

__all__ = [
    "ALL",
    "BOTH_LOSE",
    "CHANCE",
    "DRAW",
    "INNER",
    "ONGOING",
    "OVER",
    "PUBLIC",
    "RULING",
    "SURE",
    "BadPosition",
    "Game",
    "Parameters",
    "Position",
    "PositionField",
    "PositionFields",
    "Random",
    "Rule",
    "State",
    "Unreadable",
    "apart",
    "array",
    "choice",
    "complete_after",
    "copy_struct",
    "decisive",
    "deck",
    "draw",
    "graph",
    "grid",
    "hand",
    "hexagons",
    "lines",
    "measure",
    "nested",
    "number",
    "number_in_words",
    "pool",
    "rhombus",
    "secret",
    "series",
    "shown",
    "squares",
    "stack",
    "table",
    "triangles",
    "whole",
]
