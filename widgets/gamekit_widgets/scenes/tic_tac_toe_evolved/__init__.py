"""Tic-Tac-Toe Evolved: dice go from the pools to a square, pull at a rope, and mark it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gamekit as gk
from gamekit.games.tic_tac_toe_evolved.rules import GREEN, STARTER
from gamekit.games.tic_tac_toe_evolved.state import (
    BIDDING,
    DECIDING,
    MARKING,
    NOBODY,
    SIZE,
    SQUARES,
    TAKING,
    TURN,
)
from gamekit.games.tic_tac_toe_evolved.text import SIGNS, square_named
from gamekit.games.tic_tac_toe_evolved.text import name as square_name
from gamekit_widgets.drawing.pieces import MARKS
from gamekit_widgets.scene import (
    CELL,
    Cell,
    Choice,
    Die,
    Hand,
    Mark,
    Panel,
    Piece,
    Scene,
    Token,
    Way,
    Words,
    in_words,
)
from gamekit_widgets.scenes.tic_tac_toe_evolved.contest import (
    AGAIN,
    BID,
    CENTRE,
    EDGE,
    HEIGHT,
    LEFT,
    ORDER,
    PAD,
    STOCK,
    STOCKS,
    TOP,
    TUG,
    WAITING,
    WIDTH,
    centre,
    contested,
    stock_of,
    tug_of_war,
    undecided,
)

BACK = "back"  # a press: all that show R and are left go back
LABELS = {
    "recharge": "Recharge",
    "take 1": "Recharge one die",
    "take 0": "Recharge none",
    "mark own": "Mark it with your own die",
    "mark theirs": "Mark it with one of theirs",
    "keep": "Leave the die that is there",
    "bid 0": "Bid nothing",
}


def draw(view: gk.View, hand: Hand) -> Scene:
    """Return the picture of this view."""
    state = view.state
    stocks = [part for player in range(2) for part in stock_of(view, hand, player)]
    return Scene(
        name=f"{view.game.title} board",
        says=_in_words(view, state),
        prompt=_prompt(view, state, hand),
        width=WIDTH,
        height=HEIGHT,
        cells=(
            *_squares(view, state, hand),
            *undecided(view, hand),
            *(part for part in stocks if isinstance(part, Cell)),
        ),
        ground=(
            Panel("tug", CENTRE, (TUG + WAITING) / 2 + 2, WIDTH - 2 * PAD, WAITING - TUG + 44),
            *(
                Panel(f"stock-{p}", CENTRE, STOCKS[p] + STOCK / 2, WIDTH - 2 * PAD, STOCK, p)
                for p in range(2)
            ),
        ),
        pieces=(
            *_order(view, state),
            *_edges(),
            *_marks(state),
            *tug_of_war(view, hand),
            *(part for part in stocks if not isinstance(part, Cell)),
        ),
        note=_round(view.rules, state),
        choices=tuple(_choices(view, hand)),
        tone="blue-red",
        signs="marks",
    )


def presses(view: gk.View, move: str) -> Way:
    """A square contests it; one's own square asks what to do; dice are bid and re-rolled one by one."""
    verb, _, rest = move.partition(" ")
    square = rest.partition(" ")[0]
    if verb == "reroll":
        return _some(AGAIN, int(rest), view.state.undecided[view.to_act], BACK)
    if verb == "bid":
        return (*_some(BID, int(rest), _most(view)), move)
    if verb == "relinquish" or (verb == "contest" and _is_own(view, square)):
        return square, move
    return (square,) if verb == "contest" else (move,)


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """The presses of `presses`, read backwards."""
    last = pressed[-1]
    if last == BACK or last.startswith(AGAIN):
        count = sum(press.startswith(AGAIN) for press in pressed)
        is_whole = last == BACK or count == view.state.undecided[view.to_act]
        return f"reroll {count}" if is_whole else None
    if last.startswith(BID):
        return None
    if not _is_square(view, last):
        return last
    return None if _is_own(view, last) else f"contest {last}"


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Contest the square that was pressed, or bid a die."""
    if _is_square(view, pressed[-1]):
        return f"contest {pressed[-1]}"
    return "bid 1" if pressed[-1].startswith(BID) else pressed[-1]


def elsewhere(view: gk.View, pressed: tuple[str, ...]) -> str:
    """While something is asked about a contest, a square cannot be contested."""
    if not _is_square(view, pressed[-1]):
        return ""
    asked = {
        BIDDING: "Press dice of your pool or drag them to {0}, then press the button with your bid.",
        TAKING: "First say whether you recharge a die.",
        DECIDING: "First press each R that you roll again, or put it back.",
        MARKING: "First choose the die that marks {0}.",
    }
    return asked.get(view.state.phase, "").format(square_name(view.state.square))


def _some(press: str, count: int, most: int, last: str = "") -> Way:
    """Press so many of the dice there are; where it is all of them, in any order."""
    dice = tuple(f"{press}{number + 1}" for number in range(count))
    if count == most:
        return (frozenset(dice),) if dice else ()
    return (*dice, last) if last else dice


def _most(view: gk.View) -> int:
    """Return how many dice can be bid at most by whoever is to act."""
    return int(view.game.highest_bid(view.rules, view.state, view.to_act))


def _is_square(view: gk.View, press: str) -> bool:
    return bool(square_named(press) != NOBODY)


def _is_own(view: gk.View, label: str) -> bool:
    """Does the player to move hold this square, and so have more than one thing to do there?"""
    state = view.state
    return bool(state.phase == TURN and state.marks[square_named(label)] == state.player)


def _choices(view: gk.View, hand: Hand) -> Iterator[Choice]:
    """Offer what can be pressed and is neither a square nor a die, in the order of the moves."""
    chosen = sum(press.startswith(BID) for press in hand.pressed)
    again = sum(press.startswith(AGAIN) for press in hand.pressed)
    names = dict.fromkeys(name for way in hand.ways.values() for name in way)
    for name in names:
        if not isinstance(name, str) or _is_square(view, name) or name.startswith((BID, AGAIN)):
            continue
        if name == BACK:
            label = "Put the rest back" if again else "Put back what shows R"
            yield Choice(name, label)
        elif name.startswith("bid "):
            if int(name.removeprefix("bid ")) == chosen:
                yield Choice(name, _label(name))
        elif name in hand.next:
            yield Choice(name, _label(name), at=_opens_at(view, hand))


def _opens_at(view: gk.View, hand: Hand) -> str:
    """Return the square that a choice is about, if it is about one."""
    if view.state.phase == MARKING:
        return str(square_name(view.state.square))
    return hand.pressed[0] if hand.pressed and _is_square(view, hand.pressed[0]) else ""


def _label(name: str) -> str:
    return LABELS.get(name, name.capitalize().replace(" retrieve", ", retrieve"))


# --- squares -----------------------------------------------------------------------------------


def _squares(view: gk.View, state: Any, hand: Hand) -> Iterator[Cell]:
    winning = view.winning_cells()
    for square in range(SQUARES):
        label, holder = square_name(square), state.marks[square]
        is_contested = square == contested(view)
        marks = hand.marks(label, label in winning)
        words = [label, _mark_in_words(view, state, square)]
        words += ["contested"] * is_contested + in_words(marks)
        shown: frozenset[Mark] = marks | {"recent"} if is_contested else marks
        owner = holder if holder != NOBODY else None
        x, y = centre(square)
        yield Cell(label, x, y, str(square // SIZE), ", ".join(words), owner, shown)


def _edges() -> Iterator[Piece]:
    """Name columns and rows."""
    for n in range(SIZE):
        along = (n + 0.5) * CELL
        yield Words(f"edge-column-{n}", LEFT + along, TOP - 7, str(n + 1), "edge")
        yield Words(f"edge-row-{n}", LEFT - 13, TOP + along + 5, str(n + 1), "edge")


def _mark_in_words(view: gk.View, state: Any, square: int) -> str:
    holder, owner = state.marks[square], state.owners[square]
    if holder == NOBODY:
        return "empty"
    locked = f" on a locked die of {SIGNS[owner]}" if owner != holder else ""
    return f"{SIGNS[holder]}{locked}"


def _marks(state: Any) -> Iterator[Piece]:
    """Draw the die on each square in its owner's colour, and its owner's emblem beside it."""
    for square in range(SQUARES):
        holder, owner = state.marks[square], state.owners[square]
        if holder != NOBODY:
            x, y = centre(square)
            is_foreign = owner != holder
            yield Die(f"mark-{square}", x, y - 7 * is_foreign, SIGNS[holder], 0, owner, 62)
            if is_foreign:
                yield Words(f"mark-{square}-of", x, y + 41, f"die of {SIGNS[owner]}", "edge")


# --- the order of turns ------------------------------------------------------------------------


def _order(view: gk.View, state: Any) -> Iterator[Piece]:
    """Draw who takes the turns of a round, and which of them this is."""
    game, rules = view.game, view.rules
    count = game.slots(rules)
    y = PAD + ORDER / 2 - 2
    if not view.result:
        yield Panel("now", _slot(count, state.slot), y, 40, 34)
    yield Words("order", EDGE, y + 6, "Turns", "aside")
    for slot in range(count):
        taker = game.taker(rules, slot)
        if taker == GREEN:
            yield Die(f"slot-{slot}", _slot(count, slot), y, "", 0, "green", 22)
        else:
            player = state.first if taker == STARTER else 1 - state.first
            yield Token(f"slot-{slot}", _slot(count, slot), y, MARKS[player], 24)


def _slot(count: int, slot: int) -> float:
    return WIDTH / 2 + 30 + 46 * (slot - (count - 1) / 2)


# --- words -------------------------------------------------------------------------------------


def _possible_turns(state: Any) -> str:
    """Say what the player to move may do in this turn."""
    me = state.player
    may = ["press a square to contest it"] * bool(state.pool[me]) + ["press Recharge"] * bool(
        state.discard[me]
    )
    may += ["press your own to give it up"] * (me in state.marks)
    return (
        f"{', '.join(may[:-1])} or {may[-1]}" if may[1:] else may[0] if may else "no turn is left"
    )


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
        return f"{name}: {_possible_turns(state)}"
    square = square_name(state.square)
    return {
        BIDDING: f"{name}: press the dice that you bid for {square}",
        TAKING: f"{name} bid nothing: recharge one die?",
        DECIDING: f"{name}: press each R that you roll again",
        MARKING: f"{name} wins {square}: which die marks it?",
    }[state.phase]


def _round(rules: Any, state: Any) -> str:
    """Number the round: a turn of each player."""
    turn = state.turn // 2 + 1
    return (
        f"Round {min(turn, rules.turn_cap)} of {rules.turn_cap}"
        if rules.turn_cap
        else f"Round {turn}"
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
