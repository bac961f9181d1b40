"""The images of a row: decoded, and hashed pixel by pixel."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image

from gametasks.schemas._images import decode_image
from gametasks.schemas._record import read_images

__all__ = ["as_rgb", "decode_image", "images_of", "pixel_hash", "same_pixels"]

_DIGEST_BYTES = 16


def as_rgb(image: Image.Image) -> Image.Image:
    """The image itself where it is RGB already, which Pillow would copy, and otherwise an RGB copy."""
    return image if image.mode == "RGB" else image.convert("RGB")


def images_of(row: Mapping[str, Any]) -> list[Image.Image]:
    """The images of a row, decoded to RGB, in whatever form they come.

    Raises:
        RecordError: The column is no list, or an image is missing or cannot be decoded.
    """
    name = row.get("id", "the record")
    return [decode_image(image, f"{name}: image {number}") for number, image in enumerate(read_images(row), 1)]


def same_pixels(images: Sequence[Image.Image], others: Sequence[Image.Image]) -> bool:
    """Whether two rows of images have the same sizes and RGB pixels; several times quicker than their hashes."""
    return len(images) == len(others) and all(
        image.size == other.size and as_rgb(image).tobytes() == as_rgb(other).tobytes()
        for image, other in zip(images, others, strict=True)
    )


def pixel_hash(images: Sequence[Image.Image]) -> str:
    """Hash of the ordered decoded images (size and RGB pixels); empty for a text sample.

    Compressed bytes would depend on the deflate library of the machine.
    """
    if not images:
        return ""
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    for image in images:
        digest.update(image.width.to_bytes(4, "little") + image.height.to_bytes(4, "little"))
        digest.update(as_rgb(image).tobytes())
    return digest.hexdigest()
