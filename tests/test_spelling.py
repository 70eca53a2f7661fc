"""Names, moves and texts as people type and paste them."""

from __future__ import annotations

import pytest

import gamekit as gk
from gamekit.spelling import name_of, printable

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
    with pytest.raises(gk.GameError, match="give two different names") as refused:
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


# --- texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ESCAPES)
def test_what_steers_a_terminal_is_shown_as_an_escape(text: str) -> None:
    assert printable(text).isprintable()
    assert text not in printable(text)


@pytest.mark.parametrize("text", ["Zoë 👩\u200d🚀", "شطرنج", "B2–A2", "3\u00a0×\u00a04", "\ufeff"])
def test_other_texts_are_printed_as_they_are(text: str) -> None:
    assert printable(text) == text
