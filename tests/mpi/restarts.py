#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""--restarts with ranks and hosts that really die. The hosts are this machine under other names: mpirun starts its daemons
by a stand-in for ssh, which gives them a name of their own, or finds no route."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, environment, finish, result_of_supersteps, run  # noqa: E402

SSH = """#!/bin/sh
host=$1
shift
[ -e "{folder}/down.$host" ] && { echo "ssh: connect to host $host port 22: No route to host" >&2; exit 255; }
unshare --uts sh -c 'hostname "$0" && exec sh -c "$1"' "$host" "$*"
code=$?
[ $code = 137 ] && exec sleep 60  # nothing comes from a host without power
exit $code
"""
SRUN = """#!/bin/sh
echo "$*" >> "{folder}/started"
tasks=0
while :; do case $1 in -n) tasks=$((tasks + $2)); shift 2 ;; -* | :) shift ;; *) break ;; esac; done
if [ ! -e "{folder}/failed" ]; then
  touch "{folder}/failed"
  for alive in '0 node1' '1 node1' '2 node2'; do echo "mpi-runner-alive $alive" >&2; done
  echo "srun: error: $SAYS" >&2
  exit "$CODE"
fi
[ $tasks = 0 ] && tasks=$((SLURM_NTASKS_HET_GROUP_0 + SLURM_NTASKS_HET_GROUP_1))
exec mpirun -n $tasks --oversubscribe --bind-to none "$@"
"""
LIMIT_S = 100


def descendants(pid):
    """Of a process that is there: (pid, name), parents first."""
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = task.read_text().split()
        except OSError:  # it has just ended
            continue
        for child in children:
            try:
                name = pathlib.Path(f"/proc/{child}/comm").read_text().strip()
            except OSError:
                continue
            found += [(int(child), name), *descendants(child)]
    return found


def rank_of(pid):
    try:
        words = pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return None
    found = [word for word in words if word.startswith(b"OMPI_COMM_WORLD_RANK=")]
    return int(found[0].split(b"=")[1]) if found else None


def on_host(pid, host):
    """Whether a process has the name of that host."""
    try:
        return os.readlink(f"/proc/{pid}/ns/uts") != os.readlink("/proc/self/ns/uts") and host == subprocess.run(
            ["nsenter", "--target", str(pid), "--uts", "hostname"], capture_output=True, check=False,
            text=True).stdout.strip()
    except OSError:
        return False


def kill_rank(rank):
    def kill(tool):
        pids = [pid for pid, name in descendants(tool) if name == "mpi-runner" and rank_of(pid) == rank]
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        return bool(pids)
    return kill


def kill_host(host):
    def kill(tool):
        pids = [pid for pid, name in descendants(tool) if on_host(pid, host)]
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        return bool(pids)
    return kill


class Trial:
    """A command in a folder, to which something happens each time that its checkpoint has become a new file."""

    def __init__(self, folder, command, *, checkpoint, deaths, variables=None):
        path, before, left = pathlib.Path(folder, checkpoint), None, list(deaths)
        with open(pathlib.Path(folder, "words"), "wb") as words, open(pathlib.Path(folder, "printed"), "wb") as printed:
            tool = subprocess.Popen(["bash", "-c", "exec " + command], cwd=folder, stdin=subprocess.DEVNULL,
                                    stdout=printed, stderr=words, env=environment() | (variables or {}))
        end = time.monotonic() + LIMIT_S
        while tool.poll() is None and time.monotonic() < end:
            now = self.state(path)
            if left and now and now != before and left[0](tool.pid):
                left.pop(0)
                self.wait_for_restart(folder, tool, len(deaths) - len(left))
                before = self.state(path)
            time.sleep(0.01)
        if tool.poll() is None:
            tool.kill()
        self.code = tool.wait()
        self.unused = len(left)
        self.words = pathlib.Path(folder, "words").read_text()
        self.printed = pathlib.Path(folder, "printed").read_text()
        self.restarts = [line for line in self.words.splitlines() if ": restart " in line]

    @staticmethod
    def state(path):
        try:
            found = path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns

    @staticmethod
    def wait_for_restart(folder, tool, number):
        """Before it is told, all ranks of the run that dies are gone."""
        while tool.poll() is None and pathlib.Path(folder, "words").read_text().count(": restart ") < number:
            time.sleep(0.005)


def report_of(folder, name="r.json"):
    return json.loads(pathlib.Path(folder, name).read_text())


