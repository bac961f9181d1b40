"""What can be said of a game's relations before any state is known: dependencies, strata, safety.

Stratification and safety are those of the GDL specification (Love et al., LG-2006-01, sections 4 and 5).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from gametasks.gdl._graphs import strong_components
from gametasks.gdl.description import Game, Rule
from gametasks.gdl.normal import Literal, normal_form, require_safe
from gametasks.gdl.terms import Term, arguments, is_ground, is_variable, signature, variables

__all__ = ["LEGAL", "Analysis", "Atom", "Definition", "Kind", "Relation", "Source", "analyse", "find_dependencies"]

Relation: TypeAlias = tuple[str, int]


LEGAL: Relation = ("legal", 2)
"""The relation all of whose facts are asked for in every state."""


class Source(Enum):
    """Where the answers to an atom come from."""

    RULES = "rules"
    STATE = "state"
    MOVES = "moves"
    COMPARISON = "comparison"


class Kind(IntEnum):
    """How long what is known of a relation stays right."""

    STATIC = 0
    STATE = 1
    MOVES = 2


class Atom(NamedTuple):
    """A literal of a rule.

    Attributes:
        source: Where its answers come from.
        relation: The relation; for ``true``, name and arity of the fact, or ``("", 1)`` where it is a variable.
        arguments: For ``true``, those of the fact; for ``does``, role and move.
        positive: False below ``not``.
    """

    source: Source
    relation: Relation
    arguments: tuple[Term, ...]
    positive: bool = True

    @property
    def names(self) -> frozenset[str]:
        """Its variables."""
        return _names_of(self.arguments)


@lru_cache(maxsize=20_000)
def _names_of(arguments: tuple[Term, ...]) -> frozenset[str]:
    return frozenset(name for argument in arguments for name in variables(argument))


class Definition(NamedTuple):
    """A clause with its body as atoms."""

    head: tuple[Term, ...]
    body: tuple[Atom, ...]
    rule: Rule


@dataclass
class Analysis:
    """A game's relations.

    Attributes:
        game: The game.
        facts: Ground facts of each relation, without repeats, in the order of the text.
        definitions: The other clauses.
        kind: Of each relation with clauses; one that is missing is static.
        components: Sets of relations that depend on each other, those first on which others rest.
        component: The number of a relation's component.
        recursive: The relations that depend on themselves.
    """

    game: Game
    facts: dict[Relation, dict[tuple[Term, ...], None]] = field(default_factory=dict)
    definitions: dict[Relation, list[Definition]] = field(default_factory=dict)
    kind: dict[Relation, Kind] = field(default_factory=dict)
    components: list[tuple[Relation, ...]] = field(default_factory=list)
    component: dict[Relation, int] = field(default_factory=dict)
    recursive: set[Relation] = field(default_factory=set)

    def kind_of(self, relation: Relation) -> Kind:
        """What a relation depends on."""
        return self.kind.get(relation, Kind.STATIC)

    def same_component(self, relation: Relation, other: Relation) -> bool:
        """Whether two relations depend on each other."""
        return relation in self.recursive and self.component.get(relation) == self.component.get(other)


def analyse(game: Game) -> Analysis:
    """Analyse a game.

    Raises:
        GdlError: A variable that is never bound, or negation through recursion; with the place of the rule.
        GdlLimitError: Too many cases of ``or``.
    """
    analysis = Analysis(game)
    for clause in normal_form(game):
        relation = signature(clause.head)
        if not clause.body and is_ground(clause.head):
            analysis.facts.setdefault(relation, {})[arguments(clause.head)] = None
            continue
        require_safe(game, clause)
        body = tuple(dict.fromkeys(_atom(literal) for literal in clause.body))
        analysis.definitions.setdefault(relation, []).append(Definition(arguments(clause.head), body, clause.rule))
    find_dependencies(analysis)
    _check_strata(analysis)
    return analysis


def find_dependencies(analysis: Analysis) -> None:
    """Find the components and kinds of the relations."""
    analysis.components, analysis.component, analysis.recursive, analysis.kind = [], {}, set(), {}
    _find_components(analysis)
    _find_kinds(analysis)


def _atom(literal: Literal) -> Atom:
    atom = literal.atom
    relation = signature(atom)
    if relation == ("true", 1):
        fact = atom[1]
        if is_variable(fact):
            return Atom(Source.STATE, ("", 1), (fact,), literal.positive)
        return Atom(Source.STATE, signature(fact), arguments(fact), literal.positive)
    if relation == ("does", 2):
        return Atom(Source.MOVES, relation, arguments(atom), literal.positive)
    if relation == ("distinct", 2):
        return Atom(Source.COMPARISON, relation, arguments(atom), literal.positive)
    return Atom(Source.RULES, relation, arguments(atom), literal.positive)


def _rests_on(definitions: Iterable[Definition]) -> list[Relation]:
    return list(
        dict.fromkeys(atom.relation for clause in definitions for atom in clause.body if atom.source is Source.RULES)
    )


def _find_components(analysis: Analysis) -> None:
    graph = {relation: _rests_on(clauses) for relation, clauses in analysis.definitions.items()}
    components = strong_components(graph, lambda relation: (other for other in graph[relation] if other in graph))
    for number, members in enumerate(components):
        analysis.components.append(members)
        for relation in members:
            analysis.component[relation] = number
        if len(members) > 1 or members[0] in graph[members[0]]:
            analysis.recursive.update(members)


def _check_strata(analysis: Analysis) -> None:
    for relation, clauses in analysis.definitions.items():
        for clause in clauses:
            for atom in clause.body:
                if (
                    not atom.positive
                    and atom.source is Source.RULES
                    and analysis.same_component(relation, atom.relation)
                ):
                    message = f"{relation[0]} depends on its own negation, through (not {atom.relation[0]})"
                    raise analysis.game.error(clause.rule, message)


def _find_kinds(analysis: Analysis) -> None:
    for members in analysis.components:
        kind = Kind.STATIC
        for relation in members:
            for clause in analysis.definitions[relation]:
                for atom in clause.body:
                    kind = max(kind, _atom_kind(analysis, atom))
        for relation in members:
            analysis.kind[relation] = kind


def _atom_kind(analysis: Analysis, atom: Atom) -> Kind:
    if atom.source is Source.STATE:
        return Kind.STATE
    if atom.source is Source.MOVES:
        return Kind.MOVES
    if atom.source is Source.RULES:
        return analysis.kind_of(atom.relation)
    return Kind.STATIC
