"""Refusals name the limits that stand in the way, the first of them with its sentence."""

from __future__ import annotations

import pytest

from sirocco.kernel.refusal import Limit, Refused, first_cause

RANGE = Limit(1, "It is too far.", "R-1", "R-2")
FULL = Limit(2, "It is full.", "R-3", "R-2")
WET = Limit(4, "It is under water.", "R-4")
LIMITS = (RANGE, FULL, WET)
NOWHERE = Refused("There is nothing.", "R-9")


def test_one_limit_is_to_blame() -> None:
    found = first_cause(LIMITS, lambda lifted: bool(lifted & FULL.bit), NOWHERE)
    assert (found.reason, found.rules) == ("It is full.", ("R-3", "R-2"))


def test_each_of_two_is_to_blame_alone() -> None:
    found = first_cause(LIMITS, lambda lifted: bool(lifted & (RANGE.bit | WET.bit)), NOWHERE)
    assert (found.reason, found.rules) == ("It is too far.", ("R-1", "R-2", "R-4"))


def test_two_that_must_go_together() -> None:
    both = FULL.bit | WET.bit
    found = first_cause(LIMITS, lambda lifted: lifted & both == both, NOWHERE)
    assert (found.reason, found.rules) == ("It is full.", ("R-3", "R-2", "R-4"))


def test_no_limit_is_to_blame() -> None:
    assert first_cause(LIMITS, lambda lifted: False, NOWHERE) is NOWHERE


def test_what_no_limit_forbids_is_shut_by_something_else() -> None:
    assert first_cause(LIMITS, lambda lifted: True, NOWHERE) is NOWHERE


def test_a_limit_has_one_bit() -> None:
    for bit in (0, 3):
        with pytest.raises(ValueError, match="one bit"):
            Limit(bit, "Two at once.", "R-1")


def test_limits_of_one_mask_differ() -> None:
    with pytest.raises(ValueError, match="same bit"):
        first_cause((RANGE, Limit(1, "It is late.", "R-5")), lambda lifted: True, NOWHERE)
