"""Lamps: the state says it all."""

from __future__ import annotations

from gametasks.solvers import Solution
from gametasks_null.schemas.lamps import LampsQuestion, LampState, LitCount

__all__ = ["solve"]


def solve(state: LampState, question: LampsQuestion) -> Solution:
    """Read the answer off the state."""
    return Solution(len(state.lit) if isinstance(question, LitCount) else frozenset(state.lit))
