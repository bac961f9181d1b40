"""The start of a task in a package of its own: the lamp walk of ``template/`` under another name.

The template is a whole package, which the project's tests install, check and run; the docs quote it.
"""

from __future__ import annotations

import re
from pathlib import Path

from gametasks.errors import ConfigurationError
from gametasks.qa_families._catalogue import RESERVED_NAMES, catalogue

__all__ = ["TEMPLATE", "write_package"]

TEMPLATE = Path(__file__).parent / "template"

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST_NAME = 40


def write_package(name: str, folder: Path) -> list[Path]:
    """Write a package that offers a small whole task.

    Args:
        name: Name of the task; the package is called ``gametasks_NAME``.
        folder: Where it is written; it is made, or is empty.

    Returns:
        The files, in alphabetical order.

    Raises:
        ConfigurationError: The name cannot be that of a new task, or the folder holds something.
    """
    if not _NAME.fullmatch(name) or len(name) > _LONGEST_NAME:
        raise ConfigurationError(
            f"{name!r} cannot be a task's name: small letters, digits and single _ between them, a letter first, "
            f"at most {_LONGEST_NAME} characters"
        )
    if name in RESERVED_NAMES:
        raise ConfigurationError(f"{name} means all tasks to datasets; choose another name")
    if name in catalogue().tasks:
        raise ConfigurationError(f"there is a task {name} already; choose another name")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ConfigurationError(f"{folder} is not an empty folder; give a new one by --out")
    words = name.replace("_", " ")
    spellings = {
        "lamp_walk": name,
        "lamp-walk": name.replace("_", "-"),
        "lamp walk": words,
        "Lamp walk": words.capitalize(),
    }
    written = []
    for path in sorted(TEMPLATE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            target = folder / _renamed(path.relative_to(TEMPLATE).as_posix(), spellings)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_renamed(path.read_text(encoding="utf-8"), spellings), encoding="utf-8")
            written.append(target)
    return written


def _renamed(text: str, spellings: dict[str, str]) -> str:
    """A text with the template's name replaced in each of its spellings."""
    return re.sub("|".join(spellings), lambda found: spellings[found[0]], text)
