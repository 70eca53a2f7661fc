"""The rules of Tactical Escape and our rulings, one sentence each."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from gamekit.boards import hexagon
from gamekit.contract import Rule
from gamekit.games.tactical_escape.state import DRAWS, OFFERED, TRIPLES, Parameters
from gamekit.games.tactical_escape.win_conditions import CONDITIONS, DRAWN, WIN_CONDITIONS


def terms(rules: Parameters) -> dict[str, object]:
    """Return what the sentences name besides the parameters."""
    ends = [hexagon.side(rules.size, side)[:: rules.size - 1] for side in range(6)]
    sides = ["-".join(sorted(hexagon.label(rules.size, cell) for cell in pair)) for pair in ends]
    return {
        "cells": hexagon.cell_count(rules.size),
        "conditions": DRAWN,
        "offered": OFFERED,
        "offers": len(DRAWS),
        "opposite": ", ".join(f"{sides[a]} and {sides[b]}" for a, b in ((0, 3), (4, 1), (5, 2))),
        "turns": "turn" if rules.stage_turns == 1 else "turns",
        "cap_turns": "turn" if rules.turn_cap == 1 else "turns",
        "tie": ("both lose", "the game is drawn", "the DMO wins")[rules.cap_tie],
    }


def under(parameter: str, value: Hashable, text: str) -> dict[str, dict[Hashable, str]]:
    """Return a sentence for one value of a parameter."""
    return {parameter: {value: text}}


def rows(longest_is_5: str, contains_5: str) -> dict[str, dict[Hashable, str]]:
    """Return sentences for the values of `wc1`."""
    return {"wc1": {"longest_is_5": longest_is_5, "contains_5": contains_5}}


def stated(first: int, last: int) -> tuple[Rule, ...]:
    """Return the rules of win conditions number `first` to `last`."""
    rows = enumerate(WIN_CONDITIONS[first - 1 : last], first)
    return tuple(
        Rule(row.rule, f"Win condition {n}", row.sentence, when=row.when) for n, row in rows
    )


tied = partial(under, "superlative", "ties_ok")
no_empty_turn = partial(under, "min_place", 1)


RULES = (
    Rule("TE-1", "Board", "The board is a hexagon of {cells} cells, {size:words} on each side."),
    Rule("TE-2", "Going first", "The Death Match Opponent (DMO) says who goes first."),
    Rule("TE-3", "First turn", "The very first turn of the game places one piece."),
    Rule("TE-4", "Placing", "Any other turn may place up to two of your pieces on empty cells."),
    Rule("TE-5", "Removing", "Instead it may take one piece of the opponent's off the board."),
    Rule(
        "TE-6",
        "Not straight back",
        "The owner of a removed piece may not place on that cell on their next turn.",
    ),
    Rule("TE-7", "Until somebody escapes", "Play goes on until a player declares ESCAPE."),
    Rule(
        "TE-8",
        "Offer",
        "At the start {offered:words} of the {conditions:words} win conditions are offered, the same to both players.",
    ),
    Rule(
        "TE-9",
        "First win condition",
        "Before the first turn each player secretly gives one of the three to the opponent.",
    ),
    Rule(
        "TE-10",
        "Second win condition",
        "After {stage_turns:words} {turns} each, both secretly give another one.",
    ),
    Rule(
        "TE-11",
        "Third win condition",
        "After {stage_turns:words} more {turns} each, both secretly give the third one.",
    ),
    Rule(
        "TE-12",
        "No win condition twice",
        "Nobody gets the same win condition twice, and those received before stay in force.",
    ),
    Rule(
        "TE-13",
        "Escape",
        "ESCAPE is declared in addition to what the turn does, and the game ends immediately.",
    ),
    Rule(
        "TE-14",
        "Judgement",
        "Whoever escapes wins if a win condition from the opponent is met, and loses if none is.",
    ),
    *stated(1, DRAWN),
    Rule(
        "TE-27",
        "Group",
        "A group is all the pieces of a color that are connected; one piece alone is a group too.",
    ),
    Rule(
        "TE-28",
        "Opposite sides",
        "Opposite are {opposite}; a group connects them with a piece on each.",
    ),
    Rule(
        "TE-29",
        "Surrounded",
        "A group is surrounded when an enemy piece stands on every cell beside it.",
    ),
    Rule(
        "TE-30",
        "Flower",
        "A flower is a cell and three of its neighbors, 120 degrees apart, all in one color; "
        "flowers may overlap.",
    ),
    Rule(
        "TE-31",
        "Basket",
        "A basket is any five connected pieces of a color, part of a group or all of it; two are "
        "identical if one can be turned or flipped onto the other.",
    ),
    Rule(
        "TE-32",
        "Limit",
        "After {turn_cap:words} {cap_turns} each without an ESCAPE the game stops and more fulfilled "
        "win conditions win; with equally many, {tie}.",
        when=under("turn_cap", 0, "The number of turns is not limited."),
    ),
    Rule(
        "TE-33",
        "Clock",
        "Ninety seconds for each move, and a reserve of thirty periods of ten seconds.",
    ),
    Rule("TE-34", "Clock for win conditions", "Giving a win condition is timed like a move."),
    Rule("TE-35", "Out of time", "Whoever runs out of time loses immediately."),
    Rule(
        "TE-36",
        "Secrets",
        "Who gave which win condition is secret until the end; board, offer and moves are public.",
    ),
    *stated(DRAWN + 1, CONDITIONS),
    Rule(
        "TE-Q1",
        "Letters and numbers",
        "Rows are lettered from the top; in each, numbers start at 1.",
    ),
    Rule(
        "TE-Q2",
        "Placing nothing",
        "Placing nothing is a turn too, except for the very first one.",
        when=no_empty_turn("Only a player who can neither place nor remove may pass."),
    ),
    Rule(
        "TE-Q3",
        "Exactly one",
        "The very first turn is exactly one piece: no second, no pass, no removal.",
    ),
    Rule(
        "TE-Q4",
        "Second turn",
        "The second player's first turn may be anything, even removing the only piece.",
        when=no_empty_turn("The second player's first turn may place, or remove the only piece."),
    ),
    Rule(
        "TE-Q5",
        "Length of the ban",
        "The ban on a cell lasts for the owner's next turn, whatever that turn does; it does not "
        "concern the player who removed.",
    ),
    Rule("TE-Q6", "No mixing", "One turn either places or removes."),
    Rule("TE-Q7", "Supply", "There are enough pieces for every cell."),
    Rule(
        "TE-Q8",
        "Escape goes with a turn",
        "ESCAPE comes after the turn's move, which may be a pass, and is judged after it.",
    ),
    Rule("TE-Q9", "Early escape", "Even the very first turn may be an ESCAPE."),
    Rule(
        "TE-Q10",
        "Whose win conditions",
        "An ESCAPE is judged by the win conditions the escaper received; what else is fulfilled, by "
        "either player, does not matter.",
    ),
    Rule("TE-Q11", "Bluffing out", "A player may escape without fulfilling anything."),
    Rule(
        "TE-Q12",
        "The draw",
        "All {offers} offers are equally likely; a variant can name three instead.",
        when={"offer": dict.fromkeys(TRIPLES, "The variant names the three that are offered.")},
    ),
    Rule(
        "TE-Q13",
        "Order of the start",
        "First it is settled who starts, then come the offer, the first win conditions and the first turn.",
    ),
    Rule(
        "TE-Q14",
        "What cannot be given",
        "What the recipient has cannot be given again, so the third is no choice.",
    ),
    Rule("TE-Q15", "Alike", "Both players may give the same win condition."),
    Rule(
        "TE-Q16",
        "When the next win conditions are due",
        "They are due once both players have completed the turns; an ESCAPE in the last of these "
        "turns comes first.",
    ),
    Rule(
        "TE-Q17",
        "Most",
        "The most and the largest mean strictly more than the opponent.",
        when=tied("Having as many as the opponent is enough, but not for win condition 8."),
    ),
    Rule(
        "TE-Q18",
        "Exactly five",
        "A row counts with all its pieces, so a six holds no five; other rows, longer ones too, do "
        "not matter.",
        when=rows(
            longest_is_5="A six holds no five, and with a longer row a five does not fulfill.",
            contains_5="A longer row holds a five, too.",
        ),
    ),
    Rule("TE-Q19", "Straight", "Rows run along the three axes of the board, never along a number."),
    Rule(
        "TE-Q20",
        "Two large groups",
        "With two groups of ten or more, only the larger fulfills.",
        when=tied("Of two groups of ten or more the larger fulfills; if they are equal, both do."),
    ),
    Rule("TE-Q21", "Groups of both", "Both players' groups of at least three are compared."),
    Rule("TE-Q22", "Corners", "A corner is on both its sides; sides that meet do not count."),
    Rule(
        "TE-Q23",
        "Edge of the board",
        "A group at the edge is surrounded by the cells there are, whichever pieces stand on them; "
        "one empty cell saves it.",
    ),
    Rule("TE-Q24", "A full board", "A group without a cell beside it is not surrounded."),
    Rule(
        "TE-Q25",
        "Counting flowers",
        "A full ring and its center are two flowers, and no flower at all is never the most.",
    ),
    Rule("TE-Q26", "Border and touch", "Both words mean standing on cells side by side."),
    Rule(
        "TE-Q27",
        "Overlapping baskets",
        "Two baskets differ in a cell; they may share the rest.",
        when=under("basket_overlap", "disjoint", "The two baskets share no cell."),
    ),
    Rule(
        "TE-Q28",
        "Whose",
        "Win conditions 9 and 10 are about the giver's pieces, not the escaper's.",
    ),
    Rule(
        "TE-Q29",
        "A number",
        "It is the number in the name of the cell; sharing a letter does not count.",
    ),
    Rule(
        "TE-Q30",
        "Last three turns",
        "The turn of the ESCAPE is one of the three, and there must be three; passes and removals "
        "qualify.",
    ),
    Rule(
        "TE-Q31",
        "The first turn qualifies",
        "The forced single piece counts as fewer than two.",
        when=under("wc11_first_turn", "exempt", "The forced single piece is not one of the three."),
    ),
    Rule(
        "TE-Q32",
        "Window",
        "Win condition 12 works until its giver gives another one; given third, to the end of the game.",
    ),
    Rule("TE-Q33", "Whose escape", "Win condition 12 needs its recipient's own ESCAPE."),
    Rule(
        "TE-Q34",
        "When the limit comes",
        "The limit comes when both have completed {turn_cap:words} {cap_turns}; even in the last "
        "a player may escape.",
        when=under("turn_cap", 0, "There is no limit."),
    ),
    Rule(
        "TE-Q35",
        "What counts at the limit",
        "Each player's received win conditions count, on the final board; 12 is unfulfilled, since nobody "
        "escaped.",
    ),
    Rule(
        "TE-Q36",
        "Tie at the limit",
        "Both players lose; a variant draws or lets the DMO win.",
        when={"cap_tie": {"draw": "The game is drawn.", "dmo": "The DMO wins."}},
    ),
    Rule("TE-Q37", "Late win condition", "Whoever does not give a win condition in time loses."),
    Rule("TE-Q38", "Not told", "The recipient learns what was given only at the end."),
    Rule(
        "TE-Q39",
        "Already fulfilled",
        "A win condition may be given that the recipient fulfills already.",
    ),
    Rule(
        "TE-Q40",
        "No empty cell",
        "On a full board one removes or passes.",
        when=no_empty_turn("On a full board one removes, or passes if that cannot be."),
    ),
    Rule("TE-Q41", "Pictures", "The published pictures are not at hand.", note=True),
)
