"""Every task of the project keeps the contract that plugins are held to, and the check sees what breaks it."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as replace_field

from gametasks.build.conformance import Finding, check, check_task
from gametasks.build.conformance.contract import check_contract
from gametasks.build.conformance.findings import grouped
from gametasks.build.conformance.samples import check_sample, json_fault
from gametasks.errors import BoardError, PluginError
from gametasks.generators import Draft
from gametasks.qa_families._catalogue import catalogue, get_task
from gametasks.qa_families.rolling_cube import TASK
from gametasks.schemas import Format, Role, SampleId, State
from gametasks.testing import first_sample

FAMILY = TASK.families[0]


@pytest.mark.parametrize("task", catalogue().builtin())
def test_the_task_keeps_the_contract(task):
    assert check_task(task, samples=1, seed=5) == []


def found(task=TASK) -> list[tuple[str, str]]:
    """What the check of one sample finds."""
    sample = first_sample(task, FAMILY.name, level=1)
    return [(finding.promise, finding.detail) for finding in check_sample(task, sample)]


def test_a_sound_sample_has_no_findings():
    assert found() == []


def test_an_empty_caption_is_refused(change_task):
    change_task("rolling_cube", draw=lambda *shown: [replace(picture, caption=" ") for picture in TASK.draw(*shown)])
    says = [f"image {number} has no caption; say what it shows and what its signs mean" for number in (1, 2)]
    assert found(get_task("rolling_cube")) == [("pictures", detail) for detail in says]


def refuse(text):
    raise BoardError(2, "no such sign")


@pytest.mark.parametrize(
    ("parse", "detail"),
    [
        (lambda text: None, "parse reads another state from what text writes"),
        (refuse, "parse does not read what text writes: BoardError: board, line 2: no such sign"),
    ],
)
def test_a_text_that_is_not_read_back_is_found(change_task, parse, detail):
    change_task("rolling_cube", parse=parse)
    assert found(get_task("rolling_cube")) == [("text", detail)]


def test_a_start_that_shows_another_state_is_found(change_task):
    moves = replace(TASK.verifier.moves, state=lambda state, position: None)
    change_task("rolling_cube", verifier=replace(TASK.verifier, moves=moves))
    assert ("moves", "the position at the start, shown as a state, is another state") in found(get_task("rolling_cube"))


@pytest.mark.parametrize(
    "changes",
    [
        {"modalities": {"text": lambda state, question: endless()}},
        {"families": (replace(FAMILY, sample=lambda params, rng: endless()),)},
    ],
)
def test_a_task_that_never_ends_is_told_once(change_task, monkeypatch, changes):
    monkeypatch.setattr(check, "SAMPLE_SECONDS", 1.0)
    change_task("rolling_cube", **changes)
    (finding,) = check_task("rolling_cube")
    assert (finding.promise, finding.detail) == ("samples", "not finished within 1 s; no further sample was tried")
    assert finding.sample


def endless() -> None:
    while True:
        try:
            time.sleep(0.01)
        except Exception:
            continue


def test_a_modality_that_makes_no_prompt_is_found(change_task):
    change_task(
        "rolling_cube", modalities={"names": lambda state, question: state.no_such_field, "text": lambda *_: ""}
    )
    ((promise, detail),) = found(get_task("rolling_cube"))
    assert promise == "modalities"
    assert detail.startswith(
        "'names' makes no prompt: PluginError: rolling_cube: the modality 'names' raised Attribute"
    )


def test_a_move_without_a_kind_of_answer_is_found(change_task):
    change_task("rolling_cube", move=lambda state: "a roll")
    assert found(get_task("rolling_cube")) == [("moves", "move gives str, which is no kind of answer")]


@pytest.mark.parametrize("changes", [{"move": None}, {"verifier": replace(TASK.verifier, moves=None)}])
def test_a_kind_of_move_without_the_rules_of_moves_breaks_the_contract(changes):
    details = [finding.detail for finding in check_contract(replace(TASK, **changes))]
    assert "the task has only one of move and its verifier's moves" in details


def test_a_text_without_its_reader_breaks_the_contract():
    details = [finding.detail for finding in check_contract(replace(TASK, parse=None))]
    assert details == ["the task has only one of text and parse"]


def test_rules_that_speak_of_pictures_are_found_where_a_board_is_written(change_task):
    words = "Count what the Image shows."
    change_task("rolling_cube", hint=lambda state, question: words)
    detail = "'Image' stands in the rules, which a prompt may show without pictures; use the caption"
    assert found(get_task("rolling_cube")) == [("words", detail)]
    change_task("rolling_cube", hint=lambda state, question: words, modalities={})
    assert found(get_task("rolling_cube")) == []


@pytest.mark.parametrize("name", ["picture", "Text", ""])
def test_a_modality_that_cannot_be_asked_for_breaks_the_contract(name):
    details = [finding.detail for finding in check_contract(replace(TASK, modalities={name: TASK.modalities["text"]}))]
    assert details == [f"no modality can be called {name!r}; take small letters, digits and _"]


def test_what_a_choice_without_options_lacks_is_said(change_task):
    assert Format.CHOICE in FAMILY.formats
    change_task("rolling_cube", families=(replace(FAMILY, distractors=None),))
    with pytest.raises(PluginError, match=r"draw\(\) returned 0 pictures with Role.OPTION instead of 6"):
        first_sample(get_task("rolling_cube"), FAMILY.name, 1, form=Format.CHOICE)


def test_an_option_picture_without_a_choice_is_refused(change_task):
    change_task(
        "rolling_cube", draw=lambda *shown: [replace(picture, role=Role.OPTION) for picture in TASK.draw(*shown)]
    )
    with pytest.raises(PluginError, match="but no option is a picture"):
        first_sample(get_task("rolling_cube"), FAMILY.name, 1, form=Format.OPEN)


def test_a_solver_that_is_silent_about_a_second_answer_is_at_fault(change_task):
    change_task("rolling_cube", families=(replace(FAMILY, unique=True),))
    with pytest.raises(PluginError, match="rolling_cube/top_face claims unique=True, but the solver's Solution says"):
        first_sample(get_task("rolling_cube"), FAMILY.name, 1)


def with_one_look(ranges, state):
    styles = TASK.styles(ranges, state)
    return replace_field(styles, looks=(styles.looks[0],) * 3)


def test_too_few_looks_are_found_with_the_number_that_is_needed(change_task):
    change_task("rolling_cube", styles=with_one_look)
    (only,) = {finding[1] for finding in found(get_task("rolling_cube"))}
    assert only.endswith("themes and 1 looks; at least 6 and 3 are needed")


def test_two_families_of_one_name_are_the_only_finding(change_task):
    change_task("rolling_cube", families=(FAMILY, FAMILY))
    (finding,) = check_task("rolling_cube", samples=1)
    assert finding.detail == "2 families have the name 'top_face': the tags of their question types are equal"


class LooseState(State, frozen=True, kw_only=True):
    """A state whose field says nothing of its type."""

    marks: Any


@pytest.mark.parametrize(
    ("marks", "why"),
    [
        (("a", "b"), "TypeError: unhashable type: 'list'"),
        (1 + 2j, "TypeError: Encoding objects of type complex is unsupported"),
        (float("nan"), "it comes back as LooseState(marks=None)"),
    ],
)
def test_a_state_that_does_not_survive_json_is_called_so(marks, why):
    family = replace(FAMILY, sample=lambda params, rng: Draft(LooseState(marks=marks), FAMILY.question(), {}))
    task = replace(TASK, state=LooseState, families=(family,))
    sample_id = SampleId.parse(f"rolling_cube@{TASK.version}/{FAMILY.name}/open/dataset/1/1/0/0")
    fault = json_fault(task, sample_id)
    assert fault == Finding("state", f"the state does not survive JSON: {why}", str(sample_id))
    assert json_fault(TASK, sample_id) is None


def test_a_fault_that_occurs_fifty_times_is_told_once():
    many = [Finding("samples", f"KeyError: 'R{n}C2' (of {n}), at a.py, line 12", f"id {n}") for n in range(50)]
    other = Finding("samples", "KeyError: 'R1C2' (of 1), at a.py, line 21", "id 7")
    assert grouped([*many, other, replace(other, sample="id 8")]) == [
        replace(many[0], count=50),
        replace(other, count=2),
    ]


def test_faults_of_several_families_and_ranges_are_told_once():
    faults = [
        Finding("samples", f"RecordError: tents@1/{family}/open/{ranges}/1/1/0/0: no such type", "id")
        for family in ("solution", "count")
        for ranges in ("dataset", "evaluation")
    ]
    assert grouped(faults) == [replace(faults[0], count=4)]
