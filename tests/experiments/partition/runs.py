# SPDX-License-Identifier: MIT
"""Plans run in turn, and their times on a machine that other guests make faster and slower."""
import json
import random
import shutil
import statistics
import typing

from quiet import undisturbed
from tools import read_all, tool

BATCH = 15           # plans run in one start
GROUP = 3            # plans between two runs of the reference


class Sample(typing.NamedTuple):
    """What one run of a plan took, in seconds per iteration."""
    seconds: float
    compute: float   # the processor that computes longest, of all iterations
    reference: float  # the reference's runs before and after, their mean


def seconds_per_iteration(report):
    """Of many iterations: the first, in which memory is new and caches are cold, is longer and does not count."""
    count, first = report["iterations"], report["result"]["seconds"][0]
    mean = report["seconds_per_iteration"]
    return mean if count == 1 else (mean * count - first) / (count - 1)


class Runs:
    """Plans that differ, and what was measured of each.

    Other guests on the threads and caches of a machine's cores make all plans slower by the same factor, for seconds or
    minutes. So one plan, the reference, runs again and again between the others. What counts is how many times as long
    as the reference beside it a plan took.
    """

    def __init__(self, rows, reference, run_s, command, work):
        """@param reference  one of the rows. @param run_s  seconds of one run, for some iterations."""
        self.run_s, self.command, self.work = run_s, command, work
        self.plans = {}
        for row in rows:
            same = row["plan"] | ({"collective": "", "trees": None} if row["processors"] == 1 else {})
            row["run"] = json.dumps([same.get(key) for key in ("cluster", "rectangles", "collective", "trees")])
            self.plans.setdefault(row["run"], row)
        self.reference = reference["run"]
        self.samples = {run: [] for run in self.plans}
        self.order = random.Random(1)

    def measure(self, runs, repeats):
        """Until each has been measured so often. False if all had been."""
        measured = False
        while few := [run for run in runs if len(self.samples[run]) < repeats]:
            self.once(few)
            measured = True
        return measured

    def once(self, runs):
        """Once each, in several starts, which lets others at the machine."""
        runs = [run for run in runs if run != self.reference] or [self.reference]
        self.order.shuffle(runs)
        for batch in (runs[i:i + BATCH] for i in range(0, len(runs), BATCH)):
            in_turn = [self.reference]
            for i in range(0, len(batch), GROUP):
                in_turn += [*batch[i:i + GROUP], self.reference]
            self.add(in_turn, undisturbed(lambda: self.start(in_turn)))

    def add(self, runs, reports):
        seconds = [seconds_per_iteration(report) for report in reports]
        references = [i for i, run in enumerate(runs) if run == self.reference]
        for i, (run, report) in enumerate(zip(runs, reports, strict=True)):
            compute = max(processor["compute_s"] for processor in report["processors"]) / report["iterations"]
            around = [r for r in references if r < i][-1:] + [r for r in references if r > i][:1]
            self.samples[run].append(Sample(seconds[i], compute, statistics.mean(seconds[r] for r in around)))

    def times(self, run):
        """Seconds per iteration, and those of the processor that computes longest, as if the reference beside each
        sample had taken as long as usual."""
        usual = statistics.median(sample.seconds for sample in self.samples[self.reference])
        return [(sample.seconds / sample.reference * usual, sample.compute / sample.reference * usual)
                for sample in self.samples[run]]

    def leading(self, count, methods):
        """So many of the fastest runs, and the fastest of each of the methods."""
        by_time = sorted(self.plans, key=lambda run: statistics.median(seconds for seconds, _ in self.times(run)))
        of_methods = [next((run for run in by_time if self.plans[run]["method"] == method), None) for method in methods]
        return list(dict.fromkeys([*by_time[:count], *filter(None, of_methods)]))

    def start(self, runs):
        paths = []
        for i, run in enumerate(runs):
            paths.append(self.work / f"{i}.json")
            paths[-1].write_text(json.dumps({"kind": "job", "version": 1, "run": "bp", "plan": self.plans[run]["plan"],
                                             "input": {},
                                             "options": {"iterations": 10 ** 6, "max_seconds": self.run_s}}))
        return read_all(tool(*self.command, shutil.which("mpi-runner"), *paths, quiet=True))
