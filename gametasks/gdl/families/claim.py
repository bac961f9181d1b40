"""The family *claim*: any number of players claim plots of the same land at the same time."""

from __future__ import annotations

from collections.abc import Mapping

from gametasks.gdl.families.family import Family, Parameter, facts, heading, section
from gametasks.gdl.library import GameKind, JudgedProperties, Metadata

__all__ = ["CLAIM"]


def _write(values: Mapping[str, int]) -> str:
    players, plots = values["players"], values["plots"]
    roles = facts(f"(role player{number})" for number in range(1, players + 1))
    plot_numbers = facts(f"(plot_number {number})" for number in range(1, plots + 1))
    succ = facts(f"(succ {number} {number + 1})" for number in range(plots))
    rules = (
        f"In each round {players} players claim one of {plots} plots in a row each, all at the same time. A plot that "
        "one of them claims is his; one that several claim lies waste from then on. The game ends when no plot is "
        "free. Who owns the most pairs of neighbouring plots wins."
    )
    return f"""\
{heading(f"Land claim for {players}", rules)}

{section("Players")}

{roles}

{section("First state")}

(<= (init (plot ?plot free))
    (plot_number ?plot))

{section("Moves")}

(<= (legal ?player (claim ?plot))
    (role ?player)
    (true (plot ?plot free)))

{section("Next state")}

(<= (next (plot ?plot ?player))
    (does ?player (claim ?plot))
    (not (contested ?plot)))

(<= (next (plot ?plot waste))
    (contested ?plot))

(<= (next (plot ?plot ?owner))
    (true (plot ?plot ?owner))
    (not (claimed ?plot)))

(<= (claimed ?plot)
    (does ?player (claim ?plot)))

(<= (contested ?plot)
    (does ?player (claim ?plot))
    (does ?rival (claim ?plot))
    (distinct ?player ?rival))

{section("End and goals")}

(<= terminal
    (not some_free))

(<= some_free
    (true (plot ?plot free)))

(<= (goal ?player 0)
    (behind ?player))

(<= (goal ?player 50)
    (role ?player)
    (not (behind ?player))
    (level ?player))

(<= (goal ?player 100)
    (role ?player)
    (not (behind ?player))
    (not (level ?player)))

(<= (behind ?player)
    (pairs ?player ?fewer)
    (pairs ?rival ?more)
    (less ?fewer ?more))

(<= (level ?player)
    (pairs ?player ?pairs)
    (pairs ?rival ?pairs)
    (distinct ?player ?rival))

(<= (pairs ?player ?pairs)
    (pairs_up_to {plots} ?player ?pairs))

; How many pairs of neighbours a player owns among the first plots.
(<= (pairs_up_to 1 ?player 0)
    (role ?player))

(<= (pairs_up_to ?plot ?player ?more)
    (pair_at ?previous ?plot ?player)
    (pairs_up_to ?previous ?player ?pairs)
    (succ ?pairs ?more))

(<= (pairs_up_to ?plot ?player ?pairs)
    (succ ?previous ?plot)
    (pairs_up_to ?previous ?player ?pairs)
    (not (pair_at ?previous ?plot ?player)))

(<= (pair_at ?previous ?plot ?player)
    (true (plot ?plot ?player))
    (succ ?previous ?plot)
    (true (plot ?previous ?player)))

{section("Land")}

{plot_numbers}

{section("Numbers")}

(<= (less ?smaller ?number)
    (succ ?smaller ?number))

(<= (less ?smaller ?number)
    (succ ?smaller ?between)
    (less ?between ?number))

{succ}
"""


CLAIM = Family(
    name="claim",
    title="Land claim for n players",
    factor="players",
    parameters={
        "players": Parameter(2, 10, 3, "players, who all move at the same time"),
        "plots": Parameter(2, 40, 12, "plots of land; a state has one fact for each"),
    },
    write=_write,
    metadata=Metadata(
        title="Land claim",
        kind=GameKind.SIMULTANEOUS,
        rules="All players claim a free plot in a row of them at the same time; one that several claim lies waste. It "
        "ends when no plot is free, and the most pairs of neighbouring plots win.",
        properties=JudgedProperties(
            converging=True, simultaneous=True, board_2d=False, connection=True, resources=False, points=True
        ),
    ),
)
"""The number of players is the factor: the rules and the number of facts in a state are the same for any of them."""
