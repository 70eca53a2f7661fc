"""Compile ahead of time the modules that a kernel imports, and the rules of the games. Runs in Pyodide; see compile.mjs.

A browser's Python would compile its modules at every start, which takes longer than loading them. Compiled
files replace their sources, except for the kit's own, which people may want to read. The kit would translate the
rules of a game to WebAssembly before a bot's first move, which takes seconds in a browser.
"""

from __future__ import annotations

import pickle
import py_compile
import sys
from importlib import import_module
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import gamekit as gk
from gamekit.compiling.program import FOLDER, Compiled, Ingredients, file_name

WHEELS = Path("/wheels")
OWN = "gamekit"
KERNEL = ("piplite.piplite", "pyodide_kernel")


def start() -> None:
    """Import all modules that a page needs at first, by doing what people do first there."""
    for name in KERNEL:
        import_module(name)
    import gamekit_widgets as gw
    from gamekit_widgets.table.site_page import begin

    sys.modules["pyodide_kernel"].ipython_shell.send_comm = lambda *_: None
    for game in gk.games():
        gw.Table(gk.Match(game, seed=1), seats=("human", "casual"), open=True)
        begin(game.name, "", "", lambda _: None)
    match = gk.Match("take-back-toe", seed=1)
    gk.bot("search:10").choose(match.view(match.to_act), seed=1)
    repr(gk.playtest("take-back-toe", games=10, progress=False))


def programs() -> dict[str, bytes]:
    """Return the compiled programs of all games, by their places in the kit's wheel."""
    found = {}
    for game in gk.games():
        made_of, engine = Ingredients(game), Compiled(game)
        for calls in ("random", "bots"):
            place = FOLDER / file_name(made_of, calls)
            found[str(place)] = pickle.dumps(engine.program(calls))
    return found


def compiled() -> dict[str, bytes]:
    """Return every imported module, compiled, by the path of its source."""
    found, source, target = {}, Path("source.py"), Path("source.pyc")
    for module in list(sys.modules.values()):
        spec = getattr(module, "__spec__", None)
        origin = spec.origin if spec and spec.has_location else None
        if spec and origin and origin.endswith(".py"):
            source.write_bytes(spec.loader.get_data(origin))
            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
            py_compile.compile(str(source), str(target), origin, True, invalidation_mode=mode)
            found[origin] = target.read_bytes()
    return found


def put(archive: Path, root: str, found: dict[str, bytes], more: dict[str, bytes]) -> None:
    """Rewrite an archive with its compiled modules in it.

    Args:
        archive: a wheel, or the standard library.
        root: its place when Python runs.
        found: the compiled modules, by the paths of their sources.
        more: more files to add, by name.
    """
    with ZipFile(archive) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    for name in [name for name in parts if f"{root}/{name}" in found]:
        path = Path(name)
        code = found[f"{root}/{name}"]
        if name.startswith(OWN):
            cached = f"{path.stem}.{sys.implementation.cache_tag}.pyc"
            parts[str(path.parent / "__pycache__" / cached)] = code
        else:
            del parts[name]
            parts[f"{name}c"] = code
    parts |= {name.removeprefix(f"{root}/"): content for name, content in more.items()}
    for record in [name for name in parts if name.endswith(".dist-info/RECORD")]:
        parts[record] = "".join(f"{name},,\n" for name in parts).encode()
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as new:
        for name, content in parts.items():
            new.writestr(name, content)


start()
made, imported = programs(), compiled()
library = next(place for place in sys.path if place.endswith(".zip"))
packages = next(place for place in sys.path if place.endswith("site-packages"))
for wheel in WHEELS.glob("*.whl"):
    put(wheel, packages, imported, made if wheel.name.startswith(OWN) else {})
put(WHEELS / "python_stdlib.zip", library, imported, {})
