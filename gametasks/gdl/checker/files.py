"""Checking a file: reading it, checking its rules, and playing it at random, within limits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from gametasks.errors import GdlError
from gametasks.gdl.checker.check import Finding, Severity, check_game, check_play
from gametasks.gdl.deadline import Deadline
from gametasks.gdl.description import load_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits

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
        limits: ``steps`` bounds each playout; ``seconds`` bounds checking, opening and playing together.
    """
    findings: list[Finding] = []
    began = monotonic()
    try:
        game = load_game(path)
        findings = check_game(game)
        if playouts and not any(finding.severity is Severity.ERROR for finding in findings):
            # A long text takes seconds to check: what is left of the time is for opening and playing the game.
            left = max(0.0, limits.seconds - (monotonic() - began))
            machine = Deadline(Interpreter(game, replace(limits, seconds=left)), limits.seconds, began)
            findings += check_play(machine, playouts, limits.steps)
    except GdlError as error:
        return CheckedFile(findings, error)
    return CheckedFile(findings, None)
