"""A task may raise anything, and only what comes from outside passes through the code that calls it."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

import pytest

import gametasks
from gametasks.build.dataset.work import Failure, Request, find_candidate
from gametasks.build.listing import list_tasks
from gametasks.build.sample.show import show
from gametasks.errors import GameTasksError, PluginError, RecordError, is_interrupt
from gametasks.evaluate import report, scoring
from gametasks.qa_families import ScoreTable
from gametasks.qa_families._catalogue import catalogue
from gametasks.schemas import Format, Ranges, SampleId, State
from gametasks.verifiers import Verdict

TASK, FAMILY = "rolling_cube", "final_cell"


class OwnError(BaseException):
    """A plugin's own kind, beside Exception."""


RAISED = [
    SystemExit(5),
    GeneratorExit(),
    asyncio.CancelledError(),
    OwnError("odd"),
    StopIteration(3),
    OSError(13, "no"),
]

FAMILY_PARTS = ("sample", "answer_kind", "distractors")
PARTS = ("solve", "hint", "ask", "equivalent_forms", "styles", "draw", *FAMILY_PARTS)


def _raiser(error: BaseException) -> Callable[..., Any]:
    def raises(*arguments: object) -> Any:
        raise error

    return raises


def _break(change_task: Callable[..., None], part: str, error: BaseException) -> None:
    if part in FAMILY_PARTS:
        families = gametasks.get_task(TASK).families
        change_task(TASK, families=tuple(replace(family, **{part: _raiser(error)}) for family in families))
    else:
        change_task(TASK, **{part: _raiser(error)})


def _family() -> str:
    return next(family.name for family in gametasks.get_task(TASK).families if family.distractors)


def _first() -> SampleId:
    version = gametasks.get_task(TASK).version
    return SampleId(TASK, version, _family(), Format.CHOICE, Ranges.DATASET, 1, 7, 0, 0)


@pytest.fixture(scope="module")
def row() -> dict[str, Any]:
    return next(gametasks.stream(TASK, _family(), 1, 7, "choice"))


@pytest.fixture(scope="module")
def open_row() -> dict[str, Any]:
    return next(gametasks.stream(TASK, _family(), 1, 7))


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("part", PARTS)
def test_it_costs_its_slot_and_nothing_else(change_task, tmp_path, row, part, error):
    _break(change_task, part, error)
    failure = find_candidate(Request(_first(), "train", 60.0, str(tmp_path)))
    assert isinstance(failure, Failure)
    assert type(error).__name__ in failure.reason
    with pytest.raises(PluginError, match=f"{TASK} raised {type(error).__name__}"):
        next(gametasks.stream(TASK, _family(), 1, 7, "choice"))
    with pytest.raises(PluginError, match=f"{TASK} raised {type(error).__name__}"):
        show(str(_first()), tmp_path)
    if part != "draw":  # verification looks at the pictures that are there
        with pytest.raises(RecordError, match=f"{row['id']}: {type(error).__name__}"):
            gametasks.verify(row)
    with pytest.raises(RecordError, match=f"{row['id']}: {type(error).__name__}"):
        gametasks.verify(row, redraw=True)


