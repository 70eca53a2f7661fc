"""Boards, tables, tasks, replays and a variant lab for gamekit's games, in notebooks.

import gamekit_widgets as gw

gw.Table("take-back-toe")
"""

from gamekit_widgets import goals
from gamekit_widgets.board import Board
from gamekit_widgets.drawing.picture import svg
from gamekit_widgets.guess import Guess
from gamekit_widgets.lab.lab import Lab
from gamekit_widgets.replay import Replay
from gamekit_widgets.rooms import Room
from gamekit_widgets.sheet import Sheet
from gamekit_widgets.table.table import Table
from gamekit_widgets.task import Task

__all__ = ["Board", "Guess", "Lab", "Replay", "Room", "Sheet", "Table", "Task", "goals", "svg"]
