"""The commands for games: what they print and write, and one line with exit code 2 for what the user can mend."""

from __future__ import annotations

import csv
import json
import re
import sys
from pathlib import Path

import pytest

from gametasks.cli.app import main
from gametasks.folder import read_manifest
from gametasks.gdl.description import load_game, parse_game
from gametasks.gdl.library import own_games
from gametasks.gdl.prolog import MISSING, is_installed

SHARED = Path(__file__).parents[3] / "shared" / "gdl"

ENDLESS = "(role me) (init (at 0)) (legal me go) (<= (next (at 0)) (true (at 0))) (<= terminal (true done)) (goal me 0)"
STUCK = """
(role me) (role you) (init start)
(<= (legal me go) (true start)) (legal you wait)
(<= (next end) (does me go)) (<= (next start) (true never))
(<= terminal (true never)) (goal me 0) (goal you 0)
"""
GROWING = """
(role me) (init (n 0)) (legal me go)
(<= (next (n (s ?x))) (true (n ?x)))
(<= (grown 0)) (<= (grown (s ?x)) (grown ?x)) (<= terminal (grown never)) (goal me 0)
"""
EXPLODING = "\n".join(
    [
        "(role me) (init (at d1)) (legal me go) (goal me 0)",
        *(f"(digit d{i})" for i in range(40)),
        f"(<= (many {' '.join(f'?x{i}' for i in range(8))}) {' '.join(f'(digit ?x{i})' for i in range(8))})",
        f"(<= terminal (many {' '.join(f'?x{i}' for i in range(8))}) (true never))",
        "(<= (next (at ?x)) (true (at ?x)))",
    ]
)


class Outcome:
    """What a command in this process gave."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def gdl(monkeypatch, capsys, tmp_path):
    """Run a command in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["gametasks", "gdl", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        written = capsys.readouterr()
        return Outcome(ended.value.code, written.out, written.err)

    return call


def refused(result, *parts):
    assert result.code == 2, (result.code, result.err, result.out)
    first, *rest = result.err.strip("\n").splitlines()
    assert first.startswith("gametasks: ")
    assert all(line.startswith("    ") for line in rest), "below the one line stands an excerpt at most"
    assert "Traceback" not in result.err
    for part in parts:
        assert part in result.err


def text_file(folder, name, text):
    (folder / name).write_text(text)
    return folder / name


# --- what there is ----------------------------------------------------------------------------------------------------


def test_gdl_alone_lists_its_commands(gdl):
    result = gdl()
    assert result.code == 0
    commands = "check play instances replay obfuscate deobfuscate properties bench family games"
    for command in commands.split():
        assert re.search(rf"^  {command} ", result.out, re.MULTILINE), command


def test_games_lists_every_own_game_with_its_title(gdl):
    listed = gdl("games").out
    for entry in own_games():
        assert entry.name in listed
        assert entry.metadata.title in listed


def test_family_lists_prints_and_writes_games(gdl, tmp_path):
    assert "players" in gdl("family").out
    printed = gdl("family", "claim", "--players", 4, "--plots=6").out
    assert len(parse_game(printed).roles) == 4
    written = gdl("family", "claim", "--players", 4, "--plots", 6, "--out", tmp_path / "made")
    description, metadata = map(Path, written.out.splitlines())
    assert description.read_text().strip() == printed.strip()
    assert metadata.name == "claim_players4_plots6.toml"
    measured = gdl("properties", tmp_path / "made", "--playouts", 1)
    assert re.search(r"simultaneous\W+1\b", measured.out), "the metadata that were written are read"


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("clam",), ("unknown family", "did you mean claim?")),
        (("claim", "--player", 3), ("unknown parameter", "players")),
        (("claim", "--players", 99), ("from 2 to 10, not 99",)),
        (("claim", "--players", "many"), ("--players is a whole number",)),
        (("claim", "--players", "--5"), ("--players is a whole number",)),
        (("claim", "--players"), ("such as --size 4",)),
        (("claim", "players", 3), ("such as --size 4",)),
    ],
)
def test_a_family_that_cannot_be_made_is_refused(gdl, words, parts):
    refused(gdl("family", *words), *parts)


# --- check ------------------------------------------------------------------------------------------------------------


def test_check_passes_a_sound_game(gdl):
    result = gdl("check", "tic_tac_toe", "nim")
    assert (result.code, result.out) == (0, "2 games checked: 0 errors, 0 warnings\n")


