"""Tasks that break their contract, each in one way. They are the scaffold's task with one part replaced."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from typing import Any

from gametasks_lamps.generators import LampParams, sample_shortest_walk, sample_walk_length
from gametasks_lamps.qa_families import TASK

from gametasks.errors import Rejection
from gametasks.solvers import Solution

COUNT = TASK.families[0]


def _sampling(name: str, sample: Any) -> Any:
    """The task under another name, with its own way to sample."""
    return replace(TASK, name=name, families=(replace(COUNT, sample=sample),))


def _raise(params: Any, rng: Any) -> Any:
    raise ZeroDivisionError("a fault of the plugin")


def _loop(params: Any, rng: Any) -> Any:
    while True:
        try:
            time.sleep(0.01)
        except Exception:
            continue


def _hang(params: Any, rng: Any) -> Any:
    """Block every signal, as foreign code may."""
    import signal

    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    time.sleep(3600)


def _die(params: Any, rng: Any) -> Any:
    os._exit(9)


def _one_board(params: Any, rng: Any) -> Any:
    """Only 4 boards in all: one step on a board of 1 x 3, which its mirror image makes 2."""
    return sample_walk_length(LampParams(1, 3, (1, 1), (0, 0)), rng)


def _picky(params: Any, rng: Any) -> Any:
    raise Rejection("never good enough")


RAISES = _sampling("raises", _raise)
WRONG_TYPE = _sampling("wrong_type", lambda params, rng: "a board")
NEVER_ENDS = _sampling("never_ends", _loop)
HANGS_IN_C = _sampling("hangs_in_c", _hang)
DIES = _sampling("dies", _die)
TOO_SMALL = replace(
    _sampling("too_small", _one_board), families=(replace(COUNT, formats=COUNT.formats[:1], sample=_one_board),)
)
PICKY = _sampling("picky", _picky)
DISAGREES = replace(
    TASK, name="disagrees", families=(COUNT,), solve=lambda state, question: Solution(0, optimum=question.optimum)
)
NO_TASK = "this is no task"

VERIFIER = replace(TASK.verifier, name=__name__, answer=lambda state, question: TASK.solve(state, question).answer)
CRIBS = replace(TASK, name="cribs", verifier=VERIFIER)


def _surrogate(params: Any, rng: Any) -> Any:
    raise ValueError("two lines\nand half a character \ud800")


def _odd_rejection(params: Any, rng: Any) -> Any:
    """Reject at first, for reasons that are no short name."""
    reasons = [5, None, ("a",), [1], "\ud800\n", "x" * 100_000, "plain"]
    number = rng.integers(0, 2 * len(reasons))
    if number < len(reasons):
        raise Rejection(reasons[number])
    return sample_walk_length(params, rng)


def _exit(params: Any, rng: Any) -> Any:
    raise SystemExit(5)


class Ending(BaseException):
    """No Exception, and no message either."""

    def __str__(self) -> str:
        raise GeneratorExit


def _end(params: Any, rng: Any) -> Any:
    raise Ending


ENDS = _sampling("ends", _end)
ODD_REJECTION = _sampling("odd_rejection", _odd_rejection)
SURROGATE = _sampling("surrogate", _surrogate)
EXITS = _sampling("exits", _exit)
NUMBER_FOR_TEXT = replace(
    TASK,
    name="number_for_text",
    families=(COUNT,),
    ask=lambda state, question: 5,  # type: ignore[arg-type,return-value]
)
OTHER_QUESTION = _sampling("other_question", sample_shortest_walk)
BAD_NAME = replace(TASK, name="../lamps")
DEFAULT = replace(TASK, name="default")
NO_API = replace(TASK, name="no_api", api=None)
OTHER_API = replace(TASK, name="other_api", api=999)
TEXT_FOR_API = replace(TASK, name="text_for_api", api="1")  # type: ignore[arg-type]
TRUE_FOR_API = replace(TASK, name="true_for_api", api=True)
NO_LEVELS = replace(TASK, name="no_levels", levels=None)  # type: ignore[arg-type]
ODD_LEVELS = replace(TASK, name="odd_levels", levels=dict.fromkeys(TASK.levels, 5))  # type: ignore[arg-type]
ODD_FAMILY = replace(TASK, name="odd_family", families=("walk_length",))  # type: ignore[arg-type]
ODD_QUESTION = replace(TASK, name="odd_question", families=(replace(COUNT, question=int),))  # type: ignore[arg-type]
NO_FORMATS = replace(TASK, name="no_formats", families=(replace(COUNT, formats=None),))  # type: ignore[arg-type]
ODD_CHOICES = replace(TASK, name="odd_choices", families=(replace(COUNT, choice_levels=3),))  # type: ignore[arg-type]
LONG_NAME = replace(TASK, name="a" * 101)
ODD_VERSION = replace(TASK, name="odd_version", version=-5)
HUGE_VERSION = replace(TASK, name="huge_version", version=10**12)
ODD_SUMMARY = replace(TASK, name="odd_summary", summary="half a character \ud800")
ODD_TITLE = replace(TASK, name="odd_title", families=(replace(COUNT, title="half a character \ud800"),))
