"""The command line as a whole: its commands, and what an error becomes."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from gametasks import __version__
from gametasks.cli.datasets import build, digest, show, verify
from gametasks.cli.gdl import app as gdl_app
from gametasks.cli.results import audit, gallery, score
from gametasks.cli.tasks import check, new, tasks
from gametasks.cli.terminal import console, drop_output, prepare_streams, show_excerpt, warn
from gametasks.errors import GameTasksError, GdlSyntaxError, UnsoundGameError
from gametasks.interrupts import INTERRUPTED

__all__ = ["app", "main"]

app = typer.Typer(
    name="gametasks",
    help="Game tasks for vision-language and language models, with answers that are proved.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (tasks, build, verify, digest, show, score, check, new, gallery, audit):
    app.command()(command)
app.add_typer(gdl_app)

_SIGNALLED = 128
"""Codes above this one say that a signal ended the command."""

_CTRL_C = 130

_MOST_FINDINGS = 20
"""Errors in games that are shown where a command refuses them."""

# Newer versions of typer bring a click of their own, older ones use the package: this is the class of either.
_UsageError: Any = typer.BadParameter.__base__


def main() -> None:
    """Run the command line: 0 all well, 1 a build with failed slots, 2 anything that the user can mend."""
    prepare_streams()
    try:
        # Outside its stand-alone mode, typer returns the code of an Exit, or of an interrupt, instead of raising it.
        code = app(args=sys.argv[1:] or ["--help"], standalone_mode=False) or 0
        sys.stdout.flush()
    except (typer.Abort, KeyboardInterrupt):
        code = _CTRL_C
    except SystemExit as ended:  # a signal
        code = ended.code if isinstance(ended.code, int) else 1
    except _UsageError as error:
        warn(error.format_message())
        code = 2
    except GdlSyntaxError as error:
        warn(str(error))
        show_excerpt(error.excerpt)
        code = 2
    except UnsoundGameError as error:
        warn(str(error))
        show_excerpt("\n".join(error.findings[1:_MOST_FINDINGS]))
        code = 2
    except GameTasksError as error:
        warn(str(error))
        code = 2
    except BrokenPipeError:  # who read the output has seen enough
        drop_output()
        code = 1
    except OSError as error:
        warn(f"cannot read or write {error.filename or 'a file or the output'}: {error.strerror or error}")
        drop_output()
        code = 2
    if code > _SIGNALLED:
        warn(INTERRUPTED)
    sys.exit(code)


def _print_version(wanted: bool) -> None:
    if wanted:
        console.print(f"gametasks {__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Game tasks for vision-language and language models, with answers that are proved."""