def test_check_shows_place_excerpt_and_advice(gdl, tmp_path):
    path = text_file(tmp_path, "bad.kif", "(role me)\n(<= (legal me ?x)\n    (not (true ?x)))\n")
    result = gdl("check", path)
    assert result.code == 1
    lines = result.out.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith(f"{path}:2:15: error:"))
    assert "?x" in lines[place]
    assert lines[place].count(";") == 1, "a message and an advice"
    excerpt, caret = lines[place + 1 : place + 3]
    assert excerpt[caret.index("^") :].startswith("?x")
    assert re.fullmatch(r"1 game checked: [1-9]\d* errors?, \d+ warnings?", lines[-1])


def test_check_goes_on_after_a_file_that_is_no_gdl(gdl, tmp_path):
    text_file(tmp_path, "a.kif", "(role me")
    text_file(tmp_path, "b.kif", "(init x)")
    text_file(tmp_path, "c.kif", STUCK)
    result = gdl("check", tmp_path)
    assert result.code == 1
    assert f"{tmp_path / 'a.kif'}:1:1: error: this bracket is never closed\n    (role me\n    ^\n" in result.out
    assert f"{tmp_path / 'b.kif'}: error: no role is declared" in result.out
    assert "3 games checked: 2 errors" in result.out


def test_check_plays_games_and_tells_what_goes_wrong(gdl, tmp_path):
    stuck, endless = text_file(tmp_path, "stuck.kif", STUCK), text_file(tmp_path, "endless.kif", ENDLESS)
    result = gdl("check", stuck, endless, "--steps", 30)
    assert "in 20 of 20 random playouts me had no legal move before the end" in result.out
    assert "in 20 of 20 random playouts the game was not over after 30 steps" in result.out
    unplayed = gdl("check", stuck, endless, "--playouts", 0)
    assert "random playouts" not in unplayed.out


@pytest.mark.parametrize(
    ("name", "text", "checked"),
    [
        ("growing", GROWING, 1),
        pytest.param("exploding", EXPLODING, 0, marks=pytest.mark.slow),
        ("endless", ENDLESS, 0),
        ("stuck", STUCK, 0),
    ],
)
def test_hard_games_are_checked_played_and_measured_as_far_as_that_goes(gdl, tmp_path, name, text, checked):
    path = text_file(tmp_path, f"{name}.kif", text)
    assert gdl("check", path).code == checked
    assert gdl("play", path, "--steps", 20, "--unchecked").code == 0
    measured = gdl("properties", path, "--playouts", 3, "--unchecked")
    assert measured.code == 0
    assert ("limit 'depth'" in measured.err) == (name == "growing")


def test_a_network_that_cannot_be_grounded_in_time_is_an_error(gdl, tmp_path):
    path = text_file(tmp_path, "exploding.kif", EXPLODING.replace("(true never)", "(true (at ?x0)) (legal me ?x1)"))
    refused(gdl("play", path, "--engine", "network", "--seconds", 1), "grounding exploding")


# --- play and replay --------------------------------------------------------------------------------------------------


def test_play_prints_moves_changes_and_goals(gdl):
    result = gdl("play", "tic_tac_toe", "--seed", 1)
    lines = result.out.splitlines()
    assert lines[0] == "tic_tac_toe · seed 1 · playout 0 · roles x, o"
    assert lines[1].startswith("state (cell 1 1 empty)")
    assert re.fullmatch(r"  1  x \(mark \d \d\) of 9 · o noop", lines[3])
    assert re.fullmatch(r"    - \(cell (\d \d) empty\) \(control x\)", lines[4])
    assert re.fullmatch(r"    \+ \(cell \d \d x\) \(control o\)", lines[5])
    assert re.fullmatch(r"terminal after [5-9] steps; goal: x \d+, o \d+", lines[-1])
    assert gdl("play", "tic_tac_toe", "--seed", 1).out == result.out


def test_play_with_either_engine_is_the_same_playout(gdl):
    by_interpreter, by_network = (
        gdl("play", "nim", "--seed", 4, "--playouts", 3, "--engine", engine).out
        for engine in ("interpreter", "network")
    )
    assert by_interpreter == by_network
    assert by_network.count("terminal after") == 3


