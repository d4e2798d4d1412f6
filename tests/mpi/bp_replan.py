#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs that follow a new plan every few iterations against the same runs without: weights, errors and work agree.

A slow rank makes the new plans differ from the first; one that nearly stops is left out by them, be it the root. A new plan
that made iterations longer is given up for the one before, whatever checkpoints took. Networks have one hidden layer or
several.
"""
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, environment, finish  # noqa: E402

SEED = 20041217
ITERATIONS, EVERY = 24, 5
INPUTS, HIDDEN, OUTPUTS, SAMPLES = 37, 23, 6, 211
SPEEDS = [1.0, 0.31, 0.63, 0.25, 0.9]
PLANS = {
    "columns": "--small-group 0",
    "free": "--order free --collective ring",
    "grid": "--method grid --collective tree",
    "one column": "--columns 1",
}
KINDS = {"momentum": "--momentum 0.9", "resumed": "--momentum 0.5", "data": "--data x.npy,d.npy"}
RESUMED_AT = 12
SLOW = {"half": "0.5", "nearly stopped": "0.005"}
TOLERANCE = 1e-11
LAYERS = [INPUTS, 19, 13, 11, OUTPUTS]
# Batches; a validation, whose best weights must not get lost on the way; a resume.
LAYERS_KINDS = {"batches": "--batch 60 --momentum 0.9 --bias --data x.npy,d.npy --validation vx.npy,vd.npy --validate-every 3",
                "resumed": "--momentum 0.5 --hidden-units tanh"}


def run(folder, options, iterations=ITERATIONS, weights="wv"):
    """The report, and the weights."""
    command = (f"run-bp -q plan.json --precision double --iterations {iterations} "
               f"--weights-out {','.join(name + '.npy' for name in weights)} {options}")
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment(), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode())
    return json.loads(done.stdout), [numpy.load(f"{folder}/{name}.npy") for name in weights]


def distance(a, b):
    return numpy.linalg.norm(a - b) / numpy.linalg.norm(b)


def compare(label, folder, kind, speed, names="wv", tolerance=TOLERANCE):
    """@return  what the new plans promised to save, and whether they left out rank 0."""
    options = (KINDS | LAYERS_KINDS)[kind]
    expected, weights = run(folder, options, weights=names)
    options += f" --replan {EVERY} --replan-always --slow 0:{speed}@1-{ITERATIONS}"
    first = RESUMED_AT if kind == "resumed" else 0
    if first:
        pathlib.Path(folder, "state").unlink(missing_ok=True)
        options += " --checkpoint state --resume"
        run(folder, options, first, names)
    got, moved = run(folder, options, weights=names)
    result = got["result"]
    check([why["iteration"] for why in result["replans"]] == [i for i in range(EVERY, ITERATIONS, EVERY) if i > first],
          f"{label}: {result['replans']}")
    far = max(*(distance(now, then) for now, then in zip(moved, weights)),
              *(numpy.abs(numpy.array(result[key]) / expected["result"][key] - 1).max()
                for key in ("error", "validation") if key in result))
    check(far <= tolerance and result.get("best_iteration") == expected["result"].get("best_iteration"),
          f"{label}: off by {far:.2g}")
    work, once = ([p["work"] for p in report["processors"]] for report in (got, expected))
    check(sum(work) * ITERATIONS == sum(once) * (ITERATIONS - first) and len(result["seconds"]) == ITERATIONS - first,
          f"{label}: work {work}")
    saved = [why["saved_s"] for why in result["replans"]]
    return saved, work[0] * ITERATIONS == expected["processors"][0]["work"] * (EVERY - first % EVERY)


def several_layers(folder, random):
    """The same of several hidden layers. @return  how often rank 0 was left out."""
    numpy.save(f"{folder}/vx.npy", random.uniform(-1, 1, (40, INPUTS)))
    numpy.save(f"{folder}/vd.npy", random.integers(0, 2, (40, OUTPUTS)).astype(float))
    left_out = 0
    cases = [(2, f"--collective tree --samples {SAMPLES}", "resumed", "half"),
             (4, "--columns 2 --collective ring --samples 60", "batches", "nearly stopped")]
    for ranks, options, kind, how in cases:
        plan(folder, SPEEDS[:ranks], LAYERS, options)
        names = [f"w{j}" for j in range(len(LAYERS) - 1)]
        label = f"several layers, {ranks} ranks, {options}, {kind}, rank 0 {how}"
        try:
            left_out += compare(label, folder, kind, SLOW[how], names, 1e-12)[1]
        except RuntimeError as error:
            check(False, f"{label}: {error}")
    goes_back(folder, [64, 100, 100, 8], ["w0", "w1", "w2"])
    return left_out


def plan(folder, speeds, sizes, options):
    subprocess.run(["bash", "-c", f"plan-partition -q --speeds {','.join(map(str, speeds))} "
                    f"--network {'-'.join(map(str, sizes))} {options} > plan.json"], cwd=folder, env=environment(), check=True)


def by_seconds(folder):
    """New plans of a plan that tells how long messages take; the root works more and more slowly beside it."""
    speeds = {"kind": "speeds", "version": 1, "kernel": "bp",
              "kernel_options": {"network": f"{INPUTS}-{HIDDEN}-{OUTPUTS}", "samples": SAMPLES, "input": "dense"},
              "processors": [{"speed": speed * 1e8, "message_s": 1e-5} for speed in SPEEDS[:3]],
              "network": {"latency_s": 1e-5, "gap_s_per_byte": 1e-9}}
    subprocess.run(["bash", "-c", "plan-partition -q --objective seconds --processors 3 --samples "
                    f"{SAMPLES} --network {INPUTS}-{HIDDEN}-{OUTPUTS} > plan.json"], cwd=folder, env=environment(), check=True,
                   input=json.dumps(speeds).encode())
    for speed in SLOW.values():
        saved, _ = compare(f"by seconds, rank 0 {speed}", folder, "momentum", speed)
    check(max(saved) > 0, f"no new plan by seconds: {saved}")


def goes_back(folder, sizes, names):
    """A new plan takes work from a rank that was slow, to one that becomes slow then: the first plan comes back."""
    plan(folder, [1, 1], sizes, "--samples 2000")
    steady = "--learning-rate 0.0001"  # a large one lets roundings grow
    _, weights = run(folder, steady, 30, names)
    got, moved = run(folder, f"{steady} --replan 10 --slow 1:0.1@1-10,0:0.02@11-20", 30, names)
    why = got["result"]["replans"]
    check([(w["iteration"], w.get("back")) for w in why] == [(10, None), (20, True)], f"{sizes}, back to the first plan: {why}")
    far = max(distance(now, then) for now, then in zip(moved, weights))
    check(far <= TOLERANCE, f"{sizes}, back to the first plan: off by {far:.2g}")


def checkpoints_are_no_iterations(folder):
    """Checkpoints go to a disk that is slow; what they take is no iteration's, by which plans are judged."""
    source = pathlib.Path(__file__).parent / "bp" / "slow_disk.c"
    subprocess.run(["gcc", "-shared", "-fPIC", source, "-o", f"{folder}/slow_disk.so"], check=True)
    got, _ = run(folder, "--replan 10 --replan-always --checkpoint state --checkpoint-every 5 --launcher "
                 f"'env LD_PRELOAD={folder}/slow_disk.so mpirun --oversubscribe -n {{n}}'", 12)
    seconds = [why["iteration_s"] for why in got["result"]["replans"]]
    usual = numpy.mean(got["result"]["seconds"][:10])
    check(len(seconds) == 1 and seconds[0] < usual + 0.15, f"seconds of an iteration: {usual}; judged by {seconds}")


