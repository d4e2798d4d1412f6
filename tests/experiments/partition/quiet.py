# SPDX-License-Identifier: MIT
"""Measurements in which other guests of this machine's host have no part."""
import time

STOLEN = 0.05        # of the CPU time wanted, taken by other guests of the host: more than that is measured again
MEASUREMENTS = 4     # at most
PAUSE_S = 20         # before the next one


def cpu_ticks():
    """CPU time of this machine that was used, and that was wanted and given to other guests of its host."""
    with open("/proc/stat", encoding="ascii") as lines:
        user, nice, system, _, _, interrupts, soft_interrupts, stolen = map(int, lines.readline().split()[1:9])
    return user + nice + system + interrupts + soft_interrupts, stolen


def warned(documents):
    """Whether measure-speeds says that on one of the hosts other guests were in the way."""
    return any("measure again" in warning for document in documents for warning in document.get("warnings", []))


def undisturbed(measure):
    """The documents that `measure` returns; where other guests were in the way, the least disturbed of some times."""
    tries = []
    for pause_s in [0] + [PAUSE_S] * (MEASUREMENTS - 1):
        time.sleep(pause_s)
        before = cpu_ticks()
        documents = measure()
        used, stolen = (after - then for after, then in zip(cpu_ticks(), before))
        tries.append((warned(documents), stolen / max(used + stolen, 1), documents))
        if not tries[-1][0] and tries[-1][1] < STOLEN:
            break
    return min(tries, key=lambda one: one[:2])[2]
