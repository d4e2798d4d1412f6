#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""simulate-run against times worked out by hand, and against itself: the same bytes twice.

Skipped, in words, where mpi-runner-simulated is not built. The last line is `N passed, N failed`.
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import bash, check, in_new_folder, need_simulator  # noqa: E402

LATENCY, GAP, MESSAGE, ADDITION = 1e-3, 1e-6, 1e-4, 1e-8


def run(directory, command, document):
    pathlib.Path(directory, "in.json").write_text(json.dumps(document))
    code, output, error = bash(directory, ["-c", f"{command} in.json"], 120)
    return json.loads(output) if code == 0 else {"error": error, "code": code}


def speeds(hosts, **network):
    """Processors of 1e6 units/s, one for each of the named hosts."""
    return {"kind": "speeds", "version": 1, "kernel": "bp", "kernel_options": {"network": "4-8-2", "input": "one-hot"},
            "processors": [{"host": host, "speed": 1e6} for host in hosts],
            "network": {"latency_s": LATENCY, "gap_s_per_byte": GAP, "message_s": MESSAGE, **network},
            "operation_s_per_element": ADDITION}


def star(directory, hosts, elements):
    """Seconds of a sum of one vector of doubles from each processor at the first."""
    command = (f"plan-reduction-tree --one-item-each --shape list --elements {elements} c.json | "
               "jq '.segments = 1' | simulate-run --cluster c.json - #")
    pathlib.Path(directory, "c.json").write_text(json.dumps(speeds(hosts)))
    return run(directory, command, {})


def near(found, expected):
    return isinstance(found, float) and abs(found - expected) <= 1e-9 + 1e-6 * expected


def reductions(directory):
    """Sums of vectors, with every second worked out."""
    transit = LATENCY - 2 * MESSAGE
    # One message: the sender's work, the way, the receiver's work, the additions.
    for elements in (1, 1000):
        report = star(directory, ["a", "b"], elements)
        expected = MESSAGE + transit + 8 * elements * GAP + MESSAGE + elements * ADDITION
        check(near(report.get("seconds_per_iteration"), expected), f"one message of {elements}: {report} != {expected}")
        check(report.get("simulated") is True, "a report says that it is simulated")
    # Senders share the receiver's card: the bytes of two have come after twice the time, or twice the rate if the
    # second is on the receiver's own host. A thousand are no other matter.
    thousand = [f"host{rank}" for rank in range(1001)]
    for hosts, elements, together in ((["a", "b", "c"], 5000, 2), (["a", "b", "a"], 5000, 1), (thousand, 10, 1000)):
        report, senders = star(directory, hosts, elements), len(hosts) - 1
        expected = (MESSAGE + transit + 8 * elements * GAP * together + senders * MESSAGE +
                    senders * elements * ADDITION)
        check(near(report.get("seconds_per_iteration"), expected), f"{senders} senders: {report} != {expected}"[:999])


def training(directory):
    cluster = speeds(["a", "b", "a"])
    pathlib.Path(directory, "c.json").write_text(json.dumps(cluster))
    # One processor: the cells over the speed.
    alone = dict(cluster, processors=cluster["processors"][:1])
    pathlib.Path(directory, "one.json").write_text(json.dumps(alone))
    report = run(directory, "sh plan.sh --objective seconds one.json | simulate-run --iterations 3 - #", {})
    check(near(report.get("seconds_per_iteration"), 8 * 50000 / 1e6), f"one processor alone: {report}")
    for collective in ("linear", "ring", "tree"):
        command = f"sh plan.sh --collective {collective} c.json | simulate-run --cluster c.json --iterations 4 - #"
        first, second = (run(directory, command, {}) for _ in range(2))
        check(first == second and "error" not in first, f"{collective}: the same bytes twice")
        seconds = first.get("result", {}).get("seconds", [])
        check(len(seconds) == 4 and min(seconds) >= 8 * 50000 / 3e6, f"{collective}: not faster than perfect sharing")
        slow = run(directory, command.replace("--iterations", "--slow 1:0.5@2-2 --iterations"), {})
        # Rank 1 falls behind in its second iteration; the first rank waits for it there, or for some of it in the third.
        lost = [b - a for a, b in zip(seconds, slow.get("result", {}).get("seconds", [0] * 4))]
        check(abs(sum(lost) - seconds[2]) < 0.1 * seconds[2] and abs(lost[0]) < 1e-9 < lost[1],
              f"{collective}: a slow rank: {lost}")


