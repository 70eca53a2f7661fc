"""Games of a playtest kept in a folder: the same call goes on where it stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import gamekit as gk
from gamekit import drivers
from gamekit.studies import run
from gamekit.studies.plan import Driven, plan_of
from gamekit.studies.run import chunks

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("interpreted")]

REPOSITORY = Path(__file__).parents[1]
GAME = "take-back-toe"


@pytest.fixture
def a_file_a_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "SECONDS", 0)
    monkeypatch.setattr(run, "PERCENT", 0)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of games with which chunks begin that are really played."""
    numbers: list[int] = []
    play = Driven.play

    def noted(self: Driven, first: int, count: int, stopped: Any = None) -> Any:
        numbers.append(first)
        return play(self, first, count, stopped)

    monkeypatch.setattr(Driven, "play", noted)
    return numbers


def played(games: int = 60, game: gk.Game | str = GAME, **how: Any) -> gk.studies.Study:
    return gk.playtest(game, games=games, **{"progress": False, "max_moves": 8, **how})


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.parquet"))


def test_what_is_saved_is_read_back_and_not_played_again(
    tmp_path: Path, begun: list[int], a_file_a_chunk: None
) -> None:
    first = played(save=tmp_path)
    assert len(files(tmp_path)) > 5
    begun.clear()
    again = played(save=str(tmp_path))
    assert begun == []
    assert again.games.equals(first.games)
    receipts = [json.loads(study.receipt) for study in (again, first, played())]
    # A folder does not keep which rules played.
    assert [receipt.pop("engine") for receipt in receipts] == ["unknown"] + ["interpreted"] * 2
    assert receipts[0] == receipts[1] == receipts[2]
    begun.clear()
    more = played(90, save=tmp_path)
    assert min(begun) == 60
    assert more.games.equals(played(90).games)
    assert played(7, save=tmp_path).games.equals(played(7).games)


def test_the_files_are_tables_that_others_can_read(tmp_path: Path) -> None:
    study = played(save=tmp_path)
    table = pd.read_parquet([tmp_path / name for name in files(tmp_path)])
    assert list(table.columns) == ["plan", *drivers.COLUMN_NAMES]
    assert table["moves"].tolist() == study.games["moves"].tolist()
    for name, number in zip(drivers.COLUMN_NAMES, range(drivers.COLUMNS), strict=True):
        assert getattr(drivers, name.upper()) == number


def test_few_files_are_written_where_games_are_quick(tmp_path: Path) -> None:
    played(200, save=tmp_path)
    assert len(files(tmp_path)) <= 2


def test_what_is_finished_is_saved_whatever_ends_the_playtest(
    tmp_path: Path, begun: list[int]
) -> None:
    batches: list[int] = []

    def follow(games: int) -> None:
        batches.append(games)
        if len(batches) == 4:
            raise KeyError

    with pytest.raises(KeyError):
        played(save=tmp_path, progress=follow)
    begun.clear()
    assert played(save=tmp_path).games.equals(played().games)
    assert begun[0] == sum(batches)


def test_a_precise_playtest_goes_on_and_stops_where_it_would_have(tmp_path: Path) -> None:
    played(130, save=tmp_path)
    study = played(1000, save=tmp_path, precision=0.15)
    assert study.games.equals(played(1000, precision=0.15).games)
    assert study.stopped == "precise enough"


KILLED = """
import os, signal, sys, time
import gamekit as gk
heard = []
def follow(games):
    heard.append(games)
    time.sleep(0.05)
    if sum(heard) >= 30:
        os.kill(os.getpid(), signal.SIGKILL)
from gamekit.studies import run
run.SECONDS = 0.1
gk.playtest('take-back-toe', games=60, save=sys.argv[1], progress=follow, max_moves=8)
"""


def test_after_a_kill_it_goes_on(tmp_path: Path, begun: list[int]) -> None:
    paths = os.pathsep.join([str(REPOSITORY), os.environ.get("PYTHONPATH", "")])
    child = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], env={**os.environ, "PYTHONPATH": paths}
    )
    assert child.returncode == -signal.SIGKILL
    assert files(tmp_path)
    (tmp_path / ".gamekit-0a1b2c3d.part").write_bytes(b"PAR1 and then the power went")
    assert played(save=tmp_path).games.equals(played().games)
    assert begun[0] > 5
    assert not list(tmp_path.glob(".gamekit-*"))


