#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""--trace: spans nest, their sums are the times of the report, and a run with a trace has the bits of one without."""
import collections
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, bash, check, in_new_folder, run  # noqa: E402

ACCOUNTS = ("compute", "communicate", "wait")


def spans_of(path):
    """By line, in whole nanoseconds; and what the file says of itself."""
    trace = json.loads(pathlib.Path(path).read_text())
    lines = collections.defaultdict(list)
    for event in trace["traceEvents"]:
        if event["ph"] == "X":
            begin = round(event["ts"] * 1000)
            lines[event["tid"]].append((begin, begin + round(event["dur"] * 1000), event["name"], event.get("args", {})))
    return lines, trace


def nests(spans):
    """None begins before an earlier one ends and ends after it."""
    open_ends = []
    for begin, end, *_ in sorted(spans, key=lambda span: (span[0], -span[1])):
        while open_ends and open_ends[-1] <= begin:
            open_ends.pop()
        if open_ends and end > open_ends[-1]:
            return False
        open_ends.append(end)
    return True


def compare(folder, name, report, tolerance=1e-6, accounts=ACCOUNTS, count=None):
    """@param count  the spans' names and how often each line has them."""
    lines, trace = spans_of(f"{folder}/{name}.trace")
    ranks = json.loads(pathlib.Path(f"{folder}/{report}").read_text())["processors"]
    check(all(nests(spans) for spans in lines.values()), f"{name}: spans nest")
    code, _, errors = run(folder, f"show-plan --html {report} --trace {name}.trace | grep -c over-time")
    check(code == 0, f"{name}: no page of the trace: {errors}")
    known = trace["otherData"]["ranks"]
    check([entry["rank"] for entry in known] == [rank["rank"] for rank in ranks], f"{name}: all ranks are there")
    for rank, entry in zip(ranks, known):
        for account in accounts:
            wanted, told = rank[account + "_s"], entry["seconds"].get(account, 0)
            # Spans of 1 ns.
            spans = lines[rank["rank"]]
            counted = max((end for _, end, what, _ in spans if what == "prepare"), default=0)
            drawn = sum(end - begin for begin, end, what, _ in spans if what == account and begin >= counted) * 1e-9
            slack = tolerance * max(wanted, 1) + 1e-9 * entry["phases"].get(account, 0)
            check(abs(told - wanted) <= slack, f"{name}: rank {rank['rank']} has {account} {told}, the report {wanted}")
            check(entry["forgotten_events"] or abs(drawn - told) <= slack,
                  f"{name}: rank {rank['rank']} draws {account} {drawn} of {told}")
        for what, times in (count or {}).items():
            found = sum(1 for span in lines[rank["rank"]] if span[2] == what)
            check(found == times, f"{name}: rank {rank['rank']} has {found} of {what}; expected {times}")


def real_runs(folder):
    commands = f"""
        plan-partition --speeds 2,1 --network 20-10-5 --samples 300 --quiet >bp.json
        for trace in "" "--trace bp.trace"; do
          run-bp bp.json --iterations 7 --seed 3 --weights-out w$((++i)).npy,v$i.npy -o bp$i.json $trace -q
        done
        cmp w1.npy w2.npy && cmp v1.npy v2.npy
        run-bsp kmeans -n 2 --count 2000 --iterations 4 --tolerance 0 --trace bsp.trace -o bsp.json -q
        plan-shares --count 6 --speeds 1,1 --quiet >shares.json
        run-command shares.json --method self-scheduling --piece 2 --trace command.trace -o command.json -q -- sleep 0.01
    """
    code, _, errors = run(folder, commands)
    check(code == 0, f"the runs: {errors}")
    with open(f"{folder}/bp1.json") as one, open(f"{folder}/bp2.json") as other:
        check(json.load(one)["result"]["error"] == json.load(other)["result"]["error"], "same errors with a trace")
    compare(folder, "bp", "bp2.json", count={"iteration": 7, "prepare": 1})
    compare(folder, "bsp", "bsp.json", tolerance=1e-3)
    compare(folder, "command", "command.json", accounts=("compute",))
    calls = [span for spans in spans_of(f"{folder}/command.trace")[0].values() for span in spans if span[2] == "call"]
    check(sorted(span[3]["first"] for span in calls) == [0, 2, 4], "each piece is a call")


def faults(folder):
    code, _, errors = run(folder, "run-bp bp.json --trace bp.json")
    check(code == 64 and "is the file of PLAN" in errors, f"a trace over the plan: {code} {errors}")
    code, _, errors = run(folder, "run-bp bp.json --trace t --emit")
    check(code == 64 and "give it to mpi-runner" in errors, f"--emit: {code} {errors}")
    code, _, errors = run(folder, "run-bp bp.json --iterations 1 --trace none/t -q")
    check(code == 74 and "none/t" in errors, f"no folder: {code} {errors}")


def simulated(folder):
    if bash(".", ["-c", "type mpi-runner-simulated"], 10)[0]:
        print("skipped: no mpi-runner-simulated")
        return
    commands = """
        make-cluster --hosts 3 --cores-per-host 2 --kernel bp --network-of 20-10-5 -q >speeds.json
        plan-partition speeds.json --network 20-10-5 --samples 300 -q >simulated.json
        for i in 1 2; do simulate-run simulated.json --cluster speeds.json --iterations 5 --trace s$i.trace -o s$i.json -q; done
        cmp s1.trace s2.trace && cmp s1.json s2.json
        simulate-run simulated.json --cluster speeds.json --iterations 5 -o plain.json -q && cmp plain.json s1.json
    """
    code, _, errors = run(folder, commands)
    check(code == 0, f"simulations: {errors}")
    compare(folder, "s1", "s1.json", tolerance=1e-9, count={"iteration": 5})
    run(folder, "make-cluster -q --hosts 3 --speeds 1e5,1e5,2e5 -o c.json")
    elements = "plan-hbsp elements -q --count 100000 c.json | run-bsp kmeans - -q --emit --iterations 8 --slow 1:0.25@2-8"
    calls = "plan-shares -q --count 1000 c.json | run-command -q --emit {} - -- true 2>/dev/null"
    for name, job, accounts in [
            ("steal", f"{elements} --relocation steal", ACCOUNTS), ("sync", f"{elements} --relocation sync", ACCOUNTS),
            ("rounds", "plan-shares -q --array 100x400 --halo 1 c.json", ACCOUNTS),
            ("calls", calls.format(""), ACCOUNTS), ("dealt", calls.format("--method self-scheduling"), ("compute",)),
            ("product", "plan-hbsp matmul -q --size 64 c.json", ACCOUNTS),
            ("left_out", "plan-partition -q --network 20-10-5 --samples 300 --processors 2 c.json", ACCOUNTS),
            ("tree", "plan-reduction-tree -q --one-item-each --elements 100 c.json", ACCOUNTS),
            ("search", "plan-search -q --examples 1000 --queries 5 --task-s 1e-6 c.json 2>/dev/null", ("compute", "wait"))]:
        code, _, errors = run(folder, f"{job} | simulate-run -q --cluster c.json --trace {name}.trace -o {name}.json -")
        check(code == 0, f"simulation of {name}: {errors}")
        # Waiting for moves may stand in the line of relocations; to join answers is computing that the report does not tell.
        loose = name in ("sync", "search")
        if code == 0:
            compare(folder, name, f"{name}.json", tolerance=1e-3 if loose else 1e-9, accounts=accounts)


in_new_folder(real_runs, faults, simulated)
