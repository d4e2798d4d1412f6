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
# A model from labels in words, applied by the shares of the plan, and a plan for more samples than a batch has.
$ for i in $(seq 60); do echo "$((i % 7)),$((i % 5)),$([ $((i % 7)) -gt $((i % 5)) ] && echo up || echo down)"; done > points.csv; plan-partition -q --speeds 2,1 --network 2-8-6-2 --samples 40 -o small.json
$ run-bp -q small.json --data points.csv --batch 20 --iterations 600 --learning-rate 0.02 --momentum 0.9 --hidden-units tanh --output-units softmax --bias --standardise --model points.npz | jq -c '.result | .network, .labels, .units, (.accuracy > 0.95), (.error | length)'
"2-8-6-2"
["down","up"]
{"hidden":"tanh","output":"softmax","loss":"cross-entropy","bias":true}
true
600
$ /usr/bin/python3 -c 'import numpy; m = numpy.load("points.npz"); print({k: m[k].shape for k in sorted(m.files) if k != "model.json"})'
{'bias_1': (8,), 'bias_2': (6,), 'bias_3': (2,), 'deviation': (2,), 'mean': (2,), 'weights_1': (8, 2), 'weights_2': (6, 8), 'weights_3': (2, 6)}
$ run-bp -q small.json --predict points.npz --data points.csv --output labels.csv | jq -c '.kernel_options, .result.accuracy > 0.95'; head -1 labels.csv
{"network":"2-8-6-2"}
true
label
# A new plan where it pays: the slow rank gets less.
$ plan-partition -q --speeds 1,1 --network 203-80-60-26 --samples 8000 | run-bp -q --iterations 60 --slow 1:0.05@11-60 --replan 20 > report.json; jq -c '([.result.replans[].farthest_behind // "" | startswith("rank 1 on ")] | any), (.result.seconds | length)' report.json; jq -c '.processors | .[0].work > .[1].work' report.json
true
60
true
# What does not fit.
$ run-bp plan.json -q --weights-out W.npy,V.npy
mpi-runner: ...: W.npy,V.npy: 2 files of weights; expected 3, one for each layer of 203-20-10-26
? 65
$ run-bp small.json -q --data points.csv --batch 20 --learning-rate 1e300 --hidden-units relu
mpi-runner: ...: the training diverged in iteration ..., where the error or a weight is not finite; expected a smaller --learning-rate than 1e+300
? 65
