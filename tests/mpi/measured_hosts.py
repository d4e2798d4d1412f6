#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""measure-speeds on several hosts, which are one machine under several names: the network within hosts and the cards of
hosts are measured where there are both kinds of pairs, and planners and show-plan take them."""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import check, finish, run  # noqa: E402

# Ranks of one host on one core, so that they yield it to each other while they wait.
ON_HOST = """#!/bin/sh
host=$((OMPI_COMM_WORLD_RANK / $1))
shift
exec taskset -c $((host %% $(nproc --all))) %s sh -c 'hostname "$0" && exec "$@"' "host$host" "$@"
"""
# Processes of several user namespaces may not read each other's memory.
OWN_NAMES = {"unshare --uts": "",
             "unshare --user --map-root-user --uts": "--mca btl_vader_single_copy_mechanism none "}
ONE_LEVEL = {"latency_s", "gap_s_per_byte", "barrier_s", "message_s"}


def measure(folder, mca, ranks, ranks_of_host, options="", output="speeds.json"):
    launcher = f"mpirun --oversubscribe {mca}-n {{n}} ./on-host.sh {ranks_of_host}"
    code, _, errors = run(folder, f"measure-speeds -q -n {ranks} --max-seconds 0.1 --network 20-8-4 --input dense "
                          f"--launcher '{launcher}' {options} -o {output} && check-plan -q {output}")
    check(code == 0, f"{ranks} ranks, {ranks_of_host} on a host: exit code {code} {errors}")
    speeds = json.loads((folder / output).read_text())
    hosts = [processor["host"] for processor in speeds["processors"]]
    check(hosts == [f"host{rank // ranks_of_host}" for rank in range(ranks)], f"hosts {hosts}")
    return speeds


def check_two_levels(network, label):
    check(ONE_LEVEL | {"within_host", "host_gap_s_per_byte"} <= set(network), f"{label}: {network}")
    for name, level in (("between hosts", network), ("within hosts", network["within_host"])):
        # On a busy machine a long message may take no longer than a short one.
        check(level["latency_s"] > 0 and level["message_s"] > 0 and level["gap_s_per_byte"] >= 0,
              f"{label}, {name}: {level}")
    check(set(network["within_host"]) == {"latency_s", "gap_s_per_byte", "message_s"}, f"{label}: {network}")
    check(network["host_gap_s_per_byte"] >= 0, f"{label}: {network}")


def check_readers(folder):
    code, output, errors = run(folder, "plan-partition -q speeds.json --network 20-8-4 --samples 64 --objective seconds "
                               "| tee plan.json | jq .predicted.seconds && check-plan -q plan.json")
    check(code == 0 and float(output) > 0, f"plan-partition: {output}{errors}")
    code, output, errors = run(folder, "show-plan --width 1000 speeds.json | grep '^network'")
    for words in ("network between hosts: latency ", "; within a host: latency ", "; card of a host: "):
        check(code == 0 and words in output, f"show-plan: {output}{errors}")


def main():
    own_name = next((words for words in OWN_NAMES if subprocess.run(
        [*words.split(), "hostname", "host0"], check=False, stderr=subprocess.DEVNULL).returncode == 0), None)
    if own_name is None:
        print("skipped: processes may not have host names of their own")
        check(True, "")
        return finish()
    with tempfile.TemporaryDirectory() as name:
        folder, mca = pathlib.Path(name), OWN_NAMES[own_name]
        script = folder / "on-host.sh"
        script.write_text(ON_HOST % own_name)
        script.chmod(0o755)
        check_two_levels(measure(folder, mca, 4, 2)["network"], "4 ranks on 2 hosts")
        check_readers(folder)
        known = measure(folder, mca, 3, 2, "--known speeds.json", "again.json")
        check_two_levels(known["network"], "3 ranks on 2 known hosts")
        network = measure(folder, mca, 2, 1)["network"]
        check(ONE_LEVEL <= set(network) and not {"within_host", "host_gap_s_per_byte"} & set(network),
              f"2 ranks, each on a host of its own: {network}")
    return finish()


sys.exit(main())
