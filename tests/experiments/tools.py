"""Programs that the experiments run, and the documents that they print."""
import json
import subprocess
import sys


def tool(*words, text=None, codes=(0,), quiet=False):
    """What a program prints, to be ended with one of the codes. Its messages are shown, if quiet only of one that fails."""
    done = subprocess.run([str(word) for word in words], input=text, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE if quiet else None, text=True)
    if done.returncode not in codes:
        # Said here: of a thread nobody would hear what sys.exit is given.
        print(f"{done.stderr or ''}{words[0]} ended with {done.returncode}", file=sys.stderr)
        sys.exit(1)
    return done.stdout


def read_all(text):
    """The documents in a text."""
    documents = []
    while text := text.lstrip():
        document, end = json.JSONDecoder().raw_decode(text)
        documents.append(document)
        text = text[end:]
    return documents
