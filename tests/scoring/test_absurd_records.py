"""Records with numbers, lists and texts that no task writes: scoring ends soon, with a score or the record's error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from scoring.catalogue_rows import all_families, rows_of_family

import gametasks
from gametasks.build.dataset.engine import wall_clock_limit
from gametasks.errors import BoardError, RecordError
from gametasks.schemas import Format, read_board
from gametasks.schemas._record import RECORD_COLUMNS
from gametasks.schemas.hexakai.text import parse as parse_hexakai

NUMBERS = [
    "0",
    "-1",
    "10000",
    "1000000000",
    str(10**18),
    str(2**63),
    "1" + "0" * 400,
    "1e400",
    "9" * 5000,
    "true",
    "{}",
]
"""As JSON; the largest ones are more than Python turns into numbers by default."""

COLUMNS = ("state", "evaluator", "answer_schema")

SECONDS = 10
"""Far more than any record takes on a busy machine, and far less than going through a board of a million cells."""


def _places(value: Any, kinds: type | tuple[type, ...], path: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where values of these kinds stand in a JSON document; of a list, the first two and the last element."""
    if isinstance(value, kinds) and not isinstance(value, bool):
        yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        if isinstance(value, dict) or key < 2 or key == len(value) - 1:
            yield from _places(entry, kinds, (*path, key))


def _damaged(text: str, path: tuple[Any, ...], raw: str) -> str:
    """A JSON text in which another one stands in a place."""
    document: Any = [json.loads(text)]
    inner, last = document, 0
    for key in path:
        inner, last = inner[last], key
    inner[last] = "@@"
    return json.dumps(document)[1:-1].replace('"@@"', raw)


def _open_row(name: str) -> dict[str, Any]:
    return next((sample.row for sample in rows_of_family(name) if sample.row["format"] == Format.OPEN), {})


OPEN_FAMILIES = [name for name in all_families() if _open_row(name)]


def _refusal(row: dict[str, Any]) -> str:
    """Why a row is refused, empty where it is scored; whatever else is raised, or never ends, fails."""
    try:
        with wall_clock_limit(SECONDS):
            gametasks.score(row, row["answer"])
    except RecordError as error:
        return str(error)
    return ""


def _is_named(refusal: str, row: dict[str, Any]) -> bool:
    return refusal.startswith(row["id"]) and len(refusal) < 700


@pytest.mark.parametrize("name", OPEN_FAMILIES)
def test_no_number_keeps_scoring_from_ending(name):
    row = _open_row(name)
    tried = refused = 0
    for column in COLUMNS:
        for path in _places(json.loads(row[column]), (int, float)):
            for number in NUMBERS:
                refusal = _refusal(row | {column: _damaged(row[column], path, number)})
                assert not refusal or _is_named(refusal, row)
                tried += 1
                refused += bool(refusal)
    assert refused >= tried / 3


@pytest.mark.parametrize("name", OPEN_FAMILIES)
def test_no_depth_or_length_keeps_scoring_from_ending(name):
    row = _open_row(name)
    for column in COLUMNS:
        document = json.loads(row[column])
        for path in _places(document, (dict, list, str, int)):
            for depth in ("[" * 100_000 + "]" * 100_000, '{"a":' * 100_000 + "1" + "}" * 100_000):
                assert _is_named(_refusal(row | {column: _damaged(row[column], path, depth)}), row)
        for path in _places(document, list):
            for value in ("[]", json.dumps([1] * 10_000)):
                refusal = _refusal(row | {column: _damaged(row[column], path, value)})
                assert not refusal or _is_named(refusal, row)


SIZES = [
    ("rush_exit/plan", ("rows",)),
    ("rush_exit/plan", ("columns",)),
    ("rush_exit/plan", ("vehicles", 0, "length")),
    ("rush_exit/plan", ("vehicles", 0, "cell", 0)),
    ("rolling_cube/all_faces", ("rows",)),
    ("rolling_cube/all_faces", ("path", 1, 1)),
    ("hexakai/candidates", ("size",)),
    ("spot_difference/difference_count", ("columns",)),
]


@pytest.mark.parametrize(("name", "path"), SIZES)
@pytest.mark.parametrize("number", ["0", "-1", "100", "1000000000", "1" + "0" * 400], ids=lambda number: number[:12])
def test_a_board_has_1_to_99_rows_and_columns(name, path, number):
    row = _open_row(name)
    with pytest.raises(RecordError, match="state is not a state of") as caught:
        gametasks.score(row | {"state": _damaged(row["state"], path, number)}, row["answer"])
    assert str(caught.value).startswith(row["id"])


@pytest.fixture(scope="module")
def whole_row() -> dict[str, Any]:
    return next(gametasks.stream("rolling_cube", "all_faces", 1, 7))


@pytest.mark.parametrize("name", ["level", "seed", "rows", "columns", "rolls"])
@pytest.mark.parametrize(
    "number", [-1, 10**9, 10**18, 2**63, 10**400, float("inf"), 10**5000], ids=lambda number: "number"
)
def test_no_number_keeps_verification_from_ending(whole_row, name, number):
    damaged = {name: number}
    if name not in whole_row:
        raw = "9" * 5001 if number == 10**5000 else json.dumps(number)
        damaged = {"state": _damaged(whole_row["state"], (name,), raw)}
    with wall_clock_limit(SECONDS), pytest.raises(RecordError) as caught:
        gametasks.verify(whole_row | damaged)
    assert str(caught.value).startswith(whole_row["id"])


@pytest.mark.parametrize("column", RECORD_COLUMNS)
def test_a_number_that_cannot_even_be_written_is_named(whole_row, column):
    """It has more digits than Python writes."""
    row = whole_row | {column: 10**5000}
    for call in (gametasks.verify, gametasks.prompt):
        with pytest.raises(RecordError, match=r"^(rolling_cube|a value of the type int)"):
            call(row)
    if column in ("format", "answer", *COLUMNS):
        with pytest.raises(RecordError, match=f"^rolling_cube.*{column}"):
            gametasks.score(row, "x")


@pytest.mark.parametrize("text", [". " * 100, ".\n" * 100, (". " * 300 + "\n") * 150])
def test_a_text_of_more_than_99_rows_or_columns_is_no_board(text):
    assert read_board((". " * 99 + "\n") * 99).rows == 99
    with pytest.raises(BoardError, match="at most 99 of each are read"):
        read_board(text)


def test_a_diamond_has_at_most_99_rows():
    sizes = {size: "\n".join(". " * min(line, 2 * size - line) for line in range(1, 2 * size)) for size in (50, 51)}
    assert parse_hexakai(sizes[50]).size == 50
    with pytest.raises(BoardError, match="at most 50 are read"):
        parse_hexakai(sizes[51])
