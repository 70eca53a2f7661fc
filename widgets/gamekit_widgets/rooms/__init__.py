"""Rooms: people in other browsers play, and each is told what their seat may know.

Begin with `room.py`, the widget's side, and `host_actions.py`, a room without any web. A `browser_connection` is one
browser's line to the room, and decides what it may ask for. A seat is a table on another page.
"""

from gamekit_widgets.rooms.room import Room
from gamekit_widgets.rooms.without_notebook import serve

__all__ = ["Room", "serve"]
