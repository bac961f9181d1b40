"""Exact answers, fast, with proofs of uniqueness and optimality."""

from gametasks.solvers._search import Found, a_star, best_moves, breadth_first, descend, distances
from gametasks.solvers._solution import Solution
from gametasks.solvers._unique import Ways, first_two, solutions

__all__ = [
    "Found",
    "Solution",
    "Ways",
    "a_star",
    "best_moves",
    "breadth_first",
    "descend",
    "distances",
    "first_two",
    "solutions",
]
