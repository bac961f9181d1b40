"""The renderers of this package's task."""
