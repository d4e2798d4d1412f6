#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""show-plan -o picture.png and picture.pdf: whole files of the SVG's size, with its colours where the SVG has them; and
what is said where rsvg-convert is missing or fails. SVG of many processors is by host and has the tables of text."""
import json
import os
import re
import shutil
import struct
import sys
import xml.etree.ElementTree
import zlib
from pathlib import Path

# In place of this folder, in which html would be html.py.
sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)
from harness import check, in_new_folder, run  # noqa: E402

STATUS = {"kind": "status", "version": 1, "tool": "run-bp", "state": "running", "done": 1, "total": 4,
          "unit": "iteration", "seconds": 1, "written_unix_s": 1e9,
          "ranks": [{"rank": r, "compute_s": (r + 1) * 1e-5} for r in range(3)]}
WITHOUT = "PATH=$(dirname $(command -v show-plan))"  # rsvg-convert


def chunks(png):
    """Checks every checksum. Returns the types, the header and all bytes of the pixels."""
    at, kinds, header, data = 8, [], b"", b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + length]
        told = struct.unpack(">I", png[at + 8 + length:at + 12 + length])[0]
        check(told == zlib.crc32(kind + body), f"checksum of {kind}")
        kinds.append(kind)
        header = body if kind == b"IHDR" else header
        data += body if kind == b"IDAT" else b""
        at += 12 + length
    return kinds, struct.unpack(">IIBBBBB", header), zlib.decompress(data)


def rows_of(width, size, data):
    """Undoes the filters of a PNG of `size` bytes a pixel (its specification, section 9)."""
    before = bytearray(width * size)
    for start in range(0, len(data), width * size + 1):
        kind, row = data[start], bytearray(data[start + 1:start + 1 + width * size])
        for i, value in enumerate(row):
            a = row[i - size] if i >= size else 0
            b, c = before[i], before[i - size] if i >= size else 0
            if kind == 1:
                row[i] = value + a & 255
            elif kind == 2:
                row[i] = value + b & 255
            elif kind == 3:
                row[i] = value + (a + b) // 2 & 255
            elif kind == 4:
                distances = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
                row[i] = value + (a, b, c)[distances.index(min(distances))] & 255
        yield row
        before = row


def elements_of(folder, name):
    code, svg, errors = run(folder, f"show-plan --svg {name}")
    check(code == 0 and not errors, f"{name}: {errors}")
    return xml.etree.ElementTree.fromstring(svg.encode())


def size_of(root):
    return float(root.get("width")), float(root.get("height"))


def converted(folder):
    if not shutil.which("rsvg-convert"):
        print("skipped: rsvg-convert is missing; no PNG and no PDF")
        return
    (Path(folder) / "status.json").write_text(json.dumps(STATUS))
    root = elements_of(folder, "status.json")
    width, height = size_of(root)
    for names in ("status.json -o a.png", "status.json --png > b", "--png status.json -o c", "status.json -o d.PNG"):
        code, _, errors = run(folder, f"show-plan {names}")
        check(code == 0 and not errors, f"{names}: {code} {errors}")
    png = (Path(folder) / "a.png").read_bytes()
    check(all((Path(folder) / name).read_bytes() == png for name in ("b", "c", "d.PNG")), "one PNG under all names")
    check(png[:8] == b"\x89PNG\r\n\x1a\n", "signature of PNG")
    kinds, header, data = chunks(png)
    check(kinds[0] == b"IHDR" and kinds[-1] == b"IEND", "first and last chunk")
    check(header[:3] == (round(2 * width), round(2 * height), 8), f"header: {header}, SVG {width} x {height}")
    size = {2: 3, 6: 4}[header[3]]  # RGB, RGBA
    check(len(data) == header[1] * (header[0] * size + 1), "as many pixels as the header says")
    pixels = list(rows_of(header[0], size, data))
    bars = [e for e in root.iter() if e.get("class") == "bar"]
    check(len(bars) == 3, "a bar for each rank")
    for bar in bars:
        x, y = (float(bar.get(a)) + float(bar.get(b)) / 2 for a, b in (("x", "width"), ("y", "height")))
        pixel = bytes(pixels[round(2 * y)][size * round(2 * x):][:3]).hex()
        check("#" + pixel == bar.get("fill"), f"pixel in the middle of a bar: {pixel}")
    dark = sum(max(row[i:i + 3]) < 90 for row in pixels[:80] for i in range(0, len(row), size))
    check(200 < dark < 20000, f"{dark} dark pixels of letters in the heading")

    for name in ("a.pdf", "b.pdf"):
        run(folder, f"show-plan status.json -o {name}")
    pdf = (Path(folder) / "a.pdf").read_bytes()
    check(pdf.startswith(b"%PDF-1.") and pdf.rstrip().endswith(b"%%EOF"), "begin and end of PDF")
    check(pdf == (Path(folder) / "b.pdf").read_bytes(), "the same PDF twice")
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+)", pdf)
    check(box and all(abs(float(a) - 0.75 * b) < 1 for a, b in zip(box.groups(), (width, height))),
          "a PDF has points, 72 per inch, and the SVG 96 pixels")


def without_converter(folder):
    (Path(folder) / "status.json").write_text(json.dumps(STATUS))
    (Path(folder) / "old.pdf").write_text("old")
    for name in ("new.png", "old.pdf"):
        code, output, errors = run(folder, f"{WITHOUT} show-plan status.json -o {name}")
        check(code == 71 and not output, f"missing: exit code {code}, {output}")
        check(errors.count("\n") == 1 and "librsvg2-bin" in errors, f"missing: {errors}")
    check(run(folder, f"{WITHOUT} show-plan status.json --png | wc -c")[1].strip() == "0", "nothing on standard output")
    fake = Path(folder) / "bin"
    fake.mkdir()
    (fake / "rsvg-convert").write_text("#!/bin/sh\ncat >/dev/null\necho half of it\necho no room >&2\nexit 3\n")
    (fake / "rsvg-convert").chmod(0o755)
    code, output, errors = run(folder, f"PATH={fake}:$PATH show-plan status.json -o new.png")
    check(code == 71, f"a failure: exit code {code}")
    check(errors == "show-plan: rsvg-convert failed with exit code 3: no room\n", f"a failure: {errors}")
    check(not (Path(folder) / "new.png").exists(), "no new file")
    check((Path(folder) / "old.pdf").read_text() == "old", "the old file stays")


def of_many(folder):
    run(folder, "make-cluster --hosts 32 --cores-per-host 32 --speeds uniform:1:4 --seed 1 -o many.json")
    run(folder, "plan-shares --count 1000000 many.json -q -o shares.json")
    run(folder, "plan-partition --network 203-80-26 --samples 65536 many.json -q -o partition.json")
    run(folder, "plan-search --examples 400000 --task-s 1e-6 many.json -q -o search.json")
    for name in ("many.json", "shares.json", "search.json"):
        root = elements_of(folder, name)
        bars = [e for e in root.iter() if e.get("class") == "bar"]
        spreads = [e for e in root.iter() if e.get("class") == "spread"]
        texts = [e.text or "" for e in root.iter() if e.tag.endswith("text")]
        check(len(bars) == len(spreads) == 32, f"{name}: {len(bars)} bars, {len(spreads)} spreads of 32 hosts")
        check(any("the mean of the 32 processors of a host" in text for text in texts), f"{name}: what a bar is")
    for name in ("partition.json", "search.json"):
        texts = [e.text or "" for e in elements_of(folder, name).iter() if e.tag.endswith("text")]
        lines = run(folder, f"show-plan {name} --width 200")[1].splitlines()
        marked = [line.split()[-1] for line in lines if line.startswith("*")]
        told = [word for word in marked if any(text.endswith(word) for text in texts)]
        check(marked and told == marked, f"{name}: marked rows of the text {marked}, of the picture {told}")
    root = elements_of(folder, "partition.json")
    tiles = [e.get("fill") for e in root.iter() if e.get("class") == "tile"]
    check(len(tiles) == 1024, f"{len(tiles)} rectangles")
    check(1 < len(set(tiles)) <= 32, f"{len(set(tiles))} shades of 32 hosts")
    width, height = size_of(root)
    check(any("lower bound" in (e.text or "") for e in root.iter()), "the lower bound")
    check(all(0 <= float(e.get("x")) < width and 0 <= float(e.get("y")) < height
              for e in root.iter() if e.tag.endswith("text")), "labels stay on the picture")


os.environ.pop("SOURCE_DATE_EPOCH", None)
in_new_folder(converted, without_converter, of_many)
