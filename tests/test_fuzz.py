"""Thousands of inputs, the same ones in each run, end in an answer or in a short `GameError`."""

from __future__ import annotations

import pytest

from tests.fuzz import fuzz

pytestmark = pytest.mark.long

INPUTS, SEED = 4_000, 1


def test_no_input_lets_a_foreign_exception_out_or_takes_long() -> None:
    found = fuzz(INPUTS, SEED)
    assert found.inputs.total() == INPUTS
    assert found.refused > INPUTS / 2
    assert not found.faults(), "\n\n".join(found.faults())
