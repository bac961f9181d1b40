"""A game description: rules, roles and the spelling of its symbols."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gametasks.errors import GdlError
from gametasks.gdl._files import read_bytes
from gametasks.gdl.limits import Limits
from gametasks.gdl.reader import Expression, Source, read_expressions
from gametasks.gdl.terms import Term, arguments, functor, is_variable, show, signature
from gametasks.gdl.time_limit import TimeLimit, watched

__all__ = ["ARITIES", "CONNECTIVES", "KEYWORDS", "Game", "Rule", "load_game", "parse_game", "print_game"]

ARITIES: Mapping[str, int | None] = {
    "<=": None, "and": None, "or": None, "not": 1, "distinct": 2,
    "role": 1, "init": 1, "true": 1, "does": 2, "next": 1, "legal": 2, "goal": 2, "terminal": 0, "base": 1, "input": 2,
}  # fmt: skip
"""Number of arguments of each keyword; None for those that take one or more."""

KEYWORDS = frozenset(ARITIES)
"""Names to which the language gives a meaning; obfuscation leaves them alone."""

CONNECTIVES = frozenset({"and", "not", "or"})
"""Keywords whose arguments are conditions."""

_NO_FUNCTIONS = frozenset({"<=", "distinct", *CONNECTIVES})
"""Keywords that cannot begin a term within a fact or a move. The others can: ``(true (step 1))`` may be a fact."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A fact or a rule as it was written.

    Attributes:
        head: What holds.
        body: Under which conditions; each a term such as ``("true", ("cell", "?x"))``, or one made of such with
            ``not``, ``or``, ``and`` and ``distinct``. Empty for a fact.
        start: Offset of its first character in the description.
    """

    head: Term
    body: tuple[Term, ...] = ()
    start: int = 0


@dataclass(frozen=True)
class Game:
    """A game description that could be read; ``checker`` says whether it makes a sound game.

    Attributes:
        name: Name of the game, normally that of its file.
        source: The text, as it stands.
        rules: All facts and rules in the order of the text.
        roles: The players in the order of their declaration.
        spelling: For each symbol that is not in small letters where it first occurs, that first spelling.
        spellings: For each symbol that is not always in small letters, its spellings in the order of the text.
    """

    name: str
    source: Source
    rules: tuple[Rule, ...]
    roles: tuple[Term, ...]
    spelling: Mapping[str, str] = field(default_factory=dict)
    spellings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The description as it stands in its file."""
        return self.source.text

    def show(self, term: Term) -> str:
        """A term in the spelling of the description."""
        return show(term, self.spelling)

    def place(self, rule: Rule) -> str:
        """File, line and column of a rule, as messages begin with them."""
        line, column = self.source.place(rule.start)
        return f"{self.source.name}:{line}:{column}"

    def error(self, rule: Rule, message: str) -> GdlError:
        """An error that names the place of a rule."""
        return GdlError(f"{self.place(rule)}: {message}")


def load_game(
    path: Path | str,
    *,
    limits: Limits = Limits(),  # noqa: B008 - limits cannot be changed
    time: TimeLimit | None = None,
) -> Game:
    """Read a description from a file; its name without the ending becomes the game's.

    Args:
        path: The file.
        limits: ``characters`` and ``depth`` bound the text.
        time: What reading must not exceed.

    Raises:
        GdlSyntaxError: The text is not GDL.
        GdlLimitError: Reading takes too long.
        GdlError: The file cannot be read, is far too long, or declares no role.
    """
    path = Path(path)
    # A character takes four bytes at most, so nothing that could be accepted is refused here.
    data = read_bytes(path, 4 * limits.characters + len(codecs.BOM_UTF8), "characters")
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError:
        # Old files of the repositories hold Latin-1 names in their comments.
        text = data.decode("latin-1")
    return parse_game(text, path.name.removesuffix(".kif").removesuffix(".gdl"), str(path), limits, time)


def parse_game(
    text: str,
    name: str = "game",
    file: str = "<text>",
    limits: Limits = Limits(),  # noqa: B008 - limits cannot be changed
    time: TimeLimit | None = None,
) -> Game:
    """Read a description.

    Args:
        text: The description.
        name: Name of the game.
        file: What errors call the text.
        limits: ``characters`` and ``depth`` bound the text.
        time: What reading must not exceed.

    Raises:
        GdlSyntaxError: The text is not GDL.
        GdlLimitError: Reading takes too long.
        GdlError: It declares no role.
    """
    source = Source(file, text.removeprefix("\ufeff"))
    expressions = read_expressions(source, limits=limits, time=time)
    rules = tuple(_rule(source, expression) for expression in watched(expressions, time))
    declared = (rule.head for rule in rules if signature(rule.head) == ("role", 1) and not rule.body)
    roles = tuple(dict.fromkeys(role for head in declared for role in arguments(head)))
    if not roles:
        raise GdlError(f"{file}: no role is declared; a game needs at least one (role NAME)")
    return Game(name, source, rules, roles, *_spellings(source, limits, time))


