"""Numba, told which functions only compiled code calls.

For every function Numba makes machine code that Python could call, and optimizes it twice, although
the same function is then part of whatever calls it. Nobody calls a rule or a part of a driver from
Python: such functions are kept as LLVM's own code, simplified, until they are linked into a driver.
That saves two fifths of the time of compiling a game, and the drivers do the same. An eighth of the
rest went into comparing Numba's settings: with every call that it resolves, all of them one by one.

What this changes in Numba is not public. So it is changed only while a driver is compiled, and
where one of these parts is missing, everything compiles as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target
from numba.core.targetconfig import TargetConfig

USED = (  # of what is not public
    (JITCodeLibrary, ("_optimize_final_module", "_finalize_final_module")),
    (JITCodeLibrary, ("_finalize_dynamic_globals", "_verify_declare_only_symbols")),
    (JITCPUCodegen, ("_library_class", "_module_pass_manager", "set_env")),
    (_dynfunc, ("make_function",)),
    (TargetConfig, ("_values", "options")),
)


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
        with _settings_compared_quickly():
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
