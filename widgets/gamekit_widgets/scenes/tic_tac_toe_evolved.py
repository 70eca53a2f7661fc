"""Tic-Tac-Toe Evolved: dice on squares, what both players have left, and whose turn comes when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gamekit as gk
from gamekit.games.tic_tac_toe_evolved.state import (
    ALWAYS_REROLL,
    BIDDING,
    DECIDING,
    MARKING,
    NOBODY,
    SIZE,
    SQUARES,
    TAKING,
    TURN,
    UNSET,
)
from gamekit.games.tic_tac_toe_evolved.text import SIGNS, square_named
from gamekit.games.tic_tac_toe_evolved.text import name as square_name
from gamekit.games.tic_tac_toe_evolved.turns import GREEN, STARTER
from gamekit.view import HIDDEN
from gamekit_widgets.scene import (
    CELL,
    Cell,
    Choice,
    Die,
    Emblem,
    Hand,
    Mark,
    Panel,
    Piece,
    Scene,
    Token,
    Way,
    Words,
    in_words,
    nameplate,
)

WIDTH, PAD, EDGE = 400.0, 9.0, 22.0  # of the board, around its parts, and around what is in them
ORDER, STOCK = 44.0, 116.0  # heights: the order of turns, what a player has
BOARD = SIZE * CELL
TOP = PAD + ORDER + STOCK + PAD  # of the squares
LEFT = (WIDTH - BOARD) / 2
AGAIN, BACK = "again ", "back"  # presses: one more die that shows R, and that the rest go back
LABELS = {
    "recharge": "Recharge",
    "take 1": "Recharge one die",
    "take 0": "Recharge none",
    "mark own": "Mark it with your own die",
    "mark theirs": "Mark it with one of theirs",
    "keep": "Leave the die that is there",
    BACK: "Put the rest back",
}


def draw(view: gk.View, hand: Hand) -> Scene:
    """Return the picture of this view."""
    state = view.state
    return Scene(
        name=f"{view.game.title} board",
        says=_in_words(view, state),
        prompt=_prompt(view, state, hand),
        width=WIDTH,
        height=TOP + BOARD + STOCK + 2 * PAD,
        cells=tuple(_cells(view, state, hand)),
        pieces=(
            *_order(view, state),
            *_marks(view, state),
            *_stock(view, state, 0, PAD + ORDER),
            *_stock(view, state, 1, TOP + BOARD + PAD),
            *_contest(view, state, hand),
        ),
        note=_turn(view.rules, state),
        choices=tuple(_choices(view, hand)),
    )


def presses(view: gk.View, move: str) -> Way:
    """A square contests it; one's own square asks what to do; dice are re-rolled one by one."""
    verb, _, rest = move.partition(" ")
    square = rest.partition(" ")[0]
    if verb == "reroll":
        return _rerolls(int(rest), view.state.undecided[view.to_act])
    if verb == "relinquish" or (verb == "contest" and _is_own(view, square)):
        return square, move
    return (square,) if verb == "contest" else (move,)


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """The presses of `presses`, read backwards."""
    last = pressed[-1]
    if last == BACK or last.startswith(AGAIN):
        count = sum(press.startswith(AGAIN) for press in pressed)
        whole = _rerolls(count, view.state.undecided[view.to_act])
        return f"reroll {count}" if pressed == whole else None
    if not _is_square(view, last):
        return last
    return None if _is_own(view, last) else f"contest {last}"


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Contest the square that was pressed."""
    return f"contest {pressed[-1]}" if _is_square(view, pressed[-1]) else pressed[-1]


def _rerolls(count: int, undecided: int) -> tuple[str, ...]:
    again = tuple(f"{AGAIN}{die}" for die in range(1, count + 1))
    return again if count == undecided else (*again, BACK)


def _is_square(view: gk.View, press: str) -> bool:
    return bool(square_named(press) != NOBODY)


def _is_own(view: gk.View, label: str) -> bool:
    """Does the player to move hold this square, and so have more than one thing to do there?"""
    state = view.state
    return bool(state.phase == TURN and state.marks[square_named(label)] == state.player)


def _choices(view: gk.View, hand: Hand) -> Iterator[Choice]:
    """Offer what can be pressed and is not a square, in the order of the moves."""
    names = dict.fromkeys(name for way in hand.ways.values() for name in way)
    for name in sorted(names, key=lambda name: name == BACK):
        is_ready = name in hand.next or name in hand.pressed
        if isinstance(name, str) and is_ready and not _is_square(view, name):
            yield Choice(name, _label(name))


def _label(name: str) -> str:
    if name.startswith(AGAIN):
        return f"Re-roll die {name.removeprefix(AGAIN)}"
    return LABELS.get(name, name.capitalize().replace(" retrieve", ", retrieve"))


# --- squares -----------------------------------------------------------------------------------


def _centre(square: int) -> tuple[float, float]:
    row, column = divmod(square, SIZE)
    return LEFT + (column + 0.5) * CELL, TOP + (row + 0.5) * CELL


def _cells(view: gk.View, state: Any, hand: Hand) -> Iterator[Cell]:
    winning = view.winning_cells()
    for square in range(SQUARES):
        label, holder = square_name(square), state.marks[square]
        is_contested = square == _contested(view, state)
        marks = hand.marks(label, label in winning)
        words = [label, _mark_in_words(view, state, square)]
        words += ["contested"] * is_contested + in_words(marks)
        shown: frozenset[Mark] = marks | {"recent"} if is_contested else marks
        owner = holder if holder != NOBODY else None
        x, y = _centre(square)
        yield Cell(label, x, y, str(square // SIZE), ", ".join(words), owner, shown)


def _contested(view: gk.View, state: Any) -> int:
    """Return the contested square, or NOBODY; while its row is being rolled it is not known."""
    return NOBODY if view.result or state.phase < BIDDING else int(state.square)


def _mark_in_words(view: gk.View, state: Any, square: int) -> str:
    holder, owner = state.marks[square], state.owners[square]
    if holder == NOBODY:
        return "empty"
    locked = f" on a locked die of {SIGNS[owner]}" if owner != holder else ""
    return f"{SIGNS[holder]}{locked}"


def _marks(view: gk.View, state: Any) -> Iterator[Piece]:
    """Draw the die on each square in its owner's colour, and its owner's emblem beside it."""
    for square in range(SQUARES):
        holder, owner = state.marks[square], state.owners[square]
        if holder != NOBODY:
            x, y = _centre(square)
            yield Die(f"mark-{square}", x, y + 6, SIGNS[holder], 0, owner, 58)
            yield Emblem(f"mark-{square}-of", x + 36, y + 36, owner, 15)


# --- the order of turns ------------------------------------------------------------------------


def _order(view: gk.View, state: Any) -> Iterator[Piece]:
    """Draw who takes the turns of a round, and which of them this is."""
    game, rules = view.game, view.rules
    count = game.slots(rules)
    y = PAD + ORDER / 2 - 4
    if not view.result:
        yield Panel("now", _slot(count, state.slot), y, 40, 34)
    yield Words("order", EDGE, y + 6, "Turns", "aside")
    for slot in range(count):
        taker = game.taker(rules, slot)
        if taker == GREEN:
            yield Die(f"slot-{slot}", _slot(count, slot), y, "G", 0, None, 22)
        else:
            player = state.first if taker == STARTER else 1 - state.first
            yield Emblem(f"slot-{slot}", _slot(count, slot), y, player, 20)


def _slot(count: int, slot: int) -> float:
    return WIDTH / 2 + 30 + 46 * (slot - (count - 1) / 2)


# --- what the players have ---------------------------------------------------------------------


def _stock(view: gk.View, state: Any, player: int, top: float) -> Iterator[Piece]:
    """Draw a player's dice: those of the pool, then, faint, those of the discard."""
    name, sign = view.names[player], SIGNS[player]
    pool, discard = state.pool[player], state.discard[player]
    locked = sum(
        owner == player != holder for owner, holder in zip(state.owners, state.marks, strict=True)
    )
    counts = f"pool {pool}, discard {discard}" + (f", locked {locked}" if locked else "")
    yield Panel(f"stock-{player}", WIDTH / 2, top + STOCK / 2, WIDTH - 2 * PAD, STOCK, player)
    yield from nameplate(player, name if name == sign else f"{name}, {sign}", EDGE - 6, top + 21)
    yield Words(f"counts-{player}", WIDTH - EDGE, top + 26, counts, "small")
    step = min(26.0, 330 / max(pool + discard, 1))
    for die in range(pool + discard):
        x = EDGE + 10 + step * die + (14 if die >= pool else 0)
        yield Die(f"stock-{player}-{die}", x, top + 52, "", 0, player, 18, die >= pool)


