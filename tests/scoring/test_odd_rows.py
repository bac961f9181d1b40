"""Rows and names of every odd type: what cannot be used is refused by name, and nothing else is raised."""

from __future__ import annotations

import datetime
import decimal
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import gametasks
from gametasks.errors import ConfigurationError, GameTasksError, PredictionError, RecordError, UnknownNameError


class Unwritable:
    """What cannot even be shown in a message."""

    def __str__(self) -> str:
        raise RuntimeError("no text")

    __repr__ = __str__


ODD: list[Any] = [
    *(None, math.nan, math.inf, 0, -1, 10**30, 10**5000, 1.5, True, b"x", b"\xff", bytearray(b"a"), memoryview(b"a")),
    *("", " ", "x", "\ud800", "\x00", "x" * 100_000, Path("x"), decimal.Decimal(1), datetime.datetime(2026, 1, 1)),
    *(
        [],
        [None],
        ["x"],
        [["x"]],
        [1],
        ["\ud800"],
        (),
        {},
        {"bytes": None},
        {"a": 1},
        set(),
        {1, 2},
        frozenset(),
        range(3),
    ),
    *(object(), Unwritable(), [Unwritable()], [10**5000], int, len, ..., iter([1])),
    *(np.array([]), np.array(["a"]), np.array(5), np.array([[1, 2], [3, 4]]), np.float64(1), np.int8(1), np.str_("x")),
    *(np.bytes_(b"x"), np.datetime64("2020"), np.array([object()], dtype=object)),
    *(pd.NA, pd.NaT, pd.Series(["a"]), pd.DataFrame({"a": [1]})),
]


@pytest.fixture(scope="module")
def row() -> dict[str, Any]:
    return next(gametasks.stream("rolling_cube", "top_face", 1, 7))


USUAL: dict[str, Any] = {"task": "rolling_cube", "family": "top_face", "level": 1, "seed": 7}

CALLS: list[Callable[[Any], object]] = [
    lambda row: gametasks.score(row, "x"),
    lambda row: gametasks.prompt(row).messages(),
    lambda row: gametasks.prompt(row, "text"),
    gametasks.verify,
]


def _refusal(call: Callable[[], object]) -> str:
    """What a call refuses its argument with, empty where it takes it; another error fails."""
    try:
        call()
    except GameTasksError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("column", next(gametasks.stream("rolling_cube", "top_face", 1, 7)))
def test_a_column_of_any_type_is_taken_or_refused_with_the_rows_id(row, column):
    for value in ODD:
        for call in CALLS:
            refusal = _refusal(lambda call=call, value=value: call(row | {column: value}))
            assert not refusal or column == "id" or refusal.startswith(row["id"])
            assert len(refusal) < 1000
            assert "\n" not in refusal
            refusal.encode()


def test_what_is_no_row_is_refused():
    for value in [*ODD, {1: 2}, {"id": Unwritable()}, {"id": "x"}]:
        for call in CALLS:
            assert _refusal(lambda call=call, value=value: call(value)), value


def test_a_text_or_a_name_of_any_type_is_taken_or_refused(row):
    for value in ODD:
        if not isinstance(value, str):
            with pytest.raises(PredictionError):
                gametasks.score(row, value)
            with pytest.raises(UnknownNameError):
                gametasks.score(row, "x", value)
            with pytest.raises(UnknownNameError):
                gametasks.get_task(value)
            with pytest.raises(UnknownNameError):
                gametasks.prompt(row, value)
        for argument in (*USUAL, "format", "ranges"):
            if argument not in ("level", "seed") or type(value) not in (int, np.int8, np.ndarray):
                refusal = _refusal(lambda argument=argument, value=value: gametasks.stream(**USUAL | {argument: value}))
                assert 0 < len(refusal) < 1000


def test_numbers_of_numpy_are_numbers(row):
    for kind in (np.int8, np.uint64, np.array):
        assert next(gametasks.stream("rolling_cube", "top_face", kind(1), kind(7)))["id"] == row["id"]
    for number in (True, np.True_, 1.0, np.float64(1), np.array([1]), np.array([1, 2]), "1", None):
        with pytest.raises(ConfigurationError, match="level is an integer, not"):
            gametasks.stream("rolling_cube", "top_face", number, 7)


def test_an_id_that_is_no_id_is_quoted_by_a_line_at_most(row):
    for call in (gametasks.verify, gametasks.prompt):
        with pytest.raises(RecordError) as caught:
            call(row | {"id": "x" * 1_000_000})
        assert len(str(caught.value)) < 700
