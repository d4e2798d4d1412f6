# SPDX-License-Identifier: MIT
"""The tables of README.md, from results."""
import statistics

from cases import FACTORS, NETWORKS, SPEEDS, TRAININGS

SUSPECT_REGRET, SUSPECT_ERROR = 1.05, 0.15
# Wanted at most: regret in the median and at worst, error in the median and at the 90th percentile, ours over the best grid.
WANTED = [1.03, 1.10, 0.07, 0.20, 1.02]
FORMS = [".2f", ".2f", ".1%", ".1%", ".2f"]


def key(case):
    """Identity of a case."""
    return (case["kind"], *(case[factor] for factor in FACTORS))


def least(result, *names, pick=min):
    """The least simulated seconds of plans of these names or methods, of all plans without names; None if there are none."""
    return pick((plan["simulated_s"] for plan in result["plans"]
                 if not names or plan["name"] in names or plan.get("method") in names), default=None)


def ours(result):
    return next((plan for plan in result["plans"] if plan["name"] == "ours"), None)


def regret(result):
    """Our simulated seconds over the least of all plans tried."""
    return ours(result)["simulated_s"] / least(result)


def error(result):
    """Predicted over simulated seconds of our plan, less 1."""
    return ours(result)["predicted_s"] / ours(result)["simulated_s"] - 1


def suspect(result):
    """Whether engineers should look at the case."""
    return ours(result) and (regret(result) > SUSPECT_REGRET or abs(error(result)) > SUSPECT_ERROR)


def over(result, *names, pick=min):
    """Seconds of the best plan of these names over ours."""
    rival = least(result, *names, pick=pick)
    return rival and rival / ours(result)["simulated_s"]


def over_grid(result):
    """Our seconds over those of the best grid of all processors."""
    rival = over(result, "grid") if result["kind"] == "training" else None
    return rival and 1 / rival


def ideal(result):
    """Share of perfect sharing."""
    return result["ideal_s"] / ours(result)["simulated_s"] if result["ideal_s"] else None


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def ninth(values):
    return percentile(values, 0.9)


def size(result):
    return f"{result['hosts']:,} x {result['cores']}"


def title(result):
    return f"{result['kind']} {result['job']}, {size(result)}, {result['speeds']}, {result['network']}"


def line(result):
    """One line of a case, for who watches."""
    if not ours(result):
        return f"{title(result)}: ours not simulated"
    return f"{title(result)}: {len(result['plans'])} plans, regret {regret(result):.3f}, " \
           f"predicted off by {error(result):+.1%}, planned in {result['plan_s']:.2f} s"


def cell(values, form, pick=statistics.median):
    values = [value for value in values if value is not None]
    return format(pick(values), form) if values else ""


def bold(text, missed):
    return f"**{text}**" if missed else text


def rows(heads, lines):
    """A table, without columns that are empty."""
    lines = list(map(list, lines))
    full = [i for i in range(len(heads)) if any(line[i] for line in lines)]
    heads, lines = [heads[i] for i in full], [[line[i] for i in full] for line in lines]
    yield "| " + " | ".join(heads) + " |"
    yield "|" + " --- |" * len(heads)
    for cells in lines:
        yield "| " + " | ".join(cells) + " |"
    yield ""


def acceptance(results):
    """What is wanted, and of each kind what is; what misses is bold."""
    def cells(group):
        values = [list(map(regret, group)), [abs(error(result)) for result in group], [over_grid(result) for result in group]]
        values = [values[0], values[0], values[1], values[1], values[2]]
        for each, pick, form, wanted in zip(values, (statistics.median, max, statistics.median, ninth, max), FORMS, WANTED):
            each = [value for value in each if value is not None]
            text = cell(each, form, pick)
            yield bold(text, each and pick(each) > wanted)

    heads = ["", "cases", "regret, median", "worst", "predictions off by, median", "90th percentile",
             "ours over the best grid, worst"]
    wanted = ["wanted at most", "", *(format(value, form) for value, form in zip(WANTED, FORMS))]
    groups = list(grouped(results, lambda result: result["kind"])) + [("all", results)]
    yield from rows(heads, [wanted] + [[name, str(len(group)), *cells(group)] for name, group in groups])


def by_factor(trainings):
    """A row for each job, network and kind of speeds."""
    heads = ["", "cases", "best grid over ours, median", "equal shares over ours, median", "least", "most",
             "one host over ours, median", "share of perfect sharing, median"]
    lines = []
    for factor, levels in (("job", TRAININGS), ("network", NETWORKS), ("speeds", SPEEDS)):
        for level in levels:
            group = [result for result in trainings if result[factor] == level]
            grid, equal, one = ([over(result, rival) for result in group] for rival in ("grid", "equal", "one host"))
            lines.append([level, str(len(group)), cell(grid, ".2f"), cell(equal, ".2f"), cell(equal, ".2f", min),
                          cell(equal, ".2f", max), cell(one, ".2f"), cell(map(ideal, group), ".0%")])
    yield from rows(heads, [line for line in lines if line[1] != "0"])


def grouped(results, name):
    groups = {}
    for result in results:
        groups.setdefault(name(result), []).append(result)
    return groups.items()


def each(results):
    """A row for each case."""
    heads = ["job", "hosts x ranks", "speeds", "network", "ours, s", "ranks with work", "best grid over ours", "worst grid",
             "equal shares", "one host", "perfect sharing", "regret", "prediction off by", "CPU s to plan"]
    lines = []
    for result in results:
        grids = [over(result, "grid", pick=pick) if result["kind"] == "training" else None for pick in (min, max)]
        rivals = [*grids, over(result, "equal"), over(result, "one host"), ideal(result)]
        lines.append([result["job"], size(result), result["speeds"], result["network"], f"{ours(result)['simulated_s']:.3g}",
                      format(ours(result)["processors"], ",") if result["kind"] == "training" else "",
                      *(cell([rival], ".3g") for rival in rivals), bold(f"{regret(result):.2f}", regret(result) > SUSPECT_REGRET),
                      bold(f"{error(result):+.1%}", abs(error(result)) > SUSPECT_ERROR), f"{result['plan_s']:.2g}"])
    yield from rows(heads, lines)


def tables(results):
    yield "## Trainings"
    yield ""
    yield from by_factor([result for result in results if result["kind"] == "training"])
    yield "## All cases"
    yield ""
    for kind, group in grouped(results, lambda result: result["kind"]):
        yield f"{kind[0].upper()}{kind[1:]}:"
        yield ""
        yield from each(sorted(group, key=lambda result: (result["hosts"] * result["cores"], result["job"], result["hosts"])))


def updated(text, results):
    """The page with new tables between its marks."""
    results = [result for result in results if ours(result)]
    for name, lines in (("acceptance", acceptance(results)), ("tables", tables(results))):
        first, last = f"<!-- {name} -->\n", "<!-- end -->\n"
        before, rest = text.split(first)
        _, after = rest.split(last, 1)
        text = before + first + "\n" + "\n".join(lines) + "\n" + last + after
    return text
