#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Elements that make others and are removed, in groups of all kinds: the same as in lists of Python, and the same bits on
any number of ranks and threads, in every relocation mode with moves forced after every superstep, and after a resume on
other ranks."""
import itertools
import pathlib
import random
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, check, in_new_folder, result_of_supersteps, run  # noqa: E402

SEED = 20120312
CELLS, ROUNDS, PRIME = 500, 9, 1_000_003
FORCED = "--trigger-constants 0,0,0 --slow 0:0.5@1-99"
RUNS = ["-n 1", "-n 1 --threads 4", "-n 2 --threads 3", "-n 8", f"-n 2 --relocation sync {FORCED}",
        f"-n 3 --threads 2 --relocation async {FORCED}", f"-n 8 --relocation async {FORCED}",
        f"-n 5 --relocation blocks=3 {FORCED}", f"-n 4 --threads 2 --relocation steal {FORCED}",
        "-n 3 --relocation steal --param pause_ns=500000 --slow 0:0.2@1-99"]
OUTPUTS = {"Cell.digest": "digest.csv", "Cell.energy": "energy.csv", "Nest.food": "food.csv", "Egg.seed": "seed.npy"}
stolen = [0]  # runs in which blocks were


class Cell:
    def __init__(self, energy, parent=-1, digest=1):
        self.energy, self.parent, self.digest, self.inbox, self.alive = energy, parent, digest, [], True

    def f(self, key, count, told):
        for sender, length in sorted(self.inbox, key=lambda letter: letter[0]):
            self.digest = (self.digest * 31 + sender * 7 + length) % PRIME
        self.inbox = []
        self.digest = (self.digest * 5 + key + count) % PRIME
        self.digest = (self.digest + (told or 0)) % PRIME


def alive(elements):
    return [(key, element) for key, element in enumerate(elements) if element.alive]


class Nest:
    def __init__(self, food=1.0):
        self.food, self.message, self.alive = food, None, True


class Egg:
    def __init__(self, parent, seed):
        self.parent, self.seed, self.alive = parent, seed, True


class Colony:
    """What tests/mpi/colony.cpp does, group after group."""

    def __init__(self, energies):
        self.cells, self.nests, self.eggs = [Cell(energy) for energy in energies], [Nest() for _ in range(3)], []
        self.told, self.counted, self.made, self.steps = None, 0, 0, [0, 0, 0]

    def cells_live(self):
        living, new = alive(self.cells), []
        for key, cell in living:
            cell.f(key, len(living), self.told)
        for key, cell in living:
            children = cell.digest % 4 // 2
            new += [Cell(cell.energy / 2 + n, key, n) for n in range(children)]
            if cell.digest % 7 == 1:
                self.eggs.append(Egg(key, cell.digest))
            if cell.parent >= 0:
                self.cells[cell.parent].inbox.append((key, cell.digest % 5))
            nest = self.nests[key % 3]
            nest.message = cell.energy if nest.message is None else nest.message / 2 + cell.energy
            cell.alive = cell.digest % 5 >= 2
        self.told, self.counted, self.made = sum(key % 3 for key, _ in living), len(living), self.made + len(new)
        self.cells += new
        self.cells[CELLS + self.made - 1].inbox.append((0, len("queen")))
        self.eggs += [Egg(n, self.steps[0]) for n in range(self.steps[0] % 3)]
        if self.steps[0] % 2 == 1:
            self.nests.append(Nest(float(self.counted)))
        self.cells.append(Cell(float(self.made), 1))

    def nests_live(self):
        for key, nest in alive(self.nests):
            if nest.message is not None:
                nest.food = nest.message / 3
            if (key + self.steps[1]) % 2 == 0:
                self.nests.append(Nest(nest.food / 2))
            nest.alive = (key + self.steps[1]) % 7 != 6
        for nest in self.nests:
            nest.message = None

    def eggs_live(self):
        for key, egg in alive(self.eggs):
            self.cells[egg.parent].inbox.append((key, len("egg")))
            if self.steps[2] % 4 == egg.seed % 4:
                self.cells.append(Cell(1, egg.parent, egg.seed))
                egg.alive = False

    def run(self, rounds):
        for _ in range(rounds):
            for group, live in enumerate([self.cells_live, self.nests_live, self.eggs_live]):
                live()
                self.steps[group] += 1
        return self


def outputs(folder, options):
    files = " ".join(f"--element-output {field}={path}" for field, path in OUTPUTS.items())
    code, out, words = run(folder, f"run-bsp ./libcolony.so -q --data cells.csv {files} {options}")
    if code:
        print(words)
        return code, None
    result = result_of_supersteps(out)
    del result["parameters"]
    stolen[0] += "took them from" in out
    return result, [pathlib.Path(folder, path).read_bytes()
                                       for path in [*OUTPUTS.values(), "seed.keys.npy"]]


def colonies(folder):
    draw = random.Random(SEED)
    energies = [draw.random() for _ in range(CELLS)]
    pathlib.Path(folder, "cells.csv").write_text("".join(f"{energy!r}\n" for energy in energies))
    code, _, words = run(folder, "g++ -std=c++20 -O2 -Wall -Wextra -Werror -shared -fPIC "
                         f"-I{ROOT}/lib {ROOT}/tests/mpi/colony.cpp -o libcolony.so")
    check(code == 0, f"the colony compiles without warnings\n{words}")
    colony = Colony(energies).run(ROUNDS)
    first = result, files = outputs(folder, f"--iterations {ROUNDS} -n 3")
    check(result["cells"] == colony.counted and result["made"] == colony.made, "as many cells as in Python")

    def lines(elements, value):
        return "".join(f"{key},{value(element)!r}\n" for key, element in alive(elements)).encode()
    check(files[0] == lines(colony.cells, lambda cell: cell.digest), "digests as in Python")
    energies = {int(key): float(energy) for key, energy in (line.split(b",") for line in files[1].splitlines())}
    check(energies == {key: cell.energy for key, cell in alive(colony.cells)}, "energies as in Python")
    foods = {int(key): float(food) for key, food in (line.split(b",") for line in files[2].splitlines())}
    check(foods == {key: nest.food for key, nest in alive(colony.nests)}, "food as in Python")
    keys, seeds = zip(*((key, egg.seed) for key, egg in alive(colony.eggs)))
    check(numpy.load(f"{folder}/seed.npy").tolist() == list(seeds) and
          numpy.load(f"{folder}/seed.keys.npy").tolist() == list(keys), "eggs as in Python")
    removed = sum(not cell.alive for cell in colony.cells)
    print(f"{len(colony.cells)} cells, {removed} of them removed, {len(colony.nests)} nests, {len(colony.eggs)} eggs")
    check(removed > 1000 and len(keys) < len(colony.eggs) and len(colony.nests) > 64, "much happens")
    for ranks in RUNS:
        check(outputs(folder, f"--iterations {ROUNDS} {ranks}") == first, f"{ranks}: the same bits")
    print(f"eggs were stolen in {stolen[0]} runs")
    for before, then in itertools.product(("-n 2", f"-n 5 --relocation async {FORCED}"),
                                          ("-n 1", f"-n 4 --threads 2 --relocation steal {FORCED}")):
        outputs(folder, f"--iterations 4 {before} --checkpoint c")
        found = outputs(folder, f"--iterations {ROUNDS} {then} --checkpoint c --resume")
        check(found == first, f"the same after a resume, {before}, {then}")
        pathlib.Path(folder, "c").unlink()


ON_LANES = """
#include "elements/program.hpp"
using namespace uneven::elements;
struct Lanes : Program {
  Settings settings;
  Lanes(const Settings& s) : settings(s) {}
  DataForm data_form() const override { return DataForm::edges; }
  std::vector<Group> groups() const override {
    return {{.name = "vertices", .count = settings.elements, .lanes = {8, 1}, .changes = true, .varies = true}};
  }
  void begin(State&) const override {}
  int next(const State&, int last) const override { return last < 0 ? 0 : stop; }
  void step(const Batch&, Outbox& out) const override { out.make(0); }
  std::int64_t iterations(const State&) const override { return 0; }
  double objective(const State&) const override { return 0; }
  std::vector<Result> results(const State&) const override { return {}; }
};
UNEVEN_PROGRAM(Lanes)
"""


def refused(folder):
    """Elements of a graph are those of the data."""
    source = (ROOT / "tests/mpi/cores.cpp").read_text().replace("out.remove()", "out.make<Vertex>({})")
    pathlib.Path(folder, "more.cpp").write_text(source)
    code, _, words = run(folder, f"g++ -std=c++20 -fsyntax-only -I{ROOT}/lib more.cpp")
    check(code != 0 and "no others can be made" in words, f"no vertex can be made: {words}")
    pathlib.Path(folder, "lanes.cpp").write_text(ON_LANES)
    pathlib.Path(folder, "edges.txt").write_text("0 1\n1 2\n")
    code, _, words = run(folder, f"g++ -std=c++20 -shared -fPIC -I{ROOT}/lib lanes.cpp -o liblanes.so && "
                         "run-bsp ./liblanes.so -n 3 -q --data edges.txt")
    check(code == 65 and "elements of the group vertices are made, which are those of the data" in words,
          f"no vertex can be made on lanes: {words}")


print(f"seed {SEED}")
in_new_folder(colonies, refused)
