#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Plans of every kind and method are the same bytes as when they were recorded, in tests/data/plans.

    tests/cli/recorded.py            compares
    tests/cli/recorded.py --record   records anew: after a change that is meant to change plans
"""
import difflib
import sys

from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from harness import ROOT, check, finish, run  # noqa: E402

FOLDER = ROOT / "tests/data/plans"


def commands():
    """Pairs of a name and a command."""
    lines = (FOLDER / "commands").read_text().splitlines()
    return [line.split(": ", 1) for line in lines if not line.startswith("#")]


def main():
    recording = sys.argv[1:] == ["--record"]
    for name, command in commands():
        recorded = FOLDER / f"{name}.json"
        code, plan, errors = run(ROOT / "tests/data", f"{command} -q")
        if recording and code == 0:
            recorded.write_text(plan)
        before = recorded.read_text() if recorded.exists() else ""
        check(code == 0 and plan == before, f"{name}: {command}: exit code {code} {errors}")
        sys.stdout.writelines(list(difflib.unified_diff(before.splitlines(True), plan.splitlines(True), n=0))[:20])
    check({f"{name}.json" for name, _ in commands()} == {path.name for path in FOLDER.glob("*.json")}, "nothing else")
    return finish()


sys.exit(main())
