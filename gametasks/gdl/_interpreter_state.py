"""The facts of the current state, with the indices that the generated functions look into."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gametasks.gdl.machine import GameState

__all__ = ["StateStore"]


class _Index(NamedTuple):
    """Facts of one name and arity by the values of some arguments.

    Attributes:
        buckets: The other arguments of the facts (one value, or a tuple of several) by those values (alike).
        bound: Places of the arguments that are the key.
        free: Places of the others.
    """

    buckets: dict[Any, Any]
    bound: tuple[int, ...]
    free: tuple[int, ...]


class _Update(NamedTuple):
    """Generated functions that bring the indices of all facts of a name up to date."""

    add: Callable[[Any], None]
    remove: Callable[[Any], None]


class StateStore:
    """The facts of the current state, indexed.

    An index follows the state by the difference to the one before, which is small in most games.
    """

    def __init__(self) -> None:
        self._indices: dict[tuple[str, int], dict[tuple[int, ...], _Index]] = {}
        self._updates: dict[Any, _Update] | None = None
        self._state: GameState = frozenset()

    def index(self, relation: tuple[str, int], bound: tuple[int, ...]) -> dict[Any, Any]:
        """The buckets of an index; with no bound argument, the rows themselves. At least one argument is free."""
        of_relation = self._indices.setdefault(relation, {})
        if bound not in of_relation:
            free = tuple(place for place in range(relation[1]) if place not in bound)
            of_relation[bound] = _Index({}, bound, free)
            self._updates = None
        return of_relation[bound].buckets

    def load(self, state: GameState) -> None:
        """Make a state the current one."""
        updates = self._updates
        if updates is None:
            self._updates = self._compile()
            self._rebuild(state)
            return
        old = self._state
        removed = old - state
        added = state - old
        if len(removed) + len(added) > len(state):
            self._rebuild(state)
            return
        self._updates = None
        for fact in removed:
            if fact.__class__ is tuple and (update := updates.get(fact[0])):
                update[1](fact)
        for fact in added:
            if fact.__class__ is tuple and (update := updates.get(fact[0])):
                update[0](fact)
        self._updates = updates
        self._state = state

    def _rebuild(self, state: GameState) -> None:
        for indices in self._indices.values():
            for index in indices.values():
                index.buckets.clear()
        updates = self._updates or {}
        for fact in state:
            if fact.__class__ is tuple and (update := updates.get(fact[0])):
                update[0](fact)
        self._state = state

    def _compile(self) -> dict[Any, _Update]:
        by_name: dict[str, list[tuple[int, list[_Index]]]] = {}
        for (name, arity), indices in self._indices.items():
            by_name.setdefault(name, []).append((arity, list(indices.values())))
        updates: dict[Any, _Update] = {}
        for name, families in by_name.items():
            lines: list[str] = []
            namespace: dict[str, Any] = {}
            for adding in (True, False):
                lines.append("def add(fact):" if adding else "def remove(fact):")
                for arity, own in families:
                    lines += _update_lines(arity, own, adding, namespace)
            exec(compile("\n".join(lines), f"<facts {name}>", "exec"), namespace)
            updates[name] = _Update(namespace["add"], namespace["remove"])
        return updates


def _update_lines(arity: int, indices: list[_Index], adding: bool, namespace: dict[str, Any]) -> list[str]:
    """The part of an update that is for facts of one arity."""
    names = [f"a{place}" for place in range(arity)]
    lines = [f" if len(fact) == {arity + 1}:", f"  _, {', '.join(names)} = fact"]
    for index in indices:
        table = f"d{arity}_{'_'.join(map(str, index.bound))}"
        namespace[table] = index.buckets
        key = _joined([names[place] for place in index.bound])
        value = _joined([names[place] for place in index.free])
        if not index.bound:
            lines.append(f"  {table}[{value}] = None" if adding else f"  del {table}[{value}]")
        elif adding:
            lines += [
                f"  k = {key}",
                f"  b = {table}.get(k)",
                f"  if b is None: {table}[k] = {{{value}: None}}",
                f"  else: b[{value}] = None",
            ]
        else:
            lines += [
                f"  k = {key}",
                f"  b = {table}[k]",
                f"  if len(b) == 1: del {table}[k]",
                f"  else: del b[{value}]",
            ]
    return lines


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"({', '.join(names)})"
