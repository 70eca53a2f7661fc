"""Rooms: people in other browsers play one game, each told what their seat may know."""

from gamekit_widgets.rooms.room import Room
from gamekit_widgets.rooms.serving import serve

__all__ = ["Room", "serve"]
