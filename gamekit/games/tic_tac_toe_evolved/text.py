"""Tic-Tac-Toe Evolved, as people write and read it: notation, explanations, the board as text, and positions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from gamekit.contract import (
    CHANCE,
    ONGOING,
    Position,
    PositionFields,
    Unreadable,
    decisive,
    number_in_words,
    shown,
)
from gamekit.games.tic_tac_toe_evolved.rules import (
    GREEN,
    apply,
    begin_turn,
    contest,
    end_turn,
    go_on,
    has_three,
    highest_bid,
    is_green,
    judge_lines,
    judge_turns,
    legal_moves,
    lowest_bid,
    marks_of,
    offer_free_die,
    roll,
    roller,
    slots,
    taker,
    to_act,
    why_illegal,
)
from gamekit.games.tic_tac_toe_evolved.state import (
    AFTER_CONTEST,
    ALWAYS_REROLL,
    AT_REVEAL,
    BEYOND_POOL,
    BID,
    BIDDING,
    CANNOT_MARK,
    CANNOT_RETRIEVE,
    CHOOSE,
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
    TURN_OVER,
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
DECIDED_BY = {
    TURN: NOT_A_TURN,
    BIDDING: NOT_A_BID,
    TAKING: ONE_OR_NONE,
    DECIDING: TOO_MANY_RS,
    MARKING: CANNOT_MARK,
}
ROW_WORDS, COLUMN_WORDS = ("top", "middle", "bottom"), ("left", "middle", "right")
SQUARE = re.compile(r"(?:square )?\b([1-3]),([1-3])\b")  # as moves and sentences name one
VERBS = {"contest": "contests", "bid": "bids"}
PHRASES = {
    "?": ("bids in secret", ""),
    "recharge": ("recharges", ""),
    "take 0": ("recharges nothing", ""),
    "take 1": ("recharges one die", ""),
    "reroll 0": ("puts every R back", ""),
    "mark own": ("marks it with a die of their own", ""),
    "mark theirs": ("marks it with the opponent's die", ""),
    "keep": ("keeps the die there", ""),
}
RETURNED, WAITING = "ret", "reroll"  # words for dice that do not show X, O or R
CONTESTED = (BIDDING, ROLLING, DECIDING, REROLLING)  # phases in which the score may still change


def name(square: int) -> str:
    """Return the name of a square, its column first."""
    return f"{square % SIZE + 1},{square // SIZE + 1}"


def square_named(text: object) -> int:
    """Return the square with this name, or NOBODY where no square has it."""
    match = re.fullmatch(r"\(?\s*([1-3])(?:\s*,\s*|\s+)([1-3])\s*\)?", str(text).strip())
    return (int(match[2]) - 1) * SIZE + int(match[1]) - 1 if match else NOBODY


def square_read(text: str) -> int:
    """Return the square with this name. Refuse anything that is not a square (TTE-1)."""
    square = square_named(text)
    if square == NOBODY:
        missing = f"There is no square {text.strip()}" if text.strip() else "That names no square"
        raise Unreadable(
            f"{missing}: write its column and row, 1 to {SIZE}, like 2,3.", NOT_A_SQUARE
        )
    return square


# --- notation ------------------------------------------------------------------------------------


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
        raise Unreadable(f"Nobody may pass. {what_to_decide(rules, state)}.", NO_PASSING)
    raise Unreadable(f"{what_to_decide(rules, state)}.", DECIDED_BY.get(state.phase, 0))


def decision(words: str) -> int:
    """Return the decision in these words, in whichever phase it belongs to."""
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
    """Return the notation of a decision or of the roll of a die."""
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
    """Return what this side of the die to be rolled shows."""
    if state.phase in (COLUMN, ROW):
        return str(GREEN_DIE[side])
    if state.phase in (RECHARGING, RECHARGING_AGAIN):
        return "R" if side == ELEVENTH_R else str(side)
    if side == R_SIDE:
        return "R"
    owner = roller(state)
    return SIGNS[owner if side < OWN_SIDES else 1 - owner]


def phrases(moves: Sequence[str], rolled: str | None) -> Iterator[tuple[str, str]]:
    """Say what the moves of a turn did: "contests", "the middle left"."""
    return map(phrase, moves)


def phrase(move: str) -> tuple[str, str]:
    """Return the verb and the rest for one move."""
    match move.split():
        case [("contest" | "bid") as verb, what]:
            return VERBS[verb], with_places(what)
        case ["reroll", count] if move not in PHRASES:
            return "rolls", f"{count} R again"
        case ["relinquish", square]:
            return "gives up", with_places(square)
        case ["relinquish", square, "retrieve", taken]:
            return "gives up", with_places(f"{square} for the die on {taken}")
    return PHRASES.get(move, ("plays", move))


def place(square: int) -> str:
    """Return where a square is: "the top left", "the middle"."""
    row, column = divmod(square, SIZE)
    return f"the {ROW_WORDS[row]} {COLUMN_WORDS[column]}".replace("middle middle", "middle")


def with_places(text: str) -> str:
    """Return a text that says where squares are, instead of "square 1,1" or "1,1"."""
    return SQUARE.sub(lambda found: place(square_named(f"{found[1]},{found[2]}")), text)


# --- explanations --------------------------------------------------------------------------------


def explain(rules: Parameters, state: State, move: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Return why the rule forbids this move, and the squares concerned."""
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
        return f"{why_no_mark(state, index)}; {what_to_decide(rules, state)}.", ()
    return f'{what_to_decide(rules, state)}, not "{write(rules, state, move)}".', ()


