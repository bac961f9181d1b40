"""The grounder's own process: ``python -m gametasks.gdl.network.grounder``.

Reads a pickled ``Request`` from its standard input and writes a pickled ``Grounding``, or the error that there was, to
its standard output. Both ends belong to the same user and the same call of ``grounding.ground``.
"""

from __future__ import annotations

import gc
import os
import pickle
import resource
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from clingo import Application, clingo_main

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.limits import Limits, option_of
from gametasks.gdl.network.asp_program import SymbolTable, asp_program
from gametasks.gdl.network.build import build_circuit
from gametasks.gdl.network.ground_program import read_ground_program
from gametasks.gdl.network.grounding import Grounding, Request

__all__ = ["main"]

_OPTIONS = ["--mode=gringo", "--output=intermediate", "--warn=none", "--verbose=0", "-"]

_LINES_PER_MEMORY_CHECK = 1_000
"""Lines of the grounder's output between two readings of the memory in use."""

_RESERVE = 32 << 20
"""Bytes below the limit at which the process gives up by itself."""


class _Grounder(Application):
    program_name = "grounder"


def main() -> None:
    """Serve one request."""
    # The process is short, and keeps most of what it makes.
    gc.disable()
    request: Request = pickle.load(sys.stdin.buffer)
    answers = os.dup(1)
    _bound_memory(request.limits.memory_mb << 20)
    answer: Grounding | Exception
    try:
        answer = _ground(request)
    except GdlError as error:
        answer = error
    except (MemoryError, RecursionError):
        # There may be no memory left for an answer: the parent takes the exit code as one.
        os._exit(1)
    except Exception:
        # A fault of ours, which must not pass for a game that cannot be grounded.
        answer = RuntimeError(f"grounding {request.game.name} failed:\n{traceback.format_exc()}")
    with os.fdopen(answers, "wb") as output:
        pickle.dump(answer, output)
        output.flush()
        # A grounder that was stopped half-way does not come back.
        os._exit(0)


def _bound_memory(bound: int) -> None:
    """Bound the address space of this process, in bytes, where the system can."""
    with suppress(ValueError, OSError):  # macOS takes no bound below what a process has mapped from its start
        resource.setrlimit(resource.RLIMIT_AS, (bound, bound))


def _ground(request: Request) -> Grounding:
    began = time.perf_counter()
    symbols = SymbolTable()
    asp = asp_program(request.game, symbols, split=request.split)
    lines = _Counted(_grounder_lines(asp.text), request.game.name, request.limits)
    program = read_ground_program(lines)
    circuit = build_circuit(request.game, program, symbols, request.limits.depth, asp.goal_fault)
    return Grounding(circuit, lines.count, time.perf_counter() - began, _peak_memory(), request.split)


def _peak_memory() -> int:
    """Peak of the resident memory in MiB, without the parent's, of which the process was a copy at first."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) >> 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


class _Counted:
    """Lines with a limit of their number; the memory in use is read now and then.

    The process has a hard limit of its memory too; but whoever hits that may be unable to say so.
    """

    def __init__(self, lines: Iterator[str], name: str, limits: Limits) -> None:
        self._lines, self._name, self._limits = lines, name, limits
        self.count = 0

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self.count += 1
            if self.count > self._limits.rules:
                most = f"{self._limits.rules:,} rules {option_of('rules')}"
                raise GdlLimitError(f"grounding {self._name} gives more than {most}")
            if not self.count % _LINES_PER_MEMORY_CHECK and _used_memory() > (self._limits.memory_mb << 20) - _RESERVE:
                most = f"{self._limits.memory_mb} MB {option_of('memory_mb')}"
                raise GdlLimitError(f"grounding {self._name} needs more than {most}")
            yield line


def _used_memory() -> int:
    """Address space of this process in bytes; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def _grounder_lines(text: str) -> Iterator[str]:
    """What the grounder writes for a program, line by line while it works."""
    with tempfile.TemporaryFile() as program:
        program.write(text.encode())
        program.seek(0)
        os.dup2(program.fileno(), 0)
    source, target = os.pipe()
    os.dup2(target, 1)
    os.close(target)
    codes: list[int] = []
    worker = threading.Thread(target=_run_grounder, args=(codes,), daemon=True)
    try:
        worker.start()
    except RuntimeError:  # no room for its stack
        raise MemoryError from None
    with os.fdopen(source, "r", encoding="ascii", buffering=1 << 20) as lines:
        yield from lines
    worker.join()
    if codes != [0]:
        raise MemoryError


def _run_grounder(codes: list[int]) -> None:
    try:
        codes.append(clingo_main(_Grounder(), _OPTIONS))
    finally:
        # The reader sees the end of the output.
        os.close(1)


if __name__ == "__main__":
    main()
