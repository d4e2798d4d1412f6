#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""run-bp's weights after 20 iterations against a plain one-process reference in numpy, for every kind of plan.

The reference is eq. (1)-(8) of Ozawa 2004 written down once more, in double precision.
"""
import itertools
import json
import pathlib
import sys
import tempfile

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, finish, run  # noqa: E402

SEED = 20041217
ITERATIONS = 20
INPUTS, HIDDEN, OUTPUTS, SAMPLES = 431, 123, 6, 211  # some groups sum more than what leaves in one piece
SPEEDS = [1.0, 0.31, 0.63, 0.25, 0.9, 0.42, 0.67, 1.7]
METHODS = {
    "columns": "--small-group 0",
    "small-groups": "--small-group 0.2",
    "grid": "--method grid",
    "equal": "--method equal",
    "one column": "--columns 1 --collective ring",
    "ring": "--small-group 0 --collective ring",
    "tree": "--small-group 0 --collective tree",
    "measured, one column": "--columns 1 --collective tree",
    "measured, a column each": "--columns {ranks} --collective tree",
}
NETWORK = {"latency_s": 1e-4, "gap_s_per_byte": 1e-9, "message_s": 5e-5}  # trees between binomial and a star
TOLERANCE = {"single": 1e-5, "double": 1e-12}


def sigmoid(x):
    return 1 / (1 + numpy.exp(-x))


def reference(w, v, x, d, rate):
    """W, V and the error of each iteration."""
    errors = []
    for _ in range(ITERATIONS):
        f = sigmoid(w @ x)
        h = sigmoid(v @ f)
        errors.append(0.5 * ((h - d) ** 2).sum())
        d2 = (h - d) * h * (1 - h)
        d1 = f * (1 - f) * (v.T @ d2)
        v, w = v - rate * d2 @ f.T, w - rate * d1 @ x.T
    return w, v, numpy.array(errors)


def distance(a, b):
    return numpy.linalg.norm(a - b) / numpy.linalg.norm(b)


def main():
    random = numpy.random.default_rng(SEED)
    inputs = {
        "dense": random.uniform(-1, 1, (SAMPLES, INPUTS)),
        "one-hot": (numpy.arange(INPUTS) == random.integers(0, INPUTS, (SAMPLES, 1))).astype(float),
    }
    d = random.integers(0, 2, (SAMPLES, OUTPUTS)).astype(float)
    w, v = random.uniform(-0.5, 0.5, (HIDDEN, INPUTS)), random.uniform(-0.5, 0.5, (OUTPUTS, HIDDEN))
    with tempfile.TemporaryDirectory() as folder:
        numpy.save(f"{folder}/d.npy", d)
        numpy.save(f"{folder}/w.npy", w)
        numpy.save(f"{folder}/v.npy", v)
        for form, x in inputs.items():
            numpy.save(f"{folder}/x.npy", x)
            expected = {p: reference(*(a.astype("f4").astype("f8") if p == "single" else a for a in (w, v, x.T, d.T)),
                                     2 / SAMPLES) for p in TOLERANCE}
            for ranks, (name, options) in itertools.product([1, 2, 3, 5, 8], METHODS.items()):
                # The form of the input matters within a rank only: three ranks get both, others take turns.
                if ranks != 3 and (form == "dense") == ((ranks + len(name)) // 2 % 2 == 0):
                    continue
                # Both precisions on few plans would prove as little as one precision on all: take turns.
                precision = ["single", "double"][(ranks + len(name)) % 2]
                speeds = f"--speeds {','.join(map(str, SPEEDS[:ranks]))}"
                if name.startswith("measured"):
                    pathlib.Path(folder, "speeds.json").write_text(json.dumps({
                        "kind": "speeds", "version": 1, "network": NETWORK, "operation_s_per_element": 1e-9,
                        "processors": [{"speed": speed} for speed in SPEEDS[:ranks]]}))
                    speeds = "speeds.json"
                command = (f"plan-partition -q {speeds} --samples {SAMPLES} --network {INPUTS}-{HIDDEN}-{OUTPUTS} "
                           f"{options.format(ranks=ranks)} | tee plan.json | run-bp -q --precision {precision} "
                           f"--data x.npy,d.npy --weights-in w.npy,v.npy --weights-out w1.npy,v1.npy "
                           f"--iterations {ITERATIONS} | jq -c .result.error > error.json")
                label = f"seed {SEED}: {form}, {ranks} ranks, {name}, {precision}"
                code, _, words = run(folder, command)
                if code != 0:
                    check(False, f"{label}: {words}")
                    continue
                trees = "trees" in json.loads(pathlib.Path(folder, "plan.json").read_text())
                check(trees == name.startswith("measured"), f"{label}: trees for measured networks")
                w1, v1, errors = expected[precision]
                error = numpy.array(json.loads(pathlib.Path(folder, "error.json").read_text()))
                far = max(distance(numpy.load(f"{folder}/w1.npy"), w1), distance(numpy.load(f"{folder}/v1.npy"), v1),
                          numpy.abs(error / errors - 1).max())
                check(far <= TOLERANCE[precision], f"{label}: off by {far:.2g}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
