#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the commands in the tables of tests/experiments/peers/README.md: ours, and those of each peer that is installed."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from harness import ROOT, check, finish, run  # noqa: E402

PAGE = ROOT / "tests/experiments/peers/README.md"
PROGRAM_OF = {"hwloc": "lstopo-no-graphics", "hyperfine": "hyperfine", "GNU parallel": "parallel", "jq": "jq",
              "Slurm": "sinfo", "Miller": "mlr"}


def cells(line):
    """The cells of a line of a table, with their bars."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def command_in(cell):
    found = re.search(r"`([^`]+)`", cell)
    return found[1] if found else None


def is_there(peer):
    program = PROGRAM_OF[peer]
    return shutil.which(program) and subprocess.run([program, "--version"], capture_output=True).returncode == 0 and (
        peer != "Slurm" or subprocess.run([program], capture_output=True).returncode == 0)


text = PAGE.read_text()
with tempfile.TemporaryDirectory() as folder:
    code, _, errors = run(folder, "set -e\n" + re.search(r"```sh\n(.*?)```", text, re.DOTALL)[1])
    check(code == 0, f"the folder of the page: {errors}")
    for section in text.split("\n## ")[1:]:
        peer = section.split("\n")[0]
        rows = [cells(line) for line in section.splitlines() if line.startswith("| ") and not line.startswith("| |")]
        check(rows and all(len(row) == 3 for row in rows), f"{peer}: lines of three cells")
        present = is_there(peer)
        if not present:
            print(f"{peer} is not installed; its commands are not tried")
        for feature, theirs, ours in rows:
            check(command_in(theirs) or command_in(ours), f"{peer}, {feature}: no command")
            for command in [command_in(theirs) if present else None, command_in(ours)]:
                if command:
                    code, _, errors = run(folder, command)
                    check(code == 0, f"{peer}, {feature}: {command}: exit code {code}, {errors}")
sys.exit(finish())
