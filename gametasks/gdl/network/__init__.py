"""The propositional network: a game grounded once, then played by arrays. Enter by :func:`open_network`."""

from gametasks.gdl.network.engine import Network

__all__ = ["Network"]
