"""Game tasks for vision-language and language models, with answers that are proved.

The names below are loaded on first use, so that ``gametasks.score`` needs neither Cairo nor OR-tools::

    import gametasks

    rows = gametasks.stream("rush_exit", "plan", level=3, seed=7)
    row = next(rows)
    gametasks.verify(row)
    print(gametasks.score(row, row["answer"]).score)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = ["Score", "__version__", "get_task", "prompt", "score", "stream", "verify"]

_HOME = {
    "Score": "gametasks.evaluate.scoring",
    "score": "gametasks.evaluate.scoring",
    "prompt": "gametasks.evaluate.prompts",
    "get_task": "gametasks.qa_families._catalogue",
    "stream": "gametasks.build.sample.stream",
    "verify": "gametasks.build.sample.verify",
}

if TYPE_CHECKING:
    from gametasks.build.sample.stream import stream
    from gametasks.build.sample.verify import verify
    from gametasks.evaluate.prompts import prompt
    from gametasks.evaluate.scoring import Score, score
    from gametasks.qa_families._catalogue import get_task


def __getattr__(name: str) -> Any:
    """Load a public name from its module (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module 'gametasks' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
