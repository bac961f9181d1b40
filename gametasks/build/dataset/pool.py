"""A pool of worker processes, without threads, locks or queues: one pipe to each worker, and one place that waits.

Whoever asks for a result drives the pool: it hands out work, takes in results, answers questions, and replaces workers
that have died or do not end in time. Each worker holds a few pieces of work ahead, so that it never waits for the next.
"""

from __future__ import annotations

import multiprocessing
import selectors
import signal
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from multiprocessing.reduction import ForkingPickler
from time import monotonic
from typing import Generic, Self, TypeVar

from gametasks.build.dataset.worker import Answer, Ask, Done, Failed, Question, Ready, serve
from gametasks.errors import BuildError, PluginError, SlotTimeout

__all__ = ["Pool", "require_main_guard"]

A = TypeVar("A")
R = TypeVar("R")

_HARD_LIMIT_FACTOR = 2.0
_HARD_LIMIT_EXTRA = 10.0

_AHEAD = 4
"""Pieces of work that a worker holds at most, the one that it does included."""

_BYTES_AHEAD = 4_096
"""Bytes of work that are sent to a busy worker at most. A pipe holds more than this on every system, so sending never
waits for a worker that may itself wait to be heard; a longer message is sent to an idle worker, which reads it."""

_START_SECONDS = 300.0
"""Time in which a new worker must have imported what it needs."""

_END_SECONDS = 5.0
_TRIES = 2
_ALONE = "--workers 1 needs none"
_AGAIN = "give the same command again, and it goes on"


class _Job(Generic[A, R]):
    """A piece of work, and what comes of it."""

    def __init__(self, pool: Pool[A, R], argument: A, answer: Ask | None, limited: bool) -> None:
        self._pool = pool
        self.message = bytes(ForkingPickler.dumps(argument))
        self.answer = answer
        self.limited = limited
        self.deaths = 0
        self.outcome: Done | Failed | None = None

    def result(self) -> R:
        while self.outcome is None:
            self._pool.advance()
        if isinstance(self.outcome, Failed):
            raise self.outcome.error
        result: R = self.outcome.result
        return result


