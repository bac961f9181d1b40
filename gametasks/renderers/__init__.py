"""Pictures of states. A renderer knows schemas only: it cannot give away what it never saw."""

from gametasks.renderers._drawing import Picture

__all__ = ["Picture"]
