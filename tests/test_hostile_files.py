"""Files from somebody else: nothing in them steers a terminal, empties a file or eats the memory."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

import gamekit as gk
from gamekit import drivers
from gamekit.storage.journal import summed
from gamekit.storage.record import digest
from gamekit.studies import run as saving

TITLE = "\x1b]0;owned\x07"  # sets the title of a terminal's window
EVIL = f"A{TITLE}\u202en"


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
    monkeypatch.setenv("GAMEKIT_MATCHES", str(tmp_path / "matches"))


def is_harmless(*texts: object) -> bool:
    """Does no text hold a sign that steers a terminal or turns the direction of writing?"""
    return all(line.isprintable() for text in texts for line in str(text).split("\n"))


def saved(path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """Write a saved game that somebody else has changed, its checksum too."""
    document = gk.Match("take-back-toe", seed=7).play("B2-A2").resign(0).record.document()
    change(document)
    document = {"format": "gamekit match", "version": 1, **document, "digest": digest(document)}
    path.write_text(json.dumps(document))
    return path


def names(first: str, second: str) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        document["players"] = [first, second]
        document["result"]["text"] = f"{second} wins. {first} resigned."

    return change


# --- terminals ------------------------------------------------------------------------------------


def test_a_name_in_a_saved_game_does_not_steer_the_terminal(tmp_path: Path) -> None:
    match = gk.read(saved(tmp_path / "a", names(EVIL, "Bo")))
    assert match.names == ("A\\x1b]0;owned\\x07\\u202en", "Bo")
    assert is_harmless(match, match.record, match.result and match.result.text)


@pytest.mark.parametrize(
    ("players", "now"),
    [
        (("Jose\u0301", "Ana "), ("José", "Ana")),
        (("Ana", "Ana "), ("Ana", "Ana 2")),
        (("A\tn", "\u200bBo"), ("A n", "Bo")),
    ],
)
def test_names_that_earlier_versions_took_are_still_read(
    players: tuple[str, str], now: tuple[str, str], tmp_path: Path
) -> None:
    match = gk.read(saved(tmp_path / "a", names(*players)))
    assert match.names == now
    assert match.result
    assert match.result.text == f"{now[1]} wins. {now[0]} resigned."


def test_texts_of_steps_results_and_rules_do_not_steer_the_terminal(tmp_path: Path) -> None:
    def change(document: dict[str, Any]) -> None:
        document["steps"][-1][1] = TITLE
        document["replaced"] = [TITLE]
        document["result"]["text"] = TITLE
        self = gk.Record.of(document)
        assert self.result
        assert is_harmless(self, self.steps[-1].text, self.replaced[0], self.result.text)

    with pytest.raises(gk.BadRecord) as refused:
        gk.read(saved(tmp_path / "a", change))
    assert is_harmless(refused.value)


def test_what_the_folder_of_matches_lists_does_not_steer_the_terminal() -> None:
    match = gk.Match("take-back-toe", seed=7, journal=True).play("B2-A2")
    assert match.journal
    match.journal.close()
    head, *events = (json.loads(line) for line in match.journal.path.read_bytes().splitlines())
    head |= {"players": [EVIL, "Bo"], "game": TITLE, "parameters": {TITLE: TITLE}}
    head["replaced"] = [TITLE]
    lines: list[bytes] = []
    for event in (head, *events):
        event.pop("sum")
        lines.append(summed(event, lines))
    match.journal.path.write_bytes(b"".join(lines))
    assert len(gk.matches()) == 1
    assert is_harmless(repr(gk.matches()), gk.matches()._repr_html_())


def test_a_transcript_does_not_steer_the_terminal() -> None:
    text = str(gk.Match("take-back-toe", seed=7, players=("Ann", "Bo")).play("B2-A2").record)
    said = text.replace('"Ann"', json.dumps(EVIL)).replace("1. Ann: B2-A2", f"1. {EVIL}: {TITLE}")
    record = gk.Record.parse(said)
    assert is_harmless(record, record.players)
    with pytest.raises(gk.BadRecord) as refused:
        record.match()
    assert is_harmless(refused.value)
    with pytest.raises(gk.BadRecord) as refused:
        gk.Record.parse(text + f"\n{TITLE}")
    assert is_harmless(refused.value)


RECEIPT: list[tuple[str, Any]] = [
    ("game", TITLE), ("rules", TITLE), ("code", TITLE), ("bots", [TITLE, TITLE]),
    ("replaced", [TITLE]), ("parameters", {TITLE: TITLE}), ("versions", {"numpy": TITLE}),
    ("rows", TITLE), ("kind", TITLE), ("version", TITLE), ("seed", TITLE),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), RECEIPT, ids=[key for key, _ in RECEIPT])
def test_a_receipt_does_not_steer_the_terminal(key: str, value: Any) -> None:
    receipt = json.loads(gk.playtest("take-back-toe", games=1, progress=False).receipt)
    assert is_harmless(rerun_text(json.dumps({**receipt, key: value})))


def rerun_text(receipt: str) -> str:
    """Return the report of a receipt that is played again, or why it is refused."""
    try:
        return gk.rerun(receipt, progress=False).text
    except gk.GameError as refusal:
        return str(refusal)


# --- folders of games -----------------------------------------------------------------------------

COLUMNS = ("plan", *drivers.COLUMN_NAMES)


def playtest(folder: Path, games: int = 20) -> gk.studies.Study:
    return gk.playtest("take-back-toe", games=games, max_moves=8, progress=False, save=folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which 20 games are kept, in one file."""
    playtest(tmp_path / "study")
    return tmp_path / "study"


