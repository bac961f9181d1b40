"""Tables for a terminal of any width: what does not fit continues below, and no name or figure is cut off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.console import JustifyMethod
from rich.table import Table as DrawnTable
from rich.text import Text

from gametasks.cli import terminal

__all__ = ["Table", "draw", "show_table"]

_LINES_AND_PADDING = 3
"""Characters that a column takes beside its text; the table itself takes one more."""
_READABLE = 16
"""A column of prose is not made narrower than this, though its words are shorter."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts under headings.

    Attributes:
        headings: One for each column.
        names: Number of columns at the left that name a row; they are repeated where a table continues below.
        title: A line above it.
        figures: Whether all other columns are aligned at the right.
        rows: The cells of each row.
        ends: Numbers of the rows below which a line is drawn.
    """

    headings: Sequence[str]
    names: int = 1
    title: str | None = None
    figures: bool = False
    rows: list[tuple[str, ...]] = field(default_factory=list)
    ends: set[int] = field(default_factory=set)

    def add(self, *cells: str, end_section: bool = False) -> None:
        """Add a row, and a line below it at the end of a section."""
        self.rows.append(cells)
        if end_section:
            self.ends.add(len(self.rows) - 1)


def show_table(table: Table) -> None:
    """Print a table as wide as the terminal is, or in full width where the output is no terminal."""
    console = terminal.console
    for drawn in draw(table, console.width if console.is_terminal else None):
        console.print(drawn, crop=False)


def draw(table: Table, width: int | None) -> Iterator[DrawnTable | Text]:
    """Draw a table, in several parts one below another where it is too wide.

    Every part begins with the columns of names, which keep their width; another text that is wider than its column is
    folded. Where not even the names and one column fit beside each other, every row becomes a paragraph.

    Args:
        table: The table.
        width: Characters in a line; None where lines have no end.
    """
    columns = list(zip(table.headings, *table.rows, strict=True))
    full = [max(map(cell_len, cells)) for cells in columns]
    least = [max(_longest_word(cells), min(wide, _READABLE)) for cells, wide in zip(columns, full, strict=True)]
    least[: table.names] = full[: table.names]
    parts = list(_parts(least, table.names, width))
    if width is not None and any(_total([least[column] for column in part]) > width for part in parts):
        yield _paragraphs(table)
        return
    for part in parts:
        needed = _total([full[column] for column in part])
        title = table.title if part is parts[0] else None
        yield _drawn(table, part, needed if width is None else min(needed, width), title)


def _longest_word(cells: Sequence[str]) -> int:
    return max((cell_len(word) for cell in cells for word in cell.split()), default=0)


def _total(widths: Sequence[int]) -> int:
    return 1 + sum(width + _LINES_AND_PADDING for width in widths)


def _parts(least: Sequence[int], names: int, width: int | None) -> Iterator[list[int]]:
    """The columns of each part: the names, and as many others as fit, at least one."""
    part = list(range(names))
    for column in range(names, len(least)):
        if len(part) > names and width is not None and _total([least[c] for c in (*part, column)]) > width:
            yield part
            part = list(range(names))
        part.append(column)
    yield part


def _drawn(table: Table, part: Sequence[int], width: int, title: str | None) -> DrawnTable:
    drawn = DrawnTable(title=Text(title) if title else None, width=width)
    for column in part:
        named = column < table.names
        side: JustifyMethod = "right" if table.figures and not named else "left"
        drawn.add_column(Text(table.headings[column]), justify=side, overflow="fold", no_wrap=named)
    for number, row in enumerate(table.rows):
        drawn.add_row(*(Text(row[column]) for column in part), end_section=number in table.ends)
    return drawn


def _paragraphs(table: Table) -> Text:
    """The names of each row, and a line for each of its other cells that is not empty."""
    lines = [table.title] if table.title else []
    names = [""] * table.names
    for row in table.rows:
        # A name that stands above is left out in the rows of a table.
        names = [name or above for name, above in zip(row, names, strict=False)]
        lines += ["", *filter(None, names)]
        lines += [
            f"  {head}: {cell}" for head, cell in list(zip(table.headings, row, strict=True))[table.names :] if cell
        ]
    return Text("\n".join(lines), overflow="fold")
