"""The solvers of this package's task."""
