"""Tic-Tac-Toe Evolved, as people write and read it: notation, explanations, positions and the board as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any

from gamekit.boards.grid import has_line, windows
from gamekit.contract import (
    CHANCE,
    ONGOING,
    RULING,
    Scenario,
    Unreadable,
)
from gamekit.games.tic_tac_toe_evolved.rules import (
    AFTER_CONTEST,
    AGAIN,
    ALWAYS_REROLL,
    AT_REVEAL,
    BID,
    BIDDING,
    CHANCE_PHASES,
    CHOOSE,
    COLUMN,
    CONTEST,
    DECIDE,
    ELEVENTH_R,
    FREE,
    GREEN,
    GREEN_DIE,
    HIGHEST_BID,
    MARK,
    MARKING,
    NOBODY,
    OWN_SIDES,
    R_SIDE,
    RECHARGE,
    RECHARGE_AGAIN,
    RECHARGING,
    RELINQUISH,
    REROLL,
    RETRIEVALS,
    ROLL,
    ROW,
    SQUARES,
    TAKE,
    TURN,
    UNSET,
    Parameters,
    State,
    apply,
    begin_turn,
    can_mark,
    contest,
    dice,
    go_on,
    is_green,
    judge_lines,
    judge_turns,
    offer_free_die,
    outcomes,
    roller,
    slots,
    taker,
    to_act,
    why_illegal,
)

PHASES = (
    "turn", "column", "row", "bid", "take", "roll", "decide", "reroll", "mark", "recharge",
    "recharge again",
)  # fmt: skip


def chances(
    rules: Parameters, state: State, see: Callable[[State], Hashable]
) -> dict[Hashable, Fraction]:
    """The chances of what `see` finds in the state once the dice of this turn are rolled.

    Every R is re-rolled, unless `r_policy` returns it. The dice stop where a player has another
    decision to make.
    """
    found: dict[Hashable, Fraction] = {}
    current = {state.values(): (state, Fraction(1))}
    while current:
        following: dict[tuple[Any, ...], tuple[State, Fraction]] = {}
        for before, chance in current.values():
            moves = next_steps(rules, before) if before.slot == state.slot else []
            for move, ways in moves:
                after = before.copy()
                apply(rules, after, move)
                key, share = after.values(), chance * ways / sum(n for _, n in moves)
                following[key] = after, share + (following[key][1] if key in following else 0)
            if not moves:
                found[see(before)] = found.get(see(before), Fraction(0)) + chance
        current = following
    return found


def next_steps(rules: Parameters, state: State) -> list[tuple[int, int]]:
    """What the die to be rolled may show, each with its number of sides; or the one decision that
    `chances` takes for granted."""
    if state.winner == ONGOING and state.phase in CHANCE_PHASES:
        sides = [write_side(state, side) for side in range(outcomes(rules, state))]
        return [(sides.index(face), sides.count(face)) for face in dict.fromkeys(sides)]
    if state.winner == ONGOING and state.phase == DECIDE:
        return [(AGAIN + state.undecided[state.actor], 1)]
    if state.phase == FREE and state.unrolled[0] + state.unrolled[1] > 0:
        return [(TAKE, 1)]  # a recharged die does not take part
    return []


def odds(rules: Parameters, state: State) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that player 0 has the contested square in the end, that it is empty, and that
    player 1 has it. Both bids must be set; for Rs see `chances`."""
    square = state.square

    def holder(after: State) -> int:
        return after.actor if after.phase == MARKING else after.marks[square]

    found = chances(rules, state, holder)
    win, tie, lose = (found.get(player, Fraction(0)) for player in (0, NOBODY, 1))
    return win, tie, lose


SIGNS = "XO"  # of players 0 and 1


MARKINGS = ("mark own", "mark theirs", "keep")


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
        there = f"There is no square {text.strip()}" if text.strip() else "No square is named"
        raise Unreadable(f"{there}: write its column and row, 1 to 3, like 2,3.", 1)
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
    possible = [die for die in range(3) if can_mark(rules, state, state.actor, die)]
    return f"marks {name(state.square)}: {' or '.join(MARKINGS[die] for die in possible)}"


