"""The examples of docs/drawing-kit.md are living code: they draw in every theme, font and size."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from gametasks.renderers import LABEL_STYLES, style_ranges
from gametasks.streams import Stream

FOLDER = Path(__file__).parents[2] / "docs" / "kit"
EXAMPLES = sorted(path.stem for path in FOLDER.glob("*.py"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_draws_in_any_style(name: str) -> None:
    spec = spec_from_file_location(f"kit_example_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for number in range(12):
        style = style_ranges(("",), (512, 640, 1024), LABEL_STYLES).draw(Stream(f"kit/{name}/{number}", "style"))
        for picture in module.draw(style):
            assert max(picture.image.size) == style.size
            assert picture.caption
            assert picture.regions
            for x, y, w, h in picture.regions.values():
                assert 0 <= x < x + w <= picture.image.width
                assert 0 <= y < y + h <= picture.image.height


def test_every_example_is_quoted_and_shown() -> None:
    page = (FOLDER.parent / "drawing-kit.md").read_text(encoding="utf-8")
    for name in EXAMPLES:
        assert f"<!-- file: docs/kit/{name}.py -->" in page
        assert f"images/kit-{name}.png" in page
