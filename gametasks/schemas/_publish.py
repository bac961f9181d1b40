"""The published JSON Schemas: of the record, and of every task's state and questions.

``python -m gametasks.schemas._publish`` (or ``make schemas``) writes them to ``gametasks/schemas/json``.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, Union

import msgspec

from gametasks.schemas._question import Question, State
from gametasks.schemas._record import Record
from gametasks.schemas.answers.kinds import AnswerKind

__all__ = ["FOLDER", "published_schemas"]

T = TypeVar("T")

FOLDER = Path(__file__).parent / "json"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def published_schemas() -> dict[str, bytes]:
    """The content of every schema file by its name."""
    schemas: dict[str, Any] = {"record": Record, "answer": AnswerKind}
    for module in _task_modules():
        name = module.__name__.rpartition(".")[2]
        schemas[f"{name}.state"] = _state_type(module)
        schemas[f"{name}.question"] = Union[*_types(module, Question)]
    return {f"{name}.schema.json": _document(name, kind) for name, kind in schemas.items()}


def _task_modules() -> Iterator[ModuleType]:
    package = import_module("gametasks.schemas")
    for info in pkgutil.iter_modules(package.__path__):
        if not info.name.startswith("_") and info.name != "answers":
            yield import_module(f"{package.__name__}.{info.name}")


def _state_type(module: ModuleType) -> type[State]:
    """The one class of states that a task's schema module defines.

    Raises:
        TypeError: It defines none, or several.
    """
    found = _types(module, State)
    if len(found) != 1:
        raise TypeError(f"{module.__name__} defines {len(found)} types of state instead of one")
    return found[0]


def _types(module: ModuleType, base: type[T]) -> list[type[T]]:
    """The classes derived from a base that a module defines, in its order."""
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, base) and value.__module__ == module.__name__
    ]


def _document(name: str, kind: Any) -> bytes:
    schema = {"$schema": _DIALECT, "title": f"gametasks {name}", **msgspec.json.schema(kind)}
    return msgspec.json.format(msgspec.json.encode(schema), indent=2) + b"\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file_name, content in published_schemas().items():
        (FOLDER / file_name).write_bytes(content)
