"""The tables of the paper on general game playing, read from its text where it is at hand; nothing of it is kept."""

from __future__ import annotations

from pathlib import Path

PAPER = Path(__file__).parents[2].parent / "shared" / "papers" / "000_b8fb4d3acb669bdf.txt"

MODELS = ("Gemini 2.5 Pro", "Gemini 2.5 Flash", "GPT-OSS 120B", "Llama 3.3 70B")
"""The order of the models in the tables S3 to S12 and S14 to S16, which have two columns for each: JI and %S."""


def read_table(number: str) -> dict[str, list[str]]:
    """The cells of a table by the first cell of their row; its header lines are among them.

    Args:
        number: Such as ``"S18"``.
    """
    lines = PAPER.read_text(encoding="utf-8").splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith(f"Table {number}:"))
    rows: dict[str, list[str]] = {}
    for line in lines[start + 1 :]:
        if "\t" in line:
            name, *cells = line.split("\t")
            rows[name] = cells
        elif rows and line:
            break
    return rows


def read_scores(number: str) -> dict[str, list[tuple[float, float]]]:
    """JI and %S of each model, for each game and for the row of averages, of a table such as ``"S3"``."""
    rows = {name: cells for name, cells in read_table(number).items() if len(cells) == 8 and cells[0] != "JI"}
    numbers = {name: list(map(float, cells)) for name, cells in rows.items()}
    return {name: list(zip(values[::2], values[1::2], strict=True)) for name, values in numbers.items()}
