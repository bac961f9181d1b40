"""The audit of a dataset: repeats, letters, answers, and how far its questions can be guessed unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from gametasks.build.aside import write_aside
from gametasks.build.audit.clues import CLUE_COLUMNS, Clue, clue_of
from gametasks.build.audit.evenness import Evenness, count_evenness
from gametasks.build.audit.guessing import guess_unseen, settle_guesses
from gametasks.build.audit.lookalikes import count_lookalikes
from gametasks.build.audit.result import AnswersAtLevel, Audit, FamilyAudit, TaskAudit
from gametasks.build.audit.verdicts import judge
from gametasks.build.dataset.dedupe import Deduplicator, Fingerprints, may_repeat
from gametasks.errors import RecordError, is_interrupt, one_line
from gametasks.folder import read_manifest, read_shard, shard_paths
from gametasks.schemas._record import record_error

__all__ = ["FILE_NAME", "audit", "letters_of", "ranks_of"]

FILE_NAME = "audit.json"

_DUPLICATES = ("already taken", "duplicate pixels", "duplicate sample", "state of another split")
"""Reasons for which the deduplicator rejects a candidate."""
_SHOWN_ANSWERS = 5
_COLUMNS = (*CLUE_COLUMNS, "split", "state_fingerprint", "pixel_hash")


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
    families = judge(families)
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
        self._seen = Deduplicator()
        for row in self.rows(_COLUMNS):
            try:
                self._note(row)
            except RecordError as error:
                raise record_error(row, f"{error}; run `gametasks verify`") from None
            except Exception as error:  # a damaged row may hold anything in any column
                if is_interrupt(error):
                    raise
                raise record_error(row, f"{one_line(error)}; run `gametasks verify`") from None

    def _note(self, row: dict[str, Any]) -> None:
        clue = clue_of(row, may_repeat=may_repeat(self.task, row["family"]))
        self.clues.setdefault(row["family"], []).append(clue)
        self.splits_of_state.setdefault(row["state_fingerprint"], set()).add(row["split"])
        self.hashes.append(tuple(int(value, 16) for value in row["perceptual_hashes"]))
        item = Fingerprints.of_row(row)
        self.repeats[row["family"]] += self._seen.same_sample(item, self.task, row["split"]) is not None
        self._seen.accept(item, len(self.hashes), self.task, row["split"])

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
        letters=letters_of(clues),
        ranks=ranks_of(clues),
        answers=_answers(clues),
        formats=formats,
        broken=("it repeats samples within a split",) if _repeats_wrongly(found, family) else (),
        notes=(),
    )


def _repeats_wrongly(found: _TaskRows, family: str) -> bool:
    """Whether a family repeats samples although it does not declare that it may."""
    return bool(found.repeats[family]) and not may_repeat(found.task, family)


def letters_of(clues: Sequence[Clue]) -> Evenness | None:
    """How often each letter is right, if there are any."""
    right = [clue.letter for clue in clues if clue.letter]
    return count_evenness(sorted({letter for clue in clues for letter in clue.letters}), right) if right else None


def ranks_of(clues: Sequence[Clue]) -> Evenness | None:
    """How often each rank is right, from 1, if the options have any."""
    right = [rank for clue in clues if (rank := clue.right_rank) is not None]
    ranks = range(max((len(clue.ranks) for clue in clues), default=0))
    return count_evenness([str(rank + 1) for rank in ranks], [str(rank + 1) for rank in right]) if right else None


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
