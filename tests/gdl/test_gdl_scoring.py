"""Answers about described games: the right one scores 1, one fact more or less does not, legal plays are replayed."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice
from typing import Any

import pytest
from oracles.gdl_simulation import objection

from gametasks import score, stream
from gametasks.errors import UnknownNameError
from gametasks.evaluate.scoring import read_question, read_state
from gametasks.gdl.description import parse_game
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.gdl.terms import show, show_lines
from gametasks.schemas import parse_answer
from gametasks.schemas.answers.kinds import decode_answer_kind
from gametasks.schemas.gdl_simulation import joint_move_text
from gametasks.testing import mutated_strings

FAMILIES = ("next_state", "legal_actions", "multistep_state", "multistep_action_state")
OF_STATES = ("next_state", "multistep_state", "multistep_action_state")


@cache
def rows(family: str) -> tuple[dict[str, Any], ...]:
    """Samples of a family, two of each of the lower levels."""
    return tuple(row for level in (1, 2, 3) for row in islice(stream("gdl_simulation", family, level, seed=5), 2))


def text_key(family: str) -> str:
    return "llm_legal_moves" if family == "legal_actions" else "llm_state"


def with_lines(row: dict[str, Any], lines: list[str]) -> str:
    answer = json.loads(row["answer"])
    return json.dumps({**answer, text_key(row["family"]): "\n".join(lines)})


def lines_of(row: dict[str, Any]) -> list[str]:
    return json.loads(row["answer"])[text_key(row["family"])].split("\n")


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("reading", ["strict", "relaxed"])
def test_the_stored_answer_is_right_in_either_reading(family, reading):
    for row in rows(family):
        result = score(row, row["answer"], reading)
        assert (result.score, result.diagnostic) == (1.0, None)
        assert result.extras["jaccard"] == 1.0
        assert result.extras["missing"] == result.extras["superfluous"] == 0.0


@pytest.mark.parametrize("family", FAMILIES)
def test_order_and_white_space_between_facts_are_free(family):
    for row in rows(family):
        lines = lines_of(row)
        assert score(row, with_lines(row, [*lines[::-1], "", lines[0]])).score == 1.0
        for space in ("  ", "\t", "\n", "\u00a0", " \u2003\r\n"):
            assert score(row, with_lines(row, [line.replace(" ", space) for line in lines])).score == 1.0


@pytest.mark.parametrize("family", FAMILIES)
def test_what_the_strict_reading_accepts_another_reader_accepts_and_the_interpreter_confirms(family):
    """Damaged answers score 1 exactly where they differ from a right one in white space alone."""
    judged = accepted = 0
    for row in rows(family):
        state, question = read_state(row["evaluator"], row["state"]), read_question(row["evaluator"])
        kind = decode_answer_kind(row["answer_schema"])
        for text in [row["answer"].replace(" (", "  ("), *mutated_strings(row, 60, seed=2)]:
            value = parse_answer(kind, text)
            try:
                fault = objection(state, question, value, None, None)
            except (AttributeError, KeyError, TypeError):
                fault = "it has another form"
            judged, accepted = judged + 1, accepted + (fault is None)
            assert (score(row, text).score == 1.0) == (fault is None), (text, fault)
    assert judged > accepted > 0


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("reading", ["strict", "relaxed"])
def test_every_answer_with_one_fact_changed_scores_less(family, reading):
    for row in rows(family):
        lines = lines_of(row)
        changed = [[*lines[:place], *lines[place + 1 :]] for place in range(len(lines))]
        renamed = [line.replace("(", "(q", 1) for line in lines]
        changed += [[*rest, renamed[place]] for place, rest in enumerate(changed) if "(" in lines[place]]
        changed.append([*lines, "(no_such_fact 1)"])
        for mutant in changed:
            result = score(row, with_lines(row, mutant), reading)
            assert result.score == 0.0
            assert result.extras["jaccard"] < 1.0
            assert result.diagnostic.kind in ("wrong_state", "wrong_moves")


@pytest.mark.parametrize("family", OF_STATES)
def test_facts_that_merely_stay_earn_nothing_in_the_difference(family):
    """An answer that repeats the state before is near the right one, and all of the change is missing in it."""
    for row in rows(family):
        before = json.loads(row["state"])["facts"]
        result = score(row, with_lines(row, before))
        assert result.score == 0.0
        assert result.extras["difference_jaccard"] == 0.0
        assert result.extras["difference_missing"] > 0
        assert result.extras["difference_superfluous"] == 0
        expected, given = set(lines_of(row)), set(before)
        assert result.extras["jaccard"] == pytest.approx(len(expected & given) / len(expected | given))
        assert result.extras["missing"] == len(expected - given)


def test_any_legal_play_of_the_right_length_is_right():
    for row in rows("multistep_action_state"):
        question = read_question(row["evaluator"])
        description = json.loads(row["state"])["description"]
        machine = ReferenceMachine(parse_game(description))
        game = machine.game
        roles = [game.show(role) for role in game.roles]
        state, steps = machine.initial(), []
        for number in range(question.horizon):
            if machine.terminal(state):
                break
            moves = tuple(legal[-1] for legal in machine.legal(state))
            steps.append({"step": str(number), "joint_move": joint_move_text(roles, tuple(map(game.show, moves)))})
            state = machine.next(state, moves)
        play = {"moves": steps, "llm_state": "\n".join(show_lines(state, game.spelling))}
        assert score(row, json.dumps(play)).score == float(len(steps) == question.horizon)


def play_of(row: dict[str, Any]) -> dict[str, Any]:
    return json.loads(row["answer"])


def test_a_play_that_breaks_the_rules_earns_nothing_at_all():
    for row in rows("multistep_action_state"):
        right = play_of(row)
        illegal = json.loads(row["answer"])
        first = illegal["moves"][0]
        first["joint_move"] = first["joint_move"].replace(")", " no_such_move)", 1)
        shorter = {**right, "moves": right["moves"][:-1]}
        longer = {**right, "moves": [*right["moves"], {**right["moves"][0], "step": str(len(right["moves"]))}]}
        renumbered = {**right, "moves": [{**step, "step": int(step["step"]) + 1} for step in right["moves"]]}
        for what, kinds in (
            (illegal, {"illegal_move", "no_move"}),
            (shorter, {"wrong_length"}),
            (longer, {"wrong_length"}),
            (renumbered, {"wrong_step"}),
        ):
            result = score(row, json.dumps(what))
            assert (result.score, result.extras) == (0.0, {"jaccard": 0.0})
            assert result.diagnostic.kind in kinds
        assert score(row, json.dumps(renumbered), "relaxed").score == 1.0


NIM = """
(role you) (init (heap 2))
(<= (legal you (take 1)) (true (heap ?n)))
(<= (next (heap 1)) (true (heap 2)))
(<= (next empty) (true (heap 1)))
(<= terminal (true empty))
"""


def nim_row(horizon: int) -> dict[str, Any]:
    """A record that asks for a play of a game with two moves."""
    data = {"family": "multistep_action_state", "horizon": horizon, "example": ["(take 1)"], "moves": []}
    state = {"game": "nim", "description": NIM, "obfuscation": "none", "facts": ["(heap 2)"]}
    return {
        "id": "nim",
        "format": "open",
        "answer": "{}",
        "answer_schema": '{"kind":"json"}',
        "evaluator": json.dumps({"name": "gametasks.verifiers.gdl_simulation", "data": data}),
        "state": json.dumps(state),
    }


def test_no_move_may_follow_the_end_of_the_game():
    moves = [{"step": str(number), "joint_move": "(you (take 1))"} for number in range(3)]
    two = json.dumps({"moves": moves[:2], "llm_state": "empty"})
    three = json.dumps({"moves": moves, "llm_state": "empty"})
    assert score(nim_row(2), two).score == 1.0
    result = score(nim_row(3), three)
    assert (result.score, result.diagnostic.kind, result.diagnostic.position) == (0.0, "game_over", 3)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_relaxed_reading_forgives_notation_and_the_strict_one_does_not(family):
    for row in rows(family):
        answer = json.loads(row["answer"])
        lines = lines_of(row)
        key = text_key(family)
        spellings = [
            f"```json\n{row['answer']}\n```",
            json.dumps({**answer, key: ", ".join(lines)}),
            json.dumps({**answer, key: lines}),
            json.dumps({**answer, "explanation": "I looked closely."}),
            row["answer"].replace("\\n", "\n"),
            json.dumps({**answer, key: "\n".join(lines).swapcase()}),
        ]
        for spelling in spellings:
            assert score(row, spelling, "relaxed").score == 1.0, spelling
        for spelling in spellings if len(lines) > 1 else spellings[:1]:
            assert score(row, spelling).score == 0.0, spelling
        for beyond_reading in (row["answer"][:-1], row["answer"].replace(")", "", 1), f"The answer: {row['answer']}"):
            assert score(row, beyond_reading, "relaxed").score == 0.0


def test_an_unknown_reading_is_refused():
    with pytest.raises(UnknownNameError, match="did you mean relaxed"):
        score(rows("next_state")[0], "{}", "relax")


def test_a_task_without_a_relaxed_reading_is_scored_the_same_in_either():
    row = next(stream("rolling_cube", "top_face", 1, seed=1))
    for text in (row["answer"], f"```{row['answer']}```", "nonsense"):
        assert score(row, text, "relaxed") == score(row, text)


HOSTILE = (
    "(" * 10_000 + ")" * 10_000,
    "(a " * 10_000,
    "(f 1)\n" * 150_000,
    "9" * 900_000,
    "((((" * 200_000,
    "\x00",
    "\ud800",
    "(cell ?x)",
    ")(",
)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:6]))
@pytest.mark.parametrize("reading", ["strict", "relaxed"])
def test_hostile_states_get_a_diagnostic(text, reading):
    for family in FAMILIES:
        row = rows(family)[0]
        answer = {**json.loads(row["answer"]), text_key(family): text}
        result = score(row, json.dumps(answer), reading)
        assert result.score == 0.0
        assert result.diagnostic.message.encode("utf-8", "surrogatepass")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10_000 + "]" * 10_000,
        '{"llm_state":' * 10_000,
        "[" * 1_000_000,
        '{"llm_state": 3}',
        "{}",
        "[]",
        "null",
        "1e999",
    ],
    ids=lambda text: ascii(text[:14]),
)
@pytest.mark.parametrize("reading", ["strict", "relaxed"])
def test_hostile_documents_get_a_diagnostic(text, reading):
    for family in FAMILIES:
        result = score(rows(family)[0], text, reading)
        assert result.score == 0.0
        assert result.diagnostic.message


@pytest.mark.parametrize(
    "moves", [None, [None], [{}], [{"step": "0"}], "x", [{"step": "0", "joint_move": 7}], [[]] * 99]
)
@pytest.mark.parametrize("reading", ["strict", "relaxed"])
def test_plays_of_other_shapes_get_a_diagnostic(moves, reading):
    row = rows("multistep_action_state")[0]
    result = score(row, json.dumps({"moves": moves, "llm_state": ""}), reading)
    assert (result.score, result.extras) == (0.0, {"jaccard": 0.0})
    assert result.diagnostic.message


def test_the_answer_to_one_state_is_wrong_in_another():
    for row in rows("next_state"):
        for other in rows("next_state"):
            assert score(row, other["answer"]).score == float(set(lines_of(row)) == set(lines_of(other)))


def test_facts_are_shown_in_the_spelling_of_the_description():
    description = "(ROLE You) (init (Heap A)) (<= (legal You go) (true (Heap A))) (<= (next (Heap B)) (does You go))"
    machine = ReferenceMachine(parse_game(description))
    after = machine.next(machine.initial(), ("go",))
    assert show_lines(after, machine.game.spelling) == ["(Heap B)"]
    assert show(("heap", "b")) == "(heap b)"


def described(description: str, family: str, **data: Any) -> dict[str, Any]:
    """A record about a game of one's own in its first state."""
    game = parse_game(description)
    facts = list(show_lines(ReferenceMachine(game).initial(), game.spelling))
    state = {"game": "own", "description": description, "obfuscation": "none", "facts": facts}
    return {
        "id": "own",
        "format": "open",
        "answer": "{}",
        "answer_schema": '{"kind":"json"}',
        "evaluator": json.dumps(
            {"name": "gametasks.verifiers.gdl_simulation", "data": {"family": family, **data}},
        ),
        "state": json.dumps(state),
    }


