"""`rerun`: play what a receipt describes again, and compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gamekit.bots import Bot, bot
from gamekit.contract import Game
from gamekit.errors import GameError
from gamekit.games import NAMES, load
from gamekit.progress import Progress
from gamekit.storage.record import with_tuples
from gamekit.studies.comparison import Comparison, compare
from gamekit.studies.receipt import Document, differences, read
from gamekit.studies.run import playtest
from gamekit.studies.study import Study
from gamekit.validation import shown


@dataclass(frozen=True, slots=True)
class Rerun:
    """A study played again.

    Attributes:
        agrees: are the rows of all games the same?
        study: the new study or comparison.
        differs: what has changed since: versions, the rules, the bots.
    """

    agrees: bool
    study: Study | Comparison
    differs: tuple[str, ...]

    @property
    def text(self) -> str:
        """The outcome, in sentences."""
        kind = "games" if isinstance(self.study, Study) else "pairs of games"
        games = f"{len(self.study):,} {kind}"
        changed = f" What has changed: {', '.join(self.differs)}." if self.differs else ""
        if self.agrees:
            return f"All {games} came out exactly as before.{changed}"
        same = (
            " Versions, rules, bots and seed are the same, so a bot chose differently for the same view and "
            "seed, or somebody changed the receipt."
        )
        return f"The {games} did not all come out as before.{changed or same}"

    def __repr__(self) -> str:
        return self.text


def rerun(
    receipt: str,
    *,
    game: Game | Sequence[Game] | None = None,
    bots: Sequence[str | Bot] | None = None,
    workers: int | None = None,
    progress: Progress = True,
) -> Rerun:
    """Replay what a receipt describes, and say whether the games are the same.

    Args:
        receipt: the text of `study.receipt` or `comparison.receipt`.
        game: the game, if it is your own or has replaced functions, because a receipt holds no code; for a
            comparison, both variants.
        bots: the players, if they were your own bots.
        workers: how many threads; None for one per core.
        progress: see `gamekit.playtest`.

    Raises:
        GameError: this is not a receipt, or it needs the game or the bots.
    """
    then = read(receipt)
    how: dict[str, Any] = {"bots": bots, "workers": workers, "progress": progress}
    found = (_compare if then["kind"] == "comparison" else _play)(then, game, **how)
    now = read(found.receipt)
    parts = [(then[part], now[part]) for part in ("a", "b") if part in then] + [(then, now)]
    differs = dict.fromkeys(each for two in parts for each in differences(*two))
    return Rerun(now["rows"] == then["rows"], found, tuple(differs))


def _play(then: Document, game: Any, bots: Any, **how: Any) -> Study:
    to_the_end = then["precision"] is not None and not then.get("interrupted")
    return playtest(
        _game(then) if game is None else game,
        _bots(then) if bots is None else bots,
        then["asked"] if to_the_end else then["games"],
        then["seed"],
        precision=then["precision"] if to_the_end else None,
        max_moves=then["max_moves"],
        **how,
    )


def _compare(then: Document, game: Any, bots: Any, **how: Any) -> Comparison:
    one, other = then["a"], then["b"]
    if game is not None and not (isinstance(game, list | tuple) and len(game) == 2):
        raise GameError(
            f"game={shown(game)}: the receipt describes a comparison: give both variants."
        )
    a, b = (_game(one), _game(other)) if game is None else game
    return compare(
        a,
        b,
        _bots(one) if bots is None else bots,
        then["games"],
        one["seed"],
        max_moves=one["max_moves"],
        **how,
    )


def _game(then: Document) -> Game:
    """Return the game on a receipt, if it is one of the kit's."""
    name = shown(then["game"])
    if then["game"] not in NAMES:
        raise GameError(
            f"The receipt is of {name}, which is not one of the kit's games: "
            "pass the game, gk.rerun(receipt, game=...)."
        )
    if then["replaced"]:
        raise GameError(
            f"The receipt is of {name} with functions replaced, {shown(then['replaced'])}, and holds "
            "no code: pass the variant, gk.rerun(receipt, game=...)."
        )
    return load(then["game"], **with_tuples(then["parameters"]))


def _bots(then: Document) -> list[Bot]:
    """Return the bots on a receipt, if they are the kit's."""
    try:
        return [bot(name) for name in then["bots"]]
    except GameError:
        raise GameError(
            f"The receipt names the bots {shown(then['bots'])}, which are not the kit's: "
            "pass the bots, gk.rerun(receipt, bots=(...))."
        ) from None
