"""A dataset's folder, read: its columns, its rows and images, its manifest, its digest.

What builds a folder and what evaluates one both stand on this. Enter by the names below.
"""

from gametasks.folder.columns import CANARY, COLUMNS, FEATURES, SCHEMA, features
from gametasks.folder.content_hash import digest, digest_of, row_lines
from gametasks.folder.images import as_rgb, decode_image, images_of, pixel_hash, same_pixels
from gametasks.folder.manifest import MANIFEST, FailedSlot, Manifest, Recipe, ShardLine, read_manifest
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
