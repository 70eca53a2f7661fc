"""Take-Back-Toe: piles of chips on a grid, a die in the mover's hand, two tinted home rows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import exp

import gamekit as gk
from gamekit.boards import grid
from gamekit.contract import number_in_words
from gamekit.errors import series
from gamekit.games.take_back_toe.state import DIRECTIONS
from gamekit_widgets.drawing.pieces import PAD, SPARE, Squares
from gamekit_widgets.drawing.scene import (
    CELL,
    Arrow,
    Cell,
    Chip,
    Die,
    Emblem,
    Hand,
    Piece,
    Scene,
    SceneFile,
    Token,
    Trail,
    Words,
    nameplate,
    short_name,
)

BAND = 58.0  # height of a player's band above and below the board
RIGHT, RISE = 17.0, 27.0  # distance of lifted chips from the others
FEW = 3  # the most moves to name in a warning
LONGEST = 14  # letters of a name; with more there is no room for a count and a die
VIEWS = 16  # to remember results for
TALLEST = 37.0  # height of a pile, however many chips it has


def draw(view: gk.View, hand: Hand) -> Scene:
    rules, state, squares = view.rules, view.state, _squares(view)
    winning = view.winning_cells()
    return Scene(
        name=f"{view.game.title} board",
        says=_in_words(view),
        prompt=_prompt(view, hand),
        width=squares.width,
        height=squares.height,
        spare=SPARE,
        cells=tuple(
            _cell(view, hand, cell, size, _label(view, cell) in winning)
            for cell, size in enumerate(state.stacks[: rules.rows * rules.columns])
        ),
        pieces=(
            *squares.edges(),
            *_hands(view, hand),
            *_piles(view, hand),
            *_arrows(view, hand),
            *_bans(view, hand),
            *_endings(view, hand),
        ),
        reminder=_reminder(view, hand),
        note=_round(rules.turn_limit, max(0, state.turn - bool(view.result))),
    )


def presses(view: gk.View, move: str) -> tuple[str, ...]:
    """Return the two cells of "B2-A2"."""
    return tuple(move.split("-"))


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """Return the move of two cells, or None if the second is a stack out of reach, which replaces the first."""
    if len(pressed) < 2 or (_is_far(*pressed) and _can_begin(view, pressed[1])):
        return None
    return "-".join(pressed)


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Return a move from the cell pressed last to a neighbor, legal if possible."""
    legal = (move for move in view.legal() if move.startswith(f"{pressed[-1]}-"))
    row, column = grid.cell(pressed[-1]) or (0, 0)
    beside = column + 1 if column + 1 < view.rules.columns else column - 1
    return next(legal, f"{pressed[-1]}-{grid.label(row, beside)}")


def _is_far(start: str, end: str) -> bool:
    """Are these cells so far apart that they do not touch even at a corner?"""
    (a, b), (c, d) = (grid.cell(label) or (0, 0) for label in (start, end))
    return max(abs(a - c), abs(b - d)) > 1


def _can_begin(view: gk.View, label: str) -> bool:
    return any(move.startswith(f"{label}-") for move in view.legal())


# --- cells -----------------------------------------------------------------------------------


def _label(view: gk.View, cell: int) -> str:
    return grid.label(*divmod(cell, view.rules.columns))


def _squares(view: gk.View) -> Squares:
    return Squares(view.rules.rows, view.rules.columns, CELL, BAND)


def _center(view: gk.View, cell: int) -> tuple[float, float]:
    return _squares(view).center(cell)


def _home(view: gk.View, cell: int) -> int | None:
    """Return the player to whose home row this cell belongs, or None."""
    for player in range(2):
        if 0 <= cell - view.game.home(view.rules, player) < view.rules.columns:
            return player
    return None


def _cell(view: gk.View, hand: Hand, cell: int, size: int, is_winning: bool) -> Cell:
    label, owner = _label(view, cell), _home(view, cell)
    marks = hand.marks(label, is_winning)
    is_target = bool(hand.pressed) and "next" in marks
    if "next" in marks and not is_target:
        marks |= {"held"}
    words = [f"{label}, {'empty' if not size else f'stack of {size}'}"]
    if owner is not None:
        words.append(f"home of {view.names[owner]}")
    if "next" in marks:
        words.append(f"takes {view.state.die} from {hand.pressed[0]}" if is_target else "can move")
    if is_target and hand.is_assisted:
        winner = _decided(view).get(f"{hand.pressed[0]}-{label}")
        words += [] if winner is None else [f"{view.names[winner]} would win"]
    words += [mark for mark in ("pressed", "refused", "winning") if mark in marks]
    x, y = _center(view, cell)
    badge = f"={size + view.state.die}" if is_target else ""  # as high as the stack would be
    return Cell(label, x, y, label[0], ", ".join(words), owner, marks, badge)


# --- pieces ----------------------------------------------------------------------------------