@pytest.mark.parametrize(
    ("text", "steps", "said"),
    [
        (ENDLESS, 5, "stopped after 5 steps, not terminal (limit 'steps', option --steps)"),
        (STUCK, 5, "stuck after 1 steps: not terminal, but without a legal move for me"),
        (ENDLESS, 0, "stopped after 0 steps, not terminal (limit 'steps', option --steps)"),
    ],
)
def test_play_says_why_a_playout_ends(gdl, tmp_path, text, steps, said):
    result = gdl("play", text_file(tmp_path, "game.kif", text), "--steps", steps)
    assert result.code == 0
    assert result.out.splitlines()[-1] == said


def test_goals_that_are_no_numbers_do_not_hide_the_end(gdl, tmp_path):
    text = "(role me) (init a) (legal me go) (<= (next b) (true a)) (<= terminal (true b)) (goal me plenty)"
    result = gdl("play", text_file(tmp_path, "game.kif", text))
    assert result.code == 0
    assert result.out.splitlines()[-1] == "terminal after 1 steps; goal: me none"


@pytest.mark.parametrize("name", ["trace.jsonl", "trace.jsonl.gz"])
def test_a_trace_that_play_writes_replays_with_every_engine(gdl, tmp_path, name):
    assert gdl("play", "nim", "--playouts", 3, "--trace", tmp_path / name).code == 0
    for engine in ("interpreter", "network", "auto"):
        result = gdl("replay", "nim", tmp_path / name, "--engine", engine)
        assert result.code == 0, result.err
        assert re.fullmatch(r"\d+ rows checked with the (interpreter|network): all equal\n", result.out)


def test_replay_shows_what_differs_and_exits_with_1(gdl, tmp_path):
    trace = tmp_path / "trace.jsonl"
    gdl("play", "nim", "--trace", trace)
    rows = [json.loads(line) for line in trace.read_text().splitlines()]
    rows[1]["next"] = ["(control nobody)"]
    trace.write_text("\n".join(map(json.dumps, rows)))
    result = gdl("replay", "nim", trace)
    assert result.code == 1
    assert re.match(r"line 2, step 1, next state: only here \(.*\); only in the trace \(control nobody\)\n", result.out)
    assert result.out.endswith("rows checked with the interpreter: 1 different\n")


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (b"{", ("line 1", "not a row")),
        (b"\x1f\x8b\x08\x00", ("damaged or cut off",)),
        (b"\x00\xff", ("line 1",)),
        (b'{"step": 0, "state": [], "terminal": false}', ("line 1", "lacks the key 'roles'")),
        (b"", ("holds no row",)),
    ],
)
def test_what_is_no_trace_is_refused(gdl, tmp_path, content, parts):
    (tmp_path / "trace").write_bytes(content)
    refused(gdl("replay", "nim", tmp_path / "trace"), *parts)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the handed traces are not here")
def test_replay_of_a_handed_trace(gdl):
    result = gdl("replay", SHARED / "tictactoe.kif", SHARED / "tictactoe.trace.jsonl.gz")
    assert result.code == 0
    assert result.out.startswith("60 rows checked with the ")


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["terms", "words", "strings"])
def test_obfuscated_games_come_back(gdl, tmp_path, kind):
    hidden, back = tmp_path / "hidden", tmp_path / "back"
    made = gdl("obfuscate", "nim", "tic_tac_toe", "--kind", kind, "--seed", 5, "--out", hidden)
    assert made.out.splitlines() == [str(hidden / name) for name in ("nim.kif", "tic_tac_toe.kif", "encoding.txt")]
    assert "noop" not in (hidden / "tic_tac_toe.kif").read_text()
    assert (hidden / "encoding.txt").read_text().splitlines()[0].count(" ") == 1
    restored = gdl("deobfuscate", hidden, "--encoding", hidden / "encoding.txt", "--out", back)
    assert restored.code == 0
    assert sorted(path.name for path in back.iterdir()) == ["nim.kif", "tic_tac_toe.kif"]
    for entry in own_games():
        if entry.name in ("nim", "tic_tac_toe"):
            rules = [(rule.head, rule.body) for rule in load_game(back / f"{entry.name}.kif").rules]
            assert rules == [(rule.head, rule.body) for rule in load_game(entry.path).rules]


def test_answers_of_a_model_come_back_with_all_that_stands_around_them(gdl, tmp_path):
    gdl("obfuscate", "tic_tac_toe", "--out", tmp_path / "hidden")
    pairs = dict(line.split(" ") for line in (tmp_path / "hidden" / "encoding.txt").read_text().splitlines())
    answer = b'Sure:\r\n```json\n{"state": "(%s x)"}\n```\xff\n'
    (tmp_path / "answer.txt").write_bytes(answer.replace(b"%s", pairs["control"].encode()))
    encoding = tmp_path / "hidden" / "encoding.txt"
    gdl("deobfuscate", tmp_path / "answer.txt", "--encoding", encoding, "--out", tmp_path / "back")
    assert (tmp_path / "back" / "answer.txt").read_bytes() == answer.replace(b"%s", b"control")


