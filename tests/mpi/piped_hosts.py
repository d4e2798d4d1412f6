#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Standard input as data on several hosts: processes that cannot open what the tool keeps of it, here because they do not
see its process, get the bytes from one that can."""
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, finish, run  # noqa: E402

# Rank 0 is beside the tool; each other rank has a host name and a table of processes of its own.
ON_HOST = """#!/bin/sh
[ "$OMPI_COMM_WORLD_RANK" = 0 ] && exec "$@"
exec unshare --uts --pid --fork --mount-proc sh -c 'hostname "$0" && exec "$@"' "host$OMPI_COMM_WORLD_RANK" "$@"
"""
LAUNCHER = "mpirun --oversubscribe --mca btl self,tcp -n {n} ./on-host.sh"


def main():
    words = ["unshare", "--uts", "--pid", "--fork", "--mount-proc", "hostname", "host0"]
    if subprocess.run(words, check=False, stderr=subprocess.DEVNULL).returncode != 0:
        print("skipped: processes may not have a table of processes of their own")
        check(True, "")
        return finish()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "on-host.sh").write_text(ON_HOST)
        (folder / "on-host.sh").chmod(0o755)
        text = "".join(f"{i},{i * i % 97}\n" for i in range(2000)).encode()
        (folder / "x.csv").write_bytes(text)
        (folder / "x.gz").write_bytes(gzip.compress(text))
        command = "run-bsp kmeans -n 3 --clusters 3 --iterations 2"
        code, _, errors = run(folder, f"{command} -q --data x.csv -o whole.json")
        check(code == 0, f"a file: exit code {code} {errors}")
        centroids = json.loads((folder / "whole.json").read_text())["result"]["centroids"]
        for data in ("x.csv", "x.gz"):
            code, _, errors = run(folder, f"{command} --data - --launcher '{LAUNCHER}' -o piped.json < {data}")
            check(code == 0, f"{data} on three hosts: exit code {code} {errors}")
            check("2000 rows of 2 columns" in errors, f"{data}: {errors}")
            report = json.loads((folder / "piped.json").read_text())
            check(report["result"]["centroids"] == centroids, f"{data}: {report['result']}")
            hosts = [processor["host"] for processor in report["processors"]]
            check(hosts[1:] == ["host1", "host2"], f"hosts {hosts}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
