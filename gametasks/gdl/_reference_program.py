"""The rules of a game as the plain reasoner looks at them, and the answers that it keeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from gametasks.gdl.description import Game, Rule
from gametasks.gdl.normal import Literal, normal_form
from gametasks.gdl.terms import Term, arguments, functor, is_ground, signature, variables

__all__ = ["Clause", "Condition", "Program", "Signature", "Table", "prepared"]

Signature: TypeAlias = tuple[str, int]


class Condition(NamedTuple):
    """A literal with what is asked of it again and again."""

    positive: bool
    atom: Term
    names: frozenset[str]
    compares: bool
    """Whether it is ``distinct``, which compares its arguments instead of looking for facts."""


class Clause(NamedTuple):
    """A clause, ready for use."""

    head: Term
    body: tuple[Condition, ...]
    rule: Rule


def prepared(head: Term, body: Iterable[Literal], rule: Rule) -> Clause:
    """A clause with its conditions looked at once."""
    conditions = tuple(
        Condition(positive, atom, frozenset(variables(atom)), functor(atom) == "distinct") for positive, atom in body
    )
    return Clause(head, conditions, rule)


class Table:
    """Ground answers to a question, in the order in which they were found.

    Whoever goes through them meets those that are added meanwhile, too.
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
        """Add an answer that is not there yet."""
        self._known.add(answer)
        self._order.append(answer)

    def __contains__(self, answer: Term) -> bool:
        return answer in self._known


class Program:
    """Facts and clauses by relation, and which relations are the same in every state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.facts: dict[Signature, list[Term]] = {}
        self.clauses: dict[Signature, list[Clause]] = {}
        for head, body, rule in normal_form(game):
            if not body and is_ground(head):
                self.facts.setdefault(signature(head), []).append(head)
            else:
                self.clauses.setdefault(signature(head), []).append(prepared(head, body, rule))
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
        self.dynamic = frozenset(dynamic)
        self._by_argument: dict[tuple[Signature, int], dict[Term, list[Term]]] = {}

    def candidates(self, goal: Term) -> Sequence[Term]:
        """The facts of the description among which the answers to a question are."""
        relation = signature(goal)
        facts = self.facts.get(relation, [])
        for place, argument in enumerate(arguments(goal)):
            if facts and is_ground(argument):
                index = self._by_argument.get((relation, place))
                if index is None:
                    index = self._by_argument[relation, place] = {}
                    for fact in facts:
                        index.setdefault(arguments(fact)[place], []).append(fact)
                return index.get(argument, ())
        return facts
