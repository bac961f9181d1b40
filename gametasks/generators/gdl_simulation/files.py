"""Samples of games that come from files of a user's.

Which game it is stands in the variant of a sample's id: its name, a hash of the description as it is shown, and what
else the sample depends on. The draws depend on the name, the seed and the index alone, and on no spelling: the sample
of an obfuscated game is the image of that of the original one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Self

import msgspec

from gametasks.errors import RecordError, Rejection
from gametasks.gdl.machine import GameState, JointMove
from gametasks.generators import Draft
from gametasks.generators.gdl_simulation.drafts import ShownGame
from gametasks.generators.gdl_simulation.play import Playout, playout
from gametasks.schemas import SampleId
from gametasks.schemas.gdl_simulation import HORIZONS, GdlQuestion, GdlState, Obfuscation, Wording
from gametasks.streams import Stream

__all__ = [
    "Content",
    "GdlVariant",
    "content",
    "distinct_states",
    "distinct_steps",
    "draw",
    "long_playout",
    "read_content",
]

LONGEST = 100
"""Joint moves of a playout from which a state is taken."""

_IDLE = 50
"""Playouts in a row that bring nothing new, after which a game is taken to have no more."""

_TRIES = 10
"""Playouts that are drawn until one is as long as the longest horizon; else the longest of them is taken."""

_VARIANT = re.compile(
    r"(?P<name>.+)-(?P<digest>[0-9a-f]{12})(?:-(?P<obfuscation>terms|words|strings))?(?:-n(?P<horizon>[1-9][0-9]?))?"
    r"(?:-w(?P<wording>[0-9a-f]{8}))?"
)
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.-]")
_LONGEST_NAME = 80


class Content(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the variant of an id names: a description as it is shown, and a user's words for the family, if any."""

    description: str
    wording: Wording | None = None

    def encoded(self) -> str:
        """The content as one text."""
        return msgspec.json.encode(self).decode()


