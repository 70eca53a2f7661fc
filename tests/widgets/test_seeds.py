"""Nobody can find the seed of a match that nobody seeded, and no table sends one.

The seed gives away every die, covered or still to come. A player of Liar's Dice sees their own dice, and can try
as many seeds as time allows to find one that gives these dice.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances
from numpy.typing import NDArray

import gamekit as gk
import gamekit_widgets as gw
from gamekit.chance import CHANCE_STREAM, GAMMA, MIX_A, MIX_B, STREAMS
from gamekit.cli import main
from gamekit_widgets.rooms.host_actions import Session
from gamekit_widgets.rooms.playlist import Playlist
from tests.room_clients import Guest, run, seated

GAME = gk.load("liars-dice", start_dice=8)
REACH = 40  # somebody can search through this many bits
SAMPLE = 1 << 18

Seeds = NDArray[np.uint64]


def rolls(view: gk.View) -> list[tuple[int, int]]:
    """For each die that a view shows, which roll of the match it was and what it showed."""
    rolled = [entry for entry in view.history if entry.player == gk.CHANCE]
    return [(k, int(one.text)) for k, one in enumerate(rolled) if one.text != "?"]


def fitting(seeds: Seeds, seen: list[tuple[int, int]]) -> list[int]:
    """The seeds under which the dice fell this way."""
    game = np.uint64(CHANCE_STREAM * GAMMA % 2**64 * STREAMS)
    keys = mixed(mixed(seeds + np.uint64(GAMMA)) + game)
    for k, face in seen:
        high = mixed(keys + np.uint64((k + 1) * GAMMA % 2**64)) >> np.uint64(32)
        fits = high * np.uint64(6) >> np.uint64(32) == face - 1
        keys, seeds = keys[fits], seeds[fits]
    return [int(seed) for seed in seeds]


def mixed(x: Seeds) -> Seeds:
    """Mix as the generator does."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(MIX_A)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(MIX_B)
    return x ^ (x >> np.uint64(31))


def of_a_room(seed: int | None = None) -> gk.Match:
    room = Session(Playlist(GAME), bot="random", seed=seed)
    try:
        for name in ("Ann", "Bo"):
            person, _ = room.enter(name)
            room.is_back(person)
        room.start()
        return room.meetings[0].match
    finally:
        room.close()


def of_the_command_line() -> gk.Match:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        file = Path(folder, "match.json")
        patch.setattr("sys.stdin", io.StringIO(f"save {file}\n"))
        patch.setenv("GAMEKIT_COMPILE", "never")
        main(["play", "liars-dice", "--set", "start_dice=8", "--against", "random"])
        return gk.read(file)


def begun_again() -> gk.Match:
    table = gw.Table(gk.Match(GAME, seed=1))
    table._sitting.play_again()
    return table.match


UNSEEDED: dict[str, Callable[[], gk.Match]] = {
    "match": lambda: gk.Match(GAME),
    "table": lambda: gw.Table(GAME).match,
    "another at a table": begun_again,
    "lab": lambda: gw.Lab(GAME).table.match,
    "room": of_a_room,
    "command line": of_the_command_line,
}


def test_a_seed_of_few_bits_is_found_from_what_one_seat_is_sent() -> None:
    """This shows that the search in the next test can succeed."""
    seed = SAMPLE // 3
    view = gk.Match(GAME, seed=seed).view(0)
    assert fitting(np.arange(SAMPLE, dtype=np.uint64), rolls(view)) == [seed]


@pytest.mark.parametrize("where", UNSEEDED)
def test_no_seed_that_forty_bits_can_reach_is_that_of_a_match_nobody_seeded(where: str) -> None:
    matches = [UNSEEDED[where]() for _ in range(3)]
    assert len({match.seed for match in matches}) == 3
    for match in matches:
        twin = gk.Match(GAME, seed=match.seed)
        assert rolls(match.view(0))[:8] == rolls(twin.view(0)), "the dice come from this seed alone"
        assert 0 <= match.seed < 2**64
        for player in range(2):
            seen = rolls(match.view(player))
            low = [match.seed % 2**bits for bits in range(REACH + 1)]
            high = [match.seed >> bits for bits in range(64 - REACH, 64)]
            sample = np.random.default_rng(1).integers(2**REACH, size=SAMPLE, dtype=np.uint64)
            tried = np.concatenate([sample, np.array(low + high, np.uint64)])
            assert match.seed not in fitting(tried, seen)


def test_every_bit_of_a_seed_counts() -> None:
    seeds = [gk.Match(GAME).seed for _ in range(80)]
    for bit in range(64):
        assert {seed >> bit & 1 for seed in seeds} == {0, 1}
        other = gk.Match(GAME, seed=seeds[0] ^ 1 << bit)
        assert rolls(other.view(gk.ALL)) != rolls(gk.Match(GAME, seed=seeds[0]).view(gk.ALL))


def test_what_a_bot_draws_at_a_table_is_out_of_reach_too() -> None:
    table = gw.Table(GAME, seats=("human", "human"))
    drawn = []
    for move in ("1x1", "2x2", "3x3"):
        drawn.append(table._sitting.luck)
        table.match.play(move)
    assert len(set(drawn)) == 3
    assert max(drawn) >= 2**REACH


def test_a_room_that_was_given_a_long_seed_gives_its_matches_long_ones() -> None:
    seeds = [of_a_room(seed).seed for seed in (3, 3, 2**63, 2**63)]
    assert seeds[0] == seeds[1] < 2**32
    assert seeds[2] == seeds[3] > 2**REACH


def test_no_browser_is_sent_a_seed() -> None:
    tables: list[gw.Table] = [gw.Table(GAME, seats=("human", "human")), gw.Lab(GAME).table]
    tables[0].match.play("1x1")
    before = {key: widget.get_state() for key, widget in _instances.items()}
    sent = json.dumps([before, [table._repr_mimebundle_() for table in tables]], default=repr)
    assert "1x1" in sent
    for table in tables:
        assert str(table.match.seed) not in sent


def test_nothing_that_leaves_a_room_and_no_record_of_a_player_holds_a_seed(tmp_path: Any) -> None:
    room = gw.Room(GAME, pairs="random")
    guests = list[Guest]()

    async def play() -> None:
        guests.extend(await seated(room))
        for guest in guests:
            await guest.ask("type", "1x1")  # whoever is not to move is refused

    try:
        run(play())
        match = room.matches[0]
        sent = "".join(frame for guest in guests for frame in guest.frames)
        assert "1x1" in sent
        for player in range(2):
            match.save(tmp_path / "mine.json", viewer=player)
            sent += (tmp_path / "mine.json").read_text() + str(match.view(player).history)
        match.resign(0)
        study = room.study()
        room.to_csv(tmp_path / "room.csv")
        sent += (tmp_path / "room.csv").read_text() + room.results().to_csv()
        sent += study.games.to_csv() + study.metrics.to_csv() + repr(study)
        assert str(match.seed) not in sent
        assert f"{match.seed:x}" not in sent
    finally:
        room.close()
