# SPDX-License-Identifier: MIT
"""Figure 11 of Ozawa 2004: seconds of an iteration of five kinds of plans on four to eight simulated hosts."""
import bars
import counted
from page import seconds, table
from simulation import cluster, planned, simulated

CONDITIONS = {"A": [0.25, 0.31, 0.63, 1, 1, 0.42, 0.67, 0.63], "B": [0.63, 0.63, 0.63, 1, 0.63, 1, 1, 0.63]}
COLOURS = {"ours": "#0072b2", "ours by seconds": "#cc79a7", "best grid": "#009e73", "worst grid": "#56b4e9",
           "equal": "#e69f00", "one alone": "#999999"}
KINDS = ["ours", "ours by seconds", "grid", "equal", "one alone"]
ITERATIONS = 10
# What section 5.3 says of ours beside the best grid; of B's four and eight only what it says of most cases.
SAME, BETTER, MUCH_BETTER = "the same", "the same or better", "much better"
PAPER = {("A", 4): SAME, ("A", 5): MUCH_BETTER, ("A", 6): SAME, ("A", 7): MUCH_BETTER, ("A", 8): SAME,
         ("B", 4): BETTER, ("B", 5): MUCH_BETTER, ("B", 6): SAME, ("B", 7): MUCH_BETTER, ("B", 8): BETTER}
RANGES = {SAME: (0.85, 1.15), BETTER: (0.95, 9), MUCH_BETTER: (1.15, 9)}

# The paper tells neither seconds nor rates of its Pentium III of 800 MHz and its Gigabit Ethernet. Of the ratios below this one
# makes its words true: one of Table 1's operations in two cycles, and 20 MB/s of elements of 8 bytes, which are 10 MB/s of our
# elements of 4 bytes.
THEN_CELLS = 400e6 / counted.per_cell(counted.INPUTS, counted.OUTPUTS)
THEN_RATE = 10e6
RATIOS = [0.125, 0.25, 0.5, 1, 2]  # how many times as slow as that the network is


def then(slower=1):
    """The paper's network, so many times slower."""
    return {"latency_s": 60e-6, "gap_s_per_byte": slower / THEN_RATE, "message_s": 15e-6, "barrier_s": 200e-6}


class Setting:
    """A job on a kind of cluster."""

    def __init__(self, title, network, samples, inputs, cells, links, **changed):
        """cells: those of a host of speed 1 in a second; links: a network of cluster()."""
        self.title, self.job = title, ["--network", network, "--samples", samples]
        self.kernel = ["bp", "--network-of", network, "--input", inputs]
        self.cells, self.links, self.changed = cells, links, changed

    def cluster(self, condition, count):
        speeds = [speed * self.cells for speed in CONDITIONS[condition][:count]]
        return cluster(self.kernel, speeds, self.links, **self.changed)


def of_then(slower=1):
    return Setting("the paper's ratio", "203-80-26", 1024, "dense", THEN_CELLS, then(slower), operation_s_per_element=1e-8)


# Cells as tests/experiments/scale/cases.py has them, of a core of an AMD EPYC.
SETTINGS = {"then": of_then(),
            "today": Setting("today, the paper's job", "203-80-26", 1024, "one-hot", 3.4e8, "10gbit"),
            "larger": Setting("today, 203-1024-26 with 65,536 samples", "203-1024-26", 65536, "one-hot", 3.4e8, "10gbit")}


def ways(count):
    """Options of the plans of each kind for so many processors."""
    divisors = [columns for columns in range(1, count + 1) if count % columns == 0]
    return dict(zip(KINDS, [[["--small-group", 0.06]],
                            [["--objective", "seconds", "--method", "best"]],
                            [["--method", "grid", "--columns", columns] for columns in divisors],
                            [["--method", "equal", "--columns", columns] for columns in divisors],
                            [["--processors", 1]]]))


