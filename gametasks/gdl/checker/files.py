"""Checking a file: reading it, checking its rules, and playing it at random, within limits."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from gametasks.errors import GdlError
from gametasks.gdl.checker.check import Finding, Severity, check_game, check_play
from gametasks.gdl.deadline import Deadline
from gametasks.gdl.description import load_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits
from gametasks.gdl.time_limit import TimeLimit

__all__ = ["CheckedFile", "check_file"]


class CheckedFile(NamedTuple):
    """The findings about a file.

    Attributes:
        findings: What is wrong with the game, or looks wrong.
        refusal: Why it cannot be read or opened at all.
    """

    findings: list[Finding]
    refusal: GdlError | None

    @property
    def errors(self) -> int:
        """How many errors there are, a refusal included."""
        return sum(finding.severity is Severity.ERROR for finding in self.findings) + (self.refusal is not None)


def check_file(path: Path, *, playouts: int = 20, limits: Limits = Limits()) -> CheckedFile:  # noqa: B008
    """Read a description, check it, and, unless it has errors, play it at random.

    Args:
        path: The file.
        playouts: How many random playouts.
        limits: ``steps`` bounds each playout; ``seconds`` bounds reading, checking, opening and playing together.
    """
    findings: list[Finding] = []
    limit = TimeLimit(path.name, limits.seconds)
    try:
        game = load_game(path, limits=limits, time=limit)
        findings = check_game(game, limit)
        if playouts and not any(finding.severity is Severity.ERROR for finding in findings):
            machine = Deadline(Interpreter(game, limits, began=limit.began), limit)
            findings += check_play(machine, playouts, limits.steps)
    except GdlError as error:
        return CheckedFile(findings, error)
    return CheckedFile(findings, None)
