#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""show-plan --html: one page that is well formed, loads nothing, shows the document's numbers and no markup of its
texts.
Where chromium is installed it opens a page, sorts a table and runs the page's script."""
import base64
import hashlib
import json
import random
import re
import shutil
import subprocess
import sys

from pathlib import Path

# In place of this folder, in which html would be this file.
sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)
from html.parser import HTMLParser  # noqa: E402

from harness import check, in_new_folder, run  # noqa: E402

VOID = {"meta", "br", "hr", "img", "input", "link"}
LOADING = {"src", "href", "action", "data", "poster", "srcset", "background", "formaction"}
ACCOUNTS = ("compute", "communicate", "wait")
EVIL = "<script>alert(1)</script>\"' onmouseover=alert(2) &amp; \u2028"


class Reader(HTMLParser):
    """Requires that tags balance, and collects elements, tables, and the text of scripts."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.faults, self.open, self.elements, self.ids = [], [], [], set()
        self.tables, self.scripts, self.text = {}, [], ""
        self.places = []  # what the pointer is told in charts
        self.table = None
        self.feed(text)
        self.close()
        self.faults += [f"{tag} is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        keys = [key for key, _ in attributes]
        if len(set(keys)) != len(keys):
            self.faults.append(f"{tag}: an attribute twice")
        values = dict(attributes)
        if values.get("id") in self.ids:
            self.faults.append(f"id {values['id']} twice")
        self.ids |= {values["id"]} if "id" in values else set()
        self.elements.append((tag, values))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self.table = self.tables.setdefault(values.get("id", ""), [])
        elif tag == "tr":
            self.table.append({"class": values.get("class"), "cells": [], "keys": [], "heads": 0})
        elif tag in ("td", "th"):
            row = self.table[-1]
            row["cells"].append("")
            row["keys"].append(float(values["data-key"]) if "data-key" in values else None)
            row["heads"] += "scope" in values

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, text):
        if "script" in self.open[-1:]:
            self.scripts.append(text)
        elif self.open[-2:] == ["rect", "title"]:
            self.places.append(text)
        elif "style" not in self.open[-1:]:
            self.text += text
            if "table" in self.open and ("td" in self.open or "th" in self.open):
                self.table[-1]["cells"][-1] += text


def page_of(folder, document, name="document.json"):
    (Path(folder) / name).write_text(json.dumps(document))
    code, page, errors = run(folder, f"show-plan --html {name}")
    check(code == 0 and not errors, f"{name}: exit code {code}, {errors}")
    return page


def require_sound(page, document, name):
    """What holds for every page. Returns what was read."""
    reader = Reader(page)
    check(not reader.faults, f"{name}: {reader.faults[:3]}")
    check(page.startswith("<!DOCTYPE html>\n<html lang=\"en\">"), f"{name}: no HTML with a language")
    check("http:" not in page and "https:" not in page and "//" not in re.sub(r"<script>.*</script>", "", page,
          flags=re.S)
          .replace(base64_of(page), ""), f"{name}: an address")
    check("@import" not in page and "url(" not in page.replace("url(#", ""), f"{name}: the style loads something")
    for tag, attributes in reader.elements:
        for key, value in attributes.items():
            check(not key.startswith("on"), f"{name}: <{tag} {key}>")
            if key in LOADING:
                check(value.startswith("#") or value.startswith("data:application/json;base64,"),
                      f"{name}: {key}={value[:40]}")
    check(len(reader.scripts) == 1, f"{name}: {len(reader.scripts)} scripts")
    digest = base64.b64encode(hashlib.sha256(reader.scripts[0].encode()).digest()).decode()
    policy = next(a["content"] for t, a in reader.elements if a.get("http-equiv") == "Content-Security-Policy")
    check(f"script-src 'sha256-{digest}'" in policy and "default-src 'none'" in policy,
          f"{name}: the policy must allow the script, page_script_sha256 = \"{digest}\"")
    check(json.loads(base64.b64decode(base64_of(page))) == document, f"{name}: the document for download is another")
    targets = {a["href"][1:] for t, a in reader.elements if a.get("href", "").startswith("#")}
    check(targets <= reader.ids, f"{name}: contents without a place: {targets - reader.ids}")
    for table in reader.tables.values():
        check(all(len(row["cells"]) == len(table[0]["cells"]) for row in table), f"{name}: rows of unequal length")
        check(all(row["heads"] for row in table[1:]), f"{name}: a row without a head")
    return reader


def base64_of(page):
    return re.search(r"base64,([A-Za-z0-9+/=]*)", page).group(1)


def report(ranks=4, iterations=40):
    log = [{"superstep": 12, "group": "points", "moved_blocks": 5, "reason": "0.01 s could be saved"},
           {"superstep": 20, "group": "points", "moved_blocks": 3,
            "reason": "rank 1 took them from rank 0, which would have been busy for 1 s more, the other for 0.1 s"}]
    return {"kind": "report", "version": 1, "of": "kmeans", "kernel": "kmeans", "unit": "element",
            "processors": [{"rank": r, "host": f"node{r // 8}", "work": 1e6 + r, "compute_s": 1 + r / ranks,
                            "communicate_s": 0.25, "wait_s": 2 - r / ranks} for r in range(ranks)],
            "iterations": iterations, "seconds_per_iteration": 0.0125, "predicted_seconds_per_iteration": 0.01,
            "stopped": "tolerance", "converged": True,
            "result": {"inertia": 99939.75, "total_iterations": iterations, "supersteps": iterations + 2,
                       "objective": {"name": "inertia",
                               "values": [1e5 / (i + 1) for i in range(iterations - 1)] + ["nan"]},
                       "iteration_s": [0.01 + 0.001 * (i % 7) for i in range(iterations)],
                       "relocation": {"mode": "sync", "trigger": "gain", "decisions": 2, "moves": 2, "log": log}}}


def of_partitions(folder):
    code, text, _ = run(folder, "plan-partition --speeds .05,.10,.20,.30,.35 --network 203-80-26 --samples 1024")
    plan = json.loads(text)
    reader = require_sound(page_of(folder, plan), plan, "partition")
    check("73,914" in reader.text and "70,206" in reader.text, "partition: elements and lower bound of the plan")
    rows = reader.tables["candidates"]
    head = rows[0]["cells"]
    elements, bounds = head.index("elements"), head.index("lower bound")
    check(len(rows) - 1 == len(plan["candidates"]), "partition: all candidates")
    check(sorted(row["keys"][elements] for row in rows[1:]) == sorted(c["elements"] for c in plan["candidates"]),
          "partition: elements of the candidates")
    check(sorted(row["keys"][bounds] for row in rows[1:]) == sorted(c["lower_bound"] for c in plan["candidates"]),
          "partition: lower bounds of the candidates")
    keys = [row["keys"][elements] for row in rows[1:]]
    check(keys == sorted(keys), "partition: the cheapest candidate first")
    chosen = [row for row in rows if row["class"] == "chosen"]
    check(len(chosen) == 1 and "chosen" in chosen[0]["cells"][0] and
          chosen[0]["keys"][elements] == plan["predicted"]["elements"], "partition: the chosen candidate")
    check([tag for tag, _ in reader.elements].count("rect") > 5, "partition: no picture")
    job = {"kind": "job", "version": 1, "run": "bp", "plan": plan, "input": {}, "options": {"iterations": 7}}
    check("iterations: 7" in require_sound(page_of(folder, job), job, "job").text, "job: its options")


def of_reports(folder):
    document = report()
    for processor in document["processors"]:
        processor["host"] = EVIL
    document["result"]["warnings"] = [EVIL]
    document["result"]["relocation"]["log"][0]["reason"] = EVIL
    document["result"]["<b>"] = 1
    page = page_of(folder, document)
    reader = require_sound(page, document, "report")
    check(reader.text.count("<script>alert(1)</script>") >= 6, "report: hosts are text")
    check("b" not in {tag for tag, _ in reader.elements}, "report: a name of a result is text")
    check("25.0 % longer than the predicted 10 ms" in reader.text, "report: measured beside predicted")
    check("99939.8" in reader.text.replace(",", ""), "report: the result")
    ranks = reader.tables["ranks"]
    check([row["keys"][2:5] for row in ranks[1:]] == [[p["compute_s"], p["communicate_s"], p["wait_s"]]
                                                      for p in document["processors"]], "report: times of the ranks")
    events = reader.tables["events"]
    check([row["keys"][1] for row in events[1:]] == [10, 18], "report: iterations of relocations")
    check(events[1]["cells"][3] == "relocation" and events[2]["cells"][3] == "steal", "report: kinds of decisions")
    check(sum(a.get("class") == "mark" for _, a in reader.elements) == 4, "report: two marks on each of two curves")
    check("inertia" in reader.text and "Seconds of an iteration" in reader.text, "report: curves")
    replans = {"iteration": 9, "farthest_behind": "rank 2", "times": 2.5, "iteration_s": 0.02, "saved_s": 0.004,
            "move_s": 0.1}
    trained = report() | {"of": "bp", "kernel": "bp", "unit": "hidden unit x sample",
                          "result": {"error": [9, 5, 3, "inf", 2], "seconds": [1, 1, 1, 1, 1],
                                     "replans": [replans, {"iteration": 12, "back": True, "iteration_s": 0.03,
                                             "move_s": 0.1}]}}
    text = require_sound(page_of(folder, trained), trained, "re-plans").text
    check("rank 2 took 2.5 times as long as planned" in text and "plan before" in text, "re-plans: reasons")


def of_many(folder):
    sizes = []
    for ranks in (8, 1024):
        document = report(ranks, 5000)
        page = page_of(folder, document)
        reader = require_sound(page, document, f"{ranks} ranks")
        check(len(reader.tables["ranks"]) <= 65, f"{ranks} ranks: {len(reader.tables['ranks'])} bars")
        sizes.append(len(page) - len(base64_of(page)))
    check(max(sizes) < 150_000, f"pages without their documents have {sizes} bytes")
    run(folder, "make-cluster --hosts 128 --cores-per-host 8 --speeds uniform:1:4 --seed 1 -o cluster.json")
    run(folder, "plan-shares --count 100000 cluster.json -o shares.json")
    document = json.loads((Path(folder) / "shares.json").read_text())
    check(len(require_sound(page_of(folder, document), document, "shares").tables["elements"]) <= 65, "shares: bars")


def trace_of(document, seed, spans_of_rank):
    """A trace of the report's run: spans by rank in whole nanoseconds, and the text of the file."""
    draw, spans, events, about = random.Random(seed), [], [], []
    hosts = sorted({processor["host"] for processor in document["processors"]})
    events += [{"ph": "M", "name": "process_name", "pid": i, "args": {"name": host}} for i, host in enumerate(hosts)]
    for processor in document["processors"]:
        place = {"pid": hosts.index(processor["host"]), "tid": processor["rank"]}
        now, mine = draw.randrange(10 ** 6), []
        events.append({"ph": "X", "name": "prepare", "ts": 0.0, "dur": now / 1000} | place)
        for i in range(spans_of_rank):
            begin = now
            for account in range(3):
                length = draw.randrange(10 ** draw.randrange(1, 7))
                mine.append((account, now, now + length))
                events.append({"ph": "X", "name": ACCOUNTS[account], "ts": now / 1000, "dur": length / 1000} | place)
                now += length + draw.randrange(1000)
            events.append({"ph": "X", "name": "superstep", "ts": begin / 1000, "dur": (now - begin) / 1000,
                           "args": {"number": i + 1}} | place)
        spans.append(mine)
        sums = [sum(end - begin for kind, begin, end in mine if kind == account) / 1e9 for account in range(3)]
        processor |= {f"{name}_s": value for name, value in zip(ACCOUNTS, sums)}
        about.append({"rank": processor["rank"], "forgotten_events": 1, "seconds": dict(zip(ACCOUNTS, sums))})
    text = json.dumps({"traceEvents": events, "otherData": {"made_by": "uneven 0", "simulated": False, "ranks": about}})
    return spans, text


