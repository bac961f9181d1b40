"""Commands that write files from collections of games: obfuscated games, restored ones, benchmark instances."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gametasks.cli.build_report import report_build
from gametasks.cli.gdl.limits import ENGINE_LIMITS, READING_LIMITS, with_limits
from gametasks.cli.gdl.options import Out, Paths, Seed, Unchecked, app, chosen
from gametasks.cli.terminal import Workers, progress_bar, say, warn, worker_count, write_file
from gametasks.errors import ConfigurationError, UnsoundGameError
from gametasks.gdl.limits import Limits, option_name

if TYPE_CHECKING:
    from gametasks.folder import Recipe
    from gametasks.gdl.description import Game

__all__ = ["deobfuscate", "instances", "obfuscate"]


@app.command()
@with_limits(*READING_LIMITS)
def obfuscate(
    paths: Paths = None,
    kind: Annotated[str, typer.Option(help="terms, words or strings.")] = "terms",
    seed: Seed = 0,
    out: Out = Path("out/obfuscated"),
    *,
    limits: Limits,
) -> None:
    """Rename every symbol of a collection of games; encoding.txt keeps the original names."""
    from gametasks.gdl.checker.sound import require_sound
    from gametasks.gdl.library import find_games
    from gametasks.gdl.obfuscation.encoding import NameKind
    from gametasks.gdl.obfuscation.files import obfuscate_files

    found = [game for game, _ in find_games(paths or [], limits=limits)]
    for path in obfuscate_files(found, chosen(NameKind, "kind", kind), seed, out):
        say(str(path))
    try:
        require_sound(found, seconds=limits.seconds)
    except UnsoundGameError as error:  # renaming is exact all the same, but hides what the mistake is
        for finding in error.findings:
            warn(finding)


@app.command()
@with_limits("size_mb")
def deobfuscate(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Descriptions or answers, or their folders.")],
    encoding: Annotated[Path, typer.Option(help="The encoding.txt that the obfuscation wrote.")],
    out: Out,
    *,
    limits: Limits,
) -> None:
    """Restore the original symbols in obfuscated descriptions or in the answers of a model."""
    from gametasks.gdl.obfuscation.files import load_encoding, restore_files

    for path in restore_files(paths, load_encoding(encoding, limits), out, limits):
        say(str(path))


class InstanceForm(StrEnum):
    """What ``instances`` writes."""

    DATASET = "dataset"
    PAPER = "paper"


@app.command()
@with_limits(*ENGINE_LIMITS, "comparisons", "size_mb")
def instances(
    paths: Paths = None,
    out: Out = Path("out/instances"),
    count: Annotated[int, typer.Option(min=1, help="Samples of each game, family and horizon.")] = 20,
    seed: Seed = 0,
    horizons: Annotated[str, typer.Option(help="Joint moves of the multistep families, such as 1,5,15.")] = "5",
    obfuscate: Annotated[str | None, typer.Option(help="terms, words or strings.")] = None,
    template: Annotated[Path | None, typer.Option(help="A file of prompts in place of the project's.")] = None,
    given: Annotated[
        Path | None,
        typer.Option("--from", help="Instances to ask about: a JSON file in the paper's form, or a folder of them."),
    ] = None,
    form: Annotated[str, typer.Option(help="dataset, or paper: JSON files with game_state, move, …")] = "dataset",
    comments: Annotated[bool, typer.Option("--comments", help="Show the descriptions' comments, too.")] = False,
    workers: Workers = 0,
    unchecked: Unchecked = False,
    *,
    limits: Limits,
) -> None:
    """Make benchmark instances of games, as a dataset like that of build."""
    from gametasks.build.dataset.pipeline import build_dataset
    from gametasks.build.dataset.plan import plan_samples
    from gametasks.gdl.library import find_games
    from gametasks.gdl.obfuscation.encoding import NameKind
    from gametasks.qa_families.gdl_simulation.instances import paper_instances, plan_instances
    from gametasks.qa_families.gdl_simulation.paper_form import json_lines, read_instances

    if not re.fullmatch(r"[0-9]{1,4}(,[0-9]{1,4})*", horizons):
        raise ConfigurationError(f"--horizons is numbers with commas between, such as 1,5,15, not {horizons!r}")
    numbers = [int(word) for word in horizons.split(",")]
    kind = chosen(NameKind, "obfuscation", obfuscate) if obfuscate is not None else None
    found = find_games(paths or [], limits=limits)
    if chosen(InstanceForm, "form of instances", form) is InstanceForm.PAPER:
        if given is not None or template is not None or comments:
            raise ConfigurationError("--form paper takes neither --from nor --template nor --comments")
        with progress_bar("playing") as progress:
            files = paper_instances(
                found,
                seed,
                count=count,
                obfuscation=kind,
                unchecked=unchecked,
                limits=limits,
                progress=progress,
                report=warn,
            )
        for path, data in files.items():
            write_file(out / path, data)
            say(str(out / path))
        return
    asked_about = read_instances(given, limits) if given is not None else None
    with progress_bar("playing") as progress:
        samples = plan_instances(
            found,
            seed,
            count=count,
            horizons=numbers,
            obfuscation=kind,
            template=template,
            given=asked_about,
            comments=comments,
            unchecked=unchecked,
            limits=limits,
            progress=progress,
            report=warn,
        )
    for note in samples.notes:
        say(note)
    words = ["--count", str(count), "--seed", str(seed), "--horizons", horizons]
    words += ["--obfuscate", obfuscate] if obfuscate is not None else []
    words += ["--comments"] if comments else []
    words += ["--unchecked"] if unchecked else []
    for name in (*ENGINE_LIMITS, "comparisons"):
        if name != "seconds" and getattr(limits, name) != getattr(Limits, name):
            words += [option_name(name), str(getattr(limits, name))]
    attached = dict(samples.attachments) if template else {}
    if asked_about is not None:
        words += ["--from", f"./{_GIVEN}"]
        attached[_GIVEN] = json_lines(asked_about)
    recipe = _recipe([game for game, _ in found] if paths else [], words, attached)
    plan = plan_samples("instances", seed, "test", samples)
    with progress_bar("building") as progress:
        manifest = build_dataset(
            plan, out, workers=worker_count(workers), recipe=recipe, progress=progress, report=warn
        )
    report_build(manifest, out)


_GIVEN = "instances.jsonl"
"""What a recipe calls the instances that were given."""


def _recipe(games: Sequence[Game], options: Sequence[str], attachments: Mapping[str, str]) -> Recipe:
    """The command that makes instances again; of a user's games and prompts it holds the texts."""
    from gametasks.folder import Recipe
    from gametasks.gdl.library import is_own
    from gametasks.qa_families.gdl_simulation.instances import PROMPTS_FILE

    words = ["gdl", "instances", *options]
    files: dict[str, str] = {}
    if PROMPTS_FILE in attachments:
        files[PROMPTS_FILE] = attachments[PROMPTS_FILE]
        words += ["--template", PROMPTS_FILE]
    if _GIVEN in attachments:
        files[_GIVEN] = attachments[_GIVEN]
    for game in games:
        if is_own(game):
            words.append(game.name)
        else:
            name = Path(game.source.name).name.encode(errors="replace").decode()  # a file's name need be no Unicode
            files[name] = game.text
            words.append(f"./{name}")
    return Recipe(tuple(words), files)
