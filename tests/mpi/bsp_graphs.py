#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Graphs and texts under the user's own keys: numbers with gaps, names, the vertices of matrices and METIS graphs.

Ranks, distances, components and words are held against computations in Python, and the outputs have the same bytes on
any number of processes, in every relocation mode with elements on the move.
"""
import collections
import csv
import heapq
import pathlib
import random
import sys
import tempfile

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, check, finish, result_of_supersteps, run  # noqa: E402

SEED = 20120911
VERTICES, EDGES = 9_000, 8_000  # three blocks of 4096; many components
RUNS = [(3, "sync"), (8, "async"), (2, "none"), (5, "steal"), (4, "blocks=3"), (8, "none")]  # some of them each time
WORDS = ["Größe", "東京", "a,b", 'say "no"', "x", "-1", "7", "New York", "5#"]


def make_edges(random_numbers):
    """Pairs of vertices, and weights that are sums of powers of two, so that distances have no rounding."""
    ends = [(random_numbers.randrange(VERTICES), random_numbers.randrange(VERTICES // 2)) for _ in range(EDGES)]
    ends += [(i, i + 1) for i in range(300, 340)] + [(7, 7)]  # a chain and a loop
    return [(u, v, random_numbers.randrange(0, 64) / 4) for u, v in ends]


def keys_of(kind, random_numbers):
    if kind == "gaps":
        return random_numbers.sample(range(-2**40, 2**62, 1_000_003), VERTICES)
    return [f"{WORDS[i % len(WORDS)]}{i * 7919 % VERTICES:x}" for i in range(VERTICES)]


def write_list(path, edges, name, separator):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=separator, lineterminator="\n")
        writer.writerow(["from", "to", "weight"])
        writer.writerows((name[u], name[v], w) for u, v, w in edges)


def in_order(keys):
    """As the directory numbers them: by size, or by bytes."""
    return sorted(keys, key=lambda key: key.encode() if isinstance(key, str) else key)


def pagerank(edges, used, preferred, iterations):
    """Vertex by vertex in numpy; as networkx, which gives what dangling vertices lose to the preferred ones."""
    place = {v: i for i, v in enumerate(used)}
    n = len(used)
    source = numpy.array([place[u] for u, _, _ in edges])
    target = numpy.array([place[v] for _, v, _ in edges])
    weight = numpy.array([w for _, _, w in edges])
    start = numpy.array([preferred.get(v, 0.0) for v in used]) if preferred else numpy.ones(n)
    start = start / start.sum()
    out = numpy.bincount(source, weights=weight, minlength=n)
    r = start.copy()
    for _ in range(iterations):
        part = numpy.divide(r, out, out=numpy.zeros(n), where=out > 0)
        arrived = numpy.bincount(target, weights=part[source] * weight, minlength=n)
        r = 0.15 * start + 0.85 * (arrived + r[out == 0].sum() * start)
    return dict(zip(used, r))


def distances(edges, used, source):
    beside = collections.defaultdict(list)
    for u, v, w in edges:
        beside[u].append((v, w))
    found, queue = {v: float("inf") for v in used}, [(0.0, source)]
    while queue:
        distance, u = heapq.heappop(queue)
        if distance < found[u]:
            found[u] = distance
            for v, w in beside[u]:
                heapq.heappush(queue, (distance + w, v))
    return found


def components(edges, used, name):
    """By union and find: of each vertex the smallest key of its component."""
    parent = {v: v for v in used}

    def root(v):
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        return v
    for u, v, _ in edges:
        parent[root(u)] = root(v)
    members = collections.defaultdict(list)
    for v in used:
        members[root(v)].append(v)
    smallest = {r: in_order(name[v] for v in m)[0] for r, m in members.items()}
    return {v: smallest[root(v)] for v in used}, sorted(len(m) for m in members.values())


def same_everywhere(folder, label, command, output, others=1):
    """Runs on one process, then so often on others with elements on the move. Returns the result and the output."""
    code, report, words = run(folder, f"{command} -n 1 -q")
    check(code == 0, f"{label} on one process: {words}")
    if code:
        return None, None
    expected, text = result_of_supersteps(report), pathlib.Path(folder, output).read_bytes()
    for _ in range(others):
        RUNS.append(RUNS.pop(0))
        ranks, mode = RUNS[-1]
        code, report, words = run(folder, f"{command} -n {ranks} -q --relocation {mode} --trigger-constants 0,0,0 "
                                  f"--slow {ranks - 1}:0.2@1-9")
        same = code == 0 and result_of_supersteps(report) == expected
        check(same and pathlib.Path(folder, output).read_bytes() == text,
              f"seed {SEED}: {label}, {ranks} ranks, {mode}: {words or 'other bytes'}")
    return expected, text.decode()


def keyed_rows(text, kind):
    rows = list(csv.reader(text.splitlines()))
    return [(int(row[0]) if kind == "gaps" else row[0], row[1]) for row in rows]


def programs_agree(folder, kind):
    random_numbers = random.Random(SEED)
    edges = make_edges(random_numbers)
    name = keys_of(kind, random_numbers)
    used = sorted({v for u, w, _ in edges for v in (u, w)})
    order = in_order(name[v] for v in used)
    write_list(f"{folder}/graph.csv", edges, name, "," if kind == "names" else "\t")

    preferred = {v: 1 + i % 3 for i, v in enumerate(used[::50])}
    with open(f"{folder}/preferred.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows((name[v], w) for v, w in preferred.items())
    for options, chosen in (("", {}), ("--personal preferred.csv", preferred))[kind == "names":]:
        _, text = same_everywhere(folder, f"{kind}: pagerank {options}", "run-bsp pagerank --data graph.csv --tolerance "
                                  f"0 --iterations 6 {options} --element-output out.csv", "out.csv", 2)
        if text:
            rows, expected = keyed_rows(text, kind), pagerank(edges, used, chosen, 6)
            named = {name[v]: rank for v, rank in expected.items()}
            check([key for key, _ in rows] == order, f"{kind}: keys in their order")
            check(all(abs(float(rank) - named[key]) < 1e-12 for key, rank in rows), f"{kind}: ranks {options}")

    found, text = same_everywhere(folder, f"{kind}: components", "run-bsp components --data graph.csv "
                                  "--element-output out.csv", "out.csv")
    if text:
        label, sizes = components(edges, used, name)
        named = {name[v]: str(label[v]) for v in used}
        check(keyed_rows(text, kind) == [(key, named[key]) for key in order], f"{kind}: components")
        check((found["components"], found["largest"]) == (len(sizes), sizes[-1]), f"{kind}: sizes of components")

    source = max(used[:20], key=lambda v: sum(u == v for u, _, _ in edges))
    found, text = same_everywhere(folder, f"{kind}: paths", f"run-bsp paths --data graph.csv --source '{name[source]}' "
                                  "--undirected --element-output out.csv", "out.csv")
    if text:
        both = edges + [(v, u, w) for u, v, w in edges]
        named = {name[v]: d for v, d in distances(both, used, source).items()}
        check([(key, float(d)) for key, d in keyed_rows(text, kind)] == [(key, named[key]) for key in order],
              f"{kind}: distances")
        reached = [d for d in named.values() if d < float("inf")]
        check((found["reached"], found["unreached"], found["farthest"]) ==
              (len(reached), len(used) - len(reached), max(reached)), f"{kind}: reached")
    code, _, words = run(folder, "run-bsp paths -n 3 -q --data graph.csv --source nowhere")
    check(code == 65 and "'nowhere' is no vertex" in words, f"{kind}: {words}")
    if kind == "gaps":
        run(folder, "run-bsp components -n 3 -q --data graph.csv --element-output out.npy")
        named = {name[v]: label[v] for v in used}
        check(numpy.load(f"{folder}/out.keys.npy").tolist() == order and
              numpy.load(f"{folder}/out.npy").tolist() == [named[key] for key in order], "keys beside NPY")


def formats_agree(folder):
    """One undirected graph as SNAP, Matrix Market and METIS write it."""
    random_numbers = random.Random(SEED + 1)
    n = 5000
    edges = {}
    for u, v in [(random_numbers.randrange(1, n + 1), random_numbers.randrange(1, n + 1)) for _ in range(6000)] + [(n, 1)]:
        if u != v:
            edges[max(u, v), min(u, v)] = random_numbers.randrange(1, 9)
    beside = [[] for _ in range(n + 1)]
    for (u, v), w in edges.items():
        beside[u].append((v, w))
        beside[v].append((u, w))
    text = "".join(f"{u}\t{v}\t{w}\n" for (u, v), w in edges.items())
    pathlib.Path(folder, "snap.txt").write_text(f"# Undirected graph\n# Nodes: {n}\n# FromNodeId\tToNodeId\n{text}")
    pathlib.Path(folder, "graph.mtx").write_text("%%MatrixMarket matrix coordinate integer symmetric\n%\n"
                                                 f"{n} {n} {len(edges)}\n{text}")
    pathlib.Path(folder, "graph.graph").write_text(f"% METIS\n{n} {len(edges)} 001\n" + "".join(
        " ".join(f"{v} {w}" for v, w in beside[u]) + "\n" for u in range(1, n + 1)))
    for program, options in (("pagerank", "--iterations 5"), ("components", ""), ("paths", "--source 17")):
        outputs = []
        for ranks, data in ((2, "snap.txt --undirected"), (3, "graph.mtx"), (5, "graph.graph")):
            code, _, words = run(folder, f"run-bsp {program} -n {ranks} -q --data {data} {options} --element-output "
                                 "out.csv")
            check(code == 0, f"{program} of {data}: {words}")
            outputs.append(pathlib.Path(folder, "out.csv").read_bytes() if code == 0 else words)
        check(len(set(outputs)) == 1 and outputs[0].count(b"\n") == n, f"{program} {options}: formats disagree")
    both = [(u, v, w) for (u, v), w in edges.items()] + [(v, u, w) for (u, v), w in edges.items()]
    run(folder, "run-bsp paths -n 2 -q --data graph.graph --source 17 --element-output out.npy")
    expected = distances(both, range(1, n + 1), 17)
    check(numpy.load(f"{folder}/out.npy").tolist() == [expected[v] for v in range(1, n + 1)], "METIS: distances")


def resumed(folder):
    """The chain of the graph makes components and paths take many rounds; they go on where they stopped."""
    source = next(csv.reader(open(f"{folder}/graph.csv", encoding="utf-8").readlines()[1:2]))[0]
    for program, options in (("components", ""), ("paths", f"--source '{source}' --undirected"),
                             ("pagerank", "--personal preferred.csv")):
        command = f"run-bsp {program} -q --data graph.csv {options} --element-output out.csv"
        _, whole, _ = run(folder, f"{command} -n 1")
        text = pathlib.Path(folder, "out.csv").read_bytes()
        code, _, words = run(folder, f"{command} -n 3 --iterations 4 --checkpoint {program}.state")
        check(code == 0, f"{program}: {words}")
        code, last, words = run(folder, f"{command} -n 2 --checkpoint {program}.state --resume")
        check(code == 0 and result_of_supersteps(last) == result_of_supersteps(whole) and
              pathlib.Path(folder, "out.csv").read_bytes() == text, f"{program} goes on: {words}")


USERS = """#include <algorithm>
#include "elements/program.hpp"
using namespace uneven::elements;
struct Strength : Program {  // of a vertex: the sum of the weights of its edges
  Settings settings;
  explicit Strength(const Settings& s) : settings(s) {}
  std::vector<Group> groups() const override {
    return {{.name = "vertices", .count = settings.elements, .lanes = {8}, .keyed = true, .changes = true},
            {.name = "sum", .central = true, .count = 1, .fields = 1, .message = 1}};
  }
  DataForm data_form() const override { return DataForm::edges; }
  bool links_both_ways() const override { return true; }
  void begin(State& state) const override { state.values[1] = {0}; }
  int next(const State&, int last) const override { return last == 1 ? stop : last + 1; }
  void step(const Batch& batch, Outbox& out) const override {
    for (std::int64_t i = 0; i < batch.count; ++i)
      for (std::int64_t l = batch.link_start[i]; l < batch.link_start[i + 1]; ++l)
        batch.lane<double>(0)[i] += batch.link_weights[l], out.table(1)[0] += batch.link_weights[l];
  }
  void step_central(int, const double* table, State& state) const override { state.values[1] = {table[0]}; }
  std::int64_t iterations(const State& state) const override { return state.values[1][0] != 0; }
  double objective(const State& state) const override { return state.values[1][0]; }
  std::vector<Result> results(const State&) const override { return {}; }
  bool has_output() const override { return true; }
  void output(const Batch& batch, double* to) const override { std::copy_n(batch.lane<double>(0), batch.count, to); }
};
UNEVEN_PROGRAM(Strength)
"""


def programs_of_users_agree(folder):
    compiler = f"g++ -std=c++20 -O1 -shared -fPIC -I {ROOT}/lib"
    pathlib.Path(folder, "strength.cpp").write_text(USERS)
    code, _, words = run(folder, f"{compiler} strength.cpp -o libstrength.so && {compiler} {ROOT}/share/examples/"
                         "word-count.cpp -o libwords.so")
    check(code == 0, words)
    random_numbers = random.Random(SEED + 2)
    edges = [(f"v{random_numbers.randrange(5000)}", f"v{random_numbers.randrange(5000)}",
              random_numbers.randrange(-9, 9)) for _ in range(9000)]
    pathlib.Path(folder, "named.txt").write_text("".join(f"{u} {v} {w}\n" for u, v, w in edges))
    strength = collections.Counter()
    for u, v, w in edges:
        for end in {u, v}:
            strength[end] += w
    _, text = same_everywhere(folder, "strength", "run-bsp ./libstrength.so --data named.txt --element-output out.csv",
                              "out.csv")
    check(text == "".join(f"{v},{strength[v]}\n" for v in sorted(strength)), "weights of links")

    lines = [" ".join(f"w{int(random_numbers.paretovariate(0.6)) % 40000}" for _ in range(random_numbers.randrange(9)))
             for _ in range(9000)]
    pathlib.Path(folder, "text.txt").write_text("\n".join(lines) + "\n")
    count = collections.Counter(word for line in lines for word in line.split())
    _, text = same_everywhere(folder, "words", "run-bsp ./libwords.so --data text.txt --element-output out.csv",
                              "out.csv")
    check(text == "".join(f"{word},{count[word]}\n" for word in sorted(count)), "words of a text")


def main():
    with tempfile.TemporaryDirectory() as folder:
        programs_agree(folder, "gaps")
        programs_agree(folder, "names")
        resumed(folder)
        formats_agree(folder)
        programs_of_users_agree(folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
