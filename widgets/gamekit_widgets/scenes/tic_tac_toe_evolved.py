"""Tic-Tac-Toe Evolved: dice come from the pools, roll beside the board, and mark a square."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import ceil, sqrt
from typing import Any

import gamekit as gk
from gamekit.contract import CHANCE
from gamekit.games.tic_tac_toe_evolved.rules import GREEN, STARTER
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
from gamekit.games.tic_tac_toe_evolved.text import (
    COLUMN_WORDS,
    ROW_WORDS,
    SIGNS,
    place,
    square_named,
    with_places,
)
from gamekit.games.tic_tac_toe_evolved.text import name as square_name
from gamekit.match.history import moves_in
from gamekit.match.view import HIDDEN, Entry
from gamekit.sentences import addressed
from gamekit_widgets.drawing.pieces import MARKS
from gamekit_widgets.drawing.scene import (
    CELL,
    Cell,
    Choice,
    Die,
    Hand,
    Line,
    Mark,
    Panel,
    Piece,
    Scene,
    SceneFile,
    Token,
    TurnLine,
    Way,
    Words,
    in_words,
    nameplate,
    short_name,
)

OPENS = "contest", "recharge", "relinquish"  # moves that open a turn
FEW_BIDS = 4  # up to this number, each bid has a button
LABELS = {
    "recharge": "Roll to recharge",
    "take 1": "Recharge it",
    "take 0": "Leave it",
    "mark own": "Mark it with your own die",
    "mark theirs": "Mark it with one of theirs",
    "keep": "Leave the die that is there",
}
TITLES = {  # of buttons whose labels are too short to say what they do
    "recharge": "A die with 0 to 4 says how many discarded dice come back to your pool; that is your turn",
    "take 1": "One discarded die comes back to your pool, because you bid nothing",
    "bid 0": "Keep all your dice; you may then recharge one, if the other bids",
}
REMINDERS = {  # by the decision to make
    BIDDING: "Both bid in secret. More marks win. All dice that are bid are discarded.",
    TAKING: "Who bids nothing may bring one discarded die back to the pool before the throw.",
    DECIDING: "A die that is put back is in your pool again. If it is rolled again and shows R, it goes back, too.",
    MARKING: "The die that marks the square stays on it. A die of theirs is locked there: they cannot recharge it.",
}
HOW_A_CONTEST_GOES = ("Both roll dice:", "more marks", "win a square.", "Sides of a die:")
TIES = ("A tie empties", "it, so one die", "more can hurt.")
RESULT = re.compile(r"X (\d+), O (\d+): (.*?)\.?$")  # how the game reports the end of a contest


def draw(view: gk.View, hand: Hand) -> Scene:
    state = view.state
    stocks = [part for player in range(2) for part in stock_of(view, hand, player)]
    return Scene(
        name=f"{view.game.title} board",
        says=_in_words(view, state),
        prompt=_prompt(view, state, hand),
        besides=f"{_stocks(view, state)}.",
        width=WIDTH,
        height=HEIGHT,
        cells=(
            *_squares(view, state, hand),
            *(part for part in stocks if isinstance(part, Cell)),
        ),
        ground=(
            Panel("contest", (BESIDE + WIDTH - PAD) / 2, MIDDLE, WIDTH - PAD - BESIDE, BOARD),
            *(
                Panel(f"stock-{p}", WIDTH / 2, STOCKS[p] + STOCK / 2, WIDTH - 2 * PAD, STOCK, p)
                for p in range(2)
            ),
        ),
        pieces=(
            *_order(view, state),
            *_edges(),
            *_marks(state),
            *_contest(view, hand),
            *(part for part in stocks if not isinstance(part, Cell)),
        ),
        note=_round(view.rules, state),
        reminder="" if view.result else _reminder(state, hand),
        choices=tuple(_choices(view, hand)),
        rows=2,
        rows_below=1,
        tone="blue-red",
        signs="marks",
    )


def presses(view: gk.View, move: str) -> Way:
    """Return the presses of a move.

    A press on a square contests it, or offers a choice if the mover holds the square. Bids take dice one by one.
    """
    verb, _, rest = move.partition(" ")
    square = rest.partition(" ")[0]
    if verb == "bid":
        return (*_dice(int(rest), _most(view)), move)
    if verb == "relinquish" or (verb == "contest" and _is_own(view, square)):
        return square, move
    return (square,) if verb == "contest" else (move,)


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """Return the move of these presses, or None while they are unfinished."""
    last = pressed[-1]
    if last.startswith(BID):
        return None
    if not _is_square(last):
        return last
    return None if _is_own(view, last) else f"contest {last}"


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Return the contest of the pressed square, or a bid of one die."""
    if _is_square(pressed[-1]):
        return f"contest {pressed[-1]}"
    return "bid 1" if pressed[-1].startswith(BID) else pressed[-1]


