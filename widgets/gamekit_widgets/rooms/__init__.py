"""Rooms: people in other browsers play, and each is told what their seat may know.

Begin with `room.py`, the widget's side, and `session.py`, a room without any web. A `connection` is one
browser's line to the room, and decides what it may ask for. A seat is a table on another page.
"""

from gamekit_widgets.rooms.room import Room
from gamekit_widgets.rooms.service import serve

__all__ = ["Room", "serve"]
