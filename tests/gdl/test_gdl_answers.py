"""Answers are read as they are meant where that is allowed, refused with a place where it is not, and compared."""

from __future__ import annotations

from fractions import Fraction

import pytest
from gdl.gdl_terms import ground_terms, seeds, soup, written
from hypothesis import given, settings
from hypothesis import strategies as st

from gametasks.gdl.answers import (
    Comparison,
    Fault,
    Strictness,
    Unreadable,
    compare,
    compare_difference,
    read_joint_move,
    read_moves,
    read_state,
)
from gametasks.gdl.terms import show

STRICT, RELAXED = Strictness.STRICT, Strictness.RELAXED
BOTH = pytest.mark.parametrize("reading", [STRICT, RELAXED])
ROLES = ("xplayer", "oplayer")
CELL, CONTROL = ("cell", "1", "2", "b"), ("control", "xplayer")


@BOTH
def test_terms_with_white_space_between_them_are_a_state(reading):
    assert read_state("(cell 1 2 b)\r\n\t( control xplayer )\n over", {}, reading) == {CELL, CONTROL, "over"}
    assert read_state("(cell 1 2 b) (cell 1 2 b)", {}, reading) == {CELL}
    assert read_state("(holds (at (x)) (y))", {}, reading) == {("holds", ("at", "x"), "y")}
    assert read_state("", {}, reading) == read_state(" \n", {}, reading) == frozenset()


@pytest.mark.parametrize(
    "text",
    [
        "(cell 1 2 b),(control xplayer)",
        "(cell,1,2,b);(control,xplayer);",
        "(cell|1|2|b) | (control|xplayer)",
        r"(cell 1 2 b)\n(control\txplayer)\r\n",
        "`(cell 1 2 b)` '(control xplayer)'",
        '"(cell 1 2 b)", "(control xplayer)"',
        r"\"(cell 1 2 b)\"" + "\n(control 'xplayer')",
        "(cell 1 2 b)(control xplayer)",
        "(CELL 1 2 B) (Control XPlayer)",
        "[cell 1 2 b] [control xplayer]",
        "[cell,1,2,b];(control xplayer]",
        "(\ncell , 1 , ; 2\u00a0b ) (control(xplayer))".replace("control(", "control ("),
    ],
)
def test_the_relaxed_reading_takes_any_separators_and_letters(text):
    assert read_state(text, {"control": ("Control",)}, RELAXED) == {CELL, CONTROL}
    assert read_state(text, {}, STRICT) != {CELL, CONTROL}


def test_the_strict_reading_wants_every_symbol_as_the_description_spells_it():
    spelling = {"cell": ("Cell",), "xplayer": ("xPlayer",)}
    assert read_state("(Cell 1 2 b) (control xPlayer)", spelling, STRICT) == {CELL, CONTROL}
    wrong = read_state("(cell 1 2 b) (control xPlayer)", spelling, STRICT)
    assert wrong == {("cell [sic]", "1", "2", "b"), CONTROL}
    assert compare(frozenset({CELL, CONTROL}), wrong).jaccard == pytest.approx(1 / 3)
    assert read_state("(Cell 1 2 B)", {}, STRICT) == {("Cell [sic]", "1", "2", "B [sic]")}


WRONG = [
    ("(cell 1 2 b", Fault.UNCLOSED, 0),
    ("(a) (cell (1 2 b)", Fault.UNCLOSED, 4),
    ("(cell 1 2 b))", Fault.UNOPENED, 12),
    ("(cell 1 () b)", Fault.EMPTY, 8),
    ("((cell 1 2 b) (control xplayer))", Fault.NO_NAME, 1),
    ("((cell 1 2 b))", Fault.NO_NAME, 1),
    ("score(blue 5)", Fault.NAME_BEFORE, 5),
    ("(a) score(blue,5)", Fault.NAME_BEFORE, 9),
    ("(holds score(blue 5))", Fault.NAME_BEFORE, 12),
    ("{cell 1 2 b}", Fault.OTHER_BRACKET, 0),
    ("[cell 1 2 b", Fault.UNCLOSED, 0),
    ("score[blue 5]", Fault.NAME_BEFORE, 5),
    ("[[cell 1 2 b] [control xplayer]]", Fault.NO_NAME, 1),
    ("(cell 1 {2} b)", Fault.OTHER_BRACKET, 8),
    ("(cell 1 2 ?x)", Fault.VARIABLE, 10),
    ("(cell 1 2 \x00b)", Fault.CONTROL, 10),
    ("(f " * 250 + "a" + ")" * 250 + "(f " * 251, Fault.DEPTH, 1751),
]


