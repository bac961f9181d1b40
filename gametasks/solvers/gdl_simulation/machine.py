"""A cache of compiled games.

The names of a game have no content, so a game is compiled once, with numbers in place of names, however often it is
shown under other names. Terms are translated to numbers on the way in and to names on the way out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import inf
from threading import Lock

from msgspec.structs import asdict

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.canonical import canonical_form
from gametasks.gdl.description import Game, parse_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import GameState, Machine
from gametasks.gdl.reader import read_terms
from gametasks.gdl.shared import SharedMachine
from gametasks.gdl.terms import Term, order_key, rename, show_lines
from gametasks.schemas.gdl_simulation import USUAL_WORK, WorkLimits

__all__ = ["NumberedGame", "numbered_game"]

_GAMES = 256
"""Games that are kept: a benchmark over a whole collection asks about each of them again."""

_MOST_TERMS = 100_000
"""Terms whose name is kept."""

_opening = Lock()
"""Held while a game is opened, so that threads that need the same game open it once."""


def numbered_game(description: str, name: str, limits: WorkLimits = USUAL_WORK) -> NumberedGame:
    """The game of a description, compiled, for any number of threads.

    Args:
        description: The description.
        name: The game's name.
        limits: How much work its rules may take. A sample must not depend on how busy the computer is: work is bounded
            here, time by the slot of a build.

    Raises:
        GdlError: The description is not a game, or cannot be played.
    """
    with _opening:
        return _opened(description, name, Limits(seconds=inf, **asdict(limits)))


@lru_cache(maxsize=_GAMES)
def _opened(description: str, name: str, limits: Limits) -> NumberedGame:
    game = parse_game(description, name, file=name, limits=limits)
    text, numbers = canonical_form(description)
    try:
        return NumberedGame(game, _compiled(text, name, limits), numbers)
    except GdlLimitError:
        raise
    except GdlError:
        Interpreter(game, limits)  # raises the same in the names of the description
        raise


@lru_cache(maxsize=_GAMES)
def _compiled(canonical: str, name: str, limits: Limits) -> Machine:
    return SharedMachine(Interpreter(parse_game(canonical, name, file=name, limits=limits), limits))


class NumberedGame:
    """A game in which numbers stand for names.

    Args:
        game: The game as it is shown.
        machine: The same game in numbers.
        numbers: The number of each name.

    Attributes:
        game: The game as it is shown.
        machine: The same game in numbers; its states and moves are in numbers, too. The order of its legal moves does
            not depend on names.
    """

    def __init__(self, game: Game, machine: Machine, numbers: Mapping[str, str]) -> None:
        self.game = game
        self.machine = machine
        self._numbers = numbers
        self._names = {number: name for name, number in numbers.items()}
        self._named: dict[Term, Term] = {}

    def read(self, texts: Iterable[str]) -> tuple[Term, ...]:
        """Terms in numbers from their texts, one each.

        Raises:
            GdlSyntaxError: A text is not a term.
        """
        return tuple(rename(term, self._numbers) for text in texts for term in read_terms(text, self.game.name))

    def facts(self, state: GameState) -> tuple[str, ...]:
        """The facts of a state in canonical order, in the spelling of the description."""
        return tuple(show_lines(map(self._name, state), self.game.spelling))

    def texts(self, terms: Iterable[Term]) -> tuple[str, ...]:
        """Terms, such as the moves of a joint move, in their order and the spelling of the description."""
        return tuple(self.game.show(self._name(term)) for term in terms)

    def actions(self, state: GameState) -> tuple[str, ...]:
        """All legal moves with their roles, role by role in canonical order."""
        pairs: list[Term] = []
        for role, moves in zip(self.game.roles, self.machine.legal(state), strict=True):
            pairs += [(role, move) for move in sorted(map(self._name, moves), key=order_key)]
        return tuple(map(self.game.show, pairs))

    def _name(self, term: Term) -> Term:
        known = self._named.get(term)
        if known is None:
            if len(self._named) >= _MOST_TERMS:
                self._named.clear()
            known = self._named[term] = rename(term, self._names)
        return known
