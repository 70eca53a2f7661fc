"""Saved games, transcripts and journals: what is kept, and what is refused."""

from __future__ import annotations

import json
import os
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

import gamekit as gk
from gamekit.storage import files
from tests.matches import same

Change = Callable[[dict[str, Any]], None]


def played(turns: int = 6, **options: Any) -> Any:
    match = gk.Match("take-back-toe", **{"seed": 7, **options})
    for _ in range(turns):
        match.play(match.legal_moves()[-1])
    return match


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.json"


# --- what is kept ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"first": 1, "dmo": 0, "open": True},
        {"first": "random", "players": ("Zoë", "1. chance: {0}")},
        {"players": ("Ann", "Ann: Bo")},
        {"players": ("result", "seed: 4")},
        {"clock": "official"},
        {"clock": gk.Clock(main=5, reserve=120.5)},
        {"clock": gk.Clock(main=5, reserve=100, period=10)},
        {"position": {"board": {"B1": 20, "B2": 20}, "turns": [3, 2]}},
        {"seed": 2**70 + 1},
        {"seed": -5},
        {"number": 5},
        {"number": 2**70, "first": 1},
    ],
)
def test_a_match_is_saved_and_read(options: Any, path: Path) -> None:
    match = played(**options)
    match.save(path)
    same(match, gk.read(path))
    same(match, gk.Record.parse(str(match.record)).match())


@pytest.mark.parametrize("seed", [None, 7, 2**53, 2**64 - 1, -(2**60) - 1])
def test_a_file_that_javascript_wrote_again_is_read(seed: int | None, path: Path) -> None:
    """JavaScript has no whole numbers of 64 bits, and writes no zeros behind the point."""
    match = played(2, seed=seed, clock=gk.Clock(main=5, reserve=120.5))
    match.save(path)

    def javascript(number: str) -> float:
        return int(float(number)) if float(number).is_integer() else float(number)

    document = json.loads(path.read_text(), parse_int=javascript, parse_float=javascript)
    path.write_text(json.dumps(document))
    same(match, gk.read(path))


def test_a_file_with_a_long_seed_of_an_earlier_version_is_read(path: Path) -> None:
    match = played(2, seed=2**64 - 1)
    match.save(path)
    document = json.loads(path.read_text())
    del document["format"], document["version"], document["digest"]
    document["seed"] = 2**64 - 1
    same(match, gk.Record.of(document).match())


def test_parameters_are_kept(path: Path) -> None:
    game = gk.load("take-back-toe", columns=5, reversal="none")
    match = gk.Match(game, seed=1).play("B2-A2")
    match.save(path)
    again = gk.read(path)
    assert again.game.parameters == game.parameters
    assert json.loads(path.read_text())["parameters"] == {"columns": 5, "reversal": "none"}
    same(match, again)


def test_the_number_of_a_game_is_kept_where_it_is_not_0(path: Path) -> None:
    for number in (0, 3):
        match = played(2, number=number)
        match.save(path)
        assert json.loads(path.read_text()).get("number", 0) == number
        for text in (path.read_text(), str(match.record)):
            assert ("number" in text) is (number != 0)
        for again in (gk.read(path), gk.Record.parse(str(match.record)).match()):
            assert again.number == number
            same(again.play(again.legal_moves()[0]), match.fork().play(match.legal_moves()[0]))


def test_dictated_dice_are_kept_as_such(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=7, auto=False)
    match.dictate(1).play("B1-A1").advance()
    match.save(path)
    assert [step[0] for step in json.loads(path.read_text())["steps"]] == [
        "dictated", "0", "chance",
    ]  # fmt: skip
    same(match, gk.read(path))


@pytest.mark.parametrize("end", ["resign", "flag"])
@pytest.mark.parametrize("turns", [0, 3])
def test_an_early_end_is_kept(end: str, turns: int, path: Path) -> None:
    match = played(turns)
    getattr(match, end)(1)
    match.save(path)
    same(match, gk.read(path))
    assert gk.read(path).result.winner == 0


