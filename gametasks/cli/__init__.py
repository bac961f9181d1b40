"""The command line. Enter by :func:`main`."""

from gametasks.cli.app import app, main

__all__ = ["app", "main"]
