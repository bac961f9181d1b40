"""The facts of the current state in indices, which are maintained incrementally from state to state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gametasks.gdl.interpreter.expressions import key_text
from gametasks.gdl.machine import GameState

__all__ = ["StateStore"]

_MOST_BRANCHES = 12
"""Names of facts that the generated update tells apart by ``elif``; for any others it looks up a function."""


_MOST_LOADS = 10_000
"""States after which the indices are built anew, since the empty bucket of a key that no fact has is not dropped."""

_NO_FACTS: GameState = frozenset()


class _Index(NamedTuple):
    """A hash index over the facts of one name and arity.

    Attributes:
        buckets: By the bound arguments, a set of whole facts: the key is the term itself if it is one argument, a
            tuple if there are more. Without bound arguments it is the only such set. The sets keep the hashes of
            their facts, so that a next state takes over what stays the same without computing any.
        bound: Positions of the arguments that are the key.
    """

    buckets: Any
    bound: tuple[int, ...]


class StateStore:
    """Indices over the facts of the current state.

    They are maintained by the difference to the state before, which is small in most games. The code that does so is
    generated, since it depends on the indices.
    """

    def __init__(self) -> None:
        self._indices: dict[tuple[str, int], dict[tuple[int, ...], _Index]] = {}
        self._update: Callable[[GameState, GameState], None] | None = None
        self._state: GameState = _NO_FACTS
        self._loads = 0

    def index(self, relation: tuple[str, int], bound: tuple[int, ...]) -> Any:
        """The buckets of an index, see ``_Index``, which is made if it is new. At least one argument is free."""
        of_relation = self._indices.setdefault(relation, {})
        if bound not in of_relation:
            of_relation[bound] = _Index({} if bound else set(), bound)
            self._update = None
        return of_relation[bound].buckets

    def load(self, state: GameState) -> None:
        """Make a state the current one."""
        update = self._update
        self._loads += 1
        if update is None or self._loads > _MOST_LOADS:
            if update is None:
                update = self._generate_update()
            self._clear()
            removed, added = _NO_FACTS, state
        else:
            old = self._state
            added = state - old
            removed = old - state if len(old) + len(added) > len(state) else _NO_FACTS
            if len(removed) + len(added) > len(state):
                self._clear()
                removed, added = _NO_FACTS, state
        # An update that is interrupted leaves the indices half done: they are then built anew.
        self._update = None
        update(removed, added)
        self._update = update
        self._state = state

    def _clear(self) -> None:
        self._loads = 0
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
    lines = [f"    if len(fact) == {arity + 1}:"]
    if any(index.bound for index in indices):
        lines.append(f"     _, {', '.join(names)} = fact")
    for index in indices:
        table = f"d{number}_{arity}_{'_'.join(map(str, index.bound))}"
        namespace[table] = index.buckets
        key = key_text([names[position] for position in index.bound])
        if not index.bound:
            lines.append(f"     {table}.{'add' if adding else 'remove'}(fact)")
        elif adding:
            lines += [
                f"     k = {key}",
                f"     b = {table}.get(k)",
                f"     if b is None: {table}[k] = {{fact}}",
                "     else: b.add(fact)",
            ]
        else:
            lines.append(f"     {table}[{key}].remove(fact)")
    return lines
