"""The socket of a room's server, which stays quiet when the system has no more files to give.

A connection and a journal are a file each, and some systems give a process no more than 256.
"""

from __future__ import annotations

import errno
import os
import socket
from contextlib import suppress
from typing import Any

from tornado.ioloop import IOLoop

WANTED = 4096  # files for this process, if the system lets it have so many
SPARE = 40  # files that are kept for journals
PAUSE = 1.0  # seconds until connections are accepted again
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
NO_MORE = "This computer can hold no more connections. Try again in a minute."
REFUSAL = (
    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"
    f"Content-Length: {len(NO_MORE) + 1}\r\nConnection: close\r\nRetry-After: 60\r\n\r\n{NO_MORE}\n"
).encode()


def raise_limit() -> None:
    """Have this process open more files at once, as far as it may."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def files_left() -> int:
    """Return how many more files this process can open; many where the system does not say."""
    try:
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        is_endless = soft == resource.RLIM_INFINITY
        return WANTED if is_endless else max(0, soft - len(os.listdir("/dev/fd")))
    except OSError as problem:
        return 0 if problem.errno in EXHAUSTED else WANTED
    except ImportError:
        return WANTED


class Listening(socket.socket):
    """A socket that accepts connections as long as there are files for them."""

    @classmethod
    def at(cls, host: str, port: int, backlog: int) -> Listening:
        """Listen there.

        Raises:
            OSError: nothing can listen there.
        """
        kind = socket.AF_INET6 if ":" in host else socket.AF_INET
        plain = socket.create_server((host, port), family=kind, backlog=backlog)
        found = cls(fileno=plain.detach())
        found.setblocking(False)
        return found

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection. One too many is answered with a sentence, and closed."""
        try:
            connection, address = super().accept()
        except OSError as problem:
            if problem.errno not in EXHAUSTED:
                raise
            self._pause()
            raise BlockingIOError from None
        if files_left() < SPARE // 2:
            with connection, suppress(OSError):
                connection.setblocking(False)
                connection.send(REFUSAL)
            raise ConnectionAbortedError
        return connection, address

    def _pause(self) -> None:
        loop = IOLoop.current()
        loop.update_handler(self, 0)
        loop.call_later(PAUSE, self._go_on, loop)

    def _go_on(self, loop: IOLoop) -> None:
        if self.fileno() >= 0:
            loop.update_handler(self, IOLoop.READ)