def seconds_of(directory, command):
    return run(directory, command, {}).get("result", {}).get("seconds", [0] * 6)


def things_that_happen(directory):
    """Hosts and cards that become slower for a while."""
    cluster = speeds(["a", "b", "a"])
    pathlib.Path(directory, "c.json").write_text(json.dumps(cluster))
    simulate = "sh plan.sh --collective tree c.json | simulate-run --cluster c.json --iterations 6 {} - #"
    none = seconds_of(directory, simulate.format(""))
    host = seconds_of(directory, simulate.format("--slow a:0.5@2-3"))
    ranks = seconds_of(directory, simulate.format("--slow 0:0.5@2-3,2:0.5@2-3"))
    check(host == ranks != none, f"a host stands for its ranks: {host} {ranks}")
    check(host[0] == none[0] and host[1] > 1.5 * none[1], f"a slow host, from iteration 2 on: {host} {none}")
    card = seconds_of(directory, simulate.format("--link b:0.1@3-4"))
    check(card[:2] == none[:2] and card[2] > none[2] and card[3] > 1.01 * none[3] and near(card[5], none[5]),
          f"a slow card, in iterations 3 and 4: {card} {none}")
    check(seconds_of(directory, simulate.format("--link b:1@3-4")) == none, "a card at its own rate")
    # All cards at half their rate, on hosts of one rank, are a network of twice the gap.
    hosts = ["a", "b", "c"]
    pathlib.Path(directory, "c.json").write_text(json.dumps(speeds(hosts)))
    half = seconds_of(directory, simulate.format("--link a:0.5@1-6,b:0.5@1-6,c:0.5@1-6"))
    plan = "sh plan.sh --collective tree c.json -o p.json; "
    pathlib.Path(directory, "half.json").write_text(json.dumps(speeds(hosts, gap_s_per_byte=2 * GAP)))
    twice = seconds_of(directory, plan + "simulate-run --cluster half.json --iterations 6 p.json #")
    check(all(map(near, half, twice)) and half != none, f"slow cards are a slower network: {half} {twice}")


def cells(report):
    return sum(line["work"] for line in report.get("processors", []))


def new_plans(directory):
    """Trainings that share their work anew when a host becomes slower, and when it is fast again."""
    cluster = dict(speeds([f"h{rank}" for rank in range(4)], gap_s_per_byte=1e-9, latency_s=1e-4, message_s=1e-5),
                   kernel_options={"network": "4-64-2", "input": "one-hot"})
    for processor, speed in zip(cluster["processors"], (3e6, 2e6, 1e6, 1e6)):
        processor["speed"] = speed
    pathlib.Path(directory, "c.json").write_text(json.dumps(cluster))
    plan = "plan-partition --network 4-64-2 --samples 20000 --columns 1 c.json"
    few = f"{plan} | simulate-run --cluster c.json --iterations 80 --slow h0:0.25@11-30 --replan 10 - #"
    report, again = (run(directory, few, {}) for _ in range(2))
    check(report == again and "error" not in report, f"new plans: the same bytes twice {report}")
    replans, seconds = (report.get("result", {}).get(key, []) for key in ("replans", "seconds"))
    check([why["farthest_behind"] for why in replans[:1]] == ["rank 0 on h0"] and abs(replans[0]["times"] - 4) < 0.01,
          f"h0 is four times as slow: {replans}")
    # Seven units of speed are 4.75 while h0 is slow; 3 of them wait for it until then.
    all_fast = 64 * 20000 / 7e6
    for first, last, expected in ((1, 9, 1), (11, 20, 4), (21, 29, 7 / 4.75), (71, 80, 1)):
        found = sum(seconds[first:last]) / (last - first) / all_fast
        check(abs(found / expected - 1) < 0.05, f"iterations {first} to {last}: {found} times as long, not {expected}")
    check([why["iteration"] for why in replans][:1] == [20] and 40 <= replans[-1]["iteration"] <= 70,
          f"a new plan, and work given back: {replans}")
    check(cells(report) == 80 * 64 * 20000, f"no work is lost: {cells(report)}")
    # A host that all but stops is left out, though it is the root. The others go on.
    stops = run(directory, few.replace("0.25@11-30", "0.0005@11-80"), {})
    shares = [line["work"] / 20000 / 64 for line in stops.get("processors", [{"work": 0}])]
    check(near(sum(shares), 80) and abs(shares[0] - 20 * 3 / 7) < 0.5 and
          len(stops.get("result", {}).get("seconds", [])) == 80, f"a host that stops: {shares} {str(stops)[:500]}")
    many(directory)


