"""What the test scripts share: the environment of the commands, and the count."""
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
_count = {True: 0, False: 0}


def environment():
    """Built executables first on PATH, then Debian's own (its python3 has numpy); Open MPI may run as root."""
    build = ROOT / os.environ.get("BUILD", "build") / "bin"
    return dict(os.environ, PATH=f"{build}:/usr/bin:{os.environ['PATH']}", OMPI_ALLOW_RUN_AS_ROOT="1",
                OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", ROOT=str(ROOT))


def run(folder, command):
    """Runs a command of the shell there. Returns its exit code, standard output and standard error."""
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment(),
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


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


def finish():
    """Prints the last line. Returns the exit code: a script that checked nothing has failed too."""
    print(f"{_count[True]} passed, {_count[False]} failed")
    return 1 if _count[False] or not _count[True] else 0
