"""Random programs for games: circles, nested conditions, functions; with local negation, and with faults."""

from __future__ import annotations

from gametasks.streams import Stream

__all__ = ["FAULTS", "faulty_program", "local_program", "stratified_program"]

CONSTANTS = ("a", "b", "c")
VARIABLES = ("?x", "?y", "?z")
RELATIONS = {
    "p0": (1, 1),
    "p1": (2, 1),
    "p2": (2, 1),
    "q0": (1, 2),
    "q1": (2, 2),
    "q2": (0, 2),
    "r0": (1, 3),
    "r1": (2, 3),
}
"""Number of arguments and stratum of each relation; positive conditions go down or stay in a stratum, and circle."""

FACTS = {"at": 1, "on": 2, "flag": 0}


class _Writer:
    """Writes rules.

    Args:
        stream: Where the choices come from.
        local: Whether negated conditions may ask for the same stratum, or for a higher one.
    """

    def __init__(self, stream: Stream, local: bool) -> None:
        self._stream = stream
        self._local = local

    def _is(self, percent: int) -> bool:
        return self._stream.integers(0, 100) < percent

    def _term(self, variables: bool = True) -> str:
        if variables and self._is(70):
            return self._stream.choice(VARIABLES)
        return self._stream.choice(CONSTANTS)

    def _argument(self) -> str:
        return f"(f {self._term()})" if self._is(10) else self._term()

    def _fact(self) -> str:
        name = self._stream.choice(list(FACTS))
        return _atom(name, [self._argument() for _ in range(FACTS[name])])

    def _literal(self, stratum: int, moves: bool) -> str:
        kind = self._stream.integers(0, 20)
        if kind < 4:
            return f"(e {self._argument()} {self._argument()})"
        if kind < 6:
            return f"(true {self._fact()})"
        if kind == 6:
            return f"(not (true {self._fact()}))"
        if kind == 7:
            return f"(distinct {self._term()} {self._term()})"
        if kind == 8:
            return f"(not (distinct {self._term()} {self._argument()}))"
        if kind == 9 and moves:
            return f"(does {self._stream.choice(['one', 'two', '?w'])} (go {self._term()}))"
        if kind == 10:
            return "(true ?fact)"
        if kind < 16:
            return self._call(stratum)
        return f"(not {self._call(stratum if self._local else stratum - 1)})"

    def _call(self, stratum: int) -> str:
        names = [name for name, (_, own) in RELATIONS.items() if own <= stratum]
        if not names:
            return f"(e {self._term()} {self._term()})"
        name = self._stream.choice(names)
        count, own = RELATIONS[name]
        # A circle whose calls put terms together breaks GDL's restriction of recursion, and meets a limit.
        argument = self._argument if own < stratum and not self._local else self._term
        return _atom(name, [argument() for _ in range(count)])

    def _condition(self, stratum: int, moves: bool, depth: int = 0) -> str:
        if depth < 3 and self._is(22):
            count = self._stream.integers(2, 4)
            parts = " ".join(self._condition(stratum, moves, depth + 1) for _ in range(count))
            return f"({self._stream.choice(['or', 'or', 'and'])} {parts})"
        if depth < 3 and self._is(6) and not self._local:
            return f"(not (or {self._literal(stratum - 1, moves)} (not {self._literal(stratum - 1, False)})))"
        return self._literal(stratum, moves)

    def rule(self, head: str, stratum: int, moves: bool = False) -> str:
        """A rule whose variables are bound, but for a few."""
        body = [self._condition(stratum, moves) for _ in range(self._stream.integers(1, 4))]
        plain = " ".join(part for part in body if part.startswith(("(e", "(true", "(p", "(q", "(r")))
        needed = head + " ".join(part for part in body if "distinct" in part)
        grows = "(f ?" in head
        body += [
            # A term that is put together comes from constants: nothing grows without end.
            f"(d {name})" if grows or self._is(70) else f"(e {name} {self._term()})"
            for name in VARIABLES
            if name in needed and (grows or (name not in plain and not self._is(1)))
        ]
        return f"(<= {head} {' '.join(self._stream.shuffle(body))})"

    def program(self) -> list[str]:
        stream = self._stream
        lines = ["(role one)", "(role two)", *(f"(d {name})" for name in CONSTANTS)]
        lines += [f"(e {stream.choice(CONSTANTS)} {stream.choice([*CONSTANTS, '(f a)'])})" for _ in range(4)]
        for _ in range(3):
            name = stream.choice(list(FACTS))
            lines.append(f"(init {_atom(name, [stream.choice(CONSTANTS) for _ in range(FACTS[name])])})")
        for name, (count, stratum) in RELATIONS.items():
            for _ in range(stream.integers(0, 4)):
                lines.append(self.rule(_atom(name, [self._argument() for _ in range(count)]), stratum))
        for _ in range(stream.integers(2, 5)):
            lines.append(self.rule(f"(next {self._fact()})", 4, moves=True))
        lines += [f"(legal one (go {stream.choice(CONSTANTS)}))", "(legal two stay)"]
        lines += [self.rule(f"(legal {who} (go {self._term()}))", 4) for who in ("one", "two")]
        lines += [self.rule("terminal", 4), self.rule("(goal one 50)", 4), self.rule("(goal ?x 7)", 4)]
        lines.append(self.rule(f"(goal {stream.choice(['one', 'two'])} {stream.choice(['0', '100', '?y'])})", 4))
        return lines