def several_layers(directory):
    """Trainings of several hidden layers: a sample of 4-8-6-2 takes 2 x 32 + 3 x 48 + 3 x 12 multiplications of a weight, of
    which the measured hidden unit has 2 x 4 + 3 x 2."""
    alone = 50000 * 244 / 14 / 1e6
    cluster = speeds(["a", "b", "a"], gap_s_per_byte=1e-9, latency_s=1e-5, message_s=1e-6)
    pathlib.Path(directory, "c.json").write_text(json.dumps(cluster))
    pathlib.Path(directory, "one.json").write_text(json.dumps(dict(cluster, processors=cluster["processors"][:1])))
    plan = "plan-partition -q --network 4-8-6-2 --samples 50000"
    report = run(directory, f"{plan} one.json | simulate-run --cluster one.json --iterations 3 - #", {})
    check(near(report.get("seconds_per_iteration"), alone), f"one processor alone: {report}")
    check(report.get("unit") == "weight x sample" and report.get("result", {}).get("network") == "4-8-6-2" and
          cells(report) == 3 * 50000 * (32 + 48 + 12), f"its report: {report}")
    for options in ("--columns 1", "--columns 2 --collective ring", "--collective tree"):
        command = f"{plan} {options} c.json | simulate-run --cluster c.json --iterations 4 - #"
        first, second = (run(directory, command, {}) for _ in range(2))
        check(first == second and "error" not in first, f"several layers, {options}: the same bytes twice {first}")
        found, predicted = (first.get(f"{prefix}seconds_per_iteration", 0) for prefix in ("", "predicted_"))
        check(found >= alone / 3 and abs(found / max(predicted, 1e-9) - 1) < 0.1,
              f"several layers, {options}: {found} s, predicted {predicted}, shared perfectly {alone / 3}")
    new = run(directory, f"{plan} c.json | simulate-run --cluster c.json --iterations 40 --slow 1:0.25@11-40 --replan 10 - #", {})
    replans, seconds = (new.get("result", {}).get(key, [{}] * 40) for key in ("replans", "seconds"))
    check(replans[0].get("farthest_behind") == "rank 1 on b" and abs(replans[0]["times"] - 4) < 0.1, f"b is slow: {new}")
    check(replans and abs(seconds[35] / (alone / 2.25) - 1) < 0.1 < 0.5 < seconds[15] / (4 * alone / 3) < 1.1,
          f"the others have the work of b: {seconds}")


def many(directory):
    """New plans of 8 and 64 hosts with speeds drawn at random: by seconds, and in proportion to speeds."""
    for hosts, speed, network, rate, samples, how, every in (
            (8, "5e7:3e8", "203-400-26", "1gbit", 10000, "", 10),
            (64, "5e6:3e7", "203-512-26", "10gbit", 10000, "--columns 8", 6)):
        make = (f"make-cluster --hosts {hosts} --speeds uniform:{speed} --kernel bp --network-of {network} --network {rate} "
                f"-o c.json && plan-partition -q --objective seconds --network {network} --samples {samples} {how} c.json "
                "-o p.json")
        code, _, errors = bash(directory, ["-c", make], 60)
        check(code == 0, f"{hosts} hosts: {errors}")
        simulate = f"simulate-run p.json --iterations {4 * every} --slow node3:0.5@{every + 1}-{4 * every}"
        stay = run(directory, simulate + " #", {})
        first, second = (run(directory, f"{simulate} --replan {every} #", {}) for _ in range(2))
        check(first == second and "error" not in first, f"{hosts} hosts, new plans: the same bytes twice {str(first)[:300]}")
        replans, seconds = (first.get("result", {}).get(key, [{}] * 99) for key in ("replans", "seconds"))
        why = replans[0]
        check(why.get("iteration") == 2 * every and why.get("farthest_behind") == "rank 2 on node3", f"{hosts} hosts: {replans}")
        promised = why.get("iteration_s", 0) - why.get("saved_s", 0)
        found = sum(seconds[2 * every + 1:3 * every]) / (every - 1)
        check(abs(found / promised - 1) < 0.15, f"{hosts} hosts: {found} s an iteration; {promised} promised")
        check(first["seconds_per_iteration"] < stay["seconds_per_iteration"], f"{hosts} hosts: new plans save nothing")
        # The first rank is done with the iteration before the first question when others go on already, or not.
        check(seconds[:every - 1] == stay["result"]["seconds"][:every - 1], f"{hosts} hosts: the same until one is slow")


