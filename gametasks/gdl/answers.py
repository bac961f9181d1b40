"""Reading states and moves that a person or a model wrote, and comparing them with what the rules say.

A text is read in one of two ways. ``Strictness.STRICT`` takes GDL terms as the description writes them, with white
space between. ``Strictness.RELAXED`` is made for the output of language models: separators and the case of letters do
not matter, and square brackets stand for round ones; but brackets must nest as those of GDL do. No text makes a
function here raise, and all of them take time linear in its length.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from gametasks.gdl.limits import MOST_DEPTH
from gametasks.gdl.machine import JointMove
from gametasks.gdl.terms import Term, show

__all__ = [
    "Comparison",
    "Fault",
    "Strictness",
    "Unreadable",
    "compare",
    "compare_difference",
    "read_joint_move",
    "read_moves",
    "read_state",
]


Spellings: TypeAlias = Mapping[str, Sequence[str]]
"""For each symbol in small letters, how it may be written, as shown first; as it is, where it is missing."""


class Strictness(StrEnum):
    r"""How much an answer may differ from the notation of the game.

    Attributes:
        STRICT: Terms with white space between them; every symbol exactly as the description spells it somewhere
            (``Game.spellings``).
        RELAXED: White space, commas, semicolons, bars, quotes, backticks and backslashes (also a written-out
            ``\n``, ``\r`` or ``\t``) separate names and terms alike, in any number; the case of letters is folded;
            square brackets are read as round ones.
    """

    STRICT = "strict"
    RELAXED = "relaxed"


class Fault(StrEnum):
    """Why an answer cannot be read: short stable names, for counting."""

    UNCLOSED = "unclosed_bracket"
    UNOPENED = "unopened_bracket"
    EMPTY = "empty_brackets"
    NO_NAME = "no_name_after_bracket"
    NAME_BEFORE = "name_before_bracket"
    OTHER_BRACKET = "other_bracket"
    DEPTH = "too_deep"
    CONTROL = "control_character"
    SEPARATOR = "separator"
    VARIABLE = "variable"
    NO_MOVE = "no_move"
    UNKNOWN_ROLE = "unknown_role"
    ROLE_TWICE = "role_twice"
    ROLE_MISSING = "role_missing"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What is given instead of a value where a text cannot be read.

    Attributes:
        kind: What is wrong.
        position: Offset of the fault in the text, from 0.
        message: The same for a person, with the text around it.
    """

    kind: Fault
    position: int
    message: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """How far a set of facts is from the right one.

    Attributes:
        jaccard: Facts in both sets divided by facts in either, from 0 to 1; 1 where both are empty.
        exact: Whether the two sets are equal.
        missing: The facts that should be there and are not.
        superfluous: The facts that are there and should not be.
    """

    jaccard: float
    exact: bool
    missing: frozenset[Term]
    superfluous: frozenset[Term]


def compare(expected: frozenset[Term], given: frozenset[Term]) -> Comparison:
    """Compare two sets of facts, such as states or ``(role move)`` pairs.

    With E the expected and G the given set: the Jaccard index is |E ∩ G| / |E ∪ G|, and 1 where E ∪ G is empty;
    missing facts are E − G, superfluous ones G − E.
    """
    missing, superfluous = expected - given, given - expected
    common = len(expected) - len(missing)
    union = len(given) + len(missing)
    return Comparison(common / union if union else 1.0, expected == given, missing, superfluous)


def compare_difference(before: frozenset[Term], expected: frozenset[Term], given: frozenset[Term]) -> Comparison:
    """Compare what two states changed in the state before them, so that facts that merely stay earn nothing.

    The change from B to a state S is the set of all ``(+ f)`` with f in S − B and all ``(- f)`` with f in B − S. The
    result is ``compare`` of the changes from B to the expected and to the given state; its facts bear their sign as
    functor. Where neither state changed anything the index is 1.
    """
    return compare(_change(before, expected), _change(before, given))


