"""What the rules leave open before a match begins: the questions of the form at a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import gamekit as gk
from gamekit.bots import LEVELS, Bot
from gamekit.errors import YOU
from gamekit.validation import name_of
from gamekit_widgets.page_data import Field

Settings: TypeAlias = Mapping[str, str]  # the choice or text for each question

WHO = {
    "human": "a person",
    **{level: f"a bot: {level} ({n} of {len(LEVELS)})" for n, level in enumerate(LEVELS, 1)},
}
LONGEST_NAME = 40  # that can be typed; from Python it may be longer
TEACHING = {"teaching": "for teaching"}
OFFICIAL = {"official": "officially: with the clock, no hints, no take-backs"}


def is_up_to_the_dmo(game: gk.Game) -> bool:
    """Return whether the rules leave something to the Death Match Opponent."""
    words = "DMO", "Death Match Opponent"
    return any(word in rule.text for rule in game.rulebook for word in words)


def settings_of(match: gk.Match, seats: Sequence[str | Bot]) -> dict[str, str]:
    """Return how this match was begun."""
    first = str(match.first)
    if is_up_to_the_dmo(match.game):
        first = "dmo" if match.first == match.dmo else "other"
    return {
        "name-0": match.names[0],
        "seat-0": seat_name(seats[0]),
        "name-1": match.names[1],
        "seat-1": seat_name(seats[1]),
        "dmo": str(match.dmo),
        "first": first,
        "clock": "same" if match.clock else "none",
        "play": "official" if match.official else "teaching",
    }


def seat_name(seat: str | Bot) -> str:
    """Return the name by which the form knows who has this seat."""
    return seat if isinstance(seat, str) else type(seat).__name__


def default_names(game: gk.Game, seats: Sequence[str | Bot]) -> tuple[str, str]:
    """Return what the players are called unless somebody says otherwise.

    A person who plays a bot is "You", and a bot is called by its level. Two people, or two bots of
    one level, have the names of the game's sides.
    """
    if not isinstance(seats, list | tuple) or len(seats) != 2:
        return game.players  # whoever gave them is told
    one, two = map(_called_by_seat, seats)
    is_people = all(seat == "human" for seat in seats)
    return game.players if is_people or one == two else (one, two)


def _called_by_seat(seat: str | Bot) -> str:
    name = seat_name(seat).replace(":", " ")
    return YOU if seat == "human" else f"{name[:1].upper()}{name[1:]}"


def questions(match: gk.Match, settings: Settings) -> list[Field]:
    """Return what is asked before a match of this game, answered as in these settings."""
    names = {str(player): name for player, name in enumerate(match.names)}
    asked: dict[str, tuple[str, dict[str, str]]] = {}
    for player in names:
        seat = settings[f"seat-{player}"]
        side = match.game.players[int(player)]
        asked[f"name-{player}"] = f"Name of {side}", {}
        asked[f"seat-{player}"] = f"{side} is", {**WHO, seat: WHO.get(seat, seat)}
    first = names
    if is_up_to_the_dmo(match.game):
        asked["dmo"] = "Death Match Opponent (DMO)", names
        first = {"dmo": "the DMO", "other": "not the DMO"}
    asked["first"] = "Who starts", {**first, "random": "at random"}
    asked["clock"] = "Clock", _clocks(match)
    asked["play"] = "Played", {**TEACHING, **(OFFICIAL if match.game.official_clock else {})}
    return [
        {"name": name, "label": label, "value": settings[name], "options": [*options.items()]}
        for name, (label, options) in asked.items()
    ]


def _clocks(match: gk.Match) -> dict[str, str]:
    clocks = {"none": "none"}
    if match.clock:
        clocks["same"] = "as in the match before"
    if match.game.official_clock:
        main, reserve, _ = match.game.official_clock
        clocks["official"] = f"{main:g} s a turn, {reserve / 60:g} min in reserve"
    return clocks


def why_not_offered(form: Sequence[Field], answers: Mapping[str, object]) -> str:
    """Return why the form does not take these answers, or nothing."""
    asked = {question["name"]: question for question in form}
    for name, chosen in answers.items():
        if name not in asked:
            return "That is not asked here."
        question, known = asked[name], [option for option, _ in asked[name]["options"]]
        if known and chosen not in known:
            return f"{question['label']}: choose one of those offered."
        if not known and chosen != question["value"] and not name_of(chosen, LONGEST_NAME):
            return f"{question['label']}: 1 to {LONGEST_NAME} letters and signs, please."
    return ""


def as_text(name: str, chosen: object) -> str:
    """Return a setting, which must be a text."""
    if not isinstance(chosen, str):
        raise gk.GameError(f"{name}: give a text, as the form at the table has it.")
    return chosen


def new_match(match: gk.Match, settings: Settings) -> gk.Match:
    """Return a match of the same game with these settings."""
    for question in questions(match, settings):
        chosen, known = settings[question["name"]], dict(question["options"])
        if known and chosen not in known:
            raise gk.GameError(f"{question['label']}: {chosen!r} is not one of {', '.join(known)}.")
    if settings["dmo"] not in ("0", "1"):
        raise gk.GameError("dmo: give '0' or '1', the player who is the DMO.")
    dmo, first = int(settings["dmo"]), settings["first"]
    starts = {"dmo": dmo, "other": 1 - dmo, "0": 0, "1": 1}
    return gk.Match(
        match.game,
        first=starts.get(first, first),
        dmo=dmo,
        players=(settings["name-0"], settings["name-1"]),
        clock=_clock(match, settings),
        open=match.open and settings["play"] == "teaching",
    )


def _clock(match: gk.Match, settings: Settings) -> gk.Clock | str | None:
    times = match.game.official_clock
    if settings["play"] == "official" and times:
        return "official"
    if settings["clock"] == "official" and times:
        main, reserve, period = times
        return gk.Clock(main, reserve, period or None)  # the same times, but it can be paused
    return match.clock if settings["clock"] == "same" else None
