"""The rules, plainly: what makes an answer right. A verifier imports nothing but schemas."""

from gametasks.verifiers._replay import Moves, replay
from gametasks.verifiers._verifier import CORRECT, Regions, Verdict, Verifier, wrong

__all__ = ["CORRECT", "Moves", "Regions", "Verdict", "Verifier", "replay", "wrong"]
