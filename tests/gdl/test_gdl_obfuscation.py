"""Obfuscation: the same game under other names, and the way back from descriptions and from models' answers."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gametasks.errors import GdlError, GdlLimitError, GdlSyntaxError
from gametasks.gdl.description import KEYWORDS, Game, load_game, parse_game, print_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.library import OWN_GAMES
from gametasks.gdl.network.engine import Network
from gametasks.gdl.obfuscation.encoding import (
    RESERVED,
    Encoding,
    NameKind,
    make_encoding,
    obfuscate_game,
    read_encoding,
    restore_game,
)
from gametasks.gdl.obfuscation.files import load_encoding, restore_files
from gametasks.gdl.obfuscation.names import new_names
from gametasks.gdl.playouts import NO_GOAL, End, run_playouts
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.gdl.terms import Term, symbols

HANDED = Path(__file__).parents[2].parent / "shared" / "gdl"
KINDS = list(NameKind)

LAMP = """\
; A lamp and its switch.
(role Robot)   ; the only player
(init (lamp off 1))
(<= (legal robot (press ?x))
    (true (lamp ?state ?X)))   ; case does not matter
(<= (next (lamp on ?x)) (does robot (press ?x)))
(<= (next (step ?s)) (true (step ?s)))
terminal
(goal robot 100)
"""

LAMP_IN_TERMS = """\
(role term1)   
(init (term2 term3 term4))
(<= (legal term1 (term5 ?term6))
    (true (term2 ?term7 ?term6)))   
(<= (next (term2 term8 ?term6)) (does term1 (term5 ?term6)))
(<= (next (term9 ?term10)) (true (term9 ?term10)))
terminal
(goal term1 term11)
"""  # noqa: W291

LAMP_PAIRS = """\
Robot term1
lamp term2
off term3
1 term4
press term5
?x ?term6
?state ?term7
on term8
step term9
?s ?term10
100 term11
"""


def lamp() -> Game:
    return parse_game(LAMP, "lamp")


def collection() -> list[Game]:
    """The project's own games, and those of others where they are at hand."""
    return [load_game(path) for folder in (OWN_GAMES, HANDED) for path in sorted(folder.glob("*.kif"))]


def rules(game: Game) -> list[tuple[Term, ...]]:
    return [(rule.head, *rule.body) for rule in game.rules]


def test_a_description_keeps_its_keywords_its_layout_and_nothing_else():
    encoding = make_encoding([lamp()], NameKind.TERMS)
    assert encoding.write() == LAMP_PAIRS
    assert obfuscate_game(lamp(), encoding).text == LAMP_IN_TERMS


def test_the_way_back_gives_the_first_spelling_of_each_symbol():
    encoding = make_encoding([lamp()], NameKind.TERMS)
    restored = restore_game(obfuscate_game(lamp(), encoding), encoding)
    assert rules(restored) == rules(lamp())
    assert restored.text.splitlines()[2].strip() == "(<= (legal Robot (press ?x))"


def test_a_variable_and_a_constant_of_one_name_have_nothing_in_common():
    encoding = make_encoding([parse_game("(role color) (<= (p ?color) (q ?color color))")], NameKind.TERMS)
    assert encoding.write() == "color term1\np term2\n?color ?term3\nq term4\n"


def test_one_encoding_serves_a_whole_collection():
    first, second = parse_game("(role white) (init (cell 1))"), parse_game("(role black) (init (cell 2))")
    encoding = make_encoding([first, second], NameKind.TERMS)
    assert obfuscate_game(second, encoding).text == "(role term4) (init (term2 term5))"


def test_a_placeholder_never_is_a_symbol_of_the_games():
    game = parse_game("(role term1) (init (term2 ?TERM4))")
    assert make_encoding([game], NameKind.TERMS).write() == "term1 term3\nterm2 term5\n?TERM4 ?term6\n"


