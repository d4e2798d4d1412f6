# A job for a batch script: its files are relative to its own folder.
$ mkdir data-folder jobs; plan-partition --speeds 2,1 --network 20-8-4 --samples 64 > plan.json; /usr/bin/python3 -c 'import numpy; numpy.savetxt("data-folder/t.csv", numpy.random.default_rng(1).uniform(0, 1, (64, 24)), delimiter=",")'
$ run-bp plan.json --data data-folder/t.csv --weights-out jobs/w,jobs/v --iterations 3 --emit -o jobs/job.json; jq -c '.input.data, .options.weights_out' jobs/job.json
"../data-folder/t.csv"
"w,v"
$ check-plan jobs/job.json
$ mpirun --oversubscribe -n 2 mpi-runner jobs/job.json > report.json && check-plan report.json && jq -c '.of, .iterations' report.json; ls jobs
mpi-runner: jobs/../data-folder/t.csv: 64 rows of 24 columns, CSV without a header, separated by commas
"bp"
3
job.json
v
w
# Of several jobs none begins before all are read.
$ rm jobs/w jobs/v; mpirun --oversubscribe -n 2 mpi-runner jobs/job.json none.json 2>&1 | grep mpi-runner:; ls jobs
mpi-runner: rank 0 on ...: none.json: cannot open: No such file or directory
job.json
# A folder behind a link has its files, too; whole paths stay as they are.
$ mkdir -p far/away && ln -s far/away near; run-bp plan.json --data data-folder/t.csv --iterations 1 --emit -o near/job.json; jq -r .input.data near/job.json; mpirun --oversubscribe -n 2 mpi-runner near/job.json | jq .iterations
../../data-folder/t.csv
mpi-runner: near/../../data-folder/t.csv: 64 rows of 24 columns, CSV without a header, separated by commas
1
$ run-bp plan.json --data "$PWD/data-folder/t.csv" --emit -o jobs/whole.json; jq --arg file "$PWD/data-folder/t.csv" '.input.data == $file' jobs/whole.json
true
# From another folder, and into a file; notes in plain words, and no progress.
$ cd jobs && mpirun --oversubscribe -n 3 mpi-runner job.json -o ../other.json && jq -c '.processors | length' ../other.json
mpi-runner: plan for 2 processors on 3 ranks; 1 without work
mpi-runner: ../data-folder/t.csv: 64 rows of 24 columns, CSV without a header, separated by commas
2
$ mpirun --oversubscribe -n 2 mpi-runner - < plan.json | jq -c '.iterations, .kernel_options.input'
100
"one-hot"
$ jq '.kernel_options.input = "dense"' plan.json > dense.json; mpirun --oversubscribe -n 2 mpi-runner dense.json | jq -c '.kernel_options.input'; run-bp -q --iterations 1 dense.json | jq -c '.kernel_options.input'
"dense"
"dense"
$ run-bp dense.json --emit | jq '.options.checkpoint_every = 5' | mpirun --oversubscribe -n 2 mpi-runner - 2>&1 | grep mpi-runner:
mpi-runner: ...: /options/checkpoint_every: found 5; expected 0 without a checkpoint
$ run-bp plan.json --iterations 3 --emit | jq '.options.iteratons = 1' | mpirun --oversubscribe -n 2 mpi-runner - -o - | jq .iterations
mpi-runner: standard input: /options/iteratons: unknown key, ignored; did you mean "iterations"?
3
# Several in turn; the second leaves the first rank out.
$ plan-partition --speeds 1,2 --network 20-1-4 --samples 1 > one.json; mpirun --oversubscribe -n 2 mpi-runner plan.json one.json jobs/job.json | jq -c '[.iterations, [.processors[].work]]'
mpi-runner: jobs/../data-folder/t.csv: 64 rows of 24 columns, CSV without a header, separated by commas
[100,[34400,16800]]
[100,[0,100]]
[3,[1032,504]]
$ plan-partition --speeds 1 --network 20-1-4 --samples 1 > one.json; mpi-runner one.json no-such-plan 2>&1 | head -1; exit ${PIPESTATUS[0]}
mpi-runner: no-such-plan: cannot open: No such file or directory
? 66
# Errors of the runner itself.
$ mpi-runner no-such-job 2>&1 | head -1; exit ${PIPESTATUS[0]}
mpi-runner: no-such-job: cannot open: No such file or directory
? 66
$ mpi-runner < /dev/null 2>&1 | head -1; exit ${PIPESTATUS[0]}
mpi-runner: no document on standard input; did the command before it fail?
? 65
$ mpi-runner --nope 2>&1 | head -1; exit ${PIPESTATUS[0]}
mpi-runner: unknown option --nope; try mpi-runner --help
? 64
$ mpi-runner plan.json -o no-such-folder/report 2>&1 | head -1; exit ${PIPESTATUS[0]}
mpi-runner: no-such-folder/report: cannot write: No such file or directory
? 74
$ plan-partition --speeds 1 --network 20-8-4 --samples 64 | mpi-runner > /dev/full 2> errors; code=$?; head -1 errors; exit $code
mpi-runner: standard output: cannot write: No space left on device
? 74
$ for change in '.run = "sort"' '.options.iterations = "x"' '.options.momentum = 2' 'del(.plan)' '.plan.rectangles[0].hidden.count = 3'; do jq "$change" jobs/job.json | mpi-runner 2>&1 | head -1; echo "-> ${PIPESTATUS[1]}"; done
mpi-runner: standard input: /run: found "sort"; expected bp, bsp, command, matmul, measure, reduction or search
-> 65
mpi-runner: standard input: /options/iterations: found "x"; expected an integer >= 0
-> 65
mpi-runner: standard input: /options/momentum: found 2; expected a number from 0 to below 1
-> 65
mpi-runner: standard input: /plan: missing; expected a plan of kind partition
-> 65
mpi-runner: standard input: /plan/columns/1: its rectangles end at hidden unit 3; expected 8
-> 65
$ measure-speeds -n 1 --emit | jq '.options.network = "203-80"' | mpi-runner 2>&1 | head -1; exit ${PIPESTATUS[2]}
mpi-runner: standard input: /options/network: '203-80' is not inputs-hidden-outputs, such as 203-80-26
? 65
$ measure-speeds -n 1 --emit | jq '.options.kernel = "sort"' | mpi-runner 2>&1 | head -1; exit ${PIPESTATUS[2]}
mpi-runner: standard input: /options/kernel: found "sort"; expected one of bp, matmul, ...
? 65
