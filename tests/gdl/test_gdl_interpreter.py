"""The interpreter on small games, each with one feature of the language, and on the shared traces."""

import gzip
import json
import time
from math import inf
from pathlib import Path

import pytest

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.description import load_game, parse_game
from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits
from gametasks.gdl.playouts import play, start_words
from gametasks.gdl.reader import read_terms
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.gdl.terms import order_key

SHARED = Path(__file__).parents[3] / "shared" / "gdl"
GAMES = sorted(path.stem for path in SHARED.glob("*.kif")) if SHARED.is_dir() else []
shared = pytest.mark.skipif(not GAMES, reason="the shared games are not here")


def terms(text):
    return list(read_terms(text, "test"))


def state(text):
    return frozenset(terms(text))


def machine(text, **limits):
    return Interpreter(parse_game("(role r)" + text), Limits(**limits))


def moves(text, facts=""):
    return machine(text).legal(state(facts))[0]


def ordered(text):
    """The terms in canonical order."""
    return tuple(sorted(terms(text), key=order_key))


def test_facts_rules_and_numbers_in_canonical_order():
    assert moves("(legal r x10) (legal r x2) (<= (legal r (m ?a)) (true (p ?a)))", "(p 2) (p 10)") == tuple(
        terms("(m 2) (m 10) x2 x10")
    )


def test_next_state_is_what_next_derives():
    game = machine("(init (p a)) (init q) (<= (next (p ?y)) (true (p ?x)) (does r (go ?y))) (<= (next ?f) (true ?f))")
    assert game.initial() == state("(p a) q")
    assert game.next(game.initial(), ordered("(go b)")) == state("(p a) (p b) q")


def test_a_fact_may_be_a_variable_a_symbol_or_a_function_term():
    text = "(<= (legal r (any ?x)) (true ?x)) (<= (legal r sym) (true s)) (<= (legal r (in ?y)) (true (f (g ?y b))))"
    assert moves(text, "s (f (g a b)) (f (g a c)) (f x)") == ordered(
        "(any (f (g a b))) (any (f (g a c))) (any (f x)) (any s) (in a) sym"
    )


def test_a_fact_that_never_occurs_in_the_game_counts():
    assert moves("(<= (legal r ?x) (true (odd ?x ?x)))", "(odd (f 1) (f 1)) (odd 1 2) (odd 3) (even 1 1)") == ordered(
        "(f 1)"
    )


def test_brackets_around_a_single_name_make_no_difference():
    assert moves("(<= (legal r yes) (foo)) (<= foo (true bar))", "(bar)") == ("yes",)


def test_one_name_with_two_arities_is_two_relations():
    text = "(p a) (p a b) (<= (legal r ?x) (p ?x)) (<= (legal r ?x) (p a ?x)) (<= (legal r (s ?x)) (true (q ?x)))"
    assert moves(text, "(q 1) (q 2 3) q") == ordered("(s 1) a b")


def test_or_and_nested_not():
    text = "(d 1)(d 2)(d 3)(d 4)(<= (legal r ?x) (d ?x) (or (true (p ?x)) (not (or (true (q ?x)) (not (not (s ?x)))))))"
    assert moves(text + "(<= (s ?x) (true (t ?x)))", "(p 1) (q 1) (q 2) (t 3)") == ordered("1 4")


def test_distinct_and_its_negation():
    text = "(d 1)(d 2)(d (f 1))(<= (legal r (n ?x ?y)) (distinct ?x ?y) (d ?x) (d ?y) (distinct ?x (f 1)))"
    assert moves(text) == ordered("(n 1 (f 1)) (n 1 2) (n 2 (f 1)) (n 2 1)")
    assert moves("(d 1)(d 2)(<= (legal r (e ?x ?y)) (d ?x) (d ?y) (not (distinct ?x ?y)))") == ordered(
        "(e 1 1) (e 2 2)"
    )


