"""Occluded count: the rules and the questions in words."""

from __future__ import annotations

from gametasks.qa_families._wording import rules
from gametasks.schemas.occluded_count import HiddenCount, OccludedQuestion, OccludedState, TotalCount

__all__ = ["ask", "hint"]


def hint(state: OccludedState, question: OccludedQuestion) -> str:
    """What lies there, the kinds of patterns, what hides, and what the words for it mean."""
    words = (
        "An object is full if nothing of it is covered, partial if a part of it is covered and a part is seen, and "
        "hidden if all of it is covered."
    )
    return rules(
        objects="Equal objects lie in a regular pattern, without a gap in it. Something flat and opaque, without "
        "holes, lies on some of them.",
        pattern="It is one of these. A rectangle: rows of equally many objects, exactly below each other. Staggered "
        "rows: every second row (the 2nd, 4th and so on) is shifted to the right by half a step, and has as many "
        "objects as the others or one fewer. A triangle: rows of 1, 2, 3 and so on objects, or the same upside down. "
        "Rings: one ring, or several around one middle, each with 6 or more evenly spaced objects; nothing lies at the "
        "middle.",
        hints="Every row, column and ring shows at least a part of an object. At least 60 % of the objects of a ring "
        "are seen, among them two neighbours that are seen whole. What is seen leaves only one count.",
        words=None if isinstance(question, TotalCount) else words,
    )


def ask(state: OccludedState, question: OccludedQuestion) -> str:
    """The question."""
    match question:
        case TotalCount():
            return "How many objects are there in all, the covered ones included?"
        case HiddenCount():
            return "How many objects are hidden?"
        case _:
            return "How many objects are full, how many partial, and how many hidden?"