def _contest(view: gk.View, state: Any, hand: Hand) -> Iterator[Piece]:
    """Draw what both bid for a square and what their dice show; after it, how it went."""
    is_over = _contested(view, state) == NOBODY
    rolls = sum(entry.player == gk.CHANCE for entry in view.history)
    bids, dice = _last_contest(view) if is_over else _this_contest(view, state, hand)
    for player in range(2):
        y = (PAD + ORDER if player == 0 else TOP + BOARD + PAD) + 90
        if not bids[player]:
            continue
        said = f"{'bid' if is_over else 'bids'} {bids[player]}"
        yield Words(f"bid-{player}", EDGE, y + 6, said, "aside")
        if bids[player] == HIDDEN:
            yield Token(f"bid-{player}-cup", EDGE + 84, y, f"cup-{player}", 34)
        for place, face in enumerate(dice[player]):
            x, key = EDGE + 84 + 38 * place, f"bid-{player}-{place}"
            yield Die(key, x, y, face, rolls, player, 32, is_over)


Rolls = tuple[list[str], list[list[str]]]  # for both players the bid, and what the dice show


def _this_contest(view: gk.View, state: Any, hand: Hand) -> Rolls:
    """Return what is bid and rolled so far."""
    chosen = sum(press.startswith(AGAIN) for press in hand.pressed)
    bids = ["" if bid == UNSET else str(bid) for bid in state.bids]
    if state.phase == BIDDING and state.actor == 1 and not bids[0]:
        bids[0] = HIDDEN
    dice = []
    for owner in range(2):
        faces = view.game.faces(state, owner)
        seen = [face for face in faces if len(face) == 1]
        if state.phase == DECIDING and owner == state.actor:
            seen = [face for face in seen if face != "R"]
            seen += ["↻"] * chosen + ["R"] * (state.undecided[owner] - chosen)
        dice.append(seen + ["↻"] * state.again[owner])
    return bids, dice


