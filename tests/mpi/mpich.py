#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""mpi-runner built against MPICH, beside the one that the other tests have: the tools find out whose mpirun they start,
results are those of Open MPI, and deaths, signals and host files have the same words."""
import os
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, bash, check, environment, finish, in_new_folder  # noqa: E402

BUILD = os.environ.get("BUILD", "build")
BIN = ROOT / BUILD / "mpich" / "bin"
WORDS = ROOT / "share" / "examples" / "words.data"
PLAN = "plan-partition --speeds 2,1 --network 203-80-26 --samples 500 -o plan.json"


def mpich(folder, command, limit=90):
    """Runs a command where mpirun is MPICH's, and so is mpi-runner."""
    return bash(folder, ["-o", "pipefail", "-c", f"export PATH={BIN}:$PWD/bin:$PATH; {command}"], limit)


def expect(found, code, output, words, label):
    check(found[0] == code and output in found[1] and words in found[2], f"{label}: {found}")


def built(_):
    """Optimisation would take longer than it saves. The library and the tools are not compiled again."""
    command = ("cache=$(command -v ccache); env -u MAKEFLAGS make -s -j2 UNITY=1 CXX=\"$cache g++\" "
               "MPICXX=\"$cache mpicxx.mpich\" CXXFLAGS=-O0 KERNELFLAGS= "
               f"-C {ROOT} BUILD={BUILD}/mpich REUSE={BUILD} build")
    expect(bash(ROOT, ["-c", command], 900), 0, "", "", "make")
    check(not (ROOT / BUILD / "mpich" / "obj" / "lib").exists(), "the library was compiled again")


def trained(folder):
    mpirun = pathlib.Path(folder, "bin", "mpirun")  # a link would not find the other programs of MPICH
    mpirun.parent.mkdir()
    mpirun.write_text('#!/bin/sh\nexec mpirun.mpich "$@"\n')
    mpirun.chmod(0o755)
    found = mpich(folder, "measure-speeds -q -n 2 --max-seconds 0.5 -o speeds.json && "
                  "plan-partition --network 203-80-26 --samples 500 speeds.json |"
                  f" run-bp -q --data {WORDS} --iterations 3 | jq .iterations")
    expect(found, 0, "3\n", "", "measure, plan, train")


def same_bits(folder):
    """Supersteps have the same bits on any processes, also of another MPI; the host file is one for Open MPI."""
    bash(folder, ["-c", "seq 300 | awk '{ print ($1 * 37 % 101) \",\" ($1 * 53 % 89) }' > points.csv; "
                  "printf '%s slots=2\\nlocalhost slots=1\\n' $(uname -n) > hosts"], 10)
    run = "run-bsp kmeans -q --data points.csv --clusters 3 --iterations 4 --element-output labels.csv"
    found = bash(folder, ["-c", f"{run} -n 2 -o open.json && mv labels.csv open.csv"], 60)
    expect(found, 0, "", "", "run-bsp, Open MPI")
    found = mpich(folder, f"{run} -n 3 --hostfile hosts -o mpich.json && cmp labels.csv open.csv && "
                  "diff <(jq .result.objective open.json) <(jq .result.objective mpich.json)")
    expect(found, 0, "", "", "run-bsp, MPICH")


def ran_commands(folder):
    """A user's MPI program in a call of run-command does not take itself for a rank of the job."""
    found = mpich(folder, "plan-shares --count 6 --speeds 2,1 | run-command - -q -o report.json -- "
                  "sh -c 'echo {first} {count} $PMI_RANK$MPI_LOCALNRANKS$HYDI_CONTROL_FD' | sort")
    expect(found, 0, "0 4\n4 2\n", "", "run-command")


def others(folder):
    expect(mpich(folder, "plan-hbsp matmul --size 64 --speeds 2,1 | run-matmul -q --check | jq -r .kind"),
           0, "report\n", "", "run-matmul")
    expect(mpich(folder, "plan-reduction-tree --speeds 3,2,1 | run-reduction -q | jq -r .kind"),
           0, "report\n", "", "run-reduction")


def died(folder):
    run = f"run-bp plan.json -q --data {WORDS} --iterations 1000000000"
    found = mpich(folder, f"{PLAN}; {run} --checkpoint state --checkpoint-every 1 & pid=$!; "
                  "while kill -0 $pid && [ ! -e state ]; do sleep 0.1; done; "
                  "for p in $(pgrep -x mpi-runner); do "
                  "[ \"$(readlink /proc/$p/cwd)\" != $PWD ] || { kill -KILL $p; break; }; done; wait $pid")
    expect(found, 71, "", "ended by signal 9 (Killed)", "a rank is killed")
    found = mpich(folder, f"rm state; {run} --checkpoint state --checkpoint-every 1 -o report.json & pid=$!; "
                  "while kill -0 $pid && [ ! -e state ]; do sleep 0.1; done; "
                  "kill -USR1 $pid; wait $pid; echo $?; jq .stopped report.json")
    expect(found, 0, '75\n"signal"\n', "", "USR1")
    expect(mpich(folder, "run-bp plan.json -q --data nothing.data"), 66, "", "nothing.data", "the code of an abort")


def mismatched(folder):
    found = bash(folder, ["-c", f"PATH={BIN}:$PATH run-bp plan.json -q --iterations 1"], 60)
    expect(found, 71, "", "the launcher started 2 processes (OMPI_COMM_WORLD_RANK), each of which is alone; expected a "
           "launcher of the MPI of this mpi-runner, MPICH", "mpirun of Open MPI")


def main():
    for program in ("mpicxx.mpich", "mpirun.mpich"):
        if not shutil.which(program, path=environment()["PATH"]):
            print(f"skipped: {program} is not installed (packages mpich, libmpich-dev)")
            check(True, "")
            return finish()
    in_new_folder(built, trained, same_bits, ran_commands, others, died, mismatched)
    return 0


if __name__ == "__main__":
    sys.exit(main())
