"""Compile ahead what a kernel imports as it starts. This runs in Pyodide, see compile.mjs.

A browser's Python would compile all of it at every start, which takes longer than loading it. Compiled
files take the place of their sources, except for the kit's own: those are there to be read.
"""

from __future__ import annotations

import py_compile
import sys
from importlib import import_module
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

WHEELS = Path("/wheels")
OWN = "gamekit"
KERNEL = ("piplite.piplite", "pyodide_kernel")


def start() -> None:
    """Do what a page does first."""
    for name in KERNEL:
        import_module(name)
    import gamekit as gk
    import gamekit_widgets as gw
    from gamekit_widgets.table.in_browser import begin

    sys.modules["pyodide_kernel"].ipython_shell.send_comm = lambda *_: None
    for game in gk.games():
        gw.Table(gk.Match(game, seed=1), seats=("human", "casual"), open=True)
        begin(game.name, "", "", lambda _: None)


def compiled() -> dict[str, bytes]:
    """Return what was imported, compiled, by the names of the sources."""
    found, source, target = {}, Path("source.py"), Path("source.pyc")
    for module in list(sys.modules.values()):
        spec = getattr(module, "__spec__", None)
        origin = spec.origin if spec and spec.has_location else None
        if origin and origin.endswith(".py"):
            source.write_bytes(spec.loader.get_data(origin))
            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
            py_compile.compile(str(source), str(target), origin, True, invalidation_mode=mode)
            found[origin] = target.read_bytes()
    return found


def put(archive: Path, root: str, found: dict[str, bytes]) -> None:
    """Write an archive anew, with what is compiled of it.

    Args:
        archive: a wheel, or the standard library.
        root: where it is when Python runs.
        found: what is compiled, by the names of the sources.
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
    for record in [name for name in parts if name.endswith(".dist-info/RECORD")]:
        parts[record] = "".join(f"{name},,\n" for name in parts).encode()
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as new:
        for name, content in parts.items():
            new.writestr(name, content)


start()
imported = compiled()
library = next(place for place in sys.path if place.endswith(".zip"))
packages = next(place for place in sys.path if place.endswith("site-packages"))
for wheel in WHEELS.glob("*.whl"):
    put(wheel, packages, imported)
put(WHEELS / "python_stdlib.zip", library, imported)