@pytest.mark.parametrize(("text", "kind", "position"), WRONG)
def test_wrong_brackets_stay_wrong_and_the_place_is_named(text, kind, position):
    found = read_state(text, {}, RELAXED)
    assert isinstance(found, Unreadable)
    assert (found.kind, found.position) == (kind, position)
    assert found.message
    assert isinstance(read_state(text, {}, STRICT), Unreadable)


@pytest.mark.parametrize(
    ("text", "position"),
    [("(a b)(c d)", 5), ("(a b), (c d)", 5), ("(a b) ; (c d)", 6), ("(a (b c)d)", 8), ("(a b)c", 5)],
)
def test_the_strict_reading_takes_white_space_only(text, position):
    found = read_state(text, {}, STRICT)
    assert isinstance(found, Unreadable)
    assert (found.kind, found.position) == (Fault.SEPARATOR, position)
    assert not isinstance(read_state(text, {}, RELAXED), Unreadable)


def test_a_score_before_its_bracket_is_two_facts_if_there_is_space_between():
    assert read_state("score (blue 5)", {}, RELAXED) == {"score", ("blue", "5")}


@BOTH
def test_moves_are_pairs_of_a_role_and_a_move(reading):
    text = "(xplayer (mark 1 1))\n(oplayer noop) (oplayer (noop))"
    assert read_moves(text, {}, reading) == {("xplayer", ("mark", "1", "1")), ("oplayer", "noop")}
    assert read_moves("(mark 1 1) noop", {}, reading) == {("mark", "1", "1"), "noop"}
    assert isinstance(read_moves("(xplayer mark(1 1))", {}, reading), Unreadable)


def test_the_relaxed_reading_takes_moves_with_the_words_of_the_language_around_them():
    text = "(legal xplayer (mark 1 1)), (does oplayer noop)"
    assert read_moves(text, {}, RELAXED) == {("xplayer", ("mark", "1", "1")), ("oplayer", "noop")}
    assert read_moves("(legal xplayer noop)", {}, STRICT) == {("legal", "xplayer", "noop")}
    # A role may bear such a name; its pair has two parts, not three.
    assert read_joint_move("(does (legal a b))", ("does",), {}, RELAXED) == (("legal", "a", "b"),)


@BOTH
def test_a_joint_move_is_read_in_any_order_and_given_in_that_of_the_roles(reading):
    text = "(oplayer noop) (xplayer (mark 1 1))"
    assert read_joint_move(text, ROLES, {}, reading) == (("mark", "1", "1"), "noop")
    assert read_joint_move("(Robot Jump)", ("robot",), {"robot": ("Robot",), "jump": ("Jump",)}, reading) == ("jump",)


def test_a_joint_move_in_a_models_words():
    text = "`(DOES xplayer (mark 1,1))`; (does oplayer noop)\\n"
    assert read_joint_move(text, ROLES, {}, RELAXED) == (("mark", "1", "1"), "noop")


@pytest.mark.parametrize(
    ("text", "kind", "position"),
    [
        ("(xplayer noop)", Fault.ROLE_MISSING, 14),
        ("", Fault.ROLE_MISSING, 0),
        ("(xplayer noop) (xplayer noop)", Fault.ROLE_TWICE, 15),
        ("(xplayer noop) (zplayer noop)", Fault.UNKNOWN_ROLE, 15),
        ("(xplayer noop) (oplayer noop) (zplayer noop)", Fault.UNKNOWN_ROLE, 30),
        ("(xplayer noop) noop", Fault.NO_MOVE, 15),
        ("(xplayer mark 1 1) (oplayer noop)", Fault.NO_MOVE, 0),
        ("xplayer (oplayer noop)", Fault.NO_MOVE, 0),
        ("(xplayer noop) (oplayer noop", Fault.UNCLOSED, 15),
    ],
)
@BOTH
def test_a_joint_move_names_each_role_exactly_once(text, kind, position, reading):
    found = read_joint_move(text, ROLES, {}, reading)
    assert isinstance(found, Unreadable)
    assert (found.kind, found.position) == (kind, position)


def test_a_role_in_the_wrong_letter_case_is_unknown_to_the_strict_reading_alone():
    found = read_joint_move("(Xplayer noop) (oplayer noop)", ROLES, {}, STRICT)
    assert isinstance(found, Unreadable)
    assert found.kind is Fault.UNKNOWN_ROLE
    assert read_joint_move("(Xplayer noop) (oplayer noop)", ROLES, {}, RELAXED) == ("noop", "noop")


