"""Looking for the game that an id names in the files that a user gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from gametasks.errors import RecordError
from gametasks.gdl.library import find_games
from gametasks.gdl.obfuscation.encoding import Encoding
from gametasks.gdl.obfuscation.files import load_encoding
from gametasks.generators.gdl_simulation.files import Content, GdlVariant
from gametasks.qa_families.gdl_simulation.wording import read_prompts
from gametasks.schemas import SampleId
from gametasks.schemas.gdl_simulation import Wording, strip_comments

__all__ = ["find_content"]


def find_content(sample_id: SampleId, paths: Sequence[Path]) -> str:
    """The content that an id names.

    Args:
        sample_id: The id.
        paths: Descriptions, or folders of such; an encoding (``.txt``) for a sample that was obfuscated when it was
            made; a file of prompts (``.toml``) for one with a user's words. The project's own games are known.

    Raises:
        RecordError: None of the files gives what the id names.
        GdlError: A file cannot be read.
        ConfigurationError: The file of prompts is none.
    """
    variant = GdlVariant.parse(sample_id.variant)
    encodings = [load_encoding(path) for path in paths if path.suffix == ".txt"]
    wordings: list[Wording | None] = [None]
    wordings += [read_prompts(path).wordings.get(sample_id.family) for path in paths if path.suffix == ".toml"]
    for description in _descriptions([path for path in paths if path.suffix not in (".txt", ".toml")], encodings):
        for wording in wordings:
            content = Content(description, wording)
            if GdlVariant.of(variant.name, content, variant.obfuscation, variant.horizon) == variant:
                return content.encoded()
    raise RecordError(
        f"{sample_id} was made from a file that is not given: a description of {variant.name} with the hash "
        f"{variant.digest}"
        + (", obfuscated or with the encoding.txt of its collection" if variant.obfuscation != "none" else "")
        + (", and the file of prompts that it was worded with" if variant.wording else "")
    )


def _descriptions(paths: Sequence[Path], encodings: Sequence[Encoding]) -> Iterator[str]:
    """Every description as it may have been shown."""
    games = [*(find_games(paths) if paths else ()), *find_games()]
    for found in games:
        shown = strip_comments(found.game.text)
        yield shown
        yield found.game.text
        yield from (encoding.encode_text(shown) for encoding in encodings)
