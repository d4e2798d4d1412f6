#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What the plan and the data foretell of a rank's memory is within a factor of what it occupied, in run-bp, run-bsp
and run-command, on sizes beside which the program itself is small; what a host has not is refused with the host and its ranks."""
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, finish, run  # noqa: E402

FACTOR = 1.35
LEAST = 80e6  # bytes of a rank; the program alone has about 30e6
RUNS = {
    "run-bsp": "run-bsp kmeans -n 2 -q --count 3000000 --dimensions 6 --clusters 2 --iterations 1 -o r.json",
    "run-bp": "python3 -c 'import numpy as n; r = n.random.default_rng(1); n.save(\"x\", r.random((250000, 200), n.float32)); "
              "n.save(\"y\", r.random((250000, 4), n.float32))' && plan-partition -q --speeds 1,1 --network 200-8-4 "
              "--samples 250000 -o plan.json && run-bp plan.json -q --data x.npy,y.npy --iterations 1 -o r.json",
    "run-command": "plan-shares -q --count 4 --speeds 1,1 --memory 1GB --memory-per-unit 50MB --memory-fixed 10MB -o p.json "
                   "&& run-command p.json -q -o r.json -- python3 -c 'bytearray({count} * 50_000_000)'",
}


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for tool, command in RUNS.items():
            code, _, words = run(folder, command)
            check(code == 0, f"{tool}: {code} {words}")
            if code != 0:
                continue
            for rank in json.loads((folder / "r.json").read_text())["processors"]:
                foretold, peak = rank.get("predicted_peak_bytes", 0), rank["peak_bytes"]
                print(f"{tool} rank {rank['rank']}: foretold {foretold / 1e6:.0f} MB, peak {peak / 1e6:.0f} MB")
                check(peak > LEAST and 1 / FACTOR < foretold / peak < FACTOR, f"{tool}: {foretold} and {peak}")
        run(folder, "plan-shares -q --count 4 --speeds 1,1 --memory 9e15 --memory-per-unit 2e15 -o huge.json")
        code, _, words = run(folder, "run-command huge.json -- true")
        check(code == 71 and "ranks 0-1 on host " in words and " need 8e+06 GB, " in words, f"refused: {code} {words}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
