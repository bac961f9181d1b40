"""What a verifier says about an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gametasks.schemas._notation import Diagnostic

__all__ = ["CORRECT", "Verdict", "wrong"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is right, and if not, why.

    Attributes:
        correct: Whether it is right.
        diagnostic: Why it is not.
        extras: Further figures by name, such as the share of a set that was found; reported beside the score.
    """

    correct: bool
    diagnostic: Diagnostic | None = None
    extras: Mapping[str, float] = field(default_factory=dict)


CORRECT = Verdict(True)


def wrong(kind: str, message: str, position: int = 0) -> Verdict:
    """A verdict against an answer; the arguments are those of :class:`Diagnostic`."""
    return Verdict(False, Diagnostic(kind, message, position))
