"""Prompts: pictures first, then one block of text in a fixed order, and nothing of the answer."""

from __future__ import annotations

import base64
import io
import re
from functools import cache

import numpy as np
import pytest
from PIL import Image

from gametasks.build.sample.produce import Sample
from gametasks.build.sample.rows import row_of, stored_row
from gametasks.errors import PluginError, RecordError, UnknownNameError
from gametasks.evaluate.prompts import one_shot_messages, prompt
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
def test_an_answer_of_several_parts_stands_nowhere_in_its_prompt(name):
    record = sample_of(name).record
    if len(re.findall(r"\w+", record.answer)) >= 4:
        assert record.answer not in prompt(row_of(sample_of(name))).text


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
    row = row_of(sample_of(PICTURED[0])) | {"images": None, "image_roles": [], "image_captions": []}
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
    row = row_of(sample_of(PICTURED[0])) | change
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
    with pytest.raises(RecordError, match=f"image {len(row['images'])} is neither"):
        prompt(row).messages()


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
