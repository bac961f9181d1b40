"""The interpreter: rules compiled to Python. Enter by :class:`Interpreter`."""

from gametasks.gdl.interpreter.engine import Interpreter

__all__ = ["Interpreter"]
