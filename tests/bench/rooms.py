"""A full room: how soon browsers are answered, what it costs in memory, and whether a crash loses a move.

Sixty people on WebSockets play thirty matches, a move a second each, or slower; the server runs in a process of its
own. Printed are the time from a move to its answer, the server's memory at the start and at the end, and the
same while one person sends 10,000 forged messages a minute. Then the server is killed again and again in
the middle of play and opened anew: every move that was acknowledged must be there, and everybody must come
back and make another one. The wall is there all the while, as it is in a class.

    python -m tests.bench.rooms [--people 60] [--pace 1] [--seconds 60] [--kills 5] [--game liars-dice]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from tornado.websocket import WebSocketClosedError

import gamekit as gk
from tests.room_clients import Guest

PEOPLE, FORGED = 60, 10_000
SOON = 150  # milliseconds in which nobody notices that they wait
PROXIED = {"Host": "room.example"}  # as behind a proxy, so that people count by themselves
PATIENCE = 60  # seconds in which everybody must have moved after a crash
SERVER = """\
import sys, time
import gamekit_widgets as gw
room = gw.Room({game!r}, journal={folder!r}, seed=1, odd="wait")
wall = room.wall
print(room.port, room.code, flush=True)
if room.state == "open":
    sys.stdin.readline()
    room.start()
while True:
    time.sleep(1)
"""


class Server:
    """A room in a process of its own."""

    def __init__(self, game: str, folder: Path) -> None:
        code = SERVER.format(game=game, folder=str(folder))
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        port, self.code = self.process.stdout.readline().split()
        self.port = int(port)

    def start(self) -> None:
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    @property
    def memory(self) -> float:
        """Return the server's memory in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    @property
    def work(self) -> float:
        """Seconds of a processor used so far."""
        times = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Player(Guest):
    """Somebody who makes a move a second when it is their turn, and asks for a rematch at the end."""

    patience = 120.0  # who plays the forger waits long
    pace = 1.0  # seconds between two looks at the board

    def __init__(self, port: int, name: str) -> None:
        super().__init__(port)
        self.name = name
        self.waits: list[float] = []  # seconds until each move was answered
        self.kept: dict[int, int] = {}  # for each match how many moves are known to be made
        self.acknowledged = 0  # moves
        self.comes_back = True  # when the line is cut
        self.reading: asyncio.Future[dict[str, Any]] | None = None

    async def connect(self, way: str = "socket", headers: dict[str, str] | None = None) -> Guest:
        """Open the line: from one address, no more than a class may come at once."""
        return await super().connect(way, headers or PROXIED)

    async def play(self, until: float) -> None:
        while time.monotonic() < until:
            await asyncio.sleep(self.pace * random.uniform(0.8, 1.2))
            try:
                await self.act()
            except ConnectionError:
                if not self.comes_back:
                    raise
                self.stop_reading()
                await self.back()

    async def act(self) -> None:
        """Move, or want a rematch."""
        await self.read_all()
        names = {button["name"] for button in self.place.get("buttons", ())}
        if "again" in names:
            await self.ask("room", "again")
        elif self.is_my_turn:
            await self.move()

    async def read_all(self) -> None:
        """Take the frames that have come."""
        while True:
            self.reading = self.reading or asyncio.ensure_future(super().frame())
            done, _ = await asyncio.wait([self.reading], timeout=0.02)
            if not done:
                return
            await self.frame()

    async def frame(self) -> dict[str, Any]:
        """Wait for the next frame, which may be waited for already."""
        reading, self.reading = self.reading, None
        return await (reading or super().frame())

    async def back(self) -> dict[str, Any]:
        """Come back, as a page does where it is crowded: again after a while."""
        while "busy" in (frame := await super().back()):
            await asyncio.sleep(random.uniform(0.25, 1))
        return frame

    def stop_reading(self) -> None:
        """Wait for no frame any more."""
        reading, self.reading = self.reading, None
        if reading and not reading.cancel() and not reading.cancelled():
            reading.exception()  # the line was cut; that is known

    @property
    def is_my_turn(self) -> bool:
        players = self.shown.get("players", ())
        return any(player["active"] and player["who"] == "you" for player in players)

    async def move(self) -> None:
        """Raise the claim as little as possible, or challenge."""
        made = [*self.shown["middle"], *self.shown["late"]]
        texts = [move["text"] for move in made]
        what = "1x1" if not texts or texts[-1] == "challenge" else random.choice(RAISES)(texts[-1])
        began = time.perf_counter()
        said = await self.ask("type", what)
        self.waits.append(time.perf_counter() - began)
        self.acknowledged += not said
        if not said and self.match is not None and "ply" in self.shown:
            self.kept[self.match] = max(self.kept.get(self.match, 0), self.shown["ply"])


RAISES = (lambda claim: f"{int(claim.split('x')[0]) + 1}x1", lambda claim: "challenge")


