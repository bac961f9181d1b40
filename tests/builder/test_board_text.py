"""The column ``text``: what a task's provider writes, kept in the record, checked, and shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

import gametasks
from gametasks.build.sample.rows import COLUMNS, SCHEMA
from gametasks.errors import PluginError, RecordError
from gametasks.qa_families import _catalogue

Provide = Callable[[Any, Any], str]


@pytest.fixture
def provide(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let rolling_cube offer other modalities than its own."""

    found = _catalogue.catalogue()

    def offer(**modalities: Provide) -> None:
        task = replace(found.tasks["rolling_cube"], modalities=modalities)
        changed = replace(found, tasks=MappingProxyType({**found.tasks, task.name: task}))
        monkeypatch.setattr(_catalogue, "catalogue", lambda: changed)

    return offer


def top_of(state: Any, question: Any) -> str:
    return f"A cube with {state.cube.top} on top.\n\n  Asked: {type(question).__name__}"


def first_row() -> dict[str, Any]:
    return next(gametasks.stream("rolling_cube", "all_faces", 1, 4))


def test_the_board_as_text_stands_before_the_hint():
    assert COLUMNS.index("text") + 1 == COLUMNS.index("hint")
    assert SCHEMA.field("text").type == "string"


def test_a_task_without_a_provider_has_an_empty_text(provide):
    provide()
    row = first_row()
    assert row["text"] == ""
    gametasks.verify(row)


def test_the_provider_writes_the_text_and_nothing_else_changes(provide):
    provide()
    plain = first_row()
    provide(text=top_of)
    row = first_row()
    assert row["text"].startswith("A cube with ")
    assert row["text"].endswith("Asked: AllFaces")
    assert {**row, "text": ""} == plain
    gametasks.verify(row, redraw=True)


def test_another_text_than_the_providers_is_found(provide):
    provide(text=top_of)
    row = first_row()
    with pytest.raises(RecordError, match="column text is not what"):
        gametasks.verify({**row, "text": row["text"] + " "})
    provide()
    with pytest.raises(RecordError, match="column text is not what"):
        gametasks.verify(row)


def test_a_provider_that_gives_no_text_is_named(provide):
    provide(text=lambda state, question: ["a", "list"])
    with pytest.raises(PluginError, match=r"rolling_cube/all_faces makes a record with a wrong type"):
        first_row()