def heights(path, rows, columns, top):
    """What a path of steps reaches in each row and column, of 1. @param top  of a full column."""
    found = []
    for row in path.split("z")[:-1]:
        level, levels = 0, []
        for step, length in re.findall(r"([hv])(-?\d+)", row):
            if step == "h":
                levels += [level] * int(length)
            else:
                level -= int(length)
        check(level == 0, "trace: an area ends where it began")
        found.append([value / top for value in levels + [0] * (columns - len(levels))])
    check(len(found) == rows, f"trace: {len(found)} areas for {rows} rows")
    return found


def require_shares(reader, name, spans, groups):
    """The areas, the places for the pointer and the periods tell what the spans say. @param groups  ranks by row."""
    end = max(end for mine in spans for _, _, end in mine)
    svg = next(a for t, a in reader.elements if t == "svg" and a.get("viewbox", "").startswith("0 0 ") and
               "compute" in a["aria-label"])
    columns, height = int(svg["viewbox"].split()[2]), int(svg["viewbox"].split()[3]) // len(groups)
    check(columns <= 300, f"{name}: {columns} columns")
    periods = reader.tables["periods"][1:]
    column = round(periods[0]["keys"][1] * 1e9 / ((columns + 11) // 12))
    sums = [[[0] * columns for _ in range(3)] for _ in spans]
    for rank, mine in enumerate(spans):
        for account, begin, stop in mine:
            for at in range(begin // column, -(-stop // column)):
                sums[rank][account][at] += min(stop, (at + 1) * column) - max(begin, at * column)

    def shares(ranks, first, last):
        length = len(ranks) * (min(end, last * column) - first * column)
        return [sum(sum(sums[rank][account][first:last]) for rank in ranks) / length for account in range(3)]

    everyone, at, total = range(len(spans)), 0, [0, 0, 0]
    for row in periods:
        begin, stop, *told = row["keys"]
        last = min(columns, round(stop * 1e9 / column + 0.499999))
        wanted = shares(everyone, at, last)
        check(round(begin * 1e9) == at * column and all(abs(a - b) < 1e-9 for a, b in zip(told, wanted)) and
              abs(sum(told) - 1) < 1e-9, f"{name}: a period has {told}; expected {wanted}")
        total = [sum_ + share * len(spans) * (stop - begin) for sum_, share in zip(total, told)]
        at = last
    for account in range(3):
        wanted = sum(stop - begin for mine in spans for kind, begin, stop in mine if kind == account) / 1e9
        check(abs(total[account] - wanted) < 1e-9 * max(1, wanted),
              f"{name}: {ACCOUNTS[account]} adds up to {total[account]} s; expected {wanted} s")
    top = height - height // 8
    for account in range(3):
        path = next(a["d"] for t, a in reader.elements if a.get("class") == f"area{account}")
        for ranks, drawn in zip(groups, heights(path, len(groups), columns, top)):
            for i, value in enumerate(drawn):
                wanted = sum(shares(ranks, i, i + 1)[:account + 1])
                check(abs(value - wanted) <= 0.51 / top, f"{name}: column {i} of {ranks} reaches {value} of {wanted}")
    row = -1
    for place, text in zip([a for t, a in reader.elements if a.get("class") == "hit" and "y" not in a], reader.places):
        first, last = int(place["x"]), int(place["x"]) + int(place["width"])
        row += first == 0
        told = [float(share) for share in re.findall(r"([0-9.]+) %", text)]
        wanted = shares(groups[row], first, last)
        check(len(told) == 3 and all(abs(a - 100 * b) < 0.051 for a, b in zip(told, wanted)),
              f"{name}: {text}; expected {wanted}")
    check(row == len(groups) - 1, f"{name}: places for the pointer in {row + 1} of {len(groups)} rows")
    return column * columns / 1e9


def of_traces(folder):
    for ranks, per_host, steps in ((3, 8, 60), (1024, 32, 12)):
        name, document = f"trace of {ranks} ranks", report(ranks)
        for processor in document["processors"]:
            processor["host"] = f"{EVIL}{processor['rank'] // per_host:02}"
        seed = 7 + ranks
        spans, text = trace_of(document, seed, steps)
        (Path(folder) / "run.trace").write_text(text)
        (Path(folder) / "run.json").write_text(json.dumps(document))
        code, page, errors = run(folder, "show-plan --html run.json --trace run.trace")
        check(code == 0 and not errors, f"{name}, seed {seed}: exit code {code}, {errors}")
        reader = require_sound(page, document, name)
        check(len(page) - len(base64_of(page)) < 700_000, f"{name}: a page of {len(page)} bytes")
        groups = [[rank] for rank in range(ranks)] if ranks <= 64 else [
            range(first, first + per_host) for first in range(0, ranks, per_host)]
        width = require_shares(reader, f"{name}, seed {seed}", spans, groups)
        check(f"{ranks:,} short spans".replace(",", "") in reader.text.replace(",", ""), f"{name}: forgotten spans")
        moments = [float(a["style"][5:-1]) for t, a in reader.elements if a.get("class", "").startswith("moment")]
        events = json.loads(text)["traceEvents"]
        ends = [max(e["ts"] + e["dur"] for e in events if e.get("args", {}).get("number") == entry["superstep"]) / 1e6
                for entry in document["result"]["relocation"]["log"] if entry["superstep"] <= steps]
        check(len(moments) == len(ends) and all(abs(a - 100 * b / width) < 1e-3 for a, b in zip(moments, ends)),
              f"{name}: changes at {moments} %; expected {ends} of {width} s")
        check(("1 change of the distribution not marked" in reader.text) == (steps < 20), f"{name}: changes unmarked")


def of_speeds(folder):
    pairs = [{"first": a, "second": b, "latency_s": 1e-6 * (a + b), "gap_s_per_byte": 1e-9 * b}
             for b in range(4) for a in range(b)]
    document = {"kind": "speeds", "version": 1, "kernel": "bp", "unit": "hidden unit x sample",
                "processors": [{"speed": 1e8 * (r + 1), "host": f"node{r}", "relative_error": 0.05} for r in range(4)],
                "network": {"latency_s": 2e-6, "gap_s_per_byte": 2e-9}, "network_pairs": pairs}
    reader = require_sound(page_of(folder, document), document, "speeds")
    check([row["keys"][2] for row in reader.tables["pairs"][1:]] == sorted((p["latency_s"] for p in pairs),
          reverse=True),
          "speeds: the slowest pair first")
    titles = [a.get("title", "") for tag, a in reader.elements if tag == "td"]
    check("P0 and P3: 3 µs" in titles and "P3 and P0: 333 MB/s" in titles, "speeds: cells of the heat maps")
    check("4 times as fast" in reader.text, "speeds: the result")
    for wrong in ({"second": 4}, {"second": 0}):
        broken = document | {"network_pairs": [pairs[0] | wrong]}
        (Path(folder) / "broken.json").write_text(json.dumps(broken))
        code, _, errors = run(folder, "show-plan --html broken.json")
        check(code == 65 and "/network_pairs/0: found processor" in errors, f"speeds: {wrong}: {errors}")


def of_other_kinds(folder):
    for name, command in {"tree": "plan-reduction-tree --compute 1 --transfer 1 --items 21",
                          "matmul": "plan-hbsp matmul --size 40x6x90 --speeds 4,2,1,1",
                          "elements": "plan-hbsp elements --count 4000 --speeds 3,1",
                          "array": "plan-shares --array 400x600 --halo 1 --speeds 3,1,2",
                          "layers": "plan-partition --network 64-32-16-10 --samples 500 --speeds 3,1,2",
                          "search": "plan-search --examples 4000 --speeds 3,1 --task-s 1e-6"}.items():
        code, text, errors = run(folder, f"{command} -q")
        check(code == 0, f"{name}: {errors}")
        require_sound(page_of(folder, json.loads(text)), json.loads(text), name)
    code, _, errors = run(folder, "show-plan --html -o page.svg tree.json")
    check(code == 64, "a name that promises SVG")


def in_a_browser(folder):
    browser = shutil.which("chromium")
    if not browser:
        print("skipped: chromium is not installed; no browser opened a page")
        return
    run(folder, "plan-partition --speeds 5*1,3*2 --network 203-80-26 --samples 1024 | show-plan -o page.html")

    def opened(fragment):
        words = [browser, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                 "--dump-dom", f"file://{folder}/page.html{fragment}"]
        return Reader(subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout)

    plain = Reader((Path(folder) / "page.html").read_text())
    elements = plain.tables["candidates"][0]["cells"].index("elements")
    reader = opened(f"#sort=candidates,{elements},down")
    keys = [row["keys"][elements] for row in reader.tables["candidates"][1:]]
    check(keys == sorted((row["keys"][elements] for row in plain.tables["candidates"][1:]),
          reverse=True) and len(keys) > 3,
          f"browser: sorted by elements, the most first: {keys[:4]}")
    sorts = [a["aria-sort"] for _, a in reader.elements if "aria-sort" in a]
    check(sorts == ["descending"], f"browser: told to readers: {sorts}")
    check(any(tag == "button" for tag, _ in reader.elements), "browser: headings are buttons")


in_new_folder(of_partitions, of_reports, of_many, of_traces, of_speeds, of_other_kinds, in_a_browser)
