"""Viewpoint match: the rules and the question in words."""

from __future__ import annotations

from gametasks.qa_families._wording import in_words, rules
from gametasks.schemas.viewpoint_match import CameraChoice, ViewOrder, ViewpointQuestion, ViewState, VisibleObjects

__all__ = ["ask", "hint"]


def hint(state: ViewState, question: ViewpointQuestion) -> str:
    """Pillars, cameras, and what a camera sees."""
    looks = (
        "In the photo each pillar has its colour, and as many rings around its shaft as on its disc on the plan; "
        "letters are on the plan only. No two cameras see the same pillars in the same order."
    )
    return rules(
        floor=f"A flat floor, seen from above on the plan. On it stand the round pillars {in_words(state.labels())}, "
        "all equally thick and equally tall, and taller than the cameras. Each letter stands right beside its pillar.",
        cameras=f"They stand on the rim of the floor. A camera looks along its arrow and sees {state.angle}°: half of "
        "this angle to the left of the arrow and half to the right. It sees any distance; wedges on the plan show the "
        "angle only. Nobody sees the cameras.",
        sight="A camera sees a pillar that lies inside its angle, unless a nearer pillar hides it wholly. A pillar "
        "that is partly hidden is seen.",
        order='A ranking such as "A > B" says that the camera sees A farther to the left than B.'
        if isinstance(question, ViewOrder)
        else None,
        photo=looks if isinstance(question, CameraChoice) else None,
    )


def ask(state: ViewState, question: ViewpointQuestion) -> str:
    """The question."""
    match question:
        case CameraChoice():
            return "Which of the cameras A to F took the photo? The letters on the plan are the options."
        case ViewOrder(camera=number):
            return (
                f"Which pillars does camera {number} see? Rank their letters from left to right, as the camera sees "
                "the middles of the pillars."
            )
        case VisibleObjects(camera=number):
            return f"Which pillars does camera {number} see? Give all of their letters."
