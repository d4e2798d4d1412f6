# 10 iterations and a resume to 30 end with the weights of 30, bit by bit.
$ plan-partition --speeds 3,2,1 --network 20-13-4 --samples 97 --small-group 0 > plan.json
$ for precision in single double; do for momentum in 0 0.9; do
>   o="plan.json --precision $precision --momentum $momentum --learning-rate 0.01 --seed 5"
>   run-bp -q $o --iterations 30 --weights-out w1,v1 | jq -c .result.error > errors1
>   rm -f state; run-bp -q $o --iterations 10 --checkpoint state --resume | jq -c .iterations
>   run-bp -q $o --iterations 30 --checkpoint state --resume --weights-out w2,v2 > report; jq -c '.iterations' report; jq -c .result.error report > errors2
>   cmp w1 w2 && cmp v1 v2 && cmp errors1 errors2
> done; done
10
20
10
20
10
20
10
20
# Nothing is left to do.
$ run-bp -q plan.json --precision double --momentum 0.9 --learning-rate 0.01 --seed 5 --iterations 30 --checkpoint state --resume --weights-out w2,v2 | jq -c '.iterations, (.result.error | length)'; cmp w1 w2 && cmp v1 v2
0
30
# Without a state the run begins, and says so.
$ plan-partition --speeds 1 --network 20-13-4 --samples 97 | run-bp --iterations 1 --checkpoint none-yet --resume | jq .iterations
run-bp: none-yet: no checkpoint here yet; the run starts afresh
1
# Another run's state is refused, and not written over.
$ cp state kept; run-bp -q plan.json --precision double --checkpoint state --resume
mpi-runner: ...: state: is of another run: its seed is 5, not 1
? 65
$ run-bp -q plan.json --seed 5 --checkpoint state --resume
mpi-runner: ...: state: is of another run: its precision is "double", not "single"
? 65
$ plan-partition --speeds 3,2 --network 20-12-4 --samples 97 | run-bp -q --precision double --seed 5 --checkpoint state --resume
mpi-runner: ...: state: is of another run: its network is "20-13-4", not "20-12-4"
? 65
$ /usr/bin/python3 -c 'import numpy; x = numpy.ones((97, 20), "f4"); numpy.save("x.npy", x); numpy.save("y.npy", x[:, :4] / 2)'; run-bp -q plan.json --precision double --seed 5 --checkpoint state --resume --data x.npy,y.npy
mpi-runner: ...: state: is of another run: its data is null, not "x.npy,y.npy"
? 65
$ for fold in 1 2; do mkdir fold$fold; /usr/bin/python3 -c "import numpy; x = numpy.full((97, 20), $fold / 4, 'f4'); numpy.save('fold$fold/x.npy', x); numpy.save('fold$fold/y.npy', x[:, :4])"; done; cp -r fold1 moved; run-bp -q plan.json --data fold1/x.npy,fold1/y.npy --iterations 2 --checkpoint fold-state | jq .iterations
2
$ run-bp -q plan.json --data moved/x.npy,moved/y.npy --iterations 3 --checkpoint fold-state --resume | jq .iterations
1
$ run-bp -q plan.json --data fold2/x.npy,fold2/y.npy --iterations 3 --checkpoint fold-state --resume
mpi-runner: ...: fold-state: is of another run: its data_digest is [...], not [...]
? 65
$ cmp state kept
$ jq '.kernel_options = {"input": "dense"}' plan.json | run-bp -q --iterations 1 --checkpoint dense-state | jq .iterations; run-bp -q plan.json --checkpoint dense-state --resume
1
mpi-runner: ...: dense-state: is of another run: its form is "dense", not null
? 65
# A damaged state.
$ head -c 1000 state > other; run-bp -q plan.json --precision double --seed 5 --checkpoint other --resume
mpi-runner: ...: other: the checkpoint is damaged: it has 1000 bytes, not as many as it says
? 65
# TERM: the iteration is finished, the state written, and the resume ends with the weights of a run in one piece.
$ cp data/launching/two-processors.json pair.json; run-bp -q pair.json --iterations 2000000000 --checkpoint live --checkpoint-every 100 -o report & tool=$!
> until test -e live; do sleep 0.05; done; kill -TERM $tool; wait $tool; code=$?
> jq -c .stopped report; exit $code
run-bp: stopped by a signal; the report is complete
"signal"
? 75
$ all=$(jq '.result.error | length + 1000' report); run-bp -q pair.json --iterations $all --weights-out w1,v1 > /dev/null; run-bp -q pair.json --iterations $all --checkpoint live --resume --weights-out w2,v2 | jq -c '.stopped, .iterations'; cmp w1 w2 && cmp v1 v2
"iterations"
1000
$ run-bp -q pair.json --iterations 300000000 --max-seconds 0.3 | jq -c .stopped
"time"
