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
    """At any moment as many hosts are slow as are to be, and after a period others are."""
    for seed in range(20):
        draw = random.Random(seed)
        hosts, seconds = draw.choice([8, 32, 128]), draw.uniform(1, 300)
        changes = []
        for text in simulated.moving_load(hosts, seconds):
            host, rest = text.split(":")
            speed, moments = rest.split("@")
            check(float(speed) == simulated.SLOWED_TO and int(host.removeprefix("node")) in range(1, hosts + 1), text)
            changes.append((host, *map(float, moments.split("-"))))
        moments = [draw.uniform(0, seconds) for _ in range(20)]
        slow = [{host for host, first, last in changes if first <= moment < last} for moment in moments]
        check(all(len(one) == simulated.loaded(hosts) for one in slow), f"seed {seed}: {hosts} hosts, {seconds} s: {slow}")
        later = [{host for host, first, last in changes if first <= moment + simulated.PERIOD_S < last} for moment in moments]
        check(not any(a & b for a, b in zip(slow, later)), f"seed {seed}: a host stays slow: {slow} {later}")


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
    # In short loops a thief asks none of whom it knows nothing.
    steal = simulator.loops("KM", [1.5, 1.5, 0.5, 0.5], 10 * elements, "steal", 2)[0]
    check(10 * even < steal < 11 * even, f"steal, in the first loop: {steal} s, even {10 * even} s")
    # Host 1 does a loop's work in 1.5 times as long: it is slow for half of its time.
    loaded = simulator.loops("KM", [1] * 4, elements, "none", 1, [f"node1:0.5@0-{even:.9f}"])[0]
    check(abs(loaded / (1.5 * even) - 1) < 0.03, f"loaded by the clock: {loaded} s, even {even} s")


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
