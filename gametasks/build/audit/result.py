"""What the audit of a dataset finds, as ``audit.json`` holds it."""

from __future__ import annotations

import msgspec

from gametasks.build.audit.evenness import Evenness
from gametasks.build.audit.guessing import FormatAudit
from gametasks.build.audit.lookalikes import Lookalikes

__all__ = ["AnswersAtLevel", "Audit", "FamilyAudit", "TaskAudit"]


class AnswersAtLevel(msgspec.Struct, frozen=True, kw_only=True):
    """The right answers of a family at a level; of text options, the text of the right one.

    Attributes:
        samples: Number of samples.
        distinct: Number of different answers.
        commonest: The commonest answers, each with its share in percent.
    """

    samples: int
    distinct: int
    commonest: dict[str, float]


class FamilyAudit(msgspec.Struct, frozen=True, kw_only=True):
    """What was found in one family.

    Attributes:
        chance: What the best guesser of each format reaches in percent, over all samples.
        samples: Number of samples.
        rejections: Rejected attempts by reason.
        duplicates_before: How many of them were duplicates.
        duplicates_after: Samples of the dataset that repeat another one of their split.
        letters: How often each letter is right; None without a choice format.
        ranks: How often each rank is right, of the options sorted by value, text or contents; None without ranks.
        answers: The right answers by level.
        formats: What the guessers reach, by format.
        broken: Limits that the family breaks, one sentence each.
        notes: What a reader of the figures should know.
    """

    chance: float
    samples: int
    rejections: dict[str, int]
    duplicates_before: int
    duplicates_after: int
    letters: Evenness | None
    ranks: Evenness | None
    answers: dict[str, AnswersAtLevel]
    formats: dict[str, FormatAudit]
    broken: tuple[str, ...]
    notes: tuple[str, ...]


class TaskAudit(msgspec.Struct, frozen=True, kw_only=True):
    """What was found in one task.

    Attributes:
        states_in_two_splits: States that more than one split holds.
        lookalikes: Pairs of samples whose pictures look alike; reported only.
    """

    states_in_two_splits: int
    lookalikes: Lookalikes


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """The audit of a dataset, as ``audit.json`` holds it.

    Attributes:
        samples: Number of samples.
        families: By ``task/family``.
        tasks: By name.
    """

    samples: int
    families: dict[str, FamilyAudit]
    tasks: dict[str, TaskAudit]

    def broken(self) -> list[str]:
        """Every limit that is broken, with the family or task that breaks it."""
        found = [f"{name}: {limit}" for name, family in self.families.items() for limit in family.broken]
        leaks = {name: task.states_in_two_splits for name, task in self.tasks.items() if task.states_in_two_splits}
        return found + [f"{name}: {count} states occur in more than one split" for name, count in leaks.items()]
