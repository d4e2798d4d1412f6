# SPDX-License-Identifier: MIT
"""Bars as in figure 11 of Ozawa 2004: seconds per iteration against N, a panel for each condition, rate and job."""
import bars
import summary
import table

COLOURS = {"chosen": "#0072b2", "best grid": "#009e73", "worst grid": "#56b4e9", "equal": "#e69f00", "one alone": "#999999"}
MARKS = {"bound": "#d55e00"}
WIDTH, HEIGHT, LEFT, TOP = 300, 220, 60, 50


def svg(cases):
    """cases: words of lines of the table."""
    panels = {}
    for words in cases:
        condition, rate, hosts, job = table.key(words)
        panels.setdefault((condition, rate), {}).setdefault(job, []).append((hosts, table.series(words)))
    jobs = sorted({job for row in panels.values() for job in row})
    lines = list(bars.key(COLOURS | MARKS, LEFT, 110))
    for r, ((condition, rate), row) in enumerate(panels.items()):
        for c, job in enumerate(jobs):
            x, y = LEFT + WIDTH * c, TOP + 20 + HEIGHT * r
            lines.append(f'<text x="{x}" y="{y - 16}">{job}, {condition}, {rate}: ms per iteration against N</text>')
            if job in row:
                # One alone may be many times slower than all others: its bar is cut off then.
                lines += bars.panel(row[job], COLOURS, x, y, WIDTH - 80, HEIGHT - 70, summary.milliseconds, ["one alone"],
                                    MARKS)
    return bars.svg(LEFT + WIDTH * len(jobs), TOP + HEIGHT * len(panels), lines)
