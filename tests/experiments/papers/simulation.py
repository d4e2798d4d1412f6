# SPDX-License-Identifier: MIT
"""Plans and what simulate-run says of them."""
import json
import tempfile

from tools import tool


def cluster(kernel, speeds, network, **changed):
    """The speeds document, as text, of hosts of one rank each.

    kernel   words behind --kernel
    speeds   units of work in a second
    network  a kind of make-cluster, or the document's values
    changed  other values of the document
    """
    kind = network if isinstance(network, str) else "1gbit"
    made = json.loads(tool("make-cluster", "-q", "--speeds", ",".join(f"{speed:.6g}" for speed in speeds), "--network", kind,
                           "--kernel", *kernel))
    return json.dumps(made | ({} if kind is network else {"network": network}) | changed)


def planned(planner, speeds):
    """A plan. @param planner  words of the command; @param speeds  text of a speeds document."""
    return json.loads(tool(*planner, "-q", text=speeds))


def simulated(plan, speeds, *words):
    """Seconds per iteration of a plan, simulated and predicted."""
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(speeds)
        file.flush()
        report = json.loads(tool("simulate-run", "-q", "--cluster", file.name, *words, text=json.dumps(plan)))
    return report["seconds_per_iteration"], report["predicted_seconds_per_iteration"]
