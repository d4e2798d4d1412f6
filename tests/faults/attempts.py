# SPDX-License-Identifier: MIT
"""Runs a case while a call fails in it, and says what is wrong with how it ends."""
import contextlib
import dataclasses
import errno
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from cases import comparable, is_report, make_inputs  # noqa: E402
from harness import ROOT, environment  # noqa: E402

KINDS = {"open": errno.EMFILE, "read": errno.EIO, "write": errno.ENOSPC, "sync": errno.EIO, "rename": errno.EACCES,
         "map": errno.ENOMEM, "pipe": errno.EMFILE, "malloc": errno.ENOMEM, "thread": errno.EAGAIN,
         "process": errno.EAGAIN, "mpi": errno.EIO}
OF_MPI = ["mpi"]
LIMIT_S = 100
GONE_S = 5  # after a tool has ended, for what it told to end
# A file cannot be opened, the system failed, reading or writing failed; of run-command, its program cannot be started.
CODES = {66, 71, 74, 126}
CRASH = re.compile(r"terminate called|what\(\):|Segmentation|core dumped|Aborted|smashing|free\(\)|\*\*\* Process")

WARNING = re.compile(r"its speed has a relative error of|repeats are outliers|repeats is an outlier")


@dataclasses.dataclass
class End:
    code: int
    output: bytes
    words: str
    seconds: float
    hung: bool = False


