# SPDX-License-Identifier: MIT
"""The grid of the experiment: clusters that are not there, and the jobs that are planned for them."""
import itertools
import json
import random

from tools import tool

HOSTS = [16, 64, 256, 1024]
CORES = [1, 4]
SPEEDS = ["uniform", "lognormal", "generations", "accelerators"]
NETWORKS = ["1gbit", "10gbit", "100gbit", "infiniband200"]
KEYS = ["kind", "job", "hosts", "cores", "speeds", "network"]
# Inputs-hidden-outputs, samples, inputs, and what a core of speed 1 does in a second (AMD EPYC, vectors of 512 bits).
TRAININGS = {"203-80-26 x 1,024": ("203-80-26", 1024, "one-hot", 3.4e8),
             "203-1024-26 x 8,192": ("203-1024-26", 8192, "one-hot", 3.4e8),
             "203-1024-26 x 65,536": ("203-1024-26", 65536, "one-hot", 3.4e8),
             "784-4096-10 x 60,000": ("784-4096-10", 60000, "dense", 2.7e7),
             "256-2048-64 x 4,096": ("256-2048-64", 4096, "dense", 6.6e7)}
PRODUCTS = {"4,096": 4096, "8,192": 8192}
MULTIPLY_ADDS = 5e10  # of a core of speed 1 in a second
LENGTHS = {"8 B": 1, "1 KB": 128, "64 KB": 8192, "1 MB": 131072, "8 MB": 1048576, "64 MB": 8388608}  # in doubles
JOBS = {"training": TRAININGS, "product": PRODUCTS, "reduction": LENGTHS}
WEIGHTS = {"training": 2, "product": 1, "reduction": 1}  # how often a kind is drawn


def affordable(case):
    """Whether a simulation takes a minute or less: messages are at most 64 KiB long, and each takes its time."""
    ranks = case["hosts"] * case["cores"]
    if case["kind"] == "product":
        return (PRODUCTS[case["job"]] / 4096) ** 2 * ranks <= 64
    return case["kind"] != "reduction" or ranks * LENGTHS[case["job"]] <= 64 * LENGTHS["64 MB"]


def drawn(count, seed, ranks):
    """Cases of at most so many ranks, the same ones for the same arguments on any machine; a longer draw begins alike."""
    generator = random.Random(seed)
    left = {}
    for kind, jobs in JOBS.items():
        left[kind] = [dict(zip(KEYS, (kind, *rest))) for rest in itertools.product(jobs, HOSTS, CORES, SPEEDS, NETWORKS)]
        left[kind] = [case for case in left[kind] if case["hosts"] * case["cores"] <= ranks and affordable(case)]
        generator.shuffle(left[kind])
    turns = itertools.cycle([kind for kind, weight in WEIGHTS.items() for _ in range(weight)])
    cases = []
    while len(cases) < count and any(left.values()):
        if cases_of_kind := left[next(turns)]:
            cases.append(cases_of_kind.pop())
    return cases


def speeds(name, hosts):
    """--speeds of make-cluster; the fastest of uniform and generations has speed 1, the median of lognormal, too."""
    half, quarter = hosts // 2, hosts // 4
    return {"uniform": "uniform:0.1:1",
            "lognormal": "lognormal:0.5",
            "generations": f"generations:{half}x1,{quarter}x2,{quarter}x4",
            "accelerators": f"accelerators:{hosts // 16}:30"}[name]


def cluster(case):
    """The speeds document of a case."""
    kernel, unit = [], 1
    if case["kind"] == "training":
        network, _, form, unit = TRAININGS[case["job"]]
        kernel = ["--kernel", "bp", "--network-of", network, "--input", form]
    elif case["kind"] == "product":
        kernel, unit = ["--kernel", "matmul"], MULTIPLY_ADDS
    made = json.loads(tool("make-cluster", "-q", "--hosts", case["hosts"], "--cores-per-host", case["cores"],
                           "--speeds", speeds(case["speeds"], case["hosts"]), "--network", case["network"], *kernel))
    most = {"generations": 4}.get(case["speeds"], 1)
    for processor in made["processors"]:
        processor["speed"] *= unit / most
    return made


def work(case):
    """Units of work of one iteration or product; a reduction has none that could be shared."""
    if case["kind"] == "training":
        network, samples, _, _ = TRAININGS[case["job"]]
        return samples * int(network.split("-")[1])
    return PRODUCTS[case["job"]] ** 3 if case["kind"] == "product" else 0
