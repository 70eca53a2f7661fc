"""Numba, told which functions only compiled code calls.

For every function Numba makes machine code that Python could call, and optimizes it twice, although
the same function is then part of whatever calls it. Nobody calls a rule or a part of a driver from
Python: such functions are kept as LLVM's own code, simplified, until they are linked into a driver.
That saves two fifths of the time of compiling a game, and the drivers do the same. An eighth of the
rest went into comparing Numba's settings: with every call that it resolves, all of them one by one;
and a tenth into timing its locks, once for each function that waits for another, and into garbage.

Numba keeps no code of such a function either. Here one may have its own, so that a variant compiles
only what it changes, and what reaches that, in another process too.

What this changes in Numba is not public. So it is changed only while a driver is compiled, and
where one of these parts is missing, everything compiles as ever.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from llvmlite.binding import Linkage, parse_bitcode
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core import event
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.dispatcher import Dispatcher
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target
from numba.core.targetconfig import TargetConfig

USED = (  # of what is not public
    (JITCodeLibrary, ("_optimize_final_module", "_finalize_final_module")),
    (JITCodeLibrary, ("_finalize_dynamic_globals", "_verify_declare_only_symbols")),
    (JITCodeLibrary, ("_get_module_for_linking", "_unserialize")),
    (JITCPUCodegen, ("_library_class", "_module_pass_manager", "set_env")),
    (_dynfunc, ("make_function",)),
    (TargetConfig, ("_values", "options")),
    (Dispatcher, ("compile",)),
    (event, ("install_timer",)),
)

GARBAGE = 100_000  # objects
KIND = "linked"  # of code that is kept, beside Numba's own kinds
KEPT = "kept"  # the attribute of a function that holds its kept code


class Library(JITCodeLibrary):
    """The code of a function and of all that it calls."""

    is_linked = False  # into others alone: no machine code is made of it

    def _optimize_final_module(self) -> Any:
        if not self.is_linked:
            return super()._optimize_final_module()  # type: ignore[no-untyped-call]
        level = self._codegen._opt_level
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=level, cost="cheap"
        )
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> Any:
        if not self.is_linked:
            return super()._finalize_final_module()  # type: ignore[no-untyped-call]
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._verify_declare_only_symbols()  # type: ignore[no-untyped-call]
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        if not self.is_linked:
            return super()._get_module_for_linking()  # type: ignore[no-untyped-call]
        if self._shared_module is None:  # not a copy, as Numba makes: nothing else needs the module
            for function in self._final_module.functions:
                if function.linkage == Linkage.external and not function.is_declaration:
                    function.linkage = Linkage.linkonce_odr
            self._shared_module = self._final_module
        return self._shared_module

    def serialize_using_object_code(self) -> Any:
        if not self.is_linked:
            return super().serialize_using_object_code()  # type: ignore[no-untyped-call]
        return self.name, KIND, self._get_module_for_linking().as_bitcode()

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> Any:
        name, kind, code = state
        if kind != KIND:
            return super()._unserialize(codegen, state)  # type: ignore[no-untyped-call]
        library = codegen.create_library(name)
        library.is_linked, library._final_module = True, parse_bitcode(code)
        library._finalize_final_module()
        return library


def reduced(made: Any) -> Any:
    """Return what is to be kept of a function that was compiled."""
    if not getattr(made.library, "is_linked", False):
        return made._reduce()
    made.fndesc.typemap = made.fndesc.calltypes = None
    code = made.library.serialize_using_object_code()
    # Neither notes on types nor environments: only what prints or raises reads from those.
    parts = made.fndesc, made.environment, made.signature, made.objectmode, made.lifted
    return code, *parts, "", made.reload_init, ()


@contextmanager
def linked(is_inner: Callable[[str, str], bool]) -> Iterator[None]:
    """Make no machine code for the inner functions of what is compiled meanwhile.

    Args:
        is_inner: whether the function of a module, both by name, is called by compiled code alone.
            Calling it from Python afterwards would end the process.
    """
    context: Any = cpu_target.target_context
    codegen, executable = context.codegen(), context.get_executable

    def get_executable(library: Any, description: Any, environment: Any) -> Any:
        if not is_inner(description.modname, description.qualname):
            function = executable(library, description, environment)
            for variable in library._final_module.global_variables:
                if found := lookup_environment(variable.name):
                    codegen.set_env(variable.name, found)
            return function
        library.is_linked = True
        library._ensure_finalized()
        module, name = description.lookup_module(), description.qualname
        return _dynfunc.make_function(module, name, "linked", 0, environment, (library,))

    if not all(hasattr(owner, name) for owner, names in USED for name in names):
        yield
        return
    codegen._library_class, context.get_executable = Library, get_executable
    try:
        with (
            _settings_compared_quickly(),
            _inner_code_kept(),
            _locks_not_timed(),
            _little_garbage(),
        ):
            yield
    finally:
        del codegen._library_class, context.get_executable


@contextmanager
def _settings_compared_quickly() -> Iterator[None]:
    """See first whether settings were made alike. Their hash is that of their names, as Numba's."""
    owner: Any = TargetConfig
    before = owner.__eq__, owner.__hash__
    hashes: dict[type, int] = {}

    def equals(settings: Any, other: Any) -> Any:
        alike = isinstance(other, TargetConfig) and settings._values == other._values
        return alike or before[0](settings, other)

    def hashed(settings: Any) -> int:
        kind = type(settings)
        if kind not in hashes:
            hashes[kind] = before[1](settings)
        return hashes[kind]

    owner.__eq__, owner.__hash__ = equals, hashed
    try:
        yield
    finally:
        owner.__eq__, owner.__hash__ = before


@contextmanager
def _inner_code_kept() -> Iterator[None]:
    """Let functions that have kept code use it."""
    owner: Any = Dispatcher
    compile_one = owner.compile

    def compile(dispatcher: Any, types: Any) -> Any:
        kept = getattr(dispatcher.py_func, KEPT, None)
        if kept is None or not isinstance(dispatcher._cache, NullCache):
            return compile_one(dispatcher, types)
        before, dispatcher._cache = dispatcher._cache, kept
        try:
            return compile_one(dispatcher, types)
        finally:
            dispatcher._cache = before

    owner.compile = compile
    try:
        yield
    finally:
        owner.compile = compile_one


@contextmanager
def _locks_not_timed() -> Iterator[None]:
    """Do not note how long a function holds the compiler's locks."""
    owner: Any = event
    install = owner.install_timer
    owner.install_timer = lambda kind, callback: nullcontext()
    try:
        yield
    finally:
        owner.install_timer = install


@contextmanager
def _little_garbage() -> Iterator[None]:
    """Look for garbage seldom: the compiler keeps nearly all that it makes until it is done."""
    before = gc.get_threshold()
    gc.set_threshold(GARBAGE, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