def the_file(folder: Path) -> Path:
    (file,) = folder.glob("*.parquet")
    return file


def table(folder: Path) -> dict[str, Any]:
    found = parquet.read_table(the_file(folder))
    return {name: found[name].to_numpy() for name in COLUMNS}


def write(path: Path, columns: dict[str, Any], **how: Any) -> None:
    arrays = [each if isinstance(each, pa.Array) else pa.array(each) for each in columns.values()]
    parquet.write_table(pa.table(arrays, names=list(columns)), path, **how)


@pytest.mark.parametrize("name", [".lock", "playtest.json", "games-000000000-000000019.parquet"])
@pytest.mark.parametrize("goal", ["there", "not there"])
def test_a_link_in_a_folder_of_games_is_refused_and_followed_by_nobody(
    name: str, goal: str, folder: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "mine"
    content = (folder / name).read_bytes() or b"dear diary"
    if goal == "there":
        mine.write_bytes(content)
    (folder / name).unlink()
    (folder / name).symlink_to(mine)
    with pytest.raises(gk.GameError, match=r"is a link, which a playtest never writes"):
        playtest(folder)
    assert mine.exists() == (goal == "there")
    assert not mine.exists() or mine.read_bytes() == content


def test_a_lock_that_is_another_files_second_name_is_not_emptied(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine").write_text("dear diary")
    (folder / ".lock").unlink()
    (folder / ".lock").hardlink_to(tmp_path / "mine")
    assert len(playtest(folder)) == 20
    assert (tmp_path / "mine").read_text() == "dear diary"


@pytest.mark.parametrize(
    "page",
    ["[" * 100_000, '{"plans": ' * 50_000, '{"plans": [[1]]}', '{"plans": 5}', "5", "", " " * 2_000_000,
     '{"plans": [{"game": "\\u001b]0;owned"}]}', '{"plans": [{"bots": 5, "parameters": [[[]]]}]}'],
    ids=lambda page: page[:20],
)  # fmt: skip
def test_a_page_that_no_playtest_wrote_is_refused(page: str, folder: Path) -> None:
    (folder / "playtest.json").write_text(page)
    with pytest.raises(gk.GameError, match=r"cannot be read|holds another playtest") as refused:
        playtest(folder)
    assert is_harmless(refused.value)


def replaced(**columns: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda found: {**found, **columns}


FOREIGN: list[tuple[str, Callable[[dict[str, Any]], dict[str, Any]]]] = [
    ("columns are not those", replaced(winner=["x"] * 20)),
    ("columns are not those", replaced(winner=[0.5] * 20)),
    ("columns are not those", replaced(winner=[[0]] * 20)),
    ("columns are not those", replaced(winner=np.zeros(20, np.int32))),
    ("columns are not those", replaced(more=[1] * 20)),
    ("columns are not those", lambda found: {name: found[name] for name in COLUMNS[:-1]}),
    ("number of rows", lambda found: {name: each[:-1] for name, each in found.items()}),
    ("values are missing", replaced(winner=pa.array([None, *range(19)], pa.int64()))),
    ("no games end like that", replaced(winner=np.full(20, 7))),
    ("no games end like that", replaced(first=np.full(20, 2))),
    ("no games end like that", replaced(rule=np.full(20, -9))),
    ("no games end like that", replaced(rule=np.full(20, 10**15))),
    ("no games end like that", replaced(moves=np.full(20, -1))),
    ("no games end like that", replaced(choices=np.full(20, 2**62))),
    ("no games end like that", replaced(plan=np.full(20, 1, np.int16))),
]


@pytest.mark.parametrize(("said", "change"), FOREIGN)
def test_rows_that_no_playtest_wrote_are_refused(
    said: str, change: Callable[[dict[str, Any]], dict[str, Any]], folder: Path
) -> None:
    write(the_file(folder), change(table(folder)))
    with pytest.raises(gk.GameError, match=f"not a file that a playtest wrote: .*{said}"):
        playtest(folder)
    assert the_file(folder).exists(), "it may be dear to somebody"


def test_a_small_file_that_stands_for_gigabytes_is_refused_unread(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet.ParquetFile, "read", None)  # nothing of it is read
    path, rows = the_file(folder), 3_000_000
    many = {name: np.zeros(rows, np.int16 if name == "plan" else np.int64) for name in COLUMNS}
    write(path, many)
    assert path.stat().st_size < 200_000
    with pytest.raises(gk.GameError, match="the number of rows is not the one in its name"):
        playtest(folder)
    path = path.rename(folder / "games-000000000-999999999.parquet")
    with pytest.raises(gk.GameError, match="its name says that it holds 1,000,000,000 rows"):
        playtest(folder)
    path.unlink()
    path = folder / "games-000000000-000000019.parquet"
    write(path, {name: each[:20] for name, each in many.items()}, compression="zstd")
    with pytest.raises(gk.GameError, match="its compression is not that"):
        playtest(folder)
    path.write_bytes(b"\0" * 2_000_000)
    with pytest.raises(gk.GameError, match="it is larger than"):
        playtest(folder)


def test_very_many_games_are_kept_in_several_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "MOST_ROWS", 8)
    study = playtest(tmp_path)
    assert len(list(tmp_path.glob("*.parquet"))) == 3
    assert playtest(tmp_path).games.equals(study.games)
