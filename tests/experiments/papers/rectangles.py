# SPDX-License-Identifier: MIT
"""Squares cut into the rectangles of partitions, as SVG."""
import bars

SIDE, GAP, IN_A_ROW, TOP = 130, 30, 4, 30
SHADES = ["#dbe9f6", "#f9e3c4", "#d5eee4", "#f3dcea", "#dff2fb", "#f7d9c9", "#e8e8e8", "#fdf6c9"]


def square(title, plan, x, y):
    yield f'<text x="{x}" y="{y - 6}">{title}</text>'
    for rank, part in enumerate(sorted(plan["rectangles"], key=lambda part: part["processor"])):
        left, top = x + SIDE * part["left"], y + SIDE * part["top"]
        width, height = SIDE * part["width"], SIDE * part["height"]
        yield f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" ' \
              f'fill="{SHADES[rank % len(SHADES)]}" stroke="black"/>'
        yield f'<text x="{left + width / 2:.1f}" y="{top + height / 2 + 4:.1f}" text-anchor="middle">' \
              f'P{part["processor"] + 1}</text>'


def picture(plans):
    """@param plans  by title; samples go to the right, hidden units down."""
    lines = []
    for i, (title, plan) in enumerate(plans.items()):
        lines += square(title, plan, GAP + i % IN_A_ROW * (SIDE + GAP), TOP + i // IN_A_ROW * (SIDE + TOP))
    rows = -(-len(plans) // IN_A_ROW)
    return bars.svg(GAP + IN_A_ROW * (SIDE + GAP), TOP + rows * (SIDE + TOP), lines)
