"""Perceptual hashes: the values that the package ImageHash 4.3.2 gave with SciPy 1.17.1."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from gametasks.build.sample.fingerprints import perceptual_hash


def waves(width: int, height: int, number: int) -> Image.Image:
    """An image made by a formula, different in every part."""
    y, x = np.mgrid[:height, :width]
    shade = 127 + 60 * np.sin(x * (number + 1) / 37) + 60 * np.cos(y * number / 53 + x / 90)
    return Image.fromarray(np.stack([shade, shade[::-1], 255 - shade], axis=2).astype(np.uint8))


KNOWN = {
    ((64, 64), 0): "8000000000000000",
    ((64, 64), 2): "c07e2a5c237d2637",
    ((64, 64), 5): "f080d577c27cc077",
    ((512, 512), 0): "f800000000000000",
    ((512, 512), 2): "ffc86ac06ac06a3d",
    ((512, 512), 5): "ffc295c09dc197c0",
    ((640, 480), 0): "bc00000000000000",
    ((640, 480), 2): "ff480a4a4b4ab4b7",
    ((640, 480), 5): "bae0b5e0b5e0b5e0",
    ((1001, 333), 0): "db00000000000000",
    ((1001, 333), 2): "dff058f05a0fa00f",
    ((1001, 333), 5): "dff018f058f05af0",
    ((31, 45), 0): "8000000000000000",
    ((31, 45), 2): "947e2e7f2c4e0a45",
    ((31, 45), 5): "c02288ddaee49eed",
}


@pytest.mark.parametrize(("size", "number"), list(KNOWN))
def test_hashes_are_those_of_imagehash(size, number):
    assert perceptual_hash(waves(*size, number)) == KNOWN[size, number]


def test_equal_frequencies_are_equal():
    assert perceptual_hash(Image.new("RGB", (300, 200), (3, 4, 5))) == "8" + 15 * "0"
    # Half of the frequencies of an image that is its own mirror image are zero, whatever the rounding.
    mirrored = np.zeros((256, 256, 3), np.uint8)
    mirrored[64:192, 96:160] = 200
    hashed = np.unpackbits(np.frombuffer(bytes.fromhex(perceptual_hash(Image.fromarray(mirrored))), np.uint8))
    odd = hashed.reshape(8, 8)[:, 1::2]
    assert len(set(odd.ravel().tolist())) == 1
