"""What the checker finds is said before a game is used: errors refuse it, warnings are told."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from gametasks.cli.app import app
from gametasks.errors import GdlError, UnsoundGameError
from gametasks.gdl import time_limit
from gametasks.gdl.checker.sound import require_sound
from gametasks.gdl.description import load_game, parse_game
from gametasks.gdl.library import find_games
from gametasks.gdl.limits import Limits
from gametasks.gdl.obfuscation.encoding import NameKind, make_encoding, obfuscate_game
from gametasks.qa_families.gdl_simulation.instances import plan_instances

GOOD = """(role robot)
(init (in hall))
(way hall cellar) (way cellar hall)
(<= (legal robot (go ?room)) (true (in ?here)) (way ?here ?room))
(<= (next (in ?room)) (does robot (go ?room)))
(<= (next (seen ?here)) (true (in ?here)))
(<= terminal (true (in cellar)) (true (seen cellar)))
(goal robot 100)
"""
BROKEN = GOOD.replace("(does robot (go ?room))", "(does robot (go ?other))")
"""No condition says which room the robot is in: engines may take none or all."""
WARNED = GOOD + "(unused hall)\n"


@pytest.fixture
def folder(tmp_path):
    for name, text in (("good", GOOD), ("broken", BROKEN), ("warned", WARNED), ("wrong", BROKEN)):
        (tmp_path / f"{name}.kif").write_text(text)
    return tmp_path


def run(*words):
    return CliRunner().invoke(app, ["gdl", *map(str, words)])


def test_instances_of_a_broken_game_are_refused_with_all_its_findings_unless_unchecked(folder):
    games = find_games([folder / f"{name}.kif" for name in ("good", "broken", "wrong")])
    with pytest.raises(UnsoundGameError, match=r"broken\.kif:5:15: error: .*--unchecked") as refused:
        plan_instances(games, 1, count=2, horizons=(1,))
    assert [finding.split(":")[0] for finding in refused.value.findings] == [
        str(folder / f"{name}.kif") for name in ("broken", "wrong")
    ]
    with pytest.raises(GdlError, match=r"no answer in a random playout|no condition binds"):
        plan_instances(games[1:2], 1, count=2, horizons=(1,), unchecked=True)


def test_warnings_about_a_game_are_told_and_do_not_refuse_it(folder):
    told = []
    plan_instances(find_games([folder / "warned.kif", folder / "good.kif"]), 1, count=2, report=told.append)
    (line,) = told
    assert line.startswith(f"{folder / 'warned.kif'}:9:")
    assert "[unused]" in line


def test_checking_each_game_keeps_the_limit_that_is_given(folder, monkeypatch):
    times = iter(range(1_000))
    monkeypatch.setattr(time_limit, "monotonic", lambda: float(next(times)))
    games = find_games([folder / "good.kif"])
    with pytest.raises(UnsoundGameError, match="more than 7 seconds"):
        plan_instances(games, 1, count=2, limits=Limits(seconds=7.0))
    plan_instances(games, 1, count=2, limits=Limits(seconds=700.0))


@pytest.mark.parametrize(
    ("command", "more"), [("play", ()), ("replay", ("trace.jsonl",)), ("instances", ("--out", "data"))]
)
def test_commands_refuse_a_broken_game(folder, monkeypatch, command, more):
    monkeypatch.chdir(folder)
    result = run(command, "broken.kif", *more)
    assert isinstance(result.exception, UnsoundGameError)
    assert not (folder / "data").exists()
    unchecked = run(command, "broken.kif", *more, "--unchecked")
    assert unchecked.exception is not None
    assert not isinstance(unchecked.exception, UnsoundGameError)


def test_a_broken_game_is_neither_measured_nor_timed(folder):
    properties = run("properties", folder / "broken.kif", "--out", folder / "p.csv")
    assert properties.exit_code == 0
    assert "[unsafe_variable]" in properties.stderr
    assert (folder / "p.csv").exists()
    assert "not measured: " in run("bench", folder / "broken.kif", "--measure", "0.1").stdout


def test_a_broken_game_is_renamed_and_its_findings_are_told(folder):
    result = run("obfuscate", folder / "broken.kif", "--out", folder / "out")
    assert result.exit_code == 0
    assert "broken.kif:5:15: error" in result.stderr.replace("\n", "")


def test_a_warning_is_told_by_play(folder):
    result = run("play", folder / "warned.kif", "--steps", "1")
    assert result.exit_code == 0
    assert "[unused]" in result.stderr.replace("\n", " ")


def test_a_game_that_was_renamed_is_sound_like_the_original():
    game = parse_game(GOOD)
    require_sound([game])
    for kind in NameKind:
        require_sound([obfuscate_game(game, make_encoding([game], kind))])


def test_more_than_one_finding_of_a_game_is_counted(folder):
    (folder / "broken.kif").write_text(BROKEN.replace("(true (in ?here)) (way ?here ?room)", "(true (in ?here))"))
    with pytest.raises(UnsoundGameError, match=r"\(the first of 2 errors\)"):
        require_sound([load_game(folder / "broken.kif")])