def ending(rules: Parameters, state: State) -> str:
    """How the game ended."""
    if state.rule == RULING + 24:
        return f"Both players have taken {state.turn // 2} turns."
    lines = windows(3, 3, 3)
    line = next(
        line for line in lines if {state.marks[square] for square in line} == {state.winner}
    )
    return f"{SIGNS[state.winner]} stands on {' and '.join(map(name, line))}."


FIELDS = (
    "board", "pool", "discard", "slot", "turn", "phase", "column", "square", "bids", "dice",
)  # fmt: skip


RETURNED, WAITING = "ret", "reroll"  # dice beside those that show X, O or R


BOARD = '{"2,3": {"mark": "X", "owner": "O"}}'


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
    for label, die in (scene.mapping("board", BOARD) if "board" in scene else {}).items():
        square = square_named(label)
        if square == NOBODY:
            scene.refuse(f"there is no square {label!r}; write the board like {BOARD}.")
        if state.owners[square] != NOBODY:
            scene.refuse(f"{name(square)} is named twice.")
        if not isinstance(die, Mapping) or not {"mark"} <= set(die) <= {"mark", "owner"}:
            scene.refuse(f"{name(square)} holds {die!r}; write the board like {BOARD}.")
        state.marks[square] = signed(scene, die["mark"])
        state.owners[square] = signed(scene, die.get("owner", die["mark"]))


def signed(scene: Scenario, sign: object) -> int:
    """The player of a sign, X or O."""
    if sign not in ("X", "O"):
        scene.refuse(f"{sign!r} is no player; write X or O.")
    return SIGNS.index(str(sign))


def pair(scene: Scenario, key: str, shape: str) -> list[object]:
    """What a field such as {"X": 6, "O": 6} gives each player, None where it says nothing."""
    values: list[object] = [None, None]
    for sign, value in (scene.mapping(key, shape) if key in scene else {}).items():
        values[signed(scene, sign)] = value
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
    square = square_named(scene.raw("square"))
    if square == NOBODY:
        scene.refuse(f"there is no square {scene.raw('square')!r}; write it like 2,3.")
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
    for owner, rolled in enumerate(pair(scene, "dice", '{"X": ["X", "R"], "O": ["ret"]}')):
        rolled = [] if rolled is None else rolled
        if not isinstance(rolled, list | tuple) or len(rolled) > state.bids[owner]:
            scene.refuse(f"{SIGNS[owner]} bids {state.bids[owner]} and has rolled {rolled!r}.")
        state.unrolled[owner] = state.bids[owner] - len(rolled)
        for face in rolled:
            if face == "R" and rules.r_policy == CHOOSE:
                state.undecided[owner] += 1
            elif face == WAITING or (face == "R" and rules.r_policy == ALWAYS_REROLL):
                state.again[owner] += 1
            elif face not in ("R", RETURNED):
                state.shown[2 * owner + signed(scene, face)] += 1
    if is_settled(rules, scene):
        state.unrolled[:] = [0, 0]
    shown = rules.free_recharge_time == AT_REVEAL and "dice" not in scene and "phase" not in scene
    free = shown or scene.raw("phase") == PHASES[FREE]
    if not free or not offer_free_die(rules, state):
        go_on(rules, state)


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


def faces(state: State, owner: int) -> list[str]:
    """What the rolled dice of a player show, and which went back or are to be rolled again."""
    seen = [SIGNS[owner]] * state.shown[2 * owner + owner]
    seen += [SIGNS[1 - owner]] * state.shown[2 * owner + 1 - owner]
    seen += ["R"] * state.undecided[owner] + [WAITING] * state.again[owner]
    return seen + [RETURNED] * (state.bids[owner] - state.unrolled[owner] - len(seen))


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
