"""Keep what the docs quote equal to what it is quoted from.

``python tools/sync_docs.py`` rewrites the quotations in place; with ``--check`` it only names stale pages.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from runpy import run_path

from PIL import Image

from gametasks.build.sample.png import encode_png
from gametasks.build.sample.produce import make_sample
from gametasks.qa_families._catalogue import catalogue
from gametasks.schemas import Ranges, SampleId, Style
from gametasks.schemas.answers.table import answer_table

ROOT = Path(__file__).parent.parent
LANGUAGES = {".py": "python", ".toml": "toml"}

ORIGINS = {"paper": "named in the paper", "ggp paper": "of the paper on general game playing", "ours": "our choice"}

FILE = re.compile(r"<!-- file: (\S+) -->\n.*?<!-- end -->", re.DOTALL)
RUN = re.compile(r"<!-- run: gametasks ([^\n]+) -->\n.*?<!-- end -->", re.DOTALL)
SECTION = re.compile(r"<!-- (answer kinds|tasks|pictures|plugin names): begin -->\n.*?<!-- \1: end -->", re.DOTALL)
IMAGES = ROOT / "docs" / "images"
THUMBNAIL = (480, 360)


def quoted(match: re.Match[str]) -> str:
    """A file as a fenced block."""
    path = ROOT / match[1]
    text = path.read_text(encoding="utf-8").strip()
    return f"<!-- file: {match[1]} -->\n```{LANGUAGES[path.suffix]}\n{text}\n```\n<!-- end -->"


def shown(match: re.Match[str]) -> str:
    """A command and what it prints, as a fenced block."""
    command = [sys.executable, "-m", "gametasks", *shlex.split(match[1])]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    lines = [line.rstrip() for line in f"{result.stdout}{result.stderr}".splitlines()]
    return "\n".join(
        [f"<!-- run: gametasks {match[1]} -->", "```text", f"$ gametasks {match[1]}", *lines, "```", "<!-- end -->"]
    )


def synced(text: str) -> str:
    """A page with all its quotations fresh."""
    text = RUN.sub(shown, FILE.sub(quoted, text))
    return SECTION.sub(lambda m: f"<!-- {m[1]}: begin -->\n{SECTIONS[m[1]]()}\n<!-- {m[1]}: end -->", text)


def task_table() -> str:
    """Every task of the project with its families."""
    lines = ["| task | capability | family | formats | asks for | origin |", "|---|---|---|---|---|---|"]
    for name in catalogue().builtin():
        task = catalogue().tasks[name]
        origin = ORIGINS.get(task.origin, task.origin)
        for number, family in enumerate(task.families):
            first = (f"**{name}**", str(task.capability), origin) if number == 0 else ("", "", "")
            formats = ", ".join(family.formats)
            lines.append(f"| {first[0]} | {first[1]} | {family.name} | {formats} | {family.title} | {first[2]} |")
    return "\n".join(lines)


def pictured() -> list[str]:
    """The project's tasks that are not of text alone."""
    return [name for name in catalogue().builtin() if catalogue().tasks[name].draw is not None]


def picture_table() -> str:
    """One picture of every task that has pictures, four in a row."""
    names = pictured()
    cells = [
        f'<td align="center"><img src="docs/images/{name}.png" alt="{catalogue().tasks[name].title}" width="240">'
        f"<br>{catalogue().tasks[name].title}</td>"
        for name in names
    ]
    rows = ["<tr>\n" + "\n".join(cells[i : i + 4]) + "\n</tr>" for i in range(0, len(cells), 4)]
    return "<table>\n" + "\n".join(rows) + "\n</table>"


PLUGIN_MODULES = (
    *("gametasks", "gametasks.schemas", "gametasks.generators", "gametasks.solvers", "gametasks.verifiers"),
    *("gametasks.renderers", "gametasks.qa_families", "gametasks.streams", "gametasks.errors", "gametasks.testing"),
)


def plugin_table() -> str:
    """The public names of the modules that plugins may rely on."""
    lines = ["| module | names |", "|---|---|"]
    for name in PLUGIN_MODULES:
        names = ", ".join(f"`{public}`" for public in import_module(name).__all__)
        lines.append(f"| `{name}` | {names} |")
    return "\n".join(lines)


SECTIONS = {
    "answer kinds": answer_table,
    "tasks": task_table,
    "pictures": picture_table,
    "plugin names": plugin_table,
}


def draw_pictures() -> None:
    """Draw the README's picture of every task, level 3 of its first family, and the examples of the drawing kit."""
    IMAGES.mkdir(exist_ok=True)
    for name in pictured():
        task = catalogue().tasks[name]
        family = task.families[0]
        sample_id = SampleId(name, task.version, family.name, family.formats[0], Ranges.DATASET, 3, 2026, 0, 0)
        image = make_sample(task, sample_id).images[0].copy()
        image.thumbnail(THUMBNAIL, Image.Resampling.LANCZOS)
        (IMAGES / f"{name}.png").write_bytes(encode_png(image))
    style = Style(theme="paper", look="", size=512, stroke=2.0, labels="prefixed", font="sans", decoration="corners")
    for path in sorted(ROOT.glob("docs/kit/*.py")):
        (IMAGES / f"kit-{path.stem}.png").write_bytes(encode_png(run_path(str(path))["draw"](style)[0].image))


def main() -> None:
    """Sync or check every page."""
    stale = []
    for path in sorted([*ROOT.glob("docs/*.md"), ROOT / "README.md"]):
        text = path.read_text(encoding="utf-8")
        if synced(text) != text:
            stale.append(path.relative_to(ROOT).as_posix())
            if "--check" not in sys.argv:
                path.write_text(synced(text), encoding="utf-8")
    if "--check" not in sys.argv:
        draw_pictures()
    elif stale:
        sys.exit(f"stale: {', '.join(stale)}; run `make docs`")


if __name__ == "__main__":
    main()
