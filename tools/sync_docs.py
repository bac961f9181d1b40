"""Keep what the docs quote equal to what it is quoted from.

``python tools/sync_docs.py`` rewrites the quotations in place; with ``--check`` it only names stale pages.
"""

from __future__ import annotations

import inspect
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from enum import Enum
from importlib import import_module
from pathlib import Path
from runpy import run_path
from textwrap import shorten

from PIL import Image
from task_pages import level_strip, task_page

from gametasks.build.sample.png import encode_png
from gametasks.build.sample.produce import make_sample
from gametasks.cli.gdl import app as gdl
from gametasks.gdl.limits import LIMITS, Limits, option_name
from gametasks.qa_families._catalogue import catalogue
from gametasks.schemas import Ranges, SampleId, Style
from gametasks.schemas.answers.table import answer_table

ROOT = Path(__file__).parent.parent
LANGUAGES = {".py": "python", ".toml": "toml"}

ORIGINS = {"paper": "named in the paper", "ggp paper": "of the paper on general game playing", "ours": "our choice"}

FILE = re.compile(r"<!-- file: (\S+) -->\n.*?<!-- end -->", re.DOTALL)
RUN = re.compile(r"<!-- run: gametasks ([^\n]+) -->\n.*?<!-- end -->", re.DOTALL)
SECTION = re.compile(
    r"<!-- (answer kinds|tasks|pictures|plugin names|names with their arguments|limits): begin -->\n"
    r".*?<!-- \1: end -->",
    re.DOTALL,
)
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
            title = f"[**{name}**](docs/tasks/{name}.md)" if task.draw is not None else f"**{name}**"
            first = (title, str(task.capability), origin) if number == 0 else ("", "", "")
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


def name_tables() -> str:
    """The same names, one a line, with their arguments and the first line of what they say of themselves."""
    parts = []
    for module in PLUGIN_MODULES:
        lines = [f"## {module}", "", "| name | what it is |", "|---|---|"]
        for name in import_module(module).__all__:
            value = getattr(import_module(module), name)
            lines.append(f"| `{name}{arguments(value)}` | {first_line(value)} |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def limit_table() -> str:
    """Every limit of games with its option, its defaults and the commands that have it."""
    lines = ["| option | default | commands | bounds |", "|---|---|---|---|"]
    for name, (_, _, bounds) in LIMITS.items():
        defaults: dict[float, list[str]] = {}
        for command in gdl.registered_commands:
            assert command.callback is not None
            parameter = inspect.signature(command.callback).parameters.get(name)
            if parameter is not None and "limits" not in str(parameter.annotation):
                defaults.setdefault(parameter.default, []).append(f"`{command.callback.__name__}`")
        usual = getattr(Limits, name)
        others = (f"{value:,g} for {', '.join(named)}" for value, named in defaults.items() if value != usual)
        default = "; ".join([f"{usual:,}" if isinstance(usual, int) else f"{usual:g}", *others])
        commands = ", ".join(sorted(command for named in defaults.values() for command in named))
        lines.append(f"| `{option_name(name)}` | {default} | {commands} | {bounds} |")
    return "\n".join(lines)


def arguments(value: object) -> str:
    """The names of the arguments that a function or a class takes; those with a default are marked."""
    if not (inspect.isfunction(value) or inspect.isclass(value)) or is_enum(value):
        return ""
    try:
        parameters = inspect.signature(value).parameters.values()
    except ValueError:  # it says nothing of its arguments
        return ""
    words, named = [], False
    for parameter in parameters:
        if parameter.name in ("self", "cls"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not named:
            words.append("*")
            named = True
        star = "**" if parameter.kind is parameter.VAR_KEYWORD else ""
        optional = "=" if parameter.default is not parameter.empty else ""
        words.append(f"{star}{parameter.name}{optional}")
    return f"({', '.join(words)})"


def is_enum(value: object) -> bool:
    """Whether it is a class with named members, which nobody calls."""
    return isinstance(value, type) and issubclass(value, Enum)


def methods(value: type) -> list[str]:
    """The public methods and properties of a class, with their arguments; kinds of answers have none to call."""
    if value.__name__.endswith("Answer") or issubclass(value, Exception):
        return []
    found = []
    for name, member in vars(value).items():
        called = getattr(member, "__func__", member)
        if not name.startswith("_") and (inspect.isfunction(called) or isinstance(member, property)):
            found.append(f"`.{name}{arguments(called)}`")
    return found


def first_line(value: object) -> str:
    """The first line of a docstring, and what a class or an enum offers; the value of a constant or a type."""
    if inspect.isfunction(value) or inspect.isclass(value):
        text = (inspect.getdoc(value) or "").split("\n\n")[0].replace("\n", " ").replace("|", "\\|")
        text = re.sub(r":\w+:(`[^`]+`)", r"\1", text.replace("``", "`"))
        if is_enum(value):
            text += f" {', '.join(f'`{member.name}`' for member in value)}"
        offered = methods(value) if inspect.isclass(value) else []
        return f"{text} {', '.join(offered)}".strip()
    if isinstance(value, Mapping):
        return ", ".join(f"`{key}`" for key in value)
    return shorten(re.sub(r"(?:gametasks|collections|typing)\.[\w.]*\.?\b(?=[A-Z])", "", str(value)), 160).replace(
        "|", "or"
    )


SECTIONS = {
    "answer kinds": answer_table,
    "tasks": task_table,
    "pictures": picture_table,
    "plugin names": plugin_table,
    "names with their arguments": name_tables,
    "limits": limit_table,
}


def draw_pictures() -> None:
    """Draw the README's picture of every task, level 3 of its first family, its levels, and examples of the kit."""
    IMAGES.mkdir(exist_ok=True)
    for name in pictured():
        task = catalogue().tasks[name]
        family = task.families[0]
        sample_id = SampleId(name, task.version, family.name, family.formats[0], Ranges.DATASET, 3, 2026, 0, 0)
        image = make_sample(task, sample_id).images[0].copy()
        image.thumbnail(THUMBNAIL, Image.Resampling.LANCZOS)
        (IMAGES / f"{name}.png").write_bytes(encode_png(image))
        (IMAGES / "levels").mkdir(exist_ok=True)
        (IMAGES / "levels" / f"{name}.png").write_bytes(encode_png(level_strip(task)))
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
    (ROOT / "docs" / "tasks").mkdir(exist_ok=True)
    for name in pictured():
        path = ROOT / "docs" / "tasks" / f"{name}.md"
        page = task_page(catalogue().tasks[name])
        if not path.exists() or path.read_text(encoding="utf-8") != page:
            stale.append(path.relative_to(ROOT).as_posix())
            if "--check" not in sys.argv:
                path.write_text(page, encoding="utf-8")
    if "--check" not in sys.argv:
        draw_pictures()
    elif stale:
        sys.exit(f"stale: {', '.join(stale)}; run `make docs`")


if __name__ == "__main__":
    main()
