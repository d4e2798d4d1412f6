# SPDX-License-Identifier: MIT
"""Okada 1993, search by examples: figures 5 to 8, tables 2 and 3, and appendix 1.

predicted   by the formulas of section 3.2 (plan-search with times in place of a network)
planned     by plan-search with the network, which replays the messages
simulated   by simulate-run
"""
import marks
from page import table
from simulation import cluster, planned, simulated

METHODS = ["equal-data", "static-process", "synchronous-data", "asynchronous-data", "dynamic-process"]
OURS = ["self-scheduling", "stealing"]
PROCESSORS = [1, 2, 4, 8, 16, 32, 256]


class Machine:
    """example_s  of one example on one processor; start_s  of one process; message_s  of one end of a message, which takes no
    time between the ends."""

    def __init__(self, example_s, start_s, message_s, gap_s_per_byte):
        self.example_s, self.start_s, self.message_s = example_s, start_s, message_s
        self.network = {"latency_s": 2 * message_s, "message_s": message_s, "gap_s_per_byte": gap_s_per_byte,
                        "barrier_s": 2 * message_s}


# iPSC/2: Table 2 for the example; 0.06 s at the sender's and 0.08 s at the receiver's end; 2.8 MB/s is the machine's link.
IPSC = Machine(206.12 / 5000, 0.18, 0.07, 1 / 2.8e6)
# Symmetry: Table 3 for the example, one spin lock for both ends; the memory is common, so that bytes take next to no time.
SYMMETRY = Machine(15.93 / 10000, 0.015, 0.17e-2 / 2, 1e-10)
TABLE_2 = {1: 206.12, 8: 27.21}
TABLE_3 = {("equal-data", 1): 15.93, ("equal-data", 8): 4.42, ("static-process", 1): 15.33, ("static-process", 8): 16.62,
           ("synchronous-data", 8): 4.48, ("asynchronous-data", 8): 5.63, ("dynamic-process", 1): 15.28,
           ("dynamic-process", 8): 4.85}
# Examples in a second that the common memory lets all processors scan together, from 4.42 s, the one number of Table 3 that
# is not compared.
BUS = 10000 / TABLE_3["equal-data", 8]
# A scanning rank of ours looks at its messages every 1,024 examples or 0.4 ms: an example of the paper's takes as long as so
# many of ours, lest a look be a part of the scan.
OF_OURS = 1000


def speed(machine, method, count, bus):
    """Examples in a second of a processor, if a bus limits what those that scan do together."""
    scanning = count - 1 if method == "synchronous-data" and count > 1 else count
    return min(1 / machine.example_s, (bus or float("inf")) / scanning)


def share(machine, method, examples, count, bus=None):
    """Seconds predicted, planned and simulated."""
    each = speed(machine, method, count, bus)
    words = ["plan-search", "--examples", examples * OF_OURS, "--method", method]
    speeds = cluster(["search"], [each * OF_OURS] * count, machine.network)
    plan = planned(words, speeds)
    taken, replayed = simulated(plan, speeds)
    starts = ["--start-s", machine.start_s, "--message-s", machine.message_s, "--answer-s", 0, "--join", "simple"]
    times = [*words, "--processors", count, "--task-s", 1 / each / OF_OURS, *starts]
    formula = next(row["seconds"] for row in planned(times, None)["methods"] if row["method"] == method)
    return formula, replayed, taken


def shares(pool, machine, cases, bus=None):
    """Seconds by case. @param cases  (method, examples, processors); those without a worker are left out."""
    cases = [case for case in cases if case[2] > 1 or case[0] == "equal-data"]
    return dict(zip(cases, pool.map(lambda case: share(machine, *case, bus), cases)))


def text(value):
    return "" if value is None else f"{value:.2f}"


def efficiency(alone, seconds, count):
    return 100 * alone / seconds / count


def figure_5(pool, counts):
    found = shares(pool, IPSC, [("equal-data", 5000, count) for count in counts])
    rows = []
    for count in counts:
        formula, replayed, taken = found["equal-data", 5000, count]
        rows.append([str(count), *map(text, (formula, formula + (count - 1) * IPSC.start_s, replayed, taken,
                                             TABLE_2.get(count)))])
    alone = TABLE_2[1]
    series = {name: [(count, alone / found["equal-data", 5000, count][at]) for count in counts if count <= 32]
              for at, name in ((0, "predicted"), (2, "simulated"))}
    printed = {"simulated": [(count, alone / taken) for count, taken in TABLE_2.items()]}
    return (table(["processors", "predicted, s", "with a start for each", "planned, s", "simulated, s", "paper, s"], rows),
            (series, printed, "processors", "speed-up"))


