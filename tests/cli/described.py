#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What is made of the descriptions of documents is in share/schema and man/uneven-documents.5, as `make schema` writes it."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, check, finish  # noqa: E402


def main():
    made = [*sorted((ROOT / "share/schema").glob("*.json")), ROOT / "man/uneven-documents.5"]
    with tempfile.TemporaryDirectory() as folder:
        there = pathlib.Path(folder)
        for path in (there / "share/schema", there / "man"):
            path.mkdir(parents=True)
        shutil.copy(made[-1], there / "man")
        subprocess.run([ROOT / os.environ.get("BUILD", "build") / "describe", folder], check=True)
        for path in made:
            again = there / path.relative_to(ROOT)
            check(again.exists() and again.read_text() == path.read_text(),
                  f"{path.relative_to(ROOT)} is not what the descriptions say: make schema")
        kinds = {path.name for path in (there / "share/schema").iterdir()}
        check(kinds == {path.name for path in made[:-1]}, "a schema for each kind, and nothing else")
    return finish()


sys.exit(main())
