"""The images of a row, in whatever form a user holds them: decoded, or as the bytes of a PNG file.

They come as Pillow's images, as arrays, as the bytes of a file, or as ``datasets`` stores them, a mapping with
``bytes``. Pillow is imported here, so what needs no images imports this module late.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from PIL import Image

from gametasks.errors import RecordError, is_interrupt, one_line

__all__ = ["decode_image", "png_of", "require_readable"]

_PLAIN = ("RGB", "RGBA")

_WITH_ALPHA = ("LA", "La", "PA", "RGBa")

_SIXTEEN_BITS_TO_EIGHT = 255 / 65535


def decode_image(image: Any, where: str) -> Image.Image:
    """Decode one image to RGB.

    Raises:
        RecordError: It cannot be decoded; the message begins with ``where``.
    """
    opened = _opened(image, where)
    return opened if opened.mode == "RGB" else _plain(opened, where).convert("RGB")


def png_of(image: Any, where: str) -> bytes:
    """One image as the bytes of a PNG file, in RGB, or in RGBA where parts of it are transparent.

    A file that is already such a PNG is returned as it is.

    Raises:
        RecordError: It cannot be decoded; the message begins with ``where``.
    """
    data = _file_bytes(image)
    if data is not None and _is_plain_png(data):
        require_readable(data, where)
        return data
    buffer = io.BytesIO()
    _plain(_opened(image, where), where).save(buffer, format="PNG")
    return buffer.getvalue()


def require_readable(image: Any, where: str) -> None:
    """Make sure that one image can be decoded; of a PNG file, the checksums are looked at and no pixels.

    Raises:
        RecordError: It cannot; the message begins with ``where``.
    """
    data = _file_bytes(image)
    if data is None:
        _opened(image, where)
        return
    try:
        with Image.open(io.BytesIO(data)) as opened:
            if opened.format == "PNG":
                opened.verify()
            else:
                opened.load()
    except Exception as error:
        raise _undecodable(error, where) from None


def _file_bytes(image: Any) -> bytes | None:
    """The bytes of an image's file; None where it is decoded."""
    data = image.get("bytes") if isinstance(image, Mapping) else image
    return bytes(data) if isinstance(data, bytes | bytearray | memoryview) else None


def _is_plain_png(data: bytes) -> bool:
    """Whether bytes begin as a PNG file of 8 bits in RGB or RGBA does (ISO/IEC 15948, 11.2.2 IHDR)."""
    return data.startswith(b"\x89PNG\r\n\x1a\n") and data[24:26] in (b"\x08\x02", b"\x08\x06")


def _opened(image: Any, where: str) -> Image.Image:
    data = _file_bytes(image)
    try:
        if isinstance(image, Image.Image):
            image.load()  # it may have been opened, and not read
            return image
        if data is not None:
            opened = Image.open(io.BytesIO(data))
            opened.load()
            return opened
        if hasattr(image, "__array_interface__"):
            return Image.fromarray(image)
    except Exception as error:
        raise _undecodable(error, where) from None
    kind = "a mapping without bytes" if isinstance(image, Mapping) else type(image).__name__
    raise RecordError(f"{where} is neither a decoded image nor the bytes of a file, but {kind}")


def _plain(image: Image.Image, where: str) -> Image.Image:
    """An image in RGB, or in RGBA where parts of it are transparent."""
    if image.mode in _PLAIN and "transparency" not in image.info:
        return image
    try:
        if image.mode == "I" or image.mode.startswith("I;16"):  # Pillow would cut off all above 255
            return image.convert("I").point(lambda value: value * _SIXTEEN_BITS_TO_EIGHT).convert("L").convert("RGB")
        if image.mode in ("La", "RGBa"):  # premultiplied, which no other mode can be made from
            image = image.convert("LA" if image.mode == "La" else "RGBA")
        return image.convert("RGBA" if image.mode in _WITH_ALPHA or image.has_transparency_data else "RGB")
    except Exception as error:
        raise _undecodable(error, where) from None


def _undecodable(error: Exception, where: str) -> RecordError:
    """The record's error for whatever Pillow raises on damaged data; what interrupts from outside is raised again."""
    if is_interrupt(error):
        raise error
    return RecordError(f"{where} cannot be decoded: {one_line(error)}")
