"""A line of Markdown for each condition, rate, N and job: what the bars of the picture show, and how good the plans are."""
import statistics

import summary

COLUMNS = {"chosen": "ours", "best grid": "best grid", "worst grid": "worst grid", "equal": "equal shares",
           "one alone": "one alone", "bound": "perfect sharing"}


def line(words):
    return "| " + " | ".join(words) + " |\n"


def markdown(rows):
    heads = [*summary.GROUP, *COLUMNS.values(), "ours over the best of all", "predictions off by, median", "90th percentile"]
    text = line(heads) + line(["---"] * len(heads))
    for candidates, bound in summary.groups(rows):
        series, errors = summary.series(candidates, bound), summary.errors(candidates, "predicted_s")
        text += line([*(str(candidates[0][key]) for key in summary.GROUP), *(summary.milliseconds(series[key]) for key in COLUMNS),
                      f"{summary.regret(candidates):.2f}", f"{statistics.median(errors):.0%}",
                      f"{summary.quantile(errors, 0.9):.0%}"])
    return text
