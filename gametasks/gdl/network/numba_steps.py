"""The gates of a network by compiled code, for 1,024 states at once.

A node's value is ``WORDS`` words of 64 bits, one bit a state (a *lane*). The loops that matter are written as LLVM
vectors, because numba's own loops over the words of a node cannot know that two nodes never overlap. Nothing is
compiled for a particular game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

__all__ = ["WIDTHS", "WORDS", "compiled", "evaluate", "literal_word", "select", "tally"]

WORDS = 16
"""Words of a node."""

WIDTHS = (2, 4, 6, 8, 16)
"""Bits that counters may have."""

F = TypeVar("F", bound=Callable[..., Any])
Words = NDArray[np.uint64]
Integers = NDArray[np.int32]

_VECTOR = ir.VectorType(ir.IntType(64), WORDS)


def compiled(function: F) -> F:
    """Compile a function at its first call, and keep the code on disk where some folder for it can be written."""
    try:
        return cast(F, njit(function, nogil=True, cache=True))
    except RuntimeError:
        return cast(F, njit(function, nogil=True))


def _vectors(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Pointer to the first node of an array of node values."""
    return builder.bitcast(context.make_array(kind)(context, builder, value).data, _VECTOR.as_pointer())


def _load(builder: Any, vectors: Any, node: Any) -> Any:
    return builder.load(builder.gep(vectors, [node]), align=8)


def _store(builder: Any, value: Any, vectors: Any, node: Any) -> None:
    builder.store(value, builder.gep(vectors, [node]), align=8)


def _constant(bits: int) -> Any:
    return ir.Constant(_VECTOR, [bits] * WORDS)


def _integer(builder: Any, array: Any, index: Any) -> Any:
    """An entry of an int32 array as a 64-bit number."""
    return builder.sext(builder.load(builder.gep(array.data, [index])), ir.IntType(64))


def _literal(builder: Any, vectors: Any, literal: Any) -> Any:
    """The value of a literal."""
    value = _load(builder, vectors, builder.ashr(literal, ir.Constant(literal.type, 1)))
    negated = builder.trunc(literal, ir.IntType(1))
    return builder.xor(value, builder.select(negated, _constant((1 << 64) - 1), _constant(0)))


