"""Lamps: the number of lit lamps is drawn first, then which ones they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gametasks.generators import Draft
from gametasks.schemas import Cell, Ranges
from gametasks.streams import Stream
from gametasks_null.schemas.lamps import LampState, LitCells, LitCount

__all__ = ["LEVELS", "LampParams", "sample_lit_cells", "sample_lit_count"]


@dataclass(frozen=True, slots=True)
class LampParams:
    """Structural ranges of a level: size of the board, and inclusive bounds of the lit lamps."""

    rows: int
    columns: int
    lit: tuple[int, int]


LEVELS: Mapping[Ranges, Sequence[LampParams]] = {
    Ranges.DATASET: tuple(LampParams(size, size, (2, 3 + size)) for size in (3, 4, 5, 6, 7)),
    Ranges.EVALUATION: tuple(LampParams(size, size + 1, (2, 3 + size)) for size in (3, 4, 5, 6, 7)),
}


def sample_lit_count(params: LampParams, rng: Stream) -> Draft[LampState, LitCount]:
    """Draw a board and ask for the number of lit lamps."""
    state = _board(params, rng)
    return Draft(state, LitCount(), {"rows": state.rows, "columns": state.columns, "lit": len(state.lit)})


def sample_lit_cells(params: LampParams, rng: Stream) -> Draft[LampState, LitCells]:
    """Draw a board and ask for the cells of the lit lamps."""
    state = _board(params, rng)
    return Draft(state, LitCells(), {"rows": state.rows, "columns": state.columns, "lit": len(state.lit)})


def _board(params: LampParams, rng: Stream) -> LampState:
    count = rng.integers(params.lit[0], params.lit[1] + 1)
    cells = [Cell(row, column) for row in range(1, params.rows + 1) for column in range(1, params.columns + 1)]
    return LampState(rows=params.rows, columns=params.columns, lit=tuple(sorted(rng.sample(cells, count))))
