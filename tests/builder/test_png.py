"""Encoded pictures: any reader of PNG files sees the same pixels."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from gametasks.build.sample.png import encode_png
from gametasks.folder import pixel_hash


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (513, 64), (640, 640)])
@pytest.mark.parametrize("noise", [False, True])
def test_pixels_survive_encoding(size, noise):
    width, height = size
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[: height // 2, width // 3 :] = (250, 3, 77)
    if noise:
        pixels += (np.arange(pixels.size, dtype=np.uint64) ** 3 % 251).astype(np.uint8).reshape(pixels.shape)
    image = Image.fromarray(pixels)
    data = encode_png(image)
    with Image.open(io.BytesIO(data)) as opened:
        opened.verify()  # the checksums of the file
    with Image.open(io.BytesIO(data)) as opened:
        assert (opened.format, opened.mode, opened.size) == ("PNG", "RGB", size)
        assert (np.asarray(opened) == pixels).all()
        assert pixel_hash([opened]) == pixel_hash([image])


@pytest.mark.parametrize("mode", ["L", "P", "RGBA"])
def test_pictures_of_other_modes_are_encoded_and_hashed_as_rgb(mode):
    image = Image.new("RGB", (12, 9), (10, 200, 30)).convert(mode)
    with Image.open(io.BytesIO(encode_png(image))) as opened:
        assert opened.mode == "RGB"
        assert pixel_hash([opened]) == pixel_hash([image])
