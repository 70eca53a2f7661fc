"""Flower Field: a garden; a cell and a color to plant, two fields of four cells to challenge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import gamekit as gk
from gamekit.boards import grid, tetrominoes
from gamekit.errors import series
from gamekit.games.flower_field.state import (
    ALLOWED,
    MUST_CHALLENGE,
    STOP,
    State,
)
from gamekit.games.flower_field.text import COLOURS, in_flowers, in_lives
from gamekit.match.view import without_open
from gamekit_widgets.drawing.pieces import INSECTS, PAD, SPARE, Squares
from gamekit_widgets.drawing.scene import (
    Cell,
    Choice,
    Hand,
    Piece,
    Scene,
    SceneFile,
    Token,
    Way,
    Zone,
    in_two_sentences,
    in_words,
    nameplate,
    one_move,
)

SIZE = 60.0  # size of a cell
BAND = 46.0  # height of a player's band above and below the board
NARROWEST = 400.0  # width that the names and the lives need
FIND = "find duplicates"  # the switch that outlines fours that are alike

LABELS = {
    "give up": "Give up, lose a life",
    "challenge": "Challenge",
    "stop": "End turn",
    "pass": "Pass",
    FIND: "Find duplicates",
}


def draw(view: gk.View, hand: Hand) -> Scene:
    state, squares = view.state, _squares(view.rules.size)
    return Scene(
        name=f"{view.game.title} garden",
        says=_in_words(view, state),
        prompt=_prompt(view, state, hand),
        width=squares.width,
        height=squares.height,
        spare=SPARE,
        cells=tuple(_cells(view, state, hand)),
        pieces=(
            *squares.edges(),
            *_flowers(view, state),
            *_wilted(view, state),
            *_zones(view, state, hand),
            *_bands(view, state),
        ),
        rows=2,
        reminder=_reminder(view, state, hand),
        besides=f"{_lives(view, state)}.",
        rows_below=1,
        note=f"Turn {state.turn + (not view.result)} · {in_flowers(sum(flower > 0 for flower in state.flowers))}",
        choices=tuple(_choices(view, hand)),
        signs="insects",
    )


def presses(view: gk.View, move: str) -> Way:
    """Return a cell and its color if there are several, the four cells of a field, or a button."""
    words = without_open(move).split()
    if grid.cell(words[0]) is None:
        return (" ".join(words),)
    if len(words) == 2:
        return tuple(words) if view.rules.colours > 1 else (words[0],)
    return (frozenset(words),)


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """Return the move of a button, of four connected cells, or of a cell and its color; else None."""
    if pressed[-1] in LABELS:
        return one_move(view, pressed[-1])
    if view.state.challenging:
        is_field = len(pressed) == 4 and _field(view, pressed) >= 0
        return one_move(view, " ".join(sorted(pressed))) if is_field else None
    if view.rules.colours == 1:
        return one_move(view, attempt(view, pressed))
    is_flower = len(pressed) == 2 and grid.cell(pressed[1]) is None
    return one_move(view, " ".join(pressed)) if is_flower else None


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Return a move that plants on the cell pressed last or, in a challenge, names cells that are no field."""
    if view.state.challenging:
        return " ".join(pressed[:3] if len(pressed) == 4 else pressed)
    return f"{pressed[-1]} {_colours(view)[0]}"


# --- cells and flowers -------------------------------------------------------------------------


def _colours(view: gk.View) -> list[str]:
    return list(COLOURS[1 : view.rules.colours + 1])


def _field(view: gk.View, labels: tuple[str, ...]) -> int:
    """Return the number of the field that these cells make, or -1."""
    size = view.rules.size
    places = [grid.cell(label) or (0, 0) for label in labels]
    return tetrominoes.found(size, [row * size + column for row, column in places])


def _squares(size: int) -> Squares:
    return Squares(size, size, SIZE, BAND, NARROWEST)


def _center(size: int, cell: int) -> tuple[float, float]:
    return _squares(size).center(cell)


