"""Lamp walk: a task of its own package."""
