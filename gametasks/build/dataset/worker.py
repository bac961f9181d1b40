"""What runs in a worker process: work comes in through a pipe, and what came of it goes out.

Nothing but this loop speaks to the parent. A worker whose parent has gone ends without a word.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from typing import Any, NamedTuple

from gametasks.errors import GameTasksError, PluginError, one_line

__all__ = ["Answer", "Ask", "Done", "Failed", "Question", "Ready", "serve"]

Ask = Callable[[Any], Any]
"""Puts a question to the process that gave the work, and waits for its answer."""


class Ready(NamedTuple):
    """A worker has imported what it needs."""


class Done(NamedTuple):
    """What came of a piece of work."""

    result: Any


class Failed(NamedTuple):
    """What a piece of work raised."""

    error: BaseException


class Question(NamedTuple):
    """Something that the work must know before it goes on."""

    value: Any


class Answer(NamedTuple):
    """The reply to a question."""

    value: Any


def serve(function: Callable[[Any, Ask], Any], pipe: Connection) -> None:
    """Do one piece of work after another until the parent closes its end of the pipe.

    Args:
        function: The work; it gets an argument and a way to ask the parent.
        pipe: Arguments and answers come in, questions and results go out.
    """
    _ignore_interrupts()
    waiting: deque[Any] = deque()

    def ask(question: Any) -> Any:
        pipe.send(Question(question))
        while not isinstance(message := pipe.recv(), Answer):
            waiting.append(message)  # further work, sent ahead
        return message.value

    try:
        pipe.send(Ready())
        while True:
            argument = waiting.popleft() if waiting else pipe.recv()
            pipe.send_bytes(_outcome(function, argument, ask))
    except (EOFError, ConnectionError):
        return


def _outcome(function: Callable[[Any, Ask], Any], argument: Any, ask: Ask) -> memoryview:
    """The message that says what came of a piece of work."""
    try:
        return ForkingPickler.dumps(Done(function(argument, ask)))
    except (GameTasksError, OSError) as error:
        return ForkingPickler.dumps(Failed(error))
    except BaseException as error:  # not every error can be sent, but its kind and message can
        return ForkingPickler.dumps(Failed(PluginError(one_line(error))))


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent, which stops its workers in order; it started this process with Ctrl-C blocked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
