"""Read a built dataset with datasets 3.6 and with the newest 5.x, each in a virtual environment of its own.

Every configuration and the whole are loaded; every image is decoded and its pixels compared with the record.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

VERSIONS = ("datasets>=3.6,<3.7", "datasets>=5,<6")

# Runs in the other environment, which has no gametasks: it reads what a stranger would.
READER = """
import hashlib, json, sys
import datasets
from datasets import get_dataset_config_names, load_dataset

def pixel_hash(images):
    digest = hashlib.blake2b(digest_size=16)
    for image in images:
        digest.update(image.width.to_bytes(4, "little") + image.height.to_bytes(4, "little"))
        digest.update(image.convert("RGB").tobytes())
    return digest.hexdigest()

folder = sys.argv[1]
rows = {}
for config in get_dataset_config_names(folder):
    loaded = load_dataset(folder, config)
    rows[config] = {split: len(loaded[split]) for split in loaded}
    for split in loaded:
        for row in loaded[split]:
            expected = pixel_hash(row["images"]) if row["images"] else ""  # a sample of text alone has none
            assert expected == row["pixel_hash"], row["id"]
            assert len(row["images"]) == len(row["image_roles"]) == len(row["image_captions"]), row["id"]
            assert row["split"] == split, row["id"]
parts = [sizes for config, sizes in rows.items() if config != "default"]
total = {split: sum(sizes.get(split, 0) for sizes in parts) for split in rows["default"]}
assert total == rows["default"], (total, rows["default"])
print(f"datasets {datasets.__version__}: {len(rows)} configurations, rows {rows['default']}, all images intact")
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("out/demo"), help="a built dataset")
    options = parser.parse_args()
    for version in VERSIONS:
        with tempfile.TemporaryDirectory() as name:
            python = Path(name) / "venv" / "bin" / "python"
            subprocess.run([sys.executable, "-m", "venv", Path(name) / "venv"], check=True)
            install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", version, "pillow"]
            subprocess.run(install, check=True)
            environment = {"HF_HOME": str(Path(name) / "cache"), "HF_HUB_OFFLINE": "1", "PATH": "/usr/bin:/bin"}
            words = [python, "-c", READER, options.folder.resolve()]
            subprocess.run(words, check=True, env=environment)


if __name__ == "__main__":
    main()
