"""Patch match: the rules and the question in words."""

from __future__ import annotations

from gametasks.qa_families._wording import CELL_NAMES, rules
from gametasks.schemas.patch_match import CropOrigin, MissingPatch, PatchQuestion, PatchState, PieceOrder, RotatedPiece

__all__ = ["ask", "hint"]


def hint(state: PatchState, question: PatchQuestion) -> str:
    """What was done to the scene, and how the answer is told."""
    size = f"{state.rows} rows and {state.columns} columns"
    match question:
        case MissingPatch():
            return rules(
                scene="A scene of coloured areas, out of which one square was cut.",
                patches="Six square patches, A to F, at the same scale. Exactly one was cut out of the hole; put back, "
                "it continues all lines and areas around the hole. The others come from the same scene, beyond its "
                "right edge. No patch is turned or mirrored.",
            )
        case PieceOrder():
            return rules(
                scene=f"A scene of coloured areas was cut into {size} of equal pieces.",
                pieces=f"The pieces were shuffled and numbered from 1 to {state.rows * state.columns}. None is turned "
                "or mirrored. In the right arrangement lines and areas continue from each piece to its neighbours.",
                places=f"The scene has {size}. In reading order, the places go from left to right in the top row, then "
                "in the next row, and so on.",
            )
        case CropOrigin():
            return rules(
                scene=f"A scene of coloured areas, cut into {size} of square cells. Thin lines separate the cells.",
                crop="The crop shows exactly one whole cell, neither turned nor mirrored, at the same scale.",
                cells=CELL_NAMES,
            )
        case RotatedPiece():
            return rules(
                scene=f"A scene of coloured areas, cut into {size} of square pieces. Thin lines separate the pieces.",
                turn="Every piece is in its own place. Exactly one was turned there by 90, 180 or 270 degrees; all "
                "others are upright. Turned back, it continues all lines and areas of its neighbours. No piece is "
                "mirrored.",
                pieces=f"A piece is named by its cell. {CELL_NAMES}",
            )


def ask(state: PatchState, question: PatchQuestion) -> str:
    """The question."""
    match question:
        case MissingPatch():
            return "Which patch fills the hole?"
        case PieceOrder():
            return "Which piece belongs in each place? Give the numbers of the pieces, for the places in reading order."
        case CropOrigin():
            return "Which cell was the crop taken from?"
        case RotatedPiece():
            return (
                "Which piece was turned, and by how many degrees must it be turned clockwise to be right again: 90, "
                "180 or 270?"
            )
