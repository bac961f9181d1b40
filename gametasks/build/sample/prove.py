"""The proofs that every sample passes before it is written, and again when it is verified."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gametasks.build.sample.case import Case
from gametasks.errors import PluginError, Rejection

__all__ = ["prove_options", "require_agreement", "require_right", "solve_claimed"]


def solve_claimed(case: Case[Any]) -> Any:
    """Solve a question and prove what the family claims of its answer.

    Returns:
        The canonical answer.

    Raises:
        Rejection: The state has a second answer where the family claims only one.
        PluginError: The solver does not say whether there is a second answer, or the stored optimum is not the
            optimum: a fault in the task.
    """
    solution = case.task.solve(case.state, case.question)
    if case.family.unique and solution.unique is None:
        raise PluginError(f"{case.place} claims unique=True, but the solver's Solution says nothing of a second answer")
    if case.family.unique and not solution.unique:
        raise Rejection("not unique")
    if case.family.optimal and solution.optimum != case.question.optimum:
        raise PluginError(f"{case.place}: stored optimum {case.question.optimum}, solver {solution.optimum}")
    return solution.answer


def require_agreement(case: Case[Any], answer: Any) -> None:
    """Let the verifier judge the solver's answer, and work one out on a path of its own.

    Raises:
        PluginError: They disagree. That is a fault in the task, never a property of the sample.
    """
    require_right(case, answer, "the solver's answer")
    require_right(case, case.task.verifier.answer(case.state, case.question), "the verifier's own answer")


def require_right(case: Case[Any], answer: Any, what: str) -> None:
    """Let the verifier judge an answer that must be right.

    Raises:
        PluginError: The verifier says that it is wrong.
    """
    verdict = case.task.verifier.check(case.state, case.question, answer)
    if not verdict.correct:
        reason = verdict.diagnostic.message if verdict.diagnostic else "no reason given"
        raise PluginError(f"{case.place}: the verifier refuses {what} {answer!r}: {reason}")


def prove_options(case: Case[Any], answer: Any, wrong: Sequence[Any]) -> None:
    """Show that exactly the answer is right among the values of text options.

    Raises:
        PluginError: A distractor is right, or two options are equal.
    """
    for number, value in enumerate(wrong):
        if value == answer or value in wrong[:number]:
            raise PluginError(f"{case.place}: the option {value!r} occurs twice")
        if case.task.verifier.check(case.state, case.question, value).correct:
            raise PluginError(f"{case.place}: the distractor {value!r} is right")
