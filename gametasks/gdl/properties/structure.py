"""Properties that may make a game hard: counted in its rules, measured in playouts, or judged by a person.

They are those of section S4 of the paper: sixteen for each of the rule subsets NEXT and LEGAL, and nine of the whole
game. (The paper counts 40; its table S17 merges two of these 41.)
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields

from gametasks.gdl.description import Game
from gametasks.gdl.library import JudgedProperties
from gametasks.gdl.playouts import Playouts
from gametasks.gdl.properties.rules import RuleSubset, h_index, number_of_arguments
from gametasks.gdl.terms import Term, arguments, functor

__all__ = ["COLUMNS", "GameProperties", "RuleProperties", "game_properties", "properties_csv", "rule_properties"]

_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class RuleProperties:
    """What is counted in the rules that derive one relation, see ``rules.RuleSubset``.

    Attributes:
        avg_arguments_per_condition: Mean number of variables and constants in a condition.
        max_arguments_per_condition: Their greatest number.
        avg_conditions_per_rule: Mean number of conditions of a rule; a ``not`` or an ``or`` is one with all it holds.
        max_conditions_per_rule: Their greatest number.
        avg_rule_depth: Mean depth at which derivations end.
        max_rule_depth: Length of the longest chain of rules below a top-level rule.
        conditions_h_index: The largest H such that H conditions have at least H arguments each.
        negative_conditions: Occurrences of ``not``.
        or_conditions: Occurrences of ``or``, except those that only choose between moves.
        recurrent_rules: Rules that use their own relation, directly or through others.
        rules_h_index: The largest H such that H rules have at least H conditions each.
        top_level_rule_types: Different names of facts that ``next`` derives, or of moves that ``legal`` derives.
        top_level_rules: Rules and facts of the relation itself.
        total_conditions: Conditions of all rules.
        total_constant_facts: Different facts of the relations that the rules use.
        total_rules: Rules; facts do not count.
    """

    avg_arguments_per_condition: float
    max_arguments_per_condition: int
    avg_conditions_per_rule: float
    max_conditions_per_rule: int
    avg_rule_depth: float
    max_rule_depth: int
    conditions_h_index: int
    negative_conditions: int
    or_conditions: int
    recurrent_rules: int
    rules_h_index: int
    top_level_rule_types: int
    top_level_rules: int
    total_conditions: int
    total_constant_facts: int
    total_rules: int


@dataclass(frozen=True, slots=True)
class GameProperties:
    """All properties of a game; those that were not measured or judged are None.

    Attributes:
        game: Its name.
        next: Of the rules that derive the next state.
        legal: Of the rules that derive the legal moves.
        players: Number of roles.
        avg_fact_count: Mean number of facts of a state, over all states of playouts.
        diff_heuristic: Mean number of facts that are added or removed by a joint move.
        judged: Properties that a person judged.
    """

    game: str
    next: RuleProperties
    legal: RuleProperties
    players: int
    avg_fact_count: float | None
    diff_heuristic: float | None
    judged: JudgedProperties | None

    def cells(self) -> Iterator[float | None]:
        """All values in the order of ``COLUMNS``, without the name."""
        for subset in (self.next, self.legal):
            yield from (getattr(subset, field.name) for field in fields(RuleProperties))
        yield from (self.players, self.avg_fact_count, self.diff_heuristic)
        yield from (None if self.judged is None else int(getattr(self.judged, name)) for name in _JUDGED)


_JUDGED = JudgedProperties.__struct_fields__

COLUMNS = (
    "game",
    *(f"{field.name}_{subset}" for subset in ("next", "legal") for field in fields(RuleProperties)),
    "players",
    "avg_fact_count",
    "diff_heuristic",
    *_JUDGED,
)
"""Header of the table: the game's name and its 41 properties."""


def game_properties(
    game: Game, played: Playouts | None = None, judged: JudgedProperties | None = None
) -> GameProperties:
    """All properties of a game.

    Args:
        game: The game.
        played: Playouts of it in which facts and changes were measured.
        judged: The judged properties of its metadata.

    Raises:
        ValueError: The playouts were made without measuring.
    """
    facts = changes = None
    if played is not None:
        if played.facts is None or played.changes is None:
            raise ValueError("facts and changes were not measured in these playouts")
        facts = float(played.facts.sum() / played.states) if played.states else None
        moves = int(played.lengths.sum())
        changes = float(played.changes.sum() / moves) if moves else None
    following, legal = (rule_properties(RuleSubset(game, top)) for top in (("next", 1), ("legal", 2)))
    return GameProperties(game.name, following, legal, len(game.roles), facts, changes, judged)


def rule_properties(subset: RuleSubset) -> RuleProperties:
    """What is counted in a subset of rules; zero throughout for an empty one."""
    lengths = [len(conditions) for conditions in subset.conditions]
    counts = [number_of_arguments(condition) for conditions in subset.conditions for condition in conditions]
    return RuleProperties(
        avg_arguments_per_condition=_mean(counts),
        max_arguments_per_condition=max(counts, default=0),
        avg_conditions_per_rule=_mean(lengths),
        max_conditions_per_rule=max(lengths, default=0),
        avg_rule_depth=subset.average_depth,
        max_rule_depth=subset.greatest_depth,
        conditions_h_index=h_index(counts),
        negative_conditions=subset.negations,
        or_conditions=subset.disjunctions,
        recurrent_rules=subset.recursive_rules,
        rules_h_index=h_index(lengths),
        top_level_rule_types=len({_type(head) for head in subset.top_level}),
        top_level_rules=len(subset.top_level),
        total_conditions=sum(lengths),
        total_constant_facts=subset.constant_facts,
        total_rules=len(subset.rules),
    )


def properties_csv(games: Iterable[GameProperties]) -> str:
    """The properties of games as CSV, one line a game below a header; cells without a value are empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for game in games:
        writer.writerow([game.game, *map(_cell, game.cells())])
    return text.getvalue()


def _type(head: Term) -> str:
    """The name of the fact or of the move that a head derives."""
    return functor(arguments(head)[-1])


def _mean(values: list[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def _cell(value: float | None) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else str(round(value, _DECIMALS))
