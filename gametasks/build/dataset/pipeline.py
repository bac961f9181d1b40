"""A build: from a plan to a finished folder, whatever interrupts it."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout

from gametasks.build.aside import write_aside
from gametasks.build.dataset.card import write_card
from gametasks.build.dataset.commit import Committer
from gametasks.build.dataset.engine import Engine, make_engine, map_slots, require_alarm
from gametasks.build.dataset.journal import Decisions, Journal, SlotLine, read_journal
from gametasks.build.dataset.manifest import begin_manifest, finish_manifest
from gametasks.build.dataset.plan import Plan, Shard, Slot
from gametasks.build.dataset.shards import file_hash, write_shard
from gametasks.build.dataset.spool import Spool
from gametasks.build.dataset.work import Failure, Outcome, Request, find_candidate
from gametasks.errors import BuildError, DatasetError, PluginError
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
        BuildError: The disk is full or not writable.
        ConfigurationError: This system cannot end a slot whose time is over.
    """
    require_alarm()
    require_utf8(folder)
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
        begun = self._open_folder()
        for name, text in self.plan.attachments.items():
            write_aside(self.folder / name, text.encode())
        decided = read_journal(self._journal_path)
        if decided.damage:
            self.report(decided.damage)
        self._check_journal(decided)
        journal = Journal(self._journal_path, decided)
        try:
            with make_engine(find_candidate, self.workers, self.slot_seconds) as engine:
                shards = self._fill(engine, journal, decided)
        finally:
            journal.close()
        shutil.rmtree(self.folder / ".spool", ignore_errors=True)
        manifest = finish_manifest(begun, self.plan, decided.slots, shards)
        write_card(self.folder, manifest)
        write_aside(self.folder / MANIFEST, _pretty(manifest))
        return manifest

    def _check_journal(self, decided: Decisions) -> None:
        """Each line must decide the plan's slot of its number.

        Raises:
            DatasetError: The journal is another build's.
        """
        strangers = [
            fate.id
            for slot, fate in zip_longest(self.plan.slots, decided.slots)
            if fate and (slot is None or fate.id.rpartition("/")[0] != str(slot.first).rpartition("/")[0])
        ]
        if strangers:
            raise DatasetError(
                f"{self._journal_path} is another build's ({strangers[0]} has no place in this one); "
                "remove it, and everything is decided again"
            )

    @property
    def _journal_path(self) -> Path:
        return self.folder / "journal.jsonl"

    def _open_folder(self) -> Manifest:
        """Begin a folder, or make sure that the one there is this very build's."""
        begun = begin_manifest(self.plan, self.recipe)
        path = self.folder / MANIFEST
        if not path.exists():
            strangers = [entry.name for entry in self.folder.iterdir() if not entry.name.startswith(".")]
            if strangers:
                raise DatasetError(
                    f"{self.folder} is not empty and holds no dataset ({strangers[0]}); choose another folder"
                )
            write_aside(path, _pretty(begun))
            return begun
        found = read_manifest(self.folder)
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
            return begun
        return msgspec.structs.replace(begun, recipe=found.recipe, libraries=found.libraries)

    def _fill(self, engine: Engine[Request, Outcome], journal: Journal, decided: Decisions) -> list[ShardLine]:
        """Go through the shards in order; ``decided`` grows to the fates of all slots."""
        committer = Committer(engine, self.slot_seconds, self.plan.contents)
        for slot, fate in zip(self.plan.slots, decided.slots, strict=False):
            committer.remember(slot, fate)
        total = len(self.plan.slots)
        self.progress(len(decided.slots), total)
        open_slots = self.plan.slots[len(decided.slots) :]
        requests = (self._request(slot.first, slot.split) for slot in open_slots)
        pending = map_slots(engine, requests)
        lines: list[ShardLine] = []
        for shard in self.plan.shards():
            done = self._finished(shard, decided)
            if done is None:
                with Spool(self._spool_path(shard)) as spool:
                    for slot in shard.slots:
                        if slot.number >= len(decided.slots):
                            fate, payload = committer.settle(slot, next(pending)[1])
                            if payload:
                                spool.append(slot.number, payload)
                            journal.append(fate)
                            decided.slots.append(fate)
                            self.progress(len(decided.slots), total)
                    done = self._write(shard, decided.slots, spool, engine)
                    journal.append(done)
                    journal.sync()
                    spool.delete()
            lines.append(done)
        return [line for line in lines if line.rows]

    def _request(self, first: SampleId, split: str, only: bool = False) -> Request:
        content = self.plan.contents.get(first.variant, "")
        return Request(first, split, self.slot_seconds, only=only, content=content)

    def _spool_path(self, shard: Shard) -> Path:
        return self.folder / ".spool" / shard.path.removeprefix("data/").replace("/", "-")

    def _finished(self, shard: Shard, decided: Decisions) -> ShardLine | None:
        """The journal's line of a shard that is there and sound, else None."""
        line = decided.shards.get(shard.path)
        if line is None or shard.slots[-1].number >= len(decided.slots):
            return None
        path = self.folder / shard.path
        if line.rows == 0:
            return line
        if not path.exists():
            self.report(f"{path} is missing; it is made again")
        elif file_hash(path) != line.blake2b:
            self.report(f"{path} is damaged; it is made again")
        else:
            return line
        return None

    def _write(
        self, shard: Shard, fates: Sequence[SlotLine], spool: Spool, engine: Engine[Request, Outcome]
    ) -> ShardLine:
        path = self.folder / shard.path
        accepted = [(slot, fates[slot.number]) for slot in shard.slots if not fates[slot.number].failure]
        if not accepted:
            return ShardLine(shard.path, 0, "")
        rows = write_shard(path, self._payloads(accepted, spool, engine))
        return ShardLine(shard.path, rows, file_hash(path))

    def _payloads(
        self, accepted: Sequence[tuple[Slot, SlotLine]], spool: Spool, engine: Engine[Request, Outcome]
    ) -> Iterator[bytes]:
        """Rows from the spool; what it has lost is made again, which gives the same rows."""
        lost = [(slot, fate) for slot, fate in accepted if spool.payload(slot.number) is None]
        requests = (self._request(SampleId.parse(fate.id), slot.split, only=True) for slot, fate in lost)
        again = map_slots(engine, requests)
        for slot, fate in accepted:
            payload = spool.payload(slot.number)
            if payload is None:
                outcome = next(again)[1].result()
                if isinstance(outcome, Failure) or outcome.row_hash != fate.row_hash:
                    raise PluginError(
                        f"{fate.id} cannot be made again as it was: its task has changed, or is not deterministic; "
                        "build into another folder"
                    )
                payload = outcome.payload
            yield payload


def _pretty(manifest: Manifest) -> bytes:
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"