def _change(before: frozenset[Term], after: frozenset[Term]) -> frozenset[Term]:
    return frozenset([("+", fact) for fact in after - before] + [("-", fact) for fact in before - after])


def read_state(text: str, spellings: Spellings, strictness: Strictness) -> frozenset[Term] | Unreadable:
    """Read a set of facts; a fact that is written twice counts once, and a text without facts is the empty state.

    Args:
        text: Facts without the word ``true``, such as ``(cell 1 1 b) (control xplayer)``; ``RELAXED`` also takes
            ``(true fact)``, since no fact of a game bears that name.
        spellings: ``Game.spellings``; read by ``STRICT`` alone.
        strictness: How to read.

    Returns:
        Facts in the form of the engines (small letters). In the strict reading a symbol in the wrong letter case
        becomes one that no description can hold, with ``[sic]`` after it, so its fact equals no fact of the game.
    """
    found = _read(text, spellings, strictness)
    return found if isinstance(found, Unreadable) else frozenset(_fact(term, strictness) for term, _ in found)


def read_moves(text: str, spellings: Spellings, strictness: Strictness) -> frozenset[Term] | Unreadable:
    """Read a set of moves, each a pair of a role and a move such as ``(xplayer (mark 1 1))``.

    Arguments and symbols are those of ``read_state``. ``RELAXED`` also takes ``(legal role move)`` and
    ``(does role move)``. What is no pair stays as it is: it equals no right answer.
    """
    found = _read(text, spellings, strictness)
    return found if isinstance(found, Unreadable) else frozenset(_pair(term, strictness) for term, _ in found)


def read_joint_move(
    text: str, roles: Sequence[Term], spellings: Spellings, strictness: Strictness
) -> JointMove | Unreadable:
    """Read the moves of one step: a pair for each role, in any order, as ``read_moves`` reads them.

    Returns:
        The moves in the order of the roles. Unreadable is also what names an unknown role, one role twice, or not all
        of them. Whether the moves are legal is not asked.
    """
    found = _read(text, spellings, strictness)
    if isinstance(found, Unreadable):
        return found
    moves: dict[Term, Term] = dict.fromkeys(roles, "")
    for term, position in found:
        pair = _pair(term, strictness)
        if isinstance(pair, str) or len(pair) != 2:
            return _unreadable(Fault.NO_MOVE, text, position, "write each move as (role move)")
        role, move = pair
        if role not in moves:
            known = ", ".join(_shown(role, spellings) for role in roles)
            return _unreadable(Fault.UNKNOWN_ROLE, text, position, f"the roles are {known}")
        if moves[role]:
            return _unreadable(Fault.ROLE_TWICE, text, position, f"{_shown(role, spellings)} moves twice in one step")
        moves[role] = move
    for role, move in moves.items():
        if not move:
            return _unreadable(Fault.ROLE_MISSING, text, len(text), f"{_shown(role, spellings)} has no move")
    return tuple(moves.values())


def _fact(term: Term, strictness: Strictness) -> Term:
    """The fact in ``(true fact)``."""
    wrapped = strictness is Strictness.RELAXED and len(term) == 2 and term[0] == "true"
    return term[1] if wrapped else term


def _pair(term: Term, strictness: Strictness) -> Term:
    """The pair in ``(does role move)``."""
    wrapped = strictness is Strictness.RELAXED and len(term) == 3 and term[0] in {"does", "legal"}
    return term[1:] if wrapped else term


# Every alternative begins with other characters and repeats one set of them, so no text is looked at twice.
_STRICT_TOKEN = re.compile(r"(?P<separator>\s+)|(?P<bracket>[()])|(?P<wrong>[\[\]{};])|[^\s()\[\]{};]+")
_RELAXED_TOKEN = re.compile(
    r"""(?P<separator>(?:[\s,;|"'`]|\\[nrt]?)+)|(?P<bracket>[()\[\]])|(?P<wrong>[{}])|[^\s,;|"'`\\()\[\]{}]+"""
)
_ROUND = {"[": "(", "]": ")"}
"""What square brackets are read as in the relaxed reading."""

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_SHOWN = 24
"""Characters of a faulty text that a message quotes."""


