"""The audit of a dataset: repeats, letters, answers, and how far its questions can be guessed unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from scipy.stats import chisquare

from gametasks.build.aside import write_aside
from gametasks.build.audit.clues import CLUE_COLUMNS, Clue, clue_of
from gametasks.build.audit.guessing import FormatAudit, guess_unseen, settle_guesses
from gametasks.build.audit.lookalikes import Lookalikes, count_lookalikes
from gametasks.build.dataset.dedupe import Deduplicator, Fingerprints, may_repeat
from gametasks.folder import read_manifest, read_shard, shard_paths

__all__ = ["FILE_NAME", "AnswersAtLevel", "Audit", "FamilyAudit", "TaskAudit", "audit"]

FILE_NAME = "audit.json"

_DUPLICATES = ("already taken", "duplicate pixels", "duplicate sample", "state of another split")
"""Reasons for which the deduplicator rejects a candidate."""
_LEAST_P = 0.001
_ENOUGH = 400
_SHOWN_ANSWERS = 5
_COLUMNS = (*CLUE_COLUMNS, "split", "state_fingerprint", "pixel_hash")


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
        letters: How often each letter is right; empty without a choice format.
        letters_p: Probability of letters so uneven if they were drawn evenly (chi-square), times the number
            of families that have letters (Bonferroni), at most 1; None without a choice format.
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
    letters: dict[str, int]
    letters_p: float | None
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


def audit(folder: Path) -> Audit:
    """Audit a dataset and write the result to ``audit.json`` in its folder.

    Rows are read task by task, without their images. The result depends on the rows and the manifest only.

    Raises:
        DatasetError: The folder holds no dataset, or part of it is damaged.
        RecordError: A record cannot be used for scoring.
    """
    rejections = read_manifest(folder).rejections
    shards: dict[str, list[Path]] = {}
    for path in shard_paths(folder):
        shards.setdefault(path.parent.name, []).append(path)
    families: dict[str, FamilyAudit] = {}
    tasks: dict[str, TaskAudit] = {}
    for task, paths in sorted(shards.items()):
        found = _TaskRows(task, paths)
        tasks[task] = TaskAudit(
            states_in_two_splits=sum(len(splits) > 1 for splits in found.splits_of_state.values()),
            lookalikes=count_lookalikes(found.hashes),
        )
        for family in found.clues:
            name = f"{task}/{family}"
            families[name] = _audit_family(found, family, rejections.get(name, {}))
    families = _with_verdicts(families)
    result = Audit(samples=sum(family.samples for family in families.values()), families=families, tasks=tasks)
    write_aside(folder / FILE_NAME, msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n")
    return result


class _TaskRows:
    """What the audit keeps of the rows of one task."""

    def __init__(self, task: str, paths: Sequence[Path]) -> None:
        self.task = task
        self._paths = paths
        self.clues: dict[str, list[Clue]] = {}
        self.splits_of_state: dict[str, set[str]] = {}
        self.hashes: list[tuple[int, ...]] = []
        self.repeats: Counter[str] = Counter()
        seen = Deduplicator()
        for row in self.rows(_COLUMNS):
            clue = clue_of(row, may_repeat=may_repeat(task, row["family"]))
            self.clues.setdefault(row["family"], []).append(clue)
            self.splits_of_state.setdefault(row["state_fingerprint"], set()).add(row["split"])
            self.hashes.append(tuple(int(value, 16) for value in row["perceptual_hashes"]))
            item = Fingerprints.of_row(row)
            self.repeats[row["family"]] += seen.same_sample(item, task, row["split"]) is not None
            seen.accept(item, row["id"], task, row["split"])

    def rows(self, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
        """The rows of the task, in the order of its shards."""
        for path in self._paths:
            yield from read_shard(path, columns)


def _audit_family(found: _TaskRows, family: str, rejections: Mapping[str, int]) -> FamilyAudit:
    clues = found.clues[family]
    guesses = guess_unseen(clues)
    formats = settle_guesses(clues, guesses, found.rows)
    return FamilyAudit(
        chance=round(sum(form.chance * form.samples for form in formats.values()) / len(clues), 2),
        samples=len(clues),
        rejections=dict(sorted(rejections.items())),
        duplicates_before=sum(rejections.get(reason, 0) for reason in _DUPLICATES),
        duplicates_after=found.repeats[family],
        letters=_letters(clues),
        letters_p=None,
        answers=_answers(clues),
        formats=formats,
        broken=("it repeats samples within a split",) if _repeats_wrongly(found, family) else (),
        notes=(),
    )


def _repeats_wrongly(found: _TaskRows, family: str) -> bool:
    """Whether a family repeats samples although it does not declare that it may."""
    return bool(found.repeats[family]) and not may_repeat(found.task, family)


def _letters(clues: Sequence[Clue]) -> dict[str, int]:
    counts = Counter(clue.letter for clue in clues if clue.letters)
    letters = sorted({letter for clue in clues for letter in clue.letters})
    return {letter: counts[letter] for letter in letters}


def _answers(clues: Sequence[Clue]) -> dict[str, AnswersAtLevel]:
    levels: dict[int, Counter[str]] = {}
    for clue in clues:
        levels.setdefault(clue.level, Counter())[clue.text] += 1
    return {
        str(level): AnswersAtLevel(
            samples=counts.total(),
            distinct=len(counts),
            commonest={text: round(100 * count / counts.total(), 1) for text, count in _first(counts)},
        )
        for level, counts in sorted(levels.items())
    }


def _first(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_SHOWN_ANSWERS]


def _with_verdicts(families: Mapping[str, FamilyAudit]) -> dict[str, FamilyAudit]:
    """The families with what needs all of them: the letters' probabilities, and with it the verdicts."""
    lettered = sum(bool(family.letters) for family in families.values())
    judged: dict[str, FamilyAudit] = {}
    for name, family in families.items():
        chance = min(1.0, lettered * float(chisquare(list(family.letters.values())).pvalue)) if family.letters else None
        broken, notes = list(family.broken), list(family.notes)
        if chance is not None and chance <= _LEAST_P:
            broken.append(f"the letters of the right options are uneven (p = {chance:.2g})")
        if family.samples < _ENOUGH:
            notes.append(f"fewer than {_ENOUGH} samples, so the guessers' figures are rough")
        for form, result in family.formats.items():
            if result.chance > result.limit:
                sentence = f"{result.best()} guesses {result.chance:.1f} % of {form} answers, limit {result.limit:g} %"
                # In a small family a guesser may pass the limit by luck, but hardly by its whole interval.
                if family.samples >= _ENOUGH or result.low > result.limit:
                    broken.append(sentence)
                else:
                    notes.append(f"{sentence}; too few samples for a verdict")
            notes += [
                f"seeing nothing but the option pictures, their {measure} give away {score:.1f} %"
                for measure, score in result.glances.items()
                if score > result.limit
            ]
        changed = msgspec.structs.replace(family, letters_p=chance, broken=tuple(broken), notes=tuple(notes))
        judged[name] = changed
    return judged
