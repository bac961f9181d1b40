"""A record that was edited by hand is found out, whatever was edited."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PIL import Image

import gametasks
from gametasks.errors import RecordError


@pytest.fixture(scope="module")
def row():
    return next(gametasks.stream("rolling_cube", "selected_faces", 2, 4))


@pytest.fixture(scope="module")
def choice_row():
    return next(gametasks.stream("rolling_cube", "top_face", 2, 4, format="choice"))


def test_streamed_rows_verify(row, choice_row):
    gametasks.verify(row, redraw=True)
    gametasks.verify(choice_row, redraw=True)


def test_rows_of_pandas_verify():
    row = next(gametasks.stream("spot_difference", "identical_panel", 1, 4, format="choice"))
    lists = ("images", "image_roles", "image_captions", "options", "perceptual_hashes")
    arrays = {name: np.empty(len(row[name]), dtype=object) for name in lists}
    for name, array in arrays.items():
        array[:] = row[name]
    gametasks.verify(row | arrays)


def edited(row, column, change):
    """The row with a change inside one column; JSON columns are opened first."""
    value = row[column]
    if column in ("state", "params", "evaluator", "answer_schema"):
        value = json.loads(value)
        change(value)
        value = json.dumps(value, separators=(",", ":"))
    else:
        value = change(value)
    assert value != row[column]
    return {**row, column: value}


def swap_faces(state):
    state["cube"]["top"], state["cube"]["north"] = state["cube"]["north"], state["cube"]["top"]


EDITS = {
    "answer": ("answer", lambda text: text[:-1] + "?"),
    "another id": ("id", lambda text: text.replace("/0/0", "/1/0")),
    "broken id": ("id", lambda text: text + "x"),
    "task": ("task", lambda text: "hexakai"),
    "family": ("family", lambda text: "all_faces"),
    "level": ("level", lambda level: level + 1),
    "seed": ("seed", lambda seed: seed + 1),
    "capability": ("capability", lambda text: "planning"),
    "board as text": ("text", lambda text: text + "R1C1 is empty"),
    "hint": ("hint", lambda text: text + " North is down."),
    "question": ("question", lambda text: text.replace("END", "START")),
    "answer format": ("answer_format", lambda text: text + " Guess."),
    "state": ("state", swap_faces),
    "unknown field in the state": ("state", lambda state: state.update(hidden=1)),
    "evaluator's question": ("evaluator", lambda value: value["data"]["faces"].reverse()),
    "evaluator's name": ("evaluator", lambda value: value.update(name="gametasks.verifiers.spot_difference")),
    "evaluator of nobody": ("evaluator", lambda value: value.update(name="os")),
    "answer schema": ("answer_schema", lambda value: value["fields"].popitem()),
    "structural figures": ("params", lambda value: value["structural"].update(steps=99)),
    "presentation": ("params", lambda value: value["presentation"].update(theme="none")),
    "content of no variant": ("params", lambda value: value.update(content="a game")),
    "regions": ("params", lambda value: value["regions"].pop()),
    "fingerprint": ("fingerprint", lambda text: "0" * 32),
    "state fingerprint": ("state_fingerprint", lambda text: "0" * 32),
    "malformed fingerprint": ("fingerprint", lambda text: "zz"),
    "pixel hash": ("pixel_hash", lambda text: "0" * 32),
    "perceptual hashes": ("perceptual_hashes", lambda hashes: ["0" * 16 for _ in hashes]),
    "roles": ("image_roles", lambda roles: roles[::-1]),
    "captions": ("image_captions", lambda captions: captions[:1]),
    "fewer images": ("images", lambda images: images[:1]),
    "swapped images": ("images", lambda images: images[::-1]),
    "no images": ("images", lambda images: []),
    "broken image": ("images", lambda images: [b"\x89PNG\r\n\x1a\n", images[1]]),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_is_found(row, edit):
    column, change = EDITS[edit]
    with pytest.raises(RecordError) as caught:
        gametasks.verify(edited(row, column, change), redraw=True)
    assert str(caught.value)


def test_one_pixel_is_found(row):
    pixels = np.array(row["images"][0])
    pixels[5, 5] ^= 1
    with pytest.raises(RecordError, match="pixel_hash"):
        gametasks.verify({**row, "images": [Image.fromarray(pixels), row["images"][1]]})


def test_a_picture_of_another_state_is_found_even_with_its_hashes_mended(row):
    from gametasks.build.sample.fingerprints import perceptual_hash
    from gametasks.folder import pixel_hash

    other = next(gametasks.stream("rolling_cube", "selected_faces", 2, 5))
    forged = {
        **row,
        "images": other["images"],
        "pixel_hash": pixel_hash(other["images"]),
        "perceptual_hashes": [perceptual_hash(image) for image in other["images"]],
    }
    with pytest.raises(RecordError):
        gametasks.verify(forged, redraw=True)


@pytest.mark.parametrize(
    ("column", "change"),
    [
        ("answer", lambda letter: "ABCDEF"["ABCDEF".index(letter) - 1]),
        ("answer", lambda letter: "G"),
        ("options", lambda options: options[::-1]),
        ("options", lambda options: [options[0], *options[:5]]),
        ("options", lambda options: options[:5]),
        ("option_images", lambda flag: True),
        ("format", lambda form: "open"),
    ],
)
def test_an_edit_of_a_choice_is_found(choice_row, column, change):
    with pytest.raises(RecordError):
        gametasks.verify(edited(choice_row, column, change))


@pytest.mark.parametrize("column", ["answer", "state", "evaluator", "pixel_hash", "image_roles"])
def test_a_missing_column_is_named(row, column):
    with pytest.raises(RecordError, match=f"missing column {column}"):
        gametasks.verify({name: value for name, value in row.items() if name != column})


def test_what_is_no_record_is_said():
    with pytest.raises(RecordError):
        gametasks.verify([1, 2, 3])
    with pytest.raises(RecordError):
        gametasks.verify({})
