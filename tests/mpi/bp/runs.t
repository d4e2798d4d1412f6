$ plan() { plan-partition --network 20-8-4 --samples 64 "$@"; }; declare -f plan > plan
# No iterations: the initial weights, the same whatever the plan.
$ . ./plan; plan --speeds 1 | run-bp --iterations 0 --weights-out w1,v1 | jq -c '.iterations, .result.error'
0
[]
$ . ./plan; plan --speeds 3,2,1 | run-bp -q --iterations 0 --weights-out w3,v3 > /dev/null; cmp w1 w3 && cmp v1 v3
$ . ./plan; plan --speeds 3,2,1 | run-bp -q --iterations 0 --seed 2 --weights-out w4,v4 > /dev/null; cmp -s w1 w4
? 1
# The same plan and the same run give the same bytes.
$ . ./plan; plan --speeds 5,4,3,2 --small-group 0 > plan.json; plan --speeds 5,4,3,2 --small-group 0 | cmp - plan.json; for i in 1 2; do run-bp -q plan.json --iterations 20 --weights-out w$i,v$i | jq -c .result.error > errors$i; done; cmp w1 w2 && cmp v1 v2 && cmp errors1 errors2
# The target error: the run ends with the first error at or below it, and a resume does no more.
$ target=$(jq '.[7]' errors1); jq -c --argjson t "$target" '[.[] | . <= $t] | index(true)' errors1; run-bp -q plan.json --iterations 20 --target-error "$target" --checkpoint state | jq -c '.iterations, .converged, .stopped, .result.error[-1] <= '"$target"
7
8
true
"target"
true
$ run-bp -q plan.json --iterations 20 --target-error "$(jq '.[7]' errors1)" --checkpoint state --resume | jq -c '.iterations, .converged, .stopped'
0
true
"target"
$ . ./plan; plan --speeds 1 | run-bp --iterations 20 --target-error 1e-9 | jq -c '.converged, .stopped'
run-bp: the target error is not reached after 20 iterations: the error is ...
false
"iterations"
# Training that diverges ends at once, and nothing is written.
$ cp state before; run-bp -q plan.json --learning-rate 1e308 --iterations 1000000000 --checkpoint state --checkpoint-every 1 --weights-out w9,v9; code=$?; cmp state before; test -e w9 || exit $code
mpi-runner: ...: the training diverged in iteration 1, where the error or a weight is not finite; expected a smaller --learning-rate than 1e+308
? 65
# More processors than hidden units, and than samples: some are left out and reported as idle.
$ plan-partition --speeds 4*1 --network 5-2-3 --samples 1 > wide.json; check-plan wide.json; jq -c '.left_out | length' wide.json; run-bp -q wide.json --iterations 2 > report.json; jq -c '[.processors[].rank], ([.processors[] | select(.work == 0)] | length)' report.json
2
[0,1,2,3]
2
$ measure-speeds --from-report report.json
measure-speeds: report.json: /processors/...: did no work, so its speed is unknown; expected work and compute_s > 0
? 65
# A full report is a source of speeds.
$ run-bp -q plan.json --iterations 20 | measure-speeds --from-report /dev/stdin | plan-partition --network 20-8-4 --samples 64 | check-plan
# Numbers of ranks and hosts.
$ run-bp plan.json --iterations 1 --launcher 'mpirun --oversubscribe -n 3'
mpi-runner: ...: plan for 4 processors on 3 ranks
? 65
$ jq '.cluster[0].host = "elsewhere" | .cluster[0].cpu = "another"' plan.json > named.json; run-bp -q named.json --iterations 1 -o report
mpi-runner: ...: the plan was made for elsewhere; ...--match cpu or any allows it
? 65
$ run-bp -q named.json --iterations 1 --match cpu
mpi-runner: ...: the plan was made for another; ...--match any allows it
? 65
$ run-bp -q named.json --iterations 1 --match any | jq -c '.processors | length'
4
# A killed rank ends the job: one line says which, and no process is left.
$ run-bp -q plan.json --iterations 2000000000 --seed 4712 --checkpoint live --checkpoint-every 1 -o none & tool=$!
> until rank=$(pgrep -f "^$(dirname "$(command -v run-bp)")/mpi-runner" -P "$(pgrep -P $tool)" | tail -1) && test -n "$rank"; do sleep 0.1; done
> until test -e live; do sleep 0.05; done; kill -KILL "$rank"; wait $tool; code=$?; test -e none && echo "left a report"; ps -o pid= -p "$rank"; exit $code
...
run-bp: rank ... on ... ended by signal 9 (Killed)
? 71
