"""Prompts: pictures first, then one block of text in a fixed order, and nothing of the answer."""

from __future__ import annotations

import base64
import dataclasses
import io
import json
import pickle
import re
from functools import cache

import numpy as np
import pytest
from PIL import Image

from gametasks import score, verify
from gametasks.build.sample.produce import Sample
from gametasks.build.sample.rows import row_of, stored_row
from gametasks.errors import PluginError, RecordError, UnknownNameError
from gametasks.evaluate.prompts import one_shot_messages, prompt
from gametasks.folder import features
from gametasks.qa_families._catalogue import catalogue
from gametasks.schemas import Format, Ranges, Role
from gametasks.testing import first_sample

FORMS = [
    f"{task.name}/{family.name}/{form}"
    for task in catalogue().tasks.values()
    for family in task.families
    for form in family.formats
]

PICTURED = [name for name in FORMS if catalogue().tasks[name.split("/")[0]].draw is not None]

OPEN = next(name for name in PICTURED if name.endswith("/open"))
"""It has no options, neither words nor pictures."""

SHOWN = ("images", "image_roles", "image_captions", "hint", "question", "options", "option_images", "answer_format")
"""All that a prompt may depend on."""


@cache
def sample_of(name: str) -> Sample:
    """A finished sample of a family in a format, at its lowest level."""
    task_name, family_name, form = name.split("/")
    task = catalogue().tasks[task_name]
    family = task.family(family_name)
    level = min(level for level, found in task.settings(family) if found == form)
    return first_sample(task, family.name, level, Ranges.EVALUATION, form=Format(form), seed=5)


@pytest.mark.parametrize("name", FORMS)
def test_a_prompt_depends_on_nothing_of_the_answer_or_the_evaluator(name):
    row = row_of(sample_of(name))
    fillers = {"level": 5, "seed": 99, "perceptual_hashes": [], "capability": "planning", "format": "open"}
    hidden = {
        column: fillers.get(column, "0" * 32 if "fingerprint" in column else "something else")
        for column in row
        if column not in SHOWN
    }
    assert prompt({**row, **hidden}) == prompt(row)


@pytest.mark.parametrize("name", FORMS)
def test_a_prompt_holds_nothing_from_which_its_sample_can_be_made_again(name):
    row = row_of(sample_of(name)) | {"seed": 7_654_321, "generator_version": "9.8.7.6"}
    columns = ("id", "seed", "params", "evaluator", "state", "fingerprint", "state_fingerprint", "generator_version")
    secrets = [str(row[column]) for column in columns]
    secrets += [f"{row['task']}@", *row["perceptual_hashes"], *filter(None, [row["pixel_hash"]])]
    shown = prompt(row)
    words = dataclasses.replace(shown, images=())
    for text in (shown.text, repr(words), str(pickle.dumps(words)), json.dumps(shown.messages(), ensure_ascii=False)):
        assert not [secret for secret in secrets if secret in text]


@pytest.mark.parametrize("name", FORMS)
def test_an_answer_of_several_parts_stands_nowhere_in_its_prompt(name):
    row = row_of(sample_of(name))
    if len(re.findall(r"\w+", row["answer"])) >= 4:
        # The format lists all labels in order, and an answer may be a run of them.
        assert row["answer"] not in prompt(row).text.removesuffix(row["answer_format"])


@pytest.mark.parametrize("name", FORMS)
def test_rules_question_options_images_and_format_stand_in_this_order(name):
    row = row_of(sample_of(name))
    parts = [row["hint"], row["question"]]
    if row["options"] and not row["option_images"]:
        parts.append("\n".join(f"{letter}. {option}" for letter, option in zip("ABCDEF", row["options"], strict=True)))
    letters = iter("ABCDEF")
    lines = [
        f"Image {number} shows option {next(letters)}." if role == Role.OPTION else f"Image {number}: {caption}."
        for number, (role, caption) in enumerate(zip(row["image_roles"], row["image_captions"], strict=True), 1)
    ]
    parts += ["\n".join(lines)] if lines else []
    assert prompt(row).text == "\n\n".join([*parts, row["answer_format"]])
    assert prompt(row).images == tuple(row["images"])


