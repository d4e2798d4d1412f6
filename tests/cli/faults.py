#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Some calls of each tool fail, one a run: the run ends with one line and a fitting code, or survives with the right
result; no file is half, none is left over, no process either. tests/experiments/faults/calls lets each call fail."""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "faults"))
from attempts import Attempts  # noqa: E402
from cases import CASES  # noqa: E402
from harness import check, finish  # noqa: E402

OF_PLANNERS = [("open", 1), ("open", 3), ("read", 1), ("write", 1), ("sync", 1), ("rename", 1), ("malloc", 1),
               ("malloc", 9), ("malloc", 90), ("malloc", 400)]
OF_RANKS = {
    "run-bp": [("write", 2, "mpi-runner", 0), ("mpi", 40, "mpi-runner", 1)],
    "run-bsp": [("thread", 1, "mpi-runner", 1), ("rename", 2, "mpi-runner", 0)],
    "run-matmul": [("open", 1, "mpi-runner", 1), ("pipe", 2, "run-matmul", -1)],
    "run-reduction": [("malloc", 300, "mpi-runner", 1)],
    "run-search": [("process", 1, "run-search", -1), ("sync", 1, "run-search", -1)],
    "run-command": [("process", 2, "mpi-runner", 0), ("read", 7, "mpi-runner", 1)],
    "measure-speeds": [("process", 1, "measure-speeds", -1), ("pipe", 3, "mpi-runner", 0),
                       ("mpi", 50, "mpi-runner", 1)],
    "mpi-runner": [("read", 1, "mpi-runner", 0), ("rename", 2, "mpi-runner", 0), ("mpi", 60, "mpi-runner", 1)],
}


def tried(attempts, case, kind, k, program, rank):
    """One failure; how many there were, since a run need not have so many calls."""
    fired, end, wrong = attempts.fail(case, kind, k, program, rank)
    check(not wrong, f"{case.tool}: {kind} {k} fails in {program} {rank} ({fired}): exit code {end.code}: "
          f"{'; '.join(wrong)}\n{end.words}")
    return bool(fired)


def main():
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        attempts = Attempts(folder)
        for case in CASES:
            if case.ranks:
                fired = [tried(attempts, case, *fault) for fault in OF_RANKS[case.tool]]
                check(all(fired), f"{case.tool}: a call that was to fail was not made: {fired}")
            else:
                fired = [tried(attempts, case, kind, k, case.tool, -1) for kind, k in OF_PLANNERS]
                check(sum(fired) >= 4, f"{case.tool}: too few calls failed: {fired}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