def marked(mark):
    """Processes whose environment has the mark: pid and words."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and mark.encode() in (entry / "environ").read_bytes().split(b"\0"):
                found[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return found


def end_marked(mark, patience_s=GONE_S):
    """What still runs when all should be gone; it is killed."""
    late = time.monotonic() + patience_s
    while (left := marked(mark)) and time.monotonic() < late:
        time.sleep(0.05)
    for pid in left:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    return left


def run_marked(folder, command, mark, variables=None, limit=LIMIT_S, started=None):
    """Runs a command of the shell whose processes bear a mark. Nothing is left after the limit."""
    start = time.monotonic()
    process = subprocess.Popen(["bash", "-c", f"exec {command}"], cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                               env=environment() | dict([mark.split("=")]) | (variables or {}))
    if started is not None:
        started.append(process.pid)
    hung = False
    try:
        output, words = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        hung = True
        end_marked(mark, 0)
        process.kill()
        output, words = process.communicate()
    except BaseException:
        end_marked(mark, 0)
        raise
    return End(process.returncode, output, words.decode(errors="replace"), time.monotonic() - start, hung)


def old_content(new):
    """A file of the same kind, so that it may be replaced, with another end."""
    return new[:-1] + bytes([new[-1] ^ 1])


class Attempts:
    """The inputs and the undisturbed results of cases, and a folder for each attempt."""

    def __init__(self, folder, library=True, more="", command_of=lambda case: case.command, stacks=None):
        self.folder = pathlib.Path(folder)
        self.stacks = pathlib.Path(stacks or folder).resolve()  # of callers whose calls have failed
        self.inputs = self.folder / "inputs"
        self.inputs.mkdir()
        (self.folder / "tmp").mkdir()
        make_inputs(self.inputs, more)
        self.good = {}
        self.command_of = command_of
        self.count = 0
        self.library = self.folder / "fail.so"
        if library:
            flags = subprocess.check_output(["mpicxx", "--showme:compile"], text=True).split()
            subprocess.check_call(["gcc", "-O1", "-shared", "-fPIC", *flags, "-o", self.library,
                                   ROOT / "tests/faults/fail.c"])

    @contextlib.contextmanager
    def new_folder(self, case=None):
        """The inputs, and the old outputs of a case."""
        with tempfile.TemporaryDirectory(dir=self.folder) as made:
            folder = pathlib.Path(made, "run")
            shutil.copytree(self.inputs, folder)
            if case:
                for name in case.outputs:
                    (folder / name).write_bytes(old_content(self.undisturbed(case)[1][name]))
            yield folder

    def variables(self):
        return {"TMPDIR": str(self.folder / "tmp")}

    def new_mark(self):
        self.count += 1
        return f"UNEVEN_MARK={os.getpid()}-{self.count}"

    def undisturbed(self, case):
        """Standard output, outputs and words of a good run."""
        if case.command not in self.good:
            with self.new_folder() as folder:
                end = run_marked(folder, self.command_of(case), self.new_mark(), self.variables())
                if end.code or end.hung:
                    raise RuntimeError(f"{self.command_of(case)}: {end.code} {end.words}")
                self.good[case.command] = (end.output, {name: (folder / name).read_bytes() for name in case.outputs},
                                           end.words.splitlines())
        return self.good[case.command]

    def wrong_results(self, case, folder, end, resumed=False):
        """How a run that ended well differs from an undisturbed one. The report of a resumed one tells of its part."""
        output, files, _ = self.undisturbed(case)
        wrong = [] if comparable(end.output) == comparable(output) else ["standard output differs"]
        for name, content in files.items():
            if not (folder / name).exists():
                wrong.append(f"{name} is missing")
            elif resumed and is_report(content):
                wrong += [] if is_report((folder / name).read_bytes()) else [f"{name} is no report"]
            elif comparable((folder / name).read_bytes()) != comparable(content):
                wrong.append(f"{name} differs")
        return wrong

    def torn(self, case, folder):
        """Outputs that are neither old nor new, and files that are no outputs."""
        wrong = []
        for name, content in self.undisturbed(case)[1].items():
            now = (folder / name).read_bytes() if (folder / name).exists() else b""
            failed = case.tool == "run-command" and is_report(now)  # which tells what failed
            if now != old_content(content) and comparable(now) != comparable(content) and not failed:
                wrong.append(f"{name} is neither old nor new: {now[:200]}")
        return wrong + self.left_files(case, folder)

    def left_files(self, case, folder):
        """Files that are neither inputs nor outputs."""
        expected = {path.name for path in self.inputs.iterdir()} | set(case.outputs) | set(case.checkpoints)
        wrong = [f"{path.name} is left" for path in folder.iterdir() if path.name not in expected]
        return wrong + [f"{path.name} is left in TMPDIR" for path in (self.folder / "tmp").glob("*uneven*")]

    def resumed(self, case, folder):
        """What is wrong with a run that goes on from the checkpoint that a failure has left."""
        end = run_marked(folder, case.command.replace(" --checkpoint", " --resume --checkpoint"), self.new_mark(),
                         self.variables())
        if end.code:
            return [f"--resume: {end.code} {end.words}"]
        return [f"--resume: {what}" for what in self.wrong_results(case, folder, end, resumed=True)]

    def judged(self, case, folder, end, codes=CODES):
        """Everything that is wrong with the end of a disturbed run."""
        wrong = ["hangs"] if end.hung else []
        if CRASH.search(end.words):
            wrong.append("crashes")
        if end.code == 0:
            return wrong + self.wrong_results(case, folder, end) + self.torn(case, folder)
        calm = self.undisturbed(case)[2]
        lines = [line for line in end.words.splitlines() if line.startswith((f"{case.tool}: ", "mpi-runner: "))]
        lines = [line for line in lines if line not in calm and not WARNING.search(line)]
        if end.code not in codes:
            wrong.append("unfit exit code")
        if len(lines) != 1:
            wrong.append(f"{len(lines)} lines say why")
        wrong += self.torn(case, folder)
        left = any((folder / name).exists() for name in case.checkpoints)
        return wrong + (self.resumed(case, folder) if left and not wrong else [])

    def fail(self, case, kind, k, program, rank, mode="once"):
        """Lets a call fail. Returns whether there was one, how the run ended, and what is wrong with that. In the mode
        "new" it is the first whose callers no failing call of the kind had in this program and rank, in any case."""
        mark = self.new_mark()
        with self.new_folder(case) as folder:
            log = folder.parent / "fired"
            fault = {"LD_PRELOAD": str(self.library), "UNEVEN_FAULT_LOG": str(log),
                     "UNEVEN_FAULT_STACKS": str(self.stacks / f"{kind}-{program}-{rank}.stacks"),
                     "UNEVEN_FAULT": f"{kind}:{k}:{KINDS[kind]}:{program}:{rank}:{mode}"}
            end = run_marked(folder, case.command, mark, self.variables() | fault)
            left = [f"still running: {words}" for words in end_marked(mark).values()]
            fired = log.read_text().strip().replace("\n", "; ") if log.exists() else ""
            return fired, end, left + self.judged(case, folder, end)
