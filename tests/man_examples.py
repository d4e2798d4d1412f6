#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs what the manual pages and README.md show, so that a stranger who copies it gets what it says.

In man/*.1 and man/*.7 each example (between .EX and .EE) is a script that must exit with 0, or a transcript of `$`
commands with the output expected. In man/*.5 it is a document, which must be sound. In README.md the ```sh blocks are
scripts. Those of one file run one after the other in one directory. Arguments: the files to look at; default: all.
The last line is `N passed, N failed`.
"""
import pathlib
import re
import sys

from harness import ROOT, finish
from transcript import play, steps, workplace

# Commands of README that are not run here, by how they begin.
SKIPPED = {"make": "builds, installs or runs this very test", "apt-get": "changes the machine"}


def blocks(text, begin, end):
    """(line number, text) of what stands between lines `begin` and `end`."""
    for match in re.finditer(rf"^{begin}\n(.*?)^{end}$", text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, match.start(1)) + 1, match[1]


def unescaped(text):
    """What roff shows for these escapes."""
    for escape, shown in {r"\-": "-", r"\(aq": "'", r"\&": "", r"\e": "\\"}.items():
        text = text.replace(escape, shown)
    return text


def script(number, text):
    return [(number, "set -eo pipefail\n" + text, ["..."], 0)]


def man_page(path):
    with workplace() as directory:
        for number, text in blocks(path.read_text(), r"\.EX", r"\.EE"):
            text = f"check-plan <<'END'\n{unescaped(text)}END\n" if path.suffix == ".5" else unescaped(text)
            play(path, steps(text) if text.startswith("$ ") else script(number, text), directory)


def readme(path):
    with workplace() as directory:
        pathlib.Path(directory, "lib").symlink_to(ROOT / "lib")
        for number, text in blocks(path.read_text(), "```sh", "```"):
            if kept := "".join(line for line in text.splitlines(True) if not line.startswith(tuple(SKIPPED))):
                play(path, script(number, kept), directory)


def main(arguments):
    for path in [pathlib.Path(a).resolve() for a in arguments] or [*ROOT.glob("man/*.[157]"), ROOT / "README.md"]:
        (readme if path.suffix == ".md" else man_page)(path)
    return finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
