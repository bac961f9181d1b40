"""Two solutions or a proof, by CP-SAT: against exhaustion, and the same in every process."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path
from runpy import run_path

import pytest
from ortools.sat.python import cp_model

from gametasks.errors import Rejection
from gametasks.solvers._unique import Ways, first_two, solutions
from gametasks.streams import Stream


def random_rules(number: int) -> list[tuple[tuple[int, ...], int]]:
    """Sums of a few of five numbers from 0 to 2."""
    rng = Stream(f"unique/{number}", "rules")
    places = [tuple(rng.sample(range(5), rng.integers(1, 4))) for _ in range(rng.integers(2, 6))]
    return [(chosen, rng.integers(0, 2 * len(chosen) + 1)) for chosen in places]


def model_of(rules):
    model = cp_model.CpModel()
    numbers = {f"n{place}": model.new_int_var(0, 2, f"n{place}") for place in range(5)}
    for places, total in rules:
        model.add(sum(numbers[f"n{place}"] for place in places) == total)
    return model, numbers


@pytest.mark.parametrize("number", range(60))
def test_all_solutions_are_those_of_exhaustion(number: int) -> None:
    rules = random_rules(number)
    right = [
        values
        for values in product(range(3), repeat=5)
        if all(sum(values[place] for place in places) == total for places, total in rules)
    ]
    found = [tuple(way.values()) for way in solutions(*model_of(rules))]
    assert sorted(found) == right
    ways = first_two(*model_of(rules))
    assert ways.unique == (len(right) == 1)
    assert (ways.first is None, ways.second is None) == (len(right) == 0, len(right) <= 1)
    assert ways.first is None or list(ways.first) == [f"n{place}" for place in range(5)]


def test_solutions_differ_in_the_named_variables() -> None:
    model = cp_model.CpModel()
    named, other = model.new_int_var(0, 1, "named"), model.new_int_var(0, 9, "other")
    model.add(other >= 3)
    assert sorted(way["x"] for way in solutions(model, {"x": named})) == [0, 1]


@pytest.mark.parametrize("possible", [True, False])
def test_a_board_without_blanks_has_one_solution_or_none(possible: bool) -> None:
    model = cp_model.CpModel()
    model.add(model.new_constant(2) == (2 if possible else 3))
    assert list(solutions(model, {})) == [{}] * possible


def test_the_best_solutions_come_first() -> None:
    model = cp_model.CpModel()
    number = {key: model.new_int_var(0, 3, key) for key in "ab"}
    model.minimize(number["a"] + 2 * number["b"])
    costs = [way["a"] + 2 * way["b"] for way in solutions(model, number)]
    assert costs == sorted(a + 2 * b for a in range(4) for b in range(4))


def test_rules_can_be_added_where_a_solution_breaks_them() -> None:
    """Four islands in a ring, one or no bridge between neighbours: the trees are the ring without one bridge."""
    model = cp_model.CpModel()
    bridges = {(i, (i + 1) % 4): model.new_bool_var(f"{i}") for i in range(4)}
    model.minimize(sum(bridges.values()))

    def cuts(values):
        linked = {0}
        for _ in range(4):
            linked |= {b for (a, b), built in values.items() if built and a in linked}
            linked |= {a for (a, b), built in values.items() if built and b in linked}
        if len(linked) < 4:
            yield sum(bridge for (a, b), bridge in bridges.items() if (a in linked) != (b in linked)) >= 1

    found = [sum(way.values()) for way in solutions(model, bridges, cuts)]
    assert found == [3, 3, 3, 3, 4]


def pigeons(count: int):
    model = cp_model.CpModel()
    hole = {pigeon: model.new_int_var(1, count - 1, str(pigeon)) for pigeon in range(count)}
    for first in range(count):
        for second in range(first):
            model.add(hole[first] != hole[second])
    return model, hole


def test_a_search_at_its_limit_claims_nothing() -> None:
    assert first_two(*pigeons(6)) == Ways(None, None)
    with pytest.raises(Rejection, match="neither a further solution nor a proof"):
        first_two(*pigeons(14), limit=1e-4)


def test_a_model_that_is_not_well_formed_is_refused() -> None:
    model = cp_model.CpModel()
    number = model.new_int_var(0, 2**62, "n")
    model.add(8 * number <= 5)  # may overflow
    with pytest.raises(ValueError, match="not well formed"):
        first_two(model, {"n": number})


PROGRAM = """
from solvers.test_unique import model_of, random_rules
from gametasks.solvers._unique import first_two
print([first_two(*model_of(random_rules(number))) for number in range(20)])
"""


def test_every_process_finds_the_same_two(request) -> None:
    def found_with(seed: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONPATH": "tests", "PYTHONHASHSEED": seed},
            cwd=request.config.rootpath,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    here = str([first_two(*model_of(random_rules(number))) for number in range(20)])
    assert here == str([first_two(*model_of(random_rules(number))) for number in range(20)])
    assert found_with("1") == found_with("2") == here


def test_ortools_is_loaded_by_those_who_use_it_only() -> None:
    program = "import sys, gametasks.solvers._unique; assert 'ortools' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize(("rows", "columns", "unique"), [((2, 1), (2, 1), True), ((1, 1), (1, 1), False)])
def test_the_example_of_the_docs_proves_that_there_is_no_second_solution(rows, columns, unique):
    example = Path(__file__).parents[2] / "docs" / "unique" / "counts.py"
    solution = run_path(str(example))["solve"](rows, columns)
    assert solution.unique is unique
    assert len(solution.answer) == sum(rows)