def why_no_mark(state: State, die: int) -> str:
    """Return why the winner of a square does not mark it with this die."""
    player, other = f"{{{state.actor}}}", f"{{{1 - state.actor}}}"
    if die == SAME_DIE:
        return f"{player} did not hold {name(state.square)}, so there is no die to keep"
    return f"None of {player if die == OWN_DIE else other}'s dice shows {player}'s mark"


def why_no_gift_in_words(state: State, index: int, rule: int) -> tuple[str, tuple[str, ...]]:
    """Return why the player may not give up a square, or retrieve the die of another."""
    player, other = f"{{{state.actor}}}", f"{{{1 - state.actor}}}"
    square, retrieved = gift_of(index)
    here, there = name(square), name(retrieved)
    if rule == NOT_HELD:
        return f"{here} does not show {player}'s mark, so {player} cannot give it up.", (here,)
    if state.owners[square] == state.actor:
        why = f"only with a die of {other}'s that is given back may one be retrieved"
        return f"The die on {here} is {player}'s own; {why}.", (here, there)
    return f"No die of {player}'s on {there} shows {other}'s mark.", (here, there)


def what_to_decide(rules: Parameters, state: State) -> str:
    """Return what the actor has to decide, and how that is written."""
    waiting = state.undecided[state.actor]
    decides = {
        TURN: "contests a square, recharges or relinquishes a square",
        BIDDING: possible_bids(rules, state),
        TAKING: "has bid nothing and may recharge one die",
        DECIDING: f"may re-roll {'the die' if waiting == 1 else f'up to {dice(waiting)}'} showing R",
        MARKING: f"has won {name(state.square)} and chooses its die",
    }
    if state.phase not in decides:
        return "A die is rolled first"
    return f"{{{state.actor}}} {decides[state.phase]}: write {possible_words(rules, state)}"


def possible_bids(rules: Parameters, state: State) -> str:
    """Return how many dice the actor may bid, and why not more where the pool is small."""
    least, most = (bid(rules, state, state.actor) for bid in (lowest_bid, highest_bid))
    if most == 0:
        return "has no dice in the pool and bids 0"
    count = dice(most)
    if least < most:
        count = f"{least} {'or' if most - least == 1 else 'to'} {most} dice"
    return f"bids {count}, as the pool has no more" if most < rules.max_bid else f"bids {count}"


def possible_words(rules: Parameters, state: State) -> str:
    """Return what the actor may write: an example of each kind of turn, or every other decision there is."""
    moves = [0] * MOVES
    del moves[legal_moves(rules, state, moves) :]
    example = "for example " if state.phase == TURN else ""
    if state.phase == TURN:
        moves = list({meaning_of(move)[0]: move for move in reversed(moves)}.values())[::-1]
    *others, last = [f'"{write(rules, state, move)}"' for move in moves]
    if state.phase in (BIDDING, DECIDING) and len(others) > 1:
        return f"{others[0]} to {last}"
    return example + (f"{', '.join(others)} or {last}" if others else last)


def dice(count: int) -> str:
    """Return a number of dice, in words."""
    return f"{number_in_words(count, 'no')} {'die' if count == 1 else 'dice'}"


# --- how a contest ended, and the game -----------------------------------------------------------


