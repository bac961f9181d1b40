"""The scores of a set of predictions: sample by sample, and summed up by group."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from scipy.stats import binomtest

from gametasks.errors import DatasetError, PluginError, blame
from gametasks.evaluate.prompts import PICTURE, can_be_asked
from gametasks.evaluate.scoring import Reading, Score, newer_version, score, version_of
from gametasks.qa_families import ScoredRow, ScoreTable
from gametasks.qa_families._catalogue import catalogue
from gametasks.schemas import Diagnostic, Statistics

__all__ = ["GroupScore", "Report", "SampleScore", "newer_versions", "read_chance_levels", "score_predictions"]

_CONFIDENCE = 0.95


class SampleScore(msgspec.Struct, frozen=True):
    """The score of one sample."""

    id: str
    score: float
    diagnostic: Diagnostic | None
    extras: dict[str, float] = {}


class GroupScore(msgspec.Struct, frozen=True):
    """The mean over a group of samples, in percent, with what is needed to read it.

    Attributes:
        score: 100 times the mean sample score.
        low, high: 95 % Wilson interval, in percent.
        samples: Number of samples; those without a prediction count as wrong.
        missing: How many of them had no prediction.
        chance: What a guesser who never sees the pictures reaches, in percent, if the audit measured it.
    """

    group: str
    name: str
    score: float
    low: float
    high: float
    samples: int
    missing: int
    chance: float | None


class Report(msgspec.Struct, frozen=True):
    """All scores of a set of predictions.

    Attributes:
        reading: How the responses were read.
        modality: How the boards were shown; scores of different modalities are not to be pooled.
        left_out: Number of samples that cannot be asked in this modality, which no score counts.
        summary: Scores of groups.
        tables: Tables that tasks make of the scores of their own rows.
        samples: The score of each sample.
    """

    reading: Reading
    modality: str
    left_out: int
    summary: tuple[GroupScore, ...]
    tables: tuple[ScoreTable, ...]
    samples: tuple[SampleScore, ...]

    def to_json(self) -> bytes:
        """The report as an indented JSON object, in which the rows of each table stand under the table's name."""
        content = {
            "reading": self.reading,
            "modality": self.modality,
            "left_out": self.left_out,
            "summary": self.summary,
            **{table.name: table.rows for table in self.tables},
            "samples": self.samples,
        }
        return msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n"


class _Params(msgspec.Struct, frozen=True):
    """What is read of the column ``params``."""

    structural: Statistics = {}


def read_chance_levels(folder: Path) -> dict[str, float]:
    """Chance levels by ``task/family`` from the folder's audit, empty if it was not audited.

    They are rough where the audit had fewer than 400 samples of a family.

    Raises:
        DatasetError: The audit is damaged.
    """
    path = folder / "audit.json"
    if not path.exists():
        return {}
    try:
        families = json.loads(path.read_text(encoding="utf-8-sig"))["families"]
        return {name: float(entry["chance"]) for name, entry in families.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DatasetError(
            f"{path} is damaged ({type(error).__name__}: {error}); run `gametasks audit` again"
        ) from None


def newer_versions(names: Iterable[str]) -> list[str]:
    """What has to be said of samples that newer versions of their tasks have made, a sentence for each version.

    Args:
        names: The ids of the samples.
    """
    known = catalogue().tasks
    found = {made for made in map(version_of, names) if made is not None}
    return [
        newer_version(task, made, known[task].version)
        for task, made in sorted(found)
        if task in known and made > known[task].version
    ]


def score_predictions(
    rows: Iterable[Mapping[str, Any]],
    responses: Mapping[str, str],
    chance: Mapping[str, float],
    reading: Reading = Reading.STRICT,
    modality: str = PICTURE,
) -> Report:
    """Score every row that can be asked in the modality; one without a response scores 0.

    Args:
        rows: Records, in the order of the dataset.
        responses: Submitted answers by id.
        chance: Chance levels in percent by ``task/family``.
        reading: How the responses are read.
        modality: How the boards were shown to the model.
    """
    left_out = 0
    samples: list[SampleScore] = []
    scored: dict[str, list[ScoredRow]] = {}
    groups: dict[tuple[str, str], list[tuple[SampleScore, bool, float | None]]] = {}
    for row in rows:
        if not can_be_asked(row, modality):
            left_out += 1
            continue
        name = row["id"]
        answered = name in responses
        result = _score(row, responses.get(name), reading)
        sample = SampleScore(name, result.score, result.diagnostic, result.extras)
        samples.append(sample)
        scored.setdefault(row["task"], []).append(_scored_row(row, sample))
        family = f"{row['task']}/{row['family']}"
        for group in (
            ("family", family),
            ("task", row["task"]),
            ("capability", row["capability"]),
            ("format", row["format"]),
            ("overall", "all"),
        ):
            groups.setdefault(group, []).append((sample, answered, chance.get(family)))
    order = ("family", "task", "capability", "format", "overall")
    ordered = sorted(groups, key=lambda key: (order.index(key[0]), key[1]))
    summary = tuple(_group_score(*key, groups[key]) for key in ordered)
    return Report(reading, modality, left_out, summary, _tables(scored), tuple(samples))


def _score(row: Mapping[str, Any], response: str | None, reading: Reading) -> Score:
    if response is None:
        return Score(0.0, Diagnostic("missing", "no prediction"))
    return score(row, response, reading)


def _scored_row(row: Mapping[str, Any], sample: SampleScore) -> ScoredRow:
    try:
        statistics = msgspec.json.decode(row.get("params", ""), type=_Params).structural
    except (msgspec.DecodeError, TypeError):
        statistics = {}  # scoring reads no params, so damaged ones cost a place in a table and nothing else
    return ScoredRow(row["family"], statistics, sample.score, sample.extras)


def _tables(scored: Mapping[str, list[ScoredRow]]) -> tuple[ScoreTable, ...]:
    """The tables of those tasks that have one, in the order of the tasks' first rows.

    Raises:
        PluginError: A task's function raised; or two tables have the same name, or one has that of a field of the
            report.
    """
    found: dict[str, ScoreTable] = {}
    for name, rows in scored.items():
        task = catalogue().tasks.get(name)
        if task is None or task.score_table is None:
            continue
        with blame(f"{name}: its table of scores"):
            table = task.score_table(rows)
            if not isinstance(table, ScoreTable):
                raise PluginError(f"{name}: its table of scores is no ScoreTable but {type(table).__name__}")
            _require_showable(table)
        if table.name in found or table.name in Report.__struct_fields__:
            raise PluginError(f"{name}: the name of its table of scores, {table.name!r}, is taken; choose another")
        found[table.name] = table
    return tuple(found.values())


def _require_showable(table: ScoreTable) -> None:
    """Raise whatever the rows of a plugin's table would raise later, where they are written and shown."""
    msgspec.json.encode((table.name, table.rows))
    for row in table.rows:
        for column in (*table.columns, *table.sections):
            str(getattr(row, column))


def _group_score(group: str, name: str, members: list[tuple[SampleScore, bool, float | None]]) -> GroupScore:
    count = len(members)
    total = sum(sample.score for sample, _, _ in members)
    interval = binomtest(round(total), count).proportion_ci(_CONFIDENCE, method="wilson")
    levels = [level for _, _, level in members if level is not None]
    return GroupScore(
        group=group,
        name=name,
        score=100 * total / count,
        low=100 * float(interval.low),
        high=100 * float(interval.high),
        samples=count,
        missing=sum(not answered for _, answered, _ in members),
        chance=sum(levels) / count if len(levels) == count else None,
    )
