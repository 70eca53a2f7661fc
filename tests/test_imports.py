"""The engine is light: nothing heavy is loaded by importing it, nor needed to play."""

from __future__ import annotations

import pytest

from tests.new_python import printed

HEAVY = ("numpy", "wasmtime", "pandas", "scipy", "plotly", "platformdirs", "tqdm")


@pytest.mark.parametrize("load", ["import gamekit", "import gamekit as gk; gk.games(); gk.Match"])
def test_importing_the_engine_loads_nothing_heavy(load: str) -> None:
    loaded = printed(f"{load}\nimport sys\nprint(*sys.modules)").split()
    assert "gamekit.match.match" in loaded
    assert [name for name in HEAVY if name in loaded] == []


def test_a_playtest_is_played_and_summarized_before_pandas_and_scipy_load() -> None:
    play = "print(gk.playtest('take-back-toe', games=5, progress=False))"
    loaded = printed(f"import gamekit as gk, sys\n{play}\nprint(*sys.modules)").split()
    assert [name for name in ("pandas", "scipy", "plotly") if name in loaded] == []


def test_the_engine_does_not_import_the_widgets() -> None:
    code = (
        "import gamekit.match.match, gamekit.bots, gamekit.checking.check, sys; print(*sys.modules)"
    )
    assert [name for name in printed(code).split() if "widget" in name] == []


def test_every_promised_name_of_the_widgets_is_there() -> None:
    """They load on first use, so a name that leads nowhere fails only then."""
    print_all = (
        "import gamekit_widgets as gw; print(*(getattr(gw, n).__name__ for n in gw.__all__))"
    )
    assert "Sheet" in printed(print_all)


def test_people_and_bots_play_and_are_studied_where_nothing_heavy_is_installed() -> None:
    code = f"""
import sys
sys.modules.update(dict.fromkeys({(*HEAVY, "anywidget", "ipywidgets")!r}))
import gamekit as gk
match = gk.Match("take-back-toe", seed=7)
bots = gk.bot("greedy"), gk.bot("search:50")
while match.ply < 6 and match.result is None:
    match.play(bots[match.to_act].choose(match.view(match.to_act), seed=match.ply))
print(match)
print(bots[1].think(match.view(match.to_act)))
print(len(match.undo().fork().legal()), match.game.rulebook["TBT-12"].id)
print(gk.playtest("take-back-toe", games=5, progress=False).metrics)
variant = match.game.variant(takes_back=lambda rules, state, a, b: False)
print(gk.conformance.check(variant, games=1))
"""
    lines = printed(code).splitlines()
    assert lines[-1].startswith("take-back-toe: 1 games, ")
    assert lines[-1].endswith("interpreted (nothing compiles here): conforms.")
    assert any(line.endswith("TBT-12") for line in lines)


def test_a_page_of_the_site_plays_where_no_widgets_are_installed() -> None:
    code = """
import sys
sys.modules.update(dict.fromkeys(("anywidget", "ipywidgets", "traitlets")))
from gamekit_widgets.table import site_page
print(site_page.__name__)
"""
    assert printed(code).split() == ["gamekit_widgets.table.site_page"]


def test_a_promised_name_is_the_same_after_its_module_was_loaded() -> None:
    """A module with the name of a function hides it from then on."""
    twice = "\n".join(
        [
            "import gamekit as gk, gamekit.studies as studies",
            "names = [(home, name) for home in (gk, studies) for name in home.__all__]",
            "found = [[getattr(*each) for each in names] for _ in range(2)]",
            "print(*(name for (_, name), a, b in zip(names, *found) if a is not b))",
        ]
    )
    assert printed(twice).split() == []
