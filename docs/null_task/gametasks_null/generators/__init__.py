"""The generators of this package's task."""
