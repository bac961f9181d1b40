"""Workers: what hangs or dies costs its own slot, questions are answered, nothing is lost, and order is kept."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from gametasks.build.dataset import pool as pool_module
from gametasks.build.dataset.engine import InProcess, make_engine, map_slots
from gametasks.build.dataset.pool import Pool
from gametasks.build.dataset.worker import Ask
from gametasks.errors import DatasetError, PluginError, SlotTimeout


def odd(job: tuple[str, int], ask: Ask) -> object:
    """Work of every kind."""
    what, value = job
    match what:
        case "double":
            return 2 * value
        case "hang":
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
            time.sleep(3600)
        case "die":
            os._exit(9)
        case "die once":
            flag = Path(str(value))
            if not flag.exists():
                flag.touch()
                os._exit(9)
            return "done"
        case "ask":
            return [ask(value + step) for step in range(3)]
        case "big":
            return "x" * value
        case "full disk":
            raise OSError(28, "No space left on device", "file")
        case "raise":
            raise DatasetError("named")
        case "odd":
            raise GeneratorExit("no error that travels")
    return None


def doubles(count: int) -> list[tuple[str, int]]:
    return [("double", number) for number in range(count)]


def test_results_come_in_order():
    with make_engine(odd, 3, 60.0) as engine:
        assert [pending.result() for _, pending in map_slots(engine, doubles(300))] == list(range(0, 600, 2))


def test_what_hangs_is_killed_and_costs_nothing_else(monkeypatch):
    monkeypatch.setattr(pool_module, "_HARD_LIMIT_EXTRA", 1.0)
    jobs = [*doubles(6), ("hang", 0), *doubles(9)]
    with Pool(odd, 1, 0.5) as pool:
        pending = [pool.submit(job) for job in jobs]
        for job, result in zip(jobs, pending, strict=True):
            if job[0] == "hang":
                began = time.monotonic()
                with pytest.raises(SlotTimeout, match=r"not finished within 2 s; its worker was killed"):
                    result.result()
                assert time.monotonic() - began < 4, "it is not tried again"
            else:
                assert result.result() == 2 * job[1]


def test_what_kills_its_worker_twice_fails_and_what_waited_behind_it_does_not(tmp_path):
    jobs = [*doubles(3), ("die", 0), *doubles(3), ("die once", tmp_path / "flag"), *doubles(3)]
    with Pool(odd, 2, 60.0) as pool:
        pending = [pool.submit(job) for job in jobs]
        with pytest.raises(PluginError, match="the worker process died twice with exit code 9"):
            pending[3].result()
        others = [result.result() for place, result in enumerate(pending) if place != 3]
    assert others == [0, 2, 4, 0, 2, 4, "done", 0, 2, 4]


@pytest.mark.parametrize("workers", [1, 2])
def test_questions_are_answered_while_other_work_waits_in_the_pipe(workers):
    with make_engine(odd, workers, 60.0) as engine:
        waiting = [engine.submit(job) for job in doubles(20)]
        asked = engine.submit(("ask", 5), lambda question: question * 10)
        assert asked.result() == [50, 60, 70]
        assert [pending.result() for pending in waiting] == list(range(0, 40, 2))


def test_long_messages_in_both_directions_do_not_lock_up():
    with Pool(odd, 2, 60.0) as pool:
        pending = [pool.submit(("big", 3_000_000)) for _ in range(12)]
        pending += [pool.submit(("none", "y" * 3_000_000)) for _ in range(12)]
        assert [len(result.result() or "") for result in pending] == [3_000_000] * 12 + [0] * 12


def test_errors_come_back_as_what_they_are():
    with Pool(odd, 1, 60.0) as pool:
        with pytest.raises(DatasetError, match="named"):
            pool.submit(("raise", 0)).result()
        with pytest.raises(OSError, match="No space left") as caught:
            pool.submit(("full disk", 0)).result()
        assert (caught.value.errno, caught.value.filename) == (28, "file")
        with pytest.raises(PluginError, match="GeneratorExit: no error that travels"):
            pool.submit(("odd", 0)).result()


def test_one_worker_is_this_process():
    with make_engine(odd, 1, 60.0) as engine:
        assert isinstance(engine, InProcess)


def test_workers_end_with_their_pool():
    with Pool(odd, 2, 60.0) as pool:
        for pending in [pool.submit(job) for job in doubles(20)]:
            pending.result()
        processes = [worker.process for worker in pool._crew]
        assert processes
    assert all(process.exitcode == 0 for process in processes)
