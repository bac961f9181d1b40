"""Tables of scores that a task offers beside the mean scores of its families."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from gametasks.schemas import Statistics

__all__ = ["ScoreTable", "ScoredRow"]


@dataclass(frozen=True, slots=True)
class ScoredRow:
    """A row of a dataset and what its answer scored.

    Attributes:
        family: The family that asked.
        statistics: The structural statistics in the row's ``params``; empty where the row has none.
        score: 1.0 for a right answer, 0.0 for any other.
        extras: Further figures of the verifier; empty for an answer that could not be read.
    """

    family: str
    statistics: Statistics
    score: float
    extras: Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class ScoreTable:
    """A table that is written to the file of scores and printed.

    Attributes:
        name: Key of its rows in the file.
        rows: Its rows, all of one type, whose fields are written as they are.
        columns: Heading of each field that is printed, in the order of the columns.
        sections: Fields by which printed rows belong together; a line is drawn where one of them changes.
    """

    name: str
    rows: Sequence[msgspec.Struct]
    columns: Mapping[str, str]
    sections: tuple[str, ...] = ()
