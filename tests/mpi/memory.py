#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What the plan and the data foretell of a rank's memory is within a factor of what it occupied, in each tool, on sizes
beside which the program itself is small; what a host has not is refused, with the host and its ranks."""
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, finish, run  # noqa: E402

LEAST = 70e6  # bytes of a rank; the program alone has about 25e6
# Command, and the least and the most that foretold bytes over peak may be. Programs of run-command take what they take;
# each processor of run-bsp may be given elements of others.
RUNS = {
    "run-bsp": ("run-bsp kmeans -n 2 -q --count 3000000 --dimensions 6 --clusters 2 --iterations 1 -o r.json",
                0.75, 1.35),
    "run-bp": ("python3 -c 'import numpy as n; r = n.random.default_rng(1); "
               "n.save(\"x\", r.random((250000, 200), n.float32)); n.save(\"y\", r.random((250000, 4), n.float32))' && "
               "plan-partition -q --speeds 1,1 --network 200-8-4 --samples 250000 -o plan.json && run-bp plan.json -q "
               "--data x.npy,y.npy --iterations 1 --bias --model net.model -o r.json", 0.9, 1.35),
    "several layers": ("plan-partition -q --speeds 2,1 --network 300-200-100-10 --samples 60000 -o chain.json && "
                       "run-bp chain.json -q --iterations 1 -o r.json", 0.9, 1.4),
    "a text table": ("python3 -c 'print(*([\",\".join([\"0.25\"] * 204)] * 90000), sep=chr(10))' > xy.csv && "
                     "plan-partition -q --speeds 1,1 --network 200-8-4 --samples 90000 -o text.json && "
                     "run-bp text.json -q --data xy.csv --iterations 1 -o r.json", 0.9, 1.4),
    "a text table of elements": ("run-bsp kmeans -n 2 -q --data xy.csv --clusters 2 --iterations 1 -o r.json",
                                 0.9, 1.4),
    "run-bp --predict": ("run-bp -n 2 -q --data x.npy --predict net.model -o labels.npy > r.json", 0.99, 1.5),
    "run-command": ("plan-shares -q --count 4 --speeds 1,1 --memory 1GB --memory-per-unit 50MB --memory-fixed 10MB "
                    "-o p.json && run-command p.json -q -o r.json -- python3 -c 'bytearray({count} * 50_000_000)'",
                    0.75, 1.35),
    "run-matmul": ("plan-hbsp matmul -q --size 2300 --speeds 1,1 -o m.json && run-matmul m.json -q --precision double "
                   "--check --c C.npy -o r.json", 0.99, 1.5),
    # As many items as the root joins once more by itself, in parts.
    "run-reduction": ("plan-reduction-tree -q --speeds 1,1 --items 8 -o t.json && run-reduction t.json -q "
                      "--elements 2000000 --repeat 2 -o r.json", 0.99, 1.5),
    "run-search": ("python3 -c 'import numpy as n; n.save(\"v\", n.ones((1200000, 24), n.float32)); "
                   "n.save(\"q\", n.ones((20, 24), n.float32))' && plan-search -q --speeds 1,1 --method static-process "
                   "--table v.npy --vector all -o s.json && run-search s.json -q --examples v.npy --vector all "
                   "--queries q.npy --report r.json -o found.tsv", 0.99, 1.5),
    "answers": ("python3 -c 'import numpy as n; n.save(\"p\", n.random.default_rng(1).random((3000, 4), n.float32))' && "
                "plan-search -q --speeds 1,1 --method static-process --table p.npy --vector all -o s.json && "
                "run-search s.json -q --examples p.npy --vector all --queries p.npy -k 300 --report r.json "
                "-o found.tsv", 0.9, 1.4),
    "a made-up table": ("plan-search -q --speeds 1,1 --examples 12000000 --method static-process -o made.json && "
                        "mpirun -q -n 2 --oversubscribe mpi-runner made.json -o r.json", 0.99, 1.5),
}
HUGE = {
    "run-command": "plan-shares -q --count 4 --speeds 1,1 --memory 9e15 --memory-per-unit 2e15 -o huge.json && "
                   "run-command huge.json -- true",
    "run-matmul": "plan-hbsp matmul -q --size 500000 --speeds 1,1 -o huge.json && run-matmul huge.json",
    "run-reduction": "run-reduction t.json --elements 100000000000000",
    "run-search": "plan-search -q --speeds 1,1 --examples 100000000000000 -o huge.json && "
                  "mpirun -q -n 2 --oversubscribe mpi-runner huge.json",
    # An array of which the file has only the beginning and the end.
    "run-bp --predict": "python3 -c 'import numpy as n; n.lib.format.open_memmap(\"far.npy\", \"w+\", n.float32, "
                        "(4_000_000_000, 200))' && run-bp -n 2 --data far.npy --predict net.model -o labels.npy",
}


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for tool, (command, least, most) in RUNS.items():
            (folder / "r.json").unlink(missing_ok=True)
            code, _, words = run(folder, command)
            check(code == 0, f"{tool}: {code} {words}")
            if code != 0:
                continue
            for rank in json.loads((folder / "r.json").read_text())["processors"]:
                foretold, peak = rank.get("predicted_peak_bytes", 0), rank["peak_bytes"]
                print(f"{tool} rank {rank['rank']}: foretold {foretold / 1e6:.0f} MB, peak {peak / 1e6:.0f} MB")
                if peak <= LEAST and tool == "answers":  # those are at rank 0
                    continue
                check(peak > LEAST and least < foretold / peak < most, f"{tool}: {foretold} and {peak}")
        for tool, command in HUGE.items():
            code, _, words = run(folder, command)
            check(code == 71 and "ranks 0-1 on host " in words and " need " in words and " GB, " in words,
                  f"{tool}, refused: {code} {words}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
