"""Death Match: the boards of its three games side by side, and how far each part is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import gamekit as gk
from gamekit.boards import grid
from gamekit.games.death_match.state import NOTHING, State
from gamekit.games.liars_dice.state import State as DiceState
from gamekit.view import HIDDEN, Entry, result_of
from gamekit_widgets.inset import inset, inside, outside
from gamekit_widgets.scene import Choice, Hand, Panel, Piece, Scene, SceneFile, Way, Words, one_move
from gamekit_widgets.scenes import flower_field, liars_dice, sliding_tic_tac_toe
from gamekit_widgets.svg import GAP

# What a part is called here and how its game looks, in the order in which parts are made.
SCENES: dict[str, SceneFile] = {
    "dice": liars_dice,
    "tiles": sliding_tic_tac_toe,
    "flowers": flower_field,
}
DICE, TILES, FLOWERS = SCENES
NAMES = {DICE: "liars-dice", TILES: "sliding-tic-tac-toe", FLOWERS: "flower-field"}
HEAD, PAD = 52.0, 9.0  # height of a part's heading, and around it

DONE, NOW, LATER = "✓ made", "now", "still to be made"


def draw(view: gk.View, hand: Hand) -> Scene:
    """Return the picture of this view."""
    state = view.state
    parts = tuple(_part(view, state, hand, part) for part in SCENES)
    return Scene(
        name=f"{view.game.title} boards",
        says=" ".join((f"{view.game.title}.", *(part.says for part in parts))),
        prompt=_prompt(view, parts),
        width=sum(part.width + GAP for part in parts) - GAP,
        height=max(part.height for part in parts),
        note=f"Submission {state.turn + 1}",
        choices=tuple(choice for part in parts if part.is_due for choice in part.choices),
        dials=tuple(dial for part in parts if part.is_due for dial in part.dials),
        parts=parts,
    )


def presses(view: gk.View, move: str) -> Way:
    """What makes the move in the game whose part is due."""
    part = _due(view)
    return outside(SCENES[part].presses(_own(view)[part], move), part)


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """What is pressed on the board that is due makes a move there, on another board none."""
    part = _due(view)
    own = _on_board(pressed, part)
    if len(own) < len(pressed):
        return None
    text = SCENES[part].compose(_own(view)[part], own)
    return text and one_move(view, text.removesuffix(" ..."))


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """What is pressed on another board is no move of the game whose part is due."""
    part = _due(view)
    own = _on_board(pressed, part)
    if len(own) < len(pressed):
        return pressed[-1]
    return SCENES[part].attempt(_own(view)[part], own)


def elsewhere(view: gk.View, pressed: tuple[str, ...]) -> str:
    """A press on another board is not for the part that is due."""
    order, due = tuple(SCENES), _due(view)
    part = pressed[-1].partition(" ")[0]
    if part == due or part not in order:
        return ""
    title = gk.load(NAMES[part]).title
    if order.index(part) < order.index(due):
        return f"Your part in {title} is made. Undo takes it back."
    return (
        f"Make your part in {gk.load(NAMES[due]).title} first: "
        "here the order is dice, tiles, flowers."
    )


# --- the parts ---------------------------------------------------------------------------------


@lru_cache(maxsize=1)  # asked for with every legal move
def _due(view: gk.View) -> str:
    """Return the part that is to be made; when the match is over, there is none, so the first."""
    part: int = view.state.part
    return tuple(SCENES)[part % len(SCENES)]


def _on_board(pressed: tuple[str, ...], part: str) -> tuple[str, ...]:
    start = f"{part} "
    return tuple(press.removeprefix(start) for press in pressed if press.startswith(start))


@lru_cache(maxsize=1)
def _own(view: gk.View) -> dict[str, gk.View]:
    """Return what this viewer knows of each of the games."""
    state, made = view.state, list(_made(view))
    found = {}
    for part, name in NAMES.items():
        game, field = gk.load(name), name.replace("-", "_")
        rules, own = getattr(view.rules, field), getattr(state, field)
        result = result_of(game, rules, own, view.names)
        history = tuple(entry for whose, entry in made if whose == part)
        if part == DICE and _is_known(view):
            own = _with_claim(view, own)
        found[part] = gk.View(game, rules, own, view.player, view.names, history, result)
    return found


def _is_known(view: gk.View) -> bool:
    """Does this viewer know how far whoever moves is?"""
    return view.to_act in (0, 1) and view.player in (view.to_act, gk.ALL)


def _with_claim(view: gk.View, dice: DiceState) -> DiceState:
    """Return the dice with the claim that waits for the other parts, as it will stand."""
    noted, game = view.state.noted, gk.load(NAMES[DICE])
    if noted == NOTHING or "x" not in view.game.noted(view.rules, view.state):
        return dice
    after = dice.copy()
    game.apply(view.rules.liars_dice, after, noted)
    return after


def _made(view: gk.View) -> Iterator[tuple[str, Entry]]:
    """Go through the moves that this viewer knows; a submission begins with dice."""
    part, mover = DICE, None
    for entry in view.history:
        if entry.player not in (0, 1) or entry.text == HIDDEN:
            continue
        if _is_for_tiles(entry.text):
            part = TILES
        elif entry.player != mover:
            part = DICE
        elif entry.text != "stop":
            part = FLOWERS
        mover = entry.player
        yield part, entry


def _is_for_tiles(text: str) -> bool:
    return text.startswith(("slide ", "N ")) or grid.cell(text) is not None


def _part(view: gk.View, state: State, hand: Hand, part: str) -> Scene:
    """Draw one of the games below its heading."""
    is_due = view.to_act in (0, 1) and part == _due(view)
    own = inside(hand, part, is_due)
    if view.result:
        own = Hand()
    drawn = SCENES[part].draw(_own(view)[part], own)
    stands = _stands(view, state, part)
    said = f", {stands}" if stands else ""
    moved = inset(drawn, part, HEAD)
    return replace(
        moved,
        name=f"{drawn.name}{said}",
        says=f"{drawn.says}{said}",
        pieces=(*_heading(view, moved, part, stands, is_due), *moved.pieces),
        choices=tuple(_named(choice, part) for choice in moved.choices),
        is_due=is_due,
    )


def _stands(view: gk.View, state: State, part: str) -> str:
    """Say how far the part is made, to whom may know."""
    if not _is_known(view):
        return ""
    order = tuple(SCENES)
    number, due = order.index(part), order.index(_due(view))
    if number > due:
        return LATER if _own(view)[part].to_act == view.to_act else "takes no part"
    if number == due:
        return NOW
    if part == DICE and state.noted != NOTHING:
        return f"✓ {view.game.noted(view.rules, state).replace('x', ' × ')}"
    return DONE


def _heading(view: gk.View, scene: Scene, part: str, stands: str, is_due: bool) -> Iterator[Piece]:
    owner = view.to_act if is_due and stands else None
    middle, width = scene.width / 2, scene.width - 2 * PAD
    yield Panel(f"{part}-head", middle, PAD + (HEAD - PAD) / 2, width, HEAD - PAD, owner)
    yield Words(f"{part}-title", PAD + 13, 38, gk.load(NAMES[part]).title, "heading", owner)
    yield Words(f"{part}-stands", scene.width - PAD - 13, 37, stands, "small")


def _named(choice: Choice, part: str) -> Choice:
    """The end of a part is not the end of the turn."""
    if choice.name.endswith(" stop"):
        return replace(choice, label=f"Done with {part}")
    return choice


def _prompt(view: gk.View, parts: tuple[Scene, ...]) -> str:
    """Say what is to be done in the part that is due."""
    if view.result:
        return view.result.text
    due = next((part for part in parts if part.is_due), None)
    return due.prompt if due else "The dice are about to be rolled"
