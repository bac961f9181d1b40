"""The contract of a task: one record of types, functions and constants.

Read ``docs/writing-a-task.md`` for a tour with a living example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gametasks.errors import UnknownNameError
from gametasks.generators import Draft
from gametasks.qa_families._files import FileSamples
from gametasks.qa_families._score_table import ScoredRow, ScoreTable
from gametasks.schemas import AnswerKind, Capability, Format, Question, Ranges, State, Style, StyleRanges
from gametasks.solvers import Solution
from gametasks.streams import Stream
from gametasks.verifiers import Verifier

if TYPE_CHECKING:  # a question can be posed where nothing can be drawn
    from gametasks.renderers import Picture

__all__ = ["API", "Family", "Task"]

API = 1
"""Number of this contract: the fields of a task and all that ``docs/writing-a-task.md`` lists for plugins.

It is raised when a task written for the number before would no longer work.
"""

S = TypeVar("S", bound=State)
Q = TypeVar("Q", bound=Question)


@dataclass(frozen=True, kw_only=True)
class Family(Generic[S, Q]):
    """One kind of question about the states of a task.

    Attributes:
        title: What is asked, in a few words, for tables.
        question: The family's question type; its tag is the family's name.
        sample: Draws a state and a question from a level's ranges and a stream. The answer (or its class)
            is drawn first. Raises ``Rejection`` where an attempt fails; a good sampler rarely does.
        answer_kind: What an open answer looks like. A family whose options are pictures of their own
            returns a ``ChoiceAnswer`` and keeps the pictures' contents, in the order of the letters, in
            its question.
        formats: The formats it comes in.
        distractors: Draws five wrong answers, different from each other and from the right one, for the
            choice format with text options, from a level's ranges, the state, the question, the answer and a stream;
            None where the options are pictures or there is no choice. ``qa_families`` has functions that draw near
            misses.
        choice_levels: The levels at which the choice format exists; None for all of the task's.
        unique: Whether the family claims that exactly one answer is right (the solver must prove it).
        optimal: Whether it asks for an optimum (the solver must prove it; the question holds it as
            ``optimum``).
        repeats_allowed: Whether the same sample may occur twice within a split; repeats are counted.
    """

    title: str
    question: type[Q]
    sample: Callable[[Any, Stream], Draft[S, Q]]
    answer_kind: Callable[[S, Q], AnswerKind]
    formats: tuple[Format, ...] = (Format.OPEN,)
    distractors: Callable[[Any, S, Q, Any, Stream], Sequence[Any]] | None = None
    choice_levels: tuple[int, ...] | None = None
    unique: bool = False
    optimal: bool = False
    repeats_allowed: bool = False

    @property
    def name(self) -> str:
        """The family's name: the tag of its question type."""
        return str(self.question.__struct_config__.tag)


@dataclass(frozen=True, kw_only=True)
class Task(Generic[S]):
    """A game: its states, its families, its rules and its pictures.

    Attributes:
        name: The one name that all its modules share.
        version: Raised whenever a sample of the same id would change.
        title: Name for people.
        summary: One sentence for tables.
        capability: What it asks of a model above all.
        origin: Any text: the paper that names the task, or who made it up. ``"paper"`` is Game2Real-Bench,
            ``"ggp paper"`` the one on general game playing with language models, ``"ours"`` our own choice.
        state: Type of its states.
        families: Its families, in the order of the docs.
        hint: Rules and notation of the game, as a question needs them.
        ask: The question itself.
        levels: Ranges of structural parameters of the levels, the easiest first, for both sets of ranges: as many
            levels as the task likes, the same number in both.
        solve: Exact answer with proofs.
        verifier: The rules.
        equivalent_forms: Yields a (state, question) pair for each declared symmetry and renaming of labels without
            content, as plain JSON-able values; the least is the canonical form. The option pictures of a
            question are sorted, since their order has no content.
        form_version: Raised whenever ``equivalent_forms`` gives a puzzle another canonical form than before. The
            task's version is raised more often, and leaves fingerprints as they are.
        styles: Presentation ranges for a set of ranges and a state.
        draw: Draws the pictures, in the order of the record; None for a text task.
        files: How it makes samples from files that a user gives, if it does.
        text: Writes a state as a puzzle player would type it; None where a state cannot be written down whole, or
            sight is the task. ``parse(text(state)) == state``.
        parse: Reads such a text. Raises ``GameTasksError`` with the line that is wrong.
        modalities: By name, what a prompt may show in the pictures' place: the text for a state and a question,
            with its legend. ``"text"`` is kept in the record's column ``text``.
        move: Answer kind of a single move, where the game is played by moves.
        score_table: Makes a table of the task's own from the scores of its rows, one row or more, beside the mean
            scores of its families; None where these say all.
        api: The number of this contract (:data:`API`) for which the task was written. A task of another package
            states it, and an installation with another number refuses the task; the project's own tasks leave it out.
    """

    name: str
    version: int
    title: str
    summary: str
    capability: Capability
    origin: str
    state: type[S]
    families: tuple[Family[S, Any], ...]
    hint: Callable[[S, Any], str]
    ask: Callable[[S, Any], str]
    levels: Mapping[Ranges, Sequence[Any]]
    solve: Callable[[S, Any], Solution]
    verifier: Verifier[S, Any]
    equivalent_forms: Callable[[S, Any], Iterable[tuple[Any, Any]]]
    styles: Callable[[Ranges, S], StyleRanges] | None
    draw: Callable[[S, Any, Style], Sequence[Picture]] | None
    files: FileSamples[S] | None = None
    text: Callable[[S], str] | None = None
    parse: Callable[[str], S] | None = None
    modalities: Mapping[str, Callable[[S, Any], str]] = field(default_factory=dict)
    move: Callable[[S], AnswerKind] | None = None
    score_table: Callable[[Sequence[ScoredRow]], ScoreTable] | None = None
    form_version: int = 1
    api: int | None = None

    @property
    def level_numbers(self) -> range:
        """The numbers of the levels, from 1, the easiest."""
        return range(1, len(self.levels.get(Ranges.DATASET, ())) + 1)

    def settings(self, family: Family[S, Any]) -> list[tuple[int, Format]]:
        """The (level, format) pairs that a family of the task has, ordered so that any prefix is spread evenly."""
        with_choice = self.level_numbers if family.choice_levels is None else family.choice_levels
        formats = {
            level: [form for form in family.formats if form is Format.OPEN or level in with_choice]
            for level in self.level_numbers
        }
        return [
            (level, available[(turn + level - 1) % len(available)])
            for turn in range(len(family.formats))
            for level, available in formats.items()
            if turn < len(available)
        ]

    def levels_of(self, family: Family[S, Any]) -> dict[Format, tuple[int, ...]]:
        """By format, the levels at which a family of the task has it."""
        settings = sorted(self.settings(family))
        return {form: tuple(level for level, other in settings if other is form) for form in family.formats}

    def family(self, name: str) -> Family[S, Any]:
        """Find a family by its name.

        Raises:
            UnknownNameError: The task has no family of that name.
        """
        for family in self.families:
            if family.name == name:
                return family
        raise UnknownNameError(f"family of {self.name}", name, (family.name for family in self.families))
