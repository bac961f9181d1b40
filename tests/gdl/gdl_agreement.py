"""Do all engines and the naive oracle answer alike, question by question, or refuse alike?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import clingo
from oracles.gdl_fixpoint import FixpointOracle, TooLargeError, UndefinedError, UnsafeError

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.description import Game, parse_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import GameState, JointMove, Machine, UndecidedError
from gametasks.gdl.network.asp_program import SymbolTable, asp_program
from gametasks.gdl.network.build import build_circuit
from gametasks.gdl.network.engine import Network
from gametasks.gdl.network.ground_program import GroundProgram
from gametasks.gdl.network.grounding import Grounding
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.streams import Stream

__all__ = ["Comparison", "compare", "ground_in_process"]

_LIMITS = Limits(facts=20_000, ticks=400_000, comparisons=400_000, depth=30)
_STEPS = 3


@dataclass
class Comparison:
    """What came out for a program.

    Attributes:
        verdict: ``played``, or why it was not.
        rows: States of which all answers were compared.
        undecided: Questions that all refused, since their answer is neither true nor false.
        network: Whether the network was among the engines: ``played``, or why it was not.
        differences: What was not alike.
    """

    verdict: str = "played"
    rows: int = 0
    undecided: int = 0
    network: str = "played"
    differences: list[str] = field(default_factory=list)


class _Rules(clingo.Observer):
    """Takes the ground program from the grounder itself, instead of from its text."""

    def __init__(self) -> None:
        self.program = GroundProgram()

    def rule(self, choice, head, body):
        if choice:
            self.program.inputs.update(head)
        else:
            self.program.bodies.setdefault(head[0], []).append(tuple(body))

    def output_atom(self, symbol, atom):
        self.program.names.append((str(symbol), atom))


def ground_in_process(game: Game, split: bool) -> Grounding:
    """A game grounded in this process, which saves most of the time; there are no limits."""
    symbols, rules = SymbolTable(), _Rules()
    control = clingo.Control(["--warn=none"])
    control.register_observer(rules)
    asp = asp_program(game, symbols, split=split)
    control.add("base", [], asp.text)
    control.ground([("base", [])])
    return Grounding(build_circuit(game, rules.program, symbols, 100, asp.goal_fault), 0, 0.0, 0, split)


def compare(text: str, stream: Stream) -> Comparison:
    """Play a few steps with every engine.

    Args:
        text: The description.
        stream: Where the moves come from.
    """
    found = Comparison()
    try:
        game = parse_game(text)
    except GdlError:
        found.verdict = "refused: not GDL"
        return found
    machines: dict[str, Machine] = {}
    refusals = {}
    for name, opened in (
        ("interpreter", lambda: Interpreter(game, _LIMITS)),
        ("plain", lambda: ReferenceMachine(game, _LIMITS)),
    ):
        try:
            machines[name] = opened()
        except GdlError as error:
            refusals[name] = _reason(error)
    if refusals:
        if len(set(refusals.values())) > 1 or machines:
            found.differences.append(f"opened by {list(machines)}, refused by {refusals}")
        found.verdict = f"refused: {next(iter(refusals.values()))}"
        return found
    oracle = FixpointOracle(game)
    try:
        state = oracle.initial()
    except TooLargeError:
        return _grown(machines, found)
    except UndefinedError:
        state = frozenset()
    try:
        machines["network"] = Network(game, ground_in_process(game, split=stream.integers(0, 2) == 1))
    except GdlError as error:
        found.network = f"refused: {_reason(error)}"
    for _ in range(_STEPS):
        outcomes = _row(machines, oracle, found, state)
        legal = outcomes["legal"]
        if not isinstance(legal, tuple) or not all(legal):
            break
        moves = tuple(stream.choice(own) for own in legal)
        following = _ask(machines, oracle, found, "next", partial(_next, state=state, moves=moves))
        if not isinstance(following, frozenset):
            break
        state = following
    return found


def _next(machine: Machine, state: GameState, moves: JointMove) -> GameState:
    return machine.next(state, moves)


def _row(machines, oracle, found, state) -> dict[str, object]:
    found.rows += 1
    questions: dict[str, Callable[[Machine], object]] = {
        "initial": lambda machine: machine.initial(),
        "terminal": lambda machine: machine.terminal(state),
        "legal": lambda machine: machine.legal(state),
        "goals": lambda machine: machine.goals(state),
    }
    return {name: _ask(machines, oracle, found, name, ask) for name, ask in questions.items()}


def _ask(machines, oracle, found, name, ask) -> object:
    try:
        expected: object = ask(oracle)
    except UndefinedError:
        expected = "undecided"
        found.undecided += 1
    except UnsafeError:
        expected = "unsafe"
    except TooLargeError:
        return "too large"
    for engine, machine in machines.items():
        try:
            answer: object = ask(machine)
        except UndecidedError:
            answer = "undecided"
        except GdlError as error:
            unsafe = "no condition binds" in str(error)
            # The network has no goals where an atom of theirs depends on its own negation in some state.
            if engine == "network" and name == "goals" and not machine.has_goals and not unsafe:
                found.network = "played without goals"
                continue
            answer = "unsafe" if unsafe else f"{type(error).__name__}: {error}"
        if answer != expected:
            found.differences.append(f"{name}: {engine} says {answer}, the oracle {expected}")
    return expected


def _grown(machines: dict[str, Machine], found: Comparison) -> Comparison:
    """Both engines must meet a limit where terms grow without end, or answer alike."""
    found.verdict, found.network = "refused: limit", "not asked"
    outcomes = {}
    for engine, machine in machines.items():
        try:
            state = machine.initial()
            outcomes[engine] = (machine.legal(state), machine.terminal(state))
        except GdlLimitError:
            outcomes[engine] = "limit"
    if len(set(map(str, outcomes.values()))) > 1:
        found.differences.append(f"too large for the oracle: {outcomes}")
    return found


def _reason(error: GdlError) -> str:
    if isinstance(error, GdlLimitError):
        return "limit"
    message = str(error)
    for words in ("no condition binds", "depends on its own negation", "depends on does", "depends on true"):
        if words in message:
            return words
    return message
