"""A game without a scene file: the board it declares, or its board as text and its moves as buttons."""

from __future__ import annotations

import gamekit as gk
from gamekit_widgets.scene import Choice, Hand, Scene, Words
from gamekit_widgets.scenes import declared_board

LINE, LETTER, PAD = 22.0, 9.7, 16.0
MOST = 100  # buttons; where there are more moves, the rest can be typed


def draw(view: gk.View, hand: Hand) -> Scene:
    """Return the board that is declared, or the board as lines of text."""
    if _is_declared(view):
        return declared_board.draw(view, hand)
    text = view.board_text()
    lines = text.split("\n")
    return Scene(
        name=f"{view.game.title} board",
        says=f"{view.game.title}. {text}",
        prompt=_prompt(view),
        width=max(240.0, max(map(len, lines)) * LETTER + 2 * PAD),
        height=len(lines) * LINE + 2 * PAD,
        pieces=tuple(
            Words(f"line-{number}", PAD, PAD + (number + 0.7) * LINE, line, "line")
            for number, line in enumerate(lines)
        ),
        rows=3,
        choices=tuple(Choice(move, move) for move in list(hand.ways)[:MOST]),
    )


def presses(view: gk.View, move: str) -> tuple[str, ...]:
    """A move is one button, where nothing is declared."""
    return declared_board.presses(view, move) if _is_declared(view) else (move,)


def compose(view: gk.View, pressed: tuple[str, ...]) -> str | None:
    """One button is a move."""
    return declared_board.compose(view, pressed) if _is_declared(view) else pressed[0]


def attempt(view: gk.View, pressed: tuple[str, ...]) -> str:
    """Every button is a whole move."""
    return declared_board.attempt(view, pressed) if _is_declared(view) else pressed[0]


def _is_declared(view: gk.View) -> bool:
    """Does the picture follow from declarations: of a board, or of all that there is to show?"""
    game = view.game
    all_is_default = game.leaves_out("write") and game.leaves_out("text_board")
    return game.declared_board is not None or all_is_default


def _prompt(view: gk.View) -> str:
    if view.result:
        return view.result.text
    if view.to_act == gk.CHANCE:
        return "Chance is next"
    return f"{view.names[view.to_act]} is to move"
