"""The gallery page: complete, harmless whatever a sample says, and the same every time."""

from __future__ import annotations

import io
import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image

from gametasks.build.dataset.pipeline import build_dataset
from gametasks.build.dataset.plan import make_plan
from gametasks.build.dataset.profile import load_profile, with_tasks
from gametasks.build.dataset.shards import write_shard
from gametasks.build.gallery.page import write_gallery
from gametasks.errors import ConfigurationError, DatasetError
from gametasks.folder import read_rows, read_shard, shard_paths

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)><!-- <script> &amp; \u2028 ]]> \"' ${1} $data"
LEVELS = (1, 2, 3, 4, 5)


class _Elements(HTMLParser):
    """The page as a browser's tokenizer sees it: start tags, and the text of each script."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = tag == "script"
        if self._inside:
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.scripts[-1] += data


def parse(page: Path) -> _Elements:
    elements = _Elements()
    elements.feed(page.read_text(encoding="utf-8"))
    return elements


def data_of(page: Path) -> dict[str, Any]:
    data, _ = parse(page).scripts
    return json.loads(data)


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def change_rows(folder: Path, change: Callable[[int, dict[str, Any]], None]) -> None:
    """Rewrite every row of a dataset."""
    for path in shard_paths(folder):
        rows = list(read_shard(path))
        for number, row in enumerate(rows):
            change(number, row)
        write_shard(path, map(msgspec.msgpack.encode, rows))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gallery") / "dataset"
    build_dataset(make_plan(with_tasks(load_profile("demo"), ["rolling_cube"]), seed=5, limit=40), folder)
    return folder


@pytest.fixture
def dataset(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "dataset"))


def test_every_sample_of_a_small_dataset_has_a_card_in_order(dataset: Path) -> None:
    page = write_gallery(dataset)
    assert page == dataset / "gallery" / "index.html"
    cards = data_of(page)["cards"]
    rows = {row["id"]: row for row in read_rows(dataset)}
    assert sorted(card["id"] for card in cards) == sorted(rows)
    for card in cards:
        row = rows[card["id"]]
        for column in ("task", "family", "level", "split", "format", "text", "question", "answer_format", "answer"):
            assert card[column] == row[column]
        assert list(card["options"].values()) == row["options"]
        assert card["figures"] == json.loads(row["params"])["structural"]
        assert [image["caption"] for image in card["images"]] == row["image_captions"]
        assert card["faults"] == []
    families = [section["family"] for section in data_of(page)["sections"]]
    assert families == ["top_face", "selected_faces", "all_faces", "checkpoint_faces"]
    places = [(families.index(card["family"]), card["level"]) for card in cards]
    assert places == sorted(places)


def test_rules_are_kept_once(dataset: Path) -> None:
    data = data_of(write_gallery(dataset))
    hints = {row["id"]: row["hint"] for row in read_rows(dataset)}
    assert len(set(data["rules"])) == len(data["rules"])
    assert all(data["rules"][card["rules"]] == hints[card["id"]] for card in data["cards"])


def test_every_image_is_there_once_as_a_png_file_and_unchanged(dataset: Path) -> None:
    page = write_gallery(dataset)
    stored = {row["id"]: [image["bytes"] for image in row["images"]] for row in read_rows(dataset)}
    names: list[str] = []
    for card in data_of(page)["cards"]:
        assert [(page.parent / "images" / image["file"]).read_bytes() for image in card["images"]] == stored[card["id"]]
        for image in card["images"]:
            with Image.open(page.parent / "images" / image["file"]) as opened:
                assert (opened.format, opened.size) == ("PNG", (image["width"], image["height"]))
            assert re.fullmatch(r"[a-z0-9-]+\.png", image["file"])
            names.append(image["file"])
    assert sorted(names) == sorted(path.name for path in (page.parent / "images").iterdir())


def test_the_page_needs_no_network_and_runs_nothing_but_its_own_script(dataset: Path) -> None:
    page = write_gallery(dataset)
    assert not re.search(r"(?:https?|wss?|ftp):|//[a-z0-9-]+\.[a-z]", page.read_text(encoding="utf-8"))
    elements = parse(page)
    for _, attributes in elements.tags:
        assert not any(name.startswith("on") or name == "style" for name in attributes)
    assert [attributes for tag, attributes in elements.tags if tag == "script"] == [
        {"type": "application/json", "id": "data"},
        {},
    ]
    policy = next(
        attributes["content"] for tag, attributes in elements.tags if tag == "meta" and "content" in attributes
    )
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def test_hostile_text_stays_text(dataset: Path) -> None:
    def make_hostile(number: int, row: dict[str, Any]) -> None:
        for column in ("text", "hint", "question", "answer_format", "answer", "split"):
            row[column] = f"{HOSTILE} {number % 2}"
        row["task"] = row["family"] = f"{HOSTILE:.98} {number % 2}"  # a name has 100 characters at most
        row["options"] = [HOSTILE] * 3
        row["image_captions"] = [HOSTILE for _ in row["image_captions"]]
        row["params"] = json.dumps({"structural": {HOSTILE: HOSTILE}, "presentation": {}, "regions": []})
        row["id"] = f"../../{HOSTILE}/{number}"

    clean = [tag for tag, _ in parse(write_gallery(dataset)).tags]
    change_rows(dataset, make_hostile)
    page = write_gallery(dataset)
    assert [tag for tag, _ in parse(page).tags] == clean
    text = page.read_text(encoding="utf-8")
    assert "alert(1)</" not in text
    assert "<img src=x" not in text
    assert "\u2028" not in text
    data = data_of(page)
    assert {card["question"] for card in data["cards"]} == {f"{HOSTILE} 0", f"{HOSTILE} 1"}
    assert {card["text"] for card in data["cards"]} == {f"{HOSTILE} 0", f"{HOSTILE} 1"}
    assert all(card["options"] == dict.fromkeys("ABC", HOSTILE) for card in data["cards"])
    assert {section["title"] for section in data["sections"]} == {f"{HOSTILE:.98} 0", f"{HOSTILE:.98} 1"}
    for card in data["cards"]:
        for image in card["images"]:
            assert (page.parent / "images" / image["file"]).is_file()


def test_a_hostile_manifest_stays_text(dataset: Path) -> None:
    clean = [tag for tag, _ in parse(write_gallery(dataset)).tags]
    path = dataset / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"profile": HOSTILE}))
    assert [tag for tag, _ in parse(write_gallery(dataset)).tags] == clean


def test_the_same_dataset_gives_the_same_files(dataset: Path, built: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(built, tmp_path / "elsewhere"))
    write_gallery(dataset)
    first = files_of(dataset / "gallery")
    write_gallery(dataset)
    write_gallery(other)
    assert files_of(dataset / "gallery") == files_of(other / "gallery") == first


def test_a_large_family_is_cut_and_the_page_says_so(dataset: Path) -> None:
    page = write_gallery(dataset, per_level=2)
    data = data_of(page)
    totals = Counter((row["family"], row["level"]) for row in read_rows(dataset))
    shown = Counter((card["family"], card["level"]) for card in data["cards"])
    assert shown == {cell: min(2, count) for cell, count in totals.items()}
    for section in data["sections"]:
        assert [level for level, _, _ in section["levels"]] == list(LEVELS)
        for level, here, total in section["levels"]:
            assert (here, total) == (shown[section["family"], level], totals[section["family"], level])
    assert f"{len(data['cards'])} of 40 samples are on this page" in page.read_text(encoding="utf-8")


def test_splits_and_formats_take_turns_where_samples_are_left_out(dataset: Path) -> None:
    """At every level each split is among the samples shown, though one of them comes first in the files."""

    def half_in_a_split_that_comes_first(number: int, row: dict[str, Any]) -> None:
        row.update(family="top_face", level=1, split="dev" if number < 10 else "train")

    change_rows(dataset, half_in_a_split_that_comes_first)
    cards = data_of(write_gallery(dataset, per_level=4))["cards"]
    assert len(cards) == 4
    assert {(card["split"], card["format"]) for card in cards} == {
        (split, form) for split in ("dev", "train") for form in ("open", "choice")
    }


def test_images_of_an_earlier_gallery_are_removed(dataset: Path) -> None:
    write_gallery(dataset)
    before = len(list((dataset / "gallery" / "images").iterdir()))
    page = write_gallery(dataset, per_level=1)
    images = sorted(path.name for path in (dataset / "gallery" / "images").iterdir())
    assert images == sorted(image["file"] for card in data_of(page)["cards"] for image in card["images"])
    assert len(images) < before


def test_progress_counts_the_cards(dataset: Path) -> None:
    seen: list[tuple[int, int]] = []
    write_gallery(dataset, per_level=1, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(number, len(seen)) for number in range(1, len(seen) + 1)]
    assert len(seen) == 20


def _wrong_answer(row: dict[str, Any]) -> None:
    row.update(format="open", answer="nonsense")


def _damaged_state(row: dict[str, Any]) -> None:
    row.update(format="open", answer_schema='{"kind":"integer"}', answer="1", state="{}")


def _broken_image(row: dict[str, Any]) -> None:
    row["images"][1]["bytes"] = b"<svg onload=alert(1)>"


def _missing_image(row: dict[str, Any]) -> None:
    row["images"].pop()


def _no_statistics(row: dict[str, Any]) -> None:
    row["params"] = "[]"


@pytest.mark.parametrize(
    ("damage", "message", "images"),
    [
        (_wrong_answer, "the stored answer scores 0: ", 2),
        (_damaged_state, "state is not a state", 2),
        (_broken_image, "image 2 cannot be decoded", 1),
        (_missing_image, "1 images, 2 roles, 2 captions", 1),
        (_no_statistics, "column params: Expected `object`", 2),
    ],
)
def test_a_damaged_sample_is_shown_with_what_is_wrong(
    dataset: Path, damage: Callable[[dict[str, Any]], None], message: str, images: int
) -> None:
    victims: list[str] = []

    def damage_one(number: int, row: dict[str, Any]) -> None:
        if not victims and row["format"] == "open":
            victims.append(row["id"])
            damage(row)

    change_rows(dataset, damage_one)
    page = write_gallery(dataset)
    faulty = [card for card in data_of(page)["cards"] if card["faults"]]
    assert [card["id"] for card in faulty] == victims
    assert message in " ".join(faulty[0]["faults"])
    assert len(faulty[0]["images"]) == images
    assert "1 of the samples is at fault" in page.read_text(encoding="utf-8")


def test_an_image_in_another_format_becomes_a_png_file(dataset: Path) -> None:
    def as_bmp(number: int, row: dict[str, Any]) -> None:
        for image in row["images"]:
            buffer = io.BytesIO()
            Image.open(io.BytesIO(image["bytes"])).save(buffer, "BMP")
            image["bytes"] = buffer.getvalue()

    write_gallery(dataset, per_level=1)
    before = files_of(dataset / "gallery" / "images")
    change_rows(dataset, as_bmp)
    write_gallery(dataset, per_level=1)
    assert files_of(dataset / "gallery" / "images") == before


def test_option_pictures_carry_the_letters_in_their_order(tmp_path: Path) -> None:
    plan = make_plan(with_tasks(load_profile("demo"), ["spot_difference"]), seed=3, limit=4)
    build_dataset(plan, tmp_path)
    cards = [card for card in data_of(write_gallery(tmp_path))["cards"] if card["family"] == "identical_panel"]
    assert cards
    for card in cards:
        assert [image["letter"] for image in card["images"]] == ["", *"ABCDEF"]
        assert card["options"] == {}


def test_a_text_sample_has_a_card_without_images(dataset: Path) -> None:
    change_rows(dataset, lambda _, row: row.update(images=[], image_roles=[], image_captions=[]))
    data = data_of(write_gallery(dataset))
    assert all(card["images"] == [] and card["faults"] == [] for card in data["cards"])


def test_a_folder_without_a_dataset_is_refused(tmp_path: Path, dataset: Path) -> None:
    with pytest.raises(DatasetError):
        write_gallery(tmp_path / "nothing")
    with pytest.raises(ConfigurationError):
        write_gallery(dataset, per_level=0)