@pytest.mark.parametrize("kind", KINDS)
def test_encodings_of_all_games_are_one_to_one(kind: NameKind):
    games = collection()
    encoding = make_encoding(games, kind, seed=3)
    originals = {symbol for game in games for rule in rules(game) for symbol in symbols(rule)}
    new = [obfuscated.lower() for _, obfuscated in encoding.pairs]
    assert {original.lower() for original, _ in encoding.pairs} == originals - KEYWORDS
    assert len(set(new)) == len(encoding.pairs)
    assert not {name.removeprefix("?") for name in new} & (RESERVED | {name.removeprefix("?") for name in originals})
    assert all(original.startswith("?") == obfuscated.startswith("?") for original, obfuscated in encoding.pairs)
    assert read_encoding(encoding.write()) == encoding


@pytest.mark.parametrize("kind", KINDS)
def test_there_and_back_is_the_identity_on_all_games(kind: NameKind):
    games = collection()
    encoding = make_encoding(games, kind, seed=1)
    for game in games:
        hidden = obfuscate_game(game, encoding)
        assert rules(restore_game(hidden, encoding)) == rules(game), game.name
        assert encoding.decode_text(encoding.encode_text(print_game(game))).lower() == print_game(game).lower()
        assert rules(hidden) == [encoding.encode_term(rule) for rule in rules(game)]
        assert [encoding.decode_term(rule) for rule in rules(hidden)] == rules(game)


def test_the_names_look_as_their_kind_says():
    games = collection()
    for kind, fits in {
        NameKind.WORDS: lambda name: name.isascii() and name.isalpha() and name.islower() and len(name) >= 6,
        NameKind.STRINGS: lambda name: name.isascii() and name.isalnum() and name[0].isalpha() and 5 <= len(name) <= 8,
    }.items():
        names = [new.removeprefix("?") for _, new in make_encoding(games, kind, seed=2).pairs]
        assert all(map(fits, names)), kind


@pytest.mark.parametrize("kind", [NameKind.WORDS, NameKind.STRINGS])
def test_a_seed_decides_the_names(kind: NameKind):
    assert make_encoding([lamp()], kind, 5) == make_encoding([lamp()], kind, 5)
    assert make_encoding([lamp()], kind, 5) != make_encoding([lamp()], kind, 6)


def test_two_joined_words_are_enough_for_ten_thousand_symbols_but_not_for_a_million():
    many = parse_game("(role me)" + "".join(f"(p {number})" for number in range(10_000)))
    assert len(make_encoding([many], NameKind.WORDS).pairs) == 10_002
    with pytest.raises(GdlLimitError, match=r"200,002 symbols"):
        new_names(NameKind.WORDS, 200_002, 0, frozenset())


def test_a_game_of_another_collection_is_refused():
    encoding = make_encoding([lamp()], NameKind.TERMS)
    with pytest.raises(GdlError, match=r"no entry for 'candle'"):
        obfuscate_game(parse_game("(role robot) (init candle)"), encoding)


CELL = Encoding((("cell", "aB3x9"), ("xplayer", "Q7rst"), ("1", "uu8vv"), ("mark", "n4PP4")))


@pytest.mark.parametrize(
    ("answer", "restored"),
    [
        ("(aB3x9 uu8vv Q7rst)", "(cell 1 xplayer)"),
        ("(AB3X9 UU8VV q7rst)", "(cell 1 xplayer)"),
        ("aB3x9(uu8vv, Q7rst).", "cell(1, xplayer)."),
        ('{"llm_state": "(aB3x9 uu8vv)\\n(aB3x9\\tuu8vv)"}', '{"llm_state": "(cell 1)\\n(cell\\t1)"}'),
        ('[{"step": "0", "joint_move": "(Q7rst n4PP4)"}]', '[{"step": "0", "joint_move": "(xplayer mark)"}]'),
        ("```json\n[aB3x9,uu8vv]\n```", "```json\n[cell,1]\n```"),
        ("**aB3x9**; uu8vv-Q7rst", "**cell**; 1-xplayer"),
        ("aB3x9uu8vv ?uu8vv", "aB3x9uu8vv ?uu8vv"),
        ("\\u0061B3x9 \\aB3x9 \\", "\\u0061B3x9 \\aB3x9 \\"),
    ],
)
def test_the_output_of_a_model_is_decoded_whatever_stands_between_the_names(answer: str, restored: str):
    assert CELL.decode_text(answer) == restored


