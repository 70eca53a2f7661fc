"""The runtimes for WebAssembly: wasmtime, or the browser that runs Python itself."""

from __future__ import annotations

import atexit
import ctypes
import os
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import Any
from weakref import WeakSet

from gamekit.compiling.wasm import PAGE

_lock = threading.Lock()  # so that threads that start together make only one engine


class Trap(Exception):
    """Code stopped before its end."""


class Instance(ABC):
    """A module with its own memory.

    Attributes:
        room: how many simulations and how many bytes of rows its lists hold; None before the first run.
    """

    room: tuple[int, int] | None = None

    @abstractmethod
    def grow(self, size: int) -> None:
        """Make the memory at least this many bytes."""

    @abstractmethod
    def read(self, at: int, size: int) -> bytes:
        """Return bytes from memory."""

    @abstractmethod
    def write(self, at: int, data: bytes) -> None:
        """Put data into memory."""

    @abstractmethod
    def set(self, name: str, value: int) -> None:
        """Set a global."""

    @abstractmethod
    def call(self, name: str) -> None:
        """Run a function.

        Raises:
            Trap: it stopped before its end.
        """


def has_runtime() -> bool:
    """Can anything here run WebAssembly?"""
    return sys.platform == "emscripten" or find_spec("wasmtime") is not None


def loaded(code: bytes) -> Any:
    """Return a module, ready for `instance`."""
    with _lock:
        return _in_browser(code) if sys.platform == "emscripten" else _natively(code)


def instance(module: Any) -> Instance:
    return InBrowser(module) if sys.platform == "emscripten" else Native(module)


# --- wasmtime ------------------------------------------------------------------------------------


@cache
def _engine(process: int) -> Any:
    import wasmtime

    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    config.memory_init_cow = False  # it would need a file, and the system may limit those
    # A forked child has lost Rust's threads, so parallel compilation would wait for them forever.
    if process != PROCESS:
        config.parallel_compilation = False
    engine = wasmtime.Engine(config)
    _open.add(engine)
    return engine


PROCESS = os.getpid()
_open: WeakSet[Any] = WeakSet()  # engines, modules and idle stores


@atexit.register
def _close() -> None:
    """Close everything while wasmtime still can: before Python clears its modules."""
    for one in list(_open):
        one.close()


def _natively(code: bytes) -> Any:
    import wasmtime

    engine = _engine(os.getpid())
    module = wasmtime.Module(engine, code)
    _open.add(module)
    return engine, module


