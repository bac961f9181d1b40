"""Traces: what is written can be replayed, what differs is shown, and what is no trace is refused with its line."""

from __future__ import annotations

import codecs
import gzip
import json
from pathlib import Path

import pytest

from gametasks.errors import GdlError
from gametasks.gdl.description import load_game, parse_game
from gametasks.gdl.library import load_own
from gametasks.gdl.limits import Limits
from gametasks.gdl.network.engine import Network
from gametasks.gdl.playouts import play, start_words
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.gdl.traces.replay import replay
from gametasks.gdl.traces.trace import read_trace, trace_writer

SHARED = Path(__file__).parents[3] / "shared" / "gdl"

SWITCH = """
(role Anna) (role bob)
(init (lamp Off))
(<= (legal Anna (turn ?x)) (other ?x ?y) (true (lamp ?y)))
(legal bob wait)
(<= (next (lamp ?x)) (does anna (turn ?x)))
(<= (next dark) (true (lamp on)))
(<= terminal (true dark))
(goal anna 100) (goal bob 0)
(other on off) (other off on)
"""


@pytest.fixture
def switch():
    return ReferenceMachine(parse_game(SWITCH, "switch"))


def rows_of(path):
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in text.splitlines()]


def written(machine, path, playouts=1, steps=30):
    with trace_writer(path, machine.game) as record:
        for word in start_words(playouts, 5).tolist():
            for _ in record(play(machine, word, steps)):
                pass
    return rows_of(path)


def stored(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_trace_has_a_row_for_each_state_in_the_spelling_of_the_description(switch, tmp_path):
    first, second, last = written(switch, tmp_path / "trace.jsonl")
    assert first == {
        "step": 0,
        "state": ["(lamp Off)"],
        "terminal": False,
        "roles": ["Anna", "bob"],
        "legal": {"Anna": ["(turn on)"], "bob": ["wait"]},
        "moves": ["(turn on)", "wait"],
        "next": ["(lamp on)"],
    }
    assert second["next"] == ["(lamp Off)", "dark"]
    assert last == {"step": 2, "state": ["(lamp Off)", "dark"], "terminal": True}


def test_a_playout_that_is_cut_short_ends_with_what_followed(switch, tmp_path):
    (only,) = written(switch, tmp_path / "trace.jsonl", steps=1)
    assert only["next"] == ["(lamp on)"]


def test_compressed_traces_hold_the_same_rows_and_have_the_same_bytes_each_time(switch, tmp_path):
    plain = written(switch, tmp_path / "trace.jsonl", playouts=3)
    assert written(switch, tmp_path / "trace.jsonl.gz", playouts=3) == plain
    written(switch, tmp_path / "again.jsonl.gz", playouts=3)
    assert (tmp_path / "again.jsonl.gz").read_bytes() == (tmp_path / "trace.jsonl.gz").read_bytes()


def test_what_was_written_replays(tmp_path):
    machine = ReferenceMachine(load_own("tic_tac_toe"))
    rows = written(machine, tmp_path / "trace.gz", playouts=3)
    told = []
    result = replay(machine, tmp_path / "trace.gz", progress=told.append)
    assert (result.rows, result.different, result.first) == (len(rows), 0, ())
    assert told == list(range(1, len(rows) + 1))


def test_reading_folds_case_and_takes_roles_in_any_order(switch, tmp_path):
    rows = written(switch, tmp_path / "trace.jsonl")
    rows[0] |= {"roles": ["BOB", "anna"], "moves": ["wait", "(  TURN on )"], "state": ["( lamp OFF )"]}
    first = next(read_trace(stored(tmp_path / "changed.jsonl", rows), switch.game))
    assert first.moves == (("turn", "on"), "wait")
    assert replay(switch, tmp_path / "changed.jsonl").different == 0


@pytest.mark.parametrize(
    ("row", "change", "said"),
    [
        (
            0,
            {"state": ["(lamp on)"]},
            "line 1, step 0, initial state: only here (lamp Off); only in the trace (lamp on)",
        ),
        (1, {"next": ["dark"]}, "line 2, step 1, next state: only here (lamp Off); only in the trace nothing"),
        (1, {"terminal": True}, "line 2, step 1, end: only here nothing; only in the trace terminal"),
        (
            1,
            {"legal": {"Anna": ["(turn Off)", "rest"], "bob": ["wait"]}},
            "line 2, step 1, legal moves of Anna: only here nothing; only in the trace rest",
        ),
        (
            1,
            {"moves": ["(turn on)", "wait"]},
            "move of Anna, which its own row does not list as legal: only here nothing; only in the trace (turn on)",
        ),
        (
            2,
            {"state": ["(lamp on)"]},
            "line 3, step 2, end: only here nothing; only in the trace terminal",
        ),
    ],
)
def test_each_difference_is_named(switch, tmp_path, row, change, said):
    rows = written(switch, tmp_path / "trace.jsonl")
    rows[row] |= change
    result = replay(switch, stored(tmp_path / "changed.jsonl", rows))
    assert any(str(difference).endswith(said) for difference in result.first), result.first
    assert (result.rows, result.different) == (3, 1)


def test_only_the_first_differences_are_kept_but_all_rows_are_counted(switch, tmp_path):
    rows = written(switch, tmp_path / "trace.jsonl", playouts=20)
    for row in rows:
        row["state"] = ["(lamp on)", "(lamp off)"]
    result = replay(switch, stored(tmp_path / "changed.jsonl", rows), shown=4)
    assert (result.rows, result.different, len(result.first)) == (60, 60, 4)


GOOD = {
    "step": 0,
    "roles": ["Anna", "bob"],
    "state": ["(lamp off)"],
    "legal": {"Anna": ["(turn on)"], "bob": ["wait"]},
    "moves": ["(turn on)", "wait"],
    "next": ["(lamp on)"],
    "terminal": False,
}


def without(key):
    return {name: value for name, value in GOOD.items() if name != key}


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("{", "not a row of a trace"),
        ("[1, 2]", "not a row of a trace"),
        ("[" * 100_000, "not a row of a trace"),
        ('{"step": 0, "state": ["\\ud800"], "terminal": true}', "not a row of a trace"),
        (json.dumps(without("state")), "state"),
        (json.dumps(without("terminal")), "terminal"),
        (json.dumps(without("roles")), "lacks the key 'roles'"),
        (json.dumps(without("legal")), "lacks the key 'legal'"),
        (json.dumps(without("moves")), "lacks the key 'moves'"),
        (json.dumps(without("next")), "lacks the key 'next'"),
        (json.dumps(GOOD | {"step": "one"}), "step"),
        (json.dumps(GOOD | {"roles": ["Anna", "carl"]}), "'carl' is not a role of switch; its roles are Anna, bob"),
        (json.dumps(GOOD | {"roles": ["Anna"], "moves": ["wait"]}), "it lacks the role bob"),
        (json.dumps(GOOD | {"legal": {"Anna": []}}), "it lacks the role bob"),
        (json.dumps(GOOD | {"legal": {"Anna": [], "bob": [], "eve": []}}), "'eve' is not a role"),
        (json.dumps(GOOD | {"moves": ["wait"]}), "1 moves for 2 roles"),
        (json.dumps(GOOD | {"state": ["(lamp off"]}), "this bracket is never closed"),
        (json.dumps(GOOD | {"state": ["(lamp ?x)"]}), "is not one term without variables"),
        (json.dumps(GOOD | {"state": ["lamp off"]}), "is not one term without variables"),
        (json.dumps(GOOD | {"state": [""]}), "is not one term without variables"),
        (json.dumps(GOOD | {"state": ["(" * 10_000]}), "nested more than"),
    ],
)
def test_a_line_that_is_no_row_is_refused_with_its_number(switch, tmp_path, bad, said):
    path = tmp_path / "trace.jsonl"
    path.write_text(json.dumps(GOOD) + "\n\n" + bad + "\n")
    with pytest.raises(GdlError) as error:
        replay(switch, path)
    assert f"{path}, line 3: " in str(error.value)
    assert said in str(error.value)