def tell(rules: Parameters, state: State, move: int, written: str) -> tuple[str, str]:
    """Return the notation, and what the last throw decides: how a contest ended (TTE-16, TTE-20) or how many
    dice a recharge brings back (TTE-24).
    """
    text = write(rules, state, move)
    after = state.copy()
    apply(rules, after, move)
    if state.phase in (RECHARGING, RECHARGING_AGAIN) and after.phase != RECHARGING_AGAIN:
        back = dice(after.pool[state.player] - state.pool[state.player])
        return text, f"{back.capitalize()} {'comes' if back == 'one die' else 'come'} back."
    # A free die is recharged before the throw. A win leaves the phase as it is.
    is_before_throw = state.phase == BIDDING and after.phase == TAKING
    goes_on = after.phase in CONTESTED and after.winner == ONGOING
    if state.phase not in CONTESTED or goes_on or is_before_throw:
        return text, ""
    thrown = state.copy()
    if state.phase in (ROLLING, REROLLING):
        roll(rules, thrown, move)
    score = [marks_of(thrown, player) for player in range(2)]
    square = name(state.square)
    if score[0] == score[1]:
        outcome = f"a tie, so {square} is empty"
    else:
        winner = int(score[1] > score[0])
        verb = "keeps" if state.marks[state.square] == winner else "takes"
        outcome = f"{{{winner}}} {verb} {square}"
    return text, f"X {score[0]}, O {score[1]}: {outcome}."


def winning_cells(rules: Parameters, state: State) -> tuple[str, ...]:
    """Return the squares that won, whatever `has_three` asks of them."""
    if state.winner not in (0, 1):
        return ()
    held = [square for square in range(SQUARES) if state.marks[square] != NOBODY]

    def wins(squares: AbstractSet[int]) -> bool:
        alone = state.copy()
        for square in held:
            if square not in squares:
                alone.marks[square] = alone.owners[square] = NOBODY
        return has_three(alone, state.winner)

    return tuple(name(square) for square in decisive(held, wins))


def ending(rules: Parameters, state: State) -> str:
    """Return how the game ended."""
    if state.rule == TURN_LIMIT:
        return f"Both players have taken {state.turn // 2} turns."
    cells = winning_cells(rules, state)
    if not cells:  # a variant may need no mark to win
        return f"{SIGNS[state.winner]} has what it takes."
    return f"{SIGNS[state.winner]} stands on {' and '.join(cells)}."


# --- the board -----------------------------------------------------------------------------------


def text_board(rules: Parameters, state: State) -> str:
    """Return the squares, X(O) for an X on a die of O; the dice of both players; what is going on."""
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
    """Return the mark on a square, with the die's owner where that is another."""
    holder, owner = state.marks[square], state.owners[square]
    if holder == NOBODY:
        return ""
    return f" {SIGNS[holder]}" if holder == owner else f"{SIGNS[holder]}({SIGNS[owner]})"


def bid_text(state: State, player: int) -> str:
    """Return a player's bid and dice, where a square is contested."""
    if state.phase not in (BIDDING, TAKING, ROLLING, DECIDING, REROLLING, MARKING):
        return ""
    if state.bids[player] == UNSET:
        return ", bid ?" if player < state.actor else ""
    seen = "" if state.phase in (BIDDING, TAKING) else " ".join(faces(state, player))
    return f", bid {state.bids[player]}" + (f": {seen}" if seen and state.winner == ONGOING else "")


def faces(state: State, owner: int) -> list[str]:
    """Return what the rolled dice of a player show, and which went back or are to be rolled again."""
    seen = [SIGNS[owner]] * state.shown[2 * owner + owner]
    seen += [SIGNS[1 - owner]] * state.shown[2 * owner + 1 - owner]
    seen += ["R"] * state.undecided[owner] + [WAITING] * state.again[owner]
    return seen + [RETURNED] * (state.bids[owner] - state.unrolled[owner] - len(seen))


def situation(state: State) -> str:
    """Return what is going on, in a line."""
    if state.phase == TURN:
        return f"{{{state.player}}} to move"
    if state.phase in (RECHARGING, RECHARGING_AGAIN):
        return f"{{{state.player}}} recharges"
    if state.phase == COLUMN:
        return "Green die"
    if state.phase == ROW:
        return f"Green die: column {state.square + 1}"
    return f"Contest of {name(state.square)}"


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """Return the names of the nine squares."""
    return tuple(name(square) for square in range(SQUARES))


