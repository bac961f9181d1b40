"""Grounding under limits of time and memory, in processes that are stopped at the limit."""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from dataclasses import dataclass

from gametasks.errors import GdlLimitError
from gametasks.gdl.description import Game
from gametasks.gdl.limits import Limits, option_of, shown_seconds
from gametasks.gdl.network.circuit import Circuit

__all__ = ["Grounding", "Request", "ground"]

_HEAD_START = 0.5
"""Share of the time after which grounding without splitting is tried beside grounding with it."""


@dataclass(frozen=True)
class Request:
    """What is to be grounded.

    Attributes:
        game: The game.
        limits: Limits of memory, of ground rules (``rules``) and of depth; the parent process limits the time.
        split: Whether rules with many variables are split first.
    """

    game: Game
    limits: Limits
    split: bool


@dataclass(frozen=True)
class Grounding:
    """A grounded game, and what it took.

    Attributes:
        circuit: The network.
        rules: Grounding rules that the grounder wrote.
        seconds: Wall time of the grounder and of the building.
        memory_mb: Peak of the resident memory of the process, in MiB.
        split: Whether rules were split.
    """

    circuit: Circuit
    rules: int
    seconds: float
    memory_mb: int
    split: bool


def ground(game: Game, limits: Limits) -> Grounding:
    """Grounding a game with its rules split and, if that takes long or fails, with the rules as they are.

    The first attempt that succeeds wins: circuits differ, but not what they answer.

    Raises:
        GdlError: The game cannot be grounded.
        GdlLimitError: It takes more time or memory, or has more ground rules, than allowed.
    """
    deadline = time.monotonic() + limits.seconds
    answers: queue.Queue[Grounding | Exception] = queue.Queue()
    attempts = [_Attempt(Request(game, limits, True), answers)]
    try:
        answer = _next_answer(answers, _HEAD_START * limits.seconds)
        if answer is None or isinstance(answer, GdlLimitError):
            attempts.append(_Attempt(Request(game, limits, False), answers))
            left = 2 if answer is None else 1
            while isinstance(answer, GdlLimitError | None) and left:
                answer = _next_answer(answers, deadline - time.monotonic())
                left = left - 1 if answer is not None else 0
    finally:
        for attempt in attempts:
            attempt.stop()
    if answer is None:
        most = f"{shown_seconds(limits.seconds)} {option_of('seconds')}"
        raise GdlLimitError(f"grounding {game.name} takes more than {most}")
    if isinstance(answer, Exception):
        raise answer
    return answer


def _next_answer(answers: queue.Queue[Grounding | Exception], seconds: float) -> Grounding | Exception | None:
    """The next answer of an attempt; None if there is none in time."""
    try:
        return answers.get(timeout=max(0.0, seconds))
    except queue.Empty:
        return None


class _Attempt:
    """A process that grounds, and a thread that waits for it."""

    def __init__(self, request: Request, answers: queue.Queue[Grounding | Exception]) -> None:
        self._request, self._answers = request, answers
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gametasks.gdl.network.grounder"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        self._thread = threading.Thread(target=self._wait, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._thread.join()

    def _wait(self) -> None:
        output, _ = self._process.communicate(pickle.dumps(self._request))
        if self._process.returncode == 0:
            self._answers.put(pickle.loads(output))
        else:
            name, bound = self._request.game.name, self._request.limits.memory_mb
            self._answers.put(GdlLimitError(f"grounding {name} needs more than {bound} MB {option_of('memory_mb')}"))
