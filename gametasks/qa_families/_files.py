"""Samples that a task makes from files which a user gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from gametasks.generators import Draft
from gametasks.schemas import SampleId, State

__all__ = ["FileSamples", "PlannedSamples"]

S = TypeVar("S", bound=State)


@dataclass(frozen=True, kw_only=True)
class FileSamples(Generic[S]):
    """How a task makes samples from files that a user gives.

    What a sample is made from is one text, its content. The variant of the sample's id names it by its kind and its
    hash, and the row's ``params`` hold it, so that a row can be verified and made again without the files.

    Attributes:
        kind: What the contents are, in small letters, digits and underscores, such as ``"game"``.
        draw: Draws the state and the question of an id from its content, and from nothing else. Raises
            ``RecordError`` where the content does not serve the id, and ``Rejection`` where there is no sample.
        find: Looks for the content of an id in files. Raises ``RecordError`` where none of them gives it.
        licence: For the card of a dataset: the licence of samples that are made from files of others.
    """

    kind: str
    draw: Callable[[SampleId, str], Draft[S, Any]]
    find: Callable[[SampleId, Sequence[Path]], str]
    licence: str


@dataclass(frozen=True, kw_only=True)
class PlannedSamples:
    """Samples from files, laid out by a task; ``build.dataset.plan.plan_samples`` makes a plan of them.

    Attributes:
        ids: The ids of first attempts, in the order of the dataset.
        contents: The content that each variant of these ids names.
        attachments: Further files of the dataset's folder, by name.
        notes: Sentences for the manifest: what a reader of the dataset should know.
        given_files: Whether some of the files are not the project's own.
    """

    ids: Sequence[SampleId]
    contents: Mapping[str, str]
    attachments: Mapping[str, str] = field(default_factory=dict)
    notes: Sequence[str] = ()
    given_files: bool = False
