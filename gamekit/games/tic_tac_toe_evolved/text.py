"""Tic-Tac-Toe Evolved, as people write and read it: notation, explanations and the board as text."""

from __future__ import annotations

import re

from gamekit.boards.grid import windows
from gamekit.contract import CHANCE, ONGOING, RULING, Unreadable
from gamekit.games.tic_tac_toe_evolved.contest import (
    AGAIN,
    BID,
    HIGHEST_BID,
    MARK,
    OWN_SIDES,
    R_SIDE,
    TAKE,
    can_mark,
    roller,
)
from gamekit.games.tic_tac_toe_evolved.rules import (
    CONTEST,
    ELEVENTH_R,
    GREEN_DIE,
    RECHARGING,
    RELINQUISH,
    RETRIEVALS,
    Parameters,
    State,
    to_act,
)
from gamekit.games.tic_tac_toe_evolved.turns import (
    BIDDING,
    COLUMN,
    DECIDE,
    FREE,
    MARKING,
    NOBODY,
    RECHARGE,
    RECHARGE_AGAIN,
    REROLL,
    ROLL,
    ROW,
    TURN,
    UNSET,
)

SIGNS = "XO"  # of players 0 and 1
MARKINGS = ("mark own", "mark theirs", "keep")
RETURNED, WAITING = "ret", "reroll"  # dice beside those that show X, O or R


def name(square: int) -> str:
    """The name of a square, its column first."""
    return f"{square % 3 + 1},{square // 3 + 1}"


def square_named(text: object) -> int:
    """The square with this name, or NOBODY where it is no name of a square."""
    match = re.fullmatch(r"\(?\s*([1-3])(?:\s*,\s*|\s+)([1-3])\s*\)?", str(text).strip())
    return (int(match[2]) - 1) * 3 + int(match[1]) - 1 if match else NOBODY


def square_read(text: str) -> int:
    """The same, but refuses what is no square (TTE-1)."""
    square = square_named(text)
    if square == NOBODY:
        named = text.strip() or "without a name"
        raise Unreadable(
            f"There is no square {named}: write its column and row, 1 to 3, like 2,3.", 1
        )
    return square


def number_read(text: str, most: int, allowed: str, rule: int) -> int:
    """A small number, or a refusal that says what is allowed."""
    if not re.fullmatch(r"[0-9]", text) or int(text) > most:
        raise Unreadable(f"{allowed}, not {text or 'nothing'}.", rule)
    return int(text)


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read a decision: "contest 2,3", "bid 3", "bid R", "take 1", "reroll 2", "mark own", "mark
    theirs", "keep", "recharge", "relinquish 1,1" or "relinquish 1,1 retrieve 2,2"."""
    words = " ".join(text.lower().split())
    verb, _, rest = words.partition(" ")
    if verb == "contest":
        return [CONTEST + square_read(rest)]
    if verb == "relinquish":
        given, retrieve, retrieved = rest.partition("retrieve")
        second = 1 + square_read(retrieved) if retrieve else 0
        return [RELINQUISH + square_read(given) * RETRIEVALS + second]
    if verb == "bid":
        allowed = f"A bid is 0 to {rules.max_bid}, or R, which is 0"
        return [BID + number_read("0" if rest == "r" else rest, HIGHEST_BID, allowed, 12)]
    if verb == "take":
        return [TAKE + number_read(rest, 1, "Take 1 die or 0", 14)]
    if verb == "reroll":
        return [AGAIN + number_read(rest, HIGHEST_BID, "Say how many Rs are re-rolled", 4)]
    if words in MARKINGS:
        return [MARK + MARKINGS.index(words)]
    if words == "recharge":
        return [RECHARGING]
    if words == "pass":
        raise Unreadable("Nobody may pass.", RULING + 20)
    raise Unreadable("On a turn contest a square, recharge or relinquish a square.", 10)


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a decision or of the roll of a die."""
    if to_act(rules, state) == CHANCE:
        return write_side(state, move)
    if move < RECHARGING:
        return f"contest {name(move)}"
    if move == RECHARGING:
        return "recharge"
    if move < BID:
        square, second = divmod(move - RELINQUISH, RETRIEVALS)
        return f"relinquish {name(square)}" + (f" retrieve {name(second - 1)}" if second else "")
    if move < TAKE:
        return f"bid {move - BID}"
    if move < AGAIN:
        return f"take {move - TAKE}"
    return f"reroll {move - AGAIN}" if move < MARK else MARKINGS[move - MARK]


def write_side(state: State, side: int) -> str:
    """What this side of the die to be rolled shows."""
    if state.phase in (COLUMN, ROW):
        return str(GREEN_DIE[side])
    if state.phase in (RECHARGE, RECHARGE_AGAIN):
        return "R" if side == ELEVENTH_R else str(side)
    if side == R_SIDE:
        return "R"
    owner = roller(state)
    return SIGNS[owner if side < OWN_SIDES else 1 - owner]


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the squares concerned."""
    player = state.actor
    if rule in (4, 10, 12, 14, 17):
        return f"{{{player}}} {demand(rules, state)}, not {write(rules, state, move)}.", ()
    if rule == 13:
        return f"{{{player}}} contests the square and has to bid at least one die.", ()
    if rule == RULING + 5:
        return f"{{{player}}} has {dice(state.pool[player])} in the pool, not {move - BID}.", ()
    if rule == RULING + 6:
        return f"{{{player}}} has no dice in the pool to bid.", ()
    if rule == RULING + 16:
        return f"{{{player}}} holds {name(move)} already.", (name(move),)
    if rule == RULING + 20:
        return f"{{{player}}} has no dice in the discard to recharge.", ()
    square, second = divmod(move - RELINQUISH, RETRIEVALS)
    here, there = name(square), name(second - 1)
    if rule == 25:
        return f"{here} shows no mark of {{{player}}}.", (here,)
    if state.owners[square] == player:
        return f"The die on {here} is {{{player}}}'s own, so no other is taken back.", (here, there)
    return f"On {there} no die of {{{player}}} marks for {{{1 - player}}}.", (here, there)


