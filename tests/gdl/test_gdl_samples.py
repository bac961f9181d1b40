"""Samples of described games: levels follow from sizes, names have no content, the shown text says it all."""

from __future__ import annotations

import re
from itertools import count, islice, pairwise
from string import Template

import msgspec
import pytest

from gametasks import stream
from gametasks.errors import GdlError
from gametasks.evaluate.scoring import read_question, read_state
from gametasks.gdl.canonical import canonical_form, strip_comments
from gametasks.gdl.description import KEYWORDS, parse_game
from gametasks.gdl.interpreter import budget
from gametasks.gdl.obfuscation.encoding import NameKind, make_encoding
from gametasks.gdl.obfuscation.names import RESERVED
from gametasks.gdl.reader import read_terms
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.generators.gdl_simulation import LEVELS, games
from gametasks.generators.gdl_simulation.drafts import ShownGame
from gametasks.generators.gdl_simulation.play import playout
from gametasks.qa_families.gdl_simulation.equivalence import equivalent_forms
from gametasks.qa_families.gdl_simulation.wording import NEEDED, own_wording
from gametasks.schemas import Ranges
from gametasks.schemas import gdl_simulation as schema
from gametasks.schemas.gdl_simulation import HORIZONS, Obfuscation
from gametasks.solvers.gdl_simulation.machine import numbered_game

FAMILIES = ("next_state", "legal_actions", "multistep_state", "multistep_action_state")
QUICK = ("nim", "tic_tac_toe", "rock_paper_scissors", "lights_size3")


def test_the_table_names_every_game_and_no_other():
    assert sorted(games.measured_sizes()) == games.drawn_games(), "run `make games`"


@pytest.mark.parametrize("name", QUICK)
def test_the_sizes_in_the_table_are_measured(name):
    assert games.measured_sizes()[name] == games.measure(name), "run `make games`"


@pytest.mark.slow
def test_all_sizes_in_the_table_are_measured():
    assert games.TABLE.read_text(encoding="utf-8") == games.table_text(), "run `make games`"


def test_levels_are_ordered_by_size_and_the_ranges_share_no_game():
    sizes = games.measured_sizes()
    drawn = [(params.games, ranges) for ranges in Ranges for params in LEVELS[ranges]]
    assert sorted(name for names, _ in drawn for name in names) == sorted(sizes)
    for ranges in Ranges:
        bounds = [(min(map(sizes.get, params.games)), max(map(sizes.get, params.games))) for params in LEVELS[ranges]]
        assert all(largest < smallest for (_, largest), (smallest, _) in pairwise(bounds))
        assert all(len(params.games) >= 2 for params in LEVELS[ranges])
        assert all(set(params.horizons) <= set(HORIZONS) for params in LEVELS[ranges])


@pytest.mark.parametrize("family", FAMILIES)
def test_samples_come_under_their_own_names_and_under_three_kinds_of_others(family):
    states = [read_state(row["evaluator"], row["state"]) for row in islice(stream("gdl_simulation", family, 1, 3), 24)]
    assert {state.obfuscation for state in states} == set(Obfuscation)
    for state in states:
        original = strip_comments(games.load_drawn(state.game).text)
        assert (state.description == original) == (state.obfuscation is Obfuscation.NONE)
        assert canonical_form(state.description)[0] == canonical_form(original)[0]


def terms_of(texts):
    return tuple(term for text in texts for term in read_terms(text, "facts"))


def facts_of(texts):
    return frozenset(terms_of(texts))


def test_the_state_is_the_one_that_the_text_describes():
    """Worked out again by the plain reasoner from nothing but the columns of the record."""
    for family in ("next_state", "legal_actions"):
        for row in islice(stream("gdl_simulation", family, 2, 9), 6):
            state, question = read_state(row["evaluator"], row["state"]), read_question(row["evaluator"])
            machine = ReferenceMachine(parse_game(state.description))
            facts = facts_of(state.facts)
            assert not machine.terminal(facts)
            if family == "next_state":
                moves = terms_of(question.moves)
                assert all(move in legal for move, legal in zip(moves, machine.legal(facts), strict=True))
                assert machine.next(facts, moves) == facts_of(question.after)


