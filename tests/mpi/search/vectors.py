#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Vectors and their nearest by numpy; shares no code with the program.

vectors.py make NAME ROWS COLUMNS SEED     writes NAME.fvecs, .bvecs, .ivecs, .npy (f4), -f8.npy, .csv
vectors.py nearest EXAMPLES QUERIES K METRIC TIES  prints query, rank and row by tabs; of FVECS or BVECS
vectors.py check EXAMPLES QUERIES METRIC   reads answers of run-search; prints distances that are wrong

Vectors are small whole numbers, so that ties are common, and real numbers in turn; every eighth is one of those before.
"""
import sys

import numpy as np


def make(name, rows, columns, seed):
    random = np.random.default_rng(int(seed))
    whole = random.integers(1, 4, (int(rows), int(columns)))
    real = random.normal(5, 1, whole.shape)
    for row in range(8, len(whole), 8):
        whole[row] = whole[row - 1 - random.integers(8)]
        real[row] = real[row - 1 - random.integers(8)]
    write(name + ".bvecs", whole.astype("u1"))
    write(name + ".ivecs", whole.astype("<i4"))
    write(name + ".fvecs", real.astype("<f4"))
    np.save(name + ".npy", real.astype("<f4"))
    np.save(name + "-f8.npy", real.astype("<f4").astype("<f8"))
    with open(name + ".csv", "w", encoding="utf-8") as file:
        file.write("word," + ",".join(f"x{i}" for i in range(int(columns))) + "\n")
        for row, vector in enumerate(real.astype("<f4").astype("f8")):
            file.write(f"w{row}," + ",".join(repr(float(x)) for x in vector) + "\n")


def write(path, vectors):
    with open(path, "wb") as file:
        for vector in vectors:
            file.write(np.int32(len(vector)).tobytes() + vector.tobytes())


def read(path):
    columns = int(np.fromfile(path, "<i4", 1)[0])
    kind = "<f4" if path.endswith(".fvecs") else "u1"
    records = np.fromfile(path, [("length", "<i4"), ("vector", kind, (columns,))])
    return records["vector"].astype(np.longdouble)


def distances(examples, query, metric):
    if metric == "l2":
        return ((examples - query) ** 2).sum(axis=1)
    return 1 - examples @ query / (np.sqrt((examples**2).sum(axis=1)) * np.sqrt((query**2).sum()))


def nearest(examples, queries, k, metric, ties):
    examples = read(examples)
    for number, query in enumerate(read(queries)):
        # Equal but for rounding: all digits of a double and some more.
        d = np.round(distances(examples, query, metric), 15 if metric == "cosine" else 9)
        order = sorted(range(len(d)), key=lambda row: (d[row], row))
        end = int(k)
        while ties == "ties" and end < len(order) and d[order[end]] == d[order[end - 1]]:
            end += 1
        for rank, row in enumerate(order[:end], 1):
            print(number, rank, row, sep="\t")


def check(examples, queries, metric):
    examples, queries = read(examples), read(queries)
    for line in list(sys.stdin)[1:]:
        query, _, distance, _, row = line.split("\t")
        expected = distances(examples[int(row)][None], queries[int(query)], metric)[0]
        if abs(float(distance) - expected) > 1e-14 * max(1, expected):
            print(line, expected)


{"make": make, "nearest": nearest, "check": check}[sys.argv[1]](*sys.argv[2:])
