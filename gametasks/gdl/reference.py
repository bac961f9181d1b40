"""A plain reasoner: slow, short and exact, to hold the fast engines and every published sample against.

It works on the rules as they are read, without compilation, join planning or grounding. A question such as
``(legal white ?move)`` is answered top-down from the clauses whose heads unify with it, and every answer is kept in a
table of the state (tabled evaluation: Tamaki and Sato, "OLD resolution with tabulation", 1986). Questions that depend
on each other are asked again in rounds until a round brings nothing new, which is the least fixpoint; negation looks
at finished tables only, which is the perfect model of a stratified program.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import TypeAlias

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.description import Game
from gametasks.gdl.machine import GameState, JointMove
from gametasks.gdl.normal import Clause, Literal, normal_form
from gametasks.gdl.terms import Term, arguments, functor, is_ground, is_variable, order_key, show, signature, variables

__all__ = ["ReferenceMachine"]

Signature: TypeAlias = tuple[str, int]
Bindings: TypeAlias = dict[str, Term]
Table: TypeAlias = dict[Term, None]
"""Ground answers in the order in which they were found."""

MOST_STEPS = 5_000_000
"""Bindings that may be tried for one state, about ten seconds; recursion without end stops here."""

MAX_TERM_DEPTH = 100
"""Deepest nesting of a derived fact."""


class ReferenceMachine:
    """A game as a state machine, answered by the plain reasoner. See ``machine.Machine``.

    Args:
        game: The game.
        most_steps: Bindings that may be tried for one state.

    Raises:
        GdlLimitError: A rule has too many cases of ``or``.
    """

    def __init__(self, game: Game, most_steps: int = MOST_STEPS) -> None:
        self.game = game
        self._most_steps = most_steps
        clauses: dict[Signature, list[Clause]] = {}
        for clause in normal_form(game):
            clauses.setdefault(signature(clause.head), []).append(clause)
        self._program = _Program(game, clauses)
        self._static: dict[Term, Table] = {}
        # A state is asked several questions in a row: what was found for the last one is kept.
        self._last: tuple[GameState, JointMove | None, _Tables] | None = None

    def initial(self) -> GameState:
        """The first state."""
        found = self._tables(frozenset(), None).answers(("init", "?fact"))
        return frozenset(arguments(fact)[0] for fact in found)

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role its legal moves in canonical order."""
        tables = self._tables(state, None)
        return tuple(
            tuple(sorted((arguments(fact)[1] for fact in tables.answers(("legal", role, "?move"))), key=order_key))
            for role in self.game.roles
        )

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move.

        Raises:
            GdlError: There is not one move for each role.
        """
        if len(moves) != len(self.game.roles):
            raise GdlError(f"{self.game.name} has {len(self.game.roles)} roles, but {len(moves)} moves were given")
        return frozenset(arguments(fact)[0] for fact in self._tables(state, moves).answers(("next", "?fact")))

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""
        return bool(self._tables(state, None).answers("terminal"))

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """For each role the values of ``goal`` that hold, in ascending order.

        Raises:
            GdlError: A value is no whole number.
        """
        tables = self._tables(state, None)
        values: list[tuple[int, ...]] = []
        for role in self.game.roles:
            found = [arguments(fact)[1] for fact in tables.answers(("goal", role, "?value"))]
            for value in found:
                if not (isinstance(value, str) and value.isdecimal()):
                    raise GdlError(f"{self.game.name}: the goal value {show(value)} is not a whole number")
            values.append(tuple(sorted(int(functor(value)) for value in found)))
        return tuple(values)

    def holds(self, state: GameState, goal: Term) -> tuple[Term, ...]:
        """All instances of any atom that hold in a state, in canonical order."""
        return tuple(sorted(self._tables(state, None).answers(goal), key=order_key))

    def _tables(self, state: GameState, moves: JointMove | None) -> _Tables:
        if self._last is None or self._last[:2] != (state, moves):
            given: dict[Signature, list[Term]] = {("true", 1): [("true", fact) for fact in state], ("does", 2): []}
            if moves is not None:
                given["does", 2] = [("does", role, move) for role, move in zip(self.game.roles, moves, strict=True)]
            self._last = state, moves, _Tables(self._program, given, self._static, self._most_steps)
        return self._last[2]


class _Program:
    """Clauses by relation, and which relations are the same in every state."""

    def __init__(self, game: Game, clauses: Mapping[Signature, list[Clause]]) -> None:
        self.game = game
        self.clauses = clauses
        dynamic: set[Signature] = {("true", 1), ("does", 2)}
        grown = True
        while grown:
            reached = {
                relation
                for relation, own in clauses.items()
                if any(signature(literal.atom) in dynamic for clause in own for literal in clause.body)
            }
            grown = not reached <= dynamic
            dynamic |= reached
        self.dynamic = frozenset(dynamic)


class _Tables:
    """All that has been found out about one state."""

    def __init__(
        self,
        program: _Program,
        given: Mapping[Signature, list[Term]],
        static: dict[Term, Table],
        most_steps: int,
    ) -> None:
        self._program = program
        self._given = given
        self._static = static
        self._steps_left = most_steps
        self._most_steps = most_steps
        self._reset()
        self._done: dict[Term, Table] = {}

    def _reset(self) -> None:
        """Forget all that is half done."""
        self._active: dict[Term, int] = {}
        self._low: dict[Term, int] = {}
        """For each unfinished question, the depth of the earliest one in progress that it depends on."""
        self._unfinished: dict[Term, Table] = {}
        self._asked_in: dict[Term, int] = {}
        self._waiting: list[Term] = []
        """Questions that cannot be finished before an earlier one is."""
        self._round = 0
        self._found = 0

    def answers(self, goal: Term) -> Table:
        """All ground instances of an atom that hold.

        An explicit stack instead of Python's: a chain of rules may be as long as the game's counter is.
        """
        if signature(goal) not in self._program.dynamic and goal in self._static:
            return self._static[goal]
        if goal not in self._done:
            stack = [self._evaluate(goal)]
            try:
                while stack:
                    wanted = next(stack[-1], None)
                    if wanted is None:
                        stack.pop()
                    else:
                        stack.append(self._evaluate(wanted))
            except BaseException:
                self._reset()
                raise
        return self._finished(goal) or {}

    def _finished(self, goal: Term) -> Table | None:
        found = self._done.get(goal)
        return self._static.get(goal) if found is None else found

    def _evaluate(self, goal: Term) -> Generator[Term, None, None]:
        """Answer one question; yields each question that must be answered before."""
        relation = signature(goal)
        if relation in self._given:
            self._done[goal] = {fact: None for fact in self._given[relation] if _match(goal, fact, {}) is not None}
            return
        depth = len(self._active)
        self._active[goal] = depth
        self._low[goal] = depth + 1
        table = self._unfinished.setdefault(goal, {})
        first_waiting = len(self._waiting)
        while True:
            self._asked_in[goal] = self._round
            before = self._found
            for clause in self._program.clauses.get(relation, ()):
                yield from self._apply(clause, goal, table)
            # Another round is due only where this is the earliest question of a circle that brought something new.
            if self._low[goal] != depth or self._found == before:
                break
            self._round += 1
        del self._active[goal]
        self._waiting.append(goal)
        if self._low[goal] >= depth:
            for finished in self._waiting[first_waiting:]:
                target = self._done if signature(finished) in self._program.dynamic else self._static
                target[finished] = self._unfinished.pop(finished)
            del self._waiting[first_waiting:]

    def _apply(self, clause: Clause, goal: Term, table: Table) -> Generator[Term, None, None]:
        """Add the answers that a clause gives to a question."""
        start = _unify(clause.head, goal)
        if start is None:
            return
        rows: list[Bindings] = [start]
        left = list(clause.body)
        bound = set(variables(clause.head)) & {name for name in start if is_ground(_apply_to(name, start))}
        while left and rows:
            literal = self._pick(clause, left, bound)
            left.remove(literal)
            rows = yield from self._extend(clause, literal, rows, goal)
            if literal.positive:
                bound |= set(variables(literal.atom))
        for row in rows:
            answer = _apply_to(goal, row)
            if not is_ground(answer):
                raise self._error(clause, f"{show(clause.head)} has a variable that no condition binds")
            if answer not in table:
                if _depth(answer) > MAX_TERM_DEPTH:
                    raise GdlLimitError(
                        f"{self._program.game.name}: {functor(answer)} derives terms nested more than {MAX_TERM_DEPTH} deep"
                    )
                table[answer] = None
                self._found += 1

    def _pick(self, clause: Clause, left: list[Literal], bound: set[str]) -> Literal:
        """The literal to look at next: a test as soon as it can be decided, else the first that binds."""
        for literal in left:
            test = not literal.positive or functor(literal.atom) == "distinct"
            if test and set(variables(literal.atom)) <= bound:
                return literal
        for literal in left:
            if literal.positive and functor(literal.atom) != "distinct":
                return literal
        for literal in left:
            if functor(literal.atom) == "distinct":
                raise self._error(clause, f"{show(literal.atom)} compares a variable that no condition binds")
        # What is left is negated and has variables of its own: read as "there is none".
        return left[0]

    def _extend(
        self, clause: Clause, literal: Literal, rows: Iterable[Bindings], goal: Term
    ) -> Generator[Term, None, list[Bindings]]:
        """The bindings under which one more literal holds."""
        extended: list[Bindings] = []
        for row in rows:
            self._steps_left -= 1
            if self._steps_left < 0:
                raise GdlLimitError(
                    f"{self._program.game.name}: more than {self._most_steps:,} steps for one state; "
                    f"the rules for {functor(goal)} may never end"
                )
            atom = _apply_to(literal.atom, row)
            if functor(atom) == "distinct":
                first, second = arguments(atom)
                if (first != second) == literal.positive:
                    extended.append(row)
                continue
            question = _numbered(atom)
            known = self._finished(question)
            if known is None and not self._is_open(question):
                yield question
                known = self._finished(question)
            if known is None:
                if not literal.positive:
                    raise self._error(clause, f"(not {show(literal.atom)}) depends on {show(clause.head)} itself")
                self._low[goal] = min(self._low[goal], self._low[question], self._active.get(question, len(self._active)))
                known = self._unfinished[question]
            if not literal.positive:
                if not known:
                    extended.append(row)
                continue
            for answer in list(known):
                match = _match(atom, answer, row)
                if match is not None:
                    extended.append(match)
        return extended

    def _is_open(self, question: Term) -> bool:
        """Whether a question is in progress, or was asked in this round and waits for one that is."""
        return question in self._active or (
            question in self._unfinished and self._asked_in.get(question) == self._round
        )

    def _error(self, clause: Clause, message: str) -> GdlError:
        source = self._program.game.source
        line, column = source.place(clause.rule.start)
        return GdlError(f"{source.name}:{line}:{column}: {message}")


def _apply_to(term: Term, bindings: Bindings) -> Term:
    """A term with its variables replaced, as far as they are bound."""
    if isinstance(term, str):
        if not term.startswith("?") or term not in bindings:
            return term
        return _apply_to(bindings[term], bindings)
    return tuple(_apply_to(part, bindings) for part in term)


def _match(pattern: Term, ground: Term, bindings: Bindings) -> Bindings | None:
    """The bindings, extended so that the pattern becomes the ground term; None where that cannot be."""
    extended = dict(bindings)
    pairs = [(pattern, ground)]
    while pairs:
        left, right = pairs.pop()
        if isinstance(left, str):
            if not left.startswith("?"):
                if left != right:
                    return None
            elif extended.setdefault(left, right) != right:
                return None
        elif isinstance(right, str) or len(left) != len(right):
            return None
        else:
            pairs.extend(zip(left, right, strict=True))
    return extended


def _unify(head: Term, goal: Term) -> Bindings | None:
    """Bindings that make a clause's head and a question equal. The question's variables are ``?`` and a number."""
    bindings: Bindings = {}
    pairs = [(head, goal)]
    while pairs:
        left, right = (_walk(side, bindings) for side in pairs.pop())
        if left == right:
            continue
        if is_variable(right) and _is_numbered(right):
            bindings[functor(right)] = left
        elif is_variable(left):
            bindings[functor(left)] = right
        elif is_variable(right):
            bindings[functor(right)] = left
        elif isinstance(left, str) or isinstance(right, str) or len(left) != len(right):
            return None
        else:
            pairs.extend(zip(left, right, strict=True))
    return bindings


def _walk(term: Term, bindings: Bindings) -> Term:
    while isinstance(term, str) and term in bindings:
        term = bindings[term]
    return term


def _numbered(atom: Term) -> Term:
    """An atom whose variables are named by the order in which they occur, so that equal questions are equal terms."""
    if is_ground(atom):
        return atom
    names: Bindings = {}
    for name in variables(atom):
        names.setdefault(name, f"?{len(names)} ")
    return _apply_to(atom, names)


def _is_numbered(name: Term) -> bool:
    """Whether a variable is a question's. No description can hold a name that ends in a space."""
    return isinstance(name, str) and name.endswith(" ")


def _depth(term: Term) -> int:
    """Nesting of a term: 0 for a symbol."""
    deepest, stack = 0, [(term, 0)]
    while stack:
        part, depth = stack.pop()
        deepest = max(deepest, depth)
        if not isinstance(part, str):
            stack.extend((inner, depth + 1) for inner in part)
    return deepest
