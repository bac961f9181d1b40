"""Do builds of different seeds, or the splits of one build, share game states? They must not.

Ranges that are too small for that are named, with the number of shared states.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from gametasks.folder import read_rows

PROFILE = """
name = "leaks"
[splits.train]
per_family = {train}
[splits.test]
per_family = {test}
"""


def states(folder: Path) -> dict[tuple[str, str, int], dict[str, set[str]]]:
    """State fingerprints by task, family and level, then by split."""
    found: dict[tuple[str, str, int], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for row in read_rows(folder, ["task", "family", "level", "split", "state_fingerprint"]):
        found[row["task"], row["family"], row["level"]][row["split"]].add(row["state_fingerprint"])
    return found


def shared(one: dict, other: dict) -> int:
    """Print the places of ``one`` that share states with any place of the same task in ``other``."""
    by_task: dict[str, set[str]] = defaultdict(set)
    for (task, _, _), splits in other.items():
        by_task[task] |= set().union(*splits.values())
    total = 0
    for (task, family, level), splits in sorted(one.items()):
        common = set().union(*splits.values()) & by_task[task]
        if common:
            total += len(common)
            print(f"  {task}/{family}, level {level}: {len(common)} of {sum(map(len, splits.values()))} states")
    return total


def across_splits(found: dict) -> int:
    """Number of states of a task that occur in two splits of one build."""
    split_of: dict[tuple[str, str], str] = {}
    common = 0
    for (task, _, _), splits in found.items():
        for split, fingerprints in splits.items():
            common += sum(split_of.setdefault((task, mark), split) != split for mark in sorted(fingerprints))
    return common


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--train", type=int, default=60, help="training samples of each family")
    parser.add_argument("--test", type=int, default=20, help="test samples of each family")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        profile = Path(name) / "leaks.toml"
        profile.write_text(PROFILE.format(train=options.train, test=options.test))
        builds = []
        for seed in (1, 2):
            folder = Path(name) / f"seed-{seed}"
            words = [sys.executable, "-m", "gametasks", "build", "--profile", str(profile), "--seed", str(seed)]
            subprocess.run([*words, "--out", str(folder)], check=True, stdout=subprocess.DEVNULL)
            builds.append(states(folder))
        counts = [sum(len(marks) for splits in build.values() for marks in splits.values()) for build in builds]
        print(f"states in the builds of seeds 1 and 2: {counts[0]} and {counts[1]}")
        between = shared(builds[0], builds[1])
        print(f"states that the two builds share: {between}")
        within = [across_splits(build) for build in builds]
        print(f"states that two splits of one build share: {within[0]} and {within[1]}")
    sys.exit(bool(within[0] or within[1]))


if __name__ == "__main__":
    main()
