#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A checkpointed command whose program, rank or tool is killed at a random moment, and which then resumes: each unit is
done once more or not at all, and the output is that of an undisturbed run. UNEVEN_KILLS: how often (default 6);
UNEVEN_SEED: of the moments."""
import collections
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from harness import check, environment, finish, run  # noqa: E402

UNITS, KILLS = 60, int(os.environ.get("UNEVEN_KILLS", "6"))
SEED = int(os.environ.get("UNEVEN_SEED", str(random.randrange(10**6))))
# A unit begins, prints in two halves, and ends.
PROGRAM = """for i in $(seq {first} {last}); do echo $i >> began; printf "unit $i "; sleep .01; echo done; done
echo {first} {count} >> ended"""


def processes():
    """(pid, parent, words) of all."""
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit():
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                yield int(entry.name), parent, (entry / "cmdline").read_text(errors="replace")
        except OSError:
            pass


def below(tool, name):
    """Processes that descend from the tool and whose words begin so."""
    all_of_them = {pid: (parent, words) for pid, parent, words in processes()}

    def descends(pid):
        while pid in all_of_them and pid != tool:
            pid = all_of_them[pid][0]
        return pid == tool

    return [pid for pid, (_, words) in all_of_them.items()
            if pathlib.Path(words.split("\0")[0]).name == name and descends(pid)]


def command(options):
    return ["run-command", "-q", "--keep-order", "--checkpoint", "log", "--resume", *options, "plan.json", "--",
            "sh", "-c", PROGRAM]


def kill_one(rng, tool):
    victim = rng.choice(["program", "rank", "tool"])
    found = {"program": below(tool, "sh"), "rank": below(tool, "mpi-runner"), "tool": [tool]}[victim]
    if not found:
        return "nobody"
    try:
        os.kill(rng.choice(sorted(found)), signal.SIGKILL)
    except ProcessLookupError:
        return "nobody: it has just ended"
    return victim


def logged(folder):
    """Units that the log says are done; a line that is cut counts for nothing."""
    units = []
    for line in (folder / "log").read_text().split("\n")[1:-1]:
        if '"output"' not in line:
            continue
        first, count = (int(part.split(":")[1]) for part in line[17:].strip("{").split(",")[:2])
        units += range(first, first + count)
    return units


def one(number, folder):
    rng = random.Random(SEED * 1000 + number)
    method = rng.choice(["static --piece 5", "self-scheduling", "stealing --piece 3"])
    ranks = rng.choice([1, 2, 3])
    label = f"UNEVEN_SEED={SEED}, number {number}: {method} on {ranks}"
    run(folder, f"plan-hbsp elements --count {UNITS} --speeds {','.join('1' * ranks)} -o plan.json")
    words = command(["--method", *method.split()])
    tool = subprocess.Popen(words, cwd=folder, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(rng.uniform(0.2, 2.2))
    label += f", killed {kill_one(rng, tool.pid)}"
    if rng.random() < 0.5:  # else the next one begins while the killed one is still dying
        tool.wait()
    done = set(logged(folder)) if tool.poll() is not None and (folder / "log").exists() else set()
    before = (folder / "began").read_text().split() if (folder / "began").exists() else []
    end = subprocess.run(words, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         timeout=100, check=False)
    tool.wait()
    expected = "".join(f"unit {i} done\n" for i in range(UNITS))
    check(end.returncode == 0, f"{label}: {end.stderr.decode()}")
    check(end.stdout.decode() == expected, f"{label}: output\n{end.stdout.decode()}")
    counts = collections.Counter(int(line) for line in (folder / "began").read_text().split())
    check(set(counts) == set(range(UNITS)) and max(counts.values()) <= 2, f"{label}: {counts}")
    again = collections.Counter((folder / "began").read_text().split()[len(before):])
    check(not any(str(unit) in again for unit in done), f"{label}: what was logged was done again")
    check(sorted(logged(folder)) == list(range(UNITS)), f"{label}: the log {logged(folder)}")


print(f"UNEVEN_SEED={SEED}", flush=True)
for i in range(KILLS):
    with tempfile.TemporaryDirectory() as directory:
        one(i, pathlib.Path(directory))
sys.exit(finish())
