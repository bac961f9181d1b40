"""Rules as normal clauses: a head and a conjunction of literals, without ``or`` and without nested ``not``.

A rule with few cases of ``or`` becomes one clause for each. Where there would be too many, each ``or`` becomes a
relation over the variables that it shares with the rest of its rule, with one clause for each alternative, so that the
clauses are about as long as the rule (Lloyd and Topor, "Making Prolog more expressive", 1984). An alternative that
leaves a shared variable unbound takes over a condition that binds it; the rest of the rule demands that one anyway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl._graphs import reachable
from gametasks.gdl.conditions import (
    Condition,
    Conjunction,
    Disjunction,
    Literal,
    body_of,
    cases,
    certain,
    conjunction,
    literals,
    occurrences,
)
from gametasks.gdl.description import Game, Rule
from gametasks.gdl.terms import Signature, Term, functor, show, signature, symbols, variables
from gametasks.gdl.time_limit import TimeLimit, watched

__all__ = ["Clause", "SafeClauses", "bound_variables", "normal_form", "require_safe", "safe_clauses"]

_MOST_CASES = 64
"""Cases up to which a rule becomes one clause for each, as a rule does that has no more cases than alternatives."""

_MOST_CHOICES = 10_000
"""Cases of those ``or`` of a rule that share a variable which is not bound in all of them: they cannot be relations."""

_MOST_SYMBOLS = 10_000_000
"""Symbols of all clauses of rules with ``or``."""


class Clause(NamedTuple):
    """A rule whose body is a conjunction."""

    head: Term
    body: tuple[Literal, ...]
    rule: Rule


def normal_form(game: Game, limit: TimeLimit | None = None) -> tuple[Clause, ...]:
    """All rules of a game as normal clauses, in the order of the description.

    Args:
        game: The game.
        limit: Time that must not be exceeded.

    Raises:
        GdlError: A rule with many cases of ``or`` leaves a variable unbound.
        GdlLimitError: The clauses are far longer than the rules, or it takes too long.
    """
    normaliser = _Normaliser(game)
    return tuple(clause for rule in watched(game.rules, limit) for clause in watched(normaliser.clauses(rule), limit))


class SafeClauses(NamedTuple):
    """Clauses that bind their variables.

    Attributes:
        clauses: The clauses, without those that only goals rest on and that do not.
        goal_fault: Why the goals have no meaning; empty if they have.
    """

    clauses: tuple[Clause, ...]
    goal_fault: str


def safe_clauses(game: Game) -> SafeClauses:
    """All rules of a game as normal clauses that bind their variables.

    Moves and states can be known whatever is wrong with the goals: a clause that only these rest on spoils only these.

    Raises:
        GdlError: A variable of any other clause is not bound; with the place of the rule.
        GdlLimitError: As for ``normal_form``.
    """
    clauses = normal_form(game)
    faults: dict[Clause, GdlError] = {}
    for clause in clauses:
        try:
            require_safe(game, clause)
        except GdlError as error:
            faults[clause] = error
    if not faults:
        return SafeClauses(clauses, "")
    uses: dict[Signature, list[Signature]] = {}
    for clause in clauses:
        uses.setdefault(signature(clause.head), []).extend(signature(literal.atom) for literal in clause.body)
    of_goals, of_others = (
        {*asked, *reachable(asked, lambda relation: uses.get(relation, ()))} for asked in (_GOALS, _OTHERS)
    )
    for clause, fault in faults.items():
        if signature(clause.head) not in of_goals or signature(clause.head) in of_others:
            raise fault
    kept = tuple(clause for clause in clauses if clause not in faults)
    return SafeClauses(kept, str(next(iter(faults.values()))))


_GOALS: tuple[Signature, ...] = (("goal", 2),)
_OTHERS: tuple[Signature, ...] = (("init", 1), ("legal", 2), ("next", 1), ("terminal", 0))
"""The relations that are asked for."""


def bound_variables(clause: Clause) -> frozenset[str]:
    """The variables that a positive condition of a clause binds."""
    return certain(Conjunction(clause.body))


def require_safe(game: Game, clause: Clause) -> None:
    """Require that a clause binds every variable of its head and of ``distinct``.

    A variable that occurs in ``not`` alone is allowed: it is read as "for no value".

    Raises:
        GdlError: A variable is not bound; with the place of the rule.
    """
    _require_safe(game, clause.rule, clause.head, Conjunction(clause.body))


def _require_safe(game: Game, rule: Rule, head: Term, body: Conjunction) -> None:
    found = [(head, certain(body))]
    found += [(literal.atom, bound) for literal, bound in occurrences(body) if functor(literal.atom) == "distinct"]
    for atom, bound in found:
        for name in variables(atom):
            if name not in bound:
                raise game.error(rule, f"no condition binds {name} of {show(atom)}")


class _Normaliser:
    """Makes the clauses of one rule after the other, within one limit for all of them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._symbols = 0
        self._relations = 0

    def clauses(self, rule: Rule) -> Iterator[Clause]:
        """One rule as normal clauses; those of a relation for ``or`` come before those that use it."""
        body = body_of(rule)
        if all(isinstance(part, Literal) for part in body.parts):
            yield Clause(rule.head, tuple(literals(body)), rule)
            return
        size = sum(1 for term in (rule.head, *rule.body) for _ in symbols(term))
        if self._is_spread(body, size):
            yield from self.spread(rule, rule.head, body)
            return
        _require_safe(self._game, rule, rule.head, body)
        yield from _Folding(self, rule).clauses(rule.head, body)

    def new_relation(self, rule: Rule) -> str:
        """A name for a relation; no name of a description holds a space."""
        self._relations += 1
        return f"{functor(rule.head)} or {self._relations}"

    def spread(self, rule: Rule, head: Term, body: Conjunction) -> Iterator[Clause]:
        """One clause for each case of a body."""
        for case in _cases_of(body):
            yield self.emit(rule, head, case)

    def emit(self, rule: Rule, head: Term, body: tuple[Literal, ...]) -> Clause:
        """A clause, whose length counts."""
        self.count(rule, head, body)
        return Clause(head, body, rule)

    def count(self, rule: Rule, head: Term, body: Iterable[Literal]) -> None:
        """Count the symbols of a clause.

        Raises:
            GdlLimitError: There are too many.
        """
        self._symbols += sum(1 for term in (head, *(literal.atom for literal in body)) for _ in symbols(term))
        if self._symbols > _MOST_SYMBOLS:
            message = f"its cases of 'or' bring all clauses to more than {_MOST_SYMBOLS:,} symbols; split the rule"
            raise self.limit_error(rule, message)

    def limit_error(self, rule: Rule, message: str) -> GdlLimitError:
        """An error that names the place of a rule."""
        return GdlLimitError(f"{self._game.place(rule)}: the rule for {functor(rule.head)}: {message}")

    def _is_spread(self, body: Conjunction, size: int) -> bool:
        count = cases(body)
        alternatives = sum(cases(part) for part in body.parts if isinstance(part, Disjunction))
        return count <= max(_MOST_CASES, alternatives) and count * size <= _MOST_SYMBOLS - self._symbols


