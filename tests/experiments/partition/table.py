# SPDX-License-Identifier: MIT
"""A line of Markdown for each condition, rate, N and job: what the bars of the picture show, and how good the plans are."""
import statistics

import summary

SERIES = {"chosen": "ours", "best grid": "best grid", "worst grid": "worst grid", "equal": "equal shares",
          "one alone": "one alone", "bound": "perfect sharing"}
HEADS = [*summary.GROUP, *SERIES.values(), "ours over the best of all", "predictions off by, median", "90th percentile"]


def line(words):
    return "| " + " | ".join(words) + " |\n"


def key(words):
    return tuple(words[:len(summary.GROUP)])


def measured(rows):
    """The words of a line for each case of `rows`."""
    for candidates, bound in summary.groups(rows):
        series, errors = summary.series(candidates, bound), summary.errors(candidates, "predicted_s")
        yield [*(str(candidates[0][name]) for name in summary.GROUP), *(summary.milliseconds(series[name]) for name in SERIES),
               f"{summary.regret(candidates):.2f}", f"{statistics.median(errors):.0%}", f"{summary.quantile(errors, 0.9):.0%}"]


def read(page):
    """The words of the lines of a page's table."""
    lines = [[word.strip() for word in text.strip("|").split("|")] for text in page.splitlines() if text.startswith("| ")]
    return lines[2:]


def series(words):
    """Seconds, by name, in a line."""
    return {name: float(words[HEADS.index(head)].replace(",", "")) / 1e3 for name, head in SERIES.items()}


def updated(page, rows):
    """A page with the cases of `rows` in its table; its other cases and the text around stay."""
    cases = {key(words): words for words in [*read(page), *measured(rows)]}
    lines = page.splitlines(keepends=True)
    table = [i for i, text in enumerate(lines) if text.startswith("| ")] or [len(lines)]
    in_order = sorted(cases.values(), key=lambda words: [int(word) if word.isdigit() else word for word in key(words)])
    lines[table[0]:table[-1] + 1] = [line(HEADS), line(["---"] * len(HEADS)), *map(line, in_order)]
    return "".join(lines)
