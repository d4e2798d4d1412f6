#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The examples of the typed layer, and a program that sends all that there is to send, give what a few lines of Python
give: the same bits on any number of ranks and threads, in every relocation mode with moves forced after every superstep,
and after a resume on other ranks."""
import collections
import heapq
import json
import math
import os
import pathlib
import random
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, in_new_folder, result_of_supersteps, run  # noqa: E402

SEED = 20121129
EXAMPLES = {"shortest-paths": "graph.txt", "components": "graph.txt", "word-count": "text.txt",
            "linear-regression": "samples.csv", "integrate": "intervals.csv", "gossip": "dense.txt",
            "cores": "graph.txt"}
LINES = {"shortest-paths": 30, "components": 25, "word-count": 25, "linear-regression": 25, "integrate": 30}
INTERVALS = [(0.0, 1.0), (1.0, 4.0), (0.25, 9.0)]
RUNS = ["-n 1 --threads 4", "-n 2 --relocation sync", "-n 3 --threads 2 --relocation async",
        "-n 5 --relocation blocks=3", "-n 8 --relocation steal", "-n 3 --block 100 --relocation steal"]
FORCED = "--trigger-constants 0,0,0 --slow 0:0.5@1-99"


def make_data(folder):
    draw = random.Random(SEED)
    names = [f"v{draw.randrange(10 ** 6)}" for _ in range(6000)]
    edges = [(draw.choice(names), draw.choice(names), draw.randrange(1, 90) / 8) for _ in range(7000)]
    dense = [(draw.randrange(3000), draw.randrange(3000)) for _ in range(9000)] + [(0, 2999)]
    words = ["".join(draw.choice("abc") for _ in range(draw.randrange(1, 7))) for _ in range(700)]
    lines = [[draw.choice(words) for _ in range(draw.randrange(12))] for _ in range(5000)]
    samples = [(a := draw.gauss(0, 1), b := draw.gauss(5, 2), 3 * a - 2 * b + 7 + draw.gauss(0, 1)) for _ in range(5000)]
    pathlib.Path(folder, "graph.txt").write_text("".join(f"{a} {b} {w}\n" for a, b, w in edges))
    pathlib.Path(folder, "dense.txt").write_text("".join(f"{a} {b}\n" for a, b in dense))
    pathlib.Path(folder, "text.txt").write_text("\n".join(" ".join(line) for line in lines) + "\n")
    pathlib.Path(folder, "samples.csv").write_text("".join(",".join(map(repr, row)) + "\n" for row in samples))
    pathlib.Path(folder, "intervals.csv").write_text("".join(f"{a},{b}\n" for a, b in INTERVALS))
    return edges, dense, lines, samples


def shortest_paths(edges, source):
    links, distance, queue = collections.defaultdict(list), {}, [(0.0, source)]
    for a, b, weight in edges:
        links[a].append((b, weight))
    while queue:
        near, vertex = heapq.heappop(queue)
        if vertex in distance:
            continue
        distance[vertex] = near
        for other, weight in links[vertex]:
            heapq.heappush(queue, (near + weight, other))
    return {v: distance.get(v, float("inf")) for edge in edges for v in edge[:2]}


def components(edges):
    first = {v: v for edge in edges for v in edge[:2]}

    def root(v):
        while first[v] != v:
            v = first[v]
        return v
    for a, b, _ in edges:
        a, b = sorted((root(a), root(b)))
        first[b] = a
    return {v: root(v) for v in first}


def gossip(edges, people, rounds=6, prime=1_000_003):
    digest, letters, inbox = [0] * people, [0] * people, [[] for _ in range(people)]
    edges = sorted(edges, key=lambda edge: edge[0])  # stable: by sender, then as in the file
    told = sum(v % 3 for v in range(people))
    for step in range(rounds):
        for v in range(people):
            for sender, length in sorted(inbox[v], key=lambda letter: letter[0]):
                digest[v] = (digest[v] * 31 + sender * 7 + length) % prime
            digest[v] = (digest[v] + (told if step else 0)) % prime
            inbox[v] = []
        for a, b in edges:
            inbox[b].append((a, digest[a] % 5))
        inbox[(step + 1) * 5 % people].append((0, len(f"judge {step + 1}")))
    return digest


def core(edges, k=2):
    """Neighbours in the k-core; an edge that is there twice counts twice."""
    links = collections.defaultdict(list)
    for a, b, _ in edges:
        links[a].append(b)
        if a != b:
            links[b].append(a)
    while few := {v for v, others in links.items() if len(others) < k}:
        links = {v: [u for u in others if u not in few] for v, others in links.items() if v not in few}
    return {v: len(others) for v, others in links.items()}


def integrate(error):
    """Which intervals are left, by their numbers, and the area of all."""
    left, todo, count = {}, list(enumerate(INTERVALS)), len(INTERVALS)
    while todo:
        halved = []
        for number, (a, b) in todo:
            ends, middle = math.sqrt(a) + math.sqrt(b), math.sqrt((a + b) / 2)
            area = (b - a) * (ends + 4 * middle) / 6
            if abs(area - (b - a) * ends / 2) <= error * (b - a):
                left[number] = a, area
            else:
                halved += [(a, (a + b) / 2), ((a + b) / 2, b)]
        todo, count = list(enumerate(halved, count)), count + len(halved)
    return left


def outputs(folder, name, options):
    """The result and the lines of the output."""
    keep = f"{name.replace('.', '')}.csv"
    output = "" if name == "linear-regression" else f"--element-output {keep}"
    code, out, words = run(folder, f"run-bsp ./lib{name}.so -q --data {EXAMPLES[name]} {output} {options}")
    if code:
        print(words)
        return code, None
    return result_of_supersteps(out), pathlib.Path(folder, keep).read_text() if output else ""


def examples_are_right(folder):
    edges, dense, lines, samples = make_data(folder)
    root = os.environ["ROOT"] if "ROOT" in os.environ else str(pathlib.Path(__file__).resolve().parent.parent.parent)
    for name in EXAMPLES:
        source = pathlib.Path(root, "share/examples" if name in LINES else "tests/mpi", name + ".cpp")
        code, _, words = run(folder, f"g++ -std=c++20 -O2 -Wall -Wextra -Werror -shared -fPIC -I{root}/lib {source} -o lib{name}.so")
        check(code == 0, f"{name} compiles without warnings\n{words}")
        counted = [line for line in source.read_text().splitlines() if line.strip() and not line.startswith("//")]
        check(len(counted) <= LINES.get(name, 100), f"{name} is short")
    source = edges[0][0]
    expected = {"shortest-paths": shortest_paths(edges, source), "components": components(edges),
                "word-count": collections.Counter(word for line in lines for word in line), "cores": core(edges)}
    for name in EXAMPLES:
        options = f"--source {source} " if name == "shortest-paths" else ""
        first = None
        for ranks in RUNS:
            found = outputs(folder, name, options + ranks + (f" {FORCED}" if "relocation" in ranks else ""))
            first = first or found
            check(found == first, f"{name} {ranks}: the same bits")
        for first_ranks, then in ("-n 3", "-n 2 --relocation async " + FORCED), ("-n 1", "-n 4"):
            outputs(folder, name, f"{options} {first_ranks} --iterations 2 --checkpoint c")
            found = outputs(folder, name, f"{options} {then} --checkpoint c --resume")
            check(found == first, f"{name}: the same after a resume, {first_ranks}, {then}")
            pathlib.Path(folder, "c").unlink()
        if name == "gossip":  # so much text, so slowly written, that some leaves before the superstep is done
            slowly = {outputs(folder, name, f"--param length=300 --param pause_ns=1000 --param rounds=2 {ranks}")[1]
                      for ranks in ("-n 1", "-n 2 --threads 2", "-n 4 --relocation async " + FORCED)}
            check(len(slowly) == 1, "letters that leave early arrive in order")
            outputs(folder, name, "-n 3 --element-output Person.told=told.csv --element-output Person.digest=d.npy")
            check(numpy.load(f"{folder}/d.npy").tolist() == [int(line) for line in first[1].splitlines()] and
                  pathlib.Path(folder, "told.csv").read_text() == "1\n" * 3000, "fields that are named")
        result, text = first
        pairs = dict(line.split(",") for line in text.splitlines()) if name in expected else {}
        if name == "shortest-paths":
            check({v: float(d) for v, d in pairs.items()} == expected[name], "shortest paths as by Dijkstra")
        elif name == "components":
            check(pairs == expected[name], "components as by union and find")
        elif name in ("word-count", "cores"):
            check({word: int(n) for word, n in pairs.items()} == expected[name], f"{name} as in Python")
        elif name == "integrate":
            left = integrate(1e-7)
            found = {int(number): float(a) for number, a in (line.split(",") for line in text.splitlines())}
            check(found == {number: a for number, (a, _) in left.items()}, "intervals as in Python")
            exact = sum(b ** 1.5 - a ** 1.5 for a, b in INTERVALS) * 2 / 3
            check(abs(result["area"] - math.fsum(area for _, area in left.values())) < 1e-12 and
                  abs(result["area"] - exact) < 1e-7 and result["intervals"] == len(left), "the area as in Python")
        elif name == "gossip":
            check(text == "".join(f"{d}\n" for d in gossip(dense, 3000)), "gossip as in Python")
        else:
            x = numpy.array(samples)
            least = numpy.linalg.lstsq(numpy.column_stack([x[:, :2], numpy.ones(len(x))]), x[:, 2], rcond=None)[0]
            check(numpy.allclose(result["w"], least, rtol=1e-9), "linear regression as by numpy")


print(f"seed {SEED}")
in_new_folder(examples_are_right)
