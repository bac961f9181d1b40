"""Cylinder coloring: the rules, the question and the cylinder in words."""

from __future__ import annotations

from gametasks.qa_families._wording import rules
from gametasks.schemas import ChoiceAnswer
from gametasks.schemas.cylinder_coloring import (
    CandidateView,
    ColorCount,
    CylinderQuestion,
    CylinderState,
    PatchColor,
    ViewAngle,
)
from gametasks.schemas.cylinder_coloring.text import codes, text, write_view

__all__ = ["ask", "board_in_text", "hint"]


def hint(state: CylinderState, question: CylinderQuestion) -> str:
    """Cylinder, azimuths, and what a view shows where views are asked about."""
    half = state.sectors // 2
    first, width = state.first_border, state.width
    views = (
        "A viewer at an azimuth stands on that side, looks at the axis and sees half of the wall: "
        f"of each band the {half} patches from 90° before the azimuth, at the left, to 90° after it, at the right. "
        f"Views are taken at multiples of {width}°, so that whole patches are seen."
    )
    return rules(
        cylinder=f"An upright cylinder. Its wall has {len(state.bands)} bands, one above the other; band 1 is the top "
        f"one. Each band has {state.sectors} equally wide patches all around, each of one colour. The borders between "
        f"patches lie at {first}°, {first + width}° and so on, every {width}°.",
        azimuth="Directions around the cylinder are given in degrees. They grow counter-clockwise as seen from above: "
        "for a viewer at azimuth 0°, azimuth 90° is at the right, 180° behind the cylinder, 270° at the left.",
        views=views if isinstance(question, CandidateView | ViewAngle) else None,
        options="Exactly one of the views A to F is the one that is asked for. The others differ from it in two "
        "patches or more."
        if isinstance(question, CandidateView)
        else None,
    )


def ask(state: CylinderState, question: CylinderQuestion) -> str:
    """The question."""
    match question:
        case CandidateView(azimuth=azimuth):
            return f"Which option shows the cylinder as seen from azimuth {azimuth}°?"
        case ViewAngle():
            return (
                f"From which azimuth was the extra view taken? It is a multiple of {state.width}°, and neither 0° nor "
                "180°. Give the number of degrees."
            )
        case PatchColor(band=band, azimuth=azimuth):
            return f"Which colour has the patch of band {band} whose middle lies at azimuth {azimuth:g}°?"
        case ColorCount(colour=colour):
            return f"How many patches of the whole cylinder are {colour}?"


def board_in_text(state: CylinderState, question: CylinderQuestion) -> str:
    """The unrolled wall, the views that the question is about, and what the signs mean."""
    parts = [text(state)]
    match question:
        case CandidateView(options=options):
            parts += [
                f"OPTION {a}\n{write_view(view)}" for a, view in zip(ChoiceAnswer().letters, options, strict=True)
            ]
        case ViewAngle(view=view):
            parts.append(f"EXTRA VIEW\n{write_view(view)}")
    legend = (
        "The wall is unrolled, as seen from outside: R1 is band 1, and each column is a sector of "
        f"{state.width}°, the azimuth growing to the right; after the last column comes C1 again. "
    )
    if len(parts) > 1:
        legend += "A view has a line for each band, with its patches from left to right. "
    return "\n\n".join([*parts, f"{legend}Colours: {codes(state.colours())}."])
