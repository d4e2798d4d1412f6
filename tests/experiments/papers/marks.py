# SPDX-License-Identifier: MIT
"""Charts with the paper's own numbers as circles."""
import chart


def panel(series, printed, x_label, y_label):
    """A panel of chart.charts. @param printed  the paper's numbers, as series is, of names that series has."""
    lines = chart.panel(series, x_label, y_label)
    xs = sorted({x for points in series.values() for x, _ in points})
    top = max(y for points in series.values() for _, y in points) * 1.1
    for i, name in enumerate(series):
        for x, y in printed.get(name, []):
            across, up = 60 + 400 * (xs.index(x) + 0.5) / len(xs), 320 - 300 * y / top
            lines.append(f'<circle cx="{across:.1f}" cy="{up:.1f}" r="5" fill="{chart.COLOURS[i % len(chart.COLOURS)]}"/>')
    return lines


def charts(panels):
    """As chart.charts. @param panels  arguments of panel() by their titles."""
    lines = []
    for i, (title, arguments) in enumerate(panels.items()):
        lines += [f'<g transform="translate(0 {i * chart.HEIGHT})">',
                  f'<text x="260" y="14" text-anchor="middle">{title}</text>', *panel(*arguments), "</g>"]
    return chart.svg(chart.HEIGHT * len(panels), lines)