def test_names_have_no_content():
    game = games.load_drawn("tic_tac_toe")
    plain = strip_comments(game.text)
    for kind in NameKind:
        hidden = make_encoding([game], kind, 5).encode_text(plain)
        for word in (3, 2**63):
            one, other = playout(plain, "t", word, 9), playout(hidden, "t", word, 9)
            assert len(one.moves) == len(other.moves)
            for step in (0, len(one.moves) - 1):
                first = ShownGame("t", plain, Obfuscation.NONE).ask_next_state(one, step)
                second = ShownGame("t", hidden, Obfuscation(kind)).ask_next_state(other, step)
                assert first.question != second.question
                assert list(equivalent_forms(first.state, first.question)) == list(
                    equivalent_forms(second.state, second.question)
                )


def test_other_states_and_other_questions_have_other_forms():
    game = ShownGame("tic_tac_toe", strip_comments(games.load_drawn("tic_tac_toe").text), Obfuscation.NONE)
    run = playout(game.description, game.name, 1, 9)
    drafts = [game.ask_next_state(run, step) for step in (0, 1, 2)]
    drafts += [game.ask_legal_actions(run, step) for step in (0, 1, 2)]
    drafts += [game.ask_multistep_state(run, horizon) for horizon in (1, 2)]
    drafts += [game.ask_multistep_action_state(run, horizon, 0) for horizon in (1, 2)]
    found = [msgspec.json.encode(list(equivalent_forms(draft.state, draft.question))) for draft in drafts]
    assert len(set(found)) == len(found)
    # What is legal and what comes next are asked about the same state.
    (one, _), (two, _) = (
        next(equivalent_forms(drafts[0].state, drafts[0].question)),
        next(equivalent_forms(drafts[3].state, drafts[3].question)),
    )
    assert one == two


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(role a) ; the only one\n(init x)", "(role a)\n(init x)\n"),
        ("; title\r\n;\r\n(role a)\r\n\r\n\r\n(init x)\r\n", "(role a)\n(init x)\n"),
        ("(<= p\n    (q))\n\n", "(<= p\n    (q))\n"),
        ("   \n(role a)", "(role a)\n"),
    ],
)
def test_comments_and_empty_lines_are_not_shown(text, shown):
    assert strip_comments(text) == shown


def test_a_game_in_numbers_answers_in_the_names_of_the_description():
    text = "(role You) (init (heap 2)) (<= (legal You (take ?n)) (true (heap ?n))) (<= (next Empty) (true (heap 2)))"
    game, plain = numbered_game(text, "nim"), ReferenceMachine(parse_game(text))
    first = game.machine.initial()
    assert game.facts(first) == tuple(map(plain.game.show, plain.initial())) == ("(heap 2)",)
    assert frozenset(game.read(["(heap 2)"])) == first
    assert game.actions(first) == ("(You (take 2))",)
    assert game.facts(game.machine.next(first, game.read(["(take 2)"]))) == ("Empty",)


def test_errors_of_a_description_name_what_it_names():
    with pytest.raises(GdlError, match="shark"):
        numbered_game("(role a) (init x) (<= (shark ?y) (not (eats ?y ?z))) (<= (legal a b) (shark ?q))", "sea")


@pytest.mark.parametrize("family", FAMILIES)
def test_our_words_say_all_that_is_needed(family):
    wording = own_wording(family)
    used = {name for field in wording.__struct_fields__ for name in Template(getattr(wording, field)).get_identifiers()}
    assert used >= NEEDED[family]
    assert not re.search(r"\b(you are an? |expert)", " ".join([wording.hint, wording.question]).lower())


def test_the_fields_of_answers_and_the_kinds_of_obfuscation_have_one_meaning():
    # gametasks.gdl knows no schemas, and schemas know no gametasks.gdl: each lists the fields of answers itself.
    keys = {schema.STATE_KEY, schema.ACTIONS_KEY, schema.PLAY_KEY, schema.STEP_KEY, schema.JOINT_MOVE_KEY}
    others = {name for names in schema.OTHER_KEYS.values() for name in names}
    assert KEYWORDS | keys | others == RESERVED
    assert schema.OTHER_KEYS.keys() <= keys
    assert set(Obfuscation) == {Obfuscation.NONE, *map(str, NameKind)}


def test_a_sample_does_not_depend_on_how_busy_the_computer_is(monkeypatch):
    """An hour passes between two looks at the clock."""
    hours = count(start=0.0, step=3600.0)
    monkeypatch.setattr(budget, "monotonic", lambda: next(hours))
    text = games.load_drawn("checkers").text
    game = numbered_game(text + "; another text, so that the game is opened again", "slow")
    assert len(playout(text, "slow", 1, 5).moves) == 5
    assert game.facts(game.machine.initial())
    assert next(hours) >= 3600
