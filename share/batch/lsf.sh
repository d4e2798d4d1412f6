#!/bin/bash
# SPDX-License-Identifier: MIT
# An LSF job that trains until it is done, over as many turns as its time limit makes necessary:
#
#     bsub -n 16 < share/batch/lsf.sh
#
# Each turn measures the hosts that it got, as far as the speeds of the last turn do not know them or their processor
# model, plans for them, and goes on from the checkpoint. Two minutes before its time is up it writes a checkpoint and
# ends with code 75, at which LSF queues it again. The settings below can be given in the environment:
# `SAMPLES=8000 bsub ...`.
#BSUB -J uneven
#BSUB -n 4
#BSUB -W 1:00
#BSUB -wa USR1 -wt 2
#BSUB -Q 75
set -euo pipefail

network=${NETWORK:-203-80-26}
samples=${SAMPLES:-5000}
examples=$(dirname "$(command -v run-bp)")/../share/uneven/examples
[ -d "$examples" ] || examples=share/examples # in the source tree
data=${DATA:-$examples/words.data}
iterations=${ITERATIONS:-10000}
seconds=${MEASURE_SECONDS:-10}  # at most, for the speeds, and as many for the network

trap 'exit 75' USR1 # until there is a run that can be stopped

# A line for each slot that LSF gives; an mpirun that is part of LSF needs no list, but takes it.
hosts=(--hostfile "$LSB_DJOB_HOSTFILE")
ranks=$(grep -c . "$LSB_DJOB_HOSTFILE")

speeds=speeds-$network.json
known=()
if [ -e "$speeds" ]; then known=(--known "$speeds"); fi
measure-speeds -n "$ranks" "${hosts[@]}" --network "$network" --max-seconds "$seconds" "${known[@]}" -o "$speeds"
plan-partition --network "$network" --samples "$samples" -o plan.json "$speeds"

run-bp "${hosts[@]}" --data "$data" --iterations "$iterations" --checkpoint state --checkpoint-every 1000 --resume \
  -o report.json plan.json &
run=$!
trap 'kill -USR1 "$run"' USR1

# A signal ends `wait` before the run has ended.
code=0
while wait "$run" || code=$?; [ "$code" -gt 128 ] && kill -0 "$run" 2>/dev/null; do code=0; done

# 75: stopped by the signal, and all is written.
exit "$code"
