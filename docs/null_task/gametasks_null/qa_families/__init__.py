"""The questions of this package's task."""
