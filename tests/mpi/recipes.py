#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The recipes of share/recipes, each where its program is installed: what they print against what is known."""
import math
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import ROOT, check, environment, finish, run  # noqa: E402

RECIPES = ROOT / "share/recipes"
MPIRUN = "mpirun -n 2 --oversubscribe"


def area(folder):
    code, out, words = run(folder, f"mpicc {RECIPES}/area.c -o area && plan-shares --count 1000000 --speeds 2,1 -o plan.json && "
                           f"{MPIRUN} with-share plan.json -- ./area 1000000")
    found = re.match(r"pi = ([\d.]+),", out)
    check(code == 0 and found and abs(float(found[1]) - math.pi) < 1e-8, f"area: {out}{words}")
    code, _, words = run(folder, "./area 10")
    check(code != 0 and "UNEVEN_FIRST is not set" in words, f"area without a share: {words}")


def torch(folder):
    losses = {}
    for speeds in ("1", "3,1"):
        ranks = speeds.count(",") + 1
        code, out, words = run(folder, f"plan-shares --count 96 --multiple-of 8 --speeds {speeds} -o plan.json && mpirun -n {ranks} "
                               f"--oversubscribe with-share plan.json -- python3 {RECIPES}/torch_batches.py --steps 5")
        samples = sorted(map(int, re.findall(r": (\d+) of 96 samples", out)))
        check(code == 0 and samples == ([96] if ranks == 1 else [24, 72]), f"torch {speeds}: {out}{words}")
        losses[speeds] = [float(x) for x in re.findall(r"loss ([\d.]+)", out)]
    check(all(abs(loss - losses["1"][0]) < 1e-5 for loss in losses["3,1"]), f"torch: uneven parts change the model: {losses}")


def parallel(folder):
    code, out, words = run(folder, "plan-shares --count 12 --speeds 3,1 -o plan.json && "
                           f"{RECIPES}/parallel.sh plan.json echo rank {{rank}}: {{first}} {{count}}")
    check(code == 0 and out == "rank 0: 0 9\nrank 1: 9 3\n", f"parallel: {out}{words}")


def pictures(folder):
    command = (f"mkdir photos && for i in 1 2 3 4 5; do gm convert -size 8x6 xc:red photos/p$i.png; done && "
               f"plan-shares --count 5 --speeds 2,1 -o plan.json && {RECIPES}/pictures.sh plan.json photos small && "
               "gm identify -format '%wx%h\n' small/*.png")
    code, out, words = run(folder, command)
    check(code == 0 and out.split() == ["4x3"] * 5, f"pictures: {out}{words}")
    code, _, words = run(folder, f"rm small/p1.png && {RECIPES}/pictures.sh plan.json photos small && test ! -e small/p1.png")
    check(code == 0, f"pictures, again: what is done is not done again: {words}")


def bootstrap(folder):
    code, out, words = run(folder, "plan-shares --count 20 --speeds 2,1 | run-command --keep-order -- "
                           f"Rscript {RECIPES}/bootstrap.R {{first}} {{count}} > split && "
                           f"Rscript {RECIPES}/bootstrap.R 0 20 > whole && cmp split whole && wc -l < whole")
    check(code == 0 and out.strip() == "20", f"bootstrap: {out}{words}")


def main():
    path = environment()["PATH"]
    for recipe, program in ((area, "mpicc"), (parallel, "parallel"), (pictures, "gm"), (bootstrap, "Rscript")):
        if not shutil.which(program, path=path):
            print(f"{recipe.__name__}: skipped, {program} is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            recipe(folder)
    with tempfile.TemporaryDirectory() as folder:
        if run(folder, "python3 -c 'import torch'")[0] == 0:
            torch(folder)
        else:
            print("torch: skipped, python3-torch is not installed")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
