"""Rooms: people in other browsers play, and each is told what their seat may know.

Begin with `room.py`, the widget's side, and `host_actions.py`, a room without any web. A `browser_connection` is one
browser's line to the room, and decides what it may ask for. A seat is a table on another page.
"""

import sys

from gamekit.errors import NotHere

if sys.platform == "emscripten":  # no sockets, and a hashlib without scrypt
    raise NotHere(
        "Python in a browser cannot host a room: open this page in JupyterLab on your computer, or on Binder "
        "if only bots play. Here two people can share a table at one screen."
    )

from gamekit_widgets.rooms.room import Room
from gamekit_widgets.rooms.without_notebook import serve

__all__ = ["Room", "serve"]
