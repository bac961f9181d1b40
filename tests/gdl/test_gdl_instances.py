"""Instances of described games: the same records as a build's, whatever the names, workers and interruptions."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from gametasks import prompt, score
from gametasks.build.dataset.pipeline import build_dataset
from gametasks.build.dataset.plan import Plan, plan_samples
from gametasks.build.dataset.verify_dataset import verify_dataset
from gametasks.build.gallery.page import write_gallery
from gametasks.build.sample.show import show
from gametasks.build.sample.verify import verify
from gametasks.cli.app import app
from gametasks.errors import ConfigurationError, GdlError, RecordError, UnknownNameError
from gametasks.evaluate.report import score_predictions
from gametasks.evaluate.scoring import Reading
from gametasks.folder import digest, read_manifest, read_rows
from gametasks.gdl.library import find_games
from gametasks.gdl.limits import LIMITS, Limits
from gametasks.gdl.obfuscation.encoding import NameKind, read_encoding
from gametasks.generators.gdl_simulation.files import GameContent, draw
from gametasks.qa_families import PlannedSamples
from gametasks.qa_families._catalogue import get_task
from gametasks.qa_families.gdl_simulation.instances import plan_instances
from gametasks.schemas import SampleId
from gametasks.schemas._identity import variant_of
from gametasks.schemas.gdl_simulation import WorkLimits

TWO_MOVES = """
; Which side is up? The coin shows what is called, or else the other side.
(role You)
(init (coin heads))
(<= (legal You (call heads)))
(<= (legal You (call tails)))
(<= (next (coin ?side)) (does You (call ?side)) (true (coin heads)))
(<= (next (coin ?side)) (does You (call ?side)) (true (coin tails)))
(<= terminal (true (coin lost)))
"""

SHORT = """
(role a) (role b)
(init (left 2)) (minus 2 1) (minus 1 0)
(<= (legal ?role wait) (role ?role))
(<= (next (left ?less)) (true (left ?more)) (minus ?more ?less))
(<= terminal (true (left 0)))
"""

SEED, COUNT = 4, 3


def write_games(folder: Path) -> list[str]:
    folder.mkdir()
    (folder / "coin.kif").write_text(TWO_MOVES)
    (folder / "short.kif").write_text(SHORT)
    return [str(folder / "coin.kif"), str(folder / "short.kif"), "tic_tac_toe"]


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return write_games(tmp_path_factory.mktemp("instances") / "games")


def planned(paths: list[str], **options: Any) -> Plan:
    samples = plan_instances(find_games(paths), SEED, **{"count": COUNT, "horizons": (1, 5), **options})
    return plan_samples("instances", SEED, "test", samples)


@pytest.fixture(scope="module")
def whole(paths: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("instances") / "plain"
    build_dataset(planned(paths), folder)
    return folder


@pytest.fixture(scope="module")
def obfuscated(paths: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("instances") / "strings"
    build_dataset(planned(paths, obfuscation=NameKind.STRINGS), folder)
    return folder


def rows_by_key(folder: Path) -> dict[tuple[str, str, int | None, int], dict[str, Any]]:
    """Rows by game, family, horizon and index."""
    rows = {}
    for row in read_rows(folder):
        data = json.loads(row["evaluator"])["data"]
        index = int(row["id"].split("/")[-2])
        rows[json.loads(row["state"])["game"], row["family"], data.get("horizon"), index] = row
    return rows


def is_about(game: str, row: dict[str, Any]) -> bool:
    return json.loads(row["state"])["game"] == game


def test_each_game_has_the_samples_that_it_can_yield(whole):
    counts = Counter((game, family, horizon) for game, family, horizon, _ in rows_by_key(whole))
    for family in ("multistep_state", "multistep_action_state"):
        assert [counts["coin", family, n] for n in (1, 5)] == [COUNT, COUNT]
        assert [counts["short", family, n] for n in (1, 5)] == [COUNT, 0]
        assert [counts["tic_tac_toe", family, n] for n in (1, 5)] == [COUNT, COUNT]
    # The coin has two states and two moves in each; the short game goes through two states, always alike.
    assert [counts[game, "legal_actions", None] for game in ("coin", "short", "tic_tac_toe")] == [2, 2, COUNT]
    assert [counts[game, "next_state", None] for game in ("coin", "short", "tic_tac_toe")] == [3, 2, COUNT]


def test_what_a_game_lacks_stands_in_the_manifest(whole):
    assert set(read_manifest(whole).notes) == {
        "coin has 2 distinct states with a legal joint move instead of 3",
        "short has 2 distinct pairs of a state and a joint move instead of 3",
        "short has 2 distinct states with a legal joint move instead of 3",
        "short has 0 playouts of 5 joint moves instead of 3",
    }
    card = (whole / "README.md").read_text()
    assert "coin has 2 distinct states" in card
    assert read_manifest(whole).repeats["gdl_simulation/multistep_action_state"] == 2 * 5


def test_a_game_with_more_pairs_than_states_yields_them_all(paths):
    samples = plan_instances(find_games(paths[:1]), SEED, count=10)
    families = Counter(first.family for first in samples.ids)
    assert families["next_state"] == 4
    assert families["legal_actions"] == 2


def test_the_families_of_one_step_share_their_states(whole):
    rows = rows_by_key(whole)
    for (game, family, horizon, index), row in rows.items():
        if family == "legal_actions":
            other = rows[game, "next_state", horizon, index]
            assert json.loads(row["state"]) == json.loads(other["state"])
            for role_move in json.loads(other["evaluator"])["data"]["moves"]:
                assert f" {role_move})" in row["answer"]


def test_no_state_is_asked_twice_for_its_moves_and_no_joint_move_twice(whole):
    seen: set[Any] = set()
    for row in read_rows(whole):
        if row["family"] in ("next_state", "legal_actions"):
            state = json.loads(row["state"])
            moves = json.loads(row["evaluator"])["data"].get("moves", ())
            key = row["family"], state["game"], tuple(state["facts"]), tuple(moves)
            assert key not in seen
            seen.add(key)


def test_a_shorter_horizon_is_a_beginning_of_the_same_playout(paths):
    games = find_games(paths[2:])
    longest = moves_of(plan_instances(games, SEED, count=2, horizons=(1, 3, 7)))
    alone = moves_of(plan_instances(games, SEED, count=2, horizons=(3,)))
    for index in (0, 1):
        assert longest[index, 7][:3] == longest[index, 3] == alone[index, 3]
        assert longest[index, 3][:1] == longest[index, 1]


def moves_of(samples: PlannedSamples) -> dict[tuple[int, int], list[Any]]:
    found = {}
    for first in samples.ids:
        if first.family == "multistep_state":
            question = draw(first, samples.contents[first.variant]).question
            found[first.index, question.horizon] = list(question.moves)
    return found


def test_the_records_are_verified_like_those_of_a_build(whole, obfuscated):
    for folder in (whole, obfuscated):
        checked, faults = verify_dataset(folder)
        assert faults == []
        assert checked == read_manifest(folder).slots
        for row in read_rows(folder):
            assert score(row, row["answer"]).score == 1.0
            assert "which side is up" not in prompt(row).text.lower(), "comments are not shown"


def test_two_workers_write_the_same_bytes_as_one(whole, paths, tmp_path):
    build_dataset(planned(paths), tmp_path / "d", workers=2)
    assert digest(tmp_path / "d") == digest(whole)
    for name in ("manifest.json", "README.md", "journal.jsonl"):
        assert (tmp_path / "d" / name).read_bytes() == (whole / name).read_bytes()


class Stop(Exception):
    """Ends a build at a chosen moment."""


@pytest.mark.parametrize("moment", [1, 20])
def test_an_interrupted_run_goes_on_to_the_same_rows(obfuscated, paths, tmp_path, moment):
    def stop(done: int, total: int) -> None:
        if done == moment:
            raise Stop

    plan = planned(paths, obfuscation=NameKind.STRINGS)
    with pytest.raises(Stop):
        build_dataset(plan, tmp_path / "d", progress=stop)
    build_dataset(plan, tmp_path / "d")
    assert digest(tmp_path / "d") == digest(obfuscated)
    assert (tmp_path / "d" / "encoding.txt").read_bytes() == (obfuscated / "encoding.txt").read_bytes()


def test_an_obfuscated_instance_is_the_image_of_the_original_one(whole, obfuscated):
    encoding = read_encoding((obfuscated / "encoding.txt").read_text())
    plain, hidden = rows_by_key(whole), rows_by_key(obfuscated)
    assert plain.keys() == hidden.keys()
    for key, row in plain.items():
        state, image = json.loads(row["state"]), json.loads(hidden[key]["state"])
        assert encoding.decode_text(image["description"]) == state["description"]
        assert {encoding.decode_text(fact) for fact in image["facts"]} == set(state["facts"])
        back = encoding.decode_text(hidden[key]["answer"])
        assert score(row, back).score == 1.0
        assert json.loads(hidden[key]["params"])["structural"]["obfuscation"] == "strings"


def test_a_sample_is_made_again_from_its_id_and_the_files(whole, obfuscated, paths, tmp_path):
    for folder, sources in (
        (whole, [Path(path) for path in paths[:2]]),
        (obfuscated, [*map(Path, paths[:2]), obfuscated / "encoding.txt"]),
    ):
        for row in list(read_rows(folder))[::7]:
            *_, record = show(row["id"], tmp_path, sources)
            again = json.loads(record.read_text())
            assert again["state"] == row["state"]
            assert again["question"] == row["question"]
            assert again["answer"] == row["answer"]


def test_a_sample_is_made_again_from_its_row_or_its_dataset(whole, obfuscated, tmp_path):
    for folder in (whole, obfuscated):
        for row in list(read_rows(folder))[::7]:
            assert row["id"].split("/")[1].split(":")[1] == variant_of("game", json.loads(row["params"])["content"])
            for again in (show(row, tmp_path), show(row["id"], tmp_path, [folder])):
                record = json.loads(again[-1].read_text())
                assert {**record, "split": "test"} == {name: row[name] for name in record}


def test_descriptions_are_shown_without_their_comments_unless_asked_for(whole, paths, tmp_path):
    assert all("; Which side is up?" not in prompt(row).text for row in read_rows(whole))
    build_dataset(planned(paths[:1], comments=True), tmp_path / "whole")
    for row in read_rows(tmp_path / "whole"):
        assert json.loads(row["state"])["description"] == TWO_MOVES
        assert TWO_MOVES.strip() in prompt(row).text
        verify(row)
    *_, record = show(row["id"], tmp_path, [Path(paths[0])])
    assert json.loads(record.read_text())["answer"] == row["answer"]
    with pytest.raises(ConfigurationError, match="obfuscated description has no comments"):
        planned(paths[:1], comments=True, obfuscation=NameKind.TERMS)


def test_without_its_file_a_sample_of_a_users_game_cannot_be_made(whole, tmp_path):
    name = next(row["id"] for row in read_rows(whole) if is_about("coin", row))
    with pytest.raises(RecordError, match="made from a file that is not given"):
        show(name, tmp_path)


def test_a_record_of_another_description_is_refused(whole):
    row = next(row for row in read_rows(whole) if is_about("coin", row) and row["family"] == "next_state")
    state, params = json.loads(row["state"]), json.loads(row["params"])
    edge = {"description": state["description"] + "(side edge)\n"}
    with pytest.raises(RecordError, match="state is not the state that the id gives"):
        verify({**row, "state": json.dumps(state | edge)})
    content = json.dumps(json.loads(params["content"]) | edge)
    with pytest.raises(RecordError, match="another content"):
        verify({**row, "params": json.dumps(params | {"content": content})})


def test_other_seeds_draw_other_states(paths):
    games = find_games(paths[2:])
    assert moves_of(plan_instances(games, 1, count=2)) != moves_of(plan_instances(games, 2, count=2))


PROMPTS = """
[next_state]
hint = "Rules: $description"
question = "State: $state -- $roles move $moves for $$1"
answer = "JSON, please"
"""


def test_a_users_words_replace_ours_and_stay_verifiable(paths, tmp_path):
    template = tmp_path / "mine.toml"
    template.write_text(PROMPTS)
    plan = planned(paths, template=template)
    build_dataset(plan, tmp_path / "d")
    assert verify_dataset(tmp_path / "d")[1] == []
    texts = {row["family"]: row for row in read_rows(tmp_path / "d")}
    assert "for $1" in texts["next_state"]["question"]
    assert texts["next_state"]["answer_format"].endswith("JSON, please.")
    assert "Which moves are legal here" in texts["legal_actions"]["question"]
    name = texts["next_state"]["id"]
    with pytest.raises(RecordError, match="file of prompts"):
        show(name, tmp_path / "s", [Path(paths[1])])
    show(name, tmp_path / "s", [Path(paths[1]), tmp_path / "d" / "prompts.toml"])


EXACT = """You judge a game.

