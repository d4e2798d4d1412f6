# SPDX-License-Identifier: MIT
"""A program on simulated hosts that are equal, as the seconds of its loops."""
import functools
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from paper import PAPER, PROGRAMS, speed  # noqa: E402
from tools import tool  # noqa: E402

NETWORK = "1gbit"
BLOCK = 4096  # elements that move as one


@functools.lru_cache(maxsize=None)
def cluster(program, hosts, kind):
    """The speeds document of hosts that are one rank each, whose speed is that of all threads."""
    return tool("make-cluster", "-q", "--hosts", hosts, "--speeds", f"{hosts}*{speed(program, kind):.6g}",
                "--network", NETWORK, "--kernel", PROGRAMS[program])


def loops(program, shares, elements, mode, iterations, load=(), kind=PAPER):
    """Seconds of each loop.

    shares  of the elements that each host begins with, any positive numbers
    load    texts HOST:SPEED@FROM-TO of simulate-run, in seconds
    """
    speeds = json.loads(cluster(program, len(shares), kind))
    for processor, share in zip(speeds["processors"], shares):
        processor["speed"] *= share
    plan = tool("plan-hbsp", "elements", "-q", "--count", elements, text=json.dumps(speeds))
    job = tool("run-bsp", PROGRAMS[program], "-q", "--relocation", mode, "--iterations", iterations, "--tolerance", 0,
               "--emit", text=plan)
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(cluster(program, len(shares), kind))
        file.flush()
        words = ["--load", ",".join(load)] if load else []
        report = tool("simulate-run", "-q", "--cluster", file.name, *words, text=job)
    return json.loads(report)["result"]["seconds"]
