"""What Binder does, without Docker: an environment from the files in binder/, then the first page."""

from __future__ import annotations

import os
import shutil
import subprocess
import venv
from pathlib import Path

import pytest

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


@pytest.mark.package
def test_a_visitor_finds_everything_installed_and_the_welcome_page_runs(tmp_path: Path) -> None:
    home, environment = tmp_path / "home", tmp_path / "environment"
    shutil.copytree(REPOSITORY, home, ignore=shutil.ignore_patterns(*NOT_CHECKED_OUT))
    venv.create(environment, with_pip=True)
    variables = {key: value for key, value in os.environ.items() if key not in OF_THE_TESTS}
    variables["PIP_NO_COMPILE"] = "1"  # most of what is installed is never imported
    variables["PATH"] = f"{environment / 'bin'}{os.pathsep}/usr/bin{os.pathsep}/bin"
    for name in ("GAMEKIT_CACHE", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
        variables[name] = str(tmp_path / name)

    def run(*command: str) -> None:
        done = subprocess.run(command, cwd=home, env=variables, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]

    run("python", "-m", "pip", "install", "--quiet", "-r", "binder/requirements.txt")
    run("binder/postBuild")
    run("jupyter", "nbconvert", "--to", "notebook", "--execute", "--output-dir", str(tmp_path),
        "notebooks/00_welcome.ipynb")  # fmt: skip
    assert (tmp_path / "00_welcome.ipynb").exists()
