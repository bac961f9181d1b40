"""A plain reasoner: slow, short and exact, to hold the fast engines and every published sample against.

It works on the rules as they are read, without compilation, join planning or grounding. A question such as
``(legal white ?move)`` is answered top-down from the clauses whose heads unify with it, and every answer is kept in a
table of the state (tabled evaluation: Tamaki and Sato, "OLD resolution with tabulation", 1986). Questions that depend
on each other are asked again in rounds until a round brings nothing new, which is the least fixpoint; negation looks
at finished tables only, which is the perfect model of a stratified program.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from math import inf

from gametasks.errors import GdlLimitError
from gametasks.gdl.description import Game
from gametasks.gdl.limits import MOST_PARTS
from gametasks.gdl.machine import GameState, JointMove, goal_number, wrong_count
from gametasks.gdl.normal import Literal
from gametasks.gdl.reference.program import Clause, Condition, Facts, Program, Signature, Table, prepared
from gametasks.gdl.reference.terms import Bindings, apply, is_numbered, match, numbered, resolve, unify
from gametasks.gdl.terms import Term, arguments, functor, is_ground, levels, order_key, show, signature

__all__ = ["ReferenceMachine"]

MOST_STEPS = 1_000_000
"""Facts that may be compared with conditions for one question, about ten seconds; recursion without end stops here."""

_GIVEN = {("true", 1), ("does", 2)}
"""What a state and a joint move say."""

MAX_TERM_DEPTH = 100
"""Deepest nesting of a derived fact, and of a question."""


class ReferenceMachine:
    """A game as a state machine, answered by the plain reasoner. See ``machine.Machine``.

    Args:
        game: The game.
        most_steps: Facts that may be compared with conditions for one question.

    Raises:
        GdlLimitError: A rule has too many cases of ``or``.
    """

    def __init__(self, game: Game, most_steps: int = MOST_STEPS) -> None:
        self.game = game
        self._most_steps = most_steps
        self._program = Program(game)
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
            raise wrong_count(self.game, moves)
        return frozenset(arguments(fact)[0] for fact in self._tables(state, moves).answers(("next", "?fact")))

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""
        return bool(self._tables(state, None).answers("terminal"))

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """For each role the values of ``goal`` that hold and are whole numbers, in ascending order."""
        tables = self._tables(state, None)
        asked = (tables.answers(("goal", role, "?value")) for role in self.game.roles)
        values = ([goal_number(arguments(fact)[1]) for fact in found] for found in asked)
        return tuple(tuple(sorted(value for value in own if value is not None)) for own in values)

    def holds(self, state: GameState, goal: Term) -> tuple[Term, ...]:
        """All instances of any atom that hold in a state, in canonical order."""
        return tuple(sorted(self._tables(state, None).answers(goal), key=order_key))

    def _tables(self, state: GameState, moves: JointMove | None) -> _Tables:
        if self._last is None or self._last[:2] != (state, moves):
            given: dict[Signature, list[Term]] = {("true", 1): [("true", fact) for fact in state], ("does", 2): []}
            if moves is not None:
                given["does", 2] = [("does", role, move) for role, move in zip(self.game.roles, moves, strict=True)]
            self._last = state, moves, _Tables(self._program, Facts(given), self._static, self._most_steps)
        return self._last[2]


class _Tables:
    """All that has been found out about one state."""

    def __init__(
        self,
        program: Program,
        given: Facts,
        static: dict[Term, Table],
        most_steps: int,
    ) -> None:
        self._program = program
        self._given = given
        self._static = static
        self._steps_left = self._most_steps = most_steps
        self._reset()
        self._done: dict[Term, Table] = {}

    def _reset(self) -> None:
        """Forget all that is half done."""
        self._active: dict[Term, int] = {}
        """The questions in progress, numbered in the order in which they were asked."""
        self._activations = 0
        self._low: dict[Term, float] = {}
        """For each unfinished question, the number of the earliest one that it depends on, as far as that is known."""
        self._unfinished: dict[Term, Table] = {}
        self._asked_in: dict[Term, int] = {}
        self._waiting: dict[Term, None] = {}
        """Questions that cannot be finished before an earlier one is."""
        self._round = 0
        self._found = 0

    def answers(self, goal: Term) -> Iterable[Term]:
        """All ground instances of an atom that hold.

        An explicit stack instead of Python's: a chain of rules may be as long as the game's counter is.
        """
        goal = numbered(goal)
        self._steps_left = self._most_steps
        if self._finished(goal) is None:
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
        return self._finished(goal) or ()

    def _finished(self, goal: Term) -> Table | None:
        found = self._done.get(goal)
        return self._static.get(goal) if found is None else found

    def _evaluate(self, goal: Term) -> Generator[Term, None, None]:
        """Answer one question; yields each question that must be answered before."""
        relation = signature(goal)
        facts = (self._given if relation in _GIVEN else self._program.facts).candidates(goal)
        self._count_steps(goal, len(facts))
        known = Table(fact for fact in facts if match(goal, fact, {}) is not None)
        if relation not in self._program.clauses:
            (self._done if relation in self._program.dynamic else self._static)[goal] = known
            return
        # Numbers are not used again: a question that waits may remember one.
        self._activations += 1
        number = self._activations
        self._active[goal] = number
        self._low[goal] = inf
        table = self._unfinished.setdefault(goal, known)
        first_waiting = len(self._waiting)
        while True:
            self._asked_in[goal] = self._round
            before = self._found
            for clause in self._program.clauses[relation]:
                yield from self._apply(clause, goal, table)
            # Another round is due only where this is the earliest question of a circle that brought something new.
            if self._low[goal] != number or self._found == before:
                break
            self._round += 1
        del self._active[goal]
        self._waiting.setdefault(goal)
        if self._low[goal] >= number:
            for finished in list(self._waiting)[first_waiting:]:
                target = self._done if signature(finished) in self._program.dynamic else self._static
                target[finished] = self._unfinished.pop(finished)
                del self._waiting[finished]

    def _apply(self, clause: Clause, goal: Term, table: Table) -> Generator[Term, None, None]:
        """Add the answers that a clause gives to a question."""
        unifier = unify(clause.head, goal)
        if unifier is None:
            return
        template = resolve(goal, unifier)
        bindings = {name: resolve(term, unifier) for name, term in unifier.items() if not is_numbered(name)}
        if not all(map(is_ground, bindings.values())):
            # Variables of the clause were made equal to each other, or to a part of the question.
            literals = [Literal(condition.positive, resolve(condition.atom, unifier)) for condition in clause.body]
            clause, bindings = prepared(clause.head, literals, clause.rule), {}
        left = list(clause.body)
        order: list[Condition] = []
        bound = frozenset(bindings)
        # Depth-first, so that a rule that asks for what it answers goes on with each new answer at once.
        reaching: list[Iterator[Bindings]] = [iter([bindings])]
        while reaching:
            row = next(reaching[-1], None)
            if row is None:
                reaching.pop()
                continue
            place = len(reaching) - 1
            if place == len(clause.body):
                answer = apply(template, row)
                if answer not in table:
                    self._check_answer(clause, answer)
                    table.add(answer)
                    self._found += 1
                continue
            if place == len(order):
                condition = self._pick(clause, left, bound)
                left.remove(condition)
                order.append(condition)
                if condition.positive:
                    bound |= condition.names
            reaching.append((yield from self._extend(clause, order[place], row, goal)))

    def _check_answer(self, clause: Clause, answer: Term) -> None:
        if not is_ground(answer):
            raise self._program.game.error(clause.rule, f"{show(clause.head)} has a variable that no condition binds")
        self._check_size(answer, "derives")

    def _check_size(self, atom: Term, what: str) -> None:
        """Refuse what grows without end, before it takes all memory."""
        begin = f"{self._program.game.name}: {functor(atom)} {what} terms"
        for depth, level in enumerate(levels(atom), 1):
            if len(level) > MOST_PARTS:
                raise GdlLimitError(f"{begin} of more than {MOST_PARTS:,} parts")
            if depth > MAX_TERM_DEPTH:
                raise GdlLimitError(f"{begin} nested more than {MAX_TERM_DEPTH} deep")

    def _pick(self, clause: Clause, left: list[Condition], bound: frozenset[str]) -> Condition:
        """The condition to look at next: a test as soon as it can be decided, else the first that binds."""
        for condition in left:
            if condition.names <= bound:
                return condition
        for condition in left:
            if condition.positive and not condition.compares:
                return condition
        for condition in left:
            if condition.compares:
                raise self._program.game.error(
                    clause.rule, f"{show(condition.atom)} compares a variable that no condition binds"
                )
        # What is left is negated and has variables of its own: read as "there is none".
        return left[0]

    def _extend(
        self, clause: Clause, condition: Condition, row: Bindings, goal: Term
    ) -> Generator[Term, None, Iterator[Bindings]]:
        """The bindings under which one more condition holds."""
        self._count_steps(goal, 1)
        atom = apply(condition.atom, row)
        if condition.compares:
            first, second = arguments(atom)
            return iter([row] if (first != second) == condition.positive else ())
        question = numbered(atom)
        known = self._finished(question)
        if known is None and not self._is_open(question):
            self._check_size(question, "is asked about")
            yield question
            known = self._finished(question)
        if known is None:
            if not condition.positive:
                raise self._program.game.error(
                    clause.rule, f"(not {show(condition.atom)}) depends on {show(clause.head)} itself"
                )
            number = self._active.get(question, self._low[question])
            self._low[goal] = min(self._low[goal], self._low[question], number)
            known = self._unfinished[question]
        if question is atom or not condition.positive:
            return iter([row] if bool(known) == condition.positive else ())
        return self._matches(atom, known, row, goal)

    def _matches(self, atom: Term, known: Table, row: Bindings, goal: Term) -> Iterator[Bindings]:
        for answer in known:
            self._count_steps(goal, 1)
            found = match(atom, answer, row)
            if found is not None:
                yield found

    def _count_steps(self, goal: Term, steps: int) -> None:
        self._steps_left -= steps
        if self._steps_left < 0:
            raise GdlLimitError(
                f"{self._program.game.name}: more than {self._most_steps:,} steps for one question "
                f"(on the way to {functor(goal)}); its rules may never end"
            )

    def _is_open(self, question: Term) -> bool:
        """Whether a question is in progress, or was asked in this round and waits for one that is."""
        return question in self._active or (
            question in self._unfinished and self._asked_in.get(question) == self._round
        )
