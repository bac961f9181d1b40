"""What the tests of boards as text share: sampled states, and texts as they look after a slip of the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import strategies as st

from gametasks.errors import BoardError
from gametasks.qa_families import Task
from gametasks.schemas import Ranges
from gametasks.testing import drafts

SIGNS = " .#=:?/→GXZ019dR1C2\n\t\x00é"
"""Signs that a damaged text may hold: those of boards, and others."""


def samples(task: Task[Any], family: str, count: int = 1) -> Iterator[tuple[Any, Any]]:
    """States and questions of a family, from all levels and both sets of ranges."""
    for ranges in Ranges:
        for level in task.level_numbers:
            for draft in drafts(task, family, level, ranges, count=count):
                yield draft.state, draft.question


def slips(text: str) -> st.SearchStrategy[str]:
    """Texts that one to three slips make of a text: signs or lines lost, added, changed or moved."""
    return st.integers(1, 3).flatmap(lambda count: _slip_often(text, count))


def _slip_often(text: str, count: int) -> st.SearchStrategy[str]:
    once = _slip(text)
    return once if count == 1 else once.flatmap(lambda slipped: _slip_often(slipped, count - 1))


def _slip(text: str) -> st.SearchStrategy[str]:
    places = st.integers(0, max(0, len(text) - 1))
    signs = st.sampled_from(SIGNS)
    lines = text.split("\n")
    numbers = st.integers(0, len(lines) - 1)
    return st.one_of(
        places.map(lambda i: text[:i] + text[i + 1 :]),
        st.tuples(places, signs).map(lambda slip: text[: slip[0]] + slip[1] + text[slip[0] :]),
        st.tuples(places, signs).map(lambda slip: text[: slip[0]] + slip[1] + text[slip[0] + 1 :]),
        numbers.map(lambda i: "\n".join(lines[:i] + lines[i + 1 :])),
        numbers.map(lambda i: "\n".join(lines[: i + 1] + lines[i:])),
        st.tuples(numbers, numbers).map(lambda two: "\n".join(_swapped(lines, *two))),
    )


def _swapped(lines: list[str], one: int, other: int) -> list[str]:
    swapped = list(lines)
    swapped[one], swapped[other] = lines[other], lines[one]
    return swapped


def assert_refused(parse: Any, board: str, slip: tuple[str, str], line: int, words: str) -> None:
    """A board in which one text is replaced by another is refused, with the number of a line and some words."""
    old, new = slip
    assert board.count(old) == 1
    with pytest.raises(BoardError) as error:
        parse(board.replace(old, new))
    assert error.value.line == line
    assert words in error.value.reason


def read_or_refuse(text: str, parse: Any, write: Any) -> None:
    """Read a text: it is a board, which is written and read back the same, or it is refused as a board."""
    try:
        state = parse(text)
    except BoardError as error:
        refusal = error
    else:
        assert parse(write(state)) == state
        return
    assert refusal.reason
    assert 0 <= refusal.line <= len(text.splitlines())
