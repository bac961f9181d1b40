"""The command line: one line on stderr and exit code 2 for anything that the user can mend."""

from __future__ import annotations

import json
import shutil

import jsonschema
import pytest

from gametasks.qa_families._catalogue import catalogue, get_task

CUBE = f"rolling_cube@{get_task('rolling_cube').version}"


@pytest.fixture(scope="module")
def dataset(tmp_path_factory, run):
    folder = tmp_path_factory.mktemp("cli") / "dataset"
    built = run("build", "--task", "rolling_cube", "--seed", 3, "--limit", 8, "--workers", 1, "--out", folder)
    assert built.returncode == 0, built.stderr
    return folder


def refused(result, *parts):
    """The command said in one line what is wrong, and nothing of a traceback."""
    assert result.returncode == 2, (result.returncode, result.stderr)
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    assert result.stderr.startswith("gametasks: ")
    for part in parts:
        assert part in result.stderr


def test_tasks_lists_every_family(run):
    listed = run("tasks").stdout
    for task in catalogue().tasks.values():
        assert task.name in listed
        for family in task.families:
            assert family.name in listed


def test_tasks_as_json_say_what_the_catalogue_knows(run):
    listed = json.loads(run("tasks", "--json").stdout)
    assert [task["name"] for task in listed["tasks"]] == list(catalogue().tasks)
    assert {task["package"] for task in listed["tasks"]} == {"gametasks"}
    assert listed["broken"] == {}
    rush = next(task for task in listed["tasks"] if task["name"] == "rush_exit")
    assert {family["name"]: family["answer_kinds"] for family in rush["families"]} == {
        "plan": ["sequence"],
        "min_commands": ["integer"],
        "first_command": ["slide"],
        "state_after": ["fields"],
    }
    assert rush["families"][1]["levels"] == {"open": [1, 2, 3, 4, 5], "choice": [4, 5]}
    integer = listed["answer_kinds"]["integer"]
    jsonschema.validate({"kind": "integer", "low": 0}, integer)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"kind": "integer", "low": "none"}, integer)


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("build", "--task", "hexakay", "--out", "unused"), ("unknown task 'hexakay'", "did you mean hexakai?")),
        (("build", "--profile", "dmo", "--out", "unused"), ("unknown profile", "did you mean demo?")),
        (("build", "--profile", "none.toml", "--out", "unused"), ("cannot read the profile none.toml",)),
        (("build", "--seed", "-1", "--out", "unused"), ("the seed -1",)),
        (("build", "--seed", "one", "--out", "unused"), ("--seed", "integer")),
        (("build", "--limit", "0", "--out", "unused"), ("a limit of 0",)),
        (("build", "--slot-seconds", "0", "--out", "unused"), ("--slot-seconds",)),
        (("build", "--slot-seconds", "inf", "--out", "unused"), ("--slot-seconds",)),
        (("build", "--slot-seconds", "nan", "--out", "unused"), ("--slot-seconds",)),
        (("build", "--colour", "red"), ("--colour",)),
        (("verify", "nowhere"), ("nowhere is not a dataset",)),
        (("digest", "nowhere"), ("nowhere holds no dataset",)),
        (("audit", "nowhere"), ("nowhere",)),
        (("gallery", "nowhere"), ("nowhere",)),
        (("show", "rolling_cube/1", "--out", "unused"), ("is not a sample id",)),
        (("show", "cube@1/top_face/open/dataset/1/0/0/0", "--out", "unused"), ("unknown task 'cube'",)),
        (("show", f"{CUBE}/top/open/dataset/1/0/0/0", "--out", "unused"), ("unknown family", "top_face")),
        (("show", "rolling_cube@9/top_face/open/dataset/1/0/0/0", "--out", "unused"), ("version 9",)),
        (("show", f"{CUBE}/all_faces/choice/dataset/1/0/0/0", "--out", "unused"), ("no format choice",)),
        (("check", "rush_exitt"), ("did you mean rush_exit?",)),
        (("paint",), ("paint",)),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(run, tmp_path, monkeypatch, words, parts):
    monkeypatch.chdir(tmp_path)
    refused(run(*words), *parts)