@pytest.mark.parametrize("name", FORMS)
def test_pictures_of_options_are_mapped_to_letters(name):
    row = row_of(sample_of(name))
    places = [number for number, role in enumerate(row["image_roles"], 1) if role == Role.OPTION]
    mapped = re.findall(r"Image (\d+) shows option ([A-F])\.", prompt(row).text)
    assert mapped == [(str(place), letter) for place, letter in zip(places, "ABCDEF", strict=False)]
    assert len(places) == (6 if row["option_images"] else 0)


@pytest.mark.parametrize("name", FORMS)
def test_chat_messages_hold_the_images_as_png_and_then_the_text(name):
    sample = sample_of(name)
    (message,) = prompt(row_of(sample)).messages()
    *images, text = message["content"]
    assert message["role"] == "user"
    assert text == {"type": "text", "text": prompt(row_of(sample)).text}
    assert len(images) == len(sample.images)
    for part, expected in zip(images, sample.images, strict=True):
        assert part["type"] == "image_url"
        head, _, data = part["image_url"]["url"].partition(",")
        assert head == "data:image/png;base64"
        with Image.open(io.BytesIO(base64.b64decode(data, validate=True))) as decoded:
            assert decoded.format == "PNG"
            assert np.array_equal(np.asarray(decoded.convert("RGB")), np.asarray(expected.convert("RGB")))


@pytest.mark.parametrize("name", PICTURED[:3])
def test_stored_rows_give_the_same_prompt_as_decoded_ones(name):
    sample = sample_of(name)
    stored = stored_row(sample)
    assert prompt(stored).text == prompt(row_of(sample)).text
    urls = [part["image_url"]["url"] for part in prompt(stored).messages()[0]["content"][:-1]]
    assert [base64.b64decode(url.partition(",")[2]) for url in urls] == [image["bytes"] for image in stored["images"]]
    raw = {**stored, "images": [image["bytes"] for image in stored["images"]]}
    assert prompt(raw).messages() == prompt(stored).messages()


def test_a_prompt_says_how_to_answer_in_its_last_line():
    for name in FORMS:
        row = row_of(sample_of(name))
        assert prompt(row).text.endswith(row["answer_format"])
        assert row["answer_format"].startswith("Give only the final answer, with no explanation: ")


def test_one_shot_shows_a_solved_sample_and_then_the_target():
    example, target = row_of(sample_of(PICTURED[0])), row_of(sample_of(PICTURED[1]))
    first, solved, last = one_shot_messages(example, target)
    assert [first] == prompt(example).messages()
    assert solved == {"role": "assistant", "content": example["answer"]}
    assert [last] == prompt(target).messages()


def test_a_sample_is_never_its_own_example():
    row = row_of(sample_of(PICTURED[0]))
    with pytest.raises(RecordError, match="example of itself"):
        one_shot_messages(row, row)


def test_a_row_without_images_has_a_prompt_of_text_alone():
    row = row_of(sample_of(OPEN)) | {"images": None, "image_roles": [], "image_captions": []}
    assert prompt(row).images == ()
    (message,) = prompt(row).messages()
    assert [part["type"] for part in message["content"]] == ["text"]
    assert "Image" not in prompt(row).text.replace(row["hint"], "").replace(row["question"], "")


@pytest.mark.parametrize(
    "change",
    [
        {"images": []},
        {"image_captions": []},
        {"image_roles": ["question"] * 9},
        {"option_images": True, "options": ["A", "B", "C", "D", "E", "F"]},
        {"options": list("ABCDEFG")},
        {"hint": ""},
        {"hint": None},
        {"image_roles": ["answer"]},
        {"question": "\ud83d"},
        {"image_captions": ["\ud83d"]},
    ],
    ids=str,
)
def test_a_row_that_contradicts_itself_has_no_prompt(change):
    row = row_of(sample_of(OPEN)) | change
    with pytest.raises(RecordError) as caught:
        prompt(row)
    assert str(caught.value).startswith(row["id"])


