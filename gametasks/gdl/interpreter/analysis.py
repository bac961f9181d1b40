"""The rules of a game as clauses over relations, and what depends on what: the first step of compilation.

Stratification and safety are those of the GDL specification (Love et al., LG-2006-01, sections 4 and 5); the terms are
those of deductive databases (Ullman, "Principles of Database and Knowledge-Base Systems", volume 1, chapter 3).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from gametasks.gdl._graphs import strong_components
from gametasks.gdl.conditions import Literal
from gametasks.gdl.description import Game, Rule
from gametasks.gdl.interpreter.budget import Budget
from gametasks.gdl.normal import safe_clauses
from gametasks.gdl.terms import Term, arguments, is_ground, is_variable, signature, variables

__all__ = [
    "LEGAL",
    "AnalysedClause",
    "Analysis",
    "BodyLiteral",
    "LiteralKind",
    "Relation",
    "Row",
    "Volatility",
    "analyse",
    "find_dependencies",
]

Relation: TypeAlias = tuple[str, int]
"""Name and arity."""

Row: TypeAlias = tuple[Term, ...]
"""The arguments of a fact, a head or a body literal."""

LEGAL: Relation = ("legal", 2)
"""The relation whose facts are all computed in every state."""


class LiteralKind(Enum):
    """What a literal is evaluated against.

    Attributes:
        RELATION: A relation that rules or facts of the description define.
        STATE: The facts of the current state, ``true``.
        MOVES: The joint move, ``does``.
        COMPARISON: Nothing but its own arguments, ``distinct``.
        ASSUMPTION: The atoms that are assumed; always negated, its variables bound by others (``assumptions``).
    """

    RELATION = "relation"
    STATE = "state"
    MOVES = "moves"
    COMPARISON = "comparison"
    ASSUMPTION = "assumption"


class Volatility(IntEnum):
    """How long the extension of a relation stays the same.

    Attributes:
        STATIC: For the whole game.
        STATE: As long as the state does.
        MOVES: As long as state and joint move do.
    """

    STATIC = 0
    STATE = 1
    MOVES = 2


class BodyLiteral(NamedTuple):
    """A literal in the body of a clause.

    Attributes:
        kind: What it is evaluated against.
        relation: The relation; for ``true``, name and arity of the fact, or ``("", 1)`` where it is a variable.
        arguments: For ``true``, those of the fact; for ``does``, role and move.
        positive: False below ``not``.
    """

    kind: LiteralKind
    relation: Relation
    arguments: Row
    positive: bool = True

    @property
    def variables(self) -> frozenset[str]:
        """The variables of its arguments."""
        return _variables_of(self.arguments)

    @property
    def binds(self) -> bool:
        """Whether its variables have values once it holds."""
        return self.positive and self.kind is not LiteralKind.COMPARISON


@lru_cache(maxsize=20_000)
def _variables_of(row: Row) -> frozenset[str]:
    return frozenset(name for argument in row for name in variables(argument))


class AnalysedClause(NamedTuple):
    """A clause whose body consists of ``BodyLiteral``: ``normal.Clause`` with every keyword resolved.

    Attributes:
        head: Arguments of the head.
        body: The conjunction.
        rule: The rule of the description that it comes from, for messages.
    """

    head: Row
    body: tuple[BodyLiteral, ...]
    rule: Rule


@dataclass
class Analysis:
    """A game's relations and their dependency graph.

    Attributes:
        game: The game.
        facts: Ground facts of each relation, without repeats, in the order of the text.
        clauses: All other clauses of each relation.
        volatility: Of each relation with clauses; one that is missing is static.
        components: Strongly connected components of the dependency graph in topological order: a component comes
            after those it depends on.
        component: The number of a relation's component.
        recursive: The relations that depend on themselves.
        undecided: The relations that depend on their own negation, and those that depend on such ones.
        goal_fault: Why the goals have no meaning; empty if they have.
        assumed: The relations of which atoms are assumed, in the order of the text.
    """

    game: Game
    facts: dict[Relation, dict[Row, None]] = field(default_factory=dict)
    clauses: dict[Relation, list[AnalysedClause]] = field(default_factory=dict)
    volatility: dict[Relation, Volatility] = field(default_factory=dict)
    components: list[tuple[Relation, ...]] = field(default_factory=list)
    component: dict[Relation, int] = field(default_factory=dict)
    recursive: set[Relation] = field(default_factory=set)
    undecided: frozenset[Relation] = frozenset()
    goal_fault: str = ""
    assumed: dict[Relation, None] = field(default_factory=dict)

    def volatility_of(self, relation: Relation) -> Volatility:
        """How long the extension of a relation stays the same."""
        return self.volatility.get(relation, Volatility.STATIC)

    def same_component(self, relation: Relation, other: Relation) -> bool:
        """Whether two relations depend on each other (also true of a relation that depends on itself)."""
        return relation in self.recursive and self.component.get(relation) == self.component.get(other)

    def bottom_up(self) -> list[Relation]:
        """The relations with clauses, each after those it depends on."""
        return [relation for members in self.components for relation in members]


def analyse(game: Game, budget: Budget) -> Analysis:
    """Analyse a game.

    Raises:
        GdlError: A variable that is never bound, in a rule that not only goals rest on; with the place of the rule.
        GdlLimitError: Too many cases of ``or``, or opening the game takes too much work or time.
    """
    clauses, goal_fault = safe_clauses(game)
    analysis = Analysis(game, goal_fault=goal_fault)
    for clause in clauses:
        budget.compile(1)
        relation = signature(clause.head)
        if not clause.body and is_ground(clause.head):
            analysis.facts.setdefault(relation, {})[arguments(clause.head)] = None
            continue
        body = tuple(dict.fromkeys(_body_literal(literal) for literal in clause.body))
        analysis.clauses.setdefault(relation, []).append(AnalysedClause(arguments(clause.head), body, clause.rule))
    find_dependencies(analysis)
    return analysis


def find_dependencies(analysis: Analysis) -> None:
    """Fill in the components, the recursive relations and the volatilities from the clauses."""
    analysis.components, analysis.component, analysis.recursive, analysis.volatility = [], {}, set(), {}
    _find_components(analysis)
    _find_volatilities(analysis)


def _body_literal(literal: Literal) -> BodyLiteral:
    atom = literal.atom
    relation = signature(atom)
    if relation == ("true", 1):
        fact = atom[1]
        if is_variable(fact):
            return BodyLiteral(LiteralKind.STATE, ("", 1), (fact,), literal.positive)
        return BodyLiteral(LiteralKind.STATE, signature(fact), arguments(fact), literal.positive)
    if relation == ("does", 2):
        return BodyLiteral(LiteralKind.MOVES, relation, arguments(atom), literal.positive)
    if relation == ("distinct", 2):
        return BodyLiteral(LiteralKind.COMPARISON, relation, arguments(atom), literal.positive)
    return BodyLiteral(LiteralKind.RELATION, relation, arguments(atom), literal.positive)


def _dependencies(clauses: Iterable[AnalysedClause]) -> list[Relation]:
    literals = (literal for clause in clauses for literal in clause.body)
    return list(dict.fromkeys(literal.relation for literal in literals if literal.kind is LiteralKind.RELATION))


def _find_components(analysis: Analysis) -> None:
    graph = {relation: _dependencies(clauses) for relation, clauses in analysis.clauses.items()}
    components = strong_components(graph, lambda relation: (other for other in graph[relation] if other in graph))
    for number, members in enumerate(components):
        analysis.components.append(members)
        for relation in members:
            analysis.component[relation] = number
        if len(members) > 1 or members[0] in graph[members[0]]:
            analysis.recursive.update(members)


def _find_volatilities(analysis: Analysis) -> None:
    for members in analysis.components:
        literals = [literal for relation in members for clause in analysis.clauses[relation] for literal in clause.body]
        volatility = max((_literal_volatility(analysis, literal) for literal in literals), default=Volatility.STATIC)
        for relation in members:
            analysis.volatility[relation] = volatility


def _literal_volatility(analysis: Analysis, literal: BodyLiteral) -> Volatility:
    if literal.kind in {LiteralKind.STATE, LiteralKind.ASSUMPTION}:
        return Volatility.STATE
    if literal.kind is LiteralKind.MOVES:
        return Volatility.MOVES
    if literal.kind is LiteralKind.RELATION:
        return analysis.volatility_of(literal.relation)
    return Volatility.STATIC