def test_an_answer_keeps_its_json_when_it_is_encoded():
    encoding = Encoding((("state", "s1"), ("llm", "s2"), ("cell", "s3")))
    answer = json.dumps({"llm_state": "(cell step)\n(state step)"})
    assert json.loads(encoding.encode_text(answer)) == {"llm_state": "(s3 step)\n(s1 step)"}


def test_a_megabyte_without_names_is_decoded():
    for text in ("(" * 1_000_000, "\\" * 1_000_000, ("," * 9 + " ") * 100_000, " " * 1_000_000):
        assert CELL.decode_text(text) == text
        assert CELL.encode_text(text) == text


NAMES = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="();"), min_size=1, max_size=6)


@given(st.lists(NAMES.filter(lambda name: name.lower() not in KEYWORDS), min_size=1), st.sampled_from(KINDS))
def test_names_of_any_characters_come_back(names: list[str], kind: NameKind):
    game = parse_game("(role me) (p " + " ".join(names) + ")")
    encoding = make_encoding([game], kind)
    assert rules(restore_game(obfuscate_game(game, encoding), encoding)) == rules(game)
    assert read_encoding(encoding.write()) == encoding


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("a x1\nb x2\na x3\n", 3, "'a' already occurs in line 1"),
        ("a x1\nA x2\n", 2, "'A' already occurs in line 1"),
        ("a x1\nb X1\n", 2, "'X1' already occurs in line 1"),
        ("a x1\nb x2 x3\n", 2, "an original and an obfuscated symbol"),
        ("a x1\r\nb\r\n", 2, "an original and an obfuscated symbol"),
        ("a x1\nb  x2\n", 2, "an original and an obfuscated symbol"),
        ("a x1\nb\tx2\n", 2, "an original and an obfuscated symbol"),
        ("a x1\n\nb x2\n", 2, "an original and an obfuscated symbol"),
        ("a (x1)\n", 1, "an original and an obfuscated symbol"),
        ("a x1\nTrue x2\n", 2, "'True' is reserved"),
        ("a x1\nb llm_state\n", 2, "'llm_state' is reserved"),
        ("a x1\nb Step\n", 2, "'Step' is reserved"),
        ("?a x1\n", 1, "only one is a variable"),
        ("", 1, "the encoding is empty"),
    ],
)
def test_a_malformed_encoding_is_refused_with_its_line(text: str, line: int, reason: str):
    with pytest.raises(GdlSyntaxError, match=reason.replace("(", r"\(")) as caught:
        read_encoding(text, "pairs.txt")
    assert (caught.value.file, caught.value.line) == ("pairs.txt", line)


def test_all_keywords_and_all_fields_of_the_answers_are_reserved():
    answers = {"llm_state", "llm_legal_moves", "moves", "step", "joint_move"}
    assert answers | {"game_state", "next_state", "legal_moves", "move"} == RESERVED - KEYWORDS


FIELDS = """(role moves) (init (step 1)) (init llm_state) (joint_move llm_legal_moves)
(<= (legal moves (step ?step)) (true (step ?step)) (joint_move ?x))
(<= (next (step ?step)) (does moves (step ?step)))
"""


@pytest.mark.parametrize("kind", KINDS)
def test_symbols_with_the_names_of_answer_fields_are_renamed_and_restored(kind: NameKind):
    game = parse_game(FIELDS)
    encoding = make_encoding([game], kind, seed=1)
    hidden = obfuscate_game(game, encoding)
    assert not {symbol.removeprefix("?") for rule in rules(hidden) for symbol in symbols(rule)} & (RESERVED - KEYWORDS)
    assert rules(restore_game(hidden, encoding)) == rules(game)
    assert read_encoding(encoding.write()) == encoding


