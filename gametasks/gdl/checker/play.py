"""Checking a game by playing it: goals at the end, roles that cannot move, games that do not end."""

from __future__ import annotations

from collections.abc import Iterator

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.checker.findings import Code, Finding, Remark, Severity, findings
from gametasks.gdl.checker.players import may_be
from gametasks.gdl.description import Game, Rule
from gametasks.gdl.machine import Machine
from gametasks.gdl.playouts import End, play, start_words
from gametasks.gdl.terms import Term, arguments, signature

__all__ = ["check_play"]


def check_play(machine: Machine, playouts: int = 20, steps: int = 500, seed: int = 0) -> list[Finding]:
    """Play a game at random and report what should not happen.

    GDL requires exactly one goal value for each role at the end, a legal move for each role before it, and an end
    after finitely many steps (specification, LG-2006-01: playability and termination). Playing stops early, with a
    finding, where the machine raises an error.

    Args:
        machine: The game; its own limits hold.
        playouts: How many random playouts.
        steps: Most joint moves of each.
        seed: Which playouts (see ``playouts.play``).

    Raises:
        ValueError: A number is negative.
    """
    counts: dict[tuple[Code, Term], int] = {}
    failure: GdlError | None = None
    played = 0
    try:
        for word in start_words(playouts, seed).tolist():
            played += 1
            for code, role in _faults(machine, word, steps):
                counts[code, role] = counts.get((code, role), 0) + 1
    except GdlError as error:
        failure = error
    return findings(machine.game, _remarks(machine.game, counts, played, steps, failure))


def _faults(machine: Machine, word: int, steps: int) -> Iterator[tuple[Code, Term]]:
    """What went wrong at the end of one playout, each with the role that it concerns."""
    roles = machine.game.roles
    for step in play(machine, word, steps):
        if step.end is End.LIMIT:
            yield Code.NEVER_ENDS, ""
        elif step.end is End.STUCK:
            yield from ((Code.NO_MOVES, role) for role, moves in zip(roles, step.legal, strict=True) if not moves)
        elif step.end is End.TERMINAL:
            for role, values in zip(roles, machine.goals(step.state), strict=True):
                if len(values) != 1:
                    yield (Code.GOAL_DOUBLED if values else Code.GOAL_MISSING), role
                elif values[0] > 100:
                    yield Code.GOAL_VALUE, role


_MESSAGES = {
    Code.NEVER_ENDS: (
        "terminal",
        "the game was not over after {steps} steps",
        "let a counter of steps end it, or raise --steps",
    ),
    Code.NO_MOVES: (
        "legal",
        "{role} had no legal move before the end",
        "give {role} a move such as noop, or end the game",
    ),
    Code.GOAL_DOUBLED: (
        "goal",
        "{role} had more than one goal value at the end",
        "let its goal rules exclude each other",
    ),
    Code.GOAL_MISSING: (
        "goal",
        "{role} had no goal value at the end",
        "give {role} a goal value in every terminal state",
    ),
    Code.GOAL_VALUE: ("goal", "{role} had a goal value above 100", "keep goal values from 0 to 100"),
}


def _remarks(
    game: Game, counts: dict[tuple[Code, Term], int], played: int, steps: int, failure: GdlError | None
) -> Iterator[Remark]:
    for (code, role), count in counts.items():
        relation, message, advice = _MESSAGES[code]
        words = {"role": game.show(role), "steps": f"{steps:,}"}
        message = f"in {count} of {played} random playouts {message.format_map(words)}"
        yield Remark(Severity.WARNING, code, _rule(game, relation, role), "", message, advice.format_map(words))
    if failure is not None:
        limited = isinstance(failure, GdlLimitError)
        yield Remark(
            Severity.WARNING if limited else Severity.ERROR,
            Code.LIMIT if limited else Code.PLAY,
            game.rules[0],
            "",
            f"random playout {played} stopped: {failure}",
            "raise the limits, or make the rules simpler" if limited else "correct the rule that it names",
        )


def _rule(game: Game, relation: str, role: Term) -> Rule:
    """The first rule of a relation that may be about a role; the game's first rule if no rule may."""
    for rule in game.rules:
        about = arguments(rule.head)
        if signature(rule.head)[0] == relation and (not role or not about or may_be(about[0], role)):
            return rule
    return game.rules[0]
