#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Compares products of run-matmul with NumPy's, element by element, within n eps |A| |B|.

    products.py [--all]

Without --all every layout, every size and every number of ranks occurs, but not every combination. Files are of C and
Fortran order, and of matrices and transposed ones.
"""
import itertools
import subprocess
import sys

import numpy as np

LAYOUTS = ["alpha", "beta", "gamma"]
RANKS = [1, 2, 3, 5, 7, 8]
SIZES = ["1", "7", "64", "257", "1000", "7x1x300", "300x5x2", "257x64x1000", "1x90x1"]
SPEEDS = "4,2,1,1.5,0.3,3,1,2.25".split(",")


def combinations():
    layouts = [",".join(layout) for layout in itertools.product(LAYOUTS, repeat=3)]
    if "--all" in sys.argv[1:]:
        return list(itertools.product(RANKS, SIZES, layouts))
    pairs = list(itertools.product(RANKS, SIZES))
    spread = [pairs[7 * i % len(pairs)] for i in range(max(len(layouts), len(pairs)))]
    return [(p, size, layouts[i % len(layouts)]) for i, (p, size) in enumerate(spread)]


def save(name, matrix, rng):
    """In a random order of elements. The option with which run-matmul reads it, if it is saved transposed."""
    transposed = rng.integers(2) == 1
    saved = matrix.T if transposed else matrix
    np.save(f"{name}.npy", np.asfortranarray(saved) if rng.integers(2) else np.ascontiguousarray(saved))
    return [f"--transpose-{name}"] if transposed else []


def is_right(p, size, layout):
    extents = [int(extent) for extent in size.split("x")]
    m, k, n = extents if len(extents) == 3 else 3 * extents
    rng = np.random.default_rng([p, m, k, n])
    a, b = rng.standard_normal((m, k)), rng.standard_normal((k, n))
    transposed = save("a", a, rng) + save("b", b, rng)
    plan = subprocess.run(["plan-hbsp", "matmul", "--size", size, "--layout", layout, "--panel", "48", "--speeds",
                           ",".join(SPEEDS[:p])], check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["run-matmul", "-q", "--check", "--a", "a.npy", "--b", "b.npy", "--c", "c.npy", *transposed],
                   check=True, input=plan, stdout=subprocess.DEVNULL)
    c = np.load("c.npy")
    bound = k * np.finfo(float).eps * (np.abs(a) @ np.abs(b))
    return c.shape == (m, n) and bool(np.all(np.abs(c - a @ b) <= bound))


def main():
    tried = combinations()
    wrong = [combination for combination in tried if not is_right(*combination)]
    for p, size, layout in wrong:
        print(f"{p} ranks, size {size}, layout {layout}: wrong")
    print(f"{len(tried) - len(wrong)} of {len(tried)} products right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
