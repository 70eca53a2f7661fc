"""Boards, tables, tasks, replays and a variant lab for gamekit's games, in notebooks.

import gamekit_widgets as gw

gw.Table("take-back-toe")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gamekit_widgets import goals as goals
    from gamekit_widgets.lab.lab import Lab as Lab
    from gamekit_widgets.notebook_widgets import Board as Board
    from gamekit_widgets.notebook_widgets import Replay as Replay
    from gamekit_widgets.notebook_widgets import Table as Table
    from gamekit_widgets.notebook_widgets import Task as Task
    from gamekit_widgets.questions import Dial as Dial
    from gamekit_widgets.questions import Guess as Guess
    from gamekit_widgets.questions import after_guess as after_guess
    from gamekit_widgets.rooms import Room as Room
    from gamekit_widgets.scenes import svg as svg
    from gamekit_widgets.task import Sheet as Sheet

__all__ = [
    "Board",
    "Dial",
    "Guess",
    "Lab",
    "Replay",
    "Room",
    "Sheet",
    "Table",
    "Task",
    "after_guess",
    "goals",
    "svg",
]

_LATER = {
    "Board": "notebook_widgets",
    "Dial": "questions",
    "Guess": "questions",
    "Lab": "lab.lab",
    "Replay": "notebook_widgets",
    "Room": "rooms",
    "Sheet": "task",
    "Table": "notebook_widgets",
    "Task": "notebook_widgets",
    "after_guess": "questions",
    "svg": "scenes",
}


def __getattr__(name: str) -> Any:
    """Load each name on first use, because a table on a page without a notebook needs no widgets."""
    if name == "goals":
        return import_module("gamekit_widgets.goals")
    if name in _LATER:
        return getattr(import_module(f"gamekit_widgets.{_LATER[name]}"), name)
    raise AttributeError(f"module 'gamekit_widgets' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
