#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Launchers of other makes, each where it is installed: with-share finds its rank under them, and the lists of show-plan
are those that they read."""
import pathlib
import shutil
import socket
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, environment, finish, run  # noqa: E402

PARTS = ["0 of 2: 0 75", "1 of 2: 75 25"]
WORDS = "with-share here.json -- echo {rank} of {ranks}: {first} {count}"
PLAN = ("plan-shares --count 100 --speeds 3,1 -o plan.json && "
        f"jq --arg here {socket.gethostname()} '.cluster[].host = $here' plan.json > here.json")


def mpich(folder):
    code, out, words = run(folder, f"{PLAN} && show-plan here.json --machinefile > machines && cat machines")
    check(code == 0 and out == f"{socket.gethostname()}:2\n", f"mpich: the machine file {out}{words}")
    code, out, words = run(folder, f"timeout 60 mpirun.mpich -f machines -n 2 {WORDS}")
    check(code == 0 and sorted(out.splitlines()) == PARTS, f"mpich: {out}{words}")
    code, out, words = run(folder, f"timeout 60 mpirun.mpich -n 3 {WORDS}")
    check(code != 0 and "plan for 2 processors on 3 ranks" in words, f"mpich, three ranks: {out}{words}")


def torchrun(folder):
    # PyTorch 1.13 with Python 3.11 starts only with a redirection (-r 1 -t 1): standard output to a file, and here.
    command = f"{PLAN} && timeout 100 torchrun --log_dir logs -r 1 -t 1 --nproc_per_node 2 --no_python {WORDS}"
    code, out, words = run(folder, command)
    parts = sorted(line.split(":", 1)[1] for line in (out + words).splitlines() if line.startswith("[default"))
    check(code == 0 and parts == PARTS, f"torchrun: {out}{words}")


def main():
    path = environment()["PATH"]
    for test, program in ((mpich, "mpirun.mpich"), (torchrun, "torchrun")):
        if not shutil.which(program, path=path):
            print(f"{test.__name__}: skipped, {program} is not installed")
            check(True, "")
            continue
        with tempfile.TemporaryDirectory() as folder:
            test(folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
