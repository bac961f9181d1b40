"""A build: from a plan to a finished folder, whatever interrupts it."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout

from gametasks.build.aside import write_aside
from gametasks.build.dataset.card import CARD, write_card
from gametasks.build.dataset.commit import Committer
from gametasks.build.dataset.engine import Engine, make_engine, map_slots, require_alarm
from gametasks.build.dataset.journal import (
    BuildLine,
    Decisions,
    Journal,
    SlotLine,
    read_begun,
    read_fates,
    read_journal,
)
from gametasks.build.dataset.known_files import SHARDS, KnownFiles
from gametasks.build.dataset.manifest import begin_manifest
from gametasks.build.dataset.plan import Plan, Shard, Slot
from gametasks.build.dataset.pool import require_main_guard
from gametasks.build.dataset.spool import Spool
from gametasks.build.dataset.work import Job, Request, Result, work
from gametasks.build.dataset.write import ShardWriter
from gametasks.errors import BuildError, DatasetError
from gametasks.folder import MANIFEST, Manifest, Recipe, ShardLine, read_manifest, require_utf8
from gametasks.schemas import SampleId

__all__ = ["SLOT_SECONDS", "build_dataset"]

SLOT_SECONDS = 120.0
"""Wall time of one slot; generous, since a slot that fails is failed for good."""

Progress = Callable[[int, int], None]


def build_dataset(
    plan: Plan,
    folder: Path,
    *,
    workers: int = 1,
    slot_seconds: float = SLOT_SECONDS,
    recipe: Recipe | None = None,
    progress: Progress = lambda done, total: None,
    report: Callable[[str], None] = lambda message: None,
) -> Manifest:
    """Fill the slots of a plan and write the dataset, or go on with a build that was interrupted.

    Args:
        plan: What to build.
        folder: An empty or missing folder, or that of the same build.
        workers: Processes; the result does not depend on their number.
        slot_seconds: Wall time after which a slot fails.
        recipe: The command that builds, for the manifest; None leaves the manifest without one.
        progress: Called with the numbers of settled slots and of all slots.
        report: Called with a sentence about anything that was found damaged and is being mended.

    Returns:
        The finished manifest.

    Raises:
        DatasetError: The folder holds something else, its path is not UTF-8, or another process is building there.
        BuildError: The disk is full or not writable, or a worker imports the script that builds.
        ConfigurationError: This system cannot end a slot whose time is over.
    """
    require_alarm()
    require_utf8(folder)
    if workers > 1:
        require_main_guard()  # before the lock, for which such workers would wait
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / ".lock", timeout=0):
            return _Build(plan, folder, workers, slot_seconds, recipe or Recipe(), progress, report).run()
    except Timeout:
        raise DatasetError(f"another process is building in {folder}; wait for it, or choose another folder") from None
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise BuildError(f"the disk of {folder} is full; free some space and give the same command again") from None
        raise BuildError(f"cannot write to {error.filename or folder}: {error.strerror or error}") from None


@dataclass
class _Build:
    plan: Plan
    folder: Path
    workers: int
    slot_seconds: float
    recipe: Recipe
    progress: Progress
    report: Callable[[str], None]

    def run(self) -> Manifest:
        """Settle every slot, write every shard, and close the books."""
        begun, found = self._open_folder()
        for name, text in self.plan.attachments.items():
            write_aside(self.folder / name, text.encode())
        known = KnownFiles(self.folder / SHARDS)
        with make_engine(work, self.workers, self.slot_seconds) as engine:
            committer = Committer(engine)
            decided = read_journal(self._journal_path, partial(self._remember, committer))
            if decided.damage:
                self.report(decided.damage)
            with Journal(self._journal_path, decided) as journal:
                if not decided.places:
                    journal.restart(BuildLine(msgspec.structs.replace(begun, recipe=Recipe())))
                shards = self._fill(engine, committer, journal, decided, known)
        shutil.rmtree(self.folder / ".spool", ignore_errors=True)
        known.save()
        manifest = committer.books.close(begun, self.plan.notes, shards)
        if manifest != found or not (self.folder / CARD).exists():
            write_card(self.folder, manifest)
            write_aside(self.folder / MANIFEST, _pretty(manifest))
        return manifest

    def _remember(self, committer: Committer, fate: SlotLine) -> None:
        """Take a decision from the journal.

        Raises:
            DatasetError: The plan has no such slot, so the journal is another build's.
        """
        slot = self.plan.slots[fate.number] if fate.number < len(self.plan.slots) else None
        if slot is None or fate.id.rpartition("/")[0] != str(slot.first).rpartition("/")[0]:
            raise DatasetError(
                f"{self._journal_path} is another build's ({fate.id} has no place in this one); "
                "remove it, and everything is decided again"
            )
        committer.remember(slot, fate)

    @property
    def _journal_path(self) -> Path:
        return self.folder / "journal.jsonl"

    def _open_folder(self) -> tuple[Manifest, Manifest | None]:
        """Begin a folder, or make sure that the one there is this very build's.

        Returns:
            The manifest as it begins, and the one that is there.
        """
        begun = begin_manifest(self.plan, self.recipe)
        path = self.folder / MANIFEST
        found = self._found_manifest()
        if found is None:
            strangers = [entry.name for entry in self.folder.iterdir() if not entry.name.startswith(".")]
            if strangers:
                raise DatasetError(
                    f"{self.folder} is not empty and holds no dataset ({strangers[0]}); choose another folder"
                )
            write_aside(path, _pretty(begun))
            return begun, None
        if (found.plan, found.gametasks, found.plugins) != (begun.plan, begun.gametasks, begun.plugins):
            made_by = ", ".join([f"gametasks {found.gametasks}", *found.plugins.values()])
            raise DatasetError(
                f"{self.folder} holds another build (profile {found.profile}, seed {found.seed}, {found.slots} slots, "
                f"{made_by}); give the command of that build, or choose another folder"
            )
        here, there = begun.libraries, found.libraries
        changed = [name for name in sorted(here | there) if there.get(name) != here.get(name)]
        if changed and not found.complete:
            raise DatasetError(
                f"{self.folder} was begun with {changed[0]} {there.get(changed[0], '(not installed)')}, this is "
                f"{here.get(changed[0], '(not installed)')}; rows could differ: use the same, or choose another folder"
            )
        if not found.complete:
            write_aside(path, _pretty(begun))
            return begun, found
        return msgspec.structs.replace(begun, recipe=found.recipe, libraries=found.libraries), found

    def _found_manifest(self) -> Manifest | None:
        """The manifest of the folder; the one that its journal begins with if that is lost or damaged."""
        path = self.folder / MANIFEST
        remembered = read_begun(self._journal_path)
        try:
            if path.exists() or remembered is None:
                return read_manifest(self.folder) if path.exists() else None
        except DatasetError as error:
            if remembered is None:
                raise
            self.report(f"{str(error).partition(';')[0]}; it is made again")
            return remembered
        self.report(f"{path} is missing; it is made again")
        return remembered

    def _fill(
        self,
        engine: Engine[Job, Result],
        committer: Committer,
        journal: Journal,
        decided: Decisions,
        known: KnownFiles,
    ) -> list[ShardLine]:
        """Go through the shards in order; each is written while the slots of the next one are made."""
        done, total = len(decided.places), len(self.plan.slots)
        self.progress(done, total)
        pending = map_slots(engine, self._requests(done))
        lines: list[ShardLine] = []
        written = ShardWriter(engine, self.folder, journal, decided, known, lines)
        for shard in self.plan.shards():
            line = self._finished(shard, decided, known)
            if line is not None:
                written.flush()
                lines.append(line)
                continue
            numbers = range(shard.slots[0].number, shard.slots[-1].number + 1)
            fates = read_fates(self._journal_path, decided, numbers)
            for slot in shard.slots[len(fates) :]:
                fates.append(committer.settle(slot, *next(pending)))
                journal.append(fates[-1])
                done += 1
                self.progress(done, total)
            written.flush()
            accepted = [(slot, fate) for slot, fate in zip(shard.slots, fates, strict=True) if not fate.failure]
            spool = self._spool(shard)
            rows = [fate.row_hash for _, fate in accepted]
            written.start(shard.path, spool, rows, partial(self._again, accepted, spool))
        written.flush()
        return [line for line in lines if line.rows]

    def _requests(self, done: int) -> Iterator[Request]:
        """What is asked for the slots that are not settled yet."""
        for shard in self.plan.shards():
            open_slots = [slot for slot in shard.slots if slot.number >= done]
            if open_slots:
                spool = self._spool(shard)
                spool.make()
                for slot in open_slots:
                    yield self._request(slot.first, slot.split, spool)

    def _again(self, accepted: Sequence[tuple[Slot, SlotLine]], spool: Spool) -> list[Request]:
        """What makes rows again that were accepted before."""
        return [self._request(SampleId.parse(fate.id), slot.split, spool, only=True) for slot, fate in accepted]

    def _request(self, first: SampleId, split: str, spool: Spool, only: bool = False) -> Request:
        content = self.plan.contents.get(first.variant, "")
        return Request(first, split, self.slot_seconds, str(spool.folder), only=only, content=content)

    def _spool(self, shard: Shard) -> Spool:
        name = shard.path.removeprefix("data/").removesuffix(".parquet").replace("/", "-")
        return Spool(self.folder / ".spool" / name)

    def _finished(self, shard: Shard, decided: Decisions, known: KnownFiles) -> ShardLine | None:
        """The journal's line of a shard that is there and sound, else None."""
        line = decided.shards.get(shard.path)
        if line is None or shard.slots[-1].number >= len(decided.places):
            return None
        path = self.folder / shard.path
        if line.rows == 0:
            return line
        if not path.exists():
            self.report(f"{path} is missing; it is made again")
        elif known.hash_of(path) != line.blake2b:
            self.report(f"{path} is damaged; it is made again")
        else:
            return line
        return None


def _pretty(manifest: Manifest) -> bytes:
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"
