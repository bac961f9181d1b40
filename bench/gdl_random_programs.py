"""Do all engines agree on random programs? ``python bench/gdl_random_programs.py [--programs N] [--prolog N]``.

Programs with circles, nested ``or``, ``not``, ``distinct`` and functions, a tenth as many with local negation, and a
tenth as many with faults. Interpreter, plain reasoner and network answer for a few states of each, and so does an
oracle that knows nothing but sets which grow (tests/oracles/gdl_fixpoint.py): row by row they must agree or refuse
alike. With ``--prolog``, SWI-Prolog plays some of them, too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from gdl.gdl_agreement import compare
from gdl.gdl_programs import faulty_program, local_program, stratified_program
from oracles.gdl_prolog import differences

from gametasks.errors import GdlError
from gametasks.gdl.description import parse_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.streams import Stream

KINDS = {
    "local negation": (local_program, 10),
    "with a fault": (faulty_program, 10),
    "stratified": (stratified_program, 1),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=5_000, help="stratified ones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--prolog", type=int, default=0, help="stratified ones that SWI-Prolog plays, too")
    arguments = parser.parse_args()
    different = total = accepted = 0
    for kind, (write, share) in KINDS.items():
        began = time.process_time()
        verdicts: Counter[str] = Counter()
        networks: Counter[str] = Counter()
        rows = undecided = 0
        for number in range(arguments.programs // share):
            stream = Stream(str(arguments.seed), f"gdl programs/{kind}/{number}")
            text = write(stream)
            found = compare(text, stream)
            verdicts[found.verdict] += 1
            rows += found.rows
            undecided += found.undecided
            if found.verdict == "played":
                networks[found.network] += 1
            if number % 250 == 249:
                print(f"{kind}: {number + 1:,} so far, {rows:,} rows, {dict(verdicts)}", file=sys.stderr, flush=True)
            if found.differences:
                different += 1
                print(f"DIFFERENT {kind} {number}: {found.differences[:3]}\n{text}", flush=True)
        count = sum(verdicts.values())
        total, accepted = total + count, accepted + verdicts["played"]
        print(
            f"{kind}: {count:,} programs, {verdicts['played']:,} played, {rows:,} rows, {undecided:,} questions refused"
        )
        for verdict, own in sorted(verdicts.items()):
            print(f"    {own:6,} {verdict}")
        for verdict, own in sorted(networks.items()):
            print(f"    {own:6,} network {verdict}")
        print(f"    {time.process_time() - began:.0f} s CPU", flush=True)
    different += _compare_with_prolog(arguments.prolog, arguments.seed)
    print(f"{accepted:,} of {total:,} programs played; " + (f"{different} DIFFER" if different else "all agree"))
    return bool(different)


def _compare_with_prolog(programs: int, seed: int) -> int:
    """How many programs SWI-Prolog plays in another way."""
    outcomes: Counter[str] = Counter()
    for number in range(programs):
        text = stratified_program(Stream(str(seed), f"gdl programs/stratified/{number}"))
        try:
            machine = Interpreter(parse_game(text, f"program{number}"))
            found = differences(machine.game, machine, states=8, patience=1.0)
        except GdlError:
            outcomes["not played"] += 1
            continue
        outcomes["different" if found else "the same"] += 1
        if found:
            print(f"DIFFERENT from SWI-Prolog {number}: {found[:3]}\n{text}", flush=True)
    if outcomes:
        print(f"SWI-Prolog: {dict(outcomes)}")
    return outcomes["different"]


if __name__ == "__main__":
    sys.exit(main())
