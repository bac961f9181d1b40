"""Generated Python text: nested blocks of statements, in which common parts are written once."""

from __future__ import annotations

__all__ = ["Block"]


class Block:
    """The statements below a line that ends with a colon.

    Clauses that begin with the same literals write the same tests, loops and values; these are shared, so that the
    clauses form a tree of common prefixes. A value is computed once where it is available already (the available
    expressions of compilers: Aho, Lam, Sethi and Ullman, "Compilers", section 9.2).

    Args:
        parent: The block around this one; None for the body of a function.
    """

    def __init__(self, parent: Block | None = None) -> None:
        self._parent = parent
        self._root: Block = self if parent is None else parent._root
        self._position = 0 if parent is None else len(parent._entries)
        """Number of statements of the parent before it."""
        self._entries: list[str | tuple[str, Block]] = []
        self._blocks: dict[str, tuple[tuple[str, ...], Block]] = {}
        self._values: dict[str, tuple[int, tuple[str, ...]]] = {}
        self._kept: dict[str, list[tuple[int, list[str]]]] = {}
        self._names = 0
        self._tick = ""
        self.depth: int = 1 if parent is None else parent.depth + 1
        """Indentation of its lines."""

    def fresh(self) -> str:
        """A local name that the function does not use yet."""
        self._root._names += 1
        return f"v{self._root._names}"

    def line(self, text: str) -> None:
        """A statement."""
        if text not in self._entries:
            self._entries.append(text)

    def test(self, condition: str) -> Block:
        """The block below a condition; this one, if it always holds."""
        if condition in {"True", "not False"}:
            return self
        return self._open(f"if {condition}:")

    def loop(
        self, rows: str, wanted: tuple[bool, ...], left_early: bool, tick: str, whole: bool = False
    ) -> tuple[tuple[str, ...], Block]:
        """Names of the loop's variables and the block below it.

        Args:
            rows: An expression for what is iterated over.
            wanted: For each part of a row, whether it gets a name; one part is the row itself.
            left_early: Whether the loop is left by ``break``, so that no other clause can share it.
            tick: A statement for each turn; empty if there is none.
            whole: Whether the row itself gets a name as well, the last one.
        """
        if not left_early and rows in self._blocks:
            names, block = self._blocks[rows]
        else:
            block = Block(self)
            targets = [self.fresh() if is_wanted else "_" for is_wanted in wanted]
            names = tuple([name for name in targets if name != "_"])
            if whole:
                names = (*names, self.fresh())
                block.line(f"{', '.join(targets)} = {names[-1]}")
                targets = [names[-1]]
            self._entries.append((f"for {', '.join(targets)} in {rows}:", block))
            if not left_early:
                self._blocks[rows] = names, block
        block._tick = block._tick or tick
        return names, block

    def keep(self, facts: str, excluded: list[str]) -> None:
        """Add the facts of a set that none of some other sets has to the answers.

        Where two clauses differ in one excluded set, those facts are excluded that both exclude.

        Args:
            facts: An expression for the set.
            excluded: Expressions for the others; with a star before it, one for a sequence of them.
        """
        known = self._kept.setdefault(facts, [])
        for number, (position, others) in enumerate(known):
            own = [one for one in excluded if one not in others]
            theirs = [one for one in others if one not in excluded]
            if len(own) == len(theirs) == 1 and not own[0].startswith("*") and not theirs[0].startswith("*"):
                # The line moves down to here, where all that it names has a value.
                self._entries[position] = ""
                excluded = [*(one for one in others if one in excluded), f"{theirs[0]}.intersection({own[0]})"]
                del known[number]
                break
        known.append((len(self._entries), excluded))
        self._entries.append(f"out.update({facts}.difference({', '.join(excluded)}))")

    def value(self, expression: str, if_missing: str = "") -> str:
        """The name of the value of an expression.

        Args:
            expression: The expression.
            if_missing: Statements that follow it, in which ``@`` stands for the name.
        """
        found = self._available(expression)
        if found is None:
            name = self.fresh()
            found = (name,)
            self._values[expression] = len(self._entries), found
            self._entries.append(f"{name} = {expression}")
            if if_missing:
                self._entries += if_missing.replace("@", name).split("\n")
        return found[0]

    def parts(self, value: str, count: int, tagged: bool = False) -> tuple[str, ...]:
        """The names of the parts of a tuple; of a term without its functor if it is tagged."""
        key = f"*{tagged} {count} {value}"
        found = self._available(key)
        if found is None:
            found = tuple([self.fresh() for _ in range(count)])
            self._values[key] = len(self._entries), found
            self._entries.append(f"{'_, ' if tagged else ''}{', '.join(found)} = {value}")
        return found

    def text(self) -> list[str]:
        """The lines."""
        space = " " * self.depth
        lines = [space + self._tick] if self._tick else []
        for entry in self._entries:
            if isinstance(entry, str):
                lines += [space + entry] if entry else []
            else:
                lines.append(space + entry[0])
                lines += entry[1].text()
        return lines or [f"{space}pass"]

    def _open(self, header: str) -> Block:
        known = self._blocks.get(header)
        if known is not None:
            return known[1]
        block = Block(self)
        self._entries.append((header, block))
        self._blocks[header] = (), block
        return block

    def _available(self, expression: str) -> tuple[str, ...] | None:
        """The names of a value that is computed on every way into this block, before it.

        A block that two clauses share stands where the first of them opened it: what the second computed around it
        may come later.
        """
        if expression in self._values:
            return self._values[expression][1]
        block = self
        while block._parent is not None:
            position, block = block._position, block._parent
            if expression in block._values and block._values[expression][0] < position:
                return block._values[expression][1]
        return None
