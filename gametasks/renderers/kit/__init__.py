"""The drawing kit that all renderers share."""
