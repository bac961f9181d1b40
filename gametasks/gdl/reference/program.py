"""The program that the plain reasoner evaluates: clauses, facts with an index, and tables of answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from gametasks.gdl._graphs import reachable, strong_components
from gametasks.gdl.conditions import Literal
from gametasks.gdl.description import Game, Rule
from gametasks.gdl.normal import safe_clauses
from gametasks.gdl.terms import Signature, Term, functor, is_ground, signature, variables

__all__ = ["Clause", "Condition", "Facts", "Program", "Table", "prepared"]


class Condition(NamedTuple):
    """A literal with what the evaluation needs to know of it."""

    positive: bool
    atom: Term
    names: frozenset[str]
    compares: bool
    """Whether it is ``distinct``, which compares its arguments instead of looking for facts."""


class Clause(NamedTuple):
    """A clause whose conditions are prepared."""

    head: Term
    body: tuple[Condition, ...]
    rule: Rule


def prepared(head: Term, body: Iterable[Literal], rule: Rule) -> Clause:
    """Prepare the conditions of a clause."""
    conditions = tuple(
        Condition(positive, atom, frozenset(variables(atom)), functor(atom) == "distinct") for positive, atom in body
    )
    return Clause(head, conditions, rule)


class Table:
    """The ground answers to a subgoal, in the order in which they were found.

    An iteration includes answers that are added meanwhile.
    """

    __slots__ = ("_known", "_order")

    def __init__(self, answers: Iterable[Term]) -> None:
        self._order = list(dict.fromkeys(answers))
        self._known = set(self._order)

    def __iter__(self) -> Iterator[Term]:
        return iter(self._order)

    def __len__(self) -> int:
        return len(self._order)

    def add(self, answer: Term) -> None:
        """Add an answer that the table does not hold yet."""
        self._known.add(answer)
        self._order.append(answer)

    def __contains__(self, answer: Term) -> bool:
        return answer in self._known


class Facts:
    """Ground atoms, indexed by the ground arguments of the subgoals that ask for them.

    Args:
        facts: The atoms of each relation.
    """

    def __init__(self, facts: Mapping[Signature, Sequence[Term]]) -> None:
        self._facts = facts
        self._found: dict[tuple[Signature, tuple[int, ...]], dict[Term, list[Term]]] = {}

    def candidates(self, subgoal: Term) -> Sequence[Term]:
        """The atoms that may match a subgoal: those that agree with its first ground part, if it has one."""
        relation = signature(subgoal)
        facts = self._facts.get(relation, ())
        path = _ground_part(subgoal)
        if path is None or not facts:
            return facts
        index = self._found.get((relation, path))
        if index is None:
            index = self._found[relation, path] = {}
            for fact in facts:
                index.setdefault(_part(fact, path), []).append(fact)
        return index.get(_part(subgoal, path), ())


def _ground_part(atom: Term) -> tuple[int, ...] | None:
    """The path to the first ground argument of an atom, or of a term that is its argument, such as a fact."""
    named = None
    for place, argument in enumerate(atom[1:] if not isinstance(atom, str) else (), 1):
        if is_ground(argument):
            return (place,)
        if not isinstance(argument, str):
            for inner, part in enumerate(argument[1:], 1):
                if is_ground(part):
                    return place, inner
            named = named or (place, 0)
    return named


def _part(atom: Term, path: tuple[int, ...]) -> Term:
    """The part of an atom at a path; an empty text, which is not a term, if the atom has no such part."""
    for place in path:
        if isinstance(atom, str) or place >= len(atom):
            return ""
        atom = atom[place]
    return atom


class Program:
    """Facts and clauses by relation, and the relations that depend on the state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        facts: dict[Signature, list[Term]] = {}
        self.clauses: dict[Signature, list[Clause]] = {}
        clauses, self.goal_fault = safe_clauses(game)
        for head, body, rule in clauses:
            if not body and is_ground(head):
                facts.setdefault(signature(head), []).append(head)
            else:
                self.clauses.setdefault(signature(head), []).append(prepared(head, body, rule))
        self.facts = Facts(facts)
        dynamic: set[Signature] = {("true", 1), ("does", 2)}
        grown = True
        while grown:
            reached = {
                relation
                for relation, own in self.clauses.items()
                if any(signature(condition.atom) in dynamic for clause in own for condition in clause.body)
            }
            grown = not reached <= dynamic
            dynamic |= reached
        undecided = self._undecided()
        self.dynamic = frozenset(dynamic | undecided)
        self.assumed = frozenset(
            signature(condition.atom)
            for relation in undecided
            for clause in self.clauses[relation]
            for condition in clause.body
            if not condition.positive and signature(condition.atom) in undecided
        )
        """The relations whose negation is a condition of rules that rest on their own negation."""

    def assumed_by(self, goal: Term) -> list[Signature]:
        """Those of the assumed relations that a subgoal rests on."""
        needed = {signature(goal)} | reachable([signature(goal)], self._uses)
        return [relation for relation in self.clauses if relation in self.assumed and relation in needed]

    def _uses(self, relation: Signature) -> list[Signature]:
        return [signature(condition.atom) for clause in self.clauses.get(relation, ()) for condition in clause.body]

    def _undecided(self) -> set[Signature]:
        """The relations that depend on their own negation, and all that depend on these."""
        circular: set[Signature] = set()
        users: dict[Signature, list[Signature]] = {}
        for members in strong_components(self.clauses, self._uses):
            inside = set(members)
            for relation in members:
                for used in self._uses(relation):
                    users.setdefault(used, []).append(relation)
                for clause in self.clauses.get(relation, ()):
                    if any(not condition.positive and signature(condition.atom) in inside for condition in clause.body):
                        circular.add(relation)
        return circular | reachable(circular, lambda relation: users.get(relation, ()))