def test_a_skip_is_kept(path: Path) -> None:
    flat = {
        "A1": 4, "A2": 4, "A3": 2, "A4": 3, "B1": 4, "B2": 4, "B3": 4, "B4": 3,
        "C1": 4, "C2": 4, "C3": 1, "C4": 3,
    }  # fmt: skip
    match = gk.Match("take-back-toe", position={"board": flat}, auto=False).dictate(6).dictate(1)
    match.save(path)
    same(match, gk.read(path))
    assert "forced: skip" in str(match.record)


def test_a_finished_game_is_kept(path: Path) -> None:
    match = gk.Match("take-back-toe", seed=3)
    while match.result is None:
        match.play(match.legal_moves()[match.ply % len(match.legal_moves())])
    match.save(path)
    same(match, gk.read(path))


def test_the_file_is_small_readable_and_replaced_at_once(path: Path) -> None:
    path.write_text("something else")
    match = played(20)
    match.save(path)
    document = json.loads(path.read_text("utf-8"))
    assert document["format"] == "gamekit match"
    assert document["version"] == 1
    assert path.stat().st_size < 2000
    assert list(path.parent.iterdir()) == [path]
    assert all(len(line) < 100 for line in path.read_text().splitlines())


def test_one_players_file_has_no_seed(path: Path) -> None:
    match = played()
    match.save(path, viewer=0)
    document = json.loads(path.read_text())
    assert (document["seed"], document["viewer"]) == (None, 0)
    again = gk.read(path)
    assert again.state == match.state
    assert [entry.text for entry in again.history] == [entry.text for entry in match.history]
    with pytest.raises(gk.GameError, match="viewer=2: give 0 or 1"):
        match.save(path, viewer=2)


def test_one_players_file_is_not_played_again_from_a_beginning_with_secrets(path: Path) -> None:
    start = {"square": "2,2", "bids": {"X": 3}}  # which O may not know
    gk.Match("tic-tac-toe-evolved", position=start).save(path, viewer=1)
    with pytest.raises(gk.BadRecord, match="one player's record"):
        gk.read(path)


def test_a_transcript_reads_like_a_game() -> None:
    match = gk.Match("take-back-toe", seed=7, auto=False)
    match.dictate(4).play("B2-A2").dictate(3).play("A2-A1").resign(0)
    lines = str(match.record).splitlines()
    assert lines[lines.index("") + 1 : -2] == [
        "      dictated: 4",
        "   1. Red: B2-A2",
        "      dictated: 3",
        "   2. Green: A2-A1",
    ]
    assert '"Green wins. Red resigned."' in lines[-1]


# --- replaced rules ----------------------------------------------------------------------------


PASTED: dict[str, Callable[[str], str]] = {
    "indented": lambda text: textwrap.indent(text, "    "),
    "indented with tabs": lambda text: textwrap.indent(text, "\t\t"),
    "quoted": lambda text: textwrap.indent(text, "> ", lambda line: True),
    "quoted twice": lambda text: textwrap.indent(text, ">> ", lambda line: True),
    "fenced": lambda text: f"```text\n{text}\n```\n",
    "fenced and quoted": lambda text: textwrap.indent(f"~~~\n{text}\n~~~", " > > ", bool),
    "with NBSP": lambda text: text.replace(" ", "\u00a0"),
    "with single blanks": lambda text: re.sub(" +", " ", text),
    "with smart quotes": lambda text: re.sub('"([^"]*)"', "\u201c\\1\u201d", text),
    "with decomposed accents": lambda text: normalize("NFD", text),
    "with smart apostrophes": lambda text: text.replace("O'Neil:", "O\u2019Neil:"),
    "with dashes": lambda text: text.replace("B2-A2", "B2\u2013A2"),
    "in full width": lambda text: text.replace("B2-A2", "Ｂ２－Ａ２").replace(":", "："),
    "with Windows line ends": lambda text: text.replace("\n", "\r\n") + "\r\n\r\n",
    "with a byte-order mark": lambda text: "\ufeff" + text,
    "with empty lines": lambda text: text.replace("\n", "\n\n"),
}


