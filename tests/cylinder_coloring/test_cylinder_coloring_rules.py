"""What a player would say about a painted cylinder, on unrolled walls as text."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from gametasks.errors import RecordError
from gametasks.qa_families.cylinder_coloring import TASK
from gametasks.schemas import Format, Ranges, parse_answer
from gametasks.schemas.cylinder_coloring import (
    CandidateView,
    ColorCount,
    CylinderState,
    PatchColor,
    Reference,
    View,
    ViewAngle,
    equivalent_forms,
)
from gametasks.schemas.cylinder_coloring.text import parse
from gametasks.solvers.cylinder_coloring import view_from
from gametasks.verifiers.cylinder_coloring import VERIFIER

VIEWS = Reference.VIEWS

EIGHT = parse("""
    re bu ge ye pk bk cy pu
    ye re ye re ye re ye bk
    C1 FROM 0 TO 45 DEGREES
""")
SIX = parse("""
    re bu ge ye pk bk
    bk pk ye ge bu re
    C1 FROM 30 TO 90 DEGREES
""")


def view(text: str) -> View:
    codes = {"re": "red", "bu": "blue", "ge": "green", "ye": "yellow", "pk": "pink", "bk": "black"}
    codes |= {"cy": "cyan", "pu": "purple"}
    return tuple(tuple(codes[code] for code in row.split()) for row in text.strip().splitlines())


@pytest.mark.parametrize(
    ("state", "azimuth", "seen"),
    [
        # Sector 0 of eight begins at azimuth 0, the middle of this view: 90 lies to the right.
        (EIGHT, 0, "cy pu re bu\nye bk ye re"),
        (EIGHT, 90, "re bu ge ye\nye re ye re"),
        (EIGHT, 180, "ge ye pk bk\nye re ye re"),
        (EIGHT, 270, "pk bk cy pu\nye re ye bk"),
        (EIGHT, 45, "pu re bu ge\nbk ye re ye"),
        # Of six sectors one has its middle at azimuth 0; it ends at 30, where sector 0 begins.
        (SIX, 0, "pk bk re\nbu re bk"),
        (SIX, 60, "bk re bu\nre bk pk"),
        (SIX, 180, "bu ge ye\npk ye ge"),
    ],
)
def test_a_viewer_sees_half_of_every_band(state: CylinderState, azimuth: int, seen: str) -> None:
    assert view_from(state, azimuth) == view(seen)
    question = ViewAngle(view=view(seen), reference=VIEWS)
    assert VERIFIER.answer(state, question) == azimuth
    assert VERIFIER.check(state, question, azimuth).correct
    assert (TASK.solve(state, question).answer, TASK.solve(state, question).unique) == (azimuth, True)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (90, "from 90 degrees, band 1, patch 1 from the left is another one"),
        (180, "from 180 degrees, band 1, patch 1 from the left"),
        (50, "the answer is not 50"),
        (360, "from 360 degrees"),
    ],
)
def test_a_wrong_azimuth_is_told_with_the_first_patch_that_differs(given: int, said: str) -> None:
    verdict = VERIFIER.check(EIGHT, ViewAngle(view=view_from(EIGHT, 45), reference=VIEWS), given)
    assert verdict.diagnostic is not None
    assert said in verdict.diagnostic.message


def test_a_view_that_two_azimuths_give_has_no_answer() -> None:
    twice = CylinderState(bands=(("red", "blue") * 4, ("green", "pink") * 4))
    question = ViewAngle(view=view_from(twice, 0), reference=VIEWS)
    assert TASK.solve(twice, question).unique is False
    assert VERIFIER.answer(twice, question) is None


def candidates(*azimuths: int) -> CandidateView:
    options = tuple(view_from(EIGHT, azimuth) for azimuth in azimuths)
    return CandidateView(azimuth=135, options=options, reference=VIEWS)


def test_the_right_candidate_shows_every_patch_from_the_azimuth() -> None:
    question = candidates(45, 90, 225, 135, 270, 315)
    assert (TASK.solve(EIGHT, question).answer, TASK.solve(EIGHT, question).unique) == ("D", True)
    assert VERIFIER.answer(EIGHT, question) == "D"
    assert VERIFIER.check(EIGHT, question, "D").correct
    verdict = VERIFIER.check(EIGHT, question, "B")
    assert verdict.diagnostic is not None
    assert verdict.diagnostic.message == "option B is wrong in band 1, patch 1 from the left"
    doubled = candidates(45, 135, 225, 135, 270, 315)
    assert TASK.solve(EIGHT, doubled).unique is False
    assert VERIFIER.answer(EIGHT, doubled) is None


def test_a_candidate_with_one_wrong_patch_is_wrong() -> None:
    question = candidates(45, 90, 225, 135, 270, 315)
    upper, lower = question.options[3]
    options = (*question.options[:3], (upper, (*lower[:-1], "purple")), *question.options[4:])
    assert VERIFIER.answer(EIGHT, msgspec.structs.replace(question, options=options)) is None


@pytest.mark.parametrize(
    ("state", "band", "azimuth", "colour"),
    [
        (EIGHT, 1, 22.5, "red"),
        (EIGHT, 1, 337.5, "purple"),
        (EIGHT, 2, 337.5, "black"),
        (EIGHT, 2, 67.5, "red"),
        (SIX, 1, 0.0, "black"),
        (SIX, 1, 60.0, "red"),
        (SIX, 2, 300.0, "blue"),
    ],
)
def test_a_patch_is_found_by_its_band_and_its_middle(
    state: CylinderState, band: int, azimuth: float, colour: str
) -> None:
    question = PatchColor(band=band, azimuth=azimuth, reference=VIEWS)
    assert TASK.solve(state, question).answer == VERIFIER.answer(state, question) == colour


@pytest.mark.parametrize(("band", "azimuth"), [(3, 22.5), (1, 45.0), (1, 22.0), (1, 22.5 + 1e-9)])
def test_what_is_no_middle_of_a_patch_is_refused(band: int, azimuth: float) -> None:
    question = PatchColor(band=band, azimuth=azimuth, reference=VIEWS)
    with pytest.raises(RecordError, match="has no patch"):
        VERIFIER.answer(EIGHT, question)
    with pytest.raises(RecordError, match="has no patch"):
        TASK.solve(EIGHT, question)


def test_a_view_that_cuts_sectors_is_refused() -> None:
    question = msgspec.structs.replace(candidates(45, 90, 225, 135, 270, 315), azimuth=100)
    with pytest.raises(RecordError, match="would cut sectors of 45 degrees"):
        TASK.solve(EIGHT, question)
    with pytest.raises(RecordError, match="the view would cut patches"):
        VERIFIER.answer(EIGHT, question)


def test_patches_are_counted_all_around() -> None:
    for colour, count in (("red", 4), ("yellow", 5), ("purple", 1), ("brown", 0)):
        question = ColorCount(colour=colour, reference=VIEWS)
        assert TASK.solve(EIGHT, question).answer == VERIFIER.answer(EIGHT, question) == count


def turned(state: CylinderState, steps: int) -> CylinderState:
    return CylinderState(bands=tuple((*band[steps:], *band[:steps]) for band in state.bands))


def forms(state: CylinderState, question: object) -> tuple[bytes, bytes]:
    """The least form of the state with the question, and of the state alone, as fingerprints take them."""
    encoded = [tuple(map(msgspec.json.encode, form)) for form in equivalent_forms(state, question)]  # type: ignore[arg-type]
    return min(state + asked for state, asked in encoded), min(state for state, _ in encoded)


def test_a_turned_cylinder_is_the_same_one_but_shows_other_halves() -> None:
    """Only a half turn, which exchanges the two references, leaves the puzzle as it was."""
    question = PatchColor(band=2, azimuth=67.5, reference=VIEWS)
    half_turned = msgspec.structs.replace(question, azimuth=247.5)
    assert forms(turned(EIGHT, 4), half_turned) == forms(EIGHT, question)
    assert forms(turned(EIGHT, 4), question)[0] != forms(EIGHT, question)[0]
    quarter = msgspec.structs.replace(question, azimuth=337.5)
    assert forms(turned(EIGHT, 2), quarter)[0] != forms(EIGHT, question)[0]
    assert forms(turned(EIGHT, 2), quarter)[1] == forms(EIGHT, question)[1]


def mirrored(rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(reversed(row)) for row in rows)


def test_what_is_asked_and_the_direction_of_the_bands_have_content() -> None:
    count = ColorCount(colour="red", reference=VIEWS)
    assert forms(EIGHT, count)[1] != forms(CylinderState(bands=mirrored(EIGHT.bands)), count)[1]
    asked = [
        count,
        ColorCount(colour="blue", reference=VIEWS),
        PatchColor(band=1, azimuth=22.5, reference=VIEWS),
        PatchColor(band=2, azimuth=22.5, reference=VIEWS),
        PatchColor(band=1, azimuth=67.5, reference=VIEWS),
        ViewAngle(view=view_from(EIGHT, 45), reference=VIEWS),
        ViewAngle(view=view_from(EIGHT, 90), reference=VIEWS),
        candidates(45, 90, 225, 135, 270, 315),
    ]
    assert len({forms(EIGHT, question) for question in asked}) == len(asked)
    # The order of the candidates, and how the wall is shown, have none.
    assert forms(EIGHT, candidates(315, 90, 225, 135, 270, 45)) == forms(EIGHT, asked[-1])
    assert forms(EIGHT, msgspec.structs.replace(count, reference=Reference.UNROLLED)) == forms(EIGHT, count)


@pytest.mark.parametrize(
    "bands",
    [
        '[["red","blue","red","blue","red","blue"]]',
        '[["red","blue","red","blue","red","blue"],["red","blue","red","blue","red","blue","red","blue"]]',
        '[["red","blue","red","blue","red","blue","red"],["red","blue","red","blue","red","blue","red"]]',
    ],
)
def test_bands_are_two_or_more_of_one_even_length(bands: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(f'{{"bands":{bands}}}', type=CylinderState)


def test_the_formats_are_those_of_the_design() -> None:
    formats = {family.name: family.formats for family in TASK.families}
    assert formats == {
        "candidate_view": (Format.CHOICE,),
        "view_angle": (Format.OPEN, Format.CHOICE),
        "patch_color": (Format.OPEN, Format.CHOICE),
        "color_count": (Format.OPEN,),
    }
    levels = TASK.levels_of(TASK.family("view_angle"))[Format.CHOICE]
    narrowest = {
        level: min(k for ranges in Ranges for k, _ in TASK.levels[ranges][level - 1].layouts) for level in levels
    }
    assert min(narrowest.values()) == 8


@pytest.mark.parametrize("text", ["red", "Red", " RED "])
def test_colours_are_read_in_any_case(text: str) -> None:
    question = PatchColor(band=1, azimuth=22.5, reference=VIEWS)
    kind = TASK.family("patch_color").answer_kind(EIGHT, question)
    assert parse_answer(kind, text) == "red"
