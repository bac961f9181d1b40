"""What is known of a game before it is played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from gametasks.gdl.interpreter.analysis import Analysis, Definition, Relation
from gametasks.gdl.interpreter.sizes import Sizes
from gametasks.gdl.interpreter.static import Extensions

__all__ = ["Bound", "Bounds", "Knowledge"]


class Bound(NamedTuple):
    """A relation that never changes, and that holds wherever another one does.

    Attributes:
        relation: Its name and arity.
        places: The arguments of the other relation that it speaks of.
    """

    relation: Relation
    places: tuple[int, ...]


Bounds: TypeAlias = dict[Relation, Bound]
"""The bounds that are known."""


@dataclass
class Knowledge:
    """Everything that the compiler builds upon.

    Attributes:
        analysis: The game's relations.
        definitions: Their clauses.
        sizes: How many answers they have, roughly.
        extensions: The relations that never change.
        bounds: What could hold of the others in any state.
    """

    analysis: Analysis
    definitions: dict[Relation, list[Definition]]
    sizes: Sizes
    extensions: Extensions = field(default_factory=Extensions)
    bounds: Bounds = field(default_factory=dict)
