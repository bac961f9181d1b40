"""Each slip in a description is found at its place, and a clean game has none."""

from __future__ import annotations

from pathlib import Path

import pytest
from gdl.gdl_terms import programs, soup
from hypothesis import given, settings
from hypothesis import strategies as st

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.checker.check import Code, Finding, Severity, check_game, check_play
from gametasks.gdl.description import load_game, parse_game
from gametasks.gdl.library import find_games
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.gdl.terms import show, variables

HANDED = sorted((Path(__file__).parents[3] / "shared" / "gdl").glob("*.kif"))

COIN = """(role ann)
(role bob)
(init (coin up))
(init (turn ann))
(<= (legal ?who (turn_to ?side)) (true (turn ?who)) (side ?side))
(<= (legal ?who noop) (role ?who) (not (true (turn ?who))))
(<= (next (coin ?side)) (does ?who (turn_to ?side)))
(<= (next (turn bob)) (true (turn ann)))
(<= terminal (true (turn bob)))
(<= (goal ?who 100) (role ?who) (true (coin up)))
(<= (goal ?who 0) (role ?who) (true (coin down)))
(side up)
(side down)
"""
"""A whole game without a fault: Ann lays a coin on one side or the other."""


def check(more="", without=""):
    """Findings of the coin game without one of its lines and with some more."""
    assert without in COIN
    return check_game(parse_game(COIN.replace(without, "") + more))


def of_code(found, code):
    return [finding for finding in found if finding.code is code]


def only(found, code, severity):
    """The one finding of a code."""
    (finding,) = of_code(found, code)
    assert finding.severity == severity
    assert finding.message
    assert finding.advice
    return finding


def test_a_clean_game_has_no_findings():
    assert check() == []


@pytest.mark.skipif(not HANDED, reason="the handed games are not here")
@pytest.mark.parametrize("path", HANDED, ids=lambda path: path.stem)
def test_published_games_have_no_errors(path):
    assert [str(finding) for finding in check_game(load_game(path)) if finding.severity is Severity.ERROR] == []


def test_the_unused_relations_of_published_games_are_found():
    found = {
        path.stem: [finding.message for finding in check_game(load_game(path)) if finding.code is Code.UNUSED]
        for path in HANDED
    }
    if not found:
        pytest.skip("the handed games are not here")
    assert {name: len(messages) for name, messages in found.items() if messages} == {
        "bomberman2p": 1, "checkers": 1, "othello-comp2007": 2, "qyshinsu": 1,
    }  # fmt: skip


def test_our_own_games_have_no_findings():
    games = [found.game for found in find_games()]
    assert games
    for game in games:
        assert [str(finding) for finding in check_game(game)] == [], game.name


