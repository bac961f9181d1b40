"""Code for a clause whose instances are listed: which of their sets of facts agree with the state."""

from __future__ import annotations

from collections.abc import Callable

from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.interpreter.expressions import key_text
from gametasks.gdl.interpreter.instances import Instance, Instances
from gametasks.gdl.interpreter.query_code import fact_text
from gametasks.gdl.interpreter.query_module import QueryModule
from gametasks.gdl.interpreter.scope import Scope

__all__ = ["write_instances"]


def write_instances(
    module: QueryModule, block: Block, scope: Scope, instances: Instances, parameters: list[str]
) -> None:
    """Write the code for a clause: what is the same in all its instances, and then these.

    Args:
        module: The module.
        block: Where to write.
        scope: The clause. Its answers go to ``out``, unless it is Boolean.
        instances: The instances.
        parameters: Python names of the bound arguments of its head.
    """
    for test in instances.tests:
        block = block.test(f"{'' if test.positive else 'not '}({fact_text(test, {})} in S)")
    listed = [instance for own in instances.by_key.values() for instance in own]
    needs, excludes = any(own.needed for own in listed), any(own.excluded for own in listed)
    if not listed:
        return
    if (needs and excludes) or (parameters and not scope.is_boolean):
        _write_loop(module, block, scope, instances, parameters)
        return
    method, sets = ("issuperset", _needed) if needs else ("isdisjoint", _excluded)
    agree = f"map(S.{method}, {_table(module, instances, parameters, sets)})"
    if scope.is_boolean:
        scope.on_answer(block.test(f"any({agree})"), scope)
    else:
        block.line(f"out.update(compress({_table(module, instances, parameters, _answer)}, {agree}))")


def _write_loop(module: QueryModule, block: Block, scope: Scope, instances: Instances, parameters: list[str]) -> None:
    rows = _table(module, instances, parameters, lambda own: (own.needed, own.excluded, _answer(own)))
    listed = [instance for own in instances.by_key.values() for instance in own]
    wanted = (any(own.needed for own in listed), any(own.excluded for own in listed), not scope.is_boolean)
    targets, block = block.loop(rows, wanted, scope.is_boolean, "")
    names = iter(targets)
    tests = [f"{next(names)} <= S"] if wanted[0] else []
    tests += [f"{next(names)}.isdisjoint(S)"] if wanted[1] else []
    block = block.test(" and ".join(tests))
    if scope.is_boolean:
        scope.on_answer(block, scope)
    else:
        block.line(f"out.add({next(names)})")


def _needed(instance: Instance) -> object:
    return instance.needed


def _excluded(instance: Instance) -> object:
    return instance.excluded


def _answer(instance: Instance) -> object:
    return instance.answer[0] if len(instance.answer) == 1 else instance.answer


def _table(module: QueryModule, instances: Instances, parameters: list[str], part: Callable[[Instance], object]) -> str:
    """An expression for a part of each instance that agrees with the bound arguments of the head."""
    if not parameters:
        return module.table(tuple(map(part, instances.by_key[()])))
    table = {key[0] if len(key) == 1 else key: tuple(map(part, own)) for key, own in instances.by_key.items()}
    return f"{module.getter(module.table(table))}({key_text(parameters)}, E)"
