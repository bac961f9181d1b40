"""Graphs over cells against brute force, on small random graphs."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise, permutations, product

import pytest

from gametasks.schemas import Cell
from gametasks.streams import Stream
from gametasks.verifiers._graph import components, matching, partners, shortest_path

NODES = [Cell(row, column) for row in (1, 2) for column in (1, 2, 3)]


def random_edges(number: int) -> list[tuple[Cell, Cell]]:
    rng = Stream(f"graph/{number}", "edges")
    return [(rng.choice(NODES), rng.choice(NODES)) for _ in range(rng.integers(0, 8))]


def reachable(edges: list[tuple[Cell, Cell]], start: Cell) -> frozenset[Cell]:
    """Grow a set until it stays as it is."""
    found = {start}
    for _ in NODES:
        found |= {there for here, there in edges if here in found} | {here for here, there in edges if there in found}
    return frozenset(found)


@pytest.mark.parametrize("number", range(100))
def test_components_are_what_can_be_reached(number: int) -> None:
    edges = random_edges(number)
    found = components(NODES, edges)
    assert sorted(node for part in found for node in part) == NODES
    assert all(part == reachable(edges, node) for part in found for node in part)
    assert [min(part) for part in found] == sorted(min(part) for part in found)


@pytest.mark.parametrize("number", range(100))
def test_no_path_of_other_cells_is_shorter(number: int) -> None:
    edges = random_edges(number)
    both_ways = {*edges, *((there, here) for here, there in edges)}
    start, goal = NODES[0], NODES[-1]
    orders = [order for length in range(len(NODES) - 1) for order in permutations(NODES[1:-1], length)]
    paths = [path for path in ((start, *order, goal) for order in orders) if both_ways.issuperset(pairwise(path))]
    found = shortest_path(edges, start, goal)
    assert (found in paths) if paths else (found is None)
    assert found is None or len(found) == min(map(len, paths))


def test_a_cell_is_its_own_path() -> None:
    assert shortest_path([], Cell(1, 1), Cell(1, 1)) == (Cell(1, 1),)


@pytest.mark.parametrize("number", range(200))
def test_pairings_are_those_of_exhaustion(number: int) -> None:
    rng = Stream(f"pairs/{number}", "edges")
    wanted = {node: tuple(rng.sample(NODES, rng.integers(0, 4))) for node in NODES[: rng.integers(1, 5)]}
    pairings = [
        dict(zip(wanted, chosen, strict=True))
        for chosen in product(*wanted.values())
        if len(set(chosen)) == len(chosen)
    ]
    found = matching(wanted)
    assert (found in pairings) if pairings else (found is None)
    for node in wanted:
        assert partners(wanted, node) == {pairing[node] for pairing in pairings}


def test_networkx_is_loaded_by_those_who_use_it_only() -> None:
    program = "import sys, gametasks.verifiers._graph; assert not {'networkx', 'numpy'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
