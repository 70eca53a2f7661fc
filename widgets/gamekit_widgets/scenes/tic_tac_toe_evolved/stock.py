"""What a player has: dice of the pool, of which those that can be bid are large, and the discard."""

from __future__ import annotations

from collections.abc import Iterator

import gamekit as gk
from gamekit.games.tic_tac_toe_evolved.state import BIDDING, TURN
from gamekit.games.tic_tac_toe_evolved.text import name as square_name
from gamekit_widgets.drawing.pieces import MARKS
from gamekit_widgets.scene import Cell, Die, Hand, Piece, Words, in_words, nameplate
from gamekit_widgets.scenes.tic_tac_toe_evolved.places import EDGE, STOCK, STOCKS, WIDTH, centre

BID = "die "  # a press: one more die is bid
LARGE, SMALL = 32.0, 17.0  # dice that can be bid now, and the others


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
