#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""--status: a whole document at any moment, also after the tool was killed; its last state is how the run ended; what cannot
be written does not end a run."""
import json
import pathlib
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, environment, in_new_folder, run  # noqa: E402

LONG = ["run-bp", "bp.json", "--iterations", "1000000000", "--status", "s.json", "-o", "r.json", "-q"]


def read(folder):
    """Whatever moment this is, the file is whole."""
    path = pathlib.Path(folder, "s.json")
    return json.loads(path.read_text()) if path.exists() else {"state": "", "done": 0}


def started(folder, command):
    process = subprocess.Popen(command, cwd=folder, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(1200):
        status = read(folder)
        if status["done"] > 0:
            break
        time.sleep(0.05)
    check(status["state"] == "running" and status["done"] > 0 and status["unit"] == "iteration", f"a running job: {status}")
    check(run(folder, "check-plan s.json")[0] == 0, "its status is sound")
    return process


def killed(folder):
    run(folder, "plan-partition --speeds 2,1 --network 20-10-5 --samples 3000 -q >bp.json")
    process = started(folder, LONG)
    process.kill()
    process.wait()
    check(read(folder)["state"] == "running", "a tool that was killed leaves its last document")
    check(not pathlib.Path(folder, "r.json").exists(), "and no report")


def stopped(folder):
    pathlib.Path(folder, "s.json").unlink()
    process = started(folder, LONG)
    process.send_signal(signal.SIGTERM)
    check(process.wait(60) == 75, "a signal stops the run")
    status = read(folder)
    check(status["state"] == "stopped" and not status["seconds_left"], f"a stopped run: {status}")
    check([rank["rank"] for rank in status["ranks"]] == [0, 1], f"the ranks' times: {status}")


def ended(folder):
    code, _, errors = run(folder, "run-bp bp.json --iterations 3 --status s.json -o a.json")
    status = read(folder)
    check(code == 0 and status["state"] == "finished" and status["done"] == 3, f"a finished run: {code} {errors} {status}")
    code, _, errors = run(folder, "run-bp bp.json --iterations 3 --status none/s.json -o b.json")
    check(code == 0 and errors.count("cannot write") == 1, f"no folder for the status: {code} {errors}")
    results = [json.loads(pathlib.Path(folder, name).read_text())["result"]["error"] for name in ("a.json", "b.json")]
    check(results[0] == results[1], "the same errors with and without a status")
    code, _, errors = run(folder, "run-bp bp.json --data none.npy --status s.json")
    status = read(folder)
    check(code == 66 and status["state"] == "failed", f"a run that fails: {code} {errors} {status}")
    code, _, errors = run(folder, "run-bp bp.json --status bp.json")
    check(code == 64 and "is the file of PLAN" in errors, f"a status over the plan: {code} {errors}")


def short_calls(folder):
    """A run below a second: the last status has the times of all calls."""
    code, _, errors = run(folder, "plan-shares -q --count 2 --speeds 1,1 | "
                                  "run-command -q - --status s.json -o c.json -- sleep 0.2")
    ranks = read(folder)["ranks"]
    check(code == 0 and [rank["compute_s"] >= 0.2 for rank in ranks] == [True] * 2, f"short calls: {code} {errors} {ranks}")


in_new_folder(killed, stopped, ended, short_calls)
