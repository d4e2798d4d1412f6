# Several hidden layers: whatever the partitions of the layers, the errors of one processor, to rounding.
$ echo 'plan-partition --network 203-40-30-26 --samples 300 -q "$@" > plan.json; run-bp plan.json -q --iterations 4 --precision double | jq -c "[.result.error[] * 1e8 | round]"' > errors
$ . ./errors --speeds 1 > one; jq length one
4
$ for options in '--speeds 1,2' '--speeds 1,2,3 --columns 1' '--speeds 2,1,1,1 --columns 2 --collective ring' '--speeds 3,1,2 --method equal --collective tree'; do set -- $options; . ./errors "$@" | cmp - one; done
# Training data, a target, and what the report says.
$ plan-partition --speeds 1,2 --network 203-20-10-26 --data share/examples/words-test.data -q > plan.json; run-bp plan.json -q --data share/examples/words-test.data --iterations 20 --target-error 1e6 -q | jq -c '.of, .unit, .iterations, .stopped, .converged, .result.network, (.processors | length)'
"bp"
"weight x sample"
1
"target"
true
"203-20-10-26"
2
# Options that only trainings of one hidden layer have, and one that diverges.
$ run-bp plan.json -q --momentum 0.5
mpi-runner: rank 0 on ...: /options/momentum: is for plans of one hidden layer
? 65
$ run-bp plan.json -q --bias
mpi-runner: rank 0 on ...: /options/units: is for plans of one hidden layer
? 65
