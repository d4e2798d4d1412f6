# SPDX-License-Identifier: MIT
"""What the measurements of plans say: regret, error of the predictions, gains. Medians of the runs throughout."""
import itertools
import statistics

GROUP = ["condition", "rate", "hosts", "job"]


def groups(rows):
    """The candidates of each condition, rate, N and job, and the seconds of the bound."""
    def key(row):
        return [row[name] for name in GROUP]
    for _, found in itertools.groupby(sorted(rows, key=key), key):
        found = list(found)
        yield ([row for row in found if row["method"] != "bound"],
               next(row["median_s"] for row in found if row["method"] == "bound"))


def least(rows, key="median_s"):
    return min(rows, key=lambda row: row[key])


def grids(rows):
    """The best grid of each degree of data parallelism, among those of all N processors."""
    used = [row for row in rows if row["method"] == "grid" and row["processors"] == row["hosts"]]
    return [least(row for row in used if row["columns"] == columns) for columns in {row["columns"] for row in used}]


def series(rows, bound):
    """The bars of the paper's figure 11 and those that we add: name, seconds."""
    by_columns = grids(rows)
    return {"chosen": next(row for row in rows if row["chosen"])["median_s"],
            "best grid": least(by_columns)["median_s"],
            "worst grid": max(row["median_s"] for row in by_columns),
            "equal": least(row for row in rows if row["method"] == "equal")["median_s"],
            "one alone": least(row for row in rows if row["processors"] == 1)["median_s"],
            "bound": bound}


def errors(rows, prediction):
    return [abs(row[prediction] - row["median_s"]) / row["median_s"] for row in rows]


def errors_beside_each_other(rows, prediction):
    """Without what all plans of a case have in common: the machine has become faster or slower since its speeds were
    measured."""
    ratios = [row[prediction] / row["median_s"] for row in rows]
    usual = statistics.median(ratios)
    return [abs(ratio / usual - 1) for ratio in ratios]


def of_errors(values):
    return f"{statistics.median(values):.1%} (90th percentile {quantile(values, 0.9):.1%})"


def regret(rows):
    return next(row for row in rows if row["chosen"])["median_s"] / least(rows)["median_s"]


def balances(row, equal):
    """Whether a plan is of areas by speed, and otherwise as one of equal areas."""
    return row["method"] == "columns" and not row["small_group"] and \
        all(row[key] == equal[key] for key in ("columns", "collective", "processors"))


def gains(rows, bound):
    """Seconds less than equal areas need: ours; those that their imbalance costs if messages take as long without it;
    areas by speed in the same columns, summed in the same way, if they were measured."""
    equal = least(row for row in rows if row["method"] == "equal")
    by_speed = min((row["median_s"] for row in rows if balances(row, equal)), default=equal["median_s"])
    return equal["median_s"] - series(rows, bound)["chosen"], equal["imbalance"] * bound, equal["median_s"] - by_speed


def promise(rows):
    """Gain over the best grid: promised, measured."""
    chosen = next(row for row in rows if row["chosen"])
    grid = least(row for row in rows if row["method"] == "grid")
    promised = least((row for row in rows if row["method"] == "grid"), "predicted_s")
    return promised["predicted_s"] / chosen["predicted_s"], grid["median_s"] / chosen["median_s"]


def name(row):
    small = f" joined {row['small_group']}" if row["small_group"] else ""
    return f"{row['processors']} of {row['hosts']} processors: {row['method']} {row['columns']} {row['order']}" \
           f" {row['collective']}{small}"


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def milliseconds(seconds):
    return f"{seconds * 1e3:.3g}" if seconds < 1 else f"{seconds * 1e3:,.0f}"


def group(rows, out):
    """One condition, rate, N and job."""
    [(candidates, bound)] = groups(rows)
    print(*(rows[0][key] for key in GROUP), f"regret {regret(candidates):.3f}",
          f"error {of_errors(errors(candidates, 'predicted_s'))}",
          *(f"{key} {value * 1e3:.2f} ms" for key, value in series(candidates, bound).items()), sep=", ", file=out)
    for which, row in ("chosen", next(row for row in candidates if row["chosen"])), ("best", least(candidates)):
        print(f"  {which}: {name(row)}, predicted {row['predicted_s'] * 1e3:.2f} ms, measured {row['median_s'] * 1e3:.2f} ms",
              file=out, flush=True)


def all_groups(rows, out):
    found = list(groups(rows))
    if not found:
        return
    regrets = [regret(candidates) for candidates, _ in found]
    every = [row for candidates, _ in found for row in candidates]
    beside_each_other = [e for candidates, _ in found for e in errors_beside_each_other(candidates, "predicted_s")]
    promises = [promise(candidates) for candidates, _ in found]
    larger = [gains(candidates, bound) for candidates, bound in found if candidates[0]["job"] != "paper"]
    print(f"{len(found)} cases, {len(every)} candidates", file=out)
    print(f"regret: median {statistics.median(regrets):.3f}, worst {max(regrets):.3f}", file=out)
    print(f"error of the predictions: median {of_errors(errors(every, 'predicted_s'))};",
          f"of a case's plans beside each other: {of_errors(beside_each_other)}", file=out)
    print(f"best grid in hindsight / chosen: least {min(g for _, g in promises):.3f},",
          f"largest {max(g for _, g in promises):.3f}; measured over promised, where a gain is:",
          *sorted(f"{measured / promised:.2f}" for promised, measured in promises if promised > 1), file=out)
    for what, shares in (("balance alone brings", [ours / balance for ours, balance, _ in larger if balance > 0]),
                         ("areas by speed bring", [ours / by_speed for ours, _, by_speed in larger if by_speed > 0])):
        if shares:
            print(f"of the gain over equal that {what}, on the larger jobs:",
                  f"least {min(shares):.0%}, median {statistics.median(shares):.0%}", file=out)
