# SPDX-License-Identifier: MIT
"""Shell commands that plan and simulate a case again."""
import shlex

import cases
import judge
import page

FASTEST = "'.processors |= (sort_by(-.speed)[:{}] | sort_by(.rank) | to_entries | map(.value + {{rank: .key}}))'"


def joined(words):
    return " ".join(shlex.quote(str(word)) for word in words)


def of_plan(case, row):
    """Lines that plan and simulate a row of a case."""
    cluster = f"fastest-{row['fastest']}.json" if "fastest" in row else "cluster.json"
    if "fastest" in row:
        yield f"jq {FASTEST.format(row['fastest'])} cluster.json > {cluster}"
    yield f"{joined(judge.planner(case))} {row['words']}".rstrip() + f" {cluster} -o plan.json"
    simulated = "plan.json"
    if emitter := judge.emitter(case):
        yield f"{joined(emitter)} plan.json > job.json"
        simulated = "job.json"
    words = ["simulate-run", "-q", simulated, "--cluster", cluster, *judge.iterations(case)]
    yield f"{joined(words)} | jq '[.predicted_seconds_per_iteration, .seconds_per_iteration]'" \
          f"  # {row['predicted_s']:.4g} {row['simulated_s']:.4g}"


def text(result):
    """Commands of our plan and, where another one was faster by 5 %, of the fastest."""
    lines = [f"# {page.line(result)}",
             f"{joined(cases.make_cluster(result))} | jq '.processors[].speed *= {cases.unit(result):g}' > cluster.json",
             *of_plan(result, page.ours(result))]
    if page.regret(result) > page.SUSPECT_REGRET:
        best = min(result["plans"], key=lambda row: row["simulated_s"])
        if best["name"] == "equal" and not best["words"]:
            lines.append(f"# fastest: equal shares, {best['simulated_s']:.4g} s")
        else:
            lines += ["# fastest:", *of_plan(result, best)]
    return "\n".join(lines) + "\n"