def demand(rules: Parameters, state: State) -> str:
    """What the actor has to decide."""
    if state.phase == TURN:
        return "contests a square, recharges or relinquishes a square"
    if state.phase == BIDDING:
        return f"bids 0 to {rules.max_bid} dice"
    if state.phase == FREE:
        return "recharges one die or none, take 1 or take 0"
    if state.phase == DECIDE:
        return f"re-rolls up to {dice(state.undecided[state.actor])} that show R"
    possible = [die for die in range(3) if can_mark(rules, state, die)]
    return f"marks {name(state.square)}: {' or '.join(MARKINGS[die] for die in possible)}"


def dice(count: int) -> str:
    """So many dice, in words."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return f"{words[count] if count < len(words) else count} {'die' if count == 1 else 'dice'}"


def ending(rules: Parameters, state: State) -> str:
    """How the game ended."""
    if state.rule == RULING + 24:
        return f"Both players have taken {state.turn // 2} turns."
    lines = windows(3, 3, 3)
    line = next(
        line for line in lines if {state.marks[square] for square in line} == {state.winner}
    )
    return f"{SIGNS[state.winner]} stands on {' and '.join(map(name, line))}."


def text_board(rules: Parameters, state: State) -> str:
    """The squares, X(O) for an X on a die of O; the dice of both players; what is going on."""
    lines = ["      1      2      3"]
    for row in range(3):
        marks = [mark_text(state, square) for square in range(3 * row, 3 * row + 3)]
        lines.append(f"{row + 1}  |{'|'.join(f' {mark:<4} ' for mark in marks)}|")
    for player, sign in enumerate(SIGNS):
        stocks = (
            f"{sign} ({{{player}}}): pool {state.pool[player]}, discard {state.discard[player]}"
        )
        lines.append(stocks + bid_text(state, player))
    if state.winner == ONGOING:
        lines.append(situation(state))
    return "\n".join(lines)


def mark_text(state: State, square: int) -> str:
    """The mark on a square, with the die's owner where that is another."""
    holder, owner = state.marks[square], state.owners[square]
    if holder == NOBODY:
        return ""
    return f" {SIGNS[holder]}" if holder == owner else f"{SIGNS[holder]}({SIGNS[owner]})"


def bid_text(state: State, player: int) -> str:
    """A player's bid and dice, where a square is contested."""
    if state.phase not in (BIDDING, FREE, ROLL, DECIDE, REROLL, MARKING):
        return ""
    if state.bids[player] == UNSET:
        return ", bid ?" if player < state.actor else ""
    seen = "" if state.phase in (BIDDING, FREE) else " ".join(faces(state, player))
    return f", bid {state.bids[player]}" + (f": {seen}" if seen else "")


def faces(state: State, owner: int) -> list[str]:
    """What the rolled dice of a player show, and which went back or are to be rolled again."""
    seen = [SIGNS[owner]] * state.shown[2 * owner + owner]
    seen += [SIGNS[1 - owner]] * state.shown[2 * owner + 1 - owner]
    seen += ["R"] * state.undecided[owner] + [WAITING] * state.again[owner]
    return seen + [RETURNED] * (state.bids[owner] - state.unrolled[owner] - len(seen))


def situation(state: State) -> str:
    """What is going on, in a line."""
    if state.phase == TURN:
        return f"{{{state.player}}} to move"
    if state.phase in (RECHARGE, RECHARGE_AGAIN):
        return f"{{{state.player}}} recharges"
    if state.phase == COLUMN:
        return "Green die"
    if state.phase == ROW:
        return f"Green die: column {state.square + 1}"
    return f"Contest of {name(state.square)}"