def _cells(view: gk.View, state: State, hand: Hand) -> Iterator[Cell]:
    size, colours = view.rules.size, ["", *_colours(view)]
    for cell in range(size * size):
        label, colour = grid.label(*divmod(cell, size)), colours[state.flowers[cell]]
        age = state.plants - state.planted[cell] if state.planted[cell] else -1
        marks = hand.marks(label, is_recent=age == 0 and not view.result)
        if state.challenging and not colour:
            marks -= {"next"}  # legal to name, but such a challenge fails
        is_new = state.planted[cell] > state.plants
        words = [label, f"{colour} flower" if colour else "empty", *["planted now"] * is_new]
        x, y = _center(size, cell)
        says = ", ".join([*words, *in_words(marks)])
        yield Cell(label, x, y, label[0], says, None, marks, "+" if is_new else "", SIZE)


def _flowers(view: gk.View, state: State) -> Iterator[Piece]:
    size, colours = view.rules.size, _colours(view)
    for cell in range(size * size):
        if state.flowers[cell]:
            x, y = _center(size, cell)
            look = colours[state.flowers[cell] - 1]
            yield Token(f"flower-{cell}", x, y, look, 46)


def _wilted(view: gk.View, state: State) -> Iterator[Token]:
    """Draw the flowers that a challenge has just removed, so that people can still check it."""
    size = view.rules.size
    if not _caught(view):
        return
    *before, _, _ = (entry for entry in view.history if entry.player in (0, 1))
    while before and before[-1].text in ("challenge", "stop"):
        del before[-1]
    for entry in reversed(before):
        label, _, colour = entry.text.partition(" ")
        place = grid.cell(label)
        if entry.player != before[-1].player or place is None or colour not in COLOURS:
            return
        cell = place[0] * size + place[1]
        if not state.flowers[cell]:
            x, y = _center(size, cell)
            yield Token(f"flower-{cell}", x, y, colour, 46, "wilted")


def _bands(view: gk.View, state: State) -> Iterator[Piece]:
    """Draw each player's name and lives."""
    squares = _squares(view.rules.size)
    for player in range(2):
        y = squares.middle_of_band(player)
        yield from nameplate(player, view.names[player], PAD, y, looks=INSECTS)
        for life in range(view.rules.lives):
            x = squares.width - PAD - 16 - 28 * (view.rules.lives - 1 - life)
            look = "life" if life < state.lives[player] else "life-lost"
            yield Token(f"life-{player}-{life}", x, y, look, 22)


# --- fields ------------------------------------------------------------------------------------


def _zones(view: gk.View, state: State, hand: Hand) -> Iterator[Piece]:
    """Outline the field that is named, the fields that were caught, and those that the switch has found."""
    if state.challenging and state.named >= 0:
        yield from _outlined(view, "named", [state.named])
    yield from _outlined(view, "caught", _caught(view))
    if _is_finding(hand):
        yield from _outlined(view, "duplicate", _duplicates(view, state))


def _outlined(view: gk.View, key: str, fields: list[int]) -> Iterator[Zone]:
    """Outline these fields. If two are alike, matching flowers get the same number."""
    size = view.rules.size
    cells = [tetrominoes.cells(size, field) for field in fields]
    order = _matching(view, *cells) if len(cells) == 2 else None
    if order:
        cells[1] = order
    for hue, places in reversed([*enumerate(cells, 1)]):  # the second is the inner one
        middles = tuple(_center(size, cell) for cell in places)
        yield Zone(f"{key}-{hue}", middles, SIZE, None, "1234" if order else "", hue)


