"""A package of a third party offers tasks; good ones work like the project's own, bad ones cost only themselves."""

from __future__ import annotations

import json

import pytest


def test_a_third_partys_task_is_listed_built_verified_and_scored(run, plugin_site, tmp_path):
    listed = run("tasks", site=plugin_site)
    assert listed.returncode == 0
    assert "lamps" in listed.stdout
    built = run("build", "--task", "lamps", "--limit", 12, "--out", tmp_path / "d", "--workers", 1, site=plugin_site)
    assert built.returncode == 0, built.stderr
    verified = run("verify", tmp_path / "d", "--workers", 1, site=plugin_site)
    assert verified.returncode == 0, verified.stderr
    assert "12 records checked" in verified.stdout

    from gametasks.folder import read_rows

    predictions = tmp_path / "p.jsonl"
    rows = list(read_rows(tmp_path / "d", ["id", "answer"]))
    predictions.write_text("\n".join(json.dumps({"id": row["id"], "response": row["answer"]}) for row in rows[:9]))
    scored = run("score", tmp_path / "d", predictions, "--out", tmp_path / "s.json", site=plugin_site)
    assert scored.returncode == 0, scored.stderr
    summary = {group["group"]: group for group in json.loads((tmp_path / "s.json").read_text())["summary"]}
    assert summary["overall"]["score"] == 75.0
    assert summary["overall"]["missing"] == 3


def test_a_plugin_that_is_well_keeps_the_contract(run, plugin_site):
    checked = run("check", "lamps", "--samples", 1, site=plugin_site)
    assert checked.returncode == 0, checked.stderr


def test_a_plugin_that_cannot_be_loaded_hides_no_other(run, plugin_site):
    listed = run("tasks", site=plugin_site)
    assert "lamps" in listed.stdout
    assert "the plugin no_task cannot be used: misbehaving:NO_TASK is not a Task but str" in listed.stderr
    assert "the plugin absent cannot be used" in listed.stderr
    assert "the plugin leaves cannot be used: leaves:TASK raised SystemExit: 3" in listed.stderr
    assert "the plugin cancels cannot be used: cancels:TASK raised CancelledError" in listed.stderr
    assert "the plugin odd_choices cannot be used: misbehaving:ODD_CHOICES raised TypeError" in listed.stderr
    assert "the plugin bad_name cannot be used" in listed.stderr
    assert "misbehaving:DEFAULT has the name default, which datasets keep for the configuration" in listed.stderr
    assert "no_api cannot be used: misbehaving:NO_API does not say which API" in listed.stderr
    assert "add api=1 to its Task(...)" in listed.stderr
    assert "was written for API 999" in listed.stderr
    assert "text_for_api cannot be used: misbehaving:TEXT_FOR_API does not say which API" in listed.stderr
    assert "true_for_api cannot be used: misbehaving:TRUE_FOR_API does not say which API" in listed.stderr
    assert "NO_LEVELS has a field levels that is no Mapping but NoneType" in listed.stderr
    assert "ODD_LEVELS has levels that are no sequence of ranges" in listed.stderr
    assert "ODD_FAMILY has a family that is not a Family but str" in listed.stderr
    assert "ODD_QUESTION has the family 'the number of steps of a shortest walk', whose question" in listed.stderr
    assert "NO_FORMATS has the family walk_length, whose formats are none of open, choice" in listed.stderr
    assert "LONG_NAME has a name that is not of small letters, digits and _, at most 100" in listed.stderr
    assert "ODD_VERSION has the version -5; versions are 1 to 999999999" in listed.stderr
    assert "HUGE_VERSION has the version 1000000000000; versions are 1 to 999999999" in listed.stderr
    assert "ODD_SUMMARY has a text that is no Unicode: half a character \\ud800" in listed.stderr
    assert "ODD_TITLE has the family walk_length, whose title is no Unicode: half a character \\ud800" in listed.stderr
    used = run("check", "no_task", site=plugin_site)
    assert used.returncode == 2
    assert len(used.stderr.strip().splitlines()) == 1


