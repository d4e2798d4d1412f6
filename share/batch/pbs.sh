#!/bin/bash
# SPDX-License-Identifier: MIT
# A PBS job (PBS Professional, OpenPBS, Torque) that trains until it is done, over as many turns as its time limit makes
# necessary:
#
#     qsub share/batch/pbs.sh
#
# Set its resources in the lines of #PBS: when it submits itself again it asks for what they say.
# Each turn measures the hosts that it got, as far as the speeds of the last turn do not know them or their processor
# model, plans for them, and goes on from the checkpoint. Two minutes before its time is up it writes a checkpoint and
# submits itself again. The settings below can be given in the environment: `qsub -v SAMPLES=8000 ...`.
#PBS -N uneven
#PBS -l select=1:ncpus=4:mpiprocs=4
#PBS -l walltime=01:00:00
#PBS -j oe
set -euo pipefail

network=${NETWORK:-203-80-26}
samples=${SAMPLES:-5000}
examples=$(dirname "$(command -v run-bp)")/../share/uneven/examples
[ -d "$examples" ] || examples=share/examples # in the source tree
data=${DATA:-$examples/words.data}
iterations=${ITERATIONS:-10000}
seconds=${MEASURE_SECONDS:-10}   # at most, for the speeds, and as many for the network
walltime=${WALL_SECONDS:-3600}   # what PBS allows, as above
reserve=${RESERVE_SECONDS:-120}  # of it, for the end
cd "$PBS_O_WORKDIR"

# A line for each process that PBS gives; an mpirun that is part of PBS (tm) needs no list, but takes it.
hosts=(--hostfile "$PBS_NODEFILE")
ranks=$(grep -c . "$PBS_NODEFILE")

speeds=speeds-$network.json
known=()
if [ -e "$speeds" ]; then known=(--known "$speeds"); fi
measure-speeds -n "$ranks" "${hosts[@]}" --network "$network" --max-seconds "$seconds" "${known[@]}" -o "$speeds"
plan-partition --network "$network" --samples "$samples" -o plan.json "$speeds"

left=$((walltime - reserve - SECONDS))
run-bp "${hosts[@]}" --data "$data" --iterations "$iterations" --checkpoint state --checkpoint-every 1000 --resume \
  --max-seconds $((left > 0 ? left : 1)) -o report.json plan.json &
run=$!
trap 'kill -TERM "$run"' TERM # of qdel

# A signal ends `wait` before the run has ended.
code=0
while wait "$run" || code=$?; [ "$code" -gt 128 ] && kill -0 "$run" 2>/dev/null; do code=0; done

if [ "$code" = 0 ] && grep -qE '"stopped": ?"time"' report.json; then exec qsub -V "$0"; fi
exit "$code"
