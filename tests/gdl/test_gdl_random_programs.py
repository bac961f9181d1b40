"""Random programs: engines and a naive oracle agree or refuse alike; ``bench/gdl_random_programs.py`` plays more."""

from __future__ import annotations

import pytest
from gdl.gdl_agreement import compare
from gdl.gdl_programs import FAULTS, faulty_program, local_program, stratified_program

from gametasks.streams import Stream

pytest.importorskip("numba")


@pytest.mark.parametrize(("write", "programs", "played"), [
    (stratified_program, 25, 15), (local_program, 15, 12), (faulty_program, 15, 1),
])  # fmt: skip
def test_engines_and_oracle_agree_row_by_row(write, programs, played):
    verdicts = []
    for number in range(programs):
        stream = Stream("tests", f"{write.__name__} {number}")
        text = write(stream)
        found = compare(text, stream)
        assert found.differences == [], text
        verdicts.append(found.verdict)
    assert verdicts.count("played") >= played


PLAIN = """(role one) (role two) (d a) (d b) (e a b) (init (at a)) (legal one stay) (legal two stay)
(<= (next (at ?x)) (true (at ?x))) (<= terminal (true (on ?x ?y))) (<= (goal ?r 7) (role ?r))
"""


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_refused_alike_or_played_alike(fault):
    stream = Stream("tests", fault)
    found = compare(PLAIN + fault, stream)
    assert found.differences == []
    harmless = any(words in fault for words in ("undefined", "many", "three", "worth"))
    circular = "(never)" in fault or "(w ?x)" in fault or "goal one 9" in fault
    assert (found.verdict == "played") == (harmless or circular)
    assert bool(found.undecided) == circular
