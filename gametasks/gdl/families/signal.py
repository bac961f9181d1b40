"""The family *signal*: rules that derive the next state through a chain of relations of any depth."""

from __future__ import annotations

from collections.abc import Mapping

from gametasks.gdl.families.family import Family, Parameter, facts, heading, section
from gametasks.gdl.library import GameKind, JudgedProperties, Metadata

__all__ = ["SIGNAL"]


def _stage(number: int) -> str:
    """The rules of one stage of gates.

    An elementary cellular automaton, rule 30 (Wolfram, "Statistical mechanics of cellular automata", Reviews of Modern
    Physics 55, 1983), since its patterns neither die out nor repeat soon.
    """
    return f"""\
(<= (signal{number} ?lamp)
    (neighbours ?left ?lamp ?right)
    (signal{number - 1} ?left)
    (not (signal{number - 1} ?lamp))
    (not (signal{number - 1} ?right)))

(<= (signal{number} ?lamp)
    (neighbours ?left ?lamp ?right)
    (not (signal{number - 1} ?left))
    (or (signal{number - 1} ?lamp)
        (signal{number - 1} ?right)))
"""


def _write(values: Mapping[str, int]) -> str:
    depth, lamps, steps = values["depth"], values["lamps"], values["steps"]
    stages = "\n".join(_stage(number) for number in range(1, depth + 1))
    left_to_right = [(number or lamps, number + 1, (number + 1) % lamps + 1) for number in range(lamps)]
    neighbours = facts(f"(neighbours {left} {lamp} {right})" for left, lamp, right in left_to_right)
    off = facts(f"(init (lamp {number} off))" for number in range(2, lamps + 1))
    succ = facts(f"(succ {number} {number + 1})" for number in range(steps))
    rules = (
        f"There are {lamps} lamps in a circle. In each step the signal that they give runs through the gates, stage by "
        f"stage, {depth} in all, and what comes out is what the lamps show next. The player may switch off one of the "
        f"lamps that the signal is about to light. All lamps are to be dark at once within {steps} steps."
    )
    return f"""\
{heading(f"Signal of depth {depth}", rules)}

{section("Player")}

(role player)

{section("First state")}

(init (lamp 1 on))
{off}

(init (step 0))

{section("Moves")}

(<= (legal player (switch_off ?lamp))
    (signal{depth} ?lamp))

(legal player wait)

{section("Next state")}

(<= (next (lamp ?lamp on))
    (signal{depth} ?lamp)
    (not (does player (switch_off ?lamp))))

(<= (next (lamp ?lamp off))
    (does player (switch_off ?lamp)))

(<= (next (lamp ?lamp off))
    (true (lamp ?lamp ?light))
    (not (signal{depth} ?lamp)))

(<= (next (step ?after))
    (true (step ?before))
    (succ ?before ?after))

{section("The stages of gates")}

(<= (signal0 ?lamp)
    (true (lamp ?lamp on)))

; A gate lights up when its left input alone is on, or its left input is off
; and another one is on.
{stages}
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
    (true (lamp ?lamp on)))

{section("Circle of lamps")}

; A lamp between its left and its right neighbour.
{neighbours}

{section("Numbers")}

{succ}
"""


SIGNAL = Family(
    name="signal",
    title="Signal through n stages of gates",
    factor="depth",
    parameters={
        "depth": Parameter(1, 40, 4, "stages of gates, each a relation derived from the one before"),
        "lamps": Parameter(3, 30, 8, "lamps in the circle; a state has one fact for each and one for the step"),
        "steps": Parameter(1, 200, 20, "steps after which the game ends"),
    },
    write=_write,
    metadata=Metadata(
        title="Signal",
        kind=GameKind.PUZZLE,
        rules="What lamps in a circle show runs through stages of gates and comes out as what they show next, but for "
        "one lamp that may be switched off. It ends when all are dark (100) or the steps are used up (0).",
        properties=JudgedProperties(
            converging=False, simultaneous=False, board_2d=False, connection=False, resources=False, points=False
        ),
    ),
)
"""Depth of the rules is the factor: board, state, moves and players are the same for every depth."""
