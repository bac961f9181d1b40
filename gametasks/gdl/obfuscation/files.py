"""Obfuscation of files: a folder of renamed games with its encoding; restoring descriptions and answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from gametasks.errors import GdlError
from gametasks.gdl._files import read_bytes
from gametasks.gdl.description import Game
from gametasks.gdl.limits import Limits
from gametasks.gdl.obfuscation.encoding import Encoding, NameKind, make_encoding, obfuscate_game, read_encoding

__all__ = ["ENCODING", "load_encoding", "obfuscate_files", "restore_files"]

ENCODING = "encoding.txt"
"""Name of the file with the encoding, beside the obfuscated games."""

_BYTE_ORDER_MARK = "\ufeff"


def obfuscate_files(games: Sequence[Game], kind: NameKind, seed: int, out: Path) -> list[Path]:
    """Write games in obfuscated symbols, all under one encoding, and the encoding.

    Args:
        games: The games; each becomes ``NAME.kif``.
        kind: What the new symbols look like.
        seed: Seed of the symbols.
        out: The folder.

    Returns:
        The files that were written.

    Raises:
        GdlError: Two games have the same name, or the folder holds another encoding already.
        GdlLimitError: There are more symbols than names.
        OSError: A file cannot be written.
    """
    names = [game.name for game in games]
    for name in names:
        if names.count(name) > 1:
            raise GdlError(f"two of the games are called {name}; obfuscate them into different folders")
    encoding = make_encoding(games, kind, seed)
    where = out / ENCODING
    if where.exists() and load_encoding(where) != encoding:
        raise GdlError(f"{where} holds another encoding, which would be overwritten; choose another folder")
    out.mkdir(parents=True, exist_ok=True)
    texts = {out / f"{game.name}.kif": obfuscate_game(game, encoding).text for game in games}
    texts[where] = encoding.write()
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8", newline="")
    return list(texts)


def load_encoding(path: Path, limits: Limits = Limits()) -> Encoding:  # noqa: B008 - limits cannot be changed
    """Read an encoding from its file.

    Raises:
        GdlSyntaxError: A line is not a pair of symbols, or repeats one.
        GdlError: The file cannot be read, or is too long.
    """
    return read_encoding(_text(path, limits).removeprefix(_BYTE_ORDER_MARK), str(path))


def restore_files(
    paths: Iterable[Path],
    encoding: Encoding,
    out: Path,
    limits: Limits = Limits(),  # noqa: B008 - limits cannot be changed
) -> list[Path]:
    """Write files with their original symbols restored: descriptions, answers, or whole outputs of a model.

    Everything else stays as it is, including bytes that are not UTF-8.

    Args:
        paths: Files, or folders of which all files are taken except the encoding itself.
        encoding: The encoding.
        out: The folder; each file keeps its name.
        limits: ``size_mb`` bounds each file.

    Returns:
        The files that were written.

    Raises:
        GdlError: A file cannot be read or is too long, two have the same name, or one would overwrite
            itself.
        OSError: A file cannot be written.
    """
    sources: dict[Path, Path] = {}
    for path in paths:
        found = sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else [path]
        for file in found:
            if path.is_dir() and file.name == ENCODING:
                continue
            target = out / file.name
            if sources.setdefault(target, file) != file:
                raise GdlError(f"{sources[target]} and {file} have the same name; restore them into different folders")
            if target.resolve() == file.resolve():
                raise GdlError(f"{file} would overwrite itself; choose another folder")
    texts = {target: _decoded(_text(file, limits), encoding) for target, file in sources.items()}
    out.mkdir(parents=True, exist_ok=True)
    for target, text in texts.items():
        target.write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
    return list(texts)


def _decoded(text: str, encoding: Encoding) -> str:
    """A text with its original symbols restored; a byte order mark before it is no part of its first symbol."""
    rest = text.removeprefix(_BYTE_ORDER_MARK)
    return text[: len(text) - len(rest)] + encoding.decode_text(rest)


def _text(path: Path, limits: Limits) -> str:
    return read_bytes(path, limits.size_mb << 20, "size_mb").decode("utf-8", "surrogateescape")
