#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Completions of zsh and fish as the shells show them, and examples of --help, which the manual pages have and run."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))
from harness import check, environment, finish  # noqa: E402

os.environ.update(environment())

PROGRAMS = [path.stem for path in (ROOT / "tools").glob("*.cpp")] + ["mpi-runner"]

def said(what, holds):
    check(holds, what)


def same(what, found, expected):
    check(found == expected, f"{what}: {found}, expected {expected}")


def fish(line):
    script = f"source {ROOT}/share/completions/uneven.fish; complete -C '{line}'"
    shown = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, timeout=60).stdout
    return shown.splitlines()


class Zsh:
    """A zsh on a terminal, with its completions for a user without a configuration."""

    def __init__(self):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ.update(TERM="xterm", COLUMNS="200")
            os.execlp("zsh", "zsh", "-f", "-i")
        self.say("PS1='READY> '; unsetopt beep; LISTMAX=999; zstyle ':completion:*' list-prompt ''\n")
        self.say(f"fpath=({ROOT}/share/completions $fpath); autoload -U compinit; compinit -D -u\n")

    def say(self, text):
        os.write(self.terminal, text.encode())
        return self.heard()

    def heard(self, quiet=1.5):
        text, last = b"", time.monotonic()
        while time.monotonic() - last < quiet:
            if select.select([self.terminal], [], [], 0.1)[0]:
                text += os.read(self.terminal, 65536)
                last = time.monotonic()
        return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]|\x1b[=>]|\r", "", text.decode(errors="replace"))

    def complete(self, line):
        shown = self.say(line + "\t\t")
        self.say("\x15\x03")
        return shown

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.child, 0)


def test_fish():
    same("fish: options with their meaning",
                 fish("run-bp --prec"), ["--precision\tsingle or double"])
    same("fish: words of an option", sorted(fish("run-bp --precision ")), ["double", "single"])
    same("fish: subcommands", sorted(line.split("\t")[0] for line in fish("plan-hbsp m")), ["matmul"])
    same("fish: options of a subcommand", [line.split("\t")[0] for line in fish("plan-hbsp matmul --lay")],
                 ["--layout"])
    same("fish: programs of run-bsp", fish("run-bsp k"), ["kmeans"])
    same("fish: files where no words are known", fish("run-bp READ"), ["README.md"])


def test_zsh():
    zsh = Zsh()
    said("zsh: an option is completed", "ision" in zsh.complete("run-bp --prec"))
    shown = zsh.complete("run-bp --mo")
    said("zsh: options are told apart by their meaning",
                "--model" in shown and "--momentum" in shown and "Share of the last step" in shown)
    shown = zsh.complete("run-bp --precision ")
    said("zsh: words of an option", "single" in shown and "double" in shown)
    said("zsh: subcommands", "matmul" in zsh.complete("plan-hbsp ma"))
    said("zsh: relocation modes", "blocks=" in zsh.complete("run-bsp kmeans --relocation bl"))
    zsh.close()


def examples_of_page(program):
    """The text of the examples, a command a line."""
    text = (ROOT / "man" / f"{program}.1").read_text()
    text = text[text.index(".SH EXAMPLES"):].replace("\\-", "-").replace("\\e\n", " ").replace("|\n", "| ")
    return re.sub(r"[ \t]+", " ", text.replace("|  > ", "| ")).replace("| > ", "| ")


def test_help():
    for program in PROGRAMS:
        shown = subprocess.run([program, "--help"], capture_output=True, text=True, timeout=60).stdout
        examples = shown.split("Examples:\n")[-1].strip().splitlines() if "Examples:\n" in shown else []
        same(f"{program} --help: examples", len(examples), 2)
        page = examples_of_page(program)
        for example in examples:
            said(f"{program}: the manual page has '{example.strip()}'", example.strip() in page)
        listed = subprocess.run([program, "--list-options"], capture_output=True, text=True, timeout=60).stdout
        kinds = {line.split("\t")[0] for line in listed.splitlines()}
        said(f"{program}: options are listed in five columns",
                    "option" in kinds and all(line.count("\t") == 4 for line in listed.splitlines()))


for name in ("fish", "zsh"):
    scripts = (ROOT / "share/completions" / {"fish": "uneven.fish", "zsh": "_uneven"}[name]).read_text()
    same(f"{name}: all programs", [p for p in PROGRAMS if not re.search(rf"\b{p}\b", scripts)], [])
    if shutil.which(name):
        globals()[f"test_{name}"]()
    else:
        print(f"{name} is not installed; its completions are not tried")
test_help()
finish()
