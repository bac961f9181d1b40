"""The order in which the literals of a rule are looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gametasks.gdl.interpreter.analysis import LEGAL, Atom, Definition, Relation, Source
from gametasks.gdl.interpreter.sizes import Sizes, Values
from gametasks.gdl.terms import Term, variables

__all__ = ["Planner"]

_LOOK, _LOOP, _CALL = 1.0, 1.5, 2.0
"""Cost of a look into a dictionary, of beginning a loop, and of asking for another relation's memo."""

_CIRCLE = 10.0
"""Assumed work of a question that leads back to the relation it came from."""

_MOST_DEPTH = 20
"""Relations that rest on each other which the estimate of work looks through."""

_LONG_BODY = 20
"""Atoms of a body from which on only one partial order is kept."""

_WITHOUT_ROLE = 1e6
"""Assumed work of asking for legal moves of no particular role."""

_BEAM = 4
"""Partial orders that are kept at each step of the search."""


class _Partial(NamedTuple):
    """A beginning of an order.

    Attributes:
        cost: What has been spent.
        rows: How often what follows is reached.
        bound: Variables that have a value, a bit each.
        left: Atoms that are left, a bit each.
        order: Places of the others.
    """

    cost: float
    rows: float
    bound: int
    left: int
    order: tuple[int, ...]


class Planner:
    """Orders conjunctions by what is bound and by estimated size.

    Cheap tests stand where they are bound; the order of everything else comes from a beam search for the least
    estimated cost, in the manner of Selinger et al. ("Access path selection in a relational database management
    system", 1979).

    Args:
        sizes: Estimated numbers of answers.
        is_call: Whether an atom is answered by a function rather than from a table.
        clauses: The clauses of a relation.
        is_last: Whether an atom depends on a relation, in a clause of which it stands.
        values_of: The values that the variables of an atom may have, as far as that is known.
    """

    def __init__(
        self,
        sizes: Sizes,
        is_call: Callable[[Atom], bool],
        clauses: Callable[[Relation], list[Definition]],
        is_last: Callable[[Relation, Atom], bool],
        values_of: Callable[[Atom], dict[str, tuple[Term, ...]]],
    ) -> None:
        self.sizes = sizes
        self.is_call = is_call
        self._clauses = clauses
        self._is_last = is_last
        self._values_of = values_of
        self._depth = 0
        self._work: dict[tuple[Relation, tuple[bool, ...]], float] = {}

    def work(self, relation: Relation, given: tuple[bool, ...]) -> float:
        """Estimated work of answering a kind of question."""
        if relation == LEGAL:
            # All legal moves of a role are asked for anyway, whatever is known of the move.
            if not given[0]:
                return _WITHOUT_ROLE
            given = True, False
        known = self._work.get((relation, given))
        if known is not None:
            return known
        if self._depth == _MOST_DEPTH:
            return _CIRCLE
        self._depth += 1
        self._work[relation, given] = _CIRCLE
        total = 1.0
        for clause in self._clauses(relation):
            bound = {
                name for term, is_given in zip(clause.head, given, strict=True) if is_given for name in variables(term)
            }
            total += self._plan(relation, clause.body, bound, 1)[1]
        self._depth -= 1
        self._work[relation, given] = total
        return total

    def order(self, relation: Relation, body: tuple[Atom, ...], given: set[str]) -> list[Atom]:
        """Order the body of a clause.

        Args:
            relation: The relation of the clause. Atoms that depend on it wait until all others are done.
            body: The atoms.
            given: Variables that have a value from the start.
        """
        return self._plan(relation, body, given, _BEAM)[0]

    def _plan(
        self, relation: Relation, body: tuple[Atom, ...], given: set[str], width: int
    ) -> tuple[list[Atom], float]:
        """The order and its estimated cost."""
        if len(body) > _LONG_BODY:
            width = 1
        last = [atom for atom in body if self._is_last(relation, atom)]
        first = [atom for atom in body if not self._is_last(relation, atom)]
        bound = set(given)
        binders = {name for atom in body if _binds(atom) for name in atom.names}
        ordered: list[Atom] = []
        cost, rows = 0.0, 1.0
        values: dict[str, tuple[Term, ...]] = {}
        for atom in body:
            if _binds(atom):
                for name, own in self._values_of(atom).items():
                    known = values.get(name)
                    values[name] = own if known is None else tuple(set(own).intersection(known)) or own
        for group in (first, last):
            early = [atom for atom in group if _binds(atom) or atom.names & binders <= bound | _bound_by(group)]
            best = _Search(self, early, bound, binders, values, width).best(rows)
            ordered += best.atoms
            cost, rows = cost + best.cost, best.rows
            bound |= _bound_by(early)
            # What waits for the variables of a recursive atom.
            last += [atom for atom in group if atom not in early]
        return ordered, cost


class _Best(NamedTuple):
    """What a search found."""

    atoms: list[Atom]
    cost: float
    rows: float


def _bound_by(atoms: list[Atom]) -> set[str]:
    return {name for atom in atoms if _binds(atom) for name in atom.names}