def print_game(game: Game) -> str:
    """The rules of a game as text, one on each line, without comments; reading it gives the same rules."""
    lines = []
    for rule in game.rules:
        whole: Term = ("<=", rule.head, *rule.body) if rule.body else rule.head
        lines.append(game.show(whole) + "\n")
    return "".join(lines)


def _rule(source: Source, expression: Expression) -> Rule:
    term, start = expression.term, expression.start
    if functor(term) == "<=":
        if isinstance(term, str):
            raise source.error(start, "'<=' stands alone; write (<= head condition …)")
        rule = Rule(term[1], term[2:], start)
    else:
        rule = Rule(term, (), start)
    to_head = (1,) if functor(term) == "<=" else ()
    if is_variable(functor(rule.head)):
        message = f"{_shown(rule.head)} begins with a variable, so it names no relation"
        raise source.error(source.part(start, to_head), message)
    if functor(rule.head) in _NO_FUNCTIONS | {"true", "does"}:
        raise source.error(source.part(start, to_head), f"{functor(rule.head)!r} cannot be the head of a rule")
    _check_arguments(source, start, to_head, rule.head)
    for number, condition in enumerate(rule.body, 2):
        _check_condition(source, start, (number,), condition)
    return rule


def _check_condition(source: Source, start: int, path: tuple[int, ...], condition: Term) -> None:
    """Check a condition of the rule that begins at ``start``, in which it is found along a path of places."""
    name, count = signature(condition)
    if is_variable(name):
        message = f"the condition {_shown(condition)} begins with a variable, so it names no relation"
        raise source.error(source.part(start, path), f"{message}; is a bracket missing before its name?")
    if name == "<=":
        raise source.error(
            source.part(start, path), "a rule stands inside another rule; is a closing bracket missing before it?"
        )
    if name not in CONNECTIVES:
        _check_arguments(source, start, path, condition)
    if name not in CONNECTIVES and name != "distinct":
        return
    wanted = ARITIES[name]
    if count == 0 or (wanted is not None and count != wanted):
        message = f"{name!r} has {count} arguments; it takes {wanted or 'at least one'}"
        raise source.error(source.part(start, path), message)
    if name != "distinct" and not isinstance(condition, str):
        for number, part in enumerate(condition[1:], 1):
            _check_condition(source, start, (*path, number), part)


def _check_arguments(source: Source, start: int, path: tuple[int, ...], atom: Term) -> None:
    """Check the names of all functions within an atom or a term that is found along a path of places."""
    if isinstance(atom, str):
        return
    for number, term in enumerate(atom[1:], 1):
        if isinstance(term, str):
            continue
        name = functor(term)
        if is_variable(name) or name in _NO_FUNCTIONS:
            message = (
                f"{_shown(term)} begins with a variable where the name of a function must stand; "
                "write the rule once for each name that is meant"
                if is_variable(name)
                else f"{_shown(term)} stands within a fact, a move or another term, where {name!r} has no meaning; "
                f"put {name!r} around the whole condition, such as (not (true …))"
            )
            raise source.error(source.part(start, (*path, number)), message)
        _check_arguments(source, start, (*path, number), term)


def _shown(term: Term) -> str:
    """The text of a term; the beginning of a long one."""
    text = show(term)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + " …"


_SHOWN = 80
"""Characters of a term that an error shows."""


def _spellings(
    source: Source, limits: Limits, time: TimeLimit | None
) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """The first spelling of each symbol where that is not in small letters; all spellings where one of them is not."""
    if source.text == source.text.lower():
        return {}, {}
    spellings: dict[str, dict[str, None]] = {}
    expressions = read_expressions(source, fold=False, limits=limits, time=time)
    stack: list[Term] = [expression.term for expression in reversed(expressions)]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            spellings.setdefault(part.lower(), {})[part] = None
        else:
            stack.extend(reversed(part))
    first = {folded: next(iter(own)) for folded, own in spellings.items()}
    return (
        {folded: spelling for folded, spelling in first.items() if folded != spelling},
        {folded: tuple(own) for folded, own in spellings.items() if list(own) != [folded]},
    )
