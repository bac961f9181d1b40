"""The gallery: one static page on which people look at the samples of a dataset.

The page needs no network and works from ``file://``. It holds the texts of the shown samples as JSON, from
which its script makes the cards; the images lie beside it as PNG files.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from itertools import chain, islice, zip_longest
from pathlib import Path
from string import Template
from typing import Any

import msgspec

from gametasks.build.aside import write_aside
from gametasks.build.gallery.cards import GalleryCard, make_card
from gametasks.errors import BuildError, ConfigurationError, GameTasksError
from gametasks.folder import Manifest, read_manifest, read_shard, shard_paths
from gametasks.qa_families._catalogue import get_task

__all__ = ["PER_LEVEL", "write_gallery"]

PER_LEVEL = 12
"""Samples that are shown of each family and level: enough to see the variety, few enough to load at once."""

_CHOSEN_BY = ("task", "family", "level", "split", "format")
_UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_Places = dict[Path, list[int]]
_Totals = Counter[tuple[str, str, int]]


class _Section(msgspec.Struct, frozen=True):
    """A family on the page: its titles, and for each level (level, samples shown, samples of the dataset)."""

    task: str
    family: str
    task_title: str
    title: str
    levels: list[tuple[int, int, int]]


class _Page(msgspec.Struct, frozen=True):
    sections: list[_Section]
    rules: list[str]
    cards: list[GalleryCard]


def write_gallery(
    folder: Path, *, per_level: int = PER_LEVEL, progress: Callable[[int, int], None] = lambda done, total: None
) -> Path:
    """Write ``gallery/index.html`` and its images into a dataset folder.

    Of each family and level the first ``per_level`` samples are shown, taken from its splits and formats in
    turn. The same dataset gives the same files; images of an earlier gallery are removed.

    Args:
        folder: A dataset folder, finished or not.
        per_level: Samples shown of each family and level, at least 1.
        progress: Called with the numbers of cards made and of all cards.

    Returns:
        The path of the page.

    Raises:
        ConfigurationError: ``per_level`` is less than 1.
        DatasetError: The folder holds no dataset, or a shard of it is damaged.
        RecordError: A row is no record.
        BuildError: The disk is full or not writable.
    """
    if per_level < 1:
        raise ConfigurationError(f"a gallery of {per_level} samples of each family and level shows nothing; give 1")
    manifest = read_manifest(folder)
    places, totals = _choose(folder, per_level)
    try:
        return _Gallery(folder / "gallery", manifest, places, totals).write(progress)
    except OSError as error:
        raise BuildError(f"cannot write to {error.filename or folder}: {error.strerror or error}") from None


def _choose(folder: Path, per_level: int) -> tuple[_Places, _Totals]:
    """Choose the rows to show, by shard and row number, and count all rows by task, family and level."""
    groups: dict[tuple[str, str, int], dict[tuple[str, str], list[tuple[Path, int]]]] = {}
    totals: _Totals = Counter()
    for path in shard_paths(folder):
        for number, row in enumerate(read_shard(path, _CHOSEN_BY)):
            kind = row["task"], row["family"], row["level"]
            group = groups.setdefault(kind, {}).setdefault((row["split"], row["format"]), [])
            if len(group) < per_level:
                group.append((path, number))
            totals[kind] += 1
    places: _Places = {}
    for by_split in groups.values():
        in_turn = chain.from_iterable(zip_longest(*by_split.values()))
        for path, number in islice((place for place in in_turn if place), per_level):
            places.setdefault(path, []).append(number)
    return {path: sorted(places[path]) for path in sorted(places)}, totals


def _chosen_rows(places: _Places) -> Iterator[dict[str, Any]]:
    """Yield the chosen rows; no shard is read beyond the last of them."""
    for path, numbers in places.items():
        wanted = set(numbers)
        for number, row in enumerate(islice(read_shard(path), numbers[-1] + 1)):
            if number in wanted:
                yield row


@dataclass
class _Gallery:
    folder: Path
    manifest: Manifest
    places: _Places
    totals: _Totals

    def write(self, progress: Callable[[int, int], None]) -> Path:
        """Write images and page, and remove the images that the page does not show."""
        images = self.folder / "images"
        images.mkdir(parents=True, exist_ok=True)
        rules: dict[str, int] = {}
        cards: list[GalleryCard] = []
        total = sum(map(len, self.places.values()))
        for row in _chosen_rows(self.places):
            cards.append(make_card(row, images, rules))
            progress(len(cards), total)
        sections = self._sections(cards)
        order = {(section.task, section.family): number for number, section in enumerate(sections)}
        cards.sort(key=lambda card: (order[card.task, card.family], card.level))
        page = self.folder / "index.html"
        write_aside(page, self._html(_Page(sections, list(rules), cards)).encode())
        shown = {image.file for card in cards for image in card.images}
        for path in sorted(images.glob("*.png")):
            if path.name not in shown:
                path.unlink()
        return page

    def _sections(self, cards: list[GalleryCard]) -> list[_Section]:
        """The families on the page, task by task, each task's in its own order."""
        shown = Counter((card.task, card.family, card.level) for card in cards)
        families = sorted({(task, family) for task, family, _ in self.totals}, key=_place_in_catalogue)
        return [
            _Section(
                task,
                family,
                *_titles(task, family),
                [
                    (level, shown[task, family, level], self.totals[task, family, level])
                    for level in sorted(level for *name, level in self.totals if name == [task, family])
                ],
            )
            for task, family in families
        ]

    def _html(self, page: _Page) -> str:
        style = _template("gallery.css")
        script = _template("gallery.js") + _template("gallery_viewer.js")
        manifest = self.manifest
        return Template(_template("gallery.html")).substitute(
            title=html.escape(f"gametasks gallery · {manifest.profile}, seed {manifest.seed}"),
            origin=html.escape(f"Profile {manifest.profile} · seed {manifest.seed} · gametasks {manifest.gametasks}"),
            shown=html.escape(self._shown(page)),
            verdict=html.escape(_summary(page)),
            style=style,
            style_hash=_source_hash(style),
            script=script,
            script_hash=_source_hash(script),
            data=_embed(page),
        )

    def _shown(self, page: _Page) -> str:
        total = sum(self.totals.values())
        if len(page.cards) == total:
            text = f"All {total:,} samples of the dataset are on this page."
        else:
            text = f"{len(page.cards):,} of {total:,} samples are on this page, the first of each family and level."
        return text if self.manifest.complete else f"{text} Its build is not finished."


