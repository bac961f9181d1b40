"""The audit as tables for a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from gametasks.build.audit.evenness import Evenness
from gametasks.build.audit.guessers import GUESSERS
from gametasks.build.audit.guessing import FormatAudit
from gametasks.build.audit.lookalikes import NEAR_BITS
from gametasks.build.audit.result import Audit, FamilyAudit
from gametasks.cli.tables import Table

__all__ = ["audit_tables"]


def audit_tables(audit: Audit) -> list[Table]:
    """Three tables to print: what guessers reach, what was repeated or uneven, and what looks alike."""
    return [_guess_table(audit.families), _answer_table(audit.families), _task_table(audit)]


def _guess_table(families: Mapping[str, FamilyAudit]) -> Table:
    table = Table(
        ("family", "format", "verdict", "samples", "chance", "95 %", "limit", *GUESSERS, "glance"),
        names=2,
        title="Guessers that never see the picture, in percent",
    )
    for name, family in families.items():
        for number, (form, result) in enumerate(family.formats.items()):
            table.add(
                "" if number else name,
                form,
                result.verdict.value,
                str(result.samples),
                f"{result.chance:.1f}",
                f"{result.low:.0f} – {result.high:.0f}",
                f"{result.limit:g}",
                *(_guessed(result, guesser) for guesser in GUESSERS),
                _glance(result),
                end_section=number + 1 == len(family.formats),
            )
    return table


def _guessed(result: FormatAudit, guesser: str) -> str:
    return f"{result.guessers[guesser].score:.1f}" if guesser in result.guessers else ""


def _glance(result: FormatAudit) -> str:
    return ", ".join(f"{measure} {score:.0f}" for measure, score in result.glances.items())


def _answer_table(families: Mapping[str, FamilyAudit]) -> Table:
    table = Table(
        (
            *("family", "letters A–F", "p of letters", "ranks 1–6", "p of ranks"),
            *("rejected", "duplicates before", "after", "commonest answer (level, share)"),
        ),
        title="Right letters and ranks (p by chi-square, Holm), rejections, repeats and answers",
    )
    for name, family in families.items():
        table.add(
            name,
            *_even(family.letters),
            *_even(family.ranks),
            ", ".join(f"{reason} {count}" for reason, count in family.rejections.items()) or "0",
            str(family.duplicates_before),
            str(family.duplicates_after),
            _commonest(family),
        )
    return table


def _even(found: Evenness | None) -> tuple[str, str]:
    return (" ".join(map(str, found.counts.values())), f"{found.p:.3f}") if found is not None else ("", "")


def _commonest(family: FamilyAudit) -> str:
    share, level, text = max(
        (share, level, text) for level, answers in family.answers.items() for text, share in answers.commonest.items()
    )
    shown = text if len(text) <= 24 else text[:23] + "…"
    return f"{shown} ({level}, {share:.0f} %)"


def _task_table(audit: Audit) -> Table:
    table = Table(
        ("task", "samples", "pairs with the same look", f"within {NEAR_BITS} bits", "compared", "states in two splits"),
        title="Pictures that look alike (perceptual hashes; reported only)",
    )
    for name, task in audit.tasks.items():
        looks = task.lookalikes
        figures = (looks.samples, looks.same_pairs, looks.near_pairs, looks.compared, task.states_in_two_splits)
        table.add(name, *map(str, figures))
    return table
