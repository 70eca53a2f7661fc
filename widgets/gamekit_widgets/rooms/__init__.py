"""Rooms: people play in their own browsers, and each page gets only what its seat may know.

Begin with `room.py`, which notebooks use, and `host_actions.py`, a room without the web. `browser_connection.py` is
one browser's line to the room, and decides what the browser may ask for. A seat is a table on another page.
"""

import sys

from gamekit.errors import NotHere

if sys.platform == "emscripten":  # has no sockets, and no scrypt in hashlib
    raise NotHere(
        "Python in a browser cannot host a room: open this page in JupyterLab on your computer, or on Binder "
        "if only bots play. Here two people can share a table at one screen."
    )

from gamekit_widgets.rooms.room import Room
from gamekit_widgets.rooms.without_notebook import serve

__all__ = ["Room", "serve"]
