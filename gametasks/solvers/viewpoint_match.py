"""Viewpoint match, exactly: every pillar takes an interval of directions, and nearer ones take theirs away."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gametasks.errors import RecordError
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas.viewpoint_match import RADIUS, Camera, CameraChoice, ViewOrder, ViewpointQuestion, ViewState
from gametasks.solvers import Solution

__all__ = ["Seen", "sight", "solve", "view"]


@dataclass(frozen=True, slots=True)
class Seen:
    """A pillar from a place, whatever way a camera there looks.

    Attributes:
        label: Its letter.
        turn: The direction of its middle, in degrees.
        half: Half the angle that it takes, in degrees.
        hidden_by: By how many degrees the one nearer pillar that hides it most reaches beyond it, on the side where
            that is less; negative where it does not hide it.
        shown: The angle of it that no nearer pillar covers, in degrees; the parts are added.
        part: The widest uncovered part, in degrees.
    """

    label: str
    turn: float
    half: float
    hidden_by: float
    shown: float
    part: float


def sight(state: ViewState, x: int, y: int) -> list[Seen]:
    """All pillars around a place outside of them, the nearest first.

    For equal discs that do not meet, the nearer middle hides the farther one on every ray that meets both.
    """
    seen: list[Seen] = []
    around = sorted(((p.x - x) ** 2 + (p.y - y) ** 2, p.label, p.x - x, p.y - y) for p in state.pillars)
    for squared, label, dx, dy in around:
        turn = math.degrees(math.atan2(dy, dx))
        half = math.degrees(math.asin(RADIUS / math.sqrt(squared)))
        rest = [(-half, half)]
        hidden_by = -math.inf
        for nearer in seen:
            aside = (nearer.turn - turn + 180) % 360 - 180
            hidden_by = max(hidden_by, nearer.half - half - abs(aside))
            left, right = aside - nearer.half, aside + nearer.half
            if left < half and right > -half:
                cut = [(a, min(b, left)) for a, b in rest] + [(max(a, right), b) for a, b in rest]
                rest = [(a, b) for a, b in cut if a < b]
        widths = [b - a for a, b in rest]
        seen.append(Seen(label, turn, half, hidden_by, sum(widths), max(widths, default=0.0)))
    return seen


def view(state: ViewState, camera: Camera) -> tuple[str, ...]:
    """The pillars that a camera sees, from left to right by their middles."""
    inside = []
    for pillar in sight(state, camera.x, camera.y):
        aside = (pillar.turn - camera.heading + 180) % 360 - 180
        if abs(aside) < state.angle / 2 and pillar.shown > 0:
            inside.append((aside, pillar.label))
    return tuple(label for _, label in sorted(inside))


def solve(state: ViewState, question: ViewpointQuestion) -> Solution:
    """Work out what cameras see.

    Raises:
        RecordError: No camera has the name that is asked for, or none sees the asked picture.
    """
    if isinstance(question, CameraChoice):
        wanted = view(state, question.viewpoint)
        lettered = zip(OPTION_LETTERS, state.cameras, strict=False)
        letters = [letter for letter, camera in lettered if view(state, camera) == wanted]
        if not letters:
            raise RecordError("no camera sees the picture")
        return Solution(letters[0], unique=len(letters) == 1)
    if question.camera > len(state.cameras):
        raise RecordError(f"there is no camera {question.camera}")
    seen = view(state, state.cameras[question.camera - 1])
    return Solution(seen if isinstance(question, ViewOrder) else frozenset(seen))
