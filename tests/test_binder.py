"""What Binder does, without Docker: an environment from the files in binder/, then the first page.

What `make setup` installed from the same pins, checked against their hashes, is linked and not
installed once more. The environment has nothing else, so a missing package still shows.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

REPOSITORY = Path(__file__).parents[1]
NOT_CHECKED_OUT = (
    ".git",
    ".venv",
    "node_modules",
    "*.bundle.js",
    "__pycache__",
    ".*_cache",
    ".cache",
    "dist",
)
OF_THE_TESTS = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
START = """\
#!{python}
import sys
from {module} import {name}
sys.exit({call}())
"""


@pytest.mark.package
def test_a_visitor_finds_everything_installed_and_the_welcome_page_runs(tmp_path: Path) -> None:
    home, environment = tmp_path / "home", tmp_path / "environment"
    shutil.copytree(REPOSITORY, home, ignore=shutil.ignore_patterns(*NOT_CHECKED_OUT))
    venv.create(environment, with_pip=True)
    variables = {key: value for key, value in os.environ.items() if key not in OF_THE_TESTS}
    variables["PIP_NO_COMPILE"] = "1"  # most of what is installed is never imported
    variables["PATH"] = f"{environment / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin"
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
        variables[name] = str(tmp_path / name)

    def run(*command: str) -> None:
        done = subprocess.run(command, cwd=home, env=variables, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]

    for name, version in pins(home / "binder" / "requirements.txt"):
        installed = distribution(name)
        assert installed.version == version, f"{name}: run `make setup`"
        link(installed, environment)
    run("binder/postBuild")
    run("python", "-m", "pip", "check")
    run("jupyter", "nbconvert", "--to", "notebook", "--execute", "--output-dir", str(tmp_path),
        "notebooks/00_welcome.ipynb")  # fmt: skip
    assert (tmp_path / "00_welcome.ipynb").exists()


def pins(requirements: Path) -> Iterator[tuple[str, str]]:
    """Yield the names and versions that a file of requirements wants on this machine."""
    for line in requirements.read_text("utf-8").replace("\\\n", " ").splitlines():
        wanted = re.split(r"\s--hash=|\s*#", line)[0].strip()
        if wanted.startswith("-r "):
            yield from pins(requirements.parent / wanted.removeprefix("-r ").strip())
        elif wanted:
            package = Requirement(wanted)
            (version,) = package.specifier
            assert version.operator == "=="
            if package.marker is None or package.marker.evaluate():
                yield package.name, version.version


def link(installed: Distribution, environment: Path) -> None:
    """Put a package of this environment into that one too, with its bytecode and its commands."""
    (packages,) = (environment / "lib").glob("python*/site-packages")
    for file in installed.files or ():
        source, target = Path(file.locate()), Path(os.path.normpath(packages / file))
        if target.parent.name == "bin" or not source.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        for code in source.parent.glob(f"__pycache__/{source.stem}.cpython-*.pyc"):
            (target.parent / "__pycache__").mkdir(exist_ok=True)
            link_file(code, target.parent / "__pycache__" / code.name)
        link_file(source, target)
    python = environment / "bin" / "python"
    for command in installed.entry_points.select(group="console_scripts"):
        start = environment / "bin" / command.name
        call = command.attr
        text = START.format(
            python=python, module=command.module, name=call.split(".")[0], call=call
        )
        start.write_text(text, "utf-8")
        start.chmod(0o755)


def link_file(source: Path, target: Path) -> None:
    """Let a file stand in another place too; a copy of it where that is on another disk."""
    target.unlink(missing_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
