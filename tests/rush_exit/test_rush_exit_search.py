"""The searches by NumPy and by compiled code give the same, whichever runs."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from gametasks.errors import Rejection
from gametasks.generators.rush_exit import LEVELS
from gametasks.generators.rush_exit.layouts import _changed, random_layout
from gametasks.schemas import Ranges
from gametasks.schemas.rush_exit import RushState
from gametasks.solvers.rush_exit import search
from gametasks.solvers.rush_exit.lanes import Lanes
from gametasks.streams import Stream


@pytest.fixture
def compiled(monkeypatch):
    """Searches run compiled, from the first one on."""
    pytest.importorskip("numba")
    monkeypatch.setattr(search, "_WORTH", 0)


def layouts(ranges: Ranges, level: int, count: int) -> list[RushState]:
    rng = Stream(f"layouts of {ranges}", str(level))
    return [random_layout(LEVELS[ranges][level - 1], rng) for _ in range(count)]


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("ranges", list(Ranges))
@pytest.mark.parametrize("level", [1, 3, 5])
def test_both_searches_measure_the_same_distances(ranges, level):
    for state in layouts(ranges, level, 12):
        lanes = Lanes.of(state)
        for limit in (1, 2, 40, 8_000, 100_000):
            assert search.distances(lanes, limit) == lanes.distances(limit), (state, limit)


@pytest.mark.usefixtures("compiled")
def test_boards_that_are_searched_together_do_not_disturb_each_other():
    rng = Stream("changed layouts", "")
    first = random_layout(LEVELS[Ranges.DATASET][3], rng)
    boards = [first, *filter(None, (_changed(first, rng) for _ in range(30))), first]
    lanes = Lanes.of(*boards)
    found = search.distances(lanes, 20_000)
    assert len(set(found)) > 2
    assert found == lanes.distances(20_000) == [search.distances(Lanes.of(board), 20_000)[0] for board in boards]


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("level", [1, 3, 5])
def test_both_searches_find_the_same_components(level):
    for state in layouts(Ranges.EVALUATION, level, 6):
        lanes = Lanes.of(state)
        start = lanes.pack(state.vehicles)
        codes, depths = lanes.component(start, sys.maxsize)
        found, needs = search.component(lanes, start, sys.maxsize)
        assert found.dtype == codes.dtype
        assert needs.dtype == depths.dtype
        assert np.array_equal(found, codes)
        assert np.array_equal(needs, depths)
        search.component(lanes, start, len(codes))
        with pytest.raises(Rejection, match="too many positions"):
            search.component(lanes, start, len(codes) - 1)
        with pytest.raises(Rejection, match="too many positions"):
            lanes.component(start, len(codes) - 1)


ROWS = """
import sys
sys.modules.update({name: None for name in sys.argv[1:]})
import gametasks
from gametasks.solvers.rush_exit import search
search._WORTH = 3
rows = gametasks.stream("rush_exit", "min_commands", 3, 5)
print([next(rows)["state"] for _ in range(3)])
print("numba" in sys.argv[1:], search._load() is None, file=sys.stderr)
"""


def test_rows_are_the_same_without_numba():
    pytest.importorskip("numba")
    done = [
        subprocess.run([sys.executable, "-c", ROWS, *absent], capture_output=True, text=True, check=True)
        for absent in ((), ("numba",))
    ]
    assert [run.stderr.split() for run in done] == [["False", "False"], ["True", "True"]]
    assert done[0].stdout == done[1].stdout
