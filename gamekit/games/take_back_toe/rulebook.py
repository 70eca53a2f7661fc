"""The rules of Take-Back-Toe and our rulings, one sentence each."""

from __future__ import annotations

from gamekit.boards.grid import LETTERS
from gamekit.contract import Rule
from gamekit.games.take_back_toe.state import Parameters


def terms(rules: Parameters) -> dict[str, object]:
    """Return what the sentences name besides the parameters themselves."""
    letters = LETTERS[: rules.rows]
    between = letters[1:-1]
    span = f"{between[0]} to {between[-1]}"
    pieces, cells = rules.height * rules.columns, rules.rows * rules.columns
    least = -(-pieces // cells)  # the tallest stack is never lower
    skipping = range(least + 1, rules.sides + 1)
    which = " or ".join(map(str, skipping)) if len(skipping) < 3 else f"{least + 1} or more"
    return {
        "row_letters": ", ".join(letters),
        "last_row": letters[-1],
        "middle_row": letters[rules.rows // 2],
        "rows_between": f"row {between} is" if len(between) == 1 else f"rows {span} are",
        "cells": cells,
        "pieces": pieces,
        "least": least,
        "skips": f"only a roll of {which} can skip" if skipping else "no roll can skip",
        "turns": "one turn" if rules.turn_limit == 1 else f"{rules.turn_limit} turns",
    }


RULES = (
    Rule(
        "TBT-1",
        "Board",
        "The board has {cells:words} cells: rows {row_letters} and columns 1 to {columns}.",
    ),
    Rule(
        "TBT-2",
        "Home rows",
        "One player's home row is A, the other's is {last_row}; {rows_between} nobody's.",
    ),
    Rule(
        "TBT-3",
        "Pieces",
        "The {pieces} identical pieces belong to neither player; those on one cell form a stack, a "
        "single piece is a stack of one, and an empty cell is not a stack.",
    ),
    Rule(
        "TBT-4",
        "Start",
        "At the start a stack of {height:words} stands on each cell of row {middle_row}; the other "
        "rows are empty.",
    ),
    Rule(
        "TBT-5", "Display", "The board shows the size of each stack and leaves empty cells blank."
    ),
    Rule(
        "TBT-6",
        "Die",
        "One die is used, with faces 1 to {sides}.",
        when={"sides": {1: "One die is used, whose faces all show 1."}},
    ),
    Rule("TBT-7", "Alternation", "The players take turns, beginning with the starting player."),
    Rule(
        "TBT-8",
        "Roll",
        "A turn begins with a roll, and its result is the number of pieces to move.",
    ),
    Rule(
        "TBT-9",
        "Move",
        "Choose a stack of at least that many pieces and move exactly that many to a cell sharing a "
        "side with it.",
    ),
    Rule(
        "TBT-10",
        "Nothing is private",
        "Either player may use any stack and any target cell, home rows included.",
    ),
    Rule("TBT-11", "No diagonals", "Cells that touch only at a corner are not adjacent."),
    Rule(
        "TBT-12",
        "No taking back",
        "You may not reverse your opponent's last move: the same number of pieces between the same "
        "two cells, the other way.",
        when={"reversal": {"none": "You may reverse your opponent's last move."}},
    ),
    Rule(
        "TBT-13",
        "Another number is fine",
        "Moving a different number of pieces back between those two cells is allowed.",
        when={
            "reversal": {
                "none": "Moving any number of pieces back between two cells is allowed.",
            }
        },
    ),
    Rule(
        "TBT-14",
        "Boards may return",
        "An earlier position may come back, as long as no move directly reverses another.",
        when={"reversal": {"none": "An earlier position may come back at any time."}},
    ),
    Rule(
        "TBT-15",
        "Skip",
        "If the roll is larger than every stack, the turn is skipped automatically.",
    ),
    Rule("TBT-16", "No maximum", "A stack may grow to any size."),
    Rule(
        "TBT-17",
        "Win",
        "Whoever has {match:words} or more equal stacks in their own home row after any turn wins.",
        when={
            "win_check": {
                "mover_only": "Whoever has {match:words} or more equal stacks in their own home row "
                "after their own turn wins."
            }
        },
    ),
    Rule(
        "TBT-18",
        "Limit",
        "The game stops when both players have taken {turns}.",
        when={"turn_limit": {0: "There is no limit: the game goes on until somebody wins."}},
    ),
    Rule("TBT-19", "Limit score", "At the limit the player with more pieces at home wins."),
    Rule(
        "TBT-20",
        "Limit tie",
        "If those totals are equal, the starting player wins.",
        when={"limit_tie": {"draw": "If those totals are equal, the game is drawn."}},
    ),
    Rule("TBT-21", "Who rolls", "The host rolls in public at the start of the turn.", note=True),
    Rule(
        "TBT-22",
        "Notation",
        "A move names its start and end cell; the number of pieces follows from the roll.",
    ),
    Rule("TBT-23", "Open game", "Nothing is hidden; all moves are made in public."),
    Rule(
        "TBT-24",
        "Posting",
        "The board is posted after every move, with the turn number after every turn of the player "
        "who did not start.",
    ),
    Rule("TBT-25", "Clock", "One minute per move and a bank of five minutes for each player."),
    Rule(
        "TBT-Q1",
        "Seats",
        "Player 0 has row A and player 1 the last row, whoever starts; the two sides mirror each "
        "other.",
    ),
    Rule(
        "TBT-Q2",
        "How far the ban looks back",
        "Only the opponent's immediately preceding turn is protected from reversal.",
        when={
            "reversal": {
                "last_actual_move": "Only the opponent's latest move is protected from reversal, "
                "even if a skipped turn came after it.",
                "none": "No move is protected from reversal.",
            }
        },
    ),
    Rule(
        "TBT-Q3",
        "After a skip",
        "When the opponent skipped, nothing was moved and nothing is protected.",
        when={
            "reversal": {
                "last_actual_move": "When the opponent skipped, the move that the opponent made "
                "before is still protected.",
                "none": "When the opponent skipped, nothing is protected either.",
            }
        },
    ),
    Rule("TBT-Q4", "Your own move", "You may reverse your own earlier move."),
    Rule(
        "TBT-Q5",
        "Same board, other move",
        "One move restores the board before the last one only by being its exact reverse, so the "
        "ban on moves is a ban on that board.",
        note=True,
        when={
            "reversal": {
                "none": "One move restores the board before the last one only by being its exact "
                "reverse."
            }
        },
    ),
    Rule(
        "TBT-Q6",
        "The ban never blocks",
        "Every cell has two neighbors or more, so a stack that could move back can also move "
        "elsewhere: a turn is skipped only when the roll beats every stack.",
    ),
    Rule(
        "TBT-Q7",
        "Which rolls can skip",
        "The {pieces} pieces on {cells:words} cells make a stack of {least:words} or more, so "
        "{skips}.",
    ),
    Rule(
        "TBT-Q8",
        "Skips count",
        "A skipped turn counts toward the limit.",
        when={"turn_limit": {0: "A skipped turn counts as a turn."}},
    ),
    Rule(
        "TBT-Q9",
        "Both rows are checked",
        "After each turn both home rows are checked: a player can hand the opponent the win.",
        when={
            "win_check": {
                "mover_only": "After each turn only the mover's home row is checked: nobody can "
                "hand the opponent the win."
            }
        },
    ),
    Rule(
        "TBT-Q10",
        "No double win",
        "Both rows can never be completed by one turn: a move touches one of them at most.",
    ),
    Rule(
        "TBT-Q11",
        "What counts",
        "More than {match:words} equal stacks count, too; gaps between them do not matter, and "
        "empty cells never count.",
    ),
    Rule(
        "TBT-Q12",
        "Line before limit",
        "Equal stacks made by the very last turn win; pieces are compared only without them.",
    ),
    Rule("TBT-Q13", "Pieces, not stacks", "The limit compares pieces, not stacks."),
    Rule(
        "TBT-Q14",
        "Two empty rows",
        "Two empty home rows at the limit are equal, so the starting player wins.",
        when={"limit_tie": {"draw": "Two empty home rows at the limit are equal, so nobody wins."}},
    ),
    Rule(
        "TBT-Q15",
        "Which turn number",
        "The turn number posted is the number of completed rounds.",
    ),
    Rule(
        "TBT-Q16",
        "Out of time",
        "A player who has used up the minute and the bank loses the match.",
    ),
    Rule("TBT-Q17", "Continuous bank", "The bank is used by the second, not in periods."),
    Rule(
        "TBT-Q18",
        "Single game",
        "One game decides; scoring a series of games is a match format, not a rule of the game.",
        note=True,
    ),
    Rule(
        "TBT-Q19",
        "Length of the limit",
        "The limit is {turns} each; it can be changed.",
        when={"turn_limit": {0: "No limit is set; there can be one."}},
    ),
)
