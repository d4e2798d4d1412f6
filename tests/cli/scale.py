#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Plans for 64 hosts that are not there, held against the simulator: how far the prediction is off, and the regret, the
plan's simulated seconds over the least of some other plans'. Both are exact: the same bytes everywhere. A change that is
meant to change them writes the new figures here.

Skipped, in words, where mpi-runner-simulated is not built. The last line is `N passed, N failed`.
"""
import os
import sys
import tempfile

from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from harness import ROOT, check, finish, run  # noqa: E402

TRAINING = ["--columns 8 --collective ring", "--method equal --columns 8 --collective ring", "--processors 16"]
SHAPES = ["--shape binary", "--shape binomial", "--shape list"]

# Name, cluster, planner, its choice, other choices; then (predicted / simulated, regret) in thousandths.
CASES = [
    ("one rank each", "--hosts 64 --speeds uniform:1e8:1e9 --network 10gbit --kernel bp --network-of 203-1024-26",
     "plan-partition --network 203-1024-26 --samples 65536", "--method best", TRAINING, (962, 1000)),
    ("four ranks each", "--hosts 64 --cores-per-host 4 --speeds uniform:1e9:1e10 --network 1gbit --kernel bp "
     "--network-of 256-2048-64 --input dense",
     "plan-partition --network 256-2048-64 --samples 4096", "--method best", TRAINING, (999, 1000)),
    ("few of many hosts", "--hosts 128 --cores-per-host 4 --speeds generations:64x8.5e7,32x1.7e8,32x3.4e8 --network 10gbit "
     "--kernel bp --network-of 203-1024-26 --input one-hot",
     "plan-partition --network 203-1024-26 --samples 2048", "--method best",
     ["--columns 8 --collective tree --processors 512", "--columns 8 --collective ring --processors 64"], (958, 1000)),
    ("a sum over cards", "--hosts 64 --cores-per-host 4 --speeds uniform:1e8:1e9 --network 1gbit --kernel matmul",
     "plan-reduction-tree --one-item-each --elements 8192", "", SHAPES, (1000, 1000)),
]


def seconds(folder, command):
    """Predicted and simulated seconds of a plan."""
    code, words, errors = run(folder, f"{command} c.json -q | simulate-run --cluster c.json --iterations 2 -q - | "
                              "jq -r '.predicted_seconds_per_iteration, .seconds_per_iteration'")
    if code != 0:
        return None, errors
    predicted, simulated = words.split()
    return float("nan" if predicted == "null" else predicted), float(simulated)


def main():
    if not (ROOT / os.environ.get("BUILD", "build") / "bin/mpi-runner-simulated").exists():
        check(True, "")
        print("skipped: built without SimGrid, see make deps-simulate")
        return finish()
    for name, cluster, planner, choice, others, expected in CASES:
        with tempfile.TemporaryDirectory() as folder:
            run(folder, f"make-cluster {cluster} --seed 1 -q -o c.json")
            predicted, ours = seconds(folder, f"{planner} {choice}")
            if predicted is None:
                check(False, f"{name}: {ours}")
                continue
            rivals = [seconds(folder, f"{planner} {'' if planner.startswith('plan-red') else '--objective seconds '}{other}")
                      for other in others]
            least = min([ours] + [simulated for predicted, simulated in rivals if predicted is not None])
            found = round(1000 * predicted / ours), round(1000 * ours / least)
            check(found == expected, f"{name}: {found}, expected {expected}; {ours * 1e3:.3f} ms")
    return finish()


sys.exit(main())
