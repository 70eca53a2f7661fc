"""Tic-Tac-Toe Evolved, as people write and read it: notation, explanations and the board as text."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from gamekit.contract import CHANCE, ONGOING, Unreadable, decisive
from gamekit.games.tic_tac_toe_evolved.contest import has_three, highest_bid, lowest_bid, roller
from gamekit.games.tic_tac_toe_evolved.rules import legal_moves, to_act
from gamekit.games.tic_tac_toe_evolved.state import (
    BEYOND_POOL,
    BID,
    BIDDING,
    CANNOT_MARK,
    CANNOT_RETRIEVE,
    COLUMN,
    CONTEST,
    DECIDING,
    ELEVENTH_R,
    EMPTY_DISCARD,
    EMPTY_POOL,
    GREEN_DIE,
    HIGHEST_BID,
    MARK,
    MARKING,
    MOVES,
    MUST_BID,
    NO_PASSING,
    NOBODY,
    NOT_A_BID,
    NOT_A_SQUARE,
    NOT_A_TURN,
    NOT_HELD,
    ONE_OR_NONE,
    OWN_DIE,
    OWN_SIDES,
    OWN_SQUARE,
    R_SIDE,
    RECHARGE,
    RECHARGING,
    RECHARGING_AGAIN,
    RELINQUISH,
    REROLL,
    REROLLING,
    ROLLING,
    ROW,
    SAME_DIE,
    SIZE,
    SQUARES,
    TAKE,
    TAKING,
    THEIR_DIE,
    TOO_MANY_RS,
    TURN,
    TURN_LIMIT,
    UNSET,
    Parameters,
    State,
    code_of,
    gift_of,
    index_of_gift,
    meaning_of,
)

SIGNS = "XO"  # of players 0 and 1 (TTE-Q30)
MARKINGS = {"mark own": OWN_DIE, "mark theirs": THEIR_DIE, "keep": SAME_DIE}
COUNTED = {"bid": (BID, HIGHEST_BID), "take": (TAKE, 1), "reroll": (REROLL, HIGHEST_BID)}
# The rule that says what a player decides in each phase.
ASKED_BY = {
    TURN: NOT_A_TURN,
    BIDDING: NOT_A_BID,
    TAKING: ONE_OR_NONE,
    DECIDING: TOO_MANY_RS,
    MARKING: CANNOT_MARK,
}
RETURNED, WAITING = "ret", "reroll"  # dice beside those that show X, O or R


def name(square: int) -> str:
    """The name of a square, its column first."""
    return f"{square % SIZE + 1},{square // SIZE + 1}"


def square_named(text: object) -> int:
    """The square with this name, or NOBODY where no square has it."""
    match = re.fullmatch(r"\(?\s*([1-3])(?:\s*,\s*|\s+)([1-3])\s*\)?", str(text).strip())
    return (int(match[2]) - 1) * SIZE + int(match[1]) - 1 if match else NOBODY


def square_read(text: str) -> int:
    """The same, but refuses what is not a square (TTE-1)."""
    square = square_named(text)
    if square == NOBODY:
        missing = f"There is no square {text.strip()}" if text.strip() else "That names no square"
        raise Unreadable(
            f"{missing}: write its column and row, 1 to {SIZE}, like 2,3.", NOT_A_SQUARE
        )
    return square


# --- notation ----------------------------------------------------------------------------------


def read(rules: Parameters, state: State, text: str) -> list[int]:
    """Read a decision: "contest 2,3", "bid 3", "bid R", "take 1", "reroll 2", "mark own", "mark
    theirs", "keep", "recharge", "relinquish 1,1" or "relinquish 1,1 retrieve 2,2"."""
    words = " ".join(text.lower().split())
    try:
        return [decision(words)]
    except Unreadable as problem:
        if problem.rule and state.phase == TURN:
            raise
    if words == "pass" and state.phase == TURN:
        raise Unreadable(f"Nobody may pass. {asked(rules, state)}.", NO_PASSING)
    raise Unreadable(f"{asked(rules, state)}.", ASKED_BY.get(state.phase, 0))