def test_a_variable_that_only_a_negation_has_is_read_as_there_is_none():
    text = "(d 1)(d 2)(d 3)(<= (legal r ?x) (not (true (p ?x ?any))) (not (q ?other ?x ?other)) (d ?x))"
    assert moves(text + "(<= (q ?a ?b ?c) (true (t ?a ?b ?c)))", "(p 1 z) (t 5 2 5) (t 5 3 6)") == ("3",)


def test_a_move_asked_for_in_a_rule():
    text = """(legal r wait) (<= (legal r (go ?x)) (true (p ?x)))
        (<= terminal (not (can r))) (<= (can ?w) (legal ?w (go ?x)))"""
    game = machine(text)
    assert game.terminal(state("q"))
    assert not game.terminal(state("(p 1)"))


def test_legal_counts_for_declared_roles_only():
    game = machine("(d a)(<= (legal ?x go) (d ?x)) (<= (legal r stop) (legal a go))")
    assert game.legal(frozenset()) == (("stop",),)


def test_a_role_without_moves():
    game = Interpreter(parse_game("(role a) (role b) (legal a x)"))
    assert game.legal(frozenset()) == (("x",), ())


def test_one_move_for_each_role():
    game = Interpreter(parse_game("(role a) (role b) (<= (next (did ?r ?m)) (does ?r ?m))"))
    assert game.next(frozenset(), tuple(terms("x (y 1)"))) == state("(did a x) (did b (y 1))")
    with pytest.raises(GdlError, match="2 roles, but 1 moves"):
        game.next(frozenset(), ("x",))


def test_moves_do_not_outlive_their_step():
    game = machine("(legal r go) (<= (next moved) (moved)) (<= moved (does r go)) (<= terminal moved)")
    assert game.next(frozenset(), ("go",)) == state("moved")
    assert game.next(frozenset(), ("wait",)) == frozenset()
    assert not game.terminal(frozenset())


def test_goal_values():
    game = machine("(<= (goal r 100) (true won)) (goal r 0) (goal other 7)")
    assert game.goals(state("won")) == ((0, 100),)
    assert machine("(goal r much) (goal r -1) (goal r (f 50)) (goal r 7)").goals(frozenset()) == ((7,),)


EDGES = " ".join(f"(e {a} {b})" for a, b in ["ab", "bc", "cd", "db", "ef"])
CLOSURES = {
    "right": "(<= (path ?x ?y) (true (e ?x ?y))) (<= (path ?x ?y) (true (e ?x ?z)) (path ?z ?y))",
    "left": "(<= (path ?x ?y) (path ?x ?z) (true (e ?z ?y))) (<= (path ?x ?y) (true (e ?x ?y)))",
    "double": "(<= (path ?x ?y) (path ?x ?z) (path ?z ?y)) (<= (path ?x ?y) (true (e ?x ?y)))",
    "mutual": """(<= (path ?x ?y) (true (e ?x ?y))) (<= (path ?x ?y) (true (e ?x ?z)) (other ?z ?y))
                 (<= (other ?x ?y) (path ?x ?y)) (<= (other ?x ?y) (other ?x ?z) (path ?z ?y))""",
}


@pytest.mark.parametrize("form", CLOSURES)
def test_transitive_closure(form):
    reached = {"a": "bcd", "b": "bcd", "c": "bcd", "d": "bcd", "e": "f"}
    every = sorted(f"(p {a} {b})" for a, ends in reached.items() for b in ends)
    assert moves(CLOSURES[form] + "(<= (legal r (p ?x ?y)) (path ?x ?y))", EDGES) == ordered(" ".join(every))
    bound = CLOSURES[form] + "(d a)(d d)(d f)(<= (legal r (p ?x ?y)) (d ?x) (d ?y) (path ?x ?y))"
    assert moves(bound, EDGES) == ordered("(p a d) (p d d)")
    absent = CLOSURES[form] + "(d a)(d d)(d f)(<= (legal r (p ?x)) (d ?x) (not (path ?x ?any)))"
    assert moves(absent, EDGES) == ordered("(p f)")


