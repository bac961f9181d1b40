"""Commands that read a dataset say what is wrong with its files; a digest does not depend on who reads."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from gametasks.build.dataset import known_files
from gametasks.build.dataset.digest_dataset import digest_dataset
from gametasks.build.dataset.known_files import SHARDS, KnownFiles
from gametasks.build.dataset.pipeline import build_dataset
from gametasks.build.dataset.plan import make_plan
from gametasks.build.dataset.profile import load_profile, with_tasks
from gametasks.build.dataset.shards import file_hash
from gametasks.build.dataset.soundness import check_files
from gametasks.folder import digest, read_manifest

SHARD = "data/rolling_cube/train-00000-of-00001.parquet"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sound") / "d"
    build_dataset(make_plan(with_tasks(load_profile("demo"), ["rolling_cube"]), 1, 12), folder)
    return folder


@pytest.fixture
def folder(built, tmp_path):
    return shutil.copytree(built, tmp_path / "d")


def break_an_image(folder: Path) -> None:
    """Write a shard again with an image that cannot be decoded."""
    table = pq.read_table(folder / SHARD)
    rows = table.to_pylist()
    rows[0]["images"][0]["bytes"] = b"\x89PNG\r\n\x1a\nno picture"
    pq.write_table(pa.Table.from_pylist(rows, schema=table.schema), folder / SHARD)


def leave_unfinished(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"complete": False}))


HARMS = {
    "damaged image": (break_an_image, f"{SHARD} is not the file that the build wrote; the build's command makes it"),
    "unfinished build": (leave_unfinished, "is not finished; the build's command goes on with it"),
}


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("command", ["score", "audit", "gallery", "digest", "verify"])
def test_a_command_that_reads_a_harmed_dataset_says_so(folder, run, tmp_path, harm, command):
    change, sentence = HARMS[harm]
    change(folder)
    (tmp_path / "p.jsonl").write_text("")
    words = {
        "score": [folder, tmp_path / "p.jsonl", "--out", tmp_path / "s.json"],
        "digest": [folder, "--workers", 1],
        "verify": [folder, "--workers", 1],
    }.get(command, [folder])
    done = run(command, *words)
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_sound_dataset_is_read_without_a_word(folder, run):
    assert check_files(folder, read_manifest(folder), read=True) == []
    done = run("digest", folder, "--workers", 1)
    assert (done.stderr, done.stdout.strip()) == ("", digest(folder))


def test_two_workers_find_the_digest_of_one(folder):
    seen = []
    found = digest_dataset(folder, workers=2, progress=lambda done, total: seen.append((done, total)))
    assert found == digest(folder) == digest_dataset(folder, workers=1)
    assert seen == [(1, 2), (2, 2)]


def test_a_file_is_read_again_only_when_it_was_changed(folder, monkeypatch):
    read = []
    monkeypatch.setattr(known_files, "file_hash", lambda path: read.append(path) or file_hash(path))
    known = KnownFiles(folder / SHARDS)
    first = known.hash_of(folder / SHARD)
    known.save()
    assert KnownFiles(folder / SHARDS).hash_of(folder / SHARD) == first == file_hash(folder / SHARD)
    assert len(read) == 1, "a copy is a change, and is read once"
    data = bytearray((folder / SHARD).read_bytes())
    data[100] ^= 1
    (folder / SHARD).write_bytes(data)
    assert KnownFiles(folder / SHARDS).hash_of(folder / SHARD) != first
    (folder / SHARDS).write_text("{")
    KnownFiles(folder / SHARDS).hash_of(folder / SHARD)
    assert len(read) == 3


def test_verify_trusts_no_time_of_change(folder):
    known = KnownFiles(folder / SHARDS)
    data = bytearray((folder / SHARD).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / SHARD).write_bytes(data)
    known.learn(folder / SHARD, next(line.blake2b for line in read_manifest(folder).shards if line.path == SHARD))
    known.save()
    assert check_files(folder, read_manifest(folder)) == []
    assert len(check_files(folder, read_manifest(folder), read=True)) == 1
