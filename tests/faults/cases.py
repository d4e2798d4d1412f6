# SPDX-License-Identifier: MIT
"""A small run of each tool, its inputs, and what of its output must not differ from run to run."""
import dataclasses
import json
import re

from harness import ROOT, run

# What depends on the moment or the machine, in reports and speeds.
OF_THE_MOMENT = re.compile(r"_s$|seconds|_per_|relative_error|peak_bytes|memory_bytes|spread|speed|repeats|quota|"
                           r"slowdown$|^cpu_share$|^outliers$|^warnings$|^host$|^cpu$|^units$|^network$")

INPUTS = """
for i in $(seq 40); do echo $((i % 7)),$((i * i % 11)),$((i % 3)); done > points.csv
gzip -k points.csv
head -n 60 "$ROOT/share/examples/noun-phrases.tsv" > examples.tsv
sed -n '1p;100,104p' "$ROOT/share/examples/noun-phrases.tsv" > queries.tsv
make-cluster --hosts 3 --speeds 1,2,3 -o speeds.json
plan-partition -q --speeds 1,2 --network 2-4-1 --data points.csv -o partition.json
plan-partition -q speeds.json --network 3-4-2 --samples 40 -o simulated.json
plan-shares --count 20 --speeds 1,2 -o shares.json
plan-hbsp matmul --size 60 --speeds 1,2 -o matmul.json
plan-hbsp elements --data points.csv --speeds 1,2 -o elements.json
plan-reduction-tree --speeds 1,1 --items 8 -o tree.json
plan-search --table examples.tsv --speeds 1,2 -o search.json
run-bsp kmeans -q elements.json --data points.csv --clusters 2 --iterations 3 --emit -o job.json
"""


@dataclasses.dataclass
class Case:
    tool: str
    command: str
    outputs: tuple = ()      # files, each of which is old or new after a failure
    checkpoints: tuple = ()  # files, from which --resume goes on
    ranks: bool = False      # runs mpi-runner, too
    resume: str = ""         # what --resume is added to


CASES = [
    Case("plan-partition", "plan-partition speeds.json --network 203-80-26 --samples 1000 -o out.json", ("out.json",)),
    Case("plan-reduction-tree", "plan-reduction-tree speeds.json --items 12 --elements 1 -o out.json", ("out.json",)),
    Case("plan-hbsp", "plan-hbsp elements speeds.json --data points.csv.gz -o out.json", ("out.json",)),
    Case("plan-shares", "plan-shares speeds.json --count 100 -o out.json", ("out.json",)),
    Case("plan-search", "plan-search -q speeds.json --table examples.tsv -o out.json", ("out.json",)),
    Case("make-cluster", "make-cluster --hosts 5 --speeds lognormal:0.5 -o out.json", ("out.json",)),
    Case("check-plan", "check-plan matmul.json"),
    Case("show-plan", "show-plan --svg simulated.json -o out.svg", ("out.svg",)),
    Case("with-share", "with-share shares.json --rank 1 -- sh -c 'echo $UNEVEN_FIRST $UNEVEN_COUNT'"),
    Case("simulate-run", "simulate-run -q simulated.json --cluster speeds.json --iterations 3 -o out.json",
         ("out.json",)),
    Case("measure-speeds", "measure-speeds -q -n 2 --command 'true {units}' --units 1 --max-seconds 5 --confidence 0.9 "
         "--no-network -o out.json", ("out.json",), ranks=True),
    Case("run-bp", "run-bp -q partition.json --data points.csv.gz --iterations 3 --checkpoint bp.state "
         "--checkpoint-every 1 --weights-out W.npy,V.npy -o out.json", ("out.json", "W.npy", "V.npy"), ("bp.state",),
         True),
    Case("run-bsp", "run-bsp kmeans -q elements.json --data points.csv --clusters 2 --threads 2 --tolerance 0 "
         "--iterations 3 --checkpoint k.state --checkpoint-every 1 --element-output labels.npy -o out.json",
         ("out.json", "labels.npy"), ("k.state",), True),
    Case("run-matmul", "run-matmul -q matmul.json --c C.npy -o out.json", ("out.json", "C.npy"), ranks=True),
    Case("run-reduction", "run-reduction -q tree.json --result sum.npy -o out.json", ("out.json", "sum.npy"),
         ranks=True),
    Case("run-search", "run-search -q search.json --examples examples.tsv --queries queries.tsv --report out.json "
         "-o found.tsv", ("out.json", "found.tsv"), ranks=True),
    Case("run-command", "run-command -q shares.json --keep-order --method static --piece 3 --checkpoint log "
         "--report out.json -- seq {first} {last}", ("out.json",), ("log", "log.outputs"), True),
    Case("mpi-runner", "mpirun -n 2 --oversubscribe mpi-runner job.json -o out.json", ("out.json",), ranks=True),
]
# More runs of tools that are above, too long for each change, and their inputs.
MORE_INPUTS = """
run-command -q shares.json --report old.json -- true
run-reduction -q tree.json --emit -o sum-job.json
measure-speeds -q -n 2 --network 4-4-2 --samples 64 --max-seconds 0.02 --no-network --emit -o speeds-job.json
"""
MORE_CASES = [
    Case("measure-speeds", "measure-speeds -q -n 2 --kernel bp --network 4-4-2 --samples 64 --max-seconds 0.02 "
         "--confidence 0.9 -o out.json",
         ("out.json",), ranks=True),
    Case("measure-speeds", "measure-speeds -q --from-report old.json -o out.json", ("out.json",)),
    Case("mpi-runner", "mpirun -n 2 --oversubscribe mpi-runner speeds-job.json -o out.json", ("out.json",), ranks=True),
    Case("mpi-runner", "mpirun -n 2 --oversubscribe mpi-runner sum-job.json -o out.json", ("out.json",), ranks=True),
]


def make_inputs(folder, more=""):
    code, _, words = run(folder, f"set -e\n{INPUTS}{more}")
    if code:
        raise RuntimeError(f"the inputs of the cases: {words}")


def lasting(value):
    """A document without what depends on the moment."""
    if isinstance(value, dict):
        return {key: lasting(item) for key, item in value.items() if not OF_THE_MOMENT.search(key)}
    return [lasting(item) for item in value] if isinstance(value, list) else value


def comparable(content):
    """What two good runs agree on; of what is no JSON, all bytes."""
    if content[:1] != b"{":
        return content
    try:
        return lasting(json.loads(content))
    except ValueError:
        return content


def is_report(content):
    """Whether it is a whole report."""
    document = comparable(content)
    return isinstance(document, dict) and document.get("kind") == "report"
