#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A run that stops, or is killed, and goes on from its checkpoint with other processes ends like an undisturbed one."""
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, environment, in_new_folder, result_of_supersteps, run  # noqa: E402

PROGRAMS = {
    "kmeans": "--count 40000 --clusters 4 --tolerance 0",
    "em": "--count 40000 --clusters 3 --tolerance 0",
    "logistic": "--count 40000 --tolerance 0",
    "pagerank": "--data graph.tsv --tolerance 0",
}


def ranks_of(launcher):
    """The mpi-runner processes that this mpirun started."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            if entry.name.isdigit() and int(fields[1]) == launcher and "mpi-runner" in (entry / "cmdline").read_text(errors="replace"):
                found.append(int(entry.name))
        except OSError:
            pass
    return found


def child_of(parent):
    return int(pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()[0])


def resumed_runs(folder):
    for program, options in PROGRAMS.items():
        command = f"run-bsp {program} -q {options} --element-output out.npy"
        _, whole, words = run(folder, f"{command} -n 2 --iterations 9")
        numbers = pathlib.Path(folder, "out.npy").read_bytes()
        state = f"--checkpoint {program}.state --resume"
        code, first, words = run(folder, f"{command} -n 3 --iterations 4 {state} --relocation async "
                                 "--trigger-constants 0,0,0")
        check(code == 0, f"{program}: {words}")
        code, last, words = run(folder, f"{command} -n 5 --threads 2 --iterations 9 {state}")
        check(code == 0 and result_of_supersteps(last) == result_of_supersteps(whole) and
              json.loads(last)["iterations"] == 5 and pathlib.Path(folder, "out.npy").read_bytes() == numbers,
              f"{program} goes on: {words}")
        code, _, words = run(folder, f"{command} -n 2 --iterations 9 {state} --seed 2")
        check(code == 65 and "its seed is 1, not 2" in words, f"{program}: a state of another seed: {words}")


@contextlib.contextmanager
def running(folder, command, state):
    """A run that has written its state; it ends with the block at last."""
    job = subprocess.Popen(f"exec {command} --iterations 1000000 --checkpoint {state}", shell=True, cwd=folder,
                           env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        late = time.monotonic() + 60
        while not pathlib.Path(folder, state).exists() and time.monotonic() < late:
            time.sleep(0.1)
        yield job
    finally:
        job.kill()


def killed_run(folder):
    command = "run-bsp kmeans -q --count 2000000 --clusters 8 --tolerance 0"
    with running(folder, f"{command} -n 2 --checkpoint-every 5", "k.state") as job:
        os.kill(ranks_of(child_of(job.pid))[1], signal.SIGKILL)
        words = job.communicate(timeout=60)[1].decode()
    check(job.returncode == 71, f"a killed rank ends the job: {job.returncode} {words}")
    done = json.JSONDecoder().raw_decode(pathlib.Path(folder, "k.state").read_bytes()[32:].decode("latin1"))[0]["iterations"]
    check(done % 5 == 0 and done > 0, f"{done} iterations in the checkpoint")
    code, last, words = run(folder, f"{command} -n 3 --iterations {done + 3} --checkpoint k.state --resume")
    _, whole, _ = run(folder, f"{command} -n 1 --iterations {done + 3}")
    check(code == 0 and result_of_supersteps(last) == result_of_supersteps(whole), f"the killed run goes on: {words}")


def stopped_run(folder):
    with running(folder, "run-bsp em -q -n 2 --count 200000 --tolerance 0 --checkpoint-every 1", "s.state") as job:
        job.send_signal(signal.SIGTERM)
        report = json.loads(job.communicate(timeout=60)[0])
    check(job.returncode == 75 and report["stopped"] == "signal", f"TERM stops it: {job.returncode}")


def make_graph(folder):
    edges = "".join(f"{i * 7919 % 30011}\t{i * i % 30011}\n" for i in range(90000))
    pathlib.Path(folder, "graph.tsv").write_text(edges)


if __name__ == "__main__":
    in_new_folder(make_graph, resumed_runs, killed_run, stopped_run)
