"""The library: what every game of our own keeps to, and finding the games of a user."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from gametasks.errors import GdlError, UnknownNameError
from gametasks.gdl.checker.check import check_game
from gametasks.gdl.description import parse_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.library import OWN_GAMES, GameKind, find_games, load_metadata, load_own, own_games
from gametasks.gdl.playouts import End, play, start_words
from gametasks.gdl.terms import signature

ENTRIES = {entry.name: entry for entry in own_games()}
GAME = "(role solo)\n(init on)\n(<= (legal solo go) (true on))\n(<= terminal (not (true on)))\n(goal solo 100)\n"
METADATA = (OWN_GAMES / "tic_tac_toe.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ENTRIES)
def test_the_checker_finds_nothing(name):
    assert [str(finding) for finding in check_game(load_own(name))] == []


@pytest.mark.parametrize("name", ENTRIES)
def test_random_playouts_end_and_every_state_is_sound(name):
    machine = Interpreter(load_own(name))
    choices_at_once = False
    for word in start_words(3, 9):
        for step in play(machine, int(word), 500):
            for values in machine.goals(step.state):
                assert len(values) == 1
                assert 0 <= values[0] <= 100
            if step.end is None:
                assert all(step.legal)
                choices_at_once |= sum(len(moves) > 1 for moves in step.legal) > 1
        assert step.end is End.TERMINAL
    assert choices_at_once == ENTRIES[name].metadata.properties.simultaneous


CONVERGING = [entry.name for entry in ENTRIES.values() if entry.metadata.properties.converging]


@pytest.mark.parametrize("name", CONVERGING)
def test_what_lies_on_the_board_of_a_converging_game_stays(name):
    """Whose turn it is, empty squares, hands and counters change; everything else may only be added."""
    machine = Interpreter(load_own(name))
    for word in start_words(3, 9):
        before = frozenset()
        for step in play(machine, int(word), 500):
            on_board = {fact for fact in step.state if signature(fact)[0] in {"cell", "line"}}
            board = {fact for fact in on_board if fact[-1] not in {"b", "empty", "free"}}
            assert before <= board
            before = board


def test_there_are_many_games_of_every_kind():
    assert len(ENTRIES) >= 24
    assert {entry.metadata.kind for entry in ENTRIES.values()} == set(GameKind)
    titles = [entry.metadata.title for entry in ENTRIES.values()]
    assert len(titles) == len(set(titles))


def test_two_files_belong_to_a_game():
    descriptions = {path.stem for path in OWN_GAMES.glob("*.kif")}
    assert descriptions == {path.stem for path in OWN_GAMES.glob("*.toml")} == set(ENTRIES)


@pytest.mark.parametrize("name", ENTRIES)
def test_a_description_opens_with_the_title_and_has_its_sections(name):
    entry = ENTRIES[name]
    text = entry.path.read_text(encoding="utf-8")
    assert text.startswith(f"; {entry.metadata.title}")
    assert all(len(line) <= 100 and line == line.rstrip() for line in text.splitlines())
    sections = "\n".join(line.strip(" ;-") for line in text.splitlines() if line.startswith("; ---"))
    places = [sections.find(name) for name in ("Player", "First state", "Moves", "Next state", "End and goals")]
    assert -1 not in places
    assert places == sorted(places)


# --- Finding games ------------------------------------------------------------


def write(folder: Path, *names: str) -> list[Path]:
    paths = [folder / name for name in names]
    for path in paths:
        path.write_text(METADATA if path.suffix == ".toml" else GAME, encoding="utf-8")
    return paths


def test_own_games_are_found_by_name_and_all_by_default():
    (found,) = find_games(["othello"])
    assert found.game.name == "othello"
    assert found.metadata is not None
    assert found.metadata.kind is GameKind.PLACEMENT
    assert [found.game.name for found in find_games()] == list(ENTRIES)


def test_a_folder_is_read_in_the_order_of_its_names(tmp_path):
    write(tmp_path, "b.kif", "a.gdl", "c.txt", "b.toml")
    (tmp_path / "deeper").mkdir()
    write(tmp_path / "deeper", "z.kif")
    found = find_games([tmp_path])
    assert [(one.game.name, one.metadata is not None) for one in found] == [("a", False), ("b", True)]


def test_paths_keep_their_order_and_count_once(tmp_path):
    first, second = write(tmp_path, "x.kif", "y.kif")
    names = [found.game.name for found in find_games([str(second), "nim", tmp_path, first])]
    assert names == ["y", "nim", "x"]


def test_a_name_goes_before_a_folder_of_that_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chess").mkdir()
    write(tmp_path / "chess", "mine.kif")
    assert [found.game.name for found in find_games(["chess", "./chess"])] == ["chess", "mine"]


def test_what_is_not_there_is_named(tmp_path):
    with pytest.raises(UnknownNameError, match=r"unknown game 'otello'; did you mean othello\?"):
        find_games(["otello"])
    with pytest.raises(UnknownNameError, match="unknown game"):
        load_own("no such game")
    with pytest.raises(GdlError, match="no such file"):
        find_games([tmp_path / "missing.kif"])
    with pytest.raises(GdlError, match="the folder holds no game"):
        find_games([tmp_path])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("title = ", "Invalid value"),
        ('title = "x"\n', "missing required field"),
        (METADATA.replace('"placement"', '"mystery"'), "Invalid enum value 'mystery'"),
        (METADATA + "beautiful = true\n", "unknown field `beautiful`"),
        (METADATA.replace("points = false", "points = 0"), "Expected `bool`, got `int`"),
        (b"\xff\xfe", "not the metadata of a game"),
    ],
)
def test_bad_metadata_is_refused_with_its_place(tmp_path, text, reason):
    path = tmp_path / "game.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    write(tmp_path, "game.kif")
    with pytest.raises(GdlError, match=reason) as caught:
        find_games([tmp_path / "game.kif"])
    assert str(path) in str(caught.value)


def test_metadata_survives_as_written():
    metadata = load_metadata(OWN_GAMES / "dots_and_boxes.toml")
    assert metadata.title == "Dots and boxes"
    assert metadata.properties.points
    assert not metadata.properties.resources


def test_the_small_game_of_these_tests_is_one():
    assert parse_game(GAME).roles == ("solo",)


def test_a_byte_order_mark_begins_a_file_of_metadata(tmp_path):
    own = OWN_GAMES / "tic_tac_toe.toml"
    (tmp_path / "game.toml").write_bytes(codecs.BOM_UTF8 + own.read_bytes())
    assert load_metadata(tmp_path / "game.toml") == load_metadata(own)