def tried(setting, condition, count, words):
    """A plan's simulated seconds and itself."""
    speeds = setting.cluster(condition, count)
    plan = planned(["plan-partition", *setting.job, *words], speeds)
    return simulated(plan, speeds, "--iterations", ITERATIONS)[0], plan


def results(pool, setting, cases, kinds):
    """The best of each kind, and the worst grid: (seconds, plan) by name, by case."""
    tasks = {(case, kind): [pool.submit(tried, setting, *case, words) for words in ways(case[1])[kind]]
             for case in cases for kind in kinds}
    found = {case: {} for case in cases}
    for (case, kind), futures in tasks.items():
        plans = sorted((future.result() for future in futures), key=lambda result: result[0])
        if kind == "grid":
            found[case] |= {"best grid": plans[0], "worst grid": plans[-1]}
        else:
            found[case][kind] = plans[0]
    return found


def told(result):
    """Seconds of a plan and how many columns of how many processors it has, such as 3 of 8."""
    taken, plan = result
    columns = plan["columns"]
    return f"{seconds(taken)} ({len(columns)} of {sum(len(column['processors']) for column in columns)})"


def over_grid(found):
    return found["best grid"][0] / found["ours"][0]


def agrees(case, ratio):
    """Whether the best grid's seconds over ours are what the paper says in words."""
    low, high = RANGES[PAPER[case]]
    return "yes" if low <= ratio <= high else "no"


def lines(found, with_paper):
    heads = ["condition", "N", *COLOURS, "best grid over ours", *(["the paper's words", "agrees"] if with_paper else [])]
    rows = []
    for case, kinds in found.items():
        ratio = over_grid(kinds)
        rows.append([case[0], str(case[1]), *(told(kinds[name]) for name in COLOURS), f"{ratio:.2f}",
                     *([PAPER[case], agrees(case, ratio)] if with_paper else [])])
    return table(heads, rows)


WIDTH, HEIGHT, LEFT = 430, 240, 70


def picture(by_setting):
    """Ours and its rivals: a row of panels for each setting, one for each condition."""
    drawn = list(bars.key(COLOURS, LEFT, 125))
    for row, (name, found) in enumerate(by_setting.items()):
        for column, condition in enumerate(dict.fromkeys(case[0] for case in found)):
            x, y = LEFT + WIDTH * column, 60 + HEIGHT * row
            drawn.append(f'<text x="{x}" y="{y - 18}">{condition}, {SETTINGS[name].title}: ms per iteration against N</text>')
            groups = [(str(case[1]), {kind: result[0] for kind, result in kinds.items()})
                      for case, kinds in found.items() if case[0] == condition]
            drawn += bars.panel(groups, COLOURS, x, y, WIDTH - 90, HEIGHT - 75, lambda value: f"{value * 1e3:.3g}",
                                ["one alone"])
    return bars.svg(LEFT + WIDTH * len(CONDITIONS), 40 + HEIGHT * len(by_setting), drawn)


def ratios(pool, cases, slower):
    """Best grid over ours where the network is so many times slower, or faster, beside the work."""
    heads = ["network", *(f"{condition}, N = {count}" for condition, count in cases)]
    rows = []
    for times in slower:
        found = results(pool, of_then(times), cases, ["ours", "grid"])
        rows.append([f"{times:g} times as slow", *(f"{over_grid(kinds):.2f}" for kinds in found.values())])
    return table(heads, rows)


def make(pool, small):
    cases = [("A", 5)] if small else sorted(PAPER)
    by_setting = {}
    for name in ["then"] if small else SETTINGS:
        by_setting[name] = results(pool, SETTINGS[name], cases, KINDS)
        yield f"ozawa-11-{name}", lines(by_setting[name], name == "then"), {}
    yield "ozawa-11-ratios", ratios(pool, cases, RATIOS[-2:] if small else RATIOS), {"ozawa-11": picture(by_setting)}
