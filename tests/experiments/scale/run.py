#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Planning at scale: are plans for 16 to 4,096 processors near the best, by SimGrid's judgement?

    run.py [--kinds training,...] [--renew] [--commands] [RESULTS]

draws cases from a grid of clusters and jobs (cases.py), plans each, and simulates the plan, its rivals, and candidates
(plans.py): those of a lattice, and what descents by simulated seconds try, one for each method. RESULTS (results.jsonl beside
this program) has one JSON line per case; a case that it has is not run again. Then the tables of README.md and scale.svg,
beside this program, are made from all lines. The same version makes the same bytes but for plan_s, the CPU time of planning.
--renew plans and simulates ours anew in cases that RESULTS has, a version later: the former plan stays as a candidate, and
rivals as they are. --commands runs nothing and prints the commands that reproduce the cases to look at, see page.py. Needs build/bin on PATH, and
simulate-run with SimGrid (make deps-simulate).
"""
import argparse
import json
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import cases  # noqa: E402
import commands  # noqa: E402
import judge  # noqa: E402
import page  # noqa: E402
import picture  # noqa: E402
import plans  # noqa: E402

COUNTS = {"training": 27, "reduction": 12, "search": 7, "supersteps": 8, "product": 5}
SEED = 1


def result(case):
    with tempfile.TemporaryDirectory() as folder:
        bench = judge.Judge(case, pathlib.Path(folder))
        plans.KINDS[case["kind"]](bench)
    ideal_s = cases.work(case) / sum(processor["speed"] for processor in bench.cluster["processors"])
    return case | {"plan_s": bench.plan_s, "ideal_s": ideal_s, "plans": bench.rows}


def renewed(known):
    """A case whose plan is made anew; its former one is a candidate from now on."""
    case = {name: known[name] for name in ("kind", *cases.FACTORS)}
    with tempfile.TemporaryDirectory() as folder:
        bench = judge.Judge(case, pathlib.Path(folder))
        plans.ours(bench)
    former = [plan | {"name": "candidate"} if plan["name"] == "ours" else plan for plan in known["plans"]]
    return known | {"plan_s": bench.plan_s, "plans": bench.rows + former}


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: rounded(item) for name, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list) else value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path, nargs="?", default=HERE / "results.jsonl")
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=list(COUNTS), help="run cases of these kinds only")
    parser.add_argument("--renew", action="store_true", help="plan ours anew, keep the rivals")
    parser.add_argument("--commands", action="store_true", help="print commands of cases to look at")
    options = parser.parse_args()
    lines = options.results.read_text().splitlines() if options.results.exists() else []
    known = {page.key(found): found for found in map(json.loads, lines)}
    if options.commands:
        for found in filter(page.suspect, known.values()):
            print(commands.text(found))
        return
    drawn = [case for kind, count in COUNTS.items() for case in cases.drawn(kind, count, SEED)]
    for case in sorted(drawn, key=cases.ranks):
        former = known.get(page.key(case))
        if case["kind"] in options.kinds and bool(former) == options.renew:
            known[page.key(case)] = found = rounded(renewed(former) if former else result(case))
            print(page.line(found), file=sys.stderr)
            rows = [known[page.key(other)] for other in drawn if page.key(other) in known]
            options.results.write_text("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows))
    rows = [known[page.key(case)] for case in drawn if page.key(case) in known]
    readme = HERE / "README.md"
    readme.write_text(page.updated(readme.read_text(), rows))
    (HERE / "scale.svg").write_text(picture.svg(rows))


if __name__ == "__main__":
    main()
