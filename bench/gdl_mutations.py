"""Do gold answers score 1, and none with one line changed? ``python bench/gdl_mutations.py FOLDER``.

One fact or move is taken away, exchanged or added. FOLDER is what ``gametasks gdl instances`` made. What is exchanged
or added is a fact that another answer about the same game has. For ``multistep_action_state`` the facts of the last
state are changed, not the moves, of which many may be legal.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gametasks import score
from gametasks.folder import read_shard


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder of instances")
    folder = parser.parse_args().folder
    rows = [row for path in sorted(folder.glob("data/*/*.parquet")) for row in read_shard(path)]
    pools: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for row in rows:
        pools[_group(row)].update(dict.fromkeys(_lines(row)))
    counts: Counter[str] = Counter()
    for row in rows:
        gold = score(row, row["answer"])
        if (gold.score, gold.extras["jaccard"]) != (1.0, 1.0):
            raise SystemExit(f"{row['id']}: the gold answer scores {gold.score}")
        counts["gold answers that score 1"] += 1
        for kind, lines in _mutations(_lines(row), list(pools[_group(row)])):
            given = json.dumps({**json.loads(row["answer"]), _key(row): "\n".join(lines)})
            found = score(row, given)
            if found.score != 0.0 or found.extras["jaccard"] >= 1.0:
                raise SystemExit(f"{row['id']}: with a line {kind} it scores {found.score}:\n{given}")
            counts[f"answers with a line {kind} that score 0"] += 1
    for what, count in counts.items():
        print(f"{count:9,} {what}")


def _key(row: dict[str, Any]) -> str:
    return "llm_legal_moves" if row["family"] == "legal_actions" else "llm_state"


def _group(row: dict[str, Any]) -> tuple[str, str]:
    return json.loads(row["state"])["game"], _key(row)


def _lines(row: dict[str, Any]) -> list[str]:
    return [line for line in json.loads(row["answer"])[_key(row)].split("\n") if line]


def _mutations(lines: list[str], pool: list[str]) -> Iterator[tuple[str, list[str]]]:
    others = [line for line in pool if line not in set(lines)]
    for place in range(len(lines)):
        yield "taken away", lines[:place] + lines[place + 1 :]
        if others:
            yield "exchanged", [*lines[:place], others[place % len(others)], *lines[place + 1 :]]
    for other in others[:20]:
        yield "added", [*lines, other]


if __name__ == "__main__":
    main()
