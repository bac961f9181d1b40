"""Checks of recursion: through negation, through functions, and of relations that must not depend on others."""

from __future__ import annotations

from collections.abc import Iterator

from gametasks.gdl.checker.circles import Circles
from gametasks.gdl.checker.findings import Code, Program, Remark, Severity
from gametasks.gdl.checker.graph import Dependencies
from gametasks.gdl.conditions import Literal, body_of, literals, occurrences
from gametasks.gdl.description import Rule
from gametasks.gdl.terms import Term, arguments, signature, variables

__all__ = ["growing_recursion", "unstratified", "wrong_dependencies"]


def unstratified(program: Program, dependencies: Dependencies) -> Iterator[Remark]:
    """Relations that depend on their own negation; one cycle is shown for each group of such relations.

    That breaks the stratification that GDL demands (specification, LG-2006-01). Where an atom depends on its own
    negation in every state, the rules have no meaning: an error. Where only relations do, the engines play as long as
    the state leaves no such atom (locally stratified rules: Przymusinski, "On the declarative semantics of deductive
    databases and logic programs", 1988): a warning.
    """
    circles = Circles(program, dependencies)
    reported: set[int | None] = set()
    for start, targets in dependencies.edges.items():
        for end, edge in targets.items():
            if not edge.negative or not dependencies.recursive(start, end):
                continue
            if dependencies.component(start) in reported:
                continue
            reported.add(dependencies.component(start))
            back = [end] if end == start else dependencies.chain(end, [start], within_cycle=True)
            cycle = _arrows([program.shape(start), "not " + program.shape(back[0]), *map(program.shape, back[1:])])
            message = f"{program.shape(start)} depends on its own negation: {cycle}"
            atom = circles.find(start)
            if atom is not None:
                message += f"; so does {program.show(atom)}, in every state"
                advice = "break the cycle; the rules are not stratified, so they have no defined meaning"
            else:
                played = "this is played where no atom depends on its own negation"
                advice = f"break the cycle; {played}, but other systems may refuse it"
            severity = Severity.WARNING if atom is None else Severity.ERROR
            yield Remark(severity, Code.UNSTRATIFIED, edge.rule, end[0], message, advice)


def growing_recursion(program: Program, dependencies: Dependencies) -> Iterator[Remark]:
    """Rules that break the recursion restriction of GDL (specification, LG-2006-01).

    In a rule for p with a condition q that depends on p again, each argument of q must be ground, or an argument of the
    head, or bound by a condition that does not depend on p. Where it is not, and one of its variables stands deeper in
    the head than in q, each round can make a larger term, and the rules may never end: an error. Otherwise no term
    grows, and the game can be played here: a warning.

    What is itself an argument of the head may stand deeper in another one, ``(<= (r ?x (f ?x)) (r ?y ?x) (q ?y))``: it
    stays an argument of all that follows from it, and as a relation has so many arguments and no more, the terms end.
    """
    for rule in program.rules:
        head = ""
        reported: set[Term] = set()
        for condition, argument, grows in _unrestricted(program, rule, dependencies):
            if argument in reported:
                continue
            reported.add(argument)
            head = head or program.show(rule.head)
            what = f"{program.show(argument)} of the recursive condition {condition}"
            advice = f"add a condition without recursion that says what {program.show(argument)} can be"
            severity = Severity.ERROR if grows else Severity.WARNING
            message = (
                f"{what} grows in the head {head}, so the rules may never end"
                if grows
                else f"{what} is not an argument of the head and not bound elsewhere; other systems may refuse this"
            )
            symbol = next(variables(argument))
            yield Remark(severity, Code.RECURSION, rule, symbol, message, advice)


def _unrestricted(program: Program, rule: Rule, dependencies: Dependencies) -> Iterator[tuple[str, Term, bool]]:
    """Recursive conditions, each with an argument that breaks the restriction, and whether the argument grows."""
    head = signature(rule.head)
    body = body_of(rule)
    if not any(dependencies.recursive(head, signature(atom)) for _, atom in literals(body)):
        return
    in_head = frozenset(arguments(rule.head))
    depth_in_head = _depths(arguments(rule.head))

    def counts(literal: Literal) -> bool:
        return not dependencies.recursive(head, signature(literal.atom))

    for literal, bound in occurrences(body, counts):
        if counts(literal) or not literal.binds:
            continue
        shown = program.show(literal.atom)
        for argument in arguments(literal.atom):
            if argument in in_head:
                continue
            free = {name: depth for name, depth in _depths((argument,)).items() if name not in bound}
            if free:
                yield shown, argument, any(depth_in_head.get(name, 0) > depth for name, depth in free.items())


def _depths(terms: tuple[Term, ...]) -> dict[str, int]:
    """The deepest nesting of each variable in functions."""
    found: dict[str, int] = {}
    stack = [(term, 0) for term in terms]
    while stack:
        term, depth = stack.pop()
        if not isinstance(term, str):
            stack.extend((part, depth + 1) for part in term[1:])
        elif term.startswith("?"):
            found[term] = max(depth, found.get(term, 0))
    return found


def _arrows(names: list[str]) -> str:
    """A chain of names; the middle of a long one is left out."""
    if len(names) > _LONGEST_CHAIN:
        names = [*names[: _LONGEST_CHAIN // 2], "…", *names[-_LONGEST_CHAIN // 2 :]]
    return " -> ".join(names)


_LONGEST_CHAIN = 12
_NOT_ON_DOES = (("legal", 2), ("terminal", 0), ("goal", 2))
_NOT_ON_STATE = (("role", 1), ("init", 1), ("base", 1), ("input", 2))


def wrong_dependencies(dependencies: Dependencies) -> Iterator[Remark]:
    """Relations that depend on moves or on the state although they must be known before those.

    GDL specification, LG-2006-01: no path leads from ``legal``, ``terminal`` or ``goal`` to ``does``, nor from ``init``
    to ``true`` or ``does``; ``role`` consists of facts. ``base`` and ``input`` list what may ever occur.
    """
    does, true = ("does", 2), ("true", 1)
    for relation in (*_NOT_ON_DOES, *_NOT_ON_STATE):
        optional = relation[0] in {"base", "input"}
        for target in (does,) if relation in _NOT_ON_DOES else (does, true):
            chain = dependencies.chain(relation, [target])
            if chain:
                shown = _arrows([name for name, _ in chain])
                moment = "when moves are chosen" if target == does else "in a certain state"
                yield Remark(
                    Severity.WARNING if optional else Severity.ERROR,
                    Code.DEPENDS_ON_DOES if target == does else Code.DEPENDS_ON_TRUE,
                    dependencies.edges[relation][chain[1]].rule,
                    chain[1][0],
                    f"{relation[0]} must not depend on {target[0]}, but it does: {shown}",
                    f"remove that condition: {relation[0]} is evaluated before anything holds {moment}",
                )
