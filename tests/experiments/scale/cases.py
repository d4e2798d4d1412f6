# SPDX-License-Identifier: MIT
"""The grid of the experiment: clusters that are not there, and the jobs that are planned for them."""
import collections
import itertools
import json
import random

from tools import tool

HOSTS = [16, 64, 256, 1024]
CORES = [1, 4]
SPEEDS = ["uniform", "lognormal", "generations", "accelerators"]
NETWORKS = ["1gbit", "10gbit", "100gbit", "infiniband200"]
FACTORS = ["job", "hosts", "cores", "speeds", "network"]
# Speeds are of a core of speed 1 in a second (AMD EPYC, vectors of 512 bits).
# Inputs-hidden-outputs, samples, inputs, hidden units times samples.
TRAININGS = {"203-80-26 x 1,024": ("203-80-26", 1024, "one-hot", 3.4e8),
             "203-1024-26 x 8,192": ("203-1024-26", 8192, "one-hot", 3.4e8),
             "203-1024-26 x 65,536": ("203-1024-26", 65536, "one-hot", 3.4e8),
             "784-4096-10 x 60,000": ("784-4096-10", 60000, "dense", 2.7e7),
             "256-2048-64 x 4,096": ("256-2048-64", 4096, "dense", 6.6e7)}
LENGTHS = {"8 B": 1, "1 KB": 128, "64 KB": 8192, "1 MB": 131072, "8 MB": 1048576, "64 MB": 8388608}  # in doubles
SEARCHES = {"10^7 x 1": (10**7, 1), "10^9 x 1": (10**9, 1), "10^9 x 256": (10**9, 256)}  # examples, queries of a batch
COMPARISONS = 1.1e9  # of a query with an example
ELEMENTS = 10**8
PROGRAMS = {"K-means": ("kmeans", 8.8e7), "EM": ("em", 1.9e7)}  # elements
PRODUCTS = {"4,096": 4096, "8,192": 8192}
MULTIPLY_ADDS = 5e10
MOST = {1024: 3, 4096: 2}  # number of trainings of so many ranks: each takes many minutes
JOBS = {"training": TRAININGS, "reduction": LENGTHS, "search": SEARCHES, "supersteps": PROGRAMS, "product": PRODUCTS}


def ranks(case):
    return case["hosts"] * case["cores"]


def affordable(case):
    """Whether planning and simulating once take two minutes or less: messages are at most 64 KiB, and each takes its time."""
    if case["kind"] == "product":
        return (PRODUCTS[case["job"]] / 4096) ** 2 * ranks(case) <= 64
    if case["kind"] == "reduction":
        return ranks(case) * LENGTHS[case["job"]] <= 64 * LENGTHS["64 MB"]
    return case["kind"] != "training" or ranks(case) <= 1024 or TRAININGS[case["job"]][1] <= 8192


def drawn(kind, count, seed):
    """Cases of a kind, the same ones for the same arguments on any machine; a longer draw begins alike. Trainings beyond
    MOST are skipped.

    Each case is, of those left, the one whose levels, and pairs of levels, of the factors were drawn least often."""
    grid = itertools.product(JOBS[kind], HOSTS, CORES, SPEEDS, NETWORKS)
    left = [case for case in ({"kind": kind} | dict(zip(FACTORS, levels)) for levels in grid) if affordable(case)]
    random.Random(f"{seed} {kind}").shuffle(left)
    times = collections.Counter()

    def parts(case):
        levels = [(factor, case[factor]) for factor in FACTORS]
        return levels + list(itertools.combinations(levels, 2))

    cases, number = [], collections.Counter()
    while left and count:
        case = min(left, key=lambda case: sum(times[part] for part in parts(case)))
        left.remove(case)
        times.update(parts(case))
        number[ranks(case)] += 1
        count -= 1
        if kind != "training" or number[ranks(case)] <= MOST.get(ranks(case), number[ranks(case)]):
            cases.append(case)
    return cases


def speeds(name, hosts):
    """--speeds of make-cluster; the fastest of uniform has speed 1, of generations 4; the median of lognormal is 1."""
    half, quarter = hosts // 2, hosts // 4
    return {"uniform": "uniform:0.1:1",
            "lognormal": "lognormal:0.5",
            "generations": f"generations:{half}x1,{quarter}x2,{quarter}x4",
            "accelerators": f"accelerators:{hosts // 16}:30"}[name]


def unit(case):
    """Work in a second at speed 1; a quarter of it where the fastest has speed 4."""
    rate = {"training": lambda: TRAININGS[case["job"]][3], "product": lambda: MULTIPLY_ADDS, "reduction": lambda: 1,
            "search": lambda: COMPARISONS, "supersteps": lambda: PROGRAMS[case["job"]][1]}[case["kind"]]()
    return rate / (4 if case["speeds"] == "generations" else 1)


def make_cluster(case):
    """The command that makes the cluster, with speeds that are to be multiplied by unit(case)."""
    kernel = {"training": lambda: ["bp", "--network-of", TRAININGS[case["job"]][0], "--input", TRAININGS[case["job"]][2]],
              "product": lambda: ["matmul"], "search": lambda: ["search"],
              "supersteps": lambda: [PROGRAMS[case["job"]][0]]}.get(case["kind"], lambda: [])()
    return ["make-cluster", "-q", "--hosts", case["hosts"], "--cores-per-host", case["cores"], "--speeds",
            speeds(case["speeds"], case["hosts"]), "--network", case["network"], *(["--kernel", *kernel] if kernel else [])]


def cluster(case):
    """The speeds document of a case."""
    made = json.loads(tool(*make_cluster(case)))
    for processor in made["processors"]:
        processor["speed"] *= unit(case)
    return made


def work(case):
    """Units of work of one iteration, product, batch or superstep; a reduction has none that could be shared."""
    if case["kind"] == "training":
        network, samples, _, _ = TRAININGS[case["job"]]
        return samples * int(network.split("-")[1])
    if case["kind"] == "search":
        examples, queries = SEARCHES[case["job"]]
        return examples * queries
    return {"product": lambda: PRODUCTS[case["job"]] ** 3, "supersteps": lambda: ELEMENTS}.get(case["kind"], lambda: 0)()
