"""What a check finds, and faults of one kind told as one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

__all__ = ["Finding", "grouped", "kind_of"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A promise that a task breaks.

    Attributes:
        promise: Which one, in a word.
        detail: How.
        sample: Id of the first sample in which it was seen; empty where it is no sample's fault.
        count: How often it was seen.
    """

    promise: str
    detail: str
    sample: str = ""
    count: int = 1


def grouped(findings: Iterable[Finding]) -> list[Finding]:
    """Tell faults that differ in values only as one: by its first example, with their number."""
    groups: dict[tuple[str, str], Finding] = {}
    for finding in findings:
        key = finding.promise, kind_of(finding.detail)
        known = groups.get(key)
        groups[key] = replace(known, count=known.count + finding.count) if known else finding
    return list(groups.values())


_BRACKETED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_ID = re.compile(r"\S+@\d+/\S+")
_VALUE = re.compile(r"""(?<!\w)'[^']*'|(?<!\w)"[^"]*"|(?<!line )(?<!\d)\d+""")


def kind_of(message: str) -> str:
    """A message without its values: what is an id, quoted, bracketed or a number, but for numbers of lines."""
    text = _ID.sub("…", message)
    while (shorter := _BRACKETED.sub("…", text)) != text:
        text = shorter
    return _VALUE.sub("…", text)
