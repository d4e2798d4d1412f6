#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The answers of run-search --no-exact by SQL: oracle.py EXAMPLES QUERIES K WEIGHTING TIES

Weights by counting in Python, distances in whole 1/3072 and the order by sqlite. Shares no code with the program.
"""
import collections
import csv
import math
import sqlite3
import sys

EQUAL, CODES = ["particle", "pos1", "pos2", "affix1", "affix2"], ["code1", "code2"]


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def weight(examples, column, value, weighting):
    shared = collections.Counter(e["pattern"] for e in examples if e[column] == value)
    n = sum(shared.values())
    if n == 0 or value == "---":
        return 1024
    root = math.sqrt(sum((k / n) ** 2 for k in shared.values()))
    return round(1024 * (1 / root if weighting == "okada" else root))


def term(column, value, weight):
    """SQL for one attribute's part of the distance."""
    text = "'" + value.replace("'", "''") + "'"
    if column in EQUAL:
        return f"{3 * weight} * ({column} <> {text})"
    if value == "---":
        return str(3 * weight)
    levels = " ".join(f"WHEN substr({column}, 1, {n}) = substr({text}, 1, {n}) THEN {(3 - n) * weight}" for n in (3, 2, 1))
    return f"CASE WHEN {column} = '---' THEN {3 * weight} {levels} ELSE {3 * weight} END"


def main(examples_path, queries_path, k, weighting, ties):
    examples, columns = read(examples_path), EQUAL + CODES
    database = sqlite3.connect(":memory:")
    database.execute(f"CREATE TABLE examples (row INTEGER PRIMARY KEY, {', '.join(columns)})")
    database.executemany(f"INSERT INTO examples VALUES ({', '.join('?' * (len(columns) + 1))})",
                         ([row] + [e[c] for c in columns] for row, e in enumerate(examples)))
    for number, query in enumerate(read(queries_path)):
        distance = " + ".join(term(c, query[c], weight(examples, c, query[c], weighting)) for c in columns)
        found = database.execute(f"SELECT {distance} AS d, row FROM examples ORDER BY d, row").fetchall()
        end = int(k)
        while ties == "ties" and end < len(found) and found[end][0] == found[end - 1][0]:
            end += 1
        for rank, (units, row) in enumerate(found[:end], 1):
            print(number, rank, units, row, sep="\t")


main(*sys.argv[1:])
