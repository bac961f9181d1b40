"""Errors travel: out of worker processes, into copies."""

from __future__ import annotations

import copy
import inspect
import multiprocessing
import pickle
import pkgutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Any

import pytest

import gametasks
from gametasks.errors import GameTasksError, RecordError, UnknownNameError
from gametasks.gdl.library import load_own
from gametasks.qa_families._catalogue import get_task

ARGUMENTS: dict[str, Any] = {
    "int": 3,
    "str": "a text",
    "object": "a text",
    "Iterable[str]": ["rush_exit", "hexakai"],
    "Term": ("cell", "1", ("s", "0")),
    "Iterable[Term]": [("goal", "red", "100"), "terminal"],
    "Game": load_own("atari_go"),
}
"""A value for each type of argument that an error's constructor takes."""


def _hierarchy(base: type[GameTasksError]) -> Iterator[type[GameTasksError]]:
    yield base
    for kind in base.__subclasses__():
        yield from _hierarchy(kind)


def _every_error() -> list[GameTasksError]:
    for module in pkgutil.walk_packages(gametasks.__path__, "gametasks."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    errors = []
    for kind in _hierarchy(GameTasksError):
        parameters = () if kind.__init__ is Exception.__init__ else tuple(inspect.signature(kind).parameters.values())
        errors.append(kind(*(ARGUMENTS[value.annotation] for value in parameters)) if parameters else kind("a message"))
    return errors


@pytest.mark.parametrize("error", _every_error(), ids=lambda error: type(error).__name__)
def test_every_error_survives_pickling_and_copying(error: GameTasksError) -> None:
    error.add_note("a note")
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert (str(twin), twin.args, vars(twin)) == (str(error), error.args, vars(error))


def test_a_message_can_be_written_whatever_it_quotes() -> None:
    for error in (RecordError("\ud83d: a bad record"), UnknownNameError("task", "\ud83d", ["\ud83d"])):
        assert "\\ud83d" in str(error).encode().decode()


def test_a_wrong_name_in_a_worker_is_told_to_the_parent() -> None:
    with (
        ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool,
        pytest.raises(UnknownNameError, match="did you mean rush_exit"),
    ):
        pool.submit(get_task, "rush_exi").result(timeout=60)
