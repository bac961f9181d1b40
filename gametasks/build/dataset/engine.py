"""Engines: where candidates are made. In this process, or in a pool of worker processes."""

from __future__ import annotations

import multiprocessing
import platform
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import TimeoutError as FutureTimeoutError
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.context import SpawnContext
from time import monotonic
from types import FrameType
from typing import Any, Generic, Protocol, Self, TypeVar

from pebble import ProcessExpired, ProcessPool

from gametasks.errors import BuildError, ConfigurationError, PluginError, SlotTimeout

__all__ = ["Engine", "InProcess", "Pending", "Pool", "make_engine", "map_slots", "require_alarm", "wall_clock_limit"]

A = TypeVar("A")
R = TypeVar("R")
A_contra = TypeVar("A_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)

_AT_ONCE = 1e-6
"""Seconds to a timer that rings at once; 0 would switch it off."""

_RINGS_EVERY = 1.0
"""Seconds from one ring of a slot's timer to the next, for a task that swallows the first."""

_WINDOW_PER_WORKER = 8
_HARD_LIMIT_FACTOR = 2.0
_HARD_LIMIT_EXTRA = 10.0
_ALONE = "--workers 1 needs none"
_AGAIN = "give the same command again, and it goes on"


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

    def submit(self, argument: A_contra) -> Pending[R_co]:
        """Start the work on one argument."""


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

    def __init__(self, function: Callable[[A], R], argument: A) -> None:
        self._function = function
        self._argument = argument

    def result(self) -> R:
        return self._function(self._argument)


class InProcess(Generic[A, R]):
    """The engine of ``--workers 1``: easy to debug, no processes."""

    workers = 1

    def __init__(self, function: Callable[[A], R]) -> None:
        self._function = function

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def submit(self, argument: A) -> Pending[R]:
        """Put the work off until its result is asked for."""
        return _Lazy(self._function, argument)


class _Future(Generic[R]):
    """Work in a pool, with the pool's errors in our words."""

    def __init__(self, start: Callable[[], Any], seconds: float) -> None:
        self._start = start
        self._seconds = seconds
        self._future = self._started()

    def _started(self) -> Any:
        try:
            return self._start()
        except RuntimeError as error:
            raise BuildError(f"the pool of workers broke ({error}); {_AGAIN}") from None
        except OSError as error:
            raise BuildError(f"no worker process can be started ({error}); {_ALONE}") from None

    def result(self) -> R:
        try:
            return self._wait()
        except ProcessExpired:
            # The machine may have killed the worker for want of memory; the same work again, alone.
            self._future = self._started()
        try:
            return self._wait()
        except ProcessExpired as error:
            raise PluginError(f"the worker process died twice with exit code {error.exitcode}") from None

    def _wait(self) -> R:
        try:
            # Work may wait behind a whole window of others; longer than that, nobody is working.
            result: R = self._future.result(timeout=self._seconds * (_WINDOW_PER_WORKER + 1))
            return result
        except (TimeoutError, FutureTimeoutError):
            if not self._future.done():
                raise BuildError(f"the workers do not answer; {_AGAIN}") from None
            raise SlotTimeout(f"not finished within {self._seconds:g} s; its worker was killed") from None
        except BrokenProcessPool as error:
            raise BuildError(f"the pool of workers broke ({error}); {_AGAIN}") from None


class Pool(Generic[A, R]):
    """A pool of worker processes.

    A worker that does not answer its alarm, because it hangs in foreign code, is killed and replaced.
    """

    def __init__(self, function: Callable[[A], R], workers: int, seconds: float) -> None:
        self.workers = workers
        self._function = function
        self._hard_limit = seconds * _HARD_LIMIT_FACTOR + _HARD_LIMIT_EXTRA
        # Spawned workers import everything afresh: no state, no lock of the parent is inherited.
        context = multiprocessing.get_context("spawn")
        _require_main_guard()
        _require_locks(context)
        self._pool = ProcessPool(max_workers=workers, context=context, initializer=_ignore_interrupts)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        if kind is None:
            self._pool.close()
        else:
            self._pool.stop()
        self._pool.join()

    def submit(self, argument: A) -> Pending[R]:
        """Start the work in a worker."""
        return _Future(
            lambda: self._pool.schedule(self._function, args=(argument,), timeout=self._hard_limit), self._hard_limit
        )


def _require_main_guard() -> None:
    """Make sure that this process is no worker that is still importing the script which started it.

    A spawned worker imports the main script, and one that builds as it is imported would build in every worker.

    Raises:
        BuildError: It is such a worker.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise BuildError(
            "worker processes import the script that starts them, and this one starts workers as it is imported: "
            'put its call under `if __name__ == "__main__":`, or give workers=1'
        )


def _require_locks(context: SpawnContext) -> None:
    """Make sure that processes can share a lock.

    Raises:
        BuildError: They cannot, as in a container without shared memory.
    """
    try:
        context.RLock()
    except (OSError, ImportError) as error:
        raise BuildError(
            f"worker processes cannot share a lock here ({error}): on Linux they need /dev/shm, mounted and writable; "
            f"{_ALONE}"
        ) from None


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent, which stops the pool in order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def make_engine(function: Callable[[A], R], workers: int, seconds: float) -> InProcess[A, R] | Pool[A, R]:
    """The engine for a number of workers; ``function`` must be importable by name.

    Args:
        function: The work.
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