def _at_home(view: gk.View, hand: Hand, player: int) -> tuple[str, bool]:
    """Describe a player's home row, and return whether one more stack of a size wins.

    It says how many pieces are there or, where the board may help, how many stacks are equal and how large.
    """
    first = view.game.home(view.rules, player)
    stacks = [each for each in view.state.stacks[first : first + view.rules.columns] if each]
    if not hand.is_assisted:
        return f"{sum(stacks)} at home", False
    equal = max(map(stacks.count, stacks), default=0)
    if equal < 2:
        return f"{sum(stacks)} at home, none equal", False
    sizes = sorted({size for size in stacks if stacks.count(size) == equal}, reverse=True)
    if equal == view.rules.match - 1:
        each = " and ".join(f"{number_in_words(equal)} {size}s" for size in sizes)
        return f"{each}: one more wins", True
    return f"{equal} of {view.rules.match} equal: {', '.join(f'{size}s' for size in sizes)}", False


def _hands(view: gk.View, hand: Hand) -> Iterator[Piece]:
    """Draw each player's band: emblem, name, stacks at home, and the mover's die."""
    state, squares = view.state, _squares(view)
    right = squares.width - PAD
    for player in range(2):
        y = squares.middle_of_band(player)
        yield from nameplate(player, short_name(view.names[player], LONGEST), PAD, y)
        has_die = view.to_act == player and state.die
        x = right - 62 if has_die else right - 6
        text, is_warning = _at_home(view, hand, player)
        look, owner = ("warning", player) if is_warning else ("small", None)
        yield Words(f"home-{player}", x, y + 6, text, look, owner)
        if has_die:
            yield Die("die", right - 27, y, state.die, state.turn, player)


def _piles(view: gk.View, hand: Hand) -> Iterator[Piece]:
    """Draw every chip. Those that just moved come last, so they lie on top."""
    piles, moved = _chips(view)
    state = view.state
    chips, counts = [], []
    for cell, pile in enumerate(piles):
        x, y = _center(view, cell)
        if not pile and _home(view, cell) is not None:
            yield Emblem(f"ground-{cell}", x, y, _home(view, cell) or 0, 34, is_faint=True)
        taken = state.die if _label(view, cell) in hand.pressed else 0
        left = len(pile) - taken
        for level, chip in enumerate(pile):
            aside, rise = (RIGHT, RISE) if level >= left and taken else (0.0, 0.0)
            down = y + 20 - _height(level, len(pile)) - rise
            chips.append(Chip(f"chip-{chip}", x + aside, down, bool(rise)))
            if level == left - 1:
                counts.append(
                    Words(
                        f"count-{cell}", x - RIGHT * bool(taken) / 4, down + 9, str(left), "count"
                    )
                )
        if taken:
            top = chips[-1]
            counts.append(Words(f"held-{cell}", top.x, top.y + 9, str(taken), "count"))
    on_top = {f"chip-{chip}" for chip in moved}
    yield from sorted(chips, key=lambda chip: chip.key in on_top)
    yield from counts


def _height(level: int, size: int) -> float:
    """Return the height of a chip in a pile. The taller a pile, the less each chip adds to it."""
    return TALLEST * (1 - exp(-size / 14)) * level / size


def _chips(view: gk.View) -> tuple[list[list[int]], list[int]]:
    """Number the chips, and follow each through the history, so that people see it move.

    Returns:
        the chips on each cell, from bottom to top, and the chips that moved last.
    """
    state = view.state
    moves = list(_moves(view))
    sizes = list(state.stacks[: view.rules.rows * view.rules.columns])
    for start, end, count in reversed(moves):
        sizes[start] += count
        sizes[end] -= count
    piles, made = [], 0
    for size in sizes:
        piles.append(list(range(made, made + size)))
        made += size
    moved: list[int] = []
    for start, end, count in moves:
        moved = piles[start][-count:]
        del piles[start][-count:]
        piles[end] += moved
    return piles, moved


def _moves(view: gk.View) -> Iterator[tuple[int, int, int]]:
    """Yield the moves so far as start, end and count."""
    # A position that begins after a roll has no roll before its first move. The view remembers that
    # number for one turn. After that, this guess may be wrong, and then one chip moves oddly, once.
    count = max(*view.state.last_count, 1)
    for entry in view.history:
        if entry.player == gk.CHANCE:
            count = int(entry.text)
        elif entry.player in (0, 1):
            start, end = (_number(view, label) for label in entry.text.split("-"))
            yield start, end, count


def _arrows(view: gk.View, hand: Hand) -> Iterator[Piece]:
    """Draw the last move as an arrow across the side that its cells share.

    There is no arrow while a stack is lifted, because it would look like a place to put the stack.
    """
    if hand.pressed:
        return
    last = [entry for entry in view.history if entry.player in (0, 1)][-1:]
    for entry in last:
        *_, (_, _, count) = _moves(view)
        yield _arrow(view, f"move-{entry.ply}", entry.text, str(count), entry.player or 0)


def _barred(view: gk.View) -> list[tuple[int, int]]:
    """Return the steps that this roll may not make because they take a move back, as start and end."""
    rules, state, game = view.rules, view.state, view.game
    if view.to_act not in (0, 1) or not state.die:
        return []
    cells = range(rules.rows * rules.columns)
    beside = (
        (start, end)
        for start in cells
        for way in range(DIRECTIONS)
        if (end := grid.around(rules.rows, rules.columns, start, way)) in cells
    )
    return [(a, b) for a, b in beside if game.takes_back(rules, state, a, b)]


