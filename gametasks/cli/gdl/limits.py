"""The options that set the limits of a command, made from the table of all limits."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from gametasks.gdl.limits import LIMITS, Limits, option_name

__all__ = ["ENGINE_LIMITS", "NETWORK_LIMITS", "READING_LIMITS", "with_limits"]

READING_LIMITS = ("seconds", "characters", "depth")
"""Limits of a command that reads and checks descriptions."""

ENGINE_LIMITS = (*READING_LIMITS, "ticks", "facts", "parts")
"""Limits of a command that plays with the interpreter."""

NETWORK_LIMITS = (*ENGINE_LIMITS, "rules", "memory_mb")
"""Limits of a command that may ground a game."""


def with_limits(*names: str, **defaults: float) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command an option for each of some limits; it gets their values as one argument ``limits``.

    Args:
        names: The limits.
        defaults: Default values other than those of ``Limits``.
    """

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(command, eval_str=True)
        own = [parameter for name, parameter in signature.parameters.items() if name != "limits"]
        parameters = [*own, *(_option(name, defaults.get(name, getattr(Limits, name))) for name in names)]

        @wraps(command)
        def limited(**values: Any) -> None:
            command(limits=Limits(**{name: values.pop(name) for name in names}), **values)

        limited.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        limited.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return limited

    return decorated


def _option(name: str, default: float) -> inspect.Parameter:
    low, high, bounds = LIMITS[name]
    help_text = f"Limit: {bounds}."
    kind: Any = type(default)
    if kind is int:
        low, high = int(low), int(high)
    option = typer.Option(option_name(name), min=low, max=high, help=help_text)
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option])
