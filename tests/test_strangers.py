"""Files from somebody else: nothing in them steers a terminal, empties a file or eats the memory."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.journal import summed
from gamekit.record import digest

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
    """Write a saved game that somebody else has changed, its check sum too."""
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
        assert is_harmless(self, self.steps[-1].text, self.replaced[0], self.result)

    with pytest.raises(gk.BadRecord) as refused:
        gk.read(saved(tmp_path / "a", change))
    assert is_harmless(refused.value)


def test_what_the_folder_of_matches_lists_does_not_steer_the_terminal(tmp_path: Path) -> None:
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
    assert is_harmless(told(json.dumps({**receipt, key: value})))


def told(receipt: str) -> str:
    """Return what comes of playing a receipt again, or why it is refused."""
    try:
        return gk.rerun(receipt, progress=False).text
    except gk.GameError as refusal:
        return str(refusal)