def main():
    random = numpy.random.default_rng(SEED)
    left_out = 0
    with tempfile.TemporaryDirectory() as folder:
        numpy.save(f"{folder}/x.npy", random.uniform(-1, 1, (SAMPLES, INPUTS)))
        numpy.save(f"{folder}/d.npy", random.integers(0, 2, (SAMPLES, OUTPUTS)).astype(float))
        turns = itertools.cycle(itertools.product(SLOW, KINDS))
        for ranks, (name, options) in itertools.product([1, 2, 3, 5], PLANS.items()):
            how, kind = next(turns)
            label = f"seed {SEED}: {ranks} ranks, {name}, {kind}, rank 0 {how}"
            plan(folder, SPEEDS[:ranks], [INPUTS, HIDDEN, OUTPUTS], f"{options} --samples {SAMPLES}")
            try:
                left_out += compare(label, folder, kind, SLOW[how])[1]
            except RuntimeError as error:
                check(False, f"{label}: {error}")
        by_seconds(folder)
        goes_back(folder, [64, 200, 8], "wv")
        checkpoints_are_no_iterations(folder)
        left_out_of_layers = several_layers(folder, random)
    check(left_out > 0 and left_out_of_layers > 0, f"rank 0 was left out {left_out} and {left_out_of_layers} times")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