@pytest.mark.parametrize("length", [500, 3000])
def test_a_long_chain(length):
    facts = "".join(f"(succ {n} {n + 1})" for n in range(length))
    text = facts + "(<= (less ?x ?y) (succ ?x ?y)) (<= (less ?x ?y) (succ ?x ?z) (less ?z ?y))"
    game = machine(text + f"(<= terminal (true (at ?x)) (less ?x {length}))")
    assert game.terminal(state("(at 0)"))
    assert not game.terminal(state(f"(at {length})"))


def test_a_long_chain_of_the_state():
    facts = state("".join(f"(succ {n} {n + 1})" for n in range(2000)))
    text = "(<= (less ?x ?y) (true (succ ?x ?y))) (<= (less ?x ?y) (true (succ ?x ?z)) (less ?z ?y))"
    game = machine(text + "(<= terminal (less 0 2000)) (<= (goal r 1) (less 5 3))")
    assert game.terminal(facts)
    assert game.goals(facts) == ((),)


def test_a_long_chain_of_rules():
    text = "".join(f"(<= (p{n} ?x) (p{n + 1} ?x) (true (q ?x)))" for n in range(1500)) + "(<= (p1500 ?x) (true (q ?x)))"
    assert moves(text + "(<= (legal r ?x) (p0 ?x))", "(q 1)") == ("1",)


def test_recursion_over_a_board():
    size = 20
    steps = "".join(f"(s {n} {n + 1}) (s {n + 1} {n})" for n in range(1, size))
    text = (
        steps
        + """(<= (near ?x ?y ?u ?y) (s ?x ?u) (n ?y)) (<= (near ?x ?y ?x ?v) (s ?y ?v) (n ?x))
        (<= (n ?x) (s ?x ?y)) (<= (reach 1 1) (true (free 1 1)))
        (<= (reach ?u ?v) (reach ?x ?y) (near ?x ?y ?u ?v) (true (free ?u ?v)))
        (<= (legal r go) (reach 20 20)) (<= (legal r (at ?y)) (reach 20 ?y))"""
    )
    free = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1) if x % 2 or y == (20 if x % 4 else 1)]
    snake = "".join(f"(free {x} {y})" for x, y in free)
    # The last column is free at its foot alone.
    assert moves(text, snake) == ordered("(at 1)")


def test_function_terms_grow_through_recursion_until_a_bound():
    text = """(<= (nat 0)) (<= (nat (s ?x)) (nat ?x) (small ?x))
        (<= (small 0)) (<= (small (s ?x)) (small2 ?x)) (<= (small2 0))
        (<= (legal r ?x) (nat ?x))"""
    assert moves(
        text.replace("(<= (nat 0))", "(nat 0)")
        .replace("(<= (small 0))", "(small 0)")
        .replace("(<= (small2 0))", "(small2 0)")
    ) == ordered("(s (s 0)) (s 0) 0")


def test_moves_as_arguments_are_taken_apart():
    text = """(<= (may ?r (go ?x ?y)) (true (at ?r ?x)) (true (free ?y))) (<= (legal ?r ?m) (may ?r ?m))
        (<= (goal r 1) (true (free ?y)) (not (may r (go ?x ?y)))) (<= (goal r 2) (may r (stay ?x)))"""
    game = machine(text)
    assert game.legal(state("(at r 1) (free 2) (free 3)")) == (ordered("(go 1 2) (go 1 3)"),)
    assert game.goals(state("(free 2)")) == ((1,),)


