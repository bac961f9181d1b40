"""What each kind of answer accepts, and how it refuses everything else."""

from __future__ import annotations

import pytest

from gametasks.schemas import (
    Cell,
    CellAnswer,
    CellPair,
    CellPairAnswer,
    CellsAnswer,
    ChoiceAnswer,
    Diagnostic,
    Direction,
    DirectionAnswer,
    EntriesAnswer,
    Entry,
    EntryAnswer,
    FieldsAnswer,
    GridAnswer,
    IntegerAnswer,
    JsonAnswer,
    LabelAnswer,
    LabelsAnswer,
    RankingAnswer,
    SequenceAnswer,
    Slide,
    SlideAnswer,
    VectorAnswer,
    parse_answer,
    write_answer,
)

COUNT = IntegerAnswer(high=500)
SIGNED = IntegerAnswer(low=None)
COLOUR = LabelAnswer(labels=("red", "blue", "dark blue", "kiwi"), aliases={"navy": "dark blue"})
CELL = CellAnswer(rows=6, columns=12)
SLIDE = SlideAnswer(pieces=("H", "X"))
CHOICE = ChoiceAnswer()
CELLS = CellsAnswer(rows=6, columns=12)
DIGITS = LabelsAnswer(labels=("0", "1", "2", "3"))
PAINTS = LabelsAnswer(labels=("red", "dark blue"))
FACES = FieldsAnswer(fields={"top": IntegerAnswer(), "east": IntegerAnswer()})
CARRIED = FieldsAnswer(fields={"cell": CELL, "keys": LabelsAnswer(labels=("red", "blue"))})
MIRRORS = FieldsAnswer(fields={"G": LabelAnswer(labels=("/", "\\")), "H": LabelAnswer(labels=("/", "\\"))})
BRIDGES = FieldsAnswer(fields={"R1C2-R1C5": IntegerAnswer(high=2)})
PAIR = CellPairAnswer(rows=6, columns=12)
BRIDGE = EntryAnswer(key=PAIR, value=IntegerAnswer(low=1, high=2))
ALL_BRIDGES = EntriesAnswer(entry=BRIDGE)
TURNED = EntriesAnswer(entry=EntryAnswer(key=LabelAnswer(labels=("J", "G")), value=LabelAnswer(labels=("/", "\\"))))
STEP = DirectionAnswer()
ROUTE = SequenceAnswer(item=STEP)
FILLING = SequenceAnswer(item=EntryAnswer(key=CELL, value=IntegerAnswer(high=9)))
MOVES = SequenceAnswer(
    item=LabelAnswer(labels=("U", "D", "L", "R"), aliases={"up": "U", "turn left": "L"}), max_items=5
)
MARKS = SequenceAnswer(item=LabelAnswer(labels=("star", "moon")))
PLAN = SequenceAnswer(item=SLIDE)
TAPS = SequenceAnswer(item=CELL)
VECTOR = VectorAnswer(length=3, high=20)
GRID = GridAnswer(rows=2, columns=3, symbols="01")
LETTERS = GridAnswer(rows=1, columns=2, symbols="ab")
RANKING = RankingAnswer(labels=("G", "H", "J"), aliases={"pillar J": "J"})
JSON = JsonAnswer()

R1C4, R3C2 = Cell(1, 4), Cell(3, 2)
WIDE_FIVE, ARABIC_FIVE, KELVIN, CYRILLIC_E = "\uff15", "\u0665", "\u212a", "\u0435"

NORTH_PAIR, WEST_PAIR = CellPair(Cell(1, 2), Cell(1, 5)), CellPair(Cell(1, 5), Cell(4, 5))
UP, DOWN, RIGHT = Direction.UP, Direction.DOWN, Direction.RIGHT

