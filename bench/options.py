"""Do the options of a choice tell which one is right? Letters, ranks and guessers, over samples without pictures.

Samples are posed, not drawn, so that 2,000 of a family take seconds, or minutes where a board has to be searched.
Letters and ranks must be even (chi-square, p > 0.001 after Holm), and no guesser of the audit, nor one that sees the
contents of picture options, may be right more than five points more often than one option in six. Otherwise the exit
code is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from gametasks.build.audit.clues import Clue, clue_of
from gametasks.build.audit.evenness import LEAST_P, holm
from gametasks.build.audit.guessing import FormatAudit, guess_unseen, settle_guesses
from gametasks.build.audit.report import letters_of, ranks_of
from gametasks.build.sample.attempts import Attempts
from gametasks.build.sample.case import draw_case
from gametasks.build.sample.pose import pose
from gametasks.cli.tables import Table, show_table
from gametasks.cli.terminal import each
from gametasks.qa_families import Family, Task
from gametasks.qa_families._catalogue import catalogue
from gametasks.schemas import ChoiceAnswer, Format, Ranges, SampleId

ABOVE_CHANCE = 5.0
EVEN = 100 / len(ChoiceAnswer().letters)


def clue(task: Task[Any], first: SampleId) -> Clue:
    """The clue of a sample that is posed, not drawn: of picture options it knows what they show, not how they look."""

    def row(sample_id: SampleId) -> dict[str, Any]:
        case = draw_case(task, sample_id)
        posed = msgspec.structs.asdict(pose(case))
        return case.columns() | posed | {"image_roles": [], "perceptual_hashes": [], "fingerprint": ""}

    return clue_of(Attempts(first).first(row))


def ids(task: Task[Any], family: Family[Any, Any], options: argparse.Namespace) -> Iterator[SampleId]:
    """As many ids as are wanted, in turn over the levels that have a choice."""
    levels = task.levels_of(family)[Format.CHOICE]
    for index in range(options.samples):
        yield SampleId(
            task=task.name,
            version=task.version,
            family=family.name,
            format=Format.CHOICE,
            ranges=Ranges(options.ranges),
            level=levels[index % len(levels)],
            seed=options.seed,
            index=index,
            attempt=0,
        )


def guesses(clues: list[Clue]) -> FormatAudit:
    """What the guessers reach; of a choice, no rows have to be asked for."""
    return settle_guesses(clues, guess_unseen(clues), lambda columns: iter(()))[Format.CHOICE]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=2000, help="samples of each family")
    parser.add_argument("--ranges", default="dataset", choices=list(Ranges))
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--family", action="append", metavar="TASK/FAMILY", help="these only; may be repeated")
    options = parser.parse_args()
    chosen = {
        f"{task.name}/{family.name}": (task, family)
        for task in catalogue().tasks.values()
        for family in task.families
        if Format.CHOICE in family.formats
    }
    if options.family:
        chosen = {name: chosen[name] for name in options.family}
    clues = {
        name: [clue(task, first) for first in each(name, list(ids(task, family, options)))]
        for name, (task, family) in chosen.items()
    }
    counted = {
        (name, what): found
        for name in clues
        for what, count in (("letters", letters_of), ("ranks", ranks_of))
        if (found := count(clues[name])) is not None
    }
    adjusted = holm({test: found.p for test, found in counted.items()})
    even = Table(("family", "of", "counts", "p", "p after Holm"), names=2, title=f"{options.samples} samples a family")
    for (name, what), found in counted.items():
        counts = " ".join(map(str, found.counts.values()))
        even.add(name, what, counts, f"{found.p:.3g}", f"{adjusted[name, what]:.3g}", end_section=what == "ranks")
    show_table(even)
    reached = {name: guesses(found) for name, found in clues.items()}
    best = Table(("family", "best", "95 %", "by", "each"), title=f"Guessers, in percent; chance is {EVEN:.1f}")
    for name, result in reached.items():
        scores = {guesser: found.score for guesser, found in result.guessers.items()} | result.glances
        by_guesser = ", ".join(f"{guesser} {score:.1f}" for guesser, score in scores.items())
        best.add(name, f"{result.chance:.1f}", f"{result.low:.1f} – {result.high:.1f}", result.best(), by_guesser)
    show_table(best)
    highest = max(max(result.chance, *result.glances.values(), 0.0) for result in reached.values())
    sys.exit(highest > EVEN + ABOVE_CHANCE or min(adjusted.values()) <= LEAST_P)


if __name__ == "__main__":
    main()
