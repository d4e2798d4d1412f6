#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Whole commands at their largest: seconds and memory, JSON in and out."""
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment  # noqa: E402

SEED = 1
PROCESSORS = 1_000_000


def timed(label, command, folder):
    start = time.monotonic()
    process = subprocess.Popen(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment())
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    peak = max(usage.ru_maxrss, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) / 2**20
    print(f"  {label}: {seconds:.2f} s, {peak:.2f} GiB at the most, exit code {os.waitstatus_to_exitcode(status)}")


def main():
    random.seed(SEED)
    with tempfile.TemporaryDirectory() as folder:
        processors = [{"rank": i, "speed": random.uniform(0.1, 1)} for i in range(PROCESSORS)]
        pathlib.Path(folder, "speeds.json").write_text(
            json.dumps({"kind": "speeds", "version": 1, "processors": processors}))
        print(f"{PROCESSORS} processors, seed {SEED}")
        timed("plan-partition", "exec plan-partition --network 203-2000000-26 --samples 4000000 speeds.json -o plan.json",
              folder)
        timed("check-plan", "exec check-plan plan.json", folder)


if __name__ == "__main__":
    main()
