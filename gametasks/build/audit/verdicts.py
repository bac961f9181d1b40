"""What the audit says of a family: which limits it breaks, and whether there are enough samples to say that of none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import floor, sqrt

import msgspec
from scipy.stats import beta, norm

from gametasks.build.audit.evenness import LEAST_P, SURELY, Evenness, holm, least_found
from gametasks.build.audit.guessing import FormatAudit, Verdict
from gametasks.build.audit.result import FamilyAudit
from gametasks.schemas import Format

__all__ = ["ENOUGH", "judge", "least_guess_found"]

ENOUGH = 2000
"""Samples of a format that a verdict takes: uneven ranks that an earlier version had, which let 20 % of right options
stand first and 11 % last, are found in one dataset of four with 400 samples, and always with 2,000."""

_PLACES = ("letters", "ranks")


def judge(families: Mapping[str, FamilyAudit]) -> dict[str, FamilyAudit]:
    """The families with what needs all of them, the probabilities of their letters and ranks, and with the verdicts."""
    chances = {(name, places): found.p for name, family in families.items() for places, found in _evenness(family)}
    adjusted = holm(chances)
    return {name: _judged(name, family, adjusted) for name, family in families.items()}


def _evenness(family: FamilyAudit) -> Iterator[tuple[str, Evenness]]:
    for places in _PLACES:
        found: Evenness | None = getattr(family, places)
        if found is not None:
            yield places, found


def _judged(name: str, family: FamilyAudit, adjusted: Mapping[tuple[str, str], float]) -> FamilyAudit:
    even = {places: msgspec.structs.replace(found, p=adjusted[name, places]) for places, found in _evenness(family)}
    uneven = [
        f"the {places} of the right options are uneven (p = {found.p:.2g})"
        for places, found in even.items()
        if found.p <= LEAST_P
    ]
    broken, notes = [*family.broken, *uneven], list(family.notes)
    formats: dict[str, FormatAudit] = {}
    for form, result in family.formats.items():
        over = _is_over(result)
        if over:
            broken.append(f"{result.best()} guesses {result.chance:.1f} % of {form} answers, limit {result.limit:g} %")
        choice = form == Format.CHOICE
        if over or (choice and uneven):
            verdict = Verdict.OVER
        elif result.samples < ENOUGH:
            verdict = Verdict.TOO_FEW
            notes.append(_too_few(form, result, len(adjusted) if choice else 0))
        else:
            verdict = Verdict.PASSES
        formats[form] = msgspec.structs.replace(result, verdict=verdict)
        notes += _glances(result)
    return msgspec.structs.replace(family, **even, formats=formats, broken=tuple(broken), notes=tuple(notes))


def _is_over(result: FormatAudit) -> bool:
    """Whether a guesser passes the limit; with few samples it may do so by luck, but hardly by its whole interval."""
    return result.chance > result.limit and (result.samples >= ENOUGH or result.low > result.limit)


def _too_few(form: str, result: FormatAudit, tests: int) -> str:
    """A note on what so few samples can show, so that nobody takes silence for a pass."""
    found = f"a guesser that is right in {100 * least_guess_found(result.limit / 100, result.samples):.0f} %"
    if tests:
        found += f", or a letter or rank that is right in {100 * least_found(result.samples, tests):.0f} %"
    many = f"{result.samples:,} samples of format {form}, {ENOUGH:,} are needed"
    return f"too few to tell ({many}); found nine times in ten is {found}"


def least_guess_found(limit: float, samples: int) -> float:
    """The least true share of right guesses whose 95 % Wilson interval lies above a limit in nine datasets of ten."""
    # Wilson's interval holds the limit unless the score test rejects it.
    most = samples * limit + float(norm.isf(0.025)) * sqrt(samples * limit * (1 - limit))
    needed = floor(most) + 1
    # P(at least k of n) = SURELY is solved by the inverse of the incomplete beta function.
    return float(beta.ppf(SURELY, needed, samples - needed + 1)) if needed <= samples else 1.0


def _glances(result: FormatAudit) -> Iterator[str]:
    for measure, score in result.glances.items():
        if score > result.limit:
            yield f"seeing nothing but the option pictures, their {measure} give away {score:.1f} %"
