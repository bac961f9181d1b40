"""What a sampler returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from gametasks.schemas import Question, State, Statistics

__all__ = ["Draft"]

S = TypeVar("S", bound=State)
Q = TypeVar("Q", bound=Question)


@dataclass(frozen=True, slots=True)
class Draft(Generic[S, Q]):
    """A state, the question asked about it, and the structural statistics worth keeping in the record."""

    state: S
    question: Q
    statistics: Statistics
