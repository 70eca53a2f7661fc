"""What the two panels of a lab hold, as HTML: a game's parameters, and the playtest."""

from __future__ import annotations

from collections.abc import Sequence

import gamekit as gk
from gamekit.game import INSIDE
from gamekit_widgets import panel
from gamekit_widgets.trial import AnyTrial


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


def _title(inside: str) -> str:
    """Return the title of the game that has these parameters inside another."""
    name = inside.replace("_", "-")
    titles = {game.name: game.title for game in gk.games()}
    return titles.get(name, inside.replace("_", " ").capitalize())


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
        panel.button("pin", "Pin"),
        panel.button("unpin", "Unpin"),
    ]
    return (
        f'<div class="gk-knobs">{"".join(knobs)}</div>'
        f'<div class="gk-buttons">{"".join(buttons)}</div>'
    )


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
