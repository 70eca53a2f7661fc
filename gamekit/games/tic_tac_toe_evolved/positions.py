"""Positions of Tic-Tac-Toe Evolved, as people write them down."""

from __future__ import annotations

from collections.abc import Mapping

from gamekit.contract import ONGOING, Position, PositionFields, shown
from gamekit.games.tic_tac_toe_evolved.contest import (
    contest,
    go_on,
    has_three,
    judge_lines,
    offer_free_die,
)
from gamekit.games.tic_tac_toe_evolved.rules import why_illegal
from gamekit.games.tic_tac_toe_evolved.state import (
    AFTER_CONTEST,
    ALWAYS_REROLL,
    AT_REVEAL,
    BID,
    CHOOSE,
    CONTEST,
    DECIDING,
    HIGHEST_BID,
    MARKING,
    NOBODY,
    RECHARGING,
    RECHARGING_AGAIN,
    RELINQUISH,
    REROLLING,
    ROLLING,
    ROW,
    SIZE,
    SQUARES,
    TAKING,
    TURN,
    TURN_OVER,
    UNSET,
    Parameters,
    State,
    code_of,
    gift_of,
    meaning_of,
)
from gamekit.games.tic_tac_toe_evolved.text import (
    RETURNED,
    SIGNS,
    WAITING,
    explain,
    faces,
    name,
    square_read,
)
from gamekit.games.tic_tac_toe_evolved.turns import (
    GREEN,
    begin_turn,
    end_turn,
    is_green,
    judge_turns,
    slots,
    taker,
)

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
# The phases as they are written, in the order of their numbers.
PHASES = (
    "turn", "column", "row", "bid", "take", "roll", "decide", "reroll", "mark", "recharge",
    "recharge again",
)  # fmt: skip


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up a position: the board and the dice, whose turn it is, and what is going on in it."""
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
    """What a field such as {"X": 6, "O": 6} gives each player, None where it says nothing."""
    values: list[object] = [None, None]
    for sign, value in given.mapping(key).items():
        values[given.player(f"a player of {key}", sign, SIGNS)] = value
    return values


def set_pools(rules: Parameters, state: State, given: Position) -> None:
    """Share out the dice that are not on the board."""
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
    """A number of dice."""
    return given.number("a number of dice", value, 0, rules.dice)


def set_phase(rules: Parameters, state: State, given: Position) -> None:
    """Put the turn where the fields say it is."""
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
    """Put a contest where its bids and dice say it is."""
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
    """Is this bid the R, for none?"""
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
    """Lay out the dice that are rolled so far and go on from there."""
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
    """The position as fields."""
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
    """The fields that say what is going on in this turn."""
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


def cell_names(rules: Parameters) -> tuple[str, ...]:
    """The names of the nine squares."""
    return tuple(name(square) for square in range(SQUARES))


def played_on(rules: Parameters, state: State, move: int) -> tuple[str, ...]:
    """The square that is bid for; those that a player relinquishes and takes a die back from."""
    kind, index = meaning_of(move)
    squares = gift_of(index) if kind == RELINQUISH else (state.square,) if kind == BID else ()
    return tuple(name(square) for square in squares if square != NOBODY)
