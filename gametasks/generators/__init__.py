"""State samplers: the answer is drawn first, then a state that has it."""

from gametasks.generators._draft import Draft
from gametasks.generators._numbers import draw_number

__all__ = ["Draft", "draw_number"]
