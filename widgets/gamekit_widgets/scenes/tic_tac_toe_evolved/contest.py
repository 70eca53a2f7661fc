"""Where everything lies on the table, what each player has in stock, and the contest for a square.

A contest is a tug of war: the dice that count on either side of a rope, the score at its ends.
"""

from __future__ import annotations

from collections.abc import Iterator

import gamekit as gk
from gamekit.games.tic_tac_toe_evolved.state import (
    ALWAYS_REROLL,
    BIDDING,
    DECIDING,
    NOBODY,
    SIZE,
    TURN,
    UNSET,
)
from gamekit.games.tic_tac_toe_evolved.text import SIGNS
from gamekit.games.tic_tac_toe_evolved.text import name as square_name
from gamekit.match.view import HIDDEN
from gamekit_widgets.drawing.pieces import MARKS
from gamekit_widgets.scene import (
    CELL,
    Cell,
    Die,
    Hand,
    Panel,
    Piece,
    Token,
    Words,
    in_words,
    nameplate,
)

AGAIN = "again "  # a press: one more die that shows R is rolled again
DIE = 30.0
PULL, FARTHEST = 22.0, 3  # how far a mark pulls the rope, and how many marks at most
WIDTH, PAD, EDGE = 400.0, 9.0, 22.0  # of the board, around its parts, and around what is in them
ORDER, STOCK = 40.0, 78.0  # heights: the order of turns, what a player has
BOARD = SIZE * CELL
CENTRE = WIDTH / 2
LEFT = CENTRE - BOARD / 2
TOP = PAD + ORDER + STOCK + 24  # of the squares, below the names of their columns
TUG = TOP + BOARD + 32  # of the dice that pull, middle
ROPE = TUG + 34  # middle
WAITING = ROPE + 36  # of the dice that count for nobody, middle
STOCKS = (PAD + ORDER, WAITING + 32)  # tops
HEIGHT = STOCKS[1] + STOCK + PAD
BID = "die "  # a press: one more die is bid
LARGE, SMALL = 32.0, 17.0  # dice that can be bid now, and the others

Rolls = tuple[list[str], list[list[str]]]  # for both players the bid, and what the dice show


def contested(view: gk.View) -> int:
    """Return the contested square, or NOBODY; while its row is being rolled it is not known."""
    return NOBODY if view.result or view.state.phase < BIDDING else int(view.state.square)


def tug_of_war(view: gk.View, hand: Hand) -> Iterator[Piece]:
    """Draw what both bid for a square and what their dice show; after it, how it went."""
    is_over = contested(view) == NOBODY
    rolls = sum(entry.player == gk.CHANCE for entry in view.history)
    bids, dice = last_contest(view) if is_over else _this_contest(view, hand)
    yield Panel("rope", CENTRE, ROPE, WIDTH - 2 * EDGE - 96, 5)
    scores = None if is_over else _scores(view)
    lead = scores[1] - scores[0] if scores else 0
    pull = PULL * max(-FARTHEST, min(FARTHEST, lead))
    if scores or any(bids):
        yield Panel("knot", CENTRE + pull, ROPE, 13, 26, None if not lead else int(lead > 0))
    for player in range(2):
        yield from _side(player, bids[player], is_over, scores)
        if bids[player] == HIDDEN:
            x, y = waiting_place(player, 0)
            yield Token(f"bid-{player}-cup", x, y, f"cup-{player}", 34)
    for key, x, y, face, owner in _places(dice):
        yield Die(key, x, y, face, rolls, owner, DIE, is_over)


def _side(player: int, bid: str, is_over: bool, scores: tuple[int, int] | None) -> Iterator[Piece]:
    """Write a player's bid and score at their end."""
    x, look = ((EDGE, "aside"), (WIDTH - EDGE, "small"))[player]
    if bid:
        yield Words(f"bid-{player}", x, WAITING + 6, f"{'bid' if is_over else 'bids'} {bid}", look)
    if scores:
        look = ("score", "score-end")[player]
        yield Words(
            f"score-{player}", x, ROPE + 8, f"{SIGNS[player]} {scores[player]}", look, player
        )


def _scores(view: gk.View) -> tuple[int, int]:
    """Count the marks of both, the holder's free one included."""
    game, state = view.game, view.state
    return game.marks_of(state, 0), game.marks_of(state, 1)


def _places(dice: list[list[str]]) -> Iterator[tuple[str, float, float, str, int]]:
    """Tell where each die lies: at the rope, on the side it counts for, or waiting with its owner."""
    counts = [sum(face == sign for faces in dice for face in faces) for sign in SIGNS]
    pulling, waiting = [0, 0], [0, 0]
    for owner, faces in enumerate(dice):
        for number, face in enumerate(faces):
            key = f"bid-{owner}-{number}"
            if face in SIGNS:
                side = SIGNS.index(face)
                step = min(DIE + 4, 164 / max(counts[side], 1)) * (-1, 1)[side]
                x, y = CENTRE + (-1, 1)[side] * 20 + step * pulling[side], TUG
                pulling[side] += 1
            else:
                x, y = waiting_place(owner, waiting[owner])
                waiting[owner] += 1
            yield key, x, y, face, owner


