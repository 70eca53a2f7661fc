"""Flower Field: what came of a challenge, and why one failed."""

from __future__ import annotations

from gamekit.boards.tetrominoes import found as field_number
from gamekit.boards.tetrominoes import look
from gamekit.games.flower_field.duplicates import are_distinct, is_caught
from gamekit.games.flower_field.state import GIVE_UP, NAME, Parameters, State, code_of, meaning_of
from gamekit.games.flower_field.text import four_cells, labels, write


def wrong_field(rules: Parameters, state: State, text: str) -> str:
    """Why these four cells are not a field; nothing if they are (FF-7)."""
    cells = four_cells(rules, text)
    empty = [cell for cell in cells if state.flowers[cell] == 0]
    if empty:
        return f"There is no flower on {labels(rules, empty)}."
    if field_number(rules.size, cells) < 0:
        return f"{labels(rules, cells)} are not connected."
    return ""


def flaw(rules: Parameters, state: State, one: str, other: str) -> str:
    """Why a challenge that names these two lists of cells would fail; nothing if it succeeds."""
    pair = [four_cells(rules, text) for text in (one, other)]
    for text in (one, other):
        if why := wrong_field(rules, state, text):
            return why
    fields = [field_number(rules.size, cells) for cells in pair]
    if is_caught(rules, state, *fields):
        return ""
    if fields[0] == fields[1]:
        return "Both are the same field."
    if look(rules.size, state.flowers, fields[0]) != look(rules.size, state.flowers, fields[1]):
        return "The two fields are not equivalent."
    if not are_distinct(rules, *fields):
        return "The two fields share cells."
    return "Neither field has a flower of the latest planting."


def tell(rules: Parameters, state: State, move: int, said: str) -> tuple[str, str]:
    """The notation of a move, but four cells that are no field as they were named; and what came of
    a challenge."""
    kind, _, _ = meaning_of(rules, move)
    text = write(rules, state, move)
    if kind == GIVE_UP:
        cells = named_cells(rules, said)[-2 if state.named < 0 else -1 :]
        if not cells:
            return text, f"{{{state.player}}} gave up and lost a life."
        text = " / ".join(cells)
    elif kind == NAME and state.named >= 0:
        cells = [text]
    else:
        return text, ""
    if state.named >= 0:
        cells = [write(rules, state, code_of(rules, NAME, state.named)), *cells]
    why = flaw(rules, state, *cells) if len(cells) == 2 else wrong_field(rules, state, cells[0])
    if why:
        return text, f"{why} {{{state.player}}} lost a life."
    return text, f"Duplicates! {{{1 - state.player}}} lost a life, and the flowers are gone."


def named_cells(rules: Parameters, said: str) -> list[str]:
    """The lists of four cells in a text, each in order."""
    words = " ".join(said.upper().replace(",", " ").replace("...", " ").split())
    parts = words.removeprefix("CHALLENGE").split("/")
    if parts[0].split() in ([], ["GIVE", "UP"]):
        return []
    return [labels(rules, four_cells(rules, part)) for part in parts]