def test_many_conditions_nest_deeper_than_python_allows():
    names = " ".join(f"(true (p ?x{n} ?y{n}))" for n in range(30))
    assert moves(f"(<= (legal r (m ?x0 ?y29)) {names})", "(p a b)") == ordered("(m a b)")
    links = " ".join(f"(true (p ?x{n} ?x{n + 1}))" for n in range(120))
    assert moves(f"(<= (legal r (m ?x0 ?x120)) {links})", "(p a b) (p b a)") == ordered("(m a a) (m b b)")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(<= (p ?x) (q ?y))", "no condition binds ?x of (p ?x)"),
        ("(p ?x)", "no condition binds ?x of (p ?x)"),
        ("(<= (p ?x) (not (q ?x)))", "no condition binds ?x of (p ?x)"),
        ("(<= p (q ?y) (distinct ?x ?y))", "no condition binds ?x of (distinct ?x ?y)"),
        ("(<= p (q ?y) (not (distinct ?x ?y)))", "no condition binds ?x of (distinct ?x ?y)"),
    ],
)
def test_rules_without_a_meaning_are_named_with_their_place(text, message):
    with pytest.raises(GdlError) as caught:
        Interpreter(parse_game("(role r)\n  " + text, file="some.kif"))
    assert message in str(caught.value)
    assert str(caught.value).startswith("some.kif:2:")


@pytest.mark.parametrize(
    "text",
    [
        "(nat 0) (<= (nat (s ?x)) (nat ?x)) (<= (legal r ?x) (nat ?x))",
        "(<= (nat 0) (true go)) (<= (nat (s ?x)) (nat ?x)) (<= (legal r ?x) (nat ?x))",
        "(<= (p ?x) (p (s ?x))) (<= (p never) (true never)) (<= (legal r go) (p 0))",
        "(<= (p ?x) (true ?x)) (<= (p ?y) (p ?x) (q ?x ?y)) (<= (q ?x (f ?x ?x)) (p ?x)) (<= (legal r ?x) (p ?x))",
    ],
)
def test_recursion_without_end_is_stopped(text):
    start = time.monotonic()
    with pytest.raises(GdlLimitError, match=r"limit '(depth|facts|ticks|seconds)'|parts"):
        machine(text).legal(state("go"))
    assert time.monotonic() - start < 10


@pytest.mark.parametrize(
    "text",
    [
        "(init (f a)) (<= (next (f (g ?x))) (true (f ?x)))",
        "(init (f a)) (<= (next (f ?x ?x)) (true ?x))",
        "(init (f a)) (<= (next (f ?y)) (true (f ?x)) (wrap ?x ?y)) (<= (wrap ?x (g ?x ?x)) (true (f ?x)))",
        "(init (f a)) (<= (next (f ?x)) (does r (go ?x))) (<= (legal r (go (g ?x))) (true (f ?x)))",
        "(init (f a)) (<= (next (f ?x)) (does r (go ?x))) (<= (legal r (go ?x)) (true ?x))",
        "(init (f a)) (<= (next (f ?m)) (does r ?m)) (<= (legal r (go ?x ?x)) (true (f ?x)))",
    ],
)
def test_a_state_that_grows_without_end_is_stopped(text):
    game = machine(text)
    now = game.initial()
    with pytest.raises(GdlLimitError, match=r"limit 'depth'|parts"):
        for _ in range(200):
            now = game.next(now, (game.legal(now)[0] or ("go",))[:1])


@pytest.mark.parametrize(
    "text",
    [
        "(<= (legal r (m ?a ?b ?c ?d ?e ?f)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f))",
        "(<= (legal r never) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (true (q ?a ?b ?c ?d ?e)) (distinct ?a ?b))",
        """(<= (legal r never) (p ?a ?b ?c ?d))
           (<= (p ?a ?b ?c ?d) (d ?a) (d ?b) (d ?c) (d ?d) (not (true (q ?a ?b ?c ?d))))""",
        "(<= (legal r never) (p ?a)) (<= (p ?a) (d ?a) (p ?b) (d ?c) (distinct ?a ?c)) (<= (p ?a) (true ?a) (d ?a))",
    ],
)
def test_a_join_without_end_is_stopped(text):
    facts = "".join(f"(d {n})" for n in range(150))
    start = time.monotonic()
    # Whether opening the game or the query meets a limit first is a matter of speed; some queries meet none.
    try:
        game = machine(facts + text, seconds=0.5, facts=100_000)
        game.legal(state("".join(f"(q {n} {n} {n} {n} {n})" for n in range(50))))
    except GdlLimitError as error:
        assert "limit" in str(error)  # noqa: PT017
    assert time.monotonic() - start < 10


