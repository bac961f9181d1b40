"""The plain search against NetworkX, on random directed graphs."""

from __future__ import annotations

import networkx as nx
import pytest

from gametasks.streams import Stream
from gametasks.verifiers._plain_search import shortest


def random_graph(number: int) -> tuple[dict[int, list[int]], set[int]]:
    """Followers of each position, with loops and repeats, and the goals."""
    rng = Stream(f"plain/{number}", "graph")
    size = rng.integers(2, 24)
    followers = {position: [rng.integers(0, size) for _ in range(rng.integers(0, 4))] for position in range(size)}
    return followers, set(rng.sample(range(1, size), rng.integers(1, min(4, size))))


@pytest.mark.parametrize("number", range(300))
def test_shortest_ways_and_all_their_openings(number: int) -> None:
    followers, goals = random_graph(number)
    graph = nx.DiGraph([(here, there) for here, all_there in followers.items() for there in all_there])
    graph.add_nodes_from(followers)
    found = shortest(0, followers.__getitem__, goals.__contains__)
    distances = nx.single_source_shortest_path_length(graph, 0)
    reached = {goal: distances[goal] for goal in goals if goal in distances}
    if not reached:
        assert found is None
        return
    assert found is not None
    assert found.length == min(reached.values())
    assert found.path[0] == 0
    assert found.path[-1] in goals
    assert all(there in followers[here] for here, there in zip(found.path, found.path[1:], strict=False))
    nearest = [goal for goal, distance in reached.items() if distance == found.length]
    ways = [way for goal in nearest for way in nx.all_shortest_paths(graph, 0, goal)]
    assert set(found.openings) == {way[1] for way in ways}
    assert len(set(found.openings)) == len(found.openings)


@pytest.mark.parametrize("number", range(100))
def test_unpromising_positions_are_dropped_without_harm(number: int) -> None:
    followers, goals = random_graph(number)
    free = shortest(0, followers.__getitem__, goals.__contains__)
    if free is None:
        return
    graph = nx.DiGraph([(there, here) for here, all_there in followers.items() for there in all_there])
    left = nx.multi_source_dijkstra_path_length(graph, goals & set(graph))
    looked_at = []

    def watched(position: int) -> list[int]:
        looked_at.append(position)
        return followers[position]

    for optimum in (free.length, free.length - 1):
        looked_at.clear()
        found = shortest(
            0, watched, goals.__contains__, lambda position, steps, most=optimum: steps + left.get(position, 99) <= most
        )
        assert found == (free if optimum == free.length else None)
        # Nothing but the start is followed that does not lie on a way that is short enough.
        assert all(left[position] <= optimum - 1 for position in looked_at if position != 0)


def test_a_goal_at_the_start_needs_no_move() -> None:
    found = shortest(5, lambda position: [position + 1], lambda position: position == 5)
    assert found is not None
    assert (found.path, found.openings, found.length) == ((5,), (), 0)


def test_an_opening_that_is_itself_the_goal() -> None:
    found = shortest(1, lambda position: [2 * position, 3 * position], lambda position: position in (2, 3, 4))
    assert found is not None
    assert (found.path, found.openings) == ((1, 2), (2, 3))
