"""Spot the difference, plainly: lay one panel on the other and go through the cells, glyph by glyph.

The pictures are part of the rules here. Every cell that is said to be the same must be the same pixel by pixel, and a
changed one must have changed clearly: at least 25 % of the glyph's ink and at least 40 pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gametasks.schemas import Cell
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas.spot_difference import (
    VERSION,
    ChangeKind,
    DifferenceCells,
    DifferenceCount,
    Glyph,
    IdenticalPanel,
    Panel,
    SpotQuestion,
    SpotState,
)
from gametasks.verifiers import CORRECT, Regions, Verdict, Verifier, compare, wrong

if TYPE_CHECKING:  # scoring must not pay for NumPy
    from gametasks.verifiers._verifier import Pixels

__all__ = ["VERIFIER"]

_LEAST_PIXELS = 40
_LEAST_SHARE = 0.25
_VISIBLE = 16
"""Least difference of a channel (0..255) that counts as a change of a pixel; fainter ones are blurred edges."""


def _changes(first: Panel, second: Panel) -> dict[Cell, list[str]]:
    """For every cell that differs, which attributes of its glyph do."""
    changes = {}
    for r, (upper, lower) in enumerate(zip(first, second, strict=True), 1):
        for c, (mine, other) in enumerate(zip(upper, lower, strict=True), 1):
            if mine != other:
                attributes = Glyph.__struct_fields__
                changes[Cell(r, c)] = [name for name in attributes if getattr(mine, name) != getattr(other, name)]
    return changes


def answer(state: SpotState, question: SpotQuestion) -> Any:
    """Work the answer out cell by cell; None where there is not exactly one."""
    match question:
        case DifferenceCount():
            return len(_changes(*state.panels))
        case DifferenceCells():
            return frozenset(_changes(*state.panels))
        case ChangeKind():
            kinds = [kind for cell_kinds in _changes(*state.panels).values() for kind in cell_kinds]
            return kinds[0] if len(kinds) == 1 else None
        case IdenticalPanel(options=options):
            lettered = zip(OPTION_LETTERS, options, strict=True)
            letters = [letter for letter, panel in lettered if not _changes(state.panels[0], panel)]
            return letters[0] if len(letters) == 1 else None


def check(state: SpotState, question: SpotQuestion, given: Any) -> Verdict:
    """The named cells must be those that differ; any other answer must be what the comparison gives."""
    if isinstance(question, DifferenceCells):
        return _check_cells(_changes(*state.panels), given)
    if isinstance(question, IdenticalPanel):
        changes = _changes(state.panels[0], question.options[OPTION_LETTERS.index(given)])
        if changes:
            return wrong(
                "not_identical", f"option {given} differs from the reference in {', '.join(map(str, changes))}"
            )
        return CORRECT
    return compare(given, answer(state, question))


def _check_cells(changes: dict[Cell, list[str]], given: frozenset[Cell]) -> Verdict:
    for cell in sorted(given):
        if cell not in changes:
            return wrong("not_a_difference", f"{cell} is the same in both panels")
    missing = len(changes) - len(given)
    return wrong("missing_difference", f"{missing} more cells differ") if missing else CORRECT


def check_pixels(
    state: SpotState, question: SpotQuestion, images: Sequence[Pixels], regions: Sequence[Regions]
) -> Verdict:
    """Compare every two panels that the question compares, on the rendered pixels.

    Of six options exactly one must look like the reference, pixel by pixel. A picture with two panels has the regions
    ``panel 1``, ``panel 1 R2C5`` and so on; a picture with one panel has ``panel`` and ``R2C5``.
    """
    if not isinstance(question, IdenticalPanel):
        (image,), (places,) = images, regions
        first, second = (_cut(image, places, f"panel {number}", f"panel {number} ") for number in (1, 2))
        return _check_pair(_changes(*state.panels), first, second)
    reference, *options = (_cut(image, places, "panel", "") for image, places in zip(images, regions, strict=True))
    alike = 0
    for letter, panel, shown in zip(OPTION_LETTERS, question.options, options, strict=True):
        changes = _changes(state.panels[0], panel)
        verdict = _check_pair(changes, reference, shown)
        if verdict.diagnostic is not None:
            return wrong(verdict.diagnostic.kind, f"option {letter}: {verdict.diagnostic.message}")
        alike += not changes  # their pixels were compared, and differ in changed cells and nowhere else
    return CORRECT if alike == 1 else wrong("not_one_identical", f"{alike} options look like the reference")


def _cut(image: Pixels, places: Regions, whole: str, prefix: str) -> tuple[Pixels, Regions]:
    """The pixels of a panel, and where its cells lie inside it."""
    left, top, width, height = places[whole]
    cells = {
        name.removeprefix(prefix): (x - left, y - top, w, h)
        for name, (x, y, w, h) in places.items()
        if name.startswith(prefix) and name != whole
    }
    return image[top : top + height, left : left + width], cells


def _check_pair(
    changes: dict[Cell, list[str]], first: tuple[Pixels, Regions], second: tuple[Pixels, Regions]
) -> Verdict:
    """Judge two panels: one clear change in each changed cell, and nothing else anywhere."""
    (mine, cells), (other, other_cells) = first, second
    if mine.shape != other.shape or cells != other_cells:
        return wrong("different_layout", "the panels or their cells do not have the same places and sizes")
    differs = mine != other
    for cell, kinds in changes.items():
        if len(kinds) != 1:
            return wrong("several_attributes", f"{cell} differs in {' and '.join(kinds)}")
        x, y, w, h = cells[str(cell)]
        differs[y : y + h, x : x + w] = False
        altered = _visible(mine[y : y + h, x : x + w], other[y : y + h, x : x + w])
        # The ground of a cell is one flat colour, so its corner tells it.
        ink = max(_visible(panel[y : y + h, x : x + w], panel[y, x]) for panel in (mine, other))
        if altered < _LEAST_PIXELS or altered < _LEAST_SHARE * ink:
            return wrong("unclear_change", f"{cell}: only {altered} of {ink} pixels change with the {kinds[0]}")
    if differs.any():
        return wrong("stray_difference", f"{int(differs.any(axis=2).sum())} pixels differ outside the changed cells")
    return CORRECT


def _visible(mine: Pixels, other: Pixels) -> int:
    """How many pixels differ enough to be seen."""
    clear = abs(mine.astype("int16") - other) >= _VISIBLE
    return int((clear[:, :, 0] | clear[:, :, 1] | clear[:, :, 2]).sum())


VERIFIER: Verifier[SpotState, SpotQuestion] = Verifier(
    name=__name__,
    version=VERSION,
    state=SpotState,
    question=SpotQuestion,
    check=check,
    answer=answer,
    check_pixels=check_pixels,
)
