#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Documents and checkpoints tell nothing of the environment but names of hosts and of processors: no variable, no name of
the user, no folder that was not typed."""
import os
import pathlib
import pwd
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import bash, check, finish  # noqa: E402

MARK = "kzqxmark"
VARIABLES = ["USER", "LOGNAME", "HOME", "MAIL", "TOKEN", "UNEVEN_TOKEN", "OMPI_MCA_token", "SLURM_JOB_USER"]
COMMANDS = """
measure-speeds -n 2 --max-seconds 0.2 --network 20-8-4 -o speeds.json
measure-speeds -n 2 --max-seconds 0.2 --no-network --units 4 --command 'true {units}' -o command-speeds.json
measure-speeds -n 2 --emit -o measure-job.json
plan-partition speeds.json --network 20-8-4 --samples 64 -o partition.json
run-bp partition.json --match any --iterations 2 --checkpoint bp.state --weights-out w.npy,v.npy --model m.npz -o bp.json
run-bp partition.json --iterations 2 --checkpoint bp.state --emit -o bp-job.json
plan-partition --speeds 1,1 --network 2-4-1 --samples 30 -o small.json
seq 30 | awk '{print $1 % 5 ",0." $1 % 7 "," $1 % 2}' > x.csv
run-bp small.json --data x.csv --iterations 2 --model small.npz -o small-report.json
run-bp --predict small.npz --data x.csv -n 2 -o predicted.csv > predict.json
plan-reduction-tree --speeds 1,1 --items 8 -o tree.json
run-reduction tree.json --result sum.npy -o reduction.json
plan-hbsp matmul --size 20 --speeds 1,1 -o matmul.json
run-matmul matmul.json --c c.npy -o matmul-report.json
plan-hbsp elements --count 50 --speeds 1,1 -o elements.json
run-bsp kmeans elements.json --clusters 2 --checkpoint bsp.state --element-output e.csv -o bsp.json
plan-search --table x.csv --vector all --speeds 1,1 -o search.json
run-search search.json --examples x.csv --vector all --queries x.csv --report search-report.json > answers.tsv
plan-shares --count 4 --speeds 1,1 -o shares.json
run-command shares.json --checkpoint c.state --keep-order -o command.json -- echo {first} > printed.txt
plan-shares --array 6x6 --speeds 1,1 -o array.json
make-cluster --hosts 2 -o cluster.json
for plan in *.json; do check-plan -q $plan; show-plan $plan; done > shown.txt 2>&1 || true
"""


def main():
    home = pwd.getpwuid(os.getuid()).pw_dir
    hidden = [MARK] + [home] * (len(home) > 1)
    with tempfile.TemporaryDirectory(suffix=MARK) as name:
        folder = pathlib.Path(name)
        marks = " ".join(f"{variable}=/{MARK}-{variable}" for variable in VARIABLES)
        for command in COMMANDS.strip().splitlines():
            code, _, words = bash(folder, ["-o", "pipefail", "-c", f"export {marks}; {command}"], 120)
            check(code == 0, f"{command}: {code} {words}")
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        check(len(files) > 30, f"{len(files)} files")
        for path in files:
            found = [mark for mark in hidden if mark.encode() in path.read_bytes()]
            check(not found, f"{path.name} tells {found}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
