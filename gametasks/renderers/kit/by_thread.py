"""A cache for what threads must not share: Cairo's surfaces, which are drawn from while Python's lock is released."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

__all__ = ["cached_by_thread"]

P = ParamSpec("P")
R = TypeVar("R")


def cached_by_thread(maxsize: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator like ``functools.lru_cache``, with a cache for each thread.

    Cairo lets several threads work at once only on different surfaces, and a surface that is painted from counts as
    worked on.

    Args:
        maxsize: Results that are kept in each thread.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        caches = threading.local()

        @wraps(function)
        def cached(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                own: Callable[P, R] = caches.own
            except AttributeError:
                own = caches.own = cast("Callable[P, R]", lru_cache(maxsize)(function))
            return own(*args, **kwargs)

        return cached

    return decorate
