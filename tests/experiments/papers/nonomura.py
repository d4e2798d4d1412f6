# SPDX-License-Identifier: MIT
"""Nonomura, reductions with communication delay: trees of figure 4, their processors, and figure 5."""
import functools
import json

from chart import charts
from page import table
from simulation import planned
from tools import tool

SHAPES = ["optimal", "binary", "binomial", "list"]
RATIOS = [0, 1, 2, 5, 16]  # m / n, of sending a result to an operation
ITEMS = [2**k for k in range(21)]
IN_THE_TABLE = [16, 1024, 2**17, 2**20]
CASES = [(1, 1, 2), (2, 1, 2), (1, 2, 2), (3, 1, 2), (1, 1, 3), (5, 2, 4)]  # m, n, i


def tree(m, n, *words, arity=2):
    return planned(["plan-reduction-tree", "--transfer", m, "--compute", n, "--arity", arity, *words], None)


@functools.lru_cache(maxsize=None)
def processors(h, m, n, i):
    """P(h) with n the time of an operation: the recurrence as the paper's own limits need it."""
    if h < n:
        return 0
    return 1 if h < m + 2 * n else processors(h - n, m, n, i) + (i - 1) * processors(h - n - m, m, n, i)


@functools.lru_cache(maxsize=None)
def printed(h, m, n, i):
    """N_h as the paper prints it, which takes m for the operation."""
    if h < m:
        return 0
    return 1 if h < 2 * m + n else printed(h - m, m, n, i) + (i - 1) * printed(h - m - n, m, n, i)


@functools.lru_cache(maxsize=None)
def items(h, m, n, i):
    """L(h), the most items that h time units can join."""
    return 1 if h < n else items(h - n, m, n, i) + (i - 1) * max(1, items(h - n - m, m, n, i))


def trees():
    for m, n, arity in CASES:
        heights = range(n, 5 * (m + n) + 1)
        plans = {h: tree(m, n, "--height", h, arity=arity) for h in heights}
        ours = {h: (len(plan["processors"]), plan["items"]) for h, plan in plans.items()}
        needed = {h: (processors(h, m, n, arity), items(h, m, n, arity)) for h in heights}
        same = sum(ours[h] == needed[h] for h in heights)
        as_printed = sum(ours[h][0] == printed(h, m, n, arity) for h in heights)
        yield [str(m), str(n), str(arity), f"{heights[0]} to {heights[-1]}", " ".join(str(ours[h][0]) for h in heights[:10]),
               f"{same} of {len(heights)}", f"{as_printed} of {len(heights)}"]


def steps(ratio, count):
    """Steps of each shape."""
    plan = tree(ratio, 1, "--items", count)
    return {"optimal": plan["finish"], **plan["compared"]}


def in_sight(found, ratio, shape):
    """The points of a curve, for a list only those that do not flatten all others."""
    rows = [(count, taken) for (at, count), taken in found.items() if at == ratio]
    highest = max(value for _, taken in rows for name, value in taken.items() if name != "list")
    return [(count, taken[shape]) for count, taken in rows if taken[shape] <= highest]


def figure_5(found, counts, ratios):
    def power(count):
        return count.bit_length() - 1
    return charts({f"m / n = {ratio}": ({shape: [(power(count), value) for count, value in in_sight(found, ratio, shape)]
                                         for shape in SHAPES}, "items, as powers of 2", "steps") for ratio in ratios})


def savings(found, counts, ratios):
    for ratio in ratios:
        for count in counts:
            taken = found[ratio, count]
            saved = 1 - taken["optimal"] / taken["binary"] if taken["binary"] else 0
            yield [str(ratio), f"{count:,}", *(f"{taken[shape]:,.0f}" for shape in SHAPES), f"{saved:.0%}"]


def make(pool, small):
    yield ("nonomura-4", table(["m", "n", "i", "heights", "processors of the first heights", "as the recurrence needs",
                                "as the paper prints it"], trees()),
           {"nonomura-tree": tool("show-plan", "-q", "--svg", text=json.dumps(tree(1, 1, "--height", 5)))})
    counts = ITEMS[:12] if small else ITEMS
    ratios = RATIOS[:2] if small else RATIOS
    keys = [(ratio, count) for ratio in ratios for count in reversed(counts)]
    found = dict(zip(keys, pool.map(lambda key: steps(*key), keys)))
    heads = ["m / n", "items", *SHAPES, "optimal saves, of binary"]
    yield ("nonomura-5", table(heads, savings(found, [count for count in IN_THE_TABLE if count in counts], ratios)),
           {"nonomura-5": figure_5(found, counts, ratios)})