ACCEPTED = [
    (PAIR, "R1C2-R1C5", NORTH_PAIR),
    (PAIR, "r1c5 - r1c2", NORTH_PAIR),
    (PAIR, "R4C5-R1C5", WEST_PAIR),
    (STEP, "u", UP),
    (STEP, " Down ", DOWN),
    *[
        (ROUTE, text, (RIGHT, RIGHT, UP))
        for text in ("R, R, U", "rru", "right; R -> up", "r r u", "[Right, Right, Up]")
    ],
    (ROUTE, "up", (UP,)),
    (BRIDGE, "R1C5-R1C2 = 2", Entry(NORTH_PAIR, 2)),
    *[
        (ALL_BRIDGES, text, {NORTH_PAIR: 2, WEST_PAIR: 1})
        for text in (
            "R1C2-R1C5=2, R1C5-R4C5=1",
            "R4C5-R1C5: 1; r1c5-r1c2: 2",
            "R1C2-R1C5=2\nR1C5-R4C5=1",
            "R1C2-R1C5=2,\nR1C5-R4C5=1",
        )
    ],
    (TURNED, "g=\\, J: /", {"G": "\\", "J": "/"}),
    (FILLING, "R1C4=0, R3C2: 9", (Entry(R1C4, 0), Entry(R3C2, 9))),
    (FILLING, "[R1C4 = 0]", (Entry(R1C4, 0),)),
    (COUNT, "5", 5),
    (COUNT, " 0\n", 0),
    (COUNT, "\u3000500\u00a0", 500),
    (SIGNED, "-12", -12),
    (COLOUR, "RED", "red"),
    (COLOUR, " dark \n  Blue ", "dark blue"),
    (COLOUR, "Navy", "dark blue"),
    (CELL, "R2C12", Cell(2, 12)),
    (CELL, " r6c1 ", Cell(6, 1)),
    (SLIDE, "H:U2", Slide("H", Direction.UP, 2)),
    (SLIDE, "h : u2", Slide("H", Direction.UP, 2)),
    (SLIDE, "XR10", Slide("X", Direction.RIGHT, 10)),
    *[(CHOICE, text, "B") for text in ("B", "b", "(B)", "B.", "option B", " Option  b ")],
    (CELLS, "none", frozenset()),
    (CELLS, "None", frozenset()),
    *[
        (CELLS, text, frozenset({R1C4, R3C2}))
        for text in (
            "R1C4, R3C2",
            "R3C2,R1C4",
            "r3c2;r1c4",
            "R1C4 R3C2",
            "R1C4\nR3C2",
            "R1C4,\n\nR3C2",
            "[R1C4, R3C2]",
            "{\nR1C4,\nR3C2\n}",
        )
    ],
    (DIGITS, "3 0", frozenset({"0", "3"})),
    (PAINTS, "dark blue, red", frozenset({"red", "dark blue"})),
    (PAINTS, "dark blue", frozenset({"dark blue"})),
    *[
        (FACES, text, {"top": 3, "east": 1})
        for text in ("top=3, east=1", "EAST = 1; Top = 3", "top: 3\neast: 1", "top=3,\neast: 1")
    ],
    (CARRIED, "keys=blue+red, cell=R3C4", {"cell": Cell(3, 4), "keys": frozenset({"red", "blue"})}),
    (CARRIED, "cell=r3c4, keys=none", {"cell": Cell(3, 4), "keys": frozenset()}),
    (MIRRORS, "G=/, H=\\", {"G": "/", "H": "\\"}),
    (BRIDGES, "r1c2-r1c5=2", {"R1C2-R1C5": 2}),
    *[
        (MOVES, text, ("R", "R", "D"))
        for text in ("R, R, D", "RRD", "rrd", "R R D", "R->R->D", "R → R → D", "R\nR\nD", "[R; R; D]")
    ],
    (MOVES, "up", ("U",)),
    (MOVES, "turn left, up", ("L", "U")),
    (MARKS, "star moon star", ("star", "moon", "star")),
    (PLAN, "H:U2, X:R3", (Slide("H", Direction.UP, 2), Slide("X", Direction.RIGHT, 3))),
    (PLAN, "HU2 -> XR3", (Slide("H", Direction.UP, 2), Slide("X", Direction.RIGHT, 3))),
    (PLAN, "H: U2 X: R3", (Slide("H", Direction.UP, 2), Slide("X", Direction.RIGHT, 3))),
    (TAPS, "R1C4 R3C2 R1C4", (R1C4, R3C2, R1C4)),
    *[(VECTOR, text, (4, 0, 12)) for text in ("[4, 0, 12]", "4,0,12", "(4; 0; 12)", "4 0 12", "[4 0 12]", "4\n0\n12")],
    *[
        (GRID, text, ("010", "111"))
        for text in ("010/111", "010\n111", "0 1 0\n1 1 1", "0,1,0;1,1,1", "010/\n111", " 010 / 111 ")
    ],
    (LETTERS, "aB", ("ab",)),
    *[(RANKING, text, ("G", "J", "H")) for text in ("G > J > H", "g>j>h", "G, J, H", "G\nJ\nH", "G >\nPillar J >\nH")],
    (JSON, ' {"a": [1, 2.5, null]} ', {"a": [1, 2.5, None]}),
]

