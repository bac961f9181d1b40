"""What shows only in processes of their own: chance that is not the streams', and what a verifier loads."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from gametasks.build.conformance.findings import Finding
from gametasks.qa_families import Task

__all__ = ["check_fresh_processes", "check_verifier_stands_alone"]


def check_fresh_processes(name: str, seed: int) -> Iterator[Finding]:
    """The samples must not depend on the process: on chance of its own, on the order of a set, on PYTHONHASHSEED."""
    program = (
        "import sys; from gametasks.build.conformance import sample_digest; "
        "print(sample_digest(sys.argv[1], int(sys.argv[2])))"
    )
    digests: set[str] = set()
    for hash_seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", program, name, str(seed)]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if run.returncode:
            last = (run.stderr.strip().splitlines() or ["no message"])[-1]
            yield Finding("determinism", f"a fresh process fails: {last}")
            return
        digests.add(run.stdout.strip())
    if len(digests) != 1:
        yield Finding("determinism", "two fresh processes make different samples: something besides the stream decides")


def check_verifier_stands_alone(task: Task[Any]) -> Iterator[Finding]:
    """Loading the verifier must load none of the task's other parts, and no library that they need.

    A verifier that asks the solver agrees with it always, and proves nothing.
    """
    parts = {task.solve.__module__, *(family.sample.__module__ for family in task.families)}
    parts |= {part.__module__ for part in (task.draw, task.styles, task.files and task.files.draw) if part is not None}
    heavy = {"cairocffi", "datasets", "ortools", "PIL", "pyarrow", "gametasks.solvers", "gametasks.generators"}
    program = f"import sys, {task.verifier.name}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    if run.returncode:
        last = (run.stderr.strip().splitlines() or ["no message"])[-1]
        yield Finding("verifier", f"{task.verifier.name} cannot be loaded alone: {last}")
    loaded = set(run.stdout.split())
    for module in sorted((parts | heavy) & loaded - {task.verifier.name}):
        yield Finding("verifier", f"{task.verifier.name} loads {module}; it must stand alone")
