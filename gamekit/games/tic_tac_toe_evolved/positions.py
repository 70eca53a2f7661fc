"""Tic-Tac-Toe Evolved as scenario fields: positions that people write down."""

from __future__ import annotations

from collections.abc import Mapping

from gamekit.boards.grid import has_line
from gamekit.contract import ONGOING, Scenario
from gamekit.games.tic_tac_toe_evolved.contest import (
    AFTER_CONTEST,
    ALWAYS_REROLL,
    AT_REVEAL,
    BID,
    CHOOSE,
    HIGHEST_BID,
    contest,
    go_on,
    judge_lines,
    offer_free_die,
)
from gamekit.games.tic_tac_toe_evolved.rules import (
    CONTEST,
    SQUARES,
    Parameters,
    State,
    why_illegal,
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
    DECIDE,
    FREE,
    GREEN,
    MARKING,
    NOBODY,
    RECHARGE,
    RECHARGE_AGAIN,
    REROLL,
    ROLL,
    ROW,
    TURN,
    TURN_OVER,
    UNSET,
    begin_turn,
    end_turn,
    is_green,
    judge_turns,
    slots,
    taker,
)

FIELDS = (
    "board", "pool", "discard", "slot", "turn", "phase", "column", "square", "bids", "dice",
)  # fmt: skip
BOARD = '{"2,3": {"mark": "X", "owner": "O"}}'
PHASES = (
    "turn", "column", "row", "bid", "take", "roll", "decide", "reroll", "mark", "recharge",
    "recharge again",
)  # fmt: skip


def position(rules: Parameters, state: State, fields: Mapping[str, object]) -> None:
    """Set up `board`, `pool`, `discard`, `slot` (place in the order of turns), `turn` (turns taken
    by both players) and within a turn its `phase`, `column`, `square`, `bids` and `dice`.

    Dice that are not mentioned are in the discard. The pool counts the dice that are bid, too.
    """
    scene = Scenario(fields, FIELDS)
    set_board(state, scene)
    set_pools(rules, state, scene)
    state.slot = scene.whole("slot", 0, slots(rules) - 1, 0)
    players = [taker(rules, slot) != GREEN for slot in range(slots(rules))]
    taken = sum(players[: state.slot])
    state.turn = scene.whole("turn", 0, 10_000, taken)
    if state.turn % sum(players) != taken % sum(players):
        scene.refuse(f"{state.turn} turns do not lead to slot {state.slot}.")
    begin_turn(rules, state)
    judge_turns(rules, state)
    for player in range(2):
        judge_lines(state, player)
    if all(has_line(3, 3, state.marks, player, 3) for player in range(2)):
        scene.refuse("both have three in a row; no square completes two lines (TTE-Q22).")
    if state.winner == ONGOING:
        set_phase(rules, state, scene)


def set_board(state: State, scene: Scenario) -> None:
    """Put dice on the squares."""
    for square, fields in scene.cells("board", BOARD, square_read).items():
        die = Scenario(fields, ("mark", "owner"), f"what {name(square)} holds")
        for what, players in (("mark", state.marks), ("owner", state.owners)):
            sign = die.raw(what) if what in die else die.raw("mark")
            players[square] = scene.player(f"the {what} on {name(square)}", sign, SIGNS)


def pair(scene: Scenario, key: str, shape: str) -> list[object]:
    """What a field such as {"X": 6, "O": 6} gives each player, None where it says nothing."""
    values: list[object] = [None, None]
    for sign, value in scene.mapping(key, shape).items():
        values[scene.player(f"a player of {key}", sign, SIGNS)] = value
    return values


def set_pools(rules: Parameters, state: State, scene: Scenario) -> None:
    """Share out the dice that are not on the board."""
    pools, discards = (pair(scene, key, '{"X": 6, "O": 6}') for key in ("pool", "discard"))
    for player, sign in enumerate(SIGNS):
        left = rules.dice - state.owners.count(player)
        pool = left if discards[player] is None else left - stock(rules, scene, discards[player])
        if pools[player] is not None:
            pool = stock(rules, scene, pools[player])
        elif discards[player] is None:
            pool = min(left, rules.start_pool)
        discard = left - pool
        if discards[player] is not None:
            discard = stock(rules, scene, discards[player])
        if pool < 0 or discard < 0 or pool + discard != left:
            scene.refuse(
                f"{sign} has {rules.dice - left} of {rules.dice} dice on the board, so pool and "
                f"discard hold {left}, not {pool} and {discard} (TTE-6)."
            )
        state.pool[player], state.discard[player] = pool, discard


def stock(rules: Parameters, scene: Scenario, value: object) -> int:
    """A number of dice."""
    return scene.number("a number of dice", value, 0, rules.dice)


