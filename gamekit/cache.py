"""Machine code kept from one process to the next, in files that are checked before they are trusted.

Numba's own cache unpickles whatever it finds, so that a damaged file stops every start. Here each
compiled function is one file, headed by a hash of its name and content. Whatever is wrong with
one, it is thrown away and the function compiled anew; where nothing can be kept, nothing is.
"""

from __future__ import annotations

import os
import pickle
import zlib
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

SEAL = sha256().digest_size
FAST = 1  # level of compression: a quarter of the size, in no time


def cache_folder() -> Path | None:
    """Return the folder of compiled rules, $GAMEKIT_CACHE or the user's cache folder; None where
    there can be none."""
    from platformdirs import user_cache_dir  # not at the top: a browser kernel has none

    try:
        named = os.environ.get("GAMEKIT_CACHE") or user_cache_dir("gamekit-lab", appauthor=False)
        folder = Path(named).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        is_ours = _only_we_write(folder)
    except (OSError, RuntimeError):  # no home, a read-only one, or a file in its place
        return None
    return folder if is_ours else None


def _only_we_write(path: Path) -> bool:
    """Can this user, or the system, alone have written this? What is in it is run."""
    if not hasattr(os, "getuid"):
        return True
    found = path.stat()
    by_others = found.st_mode & 0o002 or (found.st_mode & 0o020 and found.st_gid != os.getgid())
    return found.st_uid in (os.getuid(), 0) and not by_others


def seems_kept(folder: Path | None, name: str) -> bool:
    """Is there code of this name, for whatever processor? Needs no Numba to say so."""
    return folder is not None and any(folder.glob(f"{name}-*.code"))


class KeptCode:
    """The kept code of one function, with the methods by which Numba asks for it.

    Args:
        folder: where it is kept; None to keep nothing.
        name: of the function, with a fingerprint of all that its code depends on.
    """

    def __init__(self, folder: Path | None, name: str) -> None:
        self.folder, self.name = folder, name

    @property
    def cache_path(self) -> str | None:
        """The folder, for Numba's statistics."""
        return None if self.folder is None else str(self.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function for a signature; None if it must be compiled."""
        from numba.core.compiler import CompileResult

        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        if path is None or not path.is_file():
            return None
        try:
            if not _only_we_write(path):
                return None
            data = path.read_bytes()
            code = data[SEAL:]
            if data[:SEAL] == _seal(path, code):
                made = pickle.loads(zlib.decompress(code))
                return CompileResult._rebuild(target_context, *made)
        except OSError:  # somebody else's
            return None
        except Exception:  # whole, but not for these versions of the libraries
            pass
        with suppress(OSError):
            path.unlink()
        return None

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep a compiled function, if that is possible."""
        from numba.core.serialize import dumps

        from gamekit.linked import reduced

        path = self._path(sig, cres.codegen)
        if path is None or cres.lifted or cres.library.has_dynamic_globals:
            return
        code = zlib.compress(dumps(reduced(cres)), FAST)
        part = path.with_name(f".{path.name}.{os.urandom(4).hex()}.part")
        try:
            path.parent.mkdir(exist_ok=True)
            part.write_bytes(_seal(path, code) + code)
            os.replace(part, path)
        except OSError:  # a full disk, a folder that may not be written
            pass
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)

    def holds(self, sig: Any, codegen: Any) -> bool:
        """Is there code for a signature on this kind of processor?"""
        path = self._path(sig, codegen)
        return path is not None and path.is_file()

    def _path(self, sig: Any, codegen: Any) -> Path | None:
        """Return the file of a signature on this kind of processor."""
        if self.folder is None:
            return None
        key = sha256(repr((sig, codegen.magic_tuple())).encode()).hexdigest()[:16]
        return self.folder / f"{self.name}-{key}.code"

    def enable(self) -> None:
        """Nothing: it is always on."""

    def disable(self) -> None:
        """Nothing: it is always on."""

    def flush(self) -> None:
        """Nothing: what is recompiled replaces what was kept."""


def _seal(path: Path, code: bytes) -> bytes:
    return sha256(path.name.encode() + b"\0" + code).digest()