def products(directory):
    cluster = dict(speeds(["a", "b", "c"]), kernel="matmul", kernel_options={})
    pathlib.Path(directory, "c.json").write_text(json.dumps(cluster))
    report = run(directory, "plan-hbsp matmul --size 64 c.json | simulate-run --cluster c.json - #", {})
    check(report.get("seconds_per_iteration", 0) > 64**3 / 3e6, f"a product takes at least its work: {report}")
    check(sum(p["work"] for p in report.get("processors", [])) == 64**3, "a product is whole")


def searches(directory):
    """One batch of queries, a thousand examples of a millisecond on the mean of processors."""
    transit, queries, k, task = LATENCY - 2 * MESSAGE, 3, 10, 1e-3
    for hosts, command in ((["a"], ""), (["a", "b"], "--method proportional-data")):
        cluster = dict(speeds(hosts), kernel="search", kernel_options={})
        pathlib.Path(directory, "c.json").write_text(json.dumps(cluster))
        report = run(directory, f"plan-search --examples 1000 --queries {queries} --task-s {task} --answer-s 0 {command} "
                                "c.json | simulate-run --cluster c.json - #", {})
        scan = 1000 / len(hosts) * task * queries
        start, answer = 64 * queries * GAP, 8 * queries * (1 + 2 * k) * GAP
        two = len(hosts) - 1  # the queries there, the answers back
        expected = scan + two * (4 * MESSAGE + 2 * transit + start + answer)
        check(near(report.get("seconds_per_iteration"), expected), f"a search on {hosts}: {report} != {expected}")
    cluster = dict(speeds(list("abcdefg"), gap_s_per_byte=1e-9), kernel="search", kernel_options={})
    for rank, processor in enumerate(cluster["processors"]):
        processor["speed"] *= 1 + rank % 3
    pathlib.Path(directory, "c.json").write_text(json.dumps(cluster))
    examples, task = 30000000, 1e-6
    for method in ("equal-data", "static-process", "synchronous-data", "asynchronous-data", "dynamic-process",
                   "proportional-data", "self-scheduling", "stealing"):
        plan = f"plan-search --examples {examples} --method {method} --task-s {task} c.json 2> /dev/null"
        first, second = (run(directory, f"{plan} | simulate-run --cluster c.json - #", {}) for _ in range(2))
        check(first == second and "error" not in first, f"{method}: the same bytes twice {str(first)[:300]}")
        scanned = first.get("result", {}).get("scanned_examples", [])
        check(sum(scanned) == examples and min(scanned) >= 0, f"{method}: every example once: {scanned}")
        times = [p["compute_s"] / n for p, n in zip(first.get("processors", []), scanned) if n > 0]
        check(times and abs(max(times) / min(times) - 3) < 0.01, f"{method}: examples take what the speeds say: {times}")
        # All ranks busy to the end: no method is faster, and those that share out while they scan are hardly slower.
        ideal, found = examples * task / 7, first.get("seconds_per_iteration", 0)
        slower = {"equal-data": 2, "synchronous-data": 1.4, "static-process": 1.4}.get(method, 1.03)
        check(ideal < found < slower * ideal, f"{method}: {found} s, {ideal} s with all busy")


