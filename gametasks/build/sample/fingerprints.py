"""Fingerprints of what a sample is, and the hash of how its images look."""

from __future__ import annotations

import hashlib
from typing import Any

import imagehash
import msgspec
from PIL import Image

from gametasks.errors import PluginError
from gametasks.folder import as_rgb
from gametasks.qa_families import Task

__all__ = ["fingerprints", "perceptual_hash"]

_DIGEST_BYTES = 16
_PERCEPTUAL_SIDE = 64


def fingerprints(task: Task[Any], state: Any, question: Any) -> tuple[str, str]:
    """The two fingerprints of a sample, as 32 hexadecimal digits each.

    Returns:
        ``fingerprint``, of the state with the question's target, and ``state_fingerprint``, of the state
        alone. Both are BLAKE2 hashes of the least form under the symmetries that the task declares. They do not
        depend on the version of the task, so that a puzzle is known again in a dataset of another version.
    """
    whole: list[bytes] = []
    states: list[bytes] = []
    for state_form, question_form in task.equivalent_forms(state, question):
        encoded = msgspec.json.encode(state_form, order="deterministic")
        states.append(encoded)
        whole.append(encoded + b"\n" + msgspec.json.encode(question_form, order="deterministic"))
    if not states:
        raise PluginError(f"task {task.name}: equivalent_forms() yields nothing")
    prefix = f"{task.name}@{task.form_version}\n".encode()
    return _hex(prefix + min(whole)), _hex(prefix + min(states))


def _hex(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=_DIGEST_BYTES).hexdigest()


def perceptual_hash(image: Image.Image) -> str:
    """64-bit pHash as 16 hexadecimal digits.

    Reported, never used to drop a sample: boards that differ in one digit can share it.
    """
    factor = max(1, min(image.size) // _PERCEPTUAL_SIDE)  # averaging blocks first makes the rest cheap
    return str(imagehash.phash(as_rgb(image).reduce(factor)))
