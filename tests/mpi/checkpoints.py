#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Checkpoints of run-bp and run-bsp that are damaged, or that no run wrote although their seal is right, are refused."""
import ctypes
import json
import pathlib
import random
import struct
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, finish, run  # noqa: E402

SEED = 20041217
PREFIX = struct.Struct("=8sQQQ")
XXHASH = ctypes.CDLL("libxxhash.so.0")
XXHASH.XXH3_64bits.restype = ctypes.c_uint64
RUNS = {
    "bp": "run-bp -q plan.json --momentum 0.5 --checkpoint bp.state",
    "kmeans": "run-bsp kmeans -q -n 1 --count 500 --clusters 3 --tolerance 0 --checkpoint kmeans.state",
    "pagerank": "run-bsp pagerank -q -n 1 --data graph.tsv --tolerance 0 --checkpoint pagerank.state",
}


def taken_apart(whole):
    _, _, header, body = PREFIX.unpack(whole[:PREFIX.size])
    at = PREFIX.size + header
    return json.loads(whole[PREFIX.size:at]), whole[at:at + body]


def sealed(header, body):
    """A checkpoint as one who knows the format can forge it."""
    text = json.dumps(header).encode()
    bytes_ = PREFIX.pack(b"\x89uneven\n", 2, len(text), len(body)) + text + body
    return bytes_ + struct.pack("=Q", XXHASH.XXH3_64bits(bytes_, ctypes.c_size_t(len(bytes_))))


def damages(whole, rng):
    """Some of a kind; tests/unit/document/checkpoint_file_test.cpp tries all."""
    yield "empty", b""
    yield "cut off", whole[:rng.randrange(1, len(whole))]
    at = rng.randrange(len(whole))
    yield f"bit of byte {at} flipped", whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1:]


def put(body, at, value):
    """The body with a number of 8 bytes in the place of another."""
    return body[:at] + struct.pack("=d" if isinstance(value, float) else "=q", value) + body[at + 8:]


def forgeries(name, whole):
    """Of a run of three iterations. The body of run-bp: errors, weights, velocity; of run-bsp: lists, each with its length."""
    header, body = taken_apart(whole)
    if name == "bp":
        yield "an error that is NaN", header, put(body, 0, float("nan"))
        yield "a weight that is NaN", header, put(body, 24, float("nan"))
        yield "fewer iterations than errors", header | {"iterations": 2}, body
        yield "more weights than there are", header | {"weights": 1 << 60}, body
        return
    yield "a superstep before the first", header | {"superstep": -1}, body
    yield "a group that there is not", header | {"last": 7}, body
    yield "a length that wraps around", header, put(body, 0, -1)
    if name == "pagerank":
        yield "a counter that is NaN", header, put(body, 16, float("nan"))
        yield "no multicast", *without_numbers(header, body, 32, 1)
    else:
        yield "a multicast with a number fewer", *without_numbers(header, body, 144, 1)


def without_numbers(header, body, at, count):
    """The list that begins at a byte of the body loses its last numbers."""
    length, = struct.unpack_from("=q", body, at)
    end = at + 8 + 8 * length
    shorter = put(body, at, length - count)[:end - 8 * count] + body[end:]
    return header | {"state_bytes": header["state_bytes"] - 8 * count}, shorter


def main():
    rng = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        run(folder, "plan-partition -q --speeds 1 --network 6-5-2 --samples 20 > plan.json")
        pathlib.Path(folder, "graph.tsv").write_text("".join(f"{i}\t{i * i % 29}\n" for i in range(29)))
        for name, command in RUNS.items():
            code, _, words = run(folder, f"{command} --iterations 3")
            check(code == 0, f"{name}: {words}")
            run(folder, f"{command} --iterations 6 --resume --emit > {name}.json")
            state = pathlib.Path(folder, f"{name}.state")
            whole = state.read_bytes()
            tries = list(damages(whole, rng)) + [(what, sealed(*parts)) for what, *parts in forgeries(name, whole)]
            for what, bytes_ in tries:
                state.write_bytes(bytes_)
                code, report, words = run(folder, f"mpi-runner {name}.json")
                own = [line for line in words.splitlines() if line.startswith("mpi-runner: ") and
                       not line.startswith("mpi-runner: graph.tsv: ")]  # MPI has words, too, and the graph a note
                check(code == 65 and not report and len(own) == 1 and state.read_bytes() == bytes_,
                      f"seed {SEED}: {name}, {what}: {code} {words}")
            state.write_bytes(sealed(*taken_apart(whole)))
            code, _, words = run(folder, f"mpi-runner {name}.json")
            check(code == 0, f"{name}, sealed anew: {words}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
