"""A dataset is a function of its plan: not of workers, processes, interruptions or damage on the way."""

from __future__ import annotations

import errno
import json
import shutil
from pathlib import Path

import pytest

from gametasks.build.aside import aside
from gametasks.build.dataset import pipeline, work
from gametasks.build.dataset.journal import Journal, SlotLine
from gametasks.build.dataset.manifest import current_libraries
from gametasks.build.dataset.pipeline import build_dataset
from gametasks.build.dataset.plan import make_plan
from gametasks.build.dataset.profile import load_profile, with_tasks
from gametasks.build.dataset.spool import Spool
from gametasks.errors import BuildError, DatasetError
from gametasks.folder import digest, read_manifest

SLOTS = 24


def small_plan(seed: int = 1, limit: int = SLOTS):
    return make_plan(with_tasks(load_profile("demo"), ["rolling_cube"]), seed, limit)


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.glob("data/*/*.parquet")}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """An undisturbed build."""
    folder = tmp_path_factory.mktemp("whole") / "dataset"
    build_dataset(small_plan(), folder)
    return folder


def test_two_workers_write_the_same_bytes_as_one(whole, tmp_path):
    build_dataset(small_plan(), tmp_path / "d", workers=2)
    assert digest(tmp_path / "d") == digest(whole)
    assert files(tmp_path / "d") == files(whole)
    for name in ("manifest.json", "README.md", "journal.jsonl"):
        assert (tmp_path / "d" / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_fresh_processes_and_hash_seeds_give_the_same_digest(whole, tmp_path, run, hash_seed):
    words = ("build", "--task", "rolling_cube", "--seed", 1, "--limit", SLOTS, "--workers", 1, "--out", tmp_path / "d")
    assert run(*words, PYTHONHASHSEED=hash_seed).returncode == 0
    printed = run("digest", tmp_path / "d", PYTHONHASHSEED=hash_seed).stdout.strip()
    assert printed == digest(whole)


def test_a_dataset_is_made_again_from_the_recipe_that_it_stores(tmp_path, run, monkeypatch):
    (tmp_path / "mine.toml").write_text(
        '\ufeff# Only a few.\nname = "mine"\n[splits.train]\nper_family = 3\n[splits.test]\nper_family = 2\n', "utf-8"
    )
    first = tmp_path / "first"
    words = ("--profile", tmp_path / "mine.toml", "--task", "rolling_cube", "--task", "spot_difference", "--limit", 9)
    built = run("build", *words, "--seed", 4, "--slot-seconds", 90, "--workers", 1, "--out", first)
    assert built.returncode == 0, built.stderr
    recipe = read_manifest(first).recipe
    assert "# Only a few." in recipe.files["profile.toml"]
    assert recipe.command[recipe.command.index("--slot-seconds") + 1] == "90.0"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    for name, text in recipe.files.items():
        (elsewhere / name).write_text(text, "utf-8")
    again = run(*recipe.command, "--workers", 1, "--out", "again")
    assert again.returncode == 0, again.stderr
    for name in ("manifest.json", "README.md", "journal.jsonl"):
        assert (elsewhere / "again" / name).read_bytes() == (first / name).read_bytes()


def test_another_seed_gives_another_dataset(whole, tmp_path):
    build_dataset(small_plan(seed=2), tmp_path / "d")
    assert digest(tmp_path / "d") != digest(whole)


class Stop(Exception):
    """Ends a build at a chosen moment, like a power cut."""


def stop_at(moment: int):
    """A progress that ends the build when so many slots are settled."""

    def stop(done: int, total: int) -> None:
        if done == moment:
            raise Stop

    return stop


@pytest.mark.parametrize("moment", [0, 1, 5, 13, SLOTS - 1, SLOTS])
def test_an_interrupted_build_goes_on_to_the_same_bytes(whole, tmp_path, moment):
    with pytest.raises(Stop):
        build_dataset(small_plan(), tmp_path / "d", progress=stop_at(moment))
    settled = []
    build_dataset(small_plan(), tmp_path / "d", progress=lambda done, total: settled.append(done))
    assert settled[0] == moment, "what was settled is not done again"
    assert files(tmp_path / "d") == files(whole)


def copy(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "copy")


def test_a_finished_build_is_left_as_it_is(whole, tmp_path):
    folder = copy(whole, tmp_path)
    build_dataset(small_plan(), folder)
    assert files(folder) == files(whole)


@pytest.mark.parametrize("harm", ["cut", "flip", "remove"])
def test_a_damaged_shard_is_named_and_made_again(whole, tmp_path, harm):
    folder = copy(whole, tmp_path)
    shard = folder / "data/rolling_cube/train-00000-of-00001.parquet"
    data = bytearray(shard.read_bytes())
    if harm == "remove":
        shard.unlink()
    else:
        data[len(data) // 2] ^= 1
        shard.write_bytes(data if harm == "flip" else data[: len(data) // 2])
    said = []
    build_dataset(small_plan(), folder, report=said.append)
    assert len(said) == 1
    assert str(shard) in said[0]
    assert files(folder) == files(whole)
    assert (folder / "journal.jsonl").read_bytes() == (whole / "journal.jsonl").read_bytes()


def test_a_torn_journal_loses_its_last_line_without_a_word(whole, tmp_path):
    folder = copy(whole, tmp_path)
    journal = folder / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-7])
    said = []
    build_dataset(small_plan(), folder, report=said.append)
    assert said == []
    assert files(folder) == files(whole)


def test_a_damaged_journal_is_named_and_its_good_part_kept(whole, tmp_path):
    folder = copy(whole, tmp_path)
    journal = folder / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[10] = lines[10].replace(b"rolling_cube", b"rolling_cub3", 1)
    journal.write_bytes(b"".join(lines))
    said, settled = [], []
    build_dataset(small_plan(), folder, report=said.append, progress=lambda done, total: settled.append(done))
    assert "is damaged at line 11; the 10 lines before it are kept" in said[0]
    assert settled[0] in (9, 10)
    assert files(folder) == files(whole)
    assert journal.read_bytes() == (whole / "journal.jsonl").read_bytes()


def test_rows_that_the_spool_lost_are_made_again(whole, tmp_path):
    with pytest.raises(Stop):
        build_dataset(small_plan(), tmp_path / "d", progress=stop_at(15))
    rows = sorted((tmp_path / "d" / ".spool").glob("*/*"))
    assert len(rows) >= 15
    rows[0].write_bytes(rows[0].read_bytes()[:-1000])
    rows[1].write_bytes(rows[2].read_bytes())
    rows[3].unlink()
    rows[0].with_name(f".{rows[0].name}.1").write_bytes(b"half a row of a worker that was killed")
    build_dataset(small_plan(), tmp_path / "d")
    assert files(tmp_path / "d") == files(whole)
    assert not (tmp_path / "d" / ".spool").exists()


def test_the_folder_of_another_build_is_refused(whole, tmp_path):
    folder = copy(whole, tmp_path)
    with pytest.raises(DatasetError, match=r"holds another build .*seed 1"):
        build_dataset(small_plan(seed=2), folder)
    with pytest.raises(DatasetError, match="holds another build"):
        build_dataset(small_plan(limit=8), folder)
    assert files(folder) == files(whole)


def test_a_folder_of_other_things_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(DatasetError, match=r"not empty and holds no dataset \(thesis\.tex\)"):
        build_dataset(small_plan(), tmp_path)


@pytest.mark.parametrize("text", [None, "", "{", '{"plan": 3}'])
@pytest.mark.parametrize("moment", [5, SLOTS])
def test_a_manifest_that_is_lost_or_damaged_is_made_again(whole, tmp_path, moment, text):
    with pytest.raises(Stop):
        build_dataset(small_plan(), tmp_path / "d", progress=stop_at(moment))
    manifest = tmp_path / "d" / "manifest.json"
    if text is None:
        manifest.unlink()
    else:
        manifest.write_text(text)
    said, settled = [], []
    build_dataset(small_plan(), tmp_path / "d", report=said.append, progress=lambda done, total: settled.append(done))
    assert len(said) == 1
    assert str(manifest) in said[0]
    assert said[0].endswith("; it is made again")
    assert settled[0] == moment
    for name in ("manifest.json", "README.md", "journal.jsonl"):
        assert (tmp_path / "d" / name).read_bytes() == (whole / name).read_bytes()


def test_the_lost_manifest_of_another_build_is_still_known(whole, tmp_path):
    folder = copy(whole, tmp_path)
    (folder / "manifest.json").unlink()
    with pytest.raises(DatasetError, match=r"holds another build .*seed 1"):
        build_dataset(small_plan(seed=2), folder)


def test_a_damaged_manifest_without_a_journal_is_named(whole, tmp_path):
    folder = copy(whole, tmp_path)
    (folder / "manifest.json").write_text("{")
    (folder / "journal.jsonl").unlink()
    with pytest.raises(DatasetError, match=r"manifest\.json is damaged"):
        build_dataset(small_plan(), folder)


def test_a_build_begun_with_other_libraries_is_not_continued(tmp_path):
    with pytest.raises(Stop):
        build_dataset(small_plan(), tmp_path / "d", progress=stop_at(3))
    path = tmp_path / "d" / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["libraries"]["cairo"] = "1.2.3"
    path.write_text(json.dumps(manifest))
    with pytest.raises(DatasetError, match=r"was begun with cairo 1\.2\.3"):
        build_dataset(small_plan(), tmp_path / "d")
    manifest["libraries"] = {**current_libraries(), "wanting": "1.0"}
    path.write_text(json.dumps(manifest))
    with pytest.raises(DatasetError, match=r"was begun with wanting 1\.0, this is \(not installed\)"):
        build_dataset(small_plan(), tmp_path / "d")


def test_two_processes_do_not_build_in_one_folder(tmp_path):
    from filelock import FileLock

    (tmp_path / "d").mkdir()
    with FileLock(tmp_path / "d" / ".lock"), pytest.raises(DatasetError, match="another process is building"):
        build_dataset(small_plan(), tmp_path / "d")


FULL_AT = ["rows", "shard", "journal", "card"]


@pytest.mark.parametrize("place", FULL_AT)
def test_a_full_disk_is_said_leaves_nothing_half_made_and_the_build_goes_on_later(whole, tmp_path, monkeypatch, place):
    def full(*args: object, **options: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    def half_a_shard(path: Path, payloads: object) -> int:
        path.parent.mkdir(parents=True, exist_ok=True)
        with aside(path) as beside:
            beside.write_bytes(b"PAR1")
            return full()

    def some_rows(self: Spool, payload: bytes) -> str:
        return full() if len(list(self.folder.iterdir())) > 5 else put(self, payload)

    put, append = Spool.put, Journal.append

    def some_lines(self: Journal, line: object) -> None:
        full() if isinstance(line, SlotLine) and line.number == 7 else append(self, line)

    with monkeypatch.context() as patch:
        match place:
            case "rows":
                patch.setattr(Spool, "put", some_rows)
            case "shard":
                patch.setattr(work, "write_shard", half_a_shard)
            case "journal":
                patch.setattr(Journal, "append", some_lines)
            case "card":
                patch.setattr(pipeline, "write_card", full)
        with pytest.raises(BuildError, match="is full; free some space and give the same command again"):
            build_dataset(small_plan(), tmp_path / "d")
    assert not list((tmp_path / "d").rglob("*.tmp"))
    build_dataset(small_plan(), tmp_path / "d")
    assert files(tmp_path / "d") == files(whole)
    for name in ("manifest.json", "README.md", "journal.jsonl"):
        assert (tmp_path / "d" / name).read_bytes() == (whole / name).read_bytes()


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BuildError, match=r"cannot write to .*file"):
        build_dataset(small_plan(), tmp_path / "file" / "d")


def test_splits_share_no_state_and_no_question_is_asked_twice(whole):
    from gametasks.folder import read_rows

    rows = list(read_rows(whole, ["split", "state_fingerprint", "fingerprint", "pixel_hash"]))
    states = {split: {row["state_fingerprint"] for row in rows if row["split"] == split} for split in ("test", "train")}
    assert states["test"].isdisjoint(states["train"])
    assert len({(row["split"], row["fingerprint"]) for row in rows}) == len(rows) == SLOTS
    assert len({row["pixel_hash"] for row in rows}) == SLOTS


def test_the_journal_of_another_build_is_refused(whole, tmp_path):
    build_dataset(small_plan(seed=2), tmp_path / "other")
    folder = copy(whole, tmp_path)
    shutil.copy(tmp_path / "other" / "journal.jsonl", folder / "journal.jsonl")
    with pytest.raises(DatasetError, match=r"journal\.jsonl is another build's"):
        build_dataset(small_plan(), folder)