def _bans(view: gk.View, hand: Hand) -> Iterator[Piece]:
    """Draw each barred step beside the arrow of the last move."""
    for start, end in _barred(view):
        if not hand.pressed or _label(view, start) in hand.pressed:
            (ax, ay), (bx, by) = _center(view, start), _center(view, end)
            aside = 30 if ay == by else 34
            right, up = aside * (ax == bx), aside * (ay == by)
            way = (ax + right, ay - up), (bx + right, by - up)
            yield Trail(f"barred-{start}-{end}", way, "barred")
            x, y = (ax + bx) / 2 + right, (ay + by) / 2 - up
            yield Token(f"ban-{start}-{end}", x, y, "ban", 22)


def _endings(view: gk.View, hand: Hand) -> Iterator[Piece]:
    """Mark the cells on which the lifted stack would end the game, for either player."""
    if not hand.is_assisted:
        return
    for move, winner in _decided(view).items():
        start, end = move.split("-")
        if start in hand.pressed:
            x, y = _center(view, _number(view, end))
            text = "wins" if winner == view.to_act else "loses"
            yield Words(f"ends-{end}", x - 14, y - 27, text, "threat", winner)


def _arrow(view: gk.View, key: str, move: str, text: str, owner: int) -> Arrow:
    (ax, ay), (bx, by) = (_center(view, _number(view, label)) for label in move.split("-"))
    return Arrow(key, (ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay, text, owner)


def _number(view: gk.View, label: str) -> int:
    row, column = grid.cell(label) or (0, 0)
    return int(row * view.rules.columns + column)


# --- decisive moves ----------------------------------------------------------------------------


@lru_cache(maxsize=VIEWS)  # each cell calls it
def _decided(view: gk.View) -> dict[str, int]:
    """Return the winner of each legal move that makes enough stacks equal, by the move's notation."""
    game, rules, found = view.game, view.rules, {}
    for move in view.legal_moves() if view.to_act in (0, 1) else ():
        after = view.state.copy()
        game.apply(rules, after, move)
        winner, _ = game.result(rules, after)
        if winner in (0, 1) and game.has_equal_stacks(rules, after, winner):
            found[game.write(rules, view.state, move)] = winner
    return found


@lru_cache(maxsize=VIEWS)
def _rolls(view: gk.View, player: int) -> list[str]:
    """Return the rolls with which this player could win on this board."""
    found = []
    for die in range(1, view.rules.sides + 1):
        state = view.state.copy()
        state.player, state.die = player, die
        rolled = gk.View(view.game, view.rules, state, player, view.names)
        found += [str(die)] * (player in _decided(rolled).values())
    return found


def _reminder(view: gk.View, hand: Hand) -> str:
    """Warn of moves by which the other player wins, and of rolls with which that player could win next."""
    if view.to_act not in (0, 1) or not hand.is_assisted:
        return ""
    other = 1 - view.to_act
    name, warnings = view.names[other], []
    losing = [move for move, winner in _decided(view).items() if winner == other]
    if losing:
        moves = series(move.replace("-", " to ") for move in losing)
        moves = moves if len(losing) <= FEW else f"{len(losing)} moves"
        warnings.append(f"Careful: {moves} would let {name} win at once.")
    if rolls := _rolls(view, other):
        warnings.append(f"As it stands, {name} wins next with a {series(rolls, 'or')}.")
    return " ".join(warnings)


# --- words -----------------------------------------------------------------------------------


def _prompt(view: gk.View, hand: Hand) -> str:
    """Say what to do, or how the match ended."""
    if view.result:
        return view.result.text
    die = view.state.die
    if view.to_act not in (0, 1):
        return "The die is about to be rolled"
    rolled = f"{view.names[view.to_act]} rolled {die}"
    barred = [(_label(view, start), _label(view, end)) for start, end in _barred(view)]
    if hand.pressed:
        start = hand.pressed[0]
        but = "".join(f", but not {end}" for taken, end in barred if taken == start)
        return f"{rolled}: from {start} to which neighbor{but}? Press {start} again to put it back"
    but = "".join(f", but not {start} to {end}" for start, end in barred)
    return f"{rolled}: press any stack to move {die} of it{but}"


def _round(limit: int, turn: int) -> str:
    """Return the number of the present or last round."""
    if not limit:
        return f"Round {turn // 2 + 1}"
    return f"Round {min(turn // 2 + 1, limit)} of {limit}"


def _in_words(view: gk.View) -> str:
    """Return the whole board in words, with the prompt."""
    rows = []
    for row in range(view.rules.rows):
        first = row * view.rules.columns
        sizes = view.state.stacks[first : first + view.rules.columns]
        rows.append(f"row {grid.LETTERS[row]}: {', '.join(str(s) if s else '-' for s in sizes)}")
    return f"{view.game.title}. {'; '.join(rows)}. {_prompt(view, Hand())}"


SCENE_FILE = SceneFile(draw, presses, compose, attempt)