def _atom(name: str, parts: list[str]) -> str:
    return f"({name} {' '.join(parts)})" if parts else name


def stratified_program(stream: Stream) -> str:
    """A program with circles, nested ``or`` and ``not``, ``distinct`` and functions; nearly all are safe."""
    return "\n".join(_Writer(stream, local=False).program())


_LOCAL = (
    "(<= (goal two 0) (not (goal two 100))) (<= (goal two 100) (true (at a)))",
    "(<= (goal ?r 1) (role ?r) (not (goal ?r 50)) (not (goal ?r 7)))",
    "(<= (win ?x) (e ?x ?y) (not (win ?y))) (<= (legal two (win ?x)) (win ?x))",
    "(less a b) (less b c) (<= (odd ?x) (less ?y ?x) (not (odd ?y))) (<= (next (odd ?x)) (odd ?x) (does one ?m))",
    "(<= (goal one 3) (true (at a)) (not (goal one 4))) (<= (goal one 4) (not (true (at a))) (not (goal one 3)))",
    """(<= (safe ?x) (d ?x) (not (hit ?x))) (<= (hit ?x) (true (at ?y)) (e ?y ?x) (not (safe ?y)))
    (<= (legal one (hide ?x)) (safe ?x))""",
    """(<= (best ?x) (d ?x) (not (better ?x))) (<= (better ?x) (e ?x ?y) (best ?y) (distinct ?x ?y))
    (<= terminal (best ?x) (true (on ?x ?x)))""",
)


def local_program(stream: Stream) -> str:
    """A program in which relations depend on their own negation, and now and then atoms do."""
    lines = _Writer(stream, local=stream.integers(0, 100) < 40).program()
    return "\n".join([*lines, *stream.sample(_LOCAL, stream.integers(1, 4))])


FAULTS = (
    "(<= (next (?f a)) (true (?f a)))",
    "(<= (next (at ?x)) (true (on ?x (?f ?x))))",
    "(<= (?r a) (d a))",
    "(<= (next (at a)) (or (d a) (?r b)))",
    "(<= (next (at (not a))) (d a))",
    "(<= (next (at a)) (true (or (at b) (at c))))",
    "(<= ((f a) b) (d a))",
    "(<= (next ()) (d a))",
    "(next (at a)",
    "(<= (next (at ?x)) (not (d ?x)))",
    "(<= (next (at ?x)) (or (d ?x) (true flag)))",
    "(<= terminal (distinct ?x ?y) (d ?x))",
    "(<= (legal one (go ?x ?y)) (e ?x ?z))",
    "(<= (goal ?r ?v) (worth ?r ?v)) (<= (worth ?r ?v) (role ?r) (not (d ?v)))",
    "(<= (never) (not (never))) (<= (legal one never) (never))",
    "(<= (w ?x) (d ?x) (not (v ?x))) (<= (v ?x) (d ?x) (not (w ?x))) (<= (next (at ?x)) (w ?x))",
    "(<= (goal one 9) (not (goal one 8))) (<= (goal one 8) (not (goal one 9)))",
    "(n zero) (<= (n (s ?x)) (n ?x)) (<= (legal one ?x) (n ?x))",
    "(<= (m ?x ?y) (e ?x ?y)) (<= (m (f ?x) ?y) (m ?x ?y)) (<= terminal (m ?x ?x))",
    "(<= (next (at a)) (undefined ?x))",
    "(<= (next (at a)) (not (undefined ?x)))",
    "(<= (goal one many) (d a))",
    "(legal three (go a))",
)
"""What may be wrong in a description; the last few are warned of, and played."""


def faulty_program(stream: Stream) -> str:
    """A program with one fault."""
    lines = _Writer(stream, local=False).program()
    lines.insert(stream.integers(0, len(lines)), stream.choice(FAULTS))
    return "\n".join(lines)
