"""PNG encoding tuned to flat graphics."""

from __future__ import annotations

import zlib

import numpy as np
from isal import isal_zlib
from PIL import Image

from gametasks.folder import as_rgb

__all__ = ["SIGNATURE", "encode_png"]

SIGNATURE = b"\x89PNG\r\n\x1a\n"
"""What a PNG file begins with."""


_LEVEL = 2
"""Of ISA-L's levels the one with the smallest files among those that cost a tenth of zlib's time."""


def encode_png(image: Image.Image) -> bytes:
    """Encode an RGB image without loss (ISO/IEC 15948), rows unfiltered, deflated by ISA-L.

    Pillow chooses a filter for every row, which costs time and, on flat colours, makes files larger. ISA-L takes 0.4 ms
    where zlib's level 3 takes 4.9, for files that are 4 % larger.

    ISA-L gives the same bytes on all x86-64 processors with SSE 4.2 (tried from Nehalem to AVX-512), which NumPy needs
    too; on ARM its code is another. zlib's bytes differ where a system brings its own. So nothing may
    rest on these bytes: hashes and digests are of pixels.
    """
    width, height = image.size
    rows = np.empty((height, 1 + 3 * width), dtype=np.uint8)
    rows[:, 0] = 0  # the first byte of a row says: no filter
    rows[:, 1:] = np.asarray(as_rgb(image)).reshape(height, 3 * width)
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\x00\x00\x00"
    data = isal_zlib.compress(rows.data, _LEVEL)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
