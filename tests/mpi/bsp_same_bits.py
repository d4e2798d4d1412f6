#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every data-parallel program gives the same bits on any number of ranks and threads, in every relocation mode with
relocation forced after every superstep and a rank that is made slow; and what numpy gives, within rounding.

Checked once against scikit-learn 1.2.1 from the same start on the same points, 20 iterations with 5 clusters: centroids
differ by 2e-14, means and covariances of the mixture by 7e-13 (weights 6e-15).
"""
import json
import pathlib
import sys
import tempfile

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, finish, result_of_supersteps, run  # noqa: E402

SEED = 20120910
POINTS, VERTICES = 70_001, 70_001  # 18 blocks, the last with few elements
OPTIONS = {
    "kmeans": "--data points.npy --clusters 5 --iterations 6",
    "kmeans with wide tables": "--data points.npy --clusters 300 --centroids places.npy --iterations 3",  # small blocks
    "em": "--data points.npy --clusters 3 --iterations 5",
    "logistic": "--data labelled.npy --iterations 7",
    "kmeans with starts": "--data points.npy --clusters 5 --iterations 3 --starts 3 --seeding parallel",
    "em with diagonal covariances": "--data points.npy --clusters 3 --iterations 4 --covariance diagonal --starts 2",
    "em with one covariance": "--data points.npy --clusters 3 --iterations 4 --covariance tied",
    "logistic of classes": "--data classes.npy --iterations 7",
    "linear": "--data line.npy --l2 0.01",
    "pagerank": "--data graph.tsv --iterations 7",
}
VARIANTS = ["kmeans with starts", "em with diagonal covariances", "em with one covariance", "logistic of classes", "linear"]  # of programs whose supersteps are tried more often
RUNS = [(ranks, threads, mode, trigger)
        for ranks, threads, mode, trigger in [
            (2, 1, "none", ""), (3, 2, "none", ""), (5, 1, "none", ""), (8, 1, "none", ""), (1, 2, "none", ""),
            (2, 1, "sync", "0,0,0"), (3, 1, "async", "0,0,0"), (5, 1, "blocks=6", "0,0,0"), (8, 1, "async", "0,0,0"),
            (2, 2, "async", "0,0,0"), (8, 1, "sync", "0,0,0"), (3, 1, "steal", "0,0,0"), (8, 2, "steal", "0,0,0"),
            (3, 1, "blocks=3", "0,0,0"), (5, 2, "steal", "0,0,0"), (3, 2, "async", "gain")]]


def moves(report):
    return json.loads(report)["result"]["relocation"]["moves"]


def make_data(folder):
    random = numpy.random.default_rng(SEED)
    centres = random.uniform(-4, 4, (5, 3))
    points = centres[random.integers(0, 5, POINTS)] + random.normal(0, 0.6, (POINTS, 3))
    label = random.uniform(size=POINTS) < 1 / (1 + numpy.exp(-(points @ [1, -0.5, 0.2] + 0.3)))
    edges = random.integers(0, VERTICES, (4 * VERTICES, 2))
    edges = edges[edges[:, 0] % 7 != 3]  # vertices without out-edges
    edges = numpy.vstack([edges, [[0, VERTICES - 1]]])
    numpy.save(f"{folder}/points.npy", points)
    places = points[:300].copy()
    places[297:] += 1000  # clusters without points are filled
    numpy.save(f"{folder}/places.npy", places)
    numpy.save(f"{folder}/labelled.npy", numpy.column_stack([points, label]))
    numpy.savetxt(f"{folder}/graph.tsv", edges, fmt="%d", delimiter="\t", header="from\tto")
    kind = numpy.argmax(points @ centres.T / 8 + random.gumbel(size=(POINTS, 5)), 1)
    numpy.save(f"{folder}/classes.npy", numpy.column_stack([points, kind]))
    target = points @ [3, 0, -1] + 2 + random.normal(size=POINTS)
    numpy.save(f"{folder}/line.npy", numpy.column_stack([points, target]))
    return points, label, kind, target, edges


def close(found, expected, tolerance):
    found, expected = numpy.asarray(found), numpy.asarray(expected)
    return found.shape == expected.shape and numpy.all(abs(found - expected) <= tolerance * (abs(expected) + 1e-300))


def kmeans_agrees(folder, points, found, labels):
    first = points[:5]
    numpy.save(f"{folder}/first.npy", first)
    code, out, _ = run(folder, "run-bsp kmeans -n 3 -q --data points.npy --clusters 5 --iterations 4 --tolerance 0 "
                       "--centroids first.npy --element-output l.npy")
    centroids = first
    for _ in range(4):
        nearest = ((points[:, None, :] - centroids) ** 2).sum(2).argmin(1)
        centroids = numpy.array([points[nearest == c].mean(0) for c in range(5)])
    distance = ((points[:, None, :] - centroids) ** 2).sum(2)
    last, inertia = distance.argmin(1), distance.min(1).sum()
    got = result_of_supersteps(out)
    check(close(got["centroids"], centroids, 1e-12) and close(got["inertia"], inertia, 1e-12) and
          numpy.array_equal(numpy.load(f"{folder}/l.npy"), last) and
          got["sizes"] == numpy.bincount(last, minlength=5).tolist(), "kmeans agrees with numpy")


def em_agrees(folder, points):
    code, out, _ = run(folder, "run-bsp em -n 3 -q --data points.npy --clusters 5 --iterations 3 --tolerance 0 "
                       "--centroids first.npy")
    means, weights = points[:5], numpy.full(5, 0.2)
    covariances = numpy.array([numpy.cov(points.T, bias=True) + 1e-6 * numpy.eye(3)] * 5)
    for iteration in range(4):
        logs = numpy.empty((len(points), 5))
        for c in range(5):
            x = points - means[c]
            logs[:, c] = (numpy.log(weights[c]) - 0.5 * (x * numpy.linalg.solve(covariances[c], x.T).T).sum(1)
                          - 0.5 * numpy.log(numpy.linalg.det(2 * numpy.pi * covariances[c])))
        largest = logs.max(1, keepdims=True)
        total = numpy.log(numpy.exp(logs - largest).sum(1)) + largest[:, 0]
        if iteration == 3:
            break  # the likelihood is that of the last parameters
        r = numpy.exp(logs - total[:, None])
        weights = r.sum(0) / len(points)
        means = r.T @ points / r.sum(0)[:, None]
        covariances = numpy.array([(r[:, c, None] * (points - means[c])).T @ (points - means[c]) / r[:, c].sum()
                                   + 1e-6 * numpy.eye(3) for c in range(5)])
    got = result_of_supersteps(out)
    check(close(got["means"], means, 1e-8) and close(got["weights"], weights, 1e-8) and
          close(numpy.reshape(got["covariances"], (5, 3, 3)), covariances, 1e-7) and
          close(got["log_likelihood"], total.mean(), 1e-10), "em agrees with numpy")


def logistic_agrees(folder, points, label):
    """There is but one optimum, which Newton's method finds."""
    _, out, _ = run(folder, "run-bsp logistic -n 3 -q --data labelled.npy")
    x = numpy.column_stack([points, numpy.ones(POINTS)])
    w = numpy.zeros(4)
    for _ in range(12):
        p = 1 / (1 + numpy.exp(-x @ w))
        w = w - numpy.linalg.solve((x * (p * (1 - p))[:, None]).T @ x, x.T @ (p - label))
    z = x @ w
    found, report = result_of_supersteps(out), json.loads(out)
    check(close(found["weights"], w, 1e-6) and close(found["loss"], numpy.logaddexp(0, numpy.where(label, -z, z)).mean(),
                                                     1e-12), "logistic agrees with numpy")
    check(report["converged"] is True and report["stopped"] == "tolerance", "logistic settles")


