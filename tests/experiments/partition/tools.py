"""Programs that this experiment runs, and the documents that they print."""
import json
import subprocess
import sys


def tool(*words, text=None):
    done = subprocess.run([str(word) for word in words], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.stderr + f"{words[0]} ended with {done.returncode}")
    return done.stdout


def read_all(text):
    """The documents in a text."""
    documents = []
    while text := text.lstrip():
        document, end = json.JSONDecoder().raw_decode(text)
        documents.append(document)
        text = text[end:]
    return documents
