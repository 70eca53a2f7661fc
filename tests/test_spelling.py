"""Names, moves and texts as people type and paste them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamekit as gk
from gamekit.errors import Unreadable
from gamekit.validation import name_kept, name_of, printable

ESCAPES = [
    "\x1b]0;owned\x07",
    "\x9b31m",
    "a\rb",
    "\u202eevil",
    "\u2066x\u2069",
    "a\u2028b",
    "\ud800",
]


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann\u00a0\u3000Lee\t", "Ann Lee"),
        ("Jose\u0301", "José"),
        ("\ufeffAnn\u200b", "Ann"),
        ("\u200fדן", "דן"),
        ("نمی\u200cدانم", "نمی\u200cدانم"),
        ("श्री\u200dमती", "श्री\u200dमती"),
        ("Zoë 👩\u200d🚀", "Zoë 👩\u200d🚀"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("\u200d\u200dAnn\u200c\u200c \u200d Lee\u200d\u200d", "Ann Lee"),
        ("a\u200d\u200d\u200cb", "a\u200db"),
        ("🫨", "🫨"),
    ],
)
def test_a_name_is_spelled_in_one_way(given: str, name: str) -> None:
    assert gk.Match("take-back-toe", players=(given, "Bo")).names == (name, "Bo")
    assert name_of(name) == name


@pytest.mark.parametrize("name", [*ESCAPES, "", " \u00a0", "\u200b", "\u3164", "\u2800", "x" * 61])
def test_what_can_be_no_name_is_refused(name: str) -> None:
    with pytest.raises(gk.GameError, match="of at most 60 characters") as refused:
        gk.Match("take-back-toe", players=(name, "Bo"))
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    "players",
    [
        ("José", "Jose\u0301"),
        ("Ana", "Ana "),
        ("Ann", "A\u200dnn"),
        ("Ann", "Ａｎｎ"),
        ("Ann Lee", "Ann\u00a0Lee"),
    ],
)
def test_two_spellings_of_one_name_are_not_two_names(players: tuple[str, str]) -> None:
    with pytest.raises(gk.GameError, match="give two different names"):
        gk.Match("take-back-toe", players=players)


@given(st.text(max_size=80))
def test_a_name_is_spelled_once_and_printable(text: str) -> None:
    name = name_of(text)
    assert name_of(name) == name
    assert printable(name) == name
    assert len(name) <= 60
    assert name_of(name_kept(text)) or not name


# --- texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ESCAPES)
def test_what_steers_a_terminal_is_shown_as_an_escape(text: str) -> None:
    assert printable(text).isprintable()
    assert text not in printable(text)


@pytest.mark.parametrize("text", ["Zoë 👩\u200d🚀", "شطرنج", "B2–A2", "3\u00a0×\u00a04", "\ufeff"])
def test_other_texts_are_printed_as_they_are(text: str) -> None:
    assert printable(text) == text


# --- moves ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "turn",
    [
        "Ｂ２－Ａ２",
        "B2\u2013A2",
        "B2\u2014a2.",
        "B2\u2212A2",
        "B2\u2011A2",
        "\ufeffB2-\u200bA2\u200d",
        "\u202dB2-A2\u202c",
        "B2\u00a0-\u3000A2。",
        "B2 - A2 \u2026",
        "B2\n-\tA2",
    ],
)
def test_a_move_is_read_as_people_paste_it(turn: str) -> None:
    match = gk.Match("take-back-toe", seed=7)
    assert match.why_not(turn) is None
    assert match.play(turn).history[-2].text == "B2-A2"


@pytest.mark.parametrize(
    ("game", "turn", "plain"),
    [
        ("shift-tac-toe", "ＢＸ２， ＡＷ up.", "BX2, AW up"),
        ("shift-tac-toe", "BX2、 AW up", "BX2, AW up"),
        ("liars-dice", "3 4\u2018s", "3x4"),
        ("flower-field", "Ｄ５　red", "D5 red"),
        ("sliding-tic-tac-toe", "Ｃ３。", "C3"),
        ("tic-tac-toe-evolved", "contest ２，３", "contest 2,3"),
    ],
)
def test_games_are_pasted_whole_turns(game: str, turn: str, plain: str) -> None:
    one, other = gk.Match(game, seed=1), gk.Match(game, seed=1)
    assert one.play(turn).history == other.play(plain).history


def test_how_a_turn_was_written_is_noted_in_plain_signs() -> None:
    """The history of Shift Tac Toe has the line as the mover named it, from end to end."""
    match = gk.Match("shift-tac-toe", seed=1).play("BX2, ＡＷ１＞ＤＺ４")
    assert match.record == gk.Match("shift-tac-toe", seed=match.seed).play("BX2, AW1>DZ4").record


def test_a_game_keeps_signs_of_its_own(tmp_path: Path) -> None:
    """Circled digits are not taken for others where the game itself writes them."""
    plain, circled = gk.load("take-back-toe"), str.maketrans("1234567890", "①②③④⑤⑥⑦⑧⑨⓪")

    def write(rules: Any, state: Any, move: int) -> str:
        return plain.write(rules, state, move).translate(circled)

    def read(rules: Any, state: Any, text: str) -> list[int]:
        if any(sign in text for sign in "1234567890"):
            raise Unreadable("Write circled digits.")
        return plain.read(rules, state, normalize("NFKC", text))

    game = plain.variant(write=write, read=read)
    match = gk.Match(game, seed=7, auto=False).dictate("④").play("B②-A②")
    match.save(tmp_path / "match.json")
    again = gk.read(tmp_path / "match.json", game=game)
    assert [entry.text for entry in again.history] == ["④", "B②-A②"]


@pytest.mark.parametrize("written", ["４", "4.", "\u200b4", " 4 "])
def test_outcomes_are_dictated_as_people_paste_them(written: str) -> None:
    match = gk.Match("take-back-toe", seed=1, auto=False).dictate(written)
    assert match.history[-1].text == "4"


def test_several_outcomes_are_dictated_with_commas_of_any_width() -> None:
    match = gk.Match("liars-dice", auto=False).dictate("２，2、5,６.")
    assert [entry.text for entry in match.history] == ["2", "2", "5", "6"]


def test_cells_of_positions_are_read_as_people_paste_them() -> None:
    pasted = {"board": {"Ｂ１": 10, "B2\u200b": 10, "B3": 10, "B4.": 10}}
    assert gk.Match("take-back-toe", position=pasted).state.stacks[4] == 10


# --- games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", gk.games(), ids=lambda game: game.name)
def test_a_game_is_loaded_by_its_title(game: gk.Game) -> None:
    for called in (game.title, game.title.upper(), game.name.replace("-", " "), f"{game.title}."):
        assert gk.load(called).name == game.name


@pytest.mark.parametrize(
    "called", ["Liar\u2019s Dice", "liar\u2011s\u00a0dice", "ｌｉａｒｓ＿ｄｉｃｅ"]
)
def test_the_name_of_a_game_is_read_as_people_paste_it(called: str) -> None:
    assert gk.load(called).name == "liars-dice"
    assert gk.Match(called, seed=1).game.name == "liars-dice"


def test_matches_of_a_game_are_listed_by_its_title(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_MATCHES", str(tmp_path))
    match = gk.Match("take-back-toe", seed=7, journal=True).play("B2-A2")
    match.journal.close()  # type: ignore[union-attr]
    assert len(gk.matches("Take-Back-Toe")) == 1
    assert not gk.matches("Liar's Dice")


def test_a_parameter_of_any_name_is_refused_as_unknown() -> None:
    with pytest.raises(gk.BadVariant, match="has no parameter 'name'"):
        gk.load("take-back-toe", name=1)