def test_bytes_that_are_no_text_are_refused_with_their_line(switch, tmp_path):
    path = tmp_path / "trace.jsonl"
    path.write_bytes(json.dumps(GOOD).encode() + b'\n{"step": 0, "state": ["\xff\xfe"], "terminal": true}\n')
    with pytest.raises(GdlError, match="line 2"):
        replay(switch, path)


@pytest.mark.parametrize("damage", [lambda data: data[:-12], lambda data: data[:40] + b"\x07" * 20 + data[60:]])
def test_broken_compression_is_refused(switch, tmp_path, damage):
    path = tmp_path / "trace.jsonl.gz"
    written(switch, path, playouts=20)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(GdlError, match="damaged or cut off after line"):
        replay(switch, path)


def test_files_without_a_row_are_refused(switch, tmp_path):
    (tmp_path / "empty").write_text("\n\n")
    with pytest.raises(GdlError, match="holds no row"):
        replay(switch, tmp_path / "empty")
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(GdlError, match="cannot read"):
            replay(switch, path)


def test_blank_lines_without_end_are_refused(switch, tmp_path):
    path = tmp_path / "t.jsonl.gz"
    path.write_bytes(gzip.compress(b"\n" * 10_000_000))
    with pytest.raises(GdlError, match="line 1048577: more than 1,048,576 blank bytes before it"):
        replay(switch, path)


def test_a_line_without_end_is_refused(switch, tmp_path):
    (tmp_path / "long.gz").write_bytes(gzip.compress(b" " * 100_000))
    with pytest.raises(GdlError, match="line 1: longer than 1,000 bytes"):
        replay(switch, tmp_path / "long.gz", limits=Limits(line_bytes=1_000))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the handed traces are not here")
@pytest.mark.parametrize("name", ["knightwar", "roshambo2", "tictactoe"])
def test_handed_traces_replay(name):
    machine = ReferenceMachine(load_game(SHARED / f"{name}.kif"))
    result = replay(machine, SHARED / f"{name}.trace.jsonl.gz")
    assert (result.rows, result.first) == (60, ())


def test_what_the_network_does_not_know_is_a_difference(tmp_path):
    game = load_own("nim")
    path = tmp_path / "t.jsonl"
    written(ReferenceMachine(game), path)
    (first, *others) = rows_of(path)
    first["state"] = [*first["state"], "(heap 9 9)"]
    stored(path, [first, *others])
    found = replay(Network.ground(game), path)
    assert (found.rows, found.different) == (1 + len(others), 1)
    assert [difference.what for difference in found.first] == ["initial state", "fact that cannot occur"]
    assert found.first[1].only_trace == ("(heap 9 9)",)


@pytest.mark.parametrize("name", ["trace.jsonl", "trace.jsonl.gz"])
def test_a_byte_order_mark_begins_a_trace(tmp_path, name):
    game = load_own("tic_tac_toe")
    row = b'{"step":0,"state":["(control xplayer)"],"terminal":true}\n'
    text = codecs.BOM_UTF8 + row
    (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    assert [trace_row.terminal for trace_row in read_trace(tmp_path / name, game)] == [True]
