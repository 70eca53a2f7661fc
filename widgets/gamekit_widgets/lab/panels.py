"""What the two panels of a lab hold, as HTML: a game's parameters, and the playtest."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from html import escape

import gamekit as gk
from gamekit.contract.game import INSIDE
from gamekit.validation import shown, whole
from gamekit_widgets import panel
from gamekit_widgets.lab.playtest import AnyTrial

BUTTONS = ("reset", "run", "stop", "resume", "show", "download", "pin", "unpin")


def check(bots: object, games: int) -> int:
    """Return the number of games as an int; raise `GameError` unless this can be playtested."""
    if not isinstance(bots, list | tuple) or len(bots) != 2:
        raise gk.GameError(f"bots={shown(bots)}: give two names.")
    for name in bots:
        gk.bot(name)
    return whole("games", games, 1, 10_000_000)


def dials(game: gk.Game) -> str:
    """Return the controls of all parameters, those of games inside it in groups of their own."""
    groups: dict[str, list[str]] = {}
    for name, option in game.options.items():
        inside, _, own = name.rpartition(INSIDE)
        label = own.replace("_", " ")
        groups.setdefault(inside, []).append(panel.control(name, label, option))
    parts = [
        panel.group(_title(inside) if inside else game.title, knobs, not inside)
        for inside, knobs in groups.items()
    ]
    reset = panel.button("reset", "Reset")
    return f'{"".join(parts)}<div class="gk-buttons">{reset}</div>'


def shown_dials(
    game: gk.Game, settings: Mapping[str, Hashable], said: str, why: dict[str, str], doing: str
) -> panel.ShownPanel:
    """Return all that the panel of parameters shows.

    Args:
        game: as it was at first.
        settings: the parameters as they are set now.
        said: what is wrong with them, or nothing.
        why: why a button cannot be used now.
        doing: whether a playtest waits, compiles or runs.
    """
    return {
        "title": f"{game.title}: parameters",
        "parts": {"doing": doing, "dials": dials(game), "said": escape(said)},
        "values": {
            name: option.encode(name, settings[name]) for name, option in game.options.items()
        },
        "changed": [name for name, value in settings.items() if value != game.parameters[name]],
        "why": why,
    }


def _title(inside: str) -> str:
    """Return the title of the game that has these parameters inside another."""
    name = inside.replace("_", "-")
    titles = {game.name: game.title for game in gk.games()}
    return titles.get(name, inside.replace("_", " ").capitalize())


def shown_bench(
    players: Sequence[str],
    menus: tuple[Sequence[str], Sequence[int]],
    chosen: tuple[Sequence[str], int],
    parts: Mapping[str, str],
    why: dict[str, str],
) -> panel.ShownPanel:
    """Return all that the panel of playtests shows.

    Args:
        players: of the game.
        menus: bots, and numbers of games.
        chosen: who plays, and how many games.
        parts: of the panel, from top to bottom, besides the controls; the first stands above them.
        why: why a button cannot be used now.
    """
    names, numbers = menus
    (one, other), games = chosen
    headline, *rest = parts
    return {
        "title": "Playtest",
        "parts": {
            headline: parts[headline],
            "choice": choices(players, names, numbers),
            **{name: parts[name] for name in rest},
        },
        "values": {
            "bot0": names.index(one), "bot1": names.index(other), "games": numbers.index(games)
        },
        "changed": [],
        "why": why,
    }  # fmt: skip


def choices(players: Sequence[str], bots: Sequence[str], games: Sequence[int]) -> str:
    """Return the controls of the playtest: a bot for each player, and a number of games."""
    first, second = players
    knobs = [
        panel.menu("bot0", f"{first} is", bots),
        panel.menu("bot1", f"{second} is", bots),
        panel.menu("games", "Games", [f"{number:,}" for number in games]),
    ]
    buttons = [
        panel.button("run", "Run", is_main=True),
        panel.button("stop", "Stop"),
        panel.button("resume", "Resume"),
        panel.button("show", "Show me such a game"),
        panel.button("download", "Download report"),
        panel.button("pin", "Pin"),
        panel.button("unpin", "Unpin"),
    ]
    return (
        f'<div class="gk-knobs">{"".join(knobs)}</div>'
        f'<div class="gk-buttons">{"".join(buttons)}</div>'
    )


def doing(trial: AnyTrial | None, news: str) -> str:
    """Return what is under way, or what came of it last, in one line beside the numbers."""
    if trial is None:
        return escape(news)
    if trial.done:
        return f"Playtest: {trial.done:,} of {trial.games:,} games."
    return "Playtest: starts in a moment; new rules are compiled first."


def progress(trial: AnyTrial | None) -> str:
    """Return how far a playtest has come; empty where none is under way."""
    if trial is None:
        return ""
    value = f' value="{trial.done}"' if trial.done else ""
    count = f"{trial.done:,} of {trial.games:,} games"
    told = count if trial.done else "Starting … New rules are compiled first."
    return (
        f'<div class="gk-under-way"><progress max="{trial.games}"{value} '
        'aria-label="Games played"></progress>'
        f"<span>{told}</span></div>"
    )
