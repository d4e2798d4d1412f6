# SPDX-License-Identifier: MIT
"""Lines through points, as SVG."""
COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999", "#000000"]
WIDTH, HEIGHT = 700, 370


def svg(height, lines):
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" '
                      'font-size="12">', f'<rect width="{WIDTH}" height="{height}" fill="white"/>', *lines, "</svg>", ""])


def chart(series, x_label, y_label):
    """One panel as a picture of its own."""
    return svg(HEIGHT, panel(series, x_label, y_label))


def charts(panels):
    """Panels below each other. @param panels  arguments of panel() by their titles."""
    lines = []
    for i, (title, arguments) in enumerate(panels.items()):
        lines += [f'<g transform="translate(0 {i * HEIGHT})">', f'<text x="260" y="14" text-anchor="middle">{title}</text>',
                  *panel(*arguments), "</g>"]
    return svg(HEIGHT * len(panels), lines)


def panel(series, x_label, y_label):
    """Each series is a name and its points (x, y); places on the x axis are the values that occur, evenly spaced."""
    xs = sorted({x for points in series.values() for x, _ in points})
    top = max(y for points in series.values() for _, y in points) * 1.1
    place = {value: 60 + 400 * (i + 0.5) / len(xs) for i, value in enumerate(xs)}

    def height(value):
        return 320 - 300 * value / top
    lines = ['<path d="M60 20V320H460" fill="none" stroke="black"/>',
             f'<text x="260" y="360" text-anchor="middle">{x_label}</text>',
             f'<text x="12" y="170" text-anchor="middle" transform="rotate(-90 12 170)">{y_label}</text>']
    lines += [f'<text x="{at:.1f}" y="338" text-anchor="middle">{value:,}</text>' for value, at in place.items()]
    for i in range(5):
        lines.append(f'<text x="54" y="{height(top * i / 5) + 4:.1f}" text-anchor="end">{top * i / 5:.3g}</text>')
    for i, (name, points) in enumerate(series.items()):
        colour = COLOURS[i % len(COLOURS)]
        path = " ".join(f"{place[x]:.1f},{height(y):.1f}" for x, y in sorted(points))
        lines.append(f'<polyline fill="none" stroke="{colour}" points="{path}"/>')
        lines.append(f'<text x="480" y="{40 + 20 * i}" fill="{colour}">{name}</text>')
    return lines