@pytest.mark.parametrize("how", PASTED)
@pytest.mark.parametrize("clock", [None, "official"])
def test_a_transcript_is_read_as_people_paste_it(how: str, clock: str | None) -> None:
    match = gk.Match("take-back-toe", seed=7, players=("Zoë O'Neil", "José"), clock=clock)
    match.play("B2-A2").play(match.legal_moves()[0]).resign(0)
    text = PASTED[how](str(match.record))
    assert text != str(match.record)
    same(match, gk.Record.parse(text).match())


@pytest.mark.parametrize("game", gk.games(), ids=lambda game: game.name)
def test_transcripts_of_all_games_are_read_from_a_letter(game: gk.Game) -> None:
    match = gk.Match(game, seed=3)
    for _ in range(8):
        match.play(match.legal_moves()[0])
    letter = textwrap.indent(str(match.record), "> ").replace(" ", "\u00a0")
    same(match, gk.Record.parse(letter).match())


def test_replaced_rules_are_needed_to_read() -> None:
    game = gk.load("take-back-toe")
    free = game.variant(takes_back=lambda rules, state, start, target: False)
    match = gk.Match(free, seed=7, auto=False)
    match.dictate(2).play("B1-A1").dictate(2).play("A1-B1")
    record = gk.Record.parse(str(match.record))
    same(match, record.match(free))
    for other in (None, game, free.with_(columns=5), free.variant(home=lambda rules, p: 0)):
        with pytest.raises(gk.BadRecord, match=r"Record, (replaced|game): it was played with"):
            record.match(other)


def test_a_file_with_replaced_rules_needs_the_variant(path: Path) -> None:
    free = gk.load("take-back-toe").variant(takes_back=lambda rules, state, start, target: False)
    match = gk.Match(free, seed=7).play("B1-A1")
    match.save(path)
    with pytest.raises(gk.BadRecord, match=r"takes_back replaced; .*read\(path, game=variant\)"):
        gk.read(path)
    same(match, gk.read(path, game=free))
    journal = path.with_name("journal")
    gk.Match(free, seed=7, journal=journal).play("B1-A1")
    with pytest.raises(gk.BadRecord, match="takes_back replaced"):
        gk.read(journal)
    assert gk.read(journal, game=free).state == match.state


