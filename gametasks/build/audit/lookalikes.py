"""Pairs of samples that look alike, by their perceptual hashes. Reported, and never a reason to drop one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

import msgspec
import numpy as np
from numpy.typing import NDArray

__all__ = ["COMPARED_AT_MOST", "NEAR_BITS", "Lookalikes", "count_lookalikes"]

NEAR_BITS = 4
"""Two samples are near if no image of one differs from that of the other by more of its 64 bits."""

COMPARED_AT_MOST = 8000
"""Samples of one task and number of images that are compared pair by pair."""

_BLOCK = 256


class Lookalikes(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of samples of a task.

    Attributes:
        samples: Samples with images.
        same_pairs: Pairs all of whose images have equal hashes, in order.
        compared: Samples that near pairs were sought among: the first ``COMPARED_AT_MOST`` of each number of images.
        near_pairs: Pairs that are not the same but differ by at most ``NEAR_BITS`` bits in each image.
    """

    samples: int
    same_pairs: int
    compared: int
    near_pairs: int


def count_lookalikes(hashes: Sequence[tuple[int, ...]]) -> Lookalikes:
    """Count the pairs among the hashes of samples; only samples with equally many images are compared."""
    groups: dict[int, list[tuple[int, ...]]] = {}
    for images in hashes:
        if images:
            groups.setdefault(len(images), []).append(images)
    same = sum(n * (n - 1) // 2 for n in Counter(chain.from_iterable(groups.values())).values())
    compared = [np.array(group[:COMPARED_AT_MOST], dtype=np.uint64) for group in groups.values()]
    return Lookalikes(
        samples=sum(map(len, groups.values())),
        same_pairs=same,
        compared=sum(map(len, compared)),
        near_pairs=sum(map(_near_pairs, compared)),
    )


def _near_pairs(hashes: NDArray[np.uint64]) -> int:
    """Pairs of rows of an array (samples, images) at a distance of 1 to ``NEAR_BITS`` bits."""
    found = 0
    for start in range(0, len(hashes), _BLOCK):
        block, rest = hashes[start : start + _BLOCK], hashes[start:]
        distance = np.zeros((len(block), len(rest)), dtype=np.uint64)
        for image in range(hashes.shape[1]):
            np.maximum(distance, _bits(block[:, None, image] ^ rest[None, :, image]), out=distance)
        near = (distance > 0) & (distance <= NEAR_BITS)
        found += int(np.triu(near, 1).sum())
    return found


def _bits(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Number of set bits of each word, by adding neighbouring fields of growing width.

    ``numpy.bitwise_count`` does the same from NumPy 2 on.
    """
    one, two, four, top = (np.uint64(n) for n in (1, 2, 4, 56))
    words = words - ((words >> one) & np.uint64(0x5555555555555555))
    words = (words & np.uint64(0x3333333333333333)) + ((words >> two) & np.uint64(0x3333333333333333))
    words = (words + (words >> four)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (words * np.uint64(0x0101010101010101)) >> top
