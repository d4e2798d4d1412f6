# SPDX-License-Identifier: MIT
"""How much faster our trainings are than one host, equal shares and perfect sharing, a panel for each network."""
import math

import page
from cases import NETWORKS, TRAININGS

COLOURS = dict(zip(TRAININGS, ("#999999", "#56b4e9", "#0072b2", "#d55e00", "#009e73")))
WIDTH, HEIGHT, LEFT, TOP, PLOT = 260, 205, 50, 50, 180
RANKS = [16, 64, 256, 1024, 4096]
LARGEST = 1000  # speed-ups, on a logarithmic scale from a third


def point(x, y, ranks, speedup):
    """Coordinates in the panel whose corner is x, y; lower speed-ups than a third lie on its lower edge."""
    across = math.log2(ranks / RANKS[0]) / math.log2(RANKS[-1] / RANKS[0]) * (WIDTH - 90) + 16
    up = math.log(max(speedup, 1 / 3) * 3) / math.log(3 * LARGEST) * PLOT
    return f"{x + across:.1f}", f"{y + PLOT - up:.1f}"


def panel(results, x, y):
    yield f'<path d="M{x} {y}v{PLOT}h{WIDTH - 60}" fill="none" stroke="black"/>'
    for speedup in (1, 10, 100, 1000):
        _, at = point(x, y, 16, speedup)
        yield f'<path d="M{x} {at}h{WIDTH - 60}" stroke="#dddddd"/>' \
              f'<text x="{x - 4}" y="{at}" dy="4" text-anchor="end">{speedup:,}</text>'
    for ranks in RANKS:
        at, _ = point(x, y, ranks, 1)
        yield f'<text x="{at}" y="{y + PLOT + 14}" text-anchor="middle">{ranks:,}</text>'
    for result in results:
        one = page.least(result, "one host")
        ranks = result["hosts"] * result["cores"]
        colour = COLOURS[result["job"]]
        beside = x + 5 * (list(TRAININGS).index(result["job"]) - 2)  # lest points cover each other
        at, ours = point(beside, y, ranks, one / page.ours(result)["simulated_s"])
        _, ideal = point(beside, y, ranks, one / result["ideal_s"])
        yield f'<path d="M{at} {ours}V{ideal}" stroke="{colour}" stroke-dasharray="1 3"/>' \
              f'<circle cx="{at}" cy="{ours}" r="4" fill="{colour}"/>'
        if equal := page.least(result, "equal"):
            _, height = point(beside, y, ranks, one / equal)
            yield f'<path d="M{at} {height}m-4 -4l8 8m0 -8l-8 8" stroke="{colour}"/>'


def svg(results):
    results = [result for result in results if result["kind"] == "training" and page.ours(result)
               and page.least(result, "one host")]
    width = LEFT + WIDTH * len(NETWORKS)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{TOP + HEIGHT}" '
                   'font-family="sans-serif" font-size="11">', f'<rect width="{width}" height="{TOP + HEIGHT}" fill="white"/>']
    for i, (job, colour) in enumerate(COLOURS.items()):
        lines.append(f'<circle cx="{LEFT + 160 * i}" cy="13" r="4" fill="{colour}"/>'
                           f'<text x="{LEFT + 8 + 160 * i}" y="17">{job}</text>')
    for i, network in enumerate(NETWORKS):
        x = LEFT + WIDTH * i
        lines.append(f'<text x="{x}" y="40">{network}: times one host, by ranks</text>')
        lines += panel([result for result in results if result["network"] == network], x, TOP)
    return "\n".join(lines + ["</svg>", ""])
