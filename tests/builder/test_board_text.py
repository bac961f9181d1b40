"""The column ``text``: what a task's provider writes, kept in the record, checked, and shown."""

from __future__ import annotations

from typing import Any

import pytest

import gametasks
from gametasks.build.sample.show import show
from gametasks.errors import PluginError, RecordError, UnknownNameError
from gametasks.folder import COLUMNS, SCHEMA


def top_of(state: Any, question: Any) -> str:
    return f"A cube with {state.cube.top} on top.\n\n  Asked: {type(question).__name__}"


def first_row() -> dict[str, Any]:
    return next(gametasks.stream("rolling_cube", "all_faces", 1, 4))


def test_the_board_as_text_stands_before_the_hint():
    assert COLUMNS.index("text") + 1 == COLUMNS.index("hint")
    assert SCHEMA.field("text").type == "string"


def test_a_task_without_a_provider_has_an_empty_text(offer_modalities):
    offer_modalities("rolling_cube")
    row = first_row()
    assert row["text"] == ""
    gametasks.verify(row)


def test_the_provider_writes_the_text_and_nothing_else_changes(offer_modalities):
    offer_modalities("rolling_cube")
    plain = first_row()
    offer_modalities("rolling_cube", text=top_of)
    row = first_row()
    assert row["text"].startswith("A cube with ")
    assert row["text"].endswith("Asked: AllFaces")
    assert {**row, "text": ""} == plain
    gametasks.verify(row, redraw=True)


def test_another_text_than_the_providers_is_found(offer_modalities):
    offer_modalities("rolling_cube", text=top_of)
    row = first_row()
    with pytest.raises(RecordError, match="column text is not what"):
        gametasks.verify({**row, "text": row["text"] + " "})
    offer_modalities("rolling_cube")
    with pytest.raises(RecordError, match="column text is not what"):
        gametasks.verify(row)


def test_a_provider_that_gives_no_text_is_named(offer_modalities):
    offer_modalities("rolling_cube", text=lambda state, question: ["a", "list"])
    with pytest.raises(PluginError, match=r"rolling_cube/all_faces makes a record with a wrong type"):
        first_row()


def test_show_writes_the_board_as_text_and_the_prompt_in_a_modality(offer_modalities, tmp_path):
    offer_modalities("rolling_cube", text=top_of, name=lambda state, question: "A cube.")
    row = first_row()
    shown = show(row["id"], tmp_path / "text", modality="text")
    assert [path.name for path in shown] == ["1.png", "2.png", "text.txt", "prompt.txt", "record.json"]
    assert (tmp_path / "text" / "text.txt").read_text() == row["text"] + "\n"
    assert (tmp_path / "text" / "prompt.txt").read_text().startswith(row["text"] + "\n\n" + row["hint"])
    show(row["id"], tmp_path / "name", modality="name")
    assert (tmp_path / "name" / "prompt.txt").read_text().startswith("A cube.\n\n" + row["hint"])
    show(row["id"], tmp_path / "picture")
    assert (tmp_path / "picture" / "prompt.txt").read_text() == gametasks.prompt(row).text + "\n"
    with pytest.raises(UnknownNameError, match="did you mean name"):
        show(row["id"], tmp_path / "none", modality="nam")
    assert not (tmp_path / "none").exists()


def test_show_writes_no_empty_text(offer_modalities, tmp_path):
    offer_modalities("rolling_cube")
    assert "text.txt" not in [path.name for path in show(first_row()["id"], tmp_path)]