def supersteps(directory):
    """Elements, blocks of an array and calls, with every second worked out."""
    transit = LATENCY - 2 * MESSAGE
    message = 2 * MESSAGE + transit
    kmeans = dict(speeds(["a", "b"]), kernel="kmeans", kernel_options={})
    pathlib.Path(directory, "c.json").write_text(json.dumps(kmeans))
    simulate = "simulate-run --cluster c.json - #"
    for command, expected, unit in (
            ("plan-hbsp elements --count 100000 c.json | simulate-run --iterations 1 --cluster c.json - #",
             50000 / 1e6 + 2 * (message + 1024 * GAP), "element"),
            ("plan-shares --array 100x400 --halo 1 c.json | " + simulate,
             100 * 200 / 1e6 + message + 100 * 8 * GAP, "cell"),
            ("plan-shares --count 100000 c.json | run-command --emit - -- true 2> /dev/null | " + simulate,
             50000 / 1e6 + message + 8 * GAP, "unit")):
        report = run(directory, command, {})
        check(near(report.get("seconds_per_iteration"), expected), f"{command}: {report} != {expected}")
        check(report.get("unit") == unit, f"{command}: {unit}")
    elements = "plan-hbsp elements --count 100000 c.json | run-bsp kmeans - --emit --iterations 3 "
    lost = [run(directory, elements + slow + " | " + simulate, {}).get("result", {}).get("seconds", [0, 0, 0])
            for slow in ("", "--slow 1:0.5@2-2")]
    check(near(lost[1][1] - lost[0][1], 0.05) and abs(lost[1][2] - lost[0][2]) < 1e-3, f"a slow rank: {lost}")
    quick = {"latency_s": 1e-4, "gap_s_per_byte": 1e-9, "message_s": 1e-5}
    # Programs differ in name only, whatever their numbers of classes, columns or clusters.
    for program in ("linear", "logistic --classes 5", "em --covariance tied --clusters 100 --dimensions 20"):
        for mode in ("none", "sync", "steal"):
            command = (f"make-cluster -q --hosts 2 --speeds 1e6,1e6 | jq '.network = {json.dumps(quick)}' > q.json; "
                       "plan-hbsp elements --count 100000 --speeds 1e6,1e6 | "
                       f"run-bsp {program} - --iterations 2 --relocation {mode} --emit | simulate-run --cluster q.json - #")
            report = run(directory, command, {})
            check(0.05 < report.get("seconds_per_iteration", 0) < 0.056, f"{program}, {mode}: {report}")
            check(cells(report) == 200000, f"{program}, {mode}: {report}")


def calls(directory):
    """Calls of a command that rank 0 deals in pieces, on processors that are not as fast as planned."""
    count, call_s = 1000000, 0.01
    alone = dict(speeds(["a"]), kernel="render", kernel_options={})
    alone["processors"][0]["fixed_s"] = call_s
    pathlib.Path(directory, "one.json").write_text(json.dumps(alone))
    job = "plan-shares --count {} {} | run-command --emit {} - -- true 2> /dev/null | simulate-run --cluster {} - #"
    for how, pieces in (("--piece 1000", 1000), ("--method self-scheduling --least 250000", 3),
                        ("--method self-scheduling --piece 300000", 4)):
        report = run(directory, job.format(count, "one.json", how, "one.json"), {})
        check(near(report.get("seconds_per_iteration"), count / 1e6 + pieces * call_s) and
              report["result"]["calls"] == pieces, f"one rank, {how}: {report}")
    for hosts in (3, 50):
        planned = dict(speeds([f"h{rank}" for rank in range(hosts)], latency_s=1e-4, message_s=1e-5), kernel="render",
                       kernel_options={})
        pathlib.Path(directory, "c.json").write_text(json.dumps(planned))
        for rank, processor in enumerate(planned["processors"]):
            processor["speed"] *= 1 + rank % 3 / 2
        planned["processors"][1]["speed"] /= 4
        pathlib.Path(directory, "real.json").write_text(json.dumps(planned))
        ideal = 30 * count / sum(processor["speed"] for processor in planned["processors"])
        for how, least, most in (("", 2, 5), ("--piece 30000", 2, 5), ("--method self-scheduling", 1, 4),
                                 ("--method self-scheduling --piece 30000", 1, 1.25), ("--method stealing", 1, 1.25)):
            first, second = (run(directory, job.format(30 * count, "c.json", how, "real.json"), {}) for _ in range(2))
            found = first.get("seconds_per_iteration", 0) / ideal
            check(first == second and cells(first) == 30 * count, f"{hosts} hosts, {how}: the same bytes twice {str(first)[:300]}")
            check(least < found < most, f"{hosts} hosts, {how}: {found} times as long as all busy")
            for line, processor in zip(first.get("processors", []), planned["processors"]):
                check(abs(line["compute_s"] * processor["speed"] - line["work"]) < 1e-6 * count, f"{hosts} hosts, {how}: {line}")