def test_rows_of_pandas_give_the_same_prompt():
    stored = stored_row(sample_of("spot_difference/identical_panel/choice"))
    lists = ("images", "image_roles", "image_captions", "options", "perceptual_hashes")
    row = stored | {name: np.array(stored[name], dtype=object) for name in lists}
    assert prompt(row).messages() == prompt(stored).messages()


@pytest.mark.parametrize("images", [5, "a.png", b"png", {"bytes": b""}, np.int64(1)])
def test_images_that_are_no_list_are_refused(images):
    row = row_of(sample_of(PICTURED[0])) | {"images": images}
    with pytest.raises(RecordError, match=f"{row['id']}: the column images is no list"):
        prompt(row)


@pytest.mark.parametrize("image", [None, "path.png", {"bytes": None, "path": "x.png"}, b"\xff\xd8\xff\xe0 a JPEG", {}])
def test_an_image_that_is_no_png_is_named(image):
    row = row_of(sample_of(PICTURED[0]))
    row["images"] = [*row["images"][:-1], image]
    with pytest.raises(RecordError, match=f"^{row['id']}: image {len(row['images'])} (is neither|cannot be decoded)"):
        prompt(row).messages()


def _urls(row):
    return [part["image_url"]["url"] for part in prompt(row).messages()[0]["content"][:-1]]


def _first_of_message(row):
    return Image.open(io.BytesIO(base64.b64decode(_urls(row)[0].partition(",")[2])))


@pytest.mark.parametrize(
    "mode", ["1", "L", "LA", "P", "PA", "RGBX", "CMYK", "YCbCr", "HSV", "LAB", "F", "I", "I;16", "I;16B", "RGBa", "La"]
)
def test_a_decoded_image_of_any_mode_becomes_a_png(mode):
    row = row_of(sample_of(PICTURED[0]))
    right = row["images"][0]
    grey = mode in ("1", "L", "LA", "La", "F") or mode.startswith("I")
    if mode.startswith("I"):  # sixteen bits
        levels = np.asarray(right.convert("L")).astype(np.uint16) * 257
        image = Image.fromarray(
            levels.astype(np.int32) if mode == "I" else levels.astype(f"{'>' * mode.endswith('B')}u2")
        )
    elif mode in ("RGBa", "La"):
        image = right.convert("RGBA" if mode == "RGBa" else "LA").convert(mode)
    else:
        image = right.convert(mode)
    assert image.mode == mode
    shown = _first_of_message(row | {"images": [image, *row["images"][1:]]})
    assert (shown.format, shown.size) == ("PNG", right.size)
    assert shown.mode == ("RGBA" if mode in ("LA", "PA", "RGBa", "La") else "RGB")
    found = np.asarray(shown.convert("RGB")).astype(int)
    wanted = np.asarray((right.convert("L") if grey else right).convert("RGB")).astype(int)
    tolerance = {"1": 255, "P": 80, "PA": 80, "HSV": 6, "LAB": 12, "YCbCr": 3}.get(mode, 1)
    assert abs(found - wanted).max() <= tolerance


def test_what_is_transparent_stays_so():
    row = row_of(sample_of(PICTURED[0]))
    palette = row["images"][0].convert("P")
    palette.info["transparency"] = 0
    glass = row["images"][0].convert("RGBA")
    glass.putalpha(7)
    for image in (palette, glass):
        assert _first_of_message(row | {"images": [image, *row["images"][1:]]}).mode == "RGBA"


def _file(image, kind):
    buffer = io.BytesIO()
    image.save(buffer, kind, **({"lossless": True} if kind == "WEBP" else {}))
    return buffer.getvalue()


