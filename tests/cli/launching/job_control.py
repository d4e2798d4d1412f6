# SPDX-License-Identifier: MIT
"""Runs a command under a shell on a terminal, and once it has made the file that the first argument names, types
Ctrl-Z, `fg` and Ctrl-C, and tells the state of the processes."""
import os
import pty
import re
import subprocess
import sys
import threading
import time

seen = []


def listen(terminal):
    try:
        while data := os.read(terminal, 4096):
            seen.append(data.decode(errors="replace"))
    except OSError:
        pass


def wait_for(condition):
    for _ in range(200):
        if condition():
            return
        time.sleep(0.1)


def states(shell):
    """Of the tool and the ranks, S and R taken together as R for ranks: a rank may be waiting for another."""
    table = {}
    for line in subprocess.check_output(["ps", "-e", "-o", "pid=,ppid=,stat=,comm="], text=True).splitlines():
        pid, parent, state, name = line.split(None, 3)
        table[int(pid)] = (int(parent), state[0], name)
    below = {shell}
    for _ in range(5):
        below |= {pid for pid, (parent, _, _) in table.items() if parent in below}
    found = []
    for _, state, name in sorted((table[pid] for pid in below & table.keys()), key=lambda row: row[2] != tool):
        if name == tool:
            found.append(f"{name} {'T' if state == 'T' else 'S'}")
        elif name == "mpi-runner":
            found.append(f"{name} {'T' if state == 'T' else 'R'}")
    return ", ".join(found)


sign, *command = sys.argv[1:]
tool = command[0]
child, terminal = pty.fork()
if child == 0:
    os.environ["PS1"] = ""
    os.execvp("bash", ["bash", "--norc", "-i"])
threading.Thread(target=listen, args=(terminal,), daemon=True).start()

os.write(terminal, (" ".join(command) + " >/dev/null\n").encode())
wait_for(lambda: os.path.exists(sign))
os.write(terminal, b"\x1a")
wait_for(lambda: "R" not in states(child) and "S" not in states(child))
print("stopped:", states(child))
os.write(terminal, b"fg\n")
wait_for(lambda: "T" not in states(child))
print("continued:", states(child))
os.write(terminal, b"\x03")
wait_for(lambda: states(child) == "")
os.write(terminal, b"echo code=$?\n")
wait_for(lambda: re.search(r"code=\d", "".join(seen)))
print("interrupted:", re.search(r"code=(\d+)", "".join(seen)).group(1))
os.write(terminal, b"exit\n")
