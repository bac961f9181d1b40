"""The time limit of a slot beside the timers of the program that builds."""

import signal
import time

import pytest

from gametasks.build.dataset.engine import wall_clock_limit
from gametasks.errors import SlotTimeout


@pytest.fixture
def rung():
    """The times at which the caller's own timer rings."""
    times = []
    before = signal.signal(signal.SIGALRM, lambda *_: times.append(time.monotonic()))
    yield times
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def test_the_callers_timer_goes_on_after_a_slot(rung):
    signal.setitimer(signal.ITIMER_REAL, 600, 30)
    with wall_clock_limit(5):
        time.sleep(0.05)
    left, interval = signal.getitimer(signal.ITIMER_REAL)
    assert 590 < left <= 600 - 0.05
    assert interval == 30
    assert not rung


def test_the_callers_timer_goes_on_after_a_slot_that_took_too_long(rung):
    signal.setitimer(signal.ITIMER_REAL, 600)
    with pytest.raises(SlotTimeout, match=r"not finished within 0\.05 s"), wall_clock_limit(0.05):
        time.sleep(5)
    assert 590 < signal.getitimer(signal.ITIMER_REAL)[0] < 600


def test_a_callers_timer_that_is_due_within_the_slot_rings_after_it(rung):
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    with wall_clock_limit(5):
        time.sleep(0.2)
        assert not rung
    time.sleep(0.05)
    assert len(rung) == 1


def test_no_timer_runs_after_a_slot_where_the_caller_has_set_none(rung):
    with wall_clock_limit(5):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
