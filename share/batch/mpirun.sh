#!/bin/bash
# SPDX-License-Identifier: MIT
# Measures, plans and trains where mpirun is called by hand: in batch systems without a launcher of uneven's own, or
# with options of your own.
#
#     share/batch/mpirun.sh RANKS [options of mpirun]
#     share/batch/mpirun.sh 16 --hostfile hosts
#
# The tools print jobs (--emit); mpi-runner runs them.
set -euo pipefail

network=${NETWORK:-203-80-26}
samples=${SAMPLES:-5000}
examples=$(dirname "$(command -v run-bp)")/../share/uneven/examples
[ -d "$examples" ] || examples=share/examples # in the source tree
data=${DATA:-$examples/words.data}
iterations=${ITERATIONS:-1000}
seconds=${MEASURE_SECONDS:-10}  # at most, for the speeds, and as many for the network
ranks=${1:?how many ranks?}
runner=$(command -v mpi-runner) || { echo "mpirun.sh: no mpi-runner on PATH" >&2; exit 66; }

# Without --bind-to none, which is Open MPI's, two jobs of one rank on a host share its first core.
bind=(--bind-to none)
if ! mpirun --version | grep -q 'Open MPI'; then bind=(); fi
launch=(mpirun -n "$ranks" "${bind[@]}" "${@:2}" "$runner")

measure-speeds -n "$ranks" --network "$network" --max-seconds "$seconds" --emit -o measure.json
"${launch[@]}" measure.json -o speeds.json
plan-partition --network "$network" --samples "$samples" -o plan.json speeds.json
run-bp --data "$data" --iterations "$iterations" --emit -o train.json plan.json
"${launch[@]}" train.json -o report.json
