"""Breadth first, A* and distances against NetworkX, on random directed graphs."""

from __future__ import annotations

import math

import networkx as nx
import pytest

from gametasks.errors import Rejection
from gametasks.solvers._search import a_star, best_moves, breadth_first, descend, distances
from gametasks.streams import Stream


class Maze:
    """A random graph whose moves are numbered; goals, and NetworkX's view of it."""

    def __init__(self, number: int) -> None:
        rng = Stream(f"search/{number}", "graph")
        size = rng.integers(2, 30)
        self.followers = [[rng.integers(0, size) for _ in range(rng.integers(0, 4))] for _ in range(size)]
        self.goals = set(rng.sample(range(size), rng.integers(1, 3)))
        self.graph = nx.DiGraph([(here, there) for here in range(size) for there in self.followers[here]])
        self.graph.add_nodes_from(range(size))
        self.left = nx.multi_source_dijkstra_path_length(self.graph.reverse(), self.goals)
        self.rng = rng

    def moves(self, position: int) -> list[tuple[str, int]]:
        return [(f"{position}.{i}", after) for i, after in enumerate(self.followers[position])]

    def solved(self, position: int) -> bool:
        return position in self.goals

    def bound(self, position: int) -> float:
        """An admissible bound that is not consistent: the distance to the goal with something taken off at random."""
        slack = Stream(f"slack/{position}", "bound").integers(0, 4)
        return max(0, self.left[position] - slack) if position in self.left else math.inf

    def distance(self, position: int) -> float:
        return self.left.get(position, math.inf)

    def play(self, plan: tuple[str, ...]) -> int:
        position = 0
        for move in plan:
            position = dict(self.moves(position))[move]
        return position


@pytest.mark.parametrize("number", range(300))
def test_shortest_plans_and_their_first_moves(number: int) -> None:
    maze = Maze(number)
    found = breadth_first(0, maze.moves, maze.solved, 100)
    plan = a_star(0, maze.moves, maze.solved, maze.bound, 100)
    blind = a_star(0, maze.moves, maze.solved, lambda position: 0, 100)
    if 0 not in maze.left:
        assert found is None
        assert plan is None
        assert blind is None
        return
    assert found is not None
    assert found.optimum == len(plan) == len(blind) == maze.left[0]
    assert maze.solved(maze.play(found.plan))
    assert maze.solved(maze.play(plan))
    assert maze.solved(maze.play(blind))
    nearer = [move for move, after in maze.moves(0) if maze.left.get(after) == maze.left[0] - 1]
    assert list(found.first_moves) == nearer
    assert list(best_moves(0, maze.moves, maze.distance)) == nearer
    descent = descend(0, maze.moves, maze.distance)
    assert len(descent) == maze.left[0]
    assert maze.solved(maze.play(descent))
    assert descent[:1] == tuple(nearer[:1])


@pytest.mark.parametrize("number", range(100))
def test_distances_from_the_start_and_to_the_goals(number: int) -> None:
    maze = Maze(number)
    away = distances([0], maze.graph.successors, 100)
    assert away == nx.single_source_shortest_path_length(maze.graph, 0)
    assert list(away.values()) == sorted(away.values())
    assert distances(sorted(maze.goals), maze.graph.predecessors, 100) == maze.left


def test_a_search_over_its_budget_is_given_up() -> None:
    def moves(position: int) -> list[tuple[str, int]]:
        return [("up", position + 1)]

    for budget, enough in ((10, False), (11, True)):
        searches = [
            lambda budget=budget: breadth_first(0, moves, lambda position: position == 10, budget),
            lambda budget=budget: a_star(0, moves, lambda position: position == 10, lambda position: 0, budget),
            lambda budget=budget: distances([0], lambda position: [position + 1] * (position < 10), budget),
        ]
        for search in searches:
            if enough:
                assert search()
            else:
                with pytest.raises(Rejection, match="too many positions"):
                    search()


def test_a_bound_spares_most_of_an_open_board() -> None:
    """From corner to corner of an empty 30 x 30 board, the distance in rows and columns leads straight there."""
    met = []

    def moves(cell: tuple[int, int]) -> list[tuple[str, tuple[int, int]]]:
        met.append(cell)
        beside = {"R": (cell[0], cell[1] + 1), "D": (cell[0] + 1, cell[1])}
        return [(move, there) for move, there in beside.items() if max(there) < 30]

    plan = a_star((0, 0), moves, lambda cell: cell == (29, 29), lambda cell: 58 - sum(cell), 900)
    assert len(plan) == 58
    assert len(set(met)) == 58


def test_false_distances_are_found_out() -> None:
    with pytest.raises(ValueError, match="no move of 0 leads to a position at distance 2"):
        descend(0, lambda position: [("up", 1)], {0: 3, 1: 3}.__getitem__)


def test_a_goal_at_the_start_needs_no_move() -> None:
    assert breadth_first(3, lambda position: [], lambda position: True, 1).plan == ()
    assert a_star(3, lambda position: [], lambda position: True, lambda position: 0, 1) == ()
