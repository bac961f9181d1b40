"""The rules that derive a concept such as ``next``, and what can be counted in them.

The properties are those of section S4 of "Reasoning Capabilities of Large Language Models. Lessons Learned from General
Game Playing". Where the text leaves a choice open, we take the one that agrees with most of its table S18.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from gametasks.gdl._graphs import strong_components
from gametasks.gdl.description import CONNECTIVES, Game, Rule
from gametasks.gdl.terms import Signature, Term, arguments, functor, is_variable, signature, symbols

__all__ = ["RuleSubset", "h_index", "number_of_arguments"]

_MOST_CASES = 1_000
"""Rules that a choice between moves may become; beyond it, the rule is left as it stands."""


class RuleSubset:
    """The rules that derive one relation of a game, directly or through the relations that they use.

    ``true`` and ``does`` are given from outside, so neither leads to further rules. Facts do not count as rules. A rule
    with an ``or`` between moves (``does``) only stands for one rule for each of them; any other ``or`` counts as
    one condition.

    Args:
        game: The game.
        top: ``("next", 1)`` or ``("legal", 2)``.
    """

    def __init__(self, game: Game, top: Signature) -> None:
        self._top = top
        self._by_head: dict[Signature, list[Rule]] = {}
        self._facts_by_head: dict[Signature, dict[Term, None]] = {}
        for rule in game.rules:
            if rule.body:
                self._by_head.setdefault(signature(rule.head), []).extend(_one_for_each_move(rule))
            else:
                self._facts_by_head.setdefault(signature(rule.head), {})[rule.head] = None

    @cached_property
    def relations(self) -> list[Signature]:
        """All relations that are used, the one itself first."""
        found = {self._top: None}
        queue = [self._top]
        for relation in queue:
            for used in self._used(relation):
                if used not in found:
                    found[used] = None
                    queue.append(used)
        return queue

    @cached_property
    def rules(self) -> list[Rule]:
        """All rules, those of the relation itself first."""
        return [rule for relation in self.relations for rule in self._by_head.get(relation, ())]

    @cached_property
    def conditions(self) -> list[list[Term]]:
        """The conditions of each rule, with each ``and`` split into its parts."""
        return [list(_parts_of_and(rule.body)) for rule in self.rules]

    @property
    def top_level(self) -> list[Term]:
        """The heads of the rules and the facts of the relation itself."""
        heads = [rule.head for rule in self._by_head.get(self._top, ())]
        return heads + list(self._facts_by_head.get(self._top, ()))

    @property
    def constant_facts(self) -> int:
        """Different facts of the relations that the rules use; those of the relation itself are not used by them."""
        return sum(len(self._facts_by_head.get(relation, ())) for relation in self.relations[1:])

    @property
    def negations(self) -> int:
        """Conditions below ``not``, wherever it stands."""
        return self._connectives("not")

    @property
    def disjunctions(self) -> int:
        """Occurrences of ``or``, except those that choose between moves."""
        return self._connectives("or")

    @property
    def recursive_rules(self) -> int:
        """Rules that use their own relation, directly or through others."""
        return sum(any(self._recursive(rule, used) for used in _relations(rule)) for rule in self.rules)

    @cached_property
    def greatest_depth(self) -> int:
        """Length of the longest chain of rules below a top-level rule: 0 for a rule over facts and the state.

        A recursive condition adds nothing.
        """
        depth: dict[Signature, int] = {}
        for members in self._components:
            below = [
                1 + depth[used]
                for relation in members
                for rule in self._by_head[relation]
                for used in _relations(rule)
                if used in depth
            ]
            depth.update(dict.fromkeys(members, max(below, default=0)))
        return depth.get(self._top, 0)

    @cached_property
    def average_depth(self) -> float:
        """Mean depth at which derivations end.

        All rules are unfolded from the relation down. A condition of its own rules has depth 0, one of a rule that such
        a condition calls has depth 1, and so on. The mean goes over all occurrences of conditions that call no rule:
        those on the state, on moves and on constant facts, and recursive ones. ``distinct`` looks up nothing and is
        left out. Without such conditions the mean is 0.
        """
        ends: dict[Signature, tuple[int, int]] = {}
        for members in self._components:
            # A component is set as a whole, so that a recursive condition finds no entry and counts as an end.
            ends.update({relation: self._ends(relation, ends) for relation in members})
        number, total = ends.get(self._top, (0, 0))
        return total / number if number else 0.0

    def _ends(self, relation: Signature, known: dict[Signature, tuple[int, int]]) -> tuple[int, int]:
        """How many conditions end a derivation of a relation, and the sum of their depths below it."""
        number = total = 0
        for rule in self._by_head[relation]:
            for used in _relations(rule):
                if used in known:
                    number += known[used][0]
                    total += known[used][0] + known[used][1]
                elif used[0] != "distinct":
                    number += 1
        return number, total

    @cached_property
    def _components(self) -> list[tuple[Signature, ...]]:
        """The strongly connected components of relations with rules, each after those that it uses."""
        roots = (name for name in self.relations if name in self._by_head)
        return list(strong_components(roots, lambda name: (used for used in self._used(name) if used in self._by_head)))

    @cached_property
    def _component(self) -> dict[Signature, int]:
        return {name: place for place, members in enumerate(self._components) for name in members}

    def _used(self, relation: Signature) -> list[Signature]:
        return list(dict.fromkeys(used for rule in self._by_head.get(relation, ()) for used in _relations(rule)))

    def _recursive(self, rule: Rule, used: Signature) -> bool:
        return used in self._component and self._component[used] == self._component[signature(rule.head)]

    def _connectives(self, name: str) -> int:
        return sum(_occurrences(name, condition) for conditions in self.conditions for condition in conditions)


def h_index(values: Iterable[int]) -> int:
    """The largest H such that at least H of the values are H or more."""
    return sum(value >= place for place, value in enumerate(sorted(values, reverse=True), start=1))


def number_of_arguments(condition: Term) -> int:
    """Variables and constants in a condition. Names of relations, facts, moves and functions do not count."""
    name = functor(condition)
    if name in CONNECTIVES and not isinstance(condition, str):
        return sum(number_of_arguments(part) for part in condition[1:])
    if name == "true":
        return sum(is_variable(fact) or _leaves(fact) for fact in arguments(condition))
    if name == "does" and len(condition) == 3:
        role, move = arguments(condition)
        return max(1, _leaves(role)) + (is_variable(move) or _leaves(move))
    return _leaves(condition)


def _leaves(term: Term) -> int:
    """Symbols that stand as arguments in a compound term; none in a symbol."""
    stack, found = list(arguments(term)), 0
    while stack:
        part = stack.pop()
        found += isinstance(part, str)
        stack.extend(arguments(part))
    return found


def _parts_of_and(conditions: Iterable[Term]) -> Iterator[Term]:
    for condition in conditions:
        if functor(condition) == "and":
            yield from _parts_of_and(arguments(condition))
        else:
            yield condition


def _atoms(condition: Term) -> Iterator[Term]:
    if functor(condition) in CONNECTIVES:
        for part in arguments(condition):
            yield from _atoms(part)
    else:
        yield condition


def _relations(rule: Rule) -> Iterator[Signature]:
    """The relations of a rule's conditions from left to right, repeats included."""
    return (signature(atom) for condition in rule.body for atom in _atoms(condition))


def _occurrences(name: str, condition: Term) -> int:
    return sum(symbol == name for symbol in symbols(condition))


def _one_for_each_move(rule: Rule) -> list[Rule]:
    """A rule for each choice of moves in its conditions."""
    bodies: list[tuple[Term, ...]] = [()]
    for condition in rule.body:
        choice = arguments(condition) if functor(condition) == "or" else ()
        if not choice or any(signature(part) != ("does", 2) for part in choice):
            choice = (condition,)
        bodies = [(*body, part) for body in bodies for part in choice]
        if len(bodies) > _MOST_CASES:
            return [rule]
    return [Rule(rule.head, body, rule.start) for body in bodies]
