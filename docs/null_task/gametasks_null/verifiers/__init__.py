"""The verifiers of this package's task."""
