"""Occluded count: the rules and the questions in words."""

from __future__ import annotations

from gametasks.qa_families._wording import rules
from gametasks.schemas.occluded_count import HiddenCount, OccludedQuestion, OccludedState, TotalCount

__all__ = ["ask", "hint"]


def hint(state: OccludedState, question: OccludedQuestion) -> str:
    """What lies there, the kinds of patterns, what hides, and what the words for it mean."""
    return rules(
        objects="Equal objects lie in a regular pattern. Something flat and opaque, without holes, lies on some of them. "
        "The pattern goes on beneath it without a gap.",
        pattern="It is one of these. A rectangle: rows of equally many objects, exactly below each other. Staggered rows: "
        "every second row (the 2nd, 4th, ...) is shifted to the right by half a step, with as many objects as the others, "
        "or one fewer. A triangle: rows of 1, 2, 3 and so on, or the other way round, one more or fewer each time. One ring "
        "or several rings around one middle, each with evenly spaced objects, 6 or more; nothing lies at the middle.",
        hints="Every row, column and ring shows at least a part of an object. Of a ring at least 60 % of the objects are seen, "
        "and two neighbours are seen whole. The count is certain.",
        words=None
        if isinstance(question, TotalCount)
        else "Full is an object of which nothing is covered; partial, one of which a part is covered and a part is seen; "
        "hidden, one that is covered whole.",
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