# --- files that are refused --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a gamekit save file: not valid JSON"),
        (b"hello", "not valid JSON"),
        (b"\x80\x04\x95\x1a\x00\x00\x00", "not UTF-8 text"),
        (b"\x00" * 100, "not valid JSON"),
        (b"[" * 100_000, "not valid JSON"),
        (b'{"a":' * 100_000, "not valid JSON"),
        (b"[1, 2, 3]", "is not a gamekit save file."),
        (b"null", "is not a gamekit save file."),
        (b'{"format": "chess"}', "is not a gamekit save file."),
        (b'{"format": "gamekit match"}', "version: it is None; this version of gamekit reads 1"),
        (b'{"format": "gamekit match", "version": 1}', "game: it is missing"),
        (b'{"format": "gamekit journal", "version": 1}', "game: it is missing"),
        (b'{"format": "gamekit journal"', "not valid JSON"),
        (b'{"format": "gamekit journal"}\n', "version: it is None"),
    ],
)
def test_foreign_files_are_refused(content: bytes, message: str, path: Path) -> None:
    path.write_bytes(content)
    with pytest.raises(gk.BadRecord) as found:
        gk.read(path)
    assert message in str(found.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    for missing in (tmp_path / "nothing.json", tmp_path):
        with pytest.raises(gk.BadRecord, match="cannot be read: "):
            gk.read(missing)


def test_a_truncated_file_is_refused_wherever_it_ends(path: Path) -> None:
    played(4).save(path)
    content = path.read_bytes()
    for length in range(len(content) - 2):
        path.write_bytes(content[:length])
        with pytest.raises(gk.BadRecord):
            gk.read(path)


def test_a_damaged_file_is_refused_wherever_it_is_damaged(path: Path) -> None:
    match = played(4)
    match.save(path)
    content = path.read_bytes()
    for place in range(len(content)):
        for byte in (b"0", b"\xff"):
            path.write_bytes(content[:place] + byte + content[place + 1 :])
            if path.read_bytes() == content:
                continue
            try:
                again = gk.read(path)
            except gk.BadRecord:
                continue
            same(match, again)  # no more than a blank was hit


def test_a_file_that_was_changed_is_refused(path: Path) -> None:
    played(4).save(path)
    document = json.loads(path.read_text())
    document["seed"] = 8
    path.write_text(json.dumps(document))
    with pytest.raises(gk.BadRecord, match="digest: the file was changed after it was saved"):
        gk.read(path)


def set_(key: str, value: object) -> Change:
    return lambda document: document.update({key: value})


def step(n: int, value: object) -> Change:
    return lambda document: document["steps"].__setitem__(n, value)


TAMPERED: list[tuple[Change, str]] = [
    (set_("game", "chess"), "game or parameters: there is no game 'chess'"),
    (set_("game", 5), "game: it is 5"),
    (set_("parameters", {"columns": 99}), "columns=99"),
    (set_("parameters", {"colums": 5}), "no parameter 'colums'"),
    (set_("parameters", {"columns": 4}), "game: it was played with"),
    (set_("parameters", []), "parameters: it is []"),
    (set_("replaced", ["takes_back"]), "takes_back replaced"),
    (set_("replaced", [[]]), "replaced"),
    (set_("seed", 8), "the seed does not give"),
    (set_("seed", "7"), "seed: it is '7'"),
    (set_("seed", "1e99"), "seed: it is '1e99'"),
    (set_("seed", "9" * 5000), "seed: it is '999"),
    (set_("seed", True), "seed: it is True"),
    (set_("seed", 7.0), "seed: it is 7.0"),
    (set_("number", 1), "the seed does not give"),
    (set_("number", -1), "number=-1: give a whole number, 0 or more"),
    (set_("number", True), "number: it is True"),
    (set_("number", None), "number: it is None"),
    (set_("first", 1), "player 0 is not to act"),
    (set_("first", 2), "first=2"),
    (set_("first", "random"), "first: it is 'random'"),
    (set_("dmo", 7), "dmo=7"),
    (set_("players", ["Ann"]), "players: they are ['Ann']"),
    (set_("players", ["Ann", "Ann"]), "give two different names"),
    (set_("players", ["Ann", 5]), "players: they are"),
    (set_("clock", {}), "clock: it has no 'main'"),
    (set_("clock", {"main": -1, "reserve": 0, "period": None, "official": False}), "main=-1"),
    (set_("clock", {"main": "x", "reserve": 0, "period": None, "official": False}), "clock"),
    (set_("clock", {"main": 1, "reserve": [], "period": 1, "official": False}), "clock"),
    (set_("open", 1), "open: it is 1"),
    (set_("viewer", "0"), "viewer: it is '0'"),
    (set_("position", []), "position: it is []"),
    (set_("position", {"board": {"B1": 3}}), "the board holds 3 pieces"),
    (set_("position", {"bord": {}}), "unknown field 'bord'"),
    (set_("steps", {}), "steps: it is {}"),
    (step(0, "chance"), "step 1: 'chance' is not a step"),
    (step(0, ["chance"]), "step 1: ['chance'] is not a step"),
    (step(0, ["somebody", "4"]), "step 1"),
    (step(0, ["chance", "9"]), "step 1: the seed does not give '9' here"),
    (step(0, ["chance", "?"]), "only the host's record can be replayed"),
    (step(0, ["forced", "skip"]), "step 1: nothing is forced here"),
    (step(0, ["0", "B2-A2"]), "step 1: player 0 is not to act"),
    (step(1, ["1", "B2-A2"]), "step 2: player 1 is not to act"),
    (step(1, ["0", "B2-B4"]), "step 2: B2 and B4 do not share a side. (TBT-9)"),
    (step(1, ["0", "D9-D8"]), "step 2: There is no cell D9"),
    (step(1, ["0", "__import__('os').system('touch executed')"]), "step 2"),
    (step(1, ["0", 5]), "step 2"),
    (step(1, ["0", "B2-A2", "late"]), "step 2"),
    (step(1, ["0", "B2-A2", [1]]), "step 2"),
    (lambda d: d["steps"].pop(0), "step 1: player 0 is not to act"),
    (lambda d: d["steps"].append(["0", "B2-A2"]), "step"),
    (lambda d: d["result"].update(winner=0), "result: the moves lead to"),
    (lambda d: d["result"].update(winner="Red"), "result"),
    (lambda d: d["result"].update(rule="TBT-17"), "result: the moves lead to"),
    (lambda d: d["result"].update(text="Red wins."), "result: the moves lead to"),
    (set_("result", {}), "result: it has no 'winner'"),
    (set_("result", {"winner": [], "kind": 1, "rule": {}, "text": None}), "result"),
]


@pytest.mark.parametrize(("change", "message"), TAMPERED, ids=[m[:40] for _, m in TAMPERED])
def test_a_tampered_transcript_is_refused_with_the_place(
    change: Change, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    document = played(3).resign(0).record.document()
    change(document)
    with pytest.raises(gk.BadRecord) as found:
        gk.Record.of(document).match()
    assert message in str(found.value)
    assert list(tmp_path.iterdir()) == [], "nothing in a record is ever executed"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "'nonsense' cannot be read"),
        ("seed: seven", "'seed: seven' cannot be read"),
        ("   1. Nobody: B2-A2", "cannot be read"),
        ("position: " + "[" * 100_000, "cannot be read"),
    ],
)
def test_a_transcript_that_cannot_be_read_is_refused_with_the_line(line: str, message: str) -> None:
    lines = str(played(2).record).splitlines()
    with pytest.raises(gk.BadRecord, match=r"line 1[0-9]?: ") as found:
        gk.Record.parse("\n".join([*lines[:12], line, *lines[12:]]))
    assert message in str(found.value)


