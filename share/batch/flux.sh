#!/bin/bash
# SPDX-License-Identifier: MIT
# A Flux job that trains until it is done, over as many turns as its time limit makes necessary:
#
#     flux batch -n 16 share/batch/flux.sh
#
# Each turn measures the hosts that it got, as far as the speeds of the last turn do not know them or their processor
# model, plans for them, and goes on from the checkpoint. Two minutes before its time is up it writes a checkpoint and
# submits itself again. The settings below can be given in the environment: `flux batch --env=SAMPLES=8000 ...`.
#flux: --job-name=uneven
#flux: --nslots=4
#flux: --time-limit=60m
#flux: --signal=USR1@120s
set -euo pipefail

network=${NETWORK:-203-80-26}
samples=${SAMPLES:-5000}
examples=$(dirname "$(command -v run-bp)")/../share/uneven/examples
[ -d "$examples" ] || examples=share/examples # in the source tree
data=${DATA:-$examples/words.data}
iterations=${ITERATIONS:-10000}
seconds=${MEASURE_SECONDS:-10}  # at most, for the speeds, and as many for the network
# --input=0: standard input goes to the first rank alone.
export UNEVEN_LAUNCHER='flux run -n {n} --input=0'
ranks=${RANKS:-$(flux resource list -s free -n -o '{ncores}')}

# From within the job, its own instance is the default one.
requeue() { exec flux --parent batch --nslots="$ranks" "$0"; }
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
