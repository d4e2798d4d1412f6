# A rank behind its plan is named.
$ plan-partition --speeds 1,1 --network 203-80-26 --samples 2000 > plan.json; run-bp plan.json --iterations 1000000000 --max-seconds 6 --slow 1:0.05@1-1000000000 | jq -c .stopped
run-bp: rank 1 on ... computes ... times as long as planned, beside the others; --replan K shares the work anew, measure-speeds --from-report too
run-bp: stopped after ... iterations of 1000000000
"time"
# A new plan where it pays: the slow rank gets less. One that made iterations longer is taken back and names nobody.
$ plan-partition --speeds 1,1 --network 203-80-26 --samples 20000 | run-bp -q --iterations 60 --slow 1:0.05@11-60 --replan 20 > report.json; jq -c '([.result.replans[].farthest_behind // "" | startswith("rank 1 on ")] | any), (.result.seconds | length)' report.json; jq -c '.processors | .[0].work > .[1].work' report.json
true
60
true
# Not for the last iterations, nor without iterations left.
$ run-bp -q plan.json --iterations 20 --replan 20 --replan-always | jq -c .result.replans
[]
$ run-bp -q plan.json --iterations 3 | jq -c '.result | keys'
["error","seconds"]