def elsewhere(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Say what to do first when somebody presses a die before a contest or a square during one, or return ""."""
    if view.state.phase == TURN and pressed[-1].startswith(BID):
        return "First press the square that you contest, then the dice that you bid for it."
    if not _is_square(pressed[-1]):
        return ""
    first = {
        BIDDING: "Press dice of your pool or drag them to {0}, then press the button with your bid.",
        TAKING: "First say whether you recharge a die.",
        DECIDING: "First say what becomes of the R.",
        MARKING: "First choose the die that marks {0}.",
    }
    return first.get(view.state.phase, "").format(place(view.state.square))


def _dice(count: int, most: int) -> Way:
    """Return the presses of a bid of `count` dice. If it takes all dice, people may press them in any order."""
    dice = tuple(f"{BID}{number + 1}" for number in range(count))
    return (frozenset(dice),) if dice and count == most else dice


def _most(view: gk.View) -> int:
    """Return the highest bid of the player to act."""
    return int(view.game.highest_bid(view.rules, view.state, view.to_act))


def _is_square(press: str) -> bool:
    return bool(square_named(press) != NOBODY)


def _is_own(view: gk.View, label: str) -> bool:
    """Does the mover hold this square, so that there is more than one thing to do with it?"""
    state = view.state
    return bool(state.phase == TURN and state.marks[square_named(label)] == state.player)


def _choices(view: gk.View, hand: Hand) -> Iterator[Choice]:
    """Yield the buttons for everything to press except squares and dice, in the order of the moves."""
    chosen = sum(press.startswith(BID) for press in hand.pressed)
    names = list(dict.fromkeys(name for way in hand.ways.values() for name in way))
    if view.state.phase in (TAKING, DECIDING):
        names.reverse()  # so that the choice that is usually better comes first
    if "bid 1" in names and "bid 0" not in names and _most(view) <= FEW_BIDS:
        # keeps the other bids in their places
        yield Choice("bid 0", "Bid 0", form="narrow disabled")
    for name in names:
        if not isinstance(name, str) or _is_square(name) or name.startswith(BID):
            continue
        if name.startswith("bid "):
            is_pressed = name == f"bid {chosen}" and (chosen > 0 or not _most(view))
            if _most(view) <= FEW_BIDS or is_pressed:
                yield Choice(
                    name,
                    name.capitalize(),
                    title=TITLES.get(name, ""),
                    form="narrow main" if is_pressed else "narrow",
                )
        elif name in hand.next:
            is_short = name.startswith("reroll") and view.state.undecided[view.to_act] > 1
            yield Choice(
                name,
                _label(view.state, name),
                at=_opens_at(view, hand),
                title=TITLES.get(name, ""),
                form="main" if name == "take 1" else "narrow" if is_short else "",
            )


def _opens_at(view: gk.View, hand: Hand) -> str:
    """Return the square at which choices open, or ""."""
    if view.state.phase == MARKING:
        return str(square_name(view.state.square))
    return hand.pressed[0] if hand.pressed and _is_square(hand.pressed[0]) else ""


def _label(state: Any, name: str) -> str:
    verb, _, rest = name.partition(" ")
    if verb == "relinquish":
        retrieved = rest.partition(" retrieve ")[2]
        return with_places(f"Give it up, and free {retrieved}" if retrieved else "Give it up")
    if verb == "contest":
        return "Contest it"
    if name in ("reroll 0", "reroll 1") and state.undecided[state.actor] == 1:
        return "Roll it again" if rest == "1" else "Put it back"
    if verb == "reroll":
        return f"Roll {rest}"
    return LABELS.get(name, name.capitalize())


# --- squares -----------------------------------------------------------------------------------


def _squares(view: gk.View, state: Any, hand: Hand) -> Iterator[Cell]:
    winning = view.winning_cells()
    last = _last_result(view) if contested(view) == NOBODY else None
    for square in range(SQUARES):
        label, holder = square_name(square), state.marks[square]
        is_contested = square == contested(view)
        was_contested = last is not None and last[0] == label
        marks = hand.marks(label, label in winning, is_earlier=was_contested)
        words = [label, _mark_in_words(state, square)]
        words += ["contested"] * is_contested + ["contested last"] * was_contested
        words += in_words(marks - {"earlier"})
        shown: frozenset[Mark] = marks | {"recent"} if is_contested else marks
        owner = holder if holder != NOBODY else None
        x, y = center(square)
        yield Cell(label, x, y, str(square // SIZE), ", ".join(words), owner, shown)


def _edges() -> Iterator[Piece]:
    """Draw the numbers of columns and rows."""
    for n in range(SIZE):
        along = (n + 0.5) * CELL
        yield Words(f"edge-column-{n}", LEFT + along, TOP - 7, str(n + 1), "edge")
        yield Words(f"edge-row-{n}", LEFT - 13, TOP + along + 5, str(n + 1), "edge")


def _mark_in_words(state: Any, square: int) -> str:
    holder, owner = state.marks[square], state.owners[square]
    if holder == NOBODY:
        return "empty"
    locked = f" on a locked die of {SIGNS[owner]}" if owner != holder else ""
    return f"{SIGNS[holder]}{locked}"


def _marks(state: Any) -> Iterator[Piece]:
    """Draw each mark in the color of its player. If its die is the other player's, small words say so."""
    for square in range(SQUARES):
        holder, owner = state.marks[square], state.owners[square]
        if holder != NOBODY:
            x, y = center(square)
            is_foreign = owner != holder
            yield Die(
                f"mark-{square}",
                x,
                y - 11 * is_foreign,
                SIGNS[holder],
                0,
                holder,
                64 - 6 * is_foreign,
            )
            if is_foreign:
                yield Die(f"mark-{square}-die", x - 34, y + 35, UNROLLED, 0, owner, 15)
                yield Words(f"mark-{square}-of", x + 9, y + 40, f"{SIGNS[owner]}’s die", "edge")


# --- the order of turns ------------------------------------------------------------------------


def _order(view: gk.View, state: Any) -> Iterator[Piece]:
    """Draw the players of the turns in a round, and mark the current one."""
    game, rules = view.game, view.rules
    count = game.slots(rules)
    y = PAD + ORDER / 2 - 2
    if not view.result:
        yield Panel("now", _slot(state.slot), y, STEP - 4, 32)
    yield Words("order", EDGE, y + 6, "Turns", "aside")
    if GREEN in (game.taker(rules, slot) for slot in range(count)):
        yield Words("order-green", WIDTH - EDGE, y + 6, "green: any square", "small")
    for slot in range(count):
        taker = game.taker(rules, slot)
        larger = 6 if slot == state.slot and not view.result else 0
        if taker == GREEN:
            yield Die(f"slot-{slot}", _slot(slot), y, 3, 0, "green", 20 + larger)
        else:
            player = state.first if taker == STARTER else 1 - state.first
            yield Token(f"slot-{slot}", _slot(slot), y, MARKS[player], 22 + larger)


def _slot(slot: int) -> float:
    return EDGE + 76 + STEP * slot


# --- words -------------------------------------------------------------------------------------


def describe_turn(
    steps: Sequence[Entry], names: tuple[str, str], says: Callable[[str, str], str]
) -> TurnLine:
    """Return the line of a turn: what opened it, what both players bid, and what followed."""
    made = moves_in(steps)
    came = " ".join(text for step in steps for text in (step.remark, step.came) if text)
    opening = made.pop(0).text if made[0].text.startswith(OPENS) else ""
    if opening == "recharge":
        return TurnLine(opening, says(opening, ""), came)
    rolls = [step.text for step in steps if step.player == CHANCE and step.whose is None]
    opened = says(opening, "") if opening else f"the green die says square {','.join(rolls[:2])}"
    acts: dict[bool, list[str]] = {False: [], True: []}  # before and after the last throw
    for step in made:
        name = names[step.player or 0]
        if not step.text.startswith(("take 0", "mark own", "reroll")):
            acts[step.text.startswith("mark")].append(f"{name} {says(step.text, name)}")
    came = re.sub(r"\b\d,\d\b", "it", came.removesuffix("."))  # the opening names the square
    joint = ": "
    if found := RESULT.fullmatch(came):
        opened += f": {found[3]} (X {found[1]}, O {found[2]})"
        came, joint = "", ". "
    then = ". ".join(filter(None, [", ".join(acts[False]), came, *acts[True]]))
    return TurnLine(opening, placed(addressed(joint.join(filter(None, [opened, then])))), "")


def placed(text: str) -> str:
    """Return a text with the place of each square instead of its column and row."""
    return with_places(text)


def _possible_turns(state: Any) -> str:
    """Say what the mover may do in this turn."""
    me = state.player
    may = ["press a square to contest it"] * bool(state.pool[me])
    may += ["recharge"] * bool(state.discard[me])
    if not state.pool[me]:
        may += ["press a square of yours to free its die"] * (me in state.marks)
    return ("" if state.pool[me] else "no dice to bid: ") + (", or ".join(may) or "no turn is left")


def _prompt(view: gk.View, state: Any, hand: Hand) -> str:
    """Say what to do, or how the match ended."""
    if view.result:
        return _ending(view)
    if view.to_act not in (0, 1):
        return "The dice are about to be rolled"
    name = view.names[view.to_act]
    if state.phase == TURN:
        if hand.pressed:
            owner = SIGNS[state.owners[square_named(hand.pressed[0])]]
            held = place(square_named(hand.pressed[0]))
            return (
                f"{name} holds {held}. Giving it up puts its die into {owner}'s pool, to bid again"
            )
        return f"{name}: {_possible_turns(state)}"
    square = place(state.square)
    return {
        BIDDING: f"{name}: {_bid_question(view, hand, square)}",
        TAKING: f"{name} bid nothing, so one die comes back for free: recharge it?",
        DECIDING: f"{name}: {_r_question(state.undecided[state.actor])}",
        MARKING: f"{name} wins {square}: which die marks it?",
    }[state.phase]


def _r_question(count: int) -> str:
    """Ask what to do with the dice that show R."""
    if count == 1:
        return "a die shows R, which is no mark. Roll it again?"
    return f"{count} dice show R, which is no mark. Roll how many again?"


def _bid_question(view: gk.View, hand: Hand, square: str) -> str:
    """Ask for a bid, or say how many dice are picked for it."""
    chosen, most = sum(press.startswith(BID) for press in hand.pressed), _most(view)
    if most == 0:
        return f"no die is left in the pool for {square}. Press Bid 0"
    if chosen == 0:
        least = view.game.lowest_bid(view.rules, view.state, view.to_act)
        return f"how many dice for {square}?" + " At least one" * bool(least)
    so_far = f"{chosen} {'die' if chosen == 1 else 'dice'} for {square}"
    return f"{so_far}. Press {'more, or ' if chosen < most else ''}Bid {chosen}"


def _ending(view: gk.View) -> str:
    """Say how the game ended, with the winning line in words instead of its squares."""
    text = view.result.text if view.result else ""
    squares = [square_named(label) for label in view.winning_cells()]
    rows, columns = ({square // SIZE for square in squares}, {square % SIZE for square in squares})
    if len(squares) != SIZE:
        return with_places(text)
    line = "a diagonal"
    if len(rows) == 1:
        line = f"the {ROW_WORDS[rows.pop()]} row"
    elif len(columns) == 1:
        line = f"the {COLUMN_WORDS[columns.pop()]} column"
    return re.sub(r"stands on .*", f"holds {line}.", text)


def _reminder(state: Any, hand: Hand) -> str:
    """Return a reminder for the decision to make, or ""."""
    text = REMINDERS.get(state.phase, "")
    if state.phase == BIDDING and (bid := sum(each.startswith(BID) for each in hand.pressed)):
        left = state.pool[state.actor] - bid
        text = (
            f"More marks win. Win or lose, bid dice are discarded. This leaves {left} in your pool."
        )
    if state.phase == BIDDING and (holder := state.marks[state.square]) != NOBODY:
        return f"{SIGNS[holder]} holds it: one mark for free. {text}"
    return text


def _round(rules: Any, state: Any) -> str:
    """Return the number of the round if the game has a limit of rounds, or ""."""
    turn = min(state.turn // 2 + 1, rules.turn_cap)
    return f"Round {turn} of {rules.turn_cap}" if rules.turn_cap else ""


def _in_words(view: gk.View, state: Any) -> str:
    """Return the whole board in words: marks, dice and the prompt."""
    held = [
        f"{_mark_in_words(state, square)} in {place(square)}"
        for square in range(SQUARES)
        if state.marks[square] != NOBODY
    ]
    board = "; ".join(held) or "No mark on the board"
    return f"{view.game.title}. {board}. {_stocks(view, state)}. {_prompt(view, state, Hand())}"


def _stocks(view: gk.View, state: Any) -> str:
    """Say how many dice both have."""
    return "; ".join(
        f"Dice of {name}: {state.pool[player]} in the pool, {state.discard[player]} discarded"
        for player, name in enumerate(view.names)
    )


DIE = 34.0
WIDTH, PAD, EDGE = 520.0, 9.0, 22.0  # width of the board; space around its parts and inside them
ORDER, STOCK = 36.0, 92.0  # heights of the order of turns and of a player's dice
STEP = 38.0  # the distance between two turns
BOARD = SIZE * CELL
LEFT = PAD + 24  # left end of the squares, beside the names of their rows
TOP = PAD + ORDER + STOCK + 30  # top of the squares, below the names of their columns
MIDDLE = TOP + BOARD / 2
BESIDE = LEFT + BOARD + 10  # left end of the contest, beside the squares
IN_ROW, BETWEEN = 4, 39.0  # dice in a row, and the distance from one to the next
STOCKS = (PAD + ORDER, TOP + BOARD + 8)  # tops of the players' dice
HEIGHT = STOCKS[1] + STOCK + PAD
UNROLLED = ""  # the face of a die that nobody has rolled
BID = "die "  # the beginning of a press that bids one more die
LARGE = 54.0  # size of dice to bid now
SMALL = 28.0  # size of other dice in the pool
OUT = 24.0  # size of discarded dice
LONGEST, LETTER = 8, 13.0  # letters of a name that fit beside the size of the pool, and their width
APART = 18.0  # the least space between the pool and the discarded dice

# Beside the squares: the left end of lines, and the distance between them.
INSIDE, LEADING = BESIDE + 8, 24.0

Rolls = tuple[list[str], list[list[str]]]  # both players' bids, and the faces of their dice


def contested(view: gk.View) -> int:
    """Return the contested square, or NOBODY, as while its row is being rolled."""
    return NOBODY if view.result or view.state.phase < BIDDING else int(view.state.square)


def _contest(view: gk.View, hand: Hand) -> Iterator[Piece]:
    """Draw both bids for a square and their dice. The result stays until the next turn."""
    is_over = contested(view) == NOBODY
    recharged = _recharged(view) if is_over else None
    bids, dice = last_contest(view) if is_over else _this_contest(view)
    last = _last_result(view)
    if recharged:
        yield from _recharge(view, *recharged)
        return
    heading = _heading(view, is_over, any(bids), last)
    yield Words("contest-of", BESIDE + 2, TOP - 8, heading, "text")
    is_thrown = any(map(any, dice))  # else marks would look like a result
    if not view.result and (view.state.phase == BIDDING or not any(bids)):
        yield from _before_the_throw(view, hand, bids)
    else:
        yield Line("middle", INSIDE, MIDDLE, WIDTH - PAD - 8 - INSIDE, 0, None)
    scores = (last and last[1]) if is_over else _scores(view)
    for player in range(2):
        yield from _side(
            player, bids[player], is_over, scores[player] if scores and is_thrown else None
        )
        if bids[player] == HIDDEN:
            y = (TOP + 24, TOP + BOARD - 24)[player]  # beside the words, clear of what is below
            yield Token(f"bid-{player}-cup", INSIDE + 96, y, f"cup-{player}", 34)
        if is_over and "R" in dice[player]:
            x, y = waiting_place(player, dice[player].count("R"))
            yield Words(f"r-{player}", x - DIE / 2 + 33, y + 5, "to pool", "edge")
    for key, x, y, face, owner in _places(dice):
        yield Die(key, x, y, face, _rolls(view, is_over), owner, DIE, is_over)
    if view.state.phase == BIDDING or (is_over and not is_thrown):
        return
    for player, marks in enumerate(scores or ()):
        rolled = sum(faces.count(SIGNS[player]) for faces in dice)
        if marks > rolled:  # the holder's free mark
            x, y = counted_place(player, rolled)
            yield Token("free", x, y, MARKS[player], 30)
            yield Words("free-of", x, y + (-21, 31)[player], "free", "edge")


def _heading(view: gk.View, is_over: bool, is_bid: bool, last: Result | None) -> str:
    """Return the heading of the dice: their square, or who won the last contest."""
    if not is_over:
        return place(view.state.square).removeprefix("the ").capitalize()
    if not (is_bid and last):
        return ""
    x, o = last[1]
    return "Last: a tie" if x == o else f"Last: {SIGNS[o > x]} won"


def _recharged(view: gk.View) -> tuple[int, str, str] | None:
    """Return the player, the roll and the result of a recharge, if it was the latest move."""
    entries = list(view.history)
    moves = [number for number, entry in enumerate(entries) if entry.player in (0, 1)]
    if not moves or entries[moves[-1]].text != "recharge":
        return None
    rolled = entries[moves[-1] + 1 :]
    roll = next((entry for entry in rolled if entry.remark), None)
    player = entries[moves[-1]].player
    return (player, roll.text, roll.remark) if roll and player in (0, 1) else None


def _recharge(view: gk.View, player: int, rolled: str, came: str) -> Iterator[Piece]:
    """Draw the roll of a recharge, and how many dice came back."""
    yield Words("contest-of", BESIDE + 2, TOP - 8, f"{SIGNS[player]} recharged", "text")
    yield Die("recharge", INSIDE + 28, TOP + 46, rolled, _rolls(view, False), player, 56)
    for number, line in enumerate((came.rpartition(" come")[0], "came back.")):
        yield Words(f"recharge-{number}", INSIDE, TOP + 104 + LEADING * number, line, "aside")


def _before_the_throw(view: gk.View, hand: Hand, bids: list[str]) -> Iterator[Piece]:
    """Draw how a contest goes and the sides of a die or, once dice are pressed, the odds of each bid."""
    state, player = view.state, view.state.actor
    has_odds = state.phase == BIDDING and hand.is_assisted and bool(hand.pressed)
    lines = () if bids[0] or has_odds else _opening(view)  # or the first bid stands in their place
    y = TOP + (58 if bids[0] else 30 + LEADING * len(lines))
    for number, line in enumerate(lines):
        yield Words(f"contest-{number}", INSIDE, TOP + 26 + LEADING * number, line, "aside")
    if has_odds:
        yield from _table_of_odds(view, hand, y)
        return
    for number, face in enumerate((player,) * 4 + (1 - player, "R")):
        sign = SIGNS[face] if isinstance(face, int) else face
        yield Die(f"side-{number}", INSIDE + 11 + 25 * number, y + 8, sign, 0, player, 22)
    y += 46
    most = (f"Bid at most {_most(view)}.",) * (state.phase == BIDDING)
    for number, line in enumerate(("R is no mark.", *most)):
        yield Words(f"side-r-{number}", INSIDE, y + LEADING * number, line, "aside")


def _opening(view: gk.View) -> tuple[str, ...]:
    """Return lines that say who opened the contest or, before one, how a contest goes."""
    if view.state.phase != BIDDING:
        return HOW_A_CONTEST_GOES
    is_green = view.game.taker(view.rules, view.state.slot) == GREEN
    return (
        ("The green die", "chose it.") if is_green else (f"{SIGNS[view.state.player]} contests it",)
    )


def _table_of_odds(view: gk.View, hand: Hand, top: float) -> Iterator[Piece]:
    """Draw how likely each bid is to win the square against each bid of the other player.

    Lines below say why one more die may lower that.
    """
    game, rules, state = view.game, view.rules, view.state
    own, theirs = state.actor, 1 - state.actor
    rows, columns = (
        range(
            game.lowest_bid(rules, state, player), int(game.highest_bid(rules, state, player)) + 1
        )
        for player in (own, theirs)
    )
    yield Words("odds", INSIDE, top, "% to take it if", "aside")
    yield Words("odds-if", INSIDE, top + LEADING, f"{SIGNS[theirs]} bids", "aside", theirs)
    top += 2 * LEADING + 1
    across = (WIDTH - PAD - BESIDE - 8) / (len(columns) + 1)
    down = min(26, (TOP + BOARD - 14 - top - LEADING * len(TIES)) / len(rows))
    left = BESIDE + 4 + across / 2
    for row, bid in enumerate(rows, 1):
        y = top + down * row
        if bid and bid == sum(press.startswith(BID) for press in hand.pressed):
            yield Panel(
                "odds-row", (BESIDE + WIDTH - PAD) / 2, y - 6, WIDTH - PAD - BESIDE - 6, down, own
            )
        yield Words(f"odds-{bid}", left, y, str(bid), "more", own)
        for column, answer in enumerate(columns, 1):
            bids = (bid, answer) if own == 0 else (answer, bid)
            chance = game.odds_of_bids(rules, state, bids)[2 * own]
            x, text = left + across * column, f"{100 * float(chance):.0f}"
            yield Words(f"odds-{bid}-{answer}", x, y, text, "of")
    for number, line in enumerate(TIES):
        y = top + down * len(rows) + LEADING * (number + 1) + 6
        yield Words(f"ties-{number}", INSIDE, y, line, "aside")
    for column, answer in enumerate(columns, 1):
        yield Words(f"odds-if-{answer}", left + across * column, top, str(answer), "more", theirs)


Result = tuple[str, tuple[int, int]]  # a square, and the marks of both there


def _last_result(view: gk.View) -> Result | None:
    """Return how the latest contest ended, or None before the first one."""
    for entry in reversed(view.history):
        for text in (entry.remark, entry.came):
            if found := RESULT.search(text):
                named = re.search(r"\d,\d", found[3])
                return (named[0] if named else ""), (int(found[1]), int(found[2]))
    return None


def _rolls(view: gk.View, is_over: bool) -> int:
    """Return the number of rolls up to the end of the contest on show. Later rolls are of other dice."""
    entries = list(view.history)
    if is_over:
        bids = [n for n, e in enumerate(entries) if e.text.startswith("bid ")]
        ends = (n for n, e in enumerate(entries) if bids and n > bids[-1] and _ends(e))
        entries = entries[: next(ends, len(entries) - 1) + 1]
    return sum(entry.player == gk.CHANCE for entry in entries)


def _ends(entry: Entry) -> bool:
    return any(RESULT.search(text) for text in (entry.remark, entry.came))


def _side(player: int, bid: str, is_over: bool, marks: int | None) -> Iterator[Piece]:
    """Draw a player's bid and the number of their marks."""
    y = (TOP + 25, TOP + BOARD - 13)[player]
    if bid:
        who = f"{SIGNS[player]} " if marks is None else ""  # the marks beside it have the color
        text = f"{who}{'bid' if is_over else 'bids'} {bid}"
        yield Words(f"bid-{player}", INSIDE, y, text, "aside")
    if marks is not None:
        score = f"{marks} {'mark' if marks == 1 else 'marks'}"
        yield Words(f"score-{player}", WIDTH - PAD - 7, y + 1, score, "warning", player)


def _scores(view: gk.View) -> tuple[int, int]:
    """Return the marks of both players, including the holder's free one."""
    game, state = view.game, view.state
    return game.marks_of(state, 0), game.marks_of(state, 1)


def _places(dice: list[list[str]]) -> Iterator[tuple[str, float, float, str, int]]:
    """Yield the places of the dice: along the middle if they count, otherwise near their owners."""
    counted, waiting = [0, 0], [0, 0]
    for owner, faces in enumerate(dice):
        for number, face in enumerate(faces):
            key = f"bid-{owner}-{number}"
            if face and face in SIGNS:
                side = SIGNS.index(face)
                x, y = counted_place(side, counted[side])
                counted[side] += 1
            else:
                x, y = waiting_place(owner, waiting[owner])
                waiting[owner] += 1
            yield key, x, y, face, owner


def counted_place(side: int, number: int) -> tuple[float, float]:
    row, column = divmod(number, IN_ROW)
    y = MIDDLE + (24 + BETWEEN * row) * (-1, 1)[side]
    return INSIDE + DIE / 2 + BETWEEN * column, y


def waiting_place(owner: int, number: int) -> tuple[float, float]:
    """Return the place of a die that counts for nobody yet."""
    row, column = divmod(number, IN_ROW)
    away = 50 + BETWEEN * row
    y = TOP + away if owner == 0 else TOP + BOARD - away
    return INSIDE + DIE / 2 + BETWEEN * column, y


def _this_contest(view: gk.View) -> Rolls:
    """Return the bids and the rolls so far."""
    state = view.state
    bids = ["" if bid == UNSET else str(bid) for bid in state.bids]
    if state.phase == BIDDING and state.actor == 1 and not bids[0]:
        bids[0] = HIDDEN
    return bids, [_faces(view, owner) for owner in range(2)]


def _faces(view: gk.View, owner: int) -> list[str]:
    """Return the faces of a player's dice. Dice that wait come last."""
    state = view.state
    seen = [face for face in view.game.faces(state, owner) if face in SIGNS]
    waits = ["R"] * state.undecided[owner] + ["↻"] * state.again[owner]
    return [*seen, *waits, *[""] * state.unrolled[owner]]


def _beside_the_board(view: gk.View, owner: int) -> int:
    """Return how many dice a player has bid for the square, as far as this view shows them."""
    return 0 if contested(view) == NOBODY else len(_faces(view, owner))


def last_contest(view: gk.View) -> Rolls:
    """Return the bids and the rolls of the latest contest, from the history."""
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
        dice.append(_after_rolling_again(seen, count))
    return [str(count) for count in counts], dice


def _after_rolling_again(faces: list[str], count: int) -> list[str]:
    """Return the final faces of a player's dice, after the player rolled `count` of the R again."""
    kept = [face for face in faces if face in SIGNS]
    return [*kept, *["R"] * (len(faces) - len(kept) - count)]


def center(square: int) -> tuple[float, float]:
    row, column = divmod(square, SIZE)
    return LEFT + (column + 0.5) * CELL, TOP + (row + 0.5) * CELL


def stock_of(view: gk.View, hand: Hand, player: int) -> Iterator[Piece | Cell]:
    """Draw a player's dice: the pool at the left, and the discarded dice, faint, at the right."""
    state, top = view.state, STOCKS[player]
    name = view.names[player]
    pool, discard = state.pool[player], state.discard[player]
    pairs = zip(state.owners, state.marks, strict=True)
    held = sum(owner == player != holder for owner, holder in pairs)
    out = f"discarded: {discard}" + (f", {SIGNS[1 - player]} holds {held}" if held else "")
    short = short_name(name, LONGEST)
    yield from nameplate(player, short, EDGE - 6, top + 16, looks=MARKS)
    behind = EDGE + 46 + LETTER * len(short)
    yield Words(f"pool-{player}", behind, top + 22, f"pool: {pool}", "aside", player)
    yield Words(f"discard-{player}", WIDTH - EDGE, top + 22, out, "small")
    large = min(pool, view.rules.max_bid)
    spare = pool - large
    left, right = EDGE + (LARGE + 6) * large, WIDTH - EDGE
    needed = spare * (SMALL + 4) + discard * (OUT + 4) + APART
    share = min(1.0, (right - left) / needed)
    y = top + STOCK - 32
    for die in range(large):
        x = EDGE + LARGE / 2 + (LARGE + 6) * die
        yield from _large_die(view, hand, player, die, (x, y))
    for die in range(spare):
        x = left + share * (SMALL / 2 + (SMALL + 4) * die)
        yield Die(f"stock-{player}-{large + die}", x, y, UNROLLED, 0, player, SMALL)
    for die in range(discard):  # at the right, below the word "discarded"
        x = right - share * (OUT / 2 + (OUT + 4) * (discard - 1 - die))
        yield Die(f"stock-{player}-{pool + die}", x, y, UNROLLED, 0, player, OUT, True)


def _large_die(
    view: gk.View, hand: Hand, player: int, die: int, place: tuple[float, float]
) -> Iterator[Piece | Cell]:
    """Draw a die that can be bid: in its place or, once somebody has chosen it, on the square."""
    state, label, key = view.state, f"{BID}{die + 1}", f"stock-{player}-{die}"
    if die < _beside_the_board(view, player):
        yield Words(f"used-{player}-{die}", place[0], place[1] + 6, "bid", "edge")
        return
    is_bidding = state.phase == BIDDING
    if view.result or view.to_act != player or state.phase not in (TURN, BIDDING) or not hand.ways:
        yield Die(key, *place, UNROLLED, 0, player, LARGE)
        return
    marks = hand.marks(label)
    onto = square_name(state.square) if is_bidding else ""
    words = [f"die {die + 1} of your pool", *in_words(marks)]
    says, drag = ", ".join(words), (key, onto)
    yield Cell(label, *place, "pool", says, None, marks, "", LARGE + 5, "plain", drag)
    if not (is_bidding and label in hand.pressed):
        yield Die(key, *place, UNROLLED, 0, player, LARGE)
        return
    yield Words(f"used-{player}-{die}", place[0], place[1] + 6, "bid", "edge")
    yield _bid_die(view, player, key, hand.pressed.index(label))


def _bid_die(view: gk.View, player: int, key: str, number: int) -> Die:
    """Return a chosen die on the square, which has room for the highest bid."""
    side = ceil(sqrt(max(_most(view), 4)))
    step = (CELL - 8) / side
    row, column = divmod(number, side)
    x, y = center(view.state.square)
    left, top = x - step * (side - 1) / 2, y - step * (side - 1) / 2
    return Die(key, left + step * column, top + step * row, UNROLLED, 0, player, step - 4)


SCENE_FILE = SceneFile(
    draw, presses, compose, attempt, elsewhere=elsewhere, describe_turn=describe_turn, placed=placed
)