def played_on(rules: Parameters, state: State, move: int) -> tuple[str, ...]:
    """Return the square of a contest, or those that a player relinquishes and takes a die back from."""
    kind, index = meaning_of(move)
    squares = gift_of(index) if kind == RELINQUISH else (state.square,) if kind == BID else ()
    return tuple(name(square) for square in squares if square != NOBODY)


# --- positions -----------------------------------------------------------------------------------


FIELDS = PositionFields(
    board=(
        "the mark on each held square, and whose die it is",
        {"2,3": {"mark": "X", "owner": "O"}},
    ),
    pool=("dice in each pool, those that are bid included", {"X": 6, "O": 6}),
    discard=("dice in each discard: by default all that are not mentioned", {"X": 4, "O": 4}),
    slot=("place in the order of turns, green turns included", 0),
    turn=("turns taken by both players together", 7),
    phase=("what is going on in the turn", "bid"),
    column=("in a green turn, the column that was rolled while the row is not", 2),
    square=("the square that is contested", "2,2"),
    bids=("the bids made for it", {"X": 2, "O": "R"}),
    dice=("what the dice rolled so far show", {"X": ["X", "R"], "O": ["ret"]}),
)
DIE = PositionFields(mark=("whose mark it shows", "X"), owner=("whose die it is", "O"))
# How positions write the phases, in the order of their numbers.
PHASES = (
    "turn", "column", "row", "bid", "take", "roll", "decide", "reroll", "mark", "recharge",
    "recharge again",
)  # fmt: skip


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up a position: the board, the dice, whose turn it is, and what is going on."""
    given = FIELDS.read(fields)
    set_board(state, given)
    set_pools(rules, state, given)
    state.slot = given.whole("slot", 0, slots(rules) - 1, 0)
    players = [taker(rules, slot) != GREEN for slot in range(slots(rules))]
    taken = sum(players[: state.slot])
    state.turn = given.whole("turn", 0, 10_000, taken)
    if state.turn % sum(players) != taken % sum(players):
        given.refuse(f"{state.turn} turns do not lead to slot {state.slot}.")
    begin_turn(rules, state)
    judge_turns(rules, state)
    for player in range(2):
        judge_lines(state, player)
    if all(has_three(state, player) for player in range(2)):
        given.refuse("both have three in a row; no square completes lines of both (TTE-Q22).")
    if state.winner == ONGOING:
        set_phase(rules, state, given)


def set_board(state: State, given: Position) -> None:
    """Put dice on the squares."""
    for square, fields in given.cells("board", square_read).items():
        die = DIE.read(fields, f"what {name(square)} holds")
        for what, players in (("mark", state.marks), ("owner", state.owners)):
            sign = die.raw(what) if what in die else die.raw("mark")
            players[square] = given.player(f"the {what} on {name(square)}", sign, SIGNS)


def pair(given: Position, key: str) -> list[object]:
    """Return what a field such as {"X": 6, "O": 6} gives each player, or None."""
    values: list[object] = [None, None]
    for sign, value in given.mapping(key).items():
        values[given.player(f"a player of {key}", sign, SIGNS)] = value
    return values


def set_pools(rules: Parameters, state: State, given: Position) -> None:
    """Divide the dice that are not on the board between the pools."""
    pools, discards = (pair(given, key) for key in ("pool", "discard"))
    for player, sign in enumerate(SIGNS):
        left = rules.dice - state.owners.count(player)
        pool = left if discards[player] is None else left - stock(rules, given, discards[player])
        if pools[player] is not None:
            pool = stock(rules, given, pools[player])
        elif discards[player] is None:
            pool = min(left, rules.start_pool)
        discard = left - pool
        if discards[player] is not None:
            discard = stock(rules, given, discards[player])
        if pool < 0 or discard < 0 or pool + discard != left:
            given.refuse(
                f"{sign} has {rules.dice - left} of {rules.dice} dice on the board, so pool and "
                f"discard together hold {left}, not {pool} and {discard} (TTE-6)."
            )
        state.pool[player], state.discard[player] = pool, discard


def stock(rules: Parameters, given: Position, value: object) -> int:
    """Return a number of dice."""
    return given.number("a number of dice", value, 0, rules.dice)


def set_phase(rules: Parameters, state: State, given: Position) -> None:
    """Set the phase of the turn from the fields."""
    phase = PHASES[state.phase]
    if "phase" in given:
        phase = given.word("phase", given.raw("phase"), PHASES)
    if "square" in given:
        set_contest(rules, state, given)
    elif phase == PHASES[ROW] and is_green(rules, state):
        state.square = given.whole("column", 1, SIZE, 1) - 1
        state.phase = ROW
    elif phase in (PHASES[RECHARGING], PHASES[RECHARGING_AGAIN]) and state.phase == TURN:
        state.phase = PHASES.index(phase)
    if "phase" in given and phase != PHASES[state.phase]:
        given.refuse(f"the phase would be {PHASES[state.phase]}, not {phase}.")


def set_contest(rules: Parameters, state: State, given: Position) -> None:
    """Set the phase of a contest from its bids and dice."""
    square = given.understood(square_read, given.raw("square"))
    settled = is_settled(rules, given)
    if state.phase == TURN and not settled:
        allow(rules, state, given, code_of(CONTEST, square))
    contest(state, square)
    bids = pair(given, "bids")
    if (bids[0] is None and bids[1] is not None) or (
        any(bid is None for bid in bids) and "dice" in given
    ):
        given.refuse("X bids first, and dice are rolled once both bids are made.")
    for player in range(2):
        state.actor = player
        if bids[player] is None:
            return
        bid = given.number("a bid", 0 if is_r(bids[player]) else bids[player], 0, HIGHEST_BID)
        if not settled:
            allow(rules, state, given, code_of(BID, bid))
        state.bids[player] = bid
    set_dice(rules, state, given)


def is_r(bid: object) -> bool:
    """Is this bid an R, which bids nothing?"""
    return isinstance(bid, str) and bid == "R"


def is_settled(rules: Parameters, given: Position) -> bool:
    """Is the contest over, but for the free die?"""
    return rules.free_recharge_time == AFTER_CONTEST and given.raw("phase") == PHASES[TAKING]


def allow(rules: Parameters, state: State, given: Position, move: int) -> None:
    """Refuse a position that needs an illegal move."""
    rule = why_illegal(rules, state, move)
    if rule:
        given.refuse(explain(rules, state, move, rule)[0].format(*SIGNS))


def set_dice(rules: Parameters, state: State, given: Position) -> None:
    """Lay out the dice rolled so far, and go on from there."""
    for owner, raw in enumerate(pair(given, "dice")):
        rolled = [] if raw is None else raw
        if not isinstance(rolled, list | tuple) or len(rolled) > state.bids[owner]:
            given.refuse(f"{SIGNS[owner]} bids {state.bids[owner]} and has rolled {shown(rolled)}.")
        state.unrolled[owner] = state.bids[owner] - len(rolled)
        for face in rolled:
            word = face if isinstance(face, str) else ""
            if word == "R" and rules.r_policy == CHOOSE:
                state.undecided[owner] += 1
            elif word == WAITING or (word == "R" and rules.r_policy == ALWAYS_REROLL):
                state.again[owner] += 1
            elif word not in ("R", RETURNED):
                state.shown[2 * owner + given.player("a die", face, SIGNS)] += 1
    if is_settled(rules, given):
        state.unrolled[:] = [0, 0]
    state.phase = ROLLING
    is_shown = (
        rules.free_recharge_time == AT_REVEAL and "dice" not in given and "phase" not in given
    )
    if is_shown or given.raw("phase") == PHASES[TAKING]:
        offer_free_die(state)
    if state.phase != TAKING:
        go_on(rules, state)
    if state.phase == TURN_OVER:
        end_turn(rules, state)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """Return the position as fields."""
    held = [square for square in range(SQUARES) if state.marks[square] != NOBODY]
    return FIELDS.write(
        board={
            name(square): {"mark": SIGNS[state.marks[square]], "owner": SIGNS[state.owners[square]]}
            for square in held
        },
        pool=dict(zip(SIGNS, state.pool)),
        discard=dict(zip(SIGNS, state.discard)),
        slot=state.slot,
        turn=state.turn,
        **dump_phase(state),
    )


def dump_phase(state: State) -> dict[str, object]:
    """Return the fields that say what is going on in this turn."""
    if state.winner != ONGOING:
        return {}
    fields: dict[str, object] = {"phase": PHASES[state.phase]}
    if state.phase == ROW:
        fields["column"] = state.square + 1
    elif state.square != NOBODY:
        fields["square"] = name(state.square)
        fields["bids"] = {SIGNS[p]: bid for p, bid in enumerate(state.bids) if bid != UNSET}
    if state.phase in (ROLLING, DECIDING, REROLLING, MARKING):
        fields["dice"] = {SIGNS[owner]: faces(state, owner) for owner in range(2)}
    return fields
