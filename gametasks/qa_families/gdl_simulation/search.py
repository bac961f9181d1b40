"""Looking for the game that an id names in the files that a user gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from gametasks.errors import RecordError
from gametasks.gdl.canonical import strip_comments
from gametasks.gdl.library import find_games
from gametasks.gdl.obfuscation.files import load_encoding
from gametasks.generators.gdl_simulation.files import GameContent, plain_name
from gametasks.qa_families.gdl_simulation.wording import read_prompts
from gametasks.schemas import SampleId
from gametasks.schemas.gdl_simulation import HORIZONS, Obfuscation, Wording

__all__ = ["find_content"]


def find_content(sample_id: SampleId, paths: Sequence[Path]) -> str:
    """The content that an id names.

    Args:
        sample_id: The id.
        paths: Descriptions, or folders of them; an encoding (``.txt``) for a sample that was obfuscated when it was
            made; a file of prompts (``.toml``) for one with a user's words. The project's own games are known.

    Raises:
        RecordError: None of the files gives what the id names.
        GdlError: A file cannot be read.
        ConfigurationError: The file of prompts cannot be used.
    """
    for content in _contents(sample_id.family, paths):
        if content.variant() == sample_id.variant:
            return content.encoded()
    raise RecordError(
        f"{sample_id} was made from a file that is not given: the description of its game, under the same file name; "
        "encoding.txt if it was obfuscated; the file of prompts if it was worded anew. Its dataset folder serves too"
    )


def _contents(family: str, paths: Sequence[Path]) -> Iterator[GameContent]:
    """Every content that the files may have been made into for a family."""
    wordings: list[Wording | None] = [None]
    wordings += [read_prompts(path).wordings.get(family) for path in paths if path.suffix == ".toml"]
    horizons = HORIZONS if family.startswith("multistep") else (None,)
    for name, description in _descriptions(paths):
        for obfuscation in Obfuscation:
            for horizon in horizons:
                for wording in wordings:
                    yield GameContent(
                        name=name, description=description, obfuscation=obfuscation, horizon=horizon, wording=wording
                    )


def _descriptions(paths: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """The name of each game, and its description in every way in which it may have been shown."""
    encodings = [load_encoding(path) for path in paths if path.suffix == ".txt"]
    games = [path for path in paths if path.suffix not in (".txt", ".toml")]
    for found in (*(find_games(games) if games else ()), *find_games()):
        name, text = plain_name(found.game.name), strip_comments(found.game.text)
        yield name, text
        yield name, found.game.text
        yield from ((name, encoding.encode_text(text)) for encoding in encodings)
