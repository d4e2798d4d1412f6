#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""simulate-run --compute against run-bp: errors, accuracy and weights of the same bits; and, on more ranks than fit on
this machine, against one rank within rounding, and with new plans, against the same run without.

Skipped, in words, where mpi-runner-simulated is not built. The last line is `N passed, N failed`.
"""
import json
import pathlib
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import bash, check, in_new_folder, need_simulator  # noqa: E402

SEED = 20261128
SPEEDS = [1.0, 0.31, 0.63, 0.25, 0.9, 0.42, 0.67, 1.7]
INPUTS, HIDDEN, OUTPUTS, SAMPLES = 21, 83, 3, 150
JOB = "run-bp --emit --match any --iterations 6 "
RATE = "--learning-rate 0.01 "
TOLERANCE = {"single": 1e-4, "double": 1e-11}


def cluster(ranks):
    return {"kind": "speeds", "version": 1, "kernel": "bp",
            "kernel_options": {"network": f"{INPUTS}-{HIDDEN}-{OUTPUTS}", "input": "dense"},
            "processors": [{"host": f"h{r // 2}", "speed": 1e7 * SPEEDS[r % len(SPEEDS)]} for r in range(ranks)],
            "network": {"latency_s": 1e-4, "gap_s_per_byte": 1e-9, "message_s": 5e-5}, "operation_s_per_element": 1e-9}


def results(folder, command, name, files=("w.npy", "v.npy")):
    """The report's result without its times, and the bytes of the weights that the command wrote."""
    for file in files:
        pathlib.Path(folder, file).unlink(missing_ok=True)
    code, output, error = bash(folder, ["-c", command], 120)
    check(code == 0, f"{name}: {code} {error}")
    result = json.loads(output)["result"] if code == 0 else {}
    result.pop("seconds", None)
    weights = [pathlib.Path(folder, file) for file in files]
    return result, [file.read_bytes() if file.exists() else name for file in weights]


def plan(folder, ranks, options, hidden=HIDDEN):
    pathlib.Path(folder, "c.json").write_text(json.dumps(cluster(ranks)))
    code, _, error = bash(folder, ["-c", f"plan-partition --network {INPUTS}-{hidden}-{OUTPUTS} --samples {SAMPLES} "
                                   f"{options} c.json -o plan.json"], 60)
    check(code == 0, f"plan of {ranks}: {error}")


def same_bits(folder):
    turns = [("--method grid --collective tree", "single", "--momentum 0.5"), ("--collective ring", "double", ""),
             ("--collective linear", "single", "--weights-in w0.npy,v0.npy")]
    of_files = "--data x.npy,d.npy --test x.npy,d.npy"
    cases = [(ranks, data) for ranks in (1, 2, 5, 8) for data in ("", of_files)] + [(64, of_files)]
    for turn, (ranks, data) in enumerate(cases):
        options, precision, more = turns[turn % len(turns)]
        name = f"{ranks} ranks, {options} {precision} {more} {data}"
        plan(folder, ranks, options)
        job = f"{JOB} {RATE} --precision {precision} {more} {data} --weights-out w.npy,v.npy plan.json -o job.json && "
        real = results(folder, job + f"mpirun -q --oversubscribe --allow-run-as-root -np {ranks} mpi-runner job.json", name)
        simulated = results(folder, job + "simulate-run --compute --cluster c.json job.json", name)
        check(real == simulated and len(real[0]["error"]) == 6, f"{name}: {simulated[0]} != {real[0]}")
        check(("accuracy" in real[0]) == bool(data), f"{name}: accuracy of data")


def several_layers(folder):
    """The same bits of several hidden layers, as long with as without computing, and with new plans within rounding."""
    files = [f"l{j}.npy" for j in range(3)]
    job = f"{JOB} {RATE} --weights-out {','.join(files)}"
    for ranks, options, more in ((3, "--columns 1 --collective tree", "--data x.npy,d.npy --precision double --momentum 0.5"),
                                 (6, "--columns 2 --collective ring --small-group 0", "")):
        name = f"several layers, {ranks} ranks, {options} {more}"
        plan(folder, ranks, options, "23-17")
        command = f"{job} {more} plan.json -o job.json && "
        real = results(folder, command + f"mpirun -q --oversubscribe --allow-run-as-root -np {ranks} mpi-runner job.json",
                       name, files)
        simulated = results(folder, command + "simulate-run --compute --cluster c.json job.json", name, files)
        check(real == simulated and len(real[0]["error"]) == 6, f"{name}: {simulated[0]} != {real[0]}")
    declare = f"{JOB} --output-units softmax plan.json | simulate-run --cluster c.json "
    seconds = [json.loads(bash(folder, ["-c", declare + computing], 60)[1])["result"]["seconds"]
               for computing in ("", "--compute")]
    check(seconds[0] == seconds[1], f"several layers: seconds with and without computing {seconds}")
    simulate = (f"{job} --iterations 12 --precision double --momentum 0.5 plan.json -o job.json && "
                "simulate-run --compute --cluster c.json job.json ").replace("--iterations 6 ", "")
    (stays, _), (moves, _) = (results(folder, simulate + new, "several layers, new plans", files)
                              for new in ("", "--replan 3 --replan-always --slow 0:0.0005@1-12"))
    check([why["iteration"] for why in moves.pop("replans", [])] == [3, 6, 9], f"several layers: {moves}")
    check(numpy.allclose(moves["error"], stays["error"], rtol=TOLERANCE["double"], atol=0), f"new plans: {moves} {stays}")