def _binds(atom: Atom) -> bool:
    return atom.positive and atom.source is not Source.COMPARISON


class _Search:
    """The search for the best order of some atoms."""

    def __init__(
        self, planner: Planner, atoms: list[Atom], bound: set[str], binders: set[str], values: Values, width: int
    ) -> None:
        self._planner = planner
        self._sizes = planner.sizes
        self._width = width
        self._atoms = atoms
        self._call = [planner.is_call(atom) for atom in atoms]
        self._binding = [_binds(atom) for atom in atoms]
        names = sorted({name for atom in atoms for name in atom.names})
        self._bit = {name: 1 << place for place, name in enumerate(names)}
        self._names = [self._mask(atom.names) for atom in atoms]
        # A variable that no positive literal binds is read as "there is none".
        self._wanted = [
            names_of if binding else self._mask(atom.names & binders)
            for atom, names_of, binding in zip(atoms, self._names, self._binding, strict=True)
        ]
        self._start = self._mask(bound)
        self._given = bound
        self._values = values
        self._spread = [planner.sizes.spread(atom) if _binds(atom) else {} for atom in atoms]
        self._near = [
            sum(1 << other for other, names in enumerate(self._names) if self._binding[other] and names & own)
            for own in self._names
        ]
        self._known: dict[tuple[int, int], float] = {}
        self._questions: dict[tuple[int, int], tuple[float, float]] = {}

    def _mask(self, names: set[str] | frozenset[str]) -> int:
        return sum(self._bit[name] for name in names if name in self._bit)

    def best(self, rows: float) -> _Best:
        """The best order that was found, where the conjunction is reached so often."""
        beam = [self._with_tests(_Partial(0.0, rows, self._start, (1 << len(self._atoms)) - 1, ()))]
        finished: list[_Partial] = []
        while beam:
            extended: dict[int, _Partial] = {}
            for partial in beam:
                if not partial.left:
                    finished.append(partial)
                    continue
                for place in range(len(self._atoms)):
                    if partial.left >> place & 1 and self._is_ready(place, partial.bound):
                        longer = self._with_tests(self._extended(partial, place))
                        if longer.left not in extended or longer.cost < extended[longer.left].cost:
                            extended[longer.left] = longer
            beam = sorted(extended.values(), key=lambda partial: (partial.cost, partial.order))[: self._width]
        best = min(finished, key=lambda partial: partial.cost)
        return _Best([self._atoms[place] for place in best.order], best.cost, best.rows)

    def _is_ready(self, place: int, bound: int) -> bool:
        return self._binding[place] or not self._wanted[place] & ~bound

    def _with_tests(self, partial: _Partial) -> _Partial:
        """Add all cheap tests whose variables are bound, the sharpest first."""
        while True:
            ready = [
                place
                for place in range(len(self._atoms))
                if partial.left >> place & 1 and not self._call[place] and not self._wanted[place] & ~partial.bound
            ]
            if not ready:
                return partial
            partial = self._extended(partial, min(ready, key=lambda place: self._answers(place, partial)))

    def _extended(self, partial: _Partial, place: int) -> _Partial:
        answers = self._answers(place, partial)
        is_test = not self._wanted[place] & ~partial.bound
        spent = partial.rows * (_LOOK if is_test or answers <= 1.0 else _LOOP + answers)
        if self._call[place]:
            work, questions = self._question(place, partial)
            spent += partial.rows * _CALL + min(partial.rows, questions) * work
        bound = partial.bound | self._names[place] if self._binding[place] else partial.bound
        return _Partial(
            partial.cost + spent,
            partial.rows * answers,
            bound,
            partial.left & ~(1 << place),
            (*partial.order, place),
        )

    def _answers(self, place: int, partial: _Partial) -> float:
        """Answers of an atom behind others; of a test, the share of bindings that pass."""
        key = place, ~partial.left & self._near[place]
        found = self._known.get(key)
        if found is None:
            bound = self._bound(place, partial)
            is_test = not self._wanted[place] & ~partial.bound
            measure = self._sizes.share if is_test else self._sizes.answers
            found = self._known[key] = measure(self._atoms[place], bound, self._values)
        return found

    def _bound(self, place: int, partial: _Partial) -> dict[str, float]:
        """The variables of an atom that have a value, and how many different ones they may have."""
        bound = {name: 0.0 for name in self._atoms[place].names if name in self._given}
        for other in partial.order:
            for name, spread in self._spread[other].items():
                bound[name] = min(spread, bound.get(name) or spread)
        names = {name for name in self._atoms[place].names if self._bit[name] & partial.bound}
        return {name: bound.get(name, 0.0) for name in names}

    def _question(self, place: int, partial: _Partial) -> tuple[float, float]:
        """Work of a question to another relation, and how many different ones there may be."""
        key = place, ~partial.left & self._near[place]
        found = self._questions.get(key)
        if found is None:
            atom = self._atoms[place]
            bound = self._bound(place, partial)
            given = tuple([all(name in bound for name in variables(term)) for term in atom.arguments])
            found = self._planner.work(atom.relation, given), self._sizes.questions(atom, bound)
            self._questions[key] = found
        return found