async def forge(player: Player, until: float) -> None:
    """Send what nobody may, 10,000 a minute, and come back whenever the line is cut."""
    stop = asyncio.ensure_future(_swallow(player))
    n = 0
    while time.monotonic() < until:
        try:
            for _ in range(20):
                n += 1
                player.post({"n": n % 50, "match": n % 40, "do": "type", "what": "9x9", "ply": n})
        except WebSocketClosedError:
            await stop
            await player.back()
            stop = asyncio.ensure_future(_swallow(player))
        await asyncio.sleep(20 * 60 / FORGED)
    stop.cancel()


async def _swallow(player: Player) -> None:
    with suppress(ConnectionError):
        while True:
            await player.frame()


async def arrive(server: Server, people: int) -> list[Player]:
    """Let everybody come in, and play begin."""
    players = [Player(server.port, f"Guest {n}") for n in range(people)]
    for player in players:
        await player.join(server.code, player.name)
    server.start()
    for player in players:
        await player.until(lambda guest: guest.match)
    return players


async def measure(players: list[Player], server: Server, seconds: float, forged: bool) -> None:
    """Play, and print how long answers took."""
    for player in players:
        player.waits, player.frames = [], []
    before, work, until = server.memory, server.work, time.monotonic() + seconds
    jobs = [player.play(until) for player in (players[1:] if forged else players)]
    if forged:
        jobs.append(forge(players[0], until))
    await asyncio.gather(*jobs)
    waits = [1000 * wait for player in players for wait in player.waits]
    cut = quantiles(waits, n=100)
    print(
        f"{'with a forger' if forged else 'a full room'}: {len(waits)} moves in {seconds:g} s; answered in "
        f"{median(waits):.0f} ms (median), {cut[94]:.0f} ms (95%), {max(waits):.0f} ms (worst), "
        f"{sum(wait <= SOON for wait in waits) / len(waits):.1%} within {SOON} ms; "
        f"memory {before:.0f} to {server.memory:.0f} MB; "
        f"{1000 * (server.work - work) / len(waits):.1f} ms of a processor a move; load {os.getloadavg()[0]:.0f}"
    )


async def survive(
    game: str, folder: Path, players: list[Player], server: Server, kills: int
) -> Server:
    """Kill the server in the middle of play, again and again; print what was lost."""
    lost = stuck = 0
    waits: list[float] = []
    for player in players:
        player.comes_back = False
    for number in range(kills + 1):
        jobs = [player.play(time.monotonic() + 600) for player in players]
        playing = asyncio.gather(*jobs, return_exceptions=True)
        stuck += await go_on(players, waits)
        if number == kills:
            break
        await asyncio.sleep(random.uniform(0, 2))
        server.kill()
        await playing
        Guest.sockets.clear()
        lost += missing(folder, players)
        server = Server(game, folder)
        for player in players:
            player.port = server.port
            player.stop_reading()
            await player.back()
    moves = sum(player.acknowledged for player in players)
    print(
        f"killed {kills} times: {lost} of {moves} acknowledged moves lost; {stuck} of "
        f"{(kills + 1) * len(players)} times somebody did not go on; all others had made another move "
        f"within {median(waits):.0f} s (median), {max(waits):.0f} s (worst); load {os.getloadavg()[0]:.0f}"
    )
    server.kill()
    await playing
    return server


async def go_on(players: list[Player], waits: list[float]) -> int:
    """Wait until everybody has made another acknowledged move; return how many have not."""
    before = [player.acknowledged for player in players]
    began = time.monotonic()
    waiting = dict(enumerate(players))
    while waiting and time.monotonic() - began < PATIENCE:
        await asyncio.sleep(0.1)
        for place in [n for n, player in waiting.items() if player.acknowledged > before[n]]:
            waits.append(time.monotonic() - began)
            del waiting[place]
    return len(waiting)


def missing(folder: Path, players: list[Player]) -> int:
    """Count the moves that somebody was told were made and that are not in the journals."""
    known: dict[int, int] = {}
    for player in players:
        for number, ply in player.kept.items():
            known[number] = max(known.get(number, 0), ply)
    lost = 0
    for number, ply in known.items():
        match = gk.read(folder / f"match-{number:04}.journal")
        lost += max(0, ply - match.ply)
    return lost


async def whole(game: str, seconds: float, kills: int, people: int) -> None:
    with TemporaryDirectory() as name:
        server, players = Server(game, Path(name)), list[Player]()
        try:
            players += await arrive(server, people)
            await measure(players, server, seconds, forged=False)
            await measure(players, server, min(seconds, 30), forged=True)
            await players[0].back()
            if kills:
                server = await survive(game, Path(name), players, server, kills)
        finally:
            for player in players:
                player.stop_reading()
            server.kill()


def main() -> None:
    """Read the options."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--kills", type=int, default=5)
    options.add_argument("--people", type=int, default=PEOPLE)
    options.add_argument("--pace", type=float, default=1, help="seconds that a move takes people")
    options.add_argument("--game", default="liars-dice")
    given = options.parse_args()
    Player.pace = given.pace
    asyncio.run(whole(given.game, given.seconds, given.kills, given.people))


if __name__ == "__main__":
    main()
