"""The command line in odd surroundings: closed, full or broken outputs, paths that are no text, no shared memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gametasks.build.dataset.pipeline import build_dataset
from gametasks.build.dataset.plan import make_plan
from gametasks.build.dataset.pool import Pool
from gametasks.build.dataset.profile import load_profile, with_tasks
from gametasks.build.dataset.worker import Ask
from gametasks.errors import BuildError, DatasetError
from gametasks.folder import digest, read_rows

NO_TEXT = os.fsdecode(b"no\xff\xfetext")
"""A path that the file system takes, and that is not UTF-8."""


def ran(words: str, redirection: str = "") -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a shell."""
    line = f"{sys.executable} -m gametasks {words} {redirection}"
    return subprocess.run(["/bin/sh", "-c", line], capture_output=True, check=False, timeout=120)


LISTS = ["tasks", "tasks --json", "--help"]


@pytest.mark.parametrize("words", LISTS)
def test_a_closed_output_is_written_nowhere(words):
    done = ran(words, ">&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("words", LISTS)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_a_full_output_is_named(words):
    done = ran(words, ">/dev/full")
    assert done.returncode == 2
    assert done.stderr == b"gametasks: cannot read or write a file or the output: No space left on device\n"


@pytest.mark.parametrize("words", LISTS)
def test_a_reader_that_has_seen_enough_ends_the_command_silently(words):
    done = subprocess.run(
        ["/bin/sh", "-c", f"({sys.executable} -m gametasks {words}; echo $? >&2) | true"],
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.stderr in (b"1\n", b"0\n")  # 0 where the reader is slower than the writer


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full", ">&- 2>&-", "<&- >&- 2>&-"])
def test_an_error_that_cannot_be_told_is_in_the_exit_code(redirection):
    done = ran("check no_such_task", redirection)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


def test_closed_streams_get_nothing_of_what_workers_print(tmp_path):
    """The first files that are opened would get the numbers of the streams."""
    done = ran(f"build --task rolling_cube --limit 8 --workers 2 --out {tmp_path}/d", "<&- >&- 2>&-")
    assert done.returncode == 0
    assert len(list(read_rows(tmp_path / "d", ["id"]))) == 8
    assert ran(f"verify {tmp_path}/d --workers 2").returncode == 0


def test_a_path_that_is_no_text_is_refused_before_anything_is_made(run, tmp_path):
    plan = make_plan(with_tasks(load_profile("demo"), ["rolling_cube"]), 0, 4)
    with pytest.raises(DatasetError, match=r"no\\udcff\\udcfetext is not UTF-8"):
        build_dataset(plan, tmp_path / NO_TEXT)
    built = run("build", "--task", "rolling_cube", "--limit", 4, "--workers", 1, "--out", tmp_path / NO_TEXT)
    assert (built.returncode, built.stdout) == (2, "")
    assert built.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_dataset_that_was_moved_to_such_a_path_is_refused(run, tmp_path):
    build_dataset(make_plan(with_tasks(load_profile("demo"), ["rolling_cube"]), 0, 4), tmp_path / "d")
    (tmp_path / "d").rename(tmp_path / NO_TEXT)
    with pytest.raises(DatasetError, match="not UTF-8"):
        digest(tmp_path / NO_TEXT)
    for command in ("verify", "digest", "audit", "gallery"):
        refused = run(command, tmp_path / NO_TEXT)
        assert refused.returncode == 2, command
        assert refused.stderr.count("\n") == 1
        assert "is not UTF-8" in refused.stderr


@pytest.fixture
def no_shared_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system on which no semaphore can be made: without /dev/shm the C library finds no place for it."""

    def refuse(*arguments: object) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr("_multiprocessing.SemLock", refuse)


def test_workers_need_no_shared_memory(no_shared_memory, tmp_path):
    plan = make_plan(with_tasks(load_profile("demo"), ["rolling_cube"]), 0, 4)
    assert build_dataset(plan, tmp_path / "d", workers=2).complete


def _length(text: str, ask: Ask) -> int:
    return len(text)


def test_workers_that_cannot_be_started_are_not_the_folders_fault(monkeypatch, tmp_path):
    def refuse(*arguments: object, **options: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    with Pool(_length, 2, 5.0) as pool:
        monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", refuse)
        with pytest.raises(BuildError, match=r"no worker process can be started.*--workers 1 needs none"):
            pool.submit("abc")


def test_a_byte_order_mark_begins_a_file_of_predictions(run, tmp_path):
    build_dataset(make_plan(with_tasks(load_profile("demo"), ["rolling_cube"]), 0, 4), tmp_path / "d")
    lines = [json.dumps({"id": row["id"], "response": row["answer"]}) for row in read_rows(tmp_path / "d")]
    given = tmp_path / "p.jsonl"
    given.write_text("\n".join(lines), encoding="utf-8-sig")
    scored = run("score", tmp_path / "d", given, "--out", tmp_path / "s.json")
    assert scored.returncode == 0, scored.stderr
    assert json.loads((tmp_path / "s.json").read_text())["summary"][-1]["score"] == 100


def test_a_script_without_a_main_guard_is_told_of_it(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from pathlib import Path\n"
        "from gametasks.build.dataset.pipeline import build_dataset\n"
        "from gametasks.build.dataset.plan import make_plan\n"
        "from gametasks.build.dataset.profile import load_profile, with_tasks\n"
        "plan = make_plan(with_tasks(load_profile('demo'), ['rolling_cube']), 0, 4)\n"
        f"build_dataset(plan, Path({str(tmp_path)!r}) / str(__name__), workers=2)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1
    assert 'put its call under `if __name__ == "__main__":`, or give workers=1' in done.stderr
    assert "freeze_support" not in done.stderr