REFUSED = [
    *[
        (COUNT, text, "not_an_integer")
        for text in (
            *("05", "00", "+5", "-0", "5.0", "5.", "5,0", "1_000", "1 000", "5e0", "0x5", "five", "V", "(5)", "[5]"),
            *(WIDE_FIVE, ARABIC_FIVE, "\u00b2", "5\u200b", "\ufeff5", "\u22125", "5\x00", "5 or 6", "5 5", "5-6"),
            *("9" * 19, "is 5", "5 cells", "**5**", '"5"', "x=5", "=5", "none"),
        )
    ],
    (COUNT, "501", "out_of_range"),
    (COUNT, "-1", "out_of_range"),
    *[
        (COLOUR, text, "unknown_label")
        for text in (
            *("green", "re", "redd", "reds", "red.", "red red", "red, blue", "dark-blue", "darkblue", "not red"),
            *(
                f"r{CYRILLIC_E}d",
                f"{KELVIN}iwi",
                "r\u00ade\u00add",
                "re\u0301d",
                "\uff52\uff45\uff44",
                "'red'",
                "label: red",
            ),
        )
    ],
    *[
        (CELL, text, "not_a_cell")
        for text in (
            *("R0C1", "R02C5", "R2C05", "R+2C5", "C5R2", "2,5", "(2, 5)", "R2", "C5", "R2 C5", "R2,C5", "R2C5.", "A5"),
            *("R2C5R2C5", "R2C5, R2C6", "R\u0662C5", "R2\u04215", "R12345C1", "row 2 column 5", "R-2C5"),
        )
    ],
    (CELL, "R7C1", "out_of_range"),
    (CELL, "R1C13", "out_of_range"),
    *[
        (SLIDE, text, "not_a_command")
        for text in ("H:U", "HU", "U2", "H:U0", "H:U02", "H:2U", "H:X2", "H-U2", "HH:U2", "H:U2 X:R3", "H::U2", "H U 2")
    ],
    (SLIDE, "Z:U2", "unknown_label"),
    *[
        (CHOICE, text, "not_a_choice")
        for text in (
            *(
                "G",
                "AB",
                "A B",
                "A, B",
                "A or B",
                "(B",
                "B)",
                "[B]",
                "B:",
                "B,",
                "((B))",
                "option (B)",
                "option B.",
                "(B).",
            ),
            *(
                "option",
                "options B",
                "optionB",
                "answer B",
                "B is right",
                "the answer is B",
                "2",
                "\u0412",
                "\uff22",
                "**B**",
            ),
        )
    ],
    (CELLS, "R1C4, R3C2, r1c4", "repeated"),
    (CELLS, "R1C4,, R3C2", "empty_item"),
    (CELLS, "R1C4, R3C2,", "empty_item"),
    (CELLS, ",R1C4", "empty_item"),
    (CELLS, "R1C4, none", "not_a_cell"),
    (CELLS, "R1C4 R3C2, R1C1", "not_a_cell"),
    (CELLS, "R1C4 and R3C2", "not_a_cell"),
    (CELLS, "R1C4 + R3C2", "not_a_cell"),
    (CELLS, "[R1C4", "unbalanced_brackets"),
    (CELLS, "R1C4}", "unbalanced_brackets"),
    (CELLS, "[R1C4}", "unbalanced_brackets"),
    (CELLS, "[[R1C4]]", "not_a_cell"),
    (PAIR, "R1C2", "not_a_pair"),
    (PAIR, "R1C2-R1C2", "not_a_pair"),
    (PAIR, "R1C2-R1C5-R1C7", "not_a_pair"),
    (PAIR, "R1C2 R1C5", "not_a_pair"),
    (PAIR, "R1C2-R9C2", "out_of_range"),
    (PAIR, "R1C2-", "not_a_cell"),
    (STEP, "north", "unknown_label"),
    (STEP, "UD", "unknown_label"),
    (ROUTE, "rightup", "unknown_label"),
    (ROUTE, "R, R2", "unknown_label"),
    (BRIDGE, "R1C2-R1C5", "not_a_field"),
    (BRIDGE, "R1C2-R1C5=0", "out_of_range"),
    (BRIDGE, "R1C2-R1C5=2, R1C5-R4C5=1", "not_an_integer"),
    (ALL_BRIDGES, "R1C2-R1C5=2, R1C5-R1C2=1", "repeated_field"),
    (ALL_BRIDGES, "R1C2-R1C5=2, R1C5-R4C5", "not_a_field"),
    (ALL_BRIDGES, "R1C2-R1C5=2 R1C5-R4C5=1", "not_an_integer"),
    (ALL_BRIDGES, "R1C2-R1C5=2,", "empty_item"),
    (ALL_BRIDGES, "R1C2-R1C5=3", "out_of_range"),
    (ALL_BRIDGES, "none", "not_a_field"),
    (TURNED, "H=/", "unknown_label"),
    (FILLING, "R1C4=0 R3C2=9", "not_an_integer"),
    (CELLS, "[R1C4], [R3C2]", "not_a_cell"),
    (CELLS, "(R1C4)", "not_a_cell"),
    (CELLS, "[]", "empty"),
    (CELLS, "{}", "empty"),
    (CELLS, "[", "unbalanced_brackets"),
    (DIGITS, "013", "unknown_label"),
    (DIGITS, "0+1", "unknown_label"),
    (DIGITS, "1, 1", "repeated"),
    (DIGITS, "1, 4", "unknown_label"),
    (PAINTS, "red dark blue", "unknown_label"),
    (FACES, "top=3", "missing_field"),
    (FACES, "top=3, top=3, east=1", "repeated_field"),
    (FACES, "top=3, TOP=4, east=1", "repeated_field"),
    (FACES, "top=3, east=1, west=2", "unknown_field"),
    (FACES, "top=3, =1", "unknown_field"),
    (FACES, "top=3, east=", "not_an_integer"),
    (FACES, "top=3, east==1", "not_an_integer"),
    (FACES, "top=3, east=:1", "not_an_integer"),
    (FACES, "top=3, east:=1", "not_an_integer"),
    (FACES, "3, 1", "not_a_field"),
    (FACES, "top=3 east=1", "not_an_integer"),
    (FACES, "top=3, east=1,", "empty_item"),
    (FACES, "{top=3, east=1}", "unknown_field"),
    (FACES, '{"top": 3, "east": 1}', "unknown_field"),
    (FACES, "the top=3, east=1", "unknown_field"),
    (FACES, "top=3, east=1.", "not_an_integer"),
    (FACES, "3=top, 1=east", "unknown_field"),
    (CARRIED, "cell=R3C4, keys=red, blue", "not_a_field"),
    (CARRIED, "cell=R3C4, keys=red blue", "unknown_label"),
    (CARRIED, "cell=R3C4, keys=[red+blue]", "unknown_label"),
    (CARRIED, "cell=R3C4, keys=red+red", "repeated"),
    (CARRIED, "cell=R3C4, keys=red+", "empty_item"),
    (CARRIED, "cell=R3C4, keys=", "empty"),
    (MOVES, "R, R, X", "unknown_label"),
    (MOVES, "RRX", "unknown_label"),
    (MOVES, "RR, D", "unknown_label"),
    (MOVES, "RR D", "unknown_label"),
    (MOVES, "R - R", "unknown_label"),
    (MOVES, "R -> -> D", "empty_item"),
    (MOVES, "-> R", "empty_item"),
    (MOVES, "R, R, D, D, U, U", "too_many_items"),
    (MOVES, "none", "unknown_label"),
    (MARKS, "starmoon", "unknown_label"),
    (PLAN, "H U2 X R3", "not_a_command"),
    (PLAN, "1. H:U2, 2. X:R3", "not_a_command"),
    (VECTOR, "[4, 0]", "wrong_length"),
    (VECTOR, "[4, 0, 12, 0]", "wrong_length"),
    (VECTOR, "4 0 1 2", "wrong_length"),
    (VECTOR, "[4, 0, 012]", "not_an_integer"),
    (VECTOR, "[4, 0, 21]", "out_of_range"),
    (VECTOR, "[4, , 12]", "empty_item"),
    (VECTOR, "[4, 0, 12", "unbalanced_brackets"),
    (VECTOR, "{4, 0, 12}", "not_an_integer"),
    (VECTOR, "[4, 0, 1.2]", "not_an_integer"),
    (GRID, "010", "wrong_shape"),
    (GRID, "010/111/000", "wrong_shape"),
    (GRID, "010/11", "wrong_shape"),
    (GRID, "010/1111", "wrong_shape"),
    (GRID, "010/11 1", "wrong_shape"),
    (GRID, "0,,1,0/1,1,1", "wrong_shape"),
    (GRID, "0,,0/1,1,1", "unknown_symbol"),
    (GRID, "012/111", "unknown_symbol"),
    (GRID, "010//111", "empty_item"),
    (GRID, "010/111/", "empty_item"),
    (GRID, "01O/111", "unknown_symbol"),
    (RANKING, "G > G > H", "repeated"),
    (RANKING, "G > J, H", "mixed_separators"),
    (RANKING, "G J H", "unknown_label"),
    (RANKING, "G < J < H", "unknown_label"),
    (RANKING, "G >> J", "empty_item"),
    (RANKING, "G > K", "unknown_label"),
    (JSON, '{"a": 1, "a": 1}', "not_json"),
    (JSON, "NaN", "not_json"),
    (JSON, "1e999", "not_json"),
    (JSON, "{'a': 1}", "not_json"),
    (JSON, "[1, 2,]", "not_json"),
    (JSON, "[1] [2]", "not_json"),
    (JSON, "9" * 5000, "not_json"),
    (JSON, "[" * 101 + "]" * 101, "too_deep"),
    (JSON, "```json\n[1]\n```", "not_json"),
]