SLIPS = [
    # what is added, code, severity, text of the place in the last line, words of the message
    ("(<= (wins ?who) (goal ?who 100 now))", Code.KEYWORD_ARITY, "error", "goal", "it takes 2"),
    ("(legal ann)", Code.KEYWORD_ARITY, "error", "legal", "it takes 2"),
    ("(init a b)", Code.KEYWORD_ARITY, "error", "init", "it takes 1"),
    ("(<= (next won) (terminal now))", Code.KEYWORD_ARITY, "error", "terminal", "it takes 0"),
    ("(<= (next won) (init (coin up)))", Code.KEYWORD_IN_BODY, "error", "coin", "as a condition"),
    ("(<= (next won) (next lost))", Code.KEYWORD_IN_BODY, "error", "lost", "as a condition"),
    ("(<= (role ?x) (side ?x))", Code.ROLE_RULE, "error", "(<=", "has conditions"),
    ("(<= (next (does ann)) (true (does ann)))", Code.KEYWORD_FUNCTION, "warning", "does", "the keyword does"),
    ("(<= (next (coin ?x)) (true (turn ?y)))", Code.UNSAFE, "error", "?x", "which the head"),
    ("(<= (next (coin ?x)) (not (side ?x)))", Code.UNSAFE, "error", "?x", "which the head"),
    ("(side ?x)", Code.UNSAFE, "error", "?x", "which the head"),
    ("(<= (next won) (side ?x) (distinct ?x ?y))", Code.UNSAFE, "error", "?y", "which (distinct ?x ?y)"),
    ("(<= (next won) (not (distinct ?y up)))", Code.UNSAFE, "error", "?y", "which (distinct ?y up)"),
    ("(<= (next (coin ?x)) (or (side ?x) (true won)))", Code.UNSAFE, "error", "?x", "which the head"),
    ("(<= (next won) (not (true (coin ?x))))", Code.NOT_ONLY, "warning", "?x", "there is no such ?x"),
    ("(<= (p ?x) (side ?x) (not (p ?x)))", Code.UNSTRATIFIED, "error", "p", "(p _) -> not (p _)"),
    ("(num zero) (<= (num (s ?n)) (num ?n))", Code.RECURSION, "error", "?n", "may never end"),
    ("(<= (up ?x ?y) (up ?x ?z) (up ?z ?y))", Code.RECURSION, "warning", "?z", "not an argument of the head"),
    ("(<= (legal ?w (x ?m)) (does ?w ?m))", Code.DEPENDS_ON_DOES, "error", "does", "legal -> does"),
    ("(<= (init (coin ?x)) (true (coin ?x)))", Code.DEPENDS_ON_TRUE, "error", "true", "init -> true"),
    ("(<= (base (coin ?x)) (true (coin ?x)))", Code.DEPENDS_ON_TRUE, "warning", "true", "base -> true"),
    ("(legal cid noop)", Code.NO_ROLE, "warning", "cid", "cid is not a role"),
    ("(goal cid 100)", Code.NO_ROLE, "warning", "cid", "cid is not a role"),
    ("(<= (next won) (does cid noop))", Code.NO_ROLE, "warning", "cid", "cid is not a role"),
    ("(goal ann best)", Code.GOAL_VALUE, "warning", "best", "not a whole number"),
    ("(goal ann -1)", Code.GOAL_VALUE, "warning", "-1", "not a whole number"),
    ("(goal ann 101)", Code.GOAL_VALUE, "warning", "101", "more than 100"),
    ("(=> (next won) (side up))", Code.ARROW, "warning", "=>", "is read as a fact named =>"),
    ("(side up down)", Code.ARITY, "warning", "side", "2 arguments here and 1 in line 5"),
    ("(<= (next (coin up down)) (true won))", Code.FUNCTOR_ARITY, "warning", "coin", "(coin _) in line 3"),
    ("(<= (next won) (slide up))", Code.UNDEFINED, "warning", "slide", "nothing defines (slide _)"),
    ("(<= (next won) (true (coim up)))", Code.NEVER_TRUE, "warning", "coim", "no init or next"),
    ("(<= (next won) (true (coin up up)))", Code.NEVER_TRUE, "warning", "coin", "(coin _ _)"),
    ("(<= (next won) (true (coin up)))", Code.NEVER_READ, "warning", "won", "no condition uses"),
    ("(<= (next (coin up)) (does ann nop))", Code.NEVER_DONE, "warning", "nop", "no legal move looks like nop"),
    ("(<= (rich ?x) (goal ?x 100))", Code.UNUSED, "warning", "rich", "(rich _)"),
    ("(<= (goal ?p 0) (role ?p) (true (coin down)))", Code.DUPLICATE, "warning", "(<=", "the same as line 11"),
    ("(side a,b)", Code.SYMBOL, "warning", "a,b", "holds ,"),
]  # fmt: skip


@pytest.mark.parametrize(("more", "code", "severity", "place", "words"), SLIPS, ids=[slip[0] for slip in SLIPS])
def test_a_slip_is_found_where_it_stands(more, code, severity, place, words):
    finding = only(check(more), code, severity)
    assert words in finding.message
    assert (finding.line, finding.column) == (14, more.index(place) + 1)
    assert finding.excerpt == f"{more}\n{' ' * more.index(place)}^"


