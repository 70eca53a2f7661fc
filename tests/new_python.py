"""A new Python that runs some code."""

from __future__ import annotations

import subprocess
import sys


def printed(code: str, *arguments: str) -> str:
    """Return what it prints. It must run the code to its end."""
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout
