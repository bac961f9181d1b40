"""A signal ends a command with one line, however early it comes, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from gametasks.interrupts import INTERRUPTED, raise_in_order

MOMENTS = (0.0, 0.05, 0.15, 0.3, 0.6, 1.0, 1.5, 2.0, 3.0)
"""Seconds after the command's first instruction."""

# What Python does before the first instruction of a command is not the command's: the clock starts there.
COMMAND = """
from gametasks.interrupts import end_at_once
end_at_once()
print(flush=True)
from gametasks.__main__ import main
main()
"""


def interrupted(tmp_path: Path, moment: float, number: int, workers: int) -> subprocess.CompletedProcess[str]:
    """A build whose process group gets a signal at a moment, as a terminal sends Ctrl-C."""
    words = [sys.executable, "-c", COMMAND, "build", "--task", "rolling_cube", "--limit", "4000"]
    words += ["--workers", str(workers), "--out", str(tmp_path / "d")]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(moment)
    os.killpg(process.pid, number)
    out, err = process.communicate(timeout=60)
    deadline = time.monotonic() + 10
    while left := [found.pid for found in psutil.process_iter() if _group(found.pid) == process.pid]:
        assert time.monotonic() < deadline, left
        time.sleep(0.05)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid) if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE else 0
    except (ProcessLookupError, psutil.NoSuchProcess):
        return 0


@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_prints_one_line_whenever_it_comes(tmp_path, moment):
    ended = interrupted(tmp_path, moment, signal.SIGINT, 2)
    assert ended.stderr == f"gametasks: {INTERRUPTED}\n"
    assert ended.returncode == 130


@pytest.mark.parametrize("moment", [0.3, 3.0])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_end_a_build_in_the_same_way(tmp_path, moment, number):
    ended = interrupted(tmp_path, moment, number, 2)
    assert ended.stderr == f"gametasks: {INTERRUPTED}\n"
    assert ended.returncode == 128 + number


def test_a_program_that_runs_a_command_keeps_its_own_handlers():
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    with raise_in_order():
        assert {number: signal.getsignal(number) for number in before} == before
    assert {number: signal.getsignal(number) for number in before} == before