def test_a_record_without_a_field_is_refused() -> None:
    record = played(2).record
    for key in record.document():
        document = record.document()
        del document[key]
        with pytest.raises(gk.BadRecord, match=f"{key}: it is missing"):
            gk.Record.of(document)
        if key not in ("steps", "players"):
            lines = [x for x in str(record).splitlines() if not x.startswith(f"{key}:")]
            with pytest.raises(gk.BadRecord, match=f"{key}: it is missing"):
                gk.Record.parse("\n".join(lines))


@pytest.mark.parametrize("depth", [10, 500, 900, 950, 980, 990, 1000, 5000])
def test_deep_nesting_does_no_harm(depth: int, path: Path) -> None:
    played(1).save(path)
    deep = '"position": {"board": ' + "[" * depth + "]" * depth + "}"
    path.write_text(path.read_text().replace('"position": null', deep))
    with pytest.raises(gk.BadRecord):
        gk.read(path)


def test_a_wrong_version_is_refused(path: Path) -> None:
    played(1).save(path)
    path.write_text(path.read_text().replace('"version": 1', '"version": 2'))
    with pytest.raises(gk.BadRecord, match="version: it is 2; this version of gamekit reads 1"):
        gk.read(path)


def test_reading_a_match_of_another_game_is_refused(path: Path) -> None:
    played(1).save(path)
    with pytest.raises(gk.BadRecord, match=r"it was played with take-back-toe \{\}, not"):
        gk.read(path, game=gk.load("take-back-toe", columns=5))


# --- what no file and no caller should be able to do --------------------------------------------


def test_what_is_not_a_regular_file_is_refused(path: Path) -> None:
    os.mkfifo(path)
    for each in (path, Path("/dev/zero")):
        with pytest.raises(gk.BadRecord, match="it is not a regular file"):
            gk.read(each)


