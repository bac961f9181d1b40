"""Samples of instances that a user gives: which ones they yield, and whether they agree with the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from msgspec.structs import asdict, replace

from gametasks.errors import ConfigurationError
from gametasks.gdl.answers import Strictness, Unreadable, compare, read_joint_move, read_moves, read_state
from gametasks.gdl.description import Game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import GameState, JointMove
from gametasks.gdl.terms import Term, show, show_lines, symbols
from gametasks.generators.gdl_simulation.files import GameContent, Given
from gametasks.qa_families.gdl_simulation.paper_form import Instance, Lines, Placed, Play

__all__ = ["FAMILIES", "GivenSample", "given_samples"]

FAMILIES = ("next_state", "legal_actions", "multistep_state")
"""The families that ask about given instances, in the order of a dataset."""


class GivenSample(NamedTuple):
    """A sample of a given instance.

    Attributes:
        family: The family that asks about it.
        content: What it is made from.
        facts: Number of facts of the state that the question begins with.
    """

    family: str
    content: GameContent
    facts: int


def given_samples(
    game: Game, instances: Sequence[Placed], content: GameContent, horizons: Sequence[int]
) -> Iterator[GivenSample]:
    """The samples that a game's instances yield.

    An instance of one step yields a sample of ``legal_actions``, and one of ``next_state`` if it has a move; a sequence
    of joint moves yields one of ``multistep_state`` for each horizon that it reaches.

    Args:
        game: The game as it is shown, in whose names the instances are written.
        instances: Its instances.
        content: What all its samples are made from.
        horizons: Numbers of joint moves.

    Raises:
        ConfigurationError: An instance cannot be read, names what the game does not know, has an illegal move, or an
            answer that is not what the rules say; it is named.
    """
    reader = _Reader(game, Limits(seconds=inf, **asdict(content.limits)))
    for where, instance in instances:
        if isinstance(instance, Instance):
            state, joint = reader.one_step(instance, where)
            facts = tuple(show_lines(state, game.spelling))
            yield GivenSample("legal_actions", replace(content, given=Given(facts=facts)), len(facts))
            if joint is not None:
                given = Given(facts=facts, moves=(reader.shown(joint),))
                yield GivenSample("next_state", replace(content, given=given), len(facts))
        else:
            first, joints = reader.several_steps(instance, where)
            for horizon in horizons:
                if horizon <= len(joints):
                    given = Given(moves=tuple(map(reader.shown, joints[:horizon])))
                    own = replace(content, given=given, horizon=horizon)
                    yield GivenSample("multistep_state", own, len(first))


class _Reader:
    """Reads instances of a game by the relaxed reading, and holds them against its rules."""

    def __init__(self, game: Game, limits: Limits) -> None:
        self._game = game
        self._machine = Interpreter(game, limits)
        self._known = {name for rule in game.rules for name in symbols(("<=", rule.head, *rule.body))}

    def shown(self, joint: JointMove) -> tuple[str, ...]:
        """A joint move in the spelling of the game."""
        return tuple(map(self._game.show, joint))

    def one_step(self, instance: Instance, where: str) -> tuple[GameState, JointMove | None]:
        """The state and the joint move of an instance, whose answers are right."""
        machine, roles = self._machine, self._game.roles
        state = self._facts(instance.game_state, f"{where}: 'game_state'")
        if instance.legal_moves is not None:
            legal = {(role, move) for role, moves in zip(roles, machine.legal(state), strict=True) for move in moves}
            given = read_moves(_text(instance.legal_moves), self._game.spellings, Strictness.RELAXED)
            self._require_same(frozenset(legal), given, f"{where}: 'legal_moves'")
        if not _text(instance.move).strip():
            return state, None
        joint = self._joint_move(instance.move, state, f"{where}: 'move'")
        if instance.next_state is not None:
            after = read_state(_text(instance.next_state), self._game.spellings, Strictness.RELAXED)
            self._require_same(machine.next(state, joint), after, f"{where}: 'next_state'")
        return state, joint

    def several_steps(self, play: Play, where: str) -> tuple[GameState, list[JointMove]]:
        """The first state, and the joint moves from it on."""
        state = first = self._machine.initial()
        joints: list[JointMove] = []
        for number, text in enumerate(play.moves, 1):
            joint = self._joint_move(text, state, f"{where}: move {number}")
            joints.append(joint)
            state = self._machine.next(state, joint)
        return first, joints

    def _joint_move(self, text: Lines, state: GameState, where: str) -> JointMove:
        game = self._game
        joint = read_joint_move(_text(text), game.roles, game.spellings, Strictness.RELAXED)
        if isinstance(joint, Unreadable):
            raise ConfigurationError(f"{where}: {joint.message}")
        if self._machine.terminal(state):
            raise ConfigurationError(f"{where}: the game is over before it")
        for role, move, legal in zip(game.roles, joint, self._machine.legal(state), strict=True):
            if move not in legal:
                raise ConfigurationError(f"{where}: {game.show((role, move)):.200} is not legal")
        return joint

    def _facts(self, text: Lines, where: str) -> GameState:
        facts = read_state(_text(text), self._game.spellings, Strictness.RELAXED)
        if isinstance(facts, Unreadable):
            raise ConfigurationError(f"{where}: {facts.message}")
        for fact in facts:
            for name in symbols(fact):
                if name not in self._known:
                    raise ConfigurationError(f"{where}: the rules of {self._game.name} do not know {name!r:.100}")
        return facts

    def _require_same(self, right: frozenset[Term], given: frozenset[Term] | Unreadable, where: str) -> None:
        if isinstance(given, Unreadable):
            raise ConfigurationError(f"{where}: {given.message}")
        found = compare(right, given)
        for terms, fault in ((found.missing, "lacks"), (found.superfluous, "holds")):
            if terms:
                first = min(show(term, self._game.spelling) for term in terms)
                others = f" and {len(terms) - 1} more" if len(terms) > 1 else ""
                raise ConfigurationError(f"{where} {fault} {first:.200}{others}, unlike what the rules say")


def _text(lines: Lines) -> str:
    return lines if isinstance(lines, str) else "\n".join(lines)
