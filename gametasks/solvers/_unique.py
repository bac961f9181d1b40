"""Is there a second solution? Models of OR-tools CP-SAT, solved so that every machine finds the same.

One worker, a fixed seed and a limit of deterministic time: what is found, and whether the limit is reached, does not
depend on the clock. OR-tools is imported where it is used, because it takes longer to load than most samples to make.

A task writes its rules as a model, with a variable for every cell or pair that an answer is made of::

    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    digit = {cell: model.new_int_var(0, 4, str(cell)) for cell in cells}
    for line in lines:
        model.add_all_different([digit[cell] for cell in line])
    ways = first_two(model, digit)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gametasks.errors import Rejection

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

__all__ = ["Ways", "first_two", "solutions"]

K = TypeVar("K", bound=Hashable)

_LIMIT = 10.0
"""Deterministic time of a whole search; about as many seconds of a fast core."""


@dataclass(frozen=True, slots=True)
class Ways(Generic[K]):
    """What a search for two solutions found; a missing one is proved not to exist.

    Attributes:
        first: The value of every variable by its key, or None where there is no solution.
        second: Another solution, or None where there is no other.
    """

    first: dict[K, int] | None
    second: dict[K, int] | None

    @property
    def unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.first is not None and self.second is None


def first_two(
    model: CpModel,
    variables: Mapping[K, IntVar],
    cuts: Callable[[Mapping[K, int]], Iterable[Any]] = lambda values: (),
    limit: float = _LIMIT,
) -> Ways[K]:
    """Find a solution and look for a second one; the arguments and errors are those of :func:`solutions`."""
    found = solutions(model, variables, cuts, limit)
    return Ways(next(found, None), next(found, None))


def solutions(
    model: CpModel,
    variables: Mapping[K, IntVar],
    cuts: Callable[[Mapping[K, int]], Iterable[Any]] = lambda values: (),
    limit: float = _LIMIT,
) -> Iterator[dict[K, int]]:
    """Find one solution after another, each forbidden as soon as it is found; with an objective, the best come first.

    Args:
        model: The rules; constraints are added to it.
        variables: The variables in which two solutions have to differ, by key. Every other variable of the model is
            only a means.
        cuts: Constraints that a solution of the model breaks, for rules that are dear to write down beforehand, such
            as that all islands hang together. They are added to the model; none means that it is a true solution.
        limit: Deterministic time for all the solutions together.

    Yields:
        The value of every variable by its key. The end proves that there is no further solution.

    Raises:
        Rejection: The limit was reached before the next solution was found or excluded.
        ValueError: The model is not well formed.
    """
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    left = limit
    while True:
        solver.parameters.max_deterministic_time = left
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return
        if status == cp_model.MODEL_INVALID:
            raise ValueError(f"the model is not well formed: {model.validate()}")
        left -= solver.response_proto.deterministic_time
        if status != cp_model.OPTIMAL or left <= 0:
            raise Rejection("neither a further solution nor a proof within the limit")
        values = {key: solver.value(variable) for key, variable in variables.items()}
        broken = list(cuts(values))
        for constraint in broken:
            model.add(constraint)
        if not broken:
            yield values
            if not values:  # nothing can differ in a second solution
                return
            model.add_forbidden_assignments(list(variables.values()), [tuple(values.values())])
