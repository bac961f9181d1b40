"""Options say nothing about which of them is right: exact probabilities, over everything that a stream can draw."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise, product

import pytest

from gametasks.errors import Rejection
from gametasks.generators import draw_number
from gametasks.generators._ring import ring
from gametasks.qa_families import near_numbers, near_sequences, near_sets, other_labels, other_numbers
from gametasks.streams import Stream


class Scripted(Stream):
    """A stream whose draws are given, so that every one of them can be played through."""

    __slots__ = ("script", "widths")

    def __init__(self, script):
        super().__init__("scripted", "draws")
        self.script, self.widths = script, []

    def integers(self, low, high):
        place = len(self.widths)
        self.widths.append(high - low)
        return low + (self.script[place] if place < len(self.script) else 0)


def outcomes(draw):
    """What a function of a stream returns, each with its exact probability."""
    found = defaultdict(Fraction)
    script: list[int] = []
    while True:
        rng = Scripted(script)
        outcome = draw(rng)
        chance = Fraction(1)
        for width in rng.widths:
            chance /= width
        found[outcome] += chance
        script = [*script, *[0] * (len(rng.widths) - len(script))]
        while script and script[-1] + 1 == rng.widths[len(script) - 1]:
            script.pop()
        if not script:
            return found
        script[-1] += 1


def best_guess(joint):
    """How often somebody is right who knows how likely every answer is beside the options shown."""
    likeliest = defaultdict(Fraction)
    for (options, _), chance in joint.items():
        likeliest[options] = max(likeliest[options], chance)
    return sum(likeliest.values())


def shown(answer, wrong):
    assert len({answer, *wrong}) == 6
    return tuple(sorted([answer, *wrong])), answer


@pytest.mark.parametrize(("low", "high", "step"), [(1, 6, 1), (2, 9, 1), (0, 11, 1), (4, 15, 2), (3, 16, 2)])
def test_a_number_drawn_in_a_run_is_guessed_once_in_six(low, high, step):
    def draw(rng):
        answer = draw_number(rng, low, high, step=step)
        return shown(answer, near_numbers(answer, rng, low=low, high=high, step=step))

    joint = outcomes(draw)
    assert sum(joint.values()) == 1
    assert best_guess(joint) == Fraction(1, 6)
    for options, _ in joint:
        assert all(second - first == step for first, second in pairwise(options))
        assert low <= options[0] <= options[-1] <= high
    assert {answer for _, answer in joint} == set(range(low, high + 1))


@pytest.mark.parametrize(("low", "high", "step"), [(1, 6, 1), (2, 8, 1), (0, 7, 1), (2, 13, 2), (1, 14, 2)])
def test_a_number_drawn_evenly_is_guessed_once_in_six(low, high, step):
    def draw(rng):
        answer = rng.integers(low, high + 1)
        return shown(answer, other_numbers(answer, rng, low=low, high=high, step=step))

    joint = outcomes(draw)
    assert best_guess(joint) == Fraction(1, 6)
    assert all(low <= options[0] <= options[-1] <= high for options, _ in joint)
    ranks = defaultdict(Fraction)
    for (options, answer), chance in joint.items():
        ranks[options.index(answer)] += chance
    assert set(ranks.values()) == {Fraction(1, 6)}


def test_other_labels_are_drawn_evenly():
    joint = outcomes(lambda rng: shown(answer := rng.choice("GHJKLMN"), other_labels(answer, "GHJKLMN", rng)))
    assert len(joint) == 7 * 6
    assert set(joint.values()) == {Fraction(1, 42)}


def test_a_run_needs_six_numbers_and_an_answer_in_the_range():
    with pytest.raises(ValueError, match="no 6 numbers"):
        draw_number(Stream("narrow", "state"), 1, 5)
    with pytest.raises(ValueError, match="no 6 numbers in steps of 2"):
        draw_number(Stream("narrow", "state"), 1, 10, step=2)
    with pytest.raises(ValueError, match=r"the range 2\.\.4 holds no 6 numbers"):
        other_numbers(3, Stream("narrow", "options"), low=2, high=4)
    with pytest.raises(ValueError, match="no 6 numbers in steps of 2"):
        other_numbers(3, Stream("narrow", "options"), low=3, high=12, step=2)
    with pytest.raises(ValueError, match="outside"):
        other_numbers(0, Stream("outside", "options"), low=1, high=8)
    with pytest.raises(ValueError, match="outside"):
        near_numbers(9, Stream("outside", "options"), low=1, high=8)


@pytest.mark.parametrize(("plain", "rings"), [(False, 4), (True, 3)])
def test_in_a_ring_every_one_differs_from_the_others_alike(plain, rings):
    found = outcomes(lambda rng: tuple(frozenset(made) for made in ring("xyz", rng, plain=plain)))
    assert list(found.values()) == [Fraction(1, rings)] * rings
    for six in found:
        assert len(set(six)) == 6
        for one in six:
            assert sorted(len(one ^ other) for other in six if other != one) == [1, 1, 2, 2, 3]
        assert all(sum(change in made for made in six) == 3 for change in "xyz")
        assert frozenset() in six or not plain


def test_sets_near_the_right_one_form_a_ring_around_which_it_may_stand_anywhere():
    """Whichever set of four members is right, each of the same six options is as likely."""
    members = "GHJK"
    every = [
        frozenset(m for m, is_in in zip(members, bits, strict=True) if is_in) for bits in product((0, 1), repeat=4)
    ]
    joint = defaultdict(Fraction)
    for answer in every:
        drawn = outcomes(lambda rng, answer=answer: frozenset(near_sets(answer, members, rng, may_be_empty=True)))
        for wrong, chance in drawn.items():
            assert len(wrong | {answer}) == 6
            joint[wrong | {answer}, answer] += chance / len(every)
    assert best_guess(joint) == Fraction(1, 6)


def test_an_empty_set_is_no_option_where_it_is_no_answer():
    for number in range(100):
        assert all(near_sets(frozenset("G"), "GHJKL", Stream(str(number), "options")))
    with pytest.raises(Rejection):
        near_sets(frozenset("GHJ"), "GHJ", Stream("all", "options"))


MIRROR = {"L": "R", "R": "L", "U": "U", "D": "D"}


def near_route(route, rng):
    return near_sequences(route, rng, other=lambda move: [m for m in "UDLR" if m != move], mirrored=MIRROR.__getitem__)


def test_sequences_near_the_right_one_differ_in_three_ways_each_made_in_half_of_them():
    route = tuple("RRUULDR")
    lengths, exchanged, mirrored = set(), 0, 0
    for number in range(200):
        wrong = near_route(route, Stream(str(number), "options"))
        assert len({route, *wrong}) == 6
        lengths.add(tuple(sorted(len(moves) for moves in [route, *wrong])))
        exchanged += any(sorted(moves) == sorted(route) for moves in wrong)
        mirrored += tuple(MIRROR[move] for move in route) in wrong
    assert lengths == {(7,) * 6, (6, 6, 6, 7, 7, 7)}
    assert 20 < exchanged < 180
    assert 20 < mirrored < 180


@pytest.mark.parametrize("route", ["", "R", "UD"])
def test_a_sequence_that_is_too_short_has_no_near_ones(route):
    with pytest.raises(Rejection):
        near_route(tuple(route), Stream("short", "options"))
