#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""check-plan and python3-jsonschema, which knows nothing but share/schema, agree on what a schema can say: of the recorded
documents, and of others made of them by random changes.

    tests/cli/schemas.py [SEED [CHANGES]]
"""
import copy
import json
import pathlib
import random
import subprocess
import sys

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, check, environment, finish  # noqa: E402

VALUES = [None, True, False, 0, -1, 1, 1.5, 0.5, -0.25, 2**53, 2**53 - 1, 2**64, 1e300, "", "x", "columns", "tree", "s", [], {},
          [0], [[0, 1]], [{}], {"first": 0, "count": 1}, {"speed": 0}]


def schema(kind):
    return json.loads((ROOT / f"share/schema/{kind}-1.json").read_text())


def places(value, place=()):
    """The pointers to all values inside."""
    for key, member in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if place + (key,) not in (("kind",), ("version",)):
            yield place + (key,)
            yield from places(member, place + (key,))


def at(document, place):
    for key in place:
        document = document[key]
    return document


def changed(document, rng):
    """A value taken away, put in another's place, or replaced."""
    document = copy.deepcopy(document)
    everywhere = list(places(document))
    place = rng.choice(everywhere)
    holder = at(document, place[:-1])
    what = rng.randrange(4)
    if what == 0:
        del holder[place[-1]]
    elif what == 1:
        holder[place[-1]] = copy.deepcopy(at(document, rng.choice(everywhere)))
    else:
        holder[place[-1]] = rng.choice(VALUES)
    return document


def described(description, place):
    """The words of the schema for a value."""
    for key in place:
        description = description.get("items") if isinstance(key, int) else description.get("properties", {}).get(key)
        if description is None:
            return None
    return description.get("description")


def pointer(place):
    return "/" + "/".join(str(key) for key in place)


def expected_lines(document, validator):
    """Those of check-plan: the deepest errors of the judge."""
    errors = list(validator.iter_errors(document))
    where = {tuple(error.absolute_path) for error in errors}
    deepest = {place for place in where if not any(other[:len(place)] == place and other != place for other in where)}
    lines = set()
    for error in errors:
        place = tuple(error.absolute_path)
        if place in deepest:
            lines.add(pointer(place) + (": lacks " if error.validator == "required" else ": found "))
    return lines


def compare(name, document, validators):
    kind = document["kind"]
    expected = expected_lines(document, validators[kind])
    text = json.dumps(document)
    ran = subprocess.run(["check-plan"], input=text, capture_output=True, text=True, env=environment())
    code = ran.returncode
    found = [line.removeprefix("standard input: ") for line in ran.stderr.splitlines() if line.startswith("standard input: /")]
    if not expected:  # other faults have other words
        words = {place: described(schema(kind), place) for place in places(document)}
        wrong = [line for line in found for place, text in words.items()
                 if text and line.startswith(pointer(place) + ": found ") and line.endswith("; expected " + text)]
        check(code in (0, 1) and not wrong, f"{name}: sound by its schema, but {wrong}: {text[:2000]}")
    elif len(expected) <= 20:
        starts = {next((start for start in expected if line.startswith(start)), line) for line in found}
        check(code == 1 and starts == expected, f"{name}: the judge says {sorted(expected)}, check-plan {found}: {text[:2000]}")


def main(seed="1", changes="300"):
    validators = {path.name.removesuffix("-1.json"): jsonschema.Draft7Validator(json.loads(path.read_text()))
                  for path in (ROOT / "share/schema").glob("*.json")}
    for validator in validators.values():
        validator.check_schema(validator.schema)
    files = sorted([*(ROOT / "tests/data/golden-0.1.0").glob("*.json"), *(ROOT / "tests/data/plans").glob("*.json")])
    documents = {path.name: json.loads(path.read_text()) for path in files}
    for name, document in documents.items():
        compare(name, document, validators)
    small = sorted((name for name, document in documents.items() if len(json.dumps(document)) < 20000))
    rng = random.Random(int(seed))
    for number in range(int(changes)):
        name = rng.choice(small)
        document = documents[name]
        for _ in range(rng.randint(1, 3)):
            document = changed(document, rng)
        compare(f"seed {seed}, change {number} of {name}", document, validators)
    return finish()


sys.exit(main(*sys.argv[1:]))
