#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The Debian package: it is built of what is built, installed, used by a user who is not root, and leaves nothing."""
import gzip
import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, bash, check, environment, finish, run  # noqa: E402
from man_examples import blocks, unescaped  # noqa: E402

USER = "uneven-tester"


def reason_to_skip():
    path = environment()["PATH"]
    if os.geteuid() != 0:
        return "installing a package needs root"
    for program, package in (("dpkg-buildpackage", "dpkg-dev"), ("dh", "debhelper"), ("useradd", "passwd")):
        if not shutil.which(program, path=path + ":/usr/sbin"):
            return f"{program} is not installed (package {package})"
    if run(".", "dpkg-query -W -f '${Status}' uneven")[1].startswith("install"):
        return "the package uneven is installed"
    return ""


def good(folder, command, label, limit=300):
    code, out, words = bash(folder, ["-o", "pipefail", "-c", command], limit)
    check(code == 0, f"{label}: exit code {code}\n{out}{words}")
    return out


def as_user(folder, home, script, label):
    """Runs a script as a shell of the user's would, with what Debian has on PATH and no variables of ours."""
    path = pathlib.Path(folder, "script")
    path.write_text(f"set -eo pipefail\nexport LC_ALL=C.UTF-8\ncd {home}\n{script}")
    path.chmod(0o644)
    return good(folder, f"env -i su {USER} -s /bin/bash -c 'PATH=/usr/bin:/bin bash {path}'", label)


def examples_of(page):
    """The scripts of an installed manual page."""
    text = gzip.decompress(pathlib.Path(page).read_bytes()).decode()
    return [unescaped(block) for _, block in blocks(text, r"\.EX", r"\.EE") if not block.startswith("$ ")]


def used(folder):
    home = pathlib.Path(folder, "home")
    good(folder, f"useradd --create-home --home-dir {home} {USER}", "useradd")
    try:
        first = examples_of("/usr/share/man/man7/uneven.7.gz")[0]
        check("/usr/share/uneven/examples/words.data" in first, f"the page's example has no installed data: {first}")
        check("report of bp" in as_user(folder, home, first, "the first example of uneven(7)"), "its picture")
        for number, script in enumerate(examples_of("/usr/share/man/man1/plan-shares.1.gz")):
            as_user(folder, home, script, f"example {number} of plan-shares(1)")
        as_user(folder, home, "MEASURE_SECONDS=1 ITERATIONS=2 /usr/share/uneven/batch/mpirun.sh 2 --oversubscribe\n"
                "jq -e '.iterations == 2' report.json", "mpirun.sh")
        as_user(folder, home, "g++ $(pkg-config --cflags uneven) -shared -fPIC /usr/share/uneven/examples/mine.cpp "
                "-o libmine.so", "mine.cpp")
    finally:
        good(folder, f"userdel --remove {USER} 2> userdel.log || cat userdel.log >&2", "userdel")


def package(folder):
    os.chmod(folder, 0o755)
    build = f"DEB_BUILDER='-Zgzip -z1' {ROOT}/share/packaging/build-deb {folder}/out"
    made = good(folder, build, "build-deb", 900).split()
    check(len(made) == 1 and made[0].endswith(".deb"), f"packages made: {made}")
    if not made:
        return
    good(folder, "touch stamp", "touch")
    good(folder, f"dpkg -i {made[0]}", "dpkg -i")
    try:
        files = good(folder, "dpkg -L uneven", "dpkg -L").splitlines()
        check("/usr/bin/run-bp" in files and "/usr/share/pkgconfig/uneven.pc" in files, f"its files: {files}")
        used(folder)
    finally:
        good(folder, "dpkg --purge uneven", "dpkg --purge")
    shared = {file for file in files if os.path.isdir(file)}
    left = [file for file in files if os.path.lexists(file) and file not in shared]
    found = good(folder, "find /usr /etc /opt /var -xdev -newer stamp -name '*uneven*' ! -path '*/tmp/*'", "find")
    check(not left and not found, f"left behind: {left} {found}")
    check(all("uneven" not in file for file in shared), f"folders left behind: {shared}")


def main():
    if reason := reason_to_skip():
        print(f"skipped: {reason}")
        check(True, "")
        return finish()
    with tempfile.TemporaryDirectory() as folder:
        package(folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
