"""A game as a Prolog program, and SWI-Prolog that runs it: the yardstick of ``gametasks gdl bench``."""

from gametasks.gdl.prolog.swipl import MISSING, is_installed, states_per_second
from gametasks.gdl.prolog.translation import Translation, translate

__all__ = ["MISSING", "Translation", "is_installed", "states_per_second", "translate"]