class _Worker(Generic[A, R]):
    """A worker process, its pipe, and the work that it holds, in order."""

    def __init__(self, function: Callable[[A, Ask], R]) -> None:
        # Spawned workers import everything afresh: no state, no lock of the parent is inherited.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(function, theirs), daemon=True)
        try:
            with _interrupts_blocked():
                self.process.start()
        except OSError as error:
            self.pipe.close()
            raise BuildError(f"no worker process can be started ({error}); {_ALONE}") from None
        finally:
            theirs.close()
        self.ready = False
        self.jobs: deque[_Job[A, R]] = deque()
        self.bytes_ahead = 0
        self.since = monotonic()

    def takes(self, job: _Job[A, R]) -> bool:
        """Whether it has room for another piece of work."""
        if not self.jobs:
            return True
        return len(self.jobs) < _AHEAD and self.bytes_ahead + len(job.message) <= _BYTES_AHEAD

    def give(self, job: _Job[A, R]) -> None:
        """Send a piece of work."""
        if not self.jobs:
            self.since = monotonic()
        self.jobs.append(job)
        self.bytes_ahead += len(job.message)
        with suppress(ConnectionError):  # it has died, which the next look at its pipe tells
            self.pipe.send_bytes(job.message)

    def take(self) -> _Job[A, R]:
        """Its first piece of work is done; the time of the next one begins."""
        self.since = monotonic()
        job = self.jobs.popleft()
        self.bytes_ahead -= len(job.message)
        return job

    def end(self, *, kill: bool) -> None:
        """Let the process end, and make sure that it does."""
        self.pipe.close()
        if not kill:
            self.process.join(_END_SECONDS)
        self.process.kill()
        self.process.join()


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """A process that is started in the block has Ctrl-C blocked from its first instruction (signal(7))."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Pool(Generic[A, R]):
    """Worker processes that run one function.

    A worker that does not answer its alarm, because it hangs in foreign code, is killed and replaced. Work whose worker
    dies is done once more by another, since the machine may have killed the worker for want of memory; the work that
    waited behind it is not blamed.

    Args:
        function: The work; it must be importable by name.
        workers: Number of processes.
        seconds: The wall time that ``function`` allows itself; a worker is killed well beyond it.
    """

    def __init__(self, function: Callable[[A, Ask], R], workers: int, seconds: float) -> None:
        require_main_guard()
        self.workers = workers
        self._function = function
        self._hard_limit = seconds * _HARD_LIMIT_FACTOR + _HARD_LIMIT_EXTRA
        self._queue: deque[_Job[A, R]] = deque()
        self._crew: list[_Worker[A, R]] = []
        self._selector = selectors.DefaultSelector()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        for worker in self._crew:
            worker.pipe.close()
        for worker in self._crew:
            worker.end(kill=kind is not None)
        self._selector.close()

    def submit(self, argument: A, answer: Ask | None = None, *, limited: bool = True) -> _Job[A, R]:
        """Start the work in a worker.

        Args:
            argument: What the work is given.
            answer: Answers its questions while its result is waited for; such work goes before all other.
            limited: Whether its worker is killed when it takes too long.
        """
        job: _Job[A, R] = _Job(self, argument, answer, limited)
        if answer is None:
            self._queue.append(job)
        else:
            self._queue.appendleft(job)
        self._hand_out()
        return job

    def advance(self) -> None:
        """Wait until something happens, and deal with it."""
        self._hand_out()
        now = monotonic()
        waits = [self._limit(worker) - now for worker in self._crew if worker.jobs or not worker.ready]
        wait = min(waits, default=0.0)
        for key, _ in self._selector.select(None if wait == inf else max(0.0, wait)):
            self._hear(key.data)
        for worker in [worker for worker in self._crew if self._limit(worker) <= monotonic()]:
            self._time_out(worker)

    def _hand_out(self) -> None:
        """Give waiting work to the workers that hold least, and start workers while there are too few."""
        while self._queue:
            least = min(self._crew, key=lambda worker: len(worker.jobs), default=None)
            if (least is None or least.jobs) and len(self._crew) < self.workers:
                least = _Worker(self._function)
                self._crew.append(least)
                self._selector.register(least.pipe, selectors.EVENT_READ, least)
            if least is None or not least.takes(self._queue[0]):
                return
            least.give(self._queue.popleft())

    def _limit(self, worker: _Worker[A, R]) -> float:
        """The moment at which a worker has had too much time."""
        if not worker.ready:
            return worker.since + _START_SECONDS
        return worker.since + self._hard_limit if worker.jobs and worker.jobs[0].limited else inf

    def _hear(self, worker: _Worker[A, R]) -> None:
        """Take one message from a worker, or learn that it has died."""
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return
        if isinstance(message, Ready):
            worker.ready, worker.since = True, monotonic()
        elif isinstance(message, Question):
            answer = worker.jobs[0].answer
            with suppress(ConnectionError):
                worker.pipe.send(Answer(answer(message.value) if answer else None))
        else:
            worker.take().outcome = message

    def _bury(self, worker: _Worker[A, R]) -> None:
        """A worker has died: its work is done once more by another."""
        self._dismiss(worker)
        code = worker.process.exitcode
        if not worker.ready:
            raise BuildError(f"a worker process ended with exit code {code} before it did any work; {_AGAIN}")
        if worker.jobs:
            job = worker.jobs[0]
            job.deaths += 1
            if job.deaths == _TRIES:
                worker.take().outcome = Failed(PluginError(f"the worker process died twice with exit code {code}"))
        self._queue.extendleft(reversed(worker.jobs))

    def _time_out(self, worker: _Worker[A, R]) -> None:
        """Kill a worker that hangs; the work that it did not end has failed."""
        self._dismiss(worker)
        if not worker.ready:
            raise BuildError(f"a worker process was not ready after {_START_SECONDS:g} s; {_AGAIN}")
        reason = f"not finished within {self._hard_limit:g} s; its worker was killed"
        worker.take().outcome = Failed(SlotTimeout(reason))
        self._queue.extendleft(reversed(worker.jobs))

    def _dismiss(self, worker: _Worker[A, R]) -> None:
        self._selector.unregister(worker.pipe)
        self._crew.remove(worker)
        worker.end(kill=True)


def require_main_guard() -> None:
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
