"""Modules under the names they had before, so that what earlier versions pickled is still read."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

FORMER = {
    "gamekit.carrying": "gamekit.storage.pickling",
    "gamekit.fields": "gamekit.contract.fields",
    "gamekit.game": "gamekit.contract.game",
    "gamekit.lightstudy": "gamekit.studies.light",
    "gamekit.playtesting": "gamekit.studies",
    "gamekit.playtesting.again": "gamekit.studies.rerunning",
    "gamekit.playtesting.comparing": "gamekit.studies.comparison",
    "gamekit.playtesting.comparison": "gamekit.studies.comparison",
    "gamekit.playtesting.estimates": "gamekit.studies.statistics",
    "gamekit.playtesting.extent": "gamekit.studies.plan",
    "gamekit.playtesting.heatmap": "gamekit.studies.coverage",
    "gamekit.playtesting.luck": "gamekit.studies.luck_and_skill",
    "gamekit.playtesting.paired": "gamekit.studies.statistics",
    "gamekit.playtesting.parting": "gamekit.studies.example",
    "gamekit.playtesting.played": "gamekit.studies.study",
    "gamekit.playtesting.skill": "gamekit.studies.luck_and_skill",
    "gamekit.playtesting.study": "gamekit.studies.study",
    "gamekit.playtesting.sums": "gamekit.studies.statistics",
    "gamekit.playtesting.sweeping": "gamekit.studies.sweeps",
    "gamekit.playtesting.variants": "gamekit.studies.sweeps",
    "gamekit.position": "gamekit.contract.position",
    "gamekit.record": "gamekit.storage.record",
    "gamekit.rulebook": "gamekit.contract.rulebook",
    "gamekit.variants": "gamekit.contract.variants",
    "gamekit.view": "gamekit.match.view",
}
RENAMED = {("gamekit.playtesting.sums", "Measure"): "Counted"}


class _Former(ModuleType):
    """Stands for a module that has moved; what is asked of it comes from there."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        home = import_module(FORMER[self.__name__])
        return getattr(home, RENAMED.get((self.__name__, name), name))


class _Finder(MetaPathFinder, Loader):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in FORMER else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        former = _Former(spec.name)
        former.__path__ = []  # others may have been in it
        return former

    def exec_module(self, module: ModuleType) -> None:
        pass


def understand() -> None:
    """Let imports find what has moved."""
    if not any(isinstance(each, _Finder) for each in sys.meta_path):
        sys.meta_path.append(_Finder())
