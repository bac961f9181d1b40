"""The plain reasoner that the fast engines are held against. Enter by :class:`Reference`."""

from gametasks.gdl.reference.reasoner import ReferenceMachine

__all__ = ["ReferenceMachine"]