def waiting_place(owner: int, number: int) -> tuple[float, float]:
    """Return where a player's die lies that counts for nobody yet."""
    away = EDGE + 88 + (DIE + 6) * number
    return (away if owner == 0 else WIDTH - away), WAITING


def undecided(view: gk.View, hand: Hand) -> Iterator[Cell]:
    """Make the dice that show R places to press, for whoever decides about them."""
    state = view.state
    if view.result or state.phase != DECIDING:
        return
    for number in range(state.undecided[state.actor]):
        label = f"{AGAIN}{number + 1}"
        marks = hand.marks(label)
        does = "is rolled again" if "pressed" in marks else "shows R"
        x, y = waiting_place(state.actor, number)
        says = f"die {number + 1} {does}"
        yield Cell(label, x, y, "again", says, marks=marks, size=DIE + 6)


def _this_contest(view: gk.View, hand: Hand) -> Rolls:
    """Return what is bid and rolled so far."""
    state = view.state
    bids = ["" if bid == UNSET else str(bid) for bid in state.bids]
    if state.phase == BIDDING and state.actor == 1 and not bids[0]:
        bids[0] = HIDDEN
    return bids, [_faces(view, hand, owner) for owner in range(2)]


def _faces(view: gk.View, hand: Hand, owner: int) -> list[str]:
    """Return what a player's dice show, those that wait last."""
    state = view.state
    seen = [face for face in view.game.faces(state, owner) if face in SIGNS]
    waits = [
        "↻"
        if state.phase == DECIDING
        and owner == state.actor
        and f"{AGAIN}{number + 1}" in hand.pressed
        else "R"
        for number in range(state.undecided[owner])
    ]
    return [*seen, *waits, *["↻"] * state.again[owner], *[""] * state.unrolled[owner]]


def last_contest(view: gk.View) -> Rolls:
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


def centre(square: int) -> tuple[float, float]:
    """Return the middle of a square."""
    row, column = divmod(square, SIZE)
    return LEFT + (column + 0.5) * CELL, TOP + (row + 0.5) * CELL


def stock_of(view: gk.View, hand: Hand, player: int) -> Iterator[Piece | Cell]:
    """Draw a player's dice: those of the pool, then, faint, those of the discard."""
    state, top = view.state, STOCKS[player]
    name = view.names[player]
    pool, discard = state.pool[player], state.discard[player]
    pairs = zip(state.owners, state.marks, strict=True)
    locked = sum(owner == player != holder for owner, holder in pairs)
    counts = f"pool {pool}, discard {discard}" + (f", locked {locked}" if locked else "")
    yield from nameplate(player, name, EDGE - 6, top + 19, looks=MARKS)
    yield Words(f"counts-{player}", WIDTH - EDGE, top + 24, counts, "small")
    large = min(pool, view.rules.max_bid)
    small = pool + discard - large
    step = min(SMALL + 4, (WIDTH - 2 * EDGE - (LARGE + 6) * large) / max(small, 1))
    y = top + STOCK - 25
    for die in range(large):
        x = EDGE + LARGE / 2 + (LARGE + 6) * die
        yield from _large_die(view, hand, player, die, (x, y))
    for die in range(small):
        x = EDGE + (LARGE + 6) * large + SMALL / 2 + step * die
        key, is_faint = f"stock-{player}-{large + die}", large + die >= pool
        yield Die(key, x, y, "", 0, player, SMALL, is_faint)


def _large_die(
    view: gk.View, hand: Hand, player: int, die: int, place: tuple[float, float]
) -> Iterator[Piece | Cell]:
    """Draw a die that can be bid: in its place or, once it is chosen, on the square."""
    state, label, key = view.state, f"{BID}{die + 1}", f"stock-{player}-{die}"
    is_bidding = state.phase == BIDDING
    if view.result or view.to_act != player or state.phase not in (TURN, BIDDING) or not hand.ways:
        yield Die(key, *place, "", 0, player, LARGE)
        return
    marks = hand.marks(label)
    onto = square_name(state.square) if is_bidding else ""
    words = [f"die {die + 1} of the pool", *in_words(marks)]
    yield Cell(
        label, *place, "pool", ", ".join(words), marks=marks, size=LARGE + 9, drag=(key, onto)
    )
    x, y = place
    if is_bidding and label in hand.pressed:
        column, row = divmod(hand.pressed.index(label), 3)
        x, y = centre(state.square)
        x, y = x - 30 + 30 * row, y - 15 + 30 * column
    yield Die(key, x, y, "", 0, player, LARGE - 6 if (x, y) != place else LARGE)