def ranks_of_training(folder):
    run(folder, "plan-partition -q --speeds 1,2,1 --network 40-60-10 --samples 2000 -o plan.json")
    command = "run-bp plan.json --iterations 400 --progress none --slow 1:0.5@1-400 -o r.json"
    code, _, words = run(folder, f"{command}")
    check(code == 0, f"run-bp: {code} {words}")
    undisturbed = report_of(folder)["result"]["error"]
    command += " --checkpoint bp.state --checkpoint-every 20 --restarts 1"
    once = Trial(folder, command, checkpoint="bp.state", deaths=[kill_rank(1)])
    report = report_of(folder)
    check(once.code == 0 and once.unused == 0, f"run-bp, a rank killed: {once.code} {once.words}")
    check(report["result"]["error"] == undisturbed and 0 < report["iterations"] < 400, "run-bp: another result")
    check(len(once.restarts) == 1 and "restart 1 of 1: rank 1 on" in once.words and
          "ended by signal 9 (Killed); goes on from the checkpoint\n" in once.words, f"run-bp: {once.words}")
    check([r["from_checkpoint"] for r in report["restarts"]] == [True] and report["restarts"][0]["left_out"] == [] and
          report["restarts"][0]["seconds"] > 0, f"run-bp: {report['restarts']}")
    code, _, words = run(folder, "check-plan -q r.json")
    check(code == 0, f"run-bp: the report: {words}")
    # The checkpoint of the run before is none of this one's.
    twice = Trial(folder, command.replace("-o r.json", "-o twice.json"), checkpoint="bp.state",
                  deaths=[kill_rank(2), kill_rank(0)])
    check(twice.code == 71 and len(twice.restarts) == 1 and twice.words.splitlines()[-1].startswith("run-bp: rank 0 on")
          and "ended by signal 9" in twice.words and not pathlib.Path(folder, "twice.json").exists(),
          f"run-bp, killed twice: {twice.code} {twice.words}")


def stopped_and_refused(folder):
    def terminate(tool):
        os.kill(tool, signal.SIGTERM)
        return True
    command = ("run-bsp kmeans -n 2 --count 20000 --clusters 10 --iterations 100000 --tolerance 0 --progress none "
               "--checkpoint k.state --checkpoint-every 5 --restarts 3 -o r.json")
    stopped = Trial(folder, command, checkpoint="k.state", deaths=[terminate])
    check(stopped.code == 75 and not stopped.restarts and "restarts" not in report_of(folder),
          f"run-bsp, TERM: {stopped.code} {stopped.words}")
    pathlib.Path(folder, "bad.csv").write_text("1,2\n1\n")
    code, _, words = run(folder, "run-bsp kmeans -n 2 --data bad.csv --clusters 1 --restarts 3")
    check(code == 65 and "restart" not in words, f"run-bsp, wrong data: {code} {words}")
    for options, expected in (("--emit", "with --emit nothing is started"),
                              ("--hostfile <(echo node1)", "can be read only once")):
        code, _, words = run(folder, f"run-bsp kmeans -n 2 --restarts 1 {options}")
        check(code == 64 and expected in words, f"run-bsp {options}: {code} {words}")
    code, _, words = run(folder, "run-command plan.json --restarts 1 -- true")
    check(code == 64 and "--restarts needs --checkpoint" in words, f"run-command: {code} {words}")


def hosts(folder):
    pathlib.Path(folder, "agent").write_text(SSH.replace("{folder}", str(folder)))
    pathlib.Path(folder, "agent").chmod(0o755)
    pathlib.Path(folder, "hosts").write_text("node1 slots=2\nnode2 slots=1\n")
    variables = {"OMPI_MCA_plm_rsh_agent": f"{folder}/agent"}
    kmeans = ("run-bsp kmeans -n 3 --count 60000 --clusters 20 --iterations 150 --tolerance 0 --progress none "
              "-o r.json")
    code, _, words = run(folder, kmeans)
    check(code == 0, f"run-bsp: {code} {words}")
    undisturbed = result_of_supersteps(pathlib.Path(folder, "r.json").read_text())
    dead = Trial(folder, f"{kmeans} --checkpoint k2.state --checkpoint-every 5 --hostfile hosts --restarts 2",
                 checkpoint="k2.state", deaths=[kill_host("node2")], variables=variables)
    text = pathlib.Path(folder, "r.json").read_text()
    report = json.loads(text)
    check(dead.code == 0 and dead.unused == 0, f"run-bsp, a dead host: {dead.code} {dead.words}")
    check(result_of_supersteps(text) == undisturbed, "run-bsp, a dead host: another result")
    check([p["host"] for p in report["processors"]] == ["node1", "node1"], f"run-bsp: {report['processors']}")
    check(report["restarts"][0]["left_out"] == ["node2"] and report["restarts"][0]["from_checkpoint"],
          f"run-bsp: {report['restarts']}")
    check("goes on from the checkpoint without node2\n" in dead.words, f"run-bsp: {dead.words}")

    run(folder, "plan-partition -q --speeds 1,2,1 --network 20-30-5 --samples 500 | "
        "jq '.cluster[0].host=\"node1\" | .cluster[1].host=\"node1\" | .cluster[2].host=\"node2\"' > named.json")
    pathlib.Path(folder, "down.node2").touch()
    away = Trial(folder, "run-bp named.json --hostfile hosts --iterations 3 --restarts 1 -o r.json",
                 checkpoint="none", deaths=[], variables=variables)
    report = report_of(folder) if away.code == 0 else {"restarts": [{}], "processors": []}
    check(away.code == 0 and len(report["processors"]) == 2 and report["restarts"][0]["left_out"] == ["node2"] and
          "host node2 cannot be reached; goes on from the beginning without node2" in away.words,
          f"run-bp, no route: {away.code} {away.words}")
    pathlib.Path(folder, "down.node2").unlink()

    run(folder, "plan-shares -q --count 30 --speeds 1,1,1 -o shares.json")
    words = "sh -c 'for i in $(seq $UNEVEN_FIRST $UNEVEN_LAST); do sleep 0.03; echo unit $i; done'"
    for method in ("static --piece 3", "self-scheduling", "stealing"):
        pathlib.Path(folder, "c.state").unlink(missing_ok=True)
        pathlib.Path(folder, "c.state.outputs").unlink(missing_ok=True)
        calls = Trial(folder, f"run-command shares.json --method {method} --keep-order --checkpoint c.state --restarts 1 "
                      f"--progress none --hostfile hosts -o r.json -- {words}", checkpoint="c.state",
                      deaths=[kill_host("node2")], variables=variables)
        check(calls.code == 0 and calls.unused == 0 and calls.printed == "".join(f"unit {i}\n" for i in range(30)),
              f"run-command {method}: {calls.code} {calls.words} {calls.printed}")
        check("without node2" in calls.words, f"run-command {method}: {calls.words}")