@intrinsic  # type: ignore[untyped-decorator]
def _conjoin(typing: Any, values: Any, inputs: Any, start: Any, split: Any, end: Any, node: Any) -> Any:
    """Value of one gate: the inputs from start to split, and the negations of those from split to end."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vectors = _vectors(context, builder, signature.args[0], arguments[0])
        array = context.make_array(signature.args[1])(context, builder, arguments[1])
        _, _, start, split, end, node = arguments
        total = cgutils.alloca_once_value(builder, _constant((1 << 64) - 1))
        step = ir.Constant(start.type, 1)
        with cgutils.for_range_slice(builder, start, split, step, start.type) as (index, _):
            value = _load(builder, vectors, _integer(builder, array, index))
            builder.store(builder.and_(builder.load(total), value), total)
        with cgutils.for_range_slice(builder, split, end, step, start.type) as (index, _):
            value = builder.not_(_load(builder, vectors, _integer(builder, array, index)))
            builder.store(builder.and_(builder.load(total), value), total)
        _store(builder, builder.load(total), vectors, node)
        return context.get_dummy_value()

    return types.void(values, inputs, types.int64, types.int64, types.int64, types.int64), generate


def _counting(subtract: bool) -> Any:
    """An intrinsic that adds literals to bit-sliced counters, or subtracts them and stores who fell below zero.

    For each number of bits in ``WIDTHS`` there is a loop that keeps the counters in registers.
    """

    def typed(
        typing: Any, values: Any, literals: Any, start: Any, end: Any, planes: Any, first: Any, width: Any, node: Any
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            vectors = _vectors(context, builder, signature.args[0], arguments[0])
            array = context.make_array(signature.args[1])(context, builder, arguments[1])
            counters = _vectors(context, builder, signature.args[4], arguments[4])
            _, _, start, end, _, first, width, node = arguments
            over = cgutils.alloca_once_value(builder, _constant(0))
            step = ir.Constant(start.type, 1)
            done = builder.append_basic_block("done")
            choice = builder.switch(width, done)
            for bits in WIDTHS:
                block = builder.append_basic_block(f"bits{bits}")
                choice.add_case(ir.Constant(width.type, bits), block)
                builder.position_at_end(block)
                rows = [builder.add(first, ir.Constant(first.type, index)) for index in range(bits)]
                registers = [cgutils.alloca_once(builder, _VECTOR) for _ in rows]
                for register, row in zip(registers, rows, strict=True):
                    builder.store(_load(builder, counters, row) if subtract else _constant(0), register)
                with cgutils.for_range_slice(builder, start, end, step, start.type) as (index, _):
                    carry = _literal(builder, vectors, _integer(builder, array, index))
                    for register in registers:
                        old = builder.load(register)
                        builder.store(builder.xor(old, carry), register)
                        carry = builder.and_(carry, builder.not_(old) if subtract else old)
                    if subtract:
                        _store(builder, carry, vectors, builder.add(node, builder.sub(index, start)))
                    else:
                        builder.store(builder.or_(builder.load(over), carry), over)
                if not subtract:
                    for register, row in zip(registers, rows, strict=True):
                        _store(builder, builder.load(register), counters, row)
                builder.branch(done)
            builder.position_at_end(done)
            some = builder.icmp_unsigned("!=", builder.load(over), _constant(0))
            flags = ir.IntType(WORDS)
            return builder.icmp_unsigned("!=", builder.bitcast(some, flags), ir.Constant(flags, 0))

        integer = types.int64
        return types.boolean(values, literals, integer, integer, planes, integer, integer, integer), generate

    return intrinsic(typed)


_add = _counting(False)
_subtract = _counting(True)


@compiled
def tally(values: Words, literals: Integers, start: int, end: int, planes: Words, first: int, width: int) -> bool:
    """Count for each lane how many of some literals hold.

    Args:
        values: Values of the nodes, shape (nodes, WORDS).
        literals: Literals; those from ``start`` to ``end`` are counted.
        start: See there.
        end: See there.
        planes: Receives the counts, bit ``b`` in row ``first + b``.
        first: See there.
        width: Bits of the counters, one of ``WIDTHS``.

    Returns:
        Whether a counter was too small.
    """
    return bool(_add(values, literals, start, end, planes, first, width, 0))


@compiled
def select(
    values: Words, literals: Integers, start: int, end: int, planes: Words, first: int, width: int, node: int
) -> None:
    """Set, for each lane, one of consecutive nodes: the node of the chosen one among the literals that hold.

    Args:
        values: Values of the nodes, shape (nodes, WORDS).
        literals: Literals; those from ``start`` to ``end`` are considered.
        start: See there.
        end: See there.
        planes: Which of the literals that hold is chosen, counted from 0, in the form of ``tally``.
        first: First row of the planes.
        width: Bits of the counters, enough for all literals that hold.
        node: The first node that is set.
    """
    _subtract(values, literals, start, end, planes, first, width, node)


@compiled
def evaluate(
    values: Words,
    starts: Integers,
    splits: Integers,
    inputs: Integers,
    segments: Integers,
    loops: Integers,
    first_gate: int,
) -> None:
    """Evaluate segments of gates in all lanes. See ``circuit.Circuit`` for the arrays."""
    for row in range(len(segments)):
        first_loop, last_loop = segments[row, 3], segments[row, 4]
        for loop in range(first_loop, last_loop):
            for word in range(WORDS):
                values[loops[loop, 0], word] = 0
        unstable = True
        while unstable:
            for gate in range(segments[row, 1], segments[row, 2]):
                _conjoin(values, inputs, starts[gate], splits[gate], starts[gate + 1], first_gate + gate)
            unstable = False
            for loop in range(first_loop, last_loop):
                node, literal = loops[loop, 0], loops[loop, 1]
                for word in range(WORDS):
                    value = literal_word(values, literal, word)
                    unstable |= value != values[node, word]
                    values[node, word] = value


@compiled
def literal_word(values: Words, literal: int, word: int) -> np.uint64:
    """A word of a literal."""
    return values[literal >> 1, word] ^ (np.uint64(0) - np.uint64(literal & 1))  # type: ignore[no-any-return]
