"""Families of games: parameters with their bounds, and a description for every choice of values."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from gametasks.errors import ConfigurationError, UnknownNameError
from gametasks.gdl.library import Metadata

__all__ = ["Family", "Parameter", "facts", "heading", "section"]

_WIDTH = 77
"""Columns of a line of the descriptions."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A whole number that shapes a game.

    Attributes:
        low: Smallest value.
        high: Largest value.
        default: The value where none is given.
        meaning: What it counts.
    """

    low: int
    high: int
    default: int
    meaning: str


@dataclass(frozen=True)
class Family:
    """Games that differ in a few numbers.

    Attributes:
        name: Its name, with which the names of its games begin.
        title: Its name as people write it.
        factor: The parameter that the family varies while the others stay fixed.
        parameters: All parameters by name.
        write: Gives the description for values of all parameters, which have been checked.
        metadata: The metadata of every game of the family.
    """

    name: str
    title: str
    factor: str
    parameters: Mapping[str, Parameter]
    write: Callable[[Mapping[str, int]], str]
    metadata: Metadata

    def values(self, given: Mapping[str, int]) -> dict[str, int]:
        """The values of all parameters, with defaults for those that are not given.

        Raises:
            UnknownNameError: The family has no such parameter.
            ConfigurationError: A value is not a whole number, or is out of bounds.
        """
        for name, value in given.items():
            if name not in self.parameters:
                raise UnknownNameError(f"parameter of the family {self.name!r}", name, self.parameters)
            allowed = self.parameters[name]
            if isinstance(value, bool) or not isinstance(value, int):
                raise ConfigurationError(f"{name} of the family {self.name!r} must be a whole number, not {value!r}")
            if not allowed.low <= value <= allowed.high:
                raise ConfigurationError(
                    f"{name} of the family {self.name!r} must be from {allowed.low} to {allowed.high}, not {value}"
                )
        return {name: given.get(name, parameter.default) for name, parameter in self.parameters.items()}

    def game_name(self, given: Mapping[str, int]) -> str:
        """Name of a game: the family, the factor that it varies, and every other parameter that is not at its default.

        Raises:
            ConfigurationError: As for ``values``.
        """
        values = self.values(given)
        others = (name for name in values if name != self.factor and values[name] != self.parameters[name].default)
        return "_".join([self.name, *(f"{name}{values[name]}" for name in (self.factor, *others))])

    def text(self, given: Mapping[str, int]) -> str:
        """The description of a game.

        Raises:
            ConfigurationError: As for ``values``.
        """
        return self.write(self.values(given))


def heading(title: str, rules: str) -> str:
    """The comment with which a description begins: the title and the rules in plain words."""
    lines = textwrap.wrap(rules, _WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    return "\n".join([f"; {title}", ";", *(f"; {line}" for line in lines)])


def section(title: str) -> str:
    """The comment line that begins a section of a description."""
    return f"; --- {title} ".ljust(_WIDTH, "-")


def facts(shown: Iterable[str]) -> str:
    """Facts one after another, as many a line as there is room for."""
    lines = [""]
    for fact in shown:
        if lines[-1] and len(lines[-1]) + 1 + len(fact) > _WIDTH:
            lines.append("")
        lines[-1] += f" {fact}" if lines[-1] else fact
    return "\n".join(lines)