def relocations(directory):
    """Elements of K-means that move away from a slow host, and back."""
    gap, count = 1e-8, 3000000
    for hosts in (3, 40):
        kmeans = dict(speeds([f"h{rank}" for rank in range(hosts)], gap_s_per_byte=gap), kernel="kmeans", kernel_options={})
        pathlib.Path(directory, "c.json").write_text(json.dumps(kmeans))
        job = (f"plan-hbsp elements --count {count} c.json | run-bsp kmeans - --emit --iterations 30 --slow 1:0.25@6-15 "
               "--relocation {} | simulate-run --cluster c.json - #")
        stay = run(directory, job.format("none"), {})["result"]["seconds"]
        each = count / 1e6 / hosts
        found = {}
        for how in ("sync", "async", "blocks=16", "sync --trigger gain"):
            report, again = (run(directory, job.format(how), {}) for _ in range(2))
            name = f"{hosts} hosts, {how}"
            check(report == again and "error" not in report, f"{name}: the same bytes twice {str(report)[:300]}")
            result = report.get("result", {"seconds": [0] * 30, "relocation": {"log": []}})
            found[how] = seconds = result["seconds"]
            moves = [(entry["superstep"], entry["moved_blocks"]) for entry in result["relocation"]["log"] if entry["moved_blocks"]]
            check(cells(report) == 30 * count, f"{name}: no work is lost: {cells(report)}")
            check(any(6 <= m[0] < 16 for m in moves) and any(16 <= m[0] <= 20 for m in moves), f"{name}: there and back: {moves}")
            check(sum(seconds) < sum(stay), f"{name}: {sum(seconds)} s, {sum(stay)} s without")
            if how not in ("sync", "async"):
                continue
            # The last times differ by three quarters of the longest at once. A block of 4096 points is the grain.
            check([m[0] for m in moves][:2] == [6, 16], f"{name}: {moves}")
            block = 4096 / 1e6
            for superstep, expected in ((3, each), (6, 4 * each), (10, count / 1e6 / (hosts - 0.75)), (25, each)):
                check(abs(seconds[superstep - 1] - expected) < 5 * block,
                      f"{name}, superstep {superstep}: {seconds[superstep - 1]} s, not {expected}")
            if hosts > 3:
                continue
            # Three coordinates and a label or two of each point leave the card of the slow host, meanwhile or before.
            travel = moves[0][1] * 4096 * gap
            lost = seconds[6] - seconds[9]
            low, high = (24, 40) if how == "sync" else (-1, 24)
            check(low * travel < lost < high * travel + 0.01, f"{name}: {lost} s of moving, {travel} s a byte of each point")
        check(found["async"][6] < found["sync"][6], f"{hosts} hosts: moving meanwhile saves time")


def stolen(directory):
    """Elements of EM that are taken within a loop: from a slow host, from a host that is slow by the clock, and from none."""
    element_s = 1e-6
    for hosts in (2, 7, 40):
        count = 150000 * hosts * max(3, hosts)  # as long that each may ask all others
        em = dict(speeds([f"h{rank}" for rank in range(hosts)], gap_s_per_byte=1e-9, latency_s=1e-4, message_s=1e-5),
                  kernel="em", kernel_options={})
        pathlib.Path(directory, "c.json").write_text(json.dumps(em))
        job = (f"plan-hbsp elements --count {count} c.json | run-bsp em - --emit --iterations 4 --relocation steal {{}} | "
               "simulate-run --cluster c.json {} - #")
        each = count * element_s / hosts
        grain = 2 * 4096 * element_s / 0.25 + 0.01
        for slow, load, speed in (("", "", hosts), ("--slow 1:0.25@2-3", "", hosts - 0.75), ("--block 20000", "", hosts),
                                  ("", f"--load h0:0.5@{each / 3}-{2 * each},h1:0.5@{2 * each}-{9 * each}", hosts - 0.5)):
            name = f"{hosts} hosts, steal {slow} {load}"
            report, again = (run(directory, job.format(slow, load), {}) for _ in range(2))
            check(report == again and "error" not in report, f"{name}: the same bytes twice {str(report)[:300]}")
            seconds, log = (report.get("result", {}).get(key, [0] * 4) for key in ("seconds", "relocation"))
            check(cells(report) == 4 * count, f"{name}: every element once in every superstep: {cells(report)}")
            ideal = count * element_s / speed
            check(all(each - grain < s < max(each, ideal) * 1.15 + grain for s in seconds), f"{name}: {seconds}, ideal {ideal}")
            moved = sum(entry["moved_blocks"] for entry in log["log"])
            check((moved > 10 * hosts) == (speed < hosts), f"{name}: {moved} blocks")
            check(log["decisions"] >= log["moves"] >= (moved > 0), f"{name}: {log['decisions']} {log['moves']}")
            if speed < hosts:
                check(any("took them from rank " in entry["reason"] for entry in log["log"]), f"{name}: {log['log'][:2]}")