def test_the_list_as_json_names_packages_and_broken_plugins(run, plugin_site):
    listed = json.loads(run("tasks", "--json", site=plugin_site).stdout)
    tasks = {task["name"]: task for task in listed["tasks"]}
    assert (tasks["lamps"]["package"], tasks["lamps"]["package_version"]) == ("gametasks_lamps", "1.0")
    assert tasks["lamps"]["origin"] == "gametasks-lamps"
    assert "add api=1" in listed["broken"]["no_api"]


def test_records_of_a_plugin_that_is_not_installed_are_named(run, plugin_site, tmp_path):
    run("build", "--task", "lamps", "--limit", 2, "--out", tmp_path / "d", "--workers", 1, site=plugin_site)
    verified = run("verify", tmp_path / "d", "--workers", 1)
    assert verified.returncode == 2
    assert verified.stderr.count("\n") == 1
    assert "unknown task 'lamps'" in verified.stderr
    assert "install gametasks_lamps==1.0" in verified.stderr


def build_beside_lamps(run, plugin_site, tmp_path, bad, *options):
    """Build a bad task together with a good one."""
    folder = tmp_path / "d"
    words = ("build", "--task", "lamps", "--task", bad, "--limit", 6, "--out", folder)
    built = run(*words, *options, site=plugin_site)
    assert built.returncode == 1, built.stderr
    manifest = json.loads((folder / "manifest.json").read_text())
    good = sum(count for tasks in manifest["counts"].values() for count in tasks["lamps"].values())
    assert good == 4, "the good task is complete"
    failed = manifest["failed"]
    assert len(failed) == 2
    assert all(slot["id"].startswith(f"{bad}@1/") for slot in failed)
    for slot in failed:
        assert slot["id"] in built.stderr
    verified = run("verify", folder, "--workers", 1, site=plugin_site)
    assert verified.returncode == 0, verified.stderr
    return failed[0]["reason"], built


def test_a_plugin_that_raises_costs_its_own_slots(run, plugin_site, tmp_path):
    reason, _ = build_beside_lamps(run, plugin_site, tmp_path, "raises", "--workers", 1)
    assert reason == "ZeroDivisionError: a fault of the plugin"


@pytest.mark.parametrize(
    ("task", "reason"),
    [
        ("surrogate", "ValueError: two lines and half a character \\ud800"),
        ("exits", "SystemExit: 5"),
        ("ends", "Ending: its message cannot be read"),
        ("number_for_text", "makes a record with a wrong type"),
        ("other_question", "sample() asked a question of another type than WalkLength"),
    ],
)
def test_whatever_a_plugin_does_costs_its_own_slots(run, plugin_site, tmp_path, task, reason):
    found, _ = build_beside_lamps(run, plugin_site, tmp_path, task, "--workers", 1)
    assert reason in found


def test_attempts_may_be_rejected_for_any_reason(run, plugin_site, tmp_path):
    words = ("build", "--task", "odd_rejection", "--limit", 30, "--out", tmp_path / "d", "--workers", 1)
    built = run(*words, site=plugin_site)
    assert built.returncode == 0, built.stderr
    reasons = json.loads((tmp_path / "d" / "manifest.json").read_text())["rejections"]["odd_rejection/walk_length"]
    assert {"5", "None", "('a',)", "[1]", "\\ud800", "plain"} <= set(reasons)
    assert max(map(len, reasons)) <= 300


def test_a_plugin_that_returns_a_wrong_type_costs_its_own_slots(run, plugin_site, tmp_path):
    reason, _ = build_beside_lamps(run, plugin_site, tmp_path, "wrong_type", "--workers", 1)
    assert "sample() returned str, not a Draft of LampState" in reason


def test_a_solver_that_disagrees_with_its_verifier_yields_nothing(run, plugin_site, tmp_path):
    words = ("build", "--task", "disagrees", "--limit", 2, "--out", tmp_path / "d", "--workers", 1)
    built = run(*words, site=plugin_site)
    assert built.returncode == 1
    assert "the verifier refuses the solver's answer" in built.stderr


