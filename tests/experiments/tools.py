# SPDX-License-Identifier: MIT
"""Programs that the experiments run, and the documents that they print."""
import concurrent.futures
import contextlib
import json
import os
import subprocess
import sys
import threading


def default_launcher():
    """Words before an MPI program, {n} being the number of ranks; as the tools' own, which mpirun wants more of from root."""
    root = " --allow-run-as-root" if os.geteuid() == 0 else ""
    return os.environ.get("UNEVEN_LAUNCHER") or f"mpirun --oversubscribe --bind-to none{root} -n {{n}}"


def tool(*words, text=None, codes=(0,), quiet=False):
    """What a program prints, to be ended with one of the codes. Its messages are shown, if quiet only of one that fails."""
    try:
        done = subprocess.run([str(word) for word in words], input=text, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE if quiet else None, text=True)
    except OSError as error:
        sys.exit(f"{words[0]}: {error.strerror}; see --help for what must be on PATH")
    if done.returncode not in codes:
        sys.exit(f"{done.stderr or ''}{words[0]} ended with {done.returncode}")
    return done.stdout


@contextlib.contextmanager
def meanwhile(disturb):
    """Runs disturb(over) beside the block, at whose end the event `over` is set. If it fails, so does the block."""
    over = threading.Event()
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        disturbance = pool.submit(disturb, over)
        try:
            yield
        finally:
            over.set()
        disturbance.result()


def read_all(text):
    """The documents in a text."""
    documents = []
    while text := text.lstrip():
        document, end = json.JSONDecoder().raw_decode(text)
        documents.append(document)
        text = text[end:]
    return documents
