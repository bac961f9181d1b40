"""Instances in the form of the paper's tools: written, read, asked about, refused where they contradict the rules."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gametasks import score
from gametasks.build.dataset.pipeline import build_dataset
from gametasks.build.dataset.plan import plan_samples
from gametasks.build.dataset.verify_dataset import verify_dataset
from gametasks.build.sample.show import show
from gametasks.cli.app import app
from gametasks.errors import ConfigurationError, RecordError
from gametasks.folder import read_manifest, read_rows
from gametasks.gdl.library import find_games
from gametasks.gdl.limits import Limits
from gametasks.gdl.obfuscation.encoding import NameKind, read_encoding
from gametasks.generators.gdl_simulation.files import GameContent, Given, draw
from gametasks.qa_families.gdl_simulation.instances import paper_instances, plan_instances
from gametasks.qa_families.gdl_simulation.paper_form import ONE_STEP, SEVERAL_STEPS, read_instances
from gametasks.schemas import SampleId

GAMES = ["nim", "tic_tac_toe"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Four instances of two games in the paper's form."""
    out = tmp_path_factory.mktemp("paper")
    for path, data in paper_instances(find_games(GAMES), 3, count=4).items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(data)
    return out


def built(out: Path, **options):
    samples = plan_instances(find_games(GAMES), 3, **options)
    build_dataset(plan_samples("instances", 3, "test", samples), out)
    assert verify_dataset(out)[1] == []
    return list(read_rows(out))


def asked(rows, *families):
    """What the rows of some families ask, whatever they call it."""
    found = set()
    for row in rows:
        if row["family"] in families:
            state, data = json.loads(row["state"]), json.loads(row["evaluator"])["data"]
            moves = json.dumps(data.get("moves", ""))
            found.add((row["family"], state["game"], tuple(state["facts"]), moves, row["answer"], data.get("horizon")))
    return found


def test_a_file_has_the_fields_that_the_paper_names(folder):
    (first, *_) = json.loads((folder / ONE_STEP / "nim.json").read_text())
    assert first.keys() == {"game_state", "move", "legal_moves", "next_state"}
    assert "(control " in first["game_state"]
    assert first["move"].startswith("(first ")
    plays = json.loads((folder / SEVERAL_STEPS / "tic_tac_toe.json").read_text())
    assert len(plays) == 4
    assert all(1 <= len(play["moves"]) <= 15 for play in plays)


def test_what_was_written_and_is_read_again_asks_the_same(folder, tmp_path):
    drawn = built(tmp_path / "drawn", count=4, horizons=(1, 5))
    again = built(tmp_path / "again", given=read_instances(folder), horizons=(1, 5))
    for family in ("next_state", "multistep_state"):
        assert asked(again, family) == asked(drawn, family)
        assert asked(again, family)
    # Of the drawn states, those of distinct joint moves are asked about, too.
    assert {entry[:3] for entry in asked(again, "legal_actions")} >= {
        entry[:3] for entry in asked(drawn, "legal_actions")
    }
    assert not asked(again, "multistep_action_state")
    for row in again:
        assert score(row, row["answer"]).score == 1.0
    show(again[0]["id"], tmp_path / "shown", [tmp_path / "again"])


def test_given_instances_are_asked_about_in_other_names(folder, tmp_path):
    plain = built(tmp_path / "plain", given=read_instances(folder))
    hidden = built(tmp_path / "hidden", given=read_instances(folder), obfuscation=NameKind.WORDS)
    encoding = read_encoding((tmp_path / "hidden" / "encoding.txt").read_text())
    for one, other in zip(plain, hidden, strict=True):
        assert one["family"] == other["family"]
        facts = {encoding.decode_text(fact) for fact in json.loads(other["state"])["facts"]}
        assert facts == set(json.loads(one["state"])["facts"])


ONE = ["next_state", "legal_actions"]
NIM = {"game_state": "(control first) (heap 1 1) (heap 2 0) (heap 3 0)", "move": "(first (take 1 1)) (second noop)"}
AFTER = "(control second)\n(heap 1 0)\n(heap 2 0)\n(heap 3 0)"
LEGAL = "(first (take 1 1))\n(second noop)"


def given(tmp_path, content, name="nim.json"):
    (tmp_path / name).write_text(content if isinstance(content, str) else json.dumps(content))
    return plan_instances(find_games(["nim"]), 1, given=read_instances(tmp_path / name), horizons=(1,))