HUGE = {
    "closed brackets": ")" * 1_000_000,
    "open brackets": "(" * 10_000,
    "lists": "(a " * 10_000 + ")" * 10_000,
    "names before brackets": "a(" * 500_000,
    "one name": "a" * 1_000_000,
    "one number": "(score x " + "9" * 1_000_000 + ")",
    "backslashes": "\\" * 1_000_000,
    "quotes": "'\"`" * 300_000,
    "written line ends": "(a b)\\n" * 140_000,
    "white space": " \u00a0" * 500_000,
    "zeros": "\0" * 1_000_000,
    "surrogates": "\ud800" * 1_000_000,
    "words": "noop " * 200_000,
}


@pytest.mark.parametrize("name", HUGE)
@BOTH
def test_a_megabyte_of_anything_is_read_or_refused(name, reading):
    text = HUGE[name]
    facts = read_state(text, {}, reading)
    for found in (facts, read_joint_move(text[:100_000], ROLES, {}, reading)):
        if isinstance(found, Unreadable):
            assert 0 <= found.position <= len(text)
            assert len(found.message) < 300
    if not isinstance(facts, Unreadable):
        result = compare(frozenset({CELL}), facts)
        assert (result.jaccard, result.missing) == (0, {CELL})
        assert result.superfluous == facts


@given(soup)
@settings(max_examples=500)
def test_no_text_raises_and_positions_lie_in_it(text):
    for strictness in Strictness:
        spelling = {"x": ("X",)}
        for found in (
            read_state(text, spelling, strictness),
            read_moves(text, spelling, strictness),
            read_joint_move(text, ROLES, spelling, strictness),
        ):
            if isinstance(found, Unreadable):
                assert 0 <= found.position <= len(text)
                assert "\n" not in found.message
                found.message.encode()


states = st.frozensets(ground_terms, max_size=6)


@given(states, seeds)
def test_a_written_state_is_read_back(state, seed):
    lines = "\n".join(show(fact) for fact in state)
    assert read_state(lines, {}, STRICT) == state
    assert read_state(lines.upper() if lines.upper().lower() == lines else lines, {}, RELAXED) == state
    text = written(sorted(state, key=show), seed)
    if ";" not in text:
        assert read_state(text, {}, RELAXED) == state


@given(soup)
@settings(max_examples=300)
def test_what_the_strict_reading_takes_the_relaxed_one_takes_too(text):
    if not isinstance(read_state(text, {}, STRICT), Unreadable):
        assert not isinstance(read_state(text, {}, RELAXED), Unreadable)


def test_a_comparison_names_what_is_missing_and_what_is_too_much():
    result = compare(frozenset({"a", "b", "c"}), frozenset({"b", "c", "d", "e"}))
    assert result == Comparison(2 / 5, False, frozenset({"a"}), frozenset({"d", "e"}))
    assert compare(frozenset(), frozenset()) == Comparison(1.0, True, frozenset(), frozenset())
    assert compare(frozenset({"a"}), frozenset()).jaccard == 0
    assert compare(frozenset(), frozenset({"a"})).jaccard == 0


def test_a_difference_counts_what_changed_alone():
    before = frozenset({"a", "b", "stays"})
    expected = frozenset({"a", "c", "stays"})
    assert compare_difference(before, expected, expected) == Comparison(1.0, True, frozenset(), frozenset())
    unchanged = compare_difference(before, expected, before)
    assert unchanged == Comparison(0.0, False, frozenset({("+", "c"), ("-", "b")}), frozenset())
    result = compare_difference(before, expected, frozenset({"a", "b", "c"}))
    assert result == Comparison(1 / 3, False, frozenset({("-", "b")}), frozenset({("-", "stays")}))
    assert compare_difference(before, before, before).jaccard == 1


@given(states, states, states)
def test_comparisons_follow_their_definitions(before, expected, given_state):
    result = compare(expected, given_state)
    union, common = expected | given_state, expected & given_state
    assert Fraction(result.jaccard).limit_denominator(1000) == (Fraction(len(common), len(union)) if union else 1)
    assert result.exact == (result.jaccard == 1) == (expected == given_state)
    assert result.missing | common == expected
    assert result.superfluous | common == given_state
    difference = compare_difference(before, expected, given_state)
    assert difference.exact == result.exact
    wrong = len(difference.missing) + len(difference.superfluous)
    assert wrong == len(expected ^ given_state)
