# SPDX-License-Identifier: MIT
"""HBSP report: what each layout of a product's matrices sends, the costs of the 27 layouts, and how long they take."""
import itertools
import math
import statistics

from chart import chart
from page import seconds, table
from simulation import cluster, planned, simulated
from tools import read_all, tool

LAYOUTS = ["alpha", "beta", "gamma"]
PARTS, SIZE = 16, 48  # of the matrices whose elements are counted one by one
# What the owner of a part of A sends by the report's nine cases, over n^2, with s parts.
CASES = {("alpha", "alpha"): "n^2 / s^(1/2)", ("beta", "alpha"): "n^2 / s^(1/2)", ("gamma", "alpha"): "n^2 / s^(1/2)",
         ("gamma", "gamma"): "n^2", ("beta", "gamma"): "n^2", ("alpha", "gamma"): "n^2",
         ("alpha", "beta"): "n^2 / s", ("gamma", "beta"): "n^2 / s", ("beta", "beta"): "n^2 / s"}
FORMULAS = {"n^2 / s^(1/2)": lambda s: 1 / math.sqrt(s), "n^2": lambda s: 1, "n^2 / s": lambda s: 1 / s}
# What the closing list says of A; its nine cases say the reverse of beta and gamma.
CLOSING = {"alpha": "n^2 / s^(1/2)", "beta": "n^2", "gamma": "n^2 / s"}
SQUARES = [1, 4, 9, 16, 25, 36, 64, 100, 256]
SPEEDS = [4, 3, 2, 2, 1, 1, 1, 1, 1]
PRODUCT = 1200
MULTIPLY_ADDS = 1e9  # in a second, of the slowest processor


def owner(layout, row, column):
    """The part that has an element of a matrix."""
    side = math.isqrt(PARTS)
    if layout == "alpha":
        return row * side // SIZE * side + column * side // SIZE
    return (row if layout == "beta" else column) * PARTS // SIZE


def sent(of_a, of_c):
    """Elements of A that the part which sends most sends: each to all parts of C with elements of its row, itself too, as
    the report counts."""
    receivers = [{owner(of_c, row, column) for column in range(SIZE)} for row in range(SIZE)]
    amount = [0] * PARTS
    for row, column in itertools.product(range(SIZE), repeat=2):
        amount[owner(of_a, row, column)] += len(receivers[row])
    return max(amount)


def cases():
    for number, ((of_a, of_c), formula) in enumerate(CASES.items(), start=1):
        counted = sent(of_a, of_c)
        by_case, by_list = (round(FORMULAS[each](PARTS) * SIZE**2) for each in (formula, CLOSING[of_c]))
        yield [f"({number})", of_a, of_c, f"{counted:,}", f"{formula}: {by_case:,}",
               f"{by_list:,}" + ("" if by_list == counted else " (slip)")]


def communication():
    """Elements that a part gets over n^2, by layout of C and number of parts."""
    found = {}
    for parts in SQUARES:
        rows = planned(["plan-hbsp", "matmul", "--size", PRODUCT, "--speeds", f"{parts}*1"], None)["layouts"]
        for layout in LAYOUTS:
            values = {row["communication"] for row in rows if row["C"] == layout}
            if len(values) > 1:
                raise ValueError(f"the layouts of A and B matter: {values}")
            found[layout, parts] = values.pop() / PRODUCT**2
    return found


def costs(found):
    for parts in SQUARES:
        yield [str(parts), *(f"{found[layout, parts]:.4f}" for layout in LAYOUTS), f"{2 / math.sqrt(parts):.4f}",
               f"{1 + 1 / parts:.4f}"]


def as_superstep(communicated, gap, barrier):
    """What plan-hbsp cost says of the product as one superstep: P_i has s_i parts, and its g_i is g / s_i."""
    total = sum(SPEEDS)
    lines = f"product,*,{PRODUCT**3},{communicated * total}\n"
    gaps = ",".join(f"{gap / speed:.17g}" for speed in SPEEDS)
    return read_all(tool("plan-hbsp", "cost", "-", "-q", "--speeds", ",".join(map(str, SPEEDS)), "--gap", gaps, "--barrier",
                         barrier, text=lines))[0]["predicted"]["cost"]


def one_layout(layout, speeds):
    """The plan, and its simulated and planned seconds."""
    words = ["--size", PRODUCT, "--processors", len(SPEEDS), "--layout", ",".join(layout)]
    plan = planned(["plan-hbsp", "matmul", *words], speeds)
    return plan, *simulated(plan, speeds)


def products(pool, layouts):
    """A row for each layout of C: the model's cost, as two commands tell it, and seconds on simulated hosts.

    layouts  of A, B and C; among them those that are one for all three
    """
    speeds = cluster(["matmul"], [speed * MULTIPLY_ADDS for speed in SPEEDS], "1gbit")
    found = dict(zip(layouts, pool.map(lambda layout: one_layout(layout, speeds), layouts)))
    for of_c in LAYOUTS:
        same = {layout: result for layout, result in found.items() if layout[2] == of_c}
        plan, own, predicted = same[of_c, of_c, of_c]
        row = next(row for row in plan["layouts"] if row["C"] == of_c)
        cost = as_superstep(row["communication"], plan["gap"], plan["barrier"])
        taken = sorted(result[1] for result in same.values())
        yield [of_c, f"{row['communication']:,.0f}", f"{row['total']:,.0f}", f"{cost:,.0f}",
               *map(seconds, (row["total"] / MULTIPLY_ADDS, predicted, own, taken[0], statistics.median(taken), taken[-1]))]


def make(pool, small):
    heads = ["case", "A", "C", "elements sent, counted", "by the report's case", "by its closing list"]
    yield "hbsp-cases", table(heads, cases()), {}
    found = communication()
    series = {layout: [(parts, found[layout, parts]) for parts in SQUARES] for layout in LAYOUTS}
    yield ("hbsp-costs", table(["s", *LAYOUTS, "2 / s^(1/2)", "1 + 1 / s"], costs(found)),
           {"hbsp": chart(series, "s, equal processors", "elements of A and B that a part gets, over n²")})
    heads = ["C", "elements of a part", "cost: plan-hbsp matmul", "plan-hbsp cost", "cost in seconds", "planned",
             "simulated, A and B laid out as C", "fastest of nine", "median", "slowest"]
    layouts = zip(*[LAYOUTS] * 3) if small else itertools.product(LAYOUTS, repeat=3)
    yield "hbsp-products", table(heads, products(pool, list(layouts))), {}
