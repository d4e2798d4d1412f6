#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Sums over four ranks of this machine: run-reduction beside MPI_Reduce, with the library's choice and every algorithm
that can be forced. Ratios above 1 mean that the tree is faster."""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment  # noqa: E402

RANKS = 4
REPEAT = {1: 2001, 1_000: 1001, 100_000: 101, 1_000_000: 21}


def output_of(command, folder):
    return json.loads(subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment(), check=True,
                                     stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout)


def main():
    with tempfile.TemporaryDirectory() as folder:
        output_of(f"measure-speeds -q -n {RANKS} --kernel bp --max-seconds 8 | tee speeds.json", folder)
        for elements, repeat in REPEAT.items():
            result = output_of(f"plan-reduction-tree speeds.json --one-item-each --elements {elements} | "
                               f"run-reduction -q --against mpi --repeat {repeat} --match any", folder)
            seconds, found = result["seconds_per_iteration"], result["result"]
            print(f"  {elements:7} doubles, {found['segments']} pieces: {seconds * 1e6:.1f} us, "
                  f"predicted {result['predicted_seconds_per_iteration'] * 1e6:.1f} us; MPI_Reduce over it:",
                  ", ".join(f"{mpi['algorithm']} {mpi['ratio']:.2f}" for mpi in found["mpi"]))


if __name__ == "__main__":
    main()
