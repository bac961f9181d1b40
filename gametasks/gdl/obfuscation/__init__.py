"""Renaming every symbol of a collection of games, and restoring the names."""

from gametasks.gdl.obfuscation.encoding import (
    RESERVED,
    Encoding,
    NameKind,
    make_encoding,
    obfuscate_game,
    read_encoding,
    restore_game,
)

__all__ = ["RESERVED", "Encoding", "NameKind", "make_encoding", "obfuscate_game", "read_encoding", "restore_game"]
