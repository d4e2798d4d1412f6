"""Measurements that other guests of this machine's host leave alone, or at least trouble all alike."""
import contextlib
import os
import statistics
import threading
import time

STOLEN = 0.05        # of the CPU time wanted, by other guests of the host: from there on it is measured again,
DRIFT = 0.1          # and where a loop takes so much longer, or shorter, than while the speeds were measured,
MEASUREMENTS = 4     # so many times at most,
PAUSE_S = 20         # after a rest
TURNS = 50_000       # of the loop, about a millisecond,
LOOP_EVERY_S = 0.2   # on each CPU


def cpu_ticks():
    """CPU time of this machine that was used, and that was wanted and given to other guests of its host."""
    with open("/proc/stat", encoding="ascii") as lines:
        user, nice, system, _, _, interrupts, soft_interrupts, stolen = map(int, lines.readline().split()[1:9])
    return user + nice + system + interrupts + soft_interrupts, stolen


def loop_now_and_then(cpu, ended, seconds):
    os.sched_setaffinity(0, [cpu])
    while not ended.wait(LOOP_EVERY_S):
        begun = time.thread_time()
        for _ in range(TURNS):
            pass
        seconds.append(time.thread_time() - begun)


@contextlib.contextmanager
def pace():
    """CPU seconds of loops on all CPUs, while other things go on. Guests on the other threads of their cores make them
    longer, and steal no time."""
    ended, seconds = threading.Event(), []
    threads = [threading.Thread(target=loop_now_and_then, args=(cpu, ended, seconds)) for cpu in os.sched_getaffinity(0)]
    for thread in threads:
        thread.start()
    try:
        yield seconds
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def undisturbed(measure, like=None, warned=lambda found: False):
    """What `measure` returns; where other guests were in the way, or `warned` says so, the least disturbed of some times.
    @param like  the pace that the machine should have. @return with it the pace that it had."""
    tries = []
    for pause_s in [0] + [PAUSE_S] * (MEASUREMENTS - 1):
        time.sleep(pause_s)
        before = cpu_ticks()
        with pace() as seconds:
            found = measure()
        used, stolen = (after - then for after, then in zip(cpu_ticks(), before))
        mean = statistics.mean(seconds)
        drift = max(mean / like, like / mean) - 1 if like else 0
        tries.append((warned(found), max(stolen / max(used + stolen, 1) / STOLEN, drift / DRIFT), found, mean))
        if not tries[-1][0] and tries[-1][1] < 1:
            break
    return min(tries, key=lambda one: one[:2])[2:]