def test_show_makes_a_row_again(run, dataset, tmp_path):
    from gametasks.folder import read_rows

    row = next(read_rows(dataset))
    assert run("show", row["id"], "--out", tmp_path).returncode == 0
    record = json.loads((tmp_path / "record.json").read_text())
    assert record["split"] == ""
    assert {**record, "split": row["split"]} == {column: value for column, value in row.items() if column != "images"}
    assert (tmp_path / "1.png").read_bytes() == row["images"][0]["bytes"]
    assert row["question"] in (tmp_path / "prompt.txt").read_text()


def test_verify_names_an_edited_record_and_checks_the_rest(run, dataset, tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    folder = shutil.copytree(dataset, tmp_path / "copy")
    path = next(folder.glob("data/*/train-*.parquet"))
    table = pq.read_table(path)
    rows = table.to_pylist()
    rows[2]["answer"] = rows[1]["answer"]
    pq.write_table(pa.Table.from_pylist(rows, schema=table.schema), path)
    verified = run("verify", folder, "--workers", 1)
    assert verified.returncode == 2
    assert f"gametasks: {rows[2]['id']}: " in verified.stderr
    assert f"{path} is not the file that the build wrote" in verified.stderr
    assert "8 records checked, 2 faults" in verified.stderr


def test_verify_lists_ten_faults_of_a_kind_and_counts_the_others():
    from gametasks.cli.datasets import _folded

    texts = [f"rush_exit@1/plan/open/dataset/1/0/{index}/0: column text is another" for index in range(30)]
    files = [f"out/{name}.parquet is missing" for name in "ab"]
    assert list(_folded([*texts[:12], *files, *texts[12:]])) == [
        *texts[:10],
        *files,
        f"and 20 more like this one: {texts[0]}",
    ]
    assert list(_folded(texts[:10])) == texts[:10]


def test_verify_names_a_damaged_shard_and_checks_the_rest(run, dataset, tmp_path):
    folder = shutil.copytree(dataset, tmp_path / "copy")
    path = next(folder.glob("data/*/train-*.parquet"))
    path.write_bytes(path.read_bytes()[:-100])
    verified = run("verify", folder, "--workers", 1)
    assert verified.returncode == 2
    assert f"{path} is damaged" in verified.stderr
    assert "records checked" in verified.stderr


def test_verify_names_repeats_and_leaks(run, dataset, tmp_path):
    folder = shutil.copytree(dataset, tmp_path / "copy")
    shutil.copy(
        next(folder.glob("data/*/train-*.parquet")), folder / "data" / "rolling_cube" / "more-00000-of-00001.parquet"
    )
    verified = run("verify", folder, "--workers", 1)
    assert verified.returncode == 2
    assert "the id occurs twice" in verified.stderr
    assert "belongs to no build" in verified.stderr


def test_verify_names_a_repeat_and_a_leak_with_what_they_repeat(run, dataset, tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    folder = shutil.copytree(dataset, tmp_path / "copy")
    path = next(folder.glob("data/*/train-*.parquet"))
    table = pq.read_table(path)
    rows = table.to_pylist()
    rows[1]["fingerprint"] = rows[0]["fingerprint"]
    rows[2] |= {"state_fingerprint": rows[0]["state_fingerprint"], "split": "test"}
    rows[3]["pixel_hash"] = rows[0]["pixel_hash"]
    pq.write_table(pa.Table.from_pylist(rows, schema=table.schema), path)
    verified = run("verify", folder, "--workers", 1)
    assert verified.returncode == 2
    ids = [row["id"] for row in rows]
    assert f"{ids[1]}: duplicate sample: it repeats {ids[0]}\n" in verified.stderr
    assert f"{ids[2]}: state of another split: it repeats {ids[0]}\n" in verified.stderr
    assert f"{ids[3]}: duplicate pixels: it repeats {ids[0]}\n" in verified.stderr


def test_digest_of_a_damaged_shard_is_refused(run, dataset, tmp_path):
    folder = shutil.copytree(dataset, tmp_path / "copy")
    path = next(folder.glob("data/*/train-*.parquet"))
    path.write_bytes(b"not Parquet")
    refused(run("digest", folder), str(path), "is damaged")


def test_a_build_into_another_builds_folder_is_refused(run, dataset):
    refused(run("build", "--task", "rolling_cube", "--seed", 4, "--limit", 8, "--out", dataset), "holds another build")


def test_gallery_and_audit_write_their_files(run, dataset, tmp_path):
    folder = shutil.copytree(dataset, tmp_path / "copy")
    made = run("gallery", folder)
    assert made.returncode == 0, made.stderr
    assert (folder / "gallery" / "index.html").exists()
    assert str(folder / "gallery" / "index.html") in made.stdout
    audited = run("audit", folder)
    assert audited.returncode in (0, 1), audited.stderr
    assert set(json.loads((folder / "audit.json").read_text())["families"]) == {
        f"rolling_cube/{family.name}" for family in catalogue().tasks["rolling_cube"].families
    }


def test_score_reports_every_sample_and_group(run, dataset, tmp_path):
    from gametasks.folder import read_rows

    rows = list(read_rows(dataset, ["id", "answer"]))
    predictions = tmp_path / "p.jsonl"
    lines = [{"id": row["id"], "response": row["answer"]} for row in rows[:6]]
    lines[5]["response"] = "I cannot tell"
    predictions.write_text("\n".join(map(json.dumps, lines)))
    scored = run("score", dataset, predictions, "--out", tmp_path / "deep" / "scores.json")
    assert scored.returncode == 0, scored.stderr
    report = json.loads((tmp_path / "deep" / "scores.json").read_text())
    assert [sample["id"] for sample in report["samples"]] == [row["id"] for row in rows]
    assert [sample["score"] for sample in report["samples"]] == [1, 1, 1, 1, 1, 0, 0, 0]
    assert report["samples"][7]["diagnostic"]["kind"] == "missing"
    overall = next(group for group in report["summary"] if group["group"] == "overall")
    assert (overall["score"], overall["samples"], overall["missing"]) == (62.5, 8, 2)


def test_a_bad_prediction_file_is_refused_with_its_line(run, dataset, tmp_path):
    predictions = tmp_path / "p.jsonl"
    predictions.write_text('{"id": "x", "response": "1"}\n')
    refused(run("score", dataset, predictions, "--out", tmp_path / "s.json"), "p.jsonl, line 1", "no sample 'x'")
    predictions.write_text("{}\n{")
    refused(run("score", dataset, predictions, "--out", tmp_path / "s.json"), "line 1")


def forged(dataset, folder, change):
    """A copy of the dataset with rows of the train shard changed, and the manifest's hash mended."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from gametasks.build.dataset.shards import file_hash

    shutil.copytree(dataset, folder)
    path = next(folder.glob("data/*/train-*.parquet"))
    table = pq.read_table(path)
    rows = change(table.to_pylist())
    pq.write_table(pa.Table.from_pylist(rows, schema=table.schema), path)
    manifest = json.loads((folder / "manifest.json").read_text())
    for shard in manifest["shards"]:
        shard["blake2b"] = file_hash(folder / shard["path"])
    (folder / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda rows: rows[1:], "instead of"),
        (lambda rows: [], "instead of"),
        (lambda rows: [{**rows[0], "split": "test"}, *rows[1:]], "do not belong in"),
        (lambda rows: [{**rows[0], "generator_version": "0.0.9"}, *rows[1:]], "generator_version"),
        (lambda rows: [{**rows[0], "question": None}, *rows[1:]], "the column 'question' is empty"),
    ],
)
def test_verify_compares_rows_with_the_manifest(run, dataset, tmp_path, change, said):
    forged(dataset, tmp_path / "copy", change)
    verified = run("verify", tmp_path / "copy", "--workers", 1)
    assert verified.returncode == 2
    assert said in verified.stderr


def test_a_path_that_looks_like_markup_is_only_a_path(run, tmp_path):
    built = run("build", "--task", "rolling_cube", "--limit", 1, "--workers", 1, "--out", tmp_path / "a[/b]")
    assert built.returncode == 0, built.stderr
    assert "a[/b]" in built.stdout


def test_a_terminal_without_our_characters_is_no_reason_to_fail(run):
    listed = run("tasks", PYTHONIOENCODING="ascii")
    assert listed.returncode == 0, listed.stderr


def test_show_into_a_file_is_refused(run, tmp_path):
    (tmp_path / "file").write_text("")
    refused(run("show", f"{CUBE}/top_face/open/dataset/1/0/0/0", "--out", tmp_path / "file"), "file")
