"""Tables at every width: names stand whole, figures are not cut, and nothing is lost in a pipe."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from audit.riddles import dataset, fair_words, rows_of
from rich.console import Console
from typer.testing import CliRunner

from gametasks.build.audit.report import audit
from gametasks.cli import terminal
from gametasks.cli.app import app
from gametasks.cli.audit_tables import audit_tables
from gametasks.cli.build_report import report_build
from gametasks.cli.results import _own_table
from gametasks.cli.tables import Table, draw, show_table
from gametasks.folder import Manifest
from gametasks.gdl.families import FAMILIES as FAMILIES_OF_GAMES
from gametasks.gdl.library import own_games
from gametasks.gdl.properties.structure import COLUMNS
from gametasks.qa_families import ScoreTable
from gametasks.qa_families._catalogue import catalogue
from gametasks.qa_families.gdl_simulation.score_table import ScoredAnswer, game_scores

WIDTHS = [20, 40, 80, 200]
TASKS = list(catalogue().tasks.values())
FAMILIES = [(task.name, family.name) for task in TASKS for family in task.families]
NAMES = {name for pair in FAMILIES for name in pair}


@pytest.fixture(params=[*WIDTHS, None], ids=lambda width: f"width {width}" if width else "pipe")
def width(request, monkeypatch) -> int | None:
    """The terminal's width; None for a pipe."""
    is_terminal = request.param is not None
    file = StringIO()
    console = Console(width=request.param or 160, file=file, force_terminal=is_terminal, color_system=None)
    monkeypatch.setattr(terminal, "console", console)
    return request.param


def printed() -> str:
    return terminal.console.file.getvalue()


def cells_of(text: str) -> list[str]:
    """The texts of a drawn table, those that are folded put together again; of paragraphs the lines, and all as one."""
    found: list[str] = []
    for block in re.split(r"^[┏┡├└].*$", text, flags=re.M):
        lines = [[cell.strip() for cell in re.split("[│┃]", line)[1:-1]] for line in block.splitlines() if line]
        if all(lines):
            found += map("".join, zip(*lines, strict=True)) if lines else []
            found += [cell for line in lines for cell in line]
    return [*found, *(line.strip() for line in text.splitlines()), text.replace("\n", "")]


def missing(names: set[str]) -> set[str]:
    """Names that stand nowhere whole in what was printed."""
    cells = cells_of(printed())
    return {name for name in names if name not in cells and name not in cells[-1]}


def many_columns(names: int = 2) -> Table:
    heads = ("task", "family", *(f"figure {number}" for number in range(12)))
    table = Table(heads, names=names, title="A title [of] some length")
    for number, (task, family) in enumerate(FAMILIES):
        table.add(task, family, *(f"{number}.{column:06}" for column in range(12)))
    return table


def test_every_name_and_every_figure_stands_whole(width):
    show_table(many_columns())
    figures = {f"{number}.{column:06}" for number in range(len(FAMILIES)) for column in range(12)}
    assert not missing(NAMES | figures)
    text = printed()
    assert "…" not in text
    assert width is None or max(map(len, text.splitlines())) <= width


def test_a_table_that_is_too_wide_continues_with_its_names():
    parts = list(draw(many_columns(), 80))
    assert len(parts) > 2
    for part in parts:
        assert [str(column.header) for column in part.columns[:2]] == ["task", "family"]
    assert len(list(draw(many_columns(), 200))) == len(list(draw(many_columns(), None))) == 1


def test_a_table_keeps_its_names_and_folds_its_prose():
    table = Table(("name", "prose"))
    table.add("spot_difference/difference_count", "how many cells differ between the two panels of glyphs")
    console = Console(width=60, file=StringIO())
    for part in draw(table, 60):
        console.print(part)
    assert "│ spot_difference/difference_count │ how many" in console.file.getvalue()


def test_a_narrow_terminal_gets_paragraphs_with_the_names_that_stand_above():
    table = Table(("task", "family", "formats"), names=2)
    table.add("spot_difference", "difference_count", "open, choice")
    table.add("", "identical_panel", "")
    (text,) = draw(table, 20)
    lines = [
        "",
        "spot_difference",
        "difference_count",
        "  formats: open, choice",
        "",
        "spot_difference",
        "identical_panel",
    ]
    assert str(text).splitlines() == lines


def test_texts_are_no_markup(width):
    table = Table(("name", "text"), title="[red]")
    table.add("[bold]", "[/]")
    show_table(table)
    assert not missing({"[bold]", "[/]", "[red]"})


@pytest.mark.parametrize("command", ["tasks", "gdl games", "gdl family", "gdl properties nim --playouts 1"])
def test_tables_of_commands_have_every_name(width, command):
    result = CliRunner().invoke(app, command.split())
    assert result.exception is None
    expected = {
        "tasks": NAMES,
        "gdl games": {game.name for game in own_games()},
        "gdl family": {name for family in FAMILIES_OF_GAMES.values() for name in (family.name, *family.parameters)},
        "gdl properties nim --playouts 1": {"nim", *COLUMNS[1:]},
    }[command]
    assert not missing(expected)
    assert "…" not in printed()


def test_a_tasks_table_of_scores_names_every_row(width):
    rows = game_scores(
        ScoredAnswer(game, "gdl_simulation/multistep_state", horizon, 0.5, 1.0)
        for game in ("nine_mens_morris", "rock_paper_scissors")
        for horizon in (1, 15)
    )
    scores = ScoreTable(
        name="games",
        rows=rows,
        columns={name: name for name in ("family", "horizon", "game", "samples", "jaccard", "exact")},
        sections=("family", "horizon"),
    )
    table = _own_table(scores)
    assert table.names == 3
    show_table(table)
    assert not missing({"gdl_simulation/multistep_state", "nine_mens_morris", "rock_paper_scissors", "0.500", "1.000"})


def test_a_build_names_every_family(width, tmp_path):
    families = {task.name: dict.fromkeys((family.name for family in task.families), 1234) for task in TASKS}
    manifest = Manifest(
        gametasks="1", plan="", profile="p", seed=0, slots=0, tasks=dict.fromkeys(families, 1), libraries={},
        rejections={}, counts={"train": families, "test": families},
    )  # fmt: skip
    report_build(manifest, tmp_path)
    assert not missing(NAMES)


def test_the_audit_names_every_family(width, tmp_path):
    folder = dataset(tmp_path, rows_of(fair_words, 60), rows_of(fair_words, 60, family="another_riddle_of_many_words"))
    for table in audit_tables(audit(folder)):
        show_table(table)
    assert not missing({"puzzle/riddle", "puzzle/another_riddle_of_many_words", "choice", "puzzle"})
