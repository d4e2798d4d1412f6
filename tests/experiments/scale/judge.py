# SPDX-License-Identifier: MIT
"""The judge of plans: simulate-run."""
import hashlib
import json
import resource
import subprocess
import sys

import cases
from tools import tool


def planner(case):
    """The command that plans a case, without the cluster."""
    kind, job = case["kind"], case["job"]
    if kind == "training":
        network, samples, _, _ = cases.TRAININGS[job]
        return ["plan-partition", "-q", "--network", network, "--samples", samples, "--objective", "seconds"]
    if kind == "search":
        examples, queries = cases.SEARCHES[job]
        return ["plan-search", "-q", "--examples", examples, "--queries", queries]
    return {"product": lambda: ["plan-hbsp", "matmul", "-q", "--size", cases.PRODUCTS[job]],
            "reduction": lambda: ["plan-reduction-tree", "-q", "--one-item-each", "--elements", cases.LENGTHS[job]],
            "supersteps": lambda: ["plan-hbsp", "elements", "-q", "--count", cases.ELEMENTS]}[kind]()


def emitter(case):
    """The command that makes a job of a plan where the simulation takes a job; else none."""
    return ["run-bsp", cases.PROGRAMS[case["job"]][0], "-q", "--count", cases.ELEMENTS, "--emit"] \
        if case["kind"] == "supersteps" else []


def iterations(case):
    """--iterations: more where they are cheap, because the first one is longer than the next."""
    if case["kind"] in ("product", "search"):
        return []
    return ["--iterations", 10 if case["kind"] == "training" and cases.ranks(case) <= 16 else 3]


class Judge:
    """Plans a case and simulates the plans, each once.

    rows holds a plan's name ("ours", "one host", "equal" for equal shares, "candidate"), the planner's options (words), the
    number of the fastest processors that it was given if those were not all (fastest), its choices, and predicted and
    simulated seconds. plan_s holds the CPU seconds of planning ours."""

    def __init__(self, case, folder):
        self.case, self.folder = case, folder
        self.cluster = cases.cluster(case)
        self.rows, self.known, self.plan_s = [], {}, None

    def path(self, fastest=None):
        """Path of the cluster's document; of the fastest processors only, in their order."""
        path = self.folder / f"cluster-{fastest or 'all'}.json"
        if not path.exists():
            by_speed = sorted(self.cluster["processors"], key=lambda processor: -processor["speed"])
            chosen = sorted(by_speed[:fastest], key=lambda processor: processor["rank"])
            path.write_text(json.dumps(self.cluster | {"processors": [p | {"rank": i} for i, p in enumerate(chosen)]}))
        return path

    def alike(self):
        """Path of a document that gives all processors their mean speed."""
        path, processors = self.folder / "alike.json", self.cluster["processors"]
        mean = sum(processor["speed"] for processor in processors) / len(processors)
        path.write_text(json.dumps(self.cluster | {"processors": [p | {"speed": mean} for p in processors]}))
        return path

    def planned(self, *words, source=None):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        plan = json.loads(tool(*planner(self.case), *words, source or self.path()))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if self.plan_s is None:
            self.plan_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return plan

    def simulated(self, plan, fastest):
        """The report; None, with a message, if there is none."""
        plan_path, job_path = self.folder / "plan.json", self.folder / "job.json"
        plan_path.write_text(json.dumps(plan))
        if command := emitter(self.case):
            job_path.write_text(tool(*command, plan_path))
        words = ["simulate-run", "-q", job_path if command else plan_path, "--cluster", self.path(fastest)]
        done = subprocess.run([str(word) for word in words + iterations(self.case)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, check=False)
        if done.returncode:
            print(f"not simulated: {done.stderr.strip() or done.returncode}", file=sys.stderr)
            return None
        return json.loads(done.stdout)

    def judged(self, name, words, choices=None, fastest=None, source=None):
        """Plans with these options, simulates, and returns the row; None if there is none. choices(plan) tells the plan's."""
        plan = self.planned(*words, source=source or self.path(fastest))
        parts = [plan.get(key) for key in ("rectangles", "columns", "groups", "collective", "panel", "processors", "segments",
                                           "method", "placement", "join", "unit", "sums_by_host")]
        key = hashlib.sha256(json.dumps([parts, fastest]).encode()).hexdigest()
        if key not in self.known:
            self.known[key] = self.simulated(plan, fastest)
        report = self.known[key]
        if report is None:
            return None
        row = {"name": name, "words": " ".join(str(word) for word in words)}
        row |= {"fastest": fastest} if fastest else {}
        row |= choices(plan) if choices else {}
        self.rows.append(row | {"predicted_s": report["predicted_seconds_per_iteration"],
                                "simulated_s": report["seconds_per_iteration"]})
        return self.rows[-1]