def decision(words: str) -> int:
    """The decision in these words, in whichever phase it belongs to."""
    verb, _, rest = words.partition(" ")
    if verb == "contest":
        return code_of(CONTEST, square_read(rest))
    if verb == "relinquish":
        given, retrieve, other = rest.partition("retrieve")
        square = square_read(given)
        retrieved = square_read(other) if retrieve else NOBODY
        return code_of(RELINQUISH, index_of_gift(square, retrieved))
    if words == "bid r":
        return code_of(BID, 0)  # TTE-Q7
    if verb in COUNTED and re.fullmatch("[0-9]", rest):
        kind, most = COUNTED[verb]
        if int(rest) <= most:
            return code_of(kind, int(rest))
    if words in MARKINGS:
        return code_of(MARK, MARKINGS[words])
    if words == "recharge":
        return code_of(RECHARGE, 0)
    raise Unreadable("This is no decision.")


def write(rules: Parameters, state: State, move: int) -> str:
    """The notation of a decision or of the roll of a die."""
    if to_act(rules, state) == CHANCE:
        return write_side(state, move)
    kind, index = meaning_of(move)
    if kind == CONTEST:
        return f"contest {name(index)}"
    if kind == RECHARGE:
        return "recharge"
    if kind == RELINQUISH:
        square, retrieved = gift_of(index)
        also = "" if retrieved == NOBODY else f" retrieve {name(retrieved)}"
        return f"relinquish {name(square)}{also}"
    if kind == MARK:
        return list(MARKINGS)[index]
    verb = {BID: "bid", TAKE: "take", REROLL: "reroll"}[kind]
    return f"{verb} {index}"


def write_side(state: State, side: int) -> str:
    """What this side of the die to be rolled shows."""
    if state.phase in (COLUMN, ROW):
        return str(GREEN_DIE[side])
    if state.phase in (RECHARGING, RECHARGING_AGAIN):
        return "R" if side == ELEVENTH_R else str(side)
    if side == R_SIDE:
        return "R"
    owner = roller(state)
    return SIGNS[owner if side < OWN_SIDES else 1 - owner]


# --- explanations ------------------------------------------------------------------------------


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why the rule forbids this move, and the squares concerned."""
    player = f"{{{state.actor}}}"
    kind, index = meaning_of(move)
    if rule == MUST_BID:
        return f"{player} contests the square and has to bid at least one die.", ()
    if rule == BEYOND_POOL:
        return (
            f"{player} has {dice(state.pool[state.actor])} in the pool, so a bid of {index} is too many.",
            (),
        )
    if rule == EMPTY_POOL:
        return f"{player} has no dice in the pool, so cannot contest a square.", ()
    if rule == OWN_SQUARE:
        here = name(index)
        return f"{player} holds {here} already; only other squares may be contested.", (here,)
    if rule == EMPTY_DISCARD:
        return f"{player} has no dice in the discard to recharge.", ()
    if rule in (NOT_HELD, CANNOT_RETRIEVE):
        return why_no_gift_in_words(state, index, rule)
    if rule == CANNOT_MARK and kind == MARK:
        return f"{why_no_mark(state, index)}; {asked(rules, state)}.", ()
    return f'{asked(rules, state)}, not "{write(rules, state, move)}".', ()


def why_no_mark(state: State, die: int) -> str:
    """Why the winner of a square does not mark it with this die."""
    player, other = f"{{{state.actor}}}", f"{{{1 - state.actor}}}"
    if die == SAME_DIE:
        return f"{player} did not hold {name(state.square)}, so there is no die to keep"
    return f"None of {player if die == OWN_DIE else other}'s dice shows {player}'s mark"


def why_no_gift_in_words(state: State, index: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Why a square is not given up, or the die of another not retrieved."""
    player, other = f"{{{state.actor}}}", f"{{{1 - state.actor}}}"
    square, retrieved = gift_of(index)
    here, there = name(square), name(retrieved)
    if rule == NOT_HELD:
        return f"{here} does not show {player}'s mark, so {player} cannot give it up.", (here,)
    if state.owners[square] == state.actor:
        why = f"only with a die of {other}'s that is given back may one be retrieved"
        return f"The die on {here} is {player}'s own; {why}.", (here, there)
    return f"No die of {player}'s on {there} shows {other}'s mark.", (here, there)


