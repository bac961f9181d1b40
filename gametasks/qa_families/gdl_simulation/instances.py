"""Benchmark instances of described games: which samples a build makes of a user's games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace as replace_field
from pathlib import Path

import msgspec

from gametasks.errors import ConfigurationError
from gametasks.gdl.canonical import strip_comments
from gametasks.gdl.checker.sound import require_sound
from gametasks.gdl.description import Game
from gametasks.gdl.library import Metadata, is_own
from gametasks.gdl.limits import Limits
from gametasks.gdl.obfuscation.encoding import Encoding, NameKind, make_encoding
from gametasks.gdl.obfuscation.files import ENCODING
from gametasks.generators.gdl_simulation.files import plain_name
from gametasks.qa_families import PlannedSamples
from gametasks.qa_families.gdl_simulation.paper_form import Placed, renamed, written
from gametasks.qa_families.gdl_simulation.planned_game import PlannedGame, Request
from gametasks.qa_families.gdl_simulation.wording import Prompts, read_prompts
from gametasks.schemas import SampleId
from gametasks.schemas.gdl_simulation import HORIZONS, USUAL_WORK, Obfuscation, WorkLimits

__all__ = ["DEFAULT_COUNT", "DEFAULT_HORIZONS", "PROMPTS_FILE", "paper_instances", "plan_instances"]

DEFAULT_COUNT = 20
"""Samples of each game, family and horizon."""

DEFAULT_HORIZONS = (5,)

PROMPTS_FILE = "prompts.toml"
"""Where the dataset's folder keeps the prompts that replaced the project's."""

_LARGEST_COUNT = 10_000


def plan_instances(
    games: Sequence[tuple[Game, Metadata | None]],
    seed: int,
    *,
    count: int = DEFAULT_COUNT,
    horizons: Sequence[int] = DEFAULT_HORIZONS,
    obfuscation: NameKind | None = None,
    template: Path | None = None,
    given: Mapping[str, Sequence[Placed]] | None = None,
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
            notes say so. Of given instances all are taken.
        horizons: Numbers of joint moves, 1 to 15.
        obfuscation: The kind of names that replace all names, by one encoding for all games; None keeps them.
        template: A file of prompts that replaces the project's.
        given: Instances of the games in their own names, by ``paper_form.read_instances``, which are asked about in
            place of drawn ones.
        comments: Whether descriptions are shown with their comments. Obfuscated ones never are.
        unchecked: Whether games in which the checker finds errors are used all the same.
        limits: ``seconds`` bounds checking each game; samples state the limits of work that are not the usual ones.
        progress: Called with the numbers of planned games and of all games.
        report: Called with a line about each game for which the checker has warnings.

    Raises:
        ConfigurationError: A number is out of range, no game is given, two games have the same name, comments are
            wanted in an obfuscated description, the file of prompts cannot be used, a game has no given instance, or
            one of them is not what the rules say.
        UnknownNameError: The file of prompts has an unknown family or placeholder.
        UnsoundGameError: The checker finds errors in a game.
        GdlError: A game cannot be played.
    """
    _require_request(games, seed, count, comments, obfuscation)
    if not horizons or any(horizon not in HORIZONS for horizon in horizons):
        asked = ", ".join(map(str, horizons)) or "none"
        raise ConfigurationError(f"horizons are numbers from {HORIZONS[0]} to {HORIZONS[-1]}, not {asked}")
    if not unchecked:
        require_sound((game for game, _ in games), report, limits.seconds)
    prompts = read_prompts(template, limits) if template else Prompts({}, "")
    request = Request(
        seed,
        count,
        tuple(sorted(set(horizons))),
        Obfuscation(obfuscation) if obfuscation else Obfuscation.NONE,
        prompts.wordings,
        given,
        _work(limits),
    )
    attachments: dict[str, str] = {}
    plain = [game for game, _ in games] if comments else [_without_comments(game) for game, _ in games]
    shown, encoding = _shown(plain, obfuscation, seed)
    if encoding is not None:
        attachments[ENCODING] = encoding.write()
        if given is not None:
            # A semicolon separates facts here, but begins a comment in a description.
            own = renamed(given, lambda text: encoding.encode_text(text.replace(";", " ")))
            request = replace_field(request, given=own)
    if template:
        attachments[PROMPTS_FILE] = prompts.text
    ids: list[SampleId] = []
    contents: dict[str, str] = {}
    notes: list[str] = []
    for done, (name, description) in enumerate(shown.items()):
        progress(done, len(shown))
        planned = PlannedGame(name, description, request)
        ids += planned.ids()
        contents |= planned.contents
        notes += planned.notes
    progress(len(shown), len(shown))
    return PlannedSamples(
        ids=ids,
        contents=contents,
        attachments=attachments,
        notes=notes,
        given_files=template is not None or given is not None or not all(map(is_own, plain)),
    )


