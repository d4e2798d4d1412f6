#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""show-plan --watch: in a terminal of tmux it redraws, follows the window and leaves the terminal as it was; without
one it prints lines. On a pseudo-terminal it obeys NO_COLOR and TERM. The exit code tells how the run ended."""
import fcntl
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
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


class Terminal:
    """show-plan --watch with a pseudo-terminal for its standard output."""

    def __init__(self, folder, columns, rows, **variables):
        self.end, output = pty.openpty()
        self.resize(columns, rows)
        kept = {name: value for name, value in environment().items() if name not in ("NO_COLOR", "TERM")}
        self.process = subprocess.Popen(["show-plan", "--watch", "status.json"], cwd=folder, stdout=output,
                                        stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, env=kept | variables)
        os.close(output)
        self.bytes = b""

    def resize(self, columns, rows):
        """No process has it for its controlling terminal, so that the signal is ours to send."""
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if hasattr(self, "process"):
            self.process.send_signal(signal.SIGWINCH)

    def text(self, start=0):
        """Without what the terminal adds: carriage returns before line feeds."""
        return re.sub("\r+\n", "\n", self.bytes[start:].decode(errors="replace"))

    def read(self, until, what):
        """What comes from now on, up to a match."""
        start, deadline = len(self.bytes), time.monotonic() + 30
        while not re.search(until, self.text(start)) and time.monotonic() < deadline:
            if select.select([self.end], [], [], 0.1)[0]:
                try:
                    self.bytes += os.read(self.end, 65536)
                except OSError:  # nobody writes any more
                    break
        check(re.search(until, self.text(start)), f"{what}: {self.text(start)!r}")
        return self.text(start)

    def finish(self, what):
        try:
            while more := os.read(self.end, 65536):
                self.bytes += more
        except OSError:
            pass
        os.close(self.end)
        code = self.process.wait(timeout=60)
        errors = self.process.stderr.read()
        check(code == 0 and not errors, f"{what}: exit code {code}, {errors}")


def lines_of(drawn):
    """The lines of one redrawing, without escapes."""
    last = drawn.split("\x1b[H")[-1].split("\n\x1b[J")[0]
    return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", last).split("\n")


REDRAWN = r"\x1b\[H[^\x1b]*(\x1b\[[0-9;]*[mK][^\x1b]*)*\x1b\[J"


def as_redrawn(folder):
    ranks = [{"rank": r, "compute_s": r + 1} for r in range(30)]
    for variables, coloured in [({}, True), ({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False)]:
        write(folder, done=100, ranks=ranks, message="many words " * 9)
        terminal = Terminal(folder, 40, 20, TERM="xterm", **variables)
        narrow = lines_of(terminal.read(REDRAWN, f"{variables}: the first picture"))
        check(any("25.0 %" in line for line in narrow), f"{variables}: how far: {narrow}")
        check(max(map(len, narrow)) <= 40 and len(narrow) <= 20, f"{variables}: 40 x 20 characters: {narrow}")
        terminal.resize(100, 30)
        wide = lines_of(terminal.read(REDRAWN, f"{variables}: a wider window"))
        check(60 < max(map(len, wide)) <= 100 and len(narrow) < len(wide) <= 30, f"{variables}: 100 x 30: {wide}")
        terminal.resize(40, 20)
        again = lines_of(terminal.read(REDRAWN, f"{variables}: the window as before"))
        check(again == narrow, f"{variables}: the picture as before: {again}")
        terminal.resize(10, 3)
        small = lines_of(terminal.read(REDRAWN, f"{variables}: a tiny window"))
        check(len(small) <= 3, f"{variables}: no more lines than a tiny window has: {small}")
        write(folder, done=400, state="finished")
        terminal.finish(f"{variables}: the end")
        text = terminal.text()
        check(("\x1b[36m" in text) == coloured, f"{variables}: the colour of a run that goes on: {text!r}")
        check(bool(re.search(r"\x1b\[[0-9;]*m", text)) == coloured, f"{variables}: colours: {text!r}")
        check(text.count("\x1b[?1049h") == text.count("\x1b[?1049l") == 1, f"{variables}: the other screen")
        check("\x1b[?25h" in text and text.endswith("400 of 400 iterations\n"), f"{variables}: what stays")


def on_a_dumb_terminal(folder):
    for variables in ({"TERM": "dumb"}, {"TERM": "dumb", "NO_COLOR": "1"}, {"TERM": ""}, {}):
        write(folder, done=100, ranks=[{"rank": 0, "compute_s": 1}])
        terminal = Terminal(folder, 40, 20, **variables)
        first = terminal.read(r"\n", f"{variables}: the first line")
        terminal.resize(100, 30)
        write(folder, done=200, message="\x1b[2J")
        terminal.read(r"200 of 400 iterations\n", f"{variables}: a change")
        write(folder, done=400, state="finished")
        terminal.finish(f"{variables}: the end")
        check(first == "run-bp: running, 0:01, 100 of 400 iterations\n", f"{variables}: {first!r}")
        check("\x1b" not in terminal.text(), f"{variables}: an escape: {terminal.text()!r}")
        check(len(terminal.text().splitlines()) == 3, f"{variables}: a line for each change: {terminal.text()!r}")


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


in_new_folder(in_terminal, as_redrawn, on_a_dumb_terminal, as_lines, faults)