@pytest.mark.parametrize(
    ("name", "content", "families"),
    [
        ("nim.json", NIM, ONE),
        ("nim.json", [NIM | {"next_state": AFTER, "legal_moves": LEGAL}], ONE),
        ("nim.json", [NIM | {"move": ""}], ["legal_actions"]),
        ("nim.json", [NIM, NIM], ONE),
        ("nim.json", [NIM | {"game_state": re.findall(r"\(.*?\)", NIM["game_state"])}], ONE),
        ("nim.json", [NIM | {"game_state": "[control,first];[heap 1 1],(heap 2 0) (HEAP 3 0)"}], ONE),
        ("all.jsonl", f"{json.dumps(NIM | {'game': 'nim', 'other': 1})}\n" * 2, ONE),
        ("nim.json", [["(first (take 1 1)) (second noop)"]], ["multistep_state"]),
        ("nim.json", [{"moves": ["(first (take 1 1)) (second noop)"]}] * 2, ["multistep_state"] * 2),
    ],
)  # fmt: skip
def test_instances_come_in_several_forms(tmp_path, name, content, families):
    samples = given(tmp_path, content, name)
    assert [sample_id.family for sample_id in samples.ids] == families
    assert len(set(samples.ids)) == len(samples.ids)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (NIM | {"next_state": AFTER.replace("1 0", "1 1")}, r"instance 1: 'next_state' lacks \(heap 1 0\)"),
        (NIM | {"next_state": AFTER + " (over)"}, r"'next_state' holds over, unlike what the rules say"),
        (NIM | {"legal_moves": LEGAL.replace("noop", "wait")}, r"'legal_moves' lacks \(second noop\)"),
        ([NIM, NIM | {"move": "(first (take 1 2)) (second noop)"}], r"instance 2: 'move': \(first .* is not legal"),
        (NIM | {"move": "(first (take 1 1))"}, "'move': second has no move"),
        (NIM | {"game_state": "(control first) (heap 1 x)"}, "do not know 'x'"),
        (NIM | {"game_state": "(control first"}, "'game_state': this bracket is never closed"),
        (NIM | {"game_state": "(control first) (heap 1 0) (heap 2 0) (heap 3 0)"}, "the game is over before it"),
        ([["(first (take 1 1)) (second noop)"] * 2], r"move 2: \(first \(take 1 1\)\) is not legal"),
        (NIM | {"game": "chess"}, "no instances of nim are given; there are some of chess"),
        ([], "holds no instances"),
        ({"state": "x"}, "missing required field `game_state`"),
        ([NIM | {"game_state": 7}], r"instance 1: Expected `str \| array`"),
        ("{", "neither JSON nor JSON lines"),
    ],
)  # fmt: skip
def test_instances_that_contradict_the_rules_or_cannot_be_read_are_named(tmp_path, content, message):
    with pytest.raises(ConfigurationError, match=message):
        given(tmp_path, content)


def test_files_of_instances_have_a_limit(tmp_path):
    (tmp_path / "nim.json").write_text(json.dumps(NIM) + " " * (1 << 20))
    with pytest.raises(ConfigurationError, match="option --size"):
        read_instances(tmp_path, Limits(size_mb=1))
    with pytest.raises(ConfigurationError, match="cannot read"):
        read_instances(tmp_path / "none.json")


def test_the_commands_write_and_read_them_and_the_manifest_tells_how_to_do_it_again(tmp_path):
    run = CliRunner()
    wrote = run.invoke(
        app, ["gdl", "instances", "nim", "--form", "paper", "--count", "2", "--out", str(tmp_path / "p")]
    )
    assert wrote.exit_code == 0, wrote.exception
    assert (tmp_path / "p" / "nim.kif").read_text().startswith("(role first)")
    words = ["gdl", "instances", "nim", "--from", str(tmp_path / "p"), "--out", str(tmp_path / "d"), "--workers", "1"]
    assert run.invoke(app, words).exit_code == 0
    recipe = read_manifest(tmp_path / "d").recipe
    assert recipe.command[recipe.command.index("--from") + 1] == "./instances.jsonl"
    (tmp_path / "instances.jsonl").write_text(recipe.files["instances.jsonl"])
    assert [row["id"] for row in read_rows(tmp_path / "d")] == [
        str(sample_id)
        for sample_id in plan_instances(find_games(["nim"]), 0, given=read_instances(tmp_path / "instances.jsonl")).ids
    ]
    both = run.invoke(app, ["gdl", "instances", "nim", "--form", "paper", "--from", str(tmp_path / "p")])
    assert isinstance(both.exception, ConfigurationError)


def test_a_content_serves_the_family_of_its_instance_alone():
    content = GameContent(name="nim", description=find_games(["nim"])[0].game.text, given=Given(facts=("(heap 1 1)",)))
    sample_id = f"gdl_simulation@1/next_state:{content.variant()}/open/evaluation/1/0/0/0"
    with pytest.raises(RecordError, match="another kind than next_state"):
        draw(SampleId.parse(sample_id), content.encoded())


def test_the_relaxed_reading_takes_the_names_of_the_papers_fields(folder, tmp_path):
    rows = built(tmp_path / "d", given=read_instances(folder), horizons=(1,))
    for row in rows:
        answer = json.loads(row["answer"])
        for old, names in (("llm_state", ("next_state", "game_state")), ("llm_legal_moves", ("legal_moves",))):
            for name in names if old in answer else ():
                other = json.dumps({name: answer[old]})
                assert score(row, other, "relaxed").score == 1.0
                assert score(row, other, "strict").score == 0.0
                both = json.dumps({name: "(wrong)", old: answer[old]})
                assert score(row, both, "relaxed").score == 1.0
