"""What a renderer returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PIL import Image

from gametasks.schemas._record import Role

__all__ = ["Picture"]


@dataclass(frozen=True, slots=True)
class Picture:
    """One image of a sample.

    Attributes:
        role: What the image is for.
        caption: What the prompt says of it, such as ``"the board and the roll path"``.
        image: An RGB image.
        regions: Named parts, usually cells: x, y, width and height in whole pixels.
    """

    role: Role
    caption: str
    image: Image.Image
    regions: Mapping[str, tuple[int, int, int, int]] = field(default_factory=dict)
