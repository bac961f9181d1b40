"""Conformance: what every task must keep, the project's own and those of third parties.

``gametasks check TASK`` runs it; a plugin's tests can call :func:`check_task`.
"""

from gametasks.build.conformance.check import check_task
from gametasks.build.conformance.findings import Finding
from gametasks.build.conformance.samples import sample_digest, some_ids

__all__ = ["Finding", "check_task", "sample_digest", "some_ids"]
