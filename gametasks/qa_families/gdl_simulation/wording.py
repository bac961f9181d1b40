"""The words of the questions about described games: the project's, or those of a user's file."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

import msgspec

from gametasks.errors import ConfigurationError, GdlError, UnknownNameError
from gametasks.gdl._files import read_bytes
from gametasks.gdl.description import parse_game
from gametasks.gdl.limits import Limits
from gametasks.schemas.gdl_simulation import (
    GdlQuestion,
    GdlState,
    MultistepActionState,
    MultistepState,
    NextState,
    Wording,
    WorkLimits,
    joint_move_text,
)

__all__ = ["NEEDED", "Prompts", "fill", "own_wording", "read_prompts"]

_ALWAYS = ("description", "roles")

_OFTEN: Mapping[str, tuple[str, ...]] = {
    "next_state": ("state", "moves"),
    "legal_actions": ("state",),
    "multistep_state": ("moves", "horizon"),
    "multistep_action_state": ("horizon", "example"),
}
"""Placeholders of each family in addition to those of every family."""

NEEDED: Mapping[str, frozenset[str]] = {
    "next_state": frozenset({"description", "state", "moves"}),
    "legal_actions": frozenset({"description", "state"}),
    "multistep_state": frozenset({"description", "moves"}),
    "multistep_action_state": frozenset({"description", "horizon"}),
}
"""Placeholders without which a question cannot be answered."""


@lru_cache(maxsize=1)
def _own_wordings() -> dict[str, Wording]:
    file = resources.files("gametasks.qa_families.gdl_simulation") / "prompts.toml"
    return _checked(file.read_bytes(), "the project's own prompts")


def own_wording(family: str) -> Wording:
    """The project's words for a family."""
    return _own_wordings()[family]


class Prompts(NamedTuple):
    """A file of prompts.

    Attributes:
        wordings: The words by family.
        text: The file as it stands.
    """

    wordings: dict[str, Wording]
    text: str


def read_prompts(path: Path, limits: Limits = Limits()) -> Prompts:  # noqa: B008 - limits cannot be changed
    """Read a user's words; families that the file leaves out keep the project's.

    Raises:
        UnknownNameError: A table does not have the name of a family, or a placeholder is unknown to its family.
        ConfigurationError: The file cannot be read, is too long, or is not a file of prompts; a text lacks a
            placeholder without which the question cannot be answered; it says in no way or in two how to answer; or a
            dollar sign begins no placeholder.
    """
    try:
        data = read_bytes(path, limits.size_mb << 20, "size_mb").removeprefix(codecs.BOM_UTF8)
    except GdlError as error:
        raise ConfigurationError(f"prompts: {error}") from None
    wordings = _checked(data, str(path))
    return Prompts(wordings, data.decode("utf-8"))


def _checked(data: bytes, name: str) -> dict[str, Wording]:
    try:
        tables = msgspec.toml.decode(data, type=dict[str, Wording])
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ConfigurationError(f"prompts {name}: {error}") from None
    if not tables:
        raise ConfigurationError(f"prompts {name}: no table; write one for a family, such as [next_state]")
    for family, wording in tables.items():
        if family not in NEEDED:
            raise UnknownNameError(f"family in the prompts {name}", family, NEEDED)
        _check_placeholders(wording, family, name)
    # Line breaks at the ends of a text between triple quotes are layout.
    return {
        family: Wording(**{field: text.strip("\n") for field, text in msgspec.structs.asdict(words).items()})
        for family, words in tables.items()
    }


def _check_placeholders(wording: Wording, family: str, name: str) -> None:
    known = (*_ALWAYS, *_OFTEN[family])
    used: set[str] = set()
    if bool(wording.answer) == bool(wording.ending):
        what = "both 'answer' and 'ending'" if wording.answer else "neither 'answer' nor 'ending'"
        raise ConfigurationError(
            f"prompts {name}: {family} has {what}; 'answer' ends the project's sentence, 'ending' stands as it is"
        )
    for field in Wording.__struct_fields__:
        text: str = getattr(wording, field)
        if not text and field in ("answer", "ending"):
            continue
        where = f"{family}.{field} of the prompts {name}"
        if not text.strip():
            raise ConfigurationError(f"{where} is empty")
        template = Template(text)
        if not template.is_valid():
            raise ConfigurationError(f"{where} has a dollar sign that begins no placeholder; write $$ for the sign")
        for placeholder in template.get_identifiers():
            if placeholder not in known:
                raise UnknownNameError(f"placeholder in {where}", placeholder, known)
            used.add(placeholder)
    if lacking := sorted(NEEDED[family] - used):
        raise ConfigurationError(f"prompts {name}: {family} lacks ${lacking[0]}, which a solver needs")


def fill(text: str, state: GdlState, question: GdlQuestion) -> str:
    """Replace the placeholders of a text by the contents of a sample."""
    roles = _roles(state.description, state.limits)
    contents: dict[str, Any] = {
        "description": state.description.strip("\n"),
        "roles": ", ".join(roles),
        "state": "\n".join(state.facts),
    }
    match question:
        case NextState(moves=moves):
            contents["moves"] = joint_move_text(roles, moves)
        case MultistepState(moves=joint_moves, horizon=horizon):
            contents["moves"] = "\n".join(joint_move_text(roles, moves) for moves in joint_moves)
            contents["horizon"] = horizon
        case MultistepActionState(example=example, horizon=horizon):
            contents |= {"example": joint_move_text(roles, example), "horizon": horizon}
        case _:
            pass
    return Template(text).substitute(contents)


@lru_cache(maxsize=64)
def _roles(description: str, limits: WorkLimits) -> tuple[str, ...]:
    game = parse_game(description, file="the description", limits=Limits(**msgspec.structs.asdict(limits)))
    return tuple(map(game.show, game.roles))