def test_a_file_larger_than_any_match_is_refused_unread(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(3_000_000_000)  # takes no room on the disk
    with pytest.raises(gk.BadRecord, match="it is larger than 16 MB"):
        gk.read(path)


def test_a_file_that_grows_while_it_is_read_is_not_read_for_ever(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played().save(path)
    found = os.stat(path)
    path.write_bytes(path.read_bytes() * 10_000)
    monkeypatch.setattr(files.os, "fstat", lambda fd: found)
    monkeypatch.setattr(files, "LARGEST", 100_000)
    with pytest.raises(gk.BadRecord, match=r"it is larger than 0\.1 MB"):
        gk.read(path)


HUGE = 10**400
NO_TIMES = [float("inf"), float("-inf"), float("nan"), HUGE, -1, True, 1e300]


@pytest.mark.parametrize("time", NO_TIMES)
def test_times_that_no_clock_shows_are_refused(time: Any) -> None:
    document = played(3, clock="official").record.document()
    clocks = [{**document["clock"], "official": False, key: time} for key in document["clock"]]
    for bad in ({"clock": clock} for clock in clocks[:3]):
        with pytest.raises(gk.BadRecord, match=r"Record, (clock|how)"):
            gk.Record.of({**document, **bad}).match()
    for left in ([time, 1], [1, time]):
        steps = [[*document["steps"][0][:2], left], *document["steps"][1:]]
        with pytest.raises(gk.BadRecord, match=r"step 1: .* is not a step"):
            gk.Record.of({**document, "steps": steps})


def test_times_in_a_transcript_are_checked_as_well() -> None:
    text = str(played(3, clock="official").record)
    for time in ("inf", "nan", "1e400", "9" * 400, "9" * 5000, "-3"):
        with pytest.raises(gk.BadRecord, match=r"step 1: .* is not a step"):
            gk.Record.parse(text.replace("[300 ", f"[{time} ", 1))


@pytest.mark.parametrize("number", ["9" * 30, "9" * 4000, "-1", "1e5", "\u0663", "0x1", "0"])
@pytest.mark.parametrize("who", ["0", "chance", "dictated", "forced"])
def test_steps_that_are_numbers_are_refused(who: str, number: str) -> None:
    document = played(3).record.document()
    document["steps"][1 if who == "0" else 0] = [who, number]
    with pytest.raises(gk.BadRecord, match=r"step [12]: ") as refused:
        gk.Record.of(document).match()
    assert len(str(refused.value)) <= 500


@pytest.mark.parametrize("value", [None, 5, b"x", [], True, object()])
def test_anything_but_a_file_or_text_is_refused(value: Any) -> None:
    for act in (gk.Record.parse, gk.Record.of, played(1).save):
        if value != b"x" or act is gk.Record.parse:
            with pytest.raises(gk.GameError):
                act(value)
    with pytest.raises(gk.GameError):
        gk.read(value)
    if value is not None:
        with pytest.raises(gk.GameError, match="give a game or a variant"):
            played(1).record.match(value)


def test_a_game_that_cannot_be_saved_says_why_and_leaves_what_was_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played(2)
    match.save(path)
    known = path.read_bytes()

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(gk.GameError, match="cannot be written: No space left on device"):
            match.play(match.legal_moves()[0]).save(path)
    assert (path.read_bytes(), list(path.parent.iterdir())) == (known, [path])
    for folder in (path.parent, path.parent / "none" / "file"):
        with pytest.raises(gk.GameError, match="cannot be written: "):
            match.save(folder)


def test_a_transcript_with_the_words_of_an_earlier_version_is_read() -> None:
    """What is a win condition now was called a win-con."""
    position = {"board": dict.fromkeys(("E1", "E2", "E3", "E4", "E5"), 0), "offer": [1, 2, 3]}
    match = gk.Match("tactical-escape", position={**position, "given": [[2], [1]]})
    match.play("pass escape")
    assert match.result
    assert "win condition 1, " in match.result.text
    earlier = str(match.record).replace("win condition", "win-con")
    assert gk.Record.parse(earlier).match().result == match.result