== RULES ==
$description
===========

== STATE ==
$state
===========

Moves: $moves

Answer {"llm_state": "..."} and stop"""


def test_a_users_words_make_the_whole_prompt_and_nothing_is_added(paths, tmp_path):
    hint, state, moves, ending = EXACT.rsplit("\n\n", 3)
    parts = {"hint": hint, "question": f"{state}\n\n{moves}", "ending": ending}
    template = tmp_path / "exact.toml"
    template.write_text("[next_state]\n" + "".join(f"{key} = '''\n{text}'''\n" for key, text in parts.items()))
    build_dataset(planned(paths[:1], template=template), tmp_path / "d")
    assert verify_dataset(tmp_path / "d")[1] == []
    row = next(row for row in read_rows(tmp_path / "d") if row["family"] == "next_state")
    given = json.loads(row["state"])
    moves_text = f"(You {json.loads(row['evaluator'])['data']['moves'][0]})"
    wanted = EXACT.replace("$description", given["description"].strip("\n"))
    wanted = wanted.replace("$state", "\n".join(given["facts"])).replace("$moves", moves_text)
    assert prompt(row).text == wanted
    assert score(row, row["answer"]).score == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PROMPTS + 'ending = "JSON"', "both 'answer' and 'ending'"),
        (PROMPTS.replace('answer = "JSON, please"', ""), "neither 'answer' nor 'ending'"),
        (PROMPTS.replace("$state", "$stat"), "did you mean state"),
        (PROMPTS.replace("$description", "the usual"), "lacks \\$description"),
        (PROMPTS.replace("$$1", "$1"), "dollar sign"),
        (PROMPTS.replace("[next_state]", "[next]"), "did you mean next_state"),
        (PROMPTS.replace("hint =", "hints ="), "unknown field|missing required"),
        (PROMPTS.replace("JSON, please", " "), "answer of the prompts .* is empty"),
        ("", "no table"),
        ("[next_state", "prompts .*mine.toml"),
        ("\x00", "prompts .*mine.toml"),
    ],
)
def test_words_that_cannot_be_used_are_named(paths, tmp_path, text, message):
    template = tmp_path / "mine.toml"
    template.write_text(text)
    with pytest.raises(ConfigurationError, match=message):
        planned(paths, template=template)


@pytest.mark.parametrize(
    "options", [{"count": 0}, {"count": 10**9}, {"horizons": ()}, {"horizons": (0,)}, {"horizons": (5, 16)}]
)
def test_numbers_out_of_range_are_refused(paths, options):
    with pytest.raises(ConfigurationError):
        planned(paths, **options)


def test_two_games_of_one_name_are_refused(paths, tmp_path):
    same_name = tmp_path / "coin.kif"
    same_name.write_text(SHORT)
    with pytest.raises(ConfigurationError, match="two games are called coin"):
        planned([paths[0], str(same_name)])


def test_the_same_game_under_two_names_is_two_games(paths, tmp_path):
    other = tmp_path / "penny.kif"
    other.write_text(TWO_MOVES)
    plan = planned([paths[0], str(other)])
    manifest = build_dataset(plan, tmp_path / "d")
    assert manifest.failed == ()
    assert manifest.rejections == {}


def test_no_game_and_a_game_without_a_move_are_refused(tmp_path):
    with pytest.raises(ConfigurationError, match="no game"):
        plan_instances([], 1)
    stuck = tmp_path / "stuck.kif"
    stuck.write_text("(role a) (init x)")
    with pytest.raises(GdlError, match="stuck: the first state has a role without a legal move"):
        planned([str(stuck)], unchecked=True)
    over = tmp_path / "over.kif"
    over.write_text("(role a) (init x) (legal a wait) terminal")
    with pytest.raises(GdlError, match="over: the first state is over"):
        planned([str(over)])


DEEP = f"""
(role a) (init (box {"(in " * 140}1{")" * 140})) (init (step 0)) (plus 0 1) (plus 1 2)
(<= (legal a (take ?x)) (true (box (in ?x))))
(legal a wait)
(<= (next (box ?x)) (does a (take ?x)))
(<= (next (box ?x)) (does a wait) (true (box ?x)))
(<= (next (step ?y)) (true (step ?x)) (plus ?x ?y))
(<= terminal (true (step 2)))
(goal a 100)
"""


def test_samples_state_the_limits_that_their_game_needs(tmp_path):
    (tmp_path / "deep.kif").write_text(DEEP)
    with pytest.raises(GdlError, match="option --depth"):
        find_games([tmp_path / "deep.kif"])
    limits = Limits(depth=200, comparisons=2_000_000)
    games = find_games([tmp_path / "deep.kif"], limits=limits)
    plan = plan_samples("instances", 1, "test", plan_instances(games, 1, count=3, horizons=(2,), limits=limits))
    assert build_dataset(plan, tmp_path / "d").failed == ()
    assert verify_dataset(tmp_path / "d")[1] == []
    for row in read_rows(tmp_path / "d"):
        state = json.loads(row["state"])
        assert state["limits"] == {"depth": 200, "comparisons": 2_000_000}
        assert score(row, row["answer"]).score == score(row, row["answer"], "relaxed").score == 1.0
        assert prompt(row).text
        usual = {**row, "state": json.dumps({**state, "limits": {}})}
        with pytest.raises(RecordError, match="option --depth"):
            score(usual, row["answer"])
    show(row["id"], tmp_path / "shown", [tmp_path / "d"])


def test_samples_of_usual_games_state_no_limits(whole):
    assert all("limits" not in json.loads(row["state"]) for row in read_rows(whole))


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (Limits(ticks=20), "opening it takes more than 20 ticks .limit 'ticks', option --ticks"),
        (Limits(depth=2000), "a limit is beyond what samples may state: .*depth"),
    ],
)
def test_a_game_that_needs_more_work_than_it_may_take_is_refused(limits, message):
    with pytest.raises((GdlError, ConfigurationError), match=message):
        plan_instances(find_games(["chess"]), 1, count=1, limits=limits)


def test_the_limits_of_samples_are_those_of_games():
    usual = {name: getattr(WorkLimits(), name) for name in WorkLimits.__struct_fields__}
    assert Limits(**usual) == Limits()
    for field in msgspec.inspect.type_info(WorkLimits).fields:
        assert LIMITS[field.name].high >= field.type.le >= 10 * field.default or field.name == "depth"


def test_the_command_states_limits_in_its_recipe(tmp_path):
    words = ["gdl", "instances", "nim", "--count", "1", "--ticks", "30000000", "--out", str(tmp_path), "--workers", "1"]
    assert CliRunner().invoke(app, words).exit_code == 0
    command = read_manifest(tmp_path).recipe.command
    assert command[command.index("--ticks") + 1] == "30000000"
    assert "--facts" not in command


def test_an_id_of_a_task_without_files_has_no_variant(tmp_path):
    variant = variant_of("game", "")
    with pytest.raises(RecordError, match="makes no samples from files"):
        show(f"rolling_cube@{get_task('rolling_cube').version}/top_face:{variant}/open/dataset/1/0/0/0", tmp_path)
    with pytest.raises(RecordError, match="content is not that of a game"):
        draw(SampleId.parse(f"gdl_simulation@1/next_state:{variant}/open/dataset/1/0/0/0"), "")
    with pytest.raises(UnknownNameError):
        show(f"gdl_simulation@1/next:{variant}/open/dataset/1/0/0/0", tmp_path)


@pytest.mark.parametrize(
    ("family", "horizon", "why"),
    [("next_state", 5, "has no horizon"), ("multistep_state", None, "needs a horizon")],
)
def test_a_content_that_does_not_serve_the_family_is_refused(family, horizon, why):
    content = GameContent(name="coin", description=TWO_MOVES, horizon=horizon)
    sample_id = SampleId.parse(f"gdl_simulation@1/{family}:{content.variant()}/open/evaluation/1/0/0/0")
    with pytest.raises(RecordError, match=why):
        draw(sample_id, content.encoded())


def test_scores_are_told_game_by_game_and_horizon_by_horizon(whole):
    rows = list(read_rows(whole))
    spaced = {row["id"]: row["answer"].replace("\\n", ", ") for row in rows}
    relaxed = score_predictions(rows, spaced, {}, Reading.RELAXED)
    assert relaxed.reading == "relaxed"
    assert all(game.jaccard == game.exact == 1.0 for game in relaxed.tables[0].rows)
    right_in_one_game = {row["id"]: row["answer"] for row in rows if is_about("coin", row)}
    report = score_predictions(rows, right_in_one_game, {})
    assert report.reading == "strict"
    table = {(game.family.split("/")[1], game.horizon, game.game): game for game in report.tables[0].rows}
    assert table["multistep_state", 5, "coin"].exact == 1.0
    assert table["multistep_state", 5, "tic_tac_toe"].jaccard == 0.0
    # Two of the three games have playouts of five moves, and each weighs the same.
    assert table["multistep_state", 5, "Average"].exact == 0.5
    assert table["next_state", None, "Average"].exact == pytest.approx(1 / 3)
    assert table["next_state", None, "Average"].samples == 3 + 2 + COUNT


def test_the_commands_name_the_reading_and_the_games(whole, paths, tmp_path, run):
    rows = list(read_rows(whole))
    predictions = tmp_path / "p.jsonl"
    predictions.write_text(
        "".join(json.dumps({"id": row["id"], "response": f"```\n{row['answer']}\n```"}) + "\n" for row in rows)
    )
    words = ("score", whole, predictions, "--out", tmp_path / "s.json")
    assert " 1.000 " not in run(*words).stdout
    printed = run(*words, "--reading", "relaxed").stdout
    assert " 1.000 " in printed
    assert "tic_tac_toe" in printed
    assert "relaxed" in printed
    assert json.loads((tmp_path / "s.json").read_text())["reading"] == "relaxed"
    refused = run(*words, "--reading", "lax")
    assert refused.returncode == 2
    assert "unknown reading" in refused.stderr
    name = next(row["id"] for row in rows if is_about("coin", row))
    assert run("show", name, "--out", tmp_path / "s").returncode == 2
    assert run("show", name, "--out", tmp_path / "s", "--file", paths[0]).returncode == 0
    assert run("show", name, "--out", tmp_path / "s", "--file", whole).returncode == 0


def test_cards_and_galleries_show_samples_of_text(whole, tmp_path):
    front = (whole / "README.md").read_text().split("---")[1]
    assert "text-generation" in front
    assert "license: other" in front  # two of the three games are not the project's
    assert "add `--file` and the folder of this dataset" in (whole / "README.md").read_text()
    assert "licences of their authors" in (whole / "README.md").read_text()
    assert "pixels" not in (whole / "README.md").read_text()
    assert "image" not in front.split("task_categories:")[1].split("tags:")[0]
    page = write_gallery(Path(shutil.copytree(whole, tmp_path / "d"))).read_text()
    assert '"faults":["' not in page
    assert "(coin heads)" in page
