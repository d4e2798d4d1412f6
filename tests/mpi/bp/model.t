# A model from labels in words, applied to what has labels, to what has none, and to what does not fit.
$ for i in $(seq 60); do echo "$((i % 7)),$((i % 5)),$([ $((i % 7)) -gt $((i % 5)) ] && echo up || echo down)"; done > points.csv; cut -d, -f1,2 points.csv > bare.csv; plan-partition -q --speeds 2,1 --network 2-8-2 --samples 20 -o plan.json
$ train() { run-bp -q plan.json --data points.csv --batch 20 --learning-rate 0.02 --momentum 0.9 --hidden-units tanh --output-units softmax --bias --standardise "$@"; }; declare -f train > train
$ . ./train; train --iterations 400 --model points.npz | jq -c '.result | .accuracy, .labels, .units'
1
["down","up"]
{"hidden":"tanh","output":"softmax","loss":"cross-entropy","bias":true}
$ run-bp -q --predict points.npz --data points.csv --output labels.csv -n 2 | jq -c '.of, .kernel, .result'; head -3 labels.csv
"bp"
"bp-predict"
{"samples":60,"labels":["down","up"],"accuracy":1}
label
down
down
$ paste -d, bare.csv <(tail -n +2 labels.csv) | cmp - points.csv
$ for n in 1 3; do run-bp -q --predict points.npz --data bare.csv --output bare-$n.csv -n $n | jq -c .result; cmp bare-$n.csv labels.csv; done
{"samples":60,"labels":["down","up"]}
{"samples":60,"labels":["down","up"]}
$ run-bp -q plan.json --predict points.npz --data bare.csv --output p.csv --probabilities | jq -c '[.processors[].work]'; head -1 p.csv; awk -F, 'NR > 1 && ($1 + $2 < 0.999999 || $1 + $2 > 1.000001)' p.csv
[39,21]
down,up
$ run-bp -q --predict points.npz --data bare.csv --output l.npy > report; /usr/bin/python3 -c 'import numpy; l = numpy.load("l.npy"); print(l.dtype, l.shape, l[:3])'
int64 (60,) [0 0 0]
# What does not fit ends with one line.
$ run-bp -q --predict points.npz --data <(cut -d, -f1 bare.csv) --output o.csv
mpi-runner: /dev/fd/...: 1 columns; expected 2 inputs, alone or with outputs behind them
? 65
$ sed 's/up/left/' points.csv > other.csv; run-bp -q --predict points.npz --data other.csv --output o.csv
mpi-runner: other.csv: the label 'left' is unknown; expected one of those of the other data
? 65
$ run-bp -q --predict points.csv --data bare.csv --output o.csv
mpi-runner: points.csv: is no model; expected an NPZ file that run-bp --model has written
? 65
$ head -c 900 points.npz > cut.npz; run-bp -q --predict cut.npz --data bare.csv --output o.csv
mpi-runner: cut.npz:model.json: damaged or cut off: it has no directory; expected an NPZ file
? 65
$ run-bp -q --predict none.npz --data bare.csv --output o.csv
mpi-runner: none.npz: no such file
? 66
$ run-bp -q --predict points.npz --data bare.csv
run-bp: --predict needs --output FILE for what it predicts; the report goes to standard output
? 64
$ run-bp -q --predict points.npz --output o.csv
run-bp: --predict needs --data FILE, the samples
? 64
$ . ./train; train --iterations 1 --model bare.csv
mpi-runner: ...: bare.csv: is not an NPZ file; expected another name for the output, or --force
? 65
# What does not go together.
$ . ./train; train --iterations 1 --loss squared
run-bp: --loss: squared does not go with softmax outputs; expected cross-entropy
? 64
$ . ./train; train --iterations 1 --learning-rate-schedule step:0:2
run-bp: --learning-rate-schedule: found "step:0:2"; expected constant, step:EVERY:FACTOR with a factor above 0 and at most 1, or inverse:T
? 64
$ run-bp -q plan.json --data points.csv --iterations 1 --batch 61
mpi-runner: ...: /options/batch: found 61; expected at most the plan's 20 samples
? 65
$ run-bp -q plan.json --standardise
run-bp: --standardise needs --data
? 64
$ sed 's/up/3/; s/down/0.5/' points.csv > half.csv; run-bp -q plan.json --data half.csv --iterations 1
mpi-runner: ...: half.csv: row 1: the label 0.5; expected whole numbers, the labels of 2 outputs
? 65
$ sed 's/up/3,0/; s/down/0,1/' points.csv > wide.csv; run-bp -q plan.json --data wide.csv --output-units softmax --iterations 1
mpi-runner: ...: wide.csv: row ...: targets of softmax outputs and cross-entropy; expected numbers from 0 to 1 with the sum 1
? 65
# A column of whole numbers holds the labels of a network with several outputs, for the plan as for the run.
$ sed 's/up/30/; s/down/-1/' points.csv > numbers.csv; plan-partition -q --data numbers.csv --network 2-4-2 --speeds 1,1 | run-bp -q --data numbers.csv --iterations 500 --learning-rate 0.01 --momentum 0.9 --bias --output-units softmax --standardise --model numbers.npz | jq -c '.result | .labels, .accuracy > 0.9'
["-1","30"]
true
$ run-bp -q --predict numbers.npz --data numbers.csv --output n.npy > /dev/null; /usr/bin/python3 -c 'import numpy; print(set(numpy.load("n.npy").tolist()))'
{-1, 30}
# Linear outputs have no accuracy.
$ awk -F, '{ print $1 "," $2 "," 2 * $1 - $2 "," $1 + 1 }' bare.csv > line.csv; run-bp -q plan.json --data line.csv --output-units linear --bias --standardise --batch 20 --iterations 3000 --learning-rate 0.005 --momentum 0.9 --model line.npz | jq -c '.result | (.mean_squared_error < 0.01), (.mean_squared_error_baseline > 3), has("accuracy")'
true
true
false
$ run-bp -q --predict line.npz --data line.csv --output line-out.csv | jq '.result.mean_squared_error < 0.01'; head -1 line-out.csv
true
output_1,output_2