def test_every_spelling_of_the_description_is_right_in_the_strict_reading():
    row = described(
        "(role White) (role black) (init a) (legal White noop) (legal black Noop) (<= terminal (true b))",
        "legal_actions",
        actions=["(White noop)", "(black noop)"],
    )
    for given in ("(White noop) (black noop)", "(White noop) (black Noop)", "(White Noop) (black Noop)"):
        assert score(row, json.dumps({"llm_legal_moves": given})).score == 1.0, given
    for given in ("(white noop) (black noop)", "(White NOOP) (black noop)", "(White noop) (Black noop)"):
        assert score(row, json.dumps({"llm_legal_moves": given})).score == 0.0, given
        assert score(row, json.dumps({"llm_legal_moves": given}), "relaxed").score == 1.0, given


def test_names_that_hold_separators_are_right_in_the_relaxed_reading_too():
    row = described(
        '(role r) (init (at a,b)) (init "c|d") (legal r go) (<= terminal (true b))',
        "next_state",
        moves=["go"],
        after=["(at a,b)", '"c|d"'],
    )
    right = json.dumps({"llm_state": '(at a,b)\n"c|d"'})
    as_list = json.dumps({"llm_state": ["(at a,b)", '"c|d"'], "note": "x"})
    for given in (right, f"```json\n{right}\n```", as_list):
        assert score(row, given, "relaxed").score == 1.0, given
    assert score(row, json.dumps({"llm_state": '(at a b)\n"c|d"'}), "relaxed").score == 0.0