def classes_agree(folder, points, kind):
    """Newton's method on the weights of four classes, those of the fifth being 0; only differences count."""
    _, out, _ = run(folder, "run-bsp logistic -n 3 -q --data classes.npy --element-output labels.npy")
    x = numpy.column_stack([points, numpy.ones(POINTS)])
    w, own = numpy.zeros((5, 4)), numpy.eye(5)[kind]
    for _ in range(10):
        e = numpy.exp(x @ w.T)
        p = e / e.sum(1, keepdims=True)
        gradient = ((p - own).T @ x)[:4].ravel()
        hessian = numpy.block([[(x * (p[:, a] * ((a == b) - p[:, b]))[:, None]).T @ x for b in range(4)]
                               for a in range(4)])
        w[:4] -= numpy.linalg.solve(hessian, gradient).reshape(4, 4)
    found, report = result_of_supersteps(out), json.loads(out)
    check(numpy.abs(numpy.array(found["weights"]) - (w - w.mean(0))).max() < 1e-6 and report["converged"] and
          numpy.array_equal(numpy.load(f"{folder}/labels.npy"), (x @ w.T).argmax(1)), "classes agree with numpy")


def linear_agrees(points, target, found, predictions):
    """Ridge regression: alpha is l2 times the number of samples."""
    x, mean = points - points.mean(0), target.mean()
    w = numpy.linalg.solve(x.T @ x + 0.01 * POINTS * numpy.eye(3), x.T @ (target - mean))
    predicted = x @ w + mean
    residual = ((predicted - target) ** 2).sum()
    check(close(found["weights"], [*w, mean - points.mean(0) @ w], 1e-11) and
          close(found["residual_sum_of_squares"], residual, 1e-11) and
          close(found["r2"], 1 - residual / ((target - mean) ** 2).sum(), 1e-11) and
          numpy.abs(predictions - predicted).max() < 1e-11, "linear agrees with numpy")


