"""Games, matches and views as `pickle`, joblib or a pool of processes carries them.

A game travels as its name and its changes, or with its code if another process would not find it by name.
A match travels as its record; the other process replays it, without a journal. `FORMER` names modules of
earlier versions, so that the kit still reads what people pickled then.
"""

from __future__ import annotations

import copyreg
import pickle
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from io import BytesIO
from itertools import accumulate
from sys import modules
from types import FunctionType, ModuleType
from typing import Any

from gamekit.contract import ALL, Game
from gamekit.contract.defaults import OPTIONAL
from gamekit.contract.fields import Nested, Struct
from gamekit.contract.variants import (
    ASKED,
    BOARD,
    DECLARED,
    Functions,
    ModuleCopy,
    Sources,
    reachable,
)
from gamekit.errors import GameError
from gamekit.match.match import Match
from gamekit.match.view import View
from gamekit.storage.record import Record
from gamekit.validation import shown

Recipe = tuple[Any, tuple[Any, ...]]  # a function and its arguments, which make an object again


def by_value(what: str, parts: object) -> bytes:
    """Return a user's own object as bytes, with the code that another process lacks.

    Raises:
        GameError: cloudpickle is missing, or something cannot be carried; the message names `what`.
    """
    try:
        pickler = _pickler()
    except ImportError:
        raise GameError(
            "What you define yourself travels to other processes with cloudpickle: "
            'pip install "gamekit-lab[dask]".'
        ) from None
    file = BytesIO()
    try:
        pickler(file).dump(parts)
    except (pickle.PicklingError, TypeError, AttributeError, ValueError) as problem:
        raise GameError(
            f"{what} cannot be sent to other processes: {shown(str(problem))}. Put what it needs "
            "into a file that all of them import."
        ) from None
    return file.getvalue()


def as_bytes(what: str, things: Sequence[object]) -> bytes:
    """Return objects as bytes, with their code if another process would not find it."""
    if all(type(each).__module__ != "__main__" for each in things):
        with suppress(pickle.PicklingError, TypeError, AttributeError):
            return pickle.dumps(things)
    return by_value(what, things)


def _pickler() -> Any:
    from cloudpickle import CloudPickler

    class Pickler(CloudPickler):  # type: ignore[misc] # has no types
        def reducer_override(self, value: Any) -> Any:
            if isinstance(value, ModuleCopy):
                inside = {k: v for k, v in vars(value).items() if not k.startswith("__")}
                return ModuleCopy, (value.__name__, value.__doc__), inside
            if isinstance(value, type(Struct)) and not _is_found(value):
                return type(Struct), (value.__name__, value.__bases__, _declarations(value))
            return super().reducer_override(value)

    return Pickler


def _is_found(kind: type) -> bool:
    """Can another process find this class by its name?"""
    home = None if kind.__module__ == "__main__" else modules.get(kind.__module__)
    return getattr(home, kind.__qualname__, None) is kind


def _declarations(record: Any) -> dict[str, object]:
    """Return what somebody declared in the class of a record, without what the kit adds."""
    names = {*vars(record)} - MADE_OF_FIELDS
    own = {
        name: record.fields.get(name, value)
        for name, value in vars(record).items()
        if name in names
    }
    return {"__qualname__": record.__qualname__, **own}


# --- games -------------------------------------------------------------------------------------


def _game(game: Game) -> Any:
    replaced: list[Functions] = []
    sources = game.sources
    while sources and sources.base:
        replaced, sources = [sources.functions, *replaced], sources.base
    place = _place(sources) if sources else None
    if place is None:
        return with_its_code(game)
    functions = by_value(str(game), replaced) if replaced else b""
    own = dict(getattr(import_module(place[0]), place[1]).measures)
    added = {name: one for name, one in game.measures.items() if name not in own}
    measures = by_value(str(game), added) if added else b""
    return _by_name, (*place, functions, dict(game.parameters), measures)


def with_its_code(game: Game) -> Recipe:
    """Return how to make a game in a process that does not even have its file."""
    return _with_code, (by_value(str(game), _parts(game)),)


def _place(sources: Sources) -> tuple[str, str] | None:
    """Return the module that holds the game of these sources, and its name there."""
    homes = [str(home.get("__name__")).split(".") for home in sources.homes]
    names = {name for home in homes for name in accumulate(home, "{}.{}".format)}
    for name in sorted(names - {"__main__"}):
        for key, value in list(vars(modules[name]).items()) if name in modules else ():
            if isinstance(value, Game) and value.sources is sources:
                return name, key
    return None


def _by_name(
    module: str,
    name: str,
    functions: bytes,
    parameters: dict[str, object],
    measures: bytes = b"",
) -> Game:
    game: Game = getattr(import_module(module), name)
    game = game.measuring(pickle.loads(measures) if measures else None)
    for replaced in pickle.loads(functions) if functions else ():
        game = game.variant(**replaced)
    return game if dict(game.parameters) == parameters else game.with_(**parameters)


def _parts(game: Game) -> tuple[dict[str, Any], list[str]]:
    """Return what a game consists of, and the optional functions that it leaves out."""
    names = game.namespace
    own = [names[name] for name in ASKED if isinstance(names.get(name), FunctionType)]
    reached = reachable(*own)
    kept = {
        name: value
        for name, value in names.items()
        if id(value) in reached or name in (*ASKED, *DECLARED, BOARD, "FIELDS")
    }
    parts = {key: value for key, value in vars(game.with_()).items() if key not in MADE_AGAIN}
    return {**parts, "namespace": kept}, [name for name in OPTIONAL if game.leaves_out(name)]