KINDS = tuple({type(kind): kind for kind, _, _ in REFUSED}.values())


def _name(case: object) -> str:
    """A name of a case that does not depend on the order of sets."""
    if hasattr(case, "form"):
        return type(case).__name__
    return ascii(case)[:60] if isinstance(case, str) else type(case).__name__


@pytest.mark.parametrize(("kind", "text", "value"), ACCEPTED, ids=_name)
def test_an_accepted_spelling_means_this_value(kind, text, value):
    assert parse_answer(kind, text) == value


@pytest.mark.parametrize(("kind", "text", "why"), REFUSED, ids=_name)
def test_anything_else_is_refused_for_this_reason(kind, text, why):
    found = parse_answer(kind, text)
    assert isinstance(found, Diagnostic), f"{text!r} was read as {found!r}"
    assert found.kind == why
    assert found.message


@pytest.mark.parametrize("kind", KINDS, ids=_name)
@pytest.mark.parametrize("text", ["", " ", "\n\t \u2003"])
def test_nothing_is_no_answer(kind, text):
    assert parse_answer(kind, text).kind == "empty"


@pytest.mark.parametrize("kind", KINDS, ids=_name)
def test_a_text_of_more_than_a_million_characters_is_not_read(kind):
    assert parse_answer(kind, "1" * 1_000_001).kind == "too_long"


