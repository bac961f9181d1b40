"""The proofs that every sample passes before it is written, and again when it is verified."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gametasks.errors import PluginError, Rejection
from gametasks.qa_families import Family, Task

__all__ = ["prove_options", "require_agreement", "require_right", "solve_claimed"]


def solve_claimed(task: Task[Any], family: Family[Any, Any], state: Any, question: Any) -> Any:
    """Solve a question and prove what the family claims of its answer.

    Returns:
        The canonical answer.

    Raises:
        Rejection: The state has a second answer where the family claims only one.
        PluginError: The stored optimum is not the optimum: a fault in the task.
    """
    solution = task.solve(state, question)
    if family.unique and solution.unique is not True:
        raise Rejection("not unique")
    if family.optimal and solution.optimum != question.optimum:
        raise PluginError(f"{task.name}/{family.name}: stored optimum {question.optimum}, solver {solution.optimum}")
    return solution.answer


def require_agreement(task: Task[Any], family: Family[Any, Any], state: Any, question: Any, answer: Any) -> None:
    """Let the verifier judge the solver's answer, and work one out on a path of its own.

    Raises:
        PluginError: They disagree. That is a fault in the task, never a property of the sample.
    """
    require_right(task, family, state, question, answer, "the solver's answer")
    require_right(task, family, state, question, task.verifier.answer(state, question), "the verifier's own answer")


def require_right(task: Task[Any], family: Family[Any, Any], state: Any, question: Any, answer: Any, what: str) -> None:
    """Let the verifier judge an answer that must be right.

    Raises:
        PluginError: The verifier says that it is wrong.
    """
    verdict = task.verifier.check(state, question, answer)
    if not verdict.correct:
        reason = verdict.diagnostic.message if verdict.diagnostic else "no reason given"
        raise PluginError(f"{task.name}/{family.name}: the verifier refuses {what} {answer!r}: {reason}")


def prove_options(
    task: Task[Any], family: Family[Any, Any], state: Any, question: Any, answer: Any, wrong: Sequence[Any]
) -> None:
    """Show that exactly the answer is right among the values of text options.

    Raises:
        PluginError: A distractor is right, or two options are equal.
    """
    for number, value in enumerate(wrong):
        if value == answer or value in wrong[:number]:
            raise PluginError(f"{task.name}/{family.name}: the option {value!r} occurs twice")
        if task.verifier.check(state, question, value).correct:
            raise PluginError(f"{task.name}/{family.name}: the distractor {value!r} is right")
