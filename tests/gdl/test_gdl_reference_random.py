"""The plain reasoner against sets that grow until nothing new comes, on rules that depend on each other in circles."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gametasks.gdl.description import parse_game
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.gdl.terms import Term

RELATIONS = [f"r{number}" for number in range(7)]
CONSTANTS = ["a", "b"]
LINKS = {("a", "b"), ("b", "a")}

copies = [(name, "?x") for name in RELATIONS]
others = [(name, "?y") for name in RELATIONS]
conditions = st.sampled_from([*copies * 3, *others, ("at", "?x"), ("link", "?x", "?y")])
rules = st.tuples(st.sampled_from(RELATIONS), st.lists(conditions, min_size=1, max_size=2))
programs = st.lists(rules, min_size=8, max_size=16)
questions = st.permutations([(name, argument) for name in RELATIONS for argument in ("?x", "a", "b")])


def text_of(program: list[tuple[str, list[tuple[str, ...]]]]) -> str:
    lines = ["(role r) (link a b) (link b a)"]
    for head, body in program:
        atoms = [f"({' '.join(atom)})" if atom[0] != "at" else f"(true (at {atom[1]}))" for atom in body]
        known = {part for atom in body for part in atom[1:]}
        atoms += ["(link ?x ?z)"] if "?x" not in known else []
        lines.append(f"(<= ({head} ?x) {' '.join(atoms)})")
    return "\n".join(lines)


def everything_true(program: list[tuple[str, list[tuple[str, ...]]]], place: str) -> set[tuple[str, str]]:
    """All facts of the relations, by trying every rule with every pair of constants until nothing new comes."""
    found: set[tuple[str, str]] = set()
    while True:
        new = {
            (head, x)
            for head, body in program
            for x in CONSTANTS
            for y in CONSTANTS
            if all(holds(atom, {"?x": x, "?y": y}, found, place) for atom in body)
        }
        if new <= found:
            return found
        found |= new


def holds(atom: tuple[str, ...], values: dict[str, str], found: set[tuple[str, str]], place: str) -> bool:
    name, *parts = atom
    ground = tuple(values[part] for part in parts)
    if name == "at":
        return ground == (place,)
    return ground in LINKS if name == "link" else (name, *ground) in found


@settings(max_examples=300, deadline=None)
@given(programs, questions, st.sampled_from(CONSTANTS))
def test_circles_are_gone_through_to_their_end_whatever_is_asked_first(program, order, place):
    machine = ReferenceMachine(parse_game(text_of(program)))
    expected = everything_true(program, place)
    state: frozenset[Term] = frozenset({("at", place)})
    for name, argument in order:
        wanted = {fact for fact in expected if fact[0] == name and argument in ("?x", fact[1])}
        assert set(machine.holds(state, (name, argument))) == wanted, (name, argument)
