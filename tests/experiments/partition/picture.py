# SPDX-License-Identifier: MIT
"""Bars as in figure 11 of Ozawa 2004: seconds per iteration against N, a panel for each condition, rate and job."""
import summary
import table

COLOURS = {"chosen": "#0072b2", "best grid": "#009e73", "worst grid": "#56b4e9", "equal": "#e69f00", "one alone": "#999999"}
WIDTH, HEIGHT, LEFT, TOP = 300, 220, 60, 50


def panel(cases, x, y):
    """cases: the number of hosts and the series of each."""
    # One alone may be many times slower than all others: its bar is cut off then.
    top = 1.1 * max(seconds for _, series in cases for name, seconds in series.items() if name != "one alone")
    plot, group = HEIGHT - 70, (WIDTH - 80) / len(cases)
    bar = group * 0.8 / len(COLOURS)
    yield f'<path d="M{x} {y}v{plot}h{WIDTH - 80}" fill="none" stroke="black"/>'
    for i in range(5):
        yield f'<text x="{x - 6}" y="{y + plot * (1 - i / 4) + 4:.1f}" text-anchor="end">{summary.milliseconds(top * i / 4)}</text>'
    for g, (hosts, series) in enumerate(cases):
        start = x + group * (g + 0.1)
        yield f'<text x="{start + group * 0.4:.1f}" y="{y + plot + 16}" text-anchor="middle">{hosts}</text>'
        for b, (name, colour) in enumerate(COLOURS.items()):
            height = plot * min(1, series[name] / top)
            yield f'<rect x="{start + bar * b:.1f}" y="{y + plot - height:.1f}" width="{bar:.1f}" height="{height:.1f}" ' \
                  f'fill="{colour}"/>'
            if series[name] > top:
                yield f'<text x="{start + bar * (b + 0.5):.1f}" y="{y - 4}" text-anchor="middle" font-size="9">' \
                      f'{summary.milliseconds(series[name])}</text>'
        at = y + plot * (1 - series["bound"] / top)
        yield f'<path d="M{start:.1f} {at:.1f}h{group * 0.8:.1f}" stroke="#d55e00" stroke-width="2"/>'


def svg(cases):
    """cases: words of lines of the table."""
    panels = {}
    for words in cases:
        condition, rate, hosts, job = table.key(words)
        panels.setdefault((condition, rate), {}).setdefault(job, []).append((hosts, table.series(words)))
    jobs = sorted({job for row in panels.values() for job in row})
    width, height = LEFT + WIDTH * len(jobs), TOP + HEIGHT * len(panels)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
             'font-size="11">', f'<rect width="{width}" height="{height}" fill="white"/>']
    for i, (name, colour) in enumerate((COLOURS | {"bound": "#d55e00"}).items()):
        lines.append(f'<rect x="{LEFT + 110 * i}" y="8" width="10" height="10" fill="{colour}"/>'
                     f'<text x="{LEFT + 14 + 110 * i}" y="17">{name}</text>')
    for r, ((condition, rate), row) in enumerate(panels.items()):
        for c, job in enumerate(jobs):
            x, y = LEFT + WIDTH * c, TOP + 20 + HEIGHT * r
            lines.append(f'<text x="{x}" y="{y - 16}">{job}, {condition}, {rate}: ms per iteration against N</text>')
            if job in row:
                lines += panel(row[job], x, y)
    return "\n".join(lines + ["</svg>", ""])
