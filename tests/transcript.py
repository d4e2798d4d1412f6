#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs transcripts: what a user types, with the output and the exit code expected.

    $ plan-partition --speeds 1,1 ...   a command (bash); standard output and error together, in that order
    {"kind":"partition", ...            the lines expected; `...` stands for any text inside a line,
    ...                                 a line of just `...` for any lines
    ? 64                                the exit code, 0 where this line is missing
    # words                             a comment

Each transcript runs in a directory of its own that holds share/, with the built executables first on PATH, and each
command has a time limit (`UNEVEN_TEST_SECONDS`, 120). The last line is `N passed, N failed`.
"""
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from harness import ROOT, bash, check, finish

LIMIT = float(os.environ.get("UNEVEN_TEST_SECONDS", "120"))


def steps(text):
    """(line number, command, expected lines, expected code) of each command."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("$ "):
            found.append([number, line[2:], [], 0])
        elif line.startswith("> ") and found and not found[-1][2]:
            found[-1][1] += "\n" + line[2:]
        elif line.startswith("? "):
            found[-1][3] = int(line[2:])
        elif line.startswith("#") or not found:
            continue
        else:
            found[-1][2].append(line)
    for step in found:
        while step[2] and not step[2][-1].strip():
            step[2].pop()
    return found


def pattern(expected):
    parts = []
    for line in expected:
        if line == "...":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(r"[^\n]*".join(re.escape(piece) for piece in line.split("...")) + r"\n")
    return re.compile("".join(parts))


def run(command, directory):
    try:
        code, output, _ = bash(directory, ["-c", command], LIMIT, stderr=subprocess.STDOUT)
        return output, code
    except subprocess.TimeoutExpired as late:
        return (late.output or b"").decode(errors="replace"), f"none within {LIMIT:g} s"


@contextlib.contextmanager
def workplace():
    """A directory of its own that holds share/ and the tests' data/."""
    with tempfile.TemporaryDirectory() as directory:
        os.symlink(ROOT / "share", pathlib.Path(directory) / "share")
        os.symlink(ROOT / "tests" / "data", pathlib.Path(directory) / "data")
        yield directory


def play(path, script, directory):
    """Runs the steps of a script; each command is one check."""
    for number, command, expected, code in script:
        output, got = run(command, directory)
        if output and not output.endswith("\n"):
            output += "\n"
        check(got == code and pattern(expected).fullmatch(output),
              f"{path.relative_to(ROOT)}:{number}: $ {command}\n  expected ({code}):\n" +
              "".join(f"    {line}\n" for line in expected) + f"  got ({got}):\n" +
              "".join(f"    {line}\n" for line in output.splitlines()))


def main(arguments):
    for argument in arguments:
        path = pathlib.Path(argument).resolve()
        for transcript in sorted(path.rglob("*.t")) if path.is_dir() else [path]:
            with workplace() as directory:
                play(transcript, steps(transcript.read_text()), directory)
    return finish()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
