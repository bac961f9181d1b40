"""A description as a machine that plays it, kept for the questions to come.

Names have no content, so a game is compiled once, with its symbols numbered by their first occurrence, however often it
is shown under other names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeVar

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.description import Game, parse_game
from gametasks.gdl.interpreter import Interpreter
from gametasks.gdl.machine import GameState, JointMove, Machine
from gametasks.gdl.reader import Source, read_expressions
from gametasks.gdl.terms import Term, order_key, rename
from gametasks.schemas.gdl_simulation import canonical_form

__all__ = ["machine_of", "read_terms"]

T = TypeVar("T")

_MOST_TERMS = 100_000
"""Terms whose other form is kept."""


@lru_cache(maxsize=64)
def machine_of(description: str, name: str) -> Machine:
    """The game of a description, compiled.

    Raises:
        GdlError: The description is no game, or not one that can be played.
    """
    game = parse_game(description, name, file=name)
    text, names = canonical_form(description)
    try:
        return _Renamed(game, _compiled(text, name), names)
    except GdlLimitError:
        raise
    except GdlError:
        return Interpreter(game)  # for an error that names things as the description does


@lru_cache(maxsize=64)
def _compiled(canonical: str, name: str) -> Interpreter:
    return Interpreter(parse_game(canonical, name, file=name))


class _Renamed:
    """A machine under other names.

    Args:
        game: The game as it is shown.
        machine: The same game with numbers for names.
        names: The number of each of the game's own names.
    """

    def __init__(self, game: Game, machine: Machine, names: dict[str, str]) -> None:
        self.game = game
        self._machine = machine
        self._inward = _Renaming(names)
        self._outward = _Renaming({number: name for name, number in names.items()})

    def initial(self) -> GameState:
        """The first state."""
        return self._ask(lambda: self._outward.state(self._machine.initial()), lambda plain: plain.initial())

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role its legal moves in canonical order."""
        found = self._ask(lambda: self._machine.legal(self._inward.state(state)), lambda plain: plain.legal(state))
        return tuple(tuple(sorted(map(self._outward.term, moves), key=order_key)) for moves in found)

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move."""
        joint = tuple(map(self._inward.term, moves))
        return self._ask(
            lambda: self._outward.state(self._machine.next(self._inward.state(state), joint)),
            lambda plain: plain.next(state, moves),
        )

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""
        return self._ask(lambda: self._machine.terminal(self._inward.state(state)), lambda plain: plain.terminal(state))

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """The goal values, which are numbers only under the game's own names."""
        return Interpreter(self.game).goals(state)

    def _ask(self, numbered: Callable[[], T], plain: Callable[[Machine], T]) -> T:
        """Ask the numbered game; where the rules give no answer, the other one says so in the game's own names."""
        try:
            return numbered()
        except GdlLimitError:
            raise
        except GdlError:
            return plain(Interpreter(self.game))


class _Renaming:
    """Terms under other names; each is renamed once."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names
        self._known: dict[Term, Term] = {}

    def term(self, term: Term) -> Term:
        """A term under the other names."""
        known = self._known.get(term)
        if known is None:
            if len(self._known) >= _MOST_TERMS:
                self._known.clear()
            known = self._known[term] = rename(term, self._names)
        return known

    def state(self, state: GameState) -> GameState:
        """A state under the other names."""
        return frozenset(map(self.term, state))


def read_terms(texts: Iterable[str]) -> tuple[Term, ...]:
    """Terms from their texts, one each.

    Raises:
        GdlSyntaxError: A text is no term.
    """
    return tuple(expression.term for text in texts for expression in read_expressions(Source("<state>", text)))
