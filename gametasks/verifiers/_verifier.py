"""The contract of a verifier: the rules of a game, written plainly and a second time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gametasks.schemas._question import Question, State
from gametasks.verifiers._replay import Moves
from gametasks.verifiers._verdict import Verdict

if TYPE_CHECKING:  # scoring must not pay for NumPy
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

__all__ = ["Regions", "Verifier"]

S = TypeVar("S", bound=State)
Q = TypeVar("Q", bound=Question)

Regions = Mapping[str, tuple[int, int, int, int]]
"""Where the named parts of one image lie: x, y, width and height in pixels."""


@dataclass(frozen=True, kw_only=True)
class Verifier(Generic[S, Q]):
    """The rules of one task.

    A module ``verifiers/<task>.py`` ends with ``VERIFIER = Verifier(name=__name__, ...)``; a record names
    that module, and whoever has the record can score with it.

    Attributes:
        name: Import path of the module.
        state: Type of the task's states.
        question: Union of the task's question types.
        check: Judges a parsed answer by the rules, by replay where there is something to replay. Cheap and
            free of side effects: people call it as a reward. It may rely on figures that the question
            holds (an optimum), which ``answer`` and the solver prove.
        answer: Works the answer out again by a plain search of its own; used once per sample.
        check_text: Judges a whole submitted text by a relaxed reading of the task's own, where there is one. It
            never raises on any text, and what ``check`` accepts it accepts as well.
        check_pixels: Looks at the rendered images, as (height, width, 3) arrays, with their regions,
            where pixels matter.
        moves: How the game is played, where it is played by moves.
        version: The task's version; scoring warns where a record was made by a newer one. None where it is not said.
    """

    name: str
    state: type[S]
    question: Any
    check: Callable[[S, Q, Any], Verdict]
    answer: Callable[[S, Q], Any]
    check_text: Callable[[S, Q, str], Verdict] | None = None
    check_pixels: Callable[[S, Q, Sequence[Pixels], Sequence[Regions]], Verdict] | None = None
    moves: Moves[S, Any, Any] | None = None
    version: int | None = None
