#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""run-matmul beside ScaLAPACK's pdgemm, taken in turn, so that both see the same machine.

    compare.py [PLAN] [--pdgemm PROGRAM] [--rounds R] [--launcher WORDS]

PLAN is the output of plan-hbsp matmul; default: size 2000 on two equal processors. Of pdgemm the best process grid and block size is taken: all are tried once,
the best three in every round. The launcher is that of the tools: words with {n} for the number of ranks.
"""
import argparse
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent))
from harness import ROOT, environment  # noqa: E402

BLOCKS = [32, 64, 128, 256]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plan", nargs="?")
    built = ROOT / os.environ.get("BUILD", "build") / "bench" / "matmul" / "pdgemm"
    parser.add_argument("--pdgemm", default=str(built) if built.exists() else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--launcher", default=os.environ.get("UNEVEN_LAUNCHER", "mpirun -n {n} --bind-to none --oversubscribe"))
    return parser.parse_args()


def ours(options):
    report = subprocess.run(["run-matmul", "-q", "--match", "any", "--launcher", options.launcher, options.plan],
                            check=True, stdout=subprocess.PIPE).stdout
    return json.loads(report)["result"]["seconds"]


def theirs(options, size, ranks, setting):
    rows, columns, block = setting
    command = shlex.split(options.launcher.replace("{n}", str(ranks)))
    out = subprocess.run(command + [options.pdgemm, str(size), str(rows), str(columns), str(block)], check=True,
                         stdout=subprocess.PIPE).stdout
    return float(out)


def main():
    options = arguments()
    os.environ.update(environment())
    if not options.plan:
        options.plan = os.path.join(tempfile.mkdtemp(), "plan.json")
        subprocess.run(["plan-hbsp", "matmul", "--size", "2000", "--speeds", "1,1", "-o", options.plan], check=True)
    plan = json.loads(pathlib.Path(options.plan).read_text())
    size, speeds = plan["size"], [processor["speed"] for processor in plan["cluster"]]
    ranks = len(speeds)
    settings = {}
    if options.pdgemm:
        grids = [(rows, ranks // rows) for rows in range(1, ranks + 1) if ranks % rows == 0]
        tried = {(*grid, block): theirs(options, size, ranks, (*grid, block)) for grid in grids for block in BLOCKS}
        settings = {setting: [] for setting in sorted(tried, key=tried.get)[:3]}
    mine = []
    for _ in range(options.rounds):
        mine.append(ours(options))
        for setting, times in settings.items():
            times.append(theirs(options, size, ranks, setting))
    ours_s = statistics.median(mine)
    result = {"size": size, "ranks": ranks, "seconds": ours_s, "all": mine, "gflop_per_s": 2e-9 * size**3 / ours_s}
    if plan.get("kernel") == "matmul":
        result["share_of_summed_speed"] = size**3 / ours_s / sum(speeds)
    if settings:
        best = min(settings, key=lambda setting: statistics.median(settings[setting]))
        result["pdgemm"] = {"seconds": statistics.median(settings[best]), "all": settings[best], "grid": best[:2],
                            "block": best[2]}
        result["speedup"] = result["pdgemm"]["seconds"] / ours_s
    print(json.dumps(result))


if __name__ == "__main__":
    main()
