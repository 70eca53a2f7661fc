"""What is published: the sdist, the wheel built from it, and the boards that an installed wheel shows."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import tarfile
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.broken_games import guides_games

pytestmark = [pytest.mark.package, pytest.mark.xdist_group("wheel")]  # built once

REPOSITORY = Path(__file__).parents[1]
PACKAGES = {"gamekit": REPOSITORY, "gamekit_widgets": REPOSITORY / "widgets"}

LOOK = """
import json
import gamekit as gk, gamekit_widgets as gw
from gamekit_widgets.drawing import space

shown = {}
for game in gk.games():
    table = gw.Table(gk.Match(game, seed=1), seats=("human", "human"))
    data, _ = table._repr_mimebundle_()
    shown[game.name] = [table.shown["svg"], gw.svg(table.match), data["text/html"], table._esm, table._css]
packages = [gk.__file__, gw.__file__]
print(json.dumps([packages, shown, len(space.source())]))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where it is built and installed."""
    return tmp_path_factory.mktemp("wheel")


@pytest.fixture(scope="module")
def wheel(folder: Path) -> Path:
    """The wheel, built from the sdist alone."""
    build("sdist", REPOSITORY, folder)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    build("wheel", folder / sdist.name.removesuffix(".tar.gz"), folder)
    (found,) = folder.glob("*.whl")
    return found


def build(target: str, source: Path, to: Path) -> None:
    """Build without an environment of its own: what builds is pinned with everything else."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(to)]
    run(command, source)


def run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def python(wheel: Path, folder: Path) -> Path:
    """The Python of a new environment with the wheel; what it depends on is seen through."""
    home = folder / "environment"
    venv.create(home, with_pip=True)
    found = home / "bin" / "python"
    run(
        [str(found), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)],
        folder,
    )
    (packages,) = (home / "lib").glob("python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return found


def test_the_wheel_holds_the_packages_and_what_they_show(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == set(files())
    assert {"gamekit/py.typed", "gamekit_widgets/py.typed"} <= held
    wanted = ("table.css", "control_panel.bundle.js", "cube.bundle.js", "table.bundle.js")
    assert {f"gamekit_widgets/js/{name}" for name in wanted} <= held


def files() -> Iterator[str]:
    """All files of the packages in the checkout."""
    for package, folder in PACKAGES.items():
        for path in (folder / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(folder).as_posix()


def test_the_command_line_comes_with_the_wheel(python: Path, folder: Path) -> None:
    command = str(python.with_name("gamekit"))
    assert run([command, "--version"], folder).startswith("gamekit 0.")
    game = folder / "heap.py"
    game.write_text(guides_games()["heap"], "utf-8")
    playtest = [command, "playtest", str(game), "--games", "20", "--json"]
    assert json.loads(run(playtest, folder))["game"] == "heap"


def test_it_plays_and_checks_where_nothing_else_is_installed(python: Path, folder: Path) -> None:
    game = folder / "alone.py"
    game.write_text(guides_games()["cups"], "utf-8")
    assert "cups: nothing found." in run(alone(python, "check", str(game)), folder)
    assert "take-back-toe" in run(alone(python, "games"), folder)
    played = subprocess.run(
        alone(python, "play", str(game), "--against", "novice", "--seed", "1"),
        cwd=folder, input="roll\n", capture_output=True, text=True,
    )  # fmt: skip
    assert (played.returncode, played.stderr) == (0, "")
    assert "(CU-" in played.stdout.splitlines()[-1], "it is played to its end"


def alone(python: Path, *arguments: str) -> list[str]:
    """Return a command line that sees the wheel and the standard library, nothing else."""
    dependencies = sysconfig.get_path("purelib")
    code = (
        f"import sys; sys.path = [path for path in sys.path if path != {dependencies!r}]\n"
        f"from gamekit.cli import main; sys.exit(main({list(arguments)!r}))"
    )
    return [str(python), "-c", code]


def test_boards_of_all_games_render_from_the_wheel(python: Path, folder: Path) -> None:
    packages, shown, cube = json.loads(run([str(python), "-c", LOOK], folder))
    assert all(Path(package).is_relative_to(folder) for package in packages)
    assert len(shown) == 8
    for board, picture, html, script, style in shown.values():
        assert "<svg " in board
        assert "<style>" in picture
        assert "<img " in html
        assert "msg:custom" in script, "a widget, and not word that it was not built"
        assert ".gk-board" in style
    assert cube > 1_000_000, "the cube comes with plotly.js"
