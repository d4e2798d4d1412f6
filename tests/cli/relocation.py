#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The simulated experiments with relocation: their load, their loops and their page.

Loops are skipped, in words, where mpi-runner-simulated is not built. The last line is `N passed, N failed`.
"""
import importlib.machinery
import importlib.util
import os
import random
import sys
import tempfile

from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from harness import ROOT, check, finish  # noqa: E402

FOLDER = ROOT / "tests/experiments/relocation"
BUILD = (ROOT / os.environ.get("BUILD", "build")).resolve()
sys.path.insert(0, str(FOLDER))
sys.dont_write_bytecode = True
import page  # noqa: E402
import paper  # noqa: E402
import simulator  # noqa: E402


def program(name):
    """A script of the experiments as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(FOLDER / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def test_load(simulated):
    """In each loop as much speed is missing as the slow hosts lack, and with loops of a period other hosts lack it each time."""
    for seed in range(20):
        draw = random.Random(seed)
        hosts, ratio, count = draw.choice([8, 32, 128]), draw.choice([0.1, 0.25, 0.3, 0.5, 1, 1.7, 2]), draw.randrange(1, 30)
        missing, slow = [0] * count, [set() for _ in range(count)]
        for text in simulated.moving_load(hosts, ratio, count):
            host, rest = text.split(":")
            speed, loops = rest.split("@")
            first, last = map(int, loops.split("-"))
            check(first == last and 0 < float(speed) < 1, f"seed {seed}: {text}")
            missing[first - 1] += 1 - float(speed)
            slow[first - 1].add(host)
        wanted = simulated.loaded(hosts) * (1 - simulated.SLOWED_TO)
        check(all(abs(value - wanted) < 1e-4 for value in missing), f"seed {seed}: {hosts} hosts, {ratio} periods: {missing}")
        check(ratio != 1 or not any(a & b for a, b in zip(slow, slow[1:])), f"seed {seed}: a host stays slow: {slow}")


def test_loops():
    """Against the times that follow from shares and speeds alone."""
    elements = 4 * 40 * simulator.BLOCK
    even = elements / 4 / paper.speed("KM")
    rich = simulator.loops("KM", [1.5, 1.5, 0.5, 0.5], elements, "none", 2)[1]
    check(abs(rich / (1.5 * even) - 1) < 0.01, f"none: {rich} s, even {even} s")
    sync, asynchronous = (simulator.loops("KM", [1.5, 1.5, 0.5, 0.5], elements, mode, 2)[1] for mode in ("sync", "async"))
    moving = 20 * simulator.BLOCK * 24 / 118e6
    check(abs(sync / (even + moving) - 1) < 0.05, f"sync: {sync} s, even {even} s and moving {moving} s")
    check(abs(asynchronous / even - 1) < 0.05, f"async: {asynchronous} s, even {even} s")


def test_page():
    check(abs(paper.serial_part({p: 2 + 30 / p for p in (5, 10, 30)}) - 2) < 1e-9, "serial part of 2 + 30 / p")
    text = page.between_marks("a\n<!-- x -->\nold\n<!-- end -->\nb\n", "x", ["new"])
    check(text == "a\n<!-- x -->\n\nnew\n<!-- end -->\nb\n", text)
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
        file.write("// words\nint a;\n\n  // more\nvoid f(int b) {\n  a = b;  // words\n}\nvoid g() {\n}\n")
        file.flush()
        lines = program("table1").lines
        check((lines(Path(file.name)), lines(Path(file.name), "f")) == (6, 3), "lines of a file and of a function")


def main():
    os.environ["PATH"] = f"{BUILD / 'bin'}:{os.environ['PATH']}"
    test_load(program("simulated"))
    test_page()
    if (BUILD / "bin/mpi-runner-simulated").exists():
        test_loops()
    else:
        print("skipped: built without SimGrid, see make deps-simulate")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
