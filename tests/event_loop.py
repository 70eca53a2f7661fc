"""Coroutines in tests. Playwright keeps a loop running in its thread, so they get one of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run(what: Coroutine[Any, Any, None]) -> None:
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, what).result()