def pagerank_agrees(edges, ranks):
    out = numpy.bincount(edges[:, 0], minlength=VERTICES)
    r = numpy.full(VERTICES, 1 / VERTICES)
    for _ in range(7):
        share = r / numpy.maximum(out, 1)
        arrived = numpy.bincount(edges[:, 1], weights=share[edges[:, 0]], minlength=VERTICES)
        r = 0.15 / VERTICES + 0.85 * (arrived + r[out == 0].sum() / VERTICES)
    check(close(ranks, r, 1e-10) and abs(ranks.sum() - 1) < 1e-12, "pagerank agrees with numpy")


def main():
    with tempfile.TemporaryDirectory() as folder:
        points, label, kind, target, edges = make_data(folder)
        for number, (program, options) in enumerate(OPTIONS.items()):
            command = f"run-bsp {program.split()[0]} -q {options} --element-output out.npy"
            code, report, words = run(folder, f"{command} -n 1")
            check(code == 0, f"{program} on one rank: {words}")
            if code:
                continue
            expected, numbers = result_of_supersteps(report), pathlib.Path(folder, "out.npy").read_bytes()
            few = 4 if program in VARIANTS else 2
            for ranks, threads, mode, constants in RUNS if number == 0 else RUNS[number % 2::few]:
                label_of_run = f"seed {SEED}: {program}, {ranks} ranks, {threads} threads, {mode} {constants}"
                trigger = "--trigger gain" if constants == "gain" else f"--trigger-constants {constants or '0.3,3,0.04'}"
                code, report, words = run(folder, f"{command} -n {ranks} --threads {threads} --relocation {mode} "
                                          f"{trigger} --slow {min(1, ranks - 1)}:0.1@1-4,0:0.1@5-9")
                same = code == 0 and result_of_supersteps(report) == expected
                same = same and pathlib.Path(folder, "out.npy").read_bytes() == numbers
                check(same, f"{label_of_run}: {words or 'other bits'}")
                if same and constants == "0,0,0" and mode != "steal":
                    check(moves(report) > 0, f"{label_of_run}: nothing moved")
            output = numpy.load(f"{folder}/out.npy")
            if program == "kmeans":
                kmeans_agrees(folder, points, expected, output)
            elif program == "em":
                em_agrees(folder, points)
            elif program == "logistic":
                logistic_agrees(folder, points, label)
            elif program == "logistic of classes":
                classes_agree(folder, points, kind)
            elif program == "linear":
                linear_agrees(points, target, expected, output)
            elif program == "pagerank":
                pagerank_agrees(edges, output)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
