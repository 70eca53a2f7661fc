"""A room without a notebook: opened from the command line, open until somebody stops it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from gamekit_widgets.rooms.room import Room


def serve(
    what: Any,
    *,
    say: Callable[[str], object] = print,
    wait: Callable[[Room], object] | None = None,
    **options: Any,
) -> None:
    """Open a room, say how to get in, and keep it open until Ctrl-C. Whoever comes is paired.

    Args:
        what: a game, its name, a match, or a list of these.
        say: is given each line that is told.
        wait: is called with the open room and returns when it is to close.
        options: as for `Room`: host, port, pairs, clock, bot, odd, names, journal, against, seed.

    Raises:
        GameError: the room cannot be opened.
    """
    room = Room(what, **options)
    try:
        room.start()
        say(f"{room.link}")
        say(f"Code: {room.code}")
        say(room.reach)
        say("Press Ctrl-C to close the room.")
        (wait or _until_ended)(room)
    except KeyboardInterrupt:
        say("")
    finally:
        room.close()
    for line in room.summary().splitlines():
        say(line)


def _until_ended(room: Room) -> None:
    while room.state != "ended":
        time.sleep(1)
