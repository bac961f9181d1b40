"""A kit for tests of tasks: the project's own tests use it, and so can those of plugins.

It needs no test framework: a function that is called ``assert_…`` raises ``AssertionError`` with what is wrong, the
others return samples, styles, pixels and answers to test with.
"""

from gametasks.build.conformance import Finding, check_task
from gametasks.testing.goldens import assert_golden_picture, assert_golden_text, golden_text
from gametasks.testing.mutations import Mutant, mutated_strings, nearly_right
from gametasks.testing.pictures import changed_box, every_look, part, pixels, style_of
from gametasks.testing.play import assert_closed_under_moves, assert_reads_back
from gametasks.testing.rows import PosedRow, assert_only_right_answers_score, rows_of
from gametasks.testing.samples import drafts, first_sample

__all__ = [
    "Finding",
    "Mutant",
    "PosedRow",
    "assert_closed_under_moves",
    "assert_golden_picture",
    "assert_golden_text",
    "assert_only_right_answers_score",
    "assert_reads_back",
    "changed_box",
    "check_task",
    "drafts",
    "every_look",
    "first_sample",
    "golden_text",
    "mutated_strings",
    "nearly_right",
    "part",
    "pixels",
    "rows_of",
    "style_of",
]
