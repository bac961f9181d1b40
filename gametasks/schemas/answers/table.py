"""The table of answer kinds: what each looks like, and every other spelling of it that is accepted.

``answer_table()`` writes it for the docs from the parsers' own separators; the tests read every spelling in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from gametasks.schemas._board import Cell, Direction
from gametasks.schemas._notation import CellPair, Entry, Slide
from gametasks.schemas.answers.entries import EntriesAnswer, EntryAnswer
from gametasks.schemas.answers.fields import FieldsAnswer
from gametasks.schemas.answers.json_document import JsonAnswer
from gametasks.schemas.answers.kinds import AnswerKind, write_answer
from gametasks.schemas.answers.lists import GridAnswer, RankingAnswer, SequenceAnswer, VectorAnswer
from gametasks.schemas.answers.moves import DirectionAnswer, SlideAnswer
from gametasks.schemas.answers.scalars import CellAnswer, CellPairAnswer, ChoiceAnswer, IntegerAnswer, LabelAnswer
from gametasks.schemas.answers.separators import (
    FIELD_SET,
    FIELD_SIGNS,
    FIELDS,
    GRID_ROWS,
    ITEMS,
    RANKING,
    SEQUENCE,
    VECTOR,
    Separators,
)
from gametasks.schemas.answers.sets import CellsAnswer, LabelsAnswer

__all__ = ["EXAMPLES", "Example", "answer_table"]


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of answer, by an example.

    Attributes:
        kind: The kind.
        value: A value of it.
        meaning: What the kind holds, in a few words.
        separators: What parts its items, if it has items.
        variants: Other accepted spellings of the value.
        remarks: Anything more.
    """

    kind: AnswerKind
    value: Any
    meaning: str
    separators: Separators | None = None
    variants: tuple[str, ...] = ()
    remarks: str = ""


_LETTERS = ("G", "H", "J")
_DIGIT_IN_CELL = EntryAnswer(key=CellAnswer(rows=6, columns=6), value=IntegerAnswer(high=6))
_SIGNS = f"{' or '.join(f'`{sign}`' for sign in FIELD_SIGNS)} between a key and its value"

