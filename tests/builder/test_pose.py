"""Posing a question: everything of a record but its pictures, without what draws them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import FrozenInstanceError, replace

import msgspec
import pytest

from gametasks.build.sample.attempts import Attempts
from gametasks.build.sample.case import draw_case
from gametasks.build.sample.fingerprints import fingerprints
from gametasks.build.sample.pose import pose
from gametasks.errors import ConfigurationError, UnknownNameError
from gametasks.qa_families._catalogue import get_task
from gametasks.schemas import Format, Ranges, SampleId
from gametasks.testing import first_sample


@pytest.mark.parametrize(
    ("task", "family", "form", "level"),
    [
        ("rush_exit", "plan", "open", 1),
        ("rush_exit", "min_commands", "choice", 4),
        ("spot_difference", "identical_panel", "choice", 1),
        ("gdl_simulation", "legal_actions", "open", 1),
    ],
)
def test_a_posed_case_is_what_the_record_says(task, family, form, level):
    record = first_sample(get_task(task), family, level, Ranges.DATASET, form=Format(form)).record
    case = draw_case(get_task(task), SampleId.parse(record.id))
    posed = pose(case)
    assert msgspec.structs.asdict(posed) == {name: getattr(record, name) for name in posed.__struct_fields__}
    assert case.place == f"{task}/{family}"


def test_a_case_is_a_function_of_its_id_and_frozen():
    first = SampleId.parse(f"rush_exit@{get_task('rush_exit').version}/plan/open/dataset/1/0/0/0")

    def draw():
        return Attempts(first).first(lambda sample_id: draw_case(get_task("rush_exit"), sample_id))

    assert draw() == draw()
    with pytest.raises(FrozenInstanceError):
        draw().state = None


def test_an_id_that_this_task_does_not_make_has_no_case():
    task = get_task("rush_exit")
    with pytest.raises(ConfigurationError, match="version 999"):
        draw_case(task, SampleId.parse("rush_exit@999/plan/open/dataset/1/0/0/0"))
    with pytest.raises(ConfigurationError, match="no format choice at level 1"):
        draw_case(task, SampleId.parse(f"rush_exit@{task.version}/plan/choice/dataset/1/0/0/0"))
    with pytest.raises(UnknownNameError, match="plan"):
        draw_case(task, SampleId.parse(f"rush_exit@{task.version}/plans/open/dataset/1/0/0/0"))


def test_posing_loads_nothing_that_draws():
    program = (
        "import sys, gametasks.build.sample.pose; "
        "print([name for name in ('cairocffi', 'PIL', 'gametasks.renderers') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (run.stdout.strip(), run.stderr) == ("[]", "")


def test_fingerprints_are_those_of_the_canonical_form_and_not_of_the_task_s_version():
    task = get_task("rush_exit")
    case = draw_case(task, SampleId.parse(f"rush_exit@{task.version}/plan/open/dataset/1/0/0/0"))
    now = fingerprints(task, case.state, case.question)
    assert fingerprints(replace(task, version=task.version + 1), case.state, case.question) == now
    after = fingerprints(replace(task, form_version=task.form_version + 1), case.state, case.question)
    assert not set(after) & set(now)
