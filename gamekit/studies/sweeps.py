"""Many variants, each against the game as it is, all on the same games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import product
from math import prod
from typing import Any

from gamekit.bots import Bot
from gamekit.contract import Game
from gamekit.contract.fields import Parameter
from gamekit.errors import BadVariant, GameError
from gamekit.games import game_of
from gamekit.studies.comparison import Comparison
from gamekit.studies.measures import check_measure
from gamekit.studies.progress import Progress, bar
from gamekit.studies.run import playtest
from gamekit.studies.study import Study
from gamekit.studies.variants import Ablation, Sweep, Variant
from gamekit.validation import shown, whole, whole_number

GAMES = 2_000
MOST_VARIANTS, MOST_OPTIONS = 1_000, 8
CAREFUL = ("greedy", "greedy")

Changes = dict[str, object]
Left = tuple[Changes, str]


def sweep(
    game: Game | str,
    values: Mapping[str, Sequence[object]],
    bots: Sequence[str | Bot] = CAREFUL,
    games: int = GAMES,
    seed: int = 1,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    client: Any = None,
    progress: Progress = True,
    max_moves: int = 2000,
) -> Sweep:
    """Playtest every combination of these values against the game as it is, on the same games.

    Args:
        game: a game, a variant or a name.
        values: for each parameter the values to try: {"columns": [3, 4, 5], "sides": [4, 6, 8]}.
        bots, seed, workers, executor, client, progress, max_moves: see `playtest`.
        games: how many of each variant.

    Combinations that the game refuses are left out; `left_out` says which and why.
    """
    game = game_of(game)
    values = _checked(game, values)
    whole("the number of variants", prod(map(len, values.values())), 1, MOST_VARIANTS)
    tried = [dict(zip(values, those, strict=True)) for those in product(*values.values())]
    how = {"workers": workers, "executor": executor, "client": client, "max_moves": max_moves}
    base, variants, left = _played(game, tried, bots, games, seed, progress, how)
    return Sweep(base, variants, left, tuple(values))


def _checked(game: Game, values: object) -> dict[str, list[object]]:
    """Return the values to try, in lists, with every whole number as an int."""
    if not isinstance(values, Mapping) or not values:
        raise GameError(f'sweep({shown(values)}): give values, such as {{"columns": [3, 4, 5]}}.')
    found: dict[str, list[object]] = {}
    for name, those in values.items():
        is_list = isinstance(those, Sequence) or getattr(those, "ndim", 0) == 1  # an array is none
        if isinstance(those, str) or not is_list or not len(those):
            raise GameError(f"{shown(name)}={shown(those)}: give a list of values to try.")
        if name not in game.options:
            game.with_(**{str(name): None})  # says what there is
        numbers = ((value, whole_number(value)) for value in those)
        found[name] = [value if number is None else number for value, number in numbers]
    return found


def ablate(
    game: Game | str,
    bots: Sequence[str | Bot] = CAREFUL,
    games: int = GAMES,
    seed: int = 1,
    *,
    measure: str | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    client: Any = None,
    progress: Progress = True,
    max_moves: int = 2000,
) -> Ablation:
    """Change one thing at a time, each number one up and one down, each option to every other, and
    rank the changes by how much they do.

    Args:
        game: a game, a variant or a name.
        measure: what they do it to: "first-player score", "draws", "length" or another row of
            `gamekit.compare(...).table`. None: whatever each changes most, which often is the length.
        bots, seed, workers, executor, client, progress, max_moves: see `playtest`.
        games: how many of each variant.

    Changes that the game refuses are left out; `left_out` says which and why.
    """
    game = game_of(game)
    if measure is not None:
        check_measure(game, measure)
    left: list[Left] = []
    tried = [{name: value} for name, value in _steps(game, left)]
    how = {"workers": workers, "executor": executor, "client": client, "max_moves": max_moves}
    base, variants, refused = _played(game, tried, bots, games, seed, progress, how)
    return Ablation(base, variants, [*left, *refused], measure)


def _steps(game: Game, left: list[Left]) -> Iterator[tuple[str, object]]:
    """Yield every parameter with each value that is one step from its own."""
    for name, option in game.options.items():
        value = game.parameters[name]
        yield from ((name, other) for other in _near(option, value))
        rest = len(option.options) - 1 - MOST_OPTIONS
        if rest > 0:
            left.append(({name: "..."}, f"{rest} more options; gk.sweep tries those you name."))


def _near(option: Parameter, value: object) -> list[object]:
    if option.options:
        return [other for other in option.options if other != value][:MOST_OPTIONS]
    place = option.values.index(option.encode("", value))
    return [option.values[k] for k in (place - 1, place + 1) if 0 <= k < len(option.values)]


def _played(
    game: Game,
    tried: Sequence[Changes],
    bots: Sequence[str | Bot],
    games: int,
    seed: int,
    progress: Progress,
    how: dict[str, Any],
) -> tuple[Study, list[Variant], list[Left]]:
    """Play the game as it is, then every variant; return what is left out, too.

    After Ctrl-C, the variants that are finished are kept.
    """
    games = whole("games", games, 1)
    made, left = _made(game, tried)
    with bar(games * (1 + len(made)), progress) as tell:
        base, variants = playtest(game, bots, games, seed, progress=tell, **how), list[Variant]()
        for k, (changes, variant) in enumerate(made):
            if len(base) < games:
                left += [(changes, "interrupted before it") for changes, _ in made[k:]]
                break
            try:
                study = base
                if variant.parameters != game.parameters:
                    study = playtest(variant, bots, games, seed, progress=tell, **how)
            except GameError as problem:
                left.append((changes, str(problem)))
                continue
            if len(study) < games:
                left += [(changes, "interrupted") for changes, _ in made[k:]]
                break
            variants.append(Variant(changes, Comparison(base, study)))
    return base, variants, left


def _made(game: Game, tried: Sequence[Changes]) -> tuple[list[tuple[Changes, Game]], list[Left]]:
    """Return the variants that can be played, and why the others cannot."""
    made, left = [], []
    for changes in tried:
        try:
            made.append((changes, game.with_(**changes)))
        except BadVariant as problem:
            left.append((changes, str(problem)))
    return made, left