@pytest.fixture
def change_verifier(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    real = gametasks.get_task(TASK).verifier

    def change(**parts: Any) -> None:
        monkeypatch.setattr(scoring, "load_verifier", lambda name: replace(real, **parts))

    return change


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_a_verifier_that_raises_is_a_record_error_or_the_plugins(change_verifier, open_row, error):
    change_verifier(check=_raiser(error))
    with pytest.raises(RecordError, match=type(error).__name__):
        gametasks.score(open_row, open_row["answer"])
    own = gametasks.get_task(TASK).verifier.check
    calls: Iterator[Callable[..., Any]] = iter([_raiser(error), own])

    def raises_first(*arguments: Any) -> Any:
        return next(calls)(*arguments)

    change_verifier(check=raises_first)
    with pytest.raises(PluginError, match=type(error).__name__):
        gametasks.score(open_row, open_row["answer"])


@pytest.mark.parametrize(
    "verdict",
    [Verdict(True, None, extras) for extras in (5, None, {1: 1.0}, {"a": "b"}, {"a": object()})]  # type: ignore[arg-type]
    + [Verdict(False, diagnostic) for diagnostic in ("wrong", 5, object())],  # type: ignore[arg-type]
)
def test_a_verdict_that_cannot_be_written_is_the_plugins(change_verifier, open_row, verdict):
    change_verifier(check=lambda *arguments: verdict)
    with pytest.raises(PluginError, match=r"^gametasks\.verifiers\.rolling_cube (raised|returned)"):
        gametasks.score(open_row, open_row["answer"])


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_a_modality_that_raises_is_the_plugins(offer_modalities, row, error):
    offer_modalities(TASK, odd=_raiser(error))
    with pytest.raises(PluginError, match=f"the modality 'odd' raised {type(error).__name__}"):
        gametasks.prompt(row, "odd")


class CallersTimeError(Exception):
    """What a program raises that bounds a call by a timer of its own."""


def _ring(error: BaseException, signum: int, frame: object) -> None:
    raise error


class Ringing:
    """A handler that is no function but an object."""

    def handle(self, signum: int, frame: object) -> None:
        raise CallersTimeError("time is over")

    __call__ = handle


@pytest.fixture
def raised_by_signal() -> Iterator[Callable[[Callable[[int, Any], None]], Callable[..., Any]]]:
    """A function for a part of a task in which a signal meets the given handler."""
    before = signal.getsignal(signal.SIGUSR1)

    def part(handler: Callable[[int, Any], None]) -> Callable[..., Any]:
        signal.signal(signal.SIGUSR1, handler)
        return lambda *arguments: signal.raise_signal(signal.SIGUSR1)

    yield part
    signal.signal(signal.SIGUSR1, before)


HANDLERS = {
    "function": (lambda signum, frame: _ring(CallersTimeError(), signum, frame), CallersTimeError),
    "method": (Ringing().handle, CallersTimeError),
    "object": (Ringing(), CallersTimeError),
    "partial": (partial(_ring, CallersTimeError()), CallersTimeError),
    "exit": (lambda signum, frame: _ring(SystemExit(), signum, frame), SystemExit),
}


@pytest.mark.parametrize("name", HANDLERS)
def test_what_a_handler_of_a_signal_raises_passes(
    change_task, change_verifier, raised_by_signal, row, open_row, tmp_path, name
):
    handler, kind = HANDLERS[name]
    part = raised_by_signal(handler)
    change_verifier(check=part)
    change_task(TASK, hint=part, modalities={"odd": part})
    for call in (
        lambda: gametasks.score(open_row, open_row["answer"]),
        lambda: gametasks.prompt(row, "odd"),
        lambda: gametasks.verify(row),
        lambda: find_candidate(Request(_first(), "train", 60.0, str(tmp_path))),
        lambda: list(islice(gametasks.stream(TASK, _family(), 1, 7, "choice"), 1)),
        lambda: show(str(_first()), tmp_path),
    ):
        with pytest.raises(kind):
            call()


def test_an_alarm_that_a_task_swallows_rings_again(change_task, tmp_path, row):
    def swallows(*arguments: object) -> Any:
        try:
            time.sleep(3600)
        except BaseException:
            time.sleep(3600)

    change_task(TASK, hint=swallows)
    failure = find_candidate(Request(_first(), "train", 0.2, str(tmp_path)))
    assert isinstance(failure, Failure)
    assert failure.reason == "not finished within 0.2 s"


def test_ctrl_c_passes(change_task, change_verifier, tmp_path, open_row):
    change_verifier(check=_raiser(KeyboardInterrupt()))
    change_task(TASK, hint=_raiser(KeyboardInterrupt()))
    for call in (
        lambda: gametasks.score(open_row, open_row["answer"]),
        lambda: find_candidate(Request(_first(), "train", 60.0, str(tmp_path))),
    ):
        with pytest.raises(KeyboardInterrupt):
            call()


def test_an_error_that_was_never_raised_is_no_interrupt():
    assert not is_interrupt(ValueError())
    assert not is_interrupt(GameTasksError("a message"))


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_a_table_of_scores_that_raises_is_the_plugins(monkeypatch, open_row, error):
    found = report.catalogue()
    broken = {**found.tasks, TASK: replace(found.tasks[TASK], score_table=_raiser(error))}
    monkeypatch.setattr(report, "catalogue", lambda: replace(found, tasks=broken))
    with pytest.raises(PluginError, match=f"{TASK}: its table of scores raised {type(error).__name__}"):
        report.score_predictions([open_row], {}, {})


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_an_annotation_that_raises_hides_no_task(error):
    def answer_kind(state: Any, question: Any) -> Any:
        raise AssertionError("a list asks for no answer")

    answer_kind.__annotations__["return"] = "_raises()"
    answer_kind.__globals__["_raises"] = _raiser(error)
    found = catalogue()
    families = tuple(replace(family, answer_kind=answer_kind) for family in found.tasks[TASK].families)
    tasks = {**found.tasks, TASK: replace(found.tasks[TASK], families=families)}
    listed = {task.name: task for task in list_tasks(replace(found, tasks=tasks)).tasks}
    assert set(listed) == set(found.tasks)
    assert len(listed[TASK].families[0].answer_kinds) > 10


class OddState(State, frozen=True):
    """A state whose own check raises."""

    size: int

    def __post_init__(self) -> None:
        raise ZeroDivisionError("no such size")


def test_a_type_whose_check_raises_makes_a_bad_record(change_verifier, open_row):
    change_verifier(state=OddState, name="odd_states")
    scoring.read_state.cache_clear()
    with pytest.raises(RecordError, match="state is not a state of odd_states: ZeroDivisionError: no such size"):
        gametasks.score(open_row | {"state": '{"size": 3}'}, "x")


@pytest.mark.parametrize(
    "table",
    [
        None,
        ScoreTable(name="own", rows=(object(),), columns={}),
        ScoreTable(name="own", rows=(FAMILY,), columns={"no_such_field": "rows"}),
        ScoreTable(name="\ud800", rows=(), columns={}),
        ScoreTable(name="own", rows=5, columns={}),  # type: ignore[arg-type]
    ],
)
def test_a_table_of_scores_that_cannot_be_shown_is_the_plugins(monkeypatch, open_row, table):
    found = report.catalogue()
    broken = {**found.tasks, TASK: replace(found.tasks[TASK], score_table=lambda rows: table)}
    monkeypatch.setattr(report, "catalogue", lambda: replace(found, tasks=broken))
    with pytest.raises(PluginError, match=f"^{TASK}: its table of scores"):
        report.score_predictions([open_row], {}, {})
