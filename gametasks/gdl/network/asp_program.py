"""A game as an answer-set program whose grounding is the game's network.

A fact that holds at first or that some rule for ``next`` derives may be true, and a move that some rule for ``legal``
derives may be made: both become choices, so the grounder works out the relaxed domains (negation through time is
ignored) and simplifies nothing away that depends on a state. Symbols are numbers and relations are numbered names:
no spelling of a game can clash with the syntax of the grounder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gametasks.errors import GdlError
from gametasks.gdl._graphs import reachable
from gametasks.gdl.conditions import Literal
from gametasks.gdl.description import Game
from gametasks.gdl.network.split import split_clause
from gametasks.gdl.normal import Clause, bound_variables, safe_clauses
from gametasks.gdl.terms import Term, arguments, functor, is_variable, signature, variables

__all__ = ["AspProgram", "SymbolTable", "asp_program"]

OUTPUTS = {
    ("true", 1): "true",
    ("does", 2): "does",
    ("init", 1): "init",
    ("next", 1): "next",
    ("legal", 2): "legal",
    ("goal", 2): "goal",
    ("terminal", 0): "terminal",
}
"""Relations whose ground atoms the network knows by name."""

_FRAME = """\
{true(F)} :- init(F).
{true(F)} :- next(F).
{does(R,M)} :- legal(R,M), player(R).
"""

_TOKEN = re.compile(r"\d+|[a-z]+\d*|[(),]")


class SymbolTable:
    """Numbers for the symbols of a game, and back."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._symbols: list[str] = []
        self._relations: dict[tuple[str, int], str] = dict(OUTPUTS)

    def relation(self, identity: tuple[str, int]) -> str:
        """The grounder's name of a relation."""
        return self._relations.setdefault(identity, f"r{len(self._relations)}")

    def term(self, term: Term, names: dict[str, str]) -> str:
        """A term in the grounder's syntax; ``names`` collects its variables."""
        if is_variable(term):
            return names.setdefault(functor(term), f"V{len(names)}")
        if isinstance(term, str):
            return str(self._number(term))
        return f"f{self._number(functor(term))}({','.join(self.term(part, names) for part in term[1:])})"

    def atom(self, atom: Term, names: dict[str, str]) -> str:
        """An atom in the grounder's syntax."""
        parts = arguments(atom)
        name = self.relation(signature(atom))
        return f"{name}({','.join(self.term(part, names) for part in parts)})" if parts else name

    def read_atom(self, text: str) -> tuple[str, tuple[Term, ...]]:
        """Name and arguments of a ground atom of one of the ``OUTPUTS`` as the grounder writes it."""
        tokens = iter(_TOKEN.findall(text))
        name = next(tokens)
        return name, tuple(self._read_list(tokens)) if "(" in text else ()

    def _read_list(self, tokens: Iterator[str]) -> list[Term]:
        """The terms of a list in brackets."""
        done: list[list[Term]] = []
        for token in tokens:
            if token == "(":
                done.append([])
            elif token == ")":
                parts = done.pop()
                if not done:
                    return parts
                done[-1][-1] = (done[-1][-1], *parts)
            elif token != ",":
                done[-1].append(self._symbols[int(token.removeprefix("f"))])
        raise ValueError("the grounder's output breaks off")

    def _number(self, symbol: str) -> int:
        number = self._numbers.setdefault(symbol, len(self._numbers))
        if number == len(self._symbols):
            self._symbols.append(symbol)
        return number


class AspProgram(NamedTuple):
    """The answer-set program of a game.

    Attributes:
        text: The program.
        goal_fault: Why goals cannot be part of it; empty if they are.
    """

    text: str
    goal_fault: str


def asp_program(game: Game, symbols: SymbolTable, *, split: bool) -> AspProgram:
    """The answer-set program of a game.

    Args:
        game: The game.
        symbols: Receives the symbols.
        split: Whether rules with many variables are split into several with fewer.

    Raises:
        GdlError: The game cannot be grounded: a variable that nothing binds, or legal moves or the end of the game that
            depend on the moves made.
        GdlLimitError: A rule has too many cases of ``or``.
    """
    clauses, goal_fault = safe_clauses(game)
    goal_fault = goal_fault or _check_dependencies(game, clauses)
    lines = [_FRAME]
    lines += [f"player({symbols.term(role, {})}).\n" for role in game.roles]
    lines += [f"#show {name}/{count}.\n" for (_, count), name in OUTPUTS.items()]
    written: set[str] = set()
    for number, clause in enumerate(clauses):
        parts = _without_loose_variables(clause, number)
        if split:
            parts = [piece for index, part in enumerate(parts) for piece in split_clause(part, f"{number}.{index}")]
        for part in parts:
            line = _rule(part, symbols)
            if line not in written:
                written.add(line)
                lines.append(line)
    return AspProgram("".join(lines), goal_fault)


def _rule(clause: Clause, symbols: SymbolTable) -> str:
    names: dict[str, str] = {}
    head = symbols.atom(clause.head, names)
    body = [_literal(literal, symbols, names) for literal in clause.body]
    return f"{head}{':-' if body else ''}{','.join(body)}.\n"


def _literal(literal: Literal, symbols: SymbolTable, names: dict[str, str]) -> str:
    if functor(literal.atom) == "distinct":
        first, second = (symbols.term(part, names) for part in arguments(literal.atom))
        return f"{first}{'!=' if literal.positive else '='}{second}"
    return ("" if literal.positive else "not ") + symbols.atom(literal.atom, names)


def _without_loose_variables(clause: Clause, number: int) -> list[Clause]:
    """Read a variable of a negated condition alone as "there is none": negate a projection instead."""
    bound = bound_variables(clause)
    body: list[Literal] = []
    projections: list[Clause] = []
    for index, literal in enumerate(clause.body):
        own = dict.fromkeys(variables(literal.atom))
        if literal.positive or all(name in bound for name in own):
            body.append(literal)
            continue
        kept = [name for name in own if name in bound]
        # No name of a description holds a space.
        projection: Term = (f"some {number}.{index}", *kept) if kept else f"some {number}.{index}"
        projections.append(Clause(projection, (Literal(True, literal.atom),), clause.rule))
        body.append(Literal(False, projection))
    return [*projections, Clause(clause.head, tuple(body), clause.rule)]


def _check_dependencies(game: Game, clauses: Iterable[Clause]) -> str:
    """Refuse answers about a state that depend on moves; what is said of goals is given back."""
    needs: dict[tuple[str, int], dict[tuple[str, int], None]] = {}
    for clause in clauses:
        own = needs.setdefault(signature(clause.head), {})
        own.update((signature(literal.atom), None) for literal in clause.body if functor(literal.atom) != "distinct")
    reached = {
        relation: reachable((relation,), lambda used: needs.get(used, ()))
        for relation in (("init", 1), ("legal", 2), ("terminal", 0), ("goal", 2))
    }
    for relation, excluded in (
        (("init", 1), ("true", 1)),
        *((relation, ("does", 2)) for relation in (("init", 1), ("legal", 2), ("terminal", 0))),
    ):
        if excluded in reached[relation]:
            raise GdlError(f"{game.name}: {relation[0]} depends on {excluded[0]}")
    return f"{game.name}: goal depends on does" if ("does", 2) in reached["goal", 2] else ""
