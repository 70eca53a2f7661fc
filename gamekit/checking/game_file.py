"""Finding the game in a file, and running that file."""

from __future__ import annotations

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from gamekit.contract.game import Game
from gamekit.errors import GameError
from gamekit.validation import shown

USUAL = ("GAME", "game")  # names that a game may have among several


def is_file(named: str) -> bool:
    """Is this the path of a Python file, perhaps followed by a name in it?"""
    return parted(named)[0].endswith(".py")


def parted(named: str) -> tuple[str, str]:
    """Return the path and the name in "my_game.py:GAME"; the name may be empty."""
    path, dot, rest = named.rpartition(".py")
    if dot and (not rest or rest.startswith(":")):
        return f"{path}.py", rest[1:]
    return named, ""


def game_in_file(named: str) -> Game:
    """Run a file and return the game in it.

    Args:
        named: "my_game.py", or "my_game.py:NAME" if it holds several games.

    Raises:
        GameError: the file cannot be run, or holds no game, or several.
    """
    path, name = parted(named)
    try:
        return game_in(run_file(path), path, name)
    except GameError:
        raise
    except BaseException as problem:
        if isinstance(problem, KeyboardInterrupt):
            raise
        raise GameError(f"{path} cannot be run: {type(problem).__name__}: {problem}.") from None


def run_file(path: str) -> ModuleType:
    """Run a Python file as a module of its name and return it. It may raise anything."""
    file = Path(path).resolve()
    if not file.is_file():
        raise GameError(f"there is no file {shown(path)}.")
    sys.path.insert(0, str(file.parent))
    taken = file.stem in sys.modules or file.stem in sys.stdlib_module_names
    name = f"{file.stem}_of_yours" if taken else file.stem
    spec = spec_from_file_location(name, file, loader=_Fresh(name, str(file)))
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class _Fresh(SourceFileLoader):
    """Compiles the file as it is now; cached bytecode may be a second old."""

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.get_data(self.path), self.path)


def game_in(module: ModuleType, path: str, name: str = "") -> Game:
    """Return the game of that name, or the only one."""
    games = {key: value for key, value in vars(module).items() if isinstance(value, Game)}
    if name:
        if name not in games:
            raise GameError(f"{path} has no game named {shown(name)}; it has {_listed(games)}.")
        return games[name]
    for usual in USUAL:
        if usual in games:
            return games[usual]
    if len({id(game) for game in games.values()}) == 1:
        return next(iter(games.values()))
    if games:
        raise GameError(f"{path} holds {_listed(games)}; say which: {path}:{next(iter(games))}")
    raise NoGame(
        f"{path} holds no game: put the parts together at its end, "
        'GAME = Game(globals(), name="my-game", title="My Game").'
    )


def _listed(games: dict[str, Game]) -> str:
    return ", ".join(games) or "none"


class NoGame(GameError):
    """A file without a game."""
