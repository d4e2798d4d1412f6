# SPDX-License-Identifier: MIT
"""The programs of Ito 2012 and how fast they are: there, and here."""
import statistics

PROGRAMS = {"EM": "em", "KM": "kmeans", "LR": "logistic"}
PAPER, HERE = "paper", "here"
SPEED_SETS = {PAPER: "Java, as in the paper", HERE: "this project's loops"}
THREADS = 8

# Section 4.4: with 200 M elements on 30 hosts these are the seconds and the part of a loop that do not shrink with hosts,
# the means of the ranges that are given there. They are all that the text tells of speeds: the rest of a loop is work.
SERIAL_S = {"EM": 1.35, "KM": 0.825, "LR": 0.475}
SERIAL_PART = {"EM": 0.036, "KM": 0.1105, "LR": 0.147}
# measure-speeds -n 1 --kernel em, kmeans, logistic, once, on one core with vectors of 512 bits; elements a second.
CORE = {"EM": 45e6, "KM": 150e6, "LR": 250e6}


def paper_speed(program):
    """Elements a second of a host of the paper, rounded to three digits."""
    parallel_s = SERIAL_S[program] / SERIAL_PART[program] - SERIAL_S[program]
    return float(f"{200e6 / 30 / parallel_s:.3g}")


def speed(program, kind=PAPER):
    """Elements a second of a host with 8 threads."""
    return paper_speed(program) if kind == PAPER else THREADS * CORE[program]


def serial_part(seconds):
    """Least squares of seconds = serial + constant / hosts, from a dictionary of seconds by hosts; no number where there is
    but one number of hosts."""
    if len(seconds) < 2:
        return float("nan")
    x, y = [1 / p for p in seconds], list(seconds.values())
    mean_x, mean_y = statistics.mean(x), statistics.mean(y)
    constant = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x) ** 2 for a in x)
    return mean_y - constant * mean_x
