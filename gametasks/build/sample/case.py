"""A case: the question about a state that an id stands for. It travels through making and verifying as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from gametasks.errors import ConfigurationError, PluginError, RecordError
from gametasks.generators import Draft
from gametasks.qa_families import Family, Task
from gametasks.schemas import AnswerKind, SampleId, State, Statistics
from gametasks.schemas._identity import variant_of
from gametasks.schemas._record import Evaluator
from gametasks.streams import Stream

__all__ = ["Case", "as_json", "draw_case", "find_family"]

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Case(Generic[S]):
    """A question about a state, neither solved nor pictured.

    Attributes:
        task: The task.
        family: Its family.
        id: The id that the case is a function of.
        state: The state.
        question: The question.
        statistics: Sizes, counts and depths.
        content: What the id's variant names; empty where it has none.
    """

    task: Task[S]
    family: Family[S, Any]
    id: SampleId
    state: S
    question: Any
    statistics: Statistics
    content: str = ""

    @property
    def kind(self) -> AnswerKind:
        """What an open answer looks like."""
        return self.family.answer_kind(self.state, self.question)

    @property
    def params(self) -> Any:
        """The ranges of its level."""
        return _params(self.task, self.id)

    @property
    def place(self) -> str:
        """``task/family``, for messages."""
        return f"{self.task.name}/{self.family.name}"

    def columns(self) -> dict[str, Any]:
        """The columns of its record that follow from the id, the state and the question alone."""
        return {
            "id": str(self.id),
            "task": self.task.name,
            "capability": self.task.capability,
            "family": self.family.name,
            "format": self.id.format,
            "level": self.id.level,
            "evaluator": as_json(Evaluator(self.task.verifier.name, msgspec.to_builtins(self.question))),
            "state": as_json(self.state),
            "seed": self.id.seed,
        }


def as_json(value: Any) -> str:
    """A value as the JSON text that a column holds."""
    return msgspec.json.encode(value).decode()


def _params(task: Task[Any], sample_id: SampleId) -> Any:
    return task.levels[sample_id.ranges][sample_id.level - 1]


def find_family(task: Task[S], sample_id: SampleId) -> Family[S, Any]:
    """The family that an id names.

    Raises:
        UnknownNameError: The task has no such family.
        ConfigurationError: This version of the task does not make the sample.
    """
    if sample_id.version != task.version:
        raise ConfigurationError(
            f"{sample_id} was made by version {sample_id.version} of {task.name}; this is version {task.version}"
        )
    family = task.family(sample_id.family)
    if (sample_id.level, sample_id.format) not in task.settings(family):
        raise ConfigurationError(
            f"{task.name}/{family.name} has no format {sample_id.format} at level {sample_id.level}"
        )
    return family


def draw_case(task: Task[S], sample_id: SampleId, content: str = "") -> Case[S]:
    """Draw the state and the question of a sample: from the stream "state", or from a content.

    Raises:
        Rejection: This attempt yields no sample.
        UnknownNameError: The task has no such family.
        ConfigurationError: This version of the task does not make the sample.
        RecordError: The id's variant names another content, or the task makes no samples from files.
        PluginError: The family's sampler broke its contract.
    """
    family = find_family(task, sample_id)
    if not sample_id.variant:
        draft = family.sample(_params(task, sample_id), Stream(str(sample_id), "state"))
    elif task.files is None:
        raise RecordError(f"{sample_id}: {task.name} makes no samples from files, so its ids have no variant")
    elif variant_of(task.files.kind, content) != sample_id.variant:
        raise RecordError(f"{sample_id} was made from another content than the one given")
    else:
        draft = task.files.draw(sample_id, content)
    _require_contract(task, family, draft)
    return Case(task, family, sample_id, draft.state, draft.question, draft.statistics, content)


def _require_contract(task: Task[S], family: Family[S, Any], draft: Draft[S, Any]) -> None:
    """Make sure that a sampler returned what it promises, which a plugin may not."""
    place = f"{task.name}/{family.name}"
    if not isinstance(draft, Draft) or not isinstance(draft.state, task.state):
        raise PluginError(f"{place}: sample() returned {type(draft).__name__}, not a Draft of {task.state.__name__}")
    if type(draft.question) is not family.question:
        raise PluginError(f"{place}: sample() asked a question of another type than {family.question.__name__}")
    try:
        hash(draft.state)  # whether it can be, not what it is: builtin hashes differ between processes
    except TypeError:
        raise PluginError(f"{place}: the state cannot be hashed; use tuples and frozen structs") from None