def test_files_that_would_be_lost_are_kept(gdl, tmp_path):
    assert gdl("obfuscate", "nim", "--out", tmp_path).code == 0
    before = (tmp_path / "encoding.txt").read_bytes()
    refused(gdl("obfuscate", "tic_tac_toe", "--out", tmp_path), "holds another encoding")
    assert (tmp_path / "encoding.txt").read_bytes() == before
    encoding = tmp_path / "encoding.txt"
    refused(gdl("deobfuscate", tmp_path / "nim.kif", "--encoding", encoding, "--out", tmp_path), "overwrite itself")
    text_file(tmp_path, "nim.gdl", "(role me)")
    refused(gdl("obfuscate", "nim", tmp_path / "nim.gdl", "--out", tmp_path / "x"), "called nim")


def test_properties_as_a_table_and_as_csv(gdl, tmp_path):
    printed = gdl("properties", "nim", "tic_tac_toe", "--playouts", 5)
    assert re.search(r"players\W+2\W+2\b", printed.out)
    assert gdl("properties", "nim", "tic_tac_toe", "--out", tmp_path / "deep" / "p.csv", "--playouts", 5).code == 0
    rows = list(csv.DictReader((tmp_path / "deep" / "p.csv").read_text().splitlines()))
    assert [row["game"] for row in rows] == ["nim", "tic_tac_toe"]
    assert float(rows[1]["avg_fact_count"]) == 10.0


def test_a_game_that_cannot_be_played_keeps_its_counted_properties(gdl, tmp_path):
    path = text_file(tmp_path, "unsafe.kif", "(role me) (legal me go) (<= (init ?x) (not (a ?x)))")
    result = gdl("properties", path, "--out", tmp_path / "p.csv")
    assert result.code == 0
    assert "its states are not measured" in result.err
    (row,) = csv.DictReader((tmp_path / "p.csv").read_text().splitlines())
    assert (row["players"], row["avg_fact_count"]) == ("1", "")


def test_instances_are_a_dataset_that_can_be_verified(gdl, tmp_path):
    words = ("nim", "--count", 2, "--seed", 3, "--horizons", "1,3", "--workers", 1, "--out", tmp_path / "made")
    made = gdl("instances", *words)
    assert made.code == 0, made.err
    for family in ("next_state", "legal_actions", "multistep_state", "multistep_action_state"):
        assert family in made.out
    hidden = gdl("instances", *words[:-1], tmp_path / "hidden", "--obfuscate", "terms")
    assert hidden.code == 0, hidden.err
    assert (tmp_path / "hidden" / "encoding.txt").exists()


def test_instances_are_made_again_from_the_recipe_that_their_folder_stores(gdl, tmp_path, monkeypatch):
    description = (
        "; mine\n(role you) (init (left 1)) (<= (legal you wait) (true (left 1)))\n"
        "(legal you go) (<= (next (left 1)) (does you wait)) (<= terminal (not (true (left 1))))\n(goal you 100)"
    )
    words = ["nim", text_file(tmp_path, "mine.kif", description), "--obfuscate", "words", "--horizons", "1,2"]
    made = gdl("instances", *words, "--count", 2, "--seed", 3, "--workers", 1, "--out", tmp_path / "made")
    assert made.code == 0, made.err
    recipe = read_manifest(tmp_path / "made").recipe
    assert recipe.files == {"mine.kif": description}
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    text_file(elsewhere, "mine.kif", recipe.files["mine.kif"])
    again = gdl(*recipe.command[1:], "--workers", 1, "--out", "again")
    assert again.code == 0, again.err
    for name in ("manifest.json", "journal.jsonl", "encoding.txt"):
        assert (elsewhere / "again" / name).read_bytes() == (tmp_path / "made" / name).read_bytes()


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("--horizons", "5,x"), ("--horizons is numbers",)),
        (("--horizons", "99"), ("horizons are numbers from 1 to 15",)),
        (("--obfuscate", "word"), ("unknown obfuscation 'word'", "did you mean words?")),
        (("--template", "nowhere.toml"), ("nowhere.toml",)),
        (("--count", "0"), ("--count",)),
    ],
)
def test_instances_that_cannot_be_made_are_refused(gdl, words, parts):
    refused(gdl("instances", "nim", *words, "--out", "made"), *parts)


