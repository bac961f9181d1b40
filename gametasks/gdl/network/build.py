"""From the grounder's output to a circuit."""

from __future__ import annotations

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.description import Game
from gametasks.gdl.limits import option_of
from gametasks.gdl.machine import goal_number
from gametasks.gdl.network.asp_program import SymbolTable
from gametasks.gdl.network.circuit import Circuit, Names, Outputs, circuit_of
from gametasks.gdl.network.gates import FALSE, TRUE, Gates
from gametasks.gdl.network.ground_program import GroundProgram, gates_of
from gametasks.gdl.terms import Term, functor, nesting, order_key

__all__ = ["build_circuit"]


def build_circuit(
    game: Game, program: GroundProgram, symbols: SymbolTable, depth: int, goal_fault: str = ""
) -> Circuit:
    """The circuit of a ground game.

    Args:
        game: The game.
        program: Its ground program.
        symbols: What the names in it mean.
        depth: Deepest nesting of a fact or a move.
        goal_fault: Why goals cannot be part of it; empty if they can.

    Raises:
        GdlError: An atom other than those that only goals rest on depends on its own negation.
        GdlLimitError: A fact or a move is nested too deep.
    """
    atoms = _named_atoms(program, symbols)
    facts = sorted((fact for (fact,) in atoms["true"]), key=order_key)
    moves = tuple(
        tuple(sorted((move for owner, move in atoms["does"] if owner == role), key=order_key)) for role in game.roles
    )
    for term in (*facts, *(move for own in moves for move in own)):
        if nesting(term) > depth:
            raise GdlLimitError(
                f"{game.name}: {functor(term)} derives terms nested more than {depth} deep {option_of('depth')}"
            )
    gates = Gates()
    inputs = {atoms["true"][(fact,)]: gates.input() for fact in facts}
    for role, own in zip(game.roles, moves, strict=True):
        literals = {atoms["does"][role, move]: gates.input() for move in own}
        gates.exactly_one(literals.values())
        inputs |= literals
    values = [[] if goal_fault else _goal_values(role, atoms["goal"]) for role in game.roles]
    wanted = dict.fromkeys(
        [
            *(atoms["next"].get((fact,), -1) for fact in facts),
            *(atoms["legal"][role, move] for role, own in zip(game.roles, moves, strict=True) for move in own),
            *(atoms["init"].get((fact,), -1) for fact in facts),
            atoms["terminal"].get((), -1),
        ]
    )
    try:
        literals, loops = gates_of(program, gates, inputs, (atom for atom in wanted if atom > 0))
    except GdlError as error:
        raise GdlError(f"{game.name}: {error}") from None
    try:
        more, loops_of_goals = gates_of(
            program, gates, literals, (atom for own in values for _, atom in own if atom > 0)
        )
        literals, loops = more, loops + loops_of_goals
    except GdlError as error:
        # Moves and states are known all the same.
        goal_fault, values = f"{game.name}: goal: {error}", [[] for _ in game.roles]
    literals |= {0: TRUE, -1: FALSE}
    initial = [literals[atoms["init"].get((fact,), -1)] for fact in facts]
    if not {TRUE, FALSE}.issuperset(initial):
        raise GdlError(f"{game.name}: the first state is not determined")
    outputs = Outputs(
        tuple(literals[atoms["next"].get((fact,), -1)] for fact in facts),
        tuple(
            literals[atoms["legal"][role, move]] for role, own in zip(game.roles, moves, strict=True) for move in own
        ),
        literals[atoms["terminal"].get((), -1)],
        tuple(tuple((value, literals[atom]) for value, atom in own) for own in values),
        goal_fault,
    )
    names = Names(tuple(facts), moves)
    return circuit_of(gates, loops, names, (literal == TRUE for literal in initial), outputs)


def _named_atoms(program: GroundProgram, symbols: SymbolTable) -> dict[str, dict[tuple[Term, ...], int]]:
    """The numbers of the atoms of each relation that has a name, by their arguments; 0 for what always holds."""
    atoms: dict[str, dict[tuple[Term, ...], int]] = {
        name: {} for name in ("true", "does", "init", "next", "legal", "goal", "terminal")
    }
    for text, number in program.names:
        name, parts = symbols.read_atom(text)
        atoms[name][parts] = number
    return atoms


def _goal_values(role: Term, atoms: dict[tuple[Term, ...], int]) -> list[tuple[int, int]]:
    values: list[tuple[int, int]] = []
    for (owner, value), atom in atoms.items():
        if owner == role and (number := goal_number(value)) is not None:
            values.append((number, atom))
    return sorted(values)
