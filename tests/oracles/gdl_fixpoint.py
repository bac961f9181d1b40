"""The well-founded model of a game's rules in a state, by nothing but sets that grow until nothing new comes.

It shares nothing with the engines but the reading of descriptions: every rule is written out for every case of ``or``
and every choice of atoms that may be true, and the model grows by turns from what follows and from what is unfounded
(Van Gelder, Ross and Schlipf, "The well-founded semantics for general logic programs", 1991).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TypeAlias

from gametasks.gdl.description import Game
from gametasks.gdl.machine import goal_number
from gametasks.gdl.terms import Term, order_key, variables

__all__ = ["FixpointOracle", "TooLargeError", "UndefinedError", "UnsafeError"]

Literals: TypeAlias = list[tuple[bool, Term]]
Ground: TypeAlias = tuple[Term, tuple[Term, ...], tuple[Term, ...]]
"""A head with the atoms that it needs and those that it excludes."""

_MOST_ATOMS, _MOST_DEPTH = 3_000, 12


class TooLargeError(Exception):
    """More atoms, or larger ones, than sets without an index are good for."""


class UndefinedError(Exception):
    """An answer is neither true nor false."""


class UnsafeError(Exception):
    """The goals rest on a rule with a variable that nothing binds."""


class FixpointOracle:
    """Answers the questions of ``machine.Machine``."""

    def __init__(self, game: Game) -> None:
        self.game = game
        cases = [(rule.head, body) for rule in game.rules for body in _spread(("and", *rule.body))]
        self._cases: list[tuple[Term, Literals]] = [case for case in cases if _is_safe(*case)]
        self._unsafe = {_kind(head) for head, body in cases if not _is_safe(head, body)}
        for _ in self._unsafe and cases:
            # What rests on an unsafe rule.
            self._unsafe |= {
                _kind(head) for head, body in cases if any(_kind(atom) in self._unsafe for _, atom in body)
            }
        self._models: dict[object, tuple[set[Term], set[Term]]] = {}

    def initial(self) -> frozenset[Term]:
        return frozenset(atom[1] for atom in self._answers(frozenset(), None, "init"))

    def legal(self, state: frozenset[Term]) -> tuple[tuple[Term, ...], ...]:
        roles = self.game.roles
        found = self._answers(state, None, "legal")
        return tuple(tuple(sorted((atom[2] for atom in found if atom[1] == role), key=order_key)) for role in roles)

    def next(self, state: frozenset[Term], moves: tuple[Term, ...]) -> frozenset[Term]:
        return frozenset(atom[1] for atom in self._answers(state, moves, "next"))

    def terminal(self, state: frozenset[Term]) -> bool:
        return bool(self._answers(state, None, "terminal"))

    def goals(self, state: frozenset[Term]) -> tuple[tuple[int, ...], ...]:
        if ("goal", 3) in self._unsafe:
            raise UnsafeError
        found = self._answers(state, None, "goal")
        return tuple(tuple(sorted(int(atom[2]) for atom in found if atom[1] == role)) for role in self.game.roles)

    def _answers(self, state: frozenset[Term], moves: tuple[Term, ...] | None, name: str) -> set[Term]:
        certain, possible = self._model(state, moves)
        if undefined := {atom for atom in possible - certain if self._is_answer(atom, name)}:
            raise UndefinedError(undefined)
        return {atom for atom in certain if self._is_answer(atom, name)}

    def _is_answer(self, atom: Term, name: str) -> bool:
        arity = {"terminal": 0, "init": 1, "next": 1, "legal": 2, "goal": 2}[name]
        if not arity:
            return atom == name
        if isinstance(atom, str) or atom[0] != name or len(atom) != arity + 1:
            return False
        return arity == 1 or (atom[1] in self.game.roles and (name == "legal" or goal_number(atom[2]) is not None))

    def _model(self, state: frozenset[Term], moves: tuple[Term, ...] | None) -> tuple[set[Term], set[Term]]:
        """The true atoms, and those that are not false."""
        key = state, moves
        if key not in self._models:
            given: set[Term] = {("true", fact) for fact in state}
            if moves is not None:
                given |= {("does", role, move) for role, move in zip(self.game.roles, moves, strict=True)}
            self._models[key] = _well_founded(self._ground(given), given)
        return self._models[key]

    def _ground(self, given: set[Term]) -> list[Ground]:
        """The rules with all atoms that could be true if every ``not`` held."""
        maybe = set(given)
        while True:
            kinds = _by_kind(maybe)
            new = {_put(head, values) for head, body in self._cases for values in _bindings(body, kinds)} - maybe
            if not new:
                break
            maybe |= new
            if len(maybe) > _MOST_ATOMS or any(_depth(atom) > _MOST_DEPTH for atom in new):
                raise TooLargeError
        rules: list[Ground] = []
        for head, body in self._cases:
            for values in _bindings(body, kinds):
                needed = tuple(_put(atom, values) for positive, atom in body if positive and atom[0] != "distinct")
                excluded = tuple(
                    other
                    for positive, atom in body
                    if not positive and atom[0] != "distinct"
                    # A variable of its own: there must be no such atom.
                    for other in kinds.get(_kind(atom), ())
                    if _match(_put(atom, values), other, {}) is not None
                )
                rules.append((_put(head, values), needed, excluded))
        return rules


def _well_founded(rules: list[Ground], given: set[Term]) -> tuple[set[Term], set[Term]]:
    true, founded = set(given), set[Term]()
    while True:
        before = len(true), len(founded)
        # What has no rule left that could fire, not even by way of itself, is unfounded, and so false.
        founded = _closure(rules, given, true)
        true = _closure(rules, true, founded)
        if (len(true), len(founded)) == before:
            return true, founded


def _closure(rules: list[Ground], start: set[Term], against: set[Term]) -> set[Term]:
    """All that follows from some atoms by rules that exclude none of some others."""
    ready = [(head, needed) for head, needed, excluded in rules if not against.intersection(excluded)]
    atoms = set(start)
    while new := {head for head, needed in ready if atoms.issuperset(needed)} - atoms:
        atoms |= new
    return atoms


def _is_safe(head: Term, body: Literals) -> bool:
    """Whether positive atoms bind every variable of the head and of ``distinct``."""
    bound = {name for positive, atom in body if positive and atom[0] != "distinct" for name in variables(atom)}
    compared = [atom for _, atom in body if atom[0] == "distinct"]
    return bound.issuperset(name for atom in (head, *compared) for name in variables(atom))


def _spread(term: Term, positive: bool = True) -> list[Literals]:
    """The cases of a condition, each as its literals."""
    name = term if isinstance(term, str) else term[0]
    if name == "not":
        return _spread(term[1], not positive)
    if name not in {"and", "or"}:
        return [[(positive, term)]]
    parts = [_spread(part, positive) for part in term[1:]]
    if (name == "or") == positive:
        return [case for part in parts for case in part]
    return [[literal for case in choice for literal in case] for choice in product(*parts)]


def _kind(atom: Term) -> tuple[str, int]:
    return (atom, 0) if isinstance(atom, str) else (str(atom[0]), len(atom))


def _by_kind(atoms: set[Term]) -> dict[tuple[str, int], list[Term]]:
    """Atoms by name and number of arguments."""
    kinds: dict[tuple[str, int], list[Term]] = {}
    for atom in atoms:
        kinds.setdefault(_kind(atom), []).append(atom)
    return kinds


def _bindings(body: Literals, kinds: dict[tuple[str, int], list[Term]]) -> Iterator[dict[str, Term]]:
    """The values of the variables under which the positive atoms of a case are among some atoms."""
    rows: list[dict[str, Term]] = [{}]
    for positive, atom in body:
        if positive and atom[0] != "distinct":
            wanted = ((_put(atom, row), row) for row in rows)
            found = (_match(own, other, row) for own, row in wanted for other in kinds.get(_kind(atom), ()))
            rows = [row for row in found if row is not None]
    for row in rows:
        pairs = [(positive, _put(atom, row)) for positive, atom in body if atom[0] == "distinct"]
        if all((pair[1] != pair[2]) == positive for positive, pair in pairs):
            yield row


def _put(term: Term, values: dict[str, Term]) -> Term:
    if isinstance(term, str):
        return values.get(term, term)
    return tuple(_put(part, values) for part in term)


def _match(pattern: Term, ground: Term, values: dict[str, Term]) -> dict[str, Term] | None:
    if isinstance(pattern, str):
        if not pattern.startswith("?"):
            return values if pattern == ground else None
        if pattern in values:
            return values if values[pattern] == ground else None
        return {**values, pattern: ground}
    if isinstance(ground, str) or len(pattern) != len(ground):
        return None
    found: dict[str, Term] | None = values
    for part, own in zip(pattern, ground, strict=True):
        found = None if found is None else _match(part, own, found)
    return found


def _depth(term: Term) -> int:
    return 0 if isinstance(term, str) else 1 + max(map(_depth, term))
