"""How a command ends when a signal asks it to: in one line, however early the signal comes.

While a command is still importing, nothing is lost when the process ends at once, and an exception that is raised in
the middle of an import may be swallowed there or come out as another. While it works, an exception lets it put things
in order. This module imports as little as it can, so that it takes effect early.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

__all__ = ["INTERRUPTED", "end_at_once", "raise_in_order"]

INTERRUPTED = "interrupted; a build goes on where it stopped when the same command is given again"

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_SHELL_OFFSET = 128
"""A shell reports a command that a signal ended by this number and the signal's (POSIX, 2.8.2)."""


def end_at_once() -> None:
    """Let Ctrl-C, SIGTERM and SIGHUP end the process with one line; one that is ignored, as under nohup, stays so."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    try:
        os.write(2, f"gametasks: {INTERRUPTED}\n".encode())
    finally:
        os._exit(_SHELL_OFFSET + number)


@contextmanager
def raise_in_order() -> Iterator[None]:
    """In the block, the signals that would end the process at once raise ``SystemExit`` with the shell's code.

    Where :func:`end_at_once` was not called, as in a program that runs a command itself, nothing is changed.
    """
    mine = [number for number in _SIGNALS if signal.getsignal(number) is _end]
    if threading.current_thread() is not threading.main_thread():
        mine = []
    for number in mine:
        signal.signal(number, _raise)
    try:
        yield
    finally:
        for number in mine:
            signal.signal(number, _end)


def _raise(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(_SHELL_OFFSET + number)