def _last_contest(view: gk.View) -> Rolls:
    """Read from the history what was bid and rolled for the latest square."""
    entries = list(view.history)
    seconds = [n for n, e in enumerate(entries) if e.player == 1 and e.text.startswith("bid ")]
    if not seconds:
        return ["", ""], [[], []]
    second = seconds[-1]
    first = max(n for n, e in enumerate(entries[:second]) if e.player == 0)
    counts = [int(entries[n].text.removeprefix("bid ")) for n in (first, second)]
    rolled = [e.text for e in entries[second + 1 :] if e.player == gk.CHANCE]
    thrown = [rolled[: counts[0]], rolled[counts[0] : sum(counts)]]
    again = {e.player: int(e.text[7:]) for e in entries[second:] if e.text.startswith("reroll ")}
    place, dice = sum(counts), []
    for owner, faces in enumerate(thrown):
        policy = faces.count("R") if view.rules.r_policy == ALWAYS_REROLL else 0
        count = again.get(owner, policy)
        seen = [*faces, *rolled[place : place + count]]
        place += count
        dice.append([face for face in seen if face != "R"])
    return [str(count) for count in counts], dice


# --- words -------------------------------------------------------------------------------------


def _prompt(view: gk.View, state: Any, hand: Hand) -> str:
    """Say what is to be done."""
    if view.result:
        return view.result.text
    if view.to_act not in (0, 1):
        return "The dice are about to be rolled"
    name = view.names[view.to_act]
    if state.phase == TURN:
        if hand.pressed:
            return f"{name} holds {hand.pressed[0]}: what is to be done there?"
        return f"{name}: contest a square, recharge, or give up a square"
    square = square_name(state.square)
    return {
        BIDDING: f"{name}: bid for {square}",
        TAKING: f"{name} bid nothing: recharge one die?",
        DECIDING: f"{name}: re-roll what shows R, or put it back?",
        MARKING: f"{name} wins {square}: which die marks it?",
    }[state.phase]


def _turn(rules: Any, state: Any) -> str:
    """Number the turn of the player who moves."""
    turn = state.turn // 2 + 1
    return (
        f"Turn {min(turn, rules.turn_cap)} of {rules.turn_cap}"
        if rules.turn_cap
        else f"Turn {turn}"
    )


def _in_words(view: gk.View, state: Any) -> str:
    """Read the whole board: what stands where, and what both have."""
    held = [
        f"{square_name(square)} {_mark_in_words(view, state, square)}"
        for square in range(SQUARES)
        if state.marks[square] != NOBODY
    ]
    stocks = [
        f"{name} has {state.pool[player]} dice in the pool and {state.discard[player]} discarded"
        for player, name in enumerate(view.names)
    ]
    board = "; ".join(held) or "No mark on the board"
    return f"{view.game.title}. {board}. {'; '.join(stocks)}. {_prompt(view, state, Hand())}"