@pytest.mark.parametrize(
    "form", ["array", "stacked", "bytearray", "memoryview", "WEBP", "TIFF", "CMYK.TIFF", "16.PNG", "P.PNG"]
)
def test_images_in_whatever_form_a_user_holds_them_are_shown(form):
    name = next(name for name in PICTURED if len(sample_of(name).images) == 1)
    row, stored = row_of(sample_of(name)), stored_row(sample_of(name))
    (image,) = row["images"]
    images = {
        "array": lambda: [np.asarray(image)],
        "stacked": lambda: np.asarray(image)[np.newaxis],
        "bytearray": lambda: [bytearray(stored["images"][0]["bytes"])],
        "memoryview": lambda: [memoryview(stored["images"][0]["bytes"])],
        "CMYK.TIFF": lambda: [{"bytes": _file(image.convert("CMYK"), "TIFF")}],
        "16.PNG": lambda: [_file(Image.fromarray(np.asarray(image.convert("L")).astype(np.uint16) * 257), "PNG")],
        "P.PNG": lambda: [_file(image.convert("P"), "PNG")],
    }.get(form, lambda: [_file(image, form)])()
    shown = _first_of_message(row | {"images": images})
    assert (shown.format, shown.mode, shown.size) == ("PNG", "RGB", image.size)
    if form not in ("16.PNG", "P.PNG"):
        assert np.array_equal(np.asarray(shown), np.asarray(image))


def test_a_damaged_file_is_named_with_the_record():
    stored = stored_row(sample_of(PICTURED[0]))
    data = stored["images"][0]["bytes"]
    middle = len(data) // 2
    lazy = Image.open(io.BytesIO(data[:middle]))
    for damaged in (
        *(data[:length] for length in (0, 4, 20, 40, middle, len(data) - 9)),
        data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
        _file(row_of(sample_of(PICTURED[0]))["images"][0], "WEBP")[:2000],
        lazy,
        np.zeros((4, 4, 7), np.uint8),
        np.array(["a"]),
    ):
        for image in (damaged, {"bytes": damaged}):
            with pytest.raises(RecordError, match=f"^{stored['id']}: image 1 (cannot be decoded|is neither)"):
                prompt(stored | {"images": [image, *stored["images"][1:]]})


def test_rows_of_every_table_give_the_same_prompt_and_score():
    datasets, pandas = pytest.importorskip("datasets"), pytest.importorskip("pandas")
    rows = [row_of(sample_of(name)) for name in ("rolling_cube/top_face/open", "gdl_simulation/next_state/open")]
    stored = [stored_row(sample_of(name)) for name in ("rolling_cube/top_face/open", "gdl_simulation/next_state/open")]
    made = datasets.Dataset.from_list(rows, features=features())
    frame = pandas.DataFrame(stored)
    tables = {
        "datasets": list(made),
        "datasets as numpy": list(made.with_format("numpy")),
        "dict of a series": [dict(frame.iloc[number]) for number in range(2)],
        "records": frame.to_dict("records"),
        "arrow": made.with_format("arrow")[:].to_pylist(),
        "columns of numpy": [{column: _as_numpy(value) for column, value in row.items()} for row in stored],
    }
    for what, found in tables.items():
        for row, right in zip(found, rows, strict=True):
            assert prompt(row).text == prompt(right).text, what
            assert [_pixels(url) for url in _urls(row)] == [_pixels(url) for url in _urls(right)], what
            assert score(row, row["answer"]).score == 1, what
            verify(row)


def _as_numpy(value):
    return np.array(value, dtype=object) if isinstance(value, list) else np.array([value])[0]


def _pixels(url):
    with Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))) as image:
        return image.convert("RGB").tobytes()


# ------------------------------------------------------------------------------------------ other modalities


def row_with_text(text: str, **columns: object) -> dict[str, object]:
    return row_of(sample_of("rush_exit/plan/open")) | {"text": text} | columns


