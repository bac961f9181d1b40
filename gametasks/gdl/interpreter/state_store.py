"""The facts of the current state in indices, which are maintained incrementally from state to state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gametasks.gdl.interpreter.expressions import key_text
from gametasks.gdl.machine import GameState
from gametasks.gdl.terms import Term

__all__ = ["StateStore"]

_MOST_BRANCHES = 12
"""Names of facts that the generated update tells apart by ``elif``; for any others it looks up a function."""


class _Index(NamedTuple):
    """A hash index over the facts of one name and arity.

    Attributes:
        buckets: By the bound arguments, a dictionary from the free arguments to the whole fact; each the term itself
            if it is one argument, a tuple if there are more. Without bound arguments it is the only such dictionary.
        bound: Positions of the arguments that are the key.
        free: Positions of the others.
    """

    buckets: dict[Any, Any]
    bound: tuple[int, ...]
    free: tuple[int, ...]


class StateStore:
    """Indices over the facts of the current state.

    They are maintained by the difference to the state before, which is small in most games. The code that does so is
    generated, since it depends on the indices.
    """

    def __init__(self) -> None:
        self._indices: dict[tuple[str, int], dict[tuple[int, ...], _Index]] = {}
        self._update: Callable[[GameState, GameState], None] | None = None
        self._state: GameState = frozenset()

    def index(self, relation: tuple[str, int], bound: tuple[int, ...]) -> dict[Any, Any]:
        """The buckets of an index, see ``_Index``, which is made if it is new. At least one argument is free."""
        of_relation = self._indices.setdefault(relation, {})
        if bound not in of_relation:
            free = tuple(position for position in range(relation[1]) if position not in bound)
            of_relation[bound] = _Index({}, bound, free)
            self._update = None
        return of_relation[bound].buckets

    def load(self, state: GameState) -> None:
        """Make a state the current one."""
        update = self._update
        if update is None:
            update = self._generate_update()
            self._clear()
            removed, added = frozenset[Term](), state
        else:
            old = self._state
            removed, added = old - state, state - old
            if len(removed) + len(added) > len(state):
                self._clear()
                removed, added = frozenset(), state
        # An update that is interrupted leaves the indices half done: they are then built anew.
        self._update = None
        update(removed, added)
        self._update = update
        self._state = state

    def _clear(self) -> None:
        for indices in self._indices.values():
            for index in indices.values():
                index.buckets.clear()

    def _generate_update(self) -> Callable[[GameState, GameState], None]:
        """A generated function that brings all indices up to date."""
        by_name: dict[str, list[tuple[int, list[_Index]]]] = {}
        for (name, arity), indices in self._indices.items():
            by_name.setdefault(name, []).append((arity, list(indices.values())))
        namespace: dict[str, Any] = {}
        lines: list[str] = []
        updates = ["def update(removed, added):"]
        for adding in (False, True):
            loop = [
                f" for fact in {'added' if adding else 'removed'}:",
                "  if fact.__class__ is tuple:",
                "   name = fact[0]",
            ]
            for number, (name, families) in enumerate(by_name.items()):
                own = [line for family in families for line in _update_lines(number, *family, adding, namespace)]
                if number < _MOST_BRANCHES:
                    loop += [f"   {'elif' if number else 'if'} name == {name!r}:", *own]
                else:
                    # Python's compiler does not take a long row of alternatives.
                    lines += [f"def u{adding:d}_{number}(fact):", *own]
            if len(by_name) > _MOST_BRANCHES:
                loop += [f"   elif name in more{adding:d}:", f"    more{adding:d}[name](fact)"]
            updates += loop
        exec(compile("\n".join(lines + updates), "<facts>", "exec"), namespace)
        for adding in (False, True):
            namespace[f"more{adding:d}"] = {
                name: namespace[f"u{adding:d}_{number}"]
                for number, name in enumerate(by_name)
                if number >= _MOST_BRANCHES
            }
        update: Callable[[GameState, GameState], None] = namespace["update"]
        return update


def _update_lines(number: int, arity: int, indices: list[_Index], adding: bool, namespace: dict[str, Any]) -> list[str]:
    """The part of an update for the facts of one name and arity."""
    names = [f"a{position}" for position in range(arity)]
    lines = [f"    if len(fact) == {arity + 1}:", f"     _, {', '.join(names)} = fact"]
    for index in indices:
        table = f"d{number}_{arity}_{'_'.join(map(str, index.bound))}"
        namespace[table] = index.buckets
        key = key_text([names[position] for position in index.bound])
        value = key_text([names[position] for position in index.free])
        if not index.bound:
            lines.append(f"     {table}[{value}] = fact" if adding else f"     del {table}[{value}]")
        elif adding:
            lines += [
                f"     k = {key}",
                f"     b = {table}.get(k)",
                f"     if b is None: {table}[k] = {{{value}: fact}}",
                f"     else: b[{value}] = fact",
            ]
        else:
            lines += [
                f"     k = {key}",
                f"     b = {table}[k]",
                f"     if len(b) == 1: del {table}[k]",
                f"     else: del b[{value}]",
            ]
    return lines
