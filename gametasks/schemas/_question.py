"""Bases of the two things that every task defines: its state and the questions asked about it."""

from __future__ import annotations

import msgspec

__all__ = ["Question", "State", "Statistics"]


class State(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that the game's situation consists of, and nothing of how it is drawn or asked.

    A task derives one class from this, with immutable, typed fields (tuples, enums, other frozen
    structs), so that a state is hashable, travels as JSON and comes back equal.
    """


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="family"):
    """What one family asks about a state: the evaluator's data in a record.

    A task derives one class per family, tagged with the family's name::

        class StateAfter(Question, tag="state_after"):
            commands: tuple[Command, ...]

    Beside the target, a question may hold a proved figure that scoring needs (the optimum of a plan).
    None of it goes into a prompt except through the task's wording.
    """

    @property
    def family(self) -> str:
        """The name of the family that asks it."""
        return str(self.__struct_config__.tag)


Statistics = dict[str, int | float | str]
"""Structural figures of a sample (sizes, counts, depths), kept in the record for analysis."""
