#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Planning at scale: are plans for 16 to 4,096 processors near the best, by SimGrid's judgement?

    run.py [--cases 40] [--seed 1] [--ranks 4096] [--minutes M] RESULTS

draws cases from a grid of clusters and jobs (cases.py), plans each, and simulates the plan, its rivals, and candidates
(plans.py): those of a lattice, and what descents by simulated seconds try, one for each method. RESULTS has one JSON line
per case; a case that it has is not run again. Then the tables of README.md and scale.svg, beside this program, are made from
all lines of RESULTS. All is deterministic but the CPU time of planning and what --limit and --minutes cut off. Needs
build/bin on PATH, and simulate-run with SimGrid (make deps-simulate).
"""
import argparse
import json
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import cases  # noqa: E402
import page  # noqa: E402
import picture  # noqa: E402
import plans  # noqa: E402


def key(case):
    return tuple(case[name] for name in cases.KEYS)


def result(case, options):
    cluster = cases.cluster(case)
    iterations = [] if case["kind"] == "product" else ["--iterations", str(options.iterations)]
    with tempfile.TemporaryDirectory() as folder:
        judge = plans.Judge(cluster, pathlib.Path(folder), iterations, options.limit)
        plan_s = plans.KINDS[case["kind"]](case, judge, options)
    ideal_s = cases.work(case) / sum(processor["speed"] for processor in cluster["processors"])
    return case | {"plan_s": plan_s, "ideal_s": ideal_s, "plans": judge.rows}


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: rounded(item) for name, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list) else value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--cases", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ranks", type=int, default=4096, help="cases of at most so many ranks")
    parser.add_argument("--steps", type=int, default=12, help="of a descent")
    parser.add_argument("--collectives", type=lambda text: text.split(","), default=["linear", "tree", "ring"])
    parser.add_argument("--iterations", type=int, default=3, help="of each simulation")
    parser.add_argument("--limit", type=int, default=60, help="CPU seconds of one simulation")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="no case begins later")
    options = parser.parse_args()
    lines = options.results.read_text().splitlines() if options.results.exists() else []
    done = {key(json.loads(line)) for line in lines}
    end = time.monotonic() + 60 * options.minutes
    for case in cases.drawn(options.cases, options.seed, options.ranks):
        if key(case) in done or time.monotonic() > end:
            continue
        found = rounded(result(case, options))
        lines.append(json.dumps(found, separators=(",", ":")))
        with options.results.open("a", encoding="utf-8") as out:
            print(lines[-1], file=out)
        print(page.line(found), file=sys.stderr)
    rows = [json.loads(line) for line in lines]
    readme = HERE / "README.md"
    readme.write_text(page.updated(readme.read_text(), rows))
    (HERE / "scale.svg").write_text(picture.svg(rows))


main()
