# SPDX-License-Identifier: MIT
"""Groups of bars, as SVG."""
GRID_STEPS = 4


def panel(groups, colours, x, y, width, height, text, beyond=(), marks=()):
    """Lines of a panel whose upper left corner is x, y.

    groups  a label, which stands below, and values by name, for each group
    colours of the bars, by name; those of a group stand in this order
    text    a function that tells a value
    beyond  names of bars that are cut off at the top, with their value above, if they are the longest of all
    marks   names of values that are lines across their group, with their colours
    """
    top = 1.1 * max(value for _, values in groups for name, value in values.items() if name not in beyond)
    group = width / len(groups)
    bar = group * 0.8 / len(colours)
    yield f'<path d="M{x} {y}v{height}h{width}" fill="none" stroke="black"/>'
    for i in range(GRID_STEPS + 1):
        yield f'<text x="{x - 6}" y="{y + height * (1 - i / GRID_STEPS) + 4:.1f}" text-anchor="end">' \
              f'{text(top * i / GRID_STEPS)}</text>'
    for g, (label, values) in enumerate(groups):
        start = x + group * (g + 0.1)
        yield f'<text x="{start + group * 0.4:.1f}" y="{y + height + 16}" text-anchor="middle">{label}</text>'
        for b, (name, colour) in enumerate(colours.items()):
            length = height * min(1, values[name] / top)
            yield f'<rect x="{start + bar * b:.1f}" y="{y + height - length:.1f}" width="{bar:.1f}" height="{length:.1f}" ' \
                  f'fill="{colour}"/>'
            if values[name] > top:
                yield f'<text x="{start + bar * (b + 0.5):.1f}" y="{y - 4}" text-anchor="middle" font-size="9">' \
                      f'{text(values[name])}</text>'
        for name, colour in dict(marks).items():
            at = y + height * (1 - values[name] / top)
            yield f'<path d="M{start:.1f} {at:.1f}h{group * 0.8:.1f}" stroke="{colour}" stroke-width="2"/>'


def key(colours, x, step):
    """Squares of these colours and their names, `step` apart, in the first line of a picture."""
    for i, (name, colour) in enumerate(colours.items()):
        yield f'<rect x="{x + step * i}" y="8" width="10" height="10" fill="{colour}"/>' \
              f'<text x="{x + 14 + step * i}" y="17">{name}</text>'


def svg(width, height, lines):
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
                      'font-size="11">', f'<rect width="{width}" height="{height}" fill="white"/>', *lines, "</svg>", ""])
