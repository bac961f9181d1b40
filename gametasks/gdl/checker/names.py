"""Checks of names: relations, facts and moves in two forms, or that nothing defines or uses."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from itertools import islice

from gametasks.gdl.checker.findings import LISTED, Code, Program, Remark, Severity, atoms
from gametasks.gdl.checker.graph import Dependencies
from gametasks.gdl.description import KEYWORDS, Rule
from gametasks.gdl.terms import Signature, Term, arguments, functor, is_variable, rename, signature, symbols, variables

__all__ = [
    "answer_symbols",
    "arities",
    "arrows",
    "duplicates",
    "facts",
    "functor_arities",
    "moves",
    "undefined",
    "unused",
]

_ARROWS = frozenset({"=>", "=<", "<-", "->", "<==", ":-", "<", "\u2039=", "\u2264", "\u21d0", "\u2190"})
"""Names that are written instead of ``<=`` by mistake."""

_LONGEST, _MOST = 40, 500
"""Length and number of the names that are compared with a misspelled one."""

_SEPARATORS = frozenset("[]{},|\"'`\\")
"""What answers cannot hold within a symbol, see ``answers.Strictness``."""


def arities(program: Program) -> Iterator[Remark]:
    """Relations that occur with two numbers of arguments."""
    first: dict[str, tuple[int, Rule]] = {}
    reported: set[Signature] = set()
    for rule in program.rules:
        for atom in (rule.head, *atoms(rule)):
            name, count = signature(atom)
            if name in KEYWORDS:
                continue
            other, where = first.setdefault(name, (count, rule))
            if other != count and (name, count) not in reported:
                reported.add((name, count))
                line, shown = program.line(where), program.show(name)
                message = f"the relation {shown} has {count} arguments here and {other} in line {line}"
                advice = "correct the wrong one, or rename one of them; they are two different relations"
                yield Remark(Severity.WARNING, Code.ARITY, rule, name, message, advice)


def functor_arities(program: Program) -> Iterator[Remark]:
    """Names within facts, moves and other arguments that occur with two numbers of arguments."""
    first: dict[str, tuple[int, Rule]] = {}
    reported: set[Signature] = set()
    for rule in program.rules:
        for term in _functions(rule):
            name, count = signature(term)
            other, where = first.setdefault(name, (count, rule))
            if other != count and (name, count) not in reported:
                reported.add((name, count))
                here, there = program.shape((name, count)), program.shape((name, other))
                message = f"{here} has a different number of arguments from {there} in line {program.line(where)}"
                advice = "correct the wrong one, or rename one of them; the two never match"
                yield Remark(Severity.WARNING, Code.FUNCTOR_ARITY, rule, name, message, advice)


def undefined(program: Program) -> Iterator[Remark]:
    """Relations that conditions use and nothing defines."""
    known = [name for name, _ in program.heads if name not in KEYWORDS]
    fact_shapes = _arguments_of(program.heads, ("init", 1), ("next", 1))
    move_shapes = _arguments_of(program.heads, ("legal", 2))
    hints = 0
    for relation, rules in program.uses.items():
        if relation not in program.heads and relation[0] not in KEYWORDS:
            hints += 1
            if relation in fact_shapes:
                advice = f"states hold such facts: write (true {program.shape(relation)})"
            elif relation in move_shapes:
                advice = f"moves look like this: write (does ROLE {program.shape(relation)})"
            else:
                advice = f"define it, or remove the condition{_close(relation[0], known, hints)}"
            message = f"nothing defines {program.shape(relation)}, so it never holds"
            yield Remark(Severity.WARNING, Code.UNDEFINED, rules[0], relation[0], message, advice)


def arrows(program: Program) -> Iterator[Remark]:
    """Facts whose name looks like a mistyped arrow of a rule."""
    for relation, rules in program.heads.items():
        name, count = relation
        if name in _ARROWS and count > 1 and relation not in program.uses and not any(rule.body for rule in rules):
            message = f"{program.shape(relation)} is read as a fact named {name}, not as a rule"
            advice = "write (<= head condition …)"
            yield Remark(Severity.WARNING, Code.ARROW, rules[0], name, message, advice)


def unused(program: Program, dependencies: Dependencies) -> Iterator[Remark]:
    """Relations on which no keyword depends."""
    roots = [relation for relation in program.heads if relation[0] in KEYWORDS]
    needed = dependencies.reached(roots)
    for relation, rules in program.heads.items():
        if relation not in needed:
            message = f"neither states nor moves nor goals depend on {program.shape(relation)}"
            advice = "remove it, or use it where it is missing"
            yield Remark(Severity.WARNING, Code.UNUSED, rules[0], relation[0], message, advice)


def duplicates(program: Program) -> Iterator[Remark]:
    """Rules that are equal to an earlier one up to the names of variables."""
    first: dict[Term, Rule] = {}
    for rule in program.rules:
        whole: Term = ("<=", rule.head, *rule.body)
        names: dict[str, str] = {}
        for name in variables(whole):
            names.setdefault(name, f"?{len(names)}")
        same = first.setdefault(rename(whole, names) if names else whole, rule)
        if same is not rule:
            message = f"this says the same as line {program.line(same)}"
            yield Remark(Severity.WARNING, Code.DUPLICATE, rule, "", message, "remove one of the two")


def facts(program: Program) -> Iterator[Remark]:
    """Facts that conditions use and no state holds, and facts that states hold and no condition uses."""
    made = _arguments_of(program.heads, ("init", 1), ("next", 1))
    read = _arguments_of(program.uses, ("true", 1), in_body=True)
    if _WILDCARD not in made:
        names = [name for name, _ in made]
        for hints, (fact, rule) in enumerate(read.items(), 1):
            if fact not in made and fact != _WILDCARD and fact[0] not in KEYWORDS:
                message = f"no init or next derives a fact {program.shape(fact)}, so this condition never holds"
                advice = f"correct the name or the number of arguments{_close(fact[0], names, hints)}"
                yield Remark(Severity.WARNING, Code.NEVER_TRUE, rule, fact[0], message, advice)
    if _WILDCARD not in read:
        names = [name for name, _ in read]
        for hints, (fact, rule) in enumerate(made.items(), 1):
            if fact not in read and fact != _WILDCARD:
                message = f"no condition uses (true {program.shape(fact)})"
                advice = f"remove it, unless it is only meant to be shown{_close(fact[0], names, hints)}"
                yield Remark(Severity.WARNING, Code.NEVER_READ, rule, fact[0], message, advice)


def moves(program: Program) -> Iterator[Remark]:
    """Moves that conditions use and that are never legal."""
    allowed = _arguments_of(program.heads, ("legal", 2))
    if _WILDCARD in allowed:
        return
    names = [name for name, _ in allowed]
    for hints, (move, rule) in enumerate(_arguments_of(program.uses, ("does", 2), in_body=True).items(), 1):
        if move not in allowed and move != _WILDCARD and move[0] not in KEYWORDS:
            message = f"no legal move looks like {program.shape(move)}, so this condition never holds"
            advice = f"correct the name or the number of arguments{_close(move[0], names, hints)}"
            yield Remark(Severity.WARNING, Code.NEVER_DONE, rule, move[0], message, advice)


def answer_symbols(program: Program) -> Iterator[Remark]:
    """Symbols that a written state or move cannot hold."""
    reported: set[str] = set()
    for rule in program.rules:
        for name in symbols(("<=", rule.head, *rule.body)):
            wrong = sorted(_SEPARATORS.intersection(name))
            if wrong and name not in reported:
                reported.add(name)
                message = f"the symbol {program.show(name)} holds {' '.join(wrong)}, which separates symbols in answers"
                advice = "rename it if states or moves can contain it"
                yield Remark(Severity.WARNING, Code.SYMBOL, rule, name, message, advice)


_WILDCARD: Signature = ("?", 0)
"""Stands for a variable in the place of a fact or a move."""


def _arguments_of(
    rules_of: dict[Signature, list[Rule]], *relations: Signature, in_body: bool = False
) -> dict[Signature, Rule]:
    """The shapes of the last arguments of some relations, each with the first rule that has it."""
    found: dict[Signature, Rule] = {}
    for relation in relations:
        for rule in rules_of.get(relation, ()):
            for atom in atoms(rule) if in_body else (rule.head,):
                if signature(atom) == relation:
                    last = arguments(atom)[-1]
                    found.setdefault(_WILDCARD if is_variable(last) else signature(last), rule)
    return found


def _functions(rule: Rule) -> Iterator[Term]:
    """All compound terms within the arguments of a rule's atoms."""
    stack = [argument for atom in (rule.head, *atoms(rule)) for argument in arguments(atom)][::-1]
    while stack:
        term = stack.pop()
        if not isinstance(term, str):
            if functor(term) not in KEYWORDS:
                yield term
            stack.extend(reversed(term[1:]))


def _close(name: str, known: Iterable[str], hints: int) -> str:
    """A hint at similar names; none after ``LISTED`` hints, since those findings are not listed."""
    if hints > LISTED or len(name) > _LONGEST:
        return ""
    candidates = dict.fromkeys(islice((other for other in known if len(other) <= _LONGEST), _MOST))
    close = difflib.get_close_matches(name, candidates, n=2, cutoff=0.75)
    return f"; did you mean {' or '.join(close)}?" if close else ""
