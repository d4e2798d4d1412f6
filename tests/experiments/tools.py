"""Programs that the experiments run, and the documents that they print."""
import concurrent.futures
import contextlib
import json
import subprocess
import sys
import threading


def tool(*words, text=None, codes=(0,), quiet=False):
    """What a program prints, to be ended with one of the codes. Its messages are shown, if quiet only of one that fails."""
    done = subprocess.run([str(word) for word in words], input=text, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE if quiet else None, text=True)
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