def set_phase(rules: Parameters, state: State, scene: Scenario) -> None:
    """Put the turn where the fields say it is."""
    phase = PHASES[state.phase] if scene.raw("phase") is None else scene.raw("phase")
    if phase not in PHASES:
        scene.refuse(f"phase is {phase!r}; it is one of {', '.join(PHASES)}.")
    if "square" in scene:
        set_contest(rules, state, scene)
    elif phase == PHASES[ROW] and is_green(rules, state):
        state.square = scene.whole("column", 1, 3, 1) - 1
        state.phase = ROW
    elif phase in (PHASES[RECHARGE], PHASES[RECHARGE_AGAIN]) and state.phase == TURN:
        state.phase = PHASES.index(str(phase))
    if "phase" in scene and phase != PHASES[state.phase]:
        scene.refuse(f"the phase would be {PHASES[state.phase]}, not {phase}.")


def set_contest(rules: Parameters, state: State, scene: Scenario) -> None:
    """Put a contest where its bids and dice say it is."""
    square = scene.understood(square_read, scene.raw("square"))
    settled = is_settled(rules, scene)
    if state.phase == TURN and not settled:
        allow(rules, state, scene, CONTEST + square)
    contest(state, square)
    bids = pair(scene, "bids", '{"X": 2, "O": "R"}')
    if (bids[0] is None and bids[1] is not None) or (None in bids and "dice" in scene):
        scene.refuse("X bids first, and dice are rolled when both bids are made.")
    for player in range(2):
        state.actor = player
        if bids[player] is None:
            return
        bid = scene.number("a bid", 0 if bids[player] == "R" else bids[player], 0, HIGHEST_BID)
        if not settled:
            allow(rules, state, scene, BID + bid)
        state.bids[player] = bid
    set_dice(rules, state, scene)


def is_settled(rules: Parameters, scene: Scenario) -> bool:
    """Is the contest over, but for the free die?"""
    return rules.free_recharge_time == AFTER_CONTEST and scene.raw("phase") == PHASES[FREE]


def allow(rules: Parameters, state: State, scene: Scenario, move: int) -> None:
    """Refuse a scenario that needs an illegal move."""
    rule = why_illegal(rules, state, move)
    if rule:
        scene.refuse(explain(rules, state, move, rule)[0].format(*SIGNS))


def set_dice(rules: Parameters, state: State, scene: Scenario) -> None:
    """Lay out the dice that are rolled so far and go on from there."""
    for owner, raw in enumerate(pair(scene, "dice", '{"X": ["X", "R"], "O": ["ret"]}')):
        rolled = [] if raw is None else raw
        if not isinstance(rolled, list | tuple) or len(rolled) > state.bids[owner]:
            scene.refuse(f"{SIGNS[owner]} bids {state.bids[owner]} and has rolled {rolled!r}.")
        state.unrolled[owner] = state.bids[owner] - len(rolled)
        for face in rolled:
            if face == "R" and rules.r_policy == CHOOSE:
                state.undecided[owner] += 1
            elif face == WAITING or (face == "R" and rules.r_policy == ALWAYS_REROLL):
                state.again[owner] += 1
            elif face not in ("R", RETURNED):
                state.shown[2 * owner + scene.player("a die", face, SIGNS)] += 1
    if is_settled(rules, scene):
        state.unrolled[:] = [0, 0]
    state.phase = ROLL
    is_shown = (
        rules.free_recharge_time == AT_REVEAL and "dice" not in scene and "phase" not in scene
    )
    if is_shown or scene.raw("phase") == PHASES[FREE]:
        offer_free_die(state)
    if state.phase != FREE:
        go_on(rules, state)
    if state.phase == TURN_OVER:
        end_turn(rules, state)


def dump(rules: Parameters, state: State) -> dict[str, object]:
    """The position as scenario fields."""
    fields: dict[str, object] = {
        "board": {
            name(square): {"mark": SIGNS[state.marks[square]], "owner": SIGNS[state.owners[square]]}
            for square in range(SQUARES)
            if state.marks[square] != NOBODY
        },
        "pool": dict(zip(SIGNS, state.pool)),
        "discard": dict(zip(SIGNS, state.discard)),
        "slot": state.slot,
        "turn": state.turn,
    }
    if state.winner == ONGOING:
        fields["phase"] = PHASES[state.phase]
        if state.phase == ROW:
            fields["column"] = state.square + 1
        elif state.square != NOBODY:
            fields["square"] = name(state.square)
            fields["bids"] = {SIGNS[p]: bid for p, bid in enumerate(state.bids) if bid != UNSET}
        if state.phase in (ROLL, DECIDE, REROLL, MARKING):
            fields["dice"] = {SIGNS[owner]: faces(state, owner) for owner in range(2)}
    return fields
