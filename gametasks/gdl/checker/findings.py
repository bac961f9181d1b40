"""Findings of the checker, and how their places in the text are found."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from gametasks.gdl.description import CONNECTIVES, Game, Rule
from gametasks.gdl.reader import tokens
from gametasks.gdl.terms import Signature, Term, functor, signature
from gametasks.gdl.time_limit import TimeLimit, watched

__all__ = ["LISTED", "Code", "Finding", "Program", "Remark", "Severity", "atoms", "findings"]

LISTED = 100
"""Findings of one code that are listed; the last of them counts the rest."""

_WIDTH = 80
"""Characters of a term that a message shows."""

_LONGEST_MESSAGE = 600


class Severity(StrEnum):
    """Whether a game can be used in spite of a finding."""

    ERROR = "error"
    WARNING = "warning"


class Code(StrEnum):
    """Stable names of all kinds of findings."""

    ARITY = "arity"
    ARROW = "arrow"
    DEPENDS_ON_DOES = "depends_on_does"
    DEPENDS_ON_TRUE = "depends_on_true"
    DUPLICATE = "duplicate_rule"
    FUNCTOR_ARITY = "functor_arity"
    GOAL_DOUBLED = "goal_doubled"
    GOAL_MISSING = "goal_missing"
    GOAL_VALUE = "goal_value"
    KEYWORD_ARITY = "keyword_arity"
    KEYWORD_FUNCTION = "keyword_function"
    KEYWORD_IN_BODY = "keyword_in_body"
    LIMIT = "limit"
    NEVER_DONE = "never_done"
    NEVER_ENDS = "never_ends"
    NEVER_READ = "never_read"
    NEVER_TRUE = "never_true"
    NO_INIT = "no_init"
    NO_MOVES = "no_moves"
    NO_NEXT = "no_next"
    NO_ROLE = "no_role"
    NO_TERMINAL = "no_terminal"
    NOT_ONLY = "variable_only_in_not"
    PLAY = "play"
    RECURSION = "recursion"
    ROLE_RULE = "role_rule"
    SYMBOL = "symbol"
    UNDEFINED = "undefined"
    UNSAFE = "unsafe_variable"
    UNSTRATIFIED = "unstratified"
    UNUSED = "unused"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a game, or looks wrong.

    Attributes:
        severity: An error breaks the language, or the game cannot be played; a warning leaves it playable.
        code: Its kind.
        message: What is wrong.
        advice: What to do about it.
        line: Line in the description, from 1.
        column: Column, from 1.
        excerpt: The line itself, and below it a caret under the place.
    """

    severity: Severity
    code: Code
    message: str
    advice: str
    line: int
    column: int
    excerpt: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity}: {self.message}; {self.advice} [{self.code}]"


class Remark(NamedTuple):
    """A finding before its place is known: the first occurrence of a symbol in a rule, or else the rule's start."""

    severity: Severity
    code: Code
    rule: Rule
    symbol: str
    message: str
    advice: str


class Program:
    """A game with the indices that several checks use.

    Args:
        game: The game.
        limit: Time for this and for all that goes through ``rules``.

    Raises:
        GdlLimitError: It takes too long.
    """

    def __init__(self, game: Game, limit: TimeLimit) -> None:
        self.game = game
        self._limit = limit
        self.heads: dict[Signature, list[Rule]] = {}
        """The rules for each relation."""
        self.uses: dict[Signature, list[Rule]] = {}
        """The rules that ask for each relation in their bodies."""
        for rule in self.rules:
            self.heads.setdefault(signature(rule.head), []).append(rule)
            for atom in atoms(rule):
                asking = self.uses.setdefault(signature(atom), [])
                if not asking or asking[-1] is not rule:
                    asking.append(rule)
        self._places = _Places(game)

    @property
    def rules(self) -> Iterable[Rule]:
        """All rules in the order of the text; going through them raises ``GdlLimitError`` when the time is up."""
        return watched(self.game.rules, self._limit)

    def line(self, rule: Rule) -> int:
        """Line in which a rule begins."""
        return self._places.place(rule.start)[0]

    def show(self, term: Term) -> str:
        """A term in the spelling of the description; the beginning of a long one."""
        text = self.game.show(term)
        return text if len(text) <= _WIDTH else text[:_WIDTH] + " …"

    def shape(self, relation: Signature) -> str:
        """A name with blanks for its arguments, such as ``(cell _ _ _)``."""
        name, count = relation
        return self.show((name, *"_" * count) if count else name)


def atoms(rule: Rule) -> Iterator[Term]:
    """The atoms of a rule's body from left to right, without the connectives around them."""
    stack = list(reversed(rule.body))
    while stack:
        condition = stack.pop()
        if isinstance(condition, tuple) and functor(condition) in CONNECTIVES:
            stack.extend(reversed(condition[1:]))
        else:
            yield condition


def findings(game: Game, remarks: Iterable[Remark]) -> list[Finding]:
    """Remarks with their places, in the order of the text; at most ``LISTED`` of each code."""
    kept: list[Remark] = []
    counts: dict[Code, int] = {}
    for remark in remarks:
        counts[remark.code] = counts.get(remark.code, 0) + 1
        if counts[remark.code] <= LISTED:
            kept.append(remark)
    last = {remark.code: remark for remark in kept}
    places = _Places(game)
    placed = []
    for remark in sorted(kept, key=lambda remark: remark.rule.start):
        severity, code, rule, symbol, message, advice = remark
        if remark is last[code] and counts[code] > LISTED:
            message = f"{message[: _LONGEST_MESSAGE // 2]} (and {counts[code] - LISTED:,} more of this kind)"
        offset = places.symbol(rule, symbol)
        line, column = places.place(offset)
        excerpt = game.source.excerpt(offset, column)
        message, advice = message[:_LONGEST_MESSAGE], advice[:_LONGEST_MESSAGE]
        placed.append(Finding(severity, code, message, advice, line, column, excerpt))
    return sorted(placed, key=lambda finding: (finding.line, finding.column, finding.code, finding.message))


class _Places:
    """Places in a text by bisection: a broken file of megabytes may have thousands of findings."""

    def __init__(self, game: Game) -> None:
        self._text = game.text
        self._line_starts = [0, *(end.end() for end in re.finditer(r"\r\n|\r|\n", game.text))]
        self._rule_starts = [rule.start for rule in game.rules]
        self._rule: Rule | None = None
        self._symbols: dict[str, int] = {}

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def symbol(self, rule: Rule, symbol: str) -> int:
        """Offset of the first occurrence of a symbol in a rule; the rule's own if it does not occur."""
        if rule is not self._rule:
            self._rule, self._symbols = rule, {}
            after = bisect_right(self._rule_starts, rule.start)
            end = self._rule_starts[after] if after < len(self._rule_starts) else len(self._text)
            for token in tokens(self._text, rule.start, end):
                self._symbols.setdefault(token[0].lower(), token.start())
        return self._symbols.get(symbol, rule.start)
