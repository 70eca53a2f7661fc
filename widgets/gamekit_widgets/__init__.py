"""Boards, tables and replays for gamekit's games, in notebooks.

import gamekit_widgets as gw

gw.Table("take-back-toe")
"""

from gamekit_widgets.board import Board
from gamekit_widgets.picture import svg
from gamekit_widgets.replay import Replay
from gamekit_widgets.table import Table

__all__ = ["Board", "Replay", "Table", "svg"]
