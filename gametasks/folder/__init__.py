"""A dataset's folder, read: its columns, its rows and images, its manifest, its digest.

What builds a folder and what evaluates one both stand on this. Enter by the names below. Those that need pyarrow are
loaded on first use: a stream of rows needs columns and images only.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gametasks.folder.columns import CANARY, COLUMNS, FEATURES, features
from gametasks.folder.images import as_rgb, decode_image, images_of, pixel_hash, same_pixels
from gametasks.folder.manifest import MANIFEST, FailedSlot, Manifest, Recipe, ShardLine, read_manifest

if TYPE_CHECKING:
    from gametasks.folder.arrow import SCHEMA
    from gametasks.folder.content_hash import digest, digest_of, row_lines
    from gametasks.folder.reading import (
        read_group,
        read_rows,
        read_shard,
        require_utf8,
        row_groups,
        shard_paths,
        split_names,
        split_of,
    )

__all__ = [
    "CANARY",
    "COLUMNS",
    "FEATURES",
    "MANIFEST",
    "SCHEMA",
    "FailedSlot",
    "Manifest",
    "Recipe",
    "ShardLine",
    "as_rgb",
    "decode_image",
    "digest",
    "digest_of",
    "features",
    "images_of",
    "pixel_hash",
    "read_group",
    "read_manifest",
    "read_rows",
    "read_shard",
    "require_utf8",
    "row_groups",
    "row_lines",
    "same_pixels",
    "shard_paths",
    "split_names",
    "split_of",
]

_LATE = {
    "arrow": ("SCHEMA",),
    "content_hash": ("digest", "digest_of", "row_lines"),
    "reading": (
        *("read_group", "read_rows", "read_shard", "require_utf8"),
        *("row_groups", "shard_paths", "split_names", "split_of"),
    ),
}
_HOME = {name: f"{__name__}.{module}" for module, names in _LATE.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load a name that needs pyarrow from its module (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
