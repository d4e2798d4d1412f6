#!/bin/bash
# SPDX-License-Identifier: MIT
# A Slurm job that trains until it is done, over as many turns as its time limit makes necessary:
#
#     sbatch --ntasks=16 share/batch/slurm.sh
#
# Each turn measures the hosts that it got, as far as the speeds of the last turn do not know them or their processor
# model, plans for them, and goes on from the checkpoint. Two minutes before its time is up it writes a checkpoint and
# queues itself again. The settings below can be given in the environment: `sbatch --export=ALL,SAMPLES=8000 ...`.
# A heterogeneous job runs on all its groups: `sbatch --ntasks=8 -C old : --ntasks=16 -C new share/batch/slurm.sh`.
#SBATCH --job-name=uneven
#SBATCH --ntasks=4
#SBATCH --time=01:00:00
#SBATCH --signal=B:USR1@120
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

network=${NETWORK:-203-80-26}
samples=${SAMPLES:-5000}
examples=$(dirname "$(command -v run-bp)")/../share/uneven/examples
[ -d "$examples" ] || examples=share/examples # in the source tree
data=${DATA:-$examples/words.data}
iterations=${ITERATIONS:-10000}
seconds=${MEASURE_SECONDS:-10}  # at most, for the speeds, and as many for the network
export UNEVEN_LAUNCHER=srun
ranks=$SLURM_NTASKS
if [ "${SLURM_HET_SIZE:-1}" -gt 1 ]; then
  ranks=0
  for ((group = 0; group < SLURM_HET_SIZE; ++group)); do
    tasks=SLURM_NTASKS_HET_GROUP_$group
    ranks=$((ranks + ${!tasks}))
  done
fi

requeue() { exec scontrol requeue "$SLURM_JOB_ID"; }
trap requeue USR1 # until there is a run that can be stopped

speeds=speeds-$network.json
known=()
if [ -e "$speeds" ]; then known=(--known "$speeds"); fi
measure-speeds -n "$ranks" --network "$network" --max-seconds "$seconds" "${known[@]}" -o "$speeds"
plan-partition --network "$network" --samples "$samples" -o plan.json "$speeds"

run-bp --data "$data" --iterations "$iterations" --checkpoint state --checkpoint-every 1000 --resume \
  -o report.json plan.json &
run=$!
trap 'kill -USR1 "$run"' USR1

# A signal ends `wait` before the run has ended.
code=0
while wait "$run" || code=$?; [ "$code" -gt 128 ] && kill -0 "$run" 2>/dev/null; do code=0; done

# 75: stopped by the signal, and all is written.
if [ "$code" = 75 ]; then requeue; fi
exit "$code"