def test_bench_has_a_row_for_each_game_and_says_what_is_missing(gdl, monkeypatch):
    monkeypatch.setattr("gametasks.gdl.speed.is_installed", lambda: False)
    result = gdl("bench", "nim", "--measure", 0.1)
    assert result.code == 0, result.err
    row = next(line for line in result.out.splitlines() if "nim" in line)
    figures = [cell.strip() for cell in re.split(r"[│|]", row)[2:-1]]
    assert figures[0] == "–", "no SWI-Prolog"
    assert all(int(figures[place].replace(",", "")) > 0 for place in (1, 3, 5))
    assert MISSING in " ".join(result.out.split())


@pytest.mark.skipif(not is_installed(), reason="SWI-Prolog is not installed")
def test_bench_stands_beside_prolog(gdl):
    listed = gdl("bench", "tic_tac_toe", "--measure", 0.1).out
    row = next(line for line in listed.splitlines() if "tic_tac_toe" in line)
    assert "–" not in row


# --- what cannot be read ----------------------------------------------------------------------------------------------

COMMANDS = [
    ("check",),
    ("play",),
    ("properties",),
    ("bench", "--measure", "0.1"),
    ("obfuscate",),
    ("instances", "--workers", "1"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_files_that_are_not_there_are_named(gdl, command):
    refused(gdl(*command, "nowhere.kif"), "cannot read nowhere.kif")
    refused(gdl(*command, "tictactoe"), "unknown game 'tictactoe'", "did you mean tic_tac_toe")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize(
    ("content", "parts"),
    [
        (b"\x00\x01\x02" * 10, ("1:1", "control character")),
        (b"(role me)\n(init (a b)\n", ("this bracket is never closed", "game.kif:2:1: ", "    (init (a b)\n    ^")),
        (b"(" * 10_000_000, ("game.kif:1:1: ", "characters")),
        (b"(role me)" + b"(" * 3_000_000, ("game.kif:1:", "nested")),
        (b"", ("game.kif", "no role is declared")),
    ],
    ids=["binary", "unclosed", "ten_megabytes", "deep", "empty"],
)
def test_files_that_are_no_gdl_are_refused_at_their_place(gdl, tmp_path, command, content, parts):
    (tmp_path / "game.kif").write_bytes(content)
    result = gdl(*command, tmp_path / "game.kif")
    if command == ("check",):
        assert result.code == 1
        assert all(part in result.out for part in parts)
    else:
        refused(result, *parts)


def test_unknown_names_are_refused(gdl, tmp_path):
    refused(gdl("play", "nim", "--engine", "networks"), "unknown engine 'networks'", "did you mean network?")
    refused(gdl("obfuscate", "nim", "--kind", "word"), "unknown kind 'word'", "did you mean words?")
    refused(gdl("plays", "nim"), "plays")
    refused(gdl("play", "nim", "--seed", -1), "--seed")
    refused(gdl("play", "nim", "--seconds", "nan"), "--seconds")
    refused(gdl("deobfuscate", tmp_path, "--encoding", tmp_path / "none.txt", "--out", "x"), "cannot read", "none.txt")
    text_file(tmp_path, "encoding.txt", "a b\na c\n")
    refused(
        gdl("deobfuscate", tmp_path, "--encoding", tmp_path / "encoding.txt", "--out", "x"),
        "encoding.txt:2:1",
        "'a' already occurs in line 1",
    )
    (tmp_path / "games").mkdir()
    refused(gdl("check", tmp_path / "games"), "holds no game")
    text_file(tmp_path / "games", "a.kif", ENDLESS)
    text_file(tmp_path / "games", "b.kif", STUCK)
    refused(gdl("play", tmp_path / "games"), "holds 2 games")


def test_what_never_ends_is_refused(gdl, tmp_path):
    refused(gdl("play", "nim", "--playouts", 10**12), "1000000")
    refused(gdl("deobfuscate", "/dev/zero", "--encoding", "/dev/zero", "--out", tmp_path), "/dev/zero is longer than")
    refused(gdl("instances", "nim", "--template", "/dev/zero", "--out", tmp_path / "a"), "/dev/zero is longer than")
    refused(gdl("check", ""), "an empty path names no game")
