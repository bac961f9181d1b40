"""Every error that gametasks raises for something a user can mend.

A command prints such an error in one line on stderr and exits with 2, so each message says what was
wrong, where, and what to do about it.
"""

from __future__ import annotations

import difflib
import signal
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import CodeType
from typing import Any

__all__ = [
    "BoardError",
    "BuildError",
    "ConfigurationError",
    "DatasetError",
    "GameTasksError",
    "GdlError",
    "GdlLimitError",
    "GdlSyntaxError",
    "NewerRecordWarning",
    "PluginError",
    "PredictionError",
    "RecordError",
    "Rejection",
    "SlotTimeout",
    "UnknownNameError",
    "UnsoundGameError",
    "blame",
    "is_interrupt",
    "line_of",
    "one_line",
    "writable",
]


class GameTasksError(Exception):
    """Base of the hierarchy.

    Every error survives pickling, whatever its constructor takes, so that a pool of worker processes can report it.
    Its message can be written anywhere, whatever text it quotes.
    """

    def __str__(self) -> str:
        return writable(super().__str__())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, dict(self.__dict__))


class ConfigurationError(GameTasksError):
    """A profile, an option or an argument that cannot be used."""


class UnknownNameError(ConfigurationError):
    """A name that is not in its list; the message offers the closest ones.

    Args:
        what: The kind of thing, such as ``"task"``.
        name: What the user wrote, a text or not.
        known: Every name that would have been accepted.
    """

    def __init__(self, what: str, name: object, known: Iterable[str]) -> None:
        known = sorted(known)
        close = difflib.get_close_matches(name[:200], known, n=3, cutoff=0.5) if isinstance(name, str) else []
        hint = f"did you mean {' or '.join(close)}?" if close else f"known: {', '.join(known) or 'none'}"
        given = f"{name!r:.200}" if isinstance(name, str) else f"{line_of(name):.200} ({type(name).__name__})"
        super().__init__(f"unknown {what} {given}; {hint}")


class RecordError(GameTasksError):
    """A record that is incomplete, malformed or contradicts itself."""


class BoardError(GameTasksError):
    """A board written as text that cannot be read.

    Args:
        line: Line of the fault in the text, from 1; 0 where it is no single line's fault.
        reason: What is wrong, and what was expected.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"board, line {line}: {reason}" if line else f"board: {reason}")
        self.line, self.reason = line, reason


class DatasetError(GameTasksError):
    """A dataset folder, shard or journal that cannot be read or does not belong to this build."""


class BuildError(GameTasksError):
    """A build that cannot go on, such as one whose disk is full."""


class PredictionError(GameTasksError):
    """A file of predictions with a broken line, an unknown id or a repeated one."""


class PluginError(GameTasksError):
    """A task that raised, or returned something that its contract does not allow."""


class SlotTimeout(GameTasksError):
    """A sample that was not finished within its wall-clock limit."""


class GdlError(GameTasksError):
    """A game description, a state or a move that has no meaning in the Game Description Language."""


class GdlSyntaxError(GdlError):
    """A text that cannot be read as GDL.

    Args:
        file: The file's path, or what else a person would call the text.
        line: Line of the fault, from 1.
        column: Column of the fault, from 1.
        reason: What is wrong, and what to do about it.
        excerpt: The line itself, and below it a caret under the fault.
    """

    def __init__(self, file: str, line: int, column: int, reason: str, excerpt: str) -> None:
        super().__init__(f"{file}:{line}:{column}: {reason}")
        self.file, self.line, self.column, self.reason, self.excerpt = file, line, column, reason, excerpt


class GdlLimitError(GdlError):
    """A game that needs more time, memory or depth than it may have; the message names the limit."""


class UnsoundGameError(GdlError):
    """A game in which the checker finds errors: engines cannot be trusted to agree on what its rules mean.

    Args:
        findings: What is wrong, each with its place; at least one.
    """

    def __init__(self, findings: Iterable[str]) -> None:
        self.findings = tuple(findings)
        first, *others = self.findings
        more = f" (the first of {len(self.findings)} errors)" if others else ""
        super().__init__(f"{first}{more}; correct the rules, or go on at your own risk with --unchecked")


class Rejection(GameTasksError):
    """An attempt that yields no sample; the slot goes on with its next attempt.

    Args:
        reason: A short, stable name under which rejections are counted, such as ``"ambiguous"``.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)

    @property
    def reason(self) -> str:
        """The reason, on a line as :func:`line_of` gives it, whatever a task has put in its place."""
        return line_of(self.args[0] if self.args else type(self).__name__)


class NewerRecordWarning(UserWarning):
    """A record that a newer version of its task has made, whose rules may differ from those that judge it here."""


def is_interrupt(error: BaseException) -> bool:
    """Whether an error interrupts a task from outside, and so must not be taken for a fault of the task.

    That is Ctrl-C, and whatever the handler of a signal raises: the timer of a time limit, the caller's own timer, a
    handler of SIGTERM that exits. Anything else that comes out of a task, ``SystemExit``, ``GeneratorExit`` and
    ``asyncio.CancelledError`` included, the task has raised itself. So code that calls a task catches
    ``BaseException``, and lets interrupts pass.
    """
    if isinstance(error, KeyboardInterrupt):
        return True
    trace = error.__traceback__
    handlers = set(_handlers()) if trace else set()
    while trace:
        if trace.tb_frame.f_code in handlers:
            return True
        trace = trace.tb_next
    return False


def _handlers() -> Iterator[CodeType]:
    """The code of the functions that handle signals in this process."""
    for number in signal.valid_signals():
        handler = signal.getsignal(number)
        while isinstance(handler, partial):
            handler = handler.func
        for function in (handler, getattr(handler, "__call__", None)):  # noqa: B004 - its code is wanted
            code = getattr(function, "__code__", None)
            if isinstance(code, CodeType):
                yield code


@contextmanager
def blame(what: str) -> Iterator[None]:
    """Take whatever a task raises in the block for a fault of the task; errors of the hierarchy and interrupts pass.

    Args:
        what: The task or its part, for the message.

    Raises:
        PluginError: The task raised something else.
    """
    try:
        yield
    except GameTasksError:
        raise
    except BaseException as error:
        if is_interrupt(error):
            raise
        raise PluginError(f"{what} raised {one_line(error)}") from error


def one_line(error: BaseException) -> str:
    """The kind and the message of any error, on one line that can be written anywhere, as :func:`line_of`."""
    try:
        message = str(error)
    except BaseException as fault:
        if is_interrupt(fault):
            raise
        message = "its message cannot be read"
    return line_of(f"{type(error).__name__}: {message}")


def line_of(value: object) -> str:
    """What a value says, on one line of at most 300 characters that can be written anywhere."""
    try:
        text = " ".join(str(value).split())
    except Exception as error:  # a number of more digits than Python writes, or an object that cannot be written at all
        if is_interrupt(error):
            raise
        text = f"a value of the type {type(value).__name__}"
    return writable(text if len(text) <= _LINE else text[: _LINE - 1] + "…")


_LINE = 300


def writable(text: str) -> str:
    r"""A text in characters that UTF-8 can encode: half a surrogate pair, which it cannot, becomes ``\ud83d``."""
    return text.encode("utf-8", "backslashreplace").decode()


def _restored(kind: type[GameTasksError], args: tuple[Any, ...], attributes: Mapping[str, Any]) -> GameTasksError:
    """An error as it was pickled. Its constructor is not called: ``args`` holds what that made of its arguments."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error