def test_after_an_error_the_machine_still_answers():
    text = """(<= (nat ?x) (true (start ?x))) (<= (nat (s ?x)) (nat ?x))
        (<= terminal (nat ?x) (true (is ?x ?y))) (<= (legal r ?x) (nat ?x))"""
    game = machine(text)
    for _ in range(2):
        with pytest.raises(GdlLimitError):
            game.legal(state("(start 0)"))
    assert not game.terminal(state("(start 0)"))
    assert game.terminal(state("(start 0) (is (s 0) 1)"))
    assert game.legal(state("go")) == ((),)


def test_states_may_come_in_any_order():
    text = (
        "(<= (legal r (m ?x ?y)) (true (p ?x)) (true (q ?x ?y))) (<= (legal r ?y) (true (q ?x ?y)) (not (true (p ?x))))"
    )
    game, plain = machine(text), ReferenceMachine(parse_game("(role r)" + text))
    for number in range(64):
        facts = [f"(p {n})" for n in range(3) if number >> n & 1]
        facts += [f"(q {n} {m})" for n in range(3) for m in range(3) if (number * 7 + n * 3 + m) % 4 == 0]
        now = state(" ".join(facts))
        assert game.legal(now) == plain.legal(now)


@shared
@pytest.mark.parametrize("name", GAMES)
def test_every_row_of_the_shared_traces(name):
    game = load_game(SHARED / f"{name}.kif")
    machine = Interpreter(game)
    with gzip.open(SHARED / f"{name}.trace.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    assert rows
    for row in rows:
        now = state(" ".join(row["state"]))
        assert machine.terminal(now) == row["terminal"]
        if row["terminal"]:
            continue
        legal = {terms(role)[0]: frozenset(terms(" ".join(own))) for role, own in row["legal"].items()}
        assert dict(zip(game.roles, map(frozenset, machine.legal(now)), strict=True)) == {
            role: legal.get(role, frozenset()) for role in game.roles
        }
        assert machine.next(now, tuple(terms(" ".join(row["moves"])))) == state(" ".join(row["next"]))


@shared
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) for name in GAMES])
def test_playouts_are_those_of_the_plain_reasoner(name):
    game = load_game(SHARED / f"{name}.kif")
    machine, plain = Interpreter(game, Limits(seconds=inf)), ReferenceMachine(game)
    start = time.process_time()
    (word,) = start_words(1, 5).tolist()
    for step in play(machine, word, 30):
        assert plain.terminal(step.state) == machine.terminal(step.state)
        assert plain.legal(step.state) == machine.legal(step.state)
        if step.moves is not None:
            assert plain.next(step.state, step.moves) == machine.next(step.state, step.moves)
        if time.process_time() - start > 4:
            break


def test_a_shared_block_does_not_use_what_is_computed_behind_it():
    block = Block()
    block.test("first").line("out.append(0)")
    later = block.value("answer()")
    block.line(f"out.append({later})")
    shared = block.test("first")
    shared.line(f"out.append({shared.value('answer()')})")
    for first, found in [(True, [0, 7, 7]), (False, [7])]:
        out: list[int] = []
        exec(
            "\n".join(line.removeprefix(" ") for line in block.text()),
            {"first": first, "answer": lambda: 7, "out": out},
        )
        assert out == found


