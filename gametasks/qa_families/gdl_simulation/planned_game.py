"""The samples of described games: what one game yields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import asdict, replace

from gametasks.errors import ConfigurationError
from gametasks.gdl.description import parse_game
from gametasks.gdl.limits import Limits
from gametasks.generators.gdl_simulation.distinct import distinct_states, distinct_steps, long_playout
from gametasks.generators.gdl_simulation.files import GameContent, plain_name
from gametasks.generators.gdl_simulation.games import level_of
from gametasks.qa_families.gdl_simulation.given import FAMILIES, given_samples
from gametasks.qa_families.gdl_simulation.identity import TASK_NAME
from gametasks.qa_families.gdl_simulation.paper_form import Instance, Placed, Play
from gametasks.schemas import Format, Ranges, SampleId
from gametasks.schemas.gdl_simulation import USUAL_WORK, VERSION, Obfuscation, Wording, WorkLimits, joint_move_text

__all__ = ["PlannedGame", "Request"]


@dataclass(frozen=True, slots=True)
class Request:
    """Which samples are wanted of every game.

    Attributes:
        seed: Seed of what is drawn.
        count: Samples of each family and horizon.
        horizons: Numbers of joint moves, in ascending order.
        obfuscation: What stands in place of the games' own names.
        wordings: A user's words, by family.
        limits: How much work the rules of a game may take.
        given: Instances in the names that are shown, by game, which are asked about in place of drawn ones.
    """

    seed: int
    count: int
    horizons: tuple[int, ...]
    obfuscation: Obfuscation
    wordings: dict[str, Wording]
    given: Mapping[str, Sequence[Placed]] | None = None
    limits: WorkLimits = USUAL_WORK


class PlannedGame:
    """The samples that one game yields.

    Args:
        name: Its name.
        description: Its description as it is shown.
        request: What is wanted.

    Attributes:
        contents: The content that each variant of the ids names.
        notes: What the game lacks.
    """

    def __init__(self, name: str, description: str, request: Request) -> None:
        self.contents: dict[str, str] = {}
        self.notes: list[str] = []
        self._request = request
        self._content = GameContent(
            name=plain_name(name), description=description, obfuscation=request.obfuscation, limits=request.limits
        )
        self._game = self._content.shown()
        limits = Limits(**asdict(request.limits))
        self._parsed = parse_game(description, self._game.name, f"the obfuscated {name}", limits)

    def ids(self) -> Iterator[SampleId]:
        """Ids of all samples, family by family."""
        request, game = self._request, self._game
        if request.given is not None:
            yield from self._of_given(request.given)
            return
        steps = distinct_steps(game, request.seed, request.count)
        states = distinct_states(game, request.seed, request.count)
        playouts = [long_playout(game, request.seed, index)[0] for index in range(request.count)]
        facts = [len(state) for run, _ in steps for state in run.states[-1:]]
        level = level_of(sum(facts) / len(facts))
        self._note(len(steps), "distinct pairs of a state and a joint move")
        yield from self._family("next_state", level, range(len(steps)))
        self._note(len(states), "distinct states with a legal joint move")
        yield from self._family("legal_actions", level, range(len(states)))
        for family in ("multistep_state", "multistep_action_state"):
            for horizon in request.horizons:
                long_enough = [index for index, run in enumerate(playouts) if len(run.moves) >= horizon]
                if family == "multistep_state":
                    self._note(len(long_enough), f"playouts of {horizon} joint moves")
                yield from self._family(family, level, long_enough, horizon)

    def _of_given(self, given: Mapping[str, Sequence[Placed]]) -> Iterator[SampleId]:
        """Ids of the samples of given instances; what is given twice about one step is asked about once."""
        name = self._game.name
        if name not in given:
            raise ConfigurationError(f"no instances of {name} are given; there are some of {', '.join(sorted(given))}")
        samples = list(given_samples(self._parsed, given[name], self._content, self._request.horizons))
        samples.sort(key=lambda sample: FAMILIES.index(sample.family))
        level = level_of(sum(sample.facts for sample in samples) / max(1, len(samples)))
        asked: set[tuple[str, str]] = set()
        repeats = 0
        for index, (family, content, _) in enumerate(samples):
            worded = replace(content, wording=self._request.wordings.get(family))
            place = family, worded.variant()
            if place in asked and worded.horizon is None:
                repeats += 1
                continue
            asked.add(place)
            yield self._id(family, level, worded, index)
        if repeats:
            self.notes.append(f"{name} has {repeats} samples fewer, since instances are given more than once")

    def _note(self, found: int, what: str) -> None:
        if found < self._request.count:
            self.notes.append(f"{self._game.name} has {found} {what} instead of {self._request.count}")

    def _family(
        self, family: str, level: int, indices: Iterable[int], horizon: int | None = None
    ) -> Iterator[SampleId]:
        content = replace(self._content, horizon=horizon, wording=self._request.wordings.get(family))
        for index in indices:
            yield self._id(family, level, content, index)

    def _id(self, family: str, level: int, content: GameContent, index: int) -> SampleId:
        variant = content.variant()
        self.contents[variant] = content.encoded()
        place = (Format.OPEN, Ranges.EVALUATION, level, self._request.seed, index, 0)
        return SampleId(TASK_NAME, VERSION, family, *place, variant=variant)

    def paper(self) -> tuple[list[Instance], list[Play]]:
        """The same samples in the form of the paper: instances of one step, and sequences of joint moves."""
        game, seed, count = self._game, self._request.seed, self._request.count
        numbered, roles = game.numbered, [self._parsed.show(role) for role in self._parsed.roles]
        instances = []
        for run, step in distinct_steps(game, seed, count):
            state, joint = run.states[step], run.moves[step]
            texts = numbered.facts(state), numbered.actions(state), numbered.facts(numbered.machine.next(state, joint))
            facts, legal, after = ("\n".join(lines) for lines in texts)
            move = joint_move_text(roles, numbered.texts(joint))
            instances.append(Instance(game_state=facts, move=move, legal_moves=legal, next_state=after))
        runs = (long_playout(game, seed, index)[0] for index in range(count))
        plays = [Play([joint_move_text(roles, numbered.texts(joint)) for joint in run.moves]) for run in runs]
        return instances, plays