EXAMPLES: tuple[Example, ...] = (
    Example(
        kind=IntegerAnswer(),
        value=12,
        meaning="a whole number",
        remarks="plain digits 0 to 9, no sign but a minus, no leading zero, no fraction, no grouping",
    ),
    Example(
        kind=LabelAnswer(labels=("red", "dark blue"), aliases={"navy": "dark blue"}),
        value="dark blue",
        meaning="one of the names in the answer-format line",
        variants=("Dark Blue", "navy"),
        remarks="a family may declare aliases, such as `color` for `colour`",
    ),
    Example(kind=CellAnswer(rows=6, columns=6), value=Cell(2, 5), meaning="a cell", variants=("r2c5",)),
    Example(
        kind=CellPairAnswer(rows=6, columns=6),
        value=CellPair(Cell(1, 2), Cell(1, 5)),
        meaning="two cells that something joins",
        variants=("R1C5-R1C2", "r1c2 - r1c5"),
        remarks="the cells may stand in either order",
    ),
    Example(kind=DirectionAnswer(), value=Direction.UP, meaning="a step in one direction", variants=("u", "Up")),
    Example(
        kind=SlideAnswer(pieces=("H", "X")),
        value=Slide("H", Direction.UP, 2),
        meaning="a command: piece, direction, distance",
        variants=("h:u2", "H: U2", "HU2"),
        remarks="the distance is never left out",
    ),
    Example(
        kind=_DIGIT_IN_CELL,
        value=Entry(Cell(3, 2), 4),
        meaning="what is entered in one place",
        variants=("r3c2 = 4", "R3C2: 4"),
        remarks=_SIGNS,
    ),
    Example(kind=ChoiceAnswer(), value="B", meaning="the letter of an option", variants=("b", "(B)", "B.", "option B")),
    Example(
        kind=CellsAnswer(rows=6, columns=6),
        value=frozenset({Cell(1, 4), Cell(3, 2)}),
        meaning="a set of cells",
        separators=ITEMS,
        variants=("R3C2, R1C4", "R1C4; R3C2", "r1c4 r3c2", "{R1C4, R3C2}", "[R1C4, R3C2]"),
        remarks="any order, no repeats; the empty set is `none`",
    ),
    Example(
        kind=LabelsAnswer(labels=_LETTERS),
        value=frozenset({"G", "J"}),
        meaning="a set of names",
        separators=ITEMS,
        variants=("J, G", "g; j", "G J", "{G, J}", "[G, J]"),
        remarks=f"any order, no repeats; the empty set is `none`; inside a field {FIELD_SET.words()}",
    ),
    Example(
        kind=FieldsAnswer(fields={"cell": CellAnswer(rows=6, columns=6), "keys": LabelsAnswer(labels=("red", "blue"))}),
        value={"cell": Cell(3, 4), "keys": frozenset({"red", "blue"})},
        meaning="exactly the requested keys, each with one value",
        separators=FIELDS,
        variants=("keys=blue+red, cell=R3C4", "Cell: R3C4; Keys: red + blue", "cell = R3C4\nkeys = red+blue"),
        remarks=f"any order; {_SIGNS}",
    ),
    Example(
        kind=EntriesAnswer(entry=EntryAnswer(key=CellPairAnswer(rows=6, columns=6), value=IntegerAnswer(high=2))),
        value={CellPair(Cell(1, 2), Cell(1, 5)): 2, CellPair(Cell(1, 5), Cell(4, 5)): 1},
        meaning="keys that are part of the answer, each with one value",
        separators=FIELDS,
        variants=("R1C5-R4C5=1, R1C5-R1C2=2", "r1c2-r1c5: 2; r1c5-r4c5: 1", "R1C2-R1C5=2\nR1C5-R4C5=1"),
        remarks=f"any order, no key twice; {_SIGNS}",
    ),
    Example(
        kind=SequenceAnswer(item=DirectionAnswer()),
        value=(Direction.RIGHT, Direction.RIGHT, Direction.DOWN),
        meaning="one or more items in order: moves, names, cells or numbers",
        separators=SEQUENCE,
        variants=("R; R; D", "R -> R -> D", "R → R → D", "r r d", "RRD", "[R, R, D]"),
        remarks="directions and names of one character each may stand without anything between them",
    ),
    Example(
        kind=VectorAnswer(length=3),
        value=(4, 0, 1),
        meaning="a fixed number of whole numbers in order",
        separators=VECTOR,
        variants=("4, 0, 1", "(4; 0; 1)", "4 0 1"),
    ),
    Example(
        kind=GridAnswer(rows=2, columns=3, symbols="01"),
        value=("010", "111"),
        meaning="rows of single symbols, top row first",
        separators=GRID_ROWS,
        variants=("010;111", "010\n111", "0 1 0 / 1 1 1", "0,1,0/1,1,1"),
        remarks="commas or spaces may separate the symbols of a row",
    ),
    Example(
        kind=RankingAnswer(labels=_LETTERS),
        value=("G", "J", "H"),
        meaning="different names, first one first",
        separators=RANKING,
        variants=("G, J, H", "g>j>h", "G\nJ\nH"),
        remarks="one kind of separator in one answer",
    ),
    Example(
        kind=JsonAnswer(),
        value={"steps": [1, 2]},
        meaning="one JSON document",
        variants=('{"steps":[1,2]}',),
        remarks="RFC 8259; no repeated keys, no NaN",
    ),
)
"""One example of every kind."""


def answer_table() -> str:
    """The table of all kinds, as Markdown."""
    lines = ["| kind | holds | canonical text | also accepted | between the items | remarks |", "|---" * 6 + "|"]
    lines += ["| " + " | ".join(_cells(example)) + " |" for example in EXAMPLES]
    return "\n".join(lines) + "\n"


def _cells(example: Example) -> Iterator[str]:
    yield f"`{example.kind.__struct_config__.tag}`"
    yield example.meaning
    yield _code(write_answer(example.kind, example.value))
    yield ", ".join(map(_code, example.variants))
    yield example.separators.words() if example.separators else ""
    yield example.remarks


def _code(text: str) -> str:
    """A text as code in a cell of a table; a line break is shown as ⏎."""
    return "`" + text.replace("\n", " ⏎ ").replace("|", "\\|") + "`"
