"""Reading a dataset's folder, which needs nothing of what builds one."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from gametasks import score, stream
from gametasks.build.dataset.pipeline import build_dataset
from gametasks.build.dataset.plan import make_plan
from gametasks.build.dataset.profile import load_profile, with_tasks
from gametasks.errors import ConfigurationError, DatasetError, UnknownNameError
from gametasks.folder import SCHEMA, digest, features, read_manifest, read_rows, shard_paths, split_names, split_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("folder") / "dataset"
    build_dataset(make_plan(with_tasks(load_profile("demo"), ["hexakai", "rolling_cube"]), seed=3, limit=32), folder)
    return folder


def test_splits_and_their_rows_are_found_by_the_names_of_the_shards(folder):
    assert split_names(folder) == ["test", "train"]
    for split in split_names(folder):
        rows = list(read_rows(folder, ["split", "task"], split))
        assert {row["split"] for row in rows} == {split}
        assert len(rows) == sum(sum(families.values()) for families in read_manifest(folder).counts[split].values())
    assert len(list(read_rows(folder, ["id"]))) == 32
    with pytest.raises(UnknownNameError, match="unknown split 'tset'; did you mean test"):
        next(read_rows(folder, split="tset"))


def test_a_split_may_have_any_name():
    assert split_of(Path("data/rush_exit/held_out_2-00000-of-00012.parquet")) == "held_out_2"


def test_a_folder_without_a_dataset_is_named(tmp_path):
    for read in (split_names, shard_paths, digest, read_manifest, lambda folder: next(read_rows(folder))):
        with pytest.raises(DatasetError, match=str(tmp_path)):
            read(tmp_path)


def test_a_shard_whose_text_is_no_unicode_is_damaged(folder, tmp_path):
    shard = pq.read_table(shard_paths(folder)[0])
    no_text = pa.array([b"\xff"] * len(shard)).view(pa.string())
    damaged = shard.set_column(shard.schema.get_field_index("hint"), "hint", no_text)
    target = tmp_path / "data" / "hexakai" / "test-00000-of-00001.parquet"
    target.parent.mkdir(parents=True)
    pq.write_table(damaged, target)
    with pytest.raises(DatasetError, match=r"test-00000-of-00001\.parquet is damaged"):
        next(read_rows(tmp_path, ["hint"]))


def test_reading_loads_nothing_that_builds():
    program = (
        "import sys, gametasks.folder; "
        "above = ('gametasks.build', 'gametasks.qa_families', 'cairocffi'); "
        "print([name for name in sys.modules if name.startswith(above)])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (run.stdout.strip(), run.stderr) == ("[]", "")


def test_fresh_rows_join_a_built_dataset(folder, tmp_path):
    datasets = pytest.importorskip("datasets")
    fresh = list(islice(stream("rolling_cube", "top_face", 2, 8), 3))
    made = datasets.Dataset.from_list(fresh, features=features())
    built = datasets.load_dataset(str(folder), "rolling_cube", split="train", cache_dir=str(tmp_path))
    assert built.features == made.features
    joined = datasets.concatenate_datasets([built, made])
    assert joined.features.arrow_schema.field("level").type == SCHEMA.field("level").type
    assert [row["id"] for row in joined][-3:] == [row["id"] for row in fresh]
    for row in joined:
        assert score(row, row["answer"]).score == 1


def test_features_without_datasets_say_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(ConfigurationError, match="pip install datasets"):
        features()


@pytest.mark.parametrize(
    "fault", [pa.ArrowMemoryError("malloc of 8 failed"), MemoryError(), pa.ArrowException("no thread")]
)
def test_a_shard_that_cannot_be_read_for_want_of_memory_is_not_called_damaged(folder, monkeypatch, fault):
    def refuse(*arguments, **options):
        raise fault

    monkeypatch.setattr(pq.ParquetFile, "read_row_group", refuse)
    with pytest.raises(DatasetError, match="cannot be read here") as caught:
        list(read_rows(folder, ["id"]))
    assert "damaged" not in str(caught.value)
