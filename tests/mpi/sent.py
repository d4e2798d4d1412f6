#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What mpi-runner sends, counted between it and MPI by sent.c, is what check-plan --messages says, pair by pair.

Of run-bp and run-bsp the iterations count: what a run of three sends more than one of one, halved. Of the others count
the messages whose tags are the schedule's, without those that agree on a start or an early end, or share out a scan.
Where a plan does not know the bytes of a pair, the number of its messages counts.
"""
import collections
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, check, finish, run  # noqa: E402

TREE_OF_GROUPS = {"latency_s": 1e-4, "gap_s_per_byte": 1e-9, "message_s": 5e-5}
SPEEDS = [1.7, 0.31, 0.63, 0.25, 0.9, 0.42, 0.67, 1.0]
BP = [(1, ""), (2, "--columns 1"), (3, "--columns 1 --collective tree"), (4, "--columns 1 --collective ring"),
      (4, "--method grid"), (6, "--method grid --collective ring"), (5, "--columns 2 --small-group 0 --collective tree"),
      (7, "--columns 3 --small-group 0"), (8, "--columns 2 --small-group 0 --collective ring"),
      (3, "--columns 3 --collective tree"), (8, "--columns 1")]
LAYERS = [(5, "--columns 2 --collective ring")]
MATMUL = [(1, "alpha,alpha,alpha", "500"), (2, "beta,beta,beta", "500"), (3, "beta,gamma,alpha", "500"),
          (5, "alpha,alpha,alpha", "500"), (6, "gamma,gamma,gamma", "500"), (8, "alpha,beta,gamma", "500"),
          (4, "alpha,alpha,alpha", "700x900x300"), (7, "gamma,alpha,beta", "90x1x2000"), (3, "beta,beta,beta", "64x5000x7")]
SEARCHES = [(1, "equal-data", "simple", 10), (2, "proportional-data", "tree", 10), (3, "equal-data", "staircase", 300),
            (5, "proportional-data", "tree", 90), (8, "equal-data", "staircase", 7), (8, "equal-data", "tree", 60),
            (6, "proportional-data", "simple", 1000), (3, "static-process", "simple", 5), (4, "stealing", "tree", 5),
            (7, "self-scheduling", "staircase", 5), (2, "asynchronous-data", "tree", 5),
            (4, "dynamic-process", "staircase", 5), (5, "synchronous-data", "tree", 5)]
BSP = [(1, "kmeans", 1), (2, "em", 3), (3, "logistic", 1), (5, "kmeans", 1), (8, "em", 1), (4, "pagerank", 1),
       (2, "pagerank", 2), (6, "kmeans --clusters 300", 1)]
TREES = [(2, "--items 2"), (3, "--items 40"), (5, "--items 9 --shape binary"), (8, "--items 30 --shape binomial")]


def sent(folder, job, ranks):
    """By sender, receiver and tag: messages and bytes."""
    command = (f"rm -f sent.[0-9]*; mpirun --oversubscribe -n {ranks} -x LD_PRELOAD=$PWD/sent.so "
               f"-x UNEVEN_SENT=$PWD/sent mpi-runner {job} > report.json")
    code, _, errors = run(folder, command)
    check(code == 0, f"{job}: exit code {code} {errors}")
    counts = {}
    for path in pathlib.Path(folder).glob("sent.[0-9]*"):
        for line in path.read_text().splitlines():
            start, end, tag, messages, size = map(int, line.split())
            counts[start, end, tag] = (messages, size)
    return counts


def by_pair(counts, tags=None, per=1):
    pairs = collections.Counter()
    for (start, end, tag), (messages, size) in counts.items():
        if tags is None or tag in tags:
            pairs[start, end, "messages"] += messages
            pairs[start, end, "bytes"] += size
    return {key: value / per for key, value in pairs.items() if value}


def planned(folder, document="plan.json"):
    code, output, errors = run(folder, f"check-plan --messages {document}")
    check(code == 0, f"check-plan: {errors}")
    return {(line["from"], line["to"], what): line[what]
            for line in json.loads(output)["messages"] for what in ("messages", "bytes")}


def check_known(found, expected, words):
    """Of pairs whose bytes are null, the number of messages counts."""
    known = {key: value for key, value in found.items() if expected.get(key, 0) is not None}
    expected = {key: value for key, value in expected.items() if value is not None}
    check(known == expected, f"{words}: {known} instead of {expected}")


def speeds(ranks):
    return ",".join(map(str, SPEEDS[:ranks]))


def plan(folder, command):
    code, _, errors = run(folder, f"{command} -q -o plan.json")
    check(code == 0, f"{command}: {errors}")


def of_an_iteration(folder, command, ranks):
    counts = []
    for iterations in (1, 3):
        code, _, errors = run(folder, f"{command} --iterations {iterations} --emit > job.json")
        check(code == 0, f"{command}: {errors}")
        counts.append(collections.Counter(by_pair(sent(folder, "job.json", ranks))))
    counts[1].subtract(counts[0])
    return {key: value / 2 for key, value in counts[1].items() if value}


def check_bp(folder, ranks, options, network="60-33-7"):
    plan(folder, f"plan-partition --network {network} --samples 900 --speeds {speeds(ranks)} {options}")
    found = of_an_iteration(folder, "run-bp plan.json", ranks)
    check(found == planned(folder), f"run-bp, {network}, {ranks} ranks {options}: {found} instead of {planned(folder)}")


def check_bsp(folder, ranks, program, threads):
    """Of a graph, rank by rank so many vertices that each sends to each."""
    data = "edges.tsv" if program == "pagerank" else "rows.csv"
    elements = 40000 if program == "pagerank" else 9000
    plan(folder, f"plan-hbsp elements --count {elements} --speeds {speeds(ranks)}")
    found = of_an_iteration(folder, f"run-bsp {program} plan.json --data {data} --tolerance 0 --threads {threads}",
                            ranks)
    check_known(found, planned(folder, "job.json"), f"run-bsp {program}, {ranks} ranks")


def make_data(folder):
    """Rows of three numbers and a label; a ring with chords; and a table with its queries."""
    rows = [f"{i * 7 % 11},{i * 5 % 13 + i % 3},{i % 17 * 0.5},{i * i % 7 % 2}" for i in range(9000)]
    (folder / "rows.csv").write_text("\n".join(rows) + "\n")
    edges = [f"{i}\t{(i * step + 1) % 40000}" for i in range(40000) for step in (1, 12345)]
    (folder / "edges.tsv").write_text("\n".join(edges) + "\n")
    lines = (ROOT / "share/examples/noun-phrases.tsv").read_text(encoding="utf-8").splitlines()
    (folder / "examples.tsv").write_text("\n".join(lines[:801]) + "\n", encoding="utf-8")
    (folder / "queries.tsv").write_text("\n".join(lines[:1] + lines[900:912]) + "\n", encoding="utf-8")


def check_search(folder, ranks, method, join, k):
    plan(folder, f"plan-search --table examples.tsv --task-s 1e-7 --speeds {speeds(ranks)} --method {method} --join {join}")
    code, _, errors = run(folder, "run-search plan.json --examples examples.tsv --queries queries.tsv --no-exact "
                          f"--batch 6 -k {k} --emit > job.json")
    check(code == 0, f"run-search: {errors}")
    found = by_pair(sent(folder, "job.json", ranks), tags=(0,), per=2)
    check_known(found, planned(folder, "job.json"), f"run-search, {ranks} ranks {method} {join} {k}")


def check_matmul(folder, ranks, layout, size):
    plan(folder, f"plan-hbsp matmul --size {size} --layout {layout} --speeds {speeds(ranks)}")
    run(folder, "run-matmul plan.json --emit > job.json")
    found = by_pair(sent(folder, "job.json", ranks), tags=(0, 1))
    check(found == planned(folder), f"run-matmul, {size}, {ranks} ranks {layout}: {found} instead of {planned(folder)}")


def check_reduction(folder, ranks, options, elements=1, repeat=3):
    if elements == 1:
        plan(folder, f"plan-reduction-tree --compute 2 --transfer 1 --processors {ranks} {options}")
    else:
        measured = {"kind": "speeds", "version": 1, "processors": [{"speed": 1}] * ranks, "network": TREE_OF_GROUPS,
                    "operation_s_per_element": 1e-9}
        (pathlib.Path(folder) / "speeds.json").write_text(json.dumps(measured))
        plan(folder, f"plan-reduction-tree speeds.json --elements {elements}")
    run(folder, f"run-reduction plan.json --elements {elements} --type double --repeat {repeat} --emit > job.json")
    found = by_pair(sent(folder, "job.json", ranks), tags=(1,), per=repeat)
    check(found == planned(folder), f"run-reduction, {ranks} ranks {options}: {found} instead of {planned(folder)}")


def main():
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        code, _, errors = run(folder, f"mpicc -O1 -shared -fPIC -o sent.so {ROOT}/tests/mpi/sent.c")
        check(code == 0, errors)
        for case in BP:
            check_bp(folder, *case)
        for case in LAYERS:
            check_bp(folder, *case, "60-33-21-7")
        for case in MATMUL:
            check_matmul(folder, *case)
        make_data(pathlib.Path(folder))
        for case in SEARCHES:
            check_search(folder, *case)
        for case in BSP:
            check_bsp(folder, *case)
        for case in TREES:
            check_reduction(folder, *case)
        check_reduction(folder, 6, "of a million", 1000000)
    return finish()


sys.exit(main())
