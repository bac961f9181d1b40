"""The ground program: what the grounder wrote, and its rules as gates."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from gametasks.errors import GdlError
from gametasks.gdl._graphs import strong_components
from gametasks.gdl.network.gates import FALSE, Gates

__all__ = ["GroundProgram", "Loop", "gates_of", "read_ground_program"]


_CIRCLE = "an atom of its ground rules depends on its own negation, which a network cannot follow"


@dataclass
class GroundProgram:
    """A propositional program.

    Attributes:
        inputs: Atoms that may be chosen freely.
        bodies: For each other atom its bodies; a negative number is a negated atom.
        names: The named atoms: the name in the grounder's syntax, and the number, 0 for one that always holds.
    """

    inputs: set[int] = field(default_factory=set)
    bodies: dict[int, list[tuple[int, ...]]] = field(default_factory=dict)
    names: list[tuple[str, int]] = field(default_factory=list)


@dataclass(frozen=True)
class Loop:
    """Gates that depend on each other: a least fixpoint.

    Attributes:
        first: The first node of the loop.
        end: The node after its last one.
        assumed: Inputs that stand for the value of an atom before it is known; false at first.
        derived: For each of them the literal of its value.
    """

    first: int
    end: int
    assumed: tuple[int, ...]
    derived: tuple[int, ...]


def read_ground_program(lines: Iterable[str]) -> GroundProgram:
    """Read aspif, the grounder's output.

    The format stands in Kaminski, Schaub and Wanko, "A tutorial on hybrid ASP solving with clingo", 2017, appendix A.
    """
    program = GroundProgram()
    bodies = program.bodies
    for line in lines:
        if line.startswith("1 "):
            fields = line.split()
            # 1 <choice> <heads> <head> <kind of body> <literals> <literal>…; the program has no other heads and bodies.
            if fields[1] == "1":
                program.inputs.add(int(fields[3]))
            else:
                bodies.setdefault(int(fields[3]), []).append(tuple(map(int, fields[6:])))
        elif line.startswith("4 "):
            _, _, name, conditions, *atoms = line.split()
            program.names.append((name, int(atoms[0]) if conditions != "0" else 0))
    return program


def gates_of(program: GroundProgram, gates: Gates, inputs: dict[int, int], wanted: Iterable[int]) -> tuple[
    dict[int, int], list[Loop]
]:  # fmt: skip
    """Turn the rules of all atoms that some others depend on into gates.

    Args:
        program: The ground program.
        gates: Receives the gates.
        inputs: The literal of each input.
        wanted: Atoms whose literals are needed.

    Returns:
        The literal of each atom, and the loops.

    Raises:
        GdlError: An atom depends on its own negation.
    """
    literals = dict(inputs)
    loops: list[Loop] = []
    components = strong_components(
        (atom for atom in wanted if atom not in inputs),
        lambda atom: (other for other in _needed(program.bodies.get(atom, [])) if other not in inputs),
    )
    for component in components:
        atom = component[0]
        bodies = program.bodies.get(atom, [])
        if len(component) == 1:
            # A rule that needs its own head derives nothing new.
            own = [body for body in bodies if atom not in body]
            if any(-atom in body for body in own):
                raise GdlError(_CIRCLE)
            literals[atom] = gates.normal_form([_literals(body, literals) for body in own])
        else:
            _add_loop(component, program.bodies, gates, literals, loops)
    return literals, loops


def _literals(body: tuple[int, ...], literals: Mapping[int, int]) -> list[int]:
    return [literals[atom] if atom > 0 else literals[-atom] ^ 1 for atom in body]


def _add_loop(
    component: tuple[int, ...],
    bodies: dict[int, list[tuple[int, ...]]],
    gates: Gates,
    literals: dict[int, int],
    loops: list[Loop],
) -> None:
    """Gates of atoms that depend on each other; only atoms that close a cycle get an input of their own."""
    members = set(component)
    if any(-atom in members for member in component for body in bodies[member] for atom in body):
        raise GdlError(_CIRCLE)
    first = len(gates.bodies)
    assumed: dict[int, int] = {}
    open_atoms = {component[0]}
    stack: list[tuple[int, Iterator[int]]] = [(component[0], _needed(bodies[component[0]]))]
    while stack:
        atom, needed = stack[-1]
        for other in needed:
            if other in members and other not in literals:
                if other not in open_atoms:
                    open_atoms.add(other)
                    stack.append((other, _needed(bodies[other])))
                    break
                if other not in assumed:
                    assumed[other] = gates.input()
        else:
            stack.pop()
            known = [_literals(body, ChainMap(literals, assumed)) for body in bodies[atom] if atom not in body]
            literals[atom] = gates.normal_form(known)
    derived = {assumed[atom]: literals[atom] for atom in assumed}
    for atom in component:
        literals[atom] = _settled(literals[atom], derived)
    loops.append(Loop(first, len(gates.bodies), tuple(assumed.values()), tuple(literals[atom] for atom in assumed)))


def _settled(literal: int, derived: dict[int, int]) -> int:
    """What a literal comes to once the loop is stable; false if it is only assumed because it is assumed."""
    seen: set[int] = set()
    while literal in derived:
        if literal in seen:
            return FALSE
        seen.add(literal)
        literal = derived[literal]
    return literal


def _needed(bodies: list[tuple[int, ...]]) -> Iterator[int]:
    return (abs(atom) for body in bodies for atom in body)
