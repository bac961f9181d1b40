"""Contrast of every mark that carries meaning to what lies under it, in every theme and look; 3 : 1 is asked for.

Measured on pixels: the picture is looked at before and after each mark is drawn. What changed is the mark, what was
there before is what lies under it. Along the mark's edge, the best contrast (WCAG 2.1) within four pixels (in a picture
of 512) counts, so that an outline is enough; the contrast of the mark is the one that three quarters of its edge reach,
since grid lines and routes run under marks. Soft shadows are left out: they would count as a part of the mark.

Texts of all tasks are measured, and marks of the drawing kit; `MARKS` names those that
a task draws by itself. What a version has not is left out, so that versions can be compared.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import wraps
from importlib import import_module
from itertools import count, product
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from scipy import ndimage

from gametasks.qa_families import Task
from gametasks.qa_families._catalogue import catalogue
from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.themes import THEMES
from gametasks.schemas import Ranges
from gametasks.streams import Stream
from gametasks.testing import drafts

KIT = {
    "gametasks.renderers.kit.icons": ("draw_icon",),
    "gametasks.renderers.kit.board": ("draw_walls",),
    "gametasks.renderers.kit.routes": ("draw_arrowheads", "draw_route", "draw_flag", "draw_compass"),
}
MARKS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "spot_difference": {"gametasks.renderers.spot_difference.glyphs": ("draw_glyph",)},
    "rush_exit": {"gametasks.renderers.rush_exit": ("_draw_vehicle", "_draw_block", "_draw_sign")},
    "rolling_cube": {
        "gametasks.renderers.rolling_cube.board": ("_draw_ends", "_draw_paw", "_draw_pebble", "_draw_frame"),
        "gametasks.renderers.rolling_cube.net": ("draw_mark",),
    },
    "hexakai": {"gametasks.renderers.hexakai": ("_mark_asked", "_mark_lettered", "_draw_arrow")},
    "block_counting": {"gametasks.renderers.block_counting.blocks": ("draw_arrow", "draw_slab", "draw_cubes")},
    "occluded_count": {"gametasks.renderers.occluded_count": ("_draw_object",)},
    "viewpoint_match": {
        "gametasks.renderers.viewpoint_match.plan": ("_draw_pillar", "_draw_camera"),
        "gametasks.renderers.viewpoint_match.view": ("_draw_pillar",),
    },
}
"""Functions of a task that draw marks, by module."""

LEAST = 3.0
_EDGE_SHARE = 0.25
_REACH = 4 / 512
"""How far from its edge into a mark is looked, as a share of the picture's longer side."""
_SMALLEST = 6
"""Changed pixels; less is the smoothing of an edge under another mark."""


class Mark(NamedTuple):
    """A measured mark: what drew it, and its contrast to what lies under it."""

    kind: str
    ratio: float