def _unreadable(kind: Fault, text: str, position: int, message: str) -> Unreadable:
    near = f"at {text[position : position + _SHOWN]!r}" if position < len(text) else "at the end"
    return Unreadable(kind, position, f"{message} ({near})")


def _read(text: str, spellings: Spellings, strictness: Strictness) -> list[tuple[Term, int]] | Unreadable:
    """All terms of a text and where each begins."""
    if control := _CONTROL.search(text):
        return _unreadable(Fault.CONTROL, text, control.start(), "a control character is no part of an answer")
    strict = strictness is Strictness.STRICT
    symbol, round_of = (_exactly_spelled(spellings), {}) if strict else (str.lower, _ROUND)
    found: list[tuple[Term, int]] = []
    open_lists: list[tuple[int, list[Term]]] = []
    before = "separator"
    for token in (_STRICT_TOKEN if strict else _RELAXED_TOKEN).finditer(text):
        word, start, kind = round_of.get(token[0], token[0]), token.start(), token.lastgroup or "name"
        if kind == "separator":
            before = kind
            continue
        fault = _fault(word, kind, before, strict, len(open_lists))
        if fault:
            return _unreadable(fault[0], text, start, fault[1])
        before = word if kind == "bracket" else kind
        if word == "(":
            if open_lists and not open_lists[-1][1]:
                return _unreadable(Fault.NO_NAME, text, start, "a name must stand here, not another bracket")
            open_lists.append((start, []))
            continue
        if word == ")":
            start, parts = open_lists.pop()
            if not parts:
                return _unreadable(Fault.EMPTY, text, start, "a pair of brackets holds nothing")
            # (foo) is foo
            term: Term = parts[0] if len(parts) == 1 else tuple(parts)
        else:
            term = symbol(word)
        if open_lists:
            open_lists[-1][1].append(term)
        else:
            found.append((term, start))
    if open_lists:
        return _unreadable(Fault.UNCLOSED, text, open_lists[-1][0], "this bracket is never closed")
    return found


def _fault(word: str, kind: str, before: str, strict: bool, depth: int) -> tuple[Fault, str] | None:
    """What is wrong with a token after what stands right before it, at a depth of open brackets."""
    if kind == "wrong" and word == ";":
        return Fault.SEPARATOR, "the strict reading takes white space between terms and nothing else"
    if kind == "wrong":
        return Fault.OTHER_BRACKET, f"{word} is no bracket of GDL; use ( and )"
    if strict and before == ")" and word != ")":
        return Fault.SEPARATOR, "the strict reading wants white space after a closing bracket"
    if kind == "name" and word.startswith("?"):
        return Fault.VARIABLE, "a fact or a move holds no variable"
    return _bracket_fault(word, before, depth) if kind == "bracket" else None


def _bracket_fault(word: str, before: str, depth: int) -> tuple[Fault, str] | None:
    if word == ")":
        return None if depth else (Fault.UNOPENED, "this closing bracket has no opening one")
    if before == "name":
        return Fault.NAME_BEFORE, "a name stands right before a bracket; write (name argument …)"
    if depth == MOST_DEPTH:
        return Fault.DEPTH, f"brackets are nested more than {MOST_DEPTH} deep"
    return None


def _shown(term: Term, spellings: Spellings) -> str:
    return show(term, {folded: own[0] for folded, own in spellings.items()})


def _exactly_spelled(spellings: Spellings) -> Callable[[str], str]:
    def symbol(word: str) -> str:
        folded = word.lower()
        return folded if word in spellings.get(folded, (folded,)) else f"{word} [sic]"

    return symbol
