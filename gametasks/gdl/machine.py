"""The interface of every engine: a game as a state machine.

Semantics (Love, Hinrichs, Haley, Schkufza and Genesereth, "General Game Playing: Game Description Language
Specification", Stanford Logic Group LG-2006-01): a state is the set of facts ``f`` for which ``(true f)`` holds;
``init`` gives the first one; with one ``does`` for each role, the facts that ``next`` derives are the whole of the
following state. What cannot be derived is false.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol, TypeAlias

from gametasks.errors import GdlError
from gametasks.gdl.description import Game
from gametasks.gdl.terms import Term, order_key, signature

__all__ = ["GameState", "JointMove", "Machine", "UndecidedError", "UnknownTermError", "goal_number", "wrong_count"]

GameState: TypeAlias = frozenset[Term]
"""The facts that are true, without the word ``true`` around them."""

JointMove: TypeAlias = tuple[Term, ...]
"""One move for each role, in the order of the roles."""


class Machine(Protocol):
    """What can be asked of a game, whichever engine answers.

    Every method may raise ``GdlError`` where the rules give no answer (a variable that is never bound, an atom that
    depends on its own negation) and ``GdlLimitError`` where it would take too much time or memory.
    """

    @property
    def game(self) -> Game:
        """The game."""

    def initial(self) -> GameState:
        """The first state."""

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role, in the order of the roles, its legal moves in canonical order (``terms.order_key``)."""

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move. Whether the moves are legal is not checked."""

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """For each role, the values of ``goal`` that hold, in ascending order: one in a sound game.

        Only whole numbers of at most eighteen digits count. In an obfuscated game, whose numbers are renamed, no role
        has a goal value; it plays like the original all the same.
        """


class UnknownTermError(GdlError):
    """A fact or a move that cannot occur in the game, which a grounded engine does not know.

    Args:
        kind: ``fact`` or ``move``.
        term: What it is.
        game: The game.
    """

    def __init__(self, kind: str, term: Term, game: Game) -> None:
        super().__init__(f"the {kind} {game.show(term)} cannot occur in {game.name}")
        self.kind = kind
        self.term = term


_WHOLE_NUMBER = re.compile(r"[0-9]{1,18}")
"""No longer than what 64 bits hold."""


def goal_number(value: Term) -> int | None:
    """The value of a ``goal`` as a number, or ``None`` where it is not a whole number of at most eighteen digits."""
    return int(value) if isinstance(value, str) and _WHOLE_NUMBER.fullmatch(value) else None


def wrong_count(game: Game, moves: JointMove) -> GdlError:
    """The error for a joint move that does not have one move for each role."""
    return GdlError(f"{game.name} has {len(game.roles)} roles, but {len(moves)} moves were given")


class UndecidedError(GdlError):
    """An answer that is neither true nor false in a state, since it rests on an atom that depends on its own negation.

    Args:
        game: The game.
        atoms: What is neither true nor false; at least one atom.
    """

    def __init__(self, game: Game, atoms: Iterable[Term]) -> None:
        atom = min(atoms, key=order_key)
        rule = next((rule for rule in game.rules if signature(rule.head) == signature(atom)), game.rules[0])
        what = "is neither true nor false here, since it rests on an atom that depends on its own negation"
        super().__init__(f"{game.place(rule)}: {game.show(atom)} {what}")
