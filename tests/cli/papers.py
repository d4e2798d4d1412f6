#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The page with the figures of the papers: sections that follow from the papers alone are those of the page, byte for byte; a
small form of the others runs, and keeps to what the papers measured.

What is simulated is skipped, in words, where mpi-runner-simulated is not built. The last line is `N passed, N failed`.
"""
import importlib.machinery
import importlib.util
import os
import sys

from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from harness import ROOT, check, finish  # noqa: E402

FOLDER = ROOT / "tests/experiments/papers"
BUILD = (ROOT / os.environ.get("BUILD", "build")).resolve()
FIXED = ["ozawa-table-1", "ozawa-7", "nonomura-4", "hbsp-cases", "hbsp-costs"]
SIMULATED = ["ozawa-11-then", "ozawa-11-ratios", "hbsp-products", "okada-5", "okada-6", "okada-table-3", "okada-7",
             "okada-8", "okada-join"]
LAST_FIXED = {"ozawa": "ozawa-7", "nonomura": "nonomura-5", "hbsp": "hbsp-costs"}  # of a paper's sections, if any is fixed


def program():
    """The script of the experiments as a module."""
    sys.dont_write_bytecode = True
    sys.path.insert(1, str(FOLDER))
    loader = importlib.machinery.SourceFileLoader("papers_run", str(FOLDER / "run"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("papers_run", loader))
    loader.exec_module(module)
    return module


def rows(lines):
    """The cells of a table below its heads."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")][2:]


def sections(simulator):
    """Lines and pictures by name; without the simulator those before the first that needs it."""
    found, made = {}, program().made
    for paper in ["ozawa", "nonomura", "hbsp", "okada"] if simulator else LAST_FIXED:
        for name, lines, pictures in made([paper], 2, small=True):
            found[name] = lines, pictures
            if name == LAST_FIXED.get(paper) and not simulator:
                break
    return found


def fixed(found):
    page = (FOLDER / "README.md").read_text()
    for name in FIXED:
        lines, pictures = found[name]
        section = f"<!-- {name} -->\n\n" + "\n".join(lines) + "\n<!-- end -->\n"
        check(section in page, f"{name} of the page is another one: {lines}")
        for picture, text in pictures.items():
            check((FOLDER / f"{picture}.svg").read_text() == text, f"{picture}.svg of the page is another one")
    for line in found["nonomura-5"][0]:
        check(line in page, f"no line of the page: {line}")


def seconds(cell):
    value, unit = cell.split()
    return float(value) * {"s": 1, "ms": 1e-3}[unit]


def near(cell, printed, within):
    return abs(float(cell) / printed - 1) <= within


def simulated(found):
    missing = [name for name in SIMULATED if not rows(found[name][0])]
    check(not missing, f"sections without rows: {missing}")
    for condition, hosts, *cells in rows(found["ozawa-11-then"][0]):
        check(cells[-1] == "yes", f"figure 11, {condition} with {hosts} hosts: {cells}")
    products = rows(found["hbsp-products"][0])
    check(all(row[2] == row[3] for row in products), f"two commands have one cost: {products}")
    alpha, beta, gamma = (seconds(row[6]) for row in products)
    check(alpha < beta and alpha < gamma, f"alpha is not the fastest: {products}")
    taken = {row[0]: row[1:] for row in rows(found["okada-5"][0])}
    check(near(taken["8"][3], 27.21, 0.02) and near(taken["8"][1], 27.21, 0.001), f"Table 2 of Okada: {taken}")
    for method, *cells in rows(found["okada-table-3"][0]):
        if cells[-1] and method != "static-process":
            check(near(cells[-2], float(cells[-1]), 0.2), f"Table 3 of Okada, {method}: {cells}")
    for processors, simple, staircase in rows(found["okada-join"][0]):
        check(float(staircase) < float(simple), f"the staircase on {processors} processors: {staircase} s, {simple} s")


def main():
    os.environ["PATH"] = f"{BUILD / 'bin'}:{os.environ['PATH']}"
    simulator = (BUILD / "bin/mpi-runner-simulated").exists()
    found = sections(simulator)
    fixed(found)
    if simulator:
        simulated(found)
    else:
        print("skipped: built without SimGrid, see make deps-simulate")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
