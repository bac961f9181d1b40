"""The pictures of a case: how they are drawn, and what is checked of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PIL import Image

from gametasks.build.sample.case import Case
from gametasks.build.sample.pose import Posed
from gametasks.errors import PluginError, Rejection
from gametasks.folder import as_rgb
from gametasks.renderers import Picture
from gametasks.schemas import Role, Style
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.streams import Stream

__all__ = ["check_pictures", "check_roles", "draw_pictures", "draw_style"]


def draw_style(case: Case[Any]) -> Style | None:
    """Draw the presentation from the stream "style"; a text task has none."""
    if case.task.styles is None:
        return None
    return case.task.styles(case.id.ranges, case.state).draw(Stream(str(case.id), "style"))


def draw_pictures(case: Case[Any], style: Style | None) -> Sequence[Picture]:
    """Draw the pictures; a text task has none."""
    if case.task.draw is None or style is None:
        return ()
    return case.task.draw(case.state, case.question, style)


def check_roles(case: Case[Any], posed: Posed, pictures: Sequence[Picture]) -> None:
    """Option pictures stand for the letters one by one, and only where the options are pictures.

    Raises:
        PluginError: They do not, or there is no picture.
    """
    drawn = sum(picture.role is Role.OPTION for picture in pictures)
    if posed.option_images and drawn != len(OPTION_LETTERS):
        raise PluginError(
            f"{case.place}: a choice without distractors is one among pictures, and draw() returned {drawn} pictures "
            f"with Role.OPTION instead of {len(OPTION_LETTERS)}"
        )
    if drawn and not posed.option_images:
        raise PluginError(
            f"{case.place}: draw() returned {drawn} pictures with Role.OPTION, but no option is a picture"
        )
    if case.task.draw is not None and not pictures:
        raise PluginError(f"{case.place}: draw() returned no picture")


def check_pictures(case: Case[Any], images: Sequence[Image.Image], regions: Sequence[Any]) -> None:
    """Look at the pictures: none may be blank, and the verifier's own look must find them right.

    Raises:
        Rejection: The verifier's check of the pixels fails.
        PluginError: An image is blank.
    """
    images = [as_rgb(image) for image in images]
    for number, image in enumerate(images, 1):
        if image.getcolors(1):  # None for an image of more than one colour
            raise PluginError(f"{case.task.name}: image {number} is blank")
    if case.task.verifier.check_pixels is not None:
        pixels = [np.asarray(image) for image in images]
        verdict = case.task.verifier.check_pixels(case.state, case.question, pixels, regions)
        if not verdict.correct:
            raise Rejection(f"pixels: {verdict.diagnostic.kind if verdict.diagnostic else 'refused'}")
