# SPDX-License-Identifier: MIT
"""The tables of README.md, from results."""
import statistics

FIRST, LAST = "<!-- tables -->\n", "<!-- end -->\n"


def least(result, *names):
    """The least simulated seconds of plans of these names or methods, of all plans without names; None if there are none."""
    return min((plan["simulated_s"] for plan in result["plans"]
                if not names or plan["name"] in names or plan.get("method") in names), default=None)


def ours(result):
    return next((plan for plan in result["plans"] if plan["name"] == "ours"), None)


def regret(result):
    """Our simulated seconds over the least of all plans tried."""
    return ours(result)["simulated_s"] / least(result)


def error(result):
    """Predicted over simulated seconds of our plan, less 1."""
    return ours(result)["predicted_s"] / ours(result)["simulated_s"] - 1


def over(result, *names):
    """Seconds of the best plan of these names over ours."""
    rival = least(result, *names)
    return rival and rival / ours(result)["simulated_s"]


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def size(result):
    return f"{result['hosts']:,} x {result['cores']}"


def line(result):
    """One line of a case, for who watches."""
    case = f"{result['kind']} {result['job']}, {size(result)}, {result['speeds']}, {result['network']}"
    if not ours(result):
        return f"{case}: ours not simulated"
    return f"{case}: {len(result['plans'])} plans, regret {regret(result):.3f}, predicted off by {error(result):+.1%}, " \
           f"planned in {result['plan_s']:.2f} s"


def cell(values, form, pick=statistics.median):
    values = [value for value in values if value is not None]
    return format(pick(values), form) if values else ""


def table(groups, first):
    heads = [first, "cases", "regret, median", "worst", "predictions off by, median", "90th percentile",
             "best grid over ours, median", "least", "equal shares over ours, median", "one host over ours, median",
             "share of the ideal, median", "CPU s to plan, median"]
    yield "| " + " | ".join(heads) + " |"
    yield "|" + " --- |" * len(heads)
    for name, group in groups:
        grids, equals, ones = ([over(result, rival) for result in group] for rival in ("grid", "equal", "one host"))
        cells = [name, str(len(group)), cell(map(regret, group), ".2f"), cell(map(regret, group), ".2f", max),
                 cell([abs(error(result)) for result in group], ".1%"),
                 cell([abs(error(result)) for result in group], ".1%", lambda values: percentile(values, 0.9)),
                 cell(grids, ".2f"), cell(grids, ".2f", min), cell(equals, ".2f"), cell(ones, ".2f"),
                 cell([result["ideal_s"] / ours(result)["simulated_s"] for result in group if result["ideal_s"]], ".0%"),
                 cell([result["plan_s"] for result in group], ".2g")]
        yield "| " + " | ".join(cells) + " |"


def grouped(results, name):
    groups = {}
    for result in sorted(results, key=lambda result: (result["kind"], result["hosts"], result["cores"])):
        groups.setdefault(name(result), []).append(result)
    return groups.items()


def tables(results):
    results = [result for result in results if ours(result)]
    yield from table(grouped(results, lambda result: f"{result['kind']}, {size(result)}"), "kind, hosts x ranks")
    trainings = [result for result in results if result["kind"] == "training"]
    for key in ("job", "speeds", "network"):
        yield ""
        yield from table(sorted(grouped(trainings, lambda result, key=key: result[key])), f"training, {key}")


def updated(text, results):
    """The page with new tables between its two marks."""
    before, rest = text.split(FIRST)
    _, after = rest.split(LAST)
    return before + FIRST + "\n" + "\n".join(tables(results)) + "\n\n" + LAST + after
