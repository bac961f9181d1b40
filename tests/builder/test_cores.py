"""The default number of workers: the cores that this process may use, not those of the machine."""

from __future__ import annotations

import os

import pytest

from gametasks.cli import cores
from gametasks.cli.cores import cgroup_cores, usable_cores
from gametasks.cli.terminal import worker_count


def file_system(root, files):
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.mark.parametrize(
    ("files", "allowed"),
    [
        ({}, None),
        ({"proc/self/cgroup": "0::/\n"}, None),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "max 100000\n"}, None),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "200000 100000\n"}, 2),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "150000 100000\n"}, 2),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "10000 100000\n"}, 1),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "nonsense\n"}, None),
        (
            {
                "proc/self/cgroup": "0::/job/step\n",
                "sys/fs/cgroup/job/step/cpu.max": "max 100000\n",
                "sys/fs/cgroup/job/cpu.max": "300000 100000\n",
            },
            3,
        ),
        (
            {
                "proc/self/cgroup": "4:cpuset:/\n3:cpu,cpuacct:/docker/a:b\n0::/\n",
                "sys/fs/cgroup/cpu,cpuacct/docker/a:b/cpu.cfs_quota_us": "400000\n",
                "sys/fs/cgroup/cpu,cpuacct/docker/a:b/cpu.cfs_period_us": "100000\n",
            },
            4,
        ),
        (
            {
                "proc/self/cgroup": "1:cpu:/docker\n",
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "500000\n",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
            },
            5,
        ),
        (
            {
                "proc/self/cgroup": "1:cpu:/\n",
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
            },
            None,
        ),
    ],
)
def test_quotas_of_control_groups_are_read(tmp_path, files, allowed):
    assert cgroup_cores(file_system(tmp_path, files)) == allowed


def test_two_cores_of_a_large_machine_start_two_workers(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 128)
    monkeypatch.setattr(os, "process_cpu_count", lambda: 2, raising=False)
    monkeypatch.setattr(cores, "cgroup_cores", lambda: None)
    assert worker_count(0) == 2
    assert worker_count(100) == 8
    monkeypatch.setattr(cores, "cgroup_cores", lambda: 1)
    assert worker_count(0) == 1


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="only Linux binds processes to cores")
def test_a_process_bound_to_one_core_uses_one():
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        assert usable_cores() == 1
    finally:
        os.sched_setaffinity(0, before)
