"""Python text as it is put together: blocks within blocks, in which what is already there is not written again."""

from __future__ import annotations

__all__ = ["Block"]


class Block:
    """The statements below a line that ends with a colon.

    Two clauses that begin with the same atoms ask for the same tests, loops and values, so they share these lines and
    differ only from where their atoms do.

    Args:
        parent: The block around this one; None for the body of a function.
    """

    def __init__(self, parent: Block | None = None) -> None:
        self._parent = parent
        self._root: Block = self if parent is None else parent._root
        self._place = 0 if parent is None else len(parent._entries)
        """Number of statements of the parent before it."""
        self._entries: list[str | tuple[str, Block]] = []
        self._blocks: dict[str, tuple[tuple[str, ...], Block]] = {}
        self._values: dict[str, tuple[int, tuple[str, ...]]] = {}
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
        return self._opened(f"if {condition}:")

    def loop(
        self, rows: str, count: int, private: bool, tick: str, keyed: bool = False
    ) -> tuple[tuple[str, ...], Block]:
        """Names of the loop's variables and the block below it.

        Args:
            rows: What is iterated over.
            count: How many values each row has.
            private: Whether the loop is left early, so that no other clause can share it.
            tick: A statement for each turn; empty if there is none.
            keyed: Whether a row is a pair of a key with so many values, and of a value that gets a name, too.
        """
        if not private and rows in self._blocks:
            names, block = self._blocks[rows]
        else:
            names = tuple([self.fresh() for _ in range(count + keyed)])
            targets = ", ".join(names[:count])
            if keyed:
                targets = f"{targets if count == 1 else f'({targets})'}, {names[count]}"
            block = Block(self)
            self._entries.append((f"for {targets} in {rows}:", block))
            if not private:
                self._blocks[rows] = names, block
        block._tick = block._tick or tick
        return names, block

    def value(self, expression: str, otherwise: str = "") -> str:
        """The name of the value of an expression.

        Args:
            expression: The expression.
            otherwise: A statement for when it is None, in which ``@`` stands for the name.
        """
        found = self._known(expression)
        if found is None:
            name = self.fresh()
            found = (name,)
            self._values[expression] = len(self._entries), found
            self._entries.append(f"{name} = {expression}")
            if otherwise:
                self._entries += otherwise.replace("@", name).split("\n")
        return found[0]

    def parts(self, value: str, count: int, tagged: bool = False) -> tuple[str, ...]:
        """The names of the parts of a tuple; of a term without its functor if it is tagged."""
        key = f"*{tagged} {count} {value}"
        found = self._known(key)
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
                lines.append(space + entry)
            else:
                lines.append(space + entry[0])
                lines += entry[1].text()
        return lines or [f"{space}pass"]

    def _opened(self, header: str) -> Block:
        known = self._blocks.get(header)
        if known is not None:
            return known[1]
        block = Block(self)
        self._entries.append((header, block))
        self._blocks[header] = (), block
        return block

    def _known(self, expression: str) -> tuple[str, ...] | None:
        """The names of a value that has been computed wherever this block begins.

        A block that two clauses share stands where the first of them opened it: what the second computed around it
        comes later.
        """
        if expression in self._values:
            return self._values[expression][1]
        block = self
        while block._parent is not None:
            place, block = block._place, block._parent
            if expression in block._values and block._values[expression][0] < place:
                return block._values[expression][1]
        return None