def left_out(directory):
    """Plans that leave processors out, and what a simulation leaves out."""
    slow = speeds(["a", "b", "c"], gap_s_per_byte=1e-4)
    pathlib.Path(directory, "c.json").write_text(json.dumps(dict(slow, kernel="matmul", kernel_options={})))
    report = run(directory, "plan-hbsp matmul --size 300 c.json | simulate-run --cluster c.json - #", {})
    check(near(report.get("seconds_per_iteration"), 27.0), f"one of three multiplies: {report}")
    check([line["work"] for line in report.get("processors", [])] == [27e6, 0, 0], f"the others rest: {report}")
    pathlib.Path(directory, "c.json").write_text(json.dumps(speeds(["a", "b", "c"])))
    for what in ("--one-item-each", "--items 50"):
        command = f"plan-reduction-tree --elements 100 {what} --processors 2 c.json | simulate-run --cluster c.json - #"
        report = run(directory, command, {})
        check(len(report.get("processors", [])) == 3, f"a tree of two of three equal processors: {report}")
    shared = speeds(["a", "b"])
    for processor in shared["processors"]:
        processor.update(cpu_share=0.5, cpu_burst_s=0.005)
    shared["shared_cores"] = [{"cores": 1, "processors": [0, 1]}]
    pathlib.Path(directory, "q.json").write_text(json.dumps(shared))
    code, output, errors = bash(directory, ["-c", "plan-reduction-tree --one-item-each --elements 100 q.json | "
                                                  "simulate-run --cluster q.json"], 60)
    check(code == 0 and json.loads(output)["result"]["not_simulated"] == ["stops of CPU quotas", "shared cores"],
          f"the report tells what is not simulated: {code} {output}")
    check(errors == "simulate-run: not simulated: stops of CPU quotas and shared cores; processors have the speeds of "
                    "the document throughout\n", f"so does a line: {errors}")


def stopped(directory):
    """A simulation that takes long ends soon after TERM, and leaves no process behind."""
    cluster = dict(speeds([f"h{rank}" for rank in range(24)]), kernel="")
    pathlib.Path(directory, "c.json").write_text(json.dumps(cluster))
    code, output, errors = bash(directory, ["-c", "plan-reduction-tree --one-item-each --elements 8000000 c.json -o long.json; "
                                                  "timeout 2 simulate-run --cluster c.json --iterations 100000 long.json"], 60)
    check(code in (75, 124) and not output and "stopped by a signal" in errors, f"stopped: {code} {output} {errors}")