class _Folding:
    """Turns the ``or`` of one rule into relations.

    An ``or`` that shares a variable which is not bound in all cases of the rule stays a choice between bodies.
    """

    def __init__(self, normaliser: _Normaliser, rule: Rule) -> None:
        self._normaliser = normaliser
        self._rule = rule
        self._choices = 0

    def clauses(self, head: Term, body: Conjunction) -> Iterator[Clause]:
        """The clauses for a head and a body that binds every variable of the head and of ``distinct``."""
        if cases(body) <= _MOST_CASES:
            yield from self._normaliser.spread(self._rule, head, body)
            return
        self._normaliser.count(self._rule, head, literals(body))
        bound = certain(body)
        binders: dict[str, Literal] = {}
        folded: list[Condition] = []
        for part, names in zip(body.parts, _shared(head, body), strict=True):
            if isinstance(part, Literal) or not bound.issuperset(names):
                folded.append(part)
                continue
            atom = self._new_atom(names)
            folded.append(Literal(True, atom))
            for alternative in part.parts:
                context: list[Condition] = []
                known = certain(alternative)
                for name in names:
                    if name not in known:
                        if name not in binders:
                            binders[name] = yield from self._binder(body, name)
                        context.append(binders[name])
                        known |= certain(binders[name])
                yield from self.clauses(atom, conjunction([*context, alternative]))
        yield from self._of_choices(head, folded)

    def _of_choices(self, head: Term, parts: list[Condition]) -> Iterator[Clause]:
        """The clauses for each choice of one alternative of every ``or`` that is left."""
        choices = [part.parts if isinstance(part, Disjunction) else (part,) for part in parts]
        self._choices += prod(map(len, choices))
        if self._choices > _MOST_CHOICES:
            name = next(name for name in _names(Conjunction(tuple(parts))) if name not in certain(conjunction(parts)))
            message = f"{name} is bound in some of its more than {_MOST_CHOICES:,} cases of 'or' and not in others"
            advice = "bind it by a condition outside of 'or', or give parts of the rule names of their own"
            raise self._normaliser.limit_error(self._rule, f"{message}; {advice}")
        for choice in product(*choices):
            yield from self.clauses(head, conjunction(choice))

    def _binder(self, body: Conjunction, name: str) -> Generator[Clause, None, Literal]:
        """A literal that holds wherever the body does and binds a variable."""
        found = _binding(body, name)
        if len(found) == 1:
            return found[0]
        atom = self._new_atom([name])
        for literal in dict.fromkeys(found):
            yield self._normaliser.emit(self._rule, atom, (literal,))
        return Literal(True, atom)

    def _new_atom(self, names: Sequence[str]) -> Term:
        relation = self._normaliser.new_relation(self._rule)
        return (relation, *names) if names else relation


def _cases_of(condition: Condition) -> Iterator[tuple[Literal, ...]]:
    """The cases of a condition, each a conjunction."""
    if isinstance(condition, Literal):
        yield (condition,)
    elif isinstance(condition, Disjunction):
        for part in condition.parts:
            yield from _cases_of(part)
    else:
        for choice in product(*map(_cases_of, condition.parts)):
            yield tuple(literal for case in choice for literal in case)


def _names(condition: Condition) -> dict[str, None]:
    """All variables of a condition in the order of their first occurrence."""
    return dict.fromkeys(name for literal in literals(condition) for name in variables(literal.atom))


def _shared(head: Term, body: Conjunction) -> list[list[str]]:
    """For each part of a body, the variables that it shares with the head or with other parts."""
    names = [_names(part) for part in body.parts]
    counts = Counter(name for own in (dict.fromkeys(variables(head)), *names) for name in own)
    return [[name for name in own if counts[name] > 1] for own in names]


def _binding(condition: Condition, name: str) -> list[Literal]:
    """Literals of which one holds wherever a condition does, and each of which binds a variable; as few as may be."""
    if isinstance(condition, Literal):
        return [condition]
    if isinstance(condition, Disjunction):
        return [literal for part in condition.parts for literal in _binding(part, name)]
    binding = [part for part in condition.parts if name in certain(part)]
    return _binding(min(binding, key=lambda part: sum(1 for _ in literals(part))), name)
