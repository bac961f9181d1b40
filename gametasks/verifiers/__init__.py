"""The rules, plainly: what makes an answer right. A verifier imports nothing but schemas."""

from gametasks.verifiers._compare import compare
from gametasks.verifiers._graph import components, matching, partners, shortest_path
from gametasks.verifiers._plain_search import Shortest, shortest
from gametasks.verifiers._replay import Moves, judge_plan, replay
from gametasks.verifiers._verdict import CORRECT, Verdict, wrong
from gametasks.verifiers._verifier import Regions, Verifier

__all__ = [
    "CORRECT",
    "Moves",
    "Regions",
    "Shortest",
    "Verdict",
    "Verifier",
    "compare",
    "components",
    "judge_plan",
    "matching",
    "partners",
    "replay",
    "shortest",
    "shortest_path",
    "wrong",
]
