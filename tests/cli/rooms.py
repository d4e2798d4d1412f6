#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A room of lib/ includes only rooms that stand below it in lib/README.md, also a room within a room, and none includes
MPI."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
lines = re.findall(r"^    (  \w+/|\w+(?:, \w+)*) ", (ROOT / "lib/README.md").read_text(), re.M)
rank, inner = {}, {}  # the places of rooms, and of those within a room: "data/formats"
for place, line in enumerate(lines):
    if line.startswith(" "):
        inner[f"{room}/{line.strip(' /')}"] = place
    else:
        rank.update(dict.fromkeys(line.split(", "), place))
        room = line
rooms = sorted(path.name for path in (ROOT / "lib").iterdir() if path.is_dir())
faults = [f"{room}: not in lib/README.md" for room in rooms if room not in rank]
faults += [f"{room}: in lib/README.md, but no room" for room in [*rank, *inner] if not (ROOT / "lib" / room).is_dir()]
for path in sorted((ROOT / "lib").rglob("*.[ch]pp")):
    room, text = path.relative_to(ROOT / "lib").parts[0], path.read_text()
    for other in re.findall(r'^#include "(\w+)/', text, re.M):
        if other != room and rank.get(room, 0) >= rank.get(other, -1):
            faults.append(f"{path.relative_to(ROOT)} includes {other}, which does not stand below {room}")
    own = "/".join(path.relative_to(ROOT / "lib").parts[:2])
    for other in re.findall(r'^#include "(\w+/\w+)/', text, re.M):
        if other.startswith(room + "/") and other != own and inner.get(own, 0) >= inner.get(other, len(lines)):
            faults.append(f"{path.relative_to(ROOT)} includes {other}, which does not stand below {own}")
    if "<mpi.h>" in text:
        faults.append(f"{path.relative_to(ROOT)} includes <mpi.h>")
print(*faults, sep="\n", end="\n" if faults else "")
print(f"{int(not faults)} passed, {int(bool(faults))} failed")
sys.exit(bool(faults))