def test_a_plugin_that_never_ends_is_stopped(run, plugin_site, tmp_path):
    options = ("--workers", 1, "--slot-seconds", 8)
    reason, _ = build_beside_lamps(run, plugin_site, tmp_path, "never_ends", *options)
    assert reason == "not finished within 8 s"


@pytest.mark.parametrize(
    "words", [("check", "ends", "--samples", 1), ("show", "ends@1/walk_length/open/dataset/1/0/0/0")]
)
def test_whatever_a_plugin_raises_is_one_line_of_a_command(run, plugin_site, tmp_path, words):
    options = ("--out", tmp_path / "s") if words[0] == "show" else ()
    said = run(*words, *options, site=plugin_site)
    assert said.returncode in (1, 2)
    assert "Ending: its message cannot be read" in said.stderr
    assert "Traceback" not in said.stderr


def test_a_plugin_that_hangs_in_foreign_code_is_killed(run, plugin_site, tmp_path):
    options = ("--workers", 2, "--slot-seconds", 8)
    reason, _ = build_beside_lamps(run, plugin_site, tmp_path, "hangs_in_c", *options)
    assert "its worker was killed" in reason


def test_a_plugin_that_kills_its_worker_costs_its_own_slots(run, plugin_site, tmp_path):
    reason, _ = build_beside_lamps(run, plugin_site, tmp_path, "dies", "--workers", 2)
    assert reason == "the worker process died twice with exit code 9"


def test_a_sampler_that_never_succeeds_is_given_up(run, plugin_site, tmp_path):
    reason, _ = build_beside_lamps(run, plugin_site, tmp_path, "picky", "--workers", 1)
    assert reason.startswith("no sample in 100 attempts")
    manifest = json.loads((tmp_path / "d" / "manifest.json").read_text())
    assert manifest["rejections"]["picky/walk_length"]["never good enough"] >= 100


def test_a_range_that_is_too_small_is_named_with_what_it_yields(run, plugin_site, tmp_path):
    """Two boards in all (up to the declared mirror image), and the test split takes what it needs first."""
    folder = tmp_path / "d"
    words = ("build", "--task", "too_small", "--limit", 30, "--out", folder, "--workers", 1)
    built = run(*words, site=plugin_site)
    assert built.returncode == 1
    manifest = json.loads((folder / "manifest.json").read_text())
    rows = sum(
        count for split in manifest["counts"].values() for families in split.values() for count in families.values()
    )
    assert rows == 2
    assert len(manifest["failed"]) == 28
    assert "too_small/walk_length (open, level" in built.stderr
    assert "distinct samples here" in built.stderr


def test_a_verifier_that_asks_the_solver_breaks_the_contract(run, plugin_site):
    checked = run("check", "cribs", "--samples", 1, site=plugin_site)
    assert checked.returncode == 1
    assert "verifier: misbehaving loads gametasks_lamps.solvers; it must stand alone" in checked.stderr


def test_a_dataset_of_a_plugin_names_its_package(run, plugin_site, tmp_path):
    run("build", "--task", "lamps", "--limit", 2, "--out", tmp_path / "d", "--workers", 1, site=plugin_site)
    manifest = json.loads((tmp_path / "d" / "manifest.json").read_text())
    assert manifest["plugins"] == {"lamps": "gametasks_lamps==1.0"}
    assert "pip install gametasks gametasks_lamps" in (tmp_path / "d" / "README.md").read_text()


def test_repeats_are_asked_about_alike_by_one_worker_and_by_two(run, plugin_site, tmp_path):
    for workers in (1, 2):
        words = ("--task", "too_small", "--task", "lamps", "--limit", 24, "--workers", workers)
        run("build", *words, "--out", tmp_path / str(workers), site=plugin_site)
    journals = [(tmp_path / str(workers) / "journal.jsonl").read_bytes() for workers in (1, 2)]
    assert journals[0] == journals[1]
    assert b'"duplicate sample":1' in journals[0], "a first candidate is made whole before it is known to be a repeat"
    assert b'"already taken":' in journals[0], "the next attempts are asked about, and cost half"
