"""Exact answers, fast, with proofs of uniqueness and optimality."""

from gametasks.solvers._solution import Solution

__all__ = ["Solution"]