def asked(rules: Parameters, state: State) -> str:
    """What the actor has to decide, and how that is written."""
    shown = state.undecided[state.actor]
    decides = {
        TURN: "contests a square, recharges or relinquishes a square",
        BIDDING: possible_bids(rules, state),
        TAKING: "has bid nothing and may recharge one die",
        DECIDING: f"may re-roll {'the die' if shown == 1 else f'up to {dice(shown)}'} showing R",
        MARKING: f"has won {name(state.square)} and chooses its die",
    }
    if state.phase not in decides:
        return "A die is rolled first"
    return f"{{{state.actor}}} {decides[state.phase]}: write {possible_words(rules, state)}"


def possible_bids(rules: Parameters, state: State) -> str:
    """How many dice the actor may bid, and why not more where the pool is small."""
    least, most = (bid(rules, state, state.actor) for bid in (lowest_bid, highest_bid))
    if most == 0:
        return "has no dice in the pool and bids 0"
    count = dice(most)
    if least < most:
        count = f"{least} {'or' if most - least == 1 else 'to'} {most} dice"
    return f"bids {count}, as the pool has no more" if most < rules.max_bid else f"bids {count}"


def possible_words(rules: Parameters, state: State) -> str:
    """What the actor may write: one example of each kind of turn, or all else there is."""
    moves = [0] * MOVES
    del moves[legal_moves(rules, state, moves) :]
    example = "for example " if state.phase == TURN else ""
    if state.phase == TURN:
        moves = list({meaning_of(move)[0]: move for move in reversed(moves)}.values())[::-1]
    said = [f'"{write(rules, state, move)}"' for move in moves]
    if state.phase in (BIDDING, DECIDING) and len(said) > 2:
        return f"{said[0]} to {said[-1]}"
    first = ", ".join(said[:-1])
    return example + (f"{first} or {said[-1]}" if first else said[-1])


def dice(count: int) -> str:
    """A number of dice, in words."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return f"{words[count] if count < len(words) else count} {'die' if count == 1 else 'dice'}"


def winning_cells(rules: Parameters, state: State) -> tuple[str, ...]:
    """The squares that won, whatever `has_three` asks of them."""
    if state.winner not in (0, 1):
        return ()
    held = [square for square in range(SQUARES) if state.marks[square] != NOBODY]

    def wins(kept: AbstractSet[int]) -> bool:
        alone = state.copy()
        for square in held:
            if square not in kept:
                alone.marks[square] = alone.owners[square] = NOBODY
        return has_three(alone, state.winner)

    return tuple(name(square) for square in decisive(held, wins))


def ending(rules: Parameters, state: State) -> str:
    """How the game ended."""
    if state.rule == TURN_LIMIT:
        return f"Both players have taken {state.turn // 2} turns."
    cells = winning_cells(rules, state)
    if not cells:  # a variant may ask for no mark at all
        return f"{SIGNS[state.winner]} has what it takes."
    return f"{SIGNS[state.winner]} stands on {' and '.join(cells)}."


# --- the board ---------------------------------------------------------------------------------


def text_board(rules: Parameters, state: State) -> str:
    """The squares, X(O) for an X on a die of O; the dice of both players; what is going on."""
    lines = ["".join(f"{column + 1:>7}" for column in range(SIZE))]
    for row in range(SIZE):
        first = SIZE * row
        marks = [mark_text(state, square) for square in range(first, first + SIZE)]
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
    if state.phase not in (BIDDING, TAKING, ROLLING, DECIDING, REROLLING, MARKING):
        return ""
    if state.bids[player] == UNSET:
        return ", bid ?" if player < state.actor else ""
    seen = "" if state.phase in (BIDDING, TAKING) else " ".join(faces(state, player))
    return f", bid {state.bids[player]}" + (f": {seen}" if seen and state.winner == ONGOING else "")


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
    if state.phase in (RECHARGING, RECHARGING_AGAIN):
        return f"{{{state.player}}} recharges"
    if state.phase == COLUMN:
        return "Green die"
    if state.phase == ROW:
        return f"Green die: column {state.square + 1}"
    return f"Contest of {name(state.square)}"
