# SPDX-License-Identifier: MIT
"""Ozawa 2004, back-propagation on rectangles: Table 1, figures 7, 9, 10, 11 and 12."""
import counted
import fig11
import rectangles
from page import table
from simulation import planned
from tools import tool

SHARES = [0.05, 0.10, 0.20, 0.30, 0.35]
JOB = ["--network", "203-80-26", "--samples", 1024]
INPUTS, HIDDEN, OUTPUTS, SAMPLES = 203, 80, 26, 1024
# Fig. 7 as the text at hand has it: t_C(q) for q = C to 5, and t_comm.
T = {1: [0, 0.15, 0.70, 1.95, 4.00], 2: [0, 0.15, 0.50, 0.72], 3: [0, 0.15, 0.50], 4: [0, 0.15], 5: [0]}
T_COMM = {1: 212992.0, 2: 73913.6, 3: 99904.0, 4: 117907.2, 5: 146560.0}


def partition(speeds, *words):
    return planned(["plan-partition", *JOB, "--speeds", ",".join(f"{speed:g}" for speed in speeds), *words], None)


def largest_column(columns, count):
    """t_C(q): the largest width times (k - 1) of the columns of the first `count` processors, from the plan's elements."""
    shares = SHARES[:count]
    elements = partition(shares, "--columns", columns)["predicted"]["elements"]
    between_columns = 2 * (INPUTS + OUTPUTS) * HIDDEN * (columns - 1)
    return (elements - between_columns) / (2 * OUTPUTS * SAMPLES) * sum(shares)


def figure_7():
    """t_C(q) and the elements beside the paper's."""
    elements = {row["columns"]: row["elements"] for row in partition(SHARES)["candidates"]}
    for columns, printed in T.items():
        found = [f"{largest_column(columns, count):.2f}" for count in range(columns, 6)]
        cells = [ours if ours == f"{theirs:.2f}" else f"{ours} (paper: {theirs:.2f})" for ours, theirs in zip(found, printed)]
        yield [str(columns), *[""] * (columns - 1), *cells, f"{elements[columns]:.1f}", f"{T_COMM[columns]:.1f}"]


def partitions():
    """Squares as the paper draws them, by title."""
    strong = fig11.CONDITIONS["A"][:5]
    squares = {f"7: C = {columns}": partition(SHARES, "--columns", columns, "--small-group", 0) for columns in T}
    squares["10: NDP = 3"] = partition([1, 1.5, 2, 2.5, 3, 3.5], "--method", "grid", "--columns", 3)
    squares["9 (a), 12: A, N = 5"] = partition(strong, "--small-group", 0)
    squares["9 (b)"] = partition(strong, "--small-group", 0.06)
    return squares


def make(pool, small):
    yield "ozawa-table-1", table(counted.HEADS, counted.rows()), {}
    yield ("ozawa-7", table(["C", *(f"t_C({count})" for count in range(1, 6)), "t_comm, ours", "paper"], figure_7()),
           {"ozawa-rectangles": rectangles.picture(partitions())})
    yield from fig11.make(pool, small)
