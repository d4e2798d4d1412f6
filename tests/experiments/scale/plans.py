# SPDX-License-Identifier: MIT
"""Plans of one case: ours, its rivals, and candidates, which are not chosen by predictions: a lattice, and descents by
simulated seconds from the best of each method."""
import hashlib
import json
import math
import resource
import subprocess
import sys

from cases import LENGTHS, PRODUCTS, TRAININGS
from tools import tool

MANY = 256  # ranks; from here on a simulation takes so long that few are made
HOPELESS = 4  # times our simulated seconds: a plan that is predicted to take longer is not simulated
METHODS = ["columns", "grid", "equal"]


class Judge:
    """Simulates plans of one cluster, each partition once.

    rows holds a plan's name ("ours", "one host", "equal", "candidate"), its choices, predicted and simulated
    seconds. A simulation that needs more than limit_s of CPU time counts as none."""

    def __init__(self, cluster, folder, iterations, limit_s):
        self.cluster, self.plan_path = folder / "cluster.json", folder / "plan.json"
        self.cluster.write_text(json.dumps(cluster))
        self.iterations, self.limit_s = iterations, limit_s
        self.rows, self.known = [], {}

    def seconds(self, text, cluster=None):
        self.plan_path.write_text(text)
        done = subprocess.run(["simulate-run", "-q", self.plan_path, "--cluster", cluster or self.cluster, *self.iterations],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (self.limit_s, self.limit_s + 5)))
        if done.returncode:
            print(f"not simulated: {done.stderr.strip() or done.returncode}", file=sys.stderr)
            return None
        return json.loads(done.stdout)["seconds_per_iteration"]

    def judged(self, name, plan, choices, cluster=None):
        """A row of the plan; None if it was not simulated."""
        parts = [plan.get(key) for key in ("rectangles", "columns", "groups", "collective", "panel", "processors", "segments")]
        key = hashlib.sha256(json.dumps([parts, str(cluster)]).encode()).hexdigest()
        if key not in self.known:
            self.known[key] = self.seconds(json.dumps(plan), cluster)
        if self.known[key] is None:
            return None
        self.rows.append({"name": name, **choices, "predicted_s": plan["predicted"]["seconds"], "simulated_s": self.known[key]})
        return self.rows[-1]


def cpu_s(make):
    """What make returns, and the CPU time of the programs that it ran."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    made = make()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return made, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def used(plan):
    return sum(len(column["processors"]) for column in plan["columns"])


def training(case, judge, options):
    """CPU time of planning; the rows are with the judge."""
    network, samples, _, _ = TRAININGS[case["job"]]
    ranks = case["hosts"] * case["cores"]

    def planned(*words):
        return json.loads(tool("plan-partition", "-q", "--network", network, "--samples", samples, "--objective", "seconds",
                               *words, judge.cluster))

    def forced(method, columns, collective, processors):
        tried.add((method, columns, collective, processors))
        plan = planned("--method", method, "--columns", columns, "--collective", collective, "--processors", processors)
        if plan["predicted"]["seconds"] < HOPELESS * judge.rows[0]["simulated_s"]:
            judge.judged("candidate", plan, choices(plan))

    def choices(plan):
        return {"method": plan["method"], "columns": len(plan["columns"]), "collective": plan["collective"],
                "processors": used(plan)}

    def neighbours(row):
        """Choices beside those of a row: other sums, more or fewer columns, more or fewer processors."""
        method, columns, collective, processors = (row[key] for key in ("method", "columns", "collective", "processors"))
        for other in collectives:
            yield method, columns, other, processors
        able = [other for other in range(1, processors + 1) if possible(method, other, processors)]
        at = able.index(columns) if columns in able else 0
        for other in able[max(0, at - 1):at + 2] + [columns * 2 // 3, columns * 3 // 2, columns * 3]:
            yield method, other, collective, processors
        for other in (processors // 2, processors * 3 // 4, processors * 2, ranks):
            yield method, columns, collective, other

    def possible(method, columns, processors):
        return 1 <= columns <= processors <= ranks and (method == "columns" or processors % columns == 0)

    def descend(method):
        """From the best plan of a method to the next until none beside it is faster, or after so many steps."""
        for _ in range(options.steps // (4 if few else 1)):
            rows = [row for row in judge.rows if row.get("method") == method]
            steps = neighbours(min(rows, key=lambda row: row["simulated_s"])) if rows else []
            steps = [step for step in steps if step not in tried and possible(step[0], step[1], step[3])]
            if not steps:
                break
            forced(*steps[0])

    few, root, tried = ranks >= MANY, round(math.sqrt(ranks)), set()
    collectives = [name for name in options.collectives if not (few and name == "linear")]
    ours, plan_s = cpu_s(lambda: planned("--method", "best"))
    if not judge.judged("ours", ours, choices(ours)):
        return plan_s
    one = planned("--method", "best", "--processors", case["cores"])
    judge.judged("one host", one, choices(one))
    for method in METHODS:
        for columns in [root // 2, root, root * 4] if few else (2 ** i for i in range(ranks.bit_length())):
            for collective in ("tree", "ring"):
                forced(method, columns, collective, ranks)
        descend(method)
    return plan_s


def product(case, judge, options):
    """As training(); candidates have the fastest processors only, or panels of another width."""
    document = json.loads(judge.cluster.read_text())
    fastest = sorted(document["processors"], key=lambda processor: -processor["speed"])
    ranks = len(fastest)

    def on(processors):
        """The path of the same cluster with the fastest processors only, in their order."""
        path = judge.cluster.with_name(f"fastest-{processors}.json")
        chosen = sorted(fastest[:processors], key=lambda processor: processor["rank"])
        path.write_text(json.dumps(document | {"processors": [p | {"rank": i} for i, p in enumerate(chosen)]}))
        return path

    def planned(name, processors, cluster, *words):
        plan, plan_s = cpu_s(lambda: json.loads(tool("plan-hbsp", "matmul", "-q", "--size", PRODUCTS[case["job"]],
                                                     *words, cluster)))
        judge.judged(name, plan, {"panel": plan["panel"], "processors": processors}, on(processors))
        return plan_s

    plan_s = planned("ours", ranks, judge.cluster)
    planned("one host", case["cores"], on(case["cores"]))
    mean = sum(processor["speed"] for processor in fastest) / ranks
    alike = judge.cluster.with_name("alike.json")
    alike.write_text(json.dumps(document | {"processors": [p | {"speed": mean} for p in document["processors"]]}))
    planned("equal", ranks, alike)
    for processors, panel in ((ranks, 128), (ranks, 1024), (ranks // 2, 384), (ranks // 4, 384)):
        planned("candidate", processors, on(processors), "--panel", panel)
    return plan_s


def reduction(case, judge, options):
    """As training(); candidates are the other shapes."""
    def planned(name, shape):
        plan, plan_s = cpu_s(lambda: json.loads(tool("plan-reduction-tree", "-q", "--one-item-each", "--elements",
                                                     LENGTHS[case["job"]], "--shape", shape, judge.cluster)))
        judge.judged(name, plan, {"shape": shape, "segments": plan.get("segments", 1)})
        return plan_s

    plan_s = planned("ours", "optimal")
    for shape in ("binomial", "binary", "list"):
        planned({"binomial": "equal"}.get(shape, "candidate"), shape)
    return plan_s


KINDS = {"training": training, "product": product, "reduction": reduction}
