"""What a player may believe about things they do not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from gamekit.chance import Random
from gamekit.intervals import score_interval
from gamekit.match.view import View

Path = tuple[str, ...]
HEAD = ("secret", "value", "likely", "95 % interval", "on average")


@dataclass(frozen=True, slots=True)
class Belief:
    """One value that a secret may have.

    Attributes:
        secret: which one, as positions name it: "dice, Bo".
        value: the value, as positions write it.
        share: the chance that it is there at least once, with a 95 % interval `low` to
            `high` of the estimate.
        mean: how often it is there on average. For a single value this is `share`.
    """

    secret: str
    value: object
    share: float
    low: float
    high: float
    mean: float


class Beliefs(list[Belief]):
    """The values that secrets may have. The likeliest value of each secret comes first."""

    def _cells(self) -> Iterator[tuple[str, ...]]:
        for each in self:
            span = f"{each.low:.0%} to {each.high:.0%}"
            yield each.secret, str(each.value), f"{each.share:.0%}", span, f"{each.mean:.2f}"

    def __repr__(self) -> str:
        rows = [HEAD, *self._cells()] if self else [("Nothing is secret here.",)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        )

    def _repr_html_(self) -> str:
        if not self:
            return "<p>Nothing is secret here.</p>"
        head = "".join(f"<th>{name}</th>" for name in HEAD)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
            for row in self._cells()
        )
        return f"<table><tr>{head}</tr>{body}</table>"


def beliefs(view: View, seed: int = 1, samples: int = 400) -> Beliefs:
    """Return what the viewer may believe, given what they know and how the others played.

    Args:
        view: the view of a player.
        seed: the seed of the imagined states.
        samples: how many states to imagine. The game's `likelihood` weighs each.
    """
    game, rules, random = view.game, view.rules, Random(seed)
    found: dict[Path, list[tuple[Counter[str], int]]] = {}
    for _ in range(samples if game.has_secrets and view.result is None else 0):
        state = view.state
        game.imagine(rules, state, view.player, random)
        weight = game.likelihood(rules, state, view.player)
        for path, values in _leaves(game.dump(rules, state), view.names):
            found.setdefault(path, []).append((Counter(map(str, values)), weight))
    told = Beliefs()
    for path, seen in found.items():
        if any(values != seen[0][0] for values, _ in seen):
            told += sorted(_weighed(", ".join(path), seen), key=lambda each: -each.share)
    return told


def _weighed(secret: str, seen: list[tuple[Counter[str], int]]) -> Iterator[Belief]:
    """Yield the values of one secret, each with its share of the weight of all imagined states."""
    total = sum(weight for _, weight in seen) or 1
    squares = sum(weight * weight for _, weight in seen) or 1
    for value in sorted({value for values, _ in seen for value in values}):
        share = sum(weight for values, weight in seen if values[value]) / total
        mean = sum(weight * values[value] for values, weight in seen) / total
        yield Belief(secret, value, share, *score_interval(share, total * total / squares), mean)


def _leaves(
    value: object, names: tuple[str, str], path: Path = ()
) -> Iterator[tuple[Path, list[object]]]:
    """Yield the lists of values in a position, and its single values as lists of one."""
    if isinstance(value, dict):
        for key, inside in value.items():
            yield from _leaves(inside, names, (*path, str(key).replace("_", " ")))
    elif isinstance(value, list) and any(isinstance(inside, list | dict) for inside in value):
        for number, inside in enumerate(value):
            name = names[number] if len(value) == len(names) else str(number)
            yield from _leaves(inside, names, (*path, name))
    else:
        yield path, value if isinstance(value, list) else [value]