class Native(Instance):
    """An instance under wasmtime."""

    def __init__(self, module: Any) -> None:
        import wasmtime

        self._error: Any = wasmtime.WasmtimeError, wasmtime.Trap
        engine, code = module
        self._store = wasmtime.Store(engine)
        self._exports: Any = wasmtime.Instance(self._store, code, []).exports(self._store)
        self._memory: Any = self._exports["memory"]
        self._look()

    def _look(self) -> None:
        self._size = self._memory.data_len(self._store)
        pointer = self._memory.data_ptr(self._store)
        self.address = ctypes.addressof(pointer.contents)

    def grow(self, size: int) -> None:
        if size > self._size:
            self._memory.grow(self._store, -(-(size - self._size) // PAGE))
            self._look()

    def read(self, at: int, size: int) -> bytes:
        return ctypes.string_at(self.address + at, size)

    def write(self, at: int, data: bytes) -> None:
        ctypes.memmove(self.address + at, data, len(data))

    def set(self, name: str, value: int) -> None:
        self._exports[name].set_value(self._store, value)

    def call(self, name: str) -> None:
        _open.discard(self._store)  # after Ctrl-C, a call may still run while Python exits
        try:
            self._exports[name](self._store)
        except self._error as problem:
            raise Trap(str(problem)) from None
        finally:
            _open.add(self._store)


# --- the browser ---------------------------------------------------------------------------------


def _in_browser(code: bytes) -> Any:
    import js  # type: ignore[import-not-found]
    from pyodide.ffi import to_js  # type: ignore[import-not-found]

    return js.WebAssembly.Module.new(to_js(memoryview(code)))  # as a Uint8Array


PLAYER = """
let module;
onmessage = ({ data: { code, name, size, globals, writes, reads } }) => {
  module ??= new WebAssembly.Module(code);
  const { exports } = new WebAssembly.Instance(module);
  const missing = size - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / 65536));
  for (const [key, value] of globals) exports[key].value = value;
  const bytes = new Uint8Array(exports.memory.buffer);
  for (const [at, content] of writes) bytes.set(content, at);
  let trap = "";
  try { exports[name](); } catch (problem) { trap = String(problem); }
  postMessage([trap, ...reads.map(([at, length]) => bytes.slice(at, at + length))]);
};
"""


class Worker(Instance):
    """An instance in a separate worker of the browser.

    Python continues while the worker runs, and may end it at any moment. This object collects what goes into
    the worker's memory and sends it with the call.
    """

    def __init__(self, code: bytes) -> None:
        import js
        from pyodide.ffi import to_js

        kind = js.Object.fromEntries(to_js([("type", "text/javascript")]))
        address = js.URL.createObjectURL(js.Blob.new(to_js([PLAYER]), kind))
        self._worker = js.Worker.new(address)
        self._code, self._size = code, 0
        self._globals: dict[str, int] = {}
        self._writes: list[tuple[int, bytes]] = []
        self._found: dict[int, bytes] = {}

    def grow(self, size: int) -> None:
        self._size = size

    def read(self, at: int, size: int) -> bytes:
        return self._found[at][:size]

    def write(self, at: int, data: bytes) -> None:
        self._writes.append((at, data))

    def set(self, name: str, value: int) -> None:
        self._globals[name] = value

    def call(self, name: str) -> None:
        raise NotImplementedError("Use run(), which does not block.")

    async def run(self, name: str, reads: Mapping[int, int]) -> None:
        """Run a function.

        Args:
            name: the function.
            reads: how many bytes to read back, by address.

        Raises:
            Trap: it stopped before its end.
        """
        from asyncio import get_running_loop

        import js
        from pyodide.ffi import create_once_callable, to_js

        wish = {"code": self._code, "name": name, "size": self._size, "writes": self._writes}
        wish |= {"globals": list(self._globals.items()), "reads": list(reads.items())}
        answer = get_running_loop().create_future()
        self._worker.onmessage = create_once_callable(lambda event: answer.set_result(event.data))
        self._worker.postMessage(to_js(wish, dict_converter=js.Object.fromEntries))
        self._writes = []
        trap, *found = await answer
        self._found = {at: part.to_bytes() for at, part in zip(reads, found, strict=True)}
        if trap:
            raise Trap(trap)

    def end(self) -> None:
        """End the worker, whatever it is doing."""
        self._worker.terminate()


def has_workers() -> bool:
    """Can this browser run code in a separate worker?"""
    if sys.platform != "emscripten":
        return False
    import js

    return hasattr(js, "Worker") and hasattr(js, "Blob")


class InBrowser(Instance):
    """An instance in the browser that runs Python."""

    def __init__(self, module: Any) -> None:
        import js

        self._js = js
        self._exports = js.WebAssembly.Instance.new(module).exports
        self._look()

    def _look(self) -> None:
        # Memory has a new buffer after it grows, so `grow` calls this again.
        self._bytes = self._js.Uint8Array.new(self._exports.memory.buffer)

    def grow(self, size: int) -> None:
        if size > self._bytes.length:
            self._exports.memory.grow(-(-(size - self._bytes.length) // PAGE))
            self._look()

    def read(self, at: int, size: int) -> bytes:
        found: bytes = self._bytes.subarray(at, at + size).to_bytes()
        return found

    def write(self, at: int, data: bytes) -> None:
        self._bytes.subarray(at, at + len(data)).assign(data)

    def set(self, name: str, value: int) -> None:
        getattr(self._exports, name).value = value

    def call(self, name: str) -> None:
        from pyodide.ffi import JsException

        try:
            getattr(self._exports, name)()
        except JsException as problem:
            raise Trap(str(problem)) from None