@pytest.mark.parametrize(
    ("without", "code", "severity"),
    [
        ("(<= terminal (true (turn bob)))\n", Code.NO_TERMINAL, "error"),
        ("(init (coin up))\n(init (turn ann))\n", Code.NO_INIT, "warning"),
        (COIN[COIN.index("(<= (next (coin") : COIN.index("(<= terminal")], Code.NO_NEXT, "warning"),
    ],
)
def test_a_missing_part_is_named_at_the_top(without, code, severity):
    finding = only(check(without=without), code, severity)
    assert (finding.line, finding.column) == (1, 1)


def test_a_role_that_no_legal_rule_can_mean_has_no_moves():
    game = parse_game("(role white) (role black) (legal white noop) (<= terminal (true over)) (goal ?w 0)")
    finding = only(check_game(game), Code.NO_MOVES, "error")
    assert "black" in finding.message
    assert finding.column == 14
    assert of_code(check_game(game), Code.GOAL_MISSING) == []
    # A variable may be any role, and so may a pattern within a name of several parts.
    game = parse_game("(role (player 1)) (<= (legal (player ?n) noop) (n ?n)) (n 1)")
    assert of_code(check_game(game), Code.NO_MOVES) == []
    assert "(player 1) a goal value" in only(check_game(game), Code.GOAL_MISSING, "warning").message


def test_a_circle_through_negation_is_shown_whole_and_once():
    more = "(<= (p ?x) (side ?x) (not (q ?x))) (<= (q ?x) (r ?x)) (<= (r ?x) (side ?x) (p ?x)) (<= (r ?x) (s ?x))"
    finding = only(check(more), Code.UNSTRATIFIED, "error")
    assert "(p _) -> not (q _) -> (r _) -> (p _)" in finding.message
    assert (
        of_code(
            check("(<= (p ?x) (side ?x) (not (q ?x))) (<= (q ?x) (side ?x) (not (r ?x))) (r up)"), Code.UNSTRATIFIED
        )
        == []
    )


def test_double_negation_is_none():
    assert of_code(check("(<= (p ?x) (side ?x) (not (not (p ?x))))"), Code.UNSTRATIFIED) == []


def test_recursion_that_is_bound_by_another_relation_may_build_terms():
    fine = [
        "(<= (path ?x ?y) (link ?x ?z) (path ?z ?y))",
        "(<= (list (cons ?x ?l)) (side ?x) (list ?l) (short ?l)) (short nil)",
        "(r 0 0) (q 0) (<= (r ?x (f ?x)) (r ?y ?x) (q ?y))",
        "(r 0 0) (<= (r ?x (g (f ?x) ?y)) (r ?y ?x) (side ?y))",
        "(<= (plus ?x (s ?y) (s ?z)) (num ?y) (num ?z) (plus ?x ?y ?z)) (num zero)",
        "(<= (even ?x) (odd ?y) (follows ?y ?x)) (<= (odd ?x) (even ?y) (follows ?y ?x)) (follows 1 2)",
    ]
    for more in fine:
        assert of_code(check(more), Code.RECURSION) == [], more
    mutual = "(<= (even (s ?x)) (odd ?x)) (<= (odd ?x) (even ?x))"
    assert only(check(mutual), Code.RECURSION, "error").message.startswith("?x of the recursive condition (odd ?x)")


RELATIONS = ("p", "q", "r", "s")
"""The last of them has only facts."""

_terms = st.sampled_from(["?x", "?y", "?z", "a", ("f", "?x"), ("f", "?y"), ("f", ("g", "?x", "a")), ("g", "?z", "?y")])
_atoms = st.tuples(st.sampled_from(RELATIONS), _terms, _terms)


