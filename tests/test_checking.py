"""`gamekit check`: the guide's games pass, and each broken one gets the finding a designer wants."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from gamekit.checking import check as checking
from gamekit.checking import fuzz
from gamekit.checking.check import check_file
from gamekit.checking.finding import ADVICE, Report
from gamekit.cli import main
from tests.checking import FAULTS, UNCOMPILED, Fault, guides_games

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "check.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try less than for designers: these faults are not well hidden."""
    few = {"GAMES": 5, "PLAYTEST": 40, "LOOP": 2.0, "TEXTS": 40, "POSITIONS": 40, "MIXED": 1}
    for name, value in few.items():
        monkeypatch.setattr(checking, name, value)


def checked(source: str, folder: Path, compiles: bool = False) -> Report:
    """Check a file, and that the report is as the schema says."""
    file = folder / "game.py"
    file.write_text(source, "utf-8")
    report = check_file(str(file), compiles=compiles)
    VALIDATOR.validate(json.loads(json.dumps(report.data())))
    return report


@pytest.mark.parametrize("name", ["heap", "cups"])
def test_the_games_of_the_guide_pass(name: str, tmp_path: Path) -> None:
    report = checked(guides_games()[name], tmp_path, compiles=True)
    assert report.findings == []
    assert report.game == name
    assert report.checked["compiled"]
    assert report.checked["playtest"]["ended"] == 40


@pytest.mark.parametrize("fault", [*FAULTS, *UNCOMPILED], ids=lambda fault: fault.name)
def test_a_broken_game_gets_the_finding_that_a_designer_wants(fault: Fault, tmp_path: Path) -> None:
    report = checked(fault.source, tmp_path, compiles=fault in UNCOMPILED)
    found = [one for one in report.findings if one.code == fault.code]
    assert [one.function for one in found] == [fault.function], report.findings
    assert fault.says in found[0].message
    assert not report.ok
    lines = fault.source.splitlines()
    line = lines[found[0].line - 1] if found[0].line else ""
    assert fault.at in line
    assert len(report.findings) <= 2, "what follows from it is left out"


def test_a_finding_names_the_parameters_and_a_position_that_shows_it(tmp_path: Path) -> None:
    fault = next(fault for fault in FAULTS if fault.name == "a parameter too large")
    (found,) = checked(fault.source, tmp_path).findings
    assert found.parameters == {"stones": 60}
    fault = next(fault for fault in FAULTS if fault.name == "an exception")
    found = checked(fault.source, tmp_path).findings[0]
    assert found.position is not None
    assert found.moves == len(found.history)


def test_without_hypothesis_the_kit_draws_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz, "find_spec", lambda name: None)
    faults = {fault.name: fault for fault in FAULTS}
    for name in ("a text that is not expected", "a field that is not checked"):
        codes = [one.code for one in checked(faults[name].source, tmp_path).findings]
        assert faults[name].code in codes


def test_every_code_has_advice_and_stands_in_the_schema() -> None:
    assert SCHEMA["$defs"]["finding"]["properties"]["code"]["enum"] == sorted(ADVICE)


def test_check_at_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "60")
    Path("heap.py").write_text(guides_games()["heap"], "utf-8")
    Path("stuck.py").write_text(next(f for f in FAULTS if f.name == "a stuck game").source, "utf-8")
    assert main(["check", "heap.py", "--no-compile"]) == 0
    assert "heap: nothing found." in capsys.readouterr().out
    assert main(["check", "stuck.py", "--no-compile"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("stuck.py:40 in why_illegal: error no-legal-move\n")
    assert "  To do: Somebody must always be able to move" in out
    assert "heap: 1 error, 0 warnings." in out
    assert main(["check", "stuck.py", "--no-compile", "--json"]) == 1
    VALIDATOR.validate(json.loads(capsys.readouterr().out))
    for wrong in ("nowhere.py", "heap.py:NAME", "heap.txt"):
        assert main(["check", wrong]) == 2
        assert capsys.readouterr().err.startswith("gamekit: ")
