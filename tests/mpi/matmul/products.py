#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Compares products of run-matmul with NumPy's, element by element, within n eps |A| |B|.

    products.py [--all]

Without --all every layout, every size and every number of ranks occurs, but not every combination.
"""
import itertools
import subprocess
import sys

import numpy as np

LAYOUTS = ["alpha", "beta", "gamma"]
RANKS = [1, 2, 3, 5, 7, 8]
SIZES = [1, 7, 64, 257, 1000]
SPEEDS = "4,2,1,1.5,0.3,3,1,2.25".split(",")


def combinations():
    layouts = [",".join(layout) for layout in itertools.product(LAYOUTS, repeat=3)]
    if "--all" in sys.argv[1:]:
        return list(itertools.product(RANKS, SIZES, layouts))
    pairs = list(itertools.product(RANKS, SIZES))
    spread = [pairs[7 * i % len(pairs)] for i in range(max(len(layouts), len(pairs)))]
    return [(p, n, layouts[i % len(layouts)]) for i, (p, n) in enumerate(spread)]


def is_right(p, n, layout):
    rng = np.random.default_rng(n)
    a, b = rng.standard_normal((n, n)), rng.standard_normal((n, n))
    # One of them in Fortran order: files of both orders are read.
    np.save("a.npy", np.asfortranarray(a) if p % 2 else a)
    np.save("b.npy", b)
    plan = subprocess.run(["plan-hbsp", "matmul", "--size", str(n), "--layout", layout, "--panel", "48", "--speeds",
                           ",".join(SPEEDS[:p])], check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["run-matmul", "-q", "--check", "--a", "a.npy", "--b", "b.npy", "--c", "c.npy"], check=True,
                   input=plan, stdout=subprocess.DEVNULL)
    c = np.load("c.npy")
    bound = n * np.finfo(float).eps * (np.abs(a) @ np.abs(b))
    return c.shape == (n, n) and bool(np.all(np.abs(c - a @ b) <= bound))


def main():
    tried = combinations()
    wrong = [combination for combination in tried if not is_right(*combination)]
    for p, n, layout in wrong:
        print(f"{p} ranks, size {n}, layout {layout}: wrong")
    print(f"{len(tried) - len(wrong)} of {len(tried)} products right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
