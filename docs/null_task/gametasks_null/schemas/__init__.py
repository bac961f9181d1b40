"""The schemas of this package's task."""