def test_clauses_that_share_a_test_but_not_what_follows_it():
    text = """
    (<= (next (a)) (true (on)) (does r go))
    (<= (next (b)) (does r ?m) (true (held ?m)))
    (<= (next (c ?m)) (true (on)) (does r ?m) (true (held ?m)))
    (role r) (legal r go)
    """
    for facts in ["(on)", "(held go)", "(on) (held go)"]:
        expected = ReferenceMachine(parse_game(text)).next(state(facts), ("go",))
        assert Interpreter(parse_game(text)).next(state(facts), ("go",)) == expected


def test_relations_that_look_alike_when_taken_apart_stay_apart():
    text = """
    (role a) (init (n 1)) (legal a go) (<= (next (n 1)) (true (n 1))) (<= (next seen) (p (f 1 1) 3))
    (<= (p (f ?x ?x) 3) (true (n ?x)))
    (<= (p (f ?x ?x ?x)) (true (n ?x)))
    (<= terminal (p (f 2 2 2)))
    """
    for engine in (Interpreter, ReferenceMachine):
        assert engine(parse_game(text)).next(state("(n 1)"), ("go",)) == state("(n 1) seen")


def test_a_move_is_taken_apart_by_the_number_of_its_arguments():
    text = """
    (role a) (init (n 1)) (legal a (m 1)) (legal a (m 1 2))
    (<= (next (n ?x)) (open ?x ?z))
    (<= (open ?z ?x) (does a (m ?x 2)) (does a (m ?z)))
    (<= (next (one ?x)) (does a (m ?x)))
    (<= (next (two ?x)) (does a (m ?x ?y)))
    """
    game = Interpreter(parse_game(text))
    assert game.next(state("(n 1)"), (("m", "1"),)) == state("(one 1)")
    assert game.next(state("(n 1)"), (("m", "1", "2"),)) == state("(two 1)")


def test_only_plain_digits_are_goal_values():
    assert machine(f"(goal r \u0663) (goal r 1{'0' * 5000}) (goal r 007)").goals(frozenset()) == ((7,),)


def test_opening_a_game_keeps_its_time_limit():
    facts = "".join(f"(d {n})" for n in range(60))
    wide = "(<= (legal r (m ?a ?b ?c ?d ?e ?f)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f))"
    start = time.process_time()
    with pytest.raises(
        GdlLimitError, match=r"opening it takes more than 0\.2 seconds|one question takes|facts are derived"
    ):
        machine(facts + wide, seconds=0.2).legal(frozenset())
    assert time.process_time() - start < 8


LONG_BODY = "(e 1 1)(<= (next z) " + "".join(f"(e ?v{place} ?v{place + 1})" for place in range(500)) + ")"


def test_ordering_a_long_body_keeps_the_limit_of_time():
    start = time.process_time()
    with pytest.raises(
        GdlLimitError, match=r"opening it takes more than 0\.5 seconds \(limit 'seconds', option --seconds"
    ):
        machine(LONG_BODY, seconds=0.5)
    assert time.process_time() - start < 3


def test_ordering_a_long_body_keeps_the_limit_of_work():
    start = time.process_time()
    with pytest.raises(
        GdlLimitError, match=r"opening it takes more than 300,000 ticks \(limit 'ticks', option --ticks"
    ):
        machine(LONG_BODY, seconds=inf, ticks=300_000)
    assert time.process_time() - start < 6


def test_a_query_keeps_the_limit_of_work():
    game = machine(
        """(init start) (<= (t ?x ?y) (true (e ?x ?y))) (<= (t ?x ?z) (t ?x ?y) (t ?y ?z))
           (<= (legal r (m ?x ?y)) (t ?x ?y))""",
        seconds=inf,
        ticks=20_000,
    )
    with pytest.raises(
        GdlLimitError, match=r"one question takes more than 20,000 ticks \(limit 'ticks', option --ticks"
    ):
        game.legal(state("".join(f"(e {n} {n + 1})" for n in range(80))))
    assert game.initial() == state("start")