def lightness(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Relative luminance of pixels with red, green and blue last (WCAG 2.1)."""
    channels = pixels / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def ratios(before: NDArray[np.uint8], after: NDArray[np.uint8], whole: bool = False) -> Iterator[float]:
    """The contrast of each separate mark by which two pictures differ, or of all as one."""
    changed = (before != after).any(axis=2)
    reach = max(4, round(_REACH * max(changed.shape)))
    if not changed.any():
        return
    rows, columns = (np.nonzero(changed.any(axis=axis))[0] for axis in (1, 0))
    box = tuple(slice(max(0, places[0] - 1), places[-1] + 2) for places in (rows, columns))
    changed, under, mark = changed[box], lightness(before[box]), lightness(after[box])
    # What is nearer than four pixels belongs together, such as the dots of a pattern.
    near = ndimage.binary_dilation(changed, np.ones((5, 5)))
    parts = near.astype(int) if whole else ndimage.label(near, np.ones((3, 3)))[0]
    for number, place in enumerate(ndimage.find_objects(parts), 1):
        around = tuple(slice(max(0, side.start - 1), side.stop + 1) for side in place)
        own = (parts[around] == number) & changed[around]
        if own.sum() < _SMALLEST:
            continue
        edge = ndimage.binary_dilation(own, np.ones((3, 3))) & ~changed[around]
        if not edge.any():
            continue
        brightest = ndimage.maximum_filter(np.where(own, mark[around], -1), 2 * reach + 1)[edge]
        darkest = ndimage.minimum_filter(np.where(own, mark[around], 2), 2 * reach + 1)[edge]
        ground = under[around][edge]
        best = np.maximum((brightest + 0.05) / (ground + 0.05), (ground + 0.05) / (darkest + 0.05))
        yield float(np.quantile(best, _EDGE_SHARE))


class Watch:
    """Measures what watched functions draw."""

    def __init__(self) -> None:
        self.marks: list[Mark] = []

    def around(self, function: Callable[..., Any], kind: str) -> Callable[..., Any]:
        """The function, watched; the canvas is its first argument."""

        @wraps(function)
        def watched(canvas: Canvas, *args: Any, **kwargs: Any) -> Any:
            before = np.asarray(canvas.image())
            result = function(canvas, *args, **kwargs)
            found = list(ratios(before, np.asarray(canvas.image()), whole=kind == "draw_route"))  # it may be dashed
            # A word is one mark, whose weakest letter counts.
            self.marks += [Mark(kind, ratio) for ratio in ([min(found)] if kind == "text" and found else found)]
            return result

        return watched

    @contextmanager
    def on(self, task: str) -> Iterator[None]:
        """While inside the block, drawing of the task is watched."""
        with ExitStack() as stack:
            stack.enter_context(patch.object(Canvas, "text", self.around(Canvas.text, "text")))
            stack.enter_context(patch.object(Canvas, "soft_shadow", lambda *_, **__: None))
            for module, names in (*KIT.items(), *MARKS.get(task, {}).items()):
                for name in names:
                    self._replace(stack, module, name)
            yield

    def _replace(self, stack: ExitStack, module: str, name: str) -> None:
        """Watch a function under every name by which a renderer knows it; versions without it have no such mark."""
        function = getattr(import_module(module), name, None)
        if function is None:
            return
        watched = self.around(function, name.strip("_"))
        for other in [m for key, m in sys.modules.items() if "render" in key or key == module]:
            for key, value in list(vars(other).items()):
                if value is function:
                    stack.enter_context(patch.object(other, key, watched))


def measured(task: Task[Any], marks: int, themes: Sequence[str] = tuple(THEMES)) -> dict[str, list[Mark]]:
    """Marks by theme: every theme in every look, then more pictures until there are so many marks.

    Raises:
        ValueError: The task draws no mark that is watched.
    """
    found: dict[str, list[Mark]] = defaultdict(list)
    families = [family.name for family in task.families]
    looks = task.styles(Ranges.DATASET, drafts(task, families[0], 1)[0].state).looks
    for number in count():
        for turn, (theme, look) in enumerate(product(themes, looks)):
            if number and sum(map(len, found.values())) >= marks:
                return found
            family, level = families[(turn + number) % len(families)], 1 + (turn + number) % 3
            draft = drafts(task, family, level, seed=1000 * number + turn)[0]
            offered = task.styles(Ranges.DATASET, draft.state)
            style = offered.draw(Stream(f"{task.name}/{number}/{turn}", "style"))
            watch = Watch()
            with watch.on(task.name):
                task.draw(draft.state, draft.question, replace(style, theme=theme, look=look))
            found[theme] += watch.marks
        if not any(found.values()):
            raise ValueError(f"no mark of {task.name} is watched: name the functions that draw its marks in MARKS")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", help="tasks with pictures; default: all")
    parser.add_argument("--marks", type=int, default=2000, help="marks of a task, at least")
    parser.add_argument("--kinds", action="store_true", help="list kinds of marks too")
    args = parser.parse_args()
    known = catalogue().tasks
    chosen = args.tasks or [name for name, task in known.items() if task.draw is not None]
    weak_marks = 0
    for name in chosen:
        for theme, marks in measured(known[name], args.marks).items():
            weak_marks += show(f"{name:16} {theme:11}", marks)
            for kind in sorted({mark.kind for mark in marks}) if args.kinds else ():
                show(f"{'':16} {kind:11}", [mark for mark in marks if mark.kind == kind])
    sys.exit(weak_marks > 0)


def show(what: str, marks: Sequence[Mark]) -> int:
    """Print the least contrast of marks and the share below 3 : 1; returns how many are below."""
    weak = sum(mark.ratio < LEAST for mark in marks)
    least = min(mark.ratio for mark in marks)
    print(f"{what} {len(marks):5} marks, least {least:5.2f} : 1, {weak / len(marks):6.1%} below 3 : 1", flush=True)
    return weak


if __name__ == "__main__":
    main()