@pytest.mark.parametrize("damage", ["cut", "gone", "empty"])
def test_a_damaged_file_costs_its_games_and_those_behind_it(
    tmp_path: Path, begun: list[int], a_file_a_chunk: None, damage: str
) -> None:
    played(save=tmp_path)
    third = tmp_path / files(tmp_path)[2]
    whole = third.read_bytes()
    third.write_bytes(b"" if damage == "empty" else whole[: len(whole) // 2])
    if damage == "gone":
        third.unlink()
    begun.clear()
    assert played(save=tmp_path).games.equals(played().games)
    assert begun[0] == int(third.name.split("-")[1])
    table = pd.read_parquet([tmp_path / name for name in files(tmp_path)])
    assert len(table) == 60


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"seed": 2}, r"the seed \(1, now 2\)"),
        ({"game": "liars-dice"}, r"the game \(take-back-toe, now liars-dice\)"),
        ({"game": gk.load(GAME, columns=5)}, r"the parameters \(as published, now columns=5\)"),
        ({"bots": ("greedy", "random")}, r"the bots \(random, random, now greedy, random\)"),
        ({"max_moves": 50}, r"max_moves \(8, now 50\)"),
    ],
)
def test_another_playtest_is_refused_by_name(
    tmp_path: Path, how: dict[str, Any], message: str
) -> None:
    played(5, save=tmp_path)
    with pytest.raises(gk.GameError, match=f"holds another playtest.*{message}"):
        played(5, save=tmp_path, **how)


def test_games_of_replaced_rules_are_not_mixed(tmp_path: Path) -> None:
    def never(rules: Any, state: Any, start: int, target: int) -> bool:
        return False

    def seldom(rules: Any, state: Any, start: int, target: int) -> bool:
        return start == 2

    played(5, gk.load(GAME).variant(takes_back=never), save=tmp_path)
    with pytest.raises(gk.GameError, match="the module of the rules"):
        played(5, gk.load(GAME).variant(takes_back=seldom), save=tmp_path)


def test_two_variants_are_kept_together(tmp_path: Path, begun: list[int]) -> None:
    plans = [plan_of(game, ("random", "random")) for game in (GAME, gk.load(GAME, columns=5))]
    saved = [[b.tolist() for b in blocks] for blocks in chunks(plans, 20, save=tmp_path)]
    begun.clear()
    again = [[b.tolist() for b in blocks] for blocks in chunks(plans, 20, save=tmp_path)]
    assert begun == []
    for n in (0, 1):
        of_one = [[row for blocks in each for row in blocks[n]] for each in (saved, again)]
        assert of_one[0] == of_one[1]
    rest = [len(blocks[1]) for blocks in chunks(plans, 20, first=13, save=tmp_path)]
    assert sum(rest) == 7
    with pytest.raises(gk.GameError, match="holds games of 2 variants, not of 1"):
        played(5, save=tmp_path)


def test_a_comparison_goes_on_where_it_stopped(tmp_path: Path, begun: list[int]) -> None:
    def compared(games: int, **how: Any) -> gk.studies.Comparison:
        variants = gk.load(GAME), gk.load(GAME, columns=5)
        bots = ("random", "random")
        return gk.compare(*variants, bots, games, max_moves=8, progress=False, **how)

    compared(10, save=tmp_path)
    begun.clear()
    assert compared(15, save=tmp_path).receipt == compared(15).receipt
    assert begun[0] == 10


def test_folders_that_will_not_do_are_refused(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "to Ann.txt").write_text("Dear Ann")
    with pytest.raises(gk.GameError, match="holds something other than a playtest"):
        played(5, save=tmp_path / "letters")
    with pytest.raises(gk.GameError, match="cannot be written"):
        played(5, save=tmp_path / "letters" / "to Ann.txt")
    with pytest.raises(gk.GameError, match="is not the name of a file"):
        played(5, save=7)
    played(5, save=tmp_path / "new" / "folder")
    (tmp_path / "new" / "folder" / run.PAGE).write_text("[]")
    with pytest.raises(gk.GameError, match="cannot be read"):
        played(5, save=tmp_path / "new" / "folder")


def test_one_playtest_at_a_time_is_saved_in_a_folder(tmp_path: Path) -> None:
    def follow(games: int) -> None:
        with pytest.raises(gk.GameError, match="Another playtest is being saved"):
            played(5, save=tmp_path)

    played(5, save=tmp_path, progress=follow)


def test_without_pyarrow_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(gk.GameError, match=r'pip install "gamekit-lab\[save\]"'):
        played(5, save=tmp_path)


def test_the_page_of_a_folder_says_what_was_played(tmp_path: Path) -> None:
    played(5, save=tmp_path)
    page = json.loads((tmp_path / run.PAGE).read_text())
    assert page["plans"][0]["game"] == GAME
    assert page["plans"][0]["bots"] == ["random", "random"]
