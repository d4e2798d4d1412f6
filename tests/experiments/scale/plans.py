# SPDX-License-Identifier: MIT
"""Plans of one case: ours, its rivals, and candidates. Up to 256 ranks no prediction chooses those of a training: they are a
lattice, and descents by simulated seconds from the best of each method."""
from cases import ranks

METHODS = ["columns", "grid", "equal"]


def fewer(judge):
    """Numbers of the fastest processors: half of all, a quarter, a sixteenth; of a thousand and more, others, too."""
    shares = (2, 4, 16) if ranks(judge.case) < 1024 else (2, 4, 8, 16, 64)
    return [count for count in (ranks(judge.case) // share for share in shares) if count > judge.case["cores"]]


def choices(plan):
    """Of a partition: the method, columns, sums, and processors with work."""
    return {"method": plan["method"], "columns": len(plan["columns"]), "collective": plan["collective"],
            "processors": sum(len(column["processors"]) for column in plan["columns"])}


def segments(plan):
    return {"segments": plan.get("segments", 1)}


def sharing(plan):
    return {"method": plan["method"], "join": plan["join"]}


def panel(plan):
    return {"panel": plan["panel"]}


CHOICES = {"training": choices, "reduction": segments, "search": sharing, "supersteps": None, "product": panel}


def ours(judge):
    kind = judge.case["kind"]
    judge.judged("ours", ["--method", "best"] if kind == "training" else [], CHOICES[kind])


def training(judge):
    ours(judge)
    judge.judged("one host", ["--method", "best", "--processors", judge.case["cores"]], choices)
    for processors in fewer(judge):
        judge.judged("candidate", ["--method", "best", "--processors", processors], choices)
    if ranks(judge.case) < 1024:
        lattice_and_descents(judge)
    else:
        grids(judge)


def grids(judge):
    """Grids and equal shares whose columns are the planner's, where one simulation takes minutes."""
    count = ranks(judge.case)
    judge.judged("candidate", ["--method", "grid"], choices)
    for method in ("grid", "equal"):
        for collective in ("tree", "ring") if count == 1024 else ("tree",):
            judge.judged("candidate", ["--method", method, "--collective", collective, "--processors", count], choices)


def lattice_and_descents(judge):
    count = ranks(judge.case)
    tried = set()
    collectives = ["linear", "tree", "ring"] if count <= 64 else ["tree", "ring"]
    columns_tried = {16: [1, 2, 4, 8, 16], 64: [4, 8, 16], 256: [8, 32]}[count]
    steps = 8 if count == 16 else 2  # of a descent

    def possible(method, columns, processors):
        return 1 <= columns <= processors <= count and (method == "columns" or processors % columns == 0)

    def forced(method, columns, collective, processors):
        tried.add((method, columns, collective, processors))
        words = ["--method", method, "--columns", columns, "--collective", collective, "--processors", processors]
        judge.judged("candidate", words, choices)

    def neighbours(row):
        """Choices beside those of a row: other sums, more or fewer columns, more or fewer processors."""
        method, columns, collective, processors = (row[key] for key in ("method", "columns", "collective", "processors"))
        for other in collectives:
            yield method, columns, other, processors
        able = [other for other in range(1, processors + 1) if possible(method, other, processors)]
        at = able.index(columns) if columns in able else 0
        for other in able[max(0, at - 1):at + 2] + [columns * 2 // 3, columns * 3 // 2, columns * 3]:
            yield method, other, collective, processors
        for other in (processors // 2, processors * 3 // 4, processors * 2, count):
            yield method, columns, collective, other

    def descend(method):
        """From the best plan of a method to the next until none beside it is faster, or after so many steps."""
        for _ in range(steps):
            rows = [row for row in judge.rows if row["method"] == method]
            untried = neighbours(min(rows, key=lambda row: row["simulated_s"])) if rows else []
            untried = [step for step in untried if step not in tried and possible(step[0], step[1], step[3])]
            if not untried:
                break
            forced(*untried[0])

    for method in METHODS:
        for columns in columns_tried:
            for collective in ("tree", "ring"):
                forced(method, columns, collective, count)
        descend(method)


def reduction(judge):
    ours(judge)
    judge.judged("equal", ["--shape", "binomial"], segments)
    for other in ("binary", "list"):
        judge.judged("candidate", ["--shape", other], segments)


def search(judge):
    ours(judge)
    judge.judged("one host", [], sharing, fastest=judge.case["cores"])
    judge.judged("equal", ["--method", "equal-data"], sharing)
    names = ["static-process", "synchronous-data", "asynchronous-data", "proportional-data", "self-scheduling"]
    for name in names + (["dynamic-process", "stealing"] if ranks(judge.case) <= 64 else []):
        judge.judged("candidate", ["--method", name], sharing)
    for join in ("simple", "tree"):
        judge.judged("candidate", ["--method", "proportional-data", "--join", join], sharing)
    for processors in fewer(judge):
        judge.judged("candidate", [], sharing, fastest=processors)


def supersteps(judge):
    ours(judge)
    judge.judged("one host", [], fastest=judge.case["cores"])
    judge.judged("equal", [], source=judge.alike())
    for processors in fewer(judge):
        judge.judged("candidate", [], fastest=processors)


def product(judge):
    ours(judge)
    judge.judged("one host", [], panel, fastest=judge.case["cores"])
    judge.judged("equal", [], panel, source=judge.alike())
    for processors in fewer(judge):
        judge.judged("candidate", [], panel, fastest=processors)
    for width in (64, 128, 256):
        judge.judged("candidate", ["--panel", width], panel)


KINDS = {"training": training, "reduction": reduction, "search": search, "supersteps": supersteps, "product": product}