def refusals(directory):
    pathlib.Path(directory, "c.json").write_text(json.dumps(speeds(["a", "b"])))
    plan = "sh plan.sh c.json"
    job = plan + " | run-bp --emit --iterations 2 "
    for command, code, words in (
            (plan + " | simulate-run", 65, "expected --cluster SPEEDS"),
            (plan + " | simulate-run --cluster no-such.json", 66, "no-such.json"),
            ("make-cluster --speeds 3,1 --kernel matmul -o k.json; " + plan + " | simulate-run --cluster k.json", 65,
             "not bp"),
            ("sh plan.sh --speeds 1,2,3 | simulate-run --cluster c.json", 65, "has 3 processors; the speeds are of 2"),
            (plan + " | simulate-run --iterations 0", 64, "--iterations"),
            (plan + " | simulate-run --cluster c.json --slow ''", 64, "--slow: found ''"),
            (plan + " | simulate-run --cluster c.json --slow c:0.5@1-2", 64, "--slow: found 'c'; expected a rank or a host"),
            (plan + " | simulate-run --cluster c.json --slow 2:0.5@1-2", 64, "--slow: found rank 2; expected one of 2, from 0"),
            (plan + " | simulate-run --cluster c.json --slow a:0.5", 64, "--slow: found 'a:0.5'"),
            (plan + " | simulate-run --cluster c.json --link ''", 64, "--link: found ''"),
            (plan + " | simulate-run --cluster c.json --link a:2@1-2", 64, "a speed of at most 1"),
            (plan + " | simulate-run --cluster c.json --link c:0.5@1-2", 65, "--link: found 'c'"),
            ("plan-partition --network 4-8-2 --samples 50000 --processors 1 c.json | "
             "simulate-run --cluster c.json --link a:0.5@1-2", 65, "--link: found 'a', which the plan leaves out"),
            ("plan-search --examples 9 --processors 2 --task-s 1e-3 | simulate-run --cluster c.json --link a:0.5@1-2", 65,
             "for which --link is"),
            (plan + " | simulate-run --cluster c.json --replan -1", 64, "--replan"),
            (plan + " | simulate-run --cluster c.json --replan-always", 64, "--replan-always requires --replan"),
            ("plan-search --examples 9 --processors 2 --task-s 1e-3 | simulate-run --cluster c.json --replan 1", 64,
             "--replan is for"),
            (job + "--target-error 1 | simulate-run --cluster c.json", 65, "/options/target_error"),
            (job + "--test x.npy,d.npy | simulate-run --cluster c.json", 65, "/input/test"),
            ("plan-hbsp matmul --size 9 --speeds 1,1 | "
             "simulate-run --compute > /dev/null", 64, "--compute is for"),
            (job + "--weights-out w.npy,v.npy | simulate-run --cluster c.json", 65, "/options/weights_out"),
            ("plan-search --examples 1000 --processors 3 --task-s 1e-3 | simulate-run --cluster c.json", 65,
             "has 3 processors"),
            ("plan-hbsp elements --count 100 --speeds 1,1 | run-bsp pagerank - --emit | "
             "simulate-run --cluster c.json", 65, "/options/program"),
            ("plan-hbsp elements --count 100 --speeds 1,1 | run-bsp paths - --source x --data g --emit | "
             "simulate-run --cluster c.json", 65, "/options/program"),
            ("plan-hbsp elements --count 100 --speeds 1,1 | run-bsp ./plan.sh - --emit | "
             "simulate-run --cluster c.json", 65, "/options/user_program"),
            ("plan-hbsp elements --count 100 --speeds 1,1 | run-bsp em - --param a=1 --emit | "
             "simulate-run --cluster c.json", 65, "parameter 'a' is unknown"),
            ("plan-hbsp elements --count 100 --speeds 1,1 | run-bsp em - --starts 2 --emit | "
             "simulate-run --cluster c.json", 65, "/options/starts"),
            ("plan-hbsp elements --count 100 --speeds 1,1 | run-bsp em - --element-output x.npy --emit | "
             "simulate-run --cluster c.json", 65, "/options/output"),
            ("plan-hbsp elements --count 100 --speeds 1,1 | run-bsp em - --checkpoint x --emit | "
             "simulate-run --cluster c.json", 65, "/options/checkpoint"),
            (plan + " | simulate-run --cluster c.json --load a:0.5@0-1", 65, "for which --load is"),
            ("plan-hbsp elements --count 100 --speeds 1,1 | run-bsp em - --emit | "
             "simulate-run --cluster c.json --load c:0.5@0-1", 65, "--load: found 'c'; expected a host"),
            *(("plan-hbsp elements --count 100 --speeds 1,1 | run-bsp em - --emit | "
               f"simulate-run --cluster c.json --load {wrong}", 64, "--load: ") for wrong in (
                   "a:0.5", "a:0.5@2", "a:0.5@2-1", "a:2@1-2", "a:0@1-2", "a:0.5@x-2", "0.5@1-2", "''")),
            ("plan-hbsp elements --count 9 --speeds 1,1 | run-bsp kmeans - --data x.npy --emit --relocation sync | "
             "simulate-run --cluster c.json", 65, "/input/data"),
            ("plan-shares --array 9x9 --speeds 1,1 | run-command --emit - -- true 2> /dev/null | "
             "jq '.options.method = \"stealing\"' | simulate-run --cluster c.json", 64, "--method: found stealing"),
            ("make-cluster --speeds 3,1 --kernel matmul -o k.json; plan-partition -q --speeds 1,1 --network 4-8-6-2 --samples 9 | "
             "simulate-run --cluster k.json", 65, "not bp"),
            (plan + " | simulate-run --cluster c.json --platform c.json", 65, "c.json: ")):
        found, output, errors = bash(directory, ["-c", command], 60)
        check(found == code and not output and words in errors and errors.count("\n") == 1 and
              errors.startswith("simulate-run: "), f"{command}: {found} {errors}")


def without_simgrid(directory):
    """The tool alone, as where SimGrid was not installed."""
    code, _, errors = bash(directory, ["-c", "cp $(command -v simulate-run) alone && ./alone in.json"], 60)
    check(code == 71 and "libsimgrid-dev" in errors, f"without SimGrid: {code} {errors}")


def make_plan(directory):
    pathlib.Path(directory, "plan.sh").write_text("plan-partition --network 4-8-2 --samples 50000 \"$@\"\n")


if __name__ == "__main__":
    in_new_folder(make_plan, without_simgrid, need_simulator, reductions, training, things_that_happen, new_plans, several_layers, products,
                  searches, supersteps, relocations, stolen, calls, left_out, stopped, refusals)
