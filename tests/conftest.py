"""What all tests share: options, the order of tests, and a compiled game."""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# Always the same examples, without time limits. For a longer search, elsewhere each time:
# pytest tests/test_properties.py --hypothesis-profile=search
settings.register_profile("suite", deadline=None, derandomize=True, database=None, max_examples=100)
settings.register_profile("search", deadline=None, database=None, max_examples=1000)
settings.load_profile("suite")

LARGE = ("package", "page", "browser")  # marks of tests that are handed out first, in this order
BATCH = 25  # small tests that a worker is given together


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--positions",
        metavar="FILE",
        type=Path,
        default=Path(__file__).with_name("positions.json"),
        help="worked positions to test against, a file of the same form as tests/positions.json",
    )


@pytest.fixture(autouse=True, scope="session")
def matches_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the journals of tests out of the user's folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEKIT_MATCHES", str(tmp_path_factory.mktemp("matches")))
        yield


@pytest.hookimpl(optionalhook=True)  # pytest -p no:xdist has no such hook
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """With `-n auto`, have one worker more than there are cores: whoever tests in a browser often waits."""
    return (os.cpu_count() or 1) + 1 if config.option.numprocesses == "auto" else None


def pytest_configure(config: pytest.Config) -> None:
    # pytest 9.1 loses the fixtures of a folder if files of another one are named between its own.
    config.args.sort(key=lambda named: os.path.dirname(named.partition("::")[0]))
    # What a shell starts in the background does not hear Ctrl-C, nor do its children: tests of it
    # would wait for ever.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.pluginmanager.hasplugin("nbval"):
        from nbval import kernel

        kernel.start_new_kernel = twice(kernel.start_new_kernel)


def twice(start: Callable[..., Any]) -> Callable[..., Any]:
    """Start a page's kernel once more if it dies at once. Its ports are chosen before its process
    starts, and by the time it binds them another process may have taken one."""

    def start_new_kernel(*args: Any, **kwargs: Any) -> Any:
        try:
            return start(*args, **kwargs)
        except RuntimeError:
            return start(*args, **kwargs)

    return start_new_kernel


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Group tests that share a kernel: the cells of a page, or the browser tests of a file. Long groups
    run first, so that no worker is left with one at the end. Small tests go out in batches, because
    handing one out takes longer than most of them run. A browser test that fails runs once more,
    because a busy machine can make it late."""
    again = config.pluginmanager.hasplugin("rerunfailures")
    small = Counter[str]()
    for item in items:
        if again and item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))
        is_cell = item.path.suffix == ".ipynb"
        if is_cell:
            item.add_marker("page")
        shares = is_cell or (item.get_closest_marker("browser") and not is_alone(item))
        if item.get_closest_marker("xdist_group"):
            continue
        if shares:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
        elif not any(item.get_closest_marker(mark) for mark in (*LARGE, "long")):
            batch = small[item.path.stem] // BATCH
            small[item.path.stem] += 1
            item.add_marker(pytest.mark.xdist_group(f"{item.path.stem}-{batch}"))
    items.sort(key=weight)


def pytest_collection_finish() -> None:
    """Have the garbage collector pass over the thousands of tests, which stay to the end, and come less
    often: it took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


def weight(item: pytest.Item) -> int:
    """Packages are built first, then pages run, then browsers looked at."""
    found = (n for n, mark in enumerate(LARGE) if item.get_closest_marker(mark))
    return next(found, len(LARGE))


def is_alone(item: pytest.Item) -> bool:
    """Has this browser test a page and a kernel of its own?"""
    return item.get_closest_marker("page") is not None


@pytest.fixture(scope="session")
def take_back_toe() -> Any:
    import gamekit as gk
    from gamekit.compiling import compiled

    return compiled(gk.load("take-back-toe"))


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """No compiler: where games are short, it would only take time."""
    monkeypatch.setenv("GAMEKIT_COMPILE", "never")
