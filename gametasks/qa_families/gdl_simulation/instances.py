"""Benchmark instances of described games: which samples a build makes of a user's games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_field
from pathlib import Path

from msgspec.structs import replace

from gametasks.errors import ConfigurationError
from gametasks.gdl.canonical import strip_comments
from gametasks.gdl.checker.sound import require_sound
from gametasks.gdl.description import Game, parse_game
from gametasks.gdl.library import Metadata, is_own
from gametasks.gdl.limits import Limits
from gametasks.gdl.obfuscation.encoding import NameKind, make_encoding
from gametasks.generators.gdl_simulation.distinct import distinct_states, distinct_steps, long_playout
from gametasks.generators.gdl_simulation.files import GameContent, plain_name
from gametasks.generators.gdl_simulation.games import level_of
from gametasks.qa_families import PlannedSamples
from gametasks.qa_families.gdl_simulation.identity import TASK_NAME
from gametasks.qa_families.gdl_simulation.wording import Prompts, read_prompts
from gametasks.schemas import Format, Ranges, SampleId
from gametasks.schemas.gdl_simulation import HORIZONS, VERSION, Obfuscation, Wording

__all__ = ["DEFAULT_COUNT", "DEFAULT_HORIZONS", "PROMPTS_FILE", "plan_instances"]

DEFAULT_COUNT = 20
"""Samples of each game, family and horizon."""

DEFAULT_HORIZONS = (5,)

PROMPTS_FILE = "prompts.toml"
"""Where the dataset's folder keeps the prompts that replaced the project's."""

_LARGEST_COUNT = 10_000


@dataclass(frozen=True, slots=True)
class _Request:
    """Which samples are wanted of every game."""

    seed: int
    count: int
    horizons: tuple[int, ...]
    obfuscation: Obfuscation
    wordings: dict[str, Wording]


def plan_instances(
    games: Sequence[tuple[Game, Metadata | None]],
    seed: int,
    *,
    count: int = DEFAULT_COUNT,
    horizons: Sequence[int] = DEFAULT_HORIZONS,
    obfuscation: NameKind | None = None,
    template: Path | None = None,
    comments: bool = False,
    unchecked: bool = False,
    limits: Limits = Limits(),  # noqa: B008 - limits cannot be changed
    progress: Callable[[int, int], None] = lambda done, total: None,
    report: Callable[[str], None] = lambda line: None,
) -> PlannedSamples:
    """Lay out the samples of the four families for some games.

    The families of one step ask about the same distinct samples of seeded playouts;
    those of several steps ask about prefixes of the same playouts for every horizon, and may repeat.

    Args:
        games: The games, as ``gametasks.gdl.library.find_games`` gives them.
        seed: 0 to 2**63 - 1.
        count: Samples of each game, family and horizon. A game that has fewer yields what it has, and the
            notes say so.
        horizons: Numbers of joint moves, 1 to 15.
        obfuscation: The kind of names that replace all names, by one encoding for all games; None keeps them.
        template: A file of prompts that replaces the project's.
        comments: Whether descriptions are shown with their comments. Obfuscated ones never are.
        unchecked: Whether games in which the checker finds errors are used all the same.
        limits: ``seconds`` bounds checking each game.
        progress: Called with the numbers of planned games and of all games.
        report: Called with a line about each game for which the checker has warnings.

    Raises:
        ConfigurationError: A number is out of range, no game is given, two games have the same name, comments are
            wanted in an obfuscated description, or the file of prompts cannot be used.
        UnknownNameError: The file of prompts has an unknown family or placeholder.
        UnsoundGameError: The checker finds errors in a game.
        GdlError: A game cannot be played.
    """
    if not 0 <= seed < 2**63:
        raise ConfigurationError(f"the seed {seed} is outside 0 .. 2**63 - 1")
    if not 1 <= count <= _LARGEST_COUNT:
        raise ConfigurationError(f"the count of samples is a number from 1 to {_LARGEST_COUNT}, not {count}")
    if not horizons or any(horizon not in HORIZONS for horizon in horizons):
        given = ", ".join(map(str, horizons)) or "none"
        raise ConfigurationError(f"horizons are numbers from {HORIZONS[0]} to {HORIZONS[-1]}, not {given}")
    if not games:
        raise ConfigurationError("no game is given to make instances of")
    if comments and obfuscation:
        raise ConfigurationError("an obfuscated description has no comments, since they would tell what its names mean")
    if not unchecked:
        require_sound((game for game, _ in games), report, limits.seconds)
    prompts = read_prompts(template, limits) if template else Prompts({}, "")
    request = _Request(
        seed,
        count,
        tuple(sorted(set(horizons))),
        Obfuscation(obfuscation) if obfuscation else Obfuscation.NONE,
        prompts.wordings,
    )
    attachments: dict[str, str] = {}
    plain = [game if comments else _without_comments(game) for game, _ in games]
    shown = {game.name: game.text for game in plain}
    if obfuscation:
        encoding = make_encoding(plain, obfuscation, seed)
        shown = {name: encoding.encode_text(text) for name, text in shown.items()}
        attachments["encoding.txt"] = encoding.write()
    if template:
        attachments[PROMPTS_FILE] = prompts.text
    _require_names(plain)
    ids: list[SampleId] = []
    contents: dict[str, str] = {}
    notes: list[str] = []
    for done, (name, description) in enumerate(shown.items()):
        progress(done, len(shown))
        planned = _PlannedGame(name, description, request)
        ids += planned.ids()
        contents |= planned.contents
        notes += planned.notes
    progress(len(shown), len(shown))
    return PlannedSamples(
        ids=ids,
        contents=contents,
        attachments=attachments,
        notes=notes,
        given_files=template is not None or not all(map(is_own, plain)),
    )


def _without_comments(game: Game) -> Game:
    return replace_field(game, source=replace_field(game.source, text=strip_comments(game.text)))


def _require_names(games: Sequence[Game]) -> None:
    """Refuse two games of one name."""
    names: dict[str, str] = {}
    for game in games:
        plain = plain_name(game.name)
        if plain in names:
            raise ConfigurationError(
                f"two games are called {plain}: {names[plain]} and {game.source.name}; rename one of the files"
            )
        names[plain] = game.source.name


class _PlannedGame:
    """The samples that one game yields."""

    def __init__(self, name: str, description: str, request: _Request) -> None:
        self.contents: dict[str, str] = {}
        self.notes: list[str] = []
        self._request = request
        self._content = GameContent(name=plain_name(name), description=description, obfuscation=request.obfuscation)
        self._game = self._content.shown()
        parse_game(description, self._game.name, f"the obfuscated {name}")

    def ids(self) -> Iterator[SampleId]:
        """Ids of all samples, family by family."""
        request, game = self._request, self._game
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

    def _note(self, found: int, what: str) -> None:
        if found < self._request.count:
            self.notes.append(f"{self._game.name} has {found} {what} instead of {self._request.count}")

    def _family(
        self, family: str, level: int, indices: Iterable[int], horizon: int | None = None
    ) -> Iterator[SampleId]:
        content = replace(self._content, horizon=horizon, wording=self._request.wordings.get(family))
        variant = content.variant()
        self.contents[variant] = content.encoded()
        for index in indices:
            yield SampleId(
                TASK_NAME,
                VERSION,
                family,
                Format.OPEN,
                Ranges.EVALUATION,
                level,
                self._request.seed,
                index,
                0,
                variant=variant,
            )
