#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""plan-hbsp against another way to the same values. The costs of supersteps: exact fractions, and bisection for the best
shares. The blocks of rectangular products: all ways to put the processors into columns or rows.

    tests/cli/plan-hbsp/oracle.py [SEED [CASES]]
"""
import json
import math
import pathlib
import random
import subprocess
import sys
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent))
from harness import check, environment, finish  # noqa: E402


def plan(words, table=""):
    done = subprocess.run(["plan-hbsp", *words], input=table, capture_output=True, text=True, env=environment(), timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def near(found, expected):
    return abs(found - float(expected)) <= 1e-9 * max(1e-300, abs(float(expected)))


def random_program(rng, processors):
    """Supersteps: own work and traffic of each processor, and what is shared out. None is without either."""
    steps = []
    for _ in range(rng.randint(1, 4)):
        own = [[rng.choice([0, rng.randint(1, 50)]) for _ in range(processors)] for _ in range(2)]
        shared = [rng.choice([0, rng.randint(1, 200)]), rng.choice([0, rng.randint(1, 20)])] if rng.random() < 0.6 else [0, 0]
        if not any(own[0] + own[1] + shared):
            own[0][0] = 1
        steps.append((own, shared))
    return steps


def table_of(steps):
    lines = []
    for k, ((work, traffic), shared) in enumerate(steps):
        lines += [f"s{k}\t{i}\t{w}\t{h}" for i, (w, h) in enumerate(zip(work, traffic)) if w or h]
        lines += [f"s{k}\t*\t{shared[0]}\t{shared[1]}"] if any(shared) else []
    return "\n".join(lines) + "\n"


def times(speeds, gaps, work, traffic):
    return [w / s + g * h for w, s, g, h in zip(work, speeds, gaps, traffic)]


def least_end(own, whole):
    """The least T by which all own times end and the parts of `whole` that processors do by T add up to 1."""
    if any(w == 0 for w in whole):
        return max(own)
    low, high = Fraction(0), max(own) + max(whole)
    for _ in range(80):
        middle = (low + high) / 2
        done = sum((max(Fraction(0), middle - t) / w for t, w in zip(own, whole)), Fraction(0))
        low, high = (low, middle) if done >= 1 else (middle, high)
        low, high = (Fraction(float(x)) for x in (low, high))
    return max(high, *own)


def check_program(rng, label):
    processors = rng.randint(1, 6)
    speeds = [Fraction(rng.randint(1, 40), 4) for _ in range(processors)]
    gaps = [Fraction(rng.randint(0 if processors == 1 else 1, 16), 8) for _ in range(processors)]
    barrier = Fraction(rng.randint(0, 8), 4)
    steps = random_program(rng, processors)
    gap = ",".join(str(float(g)) for g in gaps) if processors > 1 else str(float(gaps[0]))
    costs = plan(["cost", "-", "--speeds", ",".join(str(float(s)) for s in speeds), "--gap", gap, "--barrier",
                  str(float(barrier))], table_of(steps))
    everything = [Fraction(0), Fraction(0)]
    for step, ((work, traffic), shared) in zip(costs["supersteps"], steps):
        part = [s / sum(speeds) for s in speeds]
        by_speed = times(speeds, gaps, [w + x * shared[0] for w, x in zip(work, part)],
                         [h + x * shared[1] for h, x in zip(traffic, part)])
        cost = max(by_speed) + barrier
        moved = shared if any(shared) else [sum(work), sum(traffic)]
        own = times(speeds, gaps, work, traffic) if any(shared) else [Fraction(0)] * processors
        whole = times(speeds, gaps, [moved[0]] * processors, [moved[1]] * processors)
        best = min(cost, least_end(own, whole) + barrier)
        name = f"{label}, superstep {step['name']}: "
        check(near(step["cost"], cost), f"{name}cost {step['cost']}, not {float(cost)}")
        bottleneck = step["bottleneck"]
        check(near(float(by_speed[bottleneck] + barrier), cost), f"{name}processor {bottleneck} takes less than another")
        check(all(t < by_speed[bottleneck] or near(float(t), by_speed[bottleneck]) for t in by_speed),
              f"{name}processor {bottleneck} is not the one that takes longest")
        check(near(step["best_cost"], best), f"{name}best_cost {step['best_cost']}, not {float(best)}")
        if step["best_shares"]:
            shares = step["best_shares"]
            reached = max(t + x * w for t, x, w in zip(map(float, own), shares, map(float, whole))) + float(barrier)
            check(near(sum(shares), 1) and min(shares) >= 0, f"{name}{shares} are no shares")
            check(near(min(reached, step["cost"]), best), f"{name}its shares take {reached}, not {float(best)}")
        else:
            check(not any(shared) and near(float(best), cost), f"{name}no shares although some are better")
        everything = [everything[0] + cost, everything[1] + best]
    for member, value in zip(("cost", "best_cost"), everything):
        check(near(costs["predicted"][member], value), f"{label}: {member} of all {costs['predicted'][member]}")


def groupings(items):
    """All ways to put items into groups whose order does not matter."""
    if not items:
        yield []
        return
    for rest in groupings(items[1:]):
        yield [[items[0]], *rest]
        for i in range(len(rest)):
            yield [*rest[:i], [items[0], *rest[i]], *rest[i + 1:]]


def half_perimeters(groups, across, along):
    """Of blocks in groups that stand side by side: `along` the groups, `across` for their full height."""
    return sum(across + len(group) * sum(group) * along for group in groups)


def check_product(rng, label):
    rows, inner, columns = (rng.randint(30, 3000) for _ in range(3))
    speeds = [rng.randint(1, 12) for _ in range(rng.randint(1, 6))]
    product = plan(["matmul", "--size", f"{rows}x{inner}x{columns}", "--speeds", ",".join(map(str, speeds))])
    areas = [s / sum(speeds) for s in speeds]
    # In cells over sqrt(rows columns); a column is as high as the matrix, a row as wide.
    mean = math.sqrt(rows * columns)
    upright = min(half_perimeters(groups, rows / mean, columns / mean) for groups in groupings(areas))
    lying = min(half_perimeters(groups, columns / mean, rows / mean) for groups in groupings(areas))
    shorter = min(rows, columns) / mean
    bound = sum(2 * math.sqrt(a) if math.sqrt(a) <= shorter else shorter + a / shorter for a in areas)
    found = product["predicted"]
    check(near(found["ratio"], min(upright, lying) / bound),
          f"{label}: ratio {found['ratio']}, not {min(upright, lying) / bound} of {rows} x {columns}, speeds {speeds}")
    check(near(found["lower_bound"], inner * mean * bound), f"{label}: lower bound {found['lower_bound']}")
    first = "columns" if upright < lying else "rows"
    lines = {}
    for block in product["rectangles"]:
        lines.setdefault(block[first]["first"], set()).add(block[first]["count"])
    if not near(upright, lying):
        check(all(len(counts) == 1 for counts in lines.values()),
              f"{label}: {rows} x {columns}, speeds {speeds}: blocks are not in {first}")
    cells = sum(b["rows"]["count"] * b["columns"]["count"] for b in product["rectangles"])
    check(cells == rows * columns, f"{label}: blocks of {cells} cells of {rows} x {columns}")
    check(found["elements"] == inner * sum(b["rows"]["count"] + b["columns"]["count"] for b in product["rectangles"]),
          f"{label}: elements {found['elements']}")


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.randrange(2**32)
    cases = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    print(f"seed {seed}")
    for case in range(cases):
        rng = random.Random(f"{seed} {case}")
        check_program(rng, f"seed {seed}, case {case}")
        check_product(rng, f"seed {seed}, case {case}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