def _summary(page: _Page) -> str:
    """What the verdicts come to, in one sentence."""
    wrong = sum(bool(card.faults) for card in page.cards)
    if not wrong:
        return "Every stored answer was scored when the page was written, and all of them are right."
    verb = "is" if wrong == 1 else "are"
    return f"Every stored answer was scored when the page was written: {wrong:,} of the samples {verb} at fault."


def _template(name: str) -> str:
    return (resources.files("gametasks.build.gallery") / "templates" / name).read_text(encoding="utf-8")


def _source_hash(text: str) -> str:
    """The hash by which a content security policy (CSP level 3) admits an inline script or style sheet."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _embed(page: _Page) -> str:
    """The page's data as JSON that neither ends a script element nor begins a comment, whatever it holds."""
    text = msgspec.json.encode(page).decode()
    return re.sub("[<>&\u2028\u2029]", lambda match: _UNSAFE[match[0]], text)


def _titles(task: str, family: str) -> tuple[str, str]:
    """Titles for people; a dataset may hold tasks that are not installed here, whose names must do."""
    try:
        found = get_task(task)
        return found.title, found.family(family).title
    except GameTasksError:
        return task, family


def _place_in_catalogue(name: tuple[str, str]) -> tuple[str, int, str]:
    task, family = name
    try:
        families = [known.name for known in get_task(task).families]
    except GameTasksError:
        families = []
    return task, families.index(family) if family in families else len(families), family
