"""Every limit has an option, and whoever meets it is told which; facts are counted as long as they are kept."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from gametasks.cli.app import app
from gametasks.cli.gdl.options import app as gdl_app
from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.description import load_game, parse_game
from gametasks.gdl.interpreter.analysis import analyse
from gametasks.gdl.interpreter.budget import Budget
from gametasks.gdl.interpreter.cardinality import Cardinalities
from gametasks.gdl.interpreter.database import Database
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.interpreter.materialise import materialise_static
from gametasks.gdl.library import load_own
from gametasks.gdl.limits import LIMITS, MOST_DEPTH, Limits, option_name
from gametasks.gdl.network.engine import Network
from gametasks.gdl.obfuscation.encoding import Encoding
from gametasks.gdl.obfuscation.files import restore_files
from gametasks.gdl.playouts import play
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.gdl.time_limit import TimeLimit
from gametasks.gdl.traces.trace import read_trace
from gametasks.gdl.traces.transcript import transcript

NUMBERS = "".join(f"(number {n})" for n in range(40))
PAIRS = f"""(role a) {NUMBERS} (init (on 1))
(<= (legal a (go ?x ?y)) (number ?x) (number ?y))
(<= (next (on ?x)) (does a (go ?x ?y)))
(<= (next (pair ?x ?y)) (does a (go ?x ?y)) (number ?y))
(<= terminal (true (on 39)))
(goal a 100)
"""
GROWING = "(role a) (init (on 1)) (legal a grow) (<= (next (on (s ?x))) (true (on ?x))) (<= terminal (true (on 2)))"
WIDE = GROWING.replace("(s ?x)", "(s ?x ?x)")


def grow(text, limits, engine=Interpreter):
    list(play(engine(parse_game(text), limits), 1, 300))


def meet_seconds(path):
    TimeLimit("game", -1.0).check()


def meet_ticks(path):
    Interpreter(parse_game(PAIRS), Limits(ticks=20))


def meet_comparisons(path):
    machine = ReferenceMachine(parse_game(PAIRS), Limits(comparisons=100))
    machine.legal(machine.initial())


def meet_facts(path):
    machine = Interpreter(parse_game(PAIRS), Limits(facts=200))
    machine.legal(machine.initial())


def meet_rules(path):
    Network.ground(parse_game(PAIRS), Limits(seconds=60.0, rules=10))


def meet_memory(path):
    Network.ground(parse_game(PAIRS), Limits(seconds=60.0, memory_mb=64))


def meet_characters(path):
    path.write_text(PAIRS)
    load_game(path, limits=Limits(characters=100))


def meet_depth(path):
    grow(GROWING, Limits(depth=30))


def meet_depth_while_reading(path):
    parse_game(GROWING, limits=Limits(depth=3))


def meet_depth_plainly(path):
    grow(GROWING, Limits(depth=30), ReferenceMachine)


def meet_parts(path):
    grow(WIDE, Limits(parts=60))


def meet_parts_plainly(path):
    grow(WIDE, Limits(parts=60), ReferenceMachine)


def meet_steps(path):
    machine = Interpreter(parse_game(GROWING))
    raise GdlError(list(transcript(machine, play(machine, 1, 5)))[-1])


def meet_line_bytes(path):
    path.write_text(json.dumps({"step": 0, "state": ["(on 1)"], "terminal": True}))
    list(read_trace(path, parse_game(PAIRS), Limits(line_bytes=20)))


def meet_size_mb(path):
    path.write_bytes(b" " * (1 << 20) + b"b")
    restore_files([path], Encoding((("a", "b"),)), path.parent / "out", Limits(size_mb=1))


MEET = {name: [value for key, value in list(globals().items()) if key.startswith(f"meet_{short}")] for name, short in
        ((name, name.removesuffix("_mb") if name == "memory_mb" else name) for name in LIMITS)}  # fmt: skip


@pytest.mark.parametrize("name", LIMITS)
def test_whoever_meets_a_limit_is_told_its_name_and_its_option(name, tmp_path):
    assert MEET[name]
    for number, meet in enumerate(MEET[name]):
        with pytest.raises(GdlError) as met:
            meet(tmp_path / f"file{number}")
        assert f"(limit '{name}', option {option_name(name)})" in str(met.value), meet.__name__


def commands_with(name):
    return [
        command.callback.__name__
        for command in gdl_app.registered_commands
        if name in getattr(command.callback, "__annotations__", {}) and name != "limits"
    ]


@pytest.mark.parametrize("name", LIMITS)
def test_some_command_has_an_option_for_each_limit_with_its_default_and_range(name):
    commands = commands_with(name)
    assert commands
    low, high, _ = LIMITS[name]
    assert low <= getattr(Limits(), name) <= high
    for command in commands:
        result = CliRunner().invoke(app, ["gdl", command, "nim", option_name(name), str(low - 1)])
        assert result.exit_code == 2
        assert option_name(name) in result.stderr


def test_an_option_sets_the_limit_that_a_message_names():
    found = CliRunner().invoke(app, ["gdl", "play", "chess", "--ticks", "1000"])
    assert isinstance(found.exception, GdlLimitError)
    assert "more than 1,000 ticks (limit 'ticks', option --ticks)" in str(found.exception)
    assert CliRunner().invoke(app, ["gdl", "play", "nim", "--facts", "100", "--depth", "20"]).exit_code == 0


def test_every_successor_of_a_state_can_be_asked_for():
    """What follows from one joint move is forgotten at the next, and no longer counts."""
    game = parse_game(PAIRS + "".join(f"(<= (next (kept {n})) (number 1))" for n in range(200)))
    machine, plain = Interpreter(game, Limits(facts=5_000)), ReferenceMachine(game)
    state = machine.initial()
    (moves,) = machine.legal(state)
    assert len(moves) == 1_600  # times 202 facts
    following = {machine.next(state, (move,)) for move in moves}
    assert len(following) == len(moves)
    assert machine.next(state, (moves[7],)) == plain.next(state, (moves[7],))


REACH = """(role a) (init (edge 0 1)) (legal a wait) (goal a 100) (<= terminal (true (edge 0 0)))
(<= (next (edge ?x ?y)) (true (edge ?x ?y)))
(<= (next (seen ?x ?y)) (reach ?x ?y))
(<= (reach ?x ?y) (does a wait) (true (edge ?x ?y)))
(<= (reach ?x ?y) (reach ?x ?z) (reach ?z ?y))
"""


def test_answers_of_searches_count_as_long_as_their_joint_move_too():
    machine = Interpreter(parse_game(REACH), Limits(facts=10_000))
    state = frozenset(("edge", str(n), str((n + 1) % 25)) for n in range(25))
    results = {machine.next(state, ("wait",)) for _ in range(20)}
    (after,) = results
    assert len(after) == 25 + 625


def test_a_question_after_one_that_met_the_limit_has_the_whole_limit():
    machine = Interpreter(parse_game(PAIRS), Limits(facts=1_000))
    state = machine.initial()
    for _ in range(2):
        with pytest.raises(GdlLimitError, match="more than 1,000 facts"):
            machine.legal(state)
    assert machine.terminal(state) is False
    assert machine.next(state, (("go", "1", "2"),)) == {("on", "1"), ("pair", "1", "2")}


def test_relations_that_are_too_many_to_be_stored_are_computed_when_they_are_asked_for():
    """Opening the game computes no more rows than facts may be derived, however many large relations there are."""
    pairs = "".join(f"(<= (p{n} ?x ?y) (number ?x) (number ?y) (distinct ?x {n}))" for n in range(20))
    uses = "".join(f"(<= (next (q{n} ?y)) (does a (go ?x ?y)) (p{n} ?x ?y))" for n in range(20))
    game = parse_game(PAIRS + pairs + uses)
    budget = Budget("game", Limits(facts=3_300))
    with budget.opening():
        analysis = analyse(game, budget)
        database = Database(analysis, analysis.clauses, Cardinalities(analysis))
        materialise_static(database, budget)
    stored = sum(database.is_materialised((f"p{n}", 2)) for n in range(20))
    assert 1 <= stored <= 3_300 // 1_560
    few, plain = Interpreter(game, Limits(facts=3_300)), ReferenceMachine(game)
    state = few.initial()
    for move in (("go", "3", "4"), ("go", "21", "5")):
        assert few.next(state, (move,)) == plain.next(state, (move,))


def test_terms_of_the_greatest_depth_are_read_played_and_shown():
    machine = Interpreter(parse_game(GROWING), Limits(depth=MOST_DEPTH))
    steps = list(play(machine, 1, MOST_DEPTH - 2))
    (deepest,) = steps[-1].state
    assert machine.game.show(deepest).count("(") == MOST_DEPTH - 1
    text = f"(role a) (init {machine.game.show(deepest)})"
    assert parse_game(text, limits=Limits(depth=MOST_DEPTH)).rules[1].head
    with pytest.raises(GdlError, match="option --depth"):
        parse_game(text)
    assert load_own("nim").rules
