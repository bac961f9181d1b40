"""Limits of time are kept, and a message about one says the limit that was given."""

from __future__ import annotations

import re

import pytest

from gametasks.errors import GdlLimitError
from gametasks.gdl import time_limit
from gametasks.gdl.checker.check import Code, Severity, check_game
from gametasks.gdl.checker.files import check_file
from gametasks.gdl.description import load_game, parse_game
from gametasks.gdl.interpreter import budget
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits, shown_seconds
from gametasks.gdl.time_limit import TimeLimit

SHORT = """(role ann) (init (coin up)) (legal ann noop) (goal ann 100)
(<= (next (coin down)) (true (coin up)))
(<= terminal (true (coin down)))
"""
LONG = SHORT + "".join(f"(<= (r{n} ?x) (r{n + 1} ?x) (unknown{n} ?y))" for n in range(3_000))


class Clock:
    """A clock on which every look takes a second."""

    def __init__(self):
        self.looks = 0

    def __call__(self):
        self.looks += 1
        return float(self.looks)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(time_limit, "monotonic", clock)
    monkeypatch.setattr(budget, "monotonic", clock)
    return clock


def test_checking_a_long_text_ends_at_its_limit_and_keeps_what_was_found(clock):
    game = parse_game(LONG, "long")
    check_game(game, TimeLimit("long", 100_000.0))
    seconds, clock.looks = float(clock.looks - 15), 0
    found = check_game(game, TimeLimit("long", seconds))
    (stopped,) = (finding for finding in found if finding.code is Code.LIMIT)
    assert stopped.severity is Severity.ERROR
    assert f"long: it takes more than {seconds:.0f} seconds (limit 'seconds', option --seconds)" in stopped.message
    assert clock.looks <= seconds + 3
    assert any(finding.code is Code.UNDEFINED for finding in found)


def test_checking_has_a_limit_of_its_own(clock):
    (finding,) = check_game(parse_game(LONG))
    assert "more than 10 seconds" in finding.message


@pytest.mark.parametrize("seconds", [5.0, 120.0, 200.0])
def test_reading_a_long_text_ends_at_its_limit(clock, tmp_path, seconds):
    path = tmp_path / "long.kif"
    path.write_text(LONG.upper())  # capital letters are read a second time, for their spelling
    with pytest.raises(GdlLimitError, match=f"more than {seconds:.0f} seconds"):
        load_game(path, time=TimeLimit("long", seconds))
    assert clock.looks <= seconds + 3


CHAIN = SHORT + "".join(f"(<= (r{n} ?x) (r{n + 1} ?x))" for n in range(500)) + "(<= (r500 (f ?x)) (true (coin ?x)))"


@pytest.mark.parametrize("seconds", [300.0, 3_000.0])
def test_opening_a_long_game_looks_at_the_clock_at_every_step(clock, seconds):
    with pytest.raises(GdlLimitError, match=f"opening it takes more than {seconds:,.0f} seconds"):
        Interpreter(parse_game(CHAIN), Limits(seconds=seconds))
    assert clock.looks <= seconds + 3


def test_what_checking_leaves_of_the_time_is_for_opening_and_the_message_says_the_whole(clock, tmp_path):
    path = tmp_path / "short.kif"
    path.write_text(SHORT)
    stopped_opening = 0
    for seconds in (2.0, 20.5, 40.0, 60.0, 80.0):
        clock.looks = 0
        checked = check_file(path, limits=Limits(seconds=seconds))
        texts = [str(checked.refusal), *map(str, checked.findings)]
        stopped_opening += sum("opening it" in text for text in texts)
        for said in re.findall(r"more than ([\d.]+ seconds?)", " ".join(texts)):
            assert said == shown_seconds(seconds)
    assert stopped_opening


def test_times_are_shown_as_they_were_given():
    shown = [shown_seconds(seconds) for seconds in (0.01, 0.25, 1.0, 10.0, 86_400.0)]
    assert shown == ["0.01 seconds", "0.25 seconds", "1 second", "10 seconds", "86,400 seconds"]
