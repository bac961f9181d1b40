"""The family *lights*: lights out on boards of any size, everything else fixed."""

from __future__ import annotations

from collections.abc import Mapping

from gametasks.gdl.families.family import Family, Parameter, facts, heading, section
from gametasks.gdl.library import GameKind, JudgedProperties, Metadata

__all__ = ["LIGHTS"]


def _write(values: Mapping[str, int]) -> str:
    size, steps = values["size"], values["steps"]
    index = facts(f"(index {number})" for number in range(1, size + 1))
    succ = facts(f"(succ {number} {number + 1})" for number in range(max(size - 1, steps)))
    rules = (
        f"All lamps of a board of {size} by {size} are on. Pressing a lamp switches it and its neighbours in the row "
        f"and in the column. All lamps are to be put out with at most {steps} presses."
    )
    return f"""\
{heading(f"Lights out, {size} by {size}", rules)}

{section("Player")}

(role player)

{section("First state")}

(<= (init (cell ?row ?column on))
    (index ?row)
    (index ?column))

(init (step 0))

{section("Moves")}

(<= (legal player (press ?row ?column))
    (true (cell ?row ?column ?light)))

{section("Next state")}

(<= (next (cell ?row ?column ?after))
    (switched ?row ?column)
    (true (cell ?row ?column ?before))
    (opposite ?before ?after))

(<= (next (cell ?row ?column ?light))
    (true (cell ?row ?column ?light))
    (not (switched ?row ?column)))

(<= (next (step ?after))
    (true (step ?before))
    (succ ?before ?after))

(<= (switched ?row ?column)
    (does player (press ?row ?column)))

(<= (switched ?row ?column)
    (does player (press ?row_pressed ?column_pressed))
    (next_to ?row_pressed ?column_pressed ?row ?column))

{section("End and goals")}

(<= terminal
    (not lit))

(<= terminal
    (true (step {steps})))

(<= (goal player 100)
    (not lit))

(<= (goal player 0)
    lit)

(<= lit
    (true (cell ?row ?column on)))

{section("Board")}

(opposite on off)
(opposite off on)

(<= (next_to ?row ?column1 ?row ?column2)
    (index ?row)
    (adjacent ?column1 ?column2))

(<= (next_to ?row1 ?column ?row2 ?column)
    (index ?column)
    (adjacent ?row1 ?row2))

(<= (adjacent ?number ?following)
    (index ?number)
    (succ ?number ?following)
    (index ?following))

(<= (adjacent ?number ?preceding)
    (index ?number)
    (succ ?preceding ?number)
    (index ?preceding))

{index}

{section("Numbers")}

{succ}
"""


LIGHTS = Family(
    name="lights",
    title="Lights out on n by n lamps",
    factor="size",
    parameters={
        "size": Parameter(2, 12, 5, "rows and columns of the board"),
        # 44 presses are needed on 10 by 10.
        "steps": Parameter(1, 200, 50, "presses after which the game ends"),
    },
    write=_write,
    metadata=Metadata(
        title="Lights out",
        kind=GameKind.PUZZLE,
        rules="Pressing a lamp of a square board switches it and its orthogonal neighbours. All lamps are on at first; "
        "it ends when all are out (100) or when the presses are used up (0).",
        properties=JudgedProperties(
            converging=False, simultaneous=False, board_2d=True, connection=False, resources=False, points=False
        ),
    ),
)
"""Board size is the factor: rules, players and length of the game are the same for every size."""
