"""What a lab leaves behind when its kernel is gone: a text and a picture."""

from __future__ import annotations

from html import escape

import gamekit as gk
from gamekit.naming import called
from gamekit_widgets.drawing.picture import onlookers_view, scene_of


def saved(game: gk.Game, seed: int, problem: str, known: str) -> dict[str, object]:
    """Return the parameters, the board, and what is known of the variant, for a saved notebook."""
    view = onlookers_view(gk.Match(game, seed=seed))
    title = f"Variant lab: {called(game)}"
    listed = "\n".join([*_lines(game), *([problem] if problem else [])])
    return {
        "text/plain": "\n\n".join(filter(None, [title, listed, view.board_text(), known])),
        "text/html": f"<p>{escape(title)}</p><pre>{escape(listed)}</pre>"
        + scene_of(view).html()
        + (f"<pre>{escape(known)}</pre>" if known else ""),
    }


def _lines(game: gk.Game) -> list[str]:
    """List every parameter: its name, its value, what it means."""
    values = {name: str(value) for name, value in game.parameters.items()}
    names, widest = max(map(len, values)), max(map(len, values.values()))
    return [
        f"{name:<{names}}  {values[name]:<{widest}}  {option.doc} ({option.range})"
        for name, option in game.options.items()
    ]
