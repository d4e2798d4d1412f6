#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Trainings of several hidden layers against a plain one-process reference in numpy.

Weights, errors and accuracy after some iterations on batches with momentum and a falling rate, for all units and losses
and several plans, with weights from files and to files; early stopping, a resume, the model as numpy reads it, and what
it predicts. The reference shares no code with run-bp.
"""
import itertools
import json
import pathlib
import sys
import tempfile

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from bp_trainer import HIDDEN_UNITS, UNITS, batch, distance, loss_of, outputs_of  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, finish, run  # noqa: E402

SEED = 20261130
SAMPLES, BATCH, ITERATIONS, MOMENTUM = 47, 20, 9, 0.7
RATE = 0.4 / BATCH
NETWORKS = [[9, 12, 7, 4], [6, 5, 8, 3, 11]]  # the last layer of the second is cut by its outputs
PLANS = ["--speeds 1", "--speeds 3,2,1 --columns 2", "--speeds 2,1,1,3 --columns 2 --collective ring",
         "--speeds 1,2,1 --columns 1 --collective tree"]


def forward(units, weights, x, bias):
    """Values of each layer, the inputs first."""
    values = [x]
    for number, w in enumerate(weights):
        v = numpy.hstack([values[-1], numpy.ones((len(x), 1))]) if bias else values[-1]
        u = v @ w.T
        values.append(outputs_of(units[1], u) if number + 1 == len(weights) else HIDDEN_UNITS[units[0]][0](u))
    return values


def train(units, weights, x, d, bias, iterations=ITERATIONS, share=lambda t: 1, each=lambda t, weights: False):
    """The matrices, with biases as their last columns, and the error of each iteration."""
    errors, velocity = [], [0] * len(weights)
    for t in range(iterations):
        rows = batch(1, t, len(x), BATCH)
        values = forward(units, weights, x[rows], bias)
        h = values[-1]
        errors.append(loss_of(units[1], units[2], h, d[rows]))
        slope = (h - d[rows]) * (h * (1 - h) if units[1:] == ("sigmoid", "squared") else 1)
        gradients = []
        for number in range(len(weights) - 1, -1, -1):
            v = numpy.hstack([values[number], numpy.ones((BATCH, 1))]) if bias else values[number]
            gradients.insert(0, slope.T @ v)
            back = slope @ weights[number][:, :values[number].shape[1]]
            slope = back * HIDDEN_UNITS[units[0]][1](values[number])
        velocity = [g + MOMENTUM * v for g, v in zip(gradients, velocity)]
        weights = [w - RATE * share(t) * v for w, v in zip(weights, velocity)]
        if each(t + 1, weights):
            break
    return weights, numpy.array(errors)


def problem(random, sizes, units, sparse=False):
    x = random.uniform(0, 1, (SAMPLES, sizes[0]))
    if sparse:
        x = (x > 0.8).astype(float)
    d = random.uniform(0, 1, (SAMPLES, sizes[-1]))
    return x, numpy.eye(sizes[-1])[d.argmax(axis=1)] if units[1] == "softmax" else d


def first(random, sizes, bias):
    return [random.uniform(-0.5, 0.5, (b, a + bias)) for a, b in zip(sizes, sizes[1:])]


def save(folder, **arrays):
    for name, array in arrays.items():
        numpy.save(f"{folder}/{name}.npy", array)


def files(name, sizes):
    return ",".join(f"{name}{j}.npy" for j in range(len(sizes) - 1))


def plan(folder, options, sizes, samples):
    run(folder, f"plan-partition -q {options} --samples {samples} --network {'-'.join(map(str, sizes))} -o plan.json")
    return json.loads(pathlib.Path(folder, "plan.json").read_text())["layers"]


def common(units, bias, sizes):
    return (f"run-bp -q plan.json --data x.npy,d.npy --precision double --batch {BATCH} --momentum {MOMENTUM} "
            f"--learning-rate {RATE} --hidden-units {units[0]} --output-units {units[1]} --loss {units[2]}"
            f"{' --bias' if bias else ''} --weights-in {files('w', sizes)}")


def is_right(h, d):
    return h.argmax(axis=1) == d.argmax(axis=1)


def all_units(folder):
    joined = 0
    turns = itertools.cycle(itertools.product((BATCH, SAMPLES), (False, True)))
    for number, units in enumerate(UNITS):
        random = numpy.random.default_rng([SEED, number])
        sizes, options, bias = NETWORKS[number // 2 % 2], PLANS[(number + number // 4) % 4], number % 3 > 0
        samples, sparse = next(turns)
        x, d = problem(random, sizes, units, sparse)
        weights = first(random, sizes, bias)
        save(folder, x=x, d=d, **{f"w{j}": w for j, w in enumerate(weights)})
        last = plan(folder, options, sizes, samples)[-1]
        joined += units[1] == "softmax" and last["cut"] == "outputs" and len(last["columns"][0]["processors"]) > 1
        share = (lambda t: 0.5 ** (t // 4)) if number % 2 else (lambda t: 1 / (1 + t / 3))
        expected, errors = train(units, weights, x, d, bias, share=share)
        code, out, words = run(folder, common(units, bias, sizes) + f" --iterations {ITERATIONS} --weights-out "
                               f"{files('v', sizes)} --learning-rate-schedule "
                               f"{'step:4:0.5' if number % 2 else 'inverse:3'}")
        label = f"seed {SEED}: {units}, bias {bias}, {sizes}, {options}, sparse {sparse}, plan for {samples}"
        if code != 0:
            check(False, f"{label}: {words}")
            continue
        result = json.loads(out)["result"]
        far = max(distance(result["error"], errors),
                  *(distance(numpy.load(f"{folder}/v{j}.npy"), w) for j, w in enumerate(expected)))
        check(far < 1e-12, f"{label}: off by {far:.2g}")
        h = forward(units, expected, x, bias)[-1]
        found = result.get("accuracy", result.get("mean_squared_error"))
        right = ((h - d) ** 2).mean() if units[1] == "linear" else is_right(h, d).mean()
        check(abs(found - right) < 1e-12, f"{label}: {found} in place of {right}")
    check(joined > 0, f"{joined} softmax outputs are joined in columns")


def stops_early(folder):
    """Standardised inputs; a validation in which the network soon gets worse; the model has the best weights."""
    random = numpy.random.default_rng(SEED)
    sizes, units = NETWORKS[0], ("tanh", "softmax", "cross-entropy")
    x, d = problem(random, sizes, units)
    x = 50 + 10 * x
    mean, deviation = x.mean(axis=0), x.std(axis=0)
    held_x, held_d = x[:17] + 3, d[5:22]
    weights = first(random, sizes, True)
    save(folder, x=x, d=d, hx=held_x, hd=held_d, **{f"w{j}": w for j, w in enumerate(weights)})
    losses, kept = [], []

    def look(t, now):
        if t % 3 == 0:
            h = forward(units, now, (held_x - mean) / deviation, True)[-1]
            losses.append(loss_of("softmax", units[2], h, held_d) / len(held_x))
            kept.append(now)
        return t % 3 == 0 and len(losses) - 1 - int(numpy.argmin(losses)) >= 4
    iterations = len(train(units, weights, (x - mean) / deviation, d, True, 200, each=look)[1])
    best = kept[int(numpy.argmin(losses))]
    check(iterations < 200, f"the reference stops after {iterations} iterations")
    base = (common(units, True, sizes) + " --standardise --validation hx.npy,hd.npy --validate-every 3 --patience 4 "
            "--test hx.npy,hd.npy --checkpoint state --resume --model model.npz --force")
    h = forward(units, best, (held_x - mean) / deviation, True)[-1]
    for options, cut in ((PLANS[1], False), (PLANS[3], True)):
        plan(folder, options, sizes, BATCH)
        pathlib.Path(folder, "state").unlink(missing_ok=True)
        if cut:
            code, _, words = run(folder, base + " --iterations 5")
            check(code == 0, f"first part: {words}")
            plan(folder, PLANS[2], sizes, BATCH)
        code, out, words = run(folder, base + " --iterations 200")
        label = f"{options}, in parts {cut}"
        if code != 0:
            check(False, f"{label}: {words}")
            continue
        report = json.loads(out)
        result = report["result"]
        check(report["stopped"] == "validation", f"{label}: stopped by {report['stopped']}")
        check(len(result["error"]) == iterations, f"{label}: {len(result['error'])} iterations")
        check(distance(result["validation"], numpy.array(losses)) < 1e-9, f"{label}: losses")
        check(result["best_iteration"] == 3 * (1 + int(numpy.argmin(losses))), f"{label}: best iteration")
        check(abs(result["test_accuracy"] - is_right(h, held_d).mean()) < 1e-12, f"{label}: accuracy of the test")
        model = numpy.load(f"{folder}/model.npz")
        far = max(distance(model["mean"], mean), distance(model["deviation"], deviation),
                  *(distance(model[f"weights_{j + 1}"], w[:, :-1]) for j, w in enumerate(best)),
                  *(distance(model[f"bias_{j + 1}"], w[:, -1]) for j, w in enumerate(best)))
        check(far < 1e-9, f"{label}: the model is off by {far:.2g}")
    for how in ("-n 1", "-n 3", "plan.json"):
        code, _, words = run(folder, f"run-bp -q {how} --predict model.npz --data hx.npy --output p.npy "
                             "--probabilities --force")
        far = distance(numpy.load(f"{folder}/p.npy"), h) if code == 0 else words
        check(code == 0 and far < 1e-9, f"predictions, {how}: {far}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for part in (all_units, stops_early):
            part(folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