def figure_6(pool, sizes):
    counts = [2, 4, 8]
    found = shares(pool, IPSC, [("equal-data", size, count) for size in sizes for count in counts])

    def speedup(size, count, at=2):
        return size * IPSC.example_s / found["equal-data", size, count][at]
    rows = [[f"{size:,}", *(f"{speedup(size, count, 0):.2f} / {speedup(size, count):.2f}" for count in counts)]
            for size in sizes]
    series = {f"{count} processors": [(size, speedup(size, count)) for size in sizes] for count in counts}
    return (table(["examples", *(f"{count} processors: speed-up predicted / simulated" for count in counts)], rows),
            (series, {}, "examples", "speed-up"))


def table_3(free, limited):
    """Ten thousand examples on eight processors of the Symmetry. @param free, limited  without and with the bus."""
    for method in METHODS + OURS:
        case = (method, 10000, 8)
        formula, _, alone = free[case]
        yield [method, text(formula), text(alone), *map(text, limited[case]), text(TABLE_3.get((method, 8)))]


def scaling(found, counts):
    """% of perfect speed-up of each method against processors."""
    return {method: [(count, efficiency(TABLE_3["equal-data", 1], found[method, 10000, count][2], count)) for count in counts
                     if (method, 10000, count) in found] for method in METHODS}


def figure_7(pool, counts):
    cases = [(method, 10000, count) for count in reversed(counts) for method in METHODS + OURS]
    free, limited = (shares(pool, SYMMETRY, cases, bus) for bus in (None, BUS))
    rows = [[str(count), *(" / ".join(text(value) for value in free[method, 10000, count][::2])
                           if (method, 10000, count) in free else "" for method in METHODS + OURS)] for count in counts]
    printed = {method: [(count, efficiency(TABLE_3["equal-data", 1], taken, count)) for (name, count), taken in TABLE_3.items()
                        if name == method] for method in METHODS}
    return (table(["processors", *(f"{method}: predicted / simulated, s" for method in METHODS + OURS)], rows),
            table(["method", "predicted, s", "simulated, s", "predicted with the bus", "planned with the bus",
                   "simulated with the bus", "paper"], table_3(free, limited)),
            {"without the bus": (scaling(free, counts), {}, "processors", "% of perfect speed-up"),
             "with the bus; circles: the paper's Table 3": (scaling(limited, counts), printed, "processors",
                                                            "% of perfect speed-up")})


def figure_8(pool, sizes):
    found = shares(pool, SYMMETRY, [(method, size, 8) for size in sizes for method in METHODS], BUS)

    def speedup(method, size):
        return size * SYMMETRY.example_s / found[method, size, 8][2]
    rows = [[f"{size:,}", *(f"{speedup(method, size):.2f}" for method in METHODS)] for size in sizes]
    series = {method: [(size, speedup(method, size)) for size in sizes] for method in METHODS}
    return (table(["examples", *(f"{method}: speed-up" for method in METHODS)], rows), (series, {}, "examples", "speed-up"))


def join(shape, count):
    """Seconds in which one processor gets 1 KB from each of the others on the iPSC/2."""
    speeds = cluster(["matmul"], [1] * count, IPSC.network)
    plan = planned(["plan-reduction-tree", "--one-item-each", "--elements", 128, "--shape", shape], speeds)
    return simulated(plan, speeds)[0]


def appendix_1(pool, counts):
    shapes = {"list": "simple, s", "binomial": "staircase, s"}
    cases = [(shape, count) for count in counts for shape in shapes]
    found = dict(zip(cases, pool.map(lambda case: join(*case), cases)))
    return table(["processors", *shapes.values()], [[str(count), *(text(found[shape, count]) for shape in shapes)]
                                                    for count in counts])


def make(pool, small):
    counts = [1, 8] if small else PROCESSORS
    lines, fifth = figure_5(pool, counts)
    yield "okada-5", lines, {}
    lines, sixth = figure_6(pool, [100, 1000] if small else [100, 200, 500, 1000, 2000, 5000, 10000])
    yield "okada-6", lines, {"okada-ipsc": marks.charts({"Fig. 5: 5,000 examples; circles: the paper's Table 2": fifth,
                                                         "Fig. 6: simulated": sixth})}
    lines, third, seventh = figure_7(pool, counts)
    yield "okada-table-3", third, {}
    eighth_lines, eighth = figure_8(pool, [1000, 10000] if small else [1000, 2000, 5000, 10000, 20000, 50000, 100000])
    pictures = {f"Fig. 7, {title}": arguments for title, arguments in seventh.items()}
    yield "okada-7", lines, {"okada-symmetry": marks.charts(pictures | {"Fig. 8, with the bus: simulated": eighth})}
    yield "okada-8", eighth_lines, {}
    yield "okada-join", appendix_1(pool, counts[1:]), {}
