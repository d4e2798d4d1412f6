# SPDX-License-Identifier: MIT
"""What happens to a run, and which ends fit it."""
import contextlib
import os
import pathlib
import shlex
import signal
import subprocess

SIGNALS = {"KILL": signal.SIGKILL, "TERM": signal.SIGTERM, "INT": signal.SIGINT}
VICTIMS = ["tool", "launcher", "one rank", "all ranks"]
SILENT_S = {"rank stopped": 3, "network down": 6}
PAGE_KIB = 4


def kinds(case, cluster):
    """Disturbances of a case."""
    yield from (f"{name} {victim}" for name in SIGNALS for victim in (VICTIMS if case.ranks else ["tool"]))
    if case.outputs and (not case.ranks or os.geteuid() == 0):  # who mounts a small disk
        yield "disk full"
    if case.ranks:
        yield "rank stopped"
        yield "network down" if cluster else "host missing"


def parents_and_names():
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit():
                name, fields = (entry / "stat").read_text().rsplit(")", 1)
                found[int(entry.name)] = int(fields.split()[1]), name.split("(", 1)[1]
    return found


def below(tool):
    """Descendants of a process, those on emulated hosts among them, by name."""
    processes = parents_and_names()

    def descends(pid):
        while pid in processes and pid != tool:
            pid = processes[pid][0]
        return pid == tool

    def is_helper(pid):  # that a rank has forked
        parent, name = processes[pid]
        return name == "mpi-runner" and parent in processes and processes[parent][1] == name

    return {pid: "helper" if is_helper(pid) else name for pid, (_, name) in processes.items()
            if pid != tool and descends(pid)}


@contextlib.contextmanager
def small_disk(folder, spare_kib):
    """A file system on which so much room is left. Yields a function that gives it more."""
    copy = folder.parent / "copy"
    folder.rename(copy)
    folder.mkdir()

    def mount(*options):
        subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", folder], check=True)

    mount("-o", "size=64m")
    try:
        subprocess.run(["cp", "-a", f"{copy}/.", folder], check=True)
        disk = os.statvfs(folder)
        used_kib = (disk.f_blocks - disk.f_bfree) * disk.f_frsize // 1024
        mount("-o", f"remount,size={used_kib + spare_kib}k")
        yield lambda: mount("-o", "remount,size=64m")
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


class Disturbance:
    """Without a name: none."""

    def __init__(self, what, rng, case, options):
        self.what, self.rng, self.case, self.options = what, rng, case, options
        self.happened = False

    def at_a_moment(self):
        """Whether it happens while the run is under way, not before."""
        return self.what not in ("", "disk full", "host missing")

    def command(self, resume=False):
        """The command of the case where it runs, with what is to disturb it."""
        added = " --resume" if resume and self.case.checkpoints else ""
        if self.case.ranks and self.options.cluster:
            added += " --launcher " + shlex.quote(f"{self.options.cluster} run -n {{n}} --")
        if self.what in SILENT_S:
            added += f" --silent-seconds {SILENT_S[self.what]}"
        if self.what == "host missing":
            added += " --hostfile hosts"
        name, rest = self.case.command.split(" ", 1)
        words = f"{name}{added} {rest}"
        if self.what == "disk full" and not self.case.ranks:
            words = "bash -c " + shlex.quote(f"ulimit -f {self.rng.randrange(3)}; exec {words}")
        return words

    @contextlib.contextmanager
    def disk(self, folder):
        """Where the run finds a disk that is nearly full. Yields a function that makes room."""
        if self.what == "disk full" and self.case.ranks:
            with small_disk(folder, PAGE_KIB * self.rng.randrange(20)) as grow:
                yield grow
        else:
            yield lambda: None

    def strike(self, tool):
        """Disturbs the run of a tool. Returns the descendants that it had."""
        descendants = below(tool)
        ranks = sorted(pid for pid, name in descendants.items() if name == "mpi-runner")
        if self.what == "network down":
            host = self.rng.choice(self.options.hosts)
            subprocess.run([self.options.cluster, "exec", host, "--", "ip", "link", "set", "eth0", "down"], check=False)
            self.happened = True
            return descendants
        if self.what.endswith("launcher"):
            victims = sorted(pid for pid, name in descendants.items() if name == "mpirun")[:1]
        elif self.what.endswith("tool"):
            victims = [tool]
        else:
            victims = ranks if self.what.endswith("all ranks") or not ranks else [self.rng.choice(ranks)]
        for pid in victims:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, SIGNALS.get(self.what.split()[0], signal.SIGSTOP))
        self.happened = bool(victims)
        return descendants

    def fits(self, code):
        """Whether an exit code fits; any run may have ended well just before."""
        if self.what in ("KILL tool", "INT tool"):
            return code in (0, -SIGNALS[self.what.split()[0]])
        if self.what == "TERM tool":
            return code in (0, -signal.SIGTERM, 75) if self.case.ranks or self.case.tool == "simulate-run" else \
                code in (0, -signal.SIGTERM)
        return code in (0, 71, 74) if self.what == "disk full" else code in (0, 71)

    def may_leave_files(self):
        """Whether something may end before it removes its unfinished files."""
        return "KILL" in self.what or self.what in SILENT_S
