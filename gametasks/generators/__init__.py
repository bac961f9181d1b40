"""State samplers: the answer is drawn first, then a state that has it."""

from gametasks.generators._draft import Draft

__all__ = ["Draft"]
