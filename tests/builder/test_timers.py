"""The time limit of a slot beside the timers of the program that builds."""

import signal
import time

import pytest

import gametasks
from gametasks.build.conformance import check_task
from gametasks.build.dataset.engine import wall_clock_limit
from gametasks.build.dataset.pipeline import build_dataset
from gametasks.build.dataset.plan import make_plan
from gametasks.build.dataset.profile import load_profile
from gametasks.errors import ConfigurationError, SlotTimeout


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


@pytest.fixture
def no_timer(monkeypatch):
    """A system like Windows."""
    for name in ("setitimer", "getitimer", "ITIMER_REAL", "SIGALRM"):
        monkeypatch.delattr(signal, name)


def test_without_a_timer_nothing_is_begun(no_timer, tmp_path):
    folder = tmp_path / "d"
    with pytest.raises(ConfigurationError, match=r"SIGALRM.*use Linux or macOS"):
        build_dataset(make_plan(load_profile("demo"), 0, 4), folder)
    assert not folder.exists()
    with pytest.raises(ConfigurationError, match="SIGALRM"):
        check_task("hexakai", samples=1)


def test_without_a_timer_rows_are_streamed_verified_and_scored(no_timer):
    row = next(gametasks.stream("rolling_cube", "top_face", 1, 7))
    gametasks.verify(row, redraw=True)
    assert gametasks.score(row, row["answer"]).score == 1