def test_entries_are_written_in_the_order_of_their_keys():
    assert write_answer(ALL_BRIDGES, {WEST_PAIR: 1, NORTH_PAIR: 2}) == "R1C2-R1C5=2, R1C5-R4C5=1"
    assert write_answer(TURNED, {"G": "/", "J": "/"}) == "J=/, G=/"


def test_a_diagnostic_names_the_item():
    assert parse_answer(ALL_BRIDGES, "R1C2-R1C5=2, R1C5-R4C5=7").position == 2
    assert parse_answer(CELLS, "R1C4, R9C9").position == 2
    assert parse_answer(FACES, "top=3, east=x").position == 2
    assert parse_answer(MOVES, "UDX").position == 3
    assert "east" in parse_answer(FACES, "top=3").message


def test_a_diagnostic_quotes_nothing_that_a_terminal_or_a_file_would_choke_on():
    found = parse_answer(COLOUR, "\x1b[31m\ud800" + "x" * 10_000)
    assert len(found.message) < 200
    assert found.message.encode()
    assert "\x1b" not in found.message


@pytest.mark.parametrize(
    "make",
    [
        lambda: LabelAnswer(labels=()),
        lambda: LabelAnswer(labels=("a", "A")),
        lambda: LabelAnswer(labels=("a", "a")),
        lambda: LabelAnswer(labels=("a ", "b")),
        lambda: LabelAnswer(labels=("", "b")),
        lambda: LabelAnswer(labels=("a", "b"), aliases={"B": "a"}),
        lambda: LabelAnswer(labels=("a", "b"), aliases={"c": "d"}),
        lambda: LabelsAnswer(labels=("none", "some")),
        lambda: LabelsAnswer(labels=("a+b", "c")),
        lambda: LabelsAnswer(labels=("a", "[c]")),
        lambda: SequenceAnswer(item=LabelAnswer(labels=("a->b", "c"))),
        lambda: RankingAnswer(labels=("a>b", "c")),
        lambda: FieldsAnswer(fields={}),
        lambda: FieldsAnswer(fields={"a": IntegerAnswer(), "A": IntegerAnswer()}),
        lambda: FieldsAnswer(fields={"a=b": IntegerAnswer()}),
        lambda: FieldsAnswer(fields={"a": LabelAnswer(labels=("x, y", "z"))}),
        lambda: EntryAnswer(key=LabelAnswer(labels=("a=b",)), value=IntegerAnswer()),
        lambda: EntryAnswer(key=CELL, value=LabelAnswer(labels=("x, y",))),
        lambda: EntryAnswer(key=LabelAnswer(labels=("a->b",)), value=IntegerAnswer()),
        lambda: CellPairAnswer(rows=0, columns=3),
        lambda: GridAnswer(rows=1, columns=1, symbols="0,"),
        lambda: GridAnswer(rows=1, columns=1, symbols="0/"),
        lambda: GridAnswer(rows=0, columns=1, symbols="01"),
        lambda: VectorAnswer(length=0),
        lambda: IntegerAnswer(low=3, high=2),
        lambda: CellAnswer(rows=0, columns=3),
        lambda: CellsAnswer(rows=3, columns=10_000),
        lambda: ChoiceAnswer(letters=("A", "a")),
        lambda: ChoiceAnswer(letters=()),
        lambda: SlideAnswer(pieces=("H", "H")),
    ],
)
def test_a_kind_that_could_not_read_what_it_writes_cannot_be_made(make):
    with pytest.raises(ValueError):
        make()
