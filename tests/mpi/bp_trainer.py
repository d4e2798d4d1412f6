#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""run-bp's options as a trainer against a plain one-process reference in numpy.

Weights after some iterations on batches with momentum and a falling rate, for all units and losses and any plan; early
stopping; a resume; the model as numpy reads it, and what it predicts. The reference shares no code with run-bp: it
shuffles by the law that lib/perceptron/batch_order.hpp states.
"""
import itertools
import json
import pathlib
import sys
import tempfile

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, finish, run  # noqa: E402

SEED = 20261129
SAMPLES, INPUTS, HIDDEN, OUTPUTS, BATCH, ITERATIONS = 53, 9, 21, 4, 16, 11
RATE, MOMENTUM = 0.4 / BATCH, 0.8
GOLDEN, MASK = 0x9E3779B97F4A7C15, (1 << 64) - 1
PLANS = ["--speeds 1", "--speeds 3,2,1 --columns 2", "--speeds 2,1,1,3,1 --columns 3 --collective ring",
         "--speeds 1,2,1 --columns 1"]
UNITS = [(hidden, *rest) for hidden in ("sigmoid", "tanh", "relu") for rest in
         (("sigmoid", "squared"), ("sigmoid", "cross-entropy"), ("softmax", "cross-entropy"), ("linear", "squared"))]


def mix(x):
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
    return x ^ x >> 31


def order(seed, epoch, n):
    state = mix((mix((seed + 2 * GOLDEN) & MASK) + GOLDEN * (epoch + 1)) & MASK)
    places = list(range(n))
    for i in range(n - 1, 0, -1):
        state = (state + GOLDEN) & MASK
        j = mix(state) * (i + 1) >> 64
        places[i], places[j] = places[j], places[i]
    return places


def batch(seed, t, n, size):
    places = [divmod(t * size + i, n) for i in range(size)]
    orders = {epoch: order(seed, epoch, n) for epoch, _ in places}
    return [orders[epoch][at] for epoch, at in places]


def sigmoid(x):
    return 1 / (1 + numpy.exp(-x))


HIDDEN_UNITS = {"sigmoid": (sigmoid, lambda f: f * (1 - f)), "tanh": (numpy.tanh, lambda f: 1 - f * f),
                "relu": (lambda u: numpy.maximum(u, 0), lambda f: (f > 0).astype(float))}


def outputs_of(kind, u):
    if kind == "sigmoid":
        return sigmoid(u)
    if kind == "linear":
        return u
    e = numpy.exp(u - u.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def loss_of(kind, loss, h, d):
    if loss == "squared":
        return 0.5 * ((h - d) ** 2).sum()
    return -(d * numpy.log(h)).sum() - (((1 - d) * numpy.log(1 - h)).sum() if kind == "sigmoid" else 0)


def forward(units, w, v, x, bias):
    hidden, output, _ = units
    one = numpy.ones((len(x), 1))
    xb = numpy.hstack([x, one]) if bias else x
    f = HIDDEN_UNITS[hidden][0](xb @ w.T)
    fb = numpy.hstack([f, one]) if bias else f
    return xb, f, fb, outputs_of(output, fb @ v.T)


def train(units, w, v, x, d, bias, iterations=ITERATIONS, schedule=lambda t: 1, each=lambda t, w, v: False, size=BATCH):
    """W, V (biases their last columns) and the error of each iteration."""
    hidden, output, loss = units
    errors, vw, vv = [], 0, 0
    for t in range(iterations):
        rows = batch(1, t, len(x), size)
        xb, f, fb, h = forward(units, w, v, x[rows], bias)
        errors.append(loss_of(output, loss, h, d[rows]))
        d2 = h - d[rows]
        if output == "sigmoid" and loss == "squared":
            d2 = d2 * h * (1 - h)
        d1 = HIDDEN_UNITS[hidden][1](f) * (d2 @ v[:, :HIDDEN])
        vw, vv = d1.T @ xb + MOMENTUM * vw, d2.T @ fb + MOMENTUM * vv
        w, v = w - RATE * schedule(t) * vw, v - RATE * schedule(t) * vv
        if each(t + 1, w, v):
            break
    return w, v, numpy.array(errors)


def distance(a, b):
    return numpy.abs(numpy.asarray(a) - b).max() / numpy.abs(b).max()


def plan(folder, options, samples):
    run(folder, f"plan-partition -q {options} --samples {samples} --network {INPUTS}-{HIDDEN}-{OUTPUTS} -o plan.json")


def common(units, bias):
    return (f"run-bp -q plan.json --data x.npy,d.npy --precision double --batch {BATCH} --momentum {MOMENTUM} "
            f"--learning-rate {RATE} --hidden-units {units[0]} --output-units {units[1]} --loss {units[2]}"
            f"{' --bias' if bias else ''} --iterations {ITERATIONS}")


def save(folder, w, v, bias):
    numpy.save(f"{folder}/w.npy", w if bias else w[:, :-1])
    numpy.save(f"{folder}/v.npy", v if bias else v[:, :-1])
    return (w, v) if bias else (w[:, :-1], v[:, :-1])


def all_units(folder, data, w, v):
    x, d = data
    turns = itertools.cycle([(p, form, samples) for p in PLANS for form in ("dense", "sparse")
                             for samples in (BATCH, SAMPLES)])
    for units, bias in itertools.product(UNITS, (False, True)):
        options, form, samples = next(turns)
        inputs = x if form == "dense" else (x > 0.6).astype(float)
        targets = numpy.eye(OUTPUTS)[d.argmax(axis=1)] if units[1] == "softmax" else d
        numpy.save(f"{folder}/x.npy", inputs)
        numpy.save(f"{folder}/d.npy", targets)
        w1, v1, errors = train(units, *save(folder, w, v, bias), inputs, targets, bias)
        plan(folder, options, samples)
        code, out, words = run(folder, common(units, bias) + " --weights-in w.npy,v.npy --weights-out w1.npy,v1.npy")
        label = f"seed {SEED}: {units}, bias {bias}, {options}, {form}, plan for {samples}"
        if code != 0:
            check(False, f"{label}: {words}")
            continue
        far = max(distance(numpy.load(f"{folder}/w1.npy"), w1), distance(numpy.load(f"{folder}/v1.npy"), v1),
                  distance(json.loads(out)["result"]["error"], errors))
        check(far < 1e-12, f"{label}: off by {far:.2g}")


def schedules(folder, data, w, v):
    units = ("tanh", "softmax", "cross-entropy")
    x, d = data[0], numpy.eye(OUTPUTS)[data[1].argmax(axis=1)]
    numpy.save(f"{folder}/x.npy", x)
    numpy.save(f"{folder}/d.npy", d)
    w0, v0 = save(folder, w, v, True)
    plan(folder, PLANS[1], BATCH)
    for text, share in (("step:4:0.5", lambda t: 0.5 ** (t // 4)), ("inverse:3", lambda t: 1 / (1 + t / 3))):
        w1, _, _ = train(units, w0, v0, x, d, True, schedule=share)
        code, _, words = run(folder, common(units, True) + f" --learning-rate-schedule {text} --weights-in w.npy,v.npy "
                             "--weights-out w1.npy,v1.npy")
        far = distance(numpy.load(f"{folder}/w1.npy"), w1) if code == 0 else words
        check(code == 0 and far < 1e-12, f"{text}: {far}")


def replans(folder, data, w, v):
    """New plans move the biases and the places in a batch, too."""
    units = ("tanh", "sigmoid", "squared")
    numpy.save(f"{folder}/x.npy", data[0])
    numpy.save(f"{folder}/d.npy", data[1])
    w0, v0 = save(folder, w, v, True)
    w1, v1, _ = train(units, w0, v0, *data, True)
    plan(folder, "--speeds 1,1,1 --columns 2", BATCH)
    code, out, words = run(folder, common(units, True) + " --replan 3 --replan-always --slow 0:0.01@1-11,1:0.1@4-11 "
                           "--weights-in w.npy,v.npy --weights-out w1.npy,v1.npy")
    if code != 0:
        return check(False, f"replans: {words}")
    made = json.loads(out)["result"]["replans"]
    far = max(distance(numpy.load(f"{folder}/w1.npy"), w1), distance(numpy.load(f"{folder}/v1.npy"), v1))
    return check(made and far < 1e-12, f"{len(made)} replans: off by {far:.2g}")


def stops_early(folder, data, w, v):
    """Standardised inputs; a validation in which the network soon gets worse; the model has the best weights."""
    units = ("tanh", "softmax", "cross-entropy")
    x, d = 50 + 10 * data[0], numpy.eye(OUTPUTS)[data[1].argmax(axis=1)]
    mean, deviation = x.mean(axis=0), x.std(axis=0)
    held_x, held_d = x[:17] + 3, d[5:22]
    for name, array in (("x", x), ("d", d), ("hx", held_x), ("hd", held_d)):
        numpy.save(f"{folder}/{name}.npy", array)
    losses, kept = [], []

    def look(t, w1, v1):
        if t % 3 == 0:
            h = forward(units, w1, v1, (held_x - mean) / deviation, True)[3]
            losses.append(loss_of("softmax", units[2], h, held_d) / len(held_x))
            kept.append((w1, v1))
        return t % 3 == 0 and len(losses) - 1 - int(numpy.argmin(losses)) >= 4
    w0, v0 = save(folder, w, v, True)
    iterations = len(train(units, w0, v0, (x - mean) / deviation, d, True, 200, each=look)[2])
    best = kept[int(numpy.argmin(losses))]
    check(iterations < 200, f"the reference stops after {iterations} iterations")
    options = (" --iterations 200 --standardise --validation hx.npy,hd.npy --validate-every 3 --patience 4 "
               "--weights-in w.npy,v.npy --checkpoint state --resume --model model.npz --force")
    for options_of_plan, cut in itertools.product(PLANS[:2], (False, True)):
        plan(folder, options_of_plan, BATCH)
        pathlib.Path(folder, "state").unlink(missing_ok=True)
        base = common(units, True).replace(f"--iterations {ITERATIONS}", "")
        if cut:
            code, _, words = run(folder, base + options.replace("--iterations 200", "--iterations 5"))
            check(code == 0, f"first part: {words}")
        code, out, words = run(folder, base + options)
        label = f"{options_of_plan}, in parts {cut}"
        if code != 0:
            check(False, f"{label}: {words}")
            continue
        report = json.loads(out)
        check(report["stopped"] == "validation", f"{label}: stopped by {report['stopped']}")
        check(len(report["result"]["error"]) == iterations, f"{label}: {len(report['result']['error'])} iterations")
        check(distance(report["result"]["validation"], numpy.array(losses)) < 1e-9, f"{label}: losses")
        check(report["result"]["best_iteration"] == 3 * (1 + int(numpy.argmin(losses))), f"{label}: best iteration")
        model = numpy.load(f"{folder}/model.npz")
        far = max(distance(model["weights_1"], best[0][:, :-1]), distance(model["bias_1"], best[0][:, -1]),
                  distance(model["weights_2"], best[1][:, :-1]), distance(model["bias_2"], best[1][:, -1]),
                  distance(model["mean"], mean), distance(model["deviation"], deviation))
        check(far < 1e-9, f"{label}: the model is off by {far:.2g}")
    h = forward(units, *best, (held_x - mean) / deviation, True)[3]
    for ranks in (1, 3):
        for options_of_output, expected in (("p.npy --probabilities", h), ("p.csv --probabilities", h)):
            name = options_of_output.split()[0]
            code, _, words = run(folder, f"run-bp -q --predict model.npz -n {ranks} --data hx.npy "
                                 f"--output {options_of_output} --force")
            got = None
            if code == 0:
                got = (numpy.load(f"{folder}/{name}") if name.endswith("npy")
                       else numpy.loadtxt(f"{folder}/{name}", delimiter=",", skiprows=1))
            far = distance(got, expected) if code == 0 else words
            check(code == 0 and far < 1e-9, f"predictions of {ranks} ranks in {name}: {far}")


def resumes(folder, data, w, v):
    """Bit by bit, with each option that a training has."""
    x, d = data[0], numpy.eye(OUTPUTS)[data[1].argmax(axis=1)]
    numpy.save(f"{folder}/x.npy", x)
    numpy.save(f"{folder}/d.npy", d)
    plan(folder, PLANS[1], BATCH)
    for options in ("--bias", "--hidden-units relu --first-weights glorot", "--output-units softmax --bias",
                    "--output-units linear --standardise", "--loss cross-entropy --learning-rate-schedule inverse:2",
                    "--learning-rate-schedule step:2:0.5 --validation x.npy,d.npy --validate-every 2",
                    "--batch 16", "--batch 16 --momentum 0.9 --bias --hidden-units tanh"):
        base = f"run-bp -q plan.json --data x.npy,d.npy --learning-rate 0.01 {options} --model"
        pathlib.Path(folder, "state").unlink(missing_ok=True)
        run(folder, f"{base} once.npz --force --iterations 9 -o once.json")
        run(folder, f"{base} part.npz --force --iterations 4 --checkpoint state -o part.json")
        code, _, words = run(folder, f"{base} parts.npz --force --iterations 9 --checkpoint state --resume "
                             "-o parts.json")
        same = [json.loads(pathlib.Path(folder, f"{name}.json").read_text())["result"] for name in ("once", "parts")]
        check(code == 0 and pathlib.Path(folder, "once.npz").read_bytes() ==
              pathlib.Path(folder, "parts.npz").read_bytes(), f"{options}: the models differ; {words}")
        check(same[0]["error"] == same[1]["error"] and same[0].get("validation") == same[1].get("validation"),
              f"{options}: the errors differ")
        check(len(same[0]["error"]) == 9 and same[0]["error"][:1] != same[0]["error"][8:], f"{options}: it trains")


def main():
    random = numpy.random.default_rng(SEED)
    data = random.uniform(0, 1, (SAMPLES, INPUTS)), random.uniform(0, 1, (SAMPLES, OUTPUTS))
    w, v = random.uniform(-0.5, 0.5, (HIDDEN, INPUTS + 1)), random.uniform(-0.5, 0.5, (OUTPUTS, HIDDEN + 1))
    with tempfile.TemporaryDirectory() as folder:
        for part in (all_units, schedules, replans, stops_early, resumes):
            part(folder, data, w, v)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
