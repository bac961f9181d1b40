"""The Python of the page about GDL prints what the page says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "gdl.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("code", "printed"), SNIPPETS)
def test_a_snippet_prints_what_the_page_says(code: str, printed: str):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, {})
    assert out.getvalue() == printed


def test_no_snippet_is_without_its_output():
    assert len(SNIPPETS) == PAGE.count("```python") >= 2