def naive_breaches(rules):
    """Arguments that break the recursion restriction, by its definition: LG-2006-01, as in "General Game Playing",
    chapter 2.

    If p(t1, …, tn) has among its conditions q(v1, …, vk), where q is in a cycle with p, then each vj is ground, or is
    one of the ti, or is held by a condition whose relation is not in a cycle with p.
    """
    uses = {(head[0], atom[0]) for head, body in rules for atom in body}
    for _ in RELATIONS:
        uses |= {(one, three) for one, two in uses for other, three in uses if other == two}
    found = set()
    for number, (head, body) in enumerate(rules):
        cyclic = [atom for atom in body if (atom[0], head[0]) in uses]
        held = {name for atom in body if (atom[0], head[0]) not in uses for name in variables(atom)}
        for atom in cyclic:
            for argument in atom[1:]:
                if argument not in head[1:] and not set(variables(argument)) <= held:
                    found.add((number, show(argument)))
    return found


@given(
    st.lists(
        st.tuples(_atoms.filter(lambda atom: atom[0] != "s"), st.lists(_atoms, min_size=1, max_size=3)), max_size=5
    )
)
@settings(max_examples=400)
def test_the_recursion_restriction_is_that_of_the_specification(rules):
    lines = [f"(<= {show(head)} {' '.join(map(show, body))})" for head, body in rules]
    found = of_code(check_game(parse_game("\n".join([*lines, "(role me)"]))), Code.RECURSION)
    told = {(finding.line - 1, finding.message.split(" of the recursive condition")[0]) for finding in found}
    assert told == naive_breaches(rules)


def test_the_chain_to_a_forbidden_relation_is_shown():
    more = "(<= (moved ?w) (acted ?w)) (<= (acted ?w) (does ?w (turn_to up))) (<= (goal ?w 50) (moved ?w))"
    assert "goal -> moved -> acted -> does" in only(check(more), Code.DEPENDS_ON_DOES, "error").message


def test_a_name_that_is_nearly_right_is_suggested():
    assert "did you mean side?" in only(check("(<= (next won) (slide up))"), Code.UNDEFINED, "warning").advice
    assert "did you mean coin?" in only(check("(<= (next won) (true (coim up)))"), Code.NEVER_TRUE, "warning").advice
    assert "write (true (coin _))" in only(check("(<= (next won) (coin up))"), Code.UNDEFINED, "warning").advice
    assert (
        "write (does ROLE (turn_to _))" in only(check("(<= (next won) (turn_to up))"), Code.UNDEFINED, "warning").advice
    )
    assert "did you mean" not in only(check("(<= (next won) (zebra up))"), Code.UNDEFINED, "warning").advice


def test_facts_and_moves_of_any_name_are_not_called_missing():
    keeps_all = check("(<= (next ?fact) (true ?fact) (side up)) (<= (next won) (true lost))")
    assert of_code(keeps_all, Code.NEVER_TRUE) == of_code(keeps_all, Code.NEVER_READ) == []
    any_move = check("(<= (legal ann ?move) (move ?move)) (move jump) (<= (next (coin up)) (does ann jump))")
    assert of_code(any_move, Code.NEVER_DONE) == []


def test_findings_stand_in_the_order_of_the_text_and_show_the_spelling_of_the_file():
    found = check("(<= (next Won) (Slide up))\n(<= (next (Coin ?X)) (true (turn ?y)))")
    assert [finding.line for finding in found] == sorted(finding.line for finding in found)
    assert "(next (coin ?X))" in only(found, Code.UNSAFE, "error").message
    assert str(only(found, Code.UNDEFINED, "warning")).startswith("14:17: warning: nothing defines")


def test_comments_and_line_ends_do_not_move_a_finding():
    text = COIN.replace("\n", "\r\n") + "; slide ?x\r\n(<= (next won) ; slide up\r\n\t(slide up))"
    finding = only(check_game(parse_game(text)), Code.UNDEFINED, "warning")
    assert (finding.line, finding.column) == (16, 3)
    assert finding.excerpt == "\t(slide up))\n\t ^"


def test_of_one_code_a_hundred_are_listed_and_the_rest_counted():
    found = of_code(
        check("".join(f"(<= (next (coin up)) (ghost{number}))\n" for number in range(1234))), Code.UNDEFINED
    )
    assert len(found) == 100
    assert [finding.line for finding in found] == list(range(14, 114))
    assert "1,134 more of this kind" in found[-1].message


