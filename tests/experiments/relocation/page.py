# SPDX-License-Identifier: MIT
"""The tables of README.md and its charts, from results."""
from chart import charts
from paper import HERE, PAPER, PROGRAMS, SPEED_SETS, serial_part


def table(heads, lines):
    yield "| " + " | ".join(heads) + " |"
    yield "|" + " --- |" * len(heads)
    for cells in lines:
        yield "| " + " | ".join(cells) + " |"
    yield ""


def seconds(value):
    """Three digits, in seconds or milliseconds."""
    return f"{value:.3g} s" if value >= 0.1 else f"{value * 1000:.3g} ms"


def levels(results, place):
    """The values that occur at a place of the keys, in their order."""
    return list(dict.fromkeys(key[place] for key in results))


def scaling(results):
    """@param results  seconds by (speeds, program, elements, hosts)."""
    hosts = sorted(levels(results, 3))
    for kind in levels(results, 0):
        yield f"{SPEED_SETS[kind]}:"
        yield ""
        lines = []
        for program in PROGRAMS:
            for elements in levels(results, 2):
                taken = {p: results[kind, program, elements, p] for p in hosts}
                lines.append([program, f"{elements:,}", *map(seconds, taken.values()), seconds(serial_part(taken))])
        yield from table(["program", "elements", *(f"{p} hosts" for p in hosts), "serial part"], lines)


def scaling_charts(results):
    """The part of perfect scaling that is reached, from the least number of hosts on."""
    least = min(levels(results, 3))

    def part(program, elements, p):
        return results[PAPER, program, elements, least] * least / results[PAPER, program, elements, p] / p * 100
    return charts({program: ({f"{elements:,} elements": [(p, part(program, elements, p)) for p in sorted(levels(results, 3))]
                              for elements in levels(results, 2)}, "hosts", "% of perfect scaling") for program in PROGRAMS})


def skew(results):
    """@param results  seconds by (speeds, program, hosts, rich hosts, part that is moved, mode)."""
    modes = levels(results, 5)
    heads = ["program", "hosts", "rich hosts", "moved, of a host's mean", *modes, "sync over async"]
    for kind in (PAPER, HERE):
        yield f"{SPEED_SETS[kind]}:"
        yield ""
        lines = []
        for program, hosts, rich, part in dict.fromkeys(key[1:5] for key in results if key[0] == kind):
            taken = {mode: results[kind, program, hosts, rich, part, mode] for mode in modes}
            lines.append([program, str(hosts), str(rich), f"{part:.0%}", *map(seconds, taken.values()),
                          f"{taken['sync'] / taken['async']:.2f}"])
        yield from table(heads, lines)


def skew_charts(results):
    """Of those hosts that have several parts moved."""
    hosts, rich = max(((key[2], key[3]) for key in results), key=lambda pair: (
        len({key[4] for key in results if (key[2], key[3]) == pair}), pair))

    def points(program, mode):
        return [(part, value) for (kind, name, p, more, part, way), value in results.items()
                if (kind, name, p, more, way) == (PAPER, program, hosts, rich, mode)]
    modes = [mode for mode in levels(results, 5) if mode != "even"]
    return charts({f"{program}, {rich} of {hosts} hosts are rich": ({mode: points(program, mode) for mode in modes},
                                                                    "moved, of a host's mean", "seconds of a loop")
                   for program in PROGRAMS})


def load(results):
    """@param results  mean seconds of a loop over the ideal's, by (hosts, loop over period, program, mode)."""
    modes = levels(results, 3)
    lines = []
    for program in PROGRAMS:
        for hosts in sorted(levels(results, 0)):
            for ratio in sorted(levels(results, 1)):
                taken = [results[hosts, ratio, program, mode] for mode in modes]
                best = f"{min(taken):.2f}"
                texts = [f"{value:.2f}" for value in taken]
                lines.append([program, str(hosts), f"{ratio:g}", *(f"**{text}**" if text == best else text for text in texts)])
    yield from table(["program", "hosts", "loop over period", *modes], lines)


def load_charts(results):
    hosts = sorted(levels(results, 0))[len(levels(results, 0)) // 2]

    def points(program, mode):
        return [(ratio, 100 / results[hosts, ratio, program, mode]) for ratio in levels(results, 1)]
    return charts({f"{program}, {hosts} hosts": ({mode: points(program, mode) for mode in levels(results, 3)},
                                                 "loop over period", "% of the ideal speed") for program in PROGRAMS})


TABLES = {"scaling": scaling, "skew": skew, "load": load}
CHARTS = {"scaling": scaling_charts, "skew": skew_charts, "load": load_charts}


def between_marks(text, name, lines):
    """The page with these lines between the marks of that name."""
    first, last = f"<!-- {name} -->\n", "<!-- end -->\n"
    before, rest = text.split(first)
    _, after = rest.split(last, 1)
    return before + first + "\n" + "\n".join(lines) + "\n" + last + after


def write(folder, name, lines, svg=None):
    """Renews a section of the page, and its charts."""
    readme = folder / "README.md"
    readme.write_text(between_marks(readme.read_text(), name, lines))
    if svg:
        (folder / f"{name}.svg").write_text(svg)
