"""The id of a sample: everything that the sample is a function of."""

from __future__ import annotations

import hashlib
import re
from enum import StrEnum
from typing import Self

import msgspec

from gametasks.errors import RecordError

__all__ = ["LARGEST_SEED", "MOST_LEVELS", "Capability", "Format", "Ranges", "SampleId", "variant_of"]

MOST_LEVELS = 99
"""Levels of a task, at most: the number of a level has two digits in an id."""


class Capability(StrEnum):
    """What a task asks of a model above all."""

    PERCEPTION = "perception"
    SPATIAL = "spatial"
    CONSTRAINT = "constraint"
    PLANNING = "planning"
    SIMULATION = "simulation"


class Format(StrEnum):
    """How the answer is given: in the family's own form, or as the letter of an option."""

    OPEN = "open"
    CHOICE = "choice"


class Ranges(StrEnum):
    """Which of a task's two sets of layout ranges a sample is drawn from."""

    DATASET = "dataset"
    EVALUATION = "evaluation"

    @classmethod
    def of_split(cls, split: str) -> Ranges:
        """The set that a split is drawn from: ``test`` has one of its own."""
        return cls.EVALUATION if split == "test" else cls.DATASET


_ID = re.compile(
    r"(?P<task>[a-z][a-z0-9_]*)@(?P<version>[1-9][0-9]{0,8})"
    r"/(?P<family>[a-z][a-z0-9_]*)(?::(?P<variant>[a-z][a-z0-9_]{0,40}-[0-9a-f]{16}))?/(?P<format>open|choice)"
    r"/(?P<ranges>dataset|evaluation)/(?P<level>[1-9][0-9]?)/(?P<seed>0|[1-9][0-9]{0,18})/(?P<index>0|[1-9][0-9]{0,18})"
    r"/(?P<attempt>0|[1-9][0-9]{0,8})"
)
LARGEST_SEED = 2**63 - 1
"""What the column ``seed``, of 64 bits, holds."""


def variant_of(kind: str, content: str) -> str:
    """The variant of an id whose sample is made from a content, such as ``game-1f3a9c52d0b7c6e4``.

    Args:
        kind: What the content is: small letters, digits and underscores.
        content: The content, whose BLAKE2b hash of 64 bits follows the kind.
    """
    return f"{kind}-{hashlib.blake2b(content.encode(), digest_size=8).hexdigest()}"


class SampleId(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """``task@version/family/format/ranges/level/seed/index/attempt``.

    ``index`` counts the slots of one task, family, format, ranges and level over all splits; ``attempt``
    counts the candidates that were drawn for that slot. Where the sample is made from a user's file, the family is
    followed by ``:variant``, the kind and a hash of the content that was taken from the file (:func:`variant_of`);
    such a sample is a function of its id and that content, which its row holds in ``params``.
    """

    task: str
    version: int
    family: str
    format: Format
    ranges: Ranges
    level: int
    seed: int
    index: int
    attempt: int
    variant: str = ""

    def __str__(self) -> str:
        variant = f":{self.variant}" if self.variant else ""
        return (
            f"{self.task}@{self.version}/{self.family}{variant}/{self.format}/{self.ranges}"
            f"/{self.level}/{self.seed}/{self.index}/{self.attempt}"
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an id back from its text.

        Raises:
            RecordError: The text does not have the form of an id.
        """
        match = _ID.fullmatch(text)
        if match is None or int(match["seed"]) > LARGEST_SEED:
            raise RecordError(
                f"{text[:200]!r} is not a sample id; "
                "the form is task@version/family/format/ranges/level/seed/index/attempt, the seed below 2**63"
            )
        part = match.groupdict()
        return cls(
            task=part["task"],
            version=int(part["version"]),
            family=part["family"],
            format=Format(part["format"]),
            ranges=Ranges(part["ranges"]),
            level=int(part["level"]),
            seed=int(part["seed"]),
            index=int(part["index"]),
            attempt=int(part["attempt"]),
            variant=part["variant"] or "",
        )

    def next_attempt(self) -> Self:
        """The id of the slot's next candidate."""
        return msgspec.structs.replace(self, attempt=self.attempt + 1)
