"""What a variant is called."""

from __future__ import annotations

from gamekit.contract import Game

PUBLISHED = "as published"


def called(game: Game) -> str:
    """Return what a variant is called: what was changed in it."""
    changed = [f"{name}={value}" for name, value in game.changes.items()]
    changed += [f"{name} replaced" for name in game.replaced]
    return ", ".join(changed) or PUBLISHED


def under(game: Game) -> str:
    """Return the same as it stands in a sentence: "as published", "with match=4"."""
    name = called(game)
    return name if name == PUBLISHED else f"with {name}"
