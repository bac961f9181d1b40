"""Fingerprints of what a sample is, and the hash of how its images look."""

from __future__ import annotations

import hashlib
import math
from typing import Any

import msgspec
import numpy as np
from PIL import Image

from gametasks.errors import PluginError
from gametasks.folder import as_rgb
from gametasks.qa_families import Task

__all__ = ["fingerprints", "perceptual_hash"]

_DIGEST_BYTES = 16
_PERCEPTUAL_SIDE = 64
_COSINES = np.array([[round(2**20 * math.cos(math.pi * k * (2 * n + 1) / 64)) for n in range(32)] for k in range(8)])
"""(8, 32) the lowest waves of the cosine transform (DCT-II) of 32 values, times 2**20: products stay below 2**62."""


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
    """64-bit pHash as 16 hexadecimal digits, that of the package ImageHash.

    The image is reduced to 32 by 32 shades of grey; a bit says whether one of the 64 lowest frequencies of their cosine
    transform is above the median. All is done in whole numbers, so that equal frequencies, as those of a symmetric
    image, are equal on every machine.

    Reported, never used to drop a sample: boards that differ in one digit can share it.
    """
    factor = max(1, min(image.size) // _PERCEPTUAL_SIDE)  # averaging blocks first makes the rest cheap
    side = _COSINES.shape[1]
    shades = as_rgb(image).reduce(factor).convert("L").resize((side, side), Image.Resampling.LANCZOS)
    frequencies = (_COSINES @ np.asarray(shades).astype(np.int64) @ _COSINES.T).ravel()
    lower, upper = np.sort(frequencies)[len(frequencies) // 2 - 1 :][:2]
    return np.packbits(2 * frequencies > lower + upper).tobytes().hex()