def many_ranks(folder):
    """Declaring costs the same time whether the work is computed or not; 64 ranks learn what one learns."""
    for precision, tolerance in TOLERANCE.items():
        errors = []
        for ranks in (1, 8, 64):
            plan(folder, ranks, "--method grid --collective tree")
            job = f"{JOB} {RATE} --precision {precision} --data x.npy,d.npy plan.json | "
            code, output, error = bash(folder, ["-c", job + "simulate-run --compute --cluster c.json"], 120)
            check(code == 0, f"{ranks} ranks: {error}")
            computed = json.loads(output)
            declared = json.loads(bash(folder, ["-c", job + "simulate-run --cluster c.json"], 120)[1])
            check(computed["result"]["seconds"] == declared["result"]["seconds"] and "error" not in declared["result"],
                  f"{ranks} ranks: seconds with and without computing")
            errors.append(numpy.array(computed["result"]["error"]))
        for other in errors[1:]:
            check(len(other) == 6 and numpy.allclose(other, errors[0], rtol=tolerance, atol=0),
                  f"{precision}: {other} != {errors[0]}")


def new_plans(folder):
    """A training that moves its weights to new plans, and leaves a slow root out, learns what one without does."""
    turns = [("--small-group 0", "--momentum 0.9"), ("--order free --collective ring", ""),
             ("--method grid --collective tree", "--data x.npy,d.npy --momentum 0.5")]
    for turn, (ranks, speed) in enumerate((r, s) for r in (1, 2, 4, 8, 24) for s in (0.5, 0.0005)):
        options, more = turns[turn % len(turns)]
        name = f"new plans of {ranks} ranks, {options} {more}, rank 0 at {speed}"
        plan(folder, ranks, options)
        simulate = (f"run-bp --emit --match any --iterations 12 --precision double {RATE} {more} --weights-out w.npy,v.npy "
                    "plan.json -o job.json && simulate-run --compute --cluster c.json job.json ")
        (stays, kept), (moves, moved) = (results(folder, simulate + new, name) for new in
                                         ("", f"--replan 3 --replan-always --slow 0:{speed}@1-12"))
        replans = moves.pop("replans", [])
        check([why["iteration"] for why in replans] == [3, 6, 9], f"{name}: {replans}")
        check(ranks == 1 or kept != moved, f"{name}: other sums are other bits")
        numbers = [[numpy.frombuffer(file[-8 * HIDDEN * OUTPUTS:]) for file in files] for files in (kept, moved)]
        check(numpy.allclose(*numbers, rtol=1e-9, atol=1e-12), f"{name}: {numbers}")
        check(numpy.allclose(moves["error"], stays["error"], rtol=TOLERANCE["double"], atol=0), f"{name}: {moves} {stays}")


def ends(folder):
    """A training ends early as on real ranks, and says so."""
    plan(folder, 2, "--collective tree")
    simulate = "plan.json | simulate-run --compute --cluster c.json"
    _, output, _ = bash(folder, ["-c", JOB + "--data x.npy,d.npy " + simulate], 60)
    third = json.loads(output)["result"]["error"][2]
    _, output, _ = bash(folder, ["-c", JOB + f"--data x.npy,d.npy --target-error {third} " + simulate], 60)
    report = json.loads(output)
    check([report["iterations"], report["stopped"], report["converged"]] == [3, "target", True], f"target: {output}")
    for options, code, words in (
            ("--learning-rate 1e38 --momentum 0.999", 65, "the training diverged in iteration"),
            ("--checkpoint c.ckpt", 65, "/options/checkpoint"),
            ("--data no.npy,d.npy", 66, "no.npy"),
            ("--weights-out c.json,v.npy", 65, "c.json")):
        found, output, errors = bash(folder, ["-c", JOB + options + " " + simulate], 60)
        check(found == code and not output and words in errors and errors.count("\n") == 1,
              f"{options}: {found} {errors}")
    # A job's files are relative to it, and it may not write elsewhere.
    pathlib.Path(folder, "sub").mkdir()
    job = JOB + "--weights-out w5.npy,v5.npy plan.json > sub/job.json; "
    code, _, error = bash(folder, ["-c", job + "simulate-run --compute --cluster c.json sub/job.json"], 60)
    check(code == 0 and pathlib.Path(folder, "sub/w5.npy").exists(), f"a job's own folder: {error}")
    job = job.replace("w5.npy", "/dev/shm/uneven-w.npy")
    code, _, error = bash(folder, ["-c", job + "simulate-run --compute --cluster c.json sub/job.json"], 60)
    check(code == 65 and "/options/weights_out" in error, f"a job that writes elsewhere: {code} {error}")


def make_data(folder):
    random = numpy.random.default_rng(SEED)
    print(f"seed {SEED}")
    numpy.save(f"{folder}/x.npy", random.uniform(-1, 1, (SAMPLES, INPUTS)))
    numpy.save(f"{folder}/d.npy", random.integers(0, 2, (SAMPLES, OUTPUTS)).astype(float))
    numpy.save(f"{folder}/w0.npy", random.uniform(-0.5, 0.5, (HIDDEN, INPUTS)))
    numpy.save(f"{folder}/v0.npy", random.uniform(-0.5, 0.5, (OUTPUTS, HIDDEN)))


if __name__ == "__main__":
    in_new_folder(need_simulator, make_data, same_bits, several_layers, many_ranks, new_plans, ends)