def _matching(
    view: gk.View, one: tuple[int, ...], other: tuple[int, ...]
) -> tuple[int, ...] | None:
    """Return the cells of `other` in the order of the matching cells of `one`, or None if they are not alike."""
    size, flowers = view.rules.size, view.state.flowers

    def apart(cells: tuple[int, ...]) -> list[int]:
        places = [divmod(cell, size) for cell in cells]
        return [(a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in combinations(places, 2)]

    for order in permutations(other):
        colours = [(flowers[a], flowers[b]) for a, b in zip(one, order, strict=True)]
        # The flowers of a caught field are gone, and so are their colors.
        if apart(one) == apart(order) and all(a == b or 0 in (a, b) for a, b in colours):
            return order
    return None


def _caught(view: gk.View) -> list[int]:
    """Return the fields of a challenge, right or wrong, if it was the latest move; one if it named one twice."""
    steps = [entry for entry in view.history if entry.player in (0, 1)]
    if not steps or not steps[-1].remark:
        return []
    named = [
        _field(view, tuple(entry.text.split()))
        for entry in steps[-2:]
        if len(entry.text.split()) == 4
    ]
    return [*dict.fromkeys(named)] if len(named) == 2 and min(named) >= 0 else []


def _duplicates(view: gk.View, state: State) -> list[int]:
    """Return two fields that would win a challenge now, or none."""
    game, rules = view.game, view.rules
    if not _may_challenge(view, state):
        return []
    fields = range(tetrominoes.count(rules.size))
    found = [0] * len(fields)
    if game.find_twins(rules, state, found) == 0:
        return []
    return [found[0], next(f for f in fields if game.is_caught(rules, state, found[0], f))]


# --- words and buttons -------------------------------------------------------------------------


def _choices(view: gk.View, hand: Hand) -> Iterator[Choice]:
    if "purple" in hand.next:
        for colour in _colours(view):
            yield Choice(colour, colour.capitalize(), look=colour)
    else:
        shown = {name for name in LABELS if (name,) in hand.ways.values()}
        for name in (name for name in LABELS if name in shown):
            yield Choice(name, LABELS[name])
    if hand.is_assisted and not view.result and not view.state.challenging:
        does = "Outlines two fours that are alike, whenever you may challenge them"
        yield Choice(FIND, LABELS[FIND], FIND in hand.on, title=does)


def _prompt(view: gk.View, state: State, hand: Hand) -> str:
    """Say what to do, or how the match ended."""
    if view.result:
        return view.result.text
    name, other = view.names[view.to_act], view.names[1 - view.to_act]
    if state.challenging:
        which = "the four like them" if state.named >= 0 else "four joined flowers"
        if hand.pressed:
            return f"Challenge: {len(hand.pressed)} of {which} pressed"
        return f"Challenge: press {which}, one by one"
    if hand.pressed:
        return f"Which color on {hand.pressed[0]}? Press {hand.pressed[0]} again to cancel"
    found = _found(view, state, hand)
    if state.sown:
        return f"{name}: plant flower {state.sown + 1}{_of_most(view)}, or press End turn"
    if state.passes:
        return f"{other} passed in a full garden: {name} may press Pass too"
    verdict = _verdict(view)
    may_challenge = not view.game.why_no_challenge(view.rules, state)
    if view.game.is_full(view.rules, state):
        if view.rules.full_board == MUST_CHALLENGE:
            return f"{verdict}The garden is full. {name}: press Challenge"
        return f"{verdict}The garden is full. {name}: press Challenge or Pass"
    risk = "" if verdict else " (whoever is wrong loses a life)"  # a verdict has just said so
    doubt = f", or Challenge{risk}" if may_challenge and not found else ""
    return f"{verdict or found}{name}: plant flower 1{_of_most(view)} beside a flower{doubt}"


def _may_challenge(view: gk.View, state: State) -> bool:
    is_under_way = state.challenging or state.sown
    return not (view.result or is_under_way or view.game.why_no_challenge(view.rules, state))


def _reminder(view: gk.View, state: State, hand: Hand) -> str:
    """Say how to challenge, while that is allowed, and what to name in a challenge; or say what the switch has
    found."""
    if view.result:
        return ""
    if state.challenging and state.named >= 0:
        shared = " or sharing flowers" if view.rules.overlap == ALLOWED else ""
        return f"Alike: the same shape and colors, even turned or mirrored{shared}."
    if state.challenging:
        other = view.names[1 - view.to_act]
        return f"One of the two fours has a new flower of {other}'s (tinted)."
    if _may_challenge(view, state) and not hand.pressed:
        if _is_finding(hand) and _duplicates(view, state):
            return (
                "Found: the two outlined fours are alike. Press Challenge, then both, cell by cell."
            )
        return "Same four twice? Press Challenge, then the four cells, then the other four."
    return _warning(view, state, hand) if _is_finding(hand) else ""


def _is_finding(hand: Hand) -> bool:
    return hand.is_assisted and FIND in hand.on


def _warning(view: gk.View, state: State, hand: Hand) -> str:
    """Say whether the mover's own flowers would make two fours that are alike."""
    other = view.names[1 - view.to_act]
    if state.sown and _repeats(view, state):
        return f"Careful: your new flowers make four like four others. Undo, or hope that {other} misses it."
    if hand.pressed:
        colours = [
            colour
            for colour in _colours(view)
            if _repeats(view, state, f"{hand.pressed[0]} {colour}")
        ]
        if colours:
            return f"Careful: {series(colours, 'or')} on {hand.pressed[0]} makes four like four others."
        return f"No color on {hand.pressed[0]} makes four that are there already."
    return f"Find duplicates checks {other}'s new flowers, and yours before you plant: nothing is alike yet."


def _repeats(view: gk.View, state: State, move: str = "") -> bool:
    """Could the opponent catch the mover if the turn ended here, or after this move?"""
    game, rules, after = view.game, view.rules, state.copy()
    if move:
        legal = [without_open(text) for text in view.legal()]
        if move not in legal:
            return False
        game.apply(rules, after, view.legal_moves()[legal.index(move)])
    if not view.result and after.player == view.to_act and not after.challenging:
        game.apply(rules, after, STOP)
    found = [0] * tetrominoes.count(rules.size)
    return bool(not game.why_no_challenge(rules, after) and game.find_twins(rules, after, found))


def _found(view: gk.View, state: State, hand: Hand) -> str:
    """Say so if the switch has found nothing to challenge. The board outlines what it finds."""
    if not _is_finding(hand) or not _may_challenge(view, state):
        return ""
    return "" if _duplicates(view, state) else "No duplicates. "


def _of_most(view: gk.View) -> str:
    """Return how many flowers a turn may plant, or "" if it is one."""
    most = view.rules.max_plants
    return f" of {most}" if most > 1 else ""


def _verdict(view: gk.View) -> str:
    """Return how the latest challenge went, and which flowers it removed."""
    remark = view.history[-1].remark if view.history else ""
    return f"{remark} " if remark and not view.result else ""


def _in_words(view: gk.View, state: State) -> str:
    """Return the whole garden in words: flowers, lives and the prompt."""
    size = view.rules.size
    parts = []
    for colour, name in enumerate(_colours(view), 1):
        cells = [c for c in range(size * size) if state.flowers[c] == colour]
        labels = " ".join(grid.label(*divmod(cell, size)) for cell in cells)
        parts.append(f"{name} on {labels}" if labels else f"no {name} flowers")
    return f"{view.game.title}. {'; '.join(parts)}. {_lives(view, state)}. {_prompt(view, state, Hand())}"


def _lives(view: gk.View, state: State) -> str:
    """Say how many lives both have."""
    return ", ".join(f"{view.names[p]} has {in_lives(state.lives[p])}" for p in range(2))


# Two fours that are alike: the second is the first, turned and mirrored.
ALIKE = (((0, 0), (1, 0), (2, 0), (2, 1)), ((4, 0), (4, 1), (4, 2), (5, 2)))


def joined(did: str, came: str) -> str:
    """Return what a turn did and what followed, in one sentence if it was a challenge."""
    is_challenge = did.startswith("challenges ") and "," not in did
    return f"{did}: {came}" if is_challenge else in_two_sentences(did, came)


def written(moves: Sequence[str]) -> str:
    """Return a turn in notation: "challenge D2 D3 D4 D5 / D3 D4 D5 D6"."""
    names_fields = moves[0] == "challenge" and len(moves) > 1 and "/" not in moves[-1]
    return f"challenge {' / '.join(moves[1:])}" if names_fields else ", ".join(moves)


def guide_picture() -> Scene:
    """Return a picture of two fours that are alike, for the guide."""
    planted = [*zip(ALIKE[0], COLOURS[1:5], strict=True), *zip(ALIKE[1], COLOURS[1:5], strict=True)]
    fours = [tuple(((x + 0.6) * SIZE, (y + 0.6) * SIZE) for x, y in cells) for cells in ALIKE]
    return Scene(
        name="Two fours that are alike",
        says="Two fours that are alike: the same shape, turned and mirrored, with the same colors",
        prompt="",
        width=6.2 * SIZE,
        height=3.2 * SIZE,
        pieces=(
            *(
                Token(f"flower-{number}", (x + 0.6) * SIZE, (y + 0.6) * SIZE, colour, 46)
                for number, ((x, y), colour) in enumerate(planted)
            ),
            *(
                Zone(f"duplicate-{hue}", middles, SIZE, None, "1234", hue)
                for hue, middles in enumerate(fours, 1)
            ),
        ),
        signs="insects",
    )


SCENE_FILE = SceneFile(
    draw, presses, compose, attempt, joined=joined, written=written, guide_picture=guide_picture
)
