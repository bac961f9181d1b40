"""Hypothesis strategies for answer kinds with values, and for texts that look like answers."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from gametasks.schemas import (
    AnswerKind,
    Cell,
    CellAnswer,
    CellPair,
    CellPairAnswer,
    CellsAnswer,
    ChoiceAnswer,
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
)

KindAndValue = tuple[AnswerKind, Any]

NASTY = (
    "R2C5:=>-→,;+/\\()[]{}.'\"`_eEnN019aAbB"
    " \t\n\r\x0b\x1c\x00\u2028\u00a0\u200b\ufeff\u0663\uff15\u212a\u017f\u0131\ud800"
)
"""Characters on which a parser could stumble."""

_names = st.text("abcXYZ019 '.&", min_size=1, max_size=6).map(lambda text: " ".join(text.split())).filter(bool)


def _distinct(names: st.SearchStrategy[str], *, least: int = 1, most: int = 6) -> st.SearchStrategy[tuple[str, ...]]:
    """Names that differ in more than their case, and are not "none"."""
    lists = st.lists(
        names.filter(lambda name: name.lower() != "none"), min_size=least, max_size=most, unique_by=str.lower
    )
    return lists.map(tuple)


def _cells(rows: int, columns: int) -> st.SearchStrategy[Cell]:
    return st.builds(Cell, st.integers(1, rows), st.integers(1, columns))


def _pairs(rows: int, columns: int) -> st.SearchStrategy[CellPair]:
    two_cells = st.lists(_cells(rows, columns), min_size=2, max_size=2, unique=True)
    return two_cells.map(lambda cells: CellPair(*sorted(cells)))


@st.composite
def scalars(draw: st.DrawFn) -> KindAndValue:
    """A kind that holds one value, with a value."""
    which = draw(st.sampled_from(["integer", "label", "cell", "pair", "direction", "slide", "choice"]))
    if which == "integer":
        low, value, high = sorted(draw(st.lists(st.integers(-(10**6), 10**6), min_size=3, max_size=3)))
        return IntegerAnswer(low=draw(st.sampled_from([low, None])), high=draw(st.sampled_from([high, None]))), value
    if which == "label":
        labels = draw(_distinct(_names))
        return LabelAnswer(labels=labels), draw(st.sampled_from(labels))
    if which == "cell":
        rows, columns = draw(st.tuples(st.integers(1, 9999), st.integers(1, 9999)))
        return CellAnswer(rows=rows, columns=columns), draw(_cells(rows, columns))
    if which == "pair":
        rows, columns = draw(st.tuples(st.integers(2, 9999), st.integers(1, 9999)))
        return CellPairAnswer(rows=rows, columns=columns), draw(_pairs(rows, columns))
    if which == "direction":
        return DirectionAnswer(), draw(st.sampled_from(Direction))
    letters = draw(_distinct(st.sampled_from("ABCDEFGHUDLR")))
    if which == "choice":
        return ChoiceAnswer(letters=letters), draw(st.sampled_from(letters))
    slide = st.builds(Slide, st.sampled_from(letters), st.sampled_from(Direction), st.integers(1, 9999))
    return SlideAnswer(pieces=letters), draw(slide)


@st.composite
def sets(draw: st.DrawFn) -> KindAndValue:
    """A set with members, or without."""
    if draw(st.booleans()):
        rows, columns = draw(st.tuples(st.integers(1, 30), st.integers(1, 30)))
        return CellsAnswer(rows=rows, columns=columns), draw(st.frozensets(_cells(rows, columns), max_size=20))
    labels = draw(_distinct(_names))
    return LabelsAnswer(labels=labels), draw(st.frozensets(st.sampled_from(labels)))


@st.composite
def fields(draw: st.DrawFn) -> KindAndValue:
    """Named parts of several kinds."""
    allowed = (IntegerAnswer, LabelAnswer, CellAnswer, LabelsAnswer)
    part = st.one_of(scalars(), sets()).filter(lambda pair: isinstance(pair[0], allowed))
    keys = draw(_distinct(_names))
    parts = {key: draw(part) for key in keys}
    return FieldsAnswer(fields={k: kind for k, (kind, _) in parts.items()}), {
        k: value for k, (_, value) in parts.items()
    }


_key_kinds = st.one_of(
    st.builds(CellAnswer, rows=st.integers(2, 9), columns=st.integers(2, 9)),
    st.builds(CellPairAnswer, rows=st.integers(2, 9), columns=st.integers(2, 9)),
    st.builds(LabelAnswer, labels=_distinct(_names)),
)


def _keys(kind: AnswerKind) -> st.SearchStrategy[Any]:
    """Keys of a kind."""
    if isinstance(kind, LabelAnswer):
        return st.sampled_from(kind.labels)
    if isinstance(kind, CellAnswer):
        return _cells(kind.rows, kind.columns)
    return _pairs(kind.rows, kind.columns)


@st.composite
def entries(draw: st.DrawFn) -> KindAndValue:
    """One entry, or several with different keys."""
    kind = draw(_key_kinds)
    one = EntryAnswer(key=kind, value=IntegerAnswer(low=None))
    number = st.integers(-99, 99)
    if draw(st.booleans()):
        return one, Entry(draw(_keys(kind)), draw(number))
    return EntriesAnswer(entry=one), draw(st.dictionaries(_keys(kind), number, min_size=1, max_size=8))


@st.composite
def lists(draw: st.DrawFn) -> KindAndValue:
    """Sequences, vectors, grids and rankings."""
    which = draw(st.sampled_from(["sequence", "vector", "grid", "ranking"]))
    if which == "vector":
        numbers = draw(st.lists(st.integers(-99, 99), min_size=1, max_size=14))
        return VectorAnswer(length=len(numbers), low=None), tuple(numbers)
    if which == "grid":
        symbols = "".join(draw(_distinct(st.sampled_from("01#.xYz-+"))))
        rows, columns = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
        row = st.text(symbols, min_size=columns, max_size=columns)
        grid = draw(st.lists(row, min_size=rows, max_size=rows))
        return GridAnswer(rows=rows, columns=columns, symbols=symbols), tuple(grid)
    if which == "ranking":
        labels = draw(_distinct(_names))
        return RankingAnswer(labels=labels), tuple(draw(st.permutations(labels)))
    items = (LabelAnswer, CellAnswer, IntegerAnswer, DirectionAnswer, SlideAnswer, EntryAnswer)
    kind, value = draw(st.one_of(scalars(), entries()).filter(lambda pair: isinstance(pair[0], items)))
    more = draw(st.lists(st.sampled_from(kind.labels), max_size=9)) if isinstance(kind, LabelAnswer) else [value] * 3
    return SequenceAnswer(item=kind), (value, *more)


_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)

kinds_and_values = st.one_of(scalars(), sets(), fields(), entries(), lists(), st.tuples(st.just(JsonAnswer()), _json))
"""Any kind of answer with a value of it."""

texts = st.one_of(st.text(max_size=60), st.text(NASTY, max_size=60))
"""Any text, and texts of troublesome characters."""


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A text with a few characters removed, doubled, changed over or put in."""
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        end = min(len(text), place + draw(st.integers(0, 3)))
        piece = draw(st.sampled_from([text[place:end] * 2, text[place:end][::-1], "", *NASTY]))
        text = text[:place] + piece + text[end:]
    return text
