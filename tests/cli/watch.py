#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""show-plan --watch: in a terminal of tmux it redraws, follows the window and leaves the terminal as it was; without one it
prints lines. The exit code tells how the run ended."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, environment, finish, in_new_folder  # noqa: E402

SERVER = f"uneven-watch-{os.getpid()}"


def write(folder, **members):
    status = {"kind": "status", "version": 1, "tool": "run-bp", "state": "running", "done": 0, "total": 400,
              "unit": "iteration", "seconds": 1, "written_unix_s": time.time()} | members
    new = pathlib.Path(folder) / "status.new"
    new.write_text(json.dumps(status))
    new.rename(pathlib.Path(folder) / "status.json")


def wait_for(condition, what):
    """Nothing here takes a second, but the machine may be busy."""
    for _ in range(600):
        if condition():
            return True
        time.sleep(0.05)
    check(False, f"{what}: not within 30 s")
    return False


def tmux(*words):
    return subprocess.run(["tmux", "-L", SERVER, "-f", "/dev/null", *words], capture_output=True, text=True,
                          env=environment() | {"TERM": "xterm"}).stdout


def screen():
    return tmux("capture-pane", "-p", "-t", "w")


def state(form):
    return tmux("display-message", "-p", "-t", "w", form).strip()


def in_terminal(folder):
    if not shutil.which("tmux"):
        print("skipped: a terminal, for tmux is missing")
        return
    tmux("new-session", "-d", "-s", "w", "-x", "40", "-y", "20", "-c", folder, "env PS1='$ ' bash --norc")
    try:
        tmux("send-keys", "-t", "w", "show-plan --watch status.json", "Enter")
        wait_for(lambda: "waiting for status.json" in screen(), "a file that is not there")
        check(state("#{alternate_on}") == "1", "the other screen is used")
        write(folder, done=100, value=2.5, label="error", ranks=[{"rank": r, "compute_s": r} for r in range(30)])
        wait_for(lambda: "25.0 %" in screen(), "the first status")
        check("waiting" not in screen(), "what was there before is gone")
        check(len(screen().rstrip("\n").splitlines()) <= 20, "no more lines than the window has")
        write(folder, done=200, events=[{"seconds": 2, "text": "a new plan \x1b[2J " + "of many words " * 9}])
        wait_for(lambda: "50.0 %" in screen(), "a changed file")
        wait_for(lambda: "a new plan" in screen(), "an event")
        narrow = screen()
        tmux("resize-window", "-t", "w", "-x", "90", "-y", "30")
        wait_for(lambda: max(map(len, screen().splitlines())) > 60, "a wider window")
        tmux("resize-window", "-t", "w", "-x", "40", "-y", "20")
        wait_for(lambda: screen() == narrow, "the window as before")
        tmux("send-keys", "-t", "w", "C-c")
        wait_for(lambda: state("#{alternate_on}") == "0", "the end after Ctrl-C")
        tmux("send-keys", "-t", "w", "echo code $?", "Enter")  # bash gives up a list whose command dies by SIGINT
        wait_for(lambda: "code 130" in screen(), "Ctrl-C")
        check((state("#{alternate_on}"), state("#{cursor_flag}")) == ("0", "1"), "the terminal is as before")
        check("show-plan --watch" in screen(), "what stood there is back")
        tmux("send-keys", "-t", "w", "clear; show-plan --watch status.json; echo code $?", "Enter")
        wait_for(lambda: "50.0 %" in screen(), "a second watch")
        write(folder, done=400, state="finished")
        wait_for(lambda: "code 0" in screen(), "the end of the run")
        check("finished" in screen() and "100.0 %" in screen(), "the last picture stays")
        check((state("#{alternate_on}"), state("#{cursor_flag}")) == ("0", "1"), "the terminal is as before the end")
    finally:
        tmux("kill-server")


def start(folder, terminal="dumb", **variables):
    return subprocess.Popen(["show-plan", "--watch", "status.json"], cwd=folder, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True,
                            env=environment() | {"TERM": terminal, "PATH": environment()["PATH"]} | variables)


def as_lines(folder):
    write(folder, done=100)
    for members, code in [({"state": "finished", "done": 400}, 0), ({"state": "failed", "message": "no memory"}, 1),
                          ({"state": "stopped"}, 75)]:
        write(folder, done=100)
        process = start(folder, "xterm")
        first = process.stdout.readline()
        write(folder, **members)
        output, errors = process.communicate(timeout=60)
        check(first == "run-bp: running, 0:01, 100 of 400 iterations\n", f"the first line: {first}")
        check(f": {members['state']}, " in output, f"the last line: {output}")
        check("\x1b" not in first + output, "no escapes without a terminal")
        check(process.returncode == code, f"{members}: exit code {process.returncode}, {errors}")


def faults(folder):
    write(folder, host=os.uname().nodename, pid=2**22 - 7, written_unix_s=time.time() - 60)
    process = start(folder)
    output, errors = process.communicate(timeout=60)
    check(process.returncode == 1 and "is no longer there" in errors, f"a tool that was killed: {output} {errors}")
    write(folder)
    process = start(folder)
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    check(process.returncode == -signal.SIGTERM, f"SIGTERM: {process.returncode}")
    pathlib.Path(folder, "status.json").write_text('{"kind": "speeds", "version": 1, "processors": []}')
    process = start(folder)
    errors = process.communicate(timeout=60)[1]
    check(process.returncode == 65 and "status" in errors, f"another document: {process.returncode} {errors}")


in_new_folder(in_terminal, as_lines, faults)