BIG = {
    "a wide head": "(<= (p " + " ".join(f"?x{number}" for number in range(20_000)) + ") (side up))",
    "wide recursion": "(<= (p "
    + " ".join(f"(s ?x{number})" for number in range(10_000))
    + ") (p "
    + " ".join(f"?x{number}" for number in range(10_000))
    + "))",
    "a long chain": "".join(f"(<= p{number} p{number + 1})" for number in range(10_000)),
    "a long circle": "".join(f"(<= p{number} (not p{number + 1}))" for number in range(10_000)) + "(<= p10000 p0)",
    "many roles": "".join(f"(role r{number}) (legal s{number} noop)" for number in range(10_000)),
    "a long name": "(<= (next won) (" + "a" * 1_000_000 + " up))",
    "many cases": "(<= won " + "(or a b) " * 40 + ")",
    "one rule asks often": "(<= won " + "(does ann noop) " * 20_000 + ")",
}


@pytest.mark.parametrize("name", BIG)
def test_large_descriptions_are_checked_in_linear_time_with_short_messages(name):
    found = check(BIG[name])
    assert found
    assert all(len(str(finding)) < 1500 for finding in found)


@given(programs)
@settings(max_examples=150)
def test_any_description_is_checked(program):
    game = parse_game("\n".join(show(rule) for rule in program))
    found = check_game(game)
    lines = game.text.split("\n")
    for finding in found:
        assert isinstance(finding, Finding)
        assert 1 <= finding.column <= len(lines[finding.line - 1])
    assert [(finding.line, finding.column) for finding in found] == sorted((f.line, f.column) for f in found)


@given(soup)
@settings(max_examples=200)
def test_any_text_that_can_be_read_is_checked(text):
    try:
        game = parse_game("(role me)" + text)
    except GdlError:
        return
    assert all(finding.advice for finding in check_game(game))


class Refusing(ReferenceMachine):
    """A machine that gives up after its first state."""

    def __init__(self, game, error):
        super().__init__(game)
        self.error = error

    def next(self, state, moves):
        raise self.error


def play(text, **options):
    return check_play(ReferenceMachine(parse_game(text)), **options)


def test_a_game_that_plays_well_has_no_findings():
    assert play(COIN) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("(goal ?who 0)", "(goal ann 0)", Code.GOAL_MISSING, "bob had no goal value"),
        (
            "(goal ?who 0) (role ?who) (true (coin down))",
            "(goal ?who 0) (role ?who)",
            Code.GOAL_DOUBLED,
            "ann had more",
        ),
        ("(goal ?who 100)", "(goal ?who 1000)", Code.GOAL_VALUE, "above 100"),
        ("(true (turn bob))", "(true (turn cid))", Code.NO_MOVES, "ann had no legal move"),
        ("(true (turn bob))", "(true (coin edge))", Code.NEVER_ENDS, "not over after 7 steps"),
    ],
)
def test_what_goes_wrong_in_play_is_counted(old, new, code, words):
    text = COIN.replace(old, new)
    assert text != COIN
    if code is Code.NO_MOVES:
        text = text.replace("(legal ?who noop) (role ?who) (not (true (turn ?who)))", "(legal bob noop)")
    if code is Code.NEVER_ENDS:
        text += "(<= (next (turn ann)) (true (turn bob)))"
    found = of_code(play(text, steps=7), code)
    assert any(words in finding.message for finding in found)
    for finding in found:
        assert finding.severity is Severity.WARNING
        assert finding.message.startswith("in ")
        assert " of 20 random playouts " in finding.message
    assert play(text, steps=7) == play(text, steps=7)


def test_playing_stops_with_a_finding_where_the_machine_gives_up():
    game = parse_game(COIN)
    found = check_play(Refusing(game, GdlLimitError("coin: too slow")))
    assert "stopped: coin: too slow" in only(found, Code.LIMIT, "warning").message
    found = check_play(Refusing(game, GdlError("coin: ?x is not bound")))
    assert "?x is not bound" in only(found, Code.PLAY, "error").message
