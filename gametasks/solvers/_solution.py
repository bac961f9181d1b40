"""What a solver returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Solution"]


@dataclass(frozen=True, slots=True)
class Solution:
    """An exact answer with what was proved about it.

    Attributes:
        answer: The canonical answer, in the form that the family's answer kind writes.
        unique: True if every alternative was excluded, False if a second answer was found, None where the
            family makes no such claim.
        optimum: The least number of steps, by an exact search, where the family asks for it.
    """

    answer: Any
    unique: bool | None = None
    optimum: int | None = None