def paper_instances(
    games: Sequence[tuple[Game, Metadata | None]],
    seed: int,
    *,
    count: int = DEFAULT_COUNT,
    obfuscation: NameKind | None = None,
    unchecked: bool = False,
    limits: Limits = Limits(),  # noqa: B008 - limits cannot be changed
    progress: Callable[[int, int], None] = lambda done, total: None,
    report: Callable[[str], None] = lambda line: None,
) -> dict[Path, bytes]:
    """The samples of some games in the form of the paper: files by their paths within a folder.

    Instances of one step are those of ``plan_instances``, sequences of joint moves its playouts of up to 15. Each game
    comes with its description as it is shown, and an obfuscated collection with its encoding.

    Args:
        games: As for ``plan_instances``, and so are the others.
        seed: 0 to 2**63 - 1.
        count: Instances of each game and kind; a game that has fewer yields what it has.
        obfuscation: The kind of names that replace all names.
        unchecked: Whether games in which the checker finds errors are used all the same.
        limits: ``seconds`` bounds checking each game.
        progress: Called with the numbers of played games and of all games.
        report: Called with a line about each game for which the checker has warnings.

    Raises:
        ConfigurationError: A number is out of range, no game is given, or two games have the same name.
        UnsoundGameError: The checker finds errors in a game.
        GdlError: A game cannot be played.
    """
    _require_request(games, seed, count, False, obfuscation)
    if not unchecked:
        require_sound((game for game, _ in games), report, limits.seconds)
    shown, encoding = _shown([_without_comments(game) for game, _ in games], obfuscation, seed)
    kind = Obfuscation(obfuscation) if obfuscation else Obfuscation.NONE
    request = Request(seed, count, (), kind, {}, limits=_work(limits))
    files = {Path(f"{plain_name(name)}.kif"): text.encode() for name, text in shown.items()}
    if encoding is not None:
        files[Path(ENCODING)] = encoding.write().encode()
    for done, (name, description) in enumerate(shown.items()):
        progress(done, len(shown))
        files |= written({plain_name(name): PlannedGame(name, description, request).paper()})
    progress(len(shown), len(shown))
    return files


def _work(limits: Limits) -> WorkLimits:
    """The limits of work that samples state.

    Raises:
        ConfigurationError: One of them is greater than a sample may state.
    """
    # What is usual is left out here: msgspec writes a default that is equal, but not the same object.
    given = {name: getattr(limits, name) for name in WorkLimits.__struct_fields__}
    unusual = {name: value for name, value in given.items() if value != getattr(USUAL_WORK, name)}
    try:
        return msgspec.convert(unusual, WorkLimits) if unusual else USUAL_WORK
    except msgspec.ValidationError as error:
        raise ConfigurationError(f"a limit is beyond what samples may state: {error}") from None


def _require_request(
    games: Sequence[tuple[Game, Metadata | None]], seed: int, count: int, comments: bool, obfuscation: NameKind | None
) -> None:
    if not 0 <= seed < 2**63:
        raise ConfigurationError(f"the seed {seed} is outside 0 .. 2**63 - 1")
    if not 1 <= count <= _LARGEST_COUNT:
        raise ConfigurationError(f"the count of samples is a number from 1 to {_LARGEST_COUNT}, not {count}")
    if not games:
        raise ConfigurationError("no game is given to make instances of")
    if comments and obfuscation:
        raise ConfigurationError("an obfuscated description has no comments, since they would tell what its names mean")


def _shown(games: Sequence[Game], obfuscation: NameKind | None, seed: int) -> tuple[dict[str, str], Encoding | None]:
    """The descriptions of games as they are shown, by name, and the encoding of their names."""
    _require_names(games)
    shown = {game.name: game.text for game in games}
    if obfuscation is None:
        return shown, None
    encoding = make_encoding(games, obfuscation, seed)
    return {name: encoding.encode_text(text) for name, text in shown.items()}, encoding


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
