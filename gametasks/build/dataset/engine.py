"""Engines: where candidates are made. In this process, or in a pool of worker processes."""

from __future__ import annotations

import platform
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import Any, Generic, Protocol, Self, TypeVar

from gametasks.build.dataset.pool import Pool
from gametasks.build.dataset.worker import Ask
from gametasks.errors import ConfigurationError, SlotTimeout

__all__ = ["Engine", "InProcess", "Pending", "make_engine", "map_slots", "require_alarm", "wall_clock_limit"]

A = TypeVar("A")
R = TypeVar("R")
A_contra = TypeVar("A_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)

_AT_ONCE = 1e-6
"""Seconds to a timer that rings at once; 0 would switch it off."""

_RINGS_EVERY = 1.0
"""Seconds from one ring of a slot's timer to the next, for a task that swallows the first."""

_WINDOW_PER_WORKER = 8


class Pending(Protocol[R_co]):
    """A result that is on its way."""

    def result(self) -> R_co:
        """Wait for the result.

        Raises:
            SlotTimeout: The work did not end in time.
            PluginError: The worker died.
        """


class Engine(Protocol[A_contra, R_co]):
    """Runs one function on many arguments."""

    workers: int

    def submit(self, argument: A_contra, answer: Ask | None = None, *, limited: bool = True) -> Pending[R_co]:
        """Start the work on one argument.

        Args:
            argument: What the work is given.
            answer: Answers its questions while its result is waited for; such work goes before all other.
            limited: Whether the work is cut short if it takes too long.
        """


class _Alarm(BaseException):
    """Raised by the timer; a task's ``except Exception`` does not swallow it, nor does code that calls tasks."""


def require_alarm() -> None:
    """Make sure that this system can interrupt a slot whose time is over.

    Raises:
        ConfigurationError: It has no such timer; Windows has none.
    """
    if not hasattr(signal, "setitimer"):
        raise ConfigurationError(
            f"{platform.system() or 'this system'} has no timer that ends a sample whose time is over (SIGALRM), so "
            "nothing is built or checked here: use Linux or macOS, or WSL on Windows; streaming, verifying and scoring "
            "need no timer"
        )


@contextmanager
def wall_clock_limit(seconds: float) -> Iterator[None]:
    """Interrupt the block after so many seconds of wall time.

    Only the main thread of a process can be interrupted; elsewhere the block runs without limit. A timer that the
    caller has set goes on afterwards; if its time has come meanwhile, it rings at once.

    Raises:
        SlotTimeout: The time ran out.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(signum: int, frame: FrameType | None) -> None:
        raise _Alarm

    began = monotonic()
    callers_delay, callers_interval = signal.setitimer(signal.ITIMER_REAL, 0)
    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, _RINGS_EVERY)
        yield
    except _Alarm:
        raise SlotTimeout(f"not finished within {seconds:g} s") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if callers_delay:
            left = max(callers_delay - (monotonic() - began), _AT_ONCE)
            signal.setitimer(signal.ITIMER_REAL, left, callers_interval)


class _Lazy(Generic[A, R]):
    """Work that is done when its result is asked for."""

    def __init__(self, function: Callable[[A, Ask], R], argument: A, answer: Ask | None) -> None:
        self._function = function
        self._argument = argument
        self._answer = answer or _no_answer

    def result(self) -> R:
        return self._function(self._argument, self._answer)


def _no_answer(question: Any) -> None:
    """What work learns that was given without somebody who answers."""


class InProcess(Generic[A, R]):
    """The engine of ``--workers 1``: easy to debug, no processes."""

    workers = 1

    def __init__(self, function: Callable[[A, Ask], R]) -> None:
        self._function = function

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def submit(self, argument: A, answer: Ask | None = None, *, limited: bool = True) -> Pending[R]:
        """Put the work off until its result is asked for."""
        return _Lazy(self._function, argument, answer)


def make_engine(function: Callable[[A, Ask], R], workers: int, seconds: float) -> InProcess[A, R] | Pool[A, R]:
    """The engine for a number of workers; ``function`` must be importable by name.

    Args:
        function: The work; it gets an argument, and a way to ask whoever gave it.
        workers: 1 for this process, more for a pool.
        seconds: The wall time that ``function`` allows itself; a pool kills workers well beyond it.
    """
    return InProcess(function) if workers == 1 else Pool(function, workers, seconds)


def map_slots(engine: Engine[A, R], arguments: Iterable[A]) -> Iterator[tuple[A, Pending[R]]]:
    """Run an engine over many arguments and give the results in order.

    A bounded number of arguments is under way, so memory stays flat however long the plan is. Whoever
    consumes the iterator may submit more work to the engine between two results.
    """
    window = 1 if engine.workers == 1 else engine.workers * _WINDOW_PER_WORKER
    running: deque[tuple[A, Pending[R]]] = deque()
    for argument in arguments:
        running.append((argument, engine.submit(argument)))
        if len(running) >= window:
            yield running.popleft()
    while running:
        yield running.popleft()
