#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Makes a table of examples of phrases with their patterns and translations.

  make-phrases.py --nouns nouns.tsv < phrases.txt > everyday-phrases.tsv

A line is a phrase, a tab, a pattern, a tab and a translation; or a line of the table itself, whose attributes are made
anew. The attributes of a phrase are those that run-search gives it as a query. Needs run-search on PATH.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

COLUMNS = "n1 particle n2 pos1 pos2 affix1 affix2 code1 code2 pattern translation".split()


def examples(lines):
    """(phrase, pattern, translation) of each line."""
    for line in lines:
        fields = line.rstrip("\n").split("\t")
        if fields == COLUMNS:
            continue
        if len(fields) == len(COLUMNS):
            fields = ["".join(f for f in fields[:3] if f != "-")] + fields[-2:]
        if len(fields) != 3:
            sys.exit(f"{line!r}: {len(fields)} fields; expected a phrase, a pattern and a translation")
        yield fields


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nouns", required=True, help="list of nouns that gives the codes")
    args = parser.parse_args()
    phrases = list(examples(sys.stdin))
    with tempfile.TemporaryDirectory() as folder:
        # No noun is known from an example.
        none = pathlib.Path(folder, "none.tsv")
        none.write_text("\t".join(COLUMNS) + "\n" + "\t".join("*" for _ in COLUMNS) + "\n")
        job = subprocess.run(
            ["run-search", "-q", "-n", "1", "--emit", "--examples", none, "--nouns", args.nouns, "--phrases", "-"],
            input="".join(phrase + "\n" for phrase, _, _ in phrases), stdout=subprocess.PIPE, text=True, check=True)
    table = json.loads(job.stdout)["input"]["queries"].splitlines()
    print("\t".join(COLUMNS))
    for attributes, (_, pattern, translation) in zip(table[1:], phrases, strict=True):
        print(attributes, pattern, translation, sep="\t")


if __name__ == "__main__":
    sys.exit(main())
