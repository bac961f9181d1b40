"""Descriptions are read as published games write them; what is wrong is named with its place."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from gdl.gdl_terms import programs, seeds, soup, written
from hypothesis import given, settings
from hypothesis import strategies as st

from gametasks.errors import GdlError, GdlLimitError, GdlSyntaxError
from gametasks.gdl.description import Rule, load_game, parse_game, print_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits
from gametasks.gdl.network.engine import Network
from gametasks.gdl.normal import normal_form, require_safe
from gametasks.gdl.reader import Source, read_expressions, read_terms
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.gdl.terms import order_key, show, show_lines, symbols

HANDED = sorted((Path(__file__).parents[3] / "shared" / "gdl").glob("*.kif"))
ROLE = "(role me)\n"


def terms_of(text):
    return list(read_terms(text))


def rules_of(game):
    return [(rule.head, rule.body) for rule in game.rules]


def test_a_small_description_is_read_as_its_rules():
    game = parse_game(
        """; tossing a coin
        (role tosser) (init (coin up))
        (<= (next (coin ?side)) (does tosser (toss ?side)) (not (true stuck)))
        (<= terminal (or (true (coin down)) (distinct a b)))"""
    )
    assert game.roles == ("tosser",)
    assert rules_of(game)[0] == (("role", "tosser"), ())
    assert rules_of(game)[2] == (
        ("next", ("coin", "?side")),
        (("does", "tosser", ("toss", "?side")), ("not", ("true", "stuck"))),
    )
    assert rules_of(game)[3] == ("terminal", (("or", ("true", ("coin", "down")), ("distinct", "a", "b")),))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_ends_a_comment_and_counts_as_one_line(end):
    text = end.join(["; players (are", "(role a) ; not this: (role b)", "", "(p"])
    with pytest.raises(GdlSyntaxError) as caught:
        parse_game(text)
    assert (caught.value.line, caught.value.column) == (4, 1)
    assert parse_game(text + ")").roles == ("a",)


def test_letter_case_is_folded_and_the_first_form_is_remembered():
    game = parse_game("(ROLE White) (<= (Legal White (Move ?X)) (True (AT ?x)) (true (at ?X)))")
    assert game.roles == ("white",)
    assert game.rules[1].body == (("true", ("at", "?x")), ("true", ("at", "?x")))
    assert game.show(("move", "white", "?x", "new")) == "(Move White ?X new)"


def test_a_name_in_brackets_is_the_name_alone():
    assert terms_of("(foo) (p (foo) ((bar)))") == ["foo", ("p", "foo", "bar")]
    assert parse_game(ROLE + "(<= (terminal) (open))").rules[1] == Rule("terminal", ("open",), len(ROLE))


def test_a_rule_without_conditions_is_a_fact():
    assert parse_game(ROLE + "(<= (p a))").rules[1].body == ()
    assert parse_game("(<= (role me))").roles == ("me",)


def test_one_role_that_is_declared_twice_counts_once():
    assert parse_game("(role b) (role a) (role B)").roles == ("b", "a")


WRONG = [
    ("(p a", 2, 1, "never closed"),
    ("(p a))", 2, 6, "no opening"),
    ("(p ())", 2, 4, "empty pair"),
    ("((p a) b)", 2, 1, "must be a name"),
    ("(<=)", 2, 1, "stands alone"),
    ("  <=", 2, 3, "stands alone"),
    ("(?p a)", 2, 1, "begins with a variable"),
    ("?p", 2, 1, "begins with a variable"),
    ("(<= ?p q)", 2, 5, "begins with a variable"),
    ("(<= (?p 1) q)", 2, 5, "begins with a variable"),
    ("(<= (next (?f 1)) (true (?f 1)))", 2, 11, "(?f 1) begins with a variable"),
    ("(<= (next (p 7)) (true (q (?f 1))))", 2, 27, "(?f 1) begins with a variable"),
    ("(<= (next a) (not (or b (true (h (g (?f 1) c))))))", 2, 37, "(?f 1) begins with a variable"),
    ("(<= p (q ?f) (distinct (?f 1) a))", 2, 24, "(?f 1) begins with a variable"),
    ("(init (?f 1))", 2, 7, "(?f 1) begins with a variable"),
    ("(init (not a))", 2, 7, "'not' has no meaning"),
    ("(<= (next a) (true (or b c)))", 2, 20, "'or' has no meaning"),
    ("(<= (legal me (go (and a b))) (q (distinct a b)))", 2, 19, "'and' has no meaning"),
    ("(p (<= q r))", 2, 4, "'<=' has no meaning"),
    ("(<= p (q ((f a) b)))", 2, 10, "must be a name"),
    ("(<= p (?q a))", 2, 7, "begins with a variable"),
    ("(<= p q (not (or r ?s)))", 2, 20, "begins with a variable"),
    ("(true (p a))", 2, 1, "'true' cannot be the head"),
    ("(<= (does me a) p)", 2, 5, "'does' cannot be the head"),
    ("(<= (not p) q)", 2, 5, "'not' cannot be the head"),
    ("(or p q)", 2, 1, "'or' cannot be the head"),
    ("(distinct a b)", 2, 1, "'distinct' cannot be the head"),
    ("(<= p (<= q r))", 2, 7, "inside another rule"),
    ("(<= p (not q r))", 2, 7, "it takes 1"),
    ("(<= p (distinct a))", 2, 7, "it takes 2"),
    ("(<= p or)", 2, 7, "at least one"),
    ("(<= p (and (not (distinct a b c))))", 2, 17, "it takes 2"),
    ("a\x00b", 2, 2, "control character"),
    ("\n\t\t" + "(" * 101, 3, 103, "more than 100 deep"),
]


@pytest.mark.parametrize(("text", "line", "column", "reason"), WRONG)
def test_an_error_names_file_line_column_and_shows_a_caret(text, line, column, reason):
    with pytest.raises(GdlSyntaxError) as caught:
        parse_game(ROLE + text, file="games/mine.kif")
    error = caught.value
    assert str(error).startswith(f"games/mine.kif:{line}:{column}: ")
    assert reason in error.reason
    assert "\n" not in str(error)
    shown, caret = error.excerpt.split("\n")
    assert len(caret) <= len(shown) + 1
    whole = (ROLE + text).split("\n")[line - 1]
    # The caret stands under the character of that line and column.
    assert shown[len(caret) - 1] == whole[column - 1]


def test_a_caret_stands_right_behind_tabs_and_in_a_long_line():
    with pytest.raises(GdlSyntaxError) as caught:
        parse_game(ROLE + "\t(p a)\t\t(q b))")
    assert caught.value.excerpt == "\t(p a)\t\t(q b))\n\t     \t\t     ^"
    assert caught.value.column == 14
    with pytest.raises(GdlSyntaxError) as caught:
        parse_game(ROLE + "(p a) " * 1000 + ")" + " (p a)" * 1000)
    shown, caret = caught.value.excerpt.split("\n")
    assert caught.value.column == 6001
    assert len(shown) == 100
    assert shown[caret.index("^")] == ")"


def test_numbers_quoted_words_and_keywords_of_games_may_name_functions_and_mean_the_same_to_every_engine():
    game = parse_game(
        '(role me) (init (1 a)) (init ("f" 1)) (init (true (1 b)))'
        '(<= (legal me (7 ?x)) (true (?x)) (distinct ?x ("f" 1))) (<= terminal (true (1 c)))'
        '(<= (next (1 c)) (does me (7 (1 ?y))) (true (true (1 b)))) (<= (next ("f" ?x)) (true ("f" ?x)))'
    )
    answers = [
        (machine.initial(), machine.legal(machine.initial()), machine.next(machine.initial(), (("7", ("1", "a")),)))
        for machine in (Interpreter(game), ReferenceMachine(game), Network.ground(game))
    ]
    assert answers[0][1] == ((("7", ("1", "a")), ("7", ("true", ("1", "b")))),)
    assert answers[0][2] == {("1", "c"), ('"f"', "1")}
    assert answers[1:] == [answers[0]] * 2


@pytest.mark.parametrize("text", ["", "   \n", "; only a comment", "(p a)", "(<= (role me) p)", "(role a b)", "role"])
def test_a_text_without_a_role_is_no_game(text):
    with pytest.raises(GdlError, match="no role is declared"):
        parse_game(text)


def test_a_byte_order_mark_and_latin_1_are_read(tmp_path):
    path = tmp_path / "bom.kif"
    path.write_bytes(b"\xef\xbb\xbf(role me) ; \xc3\xa9")
    assert load_game(path).rules[0] == Rule(("role", "me"), (), 0)
    path = tmp_path / "old.kif"
    path.write_bytes(b"; by Andr\xe9\r\n(role me)")
    assert load_game(path).name == "old"
    assert load_game(path).roles == ("me",)
    assert parse_game("\ufeff(role me)").roles == ("me",)


def test_what_is_no_text_or_cannot_be_opened_is_refused_in_one_line(tmp_path):
    path = tmp_path / "picture.kif"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 10)
    with pytest.raises(GdlSyntaxError, match="control character"):
        load_game(path)
    path.write_text("(role me)", "utf-16")
    with pytest.raises(GdlSyntaxError, match="control character"):
        load_game(path)
    for wrong in (tmp_path / "absent.kif", tmp_path, "a\0b", "\ud800.kif"):
        with pytest.raises(GdlError, match="cannot read"):
            load_game(wrong)


@pytest.mark.parametrize(
    "text", ["(" * 10_000_000, ")" * 10_000_000, "(p " * 3_333_333], ids=["open", "closed", "lists"]
)
@pytest.mark.parametrize("limit", [4_000_000, 20_000_000])
def test_ten_megabytes_of_brackets_are_refused_without_ado(text, limit):
    tracemalloc.start()
    with pytest.raises(GdlSyntaxError) as caught:
        read_expressions(Source("<text>", text), limits=Limits(characters=limit))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(str(caught.value)) < 200
    assert peak < 50_000_000


def test_a_file_that_is_too_long_is_not_read_whole(tmp_path):
    path = tmp_path / "long.kif"
    path.write_text("(role me)" * 100)
    with pytest.raises(GdlError, match="is longer than 203 bytes"):
        load_game(path, limits=Limits(characters=50))
    with pytest.raises(GdlSyntaxError, match="at most 500 are read"):
        load_game(path, limits=Limits(characters=500))


def test_a_hundred_levels_are_read_and_not_one_more():
    inner = "(f " * 99 + "a" + ")" * 99
    assert parse_game(ROLE + f"(p {inner})").rules[1].head[0] == "p"
    with pytest.raises(GdlSyntaxError, match="100 deep"):
        parse_game(ROLE + f"(p (q {inner}))")


@given(programs, seeds)
@settings(max_examples=80)
def test_any_way_of_writing_gives_the_same_rules(program, seed):
    plain = parse_game("\n".join(show(rule) for rule in program))
    assert rules_of(parse_game(written(program, seed))) == rules_of(plain)


@given(programs, seeds)
@settings(max_examples=80)
def test_parse_print_parse_is_a_fixed_point(program, seed):
    game = parse_game(written(program, seed))
    printed = print_game(game)
    again = parse_game(printed)
    assert rules_of(again) == rules_of(game)
    assert again.roles == game.roles
    assert dict(again.spelling) == dict(game.spelling)
    assert print_game(again) == printed


@pytest.mark.skipif(not HANDED, reason="the handed games are not here")
@pytest.mark.parametrize("path", HANDED, ids=lambda path: path.stem)
def test_parse_print_parse_is_a_fixed_point_on_published_games(path):
    game = load_game(path)
    printed = print_game(game)
    again = parse_game(printed)
    assert rules_of(again) == rules_of(game)
    assert again.roles == game.roles
    assert print_game(again) == printed


@given(soup)
@settings(max_examples=400)
def test_any_text_is_read_or_refused_with_a_place(text):
    refused, game = None, None
    try:
        game = parse_game(text)
    except GdlError as error:
        refused = error
    if game is not None:
        assert rules_of(parse_game(print_game(game))) == rules_of(game)
    elif isinstance(refused, GdlSyntaxError):
        assert 1 <= refused.line <= text.count("\n") + text.count("\r") + 1
        assert 1 <= refused.column <= len(text) + 1
        assert refused.excerpt.count("\n") == 1
    else:
        assert "no role" in str(refused)


def test_the_canonical_order_takes_numbers_by_value_whatever_their_length():
    assert show_lines(["x10", "x2", "x02", ("x", "1"), "x", "y1", "x" + "0" * 6000]) == [
        "(x 1)", "x", "x" + "0" * 6000, "x02", "x2", "x10", "y1",
    ]  # fmt: skip
    assert order_key("9" * 1_000_000) < order_key("1" + "0" * 1_000_000)


@given(st.lists(st.text("0123456789a", min_size=1, max_size=6), min_size=2, max_size=6))
def test_the_canonical_order_is_total(names):
    keys = {order_key(name) for name in names}
    assert len(keys) == len(set(names))
    for one in names:
        for other in names:
            if one.isdecimal() and other.isdecimal() and int(one) != int(other):
                assert (order_key(one) < order_key(other)) == (int(one) < int(other))


def clauses_of(text):
    return [(clause.head, clause.body) for clause in normal_form(parse_game(ROLE + text))[1:]]


def test_the_normal_form_spreads_or_and_pushes_not_inwards():
    rest = ((False, "d"), (True, "e"), (False, ("distinct", "x", "y")))
    assert clauses_of("(<= p (or a (and b (not c))) (not (or d (not e))) (not (distinct x y)))") == [
        ("p", ((True, "a"), *rest)),
        ("p", ((True, "b"), (False, "c"), *rest)),
    ]


MANY = [
    "(<= p " + "(or a b) " * 40 + ")",
    "".join(f"(<= p{number} {'(or a b) ' * 13})" for number in range(200)),
    "(<= (p " + " ".join(f"?x{number}" for number in range(5_000)) + ") (q "
    + " ".join(f"?x{number}" for number in range(5_000)) + ") " + "(or a b) " * 13 + ")",
    "(<= p (or (and " + "(or a b) " * 40 + ") c))",
    "(<= (p ?x) (q ?x) " + " ".join(f"(or (distinct ?x {number}) (not (r ?x)) a)" for number in range(2_000)) + ")",
    "(<= (p ?x ?y) " + " ".join(f"(or (q{n} ?x ?z{n}) (not (r ?y)))" for n in range(500)) + "(or (a ?x ?y) (b ?y ?x)))",
]  # fmt: skip


@pytest.mark.parametrize("text", MANY, ids=["one rule", "many rules", "wide head", "nested", "tests", "parts"])
def test_rules_with_any_number_of_or_become_clauses_about_as_long_as_they_are(text):
    game = parse_game(ROLE + text)
    clauses = normal_form(game)
    length = sum(
        1 for clause in clauses for term in (clause.head, *(part.atom for part in clause.body)) for _ in symbols(term)
    )
    assert length < 8 * sum(1 for rule in game.rules for term in (rule.head, *rule.body) for _ in symbols(term))
    for clause in clauses:
        require_safe(game, clause)


def test_cases_that_share_a_variable_which_not_all_of_them_bind_are_told_apart_up_to_a_limit():
    some = "(<= p " + "(or (q ?x) a) " * 7 + ")"
    assert len(clauses_of(some)) == 2**7
    with pytest.raises(
        GdlLimitError, match=r"^<text>:2:1: the rule for p: \?x is bound in some of its more than 10,000"
    ):
        normal_form(parse_game(ROLE + "(<= p " + "(or (q ?x) a) " * 14 + ")"))


@pytest.mark.parametrize("head", ["(p ?x)", "p"])
def test_a_variable_that_many_cases_leave_unbound_is_named_with_its_place(head):
    text = f"(<= {head} (distinct ?x 1) {'(or (q ?x) a) ' * 14})"
    with pytest.raises(GdlError, match=r"^<text>:2:1: no condition binds \?x of "):
        normal_form(parse_game(ROLE + text))


def test_clauses_that_would_be_far_longer_than_their_rule_are_refused_at_its_place():
    names = " ".join(f"?x{number}" for number in range(4_000))
    wide = " ".join(f"(distinct ?x{number} 1)" for number in range(4_000))
    with pytest.raises(GdlLimitError, match=r"^<text>:2:1: the rule for p: .* more than 10,000,000 symbols"):
        normal_form(parse_game(ROLE + f"(<= p (q {names}) (or {wide}) (or a b))"))


def test_a_body_of_many_conditions_is_no_trouble():
    ((_, body),) = clauses_of("(<= p " + "(q a) " * 30_000 + ")")
    assert len(body) == 30_000