@pytest.mark.parametrize("family", OF_STATES)
def test_facts_within_true_and_a_byte_order_mark_are_forgiven_by_the_relaxed_reading_alone(family):
    for row in rows(family):
        wrapped = with_lines(row, [f"(true {line})" for line in lines_of(row)])
        assert score(row, wrapped, "relaxed").score == 1.0
        assert score(row, wrapped).score == 0.0
        for marked in ("\ufeff" + row["answer"], "\n\ufeff" + row["answer"], f"```json\n\ufeff{row['answer']}\n```"):
            assert score(row, marked, "relaxed").score == 1.0


def test_steps_in_another_order_than_their_numbers_are_refused():
    for numbers in (("1", "0"), (1, 0), (1.0, 0.0), ("Step 2", "step 1"), ("10.", "9.")):
        for order, kind in ((numbers, "wrong_step"), (numbers[::-1], None)):
            moves = [{"step": number, "joint_move": "(you (take 1))"} for number in order]
            result = score(nim_row(2), json.dumps({"moves": moves, "llm_state": "empty"}), "relaxed")
            assert (result.diagnostic and result.diagnostic.kind) == kind, order


def test_what_stands_around_the_json_is_named():
    row = rows("next_state")[0]
    fenced = score(row, f"```json\n{row['answer']}\n```").diagnostic
    assert (fenced.kind, "code fence" in fenced.message) == ("not_json", True)
    before = score(row, f"So the answer is {row['answer']}", "relaxed").diagnostic
    assert (before.kind, "'So the answer is' stands before it" in before.message) == ("not_json", True)
