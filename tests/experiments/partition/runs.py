"""Plans run in turn, and their times on a machine that other guests make faster and slower."""
import json
import math
import shutil
import statistics

from quiet import undisturbed
from tools import read_all, tool

BATCH = 16           # plans run in one start, beside the references
RUN_S = {"paper": 0.25, "both": 0.25, "dense": 0.5}  # of one plan, some iterations


class Runs:
    """Plans that differ, and what was measured of each.

    Other guests on the threads of a machine's cores make all plans slower by the same factor, for seconds or minutes. So
    each start of mpi-runner also runs some of the plans, the references, first and last, and times are divided by how many
    times as long as usual these took.
    """

    def __init__(self, job, rows, references, command, work):
        """@param references  some of the rows."""
        self.job, self.command, self.work = job, command, work
        self.plans, self.starts = {}, []
        for row in rows:
            same = row["plan"] | ({"collective": "", "trees": None} if row["processors"] == 1 else {})
            row["run"] = json.dumps([same.get(key) for key in ("cluster", "rectangles", "collective", "trees")])
            self.plans.setdefault(row["run"], row)
        self.references = list(dict.fromkeys(row["run"] for row in references))

    def measure(self, runs):
        """Once each, in several starts, which lets others at the machine; in one if they are the references only."""
        runs = [run for run in runs if run not in self.references]
        for batch in (runs[i:i + BATCH] for i in range(0, max(1, len(runs)), BATCH)):
            in_turn = [*self.references, *batch, *self.references]
            start = {run: [] for run in in_turn}
            for run, report in zip(in_turn, undisturbed(lambda: self.start(in_turn)), strict=True):
                compute = max(processor["compute_s"] for processor in report["processors"]) / report["iterations"]
                start[run].append((report["seconds_per_iteration"], compute))
            self.starts.append(start)

    def times(self):
        """For each run its seconds per iteration and those of the processor that computes longest."""
        usual = {run: statistics.median(s for start in self.starts for s, _ in start[run]) for run in self.references}
        found = {run: [] for run in self.plans}
        for start in self.starts:
            slower = math.exp(statistics.mean(math.log(s / usual[run]) for run in self.references for s, _ in start[run]))
            for run, times in start.items():
                found[run] += [(s / slower, compute / slower) for s, compute in times]
        return found

    def leaders(self):
        """Runs from the fastest, with their numbers of measurements."""
        times = self.times()
        return sorted(((run, len(times[run])) for run in self.plans),
                      key=lambda found: statistics.median(s for s, _ in times[found[0]]))

    def start(self, runs):
        paths = []
        for i, run in enumerate(runs):
            paths.append(self.work / f"{i}.json")
            paths[-1].write_text(json.dumps({"kind": "job", "version": 1, "run": "bp", "plan": self.plans[run]["plan"],
                                             "input": {},
                                             "options": {"iterations": 10 ** 6, "max_seconds": RUN_S[self.job]}}))
        return read_all(tool(*self.command, shutil.which("mpi-runner"), *paths))
