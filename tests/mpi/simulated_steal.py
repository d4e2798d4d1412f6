#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Stealing on real ranks and on simulated ones: every element is computed once in every superstep, and what the log
says of blocks tells how many elements each rank has computed.

Simulated runs are skipped, in words, where mpi-runner-simulated is not built. The last line is `N passed, N failed`.
"""
import json
import pathlib
import random
import re
import shutil
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import bash, check, in_new_folder  # noqa: E402

SEED = 20261129
BLOCK = 4096
BEFORE_KMEANS = 10  # supersteps of the run before the first iteration


def report_of(folder, command, name):
    code, output, error = bash(folder, ["-c", command], 120)
    check(code == 0, f"{name}: {code} {error}")
    return json.loads(output) if code == 0 else None


def work_by_log(shares, relocation, before, supersteps):
    """Blocks that each rank has computed in the last supersteps, from those it began with and the log: they stay
    where they were computed. @param before  supersteps that are not counted."""
    counts, total = list(shares), [0] * len(shares)
    for superstep in range(1, before + supersteps + 1):
        for entry in relocation["log"]:
            found = re.match(r"rank (\d+) took them from rank (\d+), which", entry["reason"])
            if entry["superstep"] == superstep and found:
                thief, victim = map(int, found.groups())
                counts[thief] += entry["moved_blocks"]
                counts[victim] -= entry["moved_blocks"]
        check(min(counts) >= 0, f"superstep {superstep}: {counts}")
        if superstep > before:
            total = [a + b for a, b in zip(total, counts)]
    return total


def follows(report, shares, before, supersteps, name):
    if not report:
        return 0
    relocation = report["result"]["relocation"]
    blocks = [line["work"] / BLOCK for line in report["processors"]]
    check(sum(blocks) == sum(shares) * supersteps, f"{name}: every element once in every superstep: {blocks}")
    check(blocks == work_by_log(shares, relocation, before, supersteps), f"{name}: {blocks}, {relocation}")
    given = [entry for entry in relocation["log"] if entry["moved_blocks"] > 0]
    check(len(given) == relocation["moves"] <= relocation["decisions"], f"{name}: {relocation}")
    words = r"rank \d+ (took them from|was refused by) rank \d+, which would have been busy for \S+ s more, the other for \S+ s"
    check(all(re.fullmatch(words, entry["reason"]) for entry in relocation["log"]), f"{name}: {relocation}")
    return len(given)


def both(folder):
    print(f"seed {SEED}")
    draw = random.Random(SEED)
    simulated = shutil.which("mpi-runner-simulated")
    if not simulated:
        print("skipped: simulated runs; built without SimGrid, see make deps-simulate")
    numpy.save(f"{folder}/c.npy", numpy.random.default_rng(SEED).uniform(0, 100, (8, 3)))
    given = [0, 0]
    for ranks, block in ((2, ""), (3, "--block 10000"), (4, "")):
        shares = [draw.randrange(20, 300) for _ in range(ranks)]
        supersteps, slow = draw.randrange(3, 8), draw.randrange(ranks)
        plan = (f"plan-hbsp elements -q --count {sum(shares) * BLOCK} --speeds {','.join(map(str, shares))} | "
                f"run-bsp kmeans - -q --centroids c.npy --iterations {supersteps} --tolerance 0 --match any {block} "
                f"--relocation steal --slow {slow}:0.2@1-{supersteps} ")
        name = f"{ranks} ranks with {shares} blocks, {supersteps} supersteps, rank {slow} is slow"
        given[0] += follows(report_of(folder, plan, name), shares, BEFORE_KMEANS, supersteps, name)
        if not simulated:
            continue
        make = (f"make-cluster -q --hosts {ranks} --speeds '{ranks}*1e8' --network 10gbit --kernel kmeans -o c.json; "
                f"{plan} --emit | simulate-run -q --cluster c.json")
        given[1] += follows(report_of(folder, make, name), shares, 0, supersteps, f"simulated, {name}")
    check(given[0] > 0 and (given[1] > 0 or not simulated), f"blocks were taken: {given}")


if __name__ == "__main__":
    in_new_folder(both)
