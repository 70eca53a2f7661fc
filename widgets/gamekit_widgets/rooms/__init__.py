"""Rooms: people in other browsers play one game, each told what their seat may know."""

from gamekit_widgets.rooms.room import Room

__all__ = ["Room"]