class GdlVariant(NamedTuple):
    """The variant of an id, such as ``tic_tac_toe-1f3a9c52d0b7-strings-n5``.

    Attributes:
        name: Name of the game, in letters that an id may hold.
        digest: Hash of the description as it is shown.
        obfuscation: What stands in place of its own names.
        horizon: Number of joint moves, for questions over several.
        wording: Hash of the words that replace the project's; empty where nothing does.
    """

    name: str
    digest: str
    obfuscation: Obfuscation
    horizon: int | None = None
    wording: str = ""

    def __str__(self) -> str:
        parts = [self.name, self.digest]
        if self.obfuscation is not Obfuscation.NONE:
            parts.append(str(self.obfuscation))
        if self.horizon is not None:
            parts.append(f"n{self.horizon}")
        if self.wording:
            parts.append(f"w{self.wording}")
        return "-".join(parts)

    @classmethod
    def of(cls, name: str, content: Content, obfuscation: Obfuscation, horizon: int | None = None) -> Self:
        """The variant that names a content."""
        plain = _NOT_IN_NAMES.sub("_", name)[:_LONGEST_NAME] or "game"
        wording = _hash(msgspec.json.encode(content.wording), 4) if content.wording else ""
        return cls(plain, _hash(content.description.encode(), 6), obfuscation, horizon, wording)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a variant back from its text.

        Raises:
            RecordError: It is none.
        """
        match = _VARIANT.fullmatch(text)
        horizon = match and match["horizon"] and int(match["horizon"])
        if match is None or (horizon and horizon not in HORIZONS):
            raise RecordError(f"{text!r} names no game; the form is name-hash[-terms|words|strings][-nHORIZON]")
        obfuscation = Obfuscation(match["obfuscation"] or Obfuscation.NONE)
        return cls(match["name"], match["digest"], obfuscation, horizon or None, match["wording"] or "")


def _hash(data: bytes, size: int) -> str:
    return hashlib.blake2b(data, digest_size=size).hexdigest()


def content(state: GdlState, question: GdlQuestion) -> str:
    """The content that a sample was drawn from."""
    return Content(state.description, question.wording).encoded()


def read_content(text: str) -> Content:
    """Read a content back.

    Raises:
        RecordError: The text is none.
    """
    try:
        return msgspec.json.decode(text, type=Content)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise RecordError(f"this is no content of a sample: {error}") from None


def draw(sample_id: SampleId, text: str) -> Draft[GdlState, GdlQuestion]:
    """Draw the state and the question of an id that names a game of a user's.

    Raises:
        RecordError: The content is not the one that the id names, or the id is none of this task's.
        Rejection: The game has no such sample.
    """
    variant, given = GdlVariant.parse(sample_id.variant), read_content(text)
    if GdlVariant.of(variant.name, given, variant.obfuscation, variant.horizon) != variant:
        raise RecordError(f"{sample_id} was made from another description than this one of {variant.name}")
    if sample_id.attempt:
        raise Rejection("a file has one sample for each index")
    game = ShownGame(variant.name, given.description, variant.obfuscation, given.wording)
    if sample_id.family in ("next_state", "legal_actions"):
        return _one_step(sample_id, variant, game)
    return _several_steps(sample_id, variant, game)


def _one_step(sample_id: SampleId, variant: GdlVariant, game: ShownGame) -> Draft[GdlState, GdlQuestion]:
    if variant.horizon is not None:
        raise RecordError(f"{sample_id}: {sample_id.family} has no horizon")
    find = distinct_steps if sample_id.family == "next_state" else distinct_states
    found = find(game, sample_id.seed, sample_id.index + 1)
    if len(found) <= sample_id.index:
        raise Rejection("no further distinct sample")
    run, step = found[sample_id.index]
    return game.ask_next_state(run, step) if sample_id.family == "next_state" else game.ask_legal_actions(run, step)


def _several_steps(sample_id: SampleId, variant: GdlVariant, game: ShownGame) -> Draft[GdlState, GdlQuestion]:
    if variant.horizon is None:
        raise RecordError(f"{sample_id}: {sample_id.family} needs a horizon, such as -n5 after the hash")
    run, example = long_playout(game, sample_id.seed, sample_id.index)
    if len(run.moves) < variant.horizon:
        raise Rejection("the playout is too short")
    if sample_id.family == "multistep_state":
        return game.ask_multistep_state(run, variant.horizon)
    return game.ask_multistep_action_state(run, variant.horizon, example)


def distinct_steps(game: ShownGame, seed: int, count: int) -> Sequence[tuple[Playout, int]]:
    """The first ``count`` distinct pairs of a state and a joint move, or as many as there are.

    Those with distinct states come first: ``distinct_states`` gives a beginning of the same list.

    Returns:
        Playouts, each with the number of the step that is meant.
    """
    return _found(game.description, game.name, seed).steps(count)


def distinct_states(game: ShownGame, seed: int, count: int) -> Sequence[tuple[Playout, int]]:
    """The first ``count`` distinct states in which a joint move follows, or as many as there are."""
    return _found(game.description, game.name, seed).states(count)


def long_playout(game: ShownGame, seed: int, index: int) -> tuple[Playout, int]:
    """The playout of an index, whatever the horizon, and the number of a step whose moves show the notation."""
    return _long_playout(game.description, game.name, seed, index)


@lru_cache(maxsize=4096)
def _long_playout(description: str, name: str, seed: int, index: int) -> tuple[Playout, int]:
    rng = Stream(f"{name}/{seed}/{index}", "gdl moves of instances")
    best = playout(description, name, rng.integers(0, 1 << 64), HORIZONS[-1])
    for _ in range(_TRIES - 1):
        if len(best.moves) == HORIZONS[-1]:
            break
        best = max(best, playout(description, name, rng.integers(0, 1 << 64), HORIZONS[-1]), key=_length)
    return best, rng.integers(0, len(best.moves))


def _length(run: Playout) -> int:
    return len(run.moves)


@lru_cache(maxsize=256)
def _found(description: str, name: str, seed: int) -> _Distinct:
    return _Distinct(description, name, seed)


class _Distinct:
    """Distinct states and joint moves of a game, found one seeded playout after the other."""

    def __init__(self, description: str, name: str, seed: int) -> None:
        self._description = description
        self._name = name
        self._rng = Stream(f"{name}/{seed}", "gdl states of instances")
        self._fresh: list[tuple[Playout, int]] = []
        self._spare: list[tuple[Playout, int]] = []
        self._seen_states: set[GameState] = set()
        self._seen_steps: set[tuple[GameState, JointMove]] = set()
        self._no_state = self._no_step = 0
        """Playouts in a row that brought no new state, and no new step."""

    def states(self, count: int) -> Sequence[tuple[Playout, int]]:
        """Steps with distinct states."""
        while len(self._fresh) < count and self._no_state < _IDLE:
            self._play()
        return self._fresh[:count]

    def steps(self, count: int) -> Sequence[tuple[Playout, int]]:
        """Distinct steps, those with distinct states first."""
        fresh = self.states(count)
        # Only now no state counts as new any more, so that the numbers of the steps stay what they are.
        while len(fresh) + len(self._spare) < count and self._no_step < _IDLE:
            self._play()
        return [*fresh, *self._spare[: count - len(fresh)]]

    def _play(self) -> None:
        """Play once, and keep one step: of a state not seen before, or else one not seen before."""
        run = playout(self._description, self._name, self._rng.integers(0, 1 << 64), LONGEST)
        order = self._rng.shuffle(range(len(run.moves)))
        if self._no_state < _IDLE:
            self._no_state += 1
            for step in order:
                if run.states[step] not in self._seen_states:
                    self._keep(run, step, self._fresh)
                    self._no_state = 0
                    return
        self._no_step += 1
        for step in order:
            if (run.states[step], run.moves[step]) not in self._seen_steps:
                self._keep(run, step, self._spare)
                return

    def _keep(self, run: Playout, step: int, kept: list[tuple[Playout, int]]) -> None:
        self._seen_states.add(run.states[step])
        self._seen_steps.add((run.states[step], run.moves[step]))
        # What comes after the step is not needed any more.
        kept.append((Playout(run.states[: step + 1], run.moves[: step + 1]), step))
        self._no_step = 0