def test_an_answer_keeps_its_fields_where_symbols_have_the_same_names():
    encoding = make_encoding([parse_game(FIELDS)], NameKind.TERMS)
    plain = {"moves": [{"step": "0", "joint_move": "(moves (step 1))"}], "llm_state": "step\n(step 1)"}
    hidden = {"moves": [{"step": "0", "joint_move": "(term1 (term2 term3))"}], "llm_state": "term2\n(term2 term3)"}
    for separators in ((", ", ": "), (",", ":"), (" , ", " : ")):
        text = json.dumps(plain, separators=separators)
        assert json.loads(encoding.encode_text(text)) == hidden
        assert encoding.decode_text(encoding.encode_text(text)) == text


def test_what_was_renamed_when_names_of_fields_stayed_is_restored_with_its_encoding():
    encoding = read_encoding(LAMP_PAIRS.replace("step term9\n?s ?term10\n100 term11", "?s ?term9\n100 term10"))
    old = LAMP_IN_TERMS.replace("term9", "step").replace("term10", "term9").replace("term11", "term10")
    assert rules(restore_game(parse_game(old), encoding)) == rules(lamp())
    answer = '{"moves": [{"step": "0"}], "llm_state": "(term2 term3 term4) (step term4)"}'
    assert encoding.decode_text(answer) == '{"moves": [{"step": "0"}], "llm_state": "(lamp off 1) (step 1)"}'
    assert encoding.encode_text(LAMP) == old


def test_playouts_of_obfuscated_games_are_the_image_of_the_originals():
    games = [*map(load_game, sorted(OWN_GAMES.glob("*.kif"))), *map(load_game, sorted(HANDED.glob("*.kif")))]
    encodings = cycle(make_encoding(games, kind, seed=11) for kind in KINDS)
    for game, encoding in zip(games, encodings, strict=False):
        plain, hidden = Interpreter(game), Interpreter(obfuscate_game(game, encoding))
        state, image = plain.initial(), hidden.initial()
        for step in range(4):
            assert image == {encoding.encode_term(fact) for fact in state}, game.name
            assert hidden.terminal(image) == plain.terminal(state)
            if plain.terminal(state):
                break
            legal = plain.legal(state)
            assert [set(moves) for moves in hidden.legal(image)] == [
                {encoding.encode_term(move) for move in moves} for moves in legal
            ], game.name
            moves = tuple(options[(7 * step + 3) % len(options)] for options in legal)
            image = hidden.next(image, tuple(map(encoding.encode_term, moves)))
            state = plain.next(state, moves)


@pytest.mark.parametrize("kind", KINDS)
def test_an_obfuscated_game_is_played_to_its_end_by_every_engine_without_goals(kind: NameKind):
    game = load_game(OWN_GAMES / "nim.kif")
    hidden = obfuscate_game(game, make_encoding([game], kind, seed=5))
    played = run_playouts(Interpreter(hidden), 20, seed=3, max_steps=100)
    assert set(played.ends.tolist()) == {End.TERMINAL}
    assert set(played.goals.ravel().tolist()) == {NO_GOAL}
    network = Network.ground(hidden).playouts(20, seed=3, max_steps=100)
    assert network.lengths.tolist() == played.lengths.tolist()
    assert network.goals.tolist() == played.goals.tolist()
    assert ReferenceMachine(hidden).goals(Interpreter(hidden).initial()) == ((), ())


def test_a_byte_order_mark_is_no_part_of_a_symbol(tmp_path):
    encoding = make_encoding([lamp()], NameKind.TERMS)
    (tmp_path / "encoding.txt").write_text(encoding.write(), encoding="utf-8-sig")
    assert load_encoding(tmp_path / "encoding.txt") == encoding
    original, obfuscated = encoding.pairs[0]
    (tmp_path / "answer.txt").write_text(f"{obfuscated} is true", encoding="utf-8-sig")
    restore_files([tmp_path / "answer.txt"], encoding, tmp_path / "out")
    assert (tmp_path / "out" / "answer.txt").read_text(encoding="utf-8") == f"\ufeff{original} is true"