MADE_OF_FIELDS = {"__slots__", "fields", "copy", "load", "values", "__weakref__", "__dict__"}
MADE_AGAIN = ("sources", "engines", "_rulebook")


def _with_code(data: bytes) -> Game:
    parts, left_out = pickle.loads(data)
    game = object.__new__(Game)
    vars(game).update(parts, engines={}, _rulebook=None)
    for name in left_out:  # `Game.leaves_out` compares the code with that of the default
        game.namespace[name].__code__ = OPTIONAL[name].__code__
    return game


# --- matches and views -------------------------------------------------------------------------


def _match(match: Match) -> Recipe:
    _ = match.result  # raises an error if its rules have changed and do not fit it
    return _played_again, (match.record, match.game, match.auto)


def _played_again(record: Record, game: Game, auto: bool) -> Match:
    match: Match = record.match(game)
    match.auto = auto
    return match


def _view(view: View) -> Recipe:
    known = view.player, view.names, view.history, view.result
    return _seen_again, (view.game, view.state.values(), *known)


def _seen_again(
    game: Game, values: Iterable[Any], player: int, names: Any, history: Any, result: Any
) -> View:
    state = game.State()
    _fill(state, values)
    view = View(game, game.rules(), state, ALL, names, history, result)  # nothing more is hidden
    object.__setattr__(view, "player", player)
    return view


def _fill(record: Struct, values: Iterable[Any]) -> None:
    for (name, field), value in zip(type(record).fields.items(), values, strict=True):
        if isinstance(field, Nested):
            _fill(getattr(record, name), value)
        else:
            setattr(record, name, list(value) if field.size else value)


copyreg.pickle(Game, _game)
copyreg.pickle(Match, _match)
copyreg.pickle(View, _view)


FORMER = {
    "gamekit.boards.hexagon_patterns": "gamekit.boards.hexagon",
    "gamekit.boards.lanes": "gamekit.boards.grid",
    "gamekit.boards.pits": "gamekit.boards.grid",
    "gamekit.bots.beliefs": "gamekit.bots.built_in",
    "gamekit.bots.kinds": "gamekit.bots.built_in",
    "gamekit.bots.solved": "gamekit.bots",
    "gamekit.carrying": "gamekit.storage.pickling",
    "gamekit.checking.conformance": "gamekit.checking.check",
    "gamekit.contract.added_measures": "gamekit.contract.game",
    "gamekit.contract.declared": "gamekit.contract.declarations",
    "gamekit.contract.measuring": "gamekit.contract.game",
    "gamekit.contract.notation": "gamekit.contract.declarations",
    "gamekit.contract.position": "gamekit.contract.fields",
    "gamekit.contract.winning": "gamekit.contract.declarations",
    "gamekit.fields": "gamekit.contract.fields",
    "gamekit.game": "gamekit.contract.game",
    "gamekit.grammar": "gamekit.sentences",
    "gamekit.lightstudy": "gamekit.studies.study_without_numpy",
    "gamekit.playtesting": "gamekit.studies",
    "gamekit.playtesting.again": "gamekit.studies.rerunning",
    "gamekit.playtesting.comparing": "gamekit.studies.comparison",
    "gamekit.playtesting.comparison": "gamekit.studies.comparison",
    "gamekit.playtesting.estimates": "gamekit.studies.statistics",
    "gamekit.playtesting.extent": "gamekit.studies.plan",
    "gamekit.playtesting.heatmap": "gamekit.studies.replay_games",
    "gamekit.playtesting.luck": "gamekit.studies.luck_and_skill",
    "gamekit.playtesting.paired": "gamekit.studies.statistics",
    "gamekit.playtesting.parting": "gamekit.studies.comparison",
    "gamekit.playtesting.played": "gamekit.studies.study",
    "gamekit.playtesting.skill": "gamekit.studies.luck_and_skill",
    "gamekit.playtesting.study": "gamekit.studies.study",
    "gamekit.playtesting.sums": "gamekit.studies.statistics",
    "gamekit.playtesting.variants": "gamekit.studies.sweeps",
    "gamekit.position": "gamekit.contract.fields",
    "gamekit.puzzling": "gamekit.puzzle",
    "gamekit.puzzling.puzzle": "gamekit.puzzle",
    "gamekit.record": "gamekit.storage.record",
    "gamekit.rulebook": "gamekit.contract.rulebook",
    "gamekit.solving.graph": "gamekit.solving.solution",
    "gamekit.solving.rules": "gamekit.solving.deals",
    "gamekit.storage.matches": "gamekit.storage.saved_matches",
    "gamekit.studies.coverage": "gamekit.studies.replay_games",
    "gamekit.studies.example": "gamekit.studies.comparison",
    "gamekit.studies.light": "gamekit.studies.study_without_numpy",
    "gamekit.studies.light_study": "gamekit.studies.study_without_numpy",
    "gamekit.studies.replay_receipt": "gamekit.studies.rerunning",
    "gamekit.studies.replaying": "gamekit.studies.replay_games",
    "gamekit.studies.without_numpy": "gamekit.studies.study_without_numpy",
    "gamekit.variants": "gamekit.contract.variants",
    "gamekit.view": "gamekit.match.view",
}
RENAMED = {("gamekit.playtesting.sums", "Measure"): "Counted"}


class _Former(ModuleType):
    """A stand-in for a module that has moved. It has the names of the new one."""

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
        former.__path__ = []  # it may have held other modules
        return former

    def exec_module(self, module: ModuleType) -> None:
        pass


if not any(isinstance(each, _Finder) for each in sys.meta_path):  # now imports find what has moved
    sys.meta_path.append(_Finder())
