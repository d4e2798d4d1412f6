# SPDX-License-Identifier: MIT
"""What the test scripts share: the environment of the commands, and the count."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
_count = {True: 0, False: 0}


OF_THE_USER = ["UNEVEN_LAUNCHER", "COLUMNS", "SLURM_JOB_ID", "PBS_NODEFILE", "LSB_HOSTS", "LSB_DJOB_HOSTFILE",
               "PE_HOSTFILE", "FLUX_URI"]


def environment():
    """Built executables first on PATH, then Debian's own (its python3 has numpy); Open MPI may run as root, and does not
    look for the networks of large clusters, which takes 0.2 s each time; English."""
    build = ROOT / os.environ.get("BUILD", "build") / "bin"
    kept = {name: value for name, value in os.environ.items() if name not in OF_THE_USER}
    return kept | {"PATH": f"{build}:/usr/bin:{os.environ['PATH']}", "OMPI_ALLOW_RUN_AS_ROOT": "1",
                   "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_pml": "ob1", "ROOT": str(ROOT), "LC_ALL": "C.UTF-8"}


def bash(folder, words, limit, stderr=subprocess.PIPE):
    """Runs bash there. Returns its exit code, standard output and standard error, all of it text. Nothing is left behind,
    neither after the limit in seconds, for which it raises, nor after Ctrl-C."""
    process = subprocess.Popen(["bash", *words], cwd=folder, env=environment(), stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=stderr, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=limit)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise
    return process.returncode, output.decode(errors="replace"), (errors or b"").decode(errors="replace")


def run(folder, command):
    """Runs a command of the shell there. Returns its exit code, standard output and standard error."""
    return bash(folder, ["-o", "pipefail", "-c", command], 120)


def result_of_supersteps(report):
    """What of a report of run-bsp must not depend on the processes."""
    keep = json.loads(report)["result"]
    del keep["relocation"], keep["iteration_s"]
    return keep


def check(sound, label):
    """Counts a check, and says which one failed."""
    _count[bool(sound)] += 1
    if not sound:
        print(f"FAILED {label}", flush=True)


def in_new_folder(*tests):
    """Calls the tests one after the other with a folder of their own, and ends the script."""
    with tempfile.TemporaryDirectory() as folder:
        for test in tests:
            test(folder)
    sys.exit(finish())


def need_simulator(_):
    """Ends the script where the MPI program on simulated hosts was not built."""
    if bash(".", ["-c", "type mpi-runner-simulated"], 10)[0]:
        print("skipped: mpi-runner-simulated is not built; it needs libsimgrid-dev")
        sys.exit(finish())


def finish():
    """Prints the last line. Returns the exit code: a script that checked nothing has failed too."""
    print(f"{_count[True]} passed, {_count[False]} failed")
    return 1 if _count[False] or not _count[True] else 0