def slurm(folder):
    """Of Slurm only a stand-in was there: it fails as srun does, then starts all tasks here."""
    pathlib.Path(folder, "srun").write_text(SRUN.replace("{folder}", str(folder)))
    pathlib.Path(folder, "srun").chmod(0o755)
    groups = "SLURM_HET_SIZE=2 SLURM_NTASKS_HET_GROUP_0=2 SLURM_NTASKS_HET_GROUP_1=1 "
    kmeans = ("run-bsp kmeans -n 3 --count 300 --clusters 3 --iterations 3 --progress none --restarts 1 -o r.json "
              "--launcher")
    node, task = "Node failure on node2", "node1: task 1: Killed"
    kept = " on the same hosts: no host can be left out of a heterogeneous job"
    results = []
    for command, says, fails_with, words, told in (
            (f"{groups}{kmeans} srun", task, 137, "--het-group=0-1 --mpi", ""),
            (f"{groups}{kmeans} srun", node, 1, "--het-group=0-1 --mpi", kept),
            (f"{kmeans} 'srun -n 2 : -n 1'", node, 1, "-n 2 : -n 1 ", kept),
            (f"{kmeans} srun", node, 1, "--exclude=node2 -n 2 --mpi", " without node2")):
        for name in ("started", "failed", "r.json"):
            pathlib.Path(folder, name).unlink(missing_ok=True)
        code, _, said = run(folder, f"export PATH={folder}:$PATH SAYS='{says}' CODE={fails_with}; {command}")
        check(code == 0 and f"; goes on from the beginning{told}\n" in said, f"{command}, {says}: {code} {said}")
        if code != 0:
            continue
        started = pathlib.Path(folder, "started").read_text().splitlines()
        check(len(started) == 2 and started[1].startswith(words), f"{command}, {says}: {started}")
        report = report_of(folder)
        left_out = ["node2"] if "without" in told else []
        check(report["restarts"][0]["left_out"] == left_out and len(report["processors"]) == 3 - len(left_out),
              f"{command}, {says}: {report['restarts']}")
        results.append(result_of_supersteps(pathlib.Path(folder, "r.json").read_text()))
    check(all(result == results[0] for result in results), "run-bsp by srun: another result")


def array(folder):
    """The block of a rank that is dead is computed by another, under its own number."""
    run(folder, "plan-shares -q --array 6x6 --speeds 1,1,1 -o array.json")
    job = ("run-command array.json --checkpoint a.state --emit -- true 2> /dev/null | "
           "jq '.options.absent = [1]' > job.json")
    code, _, words = run(folder, f"{job} && mpirun --oversubscribe -n 2 mpi-runner job.json --outputs 'block-{{rank}}' "
                         """--command='["echo","{rank} of {ranks}: {first_row} {row_count}"]' -o r.json""")
    blocks = "".join(pathlib.Path(folder, f"block-{rank}").read_text() for rank in range(3))
    check(code == 0 and [line.split(":")[0] for line in blocks.splitlines()] == [f"{rank} of 3" for rank in range(3)],
          f"an array: {code} {words} {blocks}")
    for absent in ("[0,1,2]", "[3]", "[1,0]"):
        code, _, words = run(folder, f"jq '.options.absent = {absent}' job.json | mpi-runner --command='[\"true\"]'")
        check(code == 65 and "/options/absent: " in words, f"absent {absent}: {code} {words}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        ranks_of_training(folder)
        stopped_and_refused(folder)
        array(folder)
        slurm(folder)
        if subprocess.run(["unshare", "--uts", "hostname", "host0"], check=False,
                          stderr=subprocess.DEVNULL).returncode == 0:
            hosts(folder)
        else:
            print("hosts: skipped, processes may not have host names of their own")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