def test_the_board_as_text_takes_the_place_of_the_pictures():
    row = row_with_text("..X\n\nX is the target.", image_captions=["the board"])
    shown = prompt(row, "text")
    assert shown.images == ()
    assert shown.text == "\n\n".join(["..X\n\nX is the target.", row["hint"], row["question"], row["answer_format"]])
    (message,) = prompt(row, modality="text").messages()
    assert message["content"] == [{"type": "text", "text": shown.text}]


def test_a_prompt_of_text_needs_no_images_and_no_installed_task(offer_modalities):
    offer_modalities("rush_exit", text=lambda state, question: "what the task would say today")
    row = row_with_text("..X")
    plain = prompt(row, "text")
    del row["images"]
    assert prompt(row, "text") == plain
    assert prompt(row | {"task": "not_installed", "state": "unread"}, "text") == plain


@pytest.mark.parametrize("modality", [None, 5, True, b"text", ["text"], {"text": 1}, "", "TEXT", "x" * 9999])
def test_what_is_no_modality_is_an_unknown_name(modality):
    with pytest.raises(UnknownNameError, match="unknown modality of rush_exit") as caught:
        prompt(row_with_text("..X"), modality)
    assert len(str(caught.value)) < 400


def test_text_options_keep_their_letters_in_a_prompt_of_text():
    row = row_of(sample_of("rush_exit/min_commands/choice")) | {"text": "..X"}
    assert (
        "\n".join(f"{letter}. {row['options']['ABCDEF'.index(letter)]}" for letter in "ABCDEF")
        in prompt(row, "text").text
    )


@pytest.mark.parametrize("missing", ["", "C"])
def test_options_that_are_pictures_must_stand_in_the_text(missing):
    row = row_of(sample_of("spot_difference/identical_panel/choice"))
    board = "\n\n".join(f"{letter}:\nred disc" for letter in "ABCDEF" if letter != missing)
    if missing:
        with pytest.raises(RecordError, match=rf"{re.escape(row['id'])}: .* does not show option {missing}"):
            prompt(row | {"text": board}, "text")
    else:
        assert prompt(row | {"text": board}, "text").text.startswith(board)


@pytest.mark.parametrize("text", ["", " \n"])
def test_a_row_without_a_text_cannot_be_asked_by_text(text):
    row = row_with_text(text)
    with pytest.raises(RecordError, match="cannot be shown as 'text'") as caught:
        prompt(row, "text")
    assert str(caught.value).startswith(row["id"])


def test_the_task_is_asked_for_any_other_modality(offer_modalities):
    row = row_with_text("..X")
    offer_modalities(
        "rush_exit", names=lambda state, question: f"{len(state.vehicles)} vehicles, {question.optimum} moves"
    )
    assert re.match(r"\d+ vehicles, \d+ moves\n\n", prompt(row, "names").text)
    with pytest.raises(UnknownNameError, match="unknown modality of rush_exit 'name'; did you mean names"):
        prompt(row, "name")
    with pytest.raises(RecordError, match="made by version 99"):
        prompt(row | {"id": re.sub(r"@\d+/", "@99/", row["id"])}, "names")
    offer_modalities("rush_exit", names=lambda state, question: state.vehicles[99])
    with pytest.raises(PluginError, match="rush_exit: the modality 'names' raised IndexError"):
        prompt(row, "names")
    offer_modalities("rush_exit", names=lambda state, question: 5)
    with pytest.raises(PluginError, match="rush_exit: the modality 'names' gives int"):
        prompt(row, "names")


def test_an_example_and_its_target_are_shown_in_one_modality():
    example, target = row_with_text("..X"), row_of(sample_of("rush_exit/min_commands/open")) | {"text": "X.."}
    first, solved, last = one_shot_messages(example, target, "text")
    assert [first, last] == [*prompt(example, "text").messages(), *prompt(target, "text").messages()]
    assert solved == {"role": "assistant", "content": example["answer"]}
    with pytest.raises(RecordError, match="cannot be shown"):
        one_shot_messages(example, target | {"text": ""}, "text")
